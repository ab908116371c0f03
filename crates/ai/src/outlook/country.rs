//! The country's answers.

use ::country::{Country, Rules};
use table::Seat;

use super::{Outlook, part};

impl Outlook for Country {
    fn seats(rules: &Rules) -> u8 {
        rules.seats()
    }

    fn time_left(&self, rules: &Rules) -> f32 {
        part(self.bag().total(), rules.stock().total())
    }

    fn idle(&self, rules: &Rules, seat: Seat) -> f32 {
        f32::from(Country::idle(self, rules, seat)) / 10.0
    }

    fn promise(&self, rules: &Rules, seat: Seat) -> f32 {
        f32::from(Country::promise(self, rules, seat)) / 10.0
    }
}
