//! A legal game: a checked start position and the moves played from it.
//!
//! A [`Game`] can only be built from legal moves, so everything derived from it (positions, UCI
//! moves, movetext) is total: there is no error to handle after the game exists.
//!
//! ```
//! use sissa_game::Game;
//!
//! let mut game = Game::new();
//! for text in ["e4", "e5", "g1f3"] {
//!     game.push_text(text)?;
//! }
//! assert_eq!(game.movetext(), "1. e4 e5 2. Nf3");
//! assert_eq!(game.positions().count(), 4);
//! # Ok::<_, sissa_game::MoveError>(())
//! ```

use shakmaty::{
    Chess, Color, Move, Position,
    san::{San, SanError, SanPlus},
    uci::UciMove,
};

use crate::Excerpt;

/// A start position, the legal moves played from it, and the PGN tags and comments that came with them.
///
/// Two games are equal when they start from the same position with the same counters and play the
/// same moves; tags and comments do not count.
#[derive(Clone, Debug)]
pub struct Game {
    start: Chess,
    from_starting_position: bool,
    moves: Vec<Move>,
    end: Chess,
    headers: Vec<(String, String)>,
    comments: Vec<(usize, String)>,
}

/// Bytes of comments that are kept of a game; what comes after is forgotten.
const COMMENTS: usize = 1 << 20;

/// A move that is not legal where it was to be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not legal at ply {ply}", UciMove::from_standard(*.illegal))]
pub struct IllegalMove {
    /// The move.
    pub illegal: Move,
    /// How many moves had been played before it.
    pub ply: usize,
}

/// Why a text is not a legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Neither SAN nor UCI.
    #[error("\"{0}\" is not a move")]
    Unreadable(String),
    /// A null move: `--`, `Z0` or `0000`.
    #[error("\"{0}\" is a null move, which no game contains")]
    Null(String),
    /// A move in form, but not one of the legal moves.
    #[error("\"{0}\" is not legal here")]
    Illegal(String),
    /// SAN that fits several legal moves.
    #[error("\"{0}\" is ambiguous: more than one piece can go there")]
    Ambiguous(String),
}

/// Reads one move in SAN (`Nf3`, `O-O`, `0-0`, `exd8=Q+`) or UCI (`g1f3`, `e1g1`, `e7d8q`).
///
/// ```
/// use shakmaty::{Chess, Square};
///
/// let m = sissa_game::parse_move(&Chess::default(), "Nf3")?;
/// assert_eq!(m.to(), Square::F3);
/// assert!(sissa_game::parse_move(&Chess::default(), "Nf4").is_err());
/// # Ok::<_, sissa_game::MoveError>(())
/// ```
pub fn parse_move(position: &Chess, text: &str) -> Result<Move, MoveError> {
    if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
        return Err(MoveError::Null(Excerpt::quote(text)));
    }
    let uci = text.parse::<UciMove>().ok();
    if let Some(legal) = uci.and_then(|uci| uci.to_move(position).ok()) {
        return Ok(legal);
    }
    // Zeros for castling are common outside of the standard, which asks for the letter.
    let letters = text.starts_with("0-0").then(|| text.replace('0', "O"));
    match San::from_ascii(letters.as_deref().unwrap_or(text).as_bytes()) {
        Ok(san) => san.to_move(position).map_err(|error| match error {
            SanError::IllegalSan => MoveError::Illegal(Excerpt::quote(text)),
            SanError::AmbiguousSan => MoveError::Ambiguous(Excerpt::quote(text)),
        }),
        Err(_) if uci.is_some() => Err(MoveError::Illegal(Excerpt::quote(text))),
        Err(_) => Err(MoveError::Unreadable(Excerpt::quote(text))),
    }
}

impl Game {
    /// No moves yet, from the starting position.
    pub fn new() -> Game {
        Game::starting_from(Chess::default())
    }

