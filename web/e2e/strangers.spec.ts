// Strangers at a table: phrases that each reads in its own language, words of their own when both want
// to, blocks, reports, and the moderator who answers them.

import { expect, test, type Page } from "@playwright/test";
import { accessible } from "./accessible";
import { LONG, person, say, type Device, type Language, type Person } from "./kit";
import { newTable, post } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start(["--chat", "phrases"]);
});
test.afterAll(async () => server.stop());

const text = (key: string): string => say("en", key);
const PASSWORD = "a long enough sentence";

/** Where pictures to look at are put, if somebody wants to look. */
const LOOK = process.env["LOOK"];
async function look(page: Page, name: string): Promise<void> {
  if (LOOK !== undefined) await page.screenshot({ path: `${LOOK}/${name}.png`, fullPage: true });
}

const account = (page: Page, name: string): Promise<unknown> =>
  post(page, "/api/accounts", { name, password: PASSWORD });

const sound = (page: Page, place: string): Promise<void> => accessible(page, place, "serious");

async function talk(page: Page, language: Language = "en"): Promise<void> {
  await page.getByRole("tab", { name: say(language, "table.tab.chat") }).click();
}

/** Makes a table that strangers find; its path. */
async function listed(page: Page): Promise<string> {
  await newTable(page, "anyone");
  const path = new URL(page.url()).pathname;
  const status = await page.evaluate(
    async (id) =>
      (
        await fetch(`/api/tables/${id}/plan`, {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ visibility: "public" }),
        })
      ).status,
    path.split("/")[2],
  );
  expect(status).toBe(200);
  return path;
}

/** Two strangers at a public table: an English one, and a French one who sat down there. */
async function strangers(owner: Person, guest: Person, language: Language = "fr"): Promise<void> {
  const path = await listed(owner.page);
  await guest.page.goto(path);
  await guest.page.getByRole("button", { name: say(language, "room.sit") }).click();
  await owner.page.getByRole("button", { name: text("room.start") }).click();
  await Promise.all([talk(owner.page), talk(guest.page, language)]);
}

test(
  "phrases are read in the reader's language, on the board and in words, and words need both",
  LONG,
  async ({ browser }) => {
    const owner = await person(browser, server, {});
    const guest = await person(browser, server, { language: "fr" });
    await strangers(owner, guest);
    await expect(owner.page.getByLabel(text("table.chat.say"))).toHaveCount(0);
    await owner.page.getByRole("button", { name: "Good luck!" }).click();
    await expect(guest.page.locator(".chat ol li", { hasText: "Bonne chance" })).toBeVisible();
    await look(owner.page, "phrases-desk");
    await sound(owner.page, "phrases");

    // In the text view a phrase is typed, and read in the listener's language.
    const table = new URL(guest.page.url()).pathname;
    await guest.page.goto(`${table}/text`);
    const line = guest.page.getByRole("textbox", { name: say("fr", "reader.command") }).first();
    await line.fill("dire bien joué");
    await line.press("Enter");
    await expect(owner.page.locator(".chat ol li", { hasText: "Well played!" })).toBeVisible();
    await owner.page.getByRole("button", { name: "Thank you!" }).click();
    await expect(guest.page.locator(".chat ol li", { hasText: "Merci" })).toBeVisible();
    await guest.page.goto(table);
    await talk(guest.page, "fr");

    // One opens the chat; the other reads so, and opens it too.
    const asks = text("table.talk.open").split("{who}")[0] ?? "";
    await owner.page.getByRole("button", { name: asks }).click();
    await guest.page.getByRole("button", { name: /veut écrire librement/ }).click();
    const field = guest.page.getByLabel(say("fr", "table.chat.say"));
    await field.fill("On se connaît ?");
    await field.press("Enter");
    await expect(owner.page.getByText("On se connaît ?")).toBeVisible();
    await owner.page.getByLabel(text("table.chat.say")).fill("I think so");
    await owner.page.keyboard.press("Enter");
    await expect(guest.page.getByText("I think so")).toBeVisible();
    for (const { leave, wrong } of [owner, guest]) {
      await leave();
      expect(wrong).toEqual([]);
    }
  },
);

