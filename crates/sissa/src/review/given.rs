//! What Lichess says of a game by the values that its comments carry: what our judgements are measured by.

use shakmaty::{Color, Position as _};
use sissa_game::Game;
use sissa_judge::Worth;
use sissa_record::Severity;

use super::{
    accuracy::{INITIAL, of_game, win_percent},
    judgement::by_lichess,
    remarks::Remarks,
};

/// Lichess' judgement of a game by `[%eval]` comments.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenJudgement {
    /// What is said of each half-move.
    pub severities: Vec<Option<Severity>>,
    /// The accuracies of White and Black.
    pub accuracies: [Option<f64>; 2],
}

impl GivenJudgement {
    /// Of a game from the starting position; `None` where values are missing, but at its end.
    ///
    /// ```
    /// use sissa::GivenJudgement;
    /// use sissa_record::{Severity, read_one};
    ///
    /// let pgn = "1. e4 {[%eval 0.3]} f6 {[%eval 0.9]} 2. d4 {[%eval 0.8]} g5 {[%eval #1]} 3. Qh5# 1-0";
    /// let game = read_one(pgn)?.game.ok_or("no game")?;
    /// let given = GivenJudgement::of(&game).ok_or("values are missing")?;
    /// assert_eq!(given.severities[1], Some(Severity::Inaccuracy));
    /// assert_eq!(given.severities[3], Some(Severity::Blunder));
    /// assert_eq!(given.severities[4], None);
    /// assert!(given.accuracies[0] > given.accuracies[1]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game) -> Option<GivenJudgement> {
        let end = game.end();
        let over = match (end.legal_moves().is_empty(), end.is_check(), end.turn()) {
            (false, ..) => None,
            (true, false, _) => Some(Worth::Centipawns(0)),
            (true, true, Color::White) => Some(Worth::BlackMates(0)),
            (true, true, Color::Black) => Some(Worth::WhiteMates(0)),
        };
        let mut worths = vec![INITIAL];
        let given = Remarks::of(game).evals;
        for (ply, eval) in given.iter().enumerate() {
            let last = (ply + 1 == given.len()).then_some(over).flatten();
            worths.push(last.or(*eval)?);
        }
        let first = game.start().turn();
        let severities = worths.windows(2).enumerate().map(|(ply, pair)| {
            let mover = if ply % 2 == 0 { first } else { !first };
            by_lichess(pair[0], pair[1], mover)
        });
        let wins: Vec<f64> = worths.iter().copied().map(win_percent).collect();
        Some(GivenJudgement {
            severities: severities.collect(),
            accuracies: of_game(&wins, first),
        })
    }
}
