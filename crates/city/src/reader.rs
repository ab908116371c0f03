//! Reads positions; [`crate::text`] has the format.
//!
//! Reading lays the tiles and raises the walls again, and then checks that the question the
//! position is at can really be asked; so whatever is read can be played on.

use alloc::format;
use alloc::vec::Vec;

use table::{Game, NodeId, TextError, TileKind};

use crate::edge::{LEFT, RIGHT, WallNumber};
use crate::field::Field;
use crate::names::HOMES;
use crate::position::{KEYS, STEPS};
use crate::rules::Rules;
use crate::state::{City, Phase, SEATS, TurnStep, WALLS_ALL};
use crate::words::{kind_of, read_cell, read_edge, read_rot, read_seat, read_segment};

/// More points than any game gives.
const SCORE_MAX: u16 = 9999;

fn fields(text: &str) -> Result<[Option<Field<'_>>; KEYS.len()], TextError> {
    let mut fields = [None; KEYS.len()];
    for part in (Field { at: 0, text }).parts(' ') {
        let (key, value) = part.halves('=', "a field key=value")?;
        let Some(number) = KEYS.iter().position(|k| *k == key.text) else {
            return Err(key.error(format!("one of the fields {}", KEYS.join(", "))));
        };
        if fields[number].replace(value).is_some() {
            return Err(key.error("each field once"));
        }
    }
    Ok(fields)
}

/// Reads a position.
pub(crate) fn read(rules: &Rules, text: &str) -> Result<City, TextError> {
    let fields = fields(text)?;
    let [tiles, followers, gate, walls, guards, towers, scores, discards, late, turn, step, phase] =
        fields;
    let end = Field { at: text.len(), text: "" };
    let mut city = City::set_up(rules);
    for field in tiles.iter().flat_map(|f| f.parts(';')) {
        read_tile(rules, &mut city, field)?;
    }
    for field in discards.iter().flat_map(|f| f.parts(';')) {
        read_discard(rules, &mut city, field)?;
    }
    read_walls(rules, &mut city, gate, walls)?;
    for field in followers.iter().flat_map(|f| f.parts(';')) {
        read_follower(rules, &mut city, field)?;
    }
    for field in guards.iter().flat_map(|f| f.parts(';')) {
        read_guard(rules, &mut city, field)?;
    }
    for field in towers.iter().flat_map(|f| f.parts(';')) {
        read_tower(rules, &mut city, field)?;
    }
    let scores = scores.ok_or_else(|| end.error("the field scores"))?;
    let points = by_seat(rules, scores, |f| f.number(SCORE_MAX))?;
    city.scores[..points.len()].copy_from_slice(&points);
    if let Some(late) = late {
        read_late(rules, &mut city, late)?;
    }
    let turn = turn.ok_or_else(|| end.error("the field turn"))?;
    city.seat = turn.read(|text| read_seat(rules, text))?;
    let step = step.ok_or_else(|| end.error("the field step"))?;
    read_step(rules, &mut city, step)?;
    read_phase(rules, &mut city, step, phase)?;
    if city.step == TurnStep::Claim && laid_any(&city) {
        city.just_laid = city.just_laid_anew(rules);
    }
    check(rules, &city).map_err(|reason| step.error(reason))?;
    if city.step == TurnStep::Over {
        city.close_ring(rules);
    }
    Ok(city)
}

fn take_tile(rules: &Rules, city: &mut City, id: Field) -> Result<TileKind, TextError> {
    let kind = kind_of(rules, id.text).ok_or_else(|| id.error("the id of a tile"))?;
    if city.bag.count(kind) == 0 {
        return Err(id.error("another tile: the set has no more of this kind"));
    }
    city.bag.take(kind);
    city.drawn += 1;
    Ok(kind)
}

fn read_tile(rules: &Rules, city: &mut City, field: Field) -> Result<(), TextError> {
    let (id, place) = field.halves('@', "a tile ID@x,yrR")?;
    let (cell_field, rot) = place.halves('r', "a place x,yrR")?;
    let cell = cell_field.read(read_cell)?;
    let rot = read_rot(rot.text).ok_or_else(|| rot.error("quarter turns from 0 to 3"))?;
    let kind = take_tile(rules, city, id)?;
    let edges = rules.tile(kind).edges.turned(rot);
    let fits = if city.board.laid().is_empty() {
        cell == table::Cell::ORIGIN
    } else {
        city.board.frontier().iter().any(|open| open.cell == cell && open.fits(edges))
    };
    if !fits {
        return Err(place.error("a place where the tile fits"));
    }
    city.add_tile(rules, kind, cell, rot);
    Ok(())
}

fn read_discard(rules: &Rules, city: &mut City, field: Field) -> Result<(), TextError> {
    let (id, count) = field.halves('*', "a discard ID*COUNT")?;
    let times = count.number(u8::MAX as u16)?;
    if times == 0 {
        return Err(count.error("at least 1"));
    }
    (0..times).try_for_each(|_| take_tile(rules, city, id).map(|_| ()))
}

