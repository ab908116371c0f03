// The waiting room, seen by somebody else: whatever one changes there, the others see at once.

import { expect, test } from "@playwright/test";
import { makeTable, person, say } from "./kit";
import { called } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("a seat for the computer, other rules and other colours reach the second browser", async ({
  browser,
}) => {
  const owner = await person(browser, server);
  const guest = await person(browser, server, { language: "fr" });
  await makeTable(owner.page, { others: ["link", "link"] });
  const link = await owner.page.getByLabel(say("en", "room.invite.link")).inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole("button", { name: say("fr", "room.sit") }).click();
  const seat = (page: typeof owner.page, n: number) =>
    page.locator("section[aria-labelledby=seats] li").nth(n);
  await expect(seat(guest.page, 1)).toContainText(say("fr", "common.you"));

  // Only whoever made the table gives seats away, and changes what is played.
  await expect(guest.page.locator("[data-seat-for]")).toHaveCount(0);
  await expect(guest.page.locator("[data-plan]")).toHaveCount(0);
  await expect(seat(guest.page, 2)).toContainText(say("fr", "room.seat.link"));
  await owner.page.locator('[data-seat-for="2"]').selectOption("computer:level-1");
  const name = seat(owner.page, 2).locator("b");
  await expect(name).not.toHaveText(say("en", "common.nobody"));
  await expect(seat(guest.page, 2).locator("b")).toHaveText(await name.innerText());
  await expect(seat(guest.page, 2)).not.toContainText(say("fr", "room.seat.link"));

  const facts = guest.page.locator("section[aria-labelledby=facts] dl");
  await expect(facts).toContainText(say("fr", "common.aids.standard"));
  await owner.page.locator("[data-plan]").click();
  const sheet = owner.page.locator("dialog[data-dialog=plan]");
  await sheet.getByText(say("en", "common.aids.purist"), { exact: true }).click();
  await sheet.getByRole("switch", { name: say("en", "create.expansion.river") }).check();
  await sheet.locator("[data-change]").click();
  await expect(sheet).toHaveCount(0);
  await expect(facts).toContainText(say("fr", "common.aids.purist"));
  await expect(guest.page.locator("#main .head")).toContainText(
    say("fr", "create.expansion.river"),
  );

  // My colour is mine to choose, and the computer's is the owner's.
  const emblem = (page: typeof owner.page, n: number) => seat(page, n).locator("img").first();
  for (const { by, other, n, colour } of [
    { by: guest.page, other: owner.page, n: 1, colour: 3 },
    { by: owner.page, other: guest.page, n: 2, colour: 5 },
  ]) {
    const before = await emblem(other, n).getAttribute("src");
    await expect(other.locator(`[data-paint="${n}"]`)).toHaveCount(0);
    await by.locator(`[data-paint="${n}"]`).click();
    await by.locator(`[data-colour="${colour}"]`).click();
    // Whoever chose may hear of it later than the other.
    for (const page of [by, other]) {
      await expect(emblem(page, n)).not.toHaveAttribute("src", before ?? "");
    }
    const chosen = await emblem(by, n).getAttribute("src");
    await expect(emblem(other, n)).toHaveAttribute("src", chosen ?? "");
  }

  await owner.page.getByRole("button", { name: say("en", "room.start") }).click();
  await expect(guest.page.locator("[data-seat]")).toHaveCount(3);
  await Promise.race([called(owner.page), called(guest.page)]);
  for (const { leave, wrong } of [owner, guest]) {
    await leave();
    expect(wrong).toEqual([]);
  }
});