    /// No moves yet, from any checked position.
    ///
    /// Only the position with which every game begins, counters included, is the starting position.
    pub fn starting_from(start: Chess) -> Game {
        let from_starting_position =
            start == Chess::default() && start.halfmoves() == 0 && start.fullmoves().get() == 1;
        Game {
            end: start.clone(),
            start,
            from_starting_position,
            moves: Vec::new(),
            headers: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// A game whose moves were checked one by one.
    pub(crate) fn verified(start: Chess, moves: Vec<Move>, end: Chess) -> Game {
        Game {
            moves,
            end,
            ..Game::starting_from(start)
        }
    }

    /// A game with these moves; the first illegal one is the error.
    pub fn from_moves(
        start: Chess,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, IllegalMove> {
        let mut game = Game::starting_from(start);
        for played in moves {
            game.push(played)?;
        }
        Ok(game)
    }

    /// Plays one more move.
    pub fn push(&mut self, played: Move) -> Result<(), IllegalMove> {
        if !self.end.is_legal(played) {
            let ply = self.moves.len();
            return Err(IllegalMove {
                illegal: played,
                ply,
            });
        }
        self.end.play_unchecked(played);
        self.moves.push(played);
        Ok(())
    }

    /// Plays one more move, written in SAN or UCI.
    pub fn push_text(&mut self, text: &str) -> Result<(), MoveError> {
        let played = parse_move(&self.end, text)?;
        self.end.play_unchecked(played);
        self.moves.push(played);
        Ok(())
    }

    /// The position before the first move.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The position after the last move.
    pub fn end(&self) -> &Chess {
        &self.end
    }

    /// Whether the game begins where every game of chess begins.
    pub fn from_starting_position(&self) -> bool {
        self.from_starting_position
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of moves, each player's counted.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Every position of the game, the start first: one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = Chess> + '_ {
        let mut position = self.start.clone();
        std::iter::once(position.clone()).chain(self.moves.iter().map(move |&played| {
            position.play_unchecked(played);
            position.clone()
        }))
    }

    /// The moves in UCI notation, castling as the king's two steps (`e1g1`).
    pub fn uci_moves(&self) -> Vec<String> {
        let uci = |&played: &Move| UciMove::from_standard(played).to_string();
        self.moves.iter().map(uci).collect()
    }

    /// The moves in standard algebraic notation, with `+` and `#`.
    pub fn san_moves(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let san = |&played: &Move| {
            SanPlus::from_move_and_play_unchecked(&mut position, played).to_string()
        };
        self.moves.iter().map(san).collect()
    }

    /// The moves as people write them: `1. e4 e5 2. Nf3`, beginning `1...` when Black is first.
    pub fn movetext(&self) -> String {
        self.movetext_tokens().join(" ")
    }

    /// Move numbers and moves, in order; lines may be broken between any two.
    pub fn movetext_tokens(&self) -> Vec<String> {
        let mut number = self.start.fullmoves().get();
        let mut turn = self.start.turn();
        let mut tokens = Vec::with_capacity(self.moves.len() * 3 / 2 + 1);
        for san in self.san_moves() {
            match turn {
                Color::White => tokens.push(format!("{number}.")),
                Color::Black if tokens.is_empty() => tokens.push(format!("{number}...")),
                Color::Black => {}
            }
            tokens.push(san);
            number = number.saturating_add(u32::from(turn.is_black()));
            turn = !turn;
        }
        tokens
    }

    /// The PGN tags the game was read with, in their order.
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// The value of a PGN tag.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The comments behind its moves: how many half-moves had been played, and the text.
    pub fn comments(&self) -> &[(usize, String)] {
        &self.comments
    }

    /// The comments behind the last of so many half-moves.
    ///
    /// ```
    /// let mut game = sissa_game::Game::new();
    /// game.push_text("e4")?;
    /// game.add_comment(" [%clk 0:03:00] ");
    /// assert_eq!(game.comments_after(1).collect::<Vec<_>>(), ["[%clk 0:03:00]"]);
    /// # Ok::<_, sissa_game::MoveError>(())
    /// ```
    pub fn comments_after(&self, plies: usize) -> impl Iterator<Item = &str> {
        let begun = self.comments.partition_point(|(ply, _)| *ply < plies);
        let rest = self.comments[begun..].iter();
        rest.take_while(move |(ply, _)| *ply == plies)
            .map(|(_, text)| text.as_str())
    }

    /// Adds a comment behind the last move.
    pub fn add_comment(&mut self, text: &str) {
        let text = text.trim();
        let kept: usize = self.comments.iter().map(|(_, text)| text.len()).sum();
        if !text.is_empty() && kept + text.len() <= COMMENTS {
            self.comments.push((self.moves.len(), text.to_owned()));
        }
    }

    /// Sets a PGN tag, replacing an earlier value.
    pub fn set_header(&mut self, name: &str, value: &str) {
        match self.headers.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.headers.push((name.to_owned(), value.to_owned())),
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.start == other.start
            && self.start.halfmoves() == other.start.halfmoves()
            && self.start.fullmoves() == other.start.fullmoves()
            && self.moves == other.moves
    }
}

impl Eq for Game {}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn play(fen: &str, moves: &str) -> Result<Game, MoveError> {
        let fen: Fen = fen.parse().unwrap();
        let mut game = Game::starting_from(fen.into_position(CastlingMode::Standard).unwrap());
        for text in moves.split_whitespace() {
            game.push_text(text)?;
        }
        Ok(game)
    }

    const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn numbers_begin_with_dots_when_black_is_first() {
        let game = play("4k3/8/8/8/8/8/8/4K2R b K - 3 17", "Ke7 O-O Kd7 Rd1+").unwrap();
        assert_eq!(game.movetext(), "17... Ke7 18. O-O Kd7 19. Rd1+");
        assert_eq!(game.uci_moves(), ["e8e7", "e1g1", "e7d7", "f1d1"]);
        assert!(!game.from_starting_position());
    }

    #[test]
    fn mate_is_marked() {
        let game = play(INITIAL, "f3 e5 g4 d8h4").unwrap();
        assert_eq!(game.movetext(), "1. f3 e5 2. g4 Qh4#");
        assert!(game.end().is_checkmate() && game.from_starting_position());
    }

    #[test]
    fn counters_other_than_the_first_are_not_the_starting_position() {
        let game = play(&INITIAL.replace("0 1", "4 3"), "").unwrap();
        assert!(!game.from_starting_position());
    }

    #[test]
    fn bad_moves_say_how_they_are_bad() {
        let error = |moves| play(INITIAL, moves).unwrap_err();
        assert_eq!(error("e5"), MoveError::Illegal("e5".into()));
        assert_eq!(error("e2e5"), MoveError::Illegal("e2e5".into()));
        assert_eq!(error("hello"), MoveError::Unreadable("hello".into()));
        assert_eq!(error("e4 e5 --"), MoveError::Null("--".into()));
        assert_eq!(
            error("Nf3 a6 d3 b6 Nd2 c6 Nc4 d6 Nd2"),
            MoveError::Ambiguous("Nd2".into())
        );
    }

    #[test]
    fn an_illegal_move_is_not_played() {
        let mut game = Game::new();
        let error = game.push(Move::EnPassant {
            from: shakmaty::Square::E5,
            to: shakmaty::Square::D6,
        });
        assert_eq!(error.unwrap_err().to_string(), "e5d6 is not legal at ply 0");
        assert_eq!(game.plies(), 0);
    }
}
