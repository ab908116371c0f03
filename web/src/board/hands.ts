// What a board needs where somebody plays on it: `<Board {hands}>`. One that is only looked at, in
// another site's page for instance, does without.

export { default as Cells } from "./Cells.svelte";
export { default as Chips } from "./Chips.svelte";
export { default as Hints } from "./Hints.svelte";
export { default as Preview } from "./Preview.svelte";
export { nearestEdge } from "./edges";
export { turnSide } from "./turnSide";
