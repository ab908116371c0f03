//! A visitor with a session: HTTP requests.

use anyhow::{Context, Result, bail};
use protocol::{Made, Me, NewTable, Past, Problem, TableConfig};
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

/// A visitor of a server.
#[derive(Clone, Debug)]
pub struct Visitor {
    http: reqwest::Client,
    base: String,
    way: String,
    cookie: String,
    /// Who it is.
    pub me: Me,
}

/// A client for many visitors of one machine.
///
/// # Errors
/// If the system has no randomness, or the like.
pub fn http() -> Result<reqwest::Client> {
    Ok(reqwest::Client::builder().no_proxy().build()?)
}

impl Visitor {
    /// Comes as a guest.
    ///
    /// # Errors
    /// If the server does not let it in.
    pub async fn guest(http: &reqwest::Client, base: &str, name: &str) -> Result<Visitor> {
        let request = http.post(format!("{base}/api/guest")).header(ORIGIN, base);
        let response = request.json(&json!({ "name": name })).send().await?;
        let cookie = cookie(&response);
        let me: Me = read(response).await.context("coming as a guest")?;
        let cookie = cookie.context("the server set no cookie")?;
        Ok(Visitor {
            http: http.clone(),
            base: base.to_string(),
            way: base.to_string(),
            cookie,
            me,
        })
    }

    /// The same visitor over another way to the server; the origin stays that of the page.
    #[must_use]
    pub fn through(&self, way: &str) -> Visitor {
        Visitor { way: way.to_string(), ..self.clone() }
    }

    /// The same visitor with the session that an answer began.
    ///
    /// # Errors
    /// If the answer set no cookie.
    pub fn with_cookie_of(&self, answer: &Response) -> Result<Visitor> {
        let cookie = cookie(answer).context("the server set no cookie")?;
        Ok(Visitor { cookie, ..self.clone() })
    }

    /// Where connections are made to.
    pub fn way(&self) -> &str {
        &self.way
    }

    /// The cookie that says who it is.
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// The address of the server.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// A request with the session.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.way));
        request.header(COOKIE, &self.cookie).header(ORIGIN, &self.base)
    }

    /// Makes a table.
    ///
    /// # Errors
    /// What the server says.
    pub async fn make(&self, config: TableConfig) -> Result<Made> {
        let new = NewTable { config, id: None, value: None };
        read(self.request(Method::POST, "/api/tables").json(&new).send().await?).await
    }

    /// Sits down.
    ///
    /// # Errors
    /// What the server says.
    pub async fn sit(&self, table: &Made, seat: u8) -> Result<()> {
        let path = format!("/api/tables/{}/seats/{seat}", table.id);
        let sit = json!({ "key": table.key });
        let _: Value = read(self.request(Method::POST, &path).json(&sit).send().await?).await?;
        Ok(())
    }

    /// Starts the game.
    ///
    /// # Errors
    /// What the server says.
    pub async fn start(&self, table: &str) -> Result<()> {
        let path = format!("/api/tables/{table}/start");
        let _: Value = read(self.request(Method::POST, &path).send().await?).await?;
        Ok(())
    }

    /// Looks at a table.
    ///
    /// # Errors
    /// What the server says.
    pub async fn look(&self, table: &str) -> Result<Past> {
        let path = format!("/api/tables/{table}");
        read(self.request(Method::GET, &path).send().await?).await
    }
}

/// The cookie that a response sets, as it is sent back.
fn cookie(response: &Response) -> Option<String> {
    let set = response.headers().get(SET_COOKIE)?.to_str().ok()?;
    set.split(';').next().map(str::to_string)
}

/// The body of a response that went well.
///
/// # Errors
/// The problem that the server told.
pub async fn read<T: serde::de::DeserializeOwned>(response: Response) -> Result<T> {
    let status = response.status();
    let body = response.bytes().await?;
    if !status.is_success() {
        match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => bail!("{status} {}: {}", problem.kind, problem.detail),
            Err(_) => bail!("{status}: {}", String::from_utf8_lossy(&body)),
        }
    }
    Ok(serde_json::from_slice(&body)?)
}
