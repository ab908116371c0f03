import { describe, expect, it } from "vitest";
import type { RulesBook } from "../wire";
import { marked, search, wordsOf } from "./search";
import { synonymsIn } from "./synonyms";
import rules from "../../messages/fr/rules.json";
import river from "../../messages/fr/exp-river.json";

const words = (texts: object, begin: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    key.startsWith(begin) ? [[key.slice(begin.length), String(text)]] : [],
  );
const synonyms = synonymsIn([...words(rules, "words."), ...words(river, "rules.words.")]);

const BOOK: RulesBook = {
  pages: [
    {
      name: "base",
      title: "Le jeu de base",
      sections: [
        {
          title: "Poser un partisan",
          ids: ["BASE-21", "BASE-22"],
          blocks: [
            {
              t: "paragraph",
              text: "Un **partisan** se pose sur la tuile que l’on vient de poser.",
            },
            { t: "list", items: ["sur une *route*", "dans une cité"] },
          ],
        },
        {
          title: "Les cités",
          ids: ["BASE-30"],
          blocks: [{ t: "paragraph", text: "Une cité complète rapporte deux points la tuile." }],
        },
      ],
    },
    {
      name: "inns",
      title: "Auberges",
      sections: [
        {
          title: "Les cathédrales",
          ids: ["INNS-04"],
          blocks: [
            { t: "example", caption: "La cité d’Alix a une cathédrale.", record: "" },
            { t: "pictures", pictures: [{ caption: "un cœur", target: "token:cathedral" }] },
          ],
        },
      ],
    },
  ],
};

const titles = (query: string, inPlay?: string[]): string[] =>
  search(BOOK, query, synonyms, inPlay).map((hit) => hit.section.title);

describe("search", () => {
  it("wants every word, whatever its case and accents", () => {
    expect(wordsOf(" Cité  D’ALIX")).toEqual(["cite", "d", "alix"]);
    expect(titles("CITE")[0]).toBe("Les cités");
    expect(titles("cité alix")).toEqual(["Les cathédrales"]);
    expect(titles("coeur")).toEqual(["Les cathédrales"]);
    expect(titles("cité moulin")).toEqual([]);
    expect(titles("  ")).toEqual([]);
  });

  it("finds what players call otherwise, and never says it", () => {
    const french: RulesBook = {
      pages: [
        {
          name: "base",
          title: "Le jeu de base",
          sections: [
            ["Les prés", "Un pré n’est jamais achevé."],
            ["Les monastères", "Un moine y vit."],
            ["Les murs", "L’enceinte se ferme."],
            ["Placer un partisan", "Sur la tuile."],
            ["La rivière", "Elle ouvre la partie."],
          ].map(([title = "", text = ""]) => ({
            title,
            ids: [],
            blocks: [{ t: "paragraph", text }],
          })),
        },
      ],
    };
    const first = (query: string): string | undefined =>
      search(french, query, synonyms)[0]
        ?.title.map((piece) => piece.text)
        .join("");
    expect(first("champ")).toBe("Les prés");
    expect(first("abbaye")).toBe("Les monastères");
    expect(first("rempart")).toBe("Les murs");
    // The words of an expansion stand with its texts.
    expect(first("fleuve")).toBe("La rivière");
    expect(first(["mee", "ple"].join(""))).toBe("Placer un partisan");
    // What is really there comes first.
    expect(first("partisan tuile")).toBe("Placer un partisan");
  });

  it("puts titles before texts, and an id before all", () => {
    expect(titles("cité")).toEqual(["Les cités", "Les cathédrales", "Poser un partisan"]);
    expect(titles("base-22")[0]).toBe("Poser un partisan");
  });

  it("puts what is in play first", () => {
    expect(titles("cité", ["base"])).toEqual(["Les cités", "Poser un partisan", "Les cathédrales"]);
    expect(titles("alix", ["base"])).toEqual(["Les cathédrales"]);
  });

  it("marks the beginnings of words and loses no letter", () => {
    const pieces = marked("Une Cité dans la capacité", ["cite"]);
    expect(pieces.filter((piece) => piece.hit).map((piece) => piece.text)).toEqual(["Cité"]);
    expect(pieces.map((piece) => piece.text).join("")).toBe("Une Cité dans la capacité");
  });
});