fn read_walls(
    rules: &Rules,
    city: &mut City,
    gate: Option<Field>,
    walls: Option<Field>,
) -> Result<(), TextError> {
    let Some(gate) = gate else {
        return walls.map_or(Ok(()), |walls| Err(walls.error("a gate where there are walls")));
    };
    let edge = gate.read(read_edge)?;
    if !city.outline().any(|other| other == edge) {
        return Err(gate.error("a side of a tile that faces the outside"));
    }
    city.raise(rules, edge);
    let Some(walls) = walls else {
        return Err(gate.error("the field walls with the gate"));
    };
    let (left, right) = walls.halves('.', "walls left and right, as 2.3")?;
    let count = [left, right].map(|f| f.number(WALLS_ALL as u16));
    let [left_count, right_count] = count;
    let (left_count, right_count) = (left_count? as usize, right_count? as usize);
    if left_count + right_count > WALLS_ALL as usize {
        return Err(walls.error(format!("at most {WALLS_ALL} walls")));
    }
    // Left first: the wall that closes a ring counts as one on the right (CITY-76).
    for (side, count) in [(LEFT, left_count), (RIGHT, right_count)] {
        for _ in 0..count {
            let place = city.next_place(side).filter(|_| !city.ring_closed());
            let place = place.ok_or_else(|| walls.error("fewer walls: the ring is closed"))?;
            city.raise(rules, place);
        }
        if city.walls[side].len() != count {
            return Err(walls.error("the wall that closes the ring on the right"));
        }
    }
    Ok(())
}

fn spend(count: &mut u8, field: Field, what: &str) -> Result<(), TextError> {
    let left = count.checked_sub(1);
    *count = left.ok_or_else(|| field.error(format!("fewer {what} of this seat")))?;
    Ok(())
}

fn read_follower(rules: &Rules, city: &mut City, field: Field) -> Result<(), TextError> {
    let (seat_field, place) = field.halves('@', "a follower SEAT@x,y:SPOT")?;
    let seat = seat_field.read(|text| read_seat(rules, text))?;
    let (cell, spot) = place.halves(':', "a place x,y:SPOT")?;
    let at = cell.read(read_cell)?;
    let laid = city.board.laid().iter().find(|laid| laid.cell == at).copied();
    let laid = laid.ok_or_else(|| cell.error("a cell with a tile"))?;
    let segment = spot.read(|text| read_segment(rules, laid, text))?;
    let node = laid.first + segment as NodeId;
    if city.followers.last().is_some_and(|last| last.node >= node) {
        return Err(field.error("followers in the order of laying, one on a segment"));
    }
    spend(&mut city.supply[seat.index()], seat_field, "followers")?;
    city.stand(seat, node);
    Ok(())
}

fn read_wall_number(city: &City, field: Field) -> Result<WallNumber, TextError> {
    let error = || field.error("a wall, L1 … or R1 …");
    let side = field.text.chars().next().ok_or_else(error)?;
    let number: WallNumber = field.text.get(1..).and_then(|n| n.parse().ok()).ok_or_else(error)?;
    let number = match side {
        'L' if number > 0 => -number,
        'R' if number > 0 => number,
        _ => return Err(error()),
    };
    city.wall(number).map(|_| number).ok_or_else(error)
}

fn read_guard(rules: &Rules, city: &mut City, field: Field) -> Result<(), TextError> {
    let (seat_field, place) = field.halves('@', "a guard SEAT@WALL")?;
    let seat = seat_field.read(|text| read_seat(rules, text))?;
    let number = read_wall_number(city, place)?;
    spend(&mut city.supply[seat.index()], seat_field, "followers")?;
    match city.wall_mut(number) {
        Some(wall) if wall.guard().is_none() => wall.post(seat),
        _ => return Err(place.error("one guard on a wall")),
    }
    Ok(())
}

fn read_tower(rules: &Rules, city: &mut City, field: Field) -> Result<(), TextError> {
    let (seat_field, place) = field.halves('@', "a tower SEAT@WALL")?;
    let seat = seat_field.read(|text| read_seat(rules, text))?;
    let number = read_wall_number(city, place)?;
    spend(&mut city.towers[seat.index()], seat_field, "towers")?;
    match city.wall_mut(number) {
        Some(wall) if wall.tower().is_none() => wall.crown(seat),
        _ => return Err(place.error("one tower on a wall")),
    }
    Ok(())
}

fn by_seat<T>(
    rules: &Rules,
    field: Field,
    read: impl Fn(Field) -> Result<T, TextError>,
) -> Result<Vec<T>, TextError> {
    let values: Vec<T> = field.parts('.').map(read).collect::<Result<_, _>>()?;
    if values.len() == rules.seats as usize {
        Ok(values)
    } else {
        Err(field.error(format!("{} values separated by dots", rules.seats)))
    }
}

