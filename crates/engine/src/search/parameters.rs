//! The numbers of the search: how much to prune, reduce and learn.
//!
//! Each has a meaning, limits and a step by which a tuner may try it; `sissa-tune search` found the
//! defaults in games against itself (`docs/engine.md`). Depths and reductions are in 1024ths of a ply,
//! margins in centipawns.

/// One of the numbers, for a tuner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: &'static str,
    pub value: i32,
    pub least: i32,
    pub most: i32,
    /// A change that may well matter.
    pub step: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $least:literal..=$most:literal by $step:literal;)*) => {
        /// All numbers of the search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $value,)* }
            }
        }

        impl Parameters {
            /// The numbers one by one.
            pub fn list(&self) -> Vec<Parameter> {
                vec![$(Parameter {
                    name: stringify!($name),
                    value: self.$name,
                    least: $least,
                    most: $most,
                    step: $step,
                },)*]
            }

            /// Sets the numbers in the order of [`list`](Parameters::list), within their limits.
            pub fn set_all(&mut self, values: impl IntoIterator<Item = i32>) {
                let mut values = values.into_iter();
                $(if let Some(value) = values.next() {
                    self.$name = value.clamp($least, $most);
                })*
            }
        }
    };
}

parameters! {
    /// Plies left up to which checks are looked at more deeply.
    check_depth = 19 in 0..=30 by 3;
    /// Reduction of any late move.
    reduction_base = 819 in 0..=2048 by 150;
    /// Reduction by the logarithms of depth and number of the move.
    reduction_slope = 400 in 200..=800 by 40;
    /// Less for a good history, out of 8,192.
    reduction_history = 1267 in 300..=2500 by 170;
    /// More where the evaluation does not improve.
    reduction_not_improving = 689 in -1024..=3072 by 300;
    /// More where the table's move is a capture.
    reduction_table_noisy = 1024 in -1024..=3072 by 300;
    /// Less for killers.
    reduction_killer = 1994 in -1024..=3072 by 300;
    /// More where one answer after the other refutes.
    reduction_cutoffs = 636 in -1024..=3072 by 300;
    /// More where a cut is expected.
    reduction_cut = 1024 in -1024..=3072 by 300;
    /// Still more of a quiet move there.
    reduction_cut_quiet = 1024 in -1024..=3072 by 300;
    /// Less where the principal variation once was.
    reduction_was_pv = 1570 in -1024..=3072 by 300;
    /// Less in the principal variation.
    reduction_pv = 554 in -1024..=3072 by 300;
    /// Less for a move that gives check.
    reduction_check = 1024 in -1024..=3072 by 300;
    /// Less where in check.
    reduction_evasion = 55 in -1024..=3072 by 300;
    /// More once a move was good enough.
    reduction_raised = 471 in -1024..=3072 by 300;
    /// Less where the evaluation had to be corrected, a centipawn.
    reduction_doubt = 6 in -16..=48 by 4;
    /// The share of a capture's reduction that counts.
    reduction_noisy = 512 in 0..=1024 by 100;
    /// Less for a capture that loses nothing.
    reduction_sure = -63 in -1024..=3072 by 300;
    /// Less for a good history of the capture, out of 8,192.
    reduction_capture_history = 301 in -500..=2000 by 150;
    /// A reduced move that beats the best by so much is looked at more deeply.
    surprise = 74 in 5..=150 by 12;
    /// One that beats it by less than this, less deeply.
    no_surprise = 10 in 0..=40 by 4;
    /// What the first needs besides, in sixteenths a ply.
    surprise_depth = 28 in 0..=160 by 12;
    /// A position so far ahead a ply stays ahead.
    ahead = 71 in 30..=150 by 10;
    /// Less where the evaluation improves.
    ahead_improving = 22 in 0..=200 by 18;
    /// Less where a cut is expected and the table knows nothing.
    ahead_unknown = 16 in -60..=120 by 15;
    /// Plies up to which that is believed.
    ahead_depth = 6 in 4..=14 by 1;
    /// How far its value is drawn back to what it needed, in 1024ths.
    ahead_share = 512 in 0..=1024 by 100;
    /// A position so far behind needs captures.
    behind = 251 in 0..=500 by 50;
    /// And so much more a ply.
    behind_depth = 200 in 50..=500 by 40;
    /// How far behind passing may still be tried, a ply.
    pass_depth = 20 in 5..=40 by 3;
    /// Less this.
    pass_margin = 131 in -50..=300 by 25;
    /// Reduction of a pass.
    pass_reduction = 4096 in 2048..=6144 by 300;
    /// And more by depth.
    pass_slope = 352 in 64..=640 by 50;
    /// One ply more for so much ahead.
    pass_ahead = 318 in 60..=500 by 35;
    /// By how much a capture must beat beta at less depth.
    probcut = 180 in 80..=350 by 25;
    /// Less where the evaluation improves.
    probcut_improving = -38 in -100..=200 by 20;
    /// Late quiet moves that are tried, in hundredths.
    late_base = 583 in 0..=900 by 80;
    /// And more by the square of depth.
    late_slope = 100 in 30..=250 by 15;
    /// The share of them where the evaluation does not improve, in hundredths.
    late_not_improving = 64 in 20..=100 by 7;
    /// What a quiet move may gain.
    hope = 38 in 0..=250 by 25;
    /// And more a ply.
    hope_depth = 71 in 30..=180 by 12;
    /// And more by its history, out of 8,192.
    hope_history = 98 in 0..=200 by 16;
    /// What a capture may gain beyond the man taken.
    hope_noisy = 600 in 50..=900 by 60;
    /// And more a ply.
    hope_noisy_depth = 241 in 50..=400 by 30;
    /// Quiet moves with a history worse than this a ply are dropped.
    hopeless = 3653 in 1000..=9000 by 500;
    /// What a capture may lose a ply.
    loss_noisy = 90 in 30..=220 by 14;
    /// And more by its history, out of 8,192.
    loss_history = 128 in 0..=400 by 32;
    /// What a quiet move may lose by the square of depth.
    loss_quiet = 22 in 8..=60 by 4;
    /// Plies from which it is asked whether one move alone keeps the value.
    singular_depth = 7 in 4..=10 by 1;
    /// How much worse all others must be, in sixteenths a ply.
    singular = 9 in 8..=80 by 6;
    /// How much worse still for two plies.
    singular_double = 20 in 0..=60 by 5;
    /// What a capture may gain beyond the man taken, at the end of a line.
    delta = 315 in 60..=400 by 25;
    /// What histories learn from a cutoff, a ply.
    bonus = 182 in 50..=400 by 20;
    /// At most.
    bonus_most = 1600 in 600..=4000 by 200;
    /// What they learn of the moves tried before, a ply.
    malus = 237 in 50..=400 by 20;
    /// At most.
    malus_most = 1878 in 600..=4000 by 200;
    /// The share of a bonus where the table knew the cutoff, in 1024ths.
    learnt_table = 380 in 0..=2048 by 120;
    /// What the quiet move before loses by that.
    unlearnt_table = 133 in -512..=1536 by 120;
    /// The share of a move that was reduced and proved itself, or not.
    learnt_surprise = 747 in 0..=2048 by 120;
    /// The share of a quiet move without an answer.
    learnt_unanswered = 377 in 0..=2048 by 120;
    /// How far the history after the step two plies before counts.
    follow_two = 830 in 256..=2048 by 130;
    /// After that four plies before.
    follow_four = 793 in 0..=1536 by 130;
    /// How far the history by pawns counts.
    follow_pawns = 781 in -512..=2048 by 160;
    /// What a quiet move's history learns from the change of the evaluation behind it, in sixteenths.
    gain = 5 in -80..=320 by 20;
    /// How far the pawns' correction is believed, in 1024ths.
    correction_pawns = 54 in 0..=160 by 10;
    /// That of the other men.
    correction_men = 80 in 0..=160 by 10;
    /// That of the last two moves.
    correction_steps = 59 in 0..=160 by 10;
    /// How fast corrections learn, in 64ths a ply.
    correction_rate = 12 in 2..=24 by 2;
    /// Half of the first window.
    window = 22 in 5..=40 by 2;
    /// How it grows, in 1024ths.
    window_growth = 512 in 128..=1536 by 100;
}

