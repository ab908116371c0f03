// Looking at games again: by keys, by the graph, by a link, from a record.

import { expect, test, type Page } from "@playwright/test";
import { person, say } from "./kit";
import { finishedTable, wholeRecord } from "./played";
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
  const { page, context, wrong } = await person(browser, server);
  const id = await finishedTable(page);
  await page.getByRole("link", { name: "Replay" }).click();
  await expect(page).toHaveURL(new RegExp(`/replay/${id}$`));
  await expect(page.locator(".count")).toHaveText(/^0 of \d+$/);
  const all = Number((await count(page)).split(" ").at(-1));
  expect(all).toBeGreaterThan(60);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".count")).toHaveText(`1 of ${all}`);
  await page.keyboard.press("End");
  await expect(page.locator(".count")).toHaveText(`${all} of ${all}`);
  await expect(page.getByRole("button", { name: "Next move" })).toBeDisabled();
  await page.getByRole("button", { name: "One move back" }).click();
  await expect(page).toHaveURL(new RegExp(`#m=${all - 1}$`));
  await page.keyboard.press("Home");

  // It plays by itself, and stops.
  await page.keyboard.press(" ");
  await expect(page.locator(".count")).toHaveText(`2 of ${all}`);
  await page.keyboard.press(" ");

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
  await expect(page.locator(".count")).toHaveText(`30 of ${all}`);
  await expect(page.locator('[aria-current="step"]')).toContainText("30");
  await context.close();
  expect(wrong).toEqual([]);
});

test("a pasted record, and playing on from it", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server);
  await page.goto("/replay");
  await page.getByLabel("Record").fill(record);
  await page.getByRole("button", { name: "Look at it" }).click();
  await expect(page.locator(".count")).toHaveText(/^0 of \d+$/);
  for (let i = 0; i < 8; i += 1) await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/\/t\/\w+/);
  await page.locator("[data-cell]").first().waitFor();
  await context.close();
  expect(wrong).toEqual([]);
});

for (const language of ["en", "fr"] as const) {
  test(`a broken record is answered with a sentence and its line (${language})`, async ({
    browser,
  }) => {
    const status = /status of 4\d\d/;
    const { page, context, wrong } = await person(browser, server, { language, expected: status });
    await page.goto("/replay");
    const lines = record.trimEnd().split("\n");
    const at = lines.length - 3;
    lines[at] = "nonsense";
    await page.locator("#record").fill(lines.join("\n"));
    await page.getByRole("button", { name: say(language, "replay.open") }).click();
    const alert = page.locator("#record-wrong");
    const kind = say(language, "errors.record").split("{")[0]?.trim() ?? "";
    await expect(alert).toContainText(kind);
    await expect(alert).toContainText(String(at + 1));
    await expect(page.locator("#record")).toHaveAttribute("aria-invalid", "true");
    await context.close();
    expect(wrong).toEqual([]);
  });
}
