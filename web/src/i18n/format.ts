// Messages with holes: `{name}`, `{n, plural, one {# tile} other {# tiles}}`,
// `{who, select, me {you} other {she}}`. In a plural, `#` is the number. A message is read once.

export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;

type Node =
  | string
  | { kind: "hole"; name: string }
  | { kind: "number" }
  | { kind: "plural" | "select"; name: string; cases: Map<string, Node[]> };

interface Cursor {
  text: string;
  at: number;
}

const CHOICE = /\s*(\w+)\s*,\s*(plural|select)\s*,/y;
const HOLE = /\s*(\w+)\s*\}/y;
const CASE = /\s*(=?\w+)\s*\{/y;
const CLOSE = /\s*\}/y;

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found) cursor.at = pattern.lastIndex;
  return found;
}

function readCases(cursor: Cursor): Map<string, Node[]> {
  const cases = new Map<string, Node[]>();
  for (let found = take(cursor, CASE); found; found = take(cursor, CASE)) {
    cases.set(found[1] ?? "", readNodes(cursor, true));
    cursor.at += 1;
  }
  if (!take(cursor, CLOSE)) throw new Error(`unclosed choice in message: ${cursor.text}`);
  if (!cases.has("other")) throw new Error(`choice without other: ${cursor.text}`);
  return cases;
}

function readNodes(cursor: Cursor, inside: boolean): Node[] {
  const nodes: Node[] = [];
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== "}") {
    const end = cursor.text.slice(cursor.at).search(inside ? /[{}#]/ : /[{}]/);
    const stop = end < 0 ? cursor.text.length : cursor.at + end;
    if (stop > cursor.at) nodes.push(cursor.text.slice(cursor.at, stop));
    cursor.at = stop + 1;
    if (cursor.text[stop] === "#") nodes.push({ kind: "number" });
    if (cursor.text[stop] === "}") cursor.at = stop;
    if (cursor.text[stop] !== "{") continue;
    const choice = take(cursor, CHOICE);
    const [, name = "", kind] = choice ?? take(cursor, HOLE) ?? [];
    if (name === "") throw new Error(`bad hole in message: ${cursor.text}`);
    if (kind === "plural" || kind === "select")
      nodes.push({ kind, name, cases: readCases(cursor) });
    else nodes.push({ kind: "hole", name });
  }
  return nodes;
}

/** A number as the language writes it, with a minus that is as wide as a plus. */
export function numeral(
  value: number,
  locale: string,
  options: Intl.NumberFormatOptions = {},
): string {
  return new Intl.NumberFormat(locale, options).format(value).replace("-", "\u2212");
}

function write(nodes: Node[], values: Values, locale: string, count?: number): string {
  const say = (value: Value | undefined): string =>
    typeof value === "number" ? numeral(value, locale) : (value ?? "");
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if (node.kind === "number") return say(count);
      const value = values[node.name];
      if (node.kind === "hole") return say(value);
      const n = node.kind === "plural" ? Number(value) : undefined;
      const rule = n === undefined ? String(value) : new Intl.PluralRules(locale).select(n);
      const chosen =
        node.cases.get(`=${value}`) ?? node.cases.get(rule) ?? node.cases.get("other") ?? [];
      return write(chosen, values, locale, n ?? count);
    })
    .join("");
}

const known = new Map<string, Node[]>();

/** The message with its holes filled, in the manner of the locale. */
export function format(message: string, values: Values, locale: string): string {
  let nodes = known.get(message);
  if (!nodes) {
    nodes = readNodes({ text: message, at: 0 }, false);
    known.set(message, nodes);
  }
  return write(nodes, values, locale);
}

/** The names of a message's holes, and the cases of its choices: for the tests. */
export function holes(message: string): string[] {
  const names = new Set<string>();
  const visit = (nodes: Node[]): void => {
    for (const node of nodes) {
      if (typeof node === "string" || node.kind === "number") continue;
      names.add(node.kind === "hole" ? node.name : `${node.name} ${node.kind}`);
      if (node.kind !== "hole") node.cases.forEach(visit);
    }
  };
  visit(readNodes({ text: message, at: 0 }, false));
  return [...names].sort();
}
