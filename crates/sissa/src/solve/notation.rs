//! A solution as problemists write it: `1.Qb7! (threat: 2.Qg7#)`, below it `1...Kg8 2.Qe8#`.
//!
//! The attacker's moves are numbered from 1, whoever he is. Written out is what a reader wants to see: the quickest
//! answers, duals named, defences that have the same answers on one line, and none that lets the threat happen.

use shakmaty::{Chess, Move, Position as _, san::SanPlus};
use sissa_judge::{Attack, Continuation, Defence, Goal, Play};

use super::Solved;

/// More keys than this are named without their variations.
const KEYS_WRITTEN_OUT: usize = 4;

/// The letter of the knight: problemists write `S` (Springer), players `N`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knight {
    /// As players write.
    #[default]
    N,
    /// As problemists write.
    S,
}

/// The quickest of some attacks; the others of this length are duals.
pub(super) fn quickest(attacks: &[Attack]) -> Vec<&Attack> {
    let least = attacks.iter().map(|attack| attack.moves).min();
    let quick = |attack: &&Attack| Some(attack.moves) == least;
    attacks.iter().filter(quick).collect()
}

/// Whether a defence lets a threat happen.
pub(super) fn lets_threat(play: &Continuation, defence: &Defence) -> bool {
    let threatened = |answer: &Attack| play.threats.iter().any(|one| one.first == answer.first);
    defence.answers.iter().any(threatened)
}

/// The defences that do something about the threats.
pub(super) fn real_defences(play: &Continuation) -> impl Iterator<Item = &Defence> {
    let real = |defence: &&Defence| !lets_threat(play, defence);
    play.defences.iter().filter(real)
}

/// Variations with more than one quickest answer.
pub(super) fn duals(play: &Continuation) -> u64 {
    let of = |defence: &Defence| {
        let answers = quickest(&defence.answers);
        let below = answers.first().map_or(0, |answer| duals(&answer.play));
        u64::from(answers.len() > 1) + below
    };
    real_defences(play).map(of).sum()
}

/// Writes moves in one notation.
pub(super) struct Notation {
    pub goal: Goal,
    pub knight: Knight,
}

impl Notation {
    /// A move, and the position after it.
    pub fn san(&self, before: &Chess, m: Move) -> (String, Chess) {
        let mut after = before.clone();
        let mut san = SanPlus::from_move_and_play_unchecked(&mut after, m).to_string();
        if self.goal == Goal::Stalemate && after.is_stalemate() {
            san.push('=');
        }
        if self.knight == Knight::S {
            san = san.replace('N', "S");
        }
        (san, after)
    }

    /// A line of help play that begins with this half-move, counted from 0.
    pub fn line(&self, start: &Chess, moves: &[Move], first: usize) -> String {
        let mut chess = start.clone();
        let mut words = Vec::new();
        for (index, m) in moves.iter().enumerate() {
            let ply = first + index;
            let (san, after) = self.san(&chess, *m);
            chess = after;
            words.push(match (ply % 2, index) {
                (0, _) => format!("{}.{san}", ply / 2 + 1),
                (_, 0) => format!("{}...{san}", ply / 2 + 1),
                _ => san,
            });
        }
        words.join(" ")
    }

    /// What is said behind an attack: its threats, or that there are none.
    fn remark(&self, after: &Chess, play: &Continuation, number: u32) -> String {
        if after.is_check() || play.defences.is_empty() && play.threats.is_empty() {
            return String::new();
        }
        let Ok(passed) = after.clone().swap_turn() else {
            return String::new();
        };
        let threats = quickest(&play.threats);
        let threats = threats.iter().map(|threat| {
            let (san, _) = self.san(&passed, threat.first);
            format!("{}.{san}", number + 1)
        });
        let threats: Vec<String> = threats.collect();
        match threats.len() {
            0 => " (zugzwang)".to_owned(),
            1 => format!(" (threat: {})", threats[0]),
            _ => format!(" (threats: {})", threats.join(", ")),
        }
    }

