//! A position as a player sees it who thinks of a few moves and looks at each.
//!
//! The light model says which moves come to mind; those, and all that may give check, are looked at by a
//! [`Lookout`]. What is seen becomes [`TRAITS`] numbers a move and [`CONTEXT`] numbers of the position.

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_engine::{Engine, Evaluation, Glance, Lookout, Options, possible_checks};
use sissa_nn::human::{
    CONTEXTS, Past, Player, Policy, Scratch, context, measure::Phase, parts::WIDTH,
};

/// Numbers of a move.
pub const TRAITS: usize = 31;
/// Numbers of a position and its player.
pub const CONTEXT: usize = CONTEXTS + 7;

/// Moves that come to mind less often than this are not looked at.
const LEAST: f32 = 0.004;
/// The traits of the end of a game begin here.
const END: usize = 27;

/// What is looked at, by whom, after which game.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The last two half-moves.
    pub past: &'a Past,
    /// Hashes (Zobrist, en passant where legal) of the positions since the last capture or pawn move, this one
    /// included; may be empty.
    pub seen: &'a [u64],
    /// Who is to move.
    pub player: &'a Player,
}

/// A legal move, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The move; `None` is the end.
    pub played: Option<Move>,
    /// The logarithm of its share by the light model.
    pub base: f32,
    /// Where it stands among those that were looked at.
    pub looked: Option<usize>,
}

/// A move that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    /// What its score by the light model is the sum of.
    pub terms: [f32; WIDTH],
    /// What was seen.
    pub traits: [f32; TRAITS],
    /// How much of the expected points it loses, as far as a glance can see.
    pub loss: f32,
    /// What the position after it is worth at a glance, in centipawns; nothing for the end of the game.
    pub value: Option<i32>,
}

/// A position with its moves, seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The position and the player.
    pub context: [f32; CONTEXT],
    /// The legal moves in the rules' order, and at last the end of the game.
    pub entries: Vec<Entry>,
    /// Those that were looked at; the end is always the last.
    pub looked: Vec<Looked>,
    /// How far the game is.
    pub phase: Phase,
    /// Who is to move.
    pub player: Player,
}

/// The chance to win by a value in centipawns, from 0 to 1, as Lichess has it.
///
/// ```
/// assert_eq!(sissa_human::chance(0), 0.5);
/// assert!((sissa_human::chance(100) - 0.591).abs() < 0.001);
/// ```
pub fn chance(centipawns: i32) -> f32 {
    1.0 / (1.0 + (-0.003_682_08 * centipawns as f32).exp())
}

/// Looks at positions; room is kept between them, nothing else.
#[derive(Debug)]
pub struct Eyes {
    lookout: Lookout,
    engine: Option<Box<Engine>>,
    policy: &'static Policy,
    scratch: Scratch,
    answers: Vec<[f32; WIDTH]>,
}

impl Default for Eyes {
    /// With the light model and the engine's evaluation that come with the program.
    fn default() -> Eyes {
        Eyes {
            lookout: Lookout::new(&Evaluation::default()),
            engine: None,
            policy: Policy::shipped(),
            scratch: Scratch::default(),
            answers: Vec::new(),
        }
    }
}

/// How far a number has come from one end of a range to the other, 0 to 1.
fn between(number: f32, low: f32, high: f32) -> f32 {
    ((number - low) / (high - low)).clamp(0.0, 1.0)
}

impl Eyes {
    /// The engine of second looks, made when there is a first.
    pub(crate) fn engine(&mut self) -> &mut Engine {
        self.engine.get_or_insert_with(|| {
            Box::new(Engine::new(Options {
                hash: 1,
                ..Options::default()
            }))
        })
    }

    /// Looks at a position.
    pub fn scene(&mut self, view: View<'_>) -> Scene {
        let position = view.position;
        let moves = position.legal_moves();
        let policy = self.policy;
        let mut entries: Vec<Entry> = Vec::with_capacity(moves.len() + 1);
        let answers = &mut self.answers;
        answers.clear();
        let mut asked = [0.0; WIDTH];
        let scratch = &mut self.scratch;
        policy.each(
            position,
            &moves,
            view.past,
            view.player,
            scratch,
            &mut |played, question, answer| {
                entries.push(Entry {
                    played,
                    base: policy.score(question, answer),
                    looked: None,
                });
                answers.push(*answer);
                asked = *question;
            },
        );
        logarithms(&mut entries);
        let end = entries.last().map_or(0.0, |entry| entry.base.exp());
        let least = (LEAST * (1.0 - end)).max(f32::MIN_POSITIVE).ln();
        let checks = possible_checks(position, &moves);
        let standing = self.lookout.begin(position);
        let mut glances: Vec<(Glance, Move)> = Vec::new();
        let mut looked = Vec::new();
        for (index, (played, check)) in moves.iter().zip(checks).enumerate() {
            if entries[index].base >= least || check {
                entries[index].looked = Some(looked.len());
                glances.push((self.lookout.after(*played), *played));
                looked.push(Looked {
                    terms: policy.terms(&asked, &answers[index]),
                    traits: [0.0; TRAITS],
                    loss: 0.0,
                    value: None,
                });
            }
        }
        let best = glances.iter().map(|(glance, _)| glance.value).max();
        let best = best.unwrap_or(standing);
        fill(&mut looked, &glances, (standing, best), view);
        if let (Some(last), Some(answer)) = (entries.last_mut(), answers.last()) {
            last.looked = Some(looked.len());
            looked.push(Looked {
                terms: policy.terms(&asked, answer),
                traits: end_traits(best),
                loss: 0.0,
                value: None,
            });
        }
        let phase = Phase::of(position);
        Scene {
            context: surroundings(view.player, phase, best, position.is_check()),
            entries,
            looked,
            phase,
            player: *view.player,
        }
    }
}

