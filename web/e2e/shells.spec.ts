// The shells of a table: most of the screen is board at every size and in every phase, everything is
// within reach, and the settings come to the table.

import { expect, test, type Browser, type Page } from "@playwright/test";
import { atRest, LONG, person, say } from "./kit";
import { before, tableFrom, wholeRecord, withoutLast } from "./played";
import { called, settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

const SIZES = [
  { name: "320x640", width: 320, height: 640, phone: true, lane: {} },
  { name: "390x844", width: 390, height: 844, phone: true, lane: LONG },
  { name: "844x390", width: 844, height: 390, phone: true, lane: {} },
  { name: "1280x720", width: 1280, height: 720, phone: false, lane: {} },
] as const;
type Size = (typeof SIZES)[number];

async function at(browser: Browser, size: Size, language: "en" | "fr" = "fr") {
  const { phone, width, height } = size;
  const who = await person(browser, server, { phone, language });
  await who.page.setViewportSize({ width, height });
  return who;
}

/** Which share of the screen is board that nothing of the shell covers. */
function boardShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stage = document.querySelector(".stage")?.getBoundingClientRect();
    if (!stage) return 0;
    let { bottom } = stage;
    for (const over of document.querySelectorAll(".sheet, .act")) {
      const { top, left } = over.getBoundingClientRect();
      if (left < stage.right - 1) bottom = Math.min(bottom, top);
    }
    return (stage.width * (bottom - stage.top)) / (innerWidth * innerHeight);
  });
}

async function roomy(page: Page, what: string): Promise<void> {
  await settled(page);
  await atRest(page);
  await page.screenshot({ path: `test-results/shells/${what.replaceAll(/\W+/g, "-")}.png` });
  expect.soft(await boardShare(page), `${what}: board`).toBeGreaterThanOrEqual(0.6);
  const confirm = page.locator("[data-confirm]");
  if ((await confirm.count()) > 0) {
    await expect.soft(confirm, `${what}: confirm is in sight`).toBeInViewport({ ratio: 0.99 });
  }
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wider, `${what} is not wider than the screen`).toBeLessThanOrEqual(0);
}

/** Lays the tile where a figure may follow. */
async function layWithChoice(page: Page): Promise<void> {
  const cells = page.locator("[data-cell]");
  for (let i = 0; i < (await cells.count()); i += 1) {
    await cells.nth(i).dispatchEvent("click");
    await page.locator("[data-face]").waitFor();
    await settled(page);
    if ((await page.locator("[data-option]").count()) > 2) return;
  }
}

/** A table of The City for three on one screen, with the record as far as the first such word. */
async function cityFor(page: Page, seats: number, word: RegExp): Promise<string> {
  for (let seed = 1; seed < 20; seed += 1) {
    const record = before(wholeRecord({ family: "city", seed, seats }), word);
    if (record !== undefined) return tableFrom(page, record, "city", "screen");
  }
  throw new Error("no such game");
}

for (const size of SIZES) {
  test(`most of ${size.name} is board`, size.lane, async ({ browser }) => {
    const { page, context, wrong } = await at(browser, size);
    const base = await tableFrom(page, withoutLast(wholeRecord({ seed: 5 }), 64));
    await page.goto(`/t/${base}`);
    await called(page);
    await roomy(page, `base lay ${size.name}`);
    await layWithChoice(page);
    await roomy(page, `base figure ${size.name}`);

    for (const [what, word] of [
      ["gate", /gate@/],
      ["wall", /wall:/],
      ["tower", /tower:/],
    ] as const) {
      const id = await cityFor(page, 3, word);
      await page.goto(`/t/${id}`);
      await called(page);
      await roomy(page, `city ${what} ${size.name}`);
    }
    // After an end is chosen the guard is asked.
    const wall = await cityFor(page, 3, /wall:/);
    await page.goto(`/t/${wall}`);
    await called(page);
    await page.locator("[data-option]").first().click();
    await roomy(page, `city guard ${size.name}`);
    await context.close();
    expect(wrong).toEqual([]);
  });
}

/** Sizes that no test of its own stands for: one page is made as large as each of them. */
const BETWEEN = {
  phone: [
    [390, 844],
    [320, 640],
    [667, 375],
    [568, 320],
  ],
  desk: [
    [1024, 768],
    [900, 1200],
  ],
} as const;

