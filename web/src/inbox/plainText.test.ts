import { expect, test } from "vitest";
import { blocks } from "./plainText";

test("headings, lists, paragraphs and addresses are told apart", () => {
  const text = "# Who\nAnna, anna@example.org\nsee https://example.org/a.\n\n- one\n- two";
  expect(blocks(text)).toEqual([
    { kind: "heading", text: "Who" },
    {
      kind: "text",
      pieces: [
        { text: "Anna, " },
        { text: "anna@example.org", link: "mailto:anna@example.org" },
        { text: "\nsee " },
        { text: "https://example.org/a", link: "https://example.org/a" },
        { text: "." },
      ],
    },
    { kind: "list", items: ["one", "two"] },
  ]);
});

test("nothing becomes a script", () => {
  expect(blocks("javascript:alert(1) <b>x</b>")).toEqual([
    { kind: "text", pieces: [{ text: "javascript:alert(1) <b>x</b>" }] },
  ]);
});
