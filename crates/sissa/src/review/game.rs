//! A game reviewed: its values from the end, what is said of each move, and what comes of it for the players.

use std::sync::Arc;

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, san::SanPlus,
    zobrist::Zobrist64,
};
use sissa_game::Game;
use sissa_human::{Eyes, Rater, Sighted, View};
use sissa_judge::{Effort, Hindsight, Judge, MoveKind, Question, Seen, Worth};
use sissa_nn::human::{Past, measure::Phase};
use sissa_record::{Judgement, OtherLine, Record, ReviewGameRecord, ReviewMoveRecord, Severity};
use sissa_tables::Tables;

use super::{
    accuracy::{INITIAL, win_percent},
    judgement::{Facts, Thresholds, judge},
    openings::Openings,
    reasons::{LONGEST, Lines, Prover, reasons},
    scale::Scale,
    setting::Setting,
    summary,
};
use crate::event::Records;

/// Positions for a first glance at a move that may be brilliant.
const GLANCE: u64 = 400;
/// A glance takes a move for a mistake that seems to lose so many points.
const LOOKS_WRONG: f64 = 10.0;

/// One thread's means; they forget between two games.
pub(super) struct Means {
    pub hindsight: Hindsight,
    pub judge: Judge,
    pub eyes: Eyes,
    pub rater: Rater,
    pub prover: Prover,
}

impl Means {
    pub fn new(tables: &Arc<Tables>) -> Means {
        Means {
            hindsight: Hindsight::new(tables.clone()),
            judge: Judge::new(),
            eyes: Eyes::default(),
            rater: Rater::default(),
            prover: Prover::default(),
        }
    }
}

/// How to look at games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order<'a> {
    pub question: Question,
    pub elo: Option<u16>,
    pub thresholds: Thresholds,
    /// Whose moves are told of; both where nobody was named.
    pub side: Option<Color>,
    pub openings: &'a Openings,
}

/// A game, reviewed.
#[derive(Clone, Debug)]
pub struct ReviewedGame {
    /// What is said of it.
    pub record: ReviewGameRecord,
    /// The game.
    pub game: Game,
    /// Its moves, those of the side that was asked for.
    pub moves: Vec<ReviewedMove>,
    /// White's chances in points of a hundred at each position, by Lichess' curve.
    pub wins: Vec<f64>,
    /// White's points of a hundred to expect at each position, for these players.
    pub expected: Vec<f64>,
    /// What each position is worth.
    pub worths: Vec<Worth>,
    /// The side that was asked for.
    pub side: Option<Color>,
}

/// A move, reviewed.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// What is said of it.
    pub record: ReviewMoveRecord,
    /// The position it was played in.
    pub before: Chess,
    /// The move.
    pub played: Move,
    /// The best line, as far as it is shown.
    pub best: Vec<Move>,
    /// What should follow, as far as it is shown.
    pub answer: Vec<Move>,
    /// Whether the player was in time trouble; none without clocks.
    pub trouble: Option<bool>,
}

impl ReviewedMove {
    /// Whether it is a mistake or worse.
    pub fn is_mistake(&self) -> bool {
        self.record.severity >= Some(Severity::Mistake)
    }

    /// Who played it.
    pub fn color(&self) -> Color {
        self.before.turn()
    }

    /// `24... Rd8`.
    pub fn numbered(&self) -> String {
        let dots = self.color().fold_wb(".", "...");
        format!("{}{dots} {}", self.before.fullmoves(), self.record.san)
    }
}

impl Records for ReviewedGame {
    fn records(&self) -> Vec<Record> {
        let moves = self.moves.iter();
        let moves = moves.map(|reviewed| Record::ReviewMove(Box::new(reviewed.record.clone())));
        let game = Record::ReviewGame(Box::new(self.record.clone()));
        moves.chain([game]).collect()
    }
}

fn uci(moves: &[Move]) -> Vec<String> {
    let uci = |m: &Move| m.to_uci(CastlingMode::Standard).to_string();
    moves.iter().take(LONGEST).map(uci).collect()
}

pub(super) fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    // Not -0.
    (number * scale).round() / scale + 0.0
}

/// A game looked at, before anything is said of it.
struct Review<'a> {
    order: &'a Order<'a>,
    number: u64,
    game: &'a Game,
    positions: Vec<Chess>,
    seen: Vec<Seen>,
    setting: Setting,
    /// Of Lichess' curve.
    scale: Scale,
    /// Half-moves that have a name.
    book: usize,
    wins: Vec<f64>,
    expected: Vec<f64>,
}