    /// The defences after an attack, a line each, what follows below.
    pub fn variations(
        &self,
        after: &Chess,
        play: &Continuation,
        number: u32,
        indent: usize,
        lines: &mut Vec<String>,
    ) {
        let mut groups: Vec<(Vec<String>, String, Vec<String>)> = Vec::new();
        for defence in real_defences(play) {
            let (reply, next) = self.san(after, defence.reply);
            let (answer, below) = self.answer(&next, defence, number + 1, indent);
            let same = groups
                .iter_mut()
                .find(|(_, other, lines)| *other == answer && below.is_empty() && lines.is_empty());
            match same {
                Some((replies, ..)) => replies.push(reply),
                None => groups.push((vec![reply], answer, below)),
            }
        }
        for (replies, answer, below) in groups {
            let replies = replies.join("/");
            lines.push(format!(
                "{:indent$}{number}...{replies}{answer}",
                "",
                indent = 2 * indent
            ));
            lines.extend(below);
        }
    }

    /// What answers a defence, and the lines that follow below.
    fn answer(
        &self,
        chess: &Chess,
        defence: &Defence,
        number: u32,
        indent: usize,
    ) -> (String, Vec<String>) {
        let answers = quickest(&defence.answers);
        let Some((first, others)) = answers.split_first() else {
            return (String::new(), Vec::new());
        };
        let (san, after) = self.san(chess, first.first);
        let mut text = format!(" {number}.{san}");
        let mut lines = Vec::new();
        let ends = |defence: &Defence| defence.answers.is_empty();
        let real: Vec<&Defence> = real_defences(&first.play).collect();
        if !real.is_empty() && real.iter().all(|defence| ends(defence)) {
            // The end of a selfmate stays on the line.
            let ends: Vec<String> = real
                .iter()
                .map(|one| self.san(&after, one.reply).0)
                .collect();
            text += &format!(" {}", ends.join("/"));
        } else {
            text += &self.remark(&after, &first.play, number);
            self.variations(&after, &first.play, number, indent + 1, &mut lines);
        }
        if !others.is_empty() {
            let others = others.iter().map(|other| self.san(chess, other.first).0);
            let others: Vec<String> = others.collect();
            text += &format!(" (dual: {})", others.join(", "));
        }
        (text, lines)
    }
}

impl Solved {
    /// The solution as lines to read: set play, tries, keys with their variations.
    pub fn lines(&self, knight: Knight) -> Vec<String> {
        let notation = Notation {
            goal: self.stipulation.goal,
            knight,
        };
        let mut lines = self.remarks.clone();
        if let Play::Help { half } = self.stipulation.play {
            self.help_lines(&notation, usize::from(half), &mut lines);
            return lines;
        }
        let solution = &self.solution;
        if !solution.set_play.is_empty()
            && let Ok(passed) = self.position.clone().swap_turn()
        {
            lines.push("set play:".to_owned());
            let play = Continuation {
                threats: Vec::new(),
                defences: solution.set_play.clone(),
            };
            notation.variations(&passed, &play, 1, 1, &mut lines);
        }
        for one in &solution.tries {
            let (san, after) = notation.san(&self.position, one.first);
            let refutations = one.refutations.iter();
            let refutations = refutations.map(|m| format!("{}!", notation.san(&after, *m).0));
            let refutations: Vec<String> = refutations.collect();
            let remark = notation.remark(&after, &one.play, 1);
            let refutations = refutations.join(", ");
            lines.push(format!("1.{san}?{remark} but 1...{refutations}"));
            notation.variations(&after, &one.play, 1, 1, &mut lines);
        }
        for key in &solution.keys {
            let (san, after) = notation.san(&self.position, key.first);
            let remark = notation.remark(&after, &key.play, 1);
            let short = if key.moves < self.stipulation.moves {
                format!(" in {} already", key.moves)
            } else {
                String::new()
            };
            lines.push(format!("1.{san}!{short}{remark}"));
            if solution.keys.len() <= KEYS_WRITTEN_OUT {
                notation.variations(&after, &key.play, 1, 1, &mut lines);
            }
        }
        lines
    }

    /// All lines of help play; the first half-move is White's where half a move more was asked for.
    fn help_lines(&self, notation: &Notation, first: usize, lines: &mut Vec<String>) {
        if !self.solution.set_lines.is_empty()
            && let Ok(passed) = self.position.clone().swap_turn()
        {
            lines.push("set play:".to_owned());
            let set_lines = self.solution.set_lines.iter();
            lines.extend(
                set_lines.map(|moves| "  ".to_owned() + &notation.line(&passed, moves, first + 1)),
            );
        }
        let found = self.solution.lines.iter();
        lines.extend(found.map(|moves| notation.line(&self.position, moves, first)));
    }
}
