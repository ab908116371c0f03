// Whether somebody seeks a rival, or is about to: everything else about it is loaded only then.

let on = $state(false);

/** Whether the part that seeks is shown. */
export function isSeeking(): boolean {
  return on;
}

/** Shows it, and lets it begin. */
export function beginSeeking(): void {
  on = true;
}

/** It is over. */
export function endSeeking(): void {
  on = false;
}
