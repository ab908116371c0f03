import { expect, it } from "vitest";
import { packed, unpacked } from "./share";
import { addressOf, lineThrough, nodeAt, Tree, wordsTo } from "./tree";

function grown(): Tree {
  const tree = new Tree();
  const drawn = tree.add(tree.root, ["base/E"]);
  const laid = tree.add(drawn, ["1,0 r1", "-"], 0);
  tree.add(tree.add(laid, ["base/L"]), ["2,0 r0", "-"], 1);
  tree.add(drawn, ["0,-1 r3", "follower@city:N"], 0);
  return tree;
}

it("remembers what was tried, each once", () => {
  const tree = grown();
  const [drawn] = tree.root.children;
  expect(drawn?.children.length).toBe(2);
  expect(tree.add(tree.root, ["base/E"])).toBe(drawn);
  expect(lineThrough(tree.root).map(({ words }) => words[0])).toEqual([
    "base/E",
    "1,0 r1",
    "base/L",
    "2,0 r0",
  ]);
});

it("tells all words that lead somewhere, and finds it again", () => {
  const tree = grown();
  const other = nodeAt(tree, [0, 1]);
  expect(wordsTo(other)).toEqual(["base/E", "0,-1 r3", "follower@city:N"]);
  expect(addressOf(other)).toEqual([0, 1]);
  expect(nodeAt(tree, [0, 7, 3])).toBe(tree.root.children[0]);
});

it("takes a move away with all that follows", () => {
  const tree = grown();
  const before = tree.remove(nodeAt(tree, [0, 0]));
  expect(before.children.length).toBe(1);
  expect(tree.remove(tree.root)).toBe(tree.root);
});

it("goes through an address and back", async () => {
  const tree = grown();
  const study = { record: '[Trencavel "1"]\n[Seats "2"]', moves: tree.write(), at: [0, 1] };
  const hash = await packed(study);
  expect(hash).toMatch(/^#s=[\w-]+$/);
  const read = await unpacked(hash);
  expect(read).toEqual(study);
  const again = new Tree();
  again.read(read?.moves ?? []);
  expect(again.write()).toEqual(tree.write());
});

it("reads nothing from what is no study", async () => {
  expect(await unpacked("#m=12")).toBeUndefined();
  expect(await unpacked("#s=AAAA")).toBeUndefined();
  const other = await packed({ record: "x", moves: [], at: [] });
  expect(await unpacked(`${other.slice(0, -3)}`)).toBeUndefined();
});
