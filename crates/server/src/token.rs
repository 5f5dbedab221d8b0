//! A secret that lets people and programs in, where the server is open to other machines.
//!
//! Programs say `Authorization: Bearer …`. People open the address with `?token=…` once; from then on a cookie that no script
//! and no other site can use says it for them, and the address bar forgets it.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::problem::ApiError;

/// Shorter ones can be guessed.
const SHORTEST: usize = 16;
const COOKIE: &str = "sissa";

/// The secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Never shows itself.
impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Token(…)")
    }
}

impl Token {
    /// A secret of at least sixteen letters, digits, `-` and `_`; the error says what is wrong.
    ///
    /// ```
    /// use sissa_server::Token;
    ///
    /// assert!(Token::new("correct-horse-battery").is_ok());
    /// assert!(Token::new("short").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Token, &'static str> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if text.len() < SHORTEST {
            Err("a token has at least 16 characters")
        } else if text.bytes().all(plain) {
            Ok(Token(text.to_owned()))
        } else {
            Err("a token has letters, digits, `-` and `_` only")
        }
    }

    /// Whether it is the same, in a time that does not tell how much of it is.
    fn is(&self, other: &str) -> bool {
        let differences = self.0.bytes().zip(other.bytes());
        self.0.len() == other.len() && differences.fold(0, |all, (one, two)| all | (one ^ two)) == 0
    }

    /// Lets a request in, or answers it.
    pub fn admit(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Box<Response>> {
        let text = |name| {
            headers
                .get(name)
                .and_then(|value: &HeaderValue| value.to_str().ok())
        };
        let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let cookies = text(header::COOKIE).unwrap_or_default().split(';');
        let kept = cookies.filter_map(|cookie| cookie.trim().split_once('='));
        let mut kept = kept
            .filter(|(name, _)| *name == COOKIE)
            .map(|(_, value)| value);
        if bearer.is_some_and(|said| self.is(said)) || kept.any(|said| self.is(said)) {
            return Ok(());
        }
        let mut fields = uri.query().unwrap_or_default().split('&');
        let shown = fields.any(|field| {
            field
                .strip_prefix("token=")
                .is_some_and(|said| self.is(said))
        });
        if shown && method == Method::GET {
            return Err(Box::new(self.remembered(uri)));
        }
        Err(Box::new(stranger()))
    }

    /// Sends a browser to the address without the secret, with a cookie that has it.
    fn remembered(&self, uri: &Uri) -> Response {
        let query = uri.query().unwrap_or_default().split('&');
        let rest: Vec<&str> = query.filter(|field| !field.starts_with("token=")).collect();
        let mark = if rest.is_empty() { "" } else { "?" };
        let place = format!("{}{mark}{}", uri.path(), rest.join("&"));
        let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", self.0);
        let headers = [(header::LOCATION, place), (header::SET_COOKIE, cookie)];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

fn stranger() -> Response {
    let error = ApiError::new(
        StatusCode::UNAUTHORIZED,
        "token",
        "this server asks for its token",
    )
    .hint("open the address with `?token=…` once, or send `Authorization: Bearer …`");
    ([(header::WWW_AUTHENTICATE, "Bearer")], error).into_response()
}
