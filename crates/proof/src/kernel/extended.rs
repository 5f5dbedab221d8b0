//! Kernels with ranks: which pawn takes, on which rank, and whom.
//!
//! The words of [`columns`](super::columns) leave out the ranks. Here every pawn has a name, and its ranks
//! at the captures obey what a board demands: white pawns rise, black ones fall, pawns of a file keep
//! their order, a capture leads one rank on. What a pawn takes was a man that can get to one of the squares
//! in question. Searched to the end, this refutes positions that have kernels but no squares for them.
//!
//! Nothing possible is left out: a pawn that has promoted stays in its column, *beyond* the last rank, so a
//! promotion can happen at any time; captures on the last rank and en passant are among the captures.
//! Captures on different files can be exchanged, so only one order of such neighbours is looked at.

use rand::{Rng, seq::SliceRandom};
use shakmaty::{Bitboard, ByColor, Color, File, Rank, Square};

use super::{
    Event, Left, Question,
    columns::{Column, Columns},
    fit::Prey,
    parity::{Life, contradicts},
    ranks::{PawnId, Ranks, Variable, pawn_color},
    search::Search,
};

/// The pawns of a file, from rank 1 up.
#[derive(Clone, Copy)]
struct Line {
    len: usize,
    pawns: [PawnId; 16],
}

impl Line {
    fn initial(file: usize) -> Line {
        let mut pawns = [0; 16];
        pawns[..2].copy_from_slice(&[file, file + 8]);
        Line { len: 2, pawns }
    }

    fn pawns(&self) -> &[PawnId] {
        &self.pawns[..self.len]
    }

    fn remove(&mut self, index: usize) -> PawnId {
        let pawn = self.pawns[index];
        self.pawns.copy_within(index + 1..self.len, index);
        self.len -= 1;
        pawn
    }

    fn insert(&mut self, index: usize, pawn: PawnId) {
        self.pawns.copy_within(index..self.len, index + 1);
        self.pawns[index] = pawn;
        self.len += 1;
    }

    fn word(&self) -> Column {
        self.pawns().iter().fold(Column::EMPTY, |word, pawn| {
            word.insert(word.len(), pawn_color(*pawn))
        })
    }
}

/// What a pawn takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Piece,
    Pawn,
    EnPassant,
}

/// A capture.
#[derive(Clone, Copy)]
enum Step {
    /// A piece takes the pawn there.
    Loss { at: (usize, usize) },
    /// The pawn at a file and index takes on another.
    Capture {
        from: (usize, usize),
        to: (usize, usize),
        takes: Takes,
    },
}

impl Step {
    /// The files it touches, as bits.
    fn files(self) -> u8 {
        match self {
            Step::Loss { at } => 1 << at.0,
            Step::Capture { from, to, .. } => 1 << from.0 | 1 << to.0,
        }
    }
}

/// A piece taken by a pawn.
#[derive(Clone, Copy)]
struct Taken {
    by: Color,
    file: usize,
    /// The capturer's rank before.
    variable: Variable,
    event: usize,
}

/// Some captures made.
#[derive(Clone)]
struct Node {
    lines: [Line; 8],
    left: Left,
    ranks: Ranks,
    taken: Vec<Taken>,
    /// What matters of each pawn to the number of moves.
    lives: [Life; 16],
    /// A pawn was taken en passant.
    passing: bool,
    /// The last capture each pawn made.
    acted: [Option<usize>; 16],
    /// The files that each capture touched.
    files: Vec<u8>,
}

/// A search for kernels with ranks.
pub(crate) struct Extended<'a, R> {
    question: &'a Question,
    pub nodes: u64,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
    /// Counting moves excluded something.
    pub counted: bool,
    /// The captures found, last one first.
    events: Vec<Event>,
    /// The same without ranks, which is asked first.
    words: Search<'a, R>,
}

/// Nodes between two questions whether to stop: a clock costs more than a node.
const ASK_EVERY: u64 = 256;
/// Captures without ranks looked at for each with ranks, at the most.
const WORDS: u64 = 10;

