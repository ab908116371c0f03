// Boards inside other pages: a page of another origin frames them, and nothing else of ours.

import { createServer, type Server } from "node:http";
import { expect, test, type FrameLocator, type Page } from "@playwright/test";
import { LONG, person } from "./kit";
import { finishedTable, newTable } from "./played";
import { decide, dice, moment } from "./robot";
import { freePort, TestServer } from "./server";

let server: TestServer;
let other: Server;
let outside: string;
test.beforeAll(async () => {
  server = await TestServer.start();
  // Another host and another port: another site, to which no cookie of ours goes.
  const port = await freePort();
  other = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://other").searchParams.get("frame") ?? "";
    const src = `${server.url}${path}`.replace(/&/g, "&amp;");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>A page</title><iframe title="game" width=640 height=480 src="${src}"></iframe>`,
    );
  });
  await new Promise<void>((done) => other.listen(port, "127.0.0.1", done));
  outside = `http://127.0.0.1:${port}/`;
});
test.afterAll(async () => {
  await new Promise((done) => other.close(done));
  await server.stop();
});

async function framed(page: Page, path: string): Promise<FrameLocator> {
  await page.goto(`${outside}?frame=${encodeURIComponent(path)}`);
  return page.frameLocator("iframe");
}

test("a finished game: it starts at its end, can be played again, and has lines to copy", async ({
  browser,
}) => {
  const mine = await person(browser, server);
  const id = await finishedTable(mine.page);
  const { page, leave, wrong } = await person(browser, server);
  const board = await framed(page, `/embed/${id}`);
  const count = board.locator(".count");
  await expect(count).toHaveText(/^(\d+) of \1$/);
  const all = Number((await count.innerText()).split(" ").at(-1));
  await expect(board.locator(".seats li")).toHaveCount(2);
  // The controls are for whoever comes near.
  await expect(board.locator(".controls")).toHaveCSS("opacity", "0");
  await page.locator("iframe").hover();
  await expect(board.locator(".controls")).toHaveCSS("opacity", "1");
  await board.getByRole("button", { name: "One move back" }).click();
  await expect(count).toHaveText(`${all - 1} of ${all}`);
  await expect(board.getByRole("link", { name: "Open in Trencavel" })).toHaveAttribute(
    "href",
    `/replay/${id}#m=${all - 1}`,
  );
  await page.keyboard.press("End");
  await board.getByRole("button", { name: "Play" }).click();
  // From the start again; it may be further by the time one looks.
  await expect(count).toHaveText(/^([2-9]|[1-4]\d) of/);
  await board.getByRole("button", { name: "Pause" }).click();

  const french = await framed(page, `/embed/${id}?move=7&night=1&lang=fr`);
  await expect(french.locator(".count")).toHaveText(`7 sur ${all}`);
  await expect(french.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(french.locator("html")).toHaveAttribute("lang", "fr");
  await expect(french.getByRole("link", { name: "Ouvrir dans Trencavel" })).toBeAttached();
  const tiles = french.locator(".frame img");
  expect(await tiles.count()).toBeGreaterThan(5);

  // The lines to copy.
  await mine.page.goto(`/replay/${id}#m=5`);
  await mine.page.getByRole("button", { name: "Embed" }).click();
  const code = mine.page.getByLabel("Lines for the page");
  await expect(code).toHaveValue(new RegExp(`src="${server.url}/embed/${id}\\?lang=en"`));
  await mine.page.getByRole("switch", { name: "From the move that is shown now" }).check();
  await expect(code).toHaveValue(/\?move=5&amp;lang=en"/);
  await leave();
  await mine.leave();
  expect([...wrong, ...mine.wrong]).toEqual([]);
});

test("a game that is played goes on in the frame", LONG, async ({ browser }) => {
  const owner = await person(browser, server);
  const id = await newTable(owner.page, "level-1");
  const { page, leave, wrong } = await person(browser, server);
  const board = await framed(page, `/embed/${id}`);
  await expect(board.getByText("Live")).toBeVisible();
  const count = board.locator(".count");
  const shown = async (): Promise<number> => Number((await count.innerText()).split(" ")[0]);
  const roll = dice(3);
  for (let turn = 0; turn < 3; turn += 1) {
    await expect.poll(() => moment(owner.page)).toBe("mine");
    const before = await shown();
    await decide(owner.page, roll);
    // My move, and the computer's.
    await expect.poll(shown).toBeGreaterThanOrEqual(before + 2);
  }
  // Whoever looks back is left in peace.
  await page.locator("iframe").hover();
  await board.getByRole("button", { name: "One move back" }).click();
  const back = await shown();
  const label = await count.innerText();
  await expect.poll(() => moment(owner.page)).toBe("mine");
  await decide(owner.page, roll);
  await expect(count).not.toHaveText(label);
  expect(await shown()).toBe(back);
  await leave();
  await owner.leave();
  expect([...wrong, ...owner.wrong]).toEqual([]);
});

test("nothing else may be framed", async ({ browser }) => {
  const refused = /frame-ancestors|X-Frame-Options|Refused to display/i;
  const { page, leave, wrong } = await person(browser, server, { expected: refused });
  for (const path of [
    "/",
    "/new",
    "/t/abc",
    "/replay/abc",
    "/embed",
    "/api/docs",
    "/embedded/abc",
  ]) {
    const headers = (await page.request.get(path)).headers();
    expect(headers["x-frame-options"], path).toBe("DENY");
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    const inside = await framed(page, path);
    await expect(inside.locator("#app"), path).toHaveCount(0);
  }
  const open = (await page.request.get("/embed/abc")).headers();
  expect(open["x-frame-options"]).toBeUndefined();
  expect(open["content-security-policy"]).toContain("frame-ancestors *");
  await leave();
  expect(wrong).toEqual([]);
});

test("a table without players, and a table that is not there", async ({ browser }) => {
  const owner = await person(browser, server);
  const id = await newTable(owner.page, "link");
  const missing = /status of 404/;
  const { page, context, leave, wrong } = await person(browser, server, { expected: missing });
  const waiting = await framed(page, `/embed/${id}`);
  await expect(waiting.getByText("This table waits for its players.")).toBeVisible();
  const nothing = await framed(page, "/embed/nosuchtable");
  await expect(nothing.getByText("This link leads to no table")).toBeVisible();
  // The way out of the frame leads out of it: our pages are not to be framed by a click either.
  const [beside] = await Promise.all([
    context.waitForEvent("page"),
    nothing.getByRole("link", { name: "To the home page" }).click(),
  ]);
  await expect(beside).toHaveURL(`${server.url}/`);
  await expect(nothing.getByText("This link leads to no table")).toBeVisible();
  await leave();

  await owner.leave();
  expect([...wrong, ...owner.wrong]).toEqual([]);
});