const LOOKS: [string, Device, { tag?: string }][] = [
  ["desk", {}, LONG],
  ["phone", { phone: true, dark: true }, {}],
];
for (const [name, device, lane] of LOOKS) {
  const title = `a line is reported, a moderator answers, its person reads why (${name})`;
  test(title, lane, async ({ browser }) => {
    const refused = /status of 4\d\d/;
    const owner = await person(browser, server, {});
    const guest = await person(browser, server, { ...device, expected: refused });
    const mona = await person(browser, server, { ...device, expected: refused });
    await account(owner.page, "Aude");
    await account(guest.page, "Bernat");
    await account(mona.page, "Mona");
    server.admin("role", "Mona", "moderator");
    await guest.page.goto(await listed(owner.page));
    await guest.page.getByRole("button", { name: text("room.sit") }).click();
    await guest.page.getByRole("button", { name: "Oops." }).click();
    await owner.page.getByRole("button", { name: text("room.start") }).click();
    await talk(owner.page);
    const said = owner.page.locator(".chat ol li", { hasText: "Oops." });
    await said.getByRole("button", { name: /follow, block, report/ }).click();
    const dialog = owner.page.getByRole("dialog");
    await dialog.getByLabel(text("people.report.words")).fill("rude");
    await look(owner.page, `report-${name}`);
    await sound(owner.page, "report");
    await dialog.getByRole("button", { name: text("people.report.send") }).click();
    await expect(owner.page.getByText(text("people.report.done"))).toBeVisible();

    await mona.page.goto("/admin");
    await mona.page.getByLabel(text("account.password"), { exact: true }).fill(PASSWORD);
    await mona.page.getByRole("button", { name: text("people.admin.enter") }).click();
    const report = mona.page.locator("li.card", { hasText: "Bernat" });
    await expect(report).toContainText("Oops.");
    await look(mona.page, `admin-${name}`);
    await sound(mona.page, "admin");
    await report.getByLabel(text("people.admin.deed")).selectOption("mute");
    await report.getByLabel(text("people.admin.reason")).fill("Please be kind.");
    await report.getByRole("button", { name: text("people.admin.act") }).click();
    await expect(mona.page.getByText(text("people.admin.noReports"))).toBeVisible();

    await guest.page.goto("/people");
    const told = guest.page.getByRole("region", { name: text("people.moderation") });
    await expect(told).toContainText("Please be kind.");
    await told.getByLabel(text("people.appeal")).fill("I only said oops.");
    await look(guest.page, `people-${name}`);
    await sound(guest.page, "people");
    await told.getByRole("button", { name: text("people.appeal.send") }).click();
    await expect(told).toContainText("I only said oops.");

    await mona.page.reload();
    await mona.page.getByText(text("people.admin.appeals").replace("{n}", "1")).click();
    const appeal = mona.page.locator("li.card", { hasText: "I only said oops." });
    await appeal.getByLabel(text("people.admin.reason")).fill("So it seems.");
    await appeal.getByRole("button", { name: text("people.admin.act") }).click();
    await expect(appeal).toHaveCount(0);
    await mona.page.getByText(text("people.admin.log"), { exact: true }).click();
    await expect(mona.page.locator("li.card")).toHaveCount(3);
    await look(mona.page, `log-${name}`);
    await sound(mona.page, "log");
    await mona.page.getByText(text("people.admin.people"), { exact: true }).click();
    await mona.page.getByRole("button", { name: "Bernat" }).click();
    await expect(mona.page.getByRole("heading", { name: /Bernat/ })).toBeVisible();
    await look(mona.page, `person-${name}`);
    await sound(mona.page, "person");
    for (const { leave } of [owner, guest, mona]) await leave();
  });
}

