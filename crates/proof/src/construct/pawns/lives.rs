//! Chooses pawns and ranks for the captures of a kernel.

use rand::{Rng, RngExt};
use shakmaty::{Bitboard, Board, Color, File, Rank, Square};

use super::{Capture, Fate, PawnId, PawnLives, Stop, pawn_color};
use crate::kernel::{Event, Ranks, Variable};

/// Of so many captures of pawns that may be early, one is a promotion.
const BY_CAPTURE: u32 = 4;

/// A pawn in a capture, with its variable.
type Part = (Variable, PawnId);

/// The capturing pawn and the captured one, where they are pawns.
type Parts = (Option<Part>, Option<Part>);

/// The pawns of each file, from rank 1 up.
type Columns = [Vec<PawnId>; 8];

/// Chooses pawns and ranks for a kernel at random; `None` where the choice does not work out. Pawns wait for the
/// captures on their files, or, if they may be early, some promote before, and some by a capture.
pub(crate) fn pawn_lives(
    board: &Board,
    events: &[Event],
    early: bool,
    rng: &mut impl Rng,
) -> Option<PawnLives> {
    let mut ranks = if early {
        Ranks::open(0)
    } else {
        Ranks::default()
    };
    let mut columns: Columns = std::array::from_fn(|file| vec![file, file + 8]);
    let mut fates = [Fate::Taken(usize::MAX); 16];
    let mut parts: Vec<Parts> = Vec::new();
    let mut touched = Vec::new();
    for (number, event) in events.iter().enumerate() {
        let part = play(*event, number, &mut columns, &mut ranks, rng);
        if let (_, Some((_, victim))) = part {
            fates[victim] = Fate::Taken(number);
        }
        touched.push(event.files());
        parts.push(part);
    }
    let promotions = end(board, &columns, &mut fates, &mut ranks)?;

    if early {
        ranks.propagate()?;
    }
    let mut captures = vec![false; ranks.of.len()];
    let mut free = vec![false; ranks.of.len()];
    for part in &parts {
        match *part {
            (Some((variable, pawn)), _) => {
                let promotes = early && matches!(fates[pawn], Fate::Promotes(_));
                if promotes
                    && (ranks.is_at_the_end(pawn, variable) || rng.random_range(0..BY_CAPTURE) == 0)
                {
                    ranks.captures_at_the_end(pawn, variable);
                } else {
                    ranks.captures_before_the_end(pawn, variable);
                }
                captures[variable] = true;
            }
            (None, Some((variable, _))) => free[variable] = true,
            (None, None) => {}
        }
        for (variable, _) in [part.0, part.1].into_iter().flatten() {
            ranks.real(variable);
        }
    }
    ranks.choose(&captures, &free, rng)?;

    let mut stops: [Vec<Stop>; 16] = Default::default();
    let mut early: [Vec<usize>; 16] = Default::default();
    for (variable, (pawn, event)) in ranks.of.iter().copied().enumerate() {
        if free[variable] {
            continue;
        }
        let step = if captures[variable] {
            pawn_color(pawn).fold_wb(1, -1)
        } else {
            0
        };
        let rank = ranks.bounds[variable].0 + step;
        match rank {
            1..=6 => stops[pawn].push(Stop { event, rank }),
            _ => early[pawn].push(event),
        }
    }
    let captures = events
        .iter()
        .zip(&parts)
        .map(|(event, parts)| capture(*event, *parts, &ranks.bounds))
        .collect::<Option<Vec<Capture>>>()?;
    Some(PawnLives {
        fates,
        captures,
        stops,
        early,
        promotions,
        touched,
    })
}

