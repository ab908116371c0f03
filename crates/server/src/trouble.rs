//! Why something that was asked for is not done: problems of the server itself, whoever asks and
//! over whichever connection. [`crate::http`] makes answers of them; [`crate::live`] sends them.

use axum::http::StatusCode;
use protocol::Problem;

use store::StoreError;

/// A problem with a kind that programs can match, and a sentence for people.
pub fn problem(status: StatusCode, kind: &str, detail: impl Into<String>) -> Problem {
    let title = status.canonical_reason().unwrap_or("Error").to_string();
    let (status, kind) = (status.as_u16(), kind.to_string());
    Problem { kind, title, status, detail: detail.into(), ..Problem::default() }
}

/// There is no such thing.
pub fn not_found(what: &str) -> Problem {
    problem(StatusCode::NOT_FOUND, "not-found", format!("There is no such {what}."))
}

/// Something else happened meanwhile.
pub fn conflict(kind: &str, detail: &str) -> Problem {
    problem(StatusCode::CONFLICT, kind, detail)
}

/// Not for this person, or not here.
pub fn forbidden(kind: &str, detail: &str) -> Problem {
    problem(StatusCode::FORBIDDEN, kind, detail)
}

/// It was there once.
pub fn gone(kind: &str, detail: &str) -> Problem {
    problem(StatusCode::GONE, kind, detail)
}

/// For somebody with a name only.
pub fn unauthorized(kind: &str, detail: &str) -> Problem {
    problem(StatusCode::UNAUTHORIZED, kind, detail)
}

/// A mistake of ours; the log says more than the client is told.
pub fn mistake(kind: &str, detail: &str) -> Problem {
    problem(StatusCode::INTERNAL_SERVER_ERROR, kind, detail)
}

/// A mistake of ours in something that only looks.
pub fn bug() -> Problem {
    mistake("bug", "This is an error of the server. Nothing was changed.")
}

/// A mistake of ours in the middle of something: how far it came is not known.
pub fn accident() -> Problem {
    let detail = "This is an error of the server. What you asked for may have been done all the \
                  same: look again before you repeat it.";
    mistake("bug", detail)
}

/// It cannot be done now; it may be tried again after some seconds.
pub fn unavailable(kind: &str, detail: &str, seconds: u32) -> Problem {
    let problem = problem(StatusCode::SERVICE_UNAVAILABLE, kind, detail);
    Problem { retry: Some(seconds), ..problem }
}

/// Too much at once.
pub fn too_many(seconds: u32, what: &str) -> Problem {
    let detail = format!("Too many {what}. Try again in {seconds} s.");
    let problem = problem(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail);
    Problem { retry: Some(seconds), ..problem }
}

/// The store did not do it, or cannot say whether it did.
pub fn store(error: StoreError) -> Problem {
    match error {
        StoreError::NameTaken => {
            conflict("name-taken", "This name is taken, or can be taken for one that is.")
        }
        StoreError::Conflict => {
            conflict("late", "The table has gone on meanwhile: look at it again.")
        }
        error if error.is_unknown() => {
            tracing::error!(%error, "the store does not answer with certainty");
            let detail = "The server's disk does not answer in time: whether this was done is \
                          not known yet. Look again before you repeat it.";
            problem(StatusCode::SERVICE_UNAVAILABLE, "unknown", detail)
        }
        other => {
            // What exactly failed is for whoever runs the server, not for the public.
            tracing::error!(error = %other, "the store failed");
            let detail = "The server cannot write to its disk now. Nothing was changed.";
            problem(StatusCode::SERVICE_UNAVAILABLE, "store", detail)
        }
    }
}
