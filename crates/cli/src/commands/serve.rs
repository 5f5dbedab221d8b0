//! `sissa serve`: the web interface.

use std::{io, net::SocketAddr, path::Path};

use sissa::Session;
use sissa_server::{Config, Limits, Token, openapi, serve};
use tokio::{net::TcpListener, runtime};

use crate::{
    args::ServeArgs,
    console::Console,
    output::Output,
    problem::{Exit, Problem, Report},
};

/// Bytes of a file that may hold a token.
const LONGEST_TOKEN: u64 = 4_096;

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
    give_back_large_blocks();
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Report::io("cannot start", &error))?;
    runtime.block_on(listen(args, console))
}

/// Gives blocks of more than a mebibyte back to the system as soon as they are free. The C library of Linux otherwise learns
/// from the first large block that is freed to keep such blocks for later, in each of its pools: tables of searches
/// that had ended long ago filled some hundred megabytes within the hour.
fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "a call of the C library")]
    // SAFETY: it sets a number, and there is no other thread yet.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20);
    }
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
    if let Some(folder) = &args.games {
        sissa::Report::new(["anything"])
            .games(folder)
            .prepare(&super::session(None))?;
    }
    let token = args.token_file.as_deref().map(token).transpose()?;
    if !address.ip().is_loopback() && token.is_none() {
        console.warning(
            &format!("anybody who can reach {address} can use this server"),
            Some("without --bind it answers only to this machine; --token-file asks for a secret"),
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
    let config = Config {
        limits,
        token,
        read_only: args.read_only,
        games: args.games.clone(),
        session: super::with_syzygy(Session::new(), args.syzygy.as_deref())?,
    };
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

/// The token that a file holds.
fn token(path: &Path) -> Result<Token, Problem> {
    let name = path.display();
    let bytes = sissa_game::read_file(path, LONGEST_TOKEN)
        .map_err(|error| Report::io(format!("cannot read {name}"), &error))?;
    let text = String::from_utf8_lossy(&bytes);
    Token::new(text.trim()).map_err(|reason| {
        let report = Report::new(format!("{name} holds no token: {reason}"));
        report.hint("`openssl rand -hex 16` makes one").into()
    })
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
