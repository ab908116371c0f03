// What the tools beside the tests share: the helpers of the tests, and a browser.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { runnerImport } from "vite";

export const here = dirname(fileURLToPath(import.meta.url));

const load = async (name) => (await runnerImport(`${here}/${name}.ts`)).module;
export const { TestServer } = await load("server");
export const { playQuickly } = await load("robot");
export const { wholeRecord, withoutLast, tableFrom, finishedTable } = await load("played");

/** Starts a server and a browser, hands them to the work, and ends both whatever happens. */
export async function withBoth(work) {
  const server = await TestServer.start();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const args = ["--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc"];
  const browser = await chromium.launch({ executablePath, args });
  try {
    await work(server, browser);
  } finally {
    await browser.close();
    await server.stop();
  }
}
