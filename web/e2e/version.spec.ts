// Another version of the client is put on the server while pages are open: they are told, lose no
// script, and take it when somebody wants it.

import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { brotliDecompressSync } from "node:zlib";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { LONG, languages, person, say } from "./kit";
import { TestServer } from "./server";

const BUILT = join(import.meta.dirname, "../dist");

/** The client as it lies unpacked in a folder: made once. */
const UNPACKED = mkdtempSync(join(tmpdir(), "trencavel-unpacked-"));
test.beforeAll(() => {
  cpSync(BUILT, UNPACKED, { recursive: true });
  const packed = readdirSync(UNPACKED, { recursive: true, encoding: "utf8" });
  for (const name of packed.filter((name) => name.endsWith(".br"))) {
    const path = join(UNPACKED, name);
    writeFileSync(path.replace(/\.br$/, ""), brotliDecompressSync(readFileSync(path)));
    rmSync(path);
  }
});
test.afterAll(() => rmSync(UNPACKED, { recursive: true, force: true }));

/** A client in a folder of its own, which can be replaced by its next version. */
class Client {
  readonly folder = mkdtempSync(join(tmpdir(), "trencavel-client-"));

  constructor() {
    cpSync(UNPACKED, this.folder, { recursive: true });
  }

  /** Every script gets another name, as if something had changed in each. */
  deploy(): void {
    const assets = join(this.folder, "assets");
    const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
    const renamed = (text: string): string =>
      scripts.reduce((all, name) => all.replaceAll(name, `new-${name}`), text);
    for (const name of scripts) {
      const path = join(assets, name);
      writeFileSync(path, renamed(readFileSync(path, "utf8")));
      renameSync(path, join(assets, `new-${name}`));
    }
    for (const name of ["index.html", "sw.js"]) {
      const path = join(this.folder, name);
      const text = renamed(readFileSync(path, "utf8"));
      writeFileSync(path, text.replace(/"?version"?:"\w+"/, '"version":"next"'));
    }
  }
}

for (const [language, lane] of languages("en")) {
  test(`an open page is told, and takes it (${language})`, lane, async ({ browser }) => {
    const client = new Client();
    const server = await TestServer.start(["--client", client.folder]);
    const { page, context, wrong } = await person(browser, server, { language, kept: true });
    await page.goto("/");
    const controlled = (): Promise<boolean> =>
      page.evaluate(() => navigator.serviceWorker.controller !== null);
    await expect.poll(controlled).toBe(true);
    client.deploy();
    // The page goes on with its own scripts, though the server has them no more.
    await page.locator("a[href='/settings']").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say(language, "common.nav.settings"),
    );
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText(say(language, "common.update"))).toBeVisible();
    await page.getByRole("button", { name: say(language, "common.update.take") }).click();
    await page.locator("script[src*='/new-']").first().waitFor({ state: "attached" });
    await expect(page.getByText(say(language, "common.update"))).toHaveCount(0);
    const shells = (): Promise<string[]> =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")));
    await expect.poll(shells).toContain("shell-next");
    await context.close();
    await server.stop();
    rmSync(client.folder, { recursive: true });
    expect(wrong).toEqual([]);
  });
}

test("a page without a worker is told when a script is gone", LONG, async ({ browser }) => {
  const client = new Client();
  const server = await TestServer.start(["--client", client.folder]);
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("a[href='/settings']").first().waitFor();
  client.deploy();
  await page.locator("a[href='/settings']").first().click();
  await expect(page.getByText(say("en", "common.update"))).toBeVisible();
  await page.getByRole("button", { name: say("en", "common.update.take") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    say("en", "common.nav.settings"),
  );
  await context.close();
  await server.stop();
  rmSync(client.folder, { recursive: true });
});

test("a page that was still loading is told, too", LONG, async ({ browser }) => {
  const server = await TestServer.start();
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route(/\/assets\/version-[^/]+\.js$/, (script) => script.fulfill({ status: 404 }));
  await page.goto("/");
  await expect(page.getByText(say("en", "common.update"))).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: say("en", "common.update.take") }).click();
  await expect(page.getByText(say("en", "common.update"))).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.close();
  await server.stop();
});

test("what the server sends for one path is never shown for another", LONG, async ({ browser }) => {
  const server = await TestServer.start();
  const { page, context } = await person(browser, server, { expected: /./, kept: true });
  await page.goto("/");
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  // A page that tells of itself, as links to tables do in their heads.
  await page.route("**/rules", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("<title>", "<title>Rules only ");
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/rules");
  const kept = await page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? "");
  expect(kept).toContain("<title>");
  expect(kept).not.toContain("Rules only");
  await context.close();
  await server.stop();
});
