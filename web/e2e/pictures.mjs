// Takes the pictures for the documentation from the real thing: `npm run pictures` writes
// docs/images/client-*.png and, if img2webp (of the package webp) is there, play.webp.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { here, playQuickly, tableFrom, wholeRecord, withBoth, withoutLast } from "./tools.mjs";

const images = join(here, "../../docs/images");
mkdirSync(images, { recursive: true });

/** Somebody's page. */
async function pageOf(
  browser,
  server,
  { phone = false, dark = false, language = "en", ratio = 1 },
) {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: language,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    deviceScaleFactor: ratio,
  });
  return context.newPage();
}

/** Waits until every picture on the page is there. */
async function settled(page) {
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === "lazy"),
  );
  await page.waitForTimeout(700);
}

async function shot(page, name) {
  await settled(page);
  await page.screenshot({ path: join(images, `client-${name}.png`) });
}

/** A table in the middle of a game, with the tile laid and figures to choose from. */
async function middleOfGame(page, record, family) {
  const id = await tableFrom(page, record, family);
  await page.goto(`/t/${id}`);
  const cells = page.locator("[data-cell]");
  for (let turn = 0; turn < 4; turn += 1) {
    await page.locator("[data-cell], [data-option]").first().waitFor({ state: "attached" });
    for (let i = 0; i < (await cells.count()); i += 1) {
      await cells.nth(i).dispatchEvent("click");
      await page.waitForTimeout(500);
      if ((await page.locator("[data-option]").count()) > 2) return;
    }
    const now = Number(await page.locator("canvas[data-tiles]").first().getAttribute("data-tiles"));
    await playQuickly(page, turn + 1, { tiles: now + 1 });
  }
}

/** A few turns as they are played, as a moving picture. */
async function film(browser, server) {
  const folder = mkdtempSync(join(tmpdir(), "trencavel-film-"));
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1000, height: 640 },
  });
  const page = await context.newPage();
  const id = await tableFrom(page, withoutLast(wholeRecord({ seed: 3 }), 34));
  await page.goto(`/t/${id}`);
  await page.locator("[data-cell], [data-option]").first().waitFor({ state: "attached" });
  await settled(page);
  const frames = [];
  /** A frame that is shown for so many beats. */
  const frame = async (beats) => {
    const path = join(folder, `${String(frames.length).padStart(3, "0")}.png`);
    await page.screenshot({ path });
    frames.push(["-d", String(beats * 450), path]);
  };
  const press = async (selector, times) => {
    const found = page.locator(selector);
    if ((await found.count()) === 0) return;
    await found.first().dispatchEvent("click");
    await page.waitForTimeout(250);
    await frame(times);
  };
  for (let turn = 0; turn < 3; turn += 1) {
    await frame(2);
    if ((await page.locator("[data-face]").count()) === 0) await press("[data-cell]", 2);
    await press(".turn", 1);
    await press("[data-option]", 2);
    await page
      .locator("[data-confirm]:not([aria-disabled])")
      .first()
      .waitFor({ timeout: 5000 })
      .catch(() => undefined);
    await press("[data-confirm]:not([aria-disabled])", 3);
    await page.locator("[data-cell], [data-option]").first().waitFor({ state: "attached" });
    await page.waitForTimeout(400);
  }
  if (spawnSync("img2webp", ["-version"]).status === 0) {
    const how = ["-loop", "0", "-lossy", "-q", "70", "-m", "3"];
    execFileSync("img2webp", [...how, ...frames.flat(), "-o", join(images, "play.webp")]);
  } else {
    console.error("img2webp is not installed: no moving picture was made");
  }
  rmSync(folder, { recursive: true });
  await context.close();
}

async function stills(browser, server) {
  const everything = withoutLast(wholeRecord({ expansions: "all", seed: 2 }), 90);
  const desk = await pageOf(browser, server, {});
  await desk.goto("/");
  await shot(desk, "home");
  await desk.goto("/new");
  await desk.locator("label.card:has(input[type=checkbox])").first().click();
  await shot(desk, "create");
  await middleOfGame(desk, everything);
  await shot(desk, "table");
  await middleOfGame(desk, withoutLast(wholeRecord({ family: "city" }), 20), "city");
  await shot(desk, "city");
  await desk.goto("/");
  await desk.locator("[data-rival]").click();
  await desk.locator("section [role=group]").waitFor();
  await playQuickly(desk, 3);
  await shot(desk, "over");

  const night = await pageOf(browser, server, { dark: true, language: "fr" });
  await middleOfGame(night, withoutLast(wholeRecord({ seed: 4 }), 30));
  await shot(night, "dark");

  const phone = await pageOf(browser, server, { phone: true, language: "fr", ratio: 2 });
  await middleOfGame(phone, withoutLast(wholeRecord({ seed: 5 }), 45));
  await shot(phone, "phone");
}

// `npm run pictures -- film` makes the moving picture only.
await withBoth(async (server, browser) => {
  if (!process.argv.includes("film")) await stills(browser, server);
  await film(browser, server);
});
