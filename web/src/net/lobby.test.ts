import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followLobby } from "./lobby";
import { outOfReach, reached } from "./reach";

/** A stream of events that a test opens, breaks and speaks through. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly OPEN = 1;
  static readonly all: Stream[] = [];
  readyState = 0;
  constructor() {
    super();
    Stream.all.push(this);
  }
  opens(): void {
    this.readyState = Stream.OPEN;
    this.dispatchEvent(new Event("open"));
  }
  /** The server refuses: the browser does not come back by itself. */
  refused(): void {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
}

const open = vi.fn();
const quiet = { row: () => undefined, gone: () => undefined, open };
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  Stream.all.length = 0;
  open.mockReset();
  end = followLobby(quiet);
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("recovers if the first read failed", () => {
  Stream.all[0]?.refused();
  vi.advanceTimersByTime(60_000);
  expect(Stream.all).toHaveLength(2);
  Stream.all[1]?.opens();
  expect(open).toHaveBeenCalledTimes(1);
});

it("tries at once when the server is back, and leaves a line alone that lives", () => {
  Stream.all[0]?.refused();
  outOfReach();
  reached();
  expect(Stream.all).toHaveLength(2);
  Stream.all[1]?.opens();
  outOfReach();
  reached();
  expect(Stream.all).toHaveLength(2);
});

it("is over when nobody looks any more", () => {
  Stream.all[0]?.refused();
  end();
  vi.advanceTimersByTime(60_000);
  expect(Stream.all).toHaveLength(1);
});
