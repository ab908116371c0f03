//! The web client that the program carries. The server does not have it itself, so that it does not
//! wait for pages to be built.

use std::borrow::Cow;
use std::io::Read as _;
use std::sync::OnceLock;

/// Where a program has its client.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    /// The names of all files; texts and the engine are there in their packed form alone.
    pub names: fn() -> Vec<Cow<'static, str>>,
    /// What is in a file.
    pub file: fn(&str) -> Option<Cow<'static, [u8]>>,
}

static CARRIED: OnceLock<Carried> = OnceLock::new();

/// Says which client this program carries. The first word counts: a program has one.
pub fn carry(client: Carried) {
    CARRIED.get_or_init(|| client);
}

/// How the names of packed files end.
pub(crate) const PACKED: &str = ".br";

/// How many bytes are unpacked in one go.
const UNPACKED_AT_ONCE: usize = 64 * 1024;

/// Every file, with its path; what is packed comes in both forms. None if no client is carried.
pub fn files() -> impl Iterator<Item = (Cow<'static, str>, Cow<'static, [u8]>)> {
    let names = CARRIED.get().map(|client| (client.names)()).unwrap_or_default();
    let plain = |path: &Cow<'static, str>| path.strip_suffix(PACKED).map(str::to_owned);
    let plain: Vec<_> = names.iter().filter_map(plain).map(Cow::from).collect();
    names.into_iter().chain(plain).filter_map(|path| ours(&path).map(|data| (path, data)))
}

/// What the program has under exactly this name.
fn carried(path: &str) -> Option<Cow<'static, [u8]>> {
    (CARRIED.get()?.file)(path)
}

/// One of our files: as it is, or unpacked.
pub(crate) fn ours(path: &str) -> Option<Cow<'static, [u8]>> {
    if let Some(data) = carried(path) {
        return Some(data);
    }
    unpacked(&carried(&format!("{path}{PACKED}"))?).map(Cow::Owned)
}

/// Whether it is one of ours, in one form or the other.
pub(crate) fn known(path: &str) -> bool {
    carried(path).is_some() || carried(&format!("{path}{PACKED}")).is_some()
}

/// What was packed.
pub(crate) fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    let mut reader = brotli_decompressor::Decompressor::new(packed, UNPACKED_AT_ONCE);
    reader.read_to_end(&mut plain).ok().map(|_| plain)
}
