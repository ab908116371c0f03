// What is read and studied, in one file: rules, lessons, replays and the text view share most of
// what they are made of, and one large file packs better than many.

export { default as TextTable } from "../reader/TextTable.svelte";
export { default as Aside } from "../rules/Aside.svelte";
export { default as Embed } from "./Embed.svelte";
export { default as Learn } from "./Learn.svelte";
export { default as Lesson } from "./Lesson.svelte";
export { default as Replay } from "./Replay.svelte";
export { default as Rules } from "./Rules.svelte";
