//! Alpha-beta without numbers: alpha and beta are positions, and all that is ever asked is which of two positions is better.
//!
//! So David, Netanyahu and Wolf's DeepChess plays (2016). A [`BoardJudge`] compares; answers are remembered, since the best
//! positions are asked about again and again. Nothing makes a comparator consistent: it may call a better than b, b better than c and
//! c better than a, and then alpha-beta prunes what it should not. [`Comparisons`] counts how often that was seen.
//! Mates need no judge, and a draw is worth what the starting position is worth.

mod judge;

use std::collections::HashMap;

use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _, zobrist::Zobrist64};

pub use judge::BoardJudge;
use judge::Boards;

use crate::{
    Analysis, Bound, Control, Info, Limits, Score, Situation,
    score::{MATE, MATE_BOUND},
};

/// The deepest iteration.
const DEEPEST: u32 = 64;

/// What was asked in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparisons {
    /// Comparisons of two positions.
    pub asked: u64,
    /// Those of them that had to be computed.
    pub computed: u64,
    /// Chains a < b < c of which a and c were compared too, and those in which a was called better.
    pub chains: u64,
    pub broken: u64,
}

/// What a line leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    /// A position, by its number.
    Board(usize),
    /// Somebody mates, so many half-moves from here.
    Mate { winner: Color, ply: u32 },
}

/// A search under way.
struct Search<'a> {
    boards: Boards<'a>,
    answers: HashMap<(usize, usize), bool>,
    counts: Comparisons,
    limits: &'a Limits,
    control: &'a dyn Control,
    nodes: u64,
    /// Positions of the game and of the line now looked at.
    line: Vec<u64>,
}

/// The limits were reached.
struct Stopped;

/// Looks for the best move for this judge; what it asked is counted.
pub(crate) fn search(
    judge: &BoardJudge,
    situation: &Situation,
    limits: &Limits,
    control: &dyn Control,
    report: &mut dyn FnMut(&Info),
) -> (Analysis, Comparisons) {
    let position = situation.position();
    let legal = position.legal_moves();
    let wanted = |m: &&Move| limits.only.is_empty() || limits.only.contains(m);
    let mut root: Vec<Move> = legal.iter().filter(wanted).copied().collect();
    let mut search = Search {
        boards: Boards::new(judge),
        answers: HashMap::new(),
        counts: Comparisons::default(),
        limits,
        control,
        nodes: 0,
        line: situation.keys().to_vec(),
    };
    order(&mut root);
    let mut lines: Vec<Info> = Vec::new();
    if matches!(judge, BoardJudge::Random) {
        let chosen = judge::scramble(key(position) ^ situation.plies() as u64);
        let chosen = (!root.is_empty()).then(|| root[chosen as usize % root.len()]);
        lines.extend(chosen.map(|m| search.info(0, Score::Centipawns(0), vec![m])));
        let nodes = 1;
        return (Analysis { lines, nodes }, search.counts);
    }
    let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    for depth in 1..=deepest {
        if root.is_empty() {
            break;
        }
        let Ok((worth, pv)) = search.root(position, &root, depth) else {
            break;
        };
        if let Some(at) = pv
            .first()
            .and_then(|best| root.iter().position(|m| m == best))
        {
            root[..=at].rotate_right(1);
        }
        let value = search.value(worth, position.turn());
        let info = search.info(depth, Score::from_value(value), pv);
        report(&info);
        lines = vec![info];
        if search.spent() || value.abs() >= MATE_BOUND {
            break;
        }
    }
    // Stopped in the first iteration: any move is better than none.
    if lines.is_empty() && !root.is_empty() {
        lines.push(search.info(0, Score::Centipawns(0), vec![root[0]]));
    }
    let nodes = search.nodes;
    (Analysis { lines, nodes }, search.counts)
}

