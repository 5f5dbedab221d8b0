//! Where positions come from that are to be worth something, or that are hard to draw: play, a list of all there are, or
//! construction.

use shakmaty::Chess;
use sissa_constraint::{Constraint, Refutation};
use sissa_generate::{Source, Task};
use sissa_judge::{Shelf, refuted_by_tables, shelves};

use super::{Style, construct::Builder, enumerated::Enumerated};
use crate::{problem::Problem, session::Session};

/// The style direct makes tables for a list of so many signatures and sides to move; for more, playing is quicker.
const FEW: usize = 8;
/// Of positions that can be built, one of so many is played.
const PLAYED: u64 = 8;
/// Men that our own tables have.
const OWN: usize = 4;

/// Where positions come from.
#[derive(Debug)]
pub(super) enum Supply {
    /// From games, as the style plays them.
    Play,
    /// From a list of all that may satisfy the constraint.
    Listed(Enumerated),
    /// Built, and now and then played: not everything can be built.
    Built(Builder),
}

/// What is asked beyond the board.
#[derive(Debug, Default)]
pub(super) struct Sought {
    /// What a position is worth.
    pub judged: bool,
    /// That it is a puzzle with these themes.
    pub themes: Option<Vec<&'static str>>,
}

impl Supply {
    /// The best one for a constraint.
    pub fn new(
        constraint: &Constraint,
        task: &Task,
        style: &Style,
        sought: &Sought,
        session: &Session,
    ) -> Supply {
        let uniform = *style == Style::Uniform;
        let asks = sought.judged || sought.themes.is_some();
        if !task.takes_positions() || !asks && !uniform {
            return Supply::Play;
        }
        let most = match style {
            Style::Uniform => usize::MAX,
            Style::Direct => FEW,
            Style::Human(_) | Style::Neural(_) => return Supply::Play,
        };
        let listed = |shelves: &[Shelf]| {
            // Hardly any draw has castling rights; positions without are quickly drawn where nobody asks what they are worth.
            let rare = uniform && !shelves.iter().any(|shelf| shelf.without_castling);
            shelves.len() <= most && (sought.judged || rare)
        };
        if (sought.judged || uniform)
            && shelves(constraint).is_some_and(|shelves| listed(&shelves))
            && let Some(listed) = Enumerated::new(constraint, session.tables())
        {
            return Supply::Listed(listed);
        }
        if uniform {
            return Supply::Play;
        }
        let themes = sought.themes.as_deref().unwrap_or_default();
        Builder::new(constraint, themes).map_or(Supply::Play, Supply::Built)
    }

    /// What is asked in this round; nothing where the style plays.
    pub fn source(&self, round: u64) -> Option<&dyn Source> {
        match self {
            Supply::Play => None,
            Supply::Listed(listed) => Some(listed),
            Supply::Built(builder) => (round % PLAYED != PLAYED - 1).then_some(builder),
        }
    }
}

/// Why nothing can be worth what is asked, where that can be proven; a problem where nobody could tell.
pub(super) fn refuted(
    constraint: &Constraint,
    start: &Chess,
    session: &Session,
) -> Result<Option<Refutation>, Problem> {
    if let Some(refutation) = constraint.refutation_from(Some(start)) {
        return Ok(Some(refutation));
    }
    let known = session
        .syzygy_tables()
        .map_or(OWN, |syzygy| syzygy.most_men().max(OWN));
    if let Some(least) = sissa_judge::men_for_tables(constraint).filter(|least| *least > known) {
        let message = format!("tables know up to {known} men, and there are at least {least}");
        let hint =
            "`eval` asks the engine; Syzygy tables in a folder know more men (--syzygy FOLDER)";
        return Err(Problem::new("tables", message)
            .field("constraint")
            .hint(hint));
    }
    Ok(refuted_by_tables(constraint, session.tables()))
}
