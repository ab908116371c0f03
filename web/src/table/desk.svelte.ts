// Everything that the page of a table shows, worked out from the live table and from what this
// person has switched on. Components read it; nothing here decides what is legal. Each concern has
// a part of its own in desk/; the desk says what they share, and hands their answers on.

import { seatColours } from "../art";
import { Eye } from "../board/eye.svelte";
import { placesOf } from "../board/shapes.svelte";
import { textsUnder } from "../i18n/index.svelte";
import type { Oracle } from "../net/oracle";
import type { Feature, View } from "../wire";
import { Town } from "./ring/town.svelte";
import { History } from "./desk/history.svelte";
import { Overlays } from "./desk/overlays.svelte";
import { Surveyor } from "./desk/surveyor.svelte";
import { confirmKey } from "./desk/texts";
import { Trial } from "./desk/trial.svelte";
import { Lights } from "./lights.svelte";
import type { LiveTable } from "./live.svelte";
import { lookOf } from "./looks";
import type { Option } from "./options";
import type { Overlay } from "./overlay";
import { isMine, viewAt, viewer, type TableState } from "./state";
import type { Cell } from "./words";

export type Tab = "log" | "tiles" | "chat";

export class Desk {
  readonly eye = new Eye();
  tab = $state<Tab>("log");
  /** The cell under the keyboard. */
  cursor = $state.raw<Cell | undefined>();

  /** Looking back. */
  readonly history: History = new History(this);
  /** What the board is worth. */
  readonly surveyor: Surveyor = new Surveyor(this);
  /** What only a table with a wall shows. */
  readonly town: Town = new Town(this);
  /** What is being tried. */
  readonly trial: Trial = new Trial(this);
  /** What is laid over the board. */
  readonly overlays: Overlays = new Overlays(this);
  /** What the board frames and lights up. */
  readonly lights: Lights = new Lights(this);

  constructor(readonly live: LiveTable) {
    this.deadShown = live.state?.table.config.aids === "beginner";
    live.look = (id, r) =>
      lookOf(
        id,
        placesOf(id, r).map(({ name }) => name),
        r,
      );
  }

  /** The table. The page is shown only once it is known. */
  get table(): TableState {
    const { state } = this.live;
    if (!state) throw new Error("a desk stands at a table that is known");
    return state;
  }

  /** The game as it stands. */
  get present(): View {
    const { view } = this.table;
    if (!view) throw new Error("a desk stands at a game that has begun");
    return view;
  }

  get oracle(): Oracle {
    return this.live.oracle;
  }

  /** The game as it is shown: now, or as it was. */
  readonly view = $derived.by(() => {
    const { frame } = this.history;
    return frame ? viewAt(this.present, frame) : this.present;
  });

  /** The number of the message after which the game stands as it does: talk does not change it. */
  readonly position = $derived.by(() => this.table.frames.at(-1)?.n ?? this.table.n);
  readonly me = $derived.by(() => viewer(this.table));
  readonly colours = $derived.by(
    () =>
      this.live.link.colours ??
      seatColours(
        this.table.table.seats.length,
        this.table.you.seats,
        this.table.table.seats.map(({ colour }) => colour),
      ),
  );
  readonly playing = $derived.by(() => this.table.table.status.kind === "playing");
  readonly aids = $derived.by(() => this.table.table.config.aids);
  readonly blind = $derived.by(() => this.aids === "purist");
  /** Whether good moves may be asked for now. */
  readonly givesHints = $derived.by(
    () => this.table.table.config.hints === "on" && this.decision !== undefined,
  );
  readonly acting = $derived.by(() => (this.playing ? this.view.now.to_act : undefined));
  readonly othersPlay = $derived.by(
    () => this.playing && !isMine(this.table, this.present.now.to_act),
  );
  /** Whether a wall grows round what is built here. */
  readonly walled = $derived.by(() => this.present.now.walls_left !== undefined);

  /** What points are counted by: the tokens that the seats gather, and all kinds in their order. */
  readonly kinds = $derived.by(() => ({
    tokens: (this.view.now.seats[0]?.tokens ?? []).map(([name]) => name),
    order: textsUnder("log.what.").map(([kind]) => kind),
  }));

  /** Whether one looks back. */
  get past(): boolean {
    return this.history.at !== undefined;
  }

