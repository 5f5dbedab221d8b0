//! Whatever position is given, the verdict on it comes without a panic, its game replays, and what has a
//! game is not refuted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shakmaty::fen::Fen;
use sissa_proof::{Budget, Verdict, prove, refute, stream, verify};

fuzz_target!(|text: &str| {
    let Ok(fen) = text.parse::<Fen>() else {
        return;
    };
    let setup = fen.as_setup();
    if let Verdict::Legal { game } = prove(setup, Budget::nodes(5_000), &mut stream(0, 0)) {
        assert_eq!(verify(setup, game.moves()), Ok(()), "{text}");
        assert!(refute(setup, 20_000).is_empty(), "{text}");
    }
});
