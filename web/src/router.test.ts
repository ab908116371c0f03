import { beforeAll, expect, it, vi } from "vitest";
import type { Route } from "./router.svelte";

let read: (path: string, query?: string) => Route;
beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", search: "" });
  ({ read } = await import("./router.svelte"));
});

it("reads paths", () => {
  expect(read("/embed/abc", "?move=3")).toEqual({ page: "embed", id: "abc" });
  expect(read("/embed")).toEqual({ page: "lost" });
  expect(read("/")).toEqual({ page: "home" });
  expect(read("/new")).toEqual({ page: "new" });
  expect(read("/t/abc", "?k=x%20y")).toEqual({ page: "table", id: "abc", key: "x y" });
  expect(read("/t/abc/")).toEqual({ page: "table", id: "abc" });
  expect(read("/t/abc/text", "?k=x")).toEqual({ page: "table", id: "abc", key: "x", view: "text" });
  expect(read("/t/abc/board")).toEqual({ page: "table", id: "abc", view: "board" });
  expect(read("/replay/abc")).toEqual({ page: "replay", id: "abc" });
  expect(read("/replay")).toEqual({ page: "replay" });
  expect(read("/rules")).toEqual({ page: "rules" });
  expect(read("/rules/base", "?play=base.inns")).toEqual({
    page: "rules",
    name: "base",
    play: ["base", "inns"],
  });
  for (const path of ["/people", "/bots", "/admin"]) {
    expect(read(path, "?challenge=x")).toEqual({ page: "club" });
  }
  expect(read("/u/Ada%20B")).toEqual({ page: "club" });
  expect(read("/boards")).toEqual({ page: "club" });
  expect(read("/learn/base-1")).toEqual({ page: "learn", name: "base-1" });
});

it("knows what it does not know", () => {
  for (const path of [
    "/t",
    "/nothing",
    "/new/more",
    "/t/a/b",
    "/t/a/text/b",
    "/rules/a/b",
    "/u",
    "/u/a/b",
    "/boards/a",
  ]) {
    expect(read(path)).toEqual({ page: "lost" });
  }
});
