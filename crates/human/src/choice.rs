//! What is drawn from: the model's shares, a second look at the moves that are likely, and the player's temper.

use shakmaty::{Chess, Move};
use sissa_engine::{Limits, Score, Situation, Unwatched};
use sissa_nn::human::Choices;

use crate::{Eyes, Scene, Sighted, Tempers, View, chance};

/// Moves foretold less often than this get no second look.
const LIKELY: f32 = 0.012;
/// Moves whose value is told at a second look; the others lose at least as much as the last of them.
const LINES: usize = 4;

impl Eyes {
    /// How likely each legal move and the end of the game are, tempered so that games played by it lose as much as
    /// people's do: what is drawn from. It depends on the view alone.
    pub fn choices(&mut self, view: View<'_>, model: &Sighted, tempers: &Tempers) -> Choices {
        self.seen_choices(view, model, tempers).0
    }

    /// The same with what was seen.
    pub fn seen_choices(
        &mut self,
        view: View<'_>,
        model: &Sighted,
        tempers: &Tempers,
    ) -> (Choices, Scene) {
        let scene = self.scene(view);
        let mut choices = model.moves(&scene);
        let temper = tempers.of(&scene.player, scene.phase);
        let mut losses = scene.losses();
        if temper.care > 0.0 && temper.nodes >= 1.0 {
            let seen = self.second_look(view.position, &scene, &choices, temper.nodes as u64);
            for (index, loss) in seen {
                losses[index].1 = loss;
            }
        }
        temper.apply(&losses, &mut choices);
        (choices, scene)
    }

    /// What a second look, a search of so many positions that remembers nothing, sees of the likely moves: which of the
    /// entries, and how much of the expected points it loses beside the best of them.
    pub fn second_look(
        &mut self,
        position: &Chess,
        scene: &Scene,
        choices: &Choices,
        nodes: u64,
    ) -> Vec<(usize, f32)> {
        let least = LIKELY * (1.0 - choices.end);
        let shares = choices.moves.iter().enumerate();
        let likely: Vec<(usize, Move)> = shares
            .filter(|(_, (_, share))| *share >= least)
            .map(|(index, (played, _))| (index, *played))
            .collect();
        if likely.len() < 2 {
            return likely.into_iter().map(|(index, _)| (index, 0.0)).collect();
        }
        let limits = Limits {
            only: likely.iter().map(|(_, played)| *played).collect(),
            lines: LINES.min(likely.len()),
            ..Limits::nodes(nodes)
        };
        let engine = self.engine();
        engine.forget();
        let situation = Situation::new(position.clone());
        let found = engine.search(&situation, &limits, &Unwatched, &mut |_| ());
        let chances: Vec<(Option<Move>, f32)> = found
            .lines
            .iter()
            .map(|line| (line.pv.first().copied(), winning(line.score)))
            .collect();
        let best = chances
            .iter()
            .map(|(_, chance)| *chance)
            .fold(0.0, f32::max);
        let last = chances
            .iter()
            .map(|(_, chance)| *chance)
            .fold(1.0, f32::min);
        let loss = |(index, played): (usize, Move)| {
            let told = chances.iter().find(|(m, _)| *m == Some(played));
            let glance = scene.entries[index].looked;
            let glance = glance.map_or(0.0, |at| scene.looked[at].loss);
            let loss = told.map_or(glance.max(best - last), |(_, chance)| best - chance);
            (index, loss)
        };
        likely.into_iter().map(loss).collect()
    }
}

fn winning(score: Score) -> f32 {
    match score {
        Score::Centipawns(value) => chance(value),
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => 0.0,
    }
}

impl Scene {
    /// The expected points that each entry loses, at a glance and at a second look, which is the same so far.
    pub fn losses(&self) -> Vec<(f32, f32)> {
        let loss = |looked: Option<usize>| looked.map_or(0.0, |at| self.looked[at].loss);
        let losses = self.entries.iter().map(|entry| loss(entry.looked));
        losses.map(|loss| (loss, loss)).collect()
    }
}