impl Parameters {
    /// What histories learn from a cutoff.
    pub(super) fn learnt(&self, depth: i32) -> i32 {
        (self.bonus * depth - self.bonus / 2).min(self.bonus_most)
    }

    /// What they learn of the moves tried in vain before it.
    pub(super) fn unlearnt(&self, depth: i32) -> i32 {
        (self.malus * depth - self.malus / 2).min(self.malus_most)
    }
}

/// Reductions by depth and number of the move, in 1024ths of a ply.
#[derive(Clone, Debug)]
pub(super) struct Reductions(Vec<i32>);

const SIZE: usize = 64;

impl Reductions {
    pub fn new(parameters: &Parameters) -> Reductions {
        let logs: [f64; SIZE] = std::array::from_fn(|n| (n.max(1) as f64).ln());
        let entry = |index: usize| {
            let logs = logs[index / SIZE] * logs[index % SIZE];
            parameters.reduction_base + (logs * f64::from(parameters.reduction_slope)) as i32
        };
        Reductions((0..SIZE * SIZE).map(entry).collect())
    }

    pub fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, SIZE as i32 - 1) as usize * SIZE + number.min(SIZE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_in_order_and_within_limits() {
        let list = Parameters::default().list();
        let mut parameters = Parameters::default();
        parameters.set_all(list.iter().map(|one| one.least - 1));
        assert!(parameters.list().iter().all(|one| one.value == one.least));
        parameters.set_all(list.iter().map(|one| one.value));
        assert_eq!(parameters, Parameters::default());
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let reductions = Reductions::new(&Parameters::default());
        assert!(reductions.of(8, 3) < reductions.of(8, 20));
        assert!(reductions.of(4, 20) < reductions.of(8, 20));
        assert_eq!(reductions.of(200, 300), reductions.of(63, 63));
    }
}
