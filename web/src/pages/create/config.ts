// What the create page changes: plain data in, plain data out. What may be combined is the
// server's to say; this only keeps the form whole (seats within limits, no options of what is off).

import { hasServer } from "../../net/reach";
import type {
  Aids,
  Menu,
  OptionChoice,
  Plan,
  SeatPlan,
  SeatsFrom,
  Switch,
  TableConfig,
} from "../../wire";

/** What the form shows first: an open seat beside me, or three on one screen. */
export function firstConfig(screen: boolean, names: readonly string[]): TableConfig {
  const [second = "", third = ""] = names;
  const seats: SeatPlan[] = screen
    ? [{ kind: "me" }, { kind: "screen", name: second }, { kind: "screen", name: third }]
    : [{ kind: "me" }, hasServer ? { kind: "anyone" } : { kind: "computer", level: "level-2" }];
  return {
    name: "",
    plan: { family: "country", expansions: [], options: [] },
    seats,
    order: "random",
    clock: { kind: "none" },
    flagged: "computer",
    aids: "standard",
    visibility: "link",
  };
}

/** How many may play this game. */
export function limits(menu: Menu, plan: Plan): SeatsFrom {
  const family = menu.families.find((choice) => choice.name === plan.family);
  const { least, most } = family?.seats ?? { least: 2, most: 4 };
  const sixth = menu.expansions.some(
    (choice) => choice.sixth && plan.expansions.includes(choice.name),
  );
  return { least, most: sixth ? Math.max(most, 6) : most };
}

/** The options that the chosen family and expansions have. */
export function optionsInPlay(menu: Menu, plan: Plan): OptionChoice[] {
  return menu.options.filter(
    (option) =>
      option.family === plan.family &&
      (option.expansion === undefined || plan.expansions.includes(option.expansion)),
  );
}

/** The chosen value of an option. */
export function optionValue(plan: Plan, option: OptionChoice): string {
  const chosen = plan.options.find(([key]) => key === option.key);
  return chosen?.[1] ?? option.values[0] ?? "";
}

/** The plan with an option set; defaults are left out. */
export function withOption(plan: Plan, option: OptionChoice, value: string): Plan {
  const rest = plan.options.filter(([key]) => key !== option.key);
  return { ...plan, options: value === option.values[0] ? rest : [...rest, [option.key, value]] };
}

/** The form made whole again after its plan changed. */
function fitted(menu: Menu, config: TableConfig, plan: Plan): TableConfig {
  const known = new Set(optionsInPlay(menu, plan).map((option) => option.key));
  const options = plan.options.filter(([key]) => known.has(key));
  const { least, most } = limits(menu, plan);
  const seats = config.seats.slice(0, most);
  while (seats.length < least)
    seats.push(hasServer ? { kind: "anyone" } : { kind: "computer", level: "level-2" });
  return { ...config, plan: { ...plan, options }, seats };
}

/** Another family: its own options, no expansions of the other. */
export function withFamily(menu: Menu, config: TableConfig, family: string): TableConfig {
  if (family === config.plan.family) return config;
  const tiles = family === "city" ? menu.tile_sets[0] : undefined;
  const plan: Plan = { family, expansions: [], options: [] };
  return fitted(menu, config, tiles === undefined ? plan : { ...plan, tiles });
}

/** An expansion taken in or out. */
export function withExpansion(
  menu: Menu,
  config: TableConfig,
  name: string,
  on: boolean,
): TableConfig {
  // In the order of the menu, whichever was ticked first: the same choice is the same plan.
  const expansions = menu.expansions
    .map((choice) => choice.name)
    .filter((other) => (other === name ? on : config.plan.expansions.includes(other)));
  return fitted(menu, config, { ...config.plan, expansions });
}

/** Whether the game can begin as soon as it is made. */
export function needsNobody(config: TableConfig): boolean {
  return config.seats.every((seat) => seat.kind !== "anyone" && seat.kind !== "link");
}

/** Whether moves may be taken back: as chosen, else as the server decides it (docs/protocol.md). */
export function takebackOf({ takeback, clock, seats }: TableConfig): Switch {
  if (takeback) return takeback;
  const rivals = seats.some((seat) => seat.kind === "anyone" || seat.kind === "link");
  return clock.kind === "total" && rivals ? "off" : "on";
}

/** Whether good moves are told: as chosen, else as the server decides it (docs/protocol.md). */
export function hintsOf({ hints, aids }: TableConfig): Switch {
  return hints ?? (aids === "beginner" ? "on" : "off");
}

/** The form with other aids: without any there are no hints. */
export function withAids(config: TableConfig, aids: Aids): TableConfig {
  const { hints: _, ...rest } = config;
  return aids === "purist" ? { ...rest, aids } : { ...config, aids };
}

/** The shortest clock of a rated game, in seconds. */
const RATED_SECONDS = 180;

/** Whether the game can count for ratings as it is chosen. */
export function canBeRated(config: TableConfig): boolean {
  const { aids, clock, flagged, order, seats } = config;
  const timed = clock.kind === "days" || (clock.kind === "total" && clock.seconds >= RATED_SECONDS);
  const own = (seat: SeatPlan): boolean =>
    seat.kind !== "screen" && (seat.kind !== "computer" || seat.level.startsWith("level-"));
  const helped = takebackOf(config) === "on" || hintsOf(config) === "on" || aids === "beginner";
  return timed && !helped && flagged === "loses" && order === "random" && seats.every(own);
}

/** How many of a hundred games are asked for where only those sit who finish theirs. */
const FINISHES = 90;

/** The form with a table for those who finish their games, or for everybody. */
export function withFinishes(config: TableConfig, most: boolean): TableConfig {
  const { finishes: _, ...rest } = config;
  return most ? { ...rest, finishes: FINISHES } : rest;
}

/** The form with a game that counts for ratings, or one that does not: what a rated game must be
 *  it is made. */
export function withRated(config: TableConfig, on: boolean): TableConfig {
  const { rated: _, ...rest } = config;
  if (!on) return rest;
  const fine = canBeRated({
    ...rest,
    takeback: "off",
    hints: "off",
    flagged: "loses",
    order: "random",
  });
  return {
    ...rest,
    rated: true,
    order: "random",
    flagged: "loses",
    takeback: "off",
    hints: "off",
    aids: config.aids === "beginner" ? "standard" : config.aids,
    clock: fine || config.clock.kind === "days" ? config.clock : longEnough(config.clock),
    seats: config.seats.map((seat) => (seat.kind === "screen" ? { kind: "anyone" } : seat)),
  };
}

function longEnough(clock: TableConfig["clock"]): TableConfig["clock"] {
  if (clock.kind === "total" && clock.seconds >= RATED_SECONDS) return clock;
  return { kind: "total", seconds: 300, increment: 10 };
}

/** The seats with one of them changed place. */
export function movedSeat(seats: readonly SeatPlan[], from: number, to: number): SeatPlan[] {
  const moved = [...seats];
  const [seat] = moved.splice(from, 1);
  if (seat) moved.splice(to, 0, seat);
  return moved;
}
