// Made from crates/protocol by `cargo xtask bless`. Do not edit.

/** The newest format of logs whose tables this page can show. */
export const FORMAT = 5;

export type TableConfig = { 
/**
 * A name for the lobby; made from the creator's name if empty.
 */
name: string, 
/**
 * Family, expansions, options.
 */
plan: Plan, 
/**
 * Who may sit where.
 */
seats: Array<SeatPlan>, 
/**
 * In which order the seats play.
 */
order: Order, 
/**
 * The clock.
 */
clock: Clock, 
/**
 * What follows when a clock runs out, or somebody stays away.
 */
flagged: Flagged, 
/**
 * Which helps the table shows, the same to all.
 */
aids: Aids, 
/**
 * Who finds the table.
 */
visibility: Visibility, 
/**
 * Whether moves may be taken back: by agreement of all persons who play, or freely by one
 * person who plays against the computer. Left out: `on` without a clock or against the
 * computer alone, else `off`. What is logged is never left out.
 */
takeback?: Switch, 
/**
 * Whether whoever must decide may ask for good moves. Left out: `on` with the aids of
 * beginners, else `off`; never with those of purists. What is logged is never left out.
 */
hints?: Switch, 
/**
 * Whether those who watch may talk among themselves while the game is played.
 */
watcher_chat?: Switch, 
/**
 * How the game begins.
 */
start?: Start, 
/**
 * Seconds for everybody's first move: whoever does not make it is not there, and the game is
 * called off. Until each has moved anybody may call it off.
 */
first?: number, 
/**
 * Start from this record instead of an empty table: its set-up must be that of the plan.
 */
from?: string, 
/**
 * Whether the game counts for the players' ratings, if all of them have accounts or are
 * levels of the computer. It is refused for tables that no ladder is for.
 */
rated?: boolean, 
/**
 * The pool in which the server brought the players together; nobody can ask for it.
 */
pool?: string, 
/**
 * How many rated rematches in a row have come of a game of a pool, this one included; nobody
 * can ask for it.
 */
again?: number, 
/**
 * How many of a hundred games somebody must have played to their end to sit down here: 50 to
 * 99. Whoever has hardly played yet may.
 */
finishes?: number, };

export type Plan = { 
/**
 * `country` or `city`.
 */
family: string, 
/**
 * Names of expansions, as `inns`.
 */
expansions: Array<string>, 
/**
 * Options that differ from their defaults: key and value. In a log, every option.
 */
options: Array<[string, string]>, 
/**
 * The City: the name of a tile set that comes with the program.
 */
tiles?: string, };

export type SeatPlan = { "kind": "me" } | { "kind": "screen", 
/**
 * The name to show.
 */
name: string, } | { "kind": "anyone" } | { "kind": "link" } | { "kind": "computer", 
/**
 * Who plays it.
 */
level: Level, } | { "kind": "kept", 
/**
 * The person's public id.
 */
person: string, 
/**
 * The name that it had.
 */
name: string, 
/**
 * Whether it is another player on that person's screen.
 */
screen: boolean, };

export type Level = "level-1" | "level-2" | "level-3" | "level-4" | "level-5" | `engine:${string}` | "random" | "greedy";

export type Order = "given" | "random";

export type Clock = { "kind": "none" } | { "kind": "total", 
/**
 * Seconds for the game: 10 to 1,209,600 (14 days).
 */
seconds: number, 
/**
 * Seconds added after each own turn: 0 to 600, to 86,400 if the game has a day or more.
 */
increment: number, } | { "kind": "days", 
/**
 * Days for a move.
 */
days: number, };

export type Flagged = "loses" | "computer";

export type Aids = "beginner" | "standard" | "purist";

export type Visibility = "public" | "link";

export type Switch = "on" | "off";

export type Preset = { 
/**
 * Its name in the interface's texts, as `tournament`.
 */
name: string, 
/**
 * An English sentence for programs.
 */
about: string, 
/**
 * What it sets.
 */
config: TableConfig, };

export type SeatsFrom = { 
/**
 * The fewest.
 */
least: number, 
/**
 * The most.
 */
most: number, };

export type Start = { "kind": "owner" } | { "kind": "full", 
/**
 * Seconds for each step: to sit down, and to reveal one's value. Whoever needs longer is
 * not there, and the table is over before it began.
 */
within: number, };

export type PoolList = { 
/**
 * The pools, in the order of the menu.
 */
pools: Array<PoolInfo>, };

export type PoolInfo = { 
/**
 * Its name, as `duel`: it is sought by it.
 */
name: string, 
/**
 * Whose ratings say who is near whom.
 */
ladder: string, 
/**
 * Whether it is the one that is sought if nothing is said.
 */
usual?: boolean, 
/**
 * How many play.
 */
seats: SeatsFrom, 
/**
 * Which game.
 */
plan: Plan, 
/**
 * The clock.
 */
clock: Clock, 
/**
 * How many seek it now.
 */
waiting: number, 
/**
 * How long those waited who were paired lately, in seconds: half of them no longer than that.
 */
wait?: number, };

export type MeSaid = { "t": "seek", 
/**
 * In which pools, the dearest first.
 */
pools: Array<string>, 
/**
 * Whether guests will do, for somebody with an account who has waited a little.
 */
guests?: boolean, 
/**
 * Whether programs will do, if no person has come for a moment.
 */
bots?: boolean, 
/**
 * How far a rival's rating may be from mine, if less than usual.
 */
range?: number, 
/**
 * Whether I play against the computer meanwhile: then I am given a moment longer to come.
 */
busy?: boolean, } | { "t": "unseek" } | { "t": "ping", 
/**
 * Comes back in the pong.
 */
at: number, };

export type MeTold = { "t": "hello", 
/**
 * Server time, ms since 1970.
 */
now: number, 
/**
 * Whether this person may not seek live games for a while.
 */
limit?: PlayLimit, 
/**
 * How many games by days wait for you.
 */
turns: number, 
/**
 * How many lines of the bell you have not seen.
 */
notices: number, 
/**
 * What you seek by days, with or without this page.
 */
seek?: LastingSeek, } | { "t": "notice", 
/**
 * What it is about.
 */
kind: NoticeKind, } | { "t": "announced" } | { "t": "turn", 
/**
 * Its table.
 */
table: string, } | { "t": "waiting", 
/**
 * In which pools.
 */
pools: Array<string>, 
/**
 * Since when, ms since 1970.
 */
since: number, 
/**
 * How many others seek in these pools.
 */
people: number, 
/**
 * How long it takes, in seconds, as far as one can tell.
 */
wait?: number, 
/**
 * Whether a rival was found and did not come: you go on waiting where you were.
 */
again?: boolean, } | { "t": "paired", 
/**
 * The table.
 */
table: string, 
/**
 * What the server has committed to.
 */
commitment: string, 
/**
 * Your seat.
 */
seat: number, 
/**
 * The pool.
 */
pool: string, 
/**
 * The names of the others.
 */
rivals: Array<string>, 
/**
 * Until when you must sit, ms since 1970.
 */
until: number, } | { "t": "bots", 
/**
 * The nearest first.
 */
near: Array<NearBot>, } | { "t": "idle", 
/**
 * Why: `asked`, `playing` (the game has begun), `absent` (you did not come), `elsewhere`
 * (another of your tabs seeks), `limit`.
 */
why: string, 
/**
 * The limit, if that is why.
 */
limit?: PlayLimit, } | { "t": "refused", 
/**
 * Why.
 */
problem: Problem, } | { "t": "pong", 
/**
 * From the ping.
 */
at: number, 
/**
 * Server time, ms since 1970.
 */
now: number, } | { "t": "bye", 
/**
 * Come back after so many ms.
 */
retry: number, 
/**
 * Why, as at tables.
 */
why: string, };

export type PlayLimit = { 
/**
 * Since when, ms since 1970.
 */
since: number, 
/**
 * Until when.
 */
until: number, };

export type LastingSeek = { 
/**
 * In which pools.
 */
pools: Array<string>, 
/**
 * Since when, ms since 1970.
 */
since: number, };

export type NearBot = { 
/**
 * Who plays.
 */
level: Level, 
/**
 * Its rating, if it was measured.
 */
rating?: number, };

export type Spot = { 
/**
 * The cell, if the place has one.
 */
cell?: [number, number], 
/**
 * The segment, side or quarter, as docs/notation.md names it: `city:NW`, `E`, `castle`.
 */
place: string, };

export type ScoreItem = { 
/**
 * What is counted: `tiles`, `coats of arms`.
 */
why: string, 
/**
 * How many there are.
 */
count: number, 
/**
 * Points for each.
 */
each: number, };

export type Patch = [number, number, string];

export type Event = { "e": "turn", 
/**
 * Whose.
 */
seat: number, 
/**
 * Which part, from 1.
 */
part: number, } | { "e": "drawn", 
/**
 * Its id.
 */
tile: string, } | { "e": "discarded", 
/**
 * Its id.
 */
tile: string, } | { "e": "aside", 
/**
 * Its id.
 */
tile: string, } | { "e": "laid", 
/**
 * Its id.
 */
tile: string, 
/**
 * Column, growing east.
 */
x: number, 
/**
 * Row, growing south.
 */
y: number, 
/**
 * Quarter turns clockwise.
 */
r: number, } | { "e": "put", 
/**
 * Whose.
 */
seat: number, 
/**
 * Which kind.
 */
piece: string, 
/**
 * Where.
 */
at: Spot, } | { "e": "moved", 
/**
 * Whose move.
 */
seat: number, 
/**
 * Which kind.
 */
piece: string, 
/**
 * From where.
 */
from: Spot, 
/**
 * To where.
 */
to: Spot, } | { "e": "scored", 
/**
 * Its kind: `city`.
 */
feature: string, 
/**
 * Its first segment, or the place that names it.
 */
at: Spot, 
/**
 * Whether it was complete.
 */
complete: boolean, 
/**
 * Whether its kind is never completed: it is scored as it is.
 */
lasting?: boolean, 
/**
 * Whether everybody in it scores for themselves, without a majority.
 */
apart?: boolean, 
/**
 * What its value is made of.
 */
parts: Array<ScoreItem>, 
/**
 * The strength of each seat in it.
 */
strength: Array<number>, 
/**
 * Who had the majority.
 */
winners: Array<number>, 
/**
 * The points of each seat.
 */
points: Array<number>, 
/**
 * Where it lies: its segments, or a tower's walls by their sides; and whole tiles that
 * count for it (around a monastery, along a guard's row), with an empty name.
 */
extent?: Array<Patch>, 
/**
 * Whether it belongs to final scoring.
 */
last?: boolean, } | { "e": "home", 
/**
 * Whose.
 */
seat: number, 
/**
 * Which kind.
 */
piece: string, 
/**
 * From where.
 */
from: Spot, } | { "e": "lost", 
/**
 * Whose.
 */
seat: number, 
/**
 * From where.
 */
at: Spot, } | { "e": "gained", 
/**
 * By whom.
 */
seat: number, 
/**
 * Which: `wine`.
 */
token: string, 
/**
 * How many.
 */
count: number, } | { "e": "told", 
/**
 * What, in English words that programs may use as a key.
 */
what: string, 
/**
 * Whose, if anybody's.
 */
seat: number, 
/**
 * How many, if it is counted.
 */
count: number, 
/**
 * Whether it says why the game ends.
 */
ends?: boolean, 
/**
 * Whether it belongs to final scoring.
 */
last?: boolean, } | { "e": "over", 
/**
 * The points of each seat.
 */
points: Array<number>, };

