//! One connection for everything that a page has under way.
//!
//! A browser opens six connections to one server for all its tabs together, and a stream holds one of them until it ends. Sockets are not
//! counted among the six: a page asks for all its streams over one, and a dozen tabs do not wait for each other. It is another way to
//! the same routes: what is asked here goes through the same router and the same guard as a request that comes alone.
//!
//! The page sends `{"id": 1, "path": "/generate", "body": "{…}"}`, and `{"id": 1}` when it wants no more of it. It hears messages that
//! begin with a line: `1 200` and then bytes of the answer as they come, at last `1 end`.

mod frames;

use std::{
    collections::HashMap, future::poll_fn, io, pin::Pin, sync::Arc, task::ready, time::Duration,
};

use axum::{
    Extension, Router,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use hyper::{body::Body as _, service::Service, upgrade::Upgraded};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use serde::Deserialize;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::mpsc,
    task::{AbortHandle, JoinSet},
    time::sleep,
};

use crate::{connections::Place, jobs::Jobs, problem::ApiError};
use frames::{Heard, Inbox};

/// Requests under way on one socket.
const MOST: usize = 32;

/// What is said when an answer is whole.
const END: &str = "end";

/// What a request on a socket takes over from the one that opened it: who asks.
const KEPT: [HeaderName; 4] = [
    header::HOST,
    header::ORIGIN,
    header::COOKIE,
    header::AUTHORIZATION,
];

/// What every socket knows.
#[derive(Debug, Clone)]
pub struct Sockets {
    /// Everything else that is served.
    pub router: Router,
    pub jobs: Jobs,
    /// Largest message, in bytes.
    pub body: usize,
    /// How long a socket stays open on which nothing is under way.
    pub patience: Duration,
}

/// A message of the page: a request, or without a path that its answer is not wanted any more.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    id: u32,
    path: Option<String>,
    #[serde(default)]
    body: String,
}

/// Makes a socket of a request that asks for one.
pub async fn open(
    State(sockets): State<Sockets>,
    place: Option<Extension<Arc<Place>>>,
    mut request: Request<Body>,
) -> Response {
    let headers = request.headers().clone();
    let said = |name, value: &str| {
        let text = headers.get(name).and_then(|text| text.to_str().ok());
        text.is_some_and(|text| text.to_ascii_lowercase().contains(value))
    };
    let key = headers.get(header::SEC_WEBSOCKET_KEY);
    let asked = said(header::CONNECTION, "upgrade")
        && said(header::UPGRADE, "websocket")
        && said(header::SEC_WEBSOCKET_VERSION, "13");
    let Some(key) = key.and_then(|key| key.to_str().ok()).filter(|_| asked) else {
        let status = StatusCode::UPGRADE_REQUIRED;
        let error = ApiError::new(status, "socket", "this address is a WebSocket, version 13");
        return ([(header::UPGRADE, "websocket")], error).into_response();
    };
    let answer = [
        (header::CONNECTION, "upgrade".to_owned()),
        (header::UPGRADE, "websocket".to_owned()),
        (header::SEC_WEBSOCKET_ACCEPT, frames::accept(key)),
    ];
    let upgrade = hyper::upgrade::on(&mut request);
    // Counted among the connections as long as it is open.
    let answering = place.map(|Extension(place)| (place.answering(), place));
    tokio::spawn(async move {
        if let Ok(stream) = upgrade.await {
            // A client that breaks the rules or goes away is not our error.
            let _ = talk(TokioIo::new(stream), &headers, &sockets).await;
        }
        drop(answering);
    });
    (StatusCode::SWITCHING_PROTOCOLS, answer).into_response()
}

