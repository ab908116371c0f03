//! What a token of a program may do.

use axum::http::{Method, StatusCode};
use protocol::Scope;

use crate::http::{ApiError, ApiResult};
use store::Session;

/// Paths that belong to the account itself: its name, its password, its tokens, its end; whom it
/// knows and what it says of others.
const ACCOUNT: [&str; 19] = [
    "/api/guest",
    "/api/accounts",
    "/api/login",
    "/api/logout/everywhere",
    "/api/me/password",
    "/api/me/export",
    "/api/me/tokens",
    "/api/me/bots",
    "/api/me/relations",
    "/api/me/moderation",
    "/api/reports",
    "/api/admin",
    "/api/me/address",
    "/api/me/calendar",
    "/api/me/invites",
    "/api/me/push",
    "/api/me/wants",
    "/api/me/profile",
    "/api/reset",
];

/// Paths of challenges: changing them is asking for games.
const CHALLENGE: [&str; 2] = ["/api/challenges", "/api/me/offer"];

/// What a request needs.
fn needed(method: &Method, path: &str) -> Scope {
    let own = |own: &&str| {
        path.strip_prefix(*own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if ACCOUNT.iter().any(own) || (path == "/api/me" && !method.is_safe()) {
        Scope::Account
    } else if CHALLENGE.iter().any(own) && !method.is_safe() {
        Scope::Challenge
    } else if method.is_safe() {
        Scope::Read
    } else {
        Scope::Play
    }
}

/// Whether a session may do something. A browser may do everything; who plays must read.
pub fn allows(session: &Session, scope: Scope) -> bool {
    let has = |scope| session.scopes.contains(&scope);
    !session.is_program() || has(scope) || (scope == Scope::Read && !session.scopes.is_empty())
}

/// Whether a session may make a request.
pub(super) fn check(session: &Session, method: &Method, path: &str) -> ApiResult<()> {
    let scope = needed(method, path);
    if allows(session, scope) { Ok(()) } else { Err(lacks(scope)) }
}

/// The answer to a token without a scope.
pub fn lacks(scope: Scope) -> ApiError {
    let detail = format!(
        "This token may not do that: it lacks the scope `{}`. Make another with POST \
         /api/me/tokens, or on the page of your account.",
        scope.name()
    );
    ApiError::new(StatusCode::FORBIDDEN, "scope", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_the_account_needs_its_scope() {
        for (method, path, scope) in [
            (Method::GET, "/api/me", Scope::Read),
            (Method::DELETE, "/api/me", Scope::Account),
            (Method::GET, "/api/me/tables", Scope::Read),
            (Method::GET, "/api/me/tokens", Scope::Account),
            (Method::DELETE, "/api/me/tokens/x", Scope::Account),
            (Method::GET, "/api/me/export", Scope::Account),
            (Method::POST, "/api/guest", Scope::Account),
            (Method::POST, "/api/tables", Scope::Play),
            (Method::DELETE, "/api/tables/x/seats/0", Scope::Play),
            (Method::GET, "/api/tables/x/socket", Scope::Read),
            (Method::GET, "/api/me/relations", Scope::Account),
            (Method::PUT, "/api/me/relations/x", Scope::Account),
            (Method::POST, "/api/reports", Scope::Account),
            (Method::GET, "/api/challenges", Scope::Read),
            (Method::POST, "/api/challenges/x/accept", Scope::Challenge),
            (Method::POST, "/api/admin/deeds", Scope::Account),
        ] {
            assert_eq!(needed(&method, path), scope, "{method} {path}");
        }
    }
}
