// What is asked about a record instead of a table, apart from what every page carries.

import type { Moment, RecordText, Survey, Tried, TriesText } from "../wire";
import { json } from "./api";

export const texts = {
  /** The game that a record leads to, with words tried: what may follow, or why they may not. */
  moment: (record: string, then: string[], words?: number) => {
    const text: RecordText = { record, then, ...(words === undefined ? {} : { words }) };
    return json<Moment>("POST", "/api/moment", text);
  },
  whyText: (record: string, tries: readonly (readonly string[])[], words?: number) => {
    const text: TriesText = {
      record,
      tries: tries.map((then) => [...then]),
      ...(words === undefined ? {} : { words }),
    };
    return json<Tried[]>("POST", "/api/why", text);
  },
  surveyText: (record: string, words?: number, then: string[] = []) => {
    const text: RecordText = { record, then, ...(words === undefined ? {} : { words }) };
    return json<Survey>("POST", "/api/survey", text);
  },
};
