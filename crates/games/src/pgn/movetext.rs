//! One game: its tags, its moves replayed, clocks and scores.

use std::{borrow::Cow, mem};

use memchr::{memchr, memchr2};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, Role, fen::Fen, san::San};
use sissa_record::parse_move;

use super::{comment::commands, san::find_move, scan};
use crate::{
    encode_move,
    tags::{Header, Outcome},
};

/// No clock or score with this move.
pub(crate) const NO_CLOCK: i32 = i32::MIN;
pub(crate) const NO_EVAL: i16 = i16::MIN;

/// More moves than any game has; `sissa_record` draws the same line.
const MOVES: usize = 20_000;

/// A game as it was read; its buffers serve the next one.
#[derive(Debug, Default)]
pub(crate) struct Game {
    pub header: Header,
    /// Sixteen bits a move, little end first.
    pub moves: Vec<u8>,
    /// Hundredths of a second after each move, [`NO_CLOCK`] where not given; empty if none is.
    pub clocks: Vec<i32>,
    /// Scores after each move, [`NO_EVAL`] where not given; empty if none is.
    pub evals: Vec<i16>,
    pub plies: usize,
    /// By colour, men made by promotion.
    pub promotions: [u8; 2],
    pub end: Chess,
    /// What the movetext says of the result.
    pub stated: Option<Outcome>,
}

/// Why a game is not kept.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not chess as we know it.
    Variant,
    /// The header is not wanted.
    Unwanted,
    /// It cannot be replayed.
    Broken(String),
}

impl Game {
    fn clear(&mut self) {
        self.header.clear();
        self.moves.clear();
        self.clocks.clear();
        self.evals.clear();
        self.plies = 0;
        self.promotions = [0; 2];
        self.stated = None;
    }

    /// The result: the tag's, else the movetext's.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.header.outcome {
            None | Some(Outcome::Unknown) => self.stated.unwrap_or_default(),
            Some(known) => known,
        }
    }
}

/// Reads the game that begins at `at`, which is not blank; returns where it ends and whether it is
/// good. `wanted` decides on the header, before the moves are replayed.
pub(crate) fn read_game(
    text: &[u8],
    at: usize,
    game: &mut Game,
    wanted: &mut dyn FnMut(&Header) -> bool,
) -> (usize, Result<(), Fault>) {
    game.clear();
    let tags = read_tags(text, at, &mut game.header);
    let end_of_rest = |at: usize| scan::movetext_end(text, at).unwrap_or(text.len());
    let fault = match tags.fault {
        Some(reason) => Some(Fault::Broken(reason)),
        None => judge(&mut game.header, wanted).err(),
    };
    if let Some(fault) = fault {
        let end = if tags.over {
            tags.end
        } else {
            end_of_rest(tags.end)
        };
        return (end, Err(fault));
    }
    game.end = game.header.start.clone().unwrap_or_default();
    if tags.over {
        return (tags.end, Ok(()));
    }
    let mut reader = Movetext {
        text,
        at: tags.end,
        game,
        unclosed: false,
    };
    match reader.read() {
        Ok(()) => (reader.at, Ok(())),
        Err(_) if reader.unclosed => {
            let reason = "a comment is not closed".to_owned();
            (reader.at, Err(Fault::Broken(reason)))
        }
        Err(reason) => (end_of_rest(reader.at), Err(Fault::Broken(reason))),
    }
}

/// Whether the moves are worth reading, by the tags.
fn judge(header: &mut Header, wanted: &mut dyn FnMut(&Header) -> bool) -> Result<(), Fault> {
    if header.other_variant().is_some() {
        return Err(Fault::Variant);
    }
    header.start = start(header).map_err(Fault::Broken)?;
    if wanted(header) {
        Ok(())
    } else {
        Err(Fault::Unwanted)
    }
}

