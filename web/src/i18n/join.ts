// `messages/en/home.json` with the key `play` becomes `home.play`.

export type Messages = ReadonlyMap<string, string>;

/** One map from the files of a language. */
export function join(files: Record<string, unknown>): Messages {
  const all = new Map<string, string>();
  for (const [path, content] of Object.entries(files)) {
    const area = /([\w-]+)\.json$/.exec(path)?.[1] ?? "";
    for (const [key, text] of Object.entries(content as Record<string, string>)) {
      all.set(`${area}.${key}`, text);
    }
  }
  return all;
}