/// Scores become logarithms of shares.
fn logarithms(entries: &mut [Entry]) {
    let scores = entries.iter().map(|entry| entry.base);
    let highest = scores.fold(f32::MIN, f32::max);
    let total: f32 = entries
        .iter()
        .map(|entry| (entry.base - highest).exp())
        .sum();
    let norm = highest + total.ln();
    for entry in entries {
        entry.base -= norm;
    }
}

/// How often the position after a move has been there before.
fn repeats(view: View<'_>, played: Move) -> usize {
    // The same side was to move there at least two moves ago.
    if played.is_zeroing() || view.seen.len() < 4 {
        return 0;
    }
    let mut next = view.position.clone();
    next.play_unchecked(played);
    let hash = next.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    view.seen.iter().filter(|earlier| **earlier == hash).count()
}

/// Fills the traits of all moves that were looked at.
fn fill(
    looked: &mut [Looked],
    glances: &[(Glance, Move)],
    (standing, best): (i32, i32),
    view: View<'_>,
) {
    let bright = glances
        .iter()
        .map(|(glance, _)| glance.still)
        .max()
        .unwrap_or(0);
    let better = |value: i32| {
        glances
            .iter()
            .filter(|(other, _)| other.value > value)
            .count()
    };
    for (looked, (glance, played)) in looked.iter_mut().zip(glances) {
        let loss = chance(best) - chance(glance.value);
        let lost = (best - glance.value) as f32;
        let hung = (glance.still - glance.value) as f32;
        let gained = (glance.value - standing) as f32;
        let dim = (bright - glance.still) as f32;
        let place = better(glance.value);
        let times = repeats(view, *played);
        let bit = |yes: bool| f32::from(u8::from(yes));
        looked.loss = loss;
        looked.value = Some(glance.value);
        looked.traits = [
            1.0,
            between(loss, 0.0, 0.02),
            between(loss, 0.02, 0.05),
            between(loss, 0.05, 0.1),
            between(loss, 0.1, 0.2),
            between(loss, 0.2, 0.5),
            bit(place == 0),
            between(lost, 0.0, 50.0),
            between(lost, 50.0, 150.0),
            between(lost, 150.0, 400.0),
            between(lost, 400.0, 1000.0),
            between(hung, 0.0, 100.0),
            between(hung, 100.0, 300.0),
            between(hung, 300.0, 900.0),
            between(gained, 0.0, 100.0),
            between(gained, 100.0, 400.0),
            between(dim, 0.0, 30.0),
            between(dim, 30.0, 100.0),
            between(dim, 100.0, 300.0),
            bit(glance.mates),
            bit(glance.mated),
            bit(glance.check),
            bit(times >= 1),
            bit(times >= 2),
            bit(played.is_castle()),
            bit(played.is_capture()),
            bit(place == 1),
            0.0,
            0.0,
            0.0,
            0.0,
        ];
    }
}

/// The end of the game, to somebody who stands like this.
fn end_traits(best: i32) -> [f32; TRAITS] {
    let standing = 2.0 * chance(best) - 1.0;
    let mut traits = [0.0; TRAITS];
    traits[END..].copy_from_slice(&[
        1.0,
        (-standing).max(0.0),
        standing.max(0.0),
        1.0 - standing.abs(),
    ]);
    traits
}

/// The player, the phase, how he stands.
fn surroundings(player: &Player, phase: Phase, best: i32, check: bool) -> [f32; CONTEXT] {
    let mut numbers = [0.0; CONTEXT];
    context(player, &mut |place, number| numbers[place] = number);
    let standing = 2.0 * chance(best) - 1.0;
    numbers[CONTEXTS + phase as usize] = 1.0;
    numbers[CONTEXTS + 3..].copy_from_slice(&[
        standing,
        standing.abs(),
        f32::from(u8::from(check)),
        1.0,
    ]);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_seen_and_shares_add_up() {
        let words = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
        let (mut position, mut past) = (Chess::default(), Past::default());
        let hash = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let mut seen = vec![hash(&position)];
        for word in words {
            let uci: shakmaty::uci::UciMove = word.parse().unwrap();
            let played = uci.to_move(&position).unwrap();
            past = past.then(played);
            position.play_unchecked(played);
            seen.push(hash(&position));
        }
        let player = Player::rated(1500);
        let mut eyes = Eyes::default();
        let scene = eyes.scene(View {
            position: &position,
            past: &past,
            seen: &seen,
            player: &player,
        });
        assert_eq!(scene.entries.len(), position.legal_moves().len() + 1);
        let view = View {
            position: &position,
            past: &past,
            seen: &seen,
            player: &player,
        };
        let times = |name: &str| {
            let moves = position.legal_moves();
            let played = moves.iter().find(|m| m.to_string() == name);
            repeats(view, *played.unwrap())
        };
        assert_eq!((times("Nf6-g8"), times("Nf6-d5")), (2, 0));
        let total: f32 = scene.entries.iter().map(|entry| entry.base.exp()).sum();
        assert!((total - 1.0).abs() < 1e-4);
    }
}
