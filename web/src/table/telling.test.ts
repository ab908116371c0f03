import { describe, expect, it } from "vitest";
import traders from "../../messages/en/exp-traders.json";
import enLog from "../../messages/en/log.json";
import frLog from "../../messages/fr/log.json";
import { format } from "../i18n/format";
import type { Event, LogLine } from "../wire";
import { entriesOf, pieces, plain, type Teller } from "./telling";

function teller(language: "en" | "fr"): Teller {
  const own = Object.entries(language === "en" ? enLog : frLog);
  const messages: Record<string, string> = {
    ...Object.fromEntries(own.map(([key, text]) => [`log.${key}`, text])),
    ...traders,
  };
  const say = (key: string, values = {}) => format(messages[key] ?? `?${key}`, values, language);
  return {
    say,
    sayMaybe: (key, fallback, values) => (key in messages ? say(key, values) : fallback),
    list: (items) => new Intl.ListFormat(language).format(items),
    name: (seat) => ["Ann", "Raimon"][seat] ?? "?",
    mine: (seat) => seat === 0,
    tile: () => "bend",
  };
}

function played(seat: number, events: Event[]): LogLine {
  return { n: 1, at: 0, cause: { c: "played", seat, id: "", words: [], chance: [] }, events };
}

function texts(line: LogLine, language: "en" | "fr" = "en"): string[] {
  return entriesOf(line, teller(language)).map((entry) =>
    [plain(entry.text), entry.points, entry.why].filter((part) => part !== undefined).join(" | "),
  );
}

const laid: Event = { e: "laid", tile: "base/V", x: 1, y: 2, r: 0 };

describe("the log", () => {
  it("tells a tile and its figure in one sentence", () => {
    const put: Event = {
      e: "put",
      seat: 1,
      piece: "follower",
      at: { cell: [1, 2], place: "road:ES" },
    };
    expect(texts(played(1, [laid, put]))).toEqual([
      "Raimon laid a tile and posted a follower to the road | bend",
    ]);
    expect(texts(played(0, [laid, put]), "fr")).toEqual([
      "Raimon pose une tuile et place un partisan sur la route | bend",
    ]);
    expect(texts(played(0, [laid]), "fr")).toEqual(["Vous posez une tuile | bend"]);
  });

  it("explains a score", () => {
    const scored: Event = {
      e: "scored",
      feature: "city",
      at: { cell: [1, 2], place: "city:N" },
      complete: true,
      parts: [
        { why: "tiles", count: 3, each: 2 },
        { why: "coats of arms", count: 1, each: 2 },
      ],
      strength: [1, 2],
      winners: [1],
      points: [0, 8],
    };
    expect(texts(played(0, [scored]))).toEqual([
      "Raimon scored for a city | +8 | 3 tiles × 2 + 1 shield × 2 = 8. Strength you: 1 · Raimon: 2.",
    ]);
  });

  it("calls me what I am called everywhere, also beside others", () => {
    const shared: Event = {
      e: "scored",
      feature: "road",
      at: { cell: [1, 2], place: "road:ES" },
      complete: true,
      parts: [{ why: "tiles", count: 4, each: 1 }],
      strength: [1, 1],
      winners: [0, 1],
      points: [4, 4],
    };
    expect(texts(played(0, [shared]))).toEqual([
      "Raimon and you scored for a road, each in full | +4 | 4 tiles × 1 = 4. Strength you: 1 · Raimon: 1.",
    ]);
    expect(texts(played(0, [shared]), "fr")[0]).toMatch(
      /^Raimon et vous marquez pour une route, chacun en entier/,
    );
  });

  it("says of a market what multiplies it, of a pig what it adds", () => {
    const market: Event = {
      e: "scored",
      feature: "market",
      at: { cell: [0, 0], place: "market:NL" },
      complete: true,
      parts: [
        { why: "tiles", count: 4, each: 3 },
        { why: "kinds of goods", count: 3, each: 0 },
      ],
      strength: [1, 0],
      winners: [0],
      points: [12, 0],
    };
    expect(texts(played(0, [market]))).toEqual([
      "You scored for a market | +12 | 4 tiles × 3 (3 kinds of goods) = 12.",
    ]);
    const field: Event = {
      ...market,
      feature: "field",
      complete: false,
      parts: [{ why: "completed cities", count: 2, each: 3 }],
      points: [8, 6],
      winners: [0, 1],
      strength: [1, 1],
    };
    expect(texts(played(0, [field]))[0]).toContain(
      "2 completed cities × 3 = 6. You: 2 more for the pig.",
    );
  });

  it("tells walls and guards of The City", () => {
    const wall: Event = { e: "put", seat: 1, piece: "wall", at: { cell: [1, 0], place: "E" } };
    const guard: Event = { e: "put", seat: 1, piece: "follower", at: { cell: [1, 0], place: "E" } };
    expect(texts(played(1, [wall, guard]))).toEqual(["Raimon built a wall and posted a guard"]);
    expect(texts(played(1, [wall]))).toEqual(["Raimon built a wall"]);
    expect(
      texts(played(1, [{ e: "told", what: "the ring is closed", seat: 0, count: 4 }])),
    ).toEqual(["The ring closes: 4 sides at once"]);
  });

  it("marks names", () => {
    const [entry] = entriesOf(played(1, [laid]), teller("en"));
    expect(pieces(entry?.text ?? "")).toEqual(["", "Raimon", " laid a tile"]);
  });
});