/** Resizes a page to each size between and looks at its board. */
async function roomyBetween(page: Page, device: keyof typeof BETWEEN, what: string): Promise<void> {
  for (const [width, height] of BETWEEN[device]) {
    await page.setViewportSize({ width, height });
    await roomy(page, `${what} ${width}x${height}`);
  }
}

test("most of a phone is board in a lesson, under an overlay and while one waits", async ({
  browser,
}) => {
  const { page, context, wrong } = await at(browser, SIZES[1]);
  await page.goto("/learn/base-2");
  await page.locator("[data-phase=goal]").waitFor();
  await roomyBetween(page, "phone", "lesson goal");
  await expect(page.locator("[data-show]")).toBeInViewport({ ratio: 0.99 });

  await page.goto(`/t/${await tableFrom(page, withoutLast(wholeRecord({ seed: 5 }), 64))}`);
  await called(page);
  await layWithChoice(page);
  await roomyBetween(page, "phone", "figure");
  const cut = await page
    .locator(".choice .d")
    .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
  expect(cut.length).toBeGreaterThan(1);
  expect(Math.max(...cut), "what a choice is worth is not cut").toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: say("fr", "table.tool.overlays") }).click();
  await page.locator("[data-tool=owners]").click();
  await roomyBetween(page, "phone", "overlay");
  await context.close();
  expect(wrong).toEqual([]);
});

test("most of a small desk is board", async ({ browser }) => {
  const { page, context, wrong } = await at(browser, SIZES[3]);
  await page.goto(`/t/${await tableFrom(page, withoutLast(wholeRecord({ seed: 5 }), 64))}`);
  await called(page);
  await roomyBetween(page, "desk", "lay");
  await layWithChoice(page);
  await roomyBetween(page, "desk", "figure");
  // Somebody who only looks on sees as much.
  await page.locator("[data-cell]").first().waitFor();
  const watcher = await at(browser, SIZES[3]);
  await watcher.page.goto(page.url());
  await watcher.page.locator("#main.game").waitFor();
  await roomyBetween(watcher.page, "desk", "waiting");
  await watcher.context.close();
  await context.close();
  expect(wrong).toEqual([]);
});

test("the sheet follows a swipe, and the log keeps its room", async ({ browser }) => {
  const { page, context, wrong } = await at(browser, SIZES[1]);
  await page.goto(`/t/${await cityFor(page, 3, /wall:/)}`);
  await called(page);
  const handle = page.locator(".handle");
  const box = await handle.boundingBox();
  if (!box) throw new Error("no handle");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 120, { steps: 4 });
  // Under the finger, before it is let go.
  const pulled = await page.locator(".sheet").boundingBox();
  expect(pulled?.y).toBeLessThan(box.y - 80);
  await page.mouse.move(x, y - 300, { steps: 4 });
  await page.mouse.up();
  await expect(handle).toHaveAttribute("aria-expanded", "true");
  await atRest(page);
  const log = await page.locator("[role=tabpanel]").boundingBox();
  expect(log?.height).toBeGreaterThan(200);
  await page.getByRole("tab", { name: say("fr", "table.tab.tiles") }).click();
  await expect(page.locator(".kinds li").first()).toBeInViewport();
  await page.screenshot({ path: "test-results/shells/sheet.png" });
  await handle.click();
  await expect(handle).toHaveAttribute("aria-expanded", "false");
  await context.close();
  expect(wrong).toEqual([]);
});

