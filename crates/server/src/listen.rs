//! Connections: accepted up to a bound, dropped when they dawdle, ended in order.

use std::{
    convert::Infallible,
    future::Future,
    io,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{Router, body::Body, response::Response};
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{Instant, Sleep, sleep, timeout},
};

use crate::{
    Config, api,
    connections::{Connections, Held, Place},
    guard::LocalOnly,
};

/// Answers requests until `shutdown` ends; then no new connection is accepted, running jobs are
/// asked to end, and open answers get a moment to finish.
///
/// A listener on a loopback address answers only requests that name this machine.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let local = LocalOnly(listener.local_addr()?.ip().is_loopback());
    let limits = config.limits.clone();
    let (app, jobs) = api::app(config, local);
    let connections = Connections::new(limits.connections);
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Out of files, or a client gone before it was here: others can still be served.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Lines are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let Some(place) = connections.enter(peer.ip()) else {
            let _ = stream.try_write(BUSY);
            continue;
        };
        let number = place.number();
        let service = Counted {
            app: app.clone(),
            place: Arc::new(place),
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.patience)
            .serve_connection(TokioIo::new(Patient::new(stream, limits.patience)), service)
            .with_upgrades();
        let mut stopped = jobs.stopped();
        // A client that breaks the rules or goes away is not our error.
        let task = tokio::spawn(async move {
            let mut connection = pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = stopped.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
            }
            drop(connection.await);
        });
        Place::served_by(&connections, number, task.abort_handle());
    }
    drop(listener);
    jobs.stop();
    let _ = timeout(limits.farewell, connections.ended()).await;
    Ok(())
}

/// What a connection is told for which there is no place.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\
    Content-Type: application/json\r\nContent-Length: 65\r\n\r\n\
    {\"code\":\"busy\",\"message\":\"too many connections are being served\"}";

/// Answers requests and counts those under way.
struct Counted {
    app: Router,
    place: Arc<Place>,
}

impl Service<hyper::Request<Incoming>> for Counted {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, mut request: hyper::Request<Incoming>) -> Self::Future {
        let answering = self.place.answering();
        // A socket keeps the place of the request that it was.
        request.extensions_mut().insert(Arc::clone(&self.place));
        let answer = TowerToHyperService::new(self.app.clone()).call(request);
        Box::pin(async move {
            let answer = answer.await?;
            Ok(answer.map(|body| Body::new(Held { body, answering })))
        })
    }
}

/// A stream that gives up on a peer who takes nothing for too long.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// When to give up; set while a write is waiting.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Patient {
        Patient {
            stream,
            patience,
            deadline: None,
        }
    }

    fn watched<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let until = Instant::now() + self.patience;
        let deadline = self
            .deadline
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.watched(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
