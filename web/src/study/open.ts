// A moment of a replay as a study: the whole game is its main line.

import type { Course } from "../pages/replay/course";
import { tagsOf } from "./setting";
import { packed } from "./share";
import { addressOf, Tree } from "./tree";

/** The fragment of the address of the study. */
export function studyOf({ replay }: Course, at: number): Promise<string> {
  const tree = new Tree();
  const nodes = tree.follow(replay.steps);
  const node = nodes[at - 1] ?? tree.root;
  return packed({ record: tagsOf(replay.record), moves: tree.write(), at: addressOf(node) });
}
