// What axe finds on a page, and whether the page is wider than its screen: one way for all tests.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { atRest } from "./kit";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Nothing is wider than the screen. */
export async function fits(page: Page, place: string): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wider, `${place} is not wider than the screen`).toBeLessThanOrEqual(0);
}

/** Nothing that axe finds, or nothing that it calls serious, and nothing wider than the screen. */
export async function accessible(
  page: Page,
  place: string,
  asks: "anything" | "serious" = "anything",
): Promise<void> {
  await atRest(page);
  // The whole page at once: what a bar covers until one scrolls is looked at too.
  const screen = page.viewportSize() ?? { width: 390, height: 844 };
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  if (tall > screen.height) await page.setViewportSize({ ...screen, height: tall });
  const { violations } = await new AxeBuilder({ page })
    .withTags(TAGS)
    // Only what is wrong is told in full, and no second page is opened to put frames together.
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const found = violations
    .filter(({ impact }) => asks === "anything" || impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect.soft(found, place).toEqual([]);
  if (tall > screen.height) await page.setViewportSize(screen);
  await fits(page, place);
}
