// The real server for the tests: its own process, port and data, ended by its own number.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program under test. */
export const BINARY = process.env["TRENCAVEL"] ?? "../target/debug/trencavel";

/** How many ports this process has asked for: none is given twice. */
let asked = 0;

/**
 * A port of the loopback that nobody uses. It is below those that a system gives to whoever connects:
 * one of them may be taken by somebody's way to a server before this one starts, or starts again.
 */
export async function freePort(): Promise<number> {
  asked += 1;
  const port = 12_000 + ((process.pid * 7919 + asked) % 20_000);
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

/**
 * The port on which one server after another of this process listens: browsers that were here before
 * know its scripts and pictures.
 */
let usualPort: number | undefined;
let isTaken = false;

export class TestServer {
  private child: ChildProcess | undefined;
  private people = 0;
  private runs = 0;
  private isOver = false;
  private readonly data = mkdtempSync(join(tmpdir(), "trencavel-e2e-"));

  private constructor(
    readonly port: number,
    private readonly flags: string[],
    /** Whether the next server will have the same address. */
    readonly isUsual: boolean,
  ) {}

  static async start(flags: string[] = []): Promise<TestServer> {
    // Another client has other scripts.
    const isUsual = !isTaken && !flags.includes("--client");
    if (isUsual) isTaken = true;
    const port = isUsual ? (usualPort ??= await freePort()) : await freePort();
    const server = new TestServer(port, flags, isUsual);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** A number for somebody who comes: the first is 1. */
  newcomer(): number {
    this.people += 1;
    return this.people;
  }

  /** Starts the process, on the data that is there. */
  async run(): Promise<void> {
    const fixed = ["serve", "--listen", `127.0.0.1:${this.port}`, "--data", this.data];
    const quick = ["--bot-pause-ms", "0", "--log", "error", "--limits-exempt", "127.0.0.1 ::1"];
    const busy = ["--messages-per-second", "1000", "--tables-per-hour", "10000"];
    // Those who meet in a test know each other, unless it is about strangers.
    const friends = ["--chat", "free", "--accounts-per-day", "10000"];
    // The same games every time: the draws and the computers follow from a number, and a computer
    // that thinks long on a busy machine is waited for.
    // A server that runs again has another number: ids must not come twice.
    this.runs += 1;
    const same = ["--test-seed", String(this.runs), "--bot-deadline-ms", "60000"];
    // What a test says itself comes in place of what is usual.
    const usual = [...quick, ...busy, ...friends, ...same].filter((_, i, all) => {
      const name = all[i - (i % 2)] ?? "";
      return !this.flags.includes(name);
    });
    const flags = [...fixed, ...usual, ...this.flags];
    this.child = spawn(BINARY, flags, { stdio: ["ignore", "ignore", "inherit"] });
    for (let tries = 0; tries < 1200; tries += 1) {
      const ready = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      if (this.child.exitCode !== null) throw new Error("the server ended at once");
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error("the server does not answer");
  }

  /** What whoever runs the server does beside it: `trencavel admin …`. */
  admin(...words: string[]): string {
    const done = spawnSync(BINARY, ["admin", "--data", this.data, ...words], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
    return done.stdout;
  }

  /** Ends the process at once, as a power cut would. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** Stops it in the orderly way and removes its data. */
  async stop(): Promise<void> {
    await this.end("SIGTERM");
    if (this.isUsual && !this.isOver) isTaken = false;
    this.isOver = true;
    rmSync(this.data, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  }
}
