//! The turn as it is printed for people, with all expansions in play: tests/plan.txt.
//! `BLESS=1` writes the file anew.

use std::fmt::Write;
use std::path::Path;

use crate::common::EXPANSIONS;
use country::exp::ALL;
use country::turn::{Owner, PlanMoment};
use country::{CountrySetup, Rules};

/// One paragraph for each moment, its steps in order.
fn print() -> String {
    let setup = CountrySetup::base(2).with(&EXPANSIONS).option("OPT-STARTPLAYER", "random");
    let rules = Rules::new(&setup).unwrap();
    let mut text = String::from(
        "The turn with all expansions in play: each moment with its steps in order.\n\
         The base game's steps are in capitals, the expansions' in lower case.\n",
    );
    for moment in PlanMoment::ALL {
        if rules.plan().steps().iter().all(|step| step.decl.moment != moment) {
            continue;
        }
        writeln!(text, "\n{moment:?}").unwrap();
        for step in rules.plan().steps().iter().filter(|step| step.decl.moment == moment) {
            let (name, order) = (step.decl.name, step.decl.order);
            match step.owner {
                Owner::Core => {
                    writeln!(text, "  {order:3}  {:18} base", name.to_uppercase()).unwrap();
                }
                Owner::Exp(owner) => {
                    let (_, info) = ALL.iter().find(|(id, _)| *id == owner).unwrap();
                    writeln!(text, "  {order:3}  {name:18} {}", info.wire).unwrap();
                }
            }
        }
    }
    text
}

#[test]
fn the_plan_is_the_golden_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plan.txt");
    let printed = print();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    assert_eq!(printed, golden, "the plan has changed; BLESS=1 writes it anew");
}
