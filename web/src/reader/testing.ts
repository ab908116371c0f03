// What the tests of the text view share: the real messages, and a small board with its survey.

import { format } from "../i18n/format";
import { areasJoined } from "../i18n/join";
import { knowMarks } from "../table/marks";
import type { Feature, Laid, Now, Survey, View } from "../wire";
import type { Scribe, Verbosity } from "./scribe";
import { learnWords } from "./vocabulary";

type Files = Record<string, Record<string, string>>;
const messages = (files: Files): ReadonlyMap<string, string> =>
  new Map(Object.entries(areasJoined(Object.entries(files))));

const MESSAGES = {
  en: messages(import.meta.glob("../../messages/en/*.json", { eager: true, import: "default" })),
  fr: messages(import.meta.glob("../../messages/fr/*.json", { eager: true, import: "default" })),
};

knowMarks([
  ["base/F", ["shield"]],
  ["town/straight-two-fish-grain", ["fishmarket", "grainmarket"]],
]);
learnWords(
  [...MESSAGES.en].flatMap(([key, text]): [string, string][] =>
    key.startsWith("reader.words.") ? [[key.slice(13), text]] : [],
  ),
);

/** Places of the tiles in the tests, as /art/shapes has them, for each turn. */
const PLACES: Record<string, readonly string[][]> = {
  "base/D": [
    ["road:EW", "city:N", "field:EL.WR", "field:ER.SL.SR.WL"],
    ["road:NS", "city:E", "field:NR.SL", "field:NL.SR.WL.WR"],
  ],
  "base/E": [
    ["city:N", "field:EL.ER.SL.SR.WL.WR"],
    ["city:E", "field:NL.NR.SL.SR.WL.WR"],
    ["city:S", "field:NL.NR.EL.ER.WL.WR"],
    ["city:W", "field:NL.NR.EL.ER.SL.SR"],
  ],
  "base/V": [
    ["road:SW", "field:NL.NR.EL.ER.SL.WR", "field:SR.WL"],
    ["road:NW", "field:NR.EL.ER.SL.SR.WL", "field:NL.WR"],
  ],
  "base/U": [
    ["road:EW", "field:NL.NR.EL.WR", "field:ER.SL.SR.WL"],
    ["road:NS", "field:NR.EL.ER.SL", "field:NL.SR.WL.WR"],
    ["road:EW", "field:NL.NR.EL.WR", "field:ER.SL.SR.WL"],
  ],
  "base/W": [["road:E", "road:S", "road:W", "field:NL.NR.EL.WR", "field:ER.SL", "field:SR.WL"]],
  "base/B": [["field:NL.NR.EL.ER.SL.SR.WL.WR", "monastery"]],
  "base/F": [["city:EW", "field:NL.NR", "field:SL.SR"]],
  "river/straight": [["field:NL.NR.EL.WR", "field:ER.SL.SR.WL"]],
  "town/straight-two-fish-grain": [["street:EW", "market:NL.NR.EL.WR", "market:ER.SL.SR.WL"]],
};

const seat = { score: 3, supply: [["follower", 5]] as [string, number][] };

/** A view with these tiles. */
export function viewOf(tiles: Laid[], now: Partial<Now> = {}): View {
  return {
    kinds: [],
    tiles,
    now: {
      turn: 1,
      on_turn: 0,
      part: 1,
      to_act: 0,
      ask: "lay",
      figures: [],
      seats: [seat, { ...seat, score: 7 }],
      left: 60,
      ...now,
    },
  };
}

/** A feature with little in it. */
export function featureOf(more: Partial<Feature> & Pick<Feature, "kind" | "segments">): Feature {
  return { id: 1, tiles: 1, complete: false, missing: [], strength: [0, 0], owners: [], ...more };
}

/** Two tiles: the start, and a bend to the east of it. Anna has the city, I have the road. */
export const BOARD: Laid[] = [
  { id: "base/D", x: 0, y: 0, r: 0 },
  { id: "base/V", x: 1, y: 0, r: 1, by: 1 },
];
export const SURVEY: Survey = {
  features: [
    featureOf({
      id: 0,
      kind: "road",
      segments: [
        { cell: [0, 0], place: "road:EW" },
        { cell: [1, 0], place: "road:NW" },
      ],
      tiles: 2,
      missing: [
        [-1, 0],
        [1, -1],
      ],
      strength: [1, 0],
      owners: [0],
    }),
    featureOf({
      id: 1,
      kind: "city",
      segments: [{ cell: [0, 0], place: "city:N" }],
      missing: [[0, -1]],
      strength: [0, 1],
      owners: [1],
      signs: [["coats of arms", 1]],
    }),
  ],
  cells: [{ x: 0, y: -1, dead: false, cut_off: false, fits: [["base/E", 4]] }],
};

/** A scribe for seat 0, called "you"; seat 1 is Anna. */
export function scribeOf(
  language: "en" | "fr" = "en",
  verbosity: Verbosity = "normal",
  view: View = viewOf(BOARD),
  survey: Survey | undefined = SURVEY,
): Scribe {
  const texts = MESSAGES[language];
  return {
    say: (key, values = {}) => {
      const message = texts.get(key);
      if (message === undefined) throw new Error(`no message ${key}`);
      return format(message, values, language);
    },
    sayMaybe: (key, fallback, values = {}) => {
      const message = texts.get(key);
      return message === undefined ? fallback : format(message, values, language);
    },
    list: (items) => new Intl.ListFormat(language, { type: "conjunction" }).format(items),
    name: (seat) => (seat === 0 ? "Guilhem" : "Anna"),
    mine: (seat) => seat === 0,
    places: (id, r) => PLACES[id]?.[r] ?? [],
    about: () => "",
    verbosity,
    view,
    survey,
  };
}
