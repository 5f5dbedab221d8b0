//! The server over real connections on loopback.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;
mod crowd;
mod duel;
mod refusals;
mod sockets;
mod strangers;
mod streams;
