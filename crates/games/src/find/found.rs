//! A position that was found, and what is known of its game.

use shakmaty::Chess;
use sissa_record::{Extra, Game, GameInfo, PositionRecord, pgn};

use crate::{GameRow, date::date_text, decode_move};

/// What is known of a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHeader {
    /// What a record says of it.
    pub info: GameInfo,
    /// The event.
    pub event: Option<String>,
    /// How it came to its end.
    pub termination: Option<String>,
}

impl GameHeader {
    /// Of a row.
    pub fn of(row: GameRow<'_>) -> GameHeader {
        let owned = |value: Option<&str>| value.map(str::to_owned);
        let [white_elo, black_elo] = row.elo();
        GameHeader {
            info: GameInfo {
                source: row.source().to_owned(),
                number: row.number(),
                plies: row.plies(),
                white: owned(row.white()),
                black: owned(row.black()),
                white_elo,
                black_elo,
                result: Some(row.result().to_owned()),
                date: row.date().map(date_text),
                time_control: owned(row.time_control()),
                eco: owned(row.eco()),
                opening: owned(row.opening()),
                site: owned(row.site()),
            },
            event: owned(row.event()),
            termination: owned(row.termination()),
        }
    }

    /// A name unique in the folder.
    pub fn id(&self) -> String {
        format!("{}#{}", self.info.source, self.info.number)
    }

    /// Who played, how it ended, what was played and when, in one line.
    pub fn heading(&self) -> String {
        let info = &self.info;
        let player = |name: &Option<String>, elo: Option<u16>| match (name, elo) {
            (Some(name), Some(elo)) => format!("{name} ({elo})"),
            (Some(name), None) => name.clone(),
            (None, Some(elo)) => format!("({elo})"),
            (None, None) => "?".to_owned(),
        };
        let mut parts = vec![format!(
            "{} – {}",
            player(&info.white, info.white_elo),
            player(&info.black, info.black_elo)
        )];
        parts.extend(info.result.clone());
        parts.extend(info.opening.clone().or(info.eco.clone()));
        parts.extend(info.date.clone());
        parts.push(self.id());
        parts.join(" · ")
    }

    /// Sets the tags that PGN has for what is known.
    pub(crate) fn write_tags(&self, game: &mut Game) {
        let info = &self.info;
        let [white_elo, black_elo] =
            [info.white_elo, info.black_elo].map(|elo| elo.map(|elo| elo.to_string()));
        for (name, value) in [
            ("Event", &self.event),
            ("Site", &info.site),
            ("Date", &info.date),
            ("White", &info.white),
            ("Black", &info.black),
            ("Result", &info.result),
            ("WhiteElo", &white_elo),
            ("BlackElo", &black_elo),
            ("TimeControl", &info.time_control),
            ("ECO", &info.eco),
            ("Opening", &info.opening),
            ("Termination", &self.termination),
        ] {
            if let Some(value) = value {
                game.set_header(name, value);
            }
        }
    }
}

/// A position that satisfies a constraint, in its game. It lives as long as the thread that found
/// it looks at it: what is to be kept is made from it there.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    header: &'a GameHeader,
    game: &'a Game,
    row: GameRow<'a>,
}

impl<'a> Found<'a> {
    pub(super) fn new(header: &'a GameHeader, game: &'a Game, row: GameRow<'a>) -> Found<'a> {
        Found { header, game, row }
    }

    /// What is known of the whole game.
    pub fn header(&self) -> &'a GameHeader {
        self.header
    }

    /// The game up to the position, with its tags.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The position.
    pub fn position(&self) -> &'a Chess {
        self.game.end()
    }

    /// Half-moves played before the position.
    pub fn ply(&self) -> usize {
        self.game.plies()
    }

    /// A name unique in the folder: the game's, and the half-move.
    pub fn id(&self) -> String {
        format!("{}:{}", self.header.id(), self.ply())
    }

    /// The whole game, with its tags.
    pub fn whole_game(&self) -> Game {
        let mut game = self.game.clone();
        for number in self.row.moves().skip(game.plies()) {
            let played = decode_move(game.end(), number);
            if played.is_none_or(|played| game.push(played).is_err()) {
                break;
            }
        }
        game
    }

    /// The record of the position. Its index is known only to who counts them.
    pub fn record(&self) -> PositionRecord {
        let mut record = PositionRecord::from_game(0, self.id(), self.game, Extra::default());
        record.game = Some(self.header.info.clone());
        record
    }

    /// The game up to the position as PGN. Cut before its end it is open, `*`, whoever won it later;
    /// the tag `GameResult` says who did.
    pub fn pgn(&self, tags: &[(&str, &str)]) -> String {
        if self.ply() >= self.header.info.plies {
            return pgn(self.game, tags);
        }
        let mut tags = tags.to_vec();
        if let Some(result) = &self.header.info.result {
            tags.extend([("Result", "*"), ("GameResult", result)]);
        }
        pgn(self.game, &tags)
    }

    /// Who played, how it ended, what was played and when, in one line.
    pub fn heading(&self) -> String {
        self.header.heading()
    }
}
