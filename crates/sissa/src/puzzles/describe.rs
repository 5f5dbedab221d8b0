//! What a line is like: its themes, how difficult it is, whether its solution is proven.

use sissa_judge::{
    Answer, Effort, Judge, Line, MOTIFS, Motif, Question, Solver, certified, certified_by_tables,
    difficulty::{Difficulty, Predictor},
};
use sissa_tables::Tables;

/// Positions for each turn of a proof that a puzzle has one solution.
const PROOF: u64 = 200_000;

/// What a line is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Description {
    /// Lichess' tags, sorted.
    pub themes: Vec<String>,
    pub difficulty: Difficulty,
    /// Whether the solution is proven to be the only one.
    pub certified: bool,
}

/// Describes a line. Themes that need a judgement are told where there are positions to judge with.
pub(super) fn describe(
    line: &Line,
    (judge, solver): &mut (Judge, Solver),
    tables: &Tables,
    nodes: Option<u64>,
    effort: &Effort,
) -> Description {
    let question = Question {
        nodes: nodes.unwrap_or_default(),
        lines: 1,
    };
    let holds = |motif: &&Motif| {
        let held = match nodes {
            None => motif.holds(line),
            Some(_) => motif.holds_judged(line, judge, question, effort),
        };
        held == Some(true)
    };
    let found = MOTIFS.iter().filter(holds);
    let mut themes: Vec<String> = found.map(|motif| motif.tag.to_owned()).collect();
    themes.sort_unstable();
    let proof = Effort {
        nodes: PROOF,
        ..*effort
    };
    Description {
        themes,
        difficulty: Predictor::shipped().predict(line),
        certified: certified(line, solver, &proof) == Answer::Yes
            || certified_by_tables(line, tables),
    }
}
