//! What each idea of the exact learner is worth: it learns chess with all of them and without each,
//! from several seeds, and is examined; the learning curves of the first seed go into a drawing.
//!
//! Names behind that choose among the settings.
//!
//! `cargo run --release -p sissa-supervisor --example ablations -- 5 docs/images/learn-exact.svg`
#![allow(clippy::print_stdout)]

use sissa_learn::{Budget, Counter, Engine, exact};
use sissa_supervisor::{Judge, Variant, examine, stages};

/// Positions of random play, and as many arrangements, each result is compared on.
const POSITIONS: u64 = 20_000;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let seeds: u64 = args.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let drawing = args.next();
    let wanted: Vec<String> = args.collect();
    let all = exact::Priors::default();
    // The slowest last: without the right laws to believe in, it ponders long.
    let settings = [
        ("all ideas", all),
        (
            "no symmetry",
            exact::Priors {
                symmetry: false,
                ..all
            },
        ),
        (
            "random questions",
            exact::Priors {
                chosen_questions: false,
                ..all
            },
        ),
        (
            "no capture laws",
            exact::Priors {
                capture_laws: false,
                ..all
            },
        ),
    ];
    println!(
        "| ideas | seed | questions | lines | perft 3 | wrong of {POSITIONS} random play | wrong of {POSITIONS} arrangements |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut curves = Vec::new();
    for (name, priors) in settings {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == name) {
            continue;
        }
        for seed in 0..seeds {
            let variant = Variant::Chess;
            let mut judge = Judge(variant);
            let mut counter = Counter::new(&mut judge, Budget::questions(1_000_000));
            let learnt = exact::learn(&variant.game(), &mut counter, priors, seed);
            let asked = counter.asked();
            let engine = Engine::new(&learnt.program);
            let rows = examine::perft(variant, &engine, 3);
            let right = rows.iter().filter(|row| row.learnt == row.true_count);
            let play = examine::random_play(variant, &engine, POSITIONS, seed + 1, |_| true);
            let search = examine::adversarial(variant, &engine, POSITIONS, seed + 1, |_| true);
            println!(
                "| {name} | {seed} | {asked} | {} | {} of {} | {} | {} |",
                learnt.program.to_string().lines().count(),
                right.count(),
                rows.len(),
                play.wrong,
                search.wrong
            );
            if seed == 0 {
                curves.push(stages::exact_curve(variant, &learnt.snapshots, name));
            }
        }
    }
    match drawing {
        Some(path) => std::fs::write(
            path,
            sissa_supervisor::chart("the rules of chess", "wrong moves a position", &curves),
        ),
        None => Ok(()),
    }
}
