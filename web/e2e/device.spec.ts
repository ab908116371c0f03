// What the engine in the page promises, measured: how soon a game begins without a network, also on a
// slow device; whether the page moves while the computer thinks; and a plain host of files.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { LONG, person, tilesShown, type Person } from "./kit";
import { UNREACHED, whole } from "./kept";
import { called, playQuickly } from "./robot";
import { BINARY, freePort, TestServer } from "./server";

/** Somebody whose browser has kept the whole page, and has no network any more. */
async function withoutNetwork(browser: Browser): Promise<Person & { server: TestServer }> {
  const server = await TestServer.start();
  const device = { engine: true, kept: true, expected: UNREACHED };
  const one = await person(browser, server, device);
  await one.page.goto("/");
  await whole(one.page);
  await one.context.setOffline(true);
  return { ...one, server };
}

/** From the press on a button of the first page to the first tile that may be laid and is painted, ms. */
async function untilFirstTile(page: Page, button: string): Promise<number> {
  return page.evaluate(
    (button) =>
      new Promise<number>((done) => {
        const start = performance.now();
        const look = (): void => {
          const { tiles, ready } =
            document.querySelector<HTMLElement>("canvas[data-tiles]")?.dataset ?? {};
          const painted = tiles !== undefined && Number(ready) >= Number(tiles);
          if (painted && document.querySelector(".cell[data-cell], [data-wait]")) {
            requestAnimationFrame(() => done(performance.now() - start));
          } else requestAnimationFrame(look);
        };
        document.querySelector<HTMLElement>(button)?.click();
        look();
      }),
    button,
  );
}

// The slower processor is asked for by the tools of the browser.
for (const { slowed, most } of [
  { slowed: 1, most: 1000 },
  { slowed: 4, most: 2500 },
]) {
  test(
    `without a network a game begins within ${most} ms, slowed ${slowed} times`,
    LONG,
    async ({ browser }) => {
      const { page, context, wrong, server } = await withoutNetwork(browser);
      await server.stop();
      const tools = await context.newCDPSession(page);
      await tools.send("Emulation.setCPUThrottlingRate", { rate: slowed });
      const took: number[] = [];
      for (let tries = 0; tries < 5; tries += 1) {
        await page.goto("/");
        await page.locator("[data-rival]").waitFor();
        await page.waitForLoadState("load");
        took.push(await untilFirstTile(page, "[data-rival]"));
        await page.waitForURL(/\/t\/local-/);
      }
      took.sort((a, b) => a - b);
      console.log(`slowed ${slowed} times: ${took.map(Math.round).join(", ")} ms`);
      expect(took[2]).toBeLessThan(most);
      await context.close();
      expect(wrong).toEqual([]);
    },
  );
}

test("the page moves at 60 frames while the computer thinks", LONG, async ({ browser }) => {
  const { page, context, wrong, server } = await withoutNetwork(browser);
  await page.goto("/new");
  await page.locator("form.create").waitFor();
  await page.locator("aside ol select").nth(1).selectOption("computer:level-5");
  await page.locator("form.create button[type=submit]").click();
  await page.waitForURL(/\/t\/local-/);
  await called(page);
  // Every frame from my move to the computer's.
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const times: number[] = [];
        const tick = (time: number): void => {
          const mine = document.querySelector("[data-ask]") !== null;
          if (!mine) times.push(time);
          if (mine && times.length > 0) done(times);
          else requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      }),
  );
  await playQuickly(page, 1, { tiles: (await tilesShown(page)) + 1 });
  const times = await frames;
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const worst = gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? Infinity;
  console.log(`${gaps.length} frames: ${(1000 / mean).toFixed(1)} a second, 95 % in ${worst} ms`);
  expect(gaps.length, "it thought for a while").toBeGreaterThan(20);
  expect(1000 / mean).toBeGreaterThan(55);
  await context.close();
  await server.stop();
  expect(wrong).toEqual([]);
});

const KINDS: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** A host that knows nothing but files; unknown paths show its 404.html. */
function plainHost(folder: string): Server {
  return createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://host").pathname);
    const wanted = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const found = existsSync(wanted) && statSync(wanted).isFile();
    const file = found ? wanted : join(folder, "404.html");
    response.statusCode = found ? 200 : 404;
    response.setHeader("content-type", KINDS[extname(file)] ?? "application/octet-stream");
    response.end(readFileSync(file));
  });
}

test("a plain host of files has the whole game", LONG, async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "trencavel-site-"));
  execFileSync(BINARY, ["web", "--out", folder], { stdio: "ignore" });
  const host = plainHost(folder);
  const port = await freePort();
  await new Promise<void>((done) => host.listen(port, "127.0.0.1", done));
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto("/");
  // Nobody else can be asked for a game.
  await expect(page.locator("[data-rival]")).toBeVisible();
  await expect(page.locator("[data-seek]")).toHaveCount(0);
  await page.locator("[data-rival]").click();
  await page.waitForURL(/\/t\/local-/);
  await playQuickly(page, 1, { tiles: 6 });
  // Also by a link into the page, which the host does not know.
  await page.reload();
  await called(page);
  expect(await tilesShown(page)).toBeGreaterThanOrEqual(6);
  await page.goto("/learn/base-1");
  await page.locator('[data-phase="goal"]').waitFor();
  await context.close();
  await new Promise((done) => host.close(done));
  rmSync(folder, { recursive: true });
  expect(wrong).toEqual([]);
});
