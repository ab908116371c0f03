//! The work of `measure`, natively: `measure WHAT COUNT SETUP…` prints what came of it.

use protocol::engine::{Call, Measure};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, count, setup @ ..] = &args[..] else {
        panic!("measure WHAT COUNT SETUP…");
    };
    let count = count.parse().expect("COUNT is a number");
    let asked = Measure { what: what.clone(), setup: setup.join(" "), count, seed: 1 };
    let question = serde_json::to_vec(&asked).expect("a question has a JSON form");
    let number = Call::ALL.iter().position(|(call, _)| *call == Call::Measure);
    let number = number.expect("there is such a call") as u32;
    let mut answer = Vec::new();
    browser::Engine::default().answer(number, &question, &mut answer);
    println!("{}", String::from_utf8_lossy(&answer));
}