export type Kind = { 
/**
 * Its id: `base/E`.
 */
id: string, 
/**
 * How many there are in the game, the start included; 0 for one that stays in the box.
 */
count: number, };

export type Laid = { 
/**
 * Its id.
 */
id: string, 
/**
 * Column, growing east.
 */
x: number, 
/**
 * Row, growing south.
 */
y: number, 
/**
 * Quarter turns clockwise.
 */
r: number, 
/**
 * Who laid it; nobody laid the start.
 */
by?: number, };

export type Figure = { 
/**
 * Whose; the Count is nobody's.
 */
seat?: number, 
/**
 * Which kind: `follower`, `large`, `abbot`, `builder`, `pig`, `count`.
 */
piece: string, 
/**
 * Where.
 */
at: Spot, };

export type RingPiece = { 
/**
 * The edge: cell inside and side.
 */
at: Spot, 
/**
 * Whether it is the gate.
 */
gate: boolean, 
/**
 * The seat whose guard stands on it.
 */
guard?: number, 
/**
 * The seat whose tower stands at its end away from the gate: the clockwise end of a wall
 * behind the gate in this list, the other end of one before it.
 */
tower?: number, };

export type Standing = { 
/**
 * Points so far.
 */
score: number, 
/**
 * Points if the game ended now; only where the table's aids show it.
 */
forecast?: number, 
/**
 * Pieces in the supply: name and number, those with none left included.
 */
supply: Array<[string, number]>, 
/**
 * Tokens: name and number.
 */
tokens?: Array<[string, number]>, };

export type Now = { 
/**
 * The number of the turn, from 1; 0 before the first.
 */
turn: number, 
/**
 * Whose turn it is.
 */
on_turn: number, 
/**
 * Which part of the turn, from 1.
 */
part: number, 
/**
 * Who must decide; nobody once the game is over.
 */
to_act?: number, 
/**
 * What is decided: `lay`, `figure` or another name that the family or an expansion declares;
 * `over`; `draw` if chance decides, which is told in drafts only.
 */
ask: string, 
/**
 * The drawn tile.
 */
hand?: string, 
/**
 * The cell of the tile laid last; absent while only the start lies.
 */
last?: [number, number], 
/**
 * Pieces on the table; guards are in `walls`.
 */
figures: Array<Figure>, 
/**
 * The wall of The City.
 */
walls?: Array<RingPiece>, 
/**
 * Wall pieces left in the common supply, and how many this wall phase still asks for.
 */
walls_left?: [number, number], 
/**
 * Who builds the pieces that this wall phase still asks for, in order; the seat that builds
 * now comes first, one that only decides about a guard has built already.
 */
builders?: Array<number>, 
/**
 * The pile of The City that the tile drawn last came from, from 1: it says how many walls a
 * phase builds.
 */
pile?: number, 
/**
 * What each seat has.
 */
seats: Array<Standing>, 
/**
 * How many tiles are left to draw; those put aside are not counted.
 */
left: number, 
/**
 * How many are left of each kind, in the order of [`View::kinds`]; only where the aids show
 * it.
 */
bag?: Array<number>, 
/**
 * The same for the next draw alone, if not every tile left can come next (river, piles).
 */
next?: Array<number>, 
/**
 * Tiles that left the game.
 */
gone?: Array<string>, 
/**
 * Tiles put aside, to come again.
 */
aside?: Array<string>, };

export type View = { 
/**
 * The kinds of tile in play.
 */
kinds: Array<Kind>, 
/**
 * Pieces of the seats that are built and are no figures: `tower`.
 */
built?: Array<string>, 
/**
 * The laid tiles, in the order of laying.
 */
tiles: Array<Laid>, 
/**
 * The rest.
 */
now: Now, };

export type TableInfo = { 
/**
 * Its id, which is also its link: `/t/ID`.
 */
id: string, 
/**
 * What was chosen.
 */
config: TableConfig, 
/**
 * Open, playing or over.
 */
status: Status, 
/**
 * The seats, in the order of play once the game has begun.
 */
seats: Array<SeatInfo>, 
/**
 * Who made it: the person's public id.
 */
owner: string, 
/**
 * When it was made, ms since 1970.
 */
made: number, 
/**
 * The clocks.
 */
clocks: Clocks, 
/**
 * What can be checked about the draws.
 */
draws: Draws, 
/**
 * An offer that waits for answers.
 */
offer?: Offer, 
/**
 * The table of the rematch, once there is one.
 */
rematch?: string, 
/**
 * The table's name as everybody is shown it, in the lobby and at the table: the one that was
 * chosen, or its owner's.
 */
title?: string, 
/**
 * Whether the game was played in a page without a server, and kept afterwards.
 */
local?: boolean, 
/**
 * Whether the server brought the players together: they sit down by themselves.
 */
paired?: boolean, 
/**
 * Until when all must sit, ms since 1970, where they must.
 */
seats_until?: number, 
/**
 * After how long somebody who is away can be claimed, ms; told by a live server.
 */
grace?: number, };

export type Status = { "kind": "open" } | { "kind": "playing" } | { "kind": "over", 
/**
 * Why.
 */
reason: EndReason, 
/**
 * Seats by rank, best first; equal seats share a list.
 */
ranks: Array<Array<number>>, 
/**
 * The points of each seat.
 */
points: Array<number>, };

export type EndReason = "played" | "resigned" | "flagged" | "agreed" | "claimed" | "aborted";

export type SeatInfo = { 
/**
 * Who sits there.
 */
sitter: Sitter, 
/**
 * Its colour, as `/art/figure` and `/art/emblem` number them: 0 white, 1 black, 2 blue,
 * 3 yellow, 4 red, 5 violet.
 */
colour?: number, 
/**
 * Whether the seat gave up or ran out of time: it is out of the ranking.
 */
out: boolean, 
/**
 * How it went out: it gave up, its clock ran out, or it stayed away and was claimed. So a
 * game that is over for one of these reasons says because of whom.
 */
left?: EndReason, 
/**
 * Whether somebody of the seat is connected now.
 */
here: boolean, 
/**
 * Since when nobody of the seat is connected, ms since 1970; a person's seat in a running
 * game only.
 */
away_since?: number, 
/**
 * For how long it may be away, ms, if that is not the `grace` of the table: who finishes its
 * games is waited for longer.
 */
grace?: number, };

export type Sitter = { "kind": "nobody", 
/**
 * Whether the seat is for the holder of the link's key only.
 */
link: boolean, 
/**
 * For whom alone the seat is kept, in a rematch.
 */
kept?: KeptFor, } | { "kind": "person", 
/**
 * The person's public id.
 */
id: string, 
/**
 * The name to show. People of one table never show the same: a guest's may have a mark
 * behind it, as `Anna ·2`.
 */
name: string, 
/**
 * Whether it has an account.
 */
account: boolean, } | { "kind": "computer", 
/**
 * Who plays it.
 */
level: Level, 
/**
 * The name of the person whose seat it took over, if any.
 */
instead_of?: string, 
/**
 * That person's public id: who may come back.
 */
person?: string, };

export type Clocks = { 
/**
 * Server time of this picture, ms since 1970.
 */
at: number, 
/**
 * What is left to each seat, ms; empty without a clock.
 */
left: number[], 
/**
 * Whose clock runs.
 */
running?: number, };

export type Draws = { 
/**
 * By which version of the specification.
 */
version: number, 
/**
 * Which round, from 1.
 */
round: number, 
/**
 * The hash of the round's secret seed, published before anybody gives a share; hexadecimal.
 */
commitment: string, 
/**
 * How each seat gives its share.
 */
shares: Array<ShareKind>, 
/**
 * The hash that each seat sent, hexadecimal; empty if it sent none.
 */
hashes: Array<string>, 
/**
 * The value of each seat, hexadecimal; empty as long as it is not known to all.
 */
values: Array<string>, 
/**
 * Until when the seats with a hash must reveal their value, ms since 1970; only while they
 * must.
 */
reveal_until?: number, 
/**
 * `order[i]` is the seat of the plan that plays as seat `i`; empty before the start.
 */
order: Array<number>, 
/**
 * How many words the table began with: not 0 only if it began from a record.
 */
before: number, 
/**
 * The seed, once the game is over; hexadecimal.
 */
seed?: string, };

export type ShareKind = "none" | "sealed" | "open" | "computer" | "server";

export type OfferKind = "draw" | "abort" | "takeback" | "days" | "live";

export type KeptFor = { 
/**
 * The person's public id.
 */
id: string, 
/**
 * The name to show.
 */
name: string, };

export type Offer = { 
/**
 * What is offered.
 */
kind: OfferKind, 
/**
 * By which seat.
 */
by: number, 
/**
 * Who has agreed.
 */
yes: Array<number>, };

export type TableRow = { 
/**
 * The table's id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What was chosen.
 */
config: TableConfig, 
/**
 * Open, playing or over.
 */
status: Status, 
/**
 * Who sits where.
 */
seats: Array<Sitter>, 
/**
 * Points so far.
 */
points: Array<number>, 
/**
 * Who must decide.
 */
to_act?: number, 
/**
 * The number of the turn.
 */
turn: number, 
/**
 * Tiles left to draw.
 */
left: number, 
/**
 * How many watch.
 */
watchers: number, 
/**
 * When something happened last, ms since 1970.
 */
changed: number, 
/**
 * Which seats are the asker's own.
 */
mine: Array<number>, 
/**
 * Whether the game was played in a page without a server.
 */
local?: boolean, };

export type You = { 
/**
 * The person's public id.
 */
person: string, 
/**
 * The name.
 */
name: string, 
/**
 * Its seats.
 */
seats: Array<number>, 
/**
 * Whether it made the table.
 */
owner: boolean, 
/**
 * The key of the table's link, for the owner and for whoever came with it.
 */
key?: string, };

