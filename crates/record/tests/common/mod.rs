//! Games by random play, shared by the tests.

use proptest::prelude::*;
use shakmaty::{Chess, Position};
use sissa_record::{Game, PositionInput};

/// Start positions other than the starting position: Black to move, en passant, promotion, no castling.
const STARTS: [&str; 5] = [
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 4 9",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/P6k/8/8/8/8/K6p/8 b - - 0 61",
    "4k3/8/8/8/8/8/4P3/4K2R b K - 99 120",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3",
];

/// Plays the legal move with each of these numbers, as long as there is one.
pub fn play(start: Chess, choices: &[u16]) -> Game {
    let mut game = Game::starting_from(start);
    for &choice in choices {
        let moves = game.end().legal_moves();
        let Some(&played) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        game.push(played).unwrap();
    }
    game
}

/// Games by random play, half of them from the starting position.
pub fn games() -> impl Strategy<Value = Game> {
    let starts = prop_oneof![
        Just(Chess::default()),
        prop::sample::select(&STARTS[..])
            .prop_map(|fen| PositionInput::parse(fen).unwrap().checked.unwrap()),
    ];
    let choices = prop::collection::vec(any::<u16>(), 0..160);
    (starts, choices).prop_map(|(start, choices)| play(start, &choices))
}
