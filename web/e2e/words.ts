// Plays in the text view as somebody would who hears it: with the keyboard alone, in part by typed
// commands and in part by the buttons; and gathers what is said.

import { expect, type Page } from "@playwright/test";
import type { Past } from "../src/wire";

/** Something that was said, and the number of the message that it tells. */
export interface Heard {
  n: number | undefined;
  text: string;
}

/** Notes everything that comes into the live region, from now on and on every page. */
export async function openEars(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: { n: number | undefined; text: string }[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const change of changes) {
        for (const node of change.addedNodes) {
          if (!(node instanceof HTMLElement)) continue;
          const said = node.matches("[data-voice] > p")
            ? [node]
            : [...node.querySelectorAll<HTMLElement>("[data-voice] > p")];
          for (const line of said) {
            const { n } = line.dataset;
            heard.push({ n: n === undefined ? undefined : Number(n), text: line.innerText });
          }
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** What was said so far. */
export function heardOn(page: Page): Promise<Heard[]> {
  return page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
}

const choices = "[data-question] [data-choice]";
const ready = "[data-question] [data-confirm]";

/** Whose move it is, as the page says. */
async function moment(page: Page): Promise<"over" | "mine" | "waiting"> {
  return page.evaluate(
    ([choices, ready]) => {
      if (document.querySelector("[data-over]")) return "over";
      return document.querySelector(`${choices}, ${ready}`) ? "mine" : "waiting";
    },
    [choices, ready],
  );
}

/** Types a line into the command line, which must have the focus. */
export async function type(page: Page, line: string): Promise<void> {
  await expect(page.locator("#command")).toBeFocused();
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
}

/** To the command line by the link at the top, with Tab and Enter: at my turn, for a turn that
 * begins takes the focus to its question. */
export async function toCommandLine(page: Page): Promise<void> {
  await page.locator(choices).first().waitFor();
  await page.evaluate(() => document.getElementById("main")?.focus());
  const link = page.locator('a[href="#command"]');
  for (let i = 0; i < 5 && !(await focused(page, 'a[href="#command"]')); i += 1) {
    await page.keyboard.press("Tab");
  }
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#command")).toBeFocused();
}

function focused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((it) => document.activeElement?.matches(it) === true, selector);
}

/** The words of what a language calls confirming and passing. */
export interface Tongue {
  confirm: string;
  lay: string;
}
export const ENGLISH: Tongue = { confirm: "confirm", lay: "lay" };
export const FRENCH: Tongue = { confirm: "valider", lay: "poser" };

/** Waits until what was chosen is answered. */
async function settled(page: Page, before: string): Promise<void> {
  const asked = page.locator("[data-question]");
  await expect(asked).not.toHaveText(before, { useInnerText: true });
  await expect(asked).toHaveAttribute("aria-busy", "false");
}

/** One decision by typed commands. */
async function typed(page: Page, roll: (below: number) => number, tongue: Tongue): Promise<void> {
  for (let words = 0; words < 8; words += 1) {
    if ((await page.locator(ready).count()) > 0) {
      await type(page, tongue.confirm);
      await expect(page.locator(ready)).toHaveCount(0);
      return;
    }
    const ask = await page.locator("[data-question]").getAttribute("data-ask");
    const numbers = await page.locator(`${choices} b`).allInnerTexts();
    const number = Number.parseInt(numbers[roll(numbers.length)] ?? "1", 10);
    const before = await page.locator("[data-question]").innerText();
    await type(page, ask === "lay" ? `${tongue.lay} ${number}` : String(number));
    await settled(page, before);
  }
}

/** One decision by Tab and Enter. The focus comes to the question by itself. */
async function pressed(page: Page, roll: (below: number) => number): Promise<void> {
  for (let words = 0; words < 8; words += 1) {
    if ((await page.locator(ready).count()) > 0) {
      // All is chosen: the focus waits on the button that plays it.
      await expect(page.locator(ready)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.locator(ready)).toHaveCount(0);
      return;
    }
    await expect(page.locator("#question-title")).toBeFocused();
    const count = await page.locator(choices).count();
    const steps = roll(Math.min(count, 6)) + 1;
    for (let i = 0; i < steps; i += 1) await page.keyboard.press("Tab");
    expect(await focused(page, choices), "Tab leads to a choice").toBe(true);
    const before = await page.locator("[data-question]").innerText();
    await page.keyboard.press("Enter");
    await settled(page, before);
  }
}

export interface How {
  /** How many decisions to type, then how many to press, and so on in turn. */
  stretch: number;
  /** Stop after so many decisions. */
  most?: number;
  tongue?: Tongue;
}

/** Plays until the game is over or enough was decided; tells how many decisions were made. */
export async function playInWords(
  page: Page,
  roll: (below: number) => number,
  { stretch, most = Infinity, tongue = ENGLISH }: How,
): Promise<number> {
  let decisions = 0;
  let typing = false;
  while (decisions < most) {
    await page.locator(`[data-over], ${choices}, ${ready}`).first().waitFor({ timeout: 60_000 });
    const now = await moment(page);
    if (now === "over") return decisions;
    if (now === "waiting") continue;
    const wanted = Math.floor(decisions / stretch) % 2 === 0;
    if (wanted && !typing) await toCommandLine(page);
    if (!wanted && typing) {
      // Out of the line, to the question: the heading is where the link leads.
      await page.evaluate(() => document.getElementById("question-title")?.focus());
    }
    typing = wanted;
    if (typing) await typed(page, roll, tongue);
    else await pressed(page, roll);
    decisions += 1;
  }
  return decisions;
}

/** What the server knows of a table. */
export async function pastOf(page: Page, id: string): Promise<Past> {
  return (await (await page.request.get(`/api/tables/${id}`)).json()) as Past;
}

/** Every line of the log after a number is said once, and in order; nothing else has a number. */
export async function expectAllSaid(page: Page, past: Past, after: number): Promise<void> {
  const told = past.log.filter((line) => line.n > after).map((line) => line.n);
  const said = async (): Promise<number[]> =>
    (await heardOn(page)).flatMap(({ n }) => (n === undefined ? [] : [n]));
  await expect.poll(said).toEqual(told);
}

/** The points that were said, by name. */
export function pointsSaid(heard: readonly Heard[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { n, text } of heard) {
    if (n === undefined) continue;
    for (const [, names = "", points] of text.matchAll(
      /(?:^|\. )([^.()]+?) (?:each score|scores?) (\d+) points? for/g,
    )) {
      for (const one of names.split(/, and | and |, /)) {
        // "Computer and you": a name all the same.
        const name = one === "you" ? "You" : one;
        sums.set(name, (sums.get(name) ?? 0) + Number(points));
      }
    }
  }
  return sums;
}
