//! What every store promises, whatever database is behind it.
//!
//! A back end joins by a type that implements [`Database`] and one line
//! `for_every_promise!(MyPlace::fresh)` in a test file.

pub mod asking;
pub mod fair_list;
pub mod lasting;
pub mod leaving;
pub mod people;
pub mod post;
pub mod results;
pub mod society;
pub mod tables;

use std::path::Path;

use protocol::log::{Entry, Logged, Who};
use protocol::{
    Aids, Clock, Flagged, Order, Plan, SeatPlan, Sitter, Status, TableConfig, TableRow, Visibility,
};
use store::{AnyStore, Arrival, Comer, Index, NewTable, Person, Session};

/// An empty database that can be opened, closed and opened again. It is removed when it is
/// dropped.
#[async_trait::async_trait]
pub trait Database: Send + Sync {
    /// Opens it.
    async fn open(&self) -> AnyStore;

    /// Opens what would be found if the program had been killed now.
    async fn as_if_killed(&self) -> AnyStore;

    /// Opens a backup.
    #[allow(clippy::wrong_self_convention)] // the kind of store opens it
    async fn open_backup(&self, file: &Path) -> AnyStore;
}

/// Makes one test of each promise.
#[macro_export]
macro_rules! for_every_promise {
    ($fresh:expr) => {
        $crate::for_every_promise! { $fresh;
            tables {
                a_table_comes_back_as_it_was_made
                an_id_is_used_once
                the_maker_of_a_table_is_found
                entries_follow_each_other
                a_writer_that_is_behind_changes_nothing
                a_refused_append_leaves_its_neighbours_alone
                of_two_writers_one_wins
                rows_are_found_by_what_they_are
                rows_come_latest_first_and_in_pages
                seats_follow_the_index
                tables_are_found_by_whom_their_log_names
                due_tables_are_found
                finished_tables_come_in_the_order_of_finishing
                records_of_finished_games_are_kept_until_their_log_changes
                analyses_of_finished_games_are_kept
                a_removed_table_is_gone
                open_tables_expire
                two_hundred_tables_append_at_once
            }
            people {
                a_person_comes_back
                names_of_accounts_are_unique_without_regard_to_case
                guests_may_share_a_name
                a_guest_becomes_an_account
                an_arrival_is_one_change
                sessions_have_a_bound
                a_person_keeps_its_password_when_it_is_renamed
                people_are_shut_out_and_let_in
                accounts_are_found_by_a_part_of_their_name
                sessions_come_and_go
                the_use_of_a_session_is_noted_to_the_hour
                a_session_needs_a_person
                a_session_begins_by_a_right_that_still_stands
                sessions_expire
                guests_without_games_expire
            }
            leaving {
                a_guest_takes_its_games_into_the_account
                a_guest_with_many_games_is_taken_over_in_steps
                only_a_guest_becomes_part_of_an_account
                a_merge_spares_names_on_the_same_screen
                a_table_in_memory_may_still_write_the_old_id
                a_forgotten_person_leaves_games_without_a_name
                what_is_written_after_a_departure_stays_nameless
                a_departure_keeps_nobody_waiting
                a_departure_that_was_interrupted_is_found
            }
            results {
                a_game_is_rated_with_the_entry_that_ends_it
                a_refused_append_rates_nothing
                a_rebuild_comes_to_what_was_live
                void_games_count_no_more_after_a_rebuild
                games_that_end_at_once_are_folded_one_after_another
                a_pair_is_rated_so_often_a_day
                programs_are_rated_among_people_and_not_against_their_own
                new_accounts_from_one_place_hand_no_points_over
                guests_answer_for_each_other_where_they_come_from
                who_gained_most_is_found
                whose_rating_was_corrected_is_told
                whoever_leaves_takes_its_ratings_along
                a_guest_keeps_its_games_unrated_in_the_account
                games_are_found_by_what_they_are
                boards_show_who_plays_much_and_lately_against_people
                games_of_before_get_a_result_and_features
                tables_that_came_to_nothing_go_after_a_while
            }
            society {
                a_block_ends_what_the_other_wanted
                a_challenge_is_answered_once_and_in_time
                reports_wait_in_order_and_are_answered_once
                deeds_change_people_and_are_written_down
                what_is_announced_ends_by_itself_or_earlier
                an_appeal_is_made_once_by_its_person_and_answered
                a_session_proves_itself
                places_are_known_for_thirty_days
                what_a_guest_wanted_goes_to_its_account
                a_departure_leaves_lines_without_words
                programs_belong_to_a_person_and_go_with_it
                seeks_by_days_are_kept_and_go_with_their_person
                whoever_came_to_nobody_seeks_on
                what_people_want_is_kept_and_goes_with_them
            }
            asking {
                nobody_is_asked_again_and_again_by_strangers
                a_crowd_of_strangers_leaves_room_for_friends
                the_same_report_is_one
                nobody_follows_everybody
            }
            post {
                a_turn_is_posted_with_its_move_and_dropped_with_the_next
                a_deadline_is_told_in_time_and_again_when_it_moves
                news_are_spread_once_over_the_channels
                subscriptions_end_with_their_session
                keys_of_the_server_are_made_once
                secrets_are_used_once_and_expire
                a_reset_changes_the_password_and_ends_all_sessions
                leave_is_spent_once_and_never_below_zero
                words_that_are_tried_are_kept_until_the_next_move
                digests_are_claimed_once_a_day_at_their_minute
                whoever_leaves_takes_everything_along
                a_guest_takes_its_turns_into_the_account
                games_of_before_are_found_and_noted
            }
            fair_list {
                commitments_are_listed_with_their_outcome
                a_refused_append_lists_nothing
            }
            lasting {
                what_was_answered_is_there_after_reopening
                what_was_answered_is_there_without_closing
                starts_are_remembered
                a_backup_is_whole_and_never_overwrites
                a_closed_store_refuses
                it_answers
            }
        }
    };
    ($fresh:expr; $($group:ident { $($name:ident)* })*) => {
        $(mod $group {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let place = $fresh();
                    $crate::conformance::$group::$name(&place).await;
                }
            )*
        })*
    };
}

