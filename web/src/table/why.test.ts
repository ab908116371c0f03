// What may not be chosen is shown to be asked about; a second segment of what may be is no other
// choice, whatever a table tells of worth.

import { expect, it, vi } from "vitest";
import type { Link } from "../net/link";
import type { Oracle } from "../net/oracle";
import type { Choices, MoveWorth, ServerMsg } from "../wire";
import { Desk } from "./desk.svelte";
import { LiveTable } from "./live.svelte";
import { past } from "./testing";
import { Why } from "./why.svelte";

// Only a browser has these.
vi.mock("../art", () => ({
  seatColours: (seats: number) => Array.from({ length: seats }, (_, i) => i),
}));
vi.mock("../board/eye.svelte", () => ({ Eye: Object }));
const places = ["field:N", "field:S", "road:E"].map((name) => ({ name, x: 100, y: 100 }));
vi.mock("../board/shapes.svelte", () => ({
  placesOf: () => places,
  placeOf: (_: string, __: number, name: string) => places.find((place) => place.name === name),
}));

/** A tile whose two fields are one on the board; its road is taken. */
function choices(worth: MoveWorth[]): Choices {
  const figure = { ask: "figure", words: 1, worth };
  return {
    n: 3,
    seat: 0,
    ask: "lay",
    words: [],
    legal: ["1,0 r0"],
    moves: {
      words: [["1,0 r0"], ["follower@field:N", "-"]],
      first: { ask: "lay", words: 0, then: [figure] },
    },
  };
}

function shutPlaces(aids: "standard" | "purist", worth: MoveWorth[]): string[] {
  let say: (message: ServerMsg) => void = () => undefined;
  const link: Link = {
    listen: (listener) => {
      say = listener;
      return () => undefined;
    },
    watch: () => () => undefined,
    play: () => "move",
    chat: () => "",
    send: () => true,
    now: () => undefined,
    again: () => undefined,
    waiting: undefined,
  };
  const oracle = { draft: () => Promise.resolve(undefined) } as unknown as Oracle;
  const live = new LiveTable(link, oracle);
  const { table, view } = past;
  if (!view) throw new Error("the table plays");
  const supply: [string, number][] = [["follower", 7]];
  const seats = view.now.seats.map((seat) => ({ ...seat, supply }));
  say({
    t: "snapshot",
    ...past,
    table: { ...table, config: { ...table.config, aids } },
    view: { ...view, now: { ...view.now, hand: "base/U", seats } },
  });
  say({ t: "choices", ...choices(worth) });
  live.layAs("1,0 r0");
  const why = new Why(new Desk(live));
  const shut = why.chips.map(({ word }) => word);
  live.close();
  return shut;
}

const own = ["field:N", "field:S"];

it("leaves out a second segment of what may be chosen", () => {
  expect(shutPlaces("standard", [{ own, now: 3, complete: 3 }, {}])).toEqual(["follower@road:E"]);
});

it("leaves it out for purists too, who are told of no worth", () => {
  expect(shutPlaces("purist", [{ own }, {}])).toEqual(["follower@road:E"]);
});

it("shows it where it is another feature", () => {
  const shut = ["follower@field:S", "follower@road:E"];
  expect(shutPlaces("standard", [{ own: ["field:N"] }, {}])).toEqual(shut);
});
