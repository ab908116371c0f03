import { describe, expect, it } from "vitest";
import river from "../../messages/en/exp-river.json";
import messages from "../../messages/en/table.json";
import { format } from "../i18n/format";
import { knowMarks } from "./marks";
import { tileName } from "./tileName";

knowMarks([
  ["base/O", ["shield"]],
  ["ic/cathedral", ["cathedral"]],
  ["town/square-fish", ["fishmarket"]],
]);
const table: Record<string, string> = messages;
const own: Record<string, string> = river;

function name(id: string, places: string[]): string {
  return tileName(id, places, (key, fallback, values = {}) =>
    format(own[key] ?? table[key.replace("table.", "")] ?? fallback, values, "en"),
  );
}

describe("tile names", () => {
  it("say what lies on a tile", () => {
    expect(name("base/O", ["road:ES", "city:NW", "field:EL.SR", "field:ER.SL"])).toBe(
      "corner city, shield, bend",
    );
    expect(name("base/B", ["monastery", "field:NL"])).toBe("monastery");
    expect(name("base/D", ["road:EW", "city:N", "field:EL.WR"])).toBe("small city, straight road");
    expect(name("base/H", ["city:E", "city:W", "field:NL"])).toBe("two small cities");
    expect(name("base/X", ["road:N", "road:E", "road:S", "road:W"])).toBe("crossing of 4 roads");
    expect(name("ic/cathedral", ["city:NESW"])).toBe("city on four sides, cathedral");
    expect(name("river/straight", ["field:NL.NR.EL.WR", "field:ER.SL.SR.WL"])).toBe("river");
    expect(name("river/lake", ["field:NL.NR"])).toBe("lake");
    expect(name("town/square-fish", ["market:NL"])).toBe("fish market");
  });
});
