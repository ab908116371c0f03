// A browser for the tests, and what every page must fulfil.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { expect } from "vitest";

export const SERVER = process.env["TRENCAVEL_SERVER"] ?? "http://127.0.0.1:8080";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Look {
  width: number;
  height: number;
  language?: "en" | "fr";
  dark?: boolean;
}

/** Starts the browser. */
export function launch(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A person with a browser of its own. */
export function person(browser: Browser, look: Look): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: SERVER,
    viewport: { width: look.width, height: look.height },
    locale: look.language ?? "en",
    colorScheme: look.dark === true ? "dark" : "light",
    reducedMotion: "reduce",
    hasTouch: look.width < 600,
  });
}

/** A page that fails the test if its scripts fail. */
export async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(path);
  await page.locator("#main").waitFor();
  return page;
}

/** Whether the page can be scrolled sideways, which it never should. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

interface Violation {
  id: string;
  nodes: { target: unknown[] }[];
}

/** Fails if the page breaks a rule of WCAG 2.2 A or AA that a program can find. */
export async function accessible(page: Page): Promise<void> {
  // What happens to lie under a bar that stays in place is free as soon as one scrolls.
  await page.addStyleTag({ content: "nav, .done { position: static !important }" });
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { axe } = window as unknown as {
      axe: { run: (where: Document, how: object) => Promise<{ violations: Violation[] }> };
    };
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`,
    );
  });
  expect(found).toEqual([]);
}
