// Light or dark, contrast and motion: what is chosen, else what the system asks for. The page
// carries them as attributes of <html>; css/tokens.css does the rest.

import { MediaQuery } from "svelte/reactivity";
import { settings } from "./settings.svelte";

const systemDark = new MediaQuery("prefers-color-scheme: dark");
const systemContrast = new MediaQuery("prefers-contrast: more");
const systemStill = new MediaQuery("prefers-reduced-motion: reduce");

/** Whether the page is dark. */
export function dark(): boolean {
  return settings.theme === "system" ? systemDark.current : settings.theme === "dark";
}

/** Whether things should stand still. */
export function still(): boolean {
  return settings.motion === "reduce" || systemStill.current;
}

/** Keeps the attributes of <html> true; call it once, inside an effect root. */
export function followTheme(): void {
  $effect(() => {
    const root = document.documentElement;
    const more =
      settings.contrast === "system" ? systemContrast.current : settings.contrast === "more";
    root.dataset["theme"] = dark() ? "dark" : "light";
    root.dataset["contrast"] = more ? "more" : "standard";
    root.dataset["motion"] = still() ? "reduce" : "full";
    const colour = getComputedStyle(root).getPropertyValue("--surface").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colour);
  });
}
