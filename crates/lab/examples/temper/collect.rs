//! What moves cost: of real games, of games that are played out, and of all likely moves of a position.

use std::{
    error::Error,
    fs,
    io::{BufWriter, Write},
    path::Path,
};

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_human::{Eyes, Sighted, Tempers, View, chance};
use sissa_lab::{
    games::{self, RealGame},
    strength::{FIRST, Judge, JudgeName, LAST, Measured, Model, measured, played_out, sample},
};
use sissa_nn::human::{Past, measure::Phase};

use crate::BANDS;

type Done = Result<(), Box<dyn Error>>;

const NODES: u64 = 8_000;
/// Positions of second looks.
pub const LOOKS: [u64; 3] = [400, 1_500, 5_000];
/// Of the games, one in so many is kept apart for the measure.
const KEPT_APART: u64 = 2;
/// Moves of a position that are judged, at most, and the least share of them.
const MOST: usize = 20;
const LEAST: f32 = 0.003;

fn judge() -> Result<Judge, Box<dyn Error>> {
    Ok(Judge::new(&JudgeName::Uci("stockfish".into()))?)
}

/// A rating, and the games of players near it.
type Band = (u16, Vec<RealGame>);

/// Games of each band: `rest` may say how many, another seed, and the bands.
fn chosen(path: &Path, rest: &[&str], count: usize) -> Result<Vec<Band>, Box<dyn Error>> {
    let count = rest.first().map_or(Ok(count), |word| word.parse())?;
    let seed = rest.get(1).map_or(Ok(1), |word| word.parse())?;
    let mut bands: Vec<u16> = Vec::new();
    for word in rest.iter().skip(2) {
        bands.push(word.parse()?);
    }
    if bands.is_empty() {
        bands = BANDS.to_vec();
    }
    let mut games = games::read(path)?;
    games.retain(|game| !game.held_out(KEPT_APART));
    let of_band = |band: &u16| {
        let sample: Vec<RealGame> = sample(&games, *band, seed)
            .into_iter()
            .take(count)
            .cloned()
            .collect();
        (*band, sample)
    };
    Ok(bands.iter().map(of_band).collect())
}

fn write_game(out: &mut impl Write, band: u16, found: &Measured) -> std::io::Result<()> {
    for cost in &found.costs {
        let (word, points) = (cost.phase.word(), cost.points);
        writeln!(out, "{band}\t{word}\t{:.0}\t{points:.3}", cost.centipawns)?;
    }
    let bit = u8::from(found.castled);
    writeln!(
        out,
        "{band}\tgame\t{bit}\t{}\t{}",
        u8::from(found.queenless),
        found.plies
    )?;
    out.flush()
}

pub fn real(games: &Path, out: &Path, rest: &[&str]) -> Done {
    let mut judge = judge()?;
    let mut out = BufWriter::new(fs::File::create(out)?);
    for (band, games) in chosen(games, rest, 120)? {
        for game in games {
            if let Some(found) = measured(&game.replay(), &mut judge, NODES) {
                write_game(&mut out, band, &found)?;
            }
        }
    }
    Ok(())
}

pub fn made(games: &Path, out: &Path, table: &Path, rest: &[&str]) -> Done {
    let model = Model::Sighted(Tempers::parse(&fs::read_to_string(table)?)?);
    let mut judge = judge()?;
    let mut out = BufWriter::new(fs::File::create(out)?);
    for (band, games) in chosen(games, rest, 120)? {
        for (number, game) in games.iter().enumerate() {
            let seeds = (0..8).map(|again| (number as u64 + 1_000_000) * 8 + again);
            let mut played = seeds.map(|seed| played_out(&model, game.players, seed));
            let Some(moves) = played.find(|moves| moves.len() >= LAST) else {
                continue;
            };
            if let Some(found) = measured(&moves, &mut judge, NODES) {
                write_game(&mut out, band, &found)?;
            }
        }
    }
    Ok(())
}

pub fn look(games: &Path, out: &Path, rest: &[&str]) -> Done {
    let mut judge = judge()?;
    let mut out = BufWriter::new(fs::File::create(out)?);
    let mut chosen = chosen(games, rest, 60)?;
    let mut eyes = Eyes::default();
    // In turn, so that a run that is ended early has something of every band.
    while chosen.iter().any(|(_, games)| !games.is_empty()) {
        for (band, games) in &mut chosen {
            if let Some(game) = games.pop() {
                look_at(&game, *band, &mut eyes, &mut judge, &mut out)?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// One position in seven of a game.
fn look_at(
    game: &RealGame,
    band: u16,
    eyes: &mut Eyes,
    judge: &mut Judge,
    out: &mut impl Write,
) -> Done {
    let hash = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    let (mut position, mut past) = (Chess::default(), Past::default());
    let mut seen = vec![hash(&position)];
    let moves = game.replay();
    let first = FIRST + moves.len() % 7;
    for (ply, played) in moves.iter().enumerate().take(LAST) {
        if ply >= first && (ply - first).is_multiple_of(7) {
            let view = View {
                position: &position,
                past: &past,
                seen: &seen,
                player: &game.players[ply % 2],
            };
            write_position(view, *played, band, eyes, judge, out)?;
        }
        past = past.then(*played);
        position.play_unchecked(*played);
        if played.is_zeroing() {
            seen.clear();
        }
        seen.push(hash(&position));
    }
    Ok(())
}

fn write_position(
    view: View<'_>,
    played: Move,
    band: u16,
    eyes: &mut Eyes,
    judge: &mut Judge,
    out: &mut impl Write,
) -> Done {
    let scene = eyes.scene(view);
    let choices = Sighted::shipped().moves(&scene);
    let mut losses: Vec<[f32; 4]> = scene
        .losses()
        .into_iter()
        .map(|(glance, _)| [glance; 4])
        .collect();
    for (place, nodes) in LOOKS.into_iter().enumerate() {
        for (index, loss) in eyes.second_look(view.position, &scene, &choices, nodes) {
            losses[index][place + 1] = loss;
        }
    }
    let Some(before) = judge.value(view.position, NODES) else {
        return Ok(());
    };
    let phase = Phase::of(view.position).word();
    writeln!(out, "P\t{band}\t{phase}\t{}", scene.rating.unwrap_or(0))?;
    let mut order: Vec<usize> = (0..choices.moves.len()).collect();
    order.sort_by(|a, b| choices.moves[*b].1.total_cmp(&choices.moves[*a].1));
    for (place, index) in order.into_iter().enumerate() {
        let (m, share) = choices.moves[index];
        let share = share / (1.0 - choices.end);
        if m != played && (place >= MOST || share < LEAST) {
            continue;
        }
        let mut next = view.position.clone();
        next.play_unchecked(m);
        let Some(after) = judge.value(&next, NODES) else {
            continue;
        };
        let lost = (before + after).clamp(0, 1000);
        let points = 100.0 * (chance(before) - chance(before - lost));
        let [glance, one, two, three] = losses[index];
        writeln!(
            out,
            "M\t{}\t{share:.6}\t{}\t{glance:.4}\t{one:.4}\t{two:.4}\t{three:.4}\t{lost}\t{points:.3}",
            u8::from(m == played),
            u8::from(m.is_castle())
        )?;
    }
    Ok(())
}
