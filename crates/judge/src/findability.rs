//! How likely people find a line, by the model of their moves.

use shakmaty::{Move, Position as _};
use sissa_nn::human::{Past, Player, Policy, Scratch};

use crate::motifs::{Line, Step};

/// How likely a player plays each move of the solver, given that he came so far. Any mate is as good as the
/// line's last move, if that mates. The chance of the whole line is the product.
///
/// ```
/// use sissa_judge::{Line, chances};
/// use sissa_nn::human::Player;
/// use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};
///
/// let position: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
/// let mate: UciMove = "a1a8".parse()?;
/// let line = Line::new(&position, &[mate.to_move(&position)?]).ok_or("not legal")?;
/// let found: f32 = chances(&line, &Player::rated(1500)).iter().product();
/// assert!(found > 0.2 && found <= 1.0, "{found}");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn chances(line: &Line, player: &Player) -> Vec<f32> {
    let policy = Policy::shipped();
    let mut scratch = Scratch::default();
    pasts(line)
        .into_iter()
        .zip(line.moves())
        .map(|(past, step)| {
            let choices = policy.moves(&step.before, &past, player, &mut scratch);
            let moves = choices.without_end().moves.into_iter();
            let right = moves.filter(|(m, _)| solves(step, *m));
            right.map(|(_, share)| share).sum::<f32>().min(1.0)
        })
        .collect()
}

/// The past of each move of the solver.
pub(crate) fn pasts(line: &Line) -> Vec<Past> {
    let led_by = line.led_by.as_ref();
    let mut past = led_by.map_or(Past::default(), |step| Past::default().then(step.m));
    let mut pasts = Vec::with_capacity(line.moves().len());
    for (index, step) in line.steps.iter().enumerate() {
        if index % 2 == 0 {
            pasts.push(past);
        }
        past = past.then(step.m);
    }
    pasts
}

/// Whether a move is as good as the solver's: the same, or a mate where his mates.
pub(crate) fn solves(step: &Step, m: Move) -> bool {
    m == step.m
        || step.after.is_checkmate() && {
            let mut next = step.before.clone();
            next.play_unchecked(m);
            next.is_checkmate()
        }
}
