//! What moves cost, and what else came to mind: of real games, and of games that are played out.

use std::{
    error::Error,
    fs,
    io::{BufWriter, Write},
    path::Path,
};

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_human::{Eyes, Sighted, Tempers, View};
use sissa_lab::{
    games::{self, RealGame},
    strength::{FIRST, Judge, JudgeName, LAST, Model, measured, played_out, sample},
};
use sissa_nn::human::{Past, Player, Site};

use crate::BANDS;

type Done = Result<(), Box<dyn Error>>;

/// Positions that the judge looks at for a value.
const NODES: u64 = 2_000;
/// Of the games, one in so many is kept apart for the measure.
const KEPT_APART: u64 = 2;
/// Moves that come to mind less often are not written down, unless they are played.
const LEAST: f32 = 1e-4;

/// The rating of a band, and real games of it.
type Band = (u16, Vec<RealGame>);

/// Which games: of which site, how many of a band, by which seed, of which bands.
struct Wanted {
    site: Site,
    count: usize,
    seed: u64,
    bands: Vec<u16>,
}

impl Wanted {
    fn of(rest: &[&str]) -> Result<Wanted, Box<dyn Error>> {
        let site = match rest.first() {
            Some(site) => Site::named_in(site),
            None => Site::Lichess,
        };
        let count = rest.get(1).map_or(Ok(120), |word| word.parse())?;
        let seed = rest.get(2).map_or(Ok(1), |word| word.parse())?;
        let mut bands: Vec<u16> = Vec::new();
        for word in rest.iter().skip(3) {
            bands.push(word.parse()?);
        }
        if bands.is_empty() {
            bands = BANDS.to_vec();
        }
        Ok(Wanted {
            site,
            count,
            seed,
            bands,
        })
    }

    fn games(&self, path: &Path) -> Result<Vec<Band>, Box<dyn Error>> {
        let mut games = games::read(path)?;
        // Rows are of Lichess' ratings.
        games.retain(|game| !game.held_out(KEPT_APART) && game.players[0].site == self.site);
        let of_band = |band: &u16| {
            let sample = sample(&games, *band, self.seed).into_iter();
            (*band, sample.take(self.count).cloned().collect())
        };
        Ok(self.bands.iter().map(of_band).collect())
    }
}

/// Somebody at work.
struct Desk {
    judge: Judge,
    eyes: Eyes,
    tempers: Tempers,
    out: BufWriter<fs::File>,
}

impl Desk {
    fn open(out: &Path, table: &Path) -> Result<Desk, Box<dyn Error>> {
        Ok(Desk {
            judge: Judge::new(&JudgeName::Uci("stockfish".into()))?,
            eyes: Eyes::default(),
            tempers: Tempers::parse(&fs::read_to_string(table)?)?,
            out: BufWriter::new(fs::File::create(out)?),
        })
    }

    /// Judges a game and writes it down.
    fn game(&mut self, band: u16, players: [Player; 2], moves: &[Move]) -> Done {
        let Some(found) = measured(moves, &mut self.judge, NODES) else {
            return Ok(());
        };
        let bit = u8::from;
        let (castled, queenless) = (bit(found.castled), bit(found.queenless));
        writeln!(
            self.out,
            "G\t{band}\t{castled}\t{queenless}\t{}",
            found.plies
        )?;
        let hash = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let (mut position, mut past) = (Chess::default(), Past::default());
        let mut seen = vec![hash(&position)];
        for (ply, played) in moves.iter().enumerate().take(LAST) {
            if let Some(cost) = ply.checked_sub(FIRST).and_then(|at| found.costs.get(at)) {
                let player = &players[ply % 2];
                let view = View {
                    position: &position,
                    past: &past,
                    seen: &seen,
                    player,
                };
                write!(
                    self.out,
                    "M\t{}\t{}\t{:.0}\t{:.3}\t",
                    player.rating.unwrap_or(1500),
                    cost.phase.word(),
                    cost.centipawns,
                    cost.points
                )?;
                self.thoughts(view, *played)?;
            }
            past = past.then(*played);
            position.play_unchecked(*played);
            if played.is_zeroing() {
                seen.clear();
            }
            seen.push(hash(&position));
        }
        self.out.flush()?;
        Ok(())
    }

    /// Each move that comes to mind: its share, what a glance and a second look see it lose, whether it castles.
    fn thoughts(&mut self, view: View<'_>, played: Move) -> Done {
        let scene = self.eyes.scene(view);
        let choices = Sighted::shipped().moves(&scene);
        let temper = self.tempers.of(&scene.player, scene.phase);
        let mut losses = scene.losses();
        if temper.care > 0.0 && temper.nodes >= 1.0 {
            let nodes = temper.nodes as u64;
            let looks = self
                .eyes
                .second_look(view.position, &scene, &choices, nodes);
            for (index, loss) in looks {
                losses[index].1 = loss;
            }
        }
        let rest = 1.0 - choices.end;
        for ((thought, share), (glance, second)) in choices.moves.iter().zip(losses) {
            let share = share / rest;
            if share >= LEAST || *thought == played {
                let (mark, castles) = (u8::from(*thought == played), u8::from(thought.is_castle()));
                write!(
                    self.out,
                    "{mark},{share:.5},{glance:.4},{second:.4},{castles} "
                )?;
            }
        }
        writeln!(self.out)?;
        Ok(())
    }
}

pub fn real(games: &Path, out: &Path, table: &Path, rest: &[&str]) -> Done {
    let mut desk = Desk::open(out, table)?;
    for (band, games) in Wanted::of(rest)?.games(games)? {
        for game in games {
            desk.game(band, game.players, &game.replay())?;
        }
    }
    Ok(())
}

pub fn made(games: &Path, out: &Path, table: &Path, rest: &[&str]) -> Done {
    let mut desk = Desk::open(out, table)?;
    let model = Model::Sighted(desk.tempers.clone());
    for (band, games) in Wanted::of(rest)?.games(games)? {
        for (number, game) in games.iter().enumerate() {
            let seeds = (0..8).map(|again| (number as u64 + 1_000_000) * 8 + again);
            let mut played = seeds.map(|seed| played_out(&model, game.players, seed));
            if let Some(moves) = played.find(|moves| moves.len() >= LAST) {
                desk.game(band, game.players, &moves)?;
            }
        }
    }
    Ok(())
}
