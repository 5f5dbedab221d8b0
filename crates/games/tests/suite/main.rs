//! Games through import, Parquet and back, against other programs where there are any.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

mod damage;
mod finds;
mod games;
mod landscape;
mod oracle;
mod positions;
mod queries;
mod research;
mod resume;
mod similar;
mod texts;
