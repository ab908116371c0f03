import { expect, it } from "vitest";
import { frameAddress, frameCode } from "./embed";

const framing = { origin: "https://example.org", id: "abc", language: "fr", title: 'A "game" <b>' };

it("names the moment and the taste in the address", () => {
  expect(frameAddress(framing)).toBe("https://example.org/embed/abc?lang=fr");
  expect(frameAddress({ ...framing, move: 0, night: true })).toBe(
    "https://example.org/embed/abc?move=0&night=1&lang=fr",
  );
});

it("writes HTML that a name cannot break", () => {
  const code = frameCode({ ...framing, move: 3 });
  expect(code).toContain('src="https://example.org/embed/abc?move=3&amp;lang=fr"');
  expect(code).toContain('title="A &quot;game&quot; &lt;b>"');
  expect(code.match(/"/g)?.length).toBe(12);
});
