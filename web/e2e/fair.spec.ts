// Draws that can be checked: sealed numbers of two pages, a page that goes away, and the page's own
// check when the game is over.

import { expect, test, type Page } from "@playwright/test";
import type { Past } from "../src/wire";
import { LONG, makeTable, person } from "./kit";
import { newTable } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start(["--reveal-seconds", "2"]);
});
test.afterAll(async () => server.stop());

const tableOf = (page: Page): string => /\/t\/(\w+)/.exec(page.url())?.[1] ?? "";

function look(page: Page): Promise<Past> {
  return page.evaluate(
    async (id) => (await (await fetch(`/api/tables/${id}`)).json()) as Past,
    tableOf(page),
  );
}

/** Gives up over a socket of its own: quicker than playing to the end. */
async function giveUp(page: Page): Promise<void> {
  const [seat = 0] = (await look(page)).you.seats;
  await page.evaluate(
    ([id, mine]) =>
      new Promise<void>((done) => {
        const socket = new WebSocket(`/api/tables/${id}/socket`);
        socket.onmessage = () => {
          socket.send(JSON.stringify({ t: "resign", seat: mine }));
          socket.close();
          done();
        };
      }),
    [tableOf(page), seat] as const,
  );
}

async function invited(owner: Page, guest: Page): Promise<void> {
  await newTable(owner, "link");
  await guest.goto(await owner.getByLabel("Link to this table").inputValue());
  await guest.getByRole("button", { name: "Take a seat" }).click();
  await guest.getByText("Everybody is here").waitFor();
}

/** Every step of the page's own check, and what it found. */
async function checked(page: Page): Promise<string[]> {
  const fair = page.locator("[data-fair]");
  await fair.getByRole("button").first().click();
  await fair.locator("[role=status].ban").waitFor();
  return fair
    .locator("[data-step]")
    .evaluateAll((all) =>
      all.map((one) => `${one.getAttribute("data-step")} ${one.getAttribute("data-holds")}`),
    );
}

const ALL = ["kept", "listed", "seed", "mine", "values", "order", "played", "bag", "draws"];

test("two pages seal their numbers, one is loaded anew, and both check the game", async ({
  browser,
}) => {
  const owner = await person(browser, server);
  const guest = await person(browser, server);
  await invited(owner.page, guest.page);
  await expect
    .poll(async () => (await look(owner.page)).table.draws.shares)
    .toEqual(["sealed", "sealed"]);
  await owner.page.getByText("Fair draws").click();
  await expect(owner.page.locator("[data-listed=true]")).toBeVisible();
  const before = await look(owner.page);
  expect(before.table.draws.values).toEqual(["", ""]);
  await guest.page.reload();
  await guest.page.getByText("Everybody is here").waitFor();
  await owner.page.getByRole("button", { name: "Start the game" }).click();
  for (const { page } of [owner, guest]) await page.locator(".stage").first().waitFor();
  const begun = await look(owner.page);
  expect(begun.table.status.kind).toBe("playing");
  expect(begun.table.draws.hashes).toEqual(before.table.draws.hashes);
  await giveUp(guest.page);
  for (const { page } of [owner, guest]) {
    await page.locator("[data-over]").waitFor();
    expect(await checked(page)).toEqual(ALL.map((name) => `${name} yes`));
  }
  await owner.leave();
  await guest.leave();
});

test("who does not show a number is stood up, and the others go on", LONG, async ({ browser }) => {
  const owner = await person(browser, server);
  const guest = await person(browser, server);
  await invited(owner.page, guest.page);
  await expect
    .poll(async () => (await look(owner.page)).table.draws.shares)
    .toEqual(["sealed", "sealed"]);
  await guest.page.goto("about:blank");
  await owner.page.getByRole("button", { name: "Start the game" }).click();
  await owner.page.locator("[data-revealing]").waitFor();
  await expect(owner.page.getByText("a new round begins")).toBeVisible();
  const after = await look(owner.page);
  expect(after.table.draws.round).toBe(2);
  expect(after.you.seats).toEqual([0]);
  await expect.poll(async () => (await look(owner.page)).table.draws.shares[0]).toBe("sealed");
  await owner.leave();
  await guest.leave();
});

test("against the computer my number comes last, on my own seat", LONG, async ({ browser }) => {
  const alone = await person(browser, server);
  await makeTable(alone.page, { others: ["computer:level-1"] });
  await alone.page.locator(".stage").first().waitFor();
  const { draws } = (await look(alone.page)).table;
  expect([...draws.shares].sort()).toEqual(["computer", "open"]);
  await giveUp(alone.page);
  await alone.page.locator("[data-over]").waitFor();
  expect(await checked(alone.page)).toEqual(ALL.map((name) => `${name} yes`));
  await expect(alone.page.locator("[data-verdict=good]")).toBeVisible();
  // A server that does not explain its draws is not called fair.
  await alone.page.route("**/draws", (route) => route.fulfill({ status: 500, json: {} }));
  await alone.page.locator("[data-fair]").getByRole("button").first().click();
  await expect(alone.page.locator("[data-verdict=partly]")).toBeVisible();
  await alone.leave();
});
