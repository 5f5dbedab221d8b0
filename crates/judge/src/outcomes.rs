//! What a constraint says of positions that endgame tables know: which men, and which outcomes.
//!
//! Four men are few enough to look at all their positions. So what cannot be is refused, and what can be is drawn from the
//! whole set.

use shakmaty::{Color, Role};
use sissa_constraint::{
    Code, Constraint, Goal, Judged, Predicate, Reason, Refutation, TableResult,
};
use sissa_tables::{Outcome, Signature, Tables, positions_with_castling};

use crate::Answer;

/// The most men that tables have.
const MEN: i32 = 4;
/// Alternatives beyond this many are not looked at.
const MOST_GOALS: usize = 256;
/// A refusal may make the tables of so many signatures; more would not be "at once".
const MOST_TABLES: usize = 4;

/// What an outcome alone says about a judged predicate.
pub(crate) fn by_outcome(judged: &Judged, outcome: Outcome) -> Answer {
    let within = |range: &sissa_constraint::Range, moves: Option<u8>| {
        Answer::from(moves.is_some_and(|moves| range.contains(i32::from(moves))))
    };
    match judged {
        Judged::Tablebase(result) => Answer::from(is_result(*result, outcome)),
        Judged::MateDistance(range) => within(range, outcome.moves()),
        Judged::MateIn(range) => match outcome {
            Outcome::Win(_) => within(range, outcome.moves()),
            Outcome::Draw | Outcome::Loss(_) => Answer::No,
        },
        _ => Answer::Undecided,
    }
}

pub(crate) fn is_result(result: TableResult, outcome: Outcome) -> bool {
    matches!(
        (result, outcome),
        (TableResult::Win, Outcome::Win(_))
            | (TableResult::Draw, Outcome::Draw)
            | (TableResult::Loss, Outcome::Loss(_))
    )
}

/// Whether a predicate is decided by tables alone: it holds of no position that they do not know.
fn asks_tables(judged: &Judged) -> bool {
    matches!(judged, Judged::Tablebase(_) | Judged::MateDistance(_))
}

/// The judged predicates of an alternative, and whether each is denied.
fn worth(goal: &Goal) -> impl Iterator<Item = (&Judged, bool)> {
    goal.literals
        .iter()
        .filter_map(|literal| match &literal.predicate {
            Predicate::Judged(judged) => Some((judged, literal.denied)),
            _ => None,
        })
}

/// Positions of few men that may satisfy a constraint: all of one signature and side to move whose outcome fits.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// The men.
    pub signature: Signature,
    /// Who is to move.
    pub turn: Color,
    /// Also positions with castling rights, which no table knows.
    pub castling: bool,
    /// Also positions without: those of the table.
    pub without_castling: bool,
    goals: Vec<Goal>,
}

impl Shelf {
    /// Whether positions with this outcome may satisfy the constraint: all that do are among them.
    pub fn may_hold(&self, outcome: Outcome) -> bool {
        self.goals.iter().any(|goal| {
            worth(goal).all(|(judged, denied)| {
                let answer = by_outcome(judged, outcome);
                answer != if denied { Answer::Yes } else { Answer::No }
            })
        })
    }
}

/// Where all positions that satisfy a constraint are found, if all of them have at most four men.
///
/// ```
/// use sissa_judge::shelves;
///
/// let shelves = shelves(&"KQvKR and dtm 20..25 and white to move".parse()?).ok_or("few men")?;
/// assert_eq!(shelves.len(), 1);
/// assert!(sissa_judge::shelves(&"white Q=1".parse()?).is_none());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn shelves(constraint: &Constraint) -> Option<Vec<Shelf>> {
    let goals = constraint.goals_anywhere(MOST_GOALS)?;
    shelves_of(&goals)
}