/// Requests and answers until one side has enough. What is under way ends with the socket.
async fn talk(
    mut stream: TokioIo<Upgraded>,
    headers: &HeaderMap,
    sockets: &Sockets,
) -> io::Result<()> {
    let mut inbox = Inbox::new(sockets.body);
    // Few wait unsent: a slow page slows only its own jobs.
    let (sender, mut pieces) = mpsc::channel(4);
    let mut tasks = JoinSet::new();
    let mut under_way: HashMap<u32, AbortHandle> = HashMap::new();
    let mut stopped = sockets.jobs.stopped();
    loop {
        while let Some(heard) = inbox.next().map_err(|_| io::ErrorKind::InvalidData)? {
            let asked: Asked = match heard {
                Heard::Text(text) => serde_json::from_str(&text)?,
                Heard::Ping(payload) => {
                    write(&mut stream, &frames::pong(&payload)).await?;
                    continue;
                }
                Heard::Close => return write(&mut stream, &frames::close()).await,
            };
            let Some(path) = asked.path else {
                under_way.remove(&asked.id).inspect(AbortHandle::abort);
                continue;
            };
            let request = if under_way.len() < MOST {
                request(headers, &path, asked.body)
            } else {
                Err(Jobs::busy())
            };
            let answer = answer(sockets.router.clone(), request, asked.id, sender.clone());
            under_way.insert(asked.id, tasks.spawn(answer));
        }
        let stopping = *stopped.borrow();
        let patience = if stopping {
            Duration::ZERO
        } else {
            sockets.patience
        };
        tokio::select! {
            read = read(&mut stream, &mut inbox) => read?,
            Some((id, piece)) = pieces.recv() => {
                if piece == END {
                    under_way.remove(&id);
                }
                write(&mut stream, &frames::text(&format!("{id} {piece}"))).await?;
            }
            Some(_) = tasks.join_next() => {}
            _ = stopped.changed() => {}
            () = sleep(patience), if under_way.is_empty() => {
                return write(&mut stream, &frames::close()).await;
            }
        }
    }
}

/// Takes what has come; an error where nothing will come any more.
async fn read(stream: &mut TokioIo<Upgraded>, inbox: &mut Inbox) -> io::Result<()> {
    let mut room = [0; 4096];
    poll_fn(|context| {
        let mut buffer = ReadBuf::new(&mut room);
        ready!(Pin::new(&mut *stream).poll_read(context, &mut buffer))?;
        if buffer.filled().is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into()).into();
        }
        inbox.push(buffer.filled());
        Ok(()).into()
    })
    .await
}

/// Hands all of it on.
async fn write(stream: &mut TokioIo<Upgraded>, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = poll_fn(|context| Pin::new(&mut *stream).poll_write(context, bytes)).await?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        bytes = &bytes[written..];
    }
    poll_fn(|context| Pin::new(&mut *stream).poll_flush(context)).await
}

/// A request as if it had come alone.
fn request(headers: &HeaderMap, path: &str, body: String) -> Result<Request<Body>, ApiError> {
    let request = Request::post(format!("/api/v1{path}")).body(Body::from(body));
    let mut request = request.map_err(|_| ApiError::bad("body", "that is no path"))?;
    for name in KEPT {
        if let Some(value) = headers.get(&name) {
            request.headers_mut().insert(name, value.clone());
        }
    }
    let json = HeaderValue::from_static("application/json");
    request.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(request)
}

/// Hands the answer on piece by piece. Whoever ends this ends the job, as a client that goes away does.
async fn answer(
    router: Router,
    request: Result<Request<Body>, ApiError>,
    id: u32,
    pieces: mpsc::Sender<(u32, String)>,
) {
    let response = match request {
        Ok(request) => match TowerToHyperService::new(router).call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        },
        Err(error) => error.into_response(),
    };
    let status = response.status().as_u16();
    let mut body = response.into_body();
    while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(bytes) = frame.into_data() else {
            continue;
        };
        let piece = format!("{status}\n{}", String::from_utf8_lossy(&bytes));
        if pieces.send((id, piece)).await.is_err() {
            return;
        }
    }
    let _ = pieces.send((id, END.to_owned())).await;
}
