// Where an <img> finds its picture: at the server, unless the engine of this page draws.

let draws: ((src: string) => string) | undefined;

/** The address under which a picture is shown. */
export function shown(src: string): string {
  return draws ? draws(src) : src;
}

/** From now on pictures are drawn here. What is shown already stays as it is. */
export function drawHere(by: (src: string) => string): void {
  draws = by;
}
