//! Mail: off until whoever runs the server names one that takes it, and the public address from
//! which links are made.

use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::texts::Mail;
use crate::config::MailSettings;

/// How long the server that takes mail has for each step.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a mail was not sent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MailError {
    /// The address is none, or the server will never take it.
    #[error("it cannot be sent: {0}")]
    Never(String),
    /// It may be taken later.
    #[error("it could not be sent now: {0}")]
    Now(String),
}

/// Sends mail.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    base: String,
}

impl Mailer {
    /// As it is set; nothing if the settings are none.
    pub fn new(settings: &MailSettings) -> Option<Mailer> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.url).ok()?;
        let transport = transport.timeout(Some(PATIENCE)).build();
        Some(Mailer { transport, from: settings.from.parse().ok()?, base: settings.base.clone() })
    }

    /// The link to a path of ours.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Sends a mail. With `end` its reader ends such mails by one click (RFC 8058): a path that
    /// takes a `POST` without any session.
    ///
    /// # Errors
    /// If the address is none, or the server does not take it.
    pub async fn send(&self, to: &str, mail: &Mail, end: Option<&str>) -> Result<(), MailError> {
        let never = |error: &dyn std::fmt::Display| MailError::Never(error.to_string());
        let to: Mailbox = to.parse().map_err(|error| never(&error))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&mail.subject)
            .header(ContentType::TEXT_PLAIN);
        if let Some(path) = end {
            let raw = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
            message = message
                .raw_header(raw("List-Unsubscribe", format!("<{}>", self.link(path))))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        let message = message
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ))
            .body(mail.text.clone())
            .map_err(|error| never(&error))?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(never(&error)),
            Err(error) => Err(MailError::Now(error.to_string())),
        }
    }
}

/// Whether a text is an address that mail can be sent to.
pub fn is_address(text: &str) -> bool {
    text.len() <= 254 && text.parse::<lettre::Address>().is_ok()
}
