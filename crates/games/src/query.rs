//! A constraint made ready for games: what the header tells, what bounds tell, what each position
//! must be looked at for.
//!
//! The constraint's tree is split once. Parts that speak only of the board are compiled by
//! `sissa-constraint`; ratings, result, time control and opening are answered once a game; clocks and
//! scores once a position. What must have held `earlier` is noted as the game goes on. `first` and `lasting` speak of all the rest, so they are taken off the top.

use std::cell::Cell;

use shakmaty::{Chess, Color, Position};
use sissa_constraint::{Beyond, Compiled, Constraint, Expr, Predicate, Range, Side, Situation};

use crate::{
    GameRow, QueryError, WideColumns,
    bounds::{Bounds, Verdict},
    date::civil,
    pgn::MATE,
};

/// A constraint ready to be asked of games.
///
/// ```
/// let constraint = "white Q=0 and elo 1400..1600 and lasting 4".parse()?;
/// assert!(sissa_games::Query::new(&constraint).is_ok());
/// let constraint = "white Q=0 and only move".parse()?;
/// assert!(sissa_games::Query::new(&constraint).is_err());
/// # Ok::<(), sissa_constraint::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Query {
    node: Node,
    /// What `any side` says of White and of Black, where it stands at the top.
    sides: Option<[Node; 2]>,
    facts: Vec<Beyond>,
    /// What must have held in an earlier position; parts of a part stand before it.
    earlier: Vec<Node>,
    pub(crate) first: Vec<Range>,
    pub(crate) lasting: usize,
    wanted: WideColumns,
}

#[derive(Debug)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Board(Expr, Compiled),
    /// A fact of the game, by its number.
    Fact(usize),
    Clock(Option<Side>, Range),
    Eval(Range),
    MateIn(Range),
    /// What held earlier, by its number.
    Earlier(usize),
}

impl Query {
    /// Makes a constraint ready. Only what an engine would have to judge is refused.
    pub fn new(constraint: &Constraint) -> Result<Query, QueryError> {
        let mut query = Query {
            node: Node::All(Vec::new()),
            sides: None,
            facts: Vec::new(),
            earlier: Vec::new(),
            first: Vec::new(),
            lasting: 1,
            wanted: WideColumns {
                moves: true,
                ..WideColumns::default()
            },
        };
        let rest = query.take_off(constraint.expr());
        query.node = query.split(&rest)?;
        if let Some(part) = any_side(&rest) {
            query.sides = query.both(part)?.try_into().ok();
        }
        Ok(query)
    }

    /// Whether it is about either side, so that one can ask which.
    pub(crate) fn has_sides(&self) -> bool {
        self.sides.is_some()
    }