fn read_late(rules: &Rules, city: &mut City, field: Field) -> Result<(), TextError> {
    let late = by_seat(rules, field, |f| f.number(u8::MAX as u16))?;
    for (seat, count) in late.into_iter().enumerate() {
        for _ in 0..count {
            spend(&mut city.supply[seat], field, "followers")?;
        }
        city.late[seat] = count as u8;
    }
    Ok(())
}

fn read_step(rules: &Rules, city: &mut City, field: Field) -> Result<(), TextError> {
    let (name, hand) = match field.halves(':', "") {
        Ok((name, hand)) => (name, Some(hand)),
        Err(_) => (field, None),
    };
    let step = STEPS.iter().find(|(text, _)| *text == name.text);
    let (_, step) = step.ok_or_else(|| {
        field.error(format!("one of the steps {}", STEPS.map(|(text, _)| text).join(", ")))
    })?;
    city.step = *step;
    match (*step, hand) {
        (TurnStep::Lay, Some(hand)) => city.hand = take_tile(rules, city, hand)?,
        (TurnStep::Lay, None) => return Err(field.error("lay:ID")),
        (_, Some(_)) => return Err(field.error("a tile only after lay:")),
        _ => {}
    }
    Ok(())
}

fn read_phase(
    rules: &Rules,
    city: &mut City,
    step: Field,
    phase: Option<Field>,
) -> Result<(), TextError> {
    let in_phase = matches!(city.step, TurnStep::Build | TurnStep::Guard | TurnStep::LastGuard);
    let Some(field) = phase.filter(|_| in_phase) else {
        return match phase {
            Some(phase) => Err(phase.error("no phase at this step")),
            None if in_phase => Err(step.error("the field phase with this step")),
            None => Ok(()),
        };
    };
    let wall = |f: Field| {
        if f.text == "-" { Ok(0) } else { read_wall_number(city, f) }
    };
    let parts: Vec<Field> = field.parts('/').collect();
    let [left, builder, piece, last] = parts[..] else {
        return Err(field.error("LEFT/SEAT/WALL/WALLS"));
    };
    let mut phase = Phase {
        left: left.number(4 * SEATS as u16)? as u8,
        builder: builder.read(|text| read_seat(rules, text))?,
        piece: wall(piece)?,
        last: [0; SEATS],
    };
    let last = by_seat(rules, last, wall)?;
    phase.last[..last.len()].copy_from_slice(&last);
    city.phase = phase;
    Ok(())
}

/// Whether the game can be at this step: the question has an answer, and nothing was left undone
/// before it.
fn check(rules: &Rules, city: &City) -> Result<(), &'static str> {
    let between_turns =
        matches!(city.step, TurnStep::Draw | TurnStep::Redraw | TurnStep::Lay | TurnStep::Claim);
    if between_turns && (city.walls_left() == 0 || city.ring_closed()) {
        return Err("the step over: the wall is finished");
    }
    let late = city.late.iter().any(|n| *n > 0);
    let after_scoring = matches!(
        city.step,
        TurnStep::Build | TurnStep::Guard | TurnStep::LastGuard | TurnStep::Tower
    );
    if late && !(after_scoring && rules.reuse_next_turn) {
        return Err("no late followers at this step");
    }
    let complete = |node| {
        let feature = city.tally(node);
        feature.kind != HOMES && feature.open == 0
    };
    if matches!(city.step, TurnStep::Draw | TurnStep::Redraw | TurnStep::Lay | TurnStep::Tower)
        && city.followers.iter().any(|f| complete(f.node))
    {
        return Err("no follower on a complete street or market at this step");
    }
    let phase = &city.phase;
    let enough = city.walls_left() + city.gate.is_none() as u8 >= phase.left;
    let supply = city.supply[city.seat.index()];
    let last = phase.last[phase.builder.index()];
    let possible = match city.step {
        TurnStep::First => rules.random_first && *city == City::start(rules),
        TurnStep::Draw => city.bag.total() > 0,
        TurnStep::Redraw => city.bag.total() > 0 && (city.drawn as usize) > city.board.laid().len(),
        TurnStep::Lay => city.fits_somewhere(rules, city.hand),
        TurnStep::Claim => supply > 0 && city.just_laid.free != 0,
        TurnStep::Build => phase.left > 0 && enough && !city.ring_closed() && laid_any(city),
        TurnStep::Guard => enough && city.may_guard(phase.builder, phase.piece),
        TurnStep::LastGuard => phase.left == 0 && city.may_guard(phase.builder, last),
        TurnStep::Tower => city.may_tower(),
        TurnStep::Over => true,
    };
    if possible { Ok(()) } else { Err("a step that is possible in this position") }
}

fn laid_any(city: &City) -> bool {
    !city.board.laid().is_empty()
}
