// The text view: whole games without the board, by the keyboard alone, and everything said.

import { expect, test, type Page } from "@playwright/test";
import { accessible } from "./accessible";
import { effectOf } from "../src/reader/joins";
import type { Moment, Survey } from "../src/wire";
import { atRest, LONG, makeTable, person, type Device } from "./kit";
import { before, newTable, tableFrom, wholeRecord, withoutLast } from "./played";
import { dice } from "./robot";
import { TestServer } from "./server";
import {
  expectAllSaid,
  FRENCH,
  heardOn,
  openEars,
  pastOf,
  playInWords,
  pointsSaid,
  toCommandLine,
  type,
} from "./words";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const question = "[data-question] [data-choice]";
const answer = (page: Page) => page.locator("[data-answer]");

/** Opens the table of the page in words; gives its id and the newest number then. */
async function inWords(page: Page): Promise<{ id: string; n: number }> {
  const id = /\/t\/(\w+)/.exec(page.url())?.[1] ?? "";
  await page.goto(`/t/${id}/text`);
  await page.locator(question).first().waitFor();
  return { id, n: (await pastOf(page, id)).n };
}

for (const { name, most, lane } of [
  { name: "the first turns of a base game", most: 8, lane: {} },
  { name: "a whole base game", most: Infinity, lane: LONG },
]) {
  test(`${name} in words, every step said once and every point`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server);
    await openEars(page);
    await newTable(page, "level-1");
    // It may begin with the computer's move: what was there on opening is in the list.
    const { id, n } = await inWords(page);
    await playInWords(page, dice(5), { stretch: 4, most });
    const end = most === Infinity ? "[data-over] h2" : question;
    await expect(page.locator(end).first()).toBeVisible();

    const past = await pastOf(page, id);
    await expectAllSaid(page, past, n);
    const said = pointsSaid(await heardOn(page));
    const mine = past.you.seats[0] ?? 0;
    const begun = past.log.find((line) => line.n === n)?.points ?? [0, 0];
    const { status } = past.table;
    const now = past.view?.now.seats.map(({ score }) => score) ?? [];
    for (const [seat, points] of (status.kind === "over" ? status.points : now).entries()) {
      const who = seat === mine ? "You" : "Perrin";
      expect((said.get(who) ?? 0) + (begun[seat] ?? 0), who).toBe(points);
    }
    expect(status.kind === "over").toBe(most === Infinity);
    await leave();
    expect(wrong).toEqual([]);
  });
}

test("a game of The City in words, to the closing of the ring", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await openEars(page);
  const id = await tableFrom(page, withoutLast(wholeRecord({ family: "city" }), 8), "city");
  await page.goto(`/t/${id}/text`);
  await page.locator(question).first().waitFor();
  const { n } = await pastOf(page, id);
  await toCommandLine(page);
  await type(page, "walls");
  await expect(answer(page)).toContainText("The gate on the");
  await expect(answer(page)).toContainText("The left end would go on at the");
  await playInWords(page, dice(3), { stretch: 2 });

  await expect(page.locator("[data-over] table")).toBeVisible();
  await expectAllSaid(page, await pastOf(page, id), n);
  const heard = await heardOn(page);
  expect(heard.map(({ text }) => text).join(" ")).toContain("The ring closes");
  // The table of points adds up, too.
  const columns = await page.locator("[data-over] table").evaluate((table) => {
    const rows = [...table.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent)),
    );
    const total = [...table.querySelectorAll("tfoot td")].map((cell) => Number(cell.textContent));
    return total.map((sum, i) => ({ sum, of: rows.reduce((all, row) => all + (row[i] ?? 0), 0) }));
  });
  expect(columns).toHaveLength(2);
  for (const { sum, of } of columns) expect(of).toBe(sum);

  // Whether walls are built near the end is chance: here the next word is one.
  const record = before(wholeRecord({ family: "city" }), /\swall:/);
  const other = await tableFrom(page, record ?? "", "city", "screen");
  await page.goto(`/t/${other}/text`);
  await expect(page.locator("[data-ask=wall]")).toBeVisible();
  await playInWords(page, dice(1), { stretch: 1, most: 2 });
  await expect(page.locator("[data-voice]")).toContainText(
    /built a wall on the (north|east|south|west) side of/,
  );
  await leave();
  expect(wrong).toEqual([]);
});