impl Search<'_> {
    fn info(&self, depth: u32, score: Score, pv: Vec<Move>) -> Info {
        Info {
            depth,
            seldepth: depth,
            line: 1,
            score,
            bound: Bound::Exact,
            nodes: self.nodes,
            tablebase_hits: 0,
            fill: 0,
            elapsed: self.control.elapsed(),
            pv,
        }
    }

    fn spent(&self) -> bool {
        let nodes = self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || self.limits.enough.is_some_and(|most| self.nodes >= most);
        let time = self.limits.time.is_some_and(|budget| {
            !self.control.pondering() && self.control.elapsed() >= budget.hard
        });
        nodes || time || self.control.stop()
    }

    /// Whether the first is better for White.
    fn better(&mut self, one: Worth, other: Worth) -> bool {
        match (one, other) {
            (Worth::Board(one), Worth::Board(other)) => self.compare(one, other),
            (Worth::Mate { winner, .. }, Worth::Board(_)) => winner.is_white(),
            (Worth::Board(_), Worth::Mate { winner, .. }) => winner.is_black(),
            (
                Worth::Mate { winner, ply },
                Worth::Mate {
                    winner: other,
                    ply: at,
                },
            ) => match (winner, other) {
                (Color::White, Color::White) => ply < at,
                (Color::Black, Color::Black) => ply > at,
                (winner, _) => winner.is_white(),
            },
        }
    }

    fn compare(&mut self, one: usize, other: usize) -> bool {
        if one == other {
            return false;
        }
        self.counts.asked += 1;
        if let Some(answer) = self.answers.get(&(one, other)) {
            return *answer;
        }
        self.counts.computed += 1;
        let answer = self.boards.better(one, other);
        self.answers.insert((one, other), answer);
        answer
    }

    /// Whether the first is better for the side to move.
    fn preferred(&mut self, turn: Color, one: Worth, other: Worth) -> bool {
        match turn {
            Color::White => self.better(one, other),
            Color::Black => self.better(other, one),
        }
    }

    fn root(
        &mut self,
        position: &Chess,
        moves: &[Move],
        depth: u32,
    ) -> Result<(Worth, Vec<Move>), Stopped> {
        self.choose(position, moves, depth, [None, None], 0)
    }

    /// The best of some moves, with `bounds` alpha and beta: what White and what Black has already.
    fn choose(
        &mut self,
        position: &Chess,
        moves: &[Move],
        depth: u32,
        mut bounds: [Option<Worth>; 2],
        ply: u32,
    ) -> Result<(Worth, Vec<Move>), Stopped> {
        let turn = position.turn();
        let own = turn.fold_wb(0, 1);
        let mut best: Option<(Worth, Vec<Move>)> = None;
        // The one before the best, to see whether answers are consistent.
        let mut earlier: Option<Worth> = None;
        for m in moves {
            let mut next = position.clone();
            next.play_unchecked(*m);
            let (worth, line) = self.look(&next, depth - 1, bounds, ply + 1)?;
            let known = best.as_ref().map(|(worth, _)| *worth);
            if known.is_none_or(|known| self.preferred(turn, worth, known)) {
                if let Some(before) = earlier.filter(|before| *before != worth) {
                    self.counts.chains += 1;
                    let kept = self.preferred(turn, worth, before);
                    self.counts.broken += u64::from(!kept);
                }
                earlier = known;
                let mut pv = vec![*m];
                pv.extend(line);
                best = Some((worth, pv));
                if bounds[own].is_none_or(|bound| self.preferred(turn, worth, bound)) {
                    bounds[own] = Some(worth);
                }
            }
            if let [Some(alpha), Some(beta)] = bounds
                && !self.better(beta, alpha)
            {
                break;
            }
        }
        Ok(best.expect("there is a move"))
    }

    /// What a position leads to.
    fn look(
        &mut self,
        position: &Chess,
        depth: u32,
        bounds: [Option<Worth>; 2],
        ply: u32,
    ) -> Result<(Worth, Vec<Move>), Stopped> {
        self.nodes += 1;
        // An iteration of one half-move is always finished, so that there is something to play.
        if self.nodes.is_multiple_of(64) && ply > 1 && self.spent() {
            return Err(Stopped);
        }
        let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
        if legal.is_empty() {
            let worth = if position.is_check() {
                Worth::Mate {
                    winner: !position.turn(),
                    ply,
                }
            } else {
                Worth::Board(Boards::START)
            };
            return Ok((worth, Vec::new()));
        }
        let key = key(position);
        let drawn = position.halfmoves() >= 100
            || position.is_insufficient_material()
            || self.line.contains(&key);
        if drawn {
            return Ok((Worth::Board(Boards::START), Vec::new()));
        }
        if depth == 0 {
            return Ok((Worth::Board(self.boards.number(key, position)), Vec::new()));
        }
        order(&mut legal);
        self.line.push(key);
        let found = self.choose(position, &legal, depth, bounds, ply);
        self.line.pop();
        found
    }

    /// Something like centipawns for the side to move, to be shown.
    fn value(&mut self, worth: Worth, turn: Color) -> i32 {
        let value = match worth {
            Worth::Board(board) => self.boards.value(board),
            Worth::Mate { winner, ply } => winner.fold_wb(1, -1) * (MATE - ply as i32),
        };
        turn.fold_wb(value, -value)
    }
}