export type ClientMsg = { "t": "draft", 
/**
 * For which seat.
 */
seat: number, 
/**
 * The number of the last message that the sender has seen.
 */
after: number, 
/**
 * Everything that the seat wants to say from where the game stands.
 */
words: Array<string>, } | { "t": "play", 
/**
 * For which seat.
 */
seat: number, 
/**
 * The number of the last message that the sender has seen.
 */
after: number, 
/**
 * A name for this move, of the sender's choice: sent again, it is answered again and
 * never played twice. At most 40 characters.
 */
id: string, 
/**
 * Everything that the seat says from where the game stands.
 */
words: Array<string>, } | { "t": "hint", 
/**
 * For which seat.
 */
seat: number, 
/**
 * The number of the last message that the sender has seen.
 */
after: number, 
/**
 * Words that the seat tries: moves that go on from them are wanted.
 */
words: Array<string>, } | { "t": "unhint" } | { "t": "chat", 
/**
 * A name for this message: sent again, it is not said twice.
 */
id: string, 
/**
 * What.
 */
text: string, } | { "t": "phrase", 
/**
 * A name for this message: sent again, it is not said twice.
 */
id: string, 
/**
 * Which, by its name in content/phrases.
 */
phrase: string, } | { "t": "watchers", 
/**
 * Which.
 */
chat: Switch, } | { "t": "resign", 
/**
 * For which seat.
 */
seat: number, } | { "t": "offer", 
/**
 * For which seat.
 */
seat: number, 
/**
 * What.
 */
kind: OfferKind, 
/**
 * The number of the last message that the sender has seen: a request to take a move back,
 * or an agreement, that was meant for another moment of the game is refused. Without it
 * whatever stands now is meant.
 */
after?: number, } | { "t": "decline", 
/**
 * For which seat.
 */
seat: number, } | { "t": "claim", 
/**
 * Of which seat the sender is.
 */
seat: number, 
/**
 * The seat that is away.
 */
away: number, 
/**
 * What is claimed.
 */
want: Claim, } | { "t": "return", 
/**
 * Which seat.
 */
seat: number, } | { "t": "give", 
/**
 * Of which seat the sender is.
 */
seat: number, 
/**
 * To which.
 */
to: number, } | { "t": "thinks", 
/**
 * Which.
 */
on: boolean, } | { "t": "thought", 
/**
 * Which seat.
 */
seat: number, 
/**
 * The number of the last message that the sender has seen.
 */
after: number, 
/**
 * Everything that the seat says from where the game stands.
 */
words: Array<string>, } | { "t": "ping", 
/**
 * Comes back in the pong.
 */
at: number, };

export type Claim = "win" | "abort" | "computer";

export type ServerMsg = { "t": "snapshot" } & Past | { "t": "resumed", 
/**
 * The newest number.
 */
n: number, 
/**
 * What this socket may do.
 */
you: You, 
/**
 * The table's seats, clocks, state now.
 */
table: TableInfo, } | { "t": "step" } & Step | { "t": "table", 
/**
 * The number.
 */
n: number, 
/**
 * What happened.
 */
cause: Cause, 
/**
 * How it is now.
 */
table: TableInfo, } | { "t": "chat", 
/**
 * The number.
 */
n: number, 
/**
 * When, ms since 1970.
 */
at: number, 
/**
 * Who: the person's public id.
 */
from: string, 
/**
 * The name.
 */
name: string, 
/**
 * The sender's seat, if it holds one.
 */
seat?: number, 
/**
 * What.
 */
text: string, 
/**
 * The name of the phrase, if it is one: the reader sees it in its own language.
 */
phrase?: string, 
/**
 * Whether it was said among those who watch.
 */
watchers?: boolean, } | { "t": "unseen", 
/**
 * The number.
 */
n: number, } | { "t": "overheard", 
/**
 * All of it, in order.
 */
lines: Array<LogLine>, } | { "t": "rated", 
/**
 * By seat.
 */
seats: Array<RatedSeat | null>, } | { "t": "choices" } & Choices | { "t": "draft" } & Draft | { "t": "hint" } & Hint | { "t": "done", 
/**
 * The move's own name.
 */
id: string, 
/**
 * The number of the message that tells it.
 */
n: number, } | { "t": "refused", 
/**
 * The move's own name, if it has one.
 */
id?: string, 
/**
 * Why.
 */
problem: Problem, } | { "t": "presence", 
/**
 * Which seats.
 */
here: Array<boolean>, 
/**
 * How many watch.
 */
watchers: number, 
/**
 * Since when nobody of a seat is connected, ms since 1970, as [`crate::SeatInfo`] has it.
 */
away_since?: Array<number | null>, 
/**
 * Server time, ms since 1970.
 */
now?: number, } | { "t": "renamed", 
/**
 * Who: the person's public id.
 */
person: string, 
/**
 * The new name.
 */
name: string, 
/**
 * Who sits on each seat now.
 */
sitters: Array<Sitter>, } | { "t": "pong", 
/**
 * From the ping.
 */
at: number, 
/**
 * Server time, ms since 1970.
 */
now: number, } | { "t": "bye", 
/**
 * Come back after so many ms.
 */
retry: number, 
/**
 * Why: `restart`, `slow`, `moved`, `idle`, `large`, `abuse`, `session`, `full`, `gone`.
 */
why: string, };

export type RatedSeat = { 
/**
 * Before the game.
 */
before: ShownRating, 
/**
 * After it.
 */
after: ShownRating, };

export type ShownRating = { 
/**
 * How strong.
 */
points: number, 
/**
 * How uncertain that is: one standard deviation.
 */
deviation: number, 
/**
 * Whether it is too uncertain to be shown without a question mark.
 */
provisional?: boolean, };

export type Ladder = "duel" | "grand" | "city" | "company" | "days" | "mirror";

export type Conduct = "good" | "abort" | "no-show" | "left" | "stalled" | "sandbag";

export type Hint = { 
/**
 * The number of the newest message when it was asked for: it is of no use when the game has
 * gone on.
 */
n: number, 
/**
 * For which seat.
 */
seat: number, 
/**
 * The words that it was tried behind; those of the moves follow them.
 */
words: Array<string>, 
/**
 * At most three, the best first.
 */
moves: Array<BestMove>, };

export type Past = { 
/**
 * The newest number.
 */
n: number, 
/**
 * What this socket may do.
 */
you: You, 
/**
 * The table.
 */
table: TableInfo, 
/**
 * The game; absent before the start.
 */
view?: View, 
/**
 * What happened so far.
 */
log: Array<LogLine>, 
/**
 * The format of the table's log: a page that knows only an older one has to be loaded anew.
 */
format?: number, };

export type LogLine = { 
/**
 * The number.
 */
n: number, 
/**
 * When, ms since 1970.
 */
at: number, 
/**
 * What was done.
 */
cause: Cause, 
/**
 * What followed.
 */
events?: Array<Event>, 
/**
 * Points after it.
 */
points?: Array<number>, 
/**
 * Whether it is a move that was taken back: it does not stand any more.
 */
undone?: boolean, };

export type Cause = { "c": "made" } | { "c": "sat", 
/**
 * Where.
 */
seat: number, 
/**
 * The name.
 */
name: string, } | { "c": "stood", 
/**
 * From where.
 */
seat: number, 
/**
 * The name.
 */
name: string, } | { "c": "shared", 
/**
 * Which.
 */
seat: number, } | { "c": "frozen", 
/**
 * Which round.
 */
round: number, 
/**
 * Until when, ms since 1970.
 */
until: number, } | { "c": "revealed", 
/**
 * Which.
 */
seat: number, } | { "c": "void", 
/**
 * Which round.
 */
round: number, 
/**
 * The seats that did not reveal.
 */
seats: Array<number>, } | { "c": "round", 
/**
 * Which.
 */
round: number, } | { "c": "began", 
/**
 * What chance decided first: the draw of the first tile.
 */
words: Array<string>, } | { "c": "played", 
/**
 * Which.
 */
seat: number, 
/**
 * The move's own name, so that its sender knows it again.
 */
id: string, 
/**
 * The words, as docs/notation.md has them.
 */
words: Array<string>, 
/**
 * The words of chance that followed: tiles drawn.
 */
chance: Array<string>, } | { "c": "said", 
/**
 * Who: the person's public id; empty if it is not known.
 */
from: string, 
/**
 * The name.
 */
name: string, 
/**
 * The seat, if any.
 */
seat?: number, 
/**
 * What.
 */
text: string, 
/**
 * The name of the phrase, if it is one: the reader sees it in its own language.
 */
phrase?: string, 
/**
 * Whether it was said among those who watch.
 */
watchers?: boolean, } | { "c": "watchers", 
/**
 * Which.
 */
chat: Switch, } | { "c": "opened", 
/**
 * Which.
 */
seat: number, } | { "c": "changed" } | { "c": "coloured", 
/**
 * Which.
 */
seat: number, 
/**
 * Which colour, as [`crate::SeatInfo`] numbers them.
 */
colour: number, } | { "c": "resigned", 
/**
 * Which.
 */
seat: number, } | { "c": "flagged", 
/**
 * Which.
 */
seat: number, } | { "c": "offered", 
/**
 * Which.
 */
seat: number, 
/**
 * What.
 */
kind: OfferKind, } | { "c": "declined", 
/**
 * Which.
 */
seat: number, } | { "c": "claimed", 
/**
 * By which seat.
 */
seat: number, 
/**
 * Against which.
 */
away: number, 
/**
 * What was claimed.
 */
want: Claim, } | { "c": "replaced", 
/**
 * Which.
 */
seat: number, } | { "c": "returned", 
/**
 * Which.
 */
seat: number, } | { "c": "takenback", 
/**
 * Who asked for it.
 */
seat: number, 
/**
 * The number of the message behind which the game stands again.
 */
to: number, } | { "c": "absent", 
/**
 * The seats.
 */
seats: Array<number>, } | { "c": "aborted", 
/**
 * Which.
 */
seat: number, } | { "c": "ended", 
/**
 * Why.
 */
reason: EndReason, } | { "c": "rematch", 
/**
 * Its table.
 */
table: string, } | { "c": "away", 
/**
 * For how long, ms.
 */
ms: number, } | { "c": "leave", 
/**
 * Which.
 */
seat: number, 
/**
 * For how long, ms.
 */
ms: number, } | { "c": "gave", 
/**
 * Which.
 */
seat: number, 
/**
 * To which.
 */
to: number, 
/**
 * How much, ms.
 */
ms: number, } | { "c": "reclocked", 
/**
 * Which.
 */
clock: Clock, };

