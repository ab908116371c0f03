// `messages/en/home.json` with the key `play` becomes `home.play`.

/** One list from the files of a language: names of files, and what is in them. */
export function areasJoined(
  files: readonly (readonly [string, Record<string, string>])[],
): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [path, content] of files) {
    const area = /([\w-]+)\.json$/.exec(path)?.[1] ?? "";
    for (const [key, text] of Object.entries(content)) all[`${area}.${key}`] = text;
  }
  return all;
}