test("six turns in French with every expansion", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { language: "fr" });
  await openEars(page);
  await makeTable(page, { expansions: "all", others: ["computer:level-1"] });
  const { id, n } = await inWords(page);
  const decisions = await playInWords(page, dice(7), { stretch: 3, most: 6, tongue: FRENCH });
  expect(decisions).toBe(6);
  await toCommandLine(page);
  for (const [line, says] of [
    ["aide", "valider"],
    ["moi", "Vous"],
    ["plateau", "Ligne"],
    ["où 0,0", "centre"],
    ["bilan", "tuile"],
    ["reste", "tuiles restantes"],
    ["n’importe quoi", "Commande inconnue"],
  ] as const) {
    await type(page, line);
    await expect(answer(page)).toContainText(says, { ignoreCase: true });
  }
  await expectAllSaid(page, await pastOf(page, id), n);
  const heard = await heardOn(page);
  for (const { text } of heard) {
    expect(text).not.toMatch(/\b(the|reader\.|log\.|table\.)\b/);
  }
  await leave();
  expect(wrong).toEqual([]);
});

test("commands are answered, mistakes are explained and change nothing", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await newTable(page, "level-1");
  const { id, n } = await inWords(page);
  await toCommandLine(page);
  const before = await page.locator("[data-question]").innerText();
  for (const [line, says] of [
    ["HELP", "A number chooses from the list"],
    ["tile", "Your tile, as drawn"],
    ["scores", "7 followers left"],
    ["choices", "1."],
    ["where 9,9", "No tile lies beside it"],
    ["lay 40,40 r0", "share an edge"],
    ["900", "There is no choice 900"],
    ["dance", "I do not know “dance”"],
    ["confirm", "Not everything is chosen"],
    ["undo", "nothing to take back"],
    ["pass", "nothing like"],
    ["full", "Full"],
    ["normal", "Normal"],
    ["say a fine day to all", "Said."],
  ] as const) {
    await type(page, line);
    await expect(answer(page)).toContainText(says);
  }
  await expect(page.locator("[data-question]")).toHaveText(before, { useInnerText: true });
  await expect(page.locator("[data-voice]")).toContainText("says: a fine day to all");

  // What is chosen can be taken back by a command, a button and a key.
  await type(page, "1");
  await expect(page.locator("[data-chosen]")).toBeVisible();
  await type(page, "undo");
  await expect(page.locator("[data-chosen]")).toHaveCount(0);
  for (const undo of ["button", "key"]) {
    // The first question is asked again, and whatever takes the focus has taken it.
    await expect(page.locator("[data-question]")).toHaveText(before, { useInnerText: true });
    await atRest(page);
    await page.locator(question).first().focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("[data-chosen]")).toBeVisible();
    // The next question takes the focus when it is there: a press before that would go nowhere.
    await expect(page.locator("#question-title")).toBeFocused();
    if (undo === "key") await page.keyboard.press("Control+z");
    else await page.locator("[data-undo]").press("Enter");
    await expect(page.locator("[data-chosen]")).toHaveCount(0);
    await expect(page.locator("#question-title")).toBeFocused();
  }
  const { log } = await pastOf(page, id);
  expect(log.filter((line) => line.n > n && line.cause.c === "played")).toEqual([]);
  await leave();
  expect(wrong).toEqual([]);
});

test("from the board to the words and back, and always in words", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await newTable(page, "level-1");
  await page.locator("[data-cell]").first().waitFor();
  const link = page.getByRole("link", { name: "Text view, for screen readers" });
  for (let i = 0; i < 4 && !(await link.evaluate((it) => it === document.activeElement)); i += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/text$/);
  await expect(page.locator(question).first()).toBeVisible();
  await page.getByRole("link", { name: "Show the board" }).click();
  await expect(page.locator("[data-cell]").first()).toBeAttached();

  const path = new URL(page.url()).pathname.replace("/board", "");
  await page.goto("/settings");
  await page.getByRole("switch", { name: /Always use the text view/ }).click();
  await page.goto(path);
  await expect(page.locator(question).first()).toBeVisible();
  await page.getByRole("link", { name: "Show the board" }).click();
  await expect(page.locator("[data-cell]").first()).toBeAttached();
  await leave();
  expect(wrong).toEqual([]);
});

test("a lost connection is told, and its return", LONG, async ({ browser }) => {
  const own = await TestServer.start();
  const { page, leave } = await person(browser, own, { expected: /.*/ });
  await openEars(page);
  await newTable(page, "level-1");
  await inWords(page);
  await own.kill();
  await expect(page.locator("[data-voice]")).toContainText("The connection is lost");
  await own.run();
  await expect(page.locator("[data-voice]")).toContainText("Connected again");
  // The question is the same one: it is not asked anew.
  const turns = (await heardOn(page)).filter(({ text }) => text.startsWith("Your turn"));
  expect(turns).toHaveLength(1);
  await leave();
  await own.stop();
});