export type Step = { 
/**
 * The number.
 */
n: number, 
/**
 * When, ms since 1970.
 */
at: number, 
/**
 * What was done.
 */
cause: Cause, 
/**
 * What followed, in order.
 */
events: Array<Event>, 
/**
 * Tiles laid by it.
 */
add: Array<Laid>, 
/**
 * How the game is now.
 */
now: Now, 
/**
 * The clocks.
 */
clocks: Clocks, };

export type Choices = { 
/**
 * Send this number back as `after`.
 */
n: number, 
/**
 * Which of your seats.
 */
seat: number, 
/**
 * What is decided, as [`Now::ask`].
 */
ask: string, 
/**
 * The words said already in this decision (the draft); your next message begins with them.
 */
words: Array<string>, 
/**
 * Every word that may come next.
 */
legal: Array<string>, 
/**
 * The same as a tree: what each word is worth, and what may be said behind it. Only where a
 * socket is told its choices or a moment is looked at, not in drafts.
 */
moves?: Moves, };

export type Moves = { 
/**
 * Lists of words: questions name them by number, for many tiles ask the same.
 */
words: Array<Array<string>>, 
/**
 * Features as they lie now, by their segments; [`MoveWorth::joins`] names them by number.
 */
features?: Array<Array<Patch>>, 
/**
 * What is asked now.
 */
first: MoveQuestion, };

export type MoveQuestion = { 
/**
 * What, as [`crate::Now::ask`].
 */
ask: string, 
/**
 * The number of its list in [`Moves::words`]. Left out: what may be said then is known to the
 * server only; ask it with a draft.
 */
words?: number, 
/**
 * What each of these words is worth; left out where nothing is told. A table whose aids show
 * nothing is told of their own segments only, so that one feature is one choice.
 */
worth?: Array<MoveWorth>, 
/**
 * What is asked behind each of these words; `null` if nothing is left to decide. Left out if
 * that is so behind all of them.
 */
then?: Array<MoveQuestion | null>, };

export type MoveWorth = { 
/**
 * The points of each seat at once; left out if nobody gets any. For a tile: if no figure
 * follows. Final scoring is never in it.
 */
gain?: Array<number>, 
/**
 * What the feature in question gives to its owners if the game ended now.
 */
now?: number, 
/**
 * What it gives completed as it is; left out for fields, homes, guards.
 */
complete?: number, 
/**
 * Numbers of [`Moves::features`]: what the feature is made of, or what is scored; for a tile
 * what it continues.
 */
joins?: Array<number>, 
/**
 * Its segments on the tile that this move lays.
 */
own?: Array<string>, 
/**
 * Whole tiles that count: around a monastery, along a guard's row.
 */
tiles?: Array<[number, number]>, };

export type Draft = { 
/**
 * The choices after the words; none if nothing is left to decide.
 */
choices: Choices, 
/**
 * Whether the seat has nothing more to decide: the words can be played.
 */
complete: boolean, 
/**
 * What would follow, without anything that chance decides.
 */
events: Array<Event>, 
/**
 * Tiles that the words lay.
 */
add: Array<Laid>, 
/**
 * How the game would be.
 */
now: Now, };

export type Problem = { 
/**
 * A short name that programs can match: `not-your-turn`, `late`, `rules`, `too-many-requests`.
 */
type: string, 
/**
 * The same in a few English words.
 */
title: string, 
/**
 * The HTTP status.
 */
status: number, 
/**
 * What exactly is wrong and what to do, in an English sentence.
 */
detail: string, 
/**
 * The id of the rule that forbids it, as `BASE-22`.
 */
rule?: string, 
/**
 * Where in the input: a field, or line and column.
 */
at?: string, 
/**
 * Try again after so many seconds.
 */
retry?: number, };

export type Me = { 
/**
 * My public id.
 */
id: string, 
/**
 * My name.
 */
name: string, 
/**
 * Whether I have an account.
 */
account: boolean, 
/**
 * What I may do for the server.
 */
role?: Role, };

export type GuestName = { 
/**
 * 1 to 24 visible characters.
 */
name: string, };

export type Credentials = { 
/**
 * 1 to 24 visible characters.
 */
name: string, 
/**
 * 8 to 200 characters.
 */
password: string, 
/**
 * For a new account, where one is invited: the key of the invitation.
 */
invite?: string, };

export type Scope = "read" | "play" | "challenge" | "account";

export type NewToken = { 
/**
 * What its owner calls it: at most 40 visible characters.
 */
name: string, 
/**
 * What it may do; to read and to play if left out.
 */
scopes: Array<Scope>, };

export type Token = { 
/**
 * Send it as `Authorization: Bearer TOKEN`.
 */
token: string, 
/**
 * Its id in the list.
 */
id: string, };

export type TokenRow = { 
/**
 * Its id, to end it.
 */
id: string, 
/**
 * What its owner calls it.
 */
name: string, 
/**
 * What it may do.
 */
scopes: Array<Scope>, 
/**
 * When it was made, ms since 1970.
 */
made: number, 
/**
 * When it was used last, to the minute; not yet if left out.
 */
used?: number, };

export type Tokens = { 
/**
 * The oldest first.
 */
tokens: Array<TokenRow>, };

export type Sit = { 
/**
 * The key of the table's link, for seats that need it.
 */
key?: string, 
/**
 * My share in the draws, sealed: the hash of a value that I reveal when the table is frozen
 * (docs/fair-draws.md); 64 hexadecimal digits.
 */
hash?: string, 
/**
 * My share in the draws, openly: 16 bytes, hexadecimal. A seat that gives neither takes what
 * follows from the server's seed.
 */
value?: string, };

export type Shares = { 
/**
 * 16 bytes, hexadecimal, by the number of the seat.
 */
values: { [key in number]: string }, };

export type TableChange = { 
/**
 * The table's name.
 */
name?: string, 
/**
 * Family, expansions, options.
 */
plan?: Plan, 
/**
 * In which order the seats play.
 */
order?: Order, 
/**
 * The clock.
 */
clock?: Clock, 
/**
 * What follows when a clock runs out.
 */
flagged?: Flagged, 
/**
 * Which helps the table shows.
 */
aids?: Aids, 
/**
 * Who finds the table.
 */
visibility?: Visibility, 
/**
 * Whether moves may be taken back.
 */
takeback?: Switch, 
/**
 * Whether whoever must decide may ask for good moves.
 */
hints?: Switch, 
/**
 * Whether the game counts for ratings.
 */
rated?: boolean, };

export type SeatColour = { 
/**
 * 0 white, 1 black, 2 blue, 3 yellow, 4 red, 5 violet.
 */
colour: number, };

export type NewTable = { 
/**
 * What is chosen.
 */
config: TableConfig, 
/**
 * An id of my own choice, 12 to 40 letters and digits: the same request sent again makes no
 * second table, but gets the same answer. The server chooses one if it is left out.
 */
id?: string, 
/**
 * Refused: a share in the draws is given when the commitment is known, with [`Sit`] or with
 * the start.
 */
value?: string, };

export type Made = { 
/**
 * Its id.
 */
id: string, 
/**
 * The key for its link: `/t/ID?k=KEY`.
 */
key: string, 
/**
 * What the server has committed to for the draws; keep it, and compare it after the game.
 */
commitment: string, };

export type DrawSheet = { 
/**
 * All words that could be drawn, sorted by their bytes.
 */
words: Array<string>, 
/**
 * The draws, in order.
 */
draws: Array<Draw>, };

export type Draw = { 
/**
 * What was drawn.
 */
word: number, 
/**
 * Whether the tile fitted nowhere: it may have been put back.
 */
unplaceable?: boolean, 
/**
 * What could be drawn, and how many there were of each.
 */
odds: Array<[number, number]>, };

export type FairLine = { 
/**
 * Its number, from 1.
 */
n: number, 
/**
 * When it happened, ms since 1970.
 */
at: number, 
/**
 * `shown`, or what became of it: `ended`, `aborted`, `void`, `expired`, `removed`. `restored`
 * says that the server was set back to an earlier state.
 */
kind: string, 
/**
 * The commitment; empty for `restored`.
 */
commitment: string, 
/**
 * The hash that chains the line to the one before it.
 */
hash: string, };

export type FairList = { 
/**
 * The lines, the oldest first.
 */
lines: Array<FairLine>, 
/**
 * Ask for what follows with `?after=`.
 */
more?: number, };

export type Rows = { 
/**
 * The tables.
 */
tables: Array<TableRow>, 
/**
 * Ask for what follows with `?before=`.
 */
more?: number, };

export type Menu = { 
/**
 * The families.
 */
families: Array<FamilyChoice>, 
/**
 * The expansions of the country.
 */
expansions: Array<ExpansionChoice>, 
/**
 * The options.
 */
options: Array<OptionChoice>, 
/**
 * Who may play a computer's seat, in the order to show them.
 */
levels: Array<LevelChoice>, 
/**
 * Tile sets of The City.
 */
tile_sets: Array<string>, 
/**
 * Ready-made choices.
 */
presets: Array<Preset>, 
/**
 * The revision of the rules by which new games are played.
 */
revision: number, 
/**
 * The format in which logs are written: programs that share tables compare it.
 */
format: number, };

export type FamilyChoice = { 
/**
 * `country`, `city`.
 */
name: string, 
/**
 * English.
 */
title: string, 
/**
 * English.
 */
about: string, 
/**
 * How many may play.
 */
seats: SeatsFrom, };

export type LevelChoice = { 
/**
 * What a plan says for it.
 */
level: Level, 
/**
 * 1 for the weakest to 5 for the strongest; left out for programs of others.
 */
number?: number, 
/**
 * Its name, the same in every language.
 */
name: string, 
/**
 * Its character, in English.
 */
about: string, 
/**
 * How long it thinks about a move at most, ms.
 */
milliseconds: number, 
/**
 * How strong it is, on the scale of people's ratings; left out if it has none.
 */
rating?: number, };

export type ExpansionChoice = { 
/**
 * `inns`.
 */
name: string, 
/**
 * English.
 */
title: string, 
/**
 * English.
 */
about: string, 
/**
 * Whether it adds a sixth seat.
 */
sixth: boolean, };

export type OptionChoice = { 
/**
 * `OPT-SMALLCITY`.
 */
key: string, 
/**
 * Its family.
 */
family: string, 
/**
 * The expansion that must be in play.
 */
expansion?: string, 
/**
 * Its values, the default first.
 */
values: Array<string>, 
/**
 * What it changes, in English.
 */
about: string, };

export type RecordText = { 
/**
 * The text, as docs/record.md has it.
 */
record: string, 
/**
 * Stop after so many words.
 */
words?: number, 
/**
 * Then try these words; a replay has none.
 */
then: Array<string>, };

