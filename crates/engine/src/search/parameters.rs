//! The numbers of the search: how much to prune, reduce and learn.
//!
//! Each has a meaning, limits and a step by which a tuner may try it; `sissa-tune search` found the
//! defaults in games against itself (`docs/engine-history.md`). Depths and reductions are in 1024ths of a ply,
//! margins in centipawns.

use alloc::{vec, vec::Vec};

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
    // Check extension.
    /// Depth up to which a position in check is searched a ply more deeply.
    check_extension_depth = 19 in 0..=30 by 3;

    // Late-move reductions (LMR), in 1024ths of a ply.
    /// Of any late move.
    reduction_base = 819 in 0..=2048 by 150;
    /// By the logarithms of depth and number of the move.
    reduction_slope = 400 in 200..=800 by 40;
    /// Less for a good history, out of 8,192.
    reduction_history = 1267 in 300..=2500 by 170;
    /// More where the evaluation is not improving.
    reduction_not_improving = 689 in -1024..=3072 by 300;
    /// More where the transposition table's move is a capture.
    reduction_noisy_table_move = 1024 in -1024..=3072 by 300;
    /// Less for killers.
    reduction_killer = 1994 in -1024..=3072 by 300;
    /// More where the answers have caused one cutoff after the other.
    reduction_cutoff_count = 636 in -1024..=3072 by 300;
    /// More in expected cut nodes.
    reduction_cut_node = 1024 in -1024..=3072 by 300;
    /// Still more of a quiet move there.
    reduction_cut_node_quiet = 1024 in -1024..=3072 by 300;
    /// Less where the principal variation once was, by the transposition table.
    reduction_was_pv = 1570 in -1024..=3072 by 300;
    /// Less in the principal variation.
    reduction_pv = 554 in -1024..=3072 by 300;
    /// Less for a move that gives check.
    reduction_check = 1024 in -1024..=3072 by 300;
    /// Less where in check.
    reduction_evasion = 55 in -1024..=3072 by 300;
    /// More once alpha was raised.
    reduction_alpha_raised = 471 in -1024..=3072 by 300;
    /// Less where correction histories changed the evaluation, a centipawn.
    reduction_correction = 6 in -16..=48 by 4;
    /// The share of a capture's reduction that counts.
    reduction_noisy = 512 in 0..=1024 by 100;
    /// Less for a capture that loses nothing by static exchange.
    reduction_good_noisy = -63 in -1024..=3072 by 300;
    /// Less for a good capture history, out of 8,192.
    reduction_capture_history = 301 in -500..=2000 by 150;

    // Re-search of reduced moves.
    /// A reduced move that beats the best by so much is searched again a ply more deeply.
    research_deeper = 74 in 5..=150 by 12;
    /// One that beats it by less than this, a ply less deeply.
    research_shallower = 10 in 0..=40 by 4;
    /// What the first needs besides, in sixteenths a ply.
    research_deeper_depth = 28 in 0..=160 by 12;

    // Reverse futility pruning.
    /// Margin a ply.
    reverse_futility = 71 in 30..=150 by 10;
    /// Less where the evaluation is improving.
    reverse_futility_improving = 22 in 0..=200 by 18;
    /// Less in expected cut nodes without an entry of the transposition table.
    reverse_futility_no_entry = 16 in -60..=120 by 15;
    /// Depth up to which it prunes.
    reverse_futility_max_depth = 6 in 4..=14 by 1;
    /// How far the value returned is drawn from the evaluation to beta, in 1024ths.
    reverse_futility_share = 512 in 0..=1024 by 100;

    // Razoring.
    /// Margin.
    razoring = 251 in 0..=500 by 50;
    /// And so much more a ply.
    razoring_depth = 200 in 50..=500 by 40;

    // Null-move pruning.
    /// How far below beta the static evaluation may be, a ply.
    null_move_depth = 20 in 5..=40 by 3;
    /// Less this.
    null_move_margin = 131 in -50..=300 by 25;
    /// Reduction of the null move's search, in 1024ths of a ply.
    null_move_reduction = 4096 in 2048..=6144 by 300;
    /// And more by depth.
    null_move_reduction_depth = 352 in 64..=640 by 50;
    /// One ply more for an evaluation so far above beta.
    null_move_reduction_eval = 318 in 60..=500 by 35;

    // ProbCut.
    /// By how much a capture must beat beta at less depth.
    probcut = 180 in 80..=350 by 25;
    /// Less where the evaluation is improving.
    probcut_improving = -38 in -100..=200 by 20;

    // Late-move pruning.
    /// Quiet moves that are searched, in hundredths.
    late_move_pruning_base = 583 in 0..=900 by 80;
    /// And more by the square of depth.
    late_move_pruning_depth = 100 in 30..=250 by 15;
    /// The share of them where the evaluation is not improving, in hundredths.
    late_move_pruning_not_improving = 64 in 20..=100 by 7;

    // Futility pruning.
    /// Margin of a quiet move.
    futility = 38 in 0..=250 by 25;
    /// And more a ply.
    futility_depth = 71 in 30..=180 by 12;
    /// And more by its history, out of 8,192.
    futility_history = 98 in 0..=200 by 16;
    /// Margin of a capture beyond the man taken.
    futility_noisy = 600 in 50..=900 by 60;
    /// And more a ply.
    futility_noisy_depth = 241 in 50..=400 by 30;

    // History pruning.
    /// Quiet moves with a history worse than this a ply are pruned.
    history_pruning = 3653 in 1000..=9000 by 500;

    // Pruning by static exchange evaluation (SEE).
    /// What a capture may lose a ply.
    see_noisy = 90 in 30..=220 by 14;
    /// And more by its history, out of 8,192.
    see_noisy_history = 128 in 0..=400 by 32;
    /// What a quiet move may lose by the square of depth.
    see_quiet = 22 in 8..=60 by 4;

    // Singular extensions.
    /// Depth from which the transposition table's move is tested.
    singular_depth = 7 in 4..=10 by 1;
    /// How much worse all others must be, in sixteenths a ply.
    singular_margin = 9 in 8..=80 by 6;
    /// How much worse still for a double extension.
    double_extension_margin = 20 in 0..=60 by 5;

    // Delta pruning in quiescence search.
    /// What a capture may gain beyond the man taken.
    delta_margin = 315 in 60..=400 by 25;

    // History updates.
    /// Bonus of the move that caused a cutoff, a ply.
    history_bonus = 182 in 50..=400 by 20;
    /// At most.
    history_bonus_most = 1600 in 600..=4000 by 200;
    /// Malus of the moves searched before it, a ply.
    history_malus = 237 in 50..=400 by 20;
    /// At most.
    history_malus_most = 1878 in 600..=4000 by 200;
    /// The share of the bonus where the transposition table knew the cutoff, in 1024ths.
    table_cutoff_bonus = 380 in 0..=2048 by 120;
    /// The share of it that the quiet move before loses then.
    table_cutoff_malus = 133 in -512..=1536 by 120;
    /// The share for a quiet move that was searched again and proved itself, or not.
    research_bonus = 747 in 0..=2048 by 120;
    /// The share for the quiet move before where all answers failed low.
    fail_low_bonus = 377 in 0..=2048 by 120;
    /// The weight of the continuation history two plies back.
    continuation_two = 830 in 256..=2048 by 130;
    /// Four plies back.
    continuation_four = 793 in 0..=1536 by 130;
    /// The weight of the pawn history.
    pawn_history = 781 in -512..=2048 by 160;
    /// What a quiet move's history learns from the change of the static evaluation behind it, in sixteenths.
    eval_difference = 5 in -80..=320 by 20;

    // Correction histories.
    /// The weight of that by pawns, in 1024ths.
    correction_pawns = 54 in 0..=160 by 10;
    /// By each side's other men.
    correction_non_pawns = 80 in 0..=160 by 10;
    /// By the last two moves.
    correction_continuation = 59 in 0..=160 by 10;
    /// How fast they learn, in 64ths a ply.
    correction_rate = 12 in 2..=24 by 2;

    // Aspiration windows.
    /// Half of the first window.
    aspiration_window = 22 in 5..=40 by 2;
    /// How it grows, in 1024ths.
    aspiration_growth = 512 in 128..=1536 by 100;
}

