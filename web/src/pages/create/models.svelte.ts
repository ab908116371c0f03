// Choices that somebody keeps to use again, in this browser.

import type { TableConfig } from "../../wire";

export interface Model {
  name: string;
  config: TableConfig;
}

const PLACE = "trencavel.models";
const MOST = 8;

function isModel(value: unknown): value is Model {
  const model = value as Partial<Model> | null;
  return typeof model?.name === "string" && Array.isArray(model.config?.seats);
}

function kept(): Model[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isModel) : [];
  } catch {
    return [];
  }
}

let all = $state.raw<Model[]>(kept());

function keep(next: Model[]): void {
  all = next.slice(0, MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // Storage forbidden: they hold until the page closes.
  }
}

/** The kept choices, the newest first. */
export function models(): readonly Model[] {
  return all;
}

/** Keeps a choice; one of the same name is replaced. */
export function keepModel(model: Model): void {
  keep([model, ...all.filter((other) => other.name !== model.name)]);
}

/** Forgets a choice. */
export function forgetModel(name: string): void {
  keep(all.filter((model) => model.name !== name));
}
