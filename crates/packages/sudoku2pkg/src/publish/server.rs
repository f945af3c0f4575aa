//! The other side of a publication: logging in, and uploading one file.
//!
//! devpi hashes the password of each request that carries one, which takes a quarter of a second; so
//! where `+login` answers, the password is changed for a token first. Others get Basic authentication.
//!
//! What may pass by itself, a lost connection or a busy server, is tried again, a few times and
//! each time after a longer pause; a refusal is final.
//!
//! # References
//! - devpi-server, *REST interface*: `+login`, `X-Devpi-Auth`; RFC 7617: Basic authentication

use super::form::Form;
use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pipe_cli::Failure;
use pkg_index::is_loopback;
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;
use ureq::http::{Response, StatusCode};
use ureq::{Agent, Body};
use url::Url;

/// How often a request is tried, and the pause before the second try; it doubles each time.
const TRIES: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// How long a server may take for one answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// Who is publishing. It is never shown.
pub(super) struct Login {
    pub(super) user: String,
    pub(super) password: String,
}

/// A server that files can be uploaded to.
pub(super) struct Server {
    agent: Agent,
    url: Url,
    /// Name and value of the header that says who we are.
    authorization: Option<(&'static str, String)>,
    is_devpi: bool,
}

/// What a server says to a file.
pub(super) enum Uploaded {
    /// It has it now.
    Yes,
    /// It has a file of this name already, in the server's words.
    IsThere(String),
}

impl Server {
    /// Opens the server at `url`, logging in if there is somebody to log in.
    pub(super) fn open(url: &Url, login: Option<&Login>) -> anyhow::Result<Self> {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false);
        let config = if is_loopback(url.as_str()) { config.proxy(None) } else { config };
        let agent = config.build().into();
        let mut server = Self { agent, url: url.clone(), authorization: None, is_devpi: false };
        if let Some(login) = login {
            server.log_in(login)?;
        }
        Ok(server)
    }

    /// Where devpi lists what it has; `None` for other servers.
    pub(super) fn simple_pages(&self) -> Option<Url> {
        self.is_devpi.then(|| folder(&self.url).join("+simple/").ok()).flatten()
    }

    fn log_in(&mut self, login: &Login) -> anyhow::Result<()> {
        let Login { user, password } = login;
        // A devpi index is at ROOT/USER/INDEX.
        let at = folder(&self.url).join("../../+login")?;
        let body = json!({ "user": user, "password": password }).to_string();
        let ask = || {
            let request = self.agent.post(at.as_str()).header("Content-Type", "application/json");
            request.header("Accept", "application/json").send(body.as_bytes())
        };
        let mut answer = retried(&at, ask)?;
        match answer.status() {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                bail!("{at}: the server does not accept the password of user '{user}'")
            }
            status if status.is_success() => {
                let text = answer.body_mut().read_to_string().with_context(|| at.to_string())?;
                let reply: Value = serde_json::from_str(&text).unwrap_or_default();
                if let Some(token) = reply["result"]["password"].as_str() {
                    let credentials = STANDARD.encode(format!("{user}:{token}"));
                    self.authorization = Some(("X-Devpi-Auth", credentials));
                    self.is_devpi = true;
                    return Ok(());
                }
            }
            _ => {}
        }
        let credentials = STANDARD.encode(format!("{user}:{password}"));
        self.authorization = Some(("Authorization", format!("Basic {credentials}")));
        Ok(())
    }

    /// Uploads a file.
    pub(super) fn upload(&self, form: &Form) -> anyhow::Result<Uploaded> {
        let ask = || {
            let mut request = self.agent.post(self.url.as_str());
            request = request.header("Content-Type", &form.content_type);
            if let Some((name, value)) = &self.authorization {
                request = request.header(*name, value);
            }
            request.send(&form.body[..])
        };
        let mut answer = retried(&self.url, ask)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(Uploaded::Yes);
        }
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        let said = format!("{status}{}", first_words(&text));
        if status == StatusCode::CONFLICT
            || status == StatusCode::BAD_REQUEST && text.contains("already exist")
        {
            return Ok(Uploaded::IsThere(said));
        }
        let failure = Failure::new(format!("{}: the server refuses the file: {said}", self.url));
        Err(match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                failure.help("name the user with --user and the password in SUDOKU2PKG_PASSWORD")
            }
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => {
                failure.help("is this the address for uploads? devpi's is http://HOST/USER/INDEX/")
            }
            status if status.is_redirection() => failure.help("name the address it leads to"),
            _ => failure,
        }
        .into())
    }
}

/// The address as a folder: with a `/` at its end.
fn folder(url: &Url) -> Url {
    let mut url = url.clone();
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    url
}

/// Asks until there is an answer that a second try would not change.
fn retried(
    at: &Url,
    ask: impl Fn() -> Result<Response<Body>, ureq::Error>,
) -> anyhow::Result<Response<Body>> {
    let mut pause = FIRST_PAUSE;
    for _ in 1..TRIES {
        match ask() {
            Ok(answer) if !is_passing(answer.status()) => return Ok(answer),
            Ok(_) | Err(_) => thread::sleep(pause),
        }
        pause *= 2;
    }
    let answer = ask().map_err(|error| {
        let reason = match error {
            ureq::Error::Io(error) => error.kind().to_string(),
            error => error.to_string(),
        };
        anyhow::anyhow!("{at}: no answer from the server after {TRIES} tries: {reason}")
    })?;
    if is_passing(answer.status()) {
        bail!("{at}: the server still says {} after {TRIES} tries", answer.status());
    }
    Ok(answer)
}

fn is_passing(status: StatusCode) -> bool {
    status.is_server_error()
        || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
}

/// The first line of an answer that is plain text, with a colon before it.
fn first_words(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    match line.filter(|line| !line.starts_with('<')) {
        Some(line) => format!(": {}", line.chars().take(200).collect::<String>()),
        None => String::new(),
    }
}
