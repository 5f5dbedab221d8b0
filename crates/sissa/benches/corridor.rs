//! What the product adds to the search: the same 17 tuples of the thesis by the bare task, and as a
//! request whose positions are verified, counted and written as FEN. One thread, one process: the ratio
//! of the two is what the way from a request to a line costs.

use std::ops::ControlFlow;

use divan::{Bencher, counter::ItemsCount};
use sissa::{Event, Generate, Position, Session};
use sissa_constraint::Constraint;
use sissa_generate::{Options, Task};

fn main() {
    divan::main();
}

const EACH: u64 = 60;
const SEVENTEEN: [&str; 17] = [
    "white (1,2,2,2,7)",
    "white (1,2,2,1,8)",
    "white (1,2,1,2,8)",
    "white (0,2,2,2,8)",
    "white (1,2,2,1,7)",
    "white (1,2,1,2,7)",
    "white (0,2,2,2,7)",
    "white (1,2,1,1,7)",
    "white (1,2,2,0,7)",
    "white (1,2,0,2,7)",
    "white (1,1,2,2,8)",
    "white (1,2,2,2,6)",
    "white (1,2,1,1,8)",
    "white (1,2,2,2,5)",
    "white (1,2,1,1,6)",
    "white (1,2,2,0,6)",
    "white (1,2,0,2,6)",
];

#[divan::bench]
fn bare_task(bencher: Bencher) {
    let tasks: Vec<Task> = SEVENTEEN
        .iter()
        .map(|tuple| {
            let constraint: Constraint = tuple.parse().expect("a tuple");
            Task::new(&constraint, Options::default()).expect("feasible")
        })
        .collect();
    bencher
        .counter(ItemsCount::new(SEVENTEEN.len() as u64 * EACH))
        .bench(|| {
            let games = tasks
                .iter()
                .flat_map(|task| (0..EACH).map(|index| task.generate(0, index, &|| false)));
            games
                .map(|found| found.expect("found").moves.len())
                .sum::<usize>()
        });
}

#[divan::bench]
fn product_as_fen(bencher: Bencher) {
    let session = Session::new().threads(1);
    bencher
        .counter(ItemsCount::new(SEVENTEEN.len() as u64 * EACH))
        .bench(|| {
            let mut length = 0;
            for tuple in SEVENTEEN {
                let request = Generate::new(tuple).count(EACH);
                let generation = request.prepare(&session).expect("a tuple");
                generation.run_into(Position::fen, |event| {
                    if let Event::Found(fen) = event {
                        length += fen.len();
                    }
                    ControlFlow::Continue(())
                });
            }
            length
        });
}
