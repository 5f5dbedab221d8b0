//! Runs the stages before the exact learner and prints their figures.
#![allow(clippy::print_stdout)]
use sissa_supervisor::stages;

fn main() {
    let begun = std::time::Instant::now();
    let report = stages::synapses_stage(0, 100_000, |_| true).expect("nothing stops it");
    for man in &report.men {
        println!("{man:?}");
    }
    println!("{}\n{}", report.rook.0.table(), report.rook.1.table());
    println!("{:.1}s", begun.elapsed().as_secs_f32());
    let (rows, _) = stages::line_stage(0, 200_000, |_| true).expect("nothing stops it");
    for row in rows {
        println!("{row:?}");
    }
    println!("{:.1}s", begun.elapsed().as_secs_f32());
    let (rows, curve, questions) =
        stages::net_stage(0, 150_000, &[], |_| true).expect("nothing stops it");
    for row in rows {
        println!("{row:?}");
    }
    println!(
        "{questions} {curve:?} {:.1}s",
        begun.elapsed().as_secs_f32()
    );
}