export type Replay = { 
/**
 * The seats' names.
 */
names: Array<string>, 
/**
 * What was chosen.
 */
config: TableConfig, 
/**
 * The table before the first step.
 */
start: View, 
/**
 * The steps; their clocks are those that the record tells, and empty if it tells none.
 */
steps: Array<Step>, 
/**
 * The record in its printed form.
 */
record: string, 
/**
 * Comments by the number of words before them.
 */
comments: Array<[number, string]>, };

export type Moment = { 
/**
 * The table.
 */
view: View, 
/**
 * What the last words did.
 */
log: Array<LogLine>, 
/**
 * What may follow.
 */
choices: Choices, 
/**
 * Why the tried words were refused.
 */
refused?: Problem, };

export type Evaluate = { 
/**
 * Where: a record or a one-line position, up to so many words, and words tried behind it.
 */
at: RecordText, 
/**
 * How many of the best moves to tell: 1 to 10; 3 if left out.
 */
best?: number, 
/**
 * How many simulations to run: 1 to 20,000; 3,000 if left out. The clock of a server may end
 * it before.
 */
nodes?: number, };

export type Evaluation = { 
/**
 * The seat that must decide; left out where chance draws, or nobody decides.
 */
seat?: number, 
/**
 * The points that each seat is expected to have at the end, if all play well.
 */
points: Array<number>, 
/**
 * The best moves of the seat, the best first.
 */
moves: Array<BestMove>, 
/**
 * How many simulations this rests on.
 */
nodes: number, 
/**
 * Whether everything that can follow was tried: the points are exact.
 */
exact?: boolean, };

export type BestMove = { 
/**
 * All words of the decision: a tile, a figure or none, perhaps more.
 */
words: Array<string>, 
/**
 * The points that each seat is expected to have at the end, if this is played.
 */
points: Array<number>, 
/**
 * How far ahead the seat is then: its points less the mean of the others'.
 */
margin: number, 
/**
 * How often it was tried.
 */
visits: number, 
/**
 * What is likely to follow, word by word, draws included.
 */
line?: Array<string>, };

export type Tries = { 
/**
 * The lists, each tried for itself.
 */
tries: Array<Array<string>>, };

export type TriesText = { 
/**
 * The record.
 */
record: string, 
/**
 * How many of its words are played first; all if this is left out.
 */
words?: number, 
/**
 * The lists, each tried for itself.
 */
tries: Array<Array<string>>, };

export type Tried = { 
/**
 * Why they may not be said; absent if they may.
 */
refused?: Problem, 
/**
 * The words in their printed form, if they may be said.
 */
words: Array<string>, };

export type Survey = { 
/**
 * Every feature, in the order of numbers.
 */
features: Array<Feature>, 
/**
 * The empty cells beside tiles.
 */
cells: Array<OpenCell>, 
/**
 * The City's wall.
 */
ring?: RingSurvey, 
/**
 * Everything that would be scored if the game ended now; only where the aids show forecasts.
 */
end?: Array<Event>, 
/**
 * The points of each seat then; for The City, if the ring closed now.
 */
forecast?: Array<number>, };

export type AnalysisState = { "state": "none" } | { "state": "waiting", 
/**
 * How many are before it.
 */
before: number, } | { "state": "running", 
/**
 * How many words of the game were looked at.
 */
done: number, 
/**
 * How many there are.
 */
of: number, } | { "state": "done", 
/**
 * What was found.
 */
analysis: Analysis, };

export type Analysis = { 
/**
 * Of the form of these data, [`ANALYSIS_VERSION`].
 */
version: number, 
/**
 * Simulations for a decision; with as many the same game gives the same analysis. 0 if it was
 * limited by time.
 */
nodes: number, 
/**
 * Whether all words of the game were looked at.
 */
complete: boolean, 
/**
 * The points that each seat was expected to have at the end: before each word, and at last
 * after all of them.
 */
expected: Array<Array<number>>, 
/**
 * How likely each seat wins at these moments, in thousandths.
 */
chances: Array<Array<number>>, 
/**
 * The draws, in their order.
 */
draws: Array<AnalysedDraw>, 
/**
 * The moves, in their order.
 */
moves: Array<AnalysedMove>, 
/**
 * What the seats did well, and what the draws brought them.
 */
seats: Array<AnalysedSeat>, 
/**
 * Where the game turned most, at most three, in the order of the game.
 */
turning: Array<TurningPoint>, };

export type AnalysedDraw = { 
/**
 * The number of its word.
 */
word: number, 
/**
 * The number of the turn.
 */
turn: number, 
/**
 * The tile.
 */
tile: string, 
/**
 * How likely it was, in thousandths.
 */
likely: number, 
/**
 * What it brought to the margin of each seat; together they are nothing.
 */
luck: Array<number>, };

export type AnalysedMove = { 
/**
 * The number of its first word.
 */
word: number, 
/**
 * The number of the turn.
 */
turn: number, 
/**
 * Whose it is.
 */
seat: number, 
/**
 * What was played.
 */
words: Array<string>, 
/**
 * How good it was.
 */
mark: Mark, 
/**
 * What it cost, in points of the seat's margin.
 */
lost: number, 
/**
 * What the strong player would have played instead; left out if the move was as good.
 */
better?: Array<string>, 
/**
 * The best choices at the decision that mattered, at most three, the best first.
 */
best?: Array<AnalysedLine>, };

export type AnalysedLine = { 
/**
 * The whole move, with the words that were played before the decision.
 */
words: Array<string>, 
/**
 * The expected points of each seat.
 */
points: Array<number>, 
/**
 * The expected margin of the seat: its points less the mean of the others'.
 */
margin: number, };

export type AnalysedSeat = { 
/**
 * How many moves there were in which something was to be decided.
 */
moves: number, 
/**
 * How many of them were the best, or as good.
 */
best: number, 
/**
 * From 0 to 100: the mean over the moves, four lost points halve it.
 */
accuracy: number, 
/**
 * The points of its margin that it lost by its moves.
 */
lost: number, 
/**
 * What the others lost on average, less what it lost itself.
 */
skill: number, 
/**
 * What all draws together brought to its margin.
 */
luck: number, 
/**
 * Its margin when the game began, as it was expected.
 */
before: number, 
/**
 * Its margin at the end. What neither skill nor luck explains is what the strong player
 * judged wrong on the way.
 */
after: number, };

export type Mark = "forced" | "best" | "good" | "slip" | "mistake" | "blunder";

export type TurningPoint = { 
/**
 * The number of the word: the draw, or the first of the move.
 */
word: number, 
/**
 * The number of the turn.
 */
turn: number, 
/**
 * Whose chances changed most.
 */
seat: number, 
/**
 * By how much, in thousandths: from -1000 to 1000.
 */
swing: number, 
/**
 * Whether a draw did it, not a move.
 */
draw: boolean, };

export type Feature = { 
/**
 * Its number: it stays while the feature does not grow into an older one.
 */
id: number, 
/**
 * What it is: `road`, `city`, `field`, `monastery`, `shrine`, `garden`; `street`, `market`,
 * `homes`.
 */
kind: string, 
/**
 * Its segments, the oldest first.
 */
segments: Array<Spot>, 
/**
 * How many tiles it lies on; for a monastery, shrine or garden its own and those around it.
 */
tiles: number, 
/**
 * Whether nothing is missing; never for what lasts to the end.
 */
complete: boolean, 
/**
 * Whether its kind is never completed, like fields and homes.
 */
lasting?: boolean, 
/**
 * The empty cells that keep it open; for a monastery, shrine or garden those around it.
 */
missing: Array<[number, number]>, 
/**
 * How many of its edges are open; 0 for a monastery, shrine or garden.
 */
open?: number, 
/**
 * The strength of each seat in it.
 */
strength: Array<number>, 
/**
 * Who has the majority.
 */
owners: Array<number>, 
/**
 * For a field the completed cities at it, for homes the markets: their numbers.
 */
touches?: Array<number>, 
/**
 * What is drawn in it, name and number: `coats of arms`, `inns`, `cathedrals`,
 * `Carcassonne`, goods.
 */
signs?: Array<[string, number]>, 
/**
 * What it is worth.
 */
worth?: Worth, 
/**
 * How likely it goes on; only if it can, and where the aids show it.
 */
chances?: Chances, };

export type Worth = { 
/**
 * What each owner gets if the game ends now; also told while nobody owns it.
 */
now: number, 
/**
 * What each owner gets if it is completed as it is; absent for fields and homes.
 */
complete?: number, 
/**
 * What each seat would really get for it if the game ended now.
 */
points: Array<number>, 
/**
 * What `now` is made of: for a field beside Carcassonne that city has a line of its own.
 */
parts?: Array<ScoreItem>, };

export type Chances = { 
/**
 * That the next tile drawn can be laid so that the feature grows.
 */
extend: number, 
/**
 * That the next tile drawn can complete it.
 */
complete: number, 
/**
 * That a seat which wants it completed draws what is needed before the stack is empty: an
 * estimate.
 */
ever: number, };

export type OpenCell = { 
/**
 * Column, growing east.
 */
x: number, 
/**
 * Row, growing south.
 */
y: number, 
/**
 * No tile that is left, the one in hand included, has the edges for it.
 */
dead: boolean, 
/**
 * The City: walls keep every tile off it.
 */
cut_off: boolean, 
/**
 * The tiles left that may be laid there as the game stands: id and number. The tile in hand
 * is not among them.
 */
fits: Array<[string, number]>, };

export type WallEnd = { 
/**
 * The word that builds there: `wall:left`, `wall:right`.
 */
word: string, 
/**
 * The edge where the wall would stand.
 */
at: Spot, 
/**
 * The streets and markets that it would complete: their numbers.
 */
completes: Array<number>, 
/**
 * What each seat would get for them at once.
 */
points?: Array<number>, 
/**
 * Cells where no tile could be laid any more.
 */
blocks: Array<[number, number]>, 
/**
 * The tiles that a guard there would look along.
 */
row: Array<[number, number]>, 
/**
 * Public buildings in that row.
 */
public: number, 
/**
 * Historic buildings in that row.
 */
historic: number, 
/**
 * What a guard there would earn as the row is now.
 */
guard_worth?: number, 
/**
 * Whether a guard may stand there: none faces it.
 */
guard_allowed: boolean, };

export type RingSurvey = { 
/**
 * What a wall at each end would do; empty before the gate stands and once the ring is closed.
 */
ends: Array<WallEnd>, 
/**
 * Where a tower could stand as the wall is now, whoever may set one.
 */
towers: Array<TowerPlace>, 
/**
 * The guards in the order of the wall, from its left end.
 */
guards: Array<Watch>, 
/**
 * The edges of the outline without gate or wall, clockwise from the right end.
 */
open: Array<Spot>, 
/**
 * How many these are; at five or less the game ends.
 */
gap: number, 
/**
 * Walls in the common supply.
 */
walls_left: number, };