test("a table without aids tells nothing that the board does not show", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await page.request.post("/api/guest", { data: { name: "Guilhem" } });
  const config = {
    name: "",
    plan: { family: "country", expansions: [], options: [] },
    seats: [{ kind: "me" }, { kind: "computer", level: "random" }],
    order: "given",
    clock: { kind: "none" },
    flagged: "computer",
    aids: "purist",
    visibility: "link",
  };
  const made = await page.request.post("/api/tables", { data: { config } });
  const { id } = (await made.json()) as { id: string };
  await page.request.post(`/api/tables/${id}/start`, { data: {} });
  await page.goto(`/t/${id}/text`);
  // The four cells around the start, legal or not.
  await expect(page.locator(question)).toHaveCount(4);
  await toCommandLine(page);
  await type(page, "survey");
  await expect(answer(page)).toContainText("without aids");
  // Every cell in every turn: some lie, the others are refused with a reason.
  let refused = 0;
  const chosen = page.locator("[data-chosen]");
  for (const cell of ["1n", "1e"]) {
    for (const r of [0, 1, 2, 3]) {
      await type(page, `lay ${cell} r${r}`);
      await expect(page.locator("[data-question][aria-busy=true]")).toHaveCount(0);
      if ((await page.locator("[data-answer].failed").count()) > 0) refused += 1;
      else await type(page, "undo");
      await expect(chosen).toHaveCount(0);
    }
  }
  expect(refused).toBeGreaterThan(0);
  await leave();
  expect(wrong).toEqual([]);
});

test("what the choices promise is what the server would do", LONG, async ({ request }) => {
  test.slow();
  const post = async <T>(path: string, data: unknown): Promise<T> =>
    (await (await request.post(`${server.url}${path}`, { data })).json()) as T;
  const shapes = new Map<string, { name: string }[][]>();
  let checked = 0;
  for (const kind of [{}, { expansions: "all" }, { family: "city" as const }]) {
    const record = wholeRecord({ ...kind, seed: 11 });
    const turns = [...record.matchAll(/(?<=\s)\d+\. (\S+)/g)];
    for (const turn of [turns[14], turns[40]]) {
      const until = (turn?.index ?? 0) + (turn?.[0].length ?? 0);
      const now = record.slice(0, until).replace(/\[Result .*\]\n/, "");
      const { view, choices } = await post<Moment>("/api/moment", { record: now, then: [] });
      const hand = view.now.hand;
      if (hand === undefined || choices.ask !== "lay") continue;
      const set = hand.split("/", 1)[0] ?? "";
      const sheet = await request.get(`${server.url}/art/shapes/${set}.json`);
      const { places } = (await sheet.json()) as { places: Record<string, { name: string }[][]> };
      for (const [id, turns] of Object.entries(places)) {
        shapes.set(id, turns);
      }
      const survey = await post<Survey>("/api/survey", { record: now, then: [] });
      const taken = new Set(view.tiles.map((tile) => `${tile.x},${tile.y}`));
      for (const word of choices.legal.slice(0, 20)) {
        const [x = 0, y = 0, r = 0] = [...word.matchAll(/-?\d+/g)].map(Number);
        const places = (shapes.get(hand)?.[r] ?? []).map((place) => place.name);
        const after = await post<Survey>("/api/survey", { record: now, then: [word] });
        for (const join of effectOf(places, [x, y], survey, taken).joins) {
          if (!["road", "city", "street"].includes(join.kind)) continue;
          const [place] = join.places;
          const truth = after.features.find((feature) =>
            feature.segments.some((s) => s.cell?.[0] === x && s.cell[1] === y && s.place === place),
          );
          const cells = join.features.flatMap((one) => one.segments.map((s) => String(s.cell)));
          expect(truth?.complete, `${word} ${place}`).toBe(join.closes);
          expect(truth?.tiles, `${word} ${place}`).toBe(new Set([`${x},${y}`, ...cells]).size);
          checked += 1;
        }
      }
    }
  }
  expect(checked).toBeGreaterThan(60);
});

for (const [name, look, lane] of [
  ["on a narrow screen, dark, French", { dark: true, language: "fr", phone: true }, {}],
  ["at a desk", {}, LONG],
] as [string, Device, { tag?: string }][]) {
  test(`accessible ${name}`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, look);
    if (look.phone === true) await page.setViewportSize({ width: 320, height: 640 });
    const id = await tableFrom(page, withoutLast(wholeRecord({ expansions: "all" }), 30));
    // A server that is busy is asked again.
    await page.route("**/art/shapes/**", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(`/t/${id}/text`);
    await page.locator(question).first().press("Enter");
    await page.locator("[data-chosen]").waitFor();
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((details) => (details.open = true)),
    );
    await page.locator("#command").fill(look.phone === true ? "aide" : "help");
    await page.keyboard.press("Enter");
    await expect(answer(page).locator("li").first()).toBeVisible();
    await accessible(page, "the text view");
    expect(await page.locator("h1").count()).toBe(1);
    await leave();
    expect(wrong).toEqual([]);
  });
}
