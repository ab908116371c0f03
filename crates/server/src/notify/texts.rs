//! What people read in messages and mails, in their language. No move is in it, only who and
//! where.

use protocol::{NoticeKind, Sitter, TableRow};

use crate::http::language::Language;

/// Two lines of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// The first.
    pub title: String,
    /// The second.
    pub body: String,
}

/// The names of the others at a table, as they are shown.
pub fn rivals(row: &TableRow, person: &str, language: Language) -> String {
    let name = |sitter: &Sitter| match sitter {
        Sitter::Person { id, name, .. } if id != person => Some(name.clone()),
        Sitter::Computer { instead_of, person: of, .. } if of.as_deref() != Some(person) => {
            instead_of.clone()
        }
        _ => None,
    };
    let names: Vec<String> =
        row.seats.iter().filter_map(name).filter(|name| !name.is_empty()).collect();
    match (names.is_empty(), language) {
        (false, _) => names.join(", "),
        (true, Language::English) => "the computer".to_owned(),
        (true, Language::French) => "l’ordinateur".to_owned(),
    }
}

/// How long something still takes, roughly.
fn span(ms: u64, language: Language) -> String {
    let hours = ms / 3_600_000;
    let (number, unit) = match (hours, language) {
        (0, _) => ((ms / 60_000).max(1), "min"),
        (1..48, Language::English) => (hours, "h"),
        (1..48, Language::French) => (hours, "h"),
        (_, Language::English) => (hours / 24, "days"),
        (_, Language::French) => (hours / 24, "jours"),
    };
    format!("{number} {unit}")
}

/// What a message says; `left` is the time until the move is due, ms.
pub fn lines(
    kind: NoticeKind,
    rivals: &str,
    table: &str,
    left: Option<u64>,
    language: Language,
) -> Lines {
    use Language::{English, French};
    let title = match (kind, language) {
        (NoticeKind::Turn, English) => format!("Your turn against {rivals}"),
        (NoticeKind::Turn, French) => format!("À vous de jouer contre {rivals}"),
        (NoticeKind::Deadline, English) => format!("Your move against {rivals} is due soon"),
        (NoticeKind::Deadline, French) => {
            format!("Votre coup contre {rivals} est bientôt attendu")
        }
        (NoticeKind::Over, English) => format!("Your game against {rivals} is over"),
        (NoticeKind::Over, French) => format!("Votre partie contre {rivals} est terminée"),
        (NoticeKind::Challenge, English) if rivals.is_empty() => "You are challenged".to_owned(),
        (NoticeKind::Challenge, French) if rivals.is_empty() => "On vous défie".to_owned(),
        (NoticeKind::Challenge, English) => format!("{rivals} challenges you"),
        (NoticeKind::Challenge, French) => format!("{rivals} vous défie"),
        (NoticeKind::Paired, English) => "A rival is here".to_owned(),
        (NoticeKind::Paired, French) => "Un adversaire est là".to_owned(),
        (NoticeKind::Contest, English) => "Your contest goes on".to_owned(),
        (NoticeKind::Contest, French) => "Votre tournoi continue".to_owned(),
        (NoticeKind::Moderation, English) => "A word from whoever runs this server".to_owned(),
        (NoticeKind::Moderation, French) => "Un mot de l’équipe de ce serveur".to_owned(),
    };
    let due = left.filter(|left| *left > 0).map(|left| match language {
        English => format!("{} left", span(left, language)),
        French => format!("encore {}", span(left, language)),
    });
    let body = [Some(table.to_owned()).filter(|name| !name.is_empty()), due];
    Lines { title, body: body.into_iter().flatten().collect::<Vec<_>>().join(" · ") }
}

/// What a mail says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
}

/// For whoever forgot a password: a link for each account.
pub fn reset(links: &[(String, String)], language: Language) -> Mail {
    let lines: Vec<String> = links.iter().map(|(name, link)| format!("{name}: {link}")).collect();
    let lines = lines.join("\n");
    match language {
        Language::English => Mail {
            subject: "A new password".to_owned(),
            text: format!(
                "Somebody asked for a new password for your account. Choose one here within 30 \
                 minutes:\n\n{lines}\n\nIf it was not you, do nothing: your password stays."
            ),
        },
        Language::French => Mail {
            subject: "Un nouveau mot de passe".to_owned(),
            text: format!(
                "Quelqu’un a demandé un nouveau mot de passe pour votre compte. Choisissez-le ici \
                 dans les 30 minutes :\n\n{lines}\n\nSi ce n’était pas vous, ne faites rien : votre \
                 mot de passe reste le même."
            ),
        },
    }
}

/// For whoever gave an address.
pub fn confirm(name: &str, link: &str, language: Language) -> Mail {
    match language {
        Language::English => Mail {
            subject: "Is this your address?".to_owned(),
            text: format!(
                "{name} gave this address. If that is you, say so here within a day:\n\n{link}\n\n\
                 If it is not, do nothing: nothing else will be sent here."
            ),
        },
        Language::French => Mail {
            subject: "Est-ce votre adresse ?".to_owned(),
            text: format!(
                "{name} a donné cette adresse. Si c’est vous, confirmez-le ici dans la \
                 journée :\n\n{link}\n\nSinon, ne faites rien : rien d’autre n’y sera envoyé."
            ),
        },
    }
}

/// The games that wait, one line each.
pub fn digest(games: &[String], home: &str, language: Language) -> Mail {
    let (count, list) = (games.len(), games.join("\n"));
    match language {
        Language::English => Mail {
            subject: match count {
                1 => "One game waits for you".to_owned(),
                _ => format!("{count} games wait for you"),
            },
            text: format!("These games wait for a move of yours:\n\n{list}\n\n{home}"),
        },
        Language::French => Mail {
            subject: match count {
                1 => "Une partie vous attend".to_owned(),
                _ => format!("{count} parties vous attendent"),
            },
            text: format!("Ces parties attendent un coup de vous :\n\n{list}\n\n{home}"),
        },
    }
}

/// The last lines of a mail that can be ended.
pub fn ending(link: &str, language: Language) -> String {
    match language {
        Language::English => format!("\n\n--\nNo more of these mails: {link}\n"),
        Language::French => format!("\n\n--\nNe plus recevoir ces messages : {link}\n"),
    }
}

/// One line about a game.
pub fn game_line(rivals: &str, left: Option<u64>, link: &str, language: Language) -> String {
    let due = left.map(|left| span(left, language));
    match (due, language) {
        (Some(due), Language::English) => format!("- against {rivals}, {due} left: {link}"),
        (Some(due), Language::French) => format!("- contre {rivals}, encore {due} : {link}"),
        (None, Language::English) => format!("- against {rivals}: {link}"),
        (None, Language::French) => format!("- contre {rivals} : {link}"),
    }
}
