//! From a kernel to the lives of sixteen pawns: who takes whom, on which ranks, who promotes.
//!
//! The ranks are difference constraints: white pawns only rise, black ones only fall, and in every
//! column the order that the kernel prescribes must hold whenever a capture touches the column.
//! Bounds are propagated until nothing changes; any value between them is then taken at random and
//! propagated again. (The idea of Texel's extended kernels; a failure here only means "another
//! choice of pawns, please", never that the position is illegal.)

use rand::{Rng, RngExt, seq::SliceRandom};
use shakmaty::{Bitboard, Board, Color, File, Rank, Square};

use crate::kernel::Event;

/// Index of a pawn: the files of White, then those of Black.
pub(crate) type PawnId = usize;

pub(crate) fn pawn_color(pawn: PawnId) -> Color {
    Color::from_white(pawn < 8)
}

pub(crate) fn pawn_home(pawn: PawnId) -> Square {
    let color = pawn_color(pawn);
    Square::from_coords(
        File::new(pawn as u32 % 8),
        color.relative_rank(Rank::Second),
    )
}

/// How a pawn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// On this square of the goal.
    Stays(Square),
    /// By promotion on this file.
    Promotes(usize),
    /// Taken as a pawn in the capture of this index.
    Taken(usize),
}

/// A rank a pawn has when a capture touches its column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// The capture.
    pub event: usize,
    /// The pawn's rank at that moment; of a capturing pawn, after the capture. Ranks count from 0.
    pub rank: i8,
}

/// The captures of a kernel with pawns and squares.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Capture {
    /// A pawn goes from one square to the other and takes this pawn, or a piece.
    ByPawn {
        pawn: PawnId,
        from: Square,
        to: Square,
        victim: Option<PawnId>,
    },
    /// A piece takes this pawn, whose rank is between these.
    OfPawn {
        by: Color,
        victim: PawnId,
        file: usize,
        ranks: (i8, i8),
    },
}

/// The lives of all pawns.
#[derive(Clone, Debug)]
pub(crate) struct PawnLives {
    pub fates: [Fate; 16],
    /// Captures in the order of the game.
    pub captures: Vec<Capture>,
    /// For each pawn its stops in the order of the game.
    pub stops: [Vec<Stop>; 16],
    /// Pawns that promote on a file, in the order in which they are taken back: the lowest first.
    pub promotions: [Vec<PawnId>; 16],
    /// Columns each capture touches.
    pub touched: Vec<Bitboard>,
}

/// A variable: the rank of a pawn when a capture happens (before it, for the capturer).
struct Variable {
    pawn: PawnId,
    event: usize,
}

/// A pawn in a capture, with its variable.
type Part = (usize, PawnId);

/// `variables[low] + gap <= variables[high]`.
struct Gap {
    low: usize,
    gap: i8,
    high: usize,
}

