// The questions that the engine answers, by name.

import { ENGINE_CALLS } from "../../wire";

export type Call = keyof typeof ENGINE_CALLS;
export const CALLS: Readonly<Record<Call, number>> = ENGINE_CALLS;