test("Enter confirms wherever a press has left the focus", async ({ browser }) => {
  const { page, context, wrong } = await at(browser, SIZES[3], "en");
  const id = await tableFrom(page, withoutLast(wholeRecord({ seed: 5 }), 64), "country", "screen");
  await page.goto(`/t/${id}`);
  /** One move, after which another question stands there. */
  const confirmed = async (press: () => Promise<void>): Promise<void> => {
    await called(page);
    const n = (await page.locator("[data-ask]").getAttribute("data-n")) ?? "";
    await layWithChoice(page);
    await press();
    await settled(page);
    await page.keyboard.press("Enter");
    await expect(page.locator(`[data-ask][data-n="${n}"]`)).toHaveCount(0);
  };
  // On a choice that was pressed, on the tile in hand, on a tool, and on nothing.
  await confirmed(() => page.locator("[data-option]").first().click());
  await confirmed(() => page.locator(".hand .tile").click());
  await confirmed(() => page.getByRole("button", { name: say("en", "table.tool.in") }).click());
  await confirmed(() => page.evaluate(() => (document.activeElement as HTMLElement).blur()));

  // Who goes to a choice with the keyboard chooses it first, and confirms it then.
  await called(page);
  await layWithChoice(page);
  await page.keyboard.press("Tab");
  const choice = page.locator(".choice").first();
  await choice.focus();
  await page.keyboard.press("Enter");
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  await settled(page);
  const n = (await page.locator("[data-ask]").getAttribute("data-n")) ?? "";
  await page.keyboard.press("Enter");
  await expect(page.locator(`[data-ask][data-n="${n}"]`)).toHaveCount(0);
  await context.close();
  expect(wrong).toEqual([]);
});

test("confirming without a choice means none, unless one wants to be asked", async ({
  browser,
}) => {
  const { page, context, wrong } = await at(browser, SIZES[1], "en");
  const id = await tableFrom(page, withoutLast(wholeRecord({ seed: 5 }), 64), "country", "screen");
  await page.goto(`/t/${id}`);
  await called(page);
  await layWithChoice(page);
  const confirm = page.locator("[data-confirm]");
  await expect(confirm).toHaveText(say("en", "table.confirm.none"));
  const n = (await page.locator("[data-ask]").getAttribute("data-n")) ?? "";
  await confirm.click();
  await expect(page.locator(`[data-ask][data-n="${n}"]`)).toHaveCount(0);

  // With the setting, switched over the table, it must be said.
  await called(page);
  await page.getByRole("button", { name: say("en", "table.menu") }).click();
  await page.getByRole("button", { name: say("en", "table.settings") }).click();
  const sheet = page.locator("dialog[data-dialog=settings]");
  await expect(sheet).toBeVisible();
  await sheet.getByText(say("en", "settings.askNone"), { exact: true }).click();
  // A phone has no keys to list.
  await expect(sheet.locator("[data-key]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/t/${id}`));
  await layWithChoice(page);
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await page.locator(".none[data-option]").click();
  await expect(confirm).not.toHaveAttribute("aria-disabled");
  await context.close();
  expect(wrong).toEqual([]);
});

for (const size of SIZES.filter(({ phone }) => phone)) {
  test(`the list of overlays is whole at ${size.name}`, async ({ browser }) => {
    const { page, context, wrong } = await at(browser, size);
    const id = await cityFor(page, 2, /wall:/);
    await page.goto(`/t/${id}`);
    await called(page);
    await page.getByRole("button", { name: say("fr", "table.tool.overlays") }).click();
    const list = page.locator(".tools .list");
    await expect(list.locator("[data-tool]")).toHaveCount(6);
    // Everything can be pressed: nothing is cut off, or it is scrolled to.
    for (const tool of await list.locator("[data-tool]").all()) {
      await tool.scrollIntoViewIfNeeded();
      await expect(tool).toBeInViewport({ ratio: 0.99 });
    }
    await list.locator("[data-tool=owners]").click();
    await expect(list).toHaveCount(0);
    await context.close();
    expect(wrong).toEqual([]);
  });
}

test("at a desk with every kind of figure no choice needs to be scrolled to", async ({
  browser,
}) => {
  const { page, context, wrong } = await at(browser, SIZES[3]);
  const record = withoutLast(wholeRecord({ expansions: "all", seed: 2 }), 110);
  await page.goto(`/t/${await tableFrom(page, record, "country", "screen")}`);
  await called(page);
  await layWithChoice(page);
  const list = page.locator(".choices .list");
  const hidden = (): Promise<number> =>
    list.evaluate((list) => list.scrollWidth - list.clientWidth);
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 720 });
    await atRest(page);
    await expect.poll(hidden, { timeout: 10_000 }).toBeLessThanOrEqual(1);
  }
  await context.close();
  expect(wrong).toEqual([]);
});
