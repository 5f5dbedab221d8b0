//! What the move model that sees learns: how much of what a glance shows people of a rating heed.
//!
//! The light model and the engine's evaluation stay as they are; each sample is looked at anew, which costs less than
//! to keep what was seen.

use std::sync::Arc;

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};
use sissa_games::{decode_move, encode_move};
use sissa_human::{Eyes, Scene, Sighted, View, parts, slopes};
use sissa_nn::{
    human::{Pace, Past, Player, Site, measure::Tally},
    tensors::Tensors,
};

use super::{Corpus, GameOf, Groups, Lesson};

/// One position of a game in one draw of so many, so that a batch is of many games.
const ONE_IN: usize = 8;
/// One position in so many is learnt without the player's rating, so that the model can do without.
const UNRATED: u32 = 20;

/// The lesson.
#[derive(Debug)]
pub struct SightedLesson {
    /// The games.
    pub corpus: Arc<Corpus>,
    /// How often each group is drawn from.
    pub groups: Groups,
    /// Positions of a validation.
    pub validation_positions: usize,
}

/// Where what was played stands among the entries of a scene: a move, or the end for `None`. Where the move is not
/// legal, or nothing else than the end is possible, nowhere.
fn chosen(scene: &Scene, played: Option<u16>) -> Option<usize> {
    let last = scene.entries.len() - 1;
    let Some(number) = played else {
        return (last > 0).then_some(last);
    };
    let moves = scene.entries.iter().map(|entry| entry.played);
    let mut numbers = moves.map(|played| played.map(|m| encode_move(&m)));
    numbers.position(|other| other == Some(number))
}

impl SightedLesson {
    /// Replays a game and calls with scenes of the chosen plies and what was played.
    fn replay(
        &self,
        game: &GameOf,
        eyes: &mut Eyes,
        mut wanted: impl FnMut(usize) -> bool,
        player_of: impl Fn(Player) -> Player,
        mut call: impl FnMut(Scene, usize),
    ) {
        let moves = self.corpus.moves(game);
        let mut position = Chess::default();
        let mut past = Past::default();
        let hash = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let mut seen = vec![hash(&position)];
        for ply in 0..=moves.len() {
            let number = moves.get(ply).copied();
            if wanted(ply) {
                let scene = eyes.scene(View {
                    position: &position,
                    past: &past,
                    seen: &seen,
                    player: &player_of(game.players[ply % 2]),
                });
                if let Some(chosen) = chosen(&scene, number) {
                    call(scene, chosen);
                }
            }
            let Some(played) = number.and_then(|number| decode_move(&position, number)) else {
                return;
            };
            past = past.then(played);
            position.play_unchecked(played);
            if played.is_zeroing() {
                seen.clear();
            }
            seen.push(hash(&position));
        }
    }
}

impl Lesson for SightedLesson {
    type Network = Sighted;

    fn random(&self, rng: &mut Xoshiro256PlusPlus) -> Sighted {
        let mut parameters = vec![0.0; parts::COUNT];
        // Everything else begins as the light model.
        for (part, size) in [
            (parts::TERMS, 0.15),
            (parts::SEEN, 0.2),
            (parts::AROUND, 0.2),
            (parts::OUT, 0.1),
        ] {
            for parameter in &mut parameters[part] {
                *parameter = rng.random_range(-size..size);
            }
        }
        Sighted::new(parameters).expect("as many as there are")
    }

    fn parameters(network: &mut Sighted) -> &mut [f32] {
        network.parameters_mut()
    }

    fn accumulate(
        &self,
        model: &Sighted,
        count: usize,
        rng: &mut Xoshiro256PlusPlus,
        gradient: &mut [f32],
    ) -> (f64, usize) {
        let mut eyes = Eyes::default();
        let (mut loss, mut done) = (0.0, 0);
        while done < count {
            let Some(game) = self.corpus.draw(&self.groups, rng) else {
                break;
            };
            let phase = rng.random_range(0..ONE_IN);
            let unrated = rng.random_range(0..UNRATED) == 0;
            let player_of = |player: Player| Player {
                rating: player.rating.filter(|_| !unrated),
                ..player
            };
            let wanted = |ply: usize| ply % ONE_IN == phase;
            self.replay(game, &mut eyes, wanted, player_of, |scene, chosen| {
                loss += f64::from(slopes(model, &scene, chosen, gradient));
                done += 1;
            });
        }
        (loss, done)
    }

    /// Online games of players of 1100 to 1899 that are no bullet, as for the light model, which stands beside it.
    fn validate(&self, model: &Sighted) -> Value {
        let (mut sighted, mut light) = (Tally::default(), Tally::default());
        let mut eyes = Eyes::default();
        let judged = |player: &Player| {
            player.site != Site::Board
                && player.pace != Pace::Bullet
                && player
                    .rating
                    .is_some_and(|rating| (1100..1900).contains(&rating))
        };
        let add = |tally: &mut Tally, scores: &[f32], chosen: usize| {
            let (_, scores) = scores.split_last().expect("the end is always there");
            let highest = scores.iter().fold(f32::MIN, |most, score| most.max(*score));
            let total: f32 = scores.iter().map(|score| (score - highest).exp()).sum();
            let share = (scores[chosen] - highest).exp() / total;
            let likelier = scores.iter().filter(|score| **score > scores[chosen]);
            tally.add(likelier.count(), f64::from(share));
        };
        for (number, game) in self.corpus.held_out().enumerate() {
            if !game.players.iter().all(judged) {
                continue;
            }
            let plies = self.corpus.moves(game).len();
            let wanted = |ply: usize| ply < plies && ply % 6 == number % 6;
            self.replay(
                game,
                &mut eyes,
                wanted,
                |player| player,
                |scene, chosen| {
                    add(&mut sighted, &model.scores(&scene), chosen);
                    let bases: Vec<f32> = scene.entries.iter().map(|entry| entry.base).collect();
                    add(&mut light, &bases, chosen);
                },
            );
            if sighted.positions >= self.validation_positions as u64 {
                break;
            }
        }
        json!({
            "positions": sighted.positions,
            "top_1": sighted.top_1(),
            "top_3": sighted.top_3(),
            "loss": sighted.mean_loss(),
            "light_top_1": light.top_1(),
            "light_loss": light.mean_loss(),
        })
    }

    fn tensors(model: &Sighted, notes: &[(&str, &str)]) -> Tensors {
        model.to_tensors(notes)
    }
}
