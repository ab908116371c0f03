//! The door of the module: five names that JavaScript calls, text in and text out.
//!
//! The buffers are vectors of ours, so giving their addresses away is safe: whoever writes there
//! writes into memory that is ours to read as bytes.
//!
//! A crate of its own: the last one in a module decides how the whole of it is optimised at the
//! link. It is compiled for speed, as what thinks; what talks, behind it, for size.

#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use browser::Engine;

#[derive(Default)]
struct Door {
    inbox: Vec<u8>,
    outbox: Vec<u8>,
    /// It lasts as long as the instance: how it would be taken down is left out.
    engine: ManuallyDrop<Engine>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
    /// What was said last, if the engine panicked: the door is locked then.
    static LAST_WORDS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the text of a panic where it can be read although the instance is of no use any more.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
pub extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| {
        LAST_WORDS.with_borrow_mut(|words| *words = panic.to_string().into_bytes());
    }));
}

/// Makes room for a question of so many bytes; answers where.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
pub extern "C" fn inbox(length: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.inbox.clear();
        door.inbox.resize(length, 0);
        door.inbox.as_mut_ptr()
    })
}

/// Answers the question in the inbox; says how long the answer is.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
pub extern "C" fn call(number: u32) -> usize {
    DOOR.with_borrow_mut(|door| {
        let Door { inbox, outbox, engine } = door;
        outbox.clear();
        engine.answer(number, inbox, outbox);
        // A long question or answer is not kept room for.
        inbox.clear();
        inbox.shrink_to(ROOM);
        outbox.len()
    })
}

/// What the buffers keep from one question to the next.
const ROOM: usize = 1 << 18;

/// Where the answer is.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
pub extern "C" fn outbox() -> *const u8 {
    let last = LAST_WORDS.with_borrow(|words| (!words.is_empty()).then_some(words.as_ptr()));
    last.unwrap_or_else(|| DOOR.with_borrow(|door| door.outbox.as_ptr()))
}

/// How long it is.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
pub extern "C" fn outbox_length() -> usize {
    let last = LAST_WORDS.with_borrow(Vec::len);
    if last > 0 { last } else { DOOR.with_borrow(|door| door.outbox.len()) }
}
