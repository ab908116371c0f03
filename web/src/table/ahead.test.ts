import { expect, it, vi } from "vitest";
import { now, past } from "./testing";

// Only a browser has these.
vi.mock("../board/shapes.svelte", () => ({ placesOf: () => [] }));
vi.mock("../net/pictures", () => ({ pictures: { ready: () => undefined } }));
vi.mock("../art", () => ({
  figureAddress: (piece: string, colour: number, lying: boolean) =>
    `${piece}-${colour}${lying ? "-lying" : ""}`,
  tileAddress: () => "",
}));

const { figuresOf } = await import("./ahead");

it("has the figures of a seat ready in both ways, and only those that may be sent", () => {
  const supply: [string, number][] = [
    ["follower", 3],
    ["abbot", 0],
    ["tower", 2],
  ];
  const at = now(0);
  const view = { ...past.view, kinds: [], tiles: [], built: ["tower"] };
  const seats = at.seats.map((seat) => ({ ...seat, supply }));
  expect(figuresOf({ ...view, now: { ...at, seats } }, 0, 2)).toEqual([
    "follower-2",
    "follower-2-lying",
  ]);
});
