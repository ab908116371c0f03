// "Why can't I?": whatever the rules forbid is answered by the rule that forbids it, in the language
// of the page, and its section is one press away.

import { expect, test, type Page } from "@playwright/test";
import { LONG, atRest, languages, person, say, type Language } from "./kit";
import { soonestBefore, tableFrom } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

function record(words: string, expansions = "", family = "country"): string {
  const tags = ['[Trencavel "1"]', `[Family "${family}"]`, '[Seats "2"]'];
  if (family === "city") tags.push('[Tiles "city-trencavel"]');
  if (expansions !== "") tags.push(`[Expansions "${expansions}"]`);
  return `${tags.join("\n")}\n\n${words}\n`;
}

/** Opens a table of mine that goes on from a record. */
async function sit(page: Page, text: string, family = "country"): Promise<void> {
  const id = await tableFrom(page, text, family, "screen");
  await page.goto(`/t/${id}`);
  await page.locator("[data-ask]").waitFor();
  // The board is fitted once its tiles are there.
  await atRest(page);
}

/** Lays the tile in hand on a cell, in its first turn there. */
async function lay(page: Page, cell: string): Promise<void> {
  await page.locator(`.cell[data-cell="${cell}"]`).dispatchEvent("click");
  await page.locator('[data-ask="figure"]').waitFor();
}

/** Presses the board where a cell is, though nothing can be chosen there. */
async function tap(page: Page, x: number, y: number): Promise<void> {
  const known = page.locator(".cell[data-cell]").first();
  const [cx = 0, cy = 0] = ((await known.getAttribute("data-cell")) ?? "").split(",").map(Number);
  const box = await known.boundingBox();
  if (!box) throw new Error("no cell on the screen");
  const at = (n: number, from: number, size: number, start: number): number =>
    start + (n - from + 0.5) * size;
  await page.mouse.click(at(x, cx, box.width, box.x), at(y, cy, box.height, box.y));
}

/** The answer is on the page: this rule, in these words; and its section opens. */
async function told(page: Page, language: Language, rule: string, sentence: string): Promise<void> {
  const line = page.locator("[data-why] li", { has: page.locator(`[data-rule="${rule}"]`) });
  await expect(line.first()).toContainText(say(language, `refusals.${sentence}`));
  await line.first().locator(`[data-rule="${rule}"]`).click();
  const panel = page.locator("dialog[data-dialog=rules]");
  await expect(panel.locator(".now")).toHaveText(rule);
  await expect(panel.locator("section h3")).not.toHaveText("");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
}

