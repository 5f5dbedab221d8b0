//! The best moves of a position, deeper and deeper: [`Analyse`].

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Move};
use sissa_engine::{Analysis, Engine, Info, Limits, Options, Score, Situation};

use super::{Watched, situation};
use crate::{limits, problem::Problem, session::Session};

/// Most lines that may be asked for.
const MOST_LINES: usize = 10;
/// How long, where nothing is said.
const SECONDS: f64 = 1.0;

/// A position to analyse.
///
/// ```
/// use sissa::{Analyse, Session};
///
/// let request = Analyse::new("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").nodes(10_000);
/// let found = request.run(&Session::new())?;
/// assert_eq!((found.lines[0].mate, found.lines[0].san[0].as_str()), (Some(1), "Ra8#"));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Analyse {
    /// Where the game starts, as FEN; the starting position where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
    /// The moves since, in UCI notation.
    pub moves: Vec<String>,
    /// How many best moves, 1 to 10; 1 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// How long, in seconds; one where neither this nor nodes are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// How many positions to look at; unlike time, this repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// How an analysis stands; later ones are deeper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnalysisRecord {
    /// Half-moves searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The best moves, best first.
    pub lines: Vec<LineRecord>,
    /// Whether this is the last word.
    pub last: bool,
}

/// A move and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineRecord {
    /// Hundredths of a pawn, for the side to move; nothing where it is a mate.
    pub centipawns: Option<i32>,
    /// Moves to mate, negative where the side to move is mated.
    pub mate: Option<i32>,
    /// Thousandths of wins, draws and losses, for the side to move.
    pub wdl: [u32; 3],
    /// In UCI notation.
    pub moves: Vec<String>,
    /// The same as people write it.
    pub san: Vec<String>,
}

impl Analyse {
    /// This position.
    pub fn new(fen: impl Into<String>) -> Analyse {
        Analyse {
            start_fen: Some(fen.into()),
            ..Analyse::default()
        }
    }

    /// So many best moves.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Analyse {
        self.lines = Some(lines);
        self
    }

    /// So many positions looked at.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Analyse {
        self.nodes = Some(nodes);
        self
    }

    /// Everything that can be wrong with the request is found here.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        self.limits(session)?;
        situation(self.start_fen.as_deref(), &self.moves).map(drop)
    }

    fn limits(&self, session: &Session) -> Result<Limits, Problem> {
        let lines = self.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            let message = format!("lines is {lines}: it may be 1 to {MOST_LINES}");
            return Err(Problem::new("limit", message).field("lines"));
        }
        let ceilings = session.ceiling();
        let most = ceilings.map(|ceilings| ceilings.position_time);
        limits::within("nodes", self.nodes, ceilings.map(|most| most.nodes))?;
        let default = self.nodes.is_none().then_some(SECONDS);
        let time = limits::seconds("seconds", self.seconds.or(default), most)?;
        Ok(Limits {
            lines,
            nodes: self.nodes,
            ..time.map_or_else(Limits::default, Limits::time)
        })
    }

    /// The last word.
    pub fn run(&self, session: &Session) -> Result<AnalysisRecord, Problem> {
        self.run_into(session, |_| ())
    }

    /// The last word; the sink hears every word on the way.
    pub fn run_into(
        &self,
        session: &Session,
        mut sink: impl FnMut(AnalysisRecord) + Send,
    ) -> Result<AnalysisRecord, Problem> {
        let limits = self.limits(session)?;
        let situation = situation(self.start_fen.as_deref(), &self.moves)?;
        let mut control = Watched::new(session);
        if self.nodes.is_none() {
            // Its own limit ends the search more kindly than the session's.
            control.most = control.most.map(|most| most + Duration::from_secs(1));
        }
        let found =
            Engine::new(Options::default()).analyse(&situation, &limits, &control, &mut |latest| {
                sink(record(&situation, latest, false))
            });
        Ok(record(&situation, &found, true))
    }
}

fn record(situation: &Situation, analysis: &Analysis, last: bool) -> AnalysisRecord {
    AnalysisRecord {
        depth: analysis.lines.first().map_or(0, |info| info.depth),
        nodes: analysis.nodes,
        lines: analysis
            .lines
            .iter()
            .map(|info| line_record(situation, info))
            .collect(),
        last,
    }
}

fn line_record(situation: &Situation, info: &Info) -> LineRecord {
    let uci = |m: &Move| m.to_uci(CastlingMode::Standard).to_string();
    let (centipawns, mate) = match info.score {
        Score::Centipawns(value) => (Some(value), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    LineRecord {
        centipawns,
        mate,
        wdl: info.score.wdl(),
        moves: info.pv.iter().map(uci).collect(),
        san: info.san(situation.position()),
    }
}