    /// The side of which `any side` holds here; none if of both, or if nothing was said of sides.
    pub(crate) fn side(
        &self,
        situation: &Situation<'_>,
        ply: usize,
        known: &Known<'_>,
    ) -> Option<Color> {
        let sides = self.sides.as_ref()?;
        match [0, 1].map(|side| holds(&sides[side], situation, ply, known)) {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }

    /// The expression without `first` and `lasting` at its top. `any side … and lasting 3` has them
    /// inside of what is said of a side; they speak of the whole all the same.
    fn take_off(&mut self, expr: &Expr) -> Expr {
        match expr {
            Expr::All(parts) => Expr::All(parts.iter().map(|part| self.take_off(part)).collect()),
            Expr::AnySide(part) => Expr::AnySide(Box::new(self.take_off(part))),
            Expr::EachSide(part) => Expr::EachSide(Box::new(self.take_off(part))),
            Expr::Is(Predicate::Beyond(Beyond::First(range))) => {
                self.first.push(*range);
                Expr::All(Vec::new())
            }
            Expr::Is(Predicate::Beyond(Beyond::Lasting(plies))) => {
                self.lasting = self.lasting.max(*plies as usize);
                Expr::All(Vec::new())
            }
            other => other.clone(),
        }
    }

    /// The columns it needs.
    pub fn wanted(&self) -> WideColumns {
        self.wanted
    }

    fn split(&mut self, expr: &Expr) -> Result<Node, QueryError> {
        if !speaks_beyond(expr) {
            return Ok(Node::Board(
                expr.clone(),
                Constraint::new(expr.clone()).compile(),
            ));
        }
        Ok(match expr {
            Expr::All(parts) => {
                // The board parts together, so that they are tested cheapest first.
                let (beyond, board): (Vec<Expr>, Vec<Expr>) =
                    parts.iter().cloned().partition(speaks_beyond);
                let mut nodes = Vec::new();
                for part in &beyond {
                    nodes.push(self.split(part)?);
                }
                if !board.is_empty() {
                    nodes.push(self.split(&Expr::All(board))?);
                }
                Node::All(nodes)
            }
            Expr::Any(parts) => {
                let nodes = parts.iter().map(|part| self.split(part));
                Node::Any(nodes.collect::<Result<_, _>>()?)
            }
            Expr::Not(part) => Node::Not(Box::new(self.split(part)?)),
            Expr::AnySide(part) => Node::Any(self.both(part)?),
            Expr::EachSide(part) => Node::All(self.both(part)?),
            Expr::Is(Predicate::Beyond(beyond)) => self.beyond(expr, beyond)?,
            Expr::Is(Predicate::Judged(_)) => {
                return Err(QueryError::Unknown(expr.to_string()));
            }
            Expr::Is(_) => unreachable!("only predicates beyond the board speak beyond it"),
        })
    }

    fn both(&mut self, part: &Expr) -> Result<Vec<Node>, QueryError> {
        Color::ALL
            .iter()
            .map(|color| self.split(&part.about(*color)))
            .collect()
    }

    fn beyond(&mut self, expr: &Expr, beyond: &Beyond) -> Result<Node, QueryError> {
        Ok(match beyond {
            Beyond::Elo(Some(side @ (Side::Mover | Side::Opponent)), _)
            | Beyond::Player(Some(side @ (Side::Mover | Side::Opponent)), _) => {
                // Who that is changes with every move.
                let mut ways = Vec::new();
                for turn in Color::ALL {
                    let meant = if *side == Side::Mover { turn } else { !turn };
                    let to_move = Expr::Is(Predicate::ToMove(turn.into()));
                    let fact = match beyond {
                        Beyond::Player(_, name) => Beyond::Player(Some(meant.into()), name.clone()),
                        Beyond::Elo(_, range) => Beyond::Elo(Some(meant.into()), *range),
                        other => other.clone(),
                    };
                    ways.push(Node::All(vec![self.fact(&fact), self.split(&to_move)?]));
                }
                Node::Any(ways)
            }
            Beyond::Elo(..)
            | Beyond::EloGap(_)
            | Beyond::Time(_)
            | Beyond::Result(_)
            | Beyond::Eco(..)
            | Beyond::Opening(_)
            | Beyond::Event(_)
            | Beyond::Date(_)
            | Beyond::Player(..) => self.fact(beyond),
            Beyond::Earlier(part) => {
                let node = self.split(part)?;
                self.earlier.push(node);
                Node::Earlier(self.earlier.len() - 1)
            }
            Beyond::Clock(side, range) => {
                self.wanted.clocks = true;
                Node::Clock(*side, *range)
            }
            Beyond::GameEval(range) => {
                self.wanted.evals = true;
                Node::Eval(*range)
            }
            Beyond::GameMateIn(range) => {
                self.wanted.evals = true;
                Node::MateIn(*range)
            }
            Beyond::First(_) | Beyond::Lasting(_) => {
                return Err(QueryError::Nested(expr.to_string()));
            }
        })
    }

    fn fact(&mut self, beyond: &Beyond) -> Node {
        let known = self.facts.iter().position(|fact| fact == beyond);
        Node::Fact(known.unwrap_or_else(|| {
            self.facts.push(beyond.clone());
            self.facts.len() - 1
        }))
    }

    /// Answers what the header tells; none if no position of the game can satisfy the query.
    pub(crate) fn begin<'a>(
        &self,
        row: GameRow<'a>,
        facts: &'a mut Vec<bool>,
    ) -> Option<Known<'a>> {
        facts.clear();
        facts.extend(self.facts.iter().map(|fact| fact_holds(fact, row)));
        let plies = i32::try_from(row.plies()).unwrap_or(i32::MAX);
        if self.first.iter().any(|range| range.min > plies) || self.lasting > row.plies() + 1 {
            return None;
        }
        if self.verdict(&self.node, facts, &Bounds::of(row)) == Verdict::Never {
            return None;
        }
        Some(Known {
            facts,
            clocks: self.wanted.clocks.then(|| row.clocks()).flatten(),
            evals: self.wanted.evals.then(|| row.evals()).flatten(),
            base: row.seconds().0,
            held: vec![Cell::new(false); self.earlier.len()],
        })
    }

    fn verdict(&self, node: &Node, facts: &[bool], bounds: &Bounds) -> Verdict {
        let of = |part: &Node| self.verdict(part, facts, bounds);
        match node {
            Node::All(parts) => Verdict::all(parts.iter().map(of)),
            Node::Any(parts) => Verdict::any(parts.iter().map(of)),
            Node::Not(part) => of(part).not(),
            Node::Board(expr, _) => bounds.verdict(expr),
            Node::Fact(index) => Verdict::of(facts[*index]),
            Node::Clock(..) | Node::Eval(_) | Node::MateIn(_) => Verdict::Perhaps,
            // Nothing held before the first position.
            Node::Earlier(index) => match of(&self.earlier[*index]) {
                Verdict::Never => Verdict::Never,
                Verdict::Perhaps | Verdict::Always => Verdict::Perhaps,
            },
        }
    }

    /// Takes note of what held in a position, for those that come later. Every position of a game must be told, in
    /// order, after it was asked about.
    #[inline]
    pub(crate) fn pass(&self, situation: &Situation<'_>, ply: usize, known: &Known<'_>) {
        // The last first: a part of it must have held before this position, not in it.
        for (node, held) in self.earlier.iter().zip(&known.held).rev() {
            if !held.get() && holds(node, situation, ply, known) {
                held.set(true);
            }
        }
    }

    /// Whether the query, `first` and `lasting` aside, holds in a position of the game.
    #[inline]
    pub(crate) fn holds(&self, situation: &Situation<'_>, ply: usize, known: &Known<'_>) -> bool {
        holds(&self.node, situation, ply, known)
    }
}

