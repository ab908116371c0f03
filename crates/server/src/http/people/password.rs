//! Passwords: argon2id, a few at a time, in the same time whether the name exists or not.

use std::sync::LazyLock;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::http::{ApiError, ApiResult};

/// 19 MiB, twice, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const ROUNDS: u32 = 2;

/// Each costs memory and a core for a while: no more than so many at once.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// How long one waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The hash of a password that nobody knows, to be compared when there is no account.
static NOBODYS: LazyLock<String> = LazyLock::new(|| {
    let secret: [u8; 32] = rand::random();
    hash_now(&secret).unwrap_or_default()
});

fn argon2id() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, ROUNDS, 1, None).expect("the parameters are in range");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash_now(password: &[u8]) -> Result<String, argon2::password_hash::Error> {
    let hash: PasswordHash = argon2id().hash_password(password)?;
    Ok(hash.to_string())
}

/// Whether a new password is long enough, and no book.
pub fn check(password: &str) -> ApiResult<()> {
    let count = password.chars().count();
    if (8..=200).contains(&count) {
        return Ok(());
    }
    let detail = format!("A password has 8 to 200 characters, this one has {count}.");
    Err(ApiError::new(StatusCode::BAD_REQUEST, "password", detail).at("password"))
}

/// Hashes a new password.
pub async fn hash(password: String) -> ApiResult<String> {
    in_turn(move || hash_now(password.as_bytes())).await?.map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", "The password cannot be kept.")
    })
}

/// Whether a password is the one that was hashed; no, but as slowly, if there is none.
pub async fn is_right(password: String, kept: Option<String>) -> ApiResult<bool> {
    // Longer ones cannot have been chosen.
    let possible = password.chars().count() <= 200;
    in_turn(move || {
        let exists = kept.is_some();
        let kept = kept.unwrap_or_else(|| NOBODYS.clone());
        let Ok(parsed) = PasswordHash::new(&kept) else { return false };
        let password = if possible { password.as_bytes() } else { b"" };
        let same = argon2id().verify_password(password, &parsed).is_ok();
        same && exists && possible
    })
    .await
}

async fn in_turn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
    let turn = tokio::time::timeout(PATIENCE, AT_ONCE.acquire()).await;
    let Ok(Ok(_turn)) = turn else {
        let detail = "Too many people log in at this moment. Try again soon.";
        let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail);
        error.0.retry = Some(10);
        return Err(error);
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "hashing a password failed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", "The password cannot be checked.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_kept_as_argon2id_and_found_again() {
        let kept = hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_ne!(kept, hash("correct horse".into()).await.unwrap(), "salted");
        assert!(is_right("correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!is_right("wrong horse".into(), Some(kept)).await.unwrap());
        assert!(!is_right(String::new(), None).await.unwrap());
        assert!(!is_right("x".into(), Some("no hash".into())).await.unwrap());
    }

    #[test]
    fn passwords_are_neither_short_nor_endless() {
        assert!(check("1234567").is_err() && check(&"x".repeat(201)).is_err());
        assert!(check("ééééeeee").is_ok() && check(&"x".repeat(200)).is_ok());
    }
}
