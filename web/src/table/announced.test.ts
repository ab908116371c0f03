import { expect, it } from "vitest";
import { announced, heard } from "./announced";

it("ends every entry with one full stop", () => {
  const why = "3 tiles × 2 + 1 shield × 2 = 8.";
  const told = announced([{ text: "Ann scored a city", points: "+8", why }, { text: "The walls" }]);
  expect(told).toBe("Ann scored a city, +8, 3 tiles × 2 + 1 shield × 2 = 8. The walls.");
});

it("is heard again when the same is said again, and falls silent", () => {
  const once = heard("", "Your turn");
  const twice = heard(once, "Your turn");
  const thrice = heard(twice, "Your turn");
  expect(new Set([once, twice]).size).toBe(2);
  expect(thrice).not.toBe(twice);
  expect(heard("", "")).toBe("");
});
