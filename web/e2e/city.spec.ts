// Whole games of The City to the closing of the ring: one person at a desk and one with a phone,
// with computers on the other seats.

import { expect, test, type Page } from "@playwright/test";
import type { Aids, Past } from "../src/wire";
import { LONG, person, type Person } from "./kit";
import { wholeRecord, withoutLast } from "./played";
import { playQuickly, type Played } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

async function post<T>(page: Page, path: string, data: unknown): Promise<T> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json().catch(() => undefined)) as T;
}

/** A table of The City with the desk on the first seat and the phone on the second. */
async function begin(
  desk: Person,
  phone: Person,
  { seats, aids, from }: { seats: number; aids: Aids; from: string | undefined },
): Promise<string> {
  await post(desk.page, "/api/guest", { name: "Alix" });
  await post(phone.page, "/api/guest", { name: "Bernat" });
  const computers = Array.from({ length: seats - 2 }, () => ({
    kind: "computer",
    level: "random",
  }));
  const { id } = await post<{ id: string }>(desk.page, "/api/tables", {
    config: {
      name: "",
      plan: { family: "city", expansions: [], options: [] },
      seats: [{ kind: "me" }, { kind: "anyone" }, ...computers],
      order: "given",
      clock: { kind: "none" },
      flagged: "loses",
      aids,
      visibility: "public",
      ...(from === undefined ? {} : { from }),
    },
  });
  await post(phone.page, `/api/tables/${id}/seats/1`, {});
  await post(desk.page, `/api/tables/${id}/start`, {});
  await Promise.all([desk.page.goto(`/t/${id}`), phone.page.goto(`/t/${id}`)]);
  return id;
}

/** The results as they are shown: what each row says by kind, and its sum. */
async function results(page: Page): Promise<{ name: string; kinds: number[]; total: number }[]> {
  const rows = page.locator("[data-over] tbody tr");
  return rows.evaluateAll((all) =>
    all.map((row) => ({
      name: row.querySelector("th .ell")?.textContent ?? "",
      kinds: [...row.querySelectorAll("td.num:not(:first-child)")].map((td) =>
        Number(td.textContent),
      ),
      total: Number(row.querySelector(".total")?.textContent),
    })),
  );
}

/** What happened last at a table, by the server. */
async function past(page: Page, id: string): Promise<Past> {
  return (await (await page.request.get(`/api/tables/${id}`)).json()) as Past;
}

for (const [seats, aids, left, lane] of [
  [2, "beginner", 14, {}],
  [2, "beginner", Infinity, LONG],
  [3, "standard", Infinity, LONG],
  [4, "beginner", Infinity, LONG],
] as const) {
  const what = left === Infinity ? "a whole game" : "the end of a game";
  test(`${what} of ${seats}, at a desk and on a phone`, lane, async ({ browser }) => {
    const desk = await person(browser, server);
    const look = { phone: true, language: "fr", motion: true } as const;
    const phone = await person(browser, server, look);
    const from = left === Infinity ? undefined : withoutLast(wholeRecord({ family: "city" }), left);
    const id = await begin(desk, phone, { seats, aids, from });

    const closing = { at: "[data-closing], [data-over]" };
    const other = playQuickly(phone.page, 20 + seats, closing);
    const mine = await playQuickly(desk.page, 10 + seats, { at: '[data-ask="wall"], [data-over]' });
    expect(mine.over, "walls are built before the end").toBe(false);
    await tryBothEnds(desk.page);
    const [rest, theirs] = await Promise.all([playQuickly(desk.page, 30 + seats), other]);
    expect([...mine.asks, ...rest.asks]).toContain("wall");
    expect(theirs.asks).toContain("wall");

    await skipClosing(phone.page, theirs);
    await checkEnd(desk.page, phone.page, id);
    await stepThroughClosing(desk.page);
    expect(desk.wrong).toEqual([]);
    expect(phone.wrong).toEqual([]);
    await desk.leave();
    await phone.leave();
  });
}