/// What is known of a game beyond its moves.
pub(crate) struct Known<'a> {
    facts: &'a [bool],
    clocks: Option<Vec<Option<i32>>>,
    evals: Option<Vec<Option<i16>>>,
    base: Option<i32>,
    /// Whether each part of [`Query::earlier`] held in an earlier position.
    held: Vec<Cell<bool>>,
}

impl Known<'_> {
    /// Whole seconds left to a side in the position after so many half-moves.
    fn clock(&self, ply: usize, side: Color, turn: Color) -> Option<i32> {
        let back = if side == turn { 2 } else { 1 };
        match ply.checked_sub(back) {
            Some(at) => self
                .clocks
                .as_ref()?
                .get(at)
                .copied()
                .flatten()
                .map(|clock| clock / 100),
            // Before its first move a side has all of its time.
            None => self.clocks.as_ref().and(self.base),
        }
    }

    fn eval(&self, ply: usize) -> Option<i16> {
        *self.evals.as_ref()?.get(ply.checked_sub(1)?)?
    }
}

/// What is said of either side, at the top or beside what is said of neither.
fn any_side(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::AnySide(part) => Some(part),
        Expr::All(parts) => {
            let mut found = parts.iter().filter_map(any_side);
            found.next().filter(|_| found.next().is_none())
        }
        _ => None,
    }
}

fn speaks_beyond(expr: &Expr) -> bool {
    match expr {
        Expr::All(parts) | Expr::Any(parts) => parts.iter().any(speaks_beyond),
        Expr::Not(part) | Expr::AnySide(part) | Expr::EachSide(part) => speaks_beyond(part),
        Expr::Is(predicate) => matches!(predicate, Predicate::Beyond(_) | Predicate::Judged(_)),
    }
}