export type TowerPlace = { 
/**
 * The word that sets it there: `tower:left`, `tower:right`.
 */
word: string, 
/**
 * The edge of the outermost wall.
 */
at: Spot, 
/**
 * What it would give at once.
 */
worth?: number, };

export type Watch = { 
/**
 * Whose he is.
 */
seat: number, 
/**
 * The edge where he stands.
 */
at: Spot, 
/**
 * The tiles of his row, from the wall inwards.
 */
row: Array<[number, number]>, 
/**
 * Public buildings in it.
 */
public: number, 
/**
 * Historic buildings in it.
 */
historic: number, 
/**
 * What he would earn if the game ended now.
 */
worth?: number, };

export type RulesBook = { 
/**
 * The base game first, what concerns several modules last.
 */
pages: Array<RulesPage>, };

export type RulesPage = { 
/**
 * `base`, `inns`, `city`; `together` and `options`.
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Its sections.
 */
sections: Array<RulesSection>, };

export type RulesSection = { 
/**
 * Its title.
 */
title: string, 
/**
 * The rules that it explains: `BASE-22`. Each has one section in the whole book.
 */
ids: Array<string>, 
/**
 * Its contents.
 */
blocks: Array<RulesBlock>, };

export type RulesBlock = { "t": "paragraph", 
/**
 * The text.
 */
text: string, } | { "t": "list", 
/**
 * Its items.
 */
items: Array<string>, } | { "t": "pictures", 
/**
 * Which.
 */
pictures: Array<RulesPicture>, } | { "t": "example", 
/**
 * What it shows.
 */
caption: string, 
/**
 * The record.
 */
record: string, };

export type RulesPicture = { 
/**
 * What it shows.
 */
caption: string, 
/**
 * `tile:base/E/1` (id and quarter turns), `figure:abbot/2` (seats from 1), `token:grain`.
 */
target: string, };

export type Texts = { 
/**
 * English.
 */
en: string, 
/**
 * French.
 */
fr: string, };

export type LessonRow = { 
/**
 * Its name in addresses: `base-2`.
 */
name: string, 
/**
 * Lessons are listed by this number.
 */
order: number, 
/**
 * Its title.
 */
title: Texts, 
/**
 * What is learnt, in a sentence.
 */
about: Texts, 
/**
 * How long it takes, rounded up.
 */
minutes: number, 
/**
 * How often the learner has something to do.
 */
steps: number, 
/**
 * `country` or `city`.
 */
family: string, 
/**
 * Names of the expansions in play.
 */
expansions: Array<string>, };

export type Lesson = { 
/**
 * What the list tells.
 */
row: LessonRow, 
/**
 * The seats' names; the first is the learner, whom a client calls by a word of its own.
 */
names: Array<string>, 
/**
 * The record in its printed form, without directives.
 */
record: string, 
/**
 * All its words, in steps.
 */
steps: Array<LessonStep>, 
/**
 * Said at the end.
 */
closing: Texts, };

export type LessonStep = { 
/**
 * How many words of the record come before it.
 */
before: number, 
/**
 * Its words.
 */
words: Array<string>, 
/**
 * Whether the learner says them; otherwise the opponent or chance does.
 */
yours: boolean, 
/**
 * Words that mean exactly the same as the first: a tile that looks alike when it is turned.
 */
same: Array<string>, 
/**
 * Words that serve as well as one of its words: wherever that word is due, any of these may be
 * said. The lesson puts its own word in its place and goes on.
 */
accept: Array<string>, 
/**
 * The goal, shown before.
 */
say?: Texts, 
/**
 * Help for whoever asks, or errs.
 */
hint?: Texts, 
/**
 * Shown after the words: what they did, and why it scored.
 */
why?: Texts, 
/**
 * Shown after a word of `accept`, before the lesson goes on with its own.
 */
otherwise?: Texts, 
/**
 * What to highlight: `x,y`, `x,y:PLACE`, `hand`, `scores`, `tiles`.
 */
point: Array<string>, };

export type NoticeKind = "turn" | "deadline" | "over" | "challenge" | "paired" | "contest" | "moderation";

export type Channel = "bell" | "push" | "mail";

export type MyTurn = { 
/**
 * Its table.
 */
table: TableRow, 
/**
 * When the move is due, ms since 1970; never, if it is left out.
 */
due?: number, };

export type MyTurns = { 
/**
 * The games.
 */
turns: Array<MyTurn>, 
/**
 * How many notices I have not seen.
 */
unseen: number, };

export type MyNotice = { 
/**
 * Its number.
 */
id: number, 
/**
 * What it is about.
 */
kind: NoticeKind, 
/**
 * When, ms since 1970.
 */
at: number, 
/**
 * Whether I have seen it.
 */
seen: boolean, 
/**
 * The table that it is about.
 */
table?: TableRow, 
/**
 * More about it, by kind: the name of whoever challenges me.
 */
about?: string, };

export type MyNotices = { 
/**
 * The lines.
 */
notices: Array<MyNotice>, 
/**
 * How many I have not seen, of all.
 */
unseen: number, };

export type SeenNotices = { 
/**
 * Everything up to this number.
 */
up_to: number, };

export type Want = { 
/**
 * Of what.
 */
kind: NoticeKind, 
/**
 * On which; none: not at all.
 */
channels: Array<Channel>, };

export type SetWants = { 
/**
 * What changes; the others stay.
 */
wants: Array<Want>, };

export type Reach = { 
/**
 * On which channels I hear of what: every kind.
 */
wants: Array<Want>, 
/**
 * The key with which browsers subscribe; none if this server sends no messages.
 */
push_key?: string, 
/**
 * How many browsers show me messages.
 */
browsers: number, 
/**
 * Whether this server sends mail.
 */
mail: boolean, 
/**
 * Where to.
 */
address?: MyAddress, };

export type MyAddress = { 
/**
 * Where.
 */
address: string, 
/**
 * Whether I have said so by the link in a mail.
 */
confirmed: boolean, 
/**
 * The minute of the day (UTC) of the daily digest, if I want one.
 */
digest?: number, };

export type SetAddress = { 
/**
 * Where.
 */
address: string, 
/**
 * The minute of the day (UTC) of the daily digest: 0 to 1439; left out: none.
 */
digest?: number, 
/**
 * My password, if the address is another one: whoever reads the mail of an account can take
 * it over.
 */
password?: string, };

export type PushBrowser = { 
/**
 * Where messages go.
 */
endpoint: string, 
/**
 * Its public key.
 */
p256dh: string, 
/**
 * Its secret.
 */
auth: string, 
/**
 * In which language it wants them: `en`, `fr`.
 */
language: string, };

export type PushEnd = { 
/**
 * Where messages went.
 */
endpoint: string, };

export type MyLeave = { 
/**
 * Days that are left.
 */
days: number, 
/**
 * The most that there can be; 0: this server knows no leave.
 */
most: number, 
/**
 * When there will be one more, ms since 1970; left out if there are the most.
 */
next?: number, 
/**
 * Whether a day is used by itself when a move would be due.
 */
automatic: boolean, 
/**
 * From when I am away, ms since 1970.
 */
from?: number, 
/**
 * Until when.
 */
to?: number, };

export type SetLeave = { 
/**
 * Whether a day is used by itself when a move would be due.
 */
automatic: boolean, 
/**
 * From when I am away, ms since 1970: with `to`, or left out.
 */
from?: number, 
/**
 * Until when.
 */
to?: number, };

export type MyCalendar = { 
/**
 * The path, with its key.
 */
path: string, };

export type AskReset = { 
/**
 * The address of my account.
 */
address: string, };

export type DoReset = { 
/**
 * 8 to 200 characters.
 */
password: string, };

export type Invitation = { 
/**
 * The path, with its key; it is good for one account.
 */
path: string, 
/**
 * Until when, ms since 1970.
 */
expires: number, };

export type PushMessage = { 
/**
 * What it is about.
 */
kind: NoticeKind, 
/**
 * The first line, in the person's language.
 */
title: string, 
/**
 * The second line.
 */
body: string, 
/**
 * Where a click leads: a path.
 */
path: string, 
/**
 * A message with the same tag takes its place.
 */
tag: string, };

export type Profile = { 
/**
 * The person's public id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * When the person came first, ms since 1970.
 */
since: number, 
/**
 * The ladders on which it has played, with its rating on each.
 */
ratings: Array<LadderRating>, 
/**
 * Finished games that are shown.
 */
games: number, 
/**
 * How many of a hundred games among people it played to their end; left out before the
 * fifth.
 */
finishes?: number, 
/**
 * How many people follow it.
 */
followers: number, 
/**
 * Whose program it is.
 */
owner?: string, 
/**
 * Whether it shows its games to nobody else.
 */
hidden?: boolean, };

export type LadderRating = { 
/**
 * Which ladder.
 */
ladder: Ladder, 
/**
 * The rating as of now: less certain after a while without games.
 */
rating: ShownRating, 
/**
 * Rated games.
 */
games: number, 
/**
 * Games won.
 */
won: number, 
/**
 * The best rating, once it was certain enough.
 */
peak?: number, 
/**
 * When the last game ended, ms since 1970.
 */
last: number, };

export type PlayedGame = { 
/**
 * Its table.
 */
table: string, 
/**
 * When it ended, ms since 1970.
 */
at: number, 
/**
 * Its ladder, if it is of a kind that has one.
 */
ladder?: Ladder, 
/**
 * Whether it counted for ratings.
 */
rated: boolean, 
/**
 * Whether a moderator took it out of the ratings.
 */
void?: boolean, 
/**
 * How it ended.
 */
reason: EndReason, 
/**
 * `country`, `city`.
 */
family: string, 
/**
 * Its expansions.
 */
expansions: Array<string>, 
/**
 * How many turns were played.
 */
turns: number, 
/**
 * The first tiles that were drawn.
 */
tiles: Array<string>, 
/**
 * Who played it, in the order of play.
 */
seats: Array<PlayedSeat>, 
/**
 * The seat of the person whose list it is.
 */
own: number, };

export type PlayedSeat = { 
/**
 * The name of today; empty for guests who are not known any more and people who left.
 */
name: string, 
/**
 * Whether it has a page of its own.
 */
account: boolean, 
/**
 * Which computer played, if no person sat there.
 */
computer?: Level, 
/**
 * Its rank, from 1; 0 if the game was called off.
 */
rank: number, 
/**
 * Its points.
 */
points: number, 
/**
 * What the game did to its rating, if it was rated.
 */
rated?: RatedSeat, };

export type PlayedGames = { 
/**
 * The games.
 */
games: Array<PlayedGame>, 
/**
 * `before` of the next page, if there may be one.
 */
more?: number, };