impl Parameters {
    /// The bonus of a move that caused a cutoff at this depth.
    pub(super) fn bonus(&self, depth: i32) -> i32 {
        (self.history_bonus * depth - self.history_bonus / 2).min(self.history_bonus_most)
    }

    /// The malus of the moves searched in vain before it.
    pub(super) fn malus(&self, depth: i32) -> i32 {
        (self.history_malus * depth - self.history_malus / 2).min(self.history_malus_most)
    }
}

/// Reductions by depth and number of the move, in 1024ths of a ply.
#[derive(Clone, Debug)]
pub(super) struct Reductions(Vec<i32>);

const SIZE: usize = 64;

impl Reductions {
    pub fn new(parameters: &Parameters) -> Reductions {
        let logs = logarithms();
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

/// Natural logarithms of 0 (as of 1), 1, 2 …, by ln n − ln (n − 1) = 2 artanh 1 / (2n − 1): the core library has none.
fn logarithms() -> [f64; SIZE] {
    let mut logs = [0.0; SIZE];
    for n in 2..SIZE {
        let x = 1.0 / (2 * n - 1) as f64;
        let (mut power, mut sum) = (x, 0.0);
        for odd in (1..34).step_by(2) {
            sum += power / f64::from(odd);
            power *= x * x;
        }
        logs[n] = logs[n - 1] + 2.0 * sum;
    }
    logs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_library() {
        for (n, log) in logarithms().into_iter().enumerate() {
            assert!((log - (n.max(1) as f64).ln()).abs() < 1e-12, "{n}: {log}");
        }
    }

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
