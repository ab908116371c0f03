// A game looked through on this device. What was found is kept here, by the record itself.

import type { Analyst, Progress } from "../net/analyst";
import { analyse } from "../net/engine/thinkers";
import type { Analysis } from "../wire";
import { openShelf } from "./db";

export class DeviceAnalyst implements Analyst {
  constructor(private readonly record: string) {}

  async kept(): Promise<Analysis | undefined> {
    return (await openShelf()).analysis<Analysis>(this.record);
  }

  async run(onprogress: (progress: Progress) => void, unwanted: AbortSignal): Promise<Analysis> {
    const told = ({ done, of }: { done: number; of: number }): void => onprogress({ done, of });
    const found = await analyse(this.record, told, unwanted);
    // Whoever may keep nothing has it at least on the screen.
    await openShelf()
      .then((shelf) => shelf.keepAnalysis(this.record, found))
      .catch(() => undefined);
    return found;
  }
}