  /** The row that somebody on the wall looks along. */
  readonly row = $derived.by((): Cell[] => (this.walled ? this.town.row : []));

  /** Whether something on the screen needs the survey of the board. */
  readonly wantsSurvey = $derived.by(
    () =>
      !this.blind &&
      (this.overlay !== undefined || this.deadShown || this.point !== undefined || this.walled),
  );

  /** Moves were taken back: what was looked back at may be none of the game any more. */
  wentBack(): void {
    this.history.wentBack();
    this.cursor = undefined;
  }

  /** Whether I may take a move back, or ask for it. */
  get mayTakeBack(): boolean {
    const { table } = this.table;
    const seat = this.playing && this.me !== undefined ? table.seats[this.me] : undefined;
    return table.config.takeback === "on" && seat?.out === false;
  }

  /** Whether nobody else needs to agree to it. */
  get alone(): boolean {
    const { table, you } = this.table;
    return table.seats.every(
      ({ sitter, out }) => out || sitter.kind !== "person" || sitter.id === you.person,
    );
  }

  /** The words of the label on the confirm button. */
  readonly confirmKey = $derived.by(() => confirmKey(this.decision, this.live.implied));

  // --- looking back
  get at(): number | undefined {
    return this.history.at;
  }
  set at(frame: number | undefined) {
    this.history.at = frame;
  }
  get frames() {
    return this.history.frames;
  }
  get since(): number {
    return this.history.since;
  }
  goTo(index: number): void {
    this.history.goTo(index);
  }
  stepBy(by: number): void {
    this.history.stepBy(by);
  }
  sinceMyTurn(): void {
    this.history.sinceMyTurn();
  }

  // --- the survey
  get survey() {
    return this.surveyor.survey;
  }
  get surveyed(): number {
    return this.surveyor.surveyed;
  }
  get surveyWords(): string[] {
    return this.surveyor.words;
  }
  look(): Promise<void> {
    return this.surveyor.look();
  }

  // --- what is tried
  get decision() {
    return this.trial.decision;
  }
  get preview() {
    return this.trial.preview;
  }
  get facing() {
    return this.trial.facing;
  }
  get chosen(): string | undefined {
    return this.trial.chosen;
  }
  get complete(): boolean {
    return this.trial.complete;
  }
  get ready(): boolean {
    return this.trial.ready;
  }
  get pieces(): string[] {
    return this.trial.pieces;
  }
  get piece(): string | undefined {
    return this.trial.piece;
  }
  set piece(piece: string | undefined) {
    this.trial.piece = piece;
  }
  get pieceShown(): string | undefined {
    return this.trial.pieceShown;
  }
  get options(): Option[] {
    return this.trial.options;
  }
  optionsFor(piece: string | undefined): Option[] {
    return this.trial.optionsFor(piece);
  }
  get listed(): Option[] {
    return this.trial.listed;
  }
  get cells() {
    return this.trial.cells;
  }
  get ghost() {
    return this.trial.ghost;
  }
  get chips() {
    return this.trial.chips;
  }
  get walls() {
    return this.trial.walls;
  }
  nextPiece(): void {
    this.trial.nextPiece();
  }
  pick(key: string): boolean {
    return this.trial.pick(key);
  }

  // --- what is laid over the board
  get overlay(): Overlay | undefined {
    return this.overlays.overlay;
  }
  set overlay(which: Overlay | undefined) {
    this.overlays.overlay = which;
  }
  toggle(which: Overlay): void {
    this.overlays.toggle(which);
  }
  get deadShown(): boolean {
    return this.overlays.deadShown;
  }
  set deadShown(shown: boolean) {
    this.overlays.deadShown = shown;
  }
  get lastShown(): boolean {
    return this.overlays.lastShown;
  }
  set lastShown(shown: boolean) {
    this.overlays.lastShown = shown;
  }
  get point() {
    return this.overlays.point;
  }
  set point(point) {
    this.overlays.point = point;
  }
  get framed() {
    return this.overlays.framed;
  }
  get hovered() {
    return this.overlays.hovered;
  }
  get features() {
    return this.overlays.features;
  }
  get regions() {
    return this.overlays.regions;
  }
  get tags() {
    return this.overlays.tags;
  }
  get dead() {
    return this.overlays.dead;
  }
  about(feature: Feature): string {
    return this.overlays.about(feature);
  }
}