fn holds(node: &Node, situation: &Situation<'_>, ply: usize, known: &Known<'_>) -> bool {
    match node {
        Node::All(parts) => parts.iter().all(|part| holds(part, situation, ply, known)),
        Node::Any(parts) => parts.iter().any(|part| holds(part, situation, ply, known)),
        Node::Not(part) => !holds(part, situation, ply, known),
        Node::Board(_, compiled) => compiled.holds(situation),
        Node::Fact(index) => known.facts[*index],
        Node::Clock(side, range) => clock_holds(*side, *range, situation.position, ply, known),
        Node::Eval(range) => known
            .eval(ply)
            .is_some_and(|score| range.contains(i32::from(score))),
        Node::MateIn(range) => known.eval(ply).is_some_and(|score| {
            let of_mover = situation
                .position
                .turn()
                .fold_wb(score, score.saturating_neg());
            of_mover > MATE - 1000 && range.contains(i32::from(MATE - of_mover))
        }),
        Node::Earlier(index) => known.held[*index].get(),
    }
}

fn clock_holds(
    side: Option<Side>,
    range: Range,
    position: &Chess,
    ply: usize,
    known: &Known<'_>,
) -> bool {
    let turn = position.turn();
    let within = |color: Color| {
        known
            .clock(ply, color, turn)
            .is_some_and(|seconds| range.contains(seconds))
    };
    match side {
        None => within(Color::White) && within(Color::Black),
        Some(Side::White) => within(Color::White),
        Some(Side::Black) => within(Color::Black),
        Some(Side::Mover | Side::Own) => within(turn),
        Some(Side::Opponent | Side::Other) => within(!turn),
    }
}

fn fact_holds(fact: &Beyond, row: GameRow<'_>) -> bool {
    let [white, black] = row.elo();
    let rated = |elo: Option<u16>, range: Range| elo.is_some_and(|elo| range.contains(elo.into()));
    match fact {
        Beyond::Elo(None, range) => rated(white, *range) && rated(black, *range),
        Beyond::Elo(Some(Side::Black), range) => rated(black, *range),
        Beyond::Elo(Some(_), range) => rated(white, *range),
        Beyond::EloGap(range) => match (white, black) {
            (Some(white), Some(black)) => {
                range.contains((i32::from(white) - i32::from(black)).abs())
            }
            _ => false,
        },
        Beyond::Time(class) => row.time_class() == Some(*class),
        Beyond::Result(result) => row.outcome() == Some(*result),
        Beyond::Eco(from, to) => row.eco().is_some_and(|eco| {
            // Codes may carry more than the usual three characters.
            let code = eco.get(..3).unwrap_or(eco).to_ascii_uppercase();
            from.as_str() <= code.as_str() && code.as_str() <= to.as_str()
        }),
        Beyond::Opening(words) => row.opening().is_some_and(|name| contains(name, words)),
        Beyond::Event(words) => row.event().is_some_and(|name| contains(name, words)),
        Beyond::Player(side, asked) => {
            let is = |name: Option<&str>| name.is_some_and(|name| bears(name, asked));
            match side {
                None => is(row.white()) || is(row.black()),
                Some(Side::Black) => is(row.black()),
                Some(_) => is(row.white()),
            }
        }
        Beyond::Date(range) => row.date().is_some_and(|days| {
            let (year, month, day) = civil(days);
            range.contains(year * 10_000 + month * 100 + day)
        }),
        _ => false,
    }
}

/// Whether a player's name is this one: each word that was asked for is one of the name's, or one is the other's initial, and
/// not all are mere initials. `Magnus Carlsen` is called `Carlsen, Magnus` and `Carlsen,M`.
fn bears(name: &str, asked: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (name, asked) = (words(name), words(asked));
    let initial = |short: &str, long: &str| short.chars().count() == 1 && long.starts_with(short);
    let same = asked.iter().any(|asked| name.contains(asked));
    same && asked.iter().all(|asked| {
        name.iter()
            .any(|word| word == asked || initial(word, asked) || initial(asked, word))
    })
}

/// Whether a name contains the words, whatever the case.
fn contains(name: &str, words: &str) -> bool {
    if !name.is_ascii() || !words.is_ascii() {
        return name.to_lowercase().contains(&words.to_lowercase());
    }
    let words = words.as_bytes();
    words.is_empty()
        || name
            .as_bytes()
            .windows(words.len())
            .any(|window| window.eq_ignore_ascii_case(words))
}
