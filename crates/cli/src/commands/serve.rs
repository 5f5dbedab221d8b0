//! `sissa serve`: the web interface.

use std::{io, net::SocketAddr};

use sissa_server::{Config, Limits, openapi, serve};
use tokio::{net::TcpListener, runtime};

use crate::{
    args::ServeArgs,
    console::Console,
    output::Output,
    problem::{Exit, Problem, Report},
};

pub fn run(args: &ServeArgs, console: &Console) -> Result<Exit, Problem> {
    if args.openapi {
        let document = openapi(env!("CARGO_PKG_VERSION"));
        let text = serde_json::to_string_pretty(&document).expect("the document has string keys");
        let output = Output::open(args.output.output.as_deref())?;
        output.write((text + "\n").as_bytes())?;
        output.finish()?;
        return Ok(Exit::Yes);
    }
    if args.output.output.is_some() {
        return Err(Report::new("-o belongs to --openapi").into());
    }
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Report::io("cannot start", &error))?;
    runtime.block_on(listen(args, console))
}

async fn listen(args: &ServeArgs, console: &Console) -> Result<Exit, Problem> {
    let address = SocketAddr::new(args.bind, args.port);
    let cannot = |error: &io::Error| {
        let report = Report::io(format!("cannot listen on {address}"), error);
        match error.kind() {
            io::ErrorKind::AddrInUse => report.hint("another port with --port, or --port 0"),
            _ => report,
        }
    };
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| cannot(&error))?;
    let address = listener.local_addr().map_err(|error| cannot(&error))?;
    if !address.ip().is_loopback() {
        console.warning(
            &format!("anybody who can reach {address} can use this server"),
            Some("without --bind it answers only to this machine"),
        );
    }
    let mut limits = Limits {
        positions: args.max_count,
        position_time: args.timeout,
        job_time: args.total_timeout,
        ..Limits::default()
    };
    if let Some(threads) = args.threads {
        limits.workers = threads;
    }
    let config = Config { limits };
    let ended = ended();
    let output = Output::open(None)?;
    output.write(format!("http://{address}/\n").as_bytes())?;
    output.finish()?;
    console.say("Open this address in a browser; Ctrl-C ends the server\n");
    serve(listener, config, ended)
        .await
        .map_err(|error| cannot(&error))?;
    console.summary("stopped");
    Ok(Exit::Yes)
}

/// Until Ctrl-C is pressed or the system asks the program to end. It listens from this call on, not
/// only when it is awaited: who has read the address may end the server at once.
fn ended() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let mut asked = {
        use tokio::signal::unix::{SignalKind, signal};
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok())
    };
    async move {
        #[cfg(unix)]
        if let [Some(interrupt), Some(terminate)] = &mut asked {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}
