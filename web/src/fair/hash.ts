// The hashes of docs/fair-draws.md, by the browser's own cryptography.

import type { FairLine } from "../wire";

export type Bytes = Uint8Array<ArrayBuffer>;

/** Whether this page may hash: browsers allow it on pages that came over a safe line. */
export function canHash(): boolean {
  return typeof crypto !== "undefined" && "subtle" in crypto;
}

/** Bytes of hexadecimal text. */
export function unhex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Bytes as hexadecimal text. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function join(parts: (string | Uint8Array)[]): Bytes {
  const encoder = new TextEncoder();
  return Uint8Array.from(
    parts.flatMap((part) => [...(typeof part === "string" ? encoder.encode(part) : part)]),
  );
}

/** Four bytes, the highest first. */
function u32(n: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}

async function sha256(...parts: (string | Uint8Array)[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", join(parts)));
}

/** A key for HMAC-SHA-256. */
type Mac = (...parts: (string | Uint8Array)[]) => Promise<Bytes>;

async function hmac(key: Bytes): Promise<Mac> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const held = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return async (...parts) => new Uint8Array(await crypto.subtle.sign("HMAC", held, join(parts)));
}

const label = (version: number, what: string): string =>
  `trencavel fair draws ${version}: ${what}\n`;

/** The hash of a seed. */
export async function commitmentOf(version: number, seed: string): Promise<string> {
  return hex(await sha256(label(version, "commitment"), unhex(seed)));
}

/** The hash that fixes a seat's value before it is told; the seat is that of the plan. */
export async function sealOf(commitment: string, seat: number, value: string): Promise<string> {
  const parts = [unhex(commitment), Uint8Array.of(seat), unhex(value)];
  return hex(await sha256(label(2, "value"), ...parts));
}

/** The hash that chains a line of the public list to the one before it. */
export async function lineHash(
  before: string,
  line: Pick<FairLine, "n" | "at" | "kind" | "commitment">,
): Promise<string> {
  const { n, at, kind, commitment } = line;
  const text = `${n} ${at} ${kind} ${commitment}\n`;
  return hex(await sha256("trencavel fair list 1\n", unhex(before), text));
}

/** The value of a seat that gives none. */
export async function spareValue(seed: string, seat: number): Promise<string> {
  const mac = await hmac(unhex(seed));
  return hex((await mac(label(2, "given"), Uint8Array.of(seat))).slice(0, 16));
}

/** What decides everything: numbers below n, by label and number. */
export class Key {
  private constructor(private readonly mac: Mac) {}

  static async mix(version: number, seed: string, values: readonly string[]): Promise<Key> {
    const mac = await hmac(unhex(seed));
    return new Key(await hmac(await mac(label(version, "key"), ...values.map(unhex))));
  }

  /** A number below n, all equally likely. */
  async below(what: "draw" | "seat", k: number, n: number): Promise<number> {
    const all = 2n ** 64n;
    const most = all - (all % BigInt(n));
    for (let attempt = 0; ; attempt += 1) {
      const block = await this.mac(what, u32(k), u32(attempt));
      const number = new DataView(block.buffer).getBigUint64(0);
      if (number < most) return Number(number % BigInt(n));
    }
  }

  /** The order of play: the seats of the plan, from 0. */
  async order(seats: number): Promise<number[]> {
    const order = Array.from({ length: seats }, (_, seat) => seat);
    for (let last = seats - 1; last > 0; last -= 1) {
      const other = await this.below("seat", last, last + 1);
      [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
    }
    return order;
  }
}
