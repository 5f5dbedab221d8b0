//! A partner for a person: plays at a strength, gives hints, says what it thinks.
//!
//! Every front end decides the same things here: how much a level looks at, how chance depends on the seed and the move, how
//! much a hint gives away.

use std::time::Duration;

use shakmaty::{Chess, Move, Square, san::SanPlus};

use crate::{
    Analysis, Companion, Control, Engine, GameClock, Info, Level, Limits, Options, Score, Searcher,
    Situation,
};

/// Nodes behind a hint.
const HINT_NODES: u64 = 100_000;
/// Nodes behind an opinion.
const OPINION_NODES: u64 = 200_000;
/// Moves of a line that are shown to a person.
const SHOWN: usize = 8;

/// How strong an opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// About as a player of some rating.
    Level(Level),
    /// As well as it can in this time for a move.
    Full(Duration),
}

impl Strength {
    /// A rating, or full strength with a second for a move.
    pub fn from_elo(elo: Option<u32>) -> Strength {
        elo.map_or(Strength::Full(Duration::from_secs(1)), |elo| {
            Strength::Level(Level::from_elo(elo))
        })
    }
}

/// What may be said to somebody who does not know what to play, from little to all.
#[derive(Clone, Debug)]
pub enum Hint {
    /// Which man to move.
    Man(Square),
    /// Where to.
    Move(Move),
    /// Why: the whole line with its value.
    Line(Info),
}

/// An opponent in one game.
///
/// ```
/// use sissa_engine::{Hint, Level, Opponent, Options, Situation, Strength, Unwatched};
/// use shakmaty::Chess;
///
/// let strength = Strength::Level(Level::step(1));
/// let mut opponent = Opponent::new(Options { hash: 1, ..Options::default() }, strength, 7);
/// let mut game = Situation::new(Chess::default());
/// game.play_uci("e2e4")?;
/// let answer = opponent.answer(&game, &Unwatched).expect("there are legal moves");
/// game.play(answer);
/// assert!(matches!(opponent.hint(&game, 1, &Unwatched), Some(Hint::Man(_))));
/// # Ok::<_, sissa_engine::UciMoveError>(())
/// ```
#[derive(Debug)]
pub struct Opponent {
    engine: Engine,
    companion: Box<dyn Companion>,
    strength: Strength,
    seed: u64,
}

impl Opponent {
    /// An opponent; the same seed and the same moves bring the same answers at a level.
    pub fn new(options: Options, strength: Strength, seed: u64) -> Opponent {
        Opponent {
            companion: Box::new(Searcher::new(options.clone())),
            engine: Engine::new(options),
            strength,
            seed,
        }
    }

    /// Somebody else makes the moves at a level.
    #[must_use]
    pub fn with(mut self, companion: Box<dyn Companion>) -> Opponent {
        self.companion = companion;
        self
    }

    /// How strong it plays.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Its move, if there is a legal one.
    pub fn answer(&mut self, situation: &Situation, control: &dyn Control) -> Option<Move> {
        let (played, _) = self.answer_with_clock(situation, None, control)?;
        Some(played)
    }

    /// Its move, and at a level with a clock how long a person would take for it. Waiting is left to whoever asks.
    pub fn answer_with_clock(
        &mut self,
        situation: &Situation,
        clock: Option<GameClock>,
        control: &dyn Control,
    ) -> Option<(Move, Option<Duration>)> {
        match self.strength {
            Strength::Level(level) => {
                let chance = self.seed.wrapping_mul(1000);
                let chance = chance.wrapping_add(situation.plies() as u64);
                let chosen = self
                    .companion
                    .choose(level, situation, None, clock, control, chance);
                chosen.map(|chosen| (chosen.played, chosen.pause))
            }
            Strength::Full(time) => {
                let limits = Limits::time(time);
                let found = self.engine.search(situation, &limits, control, &mut |_| ());
                found.best().map(|best| (best, None))
            }
        }
    }

    /// A hint for the side to move: the first, the second, and all of it from the third on.
    pub fn hint(
        &mut self,
        situation: &Situation,
        number: u32,
        control: &dyn Control,
    ) -> Option<Hint> {
        let analysis = self.think(situation, HINT_NODES, control);
        let best = analysis.best()?;
        let line = analysis.lines.into_iter().next()?;
        Some(match (number, best.from()) {
            (..=1, Some(from)) => Hint::Man(from),
            (2, _) => Hint::Move(best),
            _ => Hint::Line(line),
        })
    }

    /// What it thinks of a position: its best line.
    pub fn opinion(&mut self, situation: &Situation, control: &dyn Control) -> Option<Info> {
        let analysis = self.think(situation, OPINION_NODES, control);
        analysis.lines.into_iter().next()
    }

    fn think(&mut self, situation: &Situation, nodes: u64, control: &dyn Control) -> Analysis {
        self.engine
            .search(situation, &Limits::nodes(nodes), control, &mut |_| ())
    }
}

impl Hint {
    /// The hint in words, for the position it was asked in.
    pub fn describe(&self, position: &Chess) -> String {
        match self {
            Hint::Man(from) => format!("look at the man on {from}"),
            Hint::Move(m) => format!("consider {}", SanPlus::from_move(position.clone(), *m)),
            Hint::Line(line) => {
                let first = line.san(position).into_iter().next().unwrap_or_default();
                format!("{first}, {}", line.describe(position))
            }
        }
    }
}

impl Info {
    /// Its line in SAN, for the position that was searched.
    pub fn san(&self, position: &Chess) -> Vec<String> {
        let mut position = position.clone();
        self.pv
            .iter()
            .map(|m| SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string())
            .collect()
    }

    /// Its value and the beginning of its line, as a person reads them.
    pub fn describe(&self, position: &Chess) -> String {
        let mut line = self.san(position);
        line.truncate(SHOWN);
        format!("{}: {}", self.score.words(), line.join(" "))
    }
}

impl Score {
    /// Pawns for the side to move, or the moves to mate, as a person reads them.
    ///
    /// ```
    /// use sissa_engine::Score;
    ///
    /// assert_eq!(Score::Centipawns(35).words(), "+0.35");
    /// assert_eq!(Score::Mate(-2).words(), "mated in 2");
    /// ```
    pub fn words(self) -> String {
        match self {
            Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
            Score::Mate(moves) => format!("mated in {}", -moves),
        }
    }
}
