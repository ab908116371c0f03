// "Play now": two strangers find each other, sit down by themselves and play; and what is told while
// nobody comes.

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { accessible } from "./accessible";
import { LONG, person, say, type Device } from "./kit";
import { TestServer } from "./server";

let server: TestServer;
test.afterEach(async () => server.stop());

const seek = (page: Page): Promise<void> => page.locator("[data-seek]").click();

test("two strangers: from the click to the first tile", async ({ browser }) => {
  server = await TestServer.start();
  const ada = await person(browser, server);
  const bob = await person(browser, server, { language: "fr", phone: true });
  await Promise.all([ada.page.goto("/"), bob.page.goto("/")]);
  await Promise.all([ada, bob].map(({ page }) => page.locator("[data-seek]").waitFor()));
  const begun = Date.now();
  await Promise.all([seek(ada.page), seek(bob.page)]);
  const board = (page: Page): Promise<void> =>
    page.locator("section [role=group]").first().waitFor();
  await Promise.all([board(ada.page), board(bob.page)]);
  // One of both may lay the first tile.
  await expect
    .poll(async () => {
      const cells = [ada, bob].map(({ page }) => page.locator("[data-cell]").count());
      return (await Promise.all(cells)).some((n) => n > 0);
    })
    .toBe(true);
  const took = Date.now() - begun;
  console.log(`from the click to the first tile: ${(took / 1000).toFixed(1)} s`);
  expect(took).toBeLessThan(8000);
  expect(new URL(ada.page.url()).pathname).toBe(new URL(bob.page.url()).pathname);
  for (const { page, leave, wrong } of [ada, bob]) {
    await expect(page.locator(".seek")).toHaveCount(0);
    await leave();
    expect(wrong).toEqual([]);
  }
});

const LOOKS: [string, Device, { tag?: string }][] = [
  ["desk", {}, LONG],
  ["phone, dark, French", { phone: true, dark: true, language: "fr" }, LONG],
];

for (const [name, look, lane] of LOOKS) {
  const title = `waiting, ${name}: pools by keyboard, computers meanwhile, a rival calls`;
  test(title, lane, async ({ browser }) => {
    server = await TestServer.start();
    const language = look.language ?? "en";
    const { page, leave, wrong } = await person(browser, server, look);
    const shot = (what: string): Promise<Buffer> =>
      page.screenshot({ path: `test-results/pairing/${name.replace(/\W+/g, "-")}-${what}.png` });
    await page.goto("/");
    await page.locator("[data-seek]").focus();
    await page.keyboard.press("Enter");
    const card = page.locator(".seek");
    await expect(card).toContainText(say(language, "seek.waiting"));
    await expect(card).toContainText(say(language, "seek.pool.duel"));
    await accessible(page, "waiting");
    await shot("waiting");

    // Another game as well: by the keyboard alone.
    await page.locator("[data-pools]").focus();
    await page.keyboard.press("Enter");
    const sheet = page.locator("[data-dialog=pools]");
    // Eight pools, and whether programs will do.
    await expect(sheet.getByRole("checkbox")).toHaveCount(9);
    await accessible(page, "the sheet");
    await shot("sheet");
    await sheet.getByRole("checkbox", { name: say(language, "seek.pool.city") }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(sheet).toHaveCount(0);
    await expect(card).toContainText(say(language, "seek.pool.city"));

    // Nobody comes: computers are offered, and the search goes on at their table.
    await expect(page.locator("[data-near]")).toHaveCount(3, { timeout: 25_000 });
    await accessible(page, "computers");
    await shot("computers");
    await page.locator("[data-near]").first().click();
    await page.waitForURL(/\/t\/\w+/);
    await page.locator("section [role=group]").first().waitFor();
    await expect(card).toBeVisible();
    await shot("meanwhile");
    const game = new URL(page.url()).pathname;

    const rival = await person(browser, server, {});
    await rival.page.goto("/");
    await seek(rival.page);
    await expect(card).toContainText(say(language, "seek.found.go"), { timeout: 20_000 });
    await expect(page.locator("[data-go]")).toBeFocused();
    await accessible(page, "a rival is here");
    await shot("found");
    await page.locator("[data-go]").click();
    await expect(page).not.toHaveURL(game);
    await page.locator("section [role=group]").first().waitFor();
    await rival.page.locator("section [role=group]").first().waitFor();
    await expect(page.locator(".seek")).toHaveCount(0);
    await leave();
    await rival.leave();
    expect([...wrong, ...rival.wrong]).toEqual([]);
  });
}

test(
  "a rival who does not come costs a moment, and the search goes on",
  LONG,
  async ({ browser }) => {
    const file = join(tmpdir(), `trencavel-pools-${process.pid}.toml`);
    writeFileSync(
      file,
      '[[pool]]\nname = "duel"\nseats = 2\nclock = [5, 10]\nwithin = 3\nusual = true\n',
    );
    server = await TestServer.start(["--pools", file]);
    const { page, leave, wrong } = await person(browser, server);
    const absent = await person(browser, server);
    await page.goto("/");
    await absent.page.goto("/");
    // It seeks and does nothing else: a page that hears of its rival and never goes there.
    await absent.page.evaluate(async () => {
      await fetch("/api/guest", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Nobody" }),
      });
      const socket = new WebSocket(`ws://${location.host}/api/me/socket`);
      await new Promise((done) => socket.addEventListener("open", done));
      socket.send(JSON.stringify({ t: "seek", pools: ["duel"] }));
    });
    await seek(page);
    await page.locator("[data-meeting=open]").waitFor({ timeout: 15_000 });
    await expect(page.locator("[data-not-play]")).toBeVisible();
    await page.screenshot({ path: "test-results/pairing/meeting.png" });
    await expect(page.locator(".seek")).toContainText(say("en", "seek.again"), { timeout: 15_000 });
    await expect(page).toHaveURL(/\/$/);
    await page.locator("[data-stop]").click();
    await expect(page.locator(".seek")).toHaveCount(0);
    await leave();
    await absent.leave();
    expect(wrong).toEqual([]);
  },
);