impl<'a, R: Rng> Extended<'a, R> {
    pub fn new(
        question: &'a Question,
        limit: u64,
        stop: &'a dyn Fn() -> bool,
        rng: &'a mut R,
    ) -> Extended<'a, R> {
        Extended {
            question,
            nodes: 0,
            limit,
            stop,
            stopped: false,
            counted: false,
            events: Vec::new(),
            words: Search::new(question, WORDS * limit, rng).until(stop),
        }
    }

    /// Captures that explain the position, ranks and all; `None` where there are none, or none was found.
    pub fn run(mut self) -> (Option<Vec<Event>>, u64) {
        let found = !self.is_impossible() && self.nodes < self.limit && !self.stopped;
        self.events.reverse();
        (found.then_some(self.events), self.nodes)
    }

    /// Whether all captures that were made have been tried, and none of them does.
    pub fn is_impossible(&mut self) -> bool {
        let question = self.question;
        let pinned = (0..8).fold(0, |bits, file| {
            bits | u16::from(question.low_steady[file]) << file
                | u16::from(question.high_steady[file]) << (file + 8)
        });
        let root = Node {
            lines: std::array::from_fn(Line::initial),
            left: question.left(),
            ranks: Ranks::open(pinned),
            taken: Vec::new(),
            lives: [Life::default(); 16],
            passing: false,
            acted: [None; 16],
            files: Vec::new(),
        };
        (0..=question.total()).all(|depth| !self.is_possible(&root, depth))
    }

    /// Whether at most so many further captures explain the position, or nodes or time do not suffice to
    /// tell.
    fn is_possible(&mut self, node: &Node, depth: usize) -> bool {
        self.nodes += 1;
        // Once asked to stop, it stays stopped: nothing is refuted on the way out.
        self.stopped |= self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)();
        if self.nodes >= self.limit || self.stopped {
            return true;
        }
        let columns: Columns = std::array::from_fn(|file| node.lines[file].word());
        if !self.words.may_end(&columns, node.left, depth) {
            return false;
        }
        // Shorter lists were looked at before.
        if depth == 0 {
            return self.ends_well(node, &columns);
        }
        let mut steps = self.steps(node);
        steps.shuffle(self.words.rng);
        for step in steps {
            let (files, last) = (step.files(), node.files.last().copied().unwrap_or(0));
            if files & last == 0 && files < last {
                continue;
            }
            if let Some(next) = self.after(node, step)
                && self.is_possible(&next, depth - 1)
            {
                self.events.push(event(step, node));
                return true;
            }
        }
        false
    }

    fn steps(&self, node: &Node) -> Vec<Step> {
        let mut steps = Vec::with_capacity(64);
        for file in 0..8 {
            let (low, high) = self.open(node, file);
            for index in low..high {
                let color = pawn_color(node.lines[file].pawns[index]);
                if *node.left.victims.get(color) > 0 && *node.left.captures.get(!color) > 0 {
                    steps.push(Step::Loss { at: (file, index) });
                }
                if *node.left.captures.get(color) == 0 {
                    continue;
                }
                for beside in [file.wrapping_sub(1), file + 1] {
                    if beside < 8 {
                        self.captures(node, (file, index), beside, &mut steps);
                    }
                }
            }
        }
        steps
    }

    /// The places of a line that are not taken by pawns that never move.
    fn open(&self, node: &Node, file: usize) -> (usize, usize) {
        let low = usize::from(self.question.low_steady[file]);
        let high = node.lines[file].len - usize::from(self.question.high_steady[file]);
        (low, high)
    }

    fn captures(&self, node: &Node, from: (usize, usize), beside: usize, steps: &mut Vec<Step>) {
        let color = pawn_color(node.lines[from.0].pawns[from.1]);
        let (low, high) = self.open(node, beside);
        let length = node.lines[beside].len;
        if let Some(index) = self.question.past_steady(color, from.0, beside, length) {
            steps.push(Step::Capture {
                from,
                to: (beside, index),
                takes: Takes::Piece,
            });
        }
        for index in low..=high {
            let to = (beside, index);
            let mut push = |takes| steps.push(Step::Capture { from, to, takes });
            push(Takes::Piece);
            if index < high
                && pawn_color(node.lines[beside].pawns[index]) != color
                && *node.left.victims.get(!color) > 0
            {
                push(Takes::Pawn);
                push(Takes::EnPassant);
            }
        }
    }

    /// The captures with one more; `None` where no ranks fit.
    fn after(&self, node: &Node, step: Step) -> Option<Node> {
        let mut next = node.clone();
        let event = node.files.len();
        next.files.push(step.files());
        let ranks = &mut next.ranks;
        match step {
            Step::Loss { at: (file, index) } => {
                ranks.order(next.lines[file].pawns(), event, None);
                let victim = next.lines[file].remove(index);
                let variable = ranks.at(victim, event);
                ranks.real(variable);
                next.lives[victim].taken = Some(variable);
                let color = pawn_color(victim);
                *next.left.victims.get_mut(color) -= 1;
                *next.left.captures.get_mut(!color) -= 1;
            }
            Step::Capture { from, to, takes } => {
                ranks.order(next.lines[from.0].pawns(), event, None);
                let pawn = next.lines[from.0].remove(from.1);
                let color = pawn_color(pawn);
                let forward = color.fold_wb(1, -1);
                let line = &mut next.lines[to.0];
                let victim = (takes != Takes::Piece).then(|| line.pawns[to.1]);
                if victim.is_some() {
                    line.pawns[to.1] = pawn;
                } else {
                    line.insert(to.1, pawn);
                }
                ranks.order(line.pawns(), event, Some(pawn));
                let variable = ranks.at(pawn, event);
                ranks.real(variable);
                if let Some(victim) = victim {
                    let passing = takes == Takes::EnPassant;
                    if passing && !ranks.not_yet_moved(victim) {
                        return None;
                    }
                    let there = ranks.at(victim, event);
                    ranks.real(there);
                    next.lives[victim].taken = Some(there);
                    next.passing |= passing;
                    if passing {
                        let fifth = color.fold_wb(4, 3);
                        ranks.within(variable, (fifth, fifth));
                        ranks.fix(variable, 0, there);
                    } else {
                        ranks.fix(variable, forward, there);
                    }
                    *next.left.victims.get_mut(!color) -= 1;
                } else {
                    next.taken.push(Taken {
                        by: color,
                        file: to.0,
                        variable,
                        event,
                    });
                }
                ranks.captured(pawn, variable);
                next.lives[pawn].first.get_or_insert(variable);
                next.acted[pawn] = Some(event);
                *next.left.captures.get_mut(color) -= 1;
            }
        }
        ranks.propagate()?;
        Some(next)
    }

    /// Whether the pawns that stay can be where they are, and all pieces come from somewhere.
    fn ends_well(&mut self, node: &Node, columns: &Columns) -> bool {
        let mut ranks = node.ranks.clone();
        let mut lives = node.lives;
        let mut promoted = ByColor::<Vec<(usize, PawnId)>>::default();
        for (file, column) in columns.iter().enumerate() {
            let Some((white, black)) = self.question.promotions(file, *column) else {
                return false;
            };
            let pawns = node.lines[file].pawns();
            let (low, rest) = pawns.split_at(black);
            let (stay, high) = rest.split_at(rest.len() - white);
            promoted.black.extend(low.iter().map(|pawn| (file, *pawn)));
            promoted.white.extend(high.iter().map(|pawn| (file, *pawn)));
            let squares = self.question.pawns & Bitboard::from(File::new(file as u32));
            for (pawn, square) in stay.iter().zip(squares) {
                let rank = i8::from(square.rank());
                ranks.ends(*pawn, rank);
                lives[*pawn].stays = Some(rank);
            }
        }
        if ranks.propagate().is_none() {
            return false;
        }
        let fits = Color::ALL.into_iter().all(|color| {
            let promoted = promoted.get(color);
            let prey: Vec<Prey> = node
                .taken
                .iter()
                .filter(|taken| taken.by != color)
                .map(|taken| Prey {
                    squares: squares(taken, &ranks),
                    in_time: in_time(taken, promoted, node),
                })
                .collect();
            let files: Vec<usize> = promoted.iter().map(|(file, _)| *file).collect();
            self.question.sides.get(color).fits(&files, &prey)
        });
        let promotions = promoted.white.len() + promoted.black.len();
        if let Some(count) = &self.question.count
            && fits
            && promotions == 0
            && !node.passing
        {
            let taken = node.taken.iter();
            let taken = taken.map(|taken| (!taken.by, squares(taken, &ranks)));
            let wrong = contradicts(count, &ranks, &lives, taken);
            self.counted |= wrong;
            return !wrong;
        }
        fits
    }
}