/// The position a game starts from, where that is not the starting position.
fn start(header: &Header) -> Result<Option<Chess>, String> {
    let Some(fen) = &header.fen else {
        return Ok(None);
    };
    let setup: Fen = fen
        .parse()
        .map_err(|_| format!("the FEN \"{}\" cannot be read", short(fen)))?;
    let position = setup
        .into_position::<Chess>(CastlingMode::Standard)
        .map_err(|_| format!("the FEN \"{}\" is no position to start from", short(fen)))?;
    let plain = position == Chess::default()
        && position.halfmoves() == 0
        && position.fullmoves().get() == 1;
    Ok((!plain).then_some(position))
}

fn short(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(80) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

struct Tags {
    end: usize,
    /// Nothing behind the tags belongs to this game.
    over: bool,
    fault: Option<String>,
}

fn read_tags(text: &[u8], mut at: usize, header: &mut Header) -> Tags {
    let (mut blank, mut event) = (false, false);
    let mut fault = None;
    let mut over = false;
    while text.get(at) == Some(&b'[') {
        if scan::begins_another(text, at, blank, event) {
            over = true;
            break;
        }
        event |= text[at..].starts_with(b"[Event ");
        let end = scan::next_line(text, at);
        if fault.is_none() {
            fault = read_tag_line(&text[at..end], header).err();
        }
        at = scan::skip_blank(text, end);
        blank = text[end..at].contains(&b'\n');
    }
    Tags {
        end: at,
        over: over || at >= text.len(),
        fault,
    }
}

/// Reads `[Name "value"]`, or several of them in one line.
fn read_tag_line(line: &[u8], header: &mut Header) -> Result<(), String> {
    let fault = || {
        format!(
            "not a tag: {}",
            short(&String::from_utf8_lossy(line.trim_ascii()))
        )
    };
    let mut rest = line;
    while rest.first() == Some(&b'[') {
        let open = memchr(b'"', rest).ok_or_else(fault)?;
        let name = rest[1..open].trim_ascii();
        let value = &rest[open + 1..];
        let mut close = 0;
        let mut escaped = false;
        loop {
            let rest = value.get(close..).unwrap_or_default();
            close += memchr2(b'"', b'\\', rest).ok_or_else(fault)?;
            match value[close] {
                b'\\' if close + 1 < value.len() => {
                    escaped = true;
                    close += 2;
                }
                // A quote inside of a value should be escaped; the one before the bracket ends it.
                b'"' if value[close + 1..].trim_ascii_start().first() == Some(&b']') => break,
                _ => close += 1,
            }
        }
        let raw = String::from_utf8_lossy(&value[..close]);
        if escaped {
            header.tag(name, &raw.replace("\\\"", "\"").replace("\\\\", "\\"));
        } else {
            header.tag(name, &raw);
        }
        header.tagged |= !name.is_empty() && name.iter().all(|byte| byte.is_ascii_graphic());
        let bracket = memchr(b']', &value[close..]).ok_or_else(fault)?;
        rest = value[close + bracket + 1..].trim_ascii_start();
    }
    Ok(())
}

/// Bytes that end a token.
const ENDS_TOKEN: [bool; 256] = {
    let mut ends = [false; 256];
    let bytes = b" \n\r\t{}();$!?";
    let mut at = 0;
    while at < bytes.len() {
        ends[bytes[at] as usize] = true;
        at += 1;
    }
    ends
};

struct Movetext<'a> {
    text: &'a [u8],
    at: usize,
    game: &'a mut Game,
    unclosed: bool,
}

