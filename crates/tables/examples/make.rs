//! Makes tables and prints what each costs.
#![allow(clippy::print_stdout)]
use std::time::Instant;

use shakmaty::Color;
use sissa_tables::{Making, Signature, Tables};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let threads = arguments
        .next()
        .map_or(1, |text| text.parse().expect("a number of threads"));
    let wanted: Vec<Signature> = arguments
        .map(|text| text.parse().expect("a signature"))
        .collect();
    let wanted = if wanted.is_empty() {
        Signature::all()
    } else {
        wanted
    };
    let tables = Tables::new(threads);
    let start = Instant::now();
    let mut last = start;
    for signature in wanted {
        tables
            .make(
                &[signature],
                &Making {
                    threads,
                    cancel: &|| false,
                    progress: &|_| (),
                },
            )
            .expect("nobody cancels");
        let moves = |turn| {
            tables
                .longest(signature, turn)
                .map(|plies| plies.div_ceil(2))
        };
        println!(
            "{signature:8} {:6.2} s  white {:?} black {:?}",
            last.elapsed().as_secs_f64(),
            moves(Color::White),
            moves(Color::Black)
        );
        last = Instant::now();
    }
    println!("{:.2} s", start.elapsed().as_secs_f64());
}
