//! What went wrong, as an HTTP answer: `{code, message, hint}` and the place, where there is one.

use axum::{
    Json,
    extract::{FromRequest, Request, rejection::JsonRejection},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use sissa::Problem;
use sissa_game::Reason;
use sissa_record::ReadError;

/// The body of every answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorBody {
    /// What kind of thing, for programs: `constraint`, `style`, `limit`, `busy`, …
    pub code: String,
    /// The field of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
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
                field: None,
                message: sissa_game::visible_line(&message.into(), 2_000),
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

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> ApiError {
        let status = match problem.code {
            "unsupported" | "players" | "style" => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        let place = problem.place.unwrap_or_default();
        let units = |bytes: usize| {
            let head = place.source.get(..bytes).unwrap_or(&place.source);
            head.encode_utf16().count()
        };
        let span = place.span.map(|span| Span {
            start: units(span.start),
            end: units(span.end),
        });
        ApiError {
            status,
            body: Box::new(ErrorBody {
                code: problem.code.to_owned(),
                field: problem.field.map(str::to_owned),
                message: problem.message,
                hint: problem.hint,
                excerpt: place.excerpt,
                span,
                reasons: problem.reasons,
            }),
        }
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> ApiError {
        Problem::from(error).into()
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
