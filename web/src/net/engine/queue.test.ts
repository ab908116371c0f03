import { expect, it } from "vitest";
import { DrawingQueue } from "./queue";

it("draws one at a time, what is in sight first, what nobody sees yet last", async () => {
  const order: string[] = [];
  let open = 0;
  const queue = new DrawingQueue(async (src) => {
    open += 1;
    expect(open).toBe(1);
    order.push(src);
    await Promise.resolve();
    open -= 1;
    if (src === "bad") throw new Error("no such drawing");
    return `<svg>${src}</svg>`;
  });
  const all = [queue.ask("a", "later"), queue.ask("b", "later"), queue.ask("bad", "soon")];
  const last = [queue.ask("c", "last"), queue.ask("d", "later")];
  const failed = expect(all[2]).rejects.toThrow("no such drawing");
  expect(await all[0]).toBe("<svg>a</svg>");
  expect(await all[1]).toBe("<svg>b</svg>");
  await failed;
  await Promise.all(last);
  expect(order).toEqual(["a", "bad", "b", "d", "c"]);
});
