// Asks the module and the native program for the same work, in turn, and tells how they compare:
// the best of several rounds of each, so that a busy machine disturbs both alike.
// node measure.mjs engine.wasm target/release/examples/measure

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [, , modulePath, native] = process.argv;
const ROUNDS = 5;
const MEASURE = 38;

const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), {});
const door = instance.exports;
door.start();

function inPage(asked) {
  const question = new TextEncoder().encode(JSON.stringify(asked));
  const at = door.inbox(question.length);
  new Uint8Array(door.memory.buffer, at, question.length).set(question);
  const begun = process.cpuUsage();
  const length = door.call(MEASURE);
  const used = process.cpuUsage(begun);
  const text = new TextDecoder().decode(new Uint8Array(door.memory.buffer, door.outbox(), length));
  const { ok, problem } = JSON.parse(text);
  if (!ok) throw new Error(JSON.stringify(problem));
  return { seconds: (used.user + used.system) / 1e6, sum: ok.sum };
}

// The processor's time of both, for others may be at work beside us.
function natively({ what, count, setup }) {
  const timed = `TIMEFORMAT="%U %S"; time "$@"`;
  const args = ["-c", timed, "bash", native, what, String(count), ...setup.split(" ")];
  const { stdout, stderr } = spawnSync("bash", args, { encoding: "utf8" });
  const [user = NaN, system = NaN] = stderr.trim().split(" ").map(Number);
  return { seconds: user + system, sum: JSON.parse(stdout).ok.sum };
}

const EVERYTHING = "expansions=river,abbot,inns,traders,cult,count";
const WORK = [
  { name: "random base games", what: "random", setup: "country seats=2 revision=2", count: 20000 },
  { name: "random games, everything", what: "random", setup: `country seats=2 revision=2 ${EVERYTHING}`, count: 3000 },
  { name: "random games, The City", what: "random", setup: "city seats=2 revision=2", count: 10000 },
  { name: "simulations, base", what: "strong", setup: "country seats=2 revision=2", count: 5000 },
  { name: "simulations, The City", what: "strong", setup: "city seats=2 revision=2", count: 5000 },
];

for (const { name, ...work } of WORK) {
  const best = { page: Infinity, native: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = inPage({ ...work, seed: 1 });
    const own = natively(work);
    if (page.sum !== own.sum) throw new Error(`${name}: ${page.sum} in the page, ${own.sum} natively`);
    best.page = Math.min(best.page, page.seconds);
    best.native = Math.min(best.native, own.seconds);
  }
  const rate = (seconds) => Math.round(work.count / seconds);
  const ratio = (best.native / best.page).toFixed(2);
  console.log(`${name}: ${rate(best.page)}/s in WebAssembly, ${rate(best.native)}/s natively: ${ratio}`);
}