/// A capture as kernels tell it.
fn event(step: Step, node: &Node) -> Event {
    let color = |(file, index): (usize, usize)| pawn_color(node.lines[file].pawns[index]);
    match step {
        Step::Loss { at } => Event::PieceTakesPawn { by: !color(at), at },
        Step::Capture { from, to, takes } => {
            let by = color(from);
            match takes {
                Takes::Piece => Event::PawnTakesPiece { by, from, to },
                Takes::Pawn | Takes::EnPassant => Event::PawnTakesPawn { by, from, to },
            }
        }
    }
}

/// Where a piece can have been taken.
fn squares(taken: &Taken, ranks: &Ranks) -> Bitboard {
    let forward = taken.by.fold_wb(1, -1);
    let (low, high) = ranks.bounds[taken.variable];
    (low.max(1)..=high.min(6))
        .map(|rank| {
            let rank = Rank::new((rank + forward) as u32);
            Square::from_coords(File::new(taken.file as u32), rank)
        })
        .collect()
}

/// The promotions that can have happened before a capture: not those of pawns that took something after it,
/// unless the two can be exchanged.
fn in_time(taken: &Taken, promoted: &[(usize, PawnId)], node: &Node) -> u16 {
    let mut files = node.files[taken.event];
    let mut after = vec![false; node.files.len()];
    after[taken.event] = true;
    for (event, touched) in node.files.iter().enumerate().skip(taken.event + 1) {
        if touched & files != 0 {
            files |= touched;
            after[event] = true;
        }
    }
    promoted
        .iter()
        .enumerate()
        .filter(|(_, (_, pawn))| node.acted[*pawn].is_none_or(|event| !after[event]))
        .fold(0, |bits, (place, _)| bits | 1 << place)
}
