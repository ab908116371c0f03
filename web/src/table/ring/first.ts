// What a table with a wall shows from its first sight on. What is told of the wall comes with the wall.

export { default as TownLayer } from "./TownLayer.svelte";