export type RatingHistory = { 
/**
 * Which ladder.
 */
ladder: Ladder, 
/**
 * One point for each day with a game, the oldest first.
 */
days: Array<RatedDay>, 
/**
 * When games were taken out of the ratings and this one became another.
 */
corrected?: Array<CorrectedRating>, };

export type CorrectedRating = { 
/**
 * When, ms since 1970.
 */
at: number, 
/**
 * What it was.
 */
before: number, 
/**
 * What it was then.
 */
after: number, };

export type RatedDay = { 
/**
 * When its last game ended, ms since 1970.
 */
at: number, 
/**
 * The rating after it.
 */
rating: ShownRating, 
/**
 * How many games the day had.
 */
games: number, };

export type PersonStats = { 
/**
 * How many games were looked at: the latest ones that have a result.
 */
games: number, 
/**
 * Games won alone or with others, unless all were equal.
 */
won: number, 
/**
 * Games in which all were equal.
 */
tied: number, 
/**
 * Points in all of them.
 */
points: number, 
/**
 * How many were replayed for what follows.
 */
replayed: number, 
/**
 * Points in these.
 */
replayed_points: number, 
/**
 * Where the points came from, most points first.
 */
features: Array<FeatureStats>, };

export type FeatureStats = { 
/**
 * Its kind: `city`.
 */
feature: string, 
/**
 * Points from all of them.
 */
points: number, 
/**
 * How many brought points.
 */
count: number, 
/**
 * How many of these were complete.
 */
complete: number, 
/**
 * How many the seat had a share in and got nothing for.
 */
lost: number, };

export type Board = { 
/**
 * Which ladder.
 */
ladder: Ladder, 
/**
 * People, the best first.
 */
people: Array<BoardRow>, 
/**
 * The computer's levels, the best first.
 */
computers: Array<BoardLevel>, 
/**
 * Programs of people, the best first.
 */
programs?: Array<BoardRow>, 
/**
 * Who gained most in this quarter of the year, the best first.
 */
quarter?: Array<BoardGain>, };

export type BoardRow = { 
/**
 * The name.
 */
name: string, 
/**
 * The rating.
 */
rating: ShownRating, 
/**
 * Rated games.
 */
games: number, 
/**
 * Games won.
 */
won: number, };

export type BoardGain = { 
/**
 * The name.
 */
name: string, 
/**
 * The rating now.
 */
rating: ShownRating, 
/**
 * How many points more than at its beginning.
 */
gain: number, };

export type BoardLevel = { 
/**
 * Which.
 */
level: Level, 
/**
 * Its name.
 */
name: string, 
/**
 * Its rating, which never moves.
 */
rating: ShownRating, };

export type Role = "organiser" | "moderator" | "admin";

export type Tie = "follow" | "talk" | "block";

export type NewTie = { 
/**
 * In place of what I wanted before.
 */
tie: Tie, };

export type PersonName = { 
/**
 * The public id.
 */
id: string, 
/**
 * The name; empty if the person has left.
 */
name: string, };

export type Relations = { 
/**
 * By name.
 */
people: Array<RelationRow>, };

export type RelationRow = { 
/**
 * The public id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Whether it has an account.
 */
account: boolean, 
/**
 * What I want.
 */
tie: Tie, 
/**
 * Whether it wants to talk with me, too.
 */
open: boolean, 
/**
 * Whether it is here now: told where both follow each other, unless it does not want it.
 */
here?: boolean, 
/**
 * Whether it sits at a game that is played now; told like that, too.
 */
playing?: boolean, };

export type MyProfile = { 
/**
 * Decisions by days that have one answer only are played for me.
 */
forced: boolean, 
/**
 * Those who follow me are not told whether I am here.
 */
unseen: boolean, 
/**
 * Others see my name and my ratings, and no games.
 */
hidden: boolean, };

export type Relation = { 
/**
 * The public id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Whether it has an account, and so a page of its own.
 */
account: boolean, 
/**
 * What I want.
 */
tie?: Tie, 
/**
 * Whether it wants to talk with me.
 */
open: boolean, };

export type TableTalk = { 
/**
 * Whether I may say phrases.
 */
phrases: boolean, 
/**
 * Whether I may use words of my own.
 */
free: boolean, 
/**
 * How I stand with the others who sit there.
 */
with: Array<Relation>, };

export type NewChallenge = { 
/**
 * The name or the public id of the rival.
 */
rival: string, 
/**
 * What is to be played.
 */
config: TableConfig, };

export type ChallengeState = "open" | "accepted" | "declined" | "withdrawn" | "expired";

export type Challenge = { 
/**
 * Its id.
 */
id: string, 
/**
 * Who asks.
 */
from: PersonName, 
/**
 * Who is asked.
 */
to: PersonName, 
/**
 * For what.
 */
config: TableConfig, 
/**
 * When, ms since 1970.
 */
made: number, 
/**
 * Until when it can be accepted, ms since 1970.
 */
expires: number, 
/**
 * What became of it.
 */
state: ChallengeState, 
/**
 * The table where it is played.
 */
table?: string, };

export type Challenges = { 
/**
 * The open ones, and those of today that were answered.
 */
challenges: Array<Challenge>, };

export type ReportKind = "chat" | "name" | "cheating" | "leaving" | "other";

export type NewReport = { 
/**
 * About whom: the name of an account, or the public id.
 */
about: string, 
/**
 * What is wrong.
 */
kind: ReportKind, 
/**
 * In my own words: at most 300 characters.
 */
words: string, 
/**
 * At which table.
 */
table?: string, 
/**
 * The number of the line there.
 */
n?: number, };

export type Deed = "none" | "warn" | "mute" | "limit" | "void" | "rename" | "ban" | "unban" | "lift" | "role" | "answer" | "forget" | "announce" | "withdraw";

export type OwnDeed = { 
/**
 * Its number.
 */
id: number, 
/**
 * When, ms since 1970.
 */
at: number, 
/**
 * What.
 */
deed: Deed, 
/**
 * Why.
 */
reason: string, 
/**
 * Until when, ms since 1970.
 */
until?: number, 
/**
 * What I said against it.
 */
appeal?: Appeal, };

export type Appeal = { 
/**
 * Why it was wrong.
 */
words: string, 
/**
 * When, ms since 1970.
 */
made: number, 
/**
 * What a moderator answered.
 */
answer?: string, };

export type Moderation = { 
/**
 * The deeds.
 */
deeds: Array<OwnDeed>, };

export type NewAppeal = { 
/**
 * At most 1000 characters.
 */
words: string, };

export type BannedAppeal = { 
/**
 * The name of the account.
 */
name: string, 
/**
 * Its password.
 */
password: string, 
/**
 * At most 1000 characters.
 */
words: string, };

export type Proof = { 
/**
 * The password.
 */
password: string, };

export type AdminState = { 
/**
 * My role.
 */
role: Role, 
/**
 * Until when my password counts as just given, ms since 1970; nothing if it must be given.
 */
proved?: number, 
/**
 * Reports that wait.
 */
reports: number, 
/**
 * Appeals that wait.
 */
appeals: number, 
/**
 * What is to be told to people and was not yet.
 */
outbox: OutboxHealth, };

export type OutboxHealth = { 
/**
 * What is due, and what was tried in vain and is tried again later.
 */
due: number, 
/**
 * What of it was tried in vain.
 */
tried: number, 
/**
 * Since when the oldest is due, ms since 1970.
 */
oldest?: number, };

export type Announcement = { 
/**
 * Its number: later ones have higher ones.
 */
id: number, 
/**
 * In English.
 */
en: string, 
/**
 * In French.
 */
fr: string, 
/**
 * Since when, ms since 1970.
 */
made: number, 
/**
 * Until when.
 */
until: number, };

export type Announcements = { 
/**
 * All of it.
 */
announcements: Array<Announcement>, };

export type NewAnnouncement = { 
/**
 * In English, 3 to 500 characters.
 */
en: string, 
/**
 * In French, the same.
 */
fr: string, 
/**
 * For how many hours, 1 to 720.
 */
hours: number, };

export type AdminReports = { 
/**
 * The reports.
 */
reports: Array<AdminReport>, };

export type AdminReport = { 
/**
 * Its number.
 */
id: number, 
/**
 * Who reports.
 */
by: PersonName, 
/**
 * About whom.
 */
about: PersonName, 
/**
 * What is wrong.
 */
kind: ReportKind, 
/**
 * In the reporter's words.
 */
words: string, 
/**
 * At which table.
 */
table?: string, 
/**
 * The number of the line there.
 */
n?: number, 
/**
 * What was said in that line and around it.
 */
lines: Array<AdminLine>, 
/**
 * How pressing it is.
 */
score: number, 
/**
 * When, ms since 1970.
 */
made: number, };

export type AdminLine = { 
/**
 * Its number in the log.
 */
n: number, 
/**
 * Who.
 */
name: string, 
/**
 * What.
 */
text: string, };

export type AdminPeople = { 
/**
 * The people.
 */
people: Array<AdminPerson>, };

export type AdminPerson = { 
/**
 * The public id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Whether it has an account.
 */
account: boolean, 
/**
 * Since when, ms since 1970.
 */
made: number, 
/**
 * Whether it is shut out.
 */
banned: boolean, 
/**
 * Its role.
 */
role?: Role, 
/**
 * Whose program it is.
 */
owner?: PersonName, 
/**
 * Who came from the same place in the last thirty days.
 */
shares: Array<PersonName>, 
/**
 * What moderators did about it, the newest first.
 */
deeds: Array<DeedRow>, };

export type DeedLog = { 
/**
 * The lines.
 */
deeds: Array<DeedRow>, 
/**
 * Ask for what follows with `?before=`.
 */
more?: number, };

export type DeedRow = { 
/**
 * Its number.
 */
id: number, 
/**
 * When, ms since 1970.
 */
at: number, 
/**
 * Who; nobody: whoever runs the server, at its command line.
 */
by?: PersonName, 
/**
 * What.
 */
deed: Deed, 
/**
 * About whom.
 */
person: PersonName, 
/**
 * Why, as the person reads it.
 */
reason: string, 
/**
 * What exactly, as `key=value` words.
 */
detail: string, 
/**
 * Until when, ms since 1970.
 */
until?: number, 
/**
 * What the person said against it.
 */
appeal?: Appeal, };

export type NewDeed = { 
/**
 * The public id of the person.
 */
person: string, 
/**
 * What.
 */
deed: Deed, 
/**
 * Why: the person reads it. 3 to 500 characters; needed for whatever the person is told.
 */
reason: string, 
/**
 * For how many hours: mutes and limits.
 */
hours?: number, 
/**
 * The new name.
 */
name?: string, 
/**
 * The game that does not count.
 */
table?: string, 
/**
 * The role; none is taken away.
 */
role?: Role, 
/**
 * The deed that ends now, or whose appeal is answered.
 */
of?: number, 
/**
 * The report that is answered by it.
 */
report?: number, };

