//! How people are told what happened while they were away, and who may become one.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use super::texts::wrong;
use super::{Config, ConfigError, Texts};
use crate::notify::push::Hosts;
use store::post::LeaveRule;

const DAY: u64 = 86_400_000;

/// Who may make an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignUp {
    /// Everybody.
    Open,
    /// Whoever has a link of somebody who is in.
    Invited,
    /// Nobody.
    Closed,
}

impl FromStr for SignUp {
    type Err = ();

    fn from_str(text: &str) -> Result<SignUp, ()> {
        match text {
            "open" | "true" => Ok(SignUp::Open),
            "invited" => Ok(SignUp::Invited),
            "closed" | "false" => Ok(SignUp::Closed),
            _ => Err(()),
        }
    }
}

impl fmt::Display for SignUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SignUp::Open => "open",
            SignUp::Invited => "invited",
            SignUp::Closed => "closed",
        })
    }
}

/// How mail is sent.
#[derive(Clone, PartialEq, Eq)]
pub struct MailSettings {
    /// The server that takes it; it may hold a password.
    pub url: String,
    /// Who sends it.
    pub from: String,
    /// What links begin with: never the host of a request.
    pub base: String,
}

/// Without the password.
impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailSettings").field("from", &self.from).finish_non_exhaustive()
    }
}

/// How people are told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Telling {
    /// Whether browsers are sent messages.
    pub push: bool,
    /// By whom they are carried.
    pub push_hosts: Hosts,
    /// Where the people of a push service reach whoever runs this server.
    pub contact: String,
    /// How mail is sent, if it is.
    pub mail: Option<MailSettings>,
    /// For how long a turn waits before it is told.
    pub after: Duration,
    /// How much leave there is.
    pub leave: LeaveRule,
    /// The hoster's legal notice.
    pub legal: Option<PathBuf>,
    /// The hoster's page about privacy.
    pub privacy: Option<PathBuf>,
}

impl Texts {
    pub(super) fn sign_up(&self) -> Result<SignUp, ConfigError> {
        Ok(self.read("accounts", "open, invited or closed")?.unwrap_or(SignUp::Open))
    }

    pub(super) fn telling(&self, public: &str, test: bool) -> Result<Telling, ConfigError> {
        let most = self.number("leave-days", 20, 0, 365)?;
        let mail = self.mail(public)?;
        let contact = match &mail {
            Some(mail) => format!("mailto:{}", bare(&mail.from)),
            None => public.to_owned(),
        };
        Ok(Telling {
            push: self.switch("push")?,
            push_hosts: Hosts { more: self.push_hosts()?, loopback: test },
            contact,
            mail,
            after: Duration::from_secs(self.number("notify-after-seconds", 60, 0, 86_400)?),
            leave: LeaveRule { first: 7, every: 12 * DAY, most },
            legal: self.page("legal-notice")?,
            privacy: self.page("privacy-notice")?,
        })
    }

    fn push_hosts(&self) -> Result<Vec<String>, ConfigError> {
        let Some((text, from)) = self.text("push-hosts") else { return Ok(Vec::new()) };
        let names = text.split_whitespace().map(|name| match Config::host_of(name) {
            Some(host) if host == name.to_ascii_lowercase() && host.contains('.') => Ok(host),
            _ => Err(wrong(from, name, "names as push.example.org")),
        });
        names.collect()
    }

    /// Mail is off unless all that it needs is said: links come from the public address.
    fn mail(&self, public: &str) -> Result<Option<MailSettings>, ConfigError> {
        let Some((url, from)) = self.text("smtp-url") else { return Ok(None) };
        // The address may hold a password: it is not repeated.
        let known = ["smtp://", "smtps://"].iter().any(|scheme| url.starts_with(scheme));
        if !known {
            let what = "expected smtp://USER:PASSWORD@HOST:PORT?tls=required or smtps://…".into();
            return Err(ConfigError { from: from.to_owned(), what });
        }
        if self.text("public-url").is_none() {
            return Ok(None);
        }
        let host = Config::host_of(public).unwrap_or_default();
        let (sender, source) = match self.text("mail-from") {
            Some((text, from)) => (text.trim().to_owned(), from),
            None => (format!("Trencavel <trencavel@{host}>"), "mail-from"),
        };
        if sender.parse::<lettre::message::Mailbox>().is_err() {
            return Err(wrong(source, &sender, "an address as Trencavel <play@example.org>"));
        }
        let (url, base) = (url.trim().to_owned(), public.to_owned());
        Ok(Some(MailSettings { url, from: sender, base }))
    }

