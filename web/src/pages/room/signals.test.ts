// What a table sounds like, and that a line which comes back does not sound like all that it missed.

import { expect, it } from "vitest";
import { past, step, table } from "../../table/testing";
import type { ServerMsg } from "../../wire";
import { callsMe, Missed, soundOf } from "./signals";

const { you } = past;
const told = (n: number, seat: number): ServerMsg => ({ t: "step", ...step(n, seat, n) });

it("sounds for a tile, and calls when it becomes my turn", () => {
  expect(soundOf(told(4, 0), you)).toBe("tile");
  expect(soundOf(told(5, 1), you)).toBe("turn");
  expect(callsMe(told(5, 1), you)).toBe(true);
  expect(callsMe(told(4, 0), you)).toBe(false);
});

it("sounds once after a break, not for every missed step", () => {
  const missed = new Missed();
  const heard: ServerMsg[] = [
    { t: "resumed", n: 9, you, table },
    told(6, 0),
    told(7, 1),
    told(8, 0),
    told(9, 1),
    told(10, 0),
  ];
  const sounds = heard.filter((message) => !missed.has(message)).map((one) => soundOf(one, you));
  expect(sounds).toEqual([undefined, "turn", "tile"]);
});
