//! Who sends a message: RFC 8292. The key is made once for a server and kept in its store: a
//! subscription is bound to it.

use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};

use super::encoded;
use super::seal::{bytes_of, fresh_key};

/// How long a token is good for, seconds: the standard allows a day.
const LIFE: u64 = 12 * 3600;

/// The key of a server.
#[derive(Clone)]
pub struct VapidKey {
    signing: SigningKey,
    public: String,
}

impl VapidKey {
    /// A new one.
    pub fn make() -> VapidKey {
        VapidKey::of(&fresh_key())
    }

    /// One that was kept; nothing if the bytes are none.
    pub fn read(bytes: &[u8]) -> Option<VapidKey> {
        SecretKey::from_slice(bytes).ok().map(|key| VapidKey::of(&key))
    }

    fn of(key: &SecretKey) -> VapidKey {
        let public = encoded(&bytes_of(&key.public_key()));
        VapidKey { signing: SigningKey::from(key), public }
    }

    /// Its bytes, for the store alone.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.signing.to_bytes().into()
    }

    /// What browsers are told when they subscribe.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` for a push service: `audience` is its origin, `contact` where
    /// its people reach whoever runs this server, `now` is in seconds.
    pub fn authorization(&self, audience: &str, contact: &str, now: u64) -> String {
        let head = encoded(br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = serde_json::json!({ "aud": audience, "exp": now + LIFE, "sub": contact });
        let signed = format!("{head}.{}", encoded(claims.to_string().as_bytes()));
        let signature: Signature = self.signing.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", encoded(&signature.to_bytes()), self.public)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use p256::ecdsa::signature::Verifier as _;

    use super::super::decoded;
    use super::*;

    #[test]
    fn a_kept_key_signs_as_before() {
        let key = VapidKey::make();
        let again = VapidKey::read(&key.to_bytes()).unwrap();
        assert_eq!(again.public(), key.public());
        assert!(VapidKey::read(&[0; 32]).is_none() && VapidKey::read(b"short").is_none());

        let header = again.authorization("https://push.example", "mailto:me@example.org", 1000);
        let token = header.strip_prefix("vapid t=").unwrap().split(", k=").next().unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&decoded(signature).unwrap()).unwrap();
        key.signing.verifying_key().verify(signed.as_bytes(), &signature).unwrap();
        let claims = decoded(signed.split('.').nth(1).unwrap()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 1000 + LIFE);
        assert_eq!(claims["sub"], "mailto:me@example.org");
    }
}
