//! The web interface: an HTTP API that streams the records of the command line, and a page that
//! uses it.
//!
//! The idea: **a job is a series of short turns in a lane of its kind.** Every computation waits in its
//! lane for a processor, works for a few milliseconds and queues again; one that takes longer steps
//! aside. So a request for a thousand positions
//! does not keep a request for one waiting, and a client that is gone is noticed between two turns
//! or, in a long search, by the search itself. Nobody is trusted: bodies, counts, times, connections
//! and the queue are bounded by [`Limits`].
//!
//! | module | does |
//! |---|---|
//! | `api` | the routes, in one table from which the OpenAPI document is made |
//! | `answer` | verdicts and explanations as records |
//! | `jobs` | the queue, turns, cancellation |
//! | `client` | who waits for the lines of a job |
//! | `socket` | one connection for all streams of a page |
//! | `page` | the built page, inside the binary |
//! | `guard` | who may ask, and what the browser may do |
//! | `listen`, `connections` | slow connections are dropped, idle ones give way, open ones end in order |
//!
//! # Example
//!
//! ```
//! use sissa_server::{Config, serve};
//! use tokio::net::TcpListener;
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let listener = TcpListener::bind("127.0.0.1:0").await?;
//! let config = Config::default();
//! serve(listener, config, async { /* until this ends */ }).await
//! # })?;
//! # Ok::<_, std::io::Error>(())
//! ```

mod api;
mod client;
mod config;
mod connections;
mod guard;
mod jobs;
mod listen;
mod page;
mod problem;
mod socket;
mod token;

pub use api::openapi;
pub use config::{Config, Limits};
pub use listen::serve;
pub use page::notices;
pub use problem::{ErrorBody, Span};
pub use token::Token;