export type AdminSettings = { 
/**
 * Key and value.
 */
settings: Array<[string, string]>, };

export type NewBot = { 
/**
 * 1 to 20 visible characters; ` BOT` is put behind it.
 */
name: string, };

export type Bot = { 
/**
 * The public id.
 */
id: string, 
/**
 * The name, with ` BOT` at its end.
 */
name: string, 
/**
 * Since when, ms since 1970.
 */
made: number, };

export type Bots = { 
/**
 * The oldest first.
 */
bots: Array<Bot>, };

export type MadeBot = { 
/**
 * The account.
 */
bot: Bot, 
/**
 * Send it as `Authorization: Bearer TOKEN`.
 */
token: string, };

export type BotOffer = { 
/**
 * Families: `country`, `city`.
 */
families: Array<string>, 
/**
 * Names of expansions that it plays with.
 */
expansions: Array<string>, 
/**
 * Names of pools where it waits for those who want programs, too.
 */
pools: Array<string>, 
/**
 * Whether it plays by the clock.
 */
live: boolean, 
/**
 * Whether it plays by days.
 */
days: boolean, 
/**
 * How many games at once: 1 to 8.
 */
games: number, 
/**
 * Whether its games may count.
 */
rated: boolean, };

export type BotOffers = { 
/**
 * By name.
 */
bots: Array<BotOfferRow>, };

export type BotOfferRow = { 
/**
 * The public id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Whose it is.
 */
owner: PersonName, 
/**
 * What it plays.
 */
offer: BotOffer, 
/**
 * How many games it plays now.
 */
playing: number, };

/** The questions of the engine by their names. */
export const ENGINE_CALLS = {
  hello: 0,
  menu: 1,
  art: 2,
  moment: 3,
  replay: 4,
  survey: 5,
  why: 6,
  position: 7,
  draws: 8,
  verify: 9,
  shadow: 10,
  follow: 11,
  table_draft: 12,
  table_survey: 13,
  table_why: 14,
  table_choices: 15,
  table_replay: 16,
  table_position: 17,
  close: 18,
  make: 19,
  open: 20,
  begin: 21,
  say: 22,
  computer: 23,
  tick: 24,
  kept: 25,
  dropped: 26,
  look: 27,
  record: 28,
  think: 29,
  think_on: 30,
  settle: 31,
  forget: 32,
  judge: 33,
  judge_on: 34,
  analyse: 35,
  analyse_on: 36,
  drop: 37,
  measure: 38,
} as const;

export type LogEntry = { n: number, at: number, entry: { t: string }, };

export type LogWho = { id: string, name: string, account: boolean, };

export type EngineHello = { 
/**
 * The version of the program that it was built with.
 */
version: string, 
/**
 * The format in which it writes logs, and the newest that it reads.
 */
format: number, 
/**
 * The revision of the rules.
 */
revision: number, 
/**
 * The version of the fair draws.
 */
draws: number, 
/**
 * The name of its drawings: another one if anything of them may differ.
 */
art: string, };

export type ArtPath = { 
/**
 * As `/art/tile/base/D/0/1/-2.svg?night=1`.
 */
path: string, };

export type Drawing = { 
/**
 * The media type of the text.
 */
kind: string, 
/**
 * SVG or JSON.
 */
text: string, };

export type RecordOnly = { 
/**
 * Its text.
 */
record: string, };

export type Position = { 
/**
 * In one line (docs/position.md).
 */
position: string, };

export type Verify = { 
/**
 * Its text.
 */
record: string, 
/**
 * The commitment that was seen before the game, if it was kept.
 */
commitment?: string, 
/**
 * How many words stood on the table when it began: not 0 only if it began from a record.
 */
before?: number, };

export type Verified = { 
/**
 * How many were checked.
 */
draws: number, 
/**
 * Whether the order of the seats was drawn, and checked.
 */
order: boolean, };

export type ShadowOf = { 
/**
 * A snapshot of it.
 */
past: Past, 
/**
 * Its record so far, needed if it began from one.
 */
record?: string, };

export type Follow = { 
/**
 * The table's id.
 */
table: string, 
/**
 * What the server told.
 */
step: Step, };

export type Shadow = { 
/**
 * The number of the message that it followed last.
 */
n: number, 
/**
 * Where it differs from what the server says: then it is gone.
 */
difference?: string, };

export type ShadowReport = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The message that differed.
 */
n: number, 
/**
 * Where.
 */
difference: string, };

export type TableName = { 
/**
 * The id.
 */
table: string, };

export type TableDraft = { 
/**
 * The table's id.
 */
table: string, 
/**
 * For which seat.
 */
seat: number, 
/**
 * The number of the last message that was seen.
 */
after: number, 
/**
 * Everything that the seat wants to say.
 */
words: Array<string>, };

export type TableThen = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The words.
 */
then: Array<string>, };

export type TableTries = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The lists.
 */
tries: Array<Array<string>>, };

export type LocalMake = { 
/**
 * Its id.
 */
table: string, 
/**
 * The key of its link.
 */
key: string, 
/**
 * The secret of its draws: 64 hexadecimal digits of chance.
 */
secret: string, 
/**
 * What is chosen.
 */
config: TableConfig, 
/**
 * Who makes it.
 */
who: LogWho, 
/**
 * The time, ms since 1970.
 */
now: number, };

export type LocalOpen = { 
/**
 * Its id.
 */
table: string, 
/**
 * The key of its link.
 */
key: string, 
/**
 * The secret of its draws.
 */
secret: string, 
/**
 * All its entries.
 */
log: LogEntry[], 
/**
 * Who looks at it.
 */
who: LogWho, 
/**
 * The time, ms since 1970.
 */
now: number, 
/**
 * When the page was last alive, ms since 1970.
 */
seen: number, };

export type LocalBegin = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The time, ms since 1970.
 */
now: number, 
/**
 * Shares of the seats in the draws.
 */
values: { [key in number]: string }, };

export type LocalSay = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The time, ms since 1970.
 */
now: number, 
/**
 * What.
 */
message: ClientMsg, };

export type LocalThought = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The time, ms since 1970.
 */
now: number, 
/**
 * Whose.
 */
seat: number, 
/**
 * The number of the newest message when it was asked for.
 */
after: number, 
/**
 * Its words.
 */
words: Array<string>, };

export type LocalNow = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The time, ms since 1970.
 */
now: number, };

export type Decided = { 
/**
 * Entries to keep: all of them or none.
 */
entries: LogEntry[], 
/**
 * The answer to the sender alone.
 */
answer?: ServerMsg, };

export type LocalTold = { 
/**
 * In the order in which a socket would bring it.
 */
messages: Array<ServerMsg>, 
/**
 * How the table is now.
 */
state: LocalState, };

export type LocalState = { 
/**
 * The number of the newest entry.
 */
n: number, 
/**
 * Whether the game is over.
 */
over: boolean, 
/**
 * What the secret was committed to.
 */
commitment: string, 
/**
 * The computer's seat that must decide now.
 */
computer?: ComputerSeat, 
/**
 * When something is due, ms since 1970.
 */
wake?: number, 
/**
 * The table's line in a list.
 */
row: TableRow, };

export type ComputerSeat = { 
/**
 * Which.
 */
seat: number, 
/**
 * Who plays it.
 */
level: Level, };

export type Think = { 
/**
 * A name for who thinks.
 */
mind: string, 
/**
 * Where: one line in which a seat must decide.
 */
position: string, 
/**
 * Who thinks.
 */
level: Level, 
/**
 * Decides what is left to chance.
 */
seed: number, 
/**
 * What was played since this mind decided last, its own words left out.
 */
since?: Array<string>, 
/**
 * Among how many minds the simulations are divided.
 */
share?: number, };

export type ThinkOn = { 
/**
 * Who.
 */
mind: string, 
/**
 * How many simulations at most.
 */
simulations: number, };

export type Settle = { 
/**
 * Who.
 */
mind: string, 
/**
 * The word that is played.
 */
word: string, };

export type MindName = { 
/**
 * The name.
 */
mind: string, };

export type Thought = { 
/**
 * Whether the words are the whole decision.
 */
done: boolean, 
/**
 * What is decided so far.
 */
words: Array<string>, 
/**
 * How many simulations were run for the word at hand.
 */
visits: number, 
/**
 * Out of how many.
 */
nodes: number, 
/**
 * What this mind found out about the word at hand, if several decide together.
 */
ballot?: Array<Vote>, };

export type Vote = { 
/**
 * The word.
 */
word: string, 
/**
 * How often it was tried.
 */
visits: number, 
/**
 * The points that each seat is expected to have at the end then.
 */
points: Array<number>, };

export type Judge = { 
/**
 * A name for it.
 */
job: string, 
/**
 * What.
 */
asked: Evaluate, };

export type JobOn = { 
/**
 * Of which job.
 */
job: string, 
/**
 * How many simulations at most.
 */
simulations: number, 
/**
 * Whether what is known so far is wanted.
 */
tell?: boolean, };

export type JobName = { 
/**
 * The name.
 */
job: string, };

export type Judged = { 
/**
 * Whether more slices would change nothing.
 */
done: boolean, 
/**
 * How many simulations were run.
 */
nodes: number, 
/**
 * Out of how many.
 */
of: number, 
/**
 * What is known so far.
 */
found?: Evaluation, };

export type Analyse = { 
/**
 * A name for it.
 */
job: string, 
/**
 * The game.
 */
record: string, 
/**
 * Simulations for a decision about a tile; 1,000 if left out.
 */
nodes?: number, };

export type Analysed = { 
/**
 * How many words were looked at.
 */
done: number, 
/**
 * Out of how many.
 */
of: number, 
/**
 * What was found, when all were.
 */
found?: Analysis, };

export type Measure = { 
/**
 * `random`: whole random games; `strong`: simulations of the strong player in the middle of
 * one.
 */
what: string, 
/**
 * The set-up, as it stands before the `|` of a position.
 */
setup: string, 
/**
 * How many.
 */
count: number, 
/**
 * Decides what is left to chance.
 */
seed: number, };

export type Measured = { 
/**
 * Adds up all points, or visits.
 */
sum: number, };

export type KeepGame = { 
/**
 * The secret of its draws, 64 hexadecimal digits.
 */
secret: string, 
/**
 * All its entries.
 */
log: LogEntry[], };

export type KeptGame = { 
/**
 * The id of its table.
 */
id: string, 
/**
 * Whether this person had kept it before.
 */
again: boolean, };