/// A person of a table.
pub fn who(id: &str, name: &str) -> Who {
    Who { id: id.into(), name: name.into(), account: false }
}

/// What was chosen for the tables of these tests.
pub fn config(name: &str) -> TableConfig {
    TableConfig {
        name: name.into(),
        plan: Plan {
            family: "country".into(),
            expansions: vec!["inns".into()],
            options: Vec::new(),
            tiles: None,
        },
        seats: vec![SeatPlan::Me, SeatPlan::Anyone],
        order: Order::Given,
        clock: Clock::None,
        flagged: Flagged::Loses,
        aids: Aids::Standard,
        visibility: Visibility::Public,
        takeback: None,
        hints: None,
        watcher_chat: protocol::Switch::On,
        start: protocol::Start::Owner,
        first: None,
        from: None,
        rated: false,
        pool: None,
        again: 0,
        finishes: None,
    }
}

/// The first entry of a log.
pub fn made(by: Who) -> Entry {
    let (config, commitment) = (config(""), "00ff".into());
    Entry::Made {
        format: 2,
        revision: 2,
        config,
        by,
        commitment,
        fair: 2,
        paired: false,
        local: false,
    }
}

/// Somebody sat down.
pub fn sat(seat: u8, who: Who) -> Entry {
    Entry::Sat { seat, who, value: "abcd".into(), hash: String::new() }
}

/// Somebody said something.
pub fn said(who: Who, text: &str) -> Entry {
    Entry::Said { who, id: "m1".into(), text: text.into(), phrase: String::new(), watchers: false }
}

/// A move.
pub fn played(id: &str) -> Entry {
    Entry::Played {
        seat: 1,
        id: id.into(),
        words: vec!["0,-1 r2".into(), "follower@city:S".into()],
        chance: vec!["base/E".into()],
        used: 1234,
        left: vec![59_000, -3],
        page: false,
    }
}

/// Entries with their numbers, the first one `n`.
pub fn log(n: u64, entries: impl IntoIterator<Item = Entry>) -> Vec<Logged> {
    let numbered = (n..).zip(entries);
    numbered.map(|(n, entry)| Logged { n, at: 1_700_000_000_000 + n, entry }).collect()
}

/// The index of a table on which these people sit.
pub fn index(id: &str, status: &str, changed: u64, people: &[&Who]) -> Index {
    let seats = people.iter().map(|who| Sitter::Person {
        id: who.id.clone(),
        name: who.name.clone(),
        account: who.account,
    });
    let maker = people.first().map_or("", |who| &who.name);
    let row = TableRow {
        id: id.into(),
        name: format!("{maker}'s table"),
        config: config(""),
        status: Status::Open,
        seats: seats.collect(),
        points: vec![0, 0],
        to_act: None,
        turn: 0,
        left: 71,
        watchers: 0,
        changed,
        mine: Vec::new(),
        local: false,
    };
    Index {
        status: status.into(),
        public: true,
        family: "country".into(),
        changed,
        wake: None,
        slow: false,
        to_act: None,
        turn: 0,
        people: people.iter().map(|who| who.id.clone()).collect(),
        row: serde_json::to_string(&row).unwrap(),
        commitment: None,
        outcome: "",
        result: None,
    }
}

/// A table that somebody made and sat down at.
pub fn table(id: &str, by: &Who) -> NewTable {
    NewTable {
        id: id.into(),
        key: format!("key of {id}"),
        seed: [7; 32],
        entries: log(1, [made(by.clone()), sat(0, by.clone())]),
        index: index(id, "open", 100, &[by]),
    }
}

/// A guest.
pub fn guest(id: &str, name: &str) -> Person {
    Person {
        id: id.into(),
        name: name.into(),
        password: None,
        made: 5,
        banned: false,
        role: None,
        owner: None,
    }
}

/// Somebody with an account.
pub fn account(id: &str, name: &str) -> Person {
    Person { password: Some(format!("hash of {id}")), ..guest(id, name) }
}

/// A session.
pub fn session(mark: u8, person: &str) -> Session {
    Session {
        hash: [mark; 32],
        person: person.into(),
        kind: "browser".into(),
        made: 10 + u64::from(mark),
        used: 0,
        name: String::new(),
        scopes: protocol::Scope::ALL.to_vec(),
        proved: 0,
    }
}

/// Somebody who comes in and begins a session.
pub fn arrival(comer: Comer, begins: u8) -> Arrival {
    let session = Some(session(begins, comer.id()));
    Arrival { comer, session, before: None }
}

/// The log of a table that must be there.
pub async fn entries(store: &AnyStore, table: &str) -> Vec<Logged> {
    store.load(table).await.unwrap().expect("the table is kept").entries
}
