// What goes wrong is said kindly, in the language of the page, and changes nothing.

import { expect, test, type Route } from "@playwright/test";
import { languages, person, say } from "./kit";
import { newTable } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

// The browser itself tells of every refused request, and of every refused socket.
const expected = /status of 4\d\d|WebSocket connection/;

for (const [language, lane] of languages("fr")) {
  test(`links that lead nowhere (${language})`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { language, expected });
    await page.goto("/t/no-such-table");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say(language, "errors.wrong-link"),
    );
    await expect(page.getByText(say(language, "errors.wrong-link.text"))).toBeVisible();
    await page.goto("/no/such/page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say(language, "errors.lost.title"),
    );
    await page.goto("/replay/no-such-game");
    await expect(page.getByText(say(language, "errors.not-found"))).toBeVisible();

    // What somebody pastes to join.
    await page.goto("/");
    const box = page.getByLabel(say(language, "home.invite"));
    const join = page.locator("form:has(#invite) button");
    await box.fill("https://example.org/t/abcdefgh");
    await join.click();
    await expect(page.getByText(say(language, "home.invite.elsewhere"))).toBeVisible();
    await box.fill("?? ??");
    await join.click();
    const hint = say(language, "home.invite.unreadable").replace("{origin}", server.url);
    await expect(page.getByText(hint)).toBeVisible();
    await leave();
    expect(wrong).toEqual([]);
  });

  test(`a table without a free seat (${language})`, lane, async ({ browser }) => {
    const owner = await person(browser, server);
    await newTable(owner.page, "link");
    const link = await owner.page.getByLabel("Link to this table").inputValue();
    const late = await person(browser, server, { language, expected });
    await late.page.goto(link);
    const sit = late.page.getByRole("button", { name: say(language, "room.sit") });
    await expect(sit).toBeVisible();

    // Somebody takes the seat in the very moment in which it is shown as free.
    const meanwhile = async (route: Route): Promise<void> => {
      const quick = await person(browser, server);
      await quick.page.goto(link);
      await quick.page.getByRole("button", { name: "Take a seat" }).click();
      await expect(quick.page.getByText("Everybody is here.")).toBeVisible();
      await quick.leave();
      await route.continue();
    };
    await late.page.route("**/seats/*", meanwhile, { times: 1 });
    await sit.click();
    await expect(late.page.getByText(say(language, "errors.seat-taken"))).toBeVisible();
    await expect(late.page.getByText(say(language, "room.full"))).toBeVisible();
    await owner.leave();
    await late.leave();
    expect(late.wrong).toEqual([]);
  });

  test(`names that cannot be (${language})`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { language, expected });
    await page.goto("/account");
    const name = page.locator("#guest-name");
    const use = page.locator("form:has(#guest-name) button[type=submit]");
    for (const bad of ["a\u0007b", "\u202Eabc", "\u200B"]) {
      await name.fill(bad);
      await use.click();
      await expect(page.getByText(say(language, "errors.name")).first()).toBeVisible();
      await page.reload();
    }
    await name.fill("Aliénor");
    await use.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aliénor");
    await leave();
    expect(wrong).toEqual([]);
  });
}
