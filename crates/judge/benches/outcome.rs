//! How many positions a second the formula and the network tell the ends of, given their values.
//!
//! `cargo bench -p sissa-judge`

use shakmaty::Chess;
use sissa_judge::{
    Worth,
    outcome::{Formula, Moment, Network, Outcome},
};
use sissa_nn::human::Player;

fn main() {
    divan::main();
}

fn moments() -> Vec<Moment> {
    (0..1000)
        .map(|index| Moment {
            ply: index / 10,
            clocks: Some([f64::from(index) / 5.0, 60.0]),
            ..Moment::new(&Chess::default(), Worth::Centipawns(index as i32 - 500))
                .between(Player::rated(1500), Player::rated(1600))
        })
        .collect()
}

fn told(bencher: divan::Bencher<'_, '_>, tell: impl Fn(&Moment) -> Outcome + Sync) {
    let moments = moments();
    bencher
        .counter(divan::counter::ItemsCount::new(moments.len()))
        .bench(|| moments.iter().map(|moment| tell(moment).white).sum::<f64>());
}

#[divan::bench]
fn formula(bencher: divan::Bencher<'_, '_>) {
    told(bencher, |moment| Formula::shipped().outcome(moment));
}

#[divan::bench]
fn network(bencher: divan::Bencher<'_, '_>) {
    told(bencher, |moment| Network::shipped().outcome(moment));
}
