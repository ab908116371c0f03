// Without a network the page still opens, in both languages: the service worker keeps what it needs.

import { expect, test } from "@playwright/test";
import { person, say } from "./kit";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

test("the first page opens without a network, and changes its language", async ({ browser }) => {
  // What cannot be fetched is told by the browser itself.
  const expected = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;
  const { page, context, wrong } = await person(browser, server, { expected, kept: true });
  await page.goto("/");
  const kept = (): Promise<number> =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return 0;
      const shell = (await caches.keys()).find((name) => name.startsWith("shell-")) ?? "";
      const files = await (await caches.open(shell)).keys();
      return files.filter(({ url }) => /\/assets\/(en|fr)-[^/]+\.json$/.test(url)).length;
    });
  await expect.poll(kept).toBe(2);
  await context.setOffline(true);
  await page.reload();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(say("en", "home.title"));
  await page.locator("button[lang=fr]").click();
  await expect(title).toHaveText(say("fr", "home.title"));
  await context.close();
  expect(wrong).toEqual([]);
});