impl Movetext<'_> {
    /// Reads to the end of the game: the result, the next tags, or the end of the text.
    fn read(&mut self) -> Result<(), String> {
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Ok(());
            };
            match byte {
                b' ' | b'\t' | b'\r' | b'.' | 0 => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    if self.text.get(self.at) == Some(&b'[') {
                        return Ok(());
                    }
                }
                b'{' => self.comment(true)?,
                b';' => self.skip_line(),
                b'%' if self.at == 0 || self.text[self.at - 1] == b'\n' => self.skip_line(),
                b'(' => self.variation()?,
                b')' | b'}' | b']' => {
                    return Err(format!("`{}` closes nothing", char::from(byte)));
                }
                b'$' | b'!' | b'?' => self.skip_token(),
                b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => self.played()?,
                b'0'..=b'9' | b'*' => {
                    if self.number_or_result()? {
                        return Ok(());
                    }
                }
                _ => self.other()?,
            }
        }
    }

    fn token_end(&self) -> usize {
        let mut end = self.at;
        while self
            .text
            .get(end)
            .is_some_and(|byte| !ENDS_TOKEN[*byte as usize])
        {
            end += 1;
        }
        end
    }

    fn skip_token(&mut self) {
        self.at += 1;
        self.at = self.token_end();
    }

    fn skip_line(&mut self) {
        // The line break stays: it may end the game.
        let rest = &self.text[self.at..];
        self.at += memchr(b'\n', rest).unwrap_or(rest.len());
    }

    fn comment(&mut self, of_the_game: bool) -> Result<(), String> {
        let begin = self.at + 1;
        match scan::comment_end(self.text, self.at) {
            Some(scan::Comment::Closed(end)) => {
                self.at = end;
                if of_the_game && self.game.plies > 0 {
                    self.annotate(&self.text[begin..end - 1]);
                }
                Ok(())
            }
            Some(scan::Comment::Unclosed(end)) => {
                self.at = end;
                self.unclosed = true;
                Err(String::new())
            }
            None => {
                self.at = self.text.len();
                self.unclosed = true;
                Err(String::new())
            }
        }
    }

    /// Keeps what a comment says of the clock and the score.
    fn annotate(&mut self, comment: &[u8]) {
        let (mut clock, mut eval) = (None, None);
        commands(comment, &mut clock, &mut eval);
        let last = self.game.plies - 1;
        if let Some(clock) = clock {
            self.game.clocks.resize(last, NO_CLOCK);
            self.game.clocks.push(clock);
        }
        if let Some(eval) = eval {
            self.game.evals.resize(last, NO_EVAL);
            self.game.evals.push(eval);
        }
    }

    /// Passes over a variation, with the variations and comments in it.
    fn variation(&mut self) -> Result<(), String> {
        let mut depth = 0u32;
        loop {
            match self.text.get(self.at) {
                Some(b'(') => depth += 1,
                Some(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return Ok(());
                    }
                }
                Some(b'{') => {
                    self.comment(false)?;
                    continue;
                }
                Some(b';') => {
                    self.skip_line();
                    continue;
                }
                Some(b'\n') if self.text.get(self.at + 1) == Some(&b'[') => {
                    return Err("a variation is not closed".to_owned());
                }
                Some(_) => {}
                None => return Err("a variation is not closed".to_owned()),
            }
            self.at += 1;
        }
    }

    fn played(&mut self) -> Result<(), String> {
        let end = self.token_end();
        let token = &self.text[self.at..end];
        let mut length = token.len();
        while let [.., b'+' | b'#'] = token[..length] {
            length -= 1;
        }
        let found = match San::from_ascii(&token[..length]) {
            Ok(san) => find_move(&self.game.end, san),
            Err(_) => None,
        };
        let found = match found {
            Some(found) => found,
            None => self.slow(token)?,
        };
        self.at = end;
        self.push(found)
    }

    /// Moves in other notations, and what is wrong with those that are none.
    fn slow(&self, token: &[u8]) -> Result<Move, String> {
        let text = String::from_utf8_lossy(token);
        let text = text.trim_end_matches(['+', '#', '=']);
        let text = text.strip_suffix("e.p.").unwrap_or(text);
        parse_move(&self.game.end, text).map_err(|error| {
            let number = self.game.end.fullmoves();
            let dots = self.game.end.turn().fold_wb(".", "...");
            format!("move {number}{dots} {error}")
        })
    }

    fn push(&mut self, played: Move) -> Result<(), String> {
        let game = &mut *self.game;
        if game.plies == MOVES {
            return Err(format!("the game has more than {MOVES} moves"));
        }
        if let Move::Normal {
            role: Role::Pawn,
            promotion: Some(_),
            ..
        } = played
        {
            let color = game.end.turn().fold_wb(0, 1);
            game.promotions[color] = game.promotions[color].saturating_add(1);
        }
        game.moves
            .extend_from_slice(&encode_move(&played).to_le_bytes());
        game.end.play_unchecked(played);
        game.plies += 1;
        Ok(())
    }

    /// Reads a move number or a result; true for a result.
    fn number_or_result(&mut self) -> Result<bool, String> {
        let mut behind = self.at;
        while self.text.get(behind).is_some_and(u8::is_ascii_digit) {
            behind += 1;
        }
        let next = self.text.get(behind).copied().unwrap_or(b' ');
        if behind > self.at && (next == b'.' || ENDS_TOKEN[next as usize]) {
            // Dots are passed over like spaces; a move may follow at once: `1.e4`.
            self.at = behind;
            return Ok(false);
        }
        let end = self.token_end();
        let token = &self.text[self.at..end];
        let text = String::from_utf8_lossy(token).replace('–', "-");
        if text == "*" || Outcome::parse(text.as_bytes()) != Outcome::Unknown {
            self.at = end;
            self.game.stated = Some(Outcome::parse(text.as_bytes()));
            // Comments may follow the result; moves would be another game's.
            self.at = self.behind_result();
            return Ok(true);
        }
        let found = self.slow(token)?;
        self.at = end;
        self.push(found)?;
        Ok(false)
    }

    /// Where the next game begins, once the result is known.
    fn behind_result(&self) -> usize {
        let mut at = self.at;
        loop {
            at = scan::skip_blank(self.text, at);
            match self.text.get(at) {
                Some(b'{') => match scan::comment_end(self.text, at) {
                    Some(scan::Comment::Closed(end)) => at = end,
                    Some(scan::Comment::Unclosed(end)) => return end,
                    None => return self.text.len(),
                },
                Some(b';' | b'%') => at = scan::next_line(self.text, at),
                _ => return at,
            }
        }
    }

    /// What is neither move, number nor result: signs that people put between moves, or a fault.
    fn other(&mut self) -> Result<(), String> {
        let end = self.token_end().max(self.at + 1);
        let text = String::from_utf8_lossy(&self.text[self.at..end]).into_owned();
        if text == "½-½" || text == "½–½" {
            self.at = end;
            self.game.stated = Some(Outcome::Draw);
            return Ok(());
        }
        let letters = text.chars().any(char::is_alphanumeric);
        if !matches!(text.as_str(), "e.p." | "--") && letters || text == "--" {
            let found = self.slow(&self.text[self.at..end])?;
            self.push(found)?;
        }
        self.at = end;
        Ok(())
    }
}

impl Game {
    /// Fills clocks and scores up to the last move, once the game is read.
    pub(crate) fn even_out(&mut self) {
        if !self.clocks.is_empty() {
            self.clocks.resize(self.plies, NO_CLOCK);
        }
        if !self.evals.is_empty() {
            self.evals.resize(self.plies, NO_EVAL);
        }
    }

    /// The men left at the end: `KRPvKR`.
    pub(crate) fn final_material(&self, text: &mut String) {
        let board = self.end.board();
        let order = [
            (Role::King, 'K'),
            (Role::Queen, 'Q'),
            (Role::Rook, 'R'),
            (Role::Bishop, 'B'),
            (Role::Knight, 'N'),
            (Role::Pawn, 'P'),
        ];
        text.clear();
        for color in Color::ALL {
            if color.is_black() {
                text.push('v');
            }
            for (role, letter) in order {
                let count = (board.by_color(color) & board.by_role(role)).count();
                text.extend(std::iter::repeat_n(letter, count));
            }
        }
    }

    /// Takes the start's FEN out.
    pub(crate) fn take_fen(&mut self) -> Option<String> {
        let fen = mem::take(&mut self.header.fen);
        self.header.start.as_ref().and(fen)
    }
}