/// Captures of much by little first.
fn order(moves: &mut [Move]) {
    moves.sort_by_key(|m| match m.capture() {
        Some(taken) => m.role() as i32 - 10 * taken as i32,
        None => 10 - i32::from(m.is_promotion()),
    });
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;
    use crate::Unwatched;

    fn situation(fen: &str) -> Situation {
        let fen: Fen = fen.parse().unwrap();
        Situation::new(fen.into_position(CastlingMode::Standard).unwrap())
    }

    fn best(judge: &BoardJudge, fen: &str, depth: u32) -> (String, Score, Comparisons) {
        let limits = Limits::depth(depth);
        let (analysis, counts) = search(judge, &situation(fen), &limits, &Unwatched, &mut |_| ());
        let line = &analysis.lines[0];
        (line.pv[0].to_string(), line.score, counts)
    }

    #[test]
    fn mates_are_seen_for_both_sides() {
        let (m, score, _) = best(
            &BoardJudge::Material,
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
            3,
        );
        assert_eq!((m.as_str(), score), ("Ra1-a8", Score::Mate(1)));
        let (m, score, _) = best(
            &BoardJudge::Material,
            "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1",
            3,
        );
        assert_eq!((m.as_str(), score), ("Ra8-a1", Score::Mate(1)));
    }

    #[test]
    fn material_is_won_and_kept() {
        // The pawn is defended: taking it would lose the queen.
        let fen = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1";
        assert_ne!(best(&BoardJudge::Material, fen, 2).0, "Qd2xd6");
        assert_eq!(best(&BoardJudge::Material, fen, 1).0, "Qd2xd6");
    }

    #[test]
    fn comparisons_are_remembered_and_a_limit_of_nodes_holds() {
        let start = Situation::new(Chess::default());
        let limits = Limits::nodes(500);
        let (analysis, counts) = search(
            &BoardJudge::Material,
            &start,
            &limits,
            &Unwatched,
            &mut |_| (),
        );
        assert!(
            analysis.nodes < 700 && analysis.lines[0].depth >= 2,
            "{analysis:?}"
        );
        assert!(counts.computed < counts.asked, "{counts:?}");
        // Material and chance order all positions in a row.
        assert!(counts.chains > 0 && counts.broken == 0, "{counts:?}");
    }

    #[test]
    fn chance_plays_any_move() {
        let mut moves = std::collections::BTreeSet::new();
        let mut game = Situation::new(Chess::default());
        while game.ending().is_none() && moves.len() < 20 {
            let limits = Limits::depth(2);
            let (analysis, _) =
                search(&BoardJudge::Random, &game, &limits, &Unwatched, &mut |_| ());
            let m = analysis.best().unwrap();
            moves.insert(m.to_string());
            game.play(m);
        }
        assert!(moves.len() > 10, "{moves:?}");
    }
}
