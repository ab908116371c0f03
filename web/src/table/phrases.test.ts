import { expect, it } from "vitest";
import { phraseOf } from "./phrases";

const ALL: [string, string][] = [
  ["hello", "Bonjour !"],
  ["good-luck", "Bonne chance !"],
  ["good-game", "Belle partie !"],
  ["well-played", "Bien joué !"],
];

it("knows a phrase by its words, its name or its beginning", () => {
  expect(phraseOf("bonjour", ALL)).toBe("hello");
  expect(phraseOf("BIEN JOUE", ALL)).toBe("well-played");
  expect(phraseOf("good luck", ALL)).toBe("good-luck");
  expect(phraseOf("belle", ALL)).toBe("good-game");
});

it("takes nothing for a phrase that could be two, or none", () => {
  expect(phraseOf("b", ALL)).toBeUndefined();
  expect(phraseOf("!", ALL)).toBeUndefined();
  expect(phraseOf("something else", ALL)).toBeUndefined();
});
