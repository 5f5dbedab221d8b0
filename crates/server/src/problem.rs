//! What went wrong, as an HTTP answer: `{code, message, hint}` and the place, where there is one.

use axum::{
    Json,
    extract::{FromRequest, Request, rejection::JsonRejection},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use sissa_constraint::{ParseError, Refutation};
use sissa_record::{ReadError, Reason};

/// The body of every answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorBody {
    /// What kind of thing, for programs: `constraint`, `impossible`, `limit`, `busy`, …
    pub code: String,
    /// What is wrong, for people, quoting the input.
    pub message: String,
    /// What to try instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The offending text and, on a second line, carets under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// Where in the constraint it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Why nothing can satisfy the constraint.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub reasons: Vec<Reason>,
}

/// A stretch of a text, in UTF-16 units: the offsets of a browser's strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Span {
    /// The first unit.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

/// An answer that is an error.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    body: Box<ErrorBody>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &str, message: impl Into<String>) -> ApiError {
        ApiError {
            status,
            body: Box::new(ErrorBody {
                code: code.to_owned(),
                message: message.into(),
                hint: None,
                excerpt: None,
                span: None,
                reasons: Vec::new(),
            }),
        }
    }

    /// A request that cannot be understood or is too much.
    pub fn bad(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> ApiError {
        self.body.hint = Some(hint.into());
        self
    }

    /// Nothing can satisfy the constraint.
    pub fn impossible(refutation: &Refutation) -> ApiError {
        let mut error = ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "impossible",
            "no position can satisfy this constraint",
        )
        .hint("relax one of the conditions named");
        error.body.reasons = crate::answer::reasons(refutation);
        error
    }

    /// Predicates that are part of the language, but not of this request.
    pub fn unsupported(predicates: &[String]) -> ApiError {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "unsupported",
            format!("cannot honour `{}` yet", predicates.join("`, `")),
        )
        .hint("players, the game's course and an engine's judgement are not part of a position; leave that out")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<ParseError> for ApiError {
    fn from(error: ParseError) -> ApiError {
        let units = |bytes: usize| {
            let head = error.source_text.get(..bytes);
            head.unwrap_or(&error.source_text).encode_utf16().count()
        };
        let span = Span {
            start: units(error.span.start),
            end: units(error.span.end),
        };
        let excerpt = (!error.source_text.trim().is_empty()).then(|| error.excerpt());
        let mut answer = ApiError::bad("constraint", error.message);
        answer.body.hint = error.hint;
        answer.body.excerpt = excerpt;
        answer.body.span = Some(span);
        answer
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> ApiError {
        let message = error.to_string();
        let message = message.strip_prefix("argument: ").unwrap_or(&message);
        let carets = error.excerpt.caret_line();
        let mut answer = ApiError::bad("input", message);
        answer.body.hint = error.hint().map(str::to_owned);
        answer.body.excerpt = match (error.excerpt.text.as_str(), carets.as_str()) {
            ("", _) => None,
            (text, "") => Some(text.to_owned()),
            (text, carets) => Some(format!("{text}\n{carets}")),
        };
        answer
    }
}

/// A JSON body, or an error in our own words.
pub struct Input<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Input<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Input<T>, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Input(value)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &JsonRejection) -> ApiError {
    let status = rejection.status();
    match rejection {
        JsonRejection::MissingJsonContentType(_) => ApiError::new(
            status,
            "content-type",
            "the body must be sent as application/json",
        ),
        JsonRejection::JsonSyntaxError(_) | JsonRejection::JsonDataError(_) => {
            let text = rejection.body_text();
            // The reason is behind the general words.
            let reason = text.rsplit_once("target type: ").map(|(_, reason)| reason);
            let reason =
                reason.or_else(|| text.strip_prefix("Failed to parse the request body as JSON: "));
            ApiError::bad(
                "body",
                format!("cannot read the body: {}", reason.unwrap_or(&text)),
            )
            .hint("/api/v1/openapi.json describes every request")
        }
        _ if status == StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::new(status, "too-large", "the body is too large")
        }
        _ => ApiError::new(status, "body", "the body could not be read"),
    }
}
