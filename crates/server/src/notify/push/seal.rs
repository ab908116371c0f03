//! Messages that only one browser can read: RFC 8291, in one record of RFC 8188.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use hkdf::Hkdf;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

use super::decoded;

/// The longest text. All are filled up to it: whoever carries a message learns nothing from its
/// length.
pub const SEALED_MAX: usize = 2048;

/// The size of a record, in its head: the one record is shorter.
const RECORD: u32 = 4096;

/// The keys of a browser, which it tells when it subscribes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receiver {
    public: PublicKey,
    auth: [u8; 16],
}

impl Receiver {
    /// From the two texts of a subscription; nothing if they are no keys.
    pub fn new(p256dh: &str, auth: &str) -> Option<Receiver> {
        let public = PublicKey::from_sec1_bytes(&decoded(p256dh)?).ok()?;
        Some(Receiver { public, auth: decoded(auth)?.try_into().ok()? })
    }
}

/// A public key as 65 bytes.
pub(super) fn bytes_of(key: &PublicKey) -> Vec<u8> {
    key.to_sec1_point(false).as_bytes().to_vec()
}

/// A key that nobody knows.
pub(super) fn fresh_key() -> SecretKey {
    loop {
        // One number in 2^32 is none of the curve's.
        if let Ok(key) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
            return key;
        }
    }
}

/// Encrypts a text for a browser; nothing if it is too long.
pub fn seal(to: &Receiver, text: &[u8]) -> Option<Vec<u8>> {
    let fits = text.len() <= SEALED_MAX;
    fits.then(|| seal_with(to, text, SEALED_MAX, &fresh_key(), rand::random()))
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut key = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret)
        .expand(info, &mut key)
        .expect("keys are shorter than what a hash can give");
    key
}

/// `own` and `salt` are used for one message alone; the text is filled up to `length`.
fn seal_with(
    to: &Receiver,
    text: &[u8],
    length: usize,
    own: &SecretKey,
    salt: [u8; 16],
) -> Vec<u8> {
    let shared = own.diffie_hellman(&to.public);
    let ours = bytes_of(&own.public_key());
    let about = [b"WebPush: info\0", bytes_of(&to.public).as_slice(), &ours].concat();
    let secret: [u8; 32] = derived(&to.auth, shared.raw_secret_bytes(), &about);
    let key: [u8; 16] = derived(&salt, &secret, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; 12] = derived(&salt, &secret, b"Content-Encoding: nonce\0");

    // A two ends the text of the last record; zeros fill it up.
    let mut padded = [text, &[2]].concat();
    padded.resize(length.max(text.len()) + 1, 0);
    let sealed = Aes128Gcm::new(&key.into())
        .encrypt(&Nonce::from(nonce), padded.as_slice())
        .expect("a message is shorter than the cipher allows");
    let head = [salt.as_slice(), &RECORD.to_be_bytes(), &[ours.len() as u8]].concat();
    [head, ours, sealed].concat()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use super::super::encoded;
    use super::*;

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out() {
        let to = Receiver::new(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNto\
             IAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        );
        let own = decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let salt = decoded("DGv6ra1nlYgDCS1FRnbzlw").unwrap();
        let text = b"When I grow up, I want to be a watermelon";
        let own = SecretKey::from_slice(&own).unwrap();
        let sealed = seal_with(&to.unwrap(), text, 0, &own, salt.try_into().unwrap());
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlml\
            MoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZw\
            buwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(encoded(&sealed), expected);
    }

    #[test]
    fn all_messages_are_equally_long() {
        let key = fresh_key();
        let auth = encoded(&[7; 16]);
        let to = Receiver::new(&encoded(&bytes_of(&key.public_key())), &auth).unwrap();
        let lengths: Vec<usize> =
            [0, 1, 100, SEALED_MAX].map(|n| seal(&to, &vec![b'x'; n]).unwrap().len()).into();
        assert!(lengths.windows(2).all(|pair| pair[0] == pair[1]), "{lengths:?}");
        assert!(lengths[0] <= 4096, "push services take no more");
        assert!(seal(&to, &[0; SEALED_MAX + 1]).is_none());
        assert_ne!(seal(&to, b"x"), seal(&to, b"x"), "no key is used twice");
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let key = encoded(&bytes_of(&fresh_key().public_key()));
        let auth = encoded(&[7; 16]);
        assert!(Receiver::new(&key, &auth).is_some());
        assert!(Receiver::new(&format!("{key}="), &format!("{auth}==")).is_some(), "padded");
        for (p256dh, auth) in [
            ("", auth.as_str()),
            (&key, ""),
            (&key, "AAAA"),
            ("BAAA", &auth),
            (&encoded(&[4; 65]), &auth),
            ("no key", &auth),
        ] {
            assert!(Receiver::new(p256dh, auth).is_none(), "{p256dh} {auth}");
        }
    }
}