test(
  "an administrator announces something, everybody reads it in its language until it ends",
  LONG,
  async ({ browser }) => {
    const expected = /status of 4\d\d/;
    const rosa = await person(browser, server, { expected });
    const guest = await person(browser, server, { phone: true, dark: true, language: "fr" });
    await account(rosa.page, "Rosa");
    server.admin("role", "Rosa", "admin");
    await guest.page.goto("/rules");
    await expect(guest.page.locator("[data-announced]")).toHaveCount(0);
    await rosa.page.goto("/admin");
    await rosa.page.getByLabel(text("account.password"), { exact: true }).fill(PASSWORD);
    await rosa.page.getByRole("button", { name: text("people.admin.enter") }).click();
    // What waits to be told is seen with the settings.
    await rosa.page.getByText(text("people.admin.settings"), { exact: true }).click();
    await expect(rosa.page.locator("[data-outbox]")).toContainText("Nothing waits to be told.");
    await rosa.page.getByText(text("people.admin.announce"), { exact: true }).click();
    await rosa.page.getByLabel(text("people.admin.announce.en")).fill("A pause at noon.");
    await rosa.page.getByLabel(text("people.admin.announce.fr")).fill("Pause à midi.");
    await rosa.page.getByRole("button", { name: text("people.admin.announce.do") }).click();
    const made = rosa.page.locator("li.card", { hasText: "Pause à midi." });
    await expect(made).toBeVisible();
    await look(rosa.page, "announce-desk");
    await sound(rosa.page, "announcements");

    await guest.page.goto("/");
    const banner = guest.page.getByRole("region", { name: say("fr", "common.announced") });
    await expect(banner).toHaveText(/Pause à midi\./);
    await look(guest.page, "announced-phone");
    await sound(guest.page, "announced");
    // Whoever closes it has read it.
    await banner.getByRole("button", { name: say("fr", "common.close") }).click();
    await expect(banner).toHaveCount(0);
    await guest.page.reload();
    await expect(guest.page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(banner).toHaveCount(0);

    await rosa.page.goto("/rules");
    const hers = rosa.page.getByRole("region", { name: text("common.announced") });
    await expect(hers).toHaveText(/A pause at noon\./);
    await look(rosa.page, "announced-desk");
    await rosa.page.goto("/admin");
    await rosa.page.getByText(text("people.admin.announce"), { exact: true }).click();
    await made.getByRole("button", { name: text("people.admin.announce.end") }).click();
    await expect(made).toHaveCount(0);
    await rosa.page.getByText(text("people.admin.log"), { exact: true }).click();
    await expect(rosa.page.locator("li.card").first()).toContainText(text("people.deed.withdraw"));
    await rosa.page.goto("/rules");
    await expect(rosa.page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(hers).toHaveCount(0);
    for (const { leave } of [rosa, guest]) await leave();
  },
);

test(
  "somebody is challenged by name, accepts, and both are at the table",
  LONG,
  async ({ browser }) => {
    const aude = await person(browser, server, {});
    const bernat = await person(browser, server, { phone: true });
    await account(aude.page, "Clara");
    await account(bernat.page, "Denis");
    await Promise.all([aude.page.goto("/people"), bernat.page.goto("/rules")]);
    // Wherever one is, a challenge is heard at once.
    await expect(bernat.page.locator("[data-bell]")).toBeVisible();
    await aude.page.getByLabel(text("people.challenge.rival")).fill("Denis");
    await aude.page.getByLabel(text("people.challenge.rate")).check();
    await aude.page.getByRole("button", { name: text("people.challenge"), exact: true }).click();
    await expect(aude.page.getByText(text("people.challenge.waits"))).toBeVisible();
    const called = bernat.page.getByRole("button", { name: text("inbox.look"), exact: true });
    await expect(called).toBeVisible({ timeout: 10_000 });
    await look(bernat.page, "challenged-phone");
    await called.click();
    const accept = bernat.page.getByRole("button", { name: text("people.challenge.accept") });
    await expect(accept).toBeVisible();
    const asked = bernat.page.getByRole("listitem").filter({ hasText: "Clara" });
    await expect(asked).toContainText(text("people.challenge.rated"));
    await bernat.page.goto("/notices");
    await bernat.page.getByRole("link", { name: "Clara challenges you" }).click();
    await expect(accept).toBeVisible();
    await look(bernat.page, "challenge-phone");
    await sound(bernat.page, "challenge");
    await accept.click();
    await expect(bernat.page).toHaveURL(/\/t\//);
    await expect(aude.page).toHaveURL(/\/t\//);
    for (const { leave } of [aude, bernat]) await leave();
  },
);

test("whoever is shut out reads why, and answers", async ({ browser }) => {
  const bernat = await person(browser, server, { expected: /status of 4\d\d/ });
  await account(bernat.page, "Eudes");
  server.admin("ban", "Eudes", "--reason", "Enough for now.");
  await bernat.page.goto("/account");
  const entry = bernat.page.getByRole("region", { name: text("account.entry") });
  await entry.getByText(text("common.login")).first().click();
  await entry.getByLabel(text("account.name")).fill("Eudes");
  await entry.getByLabel(text("account.password"), { exact: true }).fill(PASSWORD);
  await entry.getByRole("button", { name: text("common.login") }).click();
  await expect(entry).toContainText("Enough for now.");
  await entry.getByLabel(text("people.appeal")).fill("I am sorry.");
  await look(bernat.page, "banned");
  await entry.getByRole("button", { name: text("people.appeal.send") }).click();
  await expect(entry).toContainText("I am sorry.");
  expect(server.admin("log")).toContain("Enough for now.");
  await bernat.leave();
});

test(
  "a program has an account, a token shown once, and is listed while it is here",
  LONG,
  async ({ browser }) => {
    const aude = await person(browser, server, {});
    await account(aude.page, "Flor");
    await aude.page.goto("/bots");
    const mine = aude.page.getByRole("region", { name: text("people.bots.mine") });
    await mine.getByLabel(text("people.bots.name")).fill("Owl");
    await mine.getByRole("button", { name: text("people.bots.make") }).click();
    await expect(mine.getByText("Owl BOT").first()).toBeVisible();
    const token = (await mine.locator("code").first().textContent()) ?? "";
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const offered = await fetch(`${server.url}/api/me/offer`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ families: ["country"], live: true, games: 2 }),
    });
    expect(offered.status).toBe(204);
    await aude.page.reload();
    const here = aude.page.getByRole("region", { name: text("people.bots.here") });
    await expect(here).toContainText("Owl BOT");
    await look(aude.page, "bots");
    await sound(aude.page, "bots");
    // Its name leads to its page, the link beside it to a challenge.
    await here.getByRole("link", { name: /\S Owl BOT/ }).click();
    await expect(aude.page.getByLabel(text("people.challenge.rival"))).toHaveValue("Owl BOT");
    await aude.leave();
  },
);

test(
  "whoever is blocked does not sit down, and nobody without a role sees the office",
  LONG,
  async ({ browser }) => {
    const expected = /status of 4\d\d/;
    const aude = await person(browser, server, { expected });
    const bernat = await person(browser, server, { expected });
    await account(aude.page, "Guida");
    await account(bernat.page, "Hug");
    await aude.page.goto("/people");
    await aude.page.getByLabel(text("people.find")).fill("Hug");
    await aude.page.getByRole("button", { name: text("people.find.do") }).click();
    const dialog = aude.page.getByRole("dialog");
    await dialog.getByRole("button", { name: text("people.block") }).click();
    await expect(dialog.getByRole("button", { name: text("people.unblock") })).toBeVisible();
    await look(aude.page, "person-dialog");
    await sound(aude.page, "dialog");
    await aude.page.keyboard.press("Escape");
    await expect(aude.page.getByText(text("people.tie.block"))).toBeVisible();
    await newTable(aude.page, "anyone");
    await bernat.page.goto(new URL(aude.page.url()).pathname);
    await bernat.page.getByRole("button", { name: text("room.sit") }).click();
    await expect(bernat.page.getByText(text("errors.blocked"))).toBeVisible();
    await bernat.page.goto("/admin");
    await expect(
      bernat.page.getByRole("heading", { name: text("errors.lost.title") }),
    ).toBeVisible();
    for (const { leave } of [aude, bernat]) await leave();
  },
);
