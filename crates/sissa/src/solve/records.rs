//! A solution as a record: everything that was found, nothing left out.

use shakmaty::{CastlingMode, Chess, Move, Position as _};
use sissa_judge::{Attack, Continuation, Defence, Play, Try};
use sissa_record::{AttackRecord, DefenceRecord, HelpLine, SolutionRecord, TryRecord, fen};

use super::{
    Solved,
    notation::{Knight, Notation, duals, lets_threat},
};

impl Solved {
    /// The solution for programs.
    pub fn record(&self) -> SolutionRecord {
        let writer = Writer(Notation {
            goal: self.stipulation.goal,
            knight: Knight::N,
        });
        let (solution, position) = (&self.solution, &self.position);
        let passed = position.clone().swap_turn().ok();
        let help = match self.stipulation.play {
            Play::Help { half } => Some(usize::from(half)),
            _ => None,
        };
        let lines = |start: Option<&Chess>, lines: &[Vec<Move>], later: usize| {
            let line = |start: &Chess, moves: &Vec<Move>| HelpLine {
                moves: moves.iter().copied().map(uci).collect(),
                text: writer
                    .0
                    .line(start, moves, help.unwrap_or_default() + later),
            };
            let start = start.into_iter();
            start
                .flat_map(|start| lines.iter().map(move |moves| line(start, moves)))
                .collect()
        };
        let nothing = Continuation::default();
        SolutionRecord {
            index: self.index,
            id: self.id.clone(),
            fen: fen(position),
            stipulation: self.stipulation.to_string(),
            verdict: self.verdict(),
            complete: solution.complete,
            cooked: help.is_none().then_some(solution.keys.len() > 1),
            duals: solution.keys.iter().map(|key| duals(&key.play)).sum(),
            keys: writer.attacks(position, &solution.keys),
            tries: solution
                .tries
                .iter()
                .map(|one| writer.attempt(position, one))
                .collect(),
            set_play: passed.as_ref().map_or_else(Vec::new, |passed| {
                let defences = solution.set_play.iter();
                defences
                    .map(|defence| writer.defence(passed, &nothing, defence))
                    .collect()
            }),
            lines: lines(Some(position), &solution.lines, 0),
            set_lines: lines(passed.as_ref(), &solution.set_lines, 1),
            nodes: solution.nodes,
            origin: (self.origin != "argument").then(|| self.origin.clone()),
        }
    }
}

fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

struct Writer(Notation);

impl Writer {
    fn attacks(&self, chess: &Chess, attacks: &[Attack]) -> Vec<AttackRecord> {
        let record = |attack: &Attack| {
            let (san, after) = self.0.san(chess, attack.first);
            AttackRecord {
                uci: uci(attack.first),
                san,
                moves: attack.moves,
                threats: self.threats(&after, &attack.play),
                defences: self.defences(&after, &attack.play),
            }
        };
        attacks.iter().map(record).collect()
    }

    fn threats(&self, after: &Chess, play: &Continuation) -> Vec<AttackRecord> {
        match after.clone().swap_turn() {
            Ok(passed) => self.attacks(&passed, &play.threats),
            Err(_) => Vec::new(),
        }
    }

    fn defences(&self, after: &Chess, play: &Continuation) -> Vec<DefenceRecord> {
        let defences = play.defences.iter();
        defences
            .map(|defence| self.defence(after, play, defence))
            .collect()
    }

    fn defence(&self, chess: &Chess, play: &Continuation, defence: &Defence) -> DefenceRecord {
        let (san, next) = self.0.san(chess, defence.reply);
        DefenceRecord {
            uci: uci(defence.reply),
            san,
            lets_threat: lets_threat(play, defence),
            answers: self.attacks(&next, &defence.answers),
        }
    }

    fn attempt(&self, chess: &Chess, one: &Try) -> TryRecord {
        let (san, after) = self.0.san(chess, one.first);
        let refutations = one.refutations.iter();
        TryRecord {
            uci: uci(one.first),
            san,
            refutations: refutations.map(|m| self.0.san(&after, *m).0).collect(),
            threats: self.threats(&after, &one.play),
            defences: self.defences(&after, &one.play),
        }
    }
}
