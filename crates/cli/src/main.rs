//! The binary `sissa`; everything is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sissa_cli::run(std::env::args_os())
}
