//! Makes a release small. Functions that came out alike are kept once, and addresses that are set
//! when the program starts are kept packed where the C library of this system can read that (glibc
//! 2.36 and later; whoever gives the program to older systems builds it on one). The linker that
//! Rust brings along for one target is known to do both.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("TARGET", "x86_64-unknown-linux-gnu") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        if is("HOST", "x86_64-unknown-linux-gnu") && glibc().is_some_and(|found| found >= (2, 36)) {
            println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// The version of the C library here: `getconf` answers "glibc 2.36".
fn glibc() -> Option<(u32, u32)> {
    let answer = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let answer = String::from_utf8(answer.stdout).ok()?;
    let (major, minor) = answer.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
