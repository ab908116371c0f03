// Every lesson is played to its end with the table's own controls, in both languages; errors are
// forgiven; a lesson that was left goes on where it was.

import { expect, test, type Page } from "@playwright/test";
import type { Lesson, LessonRow, LessonStep } from "../src/wire";
import { LONG, person, say, type Language } from "./kit";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const get = async <T>(path: string): Promise<T> =>
  (await (await fetch(`${server.url}${path}`)).json()) as T;
const rows = (): Promise<LessonRow[]> => get("/api/lessons");
const lessonOf = (name: string): Promise<Lesson> => get(`/api/lessons/${name}`);

const coach = "[data-phase]";

/** Waits until the lesson waits for me; tells for what. */
async function settled(page: Page): Promise<{ phase: string; step: number }> {
  const card = page.locator('[data-phase="goal"], [data-phase="told"], [data-phase="done"]');
  await card.waitFor({ timeout: 30_000 });
  const phase = (await card.getAttribute("data-phase")) ?? "";
  return { phase, step: Number(await card.getAttribute("data-step")) };
}

/** Lays the tile in hand: presses the cell, then the tile until it lies as it should. */
async function lay(page: Page, cell: string, turn: string): Promise<void> {
  await page.locator(`.cell[data-cell="${cell}"]`).dispatchEvent("click");
  const face = page.locator("[data-face]");
  for (let turns = 0; turns < 4; turns += 1) {
    const lies = await face.locator("img:not(.hand)").getAttribute("src");
    if (lies?.includes(`/${turn}/${cell.replace(",", "/")}.svg`) === true) return;
    await face.dispatchEvent("click");
    await expect(face.locator("img:not(.hand)")).not.toHaveAttribute("src", lies ?? "");
  }
  throw new Error(`the tile cannot be turned to ${turn} on ${cell}`);
}

/** Says one word by pressing what says it. */
async function press(page: Page, word: string): Promise<void> {
  const laid = /^(-?\d+,-?\d+) r([0-3])$/.exec(word);
  if (laid) {
    await lay(page, laid[1] ?? "", laid[2] ?? "");
    return;
  }
  const choice = page.locator(`[data-option][data-word="${word}"]`);
  const chip = page.locator(`.chip:not(.shut)[data-word="${word}"]`);
  const piece = page.locator(`[data-piece="${word.split("@")[0] ?? ""}"]`);
  await choice.or(chip).or(piece).first().waitFor();
  if ((await choice.or(chip).count()) === 0) await piece.click();
  const target = (await choice.count()) > 0 ? choice : chip;
  // In a lesson too a choice says what it is worth.
  if (/^follower@\w+:/.test(word) && target === choice) {
    await expect(choice.locator(".d"), word).toHaveText(/\d/);
  }
  // The only word there is may be chosen already.
  if ((await target.getAttribute("aria-pressed")) !== "true") await target.dispatchEvent("click");
}

async function confirm(page: Page): Promise<void> {
  await page.locator("[data-confirm]:not([aria-disabled])").click();
}

async function doStep(page: Page, step: LessonStep): Promise<void> {
  for (const word of step.words) await press(page, word);
  await confirm(page);
}

/** Plays a lesson from where it stands to its end; tells how many things were done. */
async function playOn(page: Page, lesson: Lesson, language: Language): Promise<number> {
  let done = 0;
  for (;;) {
    const { phase, step: at } = await settled(page);
    const card = page.locator(coach);
    if (phase === "done") {
      await expect(card).toContainText(lesson.closing[language]);
      return done;
    }
    const step = lesson.steps[at];
    if (!step) throw new Error(`no step ${at}`);
    if (phase === "told") {
      if (step.why) await expect(card).toContainText(step.why[language]);
      await page.keyboard.press("Enter");
    } else {
      await expect(card.getByRole("status")).toContainText(step.say?.[language] ?? "");
      await doStep(page, step);
      done += 1;
    }
    // Something else is asked or told now.
    await expect(
      page.locator(`${coach}[data-phase="${phase}"][data-step="${at}"]`),
      `${lesson.row.name}: ${phase} ${step.words.join(" ")}`,
    ).toHaveCount(0);
  }
}

const CHOSEN = ["traders", "city-2"];

/** Which lessons are played, in which language and lane: those of the base game by everybody; of the
 *  others one that ends a game of another family, and one with what an expansion asks. */
const COURSES: {
  name: string;
  language: Language;
  takes: (row: LessonRow) => boolean;
  least: number;
  lane: { tag?: string };
}[] = [
  { name: "base", language: "fr", takes: isBase, least: 4, lane: LONG },
  { name: "a few others", language: "en", takes: isChosen, least: 2, lane: {} },
  { name: "base", language: "en", takes: isBase, least: 4, lane: LONG },
  { name: "all others", language: "en", takes: (row) => !isBase(row), least: 8, lane: LONG },
  { name: "all others", language: "fr", takes: (row) => !isBase(row), least: 8, lane: LONG },
];