/// Chooses pawns and ranks for a kernel at random; `None` where the choice does not work out.
pub(crate) fn pawn_lives(board: &Board, events: &[Event], rng: &mut impl Rng) -> Option<PawnLives> {
    let mut columns: [Vec<PawnId>; 8] = std::array::from_fn(|file| vec![file, file + 8]);
    let mut fates = [Fate::Taken(usize::MAX); 16];
    let mut variables: Vec<Variable> = Vec::new();
    let mut gaps: Vec<Gap> = Vec::new();
    let mut latest: [Option<(usize, i8)>; 16] = [None; 16];
    let mut touched = Vec::new();
    let mut moves: Vec<(Option<Part>, Option<Part>)> = Vec::new();

    for (number, event) in events.iter().enumerate() {
        let mut at = [usize::MAX; 16];
        let mut see = |pawn: PawnId, variables: &mut Vec<Variable>, gaps: &mut Vec<Gap>| {
            if at[pawn] != usize::MAX {
                return at[pawn];
            }
            let index = variables.len();
            variables.push(Variable {
                pawn,
                event: number,
            });
            if let Some((before, moved)) = latest[pawn] {
                gaps.push(match pawn_color(pawn) {
                    Color::White => Gap {
                        low: before,
                        gap: moved,
                        high: index,
                    },
                    Color::Black => Gap {
                        low: index,
                        gap: moved,
                        high: before,
                    },
                });
            }
            latest[pawn] = Some((index, 0));
            at[pawn] = index;
            index
        };
        let mut order = |column: &[PawnId],
                         shifted: Option<PawnId>,
                         variables: &mut Vec<Variable>,
                         gaps: &mut Vec<Gap>| {
            for pair in column.windows(2) {
                let (low, high) = (see(pair[0], variables, gaps), see(pair[1], variables, gaps));
                let shift = |pawn: PawnId| match shifted == Some(pawn) {
                    true => pawn_color(pawn).fold_wb(1, -1),
                    false => 0,
                };
                gaps.push(Gap {
                    low,
                    gap: 1 + shift(pair[0]) - shift(pair[1]),
                    high,
                });
            }
            if let [only] = column {
                see(*only, variables, gaps);
            }
        };
        match *event {
            Event::PieceTakesPawn {
                at: (file, index), ..
            } => {
                let index = alike(&columns[file], index, rng);
                order(&columns[file], None, &mut variables, &mut gaps);
                let victim = columns[file].remove(index);
                fates[victim] = Fate::Taken(number);
                touched.push(Bitboard::from(File::new(file as u32)));
                moves.push((None, Some((see(victim, &mut variables, &mut gaps), victim))));
            }
            Event::PawnTakesPiece { from, to, .. } | Event::PawnTakesPawn { from, to, .. } => {
                let index = alike(&columns[from.0], from.1, rng);
                order(&columns[from.0], None, &mut variables, &mut gaps);
                let pawn = columns[from.0].remove(index);
                let column = &mut columns[to.0];
                let mut victim = None;
                if event.takes_pawn() {
                    victim = Some(std::mem::replace(&mut column[to.1], pawn));
                } else {
                    // Beside equal pawns the new one may stand on either side.
                    let mut places = vec![to.1];
                    let same = |other: PawnId| pawn_color(other) == pawn_color(pawn);
                    let mut place = to.1;
                    while place < column.len() && same(column[place]) {
                        place += 1;
                        places.push(place);
                    }
                    places.shuffle(rng);
                    column.insert(places[0], pawn);
                }
                order(column, Some(pawn), &mut variables, &mut gaps);
                let capturer = see(pawn, &mut variables, &mut gaps);
                let victim = victim.map(|victim| {
                    let index = see(victim, &mut variables, &mut gaps);
                    let step: i8 = pawn_color(pawn).fold_wb(1, -1);
                    gaps.push(Gap {
                        low: capturer,
                        gap: step,
                        high: index,
                    });
                    gaps.push(Gap {
                        low: index,
                        gap: -step,
                        high: capturer,
                    });
                    fates[victim] = Fate::Taken(number);
                    (index, victim)
                });
                touched.push(
                    Bitboard::from(File::new(from.0 as u32))
                        | Bitboard::from(File::new(to.0 as u32)),
                );
                moves.push((Some((capturer, pawn)), victim));
                latest[pawn] = Some((capturer, 1));
            }
        }
    }

    // Who promotes and who stays where.
    let mut promotions: [Vec<PawnId>; 16] = Default::default();
    let mut bounds: Vec<(i8, i8)> = vec![(1, 6); variables.len()];
    for (file, column) in columns.iter().enumerate() {
        let goal: Vec<Square> = (board.pawns() & Bitboard::from(File::new(file as u32)))
            .into_iter()
            .collect();
        let of = |color: Color| {
            let pawns = goal
                .iter()
                .filter(|square| board.by_color(color).contains(**square));
            pawns.count()
        };
        let mut rest = column.clone();
        let count = |column: &[PawnId], color| {
            column
                .iter()
                .filter(|pawn| pawn_color(**pawn) == color)
                .count()
        };
        while count(&rest, Color::White) > of(Color::White) {
            let pawn = rest.pop()?;
            promotions[file].insert(0, pawn);
            fates[pawn] = Fate::Promotes(file);
        }
        while count(&rest, Color::Black) > of(Color::Black) {
            let pawn = rest.remove(0);
            promotions[file + 8].insert(0, pawn);
            fates[pawn] = Fate::Promotes(file);
        }
        if rest.len() != goal.len() {
            return None;
        }
        for (pawn, square) in rest.into_iter().zip(goal) {
            if board.color_at(square) != Some(pawn_color(pawn)) {
                return None;
            }
            fates[pawn] = Fate::Stays(square);
            let rank = i8::from(square.rank());
            let Some((last, moved)) = latest[pawn] else {
                continue;
            };
            match pawn_color(pawn) {
                Color::White => bounds[last].1 = bounds[last].1.min(rank - moved),
                Color::Black => bounds[last].0 = bounds[last].0.max(rank + moved),
            }
        }
    }
    for (pawn, fate) in fates.iter().enumerate() {
        // A pawn that promotes on a file must be the one whose colour says so.
        if let Fate::Promotes(file) = fate {
            let list = &promotions[file + pawn_color(pawn).fold_wb(0, 8)];
            if !list.contains(&pawn) {
                return None;
            }
        }
    }
    // A capture by a pawn ends before the last rank: promotions by capture are not planned.
    for (capturer, _) in &moves {
        if let Some((variable, pawn)) = capturer {
            match pawn_color(*pawn) {
                Color::White => bounds[*variable].1 = bounds[*variable].1.min(5),
                Color::Black => bounds[*variable].0 = bounds[*variable].0.max(2),
            }
        }
    }

    propagate(&gaps, &mut bounds)?;
    let free: Vec<bool> = {
        let mut free = vec![false; variables.len()];
        for (capturer, victim) in &moves {
            if let (None, Some((variable, _))) = (capturer, victim) {
                free[*variable] = true;
            }
        }
        free
    };
    let captures = |variable: usize| {
        let capturer = moves[variables[variable].event].0;
        capturer.is_some_and(|(own, _)| own == variable)
    };
    let mut order: Vec<usize> = (0..variables.len()).filter(|v| !free[*v]).collect();
    order.shuffle(rng);
    // Captures first, in the middle of the board where there is room around them.
    order.sort_by_key(|variable| !captures(*variable));
    for variable in order {
        let (low, high) = bounds[variable];
        let any = rng.random_range(low..=high);
        let home = pawn_color(variables[variable].pawn).fold_wb(low, high);
        let middle = any.clamp(2, 5).clamp(low, high);
        let value = match (captures(variable), rng.random_range(0..60)) {
            (true, 0..6) | (false, 0) => any,
            (true, 6..24) => home,
            (true, _) => middle,
            // Pawns stay at home where they may: most freedom for the others.
            (false, _) => home,
        };
        bounds[variable] = (value, value);
        propagate(&gaps, &mut bounds)?;
    }

    let mut stops: [Vec<Stop>; 16] = Default::default();
    for (index, variable) in variables.iter().enumerate() {
        let capturer = moves[variable.event]
            .0
            .is_some_and(|(_, pawn)| pawn == variable.pawn);
        let step = match capturer {
            true => pawn_color(variable.pawn).fold_wb(1, -1),
            false => 0,
        };
        if free[index] {
            continue;
        }
        stops[variable.pawn].push(Stop {
            event: variable.event,
            rank: bounds[index].0 + step,
        });
    }
    let mut captures = Vec::new();
    for (number, (capturer, victim)) in moves.iter().enumerate() {
        captures.push(match (events[number], capturer) {
            (
                Event::PawnTakesPiece { from, to, .. } | Event::PawnTakesPawn { from, to, .. },
                Some((variable, pawn)),
            ) => {
                let rank = bounds[*variable].0;
                let square = |file: usize, rank: i8| {
                    Square::from_coords(File::new(file as u32), Rank::new(rank as u32))
                };
                Capture::ByPawn {
                    pawn: *pawn,
                    from: square(from.0, rank),
                    to: square(to.0, rank + pawn_color(*pawn).fold_wb(1, -1)),
                    victim: victim.map(|(_, victim)| victim),
                }
            }
            (Event::PieceTakesPawn { by, at }, _) => {
                let (variable, victim) = (*victim)?;
                Capture::OfPawn {
                    by,
                    victim,
                    file: at.0,
                    ranks: bounds[variable],
                }
            }
            _ => return None,
        });
    }
    Some(PawnLives {
        fates,
        captures,
        stops,
        promotions,
        touched,
    })
}

/// One of the pawns of equal colour around an index; those that never move are left alone because
/// the kernel does not name them.
fn alike(column: &[PawnId], index: usize, rng: &mut impl Rng) -> usize {
    let same = |other: &usize| pawn_color(column[*other]) == pawn_color(column[index]);
    // The kernel names the lowest of equal neighbours.
    let run = (index..column.len()).take_while(same).count();
    index + rng.random_range(0..run)
}

/// Narrows the bounds until every gap holds at both ends; `None` where one becomes empty.
fn propagate(gaps: &[Gap], bounds: &mut [(i8, i8)]) -> Option<()> {
    loop {
        let mut changed = false;
        for gap in gaps {
            let least = bounds[gap.low].0 + gap.gap;
            if bounds[gap.high].0 < least {
                bounds[gap.high].0 = least;
                changed = true;
            }
            let most = bounds[gap.high].1 - gap.gap;
            if bounds[gap.low].1 > most {
                bounds[gap.low].1 = most;
                changed = true;
            }
            if bounds[gap.high].0 > bounds[gap.high].1 || bounds[gap.low].0 > bounds[gap.low].1 {
                return None;
            }
        }
        if !changed {
            return Some(());
        }
    }
}
