// The smaller pages, in one file: each alone would be mostly its wrapping.

export { default as Account } from "./Account.svelte";
export { default as Create } from "./Create.svelte";
export { default as Games } from "./Games.svelte";
export { default as Lobby } from "./Lobby.svelte";
export { default as Settings } from "./Settings.svelte";