/** At the wall: each end has its place on the board, one tap drafts it, undo takes it back. */
async function tryBothEnds(page: Page): Promise<void> {
  const options = page.locator('[data-ask="wall"] [data-option]');
  const chosen = page.locator('[data-option][aria-pressed="true"]');
  await expect(options).not.toHaveCount(0);
  const ends = await options.count();
  await expect(page.locator(".chip")).toHaveCount(ends);
  await expect(page.locator("[data-wall] ol li img").first()).toHaveAttribute("alt", "Alix");
  // What a guard at an end would count is ringed, each building with its points.
  const said = (await options.locator(".d").allInnerTexts()).join(" ");
  const rings = page.locator(".counted b");
  if (/building/.test(said)) await expect(rings.first()).toHaveText(/^\+[23]$/);
  else await expect(rings).toHaveCount(0);
  for (let end = 0; end < ends; end += 1) {
    await expect(chosen).toHaveCount(0);
    await page.locator(".chip").nth(end).dispatchEvent("click");
    // The wall is chosen, or its guard is asked for already.
    const drafted = page.locator('[data-ask="guard"], [data-option][aria-pressed="true"]');
    await expect(drafted.first()).toBeVisible();
    await page.locator(".undo").click();
    await expect(options).toHaveCount(ends);
  }
}

/** The closing is told by itself, one scene after the other, and can be left. */
async function skipClosing(page: Page, played: Played): Promise<void> {
  expect(played.over, "the closing comes before the results").toBe(false);
  const told = page.locator("[data-closing]");
  await expect(told).toBeVisible();
  await expect(page.locator('[data-closing="ring"], [data-closing="scored"]')).toBeVisible();
  // While things move a hand cannot wait for them to rest.
  await page.locator("[data-skip]").dispatchEvent("click");
  await expect(told).toHaveCount(0);
}

/** The ring has closed, the kinds add up, and both screens say the same. */
async function checkEnd(desk: Page, phone: Page, id: string): Promise<void> {
  await expect(desk.locator("[data-over]")).toBeVisible();
  await expect(phone.locator("[data-over]")).toBeVisible();
  const { log, table } = await past(desk, id);
  const events = log.flatMap((line) => line.events ?? []);
  const told = events.flatMap((event) => (event.e === "told" ? [event.what] : []));
  expect(told).toContain("the ring is closed");
  expect(told.filter((what) => /^the (last|gap)/.test(what)).length, "it says why").toBeGreaterThan(
    0,
  );
  const [here, there] = [await results(desk), await results(phone)];
  expect(here.map((row) => row.total)).toEqual(there.map((row) => row.total));
  for (const row of here) {
    const sum = row.kinds.reduce((a, b) => a + b, 0);
    expect(sum, `the kinds of ${row.name} add up`).toBe(row.total);
  }
  const points = table.status.kind === "over" ? table.status.points : [];
  expect(here.map((row) => row.total).sort()).toEqual([...points].sort());
}

/** With reduced motion it is told only when asked for, and waits for the reader. */
async function stepThroughClosing(page: Page): Promise<void> {
  const totals = (await results(page)).map((row) => row.total);
  await page.locator("[data-again]").click();
  const told = page.locator("[data-closing]");
  await expect(told).toBeVisible();
  const seen = new Set<string>();
  for (let scenes = 0; scenes < 80; scenes += 1) {
    const kind = (await told.getAttribute("data-closing")) ?? "";
    seen.add(kind);
    if (kind === "over") break;
    await page.locator("[data-next]").click();
  }
  expect([...seen]).toEqual(expect.arrayContaining(["ends", "ring", "over"]));
  const points = await told.locator("li b").allInnerTexts();
  expect(points.map(Number).sort()).toEqual([...totals].sort());
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-over]")).toBeVisible();
}
