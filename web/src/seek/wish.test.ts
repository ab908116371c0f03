import { expect, test } from "vitest";
import { wishOf } from "./wish";

test("what was sought last is sought again, as far as it is there", () => {
  const known = ["duel", "city"];
  expect(wishOf(null, known, "duel")).toEqual({
    pools: ["duel"],
    guests: true,
    bots: false,
  });
  expect(wishOf('{"pools":["city","gone"],"guests":false,"bots":true}', known, "duel")).toEqual({
    pools: ["city"],
    guests: false,
    bots: true,
  });
  expect(wishOf('{"pools":["gone"]}', known, "duel").pools).toEqual(["duel"]);
  expect(wishOf("no json", known, "duel").pools).toEqual(["duel"]);
  expect(wishOf('{"pools":7}', known, "duel").pools).toEqual(["duel"]);
});
