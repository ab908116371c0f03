// `messages/en/home.json` with the key `play` becomes `home.play`. The texts of an expansion are all in
// one file, `exp-NAME.json`, under whole keys: `table.piece.NAME`.

/** One list from the files of a language: names of files, and what is in them. */
export function areasJoined(
  files: readonly (readonly [string, Record<string, string>])[],
): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [path, content] of files) {
    const area = /([\w-]+)\.json$/.exec(path)?.[1] ?? "";
    const start = area.startsWith("exp-") ? "" : `${area}.`;
    for (const [key, text] of Object.entries(content)) all[start + key] = text;
  }
  return all;
}
