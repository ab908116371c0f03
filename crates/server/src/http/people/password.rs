//! Passwords: argon2id, a few at a time, in the same time whether the name exists or not.

use std::net::IpAddr;
use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::http::StatusCode;

use crate::http::{ApiError, ApiResult};
use crate::work::Work;

/// 19 MiB, twice, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const ROUNDS: u32 = 2;

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
pub async fn hash(work: &Work, address: IpAddr, password: String) -> ApiResult<String> {
    let hashed = work.passwords.run(address.into(), move || hash_now(password.as_bytes())).await?;
    hashed.map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        ApiError::bug()
    })
}

/// Whether a password is the one that was hashed; no, but as slowly, if there is none.
pub async fn is_right(
    work: &Work,
    address: IpAddr,
    password: String,
    kept: Option<String>,
) -> ApiResult<bool> {
    // Longer ones cannot have been chosen.
    let possible = password.chars().count() <= 200;
    let compare = move || {
        let exists = kept.is_some();
        let kept = kept.unwrap_or_else(|| NOBODYS.clone());
        let Ok(parsed) = PasswordHash::new(&kept) else { return false };
        let password = if possible { password.as_bytes() } else { b"" };
        let same = argon2id().verify_password(password, &parsed).is_ok();
        same && exists && possible
    };
    Ok(work.passwords.run(address.into(), compare).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_kept_as_argon2id_and_found_again() {
        let (work, home) = (Work::default(), IpAddr::from([127, 0, 0, 1]));
        let hash = |password: &str| super::hash(&work, home, password.into());
        let is_right = |password: &str, kept| super::is_right(&work, home, password.into(), kept);
        let kept = hash("correct horse").await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_ne!(kept, hash("correct horse").await.unwrap(), "salted");
        assert!(is_right("correct horse", Some(kept.clone())).await.unwrap());
        assert!(!is_right("wrong horse", Some(kept)).await.unwrap());
        assert!(!is_right("", None).await.unwrap());
        assert!(!is_right("x", Some("no hash".into())).await.unwrap());
    }

    #[test]
    fn passwords_are_neither_short_nor_endless() {
        assert!(check("1234567").is_err() && check(&"x".repeat(201)).is_err());
        assert!(check("ééééeeee").is_ok() && check(&"x".repeat(200)).is_ok());
    }
}