for (const [language, lane] of languages("fr")) {
  test(`cells (${language})`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { language });
    const roads = "1. base/W 1,0 r0 follower@road:W 2. base/L -1,0 r0 follower@city:N";
    await sit(page, record(`${roads} 3. base/U 0,1 r0 - 4. base/D`));
    await tap(page, 1, 1);
    await told(page, language, "BASE-18", "Touching edges must be of the same kind.");
    // Which edges do not meet is named, and lit on the board.
    const named = page.locator("[data-why] [data-clash]");
    await expect(named).not.toHaveCount(0);
    const sides = await named.evaluateAll((all) =>
      all.map((one) => (one as HTMLElement).dataset["clash"] ?? ""),
    );
    for (const side of sides) {
      const edge = page.locator(`[data-edge="${side}"]`);
      await expect(edge).toBeVisible();
      await expect(named.and(page.locator(`[data-clash="${side}"]`))).toContainText(
        say(language, `table.side.${side}`),
        { ignoreCase: true },
      );
    }
    await tap(page, 3, 1);
    await expect(page.locator("[data-edge]")).toHaveCount(0);
    const beside = "A tile must share an edge with a tile that lies already.";
    await told(page, language, "BASE-17", beside);
    // A tile answers only while one asks: by the key, then with the keyboard.
    await page.locator("[data-why] .btn.q").click();
    await tap(page, 0, 0);
    await expect(page.locator("[data-why] li")).toHaveCount(0);
    await page.keyboard.press("w");
    await tap(page, 0, 0);
    await told(page, language, "BASE-01", "A tile lies in that cell already.");
    await page.locator('[data-ask-cell="-1,1"]').focus();
    await page.keyboard.press("Enter");
    await told(page, language, "BASE-18", "Touching edges must be of the same kind.");
    // Asking has changed nothing.
    await expect(page.locator("[data-face]")).toHaveCount(0);
    await leave();
    expect(wrong).toEqual([]);
  });

  test(`figures (${language})`, LONG, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { language });
    await sit(page, record("1. base/W 1,0 r0 follower@road:W 2. base/L"));
    await lay(page, "-1,0");
    await page.locator(".chip.shut").first().click();
    await told(page, language, "BASE-22", "Somebody stands in that feature already.");

    const words = "1. base/W 1,0 r0 large@road:W 2. base/U 0,1 r0 - 3. base/V.g";
    await sit(page, record(words, "abbot inns traders"));
    await lay(page, "2,0");
    const garden = page.locator(".chip.shut").first();
    await garden.focus();
    await garden.press("Enter");
    await told(page, language, "ABBOT-05", "Only an abbot may stand on a garden.");
    const pieces = page.locator(".pieces .shut");
    await expect(pieces).toHaveCount(3);
    const piece = (name: string) =>
      pieces.and(page.getByTitle(say(language, `table.piece.${name}`)));
    await piece("large").click();
    await told(page, language, "BASE-24", "You have no such figure left in your supply.");
    await piece("builder").click();
    await told(page, language, "TRADERS-13", "A builder stands only on roads and in cities.");
    const alone = "A builder goes only where you have a follower already.";
    await told(page, language, "TRADERS-11", alone);
    await piece("pig").click();
    await told(page, language, "TRADERS-23", "A pig stands only in fields.");
    await leave();
    expect(wrong).toEqual([]);
  });

  test(`river, Count and City (${language})`, LONG, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { language });
    const river = "1. river/corner-city 0,1 r3 - 2. river/straight";
    await sit(page, record(river, "river"));
    await page.keyboard.press("w");
    await page.locator('[data-ask-cell="-1,0"]').click();
    await told(page, language, "RIVER-05", "A river tile must continue the river.");

    await sit(page, soonestBefore({ expansions: "abbot,count" }, /count@\w+/));
    await page.locator('[data-ask="count"]').waitFor();
    await page.locator(".chip.shut").first().click();
    await told(page, language, "COUNT-15", "The Count moves to another quarter, or stays.");

    const town = "1. town/curve-cap-livestock 0,0 r2 follower@street:SW";
    const city = record(`${town} 2. town/four-two-grain-livestock`, "", "city");
    await sit(page, city, "city");
    await lay(page, "-1,0");
    await page.locator(".chip.shut").first().click();
    await told(page, language, "CITY-19", "The feature is occupied.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("w");
    await page.locator('[data-ask-cell="1,0"]').click();
    await told(page, language, "CITY-13", "A street would meet a side without street.");
    await leave();
    expect(wrong).toEqual([]);
  });
}

test("on a phone, and from the question to its rule", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { language: "fr", phone: true });
  await sit(page, record("1. base/W 1,0 r0 follower@road:W 2. base/L"));
  await page.locator("[data-ask] [data-rule]").click();
  const panel = page.locator("dialog[data-dialog=rules]");
  await expect(panel.locator(".now")).toHaveText("BASE-17");
  await panel.getByRole("combobox").fill("PRES");
  await expect(panel.locator("mark").first()).toHaveText(/^pr[ée]s/i);
  await page.keyboard.press("Enter");
  await expect(panel.locator("section h3")).toBeVisible();
  await panel.getByRole("button", { name: say("fr", "common.close") }).click();
  await lay(page, "-1,0");
  await page.locator(".chip.shut").first().tap();
  await told(page, "fr", "BASE-22", "Somebody stands in that feature already.");
  await leave();
  expect(wrong).toEqual([]);
});
