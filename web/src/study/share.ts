// A study in the address of its page: packed into the fragment, which no server sees.

import type { Written } from "./tree";

export interface Shared {
  /** The tags of the record: set-up, names, perhaps a position. */
  record: string;
  moves: Written[];
  /** Where one looks. */
  at: number[];
}

const MOST = 200_000;

function toText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(by);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The fragment for a study. */
export async function packed(study: Shared): Promise<string> {
  const text = JSON.stringify([study.record, study.moves, study.at]);
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `#s=${toText(bytes)}`;
}

function isWritten(value: unknown): value is Written {
  if (!Array.isArray(value)) return false;
  const [words, ...rest] = value as unknown[];
  const said = Array.isArray(words) && words.every((word) => typeof word === "string");
  return said && rest.every(isWritten);
}

/** The study of a fragment; nothing if it holds none. */
export async function unpacked(hash: string): Promise<Shared | undefined> {
  const found = /^#s=([\w-]+)$/.exec(hash)?.[1];
  if (found === undefined || found.length > MOST) return undefined;
  try {
    const bytes = await through(toBytes(found), new DecompressionStream("deflate-raw"));
    const read: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(read)) return undefined;
    const [record, moves, at] = read as unknown[];
    const whole =
      typeof record === "string" &&
      Array.isArray(moves) &&
      moves.every(isWritten) &&
      Array.isArray(at) &&
      at.every((step) => typeof step === "number");
    return whole ? { record, moves, at } : undefined;
  } catch {
    return undefined;
  }
}
