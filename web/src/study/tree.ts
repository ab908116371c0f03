// The moves of a study as a tree: each node is what one seat said, or one draw. Plain data.

import type { Step } from "../wire";

/** One move or one draw, and what was tried behind it; the first child is the main line. */
export interface Node {
  id: number;
  words: readonly string[];
  /** Who said them, where that is known; nobody for a draw. */
  seat?: number;
  parent: Node | undefined;
  children: Node[];
}

/** Moves behind a position, as they are written into links: words, then what follows them. */
export type Written = readonly [words: readonly string[], ...Written[]];

export class Tree {
  #last = 0;
  readonly root: Node = { id: 0, words: [], parent: undefined, children: [] };

  /** The child of a node that says these words; made if there is none. */
  add(parent: Node, words: readonly string[], seat?: number): Node {
    const known = parent.children.find((child) => child.words.join("\n") === words.join("\n"));
    if (known) return known;
    const node: Node = { id: ++this.#last, words, parent, children: [] };
    if (seat !== undefined) node.seat = seat;
    parent.children.push(node);
    return node;
  }

  /** Takes a node away with all that follows it; gives the one before it. */
  remove(node: Node): Node {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /** Adds the moves of a game, one after the other; gives their nodes, by the steps' numbers. */
  follow(steps: readonly Step[]): Node[] {
    let node = this.root;
    return steps.map(({ cause }) => {
      if (cause.c === "played" && cause.words.length > 0)
        node = this.add(node, cause.words, cause.seat);
      const drawn = cause.c === "played" ? cause.chance : cause.c === "began" ? cause.words : [];
      for (const word of drawn) node = this.add(node, [word]);
      return node;
    });
  }

  write(): Written[] {
    const one = (node: Node): Written => [node.words, ...node.children.map(one)];
    return this.root.children.map(one);
  }

  read(written: readonly Written[], parent = this.root): void {
    for (const [words, ...rest] of written) this.read(rest, this.add(parent, words));
  }
}

/** The nodes from the first move to this one. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

/** All words that lead to a node. */
export function wordsTo(node: Node): string[] {
  return pathTo(node).flatMap(({ words }) => words);
}

/** The line through a node: what led to it, and the main line behind it. */
export function lineThrough(node: Node): Node[] {
  const line = pathTo(node);
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** Which child to take at each step, from the root. */
export function addressOf(node: Node): number[] {
  return pathTo(node).map((one) => one.parent?.children.indexOf(one) ?? 0);
}

/** The node at an address; as far as there is one. */
export function nodeAt(tree: Tree, address: readonly number[]): Node {
  let node = tree.root;
  for (const index of address) node = node.children[index] ?? node;
  return node;
}
