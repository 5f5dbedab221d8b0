//! A small network beside the formula: it sees the parts of the formula's terms and the two sums that the formula comes to,
//! and says what to add to these.
//!
//! Two layers of rectified units, 878 numbers. Colours are treated alike by construction: the network looks at a moment and at the same
//! moment with colours swapped, half the difference goes to White's sum, half the sum to the draw's.

use std::{ops::Range, sync::LazyLock};

use sissa_nn::{
    human::Site,
    tensors::{self, TensorError, Tensors},
};

use super::{Formula, Moment, Outcome, terms::Parts};

/// Numbers that it sees.
pub const INPUTS: usize = 22;
/// Units of the two layers.
pub const FIRST: usize = 24;
/// Of the second.
pub const SECOND: usize = 12;
/// All its numbers.
pub const PARAMETERS: usize = FIRST * (INPUTS + 1) + SECOND * (FIRST + 1) + 2 * (SECOND + 1);

/// Inputs that change their sign where colours are swapped.
const SIGNED: [usize; 7] = [0, 2, 3, 4, 8, 9, 15];
/// White's and Black's hurry.
const HURRY: [usize; 2] = [16, 17];

/// The parts of the parameters, by name: weights lie row after row, biases behind them.
pub fn network_parts() -> [(&'static str, Range<usize>); 3] {
    let first = FIRST * (INPUTS + 1);
    let second = first + SECOND * (FIRST + 1);
    [
        ("first", 0..first),
        ("second", first..second),
        ("last", second..PARAMETERS),
    ]
}

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// In the order of [`network_parts`].
    pub parameters: Vec<f32>,
}

/// What the units come to, for one side of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// What was seen.
    pub inputs: [f32; INPUTS],
    /// The first layer.
    pub first: [f32; FIRST],
    /// The second layer.
    pub second: [f32; SECOND],
    /// For White's sum and for the draw's.
    pub last: [f32; 2],
}

/// One layer: weights row after row, then biases.
fn layer<const IN: usize, const OUT: usize>(numbers: &[f32], inputs: &[f32; IN]) -> [f32; OUT] {
    let (weights, biases) = numbers.split_at(IN * OUT);
    std::array::from_fn(|unit| {
        let row = &weights[unit * IN..(unit + 1) * IN];
        let products = row.iter().zip(inputs).map(|(weight, input)| weight * input);
        biases[unit] + products.sum::<f32>()
    })
}

impl Network {
    /// The one that comes with the program.
    pub fn shipped() -> &'static Network {
        static SHIPPED: LazyLock<Network> =
            LazyLock::new(|| Network::read(sissa_models::OUTCOME).expect("a test reads it"));
        &SHIPPED
    }

    /// Reads a weight file.
    ///
    /// ```
    /// use sissa_judge::outcome::Network;
    /// assert!(Network::read(sissa_models::OUTCOME).is_ok());
    /// assert!(Network::read(b"something else").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Network, TensorError> {
        let parameters = tensors::read(bytes)?.gather(&network_parts())?;
        Ok(Network { parameters })
    }

    /// As a weight file.
    pub fn write(&self) -> Vec<u8> {
        Tensors::split(&self.parameters, &network_parts(), &[("name", "outcome")]).write()
    }

    /// How likely each end is.
    pub fn outcome(&self, moment: &Moment) -> Outcome {
        let [side, draw] = Formula::shipped().sums(moment);
        let [more_side, more_draw] = self.correction(&self.passes(moment, [side, draw]));
        Outcome::of_sums(side + f64::from(more_side), draw + f64::from(more_draw))
    }

    /// The two looks at a moment for which the formula comes to these sums.
    pub fn passes(&self, moment: &Moment, sums: [f64; 2]) -> [Pass; 2] {
        let inputs = inputs(moment, sums);
        [self.pass(inputs), self.pass(swapped(inputs))]
    }

    /// What they add to White's sum and to the draw's.
    pub fn correction(&self, [one, other]: &[Pass; 2]) -> [f32; 2] {
        [
            (one.last[0] - other.last[0]) / 2.0,
            (one.last[1] + other.last[1]) / 2.0,
        ]
    }

    fn pass(&self, inputs: [f32; INPUTS]) -> Pass {
        let [first, second, last] = network_parts().map(|(_, place)| &self.parameters[place]);
        let first: [f32; FIRST] = layer(first, &inputs).map(|unit: f32| unit.max(0.0));
        let second: [f32; SECOND] = layer(second, &first).map(|unit: f32| unit.max(0.0));
        Pass {
            inputs,
            first,
            second,
            last: layer(last, &second),
        }
    }
}

fn inputs(moment: &Moment, [side, draw]: [f64; 2]) -> [f32; INPUTS] {
    // It has seen no clocks of games over the board; what they mean there is in the formula's sums alone.
    let moment = match moment.players[0].site {
        Site::Board => moment.without_clocks(),
        Site::Lichess | Site::ChessCom | Site::Fics => *moment,
    };
    let p = Parts::of(&moment);
    let [bullet, blitz, rapid] = p.pace;
    let flag = |holds: bool| f64::from(u8::from(holds));
    [
        side / 2.0,
        draw / 2.0,
        p.small,
        p.large / 2.0,
        p.gap,
        p.rating,
        p.phase,
        p.late,
        p.points,
        p.turn,
        bullet,
        blitz,
        rapid,
        p.board,
        p.chesscom,
        p.clock,
        p.hurry[0],
        p.hurry[1],
        p.speed,
        p.bare,
        flag(moment.clocks.is_some()),
        flag(moment.points[0] == moment.points[1]),
    ]
    .map(|number| number as f32)
}

fn swapped(mut inputs: [f32; INPUTS]) -> [f32; INPUTS] {
    for at in SIGNED {
        inputs[at] = -inputs[at];
    }
    inputs.swap(HURRY[0], HURRY[1]);
    inputs
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Color};
    use sissa_nn::human::Player;

    use super::*;
    use crate::Worth;

    #[test]
    fn colours_swapped_swap_what_is_seen() {
        let moment = Moment {
            points: [30, 25],
            clocks: Some([20.0, 50.0]),
            ..Moment::new(&Chess::default(), Worth::Centipawns(130))
                .between(Player::rated(1500), Player::rated(1730))
        };
        let mirrored = Moment {
            worth: Worth::Centipawns(-130),
            turn: Color::Black,
            points: [25, 30],
            players: [moment.players[1], moment.players[0]],
            clocks: Some([50.0, 20.0]),
            ..moment
        };
        assert_eq!(
            swapped(inputs(&moment, [0.5, 0.1])),
            inputs(&mirrored, [-0.5, 0.1])
        );
    }

    #[test]
    fn the_shipped_network_is_read_and_written() {
        let network = Network::shipped();
        assert_eq!(network.parameters.len(), PARAMETERS);
        let read = Network::read(&network.write()).unwrap();
        for (one, other) in network.parameters.iter().zip(read.parameters) {
            assert!((one - other).abs() < 1e-3);
        }
        let told = |worth: i32| {
            let moment = Moment::new(&Chess::default(), Worth::Centipawns(worth));
            network.outcome(&moment)
        };
        assert!(told(300).score() > told(0).score() + 0.1);
        assert!((told(100).shares().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