function isBase(row: LessonRow): boolean {
  return row.family === "country" && row.expansions.length === 0;
}

function isChosen(row: LessonRow): boolean {
  return CHOSEN.includes(row.name);
}

for (const { name, language, takes, least, lane } of COURSES) {
  test(`lessons to their end (${language}, ${name})`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { language, hurried: true });
    const mine = (await rows()).filter(takes);
    expect(mine.length).toBeGreaterThanOrEqual(least);
    for (const [i, row] of mine.entries()) {
      const next = page.locator("[data-next]");
      const isNext = i > 0 && (await next.getAttribute("href"))?.endsWith(`/${row.name}`) === true;
      if (isNext) await next.click();
      else await page.goto(`/learn/${row.name}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(row.title[language]);
      const lesson = await lessonOf(row.name);
      expect(await playOn(page, lesson, language)).toBe(row.steps);
    }
    const first = page.locator("[data-first]");
    await expect(first).toHaveCount(takes === isBase ? 1 : 0);
    await page.goto("/learn");
    await expect(page.locator("a.done")).toHaveCount(mine.length);
    if (takes === isBase) {
      await first.click();
      await page.waitForURL(/\/t\/\w+/);
      await page.locator("section [role=group]").first().waitFor();
    }
    await leave();
    expect(wrong).toEqual([]);
  });
}

test("errors are forgiven, and help is there", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, {
    language: "fr",
    phone: true,
    hurried: true,
  });
  const lesson = await lessonOf("base-1");
  await page.goto("/learn/base-1");
  const { step: at } = await settled(page);
  const [right = ""] = lesson.steps[at]?.words ?? [];
  const card = page.locator(coach);

  // Allowed, but not what is asked for.
  const cells = await page
    .locator(".cell[data-cell]")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["cell"] ?? ""));
  const other = cells.find((cell) => !right.startsWith(`${cell} `)) ?? "";
  await page.locator(`.cell[data-cell="${other}"]`).dispatchEvent("click");
  await confirm(page);
  await expect(card).toContainText(say("fr", "learn.wrong.1"));
  await expect(card).toContainText(lesson.steps[at]?.hint?.fr ?? "?");
  await expect(page.locator("[data-face]"), "the tile is back in the hand").toHaveCount(0);
  await expect(card).toHaveAttribute("data-step", String(at));

  // Not allowed: the engine says why.
  await page.locator("[data-tool=why], [aria-expanded][aria-label]").last().waitFor();
  await page.keyboard.press("w");
  await page.locator("[data-ask-cell]").first().dispatchEvent("click");
  await expect(page.locator("[data-why] [data-rule]").first()).toBeVisible();
  await page.keyboard.press("w");

  // Shown, and done; then one step back, and done by hand.
  await page.locator("[data-show]").click();
  await expect(card).not.toHaveAttribute("data-step", String(at), { timeout: 30_000 });
  const next = await settled(page);
  expect(next.phase).toBe("goal");
  await page.locator("[data-hint]").click();
  await expect(card).toContainText(lesson.steps[next.step]?.hint?.fr ?? "?");
  await page.locator("[data-back]").click();
  await expect(card).toHaveAttribute("data-step", String(at));
  await playOn(page, lesson, "fr");
  await leave();
  expect(wrong).toEqual([]);
});

test("a lesson that was left is taken up again", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  const lesson = await lessonOf("base-2");
  await page.goto("/learn/base-2");
  const first = await settled(page);
  await doStep(page, lesson.steps[first.step] ?? never());
  await expect(page.locator(`${coach}[data-step="${first.step}"]`)).toHaveCount(0);
  const { step } = await settled(page);
  const tiles = await page.locator("section [role=group]").first().getAttribute("aria-label");

  await page.reload();
  expect(await settled(page)).toEqual({ phase: "goal", step });
  await expect(page.locator("section [role=group]").first()).toHaveAttribute(
    "aria-label",
    tiles ?? "",
  );
  await page.goto("/");
  await expect(page.locator("[data-learn]")).toContainText(lesson.row.title.en);
  await page.goto("/learn");
  await page.locator("[data-where]").click();
  await page.waitForURL(/\/learn\/base-2$/);
  expect(await playOn(page, lesson, "en")).toBe(lesson.row.steps - 1);
  await page.goto("/");
  await expect(page.locator("[data-learn]")).toContainText(say("en", "home.learn.more.how"));
  await leave();
  expect(wrong).toEqual([]);
});

function never(): never {
  throw new Error("the lesson has no such step");
}