/// Plays a capture on the columns, with the order of the pawns before and after it.
fn play(
    event: Event,
    number: usize,
    columns: &mut Columns,
    ranks: &mut Ranks,
    rng: &mut impl Rng,
) -> Parts {
    match event {
        Event::PieceTakesPawn {
            at: (file, index), ..
        } => {
            let index = alike(&columns[file], index, rng);
            ranks.order(&columns[file], number, None);
            let victim = columns[file].remove(index);
            (None, Some((ranks.at(victim, number), victim)))
        }
        Event::PawnTakesPiece { from, to, .. } | Event::PawnTakesPawn { from, to, .. } => {
            let index = alike(&columns[from.0], from.1, rng);
            ranks.order(&columns[from.0], number, None);
            let pawn = columns[from.0].remove(index);
            let column = &mut columns[to.0];
            let mut victim = None;
            if event.takes_pawn() {
                victim = Some(std::mem::replace(&mut column[to.1], pawn));
            } else {
                // Beside equal pawns the new one may stand on either side.
                let same = |other: &&PawnId| pawn_color(**other) == pawn_color(pawn);
                let equal = column[to.1..].iter().take_while(same).count();
                column.insert(to.1 + rng.random_range(0..=equal), pawn);
            }
            ranks.order(column, number, Some(pawn));
            let capturer = ranks.at(pawn, number);
            let victim = victim.map(|victim| {
                let variable = ranks.at(victim, number);
                ranks.fix(capturer, pawn_color(pawn).fold_wb(1, -1), variable);
                (variable, victim)
            });
            ranks.captured(pawn, capturer);
            (Some((capturer, pawn)), victim)
        }
    }
}

/// Who promotes, in the order in which that is taken back, and who stays where.
fn end(
    board: &Board,
    columns: &Columns,
    fates: &mut [Fate; 16],
    ranks: &mut Ranks,
) -> Option<[Vec<PawnId>; 16]> {
    let mut promotions: [Vec<PawnId>; 16] = Default::default();
    for (file, column) in columns.iter().enumerate() {
        let goal = board.pawns() & Bitboard::from(File::new(file as u32));
        let too_many = |rest: &[PawnId], color: Color| {
            let pawns = rest.iter().filter(|pawn| pawn_color(**pawn) == color);
            pawns.count() > (goal & board.by_color(color)).count()
        };
        let mut rest = column.clone();
        while too_many(&rest, Color::White) {
            let pawn = rest.pop()?;
            if pawn_color(pawn) != Color::White {
                return None;
            }
            promotions[file].insert(0, pawn);
            fates[pawn] = Fate::Promotes(file);
        }
        while too_many(&rest, Color::Black) {
            let pawn = rest.remove(0);
            if pawn_color(pawn) != Color::Black {
                return None;
            }
            promotions[file + 8].insert(0, pawn);
            fates[pawn] = Fate::Promotes(file);
        }
        if rest.len() != goal.count() {
            return None;
        }
        for (pawn, square) in rest.into_iter().zip(goal) {
            if board.color_at(square) != Some(pawn_color(pawn)) {
                return None;
            }
            fates[pawn] = Fate::Stays(square);
            ranks.ends(pawn, i8::from(square.rank()));
        }
    }
    Some(promotions)
}

/// A capture with its squares.
fn capture(event: Event, parts: Parts, bounds: &[(i8, i8)]) -> Option<Capture> {
    match (event, parts) {
        (
            Event::PawnTakesPiece { from, to, .. } | Event::PawnTakesPawn { from, to, .. },
            (Some((variable, pawn)), victim),
        ) => {
            let rank = bounds[variable].0;
            let square = |file: usize, rank: i8| {
                Square::from_coords(File::new(file as u32), Rank::new(rank as u32))
            };
            Some(Capture::ByPawn {
                pawn,
                from: square(from.0, rank),
                to: square(to.0, rank + pawn_color(pawn).fold_wb(1, -1)),
                victim: victim.map(|(_, victim)| victim),
            })
        }
        (Event::PieceTakesPawn { by, at }, (_, Some((variable, victim)))) => {
            Some(Capture::OfPawn {
                by,
                victim,
                file: at.0,
                ranks: bounds[variable],
            })
        }
        _ => None,
    }
}

/// One of the pawns of equal colour around an index; those that never move are left alone because
/// the kernel does not name them.
fn alike(column: &[PawnId], index: usize, rng: &mut impl Rng) -> usize {
    let same = |other: &usize| pawn_color(column[*other]) == pawn_color(column[index]);
    // The kernel names the lowest of equal neighbours.
    let run = (index..column.len()).take_while(same).count();
    index + rng.random_range(0..run)
}
