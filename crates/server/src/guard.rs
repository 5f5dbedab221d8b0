//! Who may ask, and what a browser may do with the answer.
//!
//! A page on the internet must not be able to use a server on this machine through the browser that
//! shows it. Three bars: requests must name this host (a name that was pointed here by somebody
//! else's DNS is refused), must not come from another origin, and bodies must be JSON, which a
//! browser sends elsewhere only with leave that is never given.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{problem::ApiError, token::Token};

/// Scripts, styles and pictures of the page itself, pieces drawn inside the style sheet, and nothing
/// else: no other host, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Whether names of this machine only are accepted.
#[derive(Debug, Clone, Copy)]
pub struct LocalOnly(pub bool);

/// Who is let in, and to what.
#[derive(Debug, Clone)]
pub struct Gate {
    pub local: LocalOnly,
    pub token: Option<Token>,
    pub read_only: bool,
}

/// What is answered where only reading is allowed, besides documents.
const QUICK: [&str; 4] = [
    "/api/v1/explain",
    "/api/v1/check",
    "/api/v1/show",
    "/api/v1/threats",
];

/// Refuses strangers and adds the headers that bind the browser.
pub async fn guard(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let mut response = match gate.admit(&request) {
        Ok(()) => next.run(request).await,
        Err(answer) => *answer,
    };
    let headers = response.headers_mut();
    let mut say = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    say(header::CONTENT_SECURITY_POLICY, POLICY);
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(header::REFERRER_POLICY, "no-referrer");
    say(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    say(
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    response
}

impl Gate {
    fn admit(&self, request: &Request) -> Result<(), Box<Response>> {
        admit(request.headers(), self.local).map_err(|error| Box::new(error.into_response()))?;
        if let Some(token) = &self.token {
            token.admit(request.method(), request.uri(), request.headers())?;
        }
        let path = request.uri().path();
        if self.read_only && request.method() == Method::POST && !QUICK.contains(&path) {
            let message = "this server answers only what takes no time";
            let error = ApiError::new(StatusCode::FORBIDDEN, "read-only", message)
                .hint("it was started with --read-only; explain, check, show and threats work");
            return Err(Box::new(error.into_response()));
        }
        Ok(())
    }
}

fn admit(headers: &HeaderMap, local: LocalOnly) -> Result<(), ApiError> {
    if headers.get_all(header::HOST).iter().nth(1).is_some() {
        let message = "a request names one host";
        return Err(ApiError::bad("host", message));
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.unwrap_or("");
    if local.0 && !is_local(host) {
        return Err(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "host",
            "this server answers only to names of its own machine",
        )
        .hint("use the address that `sissa serve` printed"));
    }
    match headers.get(header::ORIGIN) {
        Some(origin) if !is_same(origin, host) => Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "origin",
            "requests from other sites are refused",
        )),
        _ => Ok(()),
    }
}

/// Whether a host, with or without port, is this machine.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

fn is_same(origin: &HeaderValue, host: &str) -> bool {
    let origin = origin.to_str().unwrap_or("");
    origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"))
        .is_some_and(|origin| origin.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8000",
            "127.1.2.3",
            "[::1]:9",
            "[::1]",
        ] {
            assert!(is_local(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org:80",
            "10.0.0.1",
        ] {
            assert!(!is_local(host), "{host}");
        }
    }

    #[test]
    fn another_port_is_another_origin() {
        let origin = HeaderValue::from_static("http://localhost:81");
        assert!(is_same(&origin, "localhost:81"));
        assert!(!is_same(&origin, "localhost:80"));
        assert!(!is_same(&HeaderValue::from_static("null"), "localhost"));
    }
}