/// Reviews a game; `None` where it was told to stop.
pub(super) fn review(
    order: &Order<'_>,
    number: u64,
    game: &Game,
    means: &mut Means,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<ReviewedGame> {
    let seen = means
        .hindsight
        .game(game.start(), game.moves(), order.question, stop)?;
    let positions: Vec<Chess> = game.positions().collect();
    let opening = order.openings.of(game.start(), game.moves());
    let scale = if order.thresholds == Thresholds::Lichess {
        Scale::of_time(game)
    } else {
        Scale::TODAY
    };
    let mut wins: Vec<f64> = seen
        .iter()
        .map(|seen| win_percent(scale.of(seen.value.worth)))
        .collect();
    if game.from_starting_position() {
        wins[0] = win_percent(INITIAL);
    }
    // A draw that ended the game is worth what it is.
    if game.end().is_stalemate() {
        wins[game.plies()] = 50.0;
    }
    let setting = Setting::of(game, order.elo);
    let expected: Vec<f64> = positions
        .iter()
        .zip(&seen)
        .enumerate()
        .map(|(ply, (chess, seen))| 100.0 * setting.expected(ply, chess, seen.value.worth))
        .collect();
    let review = Review {
        order,
        number,
        game,
        positions,
        seen,
        setting,
        scale,
        book: opening.as_ref().map_or(0, |(_, plies)| *plies),
        wins,
        expected,
    };
    let all: Vec<ReviewedMove> = (0..game.plies())
        .map(|ply| review.reviewed(ply, means))
        .collect();
    let place = review.setting.place();
    let ratings = means
        .rater
        .rate(game.start(), game.moves(), place, &|| stop())?;
    let record = summary::of_game(&summary::Whole {
        number,
        game,
        moves: &all,
        wins: &review.wins,
        setting: &review.setting,
        opening,
        side: order.side,
        ratings,
        nodes: review.seen.iter().map(|seen| seen.value.nodes).sum(),
    });
    let wanted = |reviewed: &ReviewedMove| order.side.is_none_or(|side| side == reviewed.color());
    Some(ReviewedGame {
        record,
        game: game.clone(),
        moves: all.into_iter().filter(wanted).collect(),
        wins: review.wins,
        expected: review.expected,
        worths: review.seen.iter().map(|seen| seen.value.worth).collect(),
        side: order.side,
    })
}

impl Review<'_> {
    /// What is said of the move after so many half-moves.
    fn reviewed(&self, ply: usize, means: &mut Means) -> ReviewedMove {
        let before = &self.positions[ply];
        let played = self.game.moves()[ply];
        let mover = before.turn();
        let (now, next) = (&self.seen[ply], &self.seen[ply + 1]);
        let best: Vec<Move> = now.value.line().iter().take(LONGEST).copied().collect();
        let answer: Vec<Move> = next.value.line().iter().take(LONGEST).copied().collect();
        let [found_by, played_by] = self.shares(ply, &best, means);
        let facts = self.facts(ply, f64::from(found_by.unwrap_or(1.0)), means);
        let (judgement, severity) = judge(&facts, self.order.thresholds);
        let lines = Lines {
            before,
            led_by: ply
                .checked_sub(1)
                .map(|last| (&self.positions[last], self.game.moves()[last])),
            played,
            answer: &answer,
            best: &best,
        };
        let wanted = self.order.side.is_none_or(|side| side == mover);
        let praised = matches!(judgement, Judgement::Only | Judgement::Brilliant);
        let why = if wanted && (severity.is_some() || praised) {
            reasons(&lines, severity.is_some(), &mut means.prover)
        } else {
            Vec::new()
        };
        let others = now
            .value
            .candidates
            .iter()
            .skip(1)
            .map(|candidate| OtherLine {
                eval: candidate.worth.to_string(),
                line: uci(&candidate.line),
            });
        let record = ReviewMoveRecord {
            game: self.number,
            ply: ply + 1,
            san: SanPlus::from_move(before.clone(), played).to_string(),
            uci: played.to_uci(CastlingMode::Standard).to_string(),
            color: mover.into(),
            eval_before: now.value.worth.to_string(),
            eval_after: next.value.worth.to_string(),
            best: uci(&best).into_iter().next(),
            line: uci(&best),
            answer: uci(&answer),
            loss: rounded((facts.win_before - facts.win_after).max(0.0), 2),
            expected_loss: rounded(facts.expected_loss, 2),
            white_expected: rounded(self.expected[ply + 1], 2),
            white_chances: rounded(self.wins[ply + 1], 2),
            judgement,
            severity,
            found_by: found_by.map(|share| rounded(f64::from(share), 4)),
            played_by: played_by.map(|share| rounded(f64::from(share), 4)),
            clock: self.setting.remarks.clocks.get(ply).copied().flatten(),
            seconds: self
                .setting
                .taken(ply + 1)
                .map(|seconds| rounded(seconds, 2)),
            phase: Phase::of(before).word().to_owned(),
            why,
            others: others.collect(),
        };
        ReviewedMove {
            record,
            before: before.clone(),
            played,
            best,
            answer,
            trouble: self.setting.trouble(ply, mover),
        }
    }

    /// The shares of players like the mover who play the best move, and the one that was played.
    fn shares(&self, ply: usize, best: &[Move], means: &mut Means) -> [Option<f32>; 2] {
        let position = &self.positions[ply];
        let past = Past::of(&self.game.moves()[..ply]);
        let zeroing = self.game.moves()[..ply]
            .iter()
            .rposition(|m| m.is_zeroing());
        let since = zeroing.map_or(0, |last| last + 1);
        let hash = |chess: &Chess| chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let seen: Vec<u64> = self.positions[since..=ply].iter().map(hash).collect();
        let scene = means.eyes.scene(View {
            position,
            past: &past,
            seen: &seen,
            player: self.setting.player(position.turn()),
        });
        let choices = Sighted::shipped().moves(&scene).without_end();
        let share = |wanted: Move| {
            let found = choices.moves.iter().find(|(m, _)| *m == wanted);
            found.map(|(_, share)| share.min(1.0))
        };
        [
            best.first().copied().and_then(share),
            share(self.game.moves()[ply]),
        ]
    }

    fn facts(&self, ply: usize, found_by: f64, means: &mut Means) -> Facts {
        let before = &self.positions[ply];
        let played = self.game.moves()[ply];
        let mover = before.turn();
        let (now, next) = (&self.seen[ply], &self.seen[ply + 1]);
        let for_mover = |white: f64| mover.fold_wb(white, 100.0 - white);
        let (win_before, win_after) = (for_mover(self.wins[ply]), for_mover(self.wins[ply + 1]));
        // The same moment with two values: neither clocks nor whose turn it is make a difference.
        let points = |worth: Worth| for_mover(100.0 * self.setting.expected(ply, before, worth));
        let (stood, stands) = (points(now.value.worth), points(next.value.worth));
        let is_best = now.value.best() == Some(played);
        let gap = now.second.map(|second| {
            let second = for_mover(win_percent(self.scale.of(second)));
            win_after.max(win_before.min(win_after + 1.0)) - second
        });
        let last = ply.checked_sub(1).map(|last| self.game.moves()[last]);
        let takes_back = last.is_some_and(|last| {
            last.is_capture() && played.is_capture() && last.to() == played.to()
        });
        let only = gap.is_some_and(|gap| gap >= LOOKS_WRONG) && !takes_back;
        Facts {
            mover,
            before: now.value.worth,
            after: next.value.worth,
            scale: self.scale,
            win_before,
            win_after,
            expected_loss: if is_best {
                0.0
            } else {
                (stood - stands).max(0.0)
            },
            is_best,
            gap,
            takes_back,
            sacrifice: only && MoveKind::of(before, played).sacrifice,
            looks_wrong: only && self.looks_wrong(before, played, &mut means.judge),
            found_by,
            book: ply < self.book,
        }
    }

    /// Whether a glance takes a move for a mistake.
    fn looks_wrong(&self, before: &Chess, played: Move, judge: &mut Judge) -> bool {
        let question = Question {
            nodes: GLANCE,
            lines: 1,
        };
        let mut after = before.clone();
        after.play_unchecked(played);
        let mut value = |chess: &Chess| judge.value(chess, question, &Effort::unlimited());
        let (Some(stood), Some(stands)) = (value(before), value(&after)) else {
            return false;
        };
        let mover = before.turn();
        let win = |worth: Worth| {
            let white = win_percent(self.scale.of(worth));
            mover.fold_wb(white, 100.0 - white)
        };
        win(stood.worth) - win(stands.worth) >= LOOKS_WRONG
    }
}
