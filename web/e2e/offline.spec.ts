// Without a network the page still opens, in both languages: the service worker keeps what it needs.

import { expect, test } from "@playwright/test";
import { LONG, person, say } from "./kit";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

// With the engine: airplane.spec.ts.
test(
  "the first page of a browser without an engine opens without a network",
  LONG,
  async ({ browser }) => {
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
  },
);
