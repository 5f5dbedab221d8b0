//! Learns a game and examines the result: `cargo run --release -p sissa-supervisor --example learn -- chess 0`.
#![allow(clippy::print_stdout, clippy::print_stderr)]
use sissa_learn::{Budget, Counter, Engine, exact};
use sissa_supervisor::{Judge, Variant, examine};

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "chess".to_owned());
    let seed = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let variant = Variant::ALL
        .into_iter()
        .find(|variant| variant.name() == name)
        .expect("a variant");
    let begun = std::time::Instant::now();
    let mut judge = Judge(variant);
    let mut last = String::new();
    let budget = Budget::questions(
        args.next()
            .and_then(|budget| budget.parse().ok())
            .unwrap_or(1_000_000),
    )
    .watched(move |asked, topic| {
        if topic != last {
            eprintln!("{asked:8} {:6.1}s {topic}", begun.elapsed().as_secs_f32());
            last = topic.to_owned();
        }
        true
    });
    let mut counter = Counter::new(&mut judge, budget);
    let learnt = exact::learn(
        &variant.game(),
        &mut counter,
        exact::Priors::default(),
        seed,
    );
    println!("{}", learnt.program);
    for (topic, count) in &learnt.topics {
        println!("# {count:8} {topic}");
    }
    println!(
        "# {} questions, {:?} surprises, {:?}, {:.1}s",
        counter.asked(),
        learnt.surprises,
        learnt.halt,
        begun.elapsed().as_secs_f32()
    );
    let engine = Engine::new(&learnt.program);
    for row in examine::perft(variant, &engine, 5) {
        println!("# {row:?}");
    }
    let play = examine::random_play(variant, &engine, 30_000, 1, |_| true);
    println!("# play {play:?}");
    let found = examine::adversarial(variant, &engine, 100_000, 2, |_| true);
    println!(
        "# adversarial {} wrong of {}, {} invented, {} missed",
        found.wrong, found.positions, found.invented, found.missed
    );
    if let Some((position, plays)) = found.first {
        println!("# {plays:?} {position:?}");
    }
    println!("# {:.1}s", begun.elapsed().as_secs_f32());
}
