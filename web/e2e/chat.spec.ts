// Who hears whom: watchers among themselves, players after the game, each mutes whom they like,
// and the owner switches it off. Then the rematch, whose seats are kept until the owner opens them.

import { expect, test, type Page } from "@playwright/test";
import { person, say } from "./kit";
import { newTable } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const text = (key: string): string => say("en", key);

async function talk(page: Page): Promise<void> {
  await page.getByRole("tab", { name: text("table.tab.chat") }).click();
}

test("watchers are heard after the game, and a rematch keeps the seats until its owner opens one", async ({
  browser,
}) => {
  const owner = await person(browser, server);
  const guest = await person(browser, server);
  const watcher = await person(browser, server, {
    expected: /Failed to load resource: the server responded with a status of 403/,
  });
  await newTable(owner.page, "link");
  const link = await owner.page.getByLabel(text("room.invite.link")).inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole("button", { name: text("room.sit") }).click();
  await owner.page.getByRole("button", { name: text("room.start") }).click();
  await Promise.all([talk(owner.page), talk(guest.page)]);
  await watcher.page.goto(link);
  await talk(watcher.page);

  // What a watcher says, the players do not read; what a player says, everybody does.
  await watcher.page.getByLabel(text("table.chat.say.watchers")).fill("Lay it in the north!");
  await watcher.page.keyboard.press("Enter");
  await expect(watcher.page.getByText("Lay it in the north!")).toBeVisible();
  await guest.page.getByLabel(text("table.chat.say")).fill("Good luck");
  await guest.page.keyboard.press("Enter");
  for (const { page } of [owner, guest, watcher]) {
    await expect(page.getByText("Good luck")).toBeVisible();
  }
  await expect(owner.page.getByText("Lay it in the north!")).toHaveCount(0);
  await expect(guest.page.getByText("Lay it in the north!")).toHaveCount(0);

  // The owner switches the watchers' chat off, and on again.
  await owner.page.getByRole("button", { name: text("table.chat.switch.off") }).click();
  await expect(watcher.page.getByText(text("table.chat.silent"))).toBeVisible();
  await owner.page.getByRole("button", { name: text("table.chat.switch.on") }).click();
  await expect(watcher.page.getByLabel(text("table.chat.say.watchers"))).toBeVisible();

  // The game ends: now the players read it, each as long as they like.
  await guest.page.getByRole("button", { name: text("table.menu") }).click();
  await guest.page.getByRole("button", { name: text("table.resign") }).click();
  await guest.page.getByRole("button", { name: text("table.resign") }).click();
  await expect(owner.page.locator("[data-over]")).toBeVisible();
  const heard = owner.page.getByText("Lay it in the north!");
  await talkAfter(owner.page);
  await expect(heard).toBeVisible();
  await owner.page.getByRole("button", { name: text("table.chat.mute.watchers") }).click();
  await expect(heard).toHaveCount(0);
  await expect(owner.page.getByText("Good luck")).toBeVisible();
  await owner.page.getByRole("button", { name: text("table.chat.hear.watchers") }).click();
  await expect(heard).toBeVisible();
  const line = owner.page.locator("li", { hasText: "Lay it in the north!" });
  await line.getByRole("button", { name: text("table.chat.mute").split(" ")[0] }).click();
  await expect(heard).toHaveCount(0);
  await owner.page.getByRole("button", { name: text("table.chat.unmute") }).click();
  await expect(heard).toBeVisible();

  // The rematch, from the final scores, which a page that is loaded anew shows.
  await owner.page.reload();
  const before = owner.page.url();
  await owner.page.getByRole("button", { name: text("table.over.rematch") }).click();
  await owner.page.waitForURL((url) => url.href !== before);

  // Not for a stranger, even with the link …
  const again = await owner.page.getByLabel(text("room.invite.link")).inputValue();
  await watcher.page.goto(again);
  await expect(watcher.page.getByText(/kept for .+, who played before/)).toBeVisible();
  await expect(watcher.page.getByRole("button", { name: text("room.sit") })).toHaveCount(0);
  // … until the owner opens the seat.
  await owner.page.getByRole("button", { name: text("room.seat.open") }).click();
  await watcher.page.getByRole("button", { name: text("room.sit") }).click();
  await owner.page.getByRole("button", { name: text("room.start") }).click();
  await expect(
    watcher.page.locator("[data-ask], [data-wait], section [role=group]").first(),
  ).toBeVisible();

  for (const { leave, wrong } of [owner, guest, watcher]) {
    await leave();
    expect(wrong).toEqual([]);
  }
});

/** The panel is behind the final scores: they are put away first. */
async function talkAfter(page: Page): Promise<void> {
  await page.getByRole("button", { name: text("table.over.board") }).click();
  await talk(page);
}
