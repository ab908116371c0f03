// What is asked now, in words: the title of the bar, the sentence under it, what confirming means.

import { t, tMaybe } from "../i18n/index.svelte";
import { titled } from "../i18n/plain";
import type { Desk } from "./desk.svelte";
import { calledHere, seatName } from "./names.svelte";
import { parse } from "./words";

function askOf(desk: Desk): string {
  return desk.facing?.choices.ask ?? "lay";
}

/** What is asked, as texts call it. If nobody can be sent, but somebody may come back, it is that. */
function askedOf(desk: Desk): string {
  const ask = askOf(desk);
  const words = desk.options.map(({ word }) => parse(word)).filter(({ w }) => w !== "pass");
  const [first] = words;
  const back = ask === "figure" && words.every(({ w }) => w === "take");
  return back && first?.w === "take" ? first.verb : ask;
}

export function titleOf(desk: Desk): string {
  const [ask, asked] = [askOf(desk), askedOf(desk)];
  const { pieces, pieceShown: piece } = desk;
  // Not only followers can be sent: pictures alone do not tell who the others are.
  if (asked === "figure" && piece !== undefined && pieces.some((one) => one !== "follower"))
    return piece === "follower"
      ? t("table.ask.figure.many")
      : t("table.ask.figure.who", { who: tMaybe(`table.piece.${piece}`, titled(piece)) });
  if (ask !== "lay") return tMaybe(`table.ask.${asked}`, titled(asked));
  if (desk.preview) return t("table.ask.lay.done");
  const { decision } = desk;
  if (desk.table.you.seats.length > 1 && decision)
    return t("table.ask.seat", { who: seatName(desk.table.table, decision.seat) });
  return t("table.ask.lay");
}

/** What the words would score at once, as it was worked out. */
export function gainsOf(desk: Desk): string[] {
  const points = new Map<number, number>();
  for (const event of desk.decision?.draft?.events ?? []) {
    // What the end brings is told at the end.
    if (event.e !== "scored" || event.last === true) continue;
    for (const [seat, n] of event.points.entries()) {
      if (n > 0) points.set(seat, (points.get(seat) ?? 0) + n);
    }
  }
  // Before anybody is chosen it is what the tile alone brings.
  if (points.size === 0 && askOf(desk) === "figure" && desk.chosen === undefined) {
    for (const [seat, n] of (desk.trial.laidGain ?? []).entries()) if (n > 0) points.set(seat, n);
  }
  return [...points].map(([seat, n]) => t("table.gain", { who: calledHere(desk.table, seat), n }));
}

/** The sentence under the title. */
export function howOf(desk: Desk): string {
  const { decision } = desk;
  const ask = askOf(desk);
  if (ask === "lay" || ask === "figure") {
    const gains = gainsOf(desk);
    if (gains.length > 0) return gains.join(" · ");
  }
  if (ask === "lay" && desk.preview) return laidHow(desk);
  if (ask === "lay" && desk.blind) return t("table.ask.lay.blind");
  // What each end does is written on it.
  const { legal = [] } = desk.facing?.choices ?? {};
  if (desk.survey?.ring?.ends.some(({ word }) => legal.includes(word))) return "";
  const asked = askedOf(desk);
  const { on_turn } = desk.present.now;
  const text = tMaybe(`table.ask.${asked}.how`, "");
  if (on_turn === decision?.seat) return text;
  const who = seatName(desk.table.table, on_turn);
  return tMaybe(`table.ask.${asked}.turn`, text, { who });
}

/** Why nobody can be sent to a tile that lies. */
function laidHow(desk: Desk): string {
  const { decision, present } = desk;
  // In a lesson the figure may be a question of its own, asked afterwards.
  if (!desk.complete || decision?.draft?.choices.ask === "figure") return "";
  const { supply } = present.now.seats[decision?.seat ?? 0] ?? { supply: [] };
  const { built = [] } = present;
  const any = supply.some(([piece, n]) => !built.includes(piece) && n > 0);
  return any ? t("table.ask.lay.none") : t("table.ask.lay.empty");
}

/** What confirming does. */
export function confirmTextOf(desk: Desk): string {
  if (desk.live.sent !== undefined) return t("table.confirm.wait");
  const confirm = t("table.confirm");
  return desk.ready ? tMaybe(`table.${desk.confirmKey}`, confirm) : confirm;
}
