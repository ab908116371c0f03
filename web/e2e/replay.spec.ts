// Looking at games again: by keys, by the graph, by a link, from a record.

import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { giveUp, LONG, person, say, type Language } from "./kit";
import { finishedTable, tableFrom, wholeRecord, withoutLast } from "./played";
import { called } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
let record: string;
test.beforeAll(async () => {
  server = await TestServer.start();
  record = wholeRecord();
});
test.afterAll(async () => server.stop());

const count = (page: Page): Promise<string> => page.locator(".count").innerText();

test("a finished game: keys, buttons, the graph, a link to a move", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  const id = await finishedTable(page);
  await page.getByRole("link", { name: "Replay" }).click();
  await expect(page).toHaveURL(new RegExp(`/replay/${id}$`));
  await expect(page.locator(".count")).toHaveText(/^0 of \d+$/);
  const all = Number((await count(page)).split(" ").at(-1));
  expect(all).toBeGreaterThan(60);
  // The first moment is the table before anybody drew.
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".count")).toHaveText(`1 of ${all}`);
  await page.keyboard.press("End");
  await expect(page.locator(".count")).toHaveText(`${all} of ${all}`);
  await expect(page.getByRole("button", { name: "Next move" })).toBeDisabled();
  const back = page.getByRole("button", { name: "One move back" });
  await back.click();
  await expect(page).toHaveURL(new RegExp(`#m=(${all - 1}|${all}|${all + 1})$`));
  await page.keyboard.press("Home");
  // The button that was pressed has nothing more to do, and keeps the focus all the same.
  await expect(back).toBeDisabled();
  await expect(back).toBeFocused();

  // It plays by itself, and stops.
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
  // The second move or a later one: nobody looks at every moment.
  await expect(page.locator(".count")).toHaveText(/^([2-9]|\d\d) of/);
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeFocused();

  // The lines of the points can be pressed anywhere.
  const graph = await page.locator(".points svg").first().boundingBox();
  expect(graph).not.toBeNull();
  if (graph) await page.mouse.click(graph.x + graph.width / 2, graph.y + graph.height / 2);
  const middle = Number((await count(page)).split(" ")[0]);
  expect(Math.abs(middle - all / 2)).toBeLessThan(all / 6);
  // So can the slider of those who cannot see them.
  await page.getByRole("slider", { name: "Move" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".count")).toHaveText(`${middle + 1} of ${all}`);

  await page.goto("about:blank");
  await page.goto(`/replay/${id}#m=30`);
  // An address counts moments; what is read counts turns as the record does, alike everywhere.
  await expect(page.locator(".count")).toHaveText(`29 of ${all}`);
  await expect(page.locator('[aria-current="step"]')).toContainText("29");
  await leave();
  expect(wrong).toEqual([]);
});

/** The button that saves the game as a film does. */
async function savedAsAnimation(page: Page, id: string): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    page.getByRole("button", { name: "Save as animation" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`trencavel-${id}.gif`);
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(0, 6).toString()).toBe("GIF89a");
  expect(bytes.length).toBeGreaterThan(20_000);
  expect(bytes.length).toBeLessThan(2_000_000);
}

test(
  "a finished game is saved as an animation, at its end and in its replay",
  LONG,
  async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server);
    // A dozen turns are soon drawn.
    const id = await tableFrom(page, withoutLast(record, 60));
    await page.goto(`/t/${id}`);
    await called(page);
    await giveUp(page);
    await savedAsAnimation(page, id);
    await page.goto(`/replay/${id}`);
    await savedAsAnimation(page, id);
    await leave();
    expect(wrong).toEqual([]);
  },
);

/** A broken record is answered with a sentence and its line. */
async function broken(page: Page, language: Language): Promise<void> {
  await page.goto("/replay");
  const lines = record.trimEnd().split("\n");
  const at = lines.length - 3;
  lines[at] = "nonsense";
  await page.locator("#record").fill(lines.join("\n"));
  await page.getByRole("button", { name: say(language, "replay.open") }).click();
  const sentence = say(language, "errors.record.here")
    .replace("{line}", String(at + 1))
    .replace("{column}", "1")
    .replace("{word}", "nonsense");
  await expect(page.locator("#record-wrong")).toHaveText(sentence);
  await expect(page.locator("#record")).toHaveAttribute("aria-invalid", "true");
}

/** The browser tells of what is refused. */
const REFUSED = { expected: /status of 4\d\d/ };

test(
  "a pasted record: broken, mended, with its clocks, and played on",
  LONG,
  async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, REFUSED);
    await broken(page, "en");
    await page.getByLabel("Record").fill(record);
    await page.getByRole("button", { name: "Look at it" }).click();
    await expect(page.locator(".count")).toHaveText(/^0 of \d+$/);
    for (let i = 0; i < 8; i += 1) await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.waitForURL(/\/t\/\w+/);
    await page.locator("[data-cell]").first().waitFor();

    await page.goto("/replay");
    const text = `[Trencavel "1"]\n[Seats "2"]\n[Seat1 "Alaïs"]\n[Seat2 "Guilhem"]\n[Clock "900+5"]\n
    1. base/L 1,0 r1 follower@road:W {[%clk 0:14:32]} 2. base/F 0,-1 r3 - {[%clk 0:15:01]}`;
    await page.getByLabel("Record").fill(text);
    await page.getByRole("button", { name: "Look at it" }).click();
    await expect(page.getByText("Alaïs: 15:00 left")).toBeAttached();
    await page.keyboard.press("End");
    await expect(page.getByText("Alaïs: 14:32 left")).toBeAttached();
    await expect(page.getByText("Guilhem: 15:01 left")).toBeAttached();
    await leave();
    expect(wrong).toEqual([]);
  },
);

test("a broken record is answered in French", LONG, async ({ browser }) => {
  const look = { ...REFUSED, language: "fr" } as const;
  const { page, leave, wrong } = await person(browser, server, look);
  await broken(page, "fr");
  await leave();
  expect(wrong).toEqual([]);
});
