//! What a position is worth, as EPD and PGN say it.

use shakmaty::{Chess, Color, Move, Position as _, uci::UciMove};
use sissa_game::Game;
use sissa_record::JudgedInfo;

/// What a mate counts in EPD, less its half-moves.
const MATE: i32 = 32_767;

/// EPD's operations: `bm` the best move, `pv` the best line, `ce` hundredths of a pawn for the side to move, `dm` moves to a mate
/// that it gives, `acn` positions looked at.
pub(super) fn operations(judged: &JudgedInfo, position: &Chess) -> Vec<(&'static str, String)> {
    let mut operations = Vec::new();
    let line = line(judged, position);
    let sans = line.as_ref().map(Game::san_moves).unwrap_or_default();
    if let Some(best) = sans.first() {
        operations.push(("bm", best.clone()));
    }
    let sign = if position.turn() == Color::White {
        1
    } else {
        -1
    };
    let ours = mate(judged, position.turn()).map(|moves| sign * moves);
    let value = match ours {
        Some(moves) if moves > 0 => Some(MATE - (2 * moves - 1)),
        Some(moves) => Some(-MATE - 2 * moves),
        None => judged
            .eval
            .map(|pawns| sign * (100.0 * pawns).round() as i32),
    };
    operations.extend(value.map(|value| ("ce", value.to_string())));
    let mates = ours.filter(|moves| *moves > 0);
    operations.extend(mates.map(|moves| ("dm", moves.to_string())));
    operations.extend(judged.nodes.map(|nodes| ("acn", nodes.to_string())));
    if sans.len() > 1 {
        operations.push(("pv", sans.join(" ")));
    }
    operations
}

/// A comment of PGN: `[%eval]` as Lichess writes it, and the best line.
pub(super) fn comment(judged: &JudgedInfo, position: &Chess) -> Vec<String> {
    let mut words = Vec::new();
    match (mate(judged, position.turn()), judged.eval) {
        (Some(moves), _) => words.push(format!("[%eval #{moves}]")),
        (None, Some(pawns)) => words.push(format!("[%eval {pawns:.2}]")),
        (None, None) => {}
    }
    if let Some(line) = line(judged, position).filter(|line| line.plies() > 0) {
        words.push("best:".to_owned());
        words.extend(line.movetext_tokens());
    }
    if let (Some(first), Some(last)) = (words.first().cloned(), words.len().checked_sub(1)) {
        words[0] = format!("{{{first}");
        words[last].push('}');
    }
    words
}

/// Moves to mate, negative where Black mates: proven before seen.
fn mate(judged: &JudgedInfo, turn: Color) -> Option<i32> {
    let proven = judged.mate.and_then(|moves| i32::try_from(moves).ok());
    let proven = proven.map(|moves| turn.fold_wb(moves, -moves));
    proven.or(judged.eval_mate)
}

/// The best line as a game.
fn line(judged: &JudgedInfo, position: &Chess) -> Option<Game> {
    let mut chess = position.clone();
    let mut moves: Vec<Move> = Vec::new();
    for text in &judged.line {
        let m = text.parse::<UciMove>().ok()?.to_move(&chess).ok()?;
        chess.play_unchecked(m);
        moves.push(m);
    }
    Game::from_moves(position.clone(), moves).ok()
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    #[test]
    fn values_are_those_of_the_side_to_move() {
        let judged = JudgedInfo {
            eval: Some(-1.5),
            nodes: Some(1000),
            ..JudgedInfo::default()
        };
        let fen: Fen = "6k1/8/8/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let told = operations(&judged, &chess);
        assert_eq!(told, [("ce", "150".to_owned()), ("acn", "1000".to_owned())]);
        assert_eq!(comment(&judged, &chess), ["{[%eval -1.50]}"]);
    }

    #[test]
    fn a_mate_has_its_moves_and_its_line() {
        let fen: Fen = "7k/5K2/8/8/8/8/8/1R6 w - - 0 1".parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let judged = JudgedInfo {
            mate: Some(2),
            line: ["b1g1", "h8h7", "g1h1"].map(str::to_owned).to_vec(),
            ..JudgedInfo::default()
        };
        let told = operations(&judged, &chess);
        assert_eq!(told[0], ("bm", "Rg1".to_owned()));
        assert!(
            told.contains(&("dm", "2".to_owned())) && told.contains(&("ce", "32764".to_owned()))
        );
        let words = comment(&judged, &chess).join(" ");
        assert_eq!(words, "{[%eval #2] best: 1. Rg1 Kh7 2. Rh1#}");
    }
}
