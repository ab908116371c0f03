// The bar in which a decision is made, as its markup comes out.

import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import { silentAfterwards, speak } from "../i18n/testing";
import ActionBar from "./ActionBar.svelte";
import { past } from "./testing";

// Only a browser has these.
vi.mock("../art", () => ({ tileArt: () => "", figureArt: () => "" }));
vi.mock("../board/shapes.svelte", () => ({ placesOf: () => [], placeOf: () => undefined }));
silentAfterwards();

it("keeps the name of a seat apart from what it is asked", async () => {
  await speak("en");
  const choices = { n: 3, seat: 0, ask: "figure", words: ["1,0 r0"], legal: ["follower@road:N"] };
  const desk = {
    ...{ table: { ...past, you: { ...past.you, seats: [0, 1] } }, present: past.view },
    ...{ decision: { seat: 0, after: 3, words: ["1,0 r0"], points: [choices] }, pieces: [] },
    ...{
      facing: { choices, index: 1 },
      options: [],
      colours: [0, 1],
      framed: [],
      live: {},
      trial: {},
    },
  };
  const { body } = render(ActionBar, { props: { desk, phone: false, ondrag: vi.fn() } as never });
  const text = body.replaceAll(/<!--.*?-->|<[^>]+>/g, "").replaceAll(/\s+/g, " ");
  expect(text).toContain("Ann · Choose a place");
});