fn shelves_of(goals: &[Goal]) -> Option<Vec<Shelf>> {
    if goals.is_empty() || goals.iter().any(|goal| goal.windows.all_men().max > MEN) {
        return None;
    }
    let kings = "KvK".parse::<Signature>().ok();
    let mut signatures: Vec<Signature> = kings.into_iter().chain(Signature::all()).collect();
    let flipped: Vec<Signature> = signatures.iter().map(Signature::flipped).collect();
    for signature in flipped {
        if !signatures.contains(&signature) {
            signatures.push(signature);
        }
    }
    let mut shelves = Vec::new();
    for signature in signatures {
        for turn in Color::ALL {
            let fits = |goal: &&Goal| {
                goal.turn.is_none_or(|asked| asked == turn) && has_room(goal, signature)
            };
            let goals: Vec<Goal> = goals.iter().filter(fits).cloned().collect();
            let by_tables = |goal: &Goal| worth(goal).any(|(judged, _)| asks_tables(judged));
            if !goals.is_empty() {
                shelves.push(Shelf {
                    signature,
                    turn,
                    castling: !goals.iter().all(by_tables),
                    without_castling: goals.iter().any(|goal| goal.held.is_empty()),
                    goals,
                });
            }
        }
    }
    Some(shelves)
}

fn has_room(goal: &Goal, signature: Signature) -> bool {
    Color::ALL.into_iter().all(|color| {
        Role::ALL
            .into_iter()
            .filter(|role| *role != Role::King)
            .all(|role| {
                let men = signature.men(color).filter(|man| *man == role).count();
                let window = goal.windows.role(color, role);
                i32::try_from(men).is_ok_and(|men| (window.min..=window.max).contains(&men))
            })
    })
}

/// Why no position of few men is worth what a constraint asks: its tables are looked through, and made if need be.
///
/// ```
/// use sissa_judge::refuted_by_tables;
/// use sissa_tables::Tables;
///
/// let tables = Tables::new(1);
/// let refuted = |text: &str| Ok::<_, sissa_constraint::ParseError>(refuted_by_tables(&text.parse()?, &tables).is_some());
/// assert!(refuted("KQvK and dtm 11")?);
/// assert!(!refuted("KQvK and dtm 10")?);
/// # Ok::<_, sissa_constraint::ParseError>(())
/// ```
pub fn refuted_by_tables(constraint: &Constraint, tables: &Tables) -> Option<Refutation> {
    let goals = constraint.goals_anywhere(MOST_GOALS)?;
    let mut reasons = Vec::new();
    for goal in &goals {
        worth(goal).next()?;
        let shelves = shelves_of(std::slice::from_ref(goal))?;
        if shelves.len() > 2 * MOST_TABLES {
            return None;
        }
        for shelf in &shelves {
            let reason = empty(shelf, goal, tables)?;
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    (!reasons.is_empty()).then_some(Refutation { reasons })
}

/// Why a shelf is empty.
fn empty(shelf: &Shelf, goal: &Goal, tables: &Tables) -> Option<Reason> {
    let (signature, turn) = (shelf.signature, shelf.turn);
    if shelf.castling && !positions_with_castling(signature, turn).is_empty() {
        return None;
    }
    let found = tables.positions(signature, turn, |outcome| shelf.may_hold(outcome));
    if !found.is_empty() {
        return None;
    }
    let asked: Vec<String> = worth(goal)
        .filter(|(judged, _)| by_outcome(judged, Outcome::Draw) != Answer::Undecided)
        .map(|(judged, denied)| {
            let text = Constraint::new(Predicate::Judged(judged.clone()).into()).to_string();
            if denied { format!("not {text}") } else { text }
        })
        .collect();
    let longest = Color::ALL
        .into_iter()
        .filter_map(|side| tables.longest(signature, side));
    let longest = match longest.max() {
        Some(plies) => format!("the longest mate takes {} moves", plies.div_ceil(2)),
        None => "nobody can force mate".to_owned(),
    };
    let side = if turn.is_white() { "White" } else { "Black" };
    let message = format!(
        "no position of {signature} with {side} to move satisfies `{}`: {longest}",
        asked.join(" and ")
    );
    Some(Reason::new(Code::Tables, message))
}

/// How many men there are at least where tables are asked; `None` where some alternative does not ask them.
pub fn men_for_tables(constraint: &Constraint) -> Option<usize> {
    let goals = constraint.goals_anywhere(MOST_GOALS)?;
    let least = |goal: &Goal| {
        let asked = worth(goal).any(|(judged, _)| asks_tables(judged));
        asked.then(|| usize::try_from(goal.windows.all_men().min).unwrap_or(0))
    };
    goals
        .iter()
        .map(least)
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .min()
}
