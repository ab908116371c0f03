// What the table of The City shows beyond others: who builds, and what an end of the wall brings.

import { beforeEach, expect, it, vi } from "vitest";
import { silentAfterwards, speak } from "../../i18n/testing";
import type { Link } from "../../net/link";
import type { Oracle } from "../../net/oracle";
import type { Draft, Now, ServerMsg, Survey, WallEnd } from "../../wire";
import { Desk } from "../desk.svelte";
import { LiveTable } from "../live.svelte";
import { now, past } from "../testing";

// Only a browser has these.
vi.mock("../../art", () => ({
  seatColours: (seats: number) => Array.from({ length: seats }, (_, i) => i),
}));
vi.mock("../../board/eye.svelte", () => ({ Eye: Object }));
vi.mock("../../board/shapes.svelte", () => ({
  placesOf: () => [],
  placeOf: () => undefined,
  buildingsOf: () => [],
}));
silentAfterwards();

function end(word: string, cell: [number, number], points: number[]): WallEnd {
  return {
    ...{ word, at: { cell, place: "E" }, points, completes: [], blocks: [], row: [] },
    ...{ guard_allowed: false, public: 0, historic: 0 },
  };
}
const ends = [end("wall:left", [0, 0], [4, 0]), end("wall:right", [0, 1], [0, 3])];
const survey = { features: [], cells: [], ring: { ends, guards: [], open: [], towers: [] } };
const walls: Pick<Now, "walls" | "walls_left"> = { walls: [], walls_left: [60, 70] };

/** The page of the first seat, which builds; the other one is next. */
function asked(then: Partial<Now>): Desk {
  const followers: [string, number][] = [["follower", 3]];
  const seats = [0, 1].map(() => ({ score: 0, supply: followers }));
  const building: Now = { ...now(0), ...walls, seats, ask: "wall", builders: [0, 1, 0] };
  const draft: Draft = {
    choices: { n: 3, seat: 0, ask: "guard", words: ["wall:left"], legal: ["guard", "-"] },
    ...{ complete: false, events: [], add: [] },
    now: { ...building, ...then },
  };
  const oracle: Oracle = {
    draft: () => Promise.resolve({ draft }),
    survey: () => Promise.resolve(survey as unknown as Survey),
    why: () => Promise.reject(new Error("nobody asks")),
    hint: () => Promise.resolve([]),
    replay: () => Promise.reject(new Error("nobody asks")),
  };
  let say: (message: ServerMsg) => void = () => undefined;
  const link = {
    listen: (listener: typeof say) => {
      say = listener;
      return () => undefined;
    },
    watch: () => () => undefined,
    send: () => true,
    now: () => undefined,
  } as unknown as Link;
  const live = new LiveTable(link, oracle);
  say({
    t: "snapshot",
    ...past,
    view: { kinds: [], tiles: past.view?.tiles ?? [], now: building },
  });
  const legal = ["wall:left", "wall:right"];
  say({ t: "choices", n: 3, seat: 0, ask: "wall", words: [], legal });
  return new Desk(live);
}

beforeEach(() => speak("en"));

it("rings whoever decides about a guard, not who builds next", async () => {
  const desk = asked({ ask: "guard", builders: [1, 0] });
  expect(desk.town.builders).toEqual([0, 1, 0]);
  desk.live.choose("wall:left");
  await vi.waitFor(() => expect(desk.facing?.choices.ask).toBe("guard"));
  expect(desk.town.builders).toEqual([0, 1, 0]);
});

it("calls me what I am called everywhere at the ends of the wall", async () => {
  const desk = asked({});
  await desk.look();
  for (const [language, mine] of [
    ["en", "You +4"],
    ["fr", "Vous +4"],
  ] as const) {
    await speak(language);
    const [left, right] = desk.trial.optionsFor(undefined);
    expect(left?.detail).toBe(mine);
    expect(right?.detail).toMatch(/^\S+ \+3$/);
    expect(right?.detail).not.toContain("Ann");
  }
});
