//! What every session shares: FENs and limits in, lines out.

use alloc::{
    format,
    string::{String, ToString as _},
};
use core::time::Duration;

use shakmaty::{
    CastlingMode, Chess, Color, FromSetup as _, Position as _, PositionError, fen::Fen,
    uci::UciMove,
};

use super::command::Go;
use crate::{Bound, Info, Limits, TimeBudget, visible::visible_line};

/// The limits of `go`, and whether there are none but the user's word.
pub(super) fn limits_of(
    go: &Go,
    position: &Chess,
    overhead: Duration,
    lines: usize,
) -> (Limits, bool) {
    let (left, increment) = match position.turn() {
        Color::White => (go.white_time, go.white_increment),
        Color::Black => (go.black_time, go.black_increment),
    };
    let least = Duration::from_millis(1);
    let time = match (go.move_time, left) {
        // What is asked for is thought: answering takes a moment, and there is no clock to lose on.
        (Some(time), _) => Some(TimeBudget::exactly((time - time / 50).max(least))),
        (None, Some(left)) => {
            let left = Duration::from_millis(left.max(1).unsigned_abs());
            let moves = go.moves_to_go.filter(|moves| *moves > 0);
            Some(TimeBudget::of_clock(left, increment, moves, overhead))
        }
        (None, None) => None,
    };
    let only = go
        .only
        .iter()
        .filter_map(|text| text.parse::<UciMove>().ok()?.to_move(position).ok())
        .collect();
    let limits = Limits {
        depth: go.depth.filter(|_| !go.infinite),
        nodes: go.nodes.filter(|_| !go.infinite),
        enough: None,
        mate: go.mate.filter(|_| !go.infinite),
        time: time.filter(|_| !go.infinite),
        only,
        lines,
    };
    let bounded = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.time.is_some();
    (limits, !bounded)
}

/// A position from a FEN, or why it is none.
#[expect(
    clippy::result_large_err,
    reason = "shakmaty hands the position back in its errors"
)]
pub(super) fn read_fen(text: &str) -> Result<Chess, String> {
    let shown = visible_line(text, 100);
    let fen: Fen = text
        .parse()
        .map_err(|_| format!("`{shown}` is not a FEN"))?;
    let setup = fen.into_setup();
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(|error| error.ignore_invalid_castling_rights())
        .or_else(|error| error.ignore_invalid_ep_square())
        .or_else(|error| error.ignore_too_much_material())
        .or_else(|error| error.ignore_impossible_check())
        .map_err(|error| impossible(&shown, &error))
}

#[cfg(feature = "std")]
fn impossible(shown: &str, error: &PositionError<Chess>) -> String {
    format!("`{shown}` is not a possible position: {error}")
}

/// Reasons are long where bytes count.
#[cfg(not(feature = "std"))]
fn impossible(shown: &str, _: &PositionError<Chess>) -> String {
    format!("`{shown}` is not a possible position")
}

/// News of a search as a line; `wdl` where it is to be shown.
pub(super) fn line_of(info: &Info, wdl: Option<[u32; 3]>) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = wdl.map_or_else(String::new, |[win, draw, loss]| {
        format!(" wdl {win} {draw} {loss}")
    });
    let millis = info.elapsed.as_millis() as u64;
    let speed = info.nodes.saturating_mul(1000) / millis.max(1);
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {speed} hashfull {} tbhits {} time {millis} pv",
        info.depth,
        info.seldepth,
        info.line,
        info.score,
        info.nodes,
        info.fill,
        info.tablebase_hits
    );
    for m in &info.pv {
        line.push(' ');
        line.push_str(&m.to_uci(CastlingMode::Standard).to_string());
    }
    line
}
