import { expect, it } from "vitest";
import { readInvite } from "./invite";

const HERE = "https://play.example.org";

it.each([
  ["https://play.example.org/t/kestrel41?k=abc", "/t/kestrel41?k=abc"],
  ["  <https://play.example.org/t/kestrel41>. ", "/t/kestrel41"],
  ["play.example.org/t/kestrel41", "/t/kestrel41"],
  ["/t/kestrel41?k=a%2Bb", "/t/kestrel41?k=a%2Bb"],
  ["kestrel41", "/t/kestrel41"],
])("reads %s", (text, path) => {
  expect(readInvite(text, HERE)).toEqual({ path });
});

it.each([
  ["", "empty"],
  ["https://other.example.org/t/kestrel41", "elsewhere"],
  ["https://play.example.org/rules", "unreadable"],
  ["what is this", "unreadable"],
  ["https://", "unreadable"],
])("says why %s does not work", (text, wrong) => {
  expect(readInvite(text, HERE)).toEqual({ wrong });
});
