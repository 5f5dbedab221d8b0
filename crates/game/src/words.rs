//! Numbers and men in words, as every message has them.

use shakmaty::{Color, Role};

/// A number and its noun: `1 half-move`, `1,200 half-moves`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Half-moves and their number.
pub fn plies(number: usize) -> String {
    counted(number as u64, "half-move")
}

/// Digits in groups of three: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `White to move`.
pub fn to_move(color: Color) -> &'static str {
    color.fold_wb("White to move", "Black to move")
}

/// `queen`.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(counted(1, "half-move"), "1 half-move");
        assert_eq!(plies(1_200), "1,200 half-moves");
    }
}
