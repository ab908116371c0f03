//! scratch
#![allow(dead_code)]
mod draw;
use games::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let seed: u64 = a[1].parse().unwrap();
    let exps: Vec<&str> = a[2].split(',').filter(|s| !s.is_empty()).collect();
    let n: usize = a[3].parse().unwrap();
    let seats: u8 = a[5].parse().unwrap();
    let setup = if exps == ["city"] { Setup::city(seats) } else { Setup::country(seats).with(&exps) };
    let rules = AnyRules::new(&setup).unwrap();
    let mut game = AnyGame::start(&rules);
    let mut dice = ai::Wyrand::new(seed);
    let mut k = 0;
    while game.turn() != Turn::Over && k < n {
        k += 1;
        let action = match (rules.of(), &game) {
            (FamilyRules::Country(r), AnyGame::Country(g)) => ai::choose(ai::Level::Greedy, r, g, &mut dice),
            (FamilyRules::City(r), AnyGame::City(g)) => ai::choose(ai::Level::Greedy, r, g, &mut dice),
            _ => unreachable!(),
        };
        game.play(&rules, action, &mut table::Quiet);
    }
    let names: Vec<String> = ["Alice", "Bob", "Chloé", "Dagobert the Long", "Eve", "Fritz"].map(String::from).to_vec();
    let svg = draw::svg(&draw::View { rules: &rules, game: &game, names: &names, size: 1200 });
    std::fs::write(format!("{}.svg", a[4]), &svg).unwrap();
    std::fs::write(format!("{}.png", a[4]), draw::png(&svg).unwrap()).unwrap();
}
