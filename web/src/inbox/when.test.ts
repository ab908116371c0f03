import { expect, test } from "vitest";
import { dateText, localHour, span, utcMinute, when } from "./when";

test("an hour of here is the same after a way to the server and back", () => {
  const now = new Date(2026, 10, 17, 12);
  for (const hour of ["00:00", "08:00", "13:45", "23:59"]) {
    expect(localHour(utcMinute(hour, now), now)).toBe(hour);
  }
  expect(utcMinute("08:00", now)).toBeGreaterThanOrEqual(0);
  expect(utcMinute("08:00", now)).toBeLessThan(1440);
});

test("a time has its day in the language of the page", () => {
  const at = new Date(2026, 10, 17, 14, 30).getTime();
  expect(when(at, "en")).toMatch(/Nov/);
  expect(when(at, "fr")).toMatch(/nov/);
});

test("leave has whole days, the last one too", () => {
  const { from, to, days } = span("2026-10-20", "2026-10-27");
  expect(days).toBe(8);
  expect(dateText(new Date(from))).toBe("2026-10-20");
  expect(dateText(new Date(to))).toBe("2026-10-28");
  expect(span("2026-03-01", "2026-03-01").days).toBe(1);
});