    fn page(&self, key: &'static str) -> Result<Option<PathBuf>, ConfigError> {
        let Some((text, from)) = self.text(key) else { return Ok(None) };
        let path = Path::new(text.trim());
        match std::fs::read_to_string(path) {
            Ok(_) => Ok(Some(path.to_owned())),
            Err(_) => Err(wrong(from, text, "a text file that can be read")),
        }
    }
}

/// An address without a name.
fn bare(mailbox: &str) -> String {
    let mailbox = mailbox.parse::<lettre::message::Mailbox>();
    mailbox.map_or_else(|_| String::new(), |mailbox| mailbox.email.to_string())
}

impl Telling {
    /// The names of pages that not every server has, separated by blanks: the hoster's own, and the
    /// one that sends a new password by mail.
    pub fn pages(&self) -> String {
        let pages = [
            ("legal", self.legal.is_some()),
            ("privacy", self.privacy.is_some()),
            ("reset", self.mail.is_some()),
        ];
        let there = pages.into_iter().filter(|(_, there)| *there).map(|(name, _)| name);
        there.collect::<Vec<_>>().join(" ")
    }

    /// The settings with their values; no password is among them.
    pub(super) fn listing(&self) -> Vec<(&'static str, String)> {
        let page = |page: &Option<PathBuf>| {
            page.as_ref().map_or_else(|| "none".to_owned(), |path| path.display().to_string())
        };
        let mail = self.mail.as_ref();
        vec![
            ("push", if self.push { "on" } else { "off" }.to_owned()),
            ("push-hosts", self.push_hosts.more.join(" ")),
            ("smtp-url", mail.map_or("off", |_| "set").to_owned()),
            ("mail-from", mail.map_or_else(String::new, |mail| mail.from.clone())),
            ("notify-after-seconds", self.after.as_secs().to_string()),
            ("leave-days", self.leave.most.to_string()),
            ("legal-notice", page(&self.legal)),
            ("privacy-notice", page(&self.privacy)),
        ]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use super::*;

    fn config(settings: &[(&'static str, &str)]) -> Result<Config, ConfigError> {
        let mut texts = Texts::default();
        texts.flags(settings.iter().map(|(key, text)| (*key, (*text).to_owned())));
        texts.config()
    }

    #[test]
    fn mail_needs_a_server_and_the_public_address() {
        let smtp = ("smtp-url", "smtp://me:horse7@mail.example.org?tls=required");
        let public = ("public-url", "https://play.example.org");
        assert_eq!(config(&[public]).unwrap().telling.mail, None);
        assert_eq!(config(&[smtp]).unwrap().telling.mail, None, "links would have no host");
        let both = config(&[smtp, public]).unwrap();
        let mail = both.telling.mail.clone().unwrap();
        assert_eq!(mail.from, "Trencavel <trencavel@play.example.org>");
        assert_eq!(mail.base, "https://play.example.org");
        assert_eq!(both.telling.contact, "mailto:trencavel@play.example.org");
        assert!(!format!("{both:?}{}", both.listing()).contains("horse7"));
        let error = config(&[("smtp-url", "http://me:horse7@x"), public]).unwrap_err();
        assert!(!error.to_string().contains("horse7"), "{error}");
        assert!(config(&[smtp, public, ("mail-from", "nobody")]).is_err());
    }

    #[test]
    fn who_may_sign_up_is_one_of_three() {
        for (text, means) in [
            ("open", SignUp::Open),
            ("true", SignUp::Open),
            ("invited", SignUp::Invited),
            ("closed", SignUp::Closed),
            ("false", SignUp::Closed),
        ] {
            assert_eq!(config(&[("accounts", text)]).unwrap().accounts, means);
        }
        assert!(config(&[("accounts", "perhaps")]).is_err());
        assert!(config(&[("push-hosts", "https://x.org")]).is_err());
        assert!(config(&[("legal-notice", "/no/such/file")]).is_err());
    }
}
