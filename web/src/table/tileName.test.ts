import { describe, expect, it } from "vitest";
import messages from "../../messages/en/table.json";
import { format } from "../i18n/format";
import { knowMarks } from "./marks";
import marks from "./marks.json";
import { tileName } from "./tileName";

knowMarks(new Map(Object.entries(marks)));
const table: Record<string, string> = messages;

function name(id: string, places: string[]): string {
  return tileName(id, places, (key, values = {}) =>
    format(table[key.replace("table.", "")] ?? `?${key}`, values, "en"),
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
    expect(name("river/straight", ["field:NL.NR", "field:SL.SR"])).toBe("river");
    expect(name("tb/corner-wine", ["city:NW", "field:EL"])).toBe("corner city, wine");
    expect(name("town/square-fish", ["market:NL"])).toBe("fish market");
  });
});
