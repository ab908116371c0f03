//! Reports that wait.

use axum::Json;
use axum::extract::State;
use protocol::log::{Entry, Logged};
use protocol::{AdminLine, AdminReport, AdminReports, PersonName, Problem};

use super::Moderator;
use crate::http::ApiResult;
use crate::serve::App;
use store::society::ReportRow;

/// How many are shown at once.
const MOST: u32 = 50;
/// How many lines before and behind a reported one are shown.
const AROUND: usize = 3;

/// Reports that wait, the most pressing first.
#[utoipa::path(
    get, path = "/api/admin/reports", tag = "moderation",
    responses((status = 200, body = AdminReports), (status = 403, body = Problem),
        (status = 404, body = Problem))
)]
pub async fn list(State(app): State<App>, _: Moderator) -> ApiResult<Json<AdminReports>> {
    let mut reports = Vec::new();
    for row in app.store.reports(MOST).await? {
        reports.push(shown(&app, row).await?);
    }
    Ok(Json(AdminReports { reports }))
}

async fn shown(app: &App, row: ReportRow) -> ApiResult<AdminReport> {
    let ReportRow { id, report, score, by, about } = row;
    let lines = match (&report.table, report.n) {
        (Some(table), Some(n)) => {
            let stored = app.store.load(table).await?;
            stored.map(|stored| around(&stored.entries, n)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    Ok(AdminReport {
        id,
        by: PersonName { id: report.person, name: by },
        about: PersonName { id: report.about, name: about },
        kind: report.kind,
        words: report.words,
        table: report.table,
        n: report.n,
        lines,
        score,
        made: report.made,
    })
}

/// What was said in a line and around it.
fn around(entries: &[Logged], n: u64) -> Vec<AdminLine> {
    let said: Vec<AdminLine> = entries
        .iter()
        .filter_map(|logged| match &logged.entry {
            Entry::Said { who, text, .. } => {
                Some(AdminLine { n: logged.n, name: who.name.clone(), text: text.clone() })
            }
            _ => None,
        })
        .collect();
    let Some(at) = said.iter().position(|line| line.n == n) else { return Vec::new() };
    let from = at.saturating_sub(AROUND);
    said.into_iter().skip(from).take(at - from + 1 + AROUND).collect()
}
