// The texts of a language for tests that read whole sentences, as a page has loaded them.

import { afterAll, vi } from "vitest";
import { allTexts } from "../../tools/messages";
import { loadLanguage, type Language } from "./index.svelte";

async function load(language: Language, texts: string): Promise<void> {
  // Only a browser has these.
  vi.stubGlobal("navigator", { languages: [language] });
  vi.stubGlobal("document", { documentElement: {}, querySelector: () => null });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(texts)));
  await loadLanguage();
  vi.unstubAllGlobals();
}

export function speak(language: Language): Promise<void> {
  return load(language, allTexts(language));
}

/** Other tests read keys. */
export function silentAfterwards(): void {
  afterAll(() => load("en", "{}"));
}
