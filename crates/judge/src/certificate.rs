//! Puzzles that rest on proof: mates that the solver has searched to the end, endings that the tables know, with one solution.

use std::mem::discriminant;

use sissa_tables::{Outcome, Tables};

use crate::{Answer, Effort, Shortest, Solver, Stipulation, motifs::Line};

/// Whether a line is a mating puzzle with one proven solution: it ends with mate, at each of the solver's turns the moves left
/// are the fewest that force mate, and each of his moves but the last is the only one that does. As usual any mate will do as the
/// last move. The effort is for each turn.
///
/// ```
/// use sissa_judge::{Answer, Effort, Line, Solver, certified};
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// let read = |fen: &str, words: &[&str]| -> Result<Line, Box<dyn std::error::Error>> {
///     let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
///     let words: Result<Vec<_>, _> = words.iter().map(|word| word.parse()).collect();
///     Ok(Line::of_uci(&position, &words?).ok_or("not legal")?)
/// };
/// let mut solver = Solver::new();
/// let effort = Effort::nodes(100_000);
/// let morphy = read("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", &["a1a6", "b7a6", "b6b7"])?;
/// assert_eq!(certified(&morphy, &mut solver, &effort), Answer::Yes);
/// // Either rook may begin.
/// let rooks = read("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", &["b1b7", "h8g8", "a2a8"])?;
/// assert_eq!(certified(&rooks, &mut solver, &effort), Answer::No);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn certified(line: &Line, solver: &mut Solver, effort: &Effort) -> Answer {
    if !line.mates() {
        return Answer::No;
    }
    let count = line.moves().len();
    for (index, step) in line.moves().enumerate() {
        let asked = Stipulation::mate(u32::try_from(count - index).unwrap_or(u32::MAX));
        match solver.shortest(&step.before, asked, effort) {
            Shortest::In(moves) if moves == asked.moves => (),
            Shortest::Undecided(_) => return Answer::Undecided,
            _ => return Answer::No,
        }
        if asked.moves == 1 {
            return Answer::Yes;
        }
        match solver.keys(&step.before, asked, effort) {
            Some(keys) if keys == [step.m] => (),
            Some(_) => return Answer::No,
            None => return Answer::Undecided,
        }
    }
    Answer::Yes
}

/// Whether a line is an ending with one solution by perfect play: each of the solver's moves is the only one that keeps the win,
/// or the draw where there is nothing to win. Of more than four men or with castling rights the tables know nothing, and the
/// answer is no.
///
/// ```
/// use sissa_judge::{Line, certified_by_tables};
/// use sissa_tables::Tables;
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// let read = |fen: &str, words: &[&str]| -> Result<Line, Box<dyn std::error::Error>> {
///     let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
///     let words: Result<Vec<_>, _> = words.iter().map(|word| word.parse()).collect();
///     Ok(Line::of_uci(&position, &words?).ok_or("not legal")?)
/// };
/// let tables = Tables::new(1);
/// // The pawn must run at once.
/// let race = read("8/8/8/8/4P3/4k3/8/K7 w - - 0 1", &["e4e5"])?;
/// assert!(certified_by_tables(&race, &tables));
/// let many = read("4k3/8/4K3/8/8/8/8/7Q w - - 0 1", &["h1a1"])?;
/// assert!(!certified_by_tables(&many, &tables));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn certified_by_tables(line: &Line, tables: &Tables) -> bool {
    line.moves().all(|step| {
        let Some(ranked) = tables.rank_moves(&step.before) else {
            return false;
        };
        let Some((_, best)) = ranked.first() else {
            return false;
        };
        let keeping = ranked
            .iter()
            .filter(|(_, outcome)| discriminant(outcome) == discriminant(best));
        let keeping: Vec<_> = keeping.map(|(m, _)| *m).collect();
        !matches!(best, Outcome::Loss(_)) && keeping == [step.m]
    })
}
