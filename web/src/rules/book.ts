// The rules as the server tells them: fetched once for each language, found by page or by id.

import { fetchJson } from "../net/api";
import type { Plan, RulesBook, RulesPage, RulesSection } from "../wire";

const books = new Map<string, Promise<RulesBook>>();

/** The rules in a language. A book that did not come is asked for again next time. */
export function rulesBook(language: string): Promise<RulesBook> {
  const known = books.get(language);
  if (known) return known;
  const book = fetchJson<RulesBook>(`/api/rules/${language}`);
  books.set(language, book);
  book.catch(() => books.delete(language));
  return book;
}

/** Where something stands in the book. */
export interface Found {
  page: RulesPage;
  section: RulesSection;
}

/** The section that an id of a rule belongs to. */
export function sectionOf(book: RulesBook, id: string): Found | undefined {
  const wanted = id.toUpperCase();
  for (const page of book.pages) {
    const section = page.sections.find((one) => one.ids.includes(wanted));
    if (section) return { page, section };
  }
  return undefined;
}

/** The name of a section in an address: its first id, else its place on the page. */
export function anchorOf(page: RulesPage, section: RulesSection): string {
  return section.ids[0] ?? `${page.name}-${page.sections.indexOf(section) + 1}`;
}

/** The address of a section. */
export function addressOf({ page, section }: Found): string {
  return `/rules/${page.name}#${anchorOf(page, section)}`;
}

/** The names of the pages that matter for what is played. */
export function pagesInPlay({ family, expansions }: Pick<Plan, "family" | "expansions">): string[] {
  if (family === "city") return ["city", "options"];
  const together = expansions.length > 0 ? ["together"] : [];
  return ["base", ...expansions, ...together, "options"];
}
