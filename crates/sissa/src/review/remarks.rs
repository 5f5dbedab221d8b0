//! What programs write into comments, `[%clk 0:02:57.7]` and `[%eval -1.2]`, and the words beside it.

use sissa_game::Game;
use sissa_judge::Worth;

/// What the comments of a game say, by half-move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Remarks {
    /// Seconds left after each half-move.
    pub clocks: Vec<Option<f64>>,
    /// Values after each half-move.
    pub evals: Vec<Option<Worth>>,
}

impl Remarks {
    pub fn of(game: &Game) -> Remarks {
        let said = |name: &str, ply: usize| {
            let comments = game.comments_after(ply);
            comments.filter_map(|text| command(text, name)).last()
        };
        let plies = 1..=game.plies();
        Remarks {
            clocks: plies
                .clone()
                .map(|ply| seconds(&said("clk", ply)?))
                .collect(),
            evals: plies.map(|ply| said("eval", ply)?.parse().ok()).collect(),
        }
    }

    /// Whether any clock is known.
    pub fn clocked(&self) -> bool {
        self.clocks.iter().any(Option::is_some)
    }
}

/// The value of the last command of this name in a comment.
fn command(comment: &str, name: &str) -> Option<String> {
    let begins = format!("[%{name} ");
    let (_, rest) = comment.rsplit_once(begins.as_str())?;
    let (value, _) = rest.split_once(']')?;
    Some(value.trim().to_owned())
}

/// Seconds of `h:mm:ss` or `h:mm:ss.f`.
fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    for part in text.split(':') {
        let number: f64 = part.parse().ok().filter(|n: &f64| (0.0..1e6).contains(n))?;
        total = 60.0 * total + number;
    }
    Some(total)
}

/// The comments of a half-move without the commands that a review writes anew: clocks and words remain, as tokens.
pub(super) fn kept(game: &Game, ply: usize) -> Vec<String> {
    let mut tokens = Vec::new();
    for comment in game.comments_after(ply) {
        let mut rest = comment;
        while let Some(begin) = rest.find("[%") {
            tokens.extend(rest[..begin].split_whitespace().map(str::to_owned));
            let end = rest[begin..]
                .find(']')
                .map_or(rest.len(), |end| begin + end + 1);
            let whole = &rest[begin..end];
            let ours = ["[%eval", "[%csl", "[%cal"];
            if !ours.iter().any(|name| whole.starts_with(name)) {
                tokens.push(whole.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            rest = &rest[end..];
        }
        tokens.extend(rest.split_whitespace().map(str::to_owned));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commented(comment: &str) -> Game {
        let mut game = Game::new();
        game.push_text("e4").unwrap();
        game.add_comment(comment);
        game
    }

    #[test]
    fn clocks_values_and_words_are_told_apart() {
        let game = commented("best by test [%eval 0.25,20] [%clk 1:00:59.5] [%cal Ge2e4] indeed");
        let remarks = Remarks::of(&game);
        assert_eq!(remarks.clocks, [Some(3659.5)]);
        assert_eq!(remarks.evals, [Some(Worth::Centipawns(25))]);
        let tokens = kept(&game, 1);
        assert_eq!(tokens, ["best", "by", "test", "[%clk 1:00:59.5]", "indeed"]);
        assert_eq!(kept(&commented("[%clk"), 1), ["[%clk"]);
        for garbage in ["[%clk soon]", "[%clk -1:00]", "[%eval ?]", "[%eval"] {
            let remarks = Remarks::of(&commented(garbage));
            assert_eq!(
                (remarks.clocks[0], remarks.evals[0]),
                (None, None),
                "{garbage}"
            );
        }
    }
}
