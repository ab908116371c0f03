//! When my moves are due, for a calendar: iCalendar (RFC 5545) behind a key of its own.

use std::fmt::Write as _;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{MyCalendar, Problem, TableRow};
use serde::Deserialize;
use utoipa::IntoParams;

use super::TURNS_MAX;
use crate::http::language::Language;
use crate::http::session::Caller;
use crate::http::{ApiError, ApiResult};
use crate::notify::{LinkSecret, Purpose, texts};
use crate::serve::{App, now};

/// The longest line of a calendar, in bytes.
const LINE: usize = 73;

/// Makes the address of my calendar anew; the one of before is not good any more.
#[utoipa::path(
    post, path = "/api/me/calendar", tag = "inbox",
    responses((status = 200, body = MyCalendar), (status = 401, body = Problem))
)]
pub async fn make(State(app): State<App>, caller: Caller) -> ApiResult<Json<MyCalendar>> {
    let secret = LinkSecret::random();
    let kept = secret.kept(Purpose::Calendar, Some(&caller.person.id), "", now());
    app.store.post().keep_secret(kept, true).await?;
    Ok(Json(MyCalendar { path: format!("/api/me/turns.ics?key={}", secret.reveal()) }))
}

/// The key of a calendar.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Key {
    /// As its address has it.
    key: String,
}

/// Ends my calendar: its address is not good any more.
#[utoipa::path(
    delete, path = "/api/me/calendar", tag = "inbox",
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn end(State(app): State<App>, caller: Caller) -> ApiResult<StatusCode> {
    // A new one that nobody is told takes its place.
    let kept = LinkSecret::random().kept(Purpose::Calendar, Some(&caller.person.id), "", 0);
    app.store.post().keep_secret(kept, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// When the moves of whoever made the key are due.
#[utoipa::path(
    get, path = "/api/me/turns.ics", tag = "inbox", params(Key),
    responses((status = 200, content_type = "text/calendar", body = String),
        (status = 404, body = Problem))
)]
pub async fn show(State(app): State<App>, Query(Key { key }): Query<Key>) -> ApiResult<Response> {
    let found = match LinkSecret::read(&key) {
        Some(key) => app.store.post().secret(&key.hash(), Purpose::Calendar.name(), now()).await?,
        None => None,
    };
    let Some(person) = found.and_then(|secret| secret.person) else {
        return Err(ApiError::not_found("calendar"));
    };
    let mut events = String::new();
    for waiting in app.store.post().turns(&person, TURNS_MAX).await? {
        let Ok(row) = serde_json::from_str::<TableRow>(&waiting.row) else { continue };
        if let Some(due) = waiting.due {
            events += &event(&row, &person, due, &app.config.public_url);
        }
    }
    let text = format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Trencavel//turns//EN\r\n{events}\
         END:VCALENDAR\r\n"
    );
    let kind = [(header::CONTENT_TYPE, "text/calendar; charset=utf-8")];
    Ok((kind, [(header::CACHE_CONTROL, "no-store")], text).into_response())
}

fn event(row: &TableRow, person: &str, due: u64, base: &str) -> String {
    let rivals = texts::rivals(row, person, Language::English);
    let mut event = String::from("BEGIN:VEVENT\r\n");
    for line in [
        format!("UID:turn-{}-{}@trencavel", row.id, row.turn),
        format!("DTSTAMP:{}", stamp(row.changed)),
        format!("DTSTART:{}", stamp(due.saturating_sub(15 * 60_000))),
        format!("DTEND:{}", stamp(due)),
        format!("SUMMARY:Trencavel: {}", escaped(&rivals)),
        format!("URL:{base}/t/{}", row.id),
    ] {
        folded(&mut event, &line);
    }
    event + "END:VEVENT\r\n"
}

/// Text as calendars have it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if matches!(letter, '\\' | ';' | ',') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// A line, folded where it is too long.
fn folded(out: &mut String, line: &str) {
    let mut length = 0;
    for letter in line.chars() {
        if length + letter.len_utf8() > LINE {
            out.push_str("\r\n ");
            length = 1;
        }
        out.push(letter);
        length += letter.len_utf8();
    }
    out.push_str("\r\n");
}

/// A time in UTC: `20261117T123000Z`.
fn stamp(ms: u64) -> String {
    let seconds = ms / 1000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = write!(text, "{year:04}{month:02}{day:02}T");
    let _ = write!(text, "{:02}{:02}{:02}Z", rest / 3600, rest / 60 % 60, rest % 60);
    text
}

/// Year, month and day of a number of days since 1970.
pub(in crate::http) fn date(days: u64) -> (u64, u64, u64) {
    // Years that begin in March: the leap day is their last.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(stamp(0), "19700101T000000Z");
        assert_eq!(stamp(951_782_400_000), "20000229T000000Z");
        assert_eq!(stamp(1_794_918_645_000), "20261117T123045Z");
    }

    #[test]
    fn names_cannot_add_lines() {
        assert_eq!(escaped("a;b,c\\d\r\nEND:VEVENT"), "a\\;b\\,c\\\\dEND:VEVENT");
        let mut line = String::new();
        folded(&mut line, &"é".repeat(60));
        assert!(line.split("\r\n").all(|part| part.len() <= 75), "{line:?}");
    }
}
