// Whether somebody seeks a rival: everything else about it is loaded only then.

import { explainAny } from "../errors";
import { notify } from "../ui/notices.svelte";

let part = $state.raw<(typeof import("./Seek.svelte"))["default"]>();

/** The part that seeks, while it is shown. */
export function seekPart(): typeof part {
  return part;
}

/** Shows it, and lets it begin. If it cannot be had one may try again. */
export function beginSeeking(): void {
  import("./Seek.svelte").then(
    (loaded) => (part = loaded.default),
    (error: unknown) => notify(explainAny(error), "bad"),
  );
}

/** It is over. */
export function endSeeking(): void {
  part = undefined;
}
