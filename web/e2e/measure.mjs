// Measures what players feel: how soon a board is there, how smoothly it moves on a slow machine,
// whether memory grows, how much is loaded. `npm run measure` prints a table.

import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { here, playQuickly, tableFrom, wholeRecord, withBoth, withoutLast } from "./tools.mjs";

const rows = [];
const tell = (what, value) => rows.push({ what, value });
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** From the navigation to the moment when all tiles are painted, ms. */
async function firstBoard(page, id) {
  await page.goto(`/t/${id}`);
  return page.evaluate(
    () =>
      new Promise((done) => {
        const look = () => {
          const { tiles, ready } =
            document.querySelector("section canvas[data-tiles]")?.dataset ?? {};
          if (tiles !== undefined && tiles === ready) {
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
          } else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** The pauses between frames while something is done with the board, ms. */
async function frames(page, work) {
  const box = await page.locator("main [role=group]").first().boundingBox();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.evaluate(() => {
    window.frames_ = [];
    const tick = (time) => {
      window.frames_?.push(time);
      if (window.frames_) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.mouse.move(x, y);
  await work(x, y);
  const times = await page.evaluate(() => {
    const seen = window.frames_;
    window.frames_ = undefined;
    return seen;
  });
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  const sorted = [...gaps].sort((a, b) => a - b);
  const worst = sorted[Math.floor(gaps.length * 0.95)];
  return { fps: (1000 * gaps.length) / (times.at(-1) - times[0]), worst, longest: sorted.at(-1) };
}

/** The board is dragged in circles. */
const panning = (page, seconds) =>
  frames(page, async (x, y) => {
    await page.mouse.down();
    const end = Date.now() + seconds * 1000;
    for (let i = 0; Date.now() < end; i += 1) {
      await page.mouse.move(x + Math.sin(i / 9) * 250, y + Math.cos(i / 9) * 160);
    }
    await page.mouse.up();
  });

/** The wheel zooms in and out again, with a rest after each step. */
const zooming = (page) =>
  frames(page, async () => {
    for (const notch of [-300, -300, -300, 300, 300, 300, 300, -300]) {
      await page.mouse.wheel(0, notch);
      await page.waitForTimeout(600);
    }
  });

/** The heap after a sweep, MB. */
async function heap(page) {
  return page.evaluate(() => {
    globalThis.gc?.();
    return performance.memory.usedJSHeapSize / 2 ** 20;
  });
}

await withBoth(async (server, browser) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();

  const id = await tableFrom(page, withoutLast(wholeRecord(), 20));
  const cold = await firstBoard(page, id);
  const warm = [];
  for (let i = 0; i < 5; i += 1) warm.push(await firstBoard(page, id));
  tell("first board, nothing cached", `${cold.toFixed(0)} ms`);
  tell("first board, median of five visits", `${middle(warm).toFixed(0)} ms`);

  await page.goto("/replay");
  await page.locator("#record").fill(wholeRecord({ expansions: "all" }));
  await page.locator("form button[type=submit]").click();
  await page.locator(".count").waitFor();
  await page.keyboard.press("End");
  await page.waitForTimeout(1500);
  const tiles = Number(await page.locator("canvas[data-tiles]").first().getAttribute("data-tiles"));
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const { fps, worst } = await panning(page, 4);
  const zoom = await zooming(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  tell(`panning ${tiles} tiles, CPU slowed 4 times`, `${fps.toFixed(0)} frames/s`);
  tell("… 95 of 100 frames within", `${worst.toFixed(0)} ms`);
  tell("zooming it: 95 of 100 frames within", `${zoom.worst.toFixed(0)} ms`);
  tell("… the longest frame", `${zoom.longest.toFixed(0)} ms`);

  const heaps = [];
  const late = withoutLast(wholeRecord(), 12);
  await page.goto("/");
  for (let game = 0; game < 10; game += 1) {
    const next = await tableFrom(page, late);
    // Within the page, as a player goes from game to game: nothing is loaded anew.
    await page.evaluate((path) => {
      const link = Object.assign(document.createElement("a"), { href: path });
      document.body.append(link);
      link.click();
      link.remove();
    }, `/t/${next}`);
    await page.locator("[data-over]").waitFor({ state: "detached" });
    await page.locator("section [role=group]").waitFor();
    await playQuickly(page, game + 1);
    heaps.push(await heap(page));
  }
  tell(
    "heap after 1, 5, 10 games",
    [0, 4, 9].map((i) => `${heaps[i].toFixed(1)}`).join(", ") + " MB",
  );
});

const assets = `${here}/../dist/assets`;
const plain = (file) => brotliDecompressSync(readFileSync(`${assets}/${file}.br`));
const size = (files) => files.reduce((sum, file) => sum + gzipSync(plain(file)).length, 0) / 1024;
const names = readdirSync(assets).map((file) => file.replace(/\.br$/, ""));
const scripts = names.filter((file) => file.endsWith(".js"));
const first = readFileSync(`${here}/../dist/index.html`, "utf8");
const early = JSON.parse(/id="early"[^>]*>(.*?)</.exec(first)?.[1] ?? "{}");
const entry = scripts.filter(
  (file) =>
    first.includes(`="/assets/${file}"`) || (early.pages[""] ?? []).includes(`/assets/${file}`),
);
tell("scripts of the first page, gzipped", `${size(entry).toFixed(0)} kB`);
tell("all scripts, gzipped", `${size(scripts).toFixed(0)} kB`);
for (const file of names.filter((name) => /^[a-z]{2}-.*\.json$/.test(name))) {
  tell(`texts ${file.slice(0, 2)}, gzipped`, `${size([file]).toFixed(0)} kB`);
}

const width = Math.max(...rows.map(({ what }) => what.length));
for (const { what, value } of rows) console.log(`${what.padEnd(width)}  ${value}`);
