//! `sissa play`: a game in the terminal.

use std::{
    fs,
    io::{self, BufRead as _},
    path::Path,
    time::Duration,
};

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, san::SanPlus};
use sissa_engine::{Analysis, Engine, Level, Limits, Options, Score, Situation, threat::ThreatMap};
use sissa_record::{Game, fen, parse_move, pgn};
use sissa_render::{Diagram, text};

use crate::{
    args::PlayArgs,
    commands::bench::{Watch, evaluation},
    console::Console,
    input,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
};

const HELP: &str = "moves in SAN or UCI, such as Nf3 or g1f3, or:
  hint      which man to move; again: where; again: why
  threats   what is attacked and not defended
  eval      what the engine thinks of the position
  undo      take back your last move and the answer
  flip      turn the board
  board     draw the board again
  fen       print the position
  save FILE write the game so far
  resign    give up
  quit      leave
";

/// A game in progress.
struct Table<'a> {
    args: &'a PlayArgs,
    console: &'a Console,
    output: Output,
    engine: Engine,
    level: Level,
    start: Chess,
    moves: Vec<Move>,
    human: Color,
    flipped: bool,
    hints: u32,
    resigned: bool,
}

pub fn run(args: &PlayArgs, console: &Console) -> Result<Exit, Problem> {
    let (start, moves) = match &args.from {
        None => (Chess::default(), Vec::new()),
        Some(from) => {
            let entry = input::one(from)?;
            match (entry.game, entry.position.checked) {
                (Some(game), _) => (game.start().clone(), game.moves().to_vec()),
                (None, Ok(position)) => (position, Vec::new()),
                (None, Err(reasons)) => return Err(Report::invalid(quoted(from), &reasons).into()),
            }
        }
    };
    let human = Color::from_white(!args.black);
    let mut table = Table {
        args,
        console,
        output: Output::open(None)?,
        engine: Engine::new(Options {
            evaluation: evaluation(args.eval)?,
            ..Options::default()
        }),
        level: args.elo.map_or(Level::step(args.level), Level::from_elo),
        start,
        moves,
        human,
        flipped: human.is_black(),
        hints: 0,
        resigned: false,
    };
    let outcome = table.play();
    if let Some(path) = &args.save {
        table.save(path)?;
    }
    outcome.map(|()| Exit::Yes)
}

impl Table<'_> {
    fn situation(&self) -> Situation {
        let mut situation = Situation::new(self.start.clone());
        for m in &self.moves {
            situation.play(*m);
        }
        situation
    }

    fn say(&self, text: &str) -> Result<(), Problem> {
        self.output.write(text.as_bytes())
    }

    fn draw(&self) -> Result<(), Problem> {
        let situation = self.situation();
        let mut diagram = Diagram::of(situation.position());
        if let Some(m) = self.moves.last()
            && let Some(from) = m.from()
        {
            diagram = diagram.with_last_move(from, m.to());
        }
        if self.flipped {
            diagram = diagram.seen_from(Color::Black);
        }
        let style = text::TextStyle {
            color: self.console.paint_data(self.output.is_terminal()).0,
            pieces: match self.args.ascii {
                true => text::Pieces::Ascii,
                false => text::Pieces::Unicode,
            },
            ..text::TextStyle::default()
        };
        self.say(&format!("\n{}\n", text::board(&diagram, style)))
    }

    fn play(&mut self) -> Result<(), Problem> {
        let strength = match self.args.time {
            Some(time) => format!("full strength, {} s a move", time.as_secs_f64()),
            None => format!("about {} Elo", self.level.elo()),
        };
        let color = self.human.fold_wb("White", "Black");
        self.say(&format!(
            "You play {color} against {strength}. `help` lists what can be said.\n"
        ))?;
        self.draw()?;
        let mut lines = io::stdin().lock().lines();
        loop {
            if let Some(words) = self.over() {
                return self.say(&format!("{words}\n"));
            }
            if self.situation().position().turn() != self.human {
                self.answer()?;
                continue;
            }
            self.say("> ")?;
            let line = match lines.next() {
                None => return self.say("\n"),
                Some(Ok(line)) => line,
                Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    self.say("that is no text\n")?;
                    continue;
                }
                Some(Err(error)) => {
                    return Err(Report::io("cannot read standard input", &error).into());
                }
            };
            if !self.hear(line.trim())? {
                return Ok(());
            }
        }
    }

    /// Does what was said; false to leave.
    fn hear(&mut self, line: &str) -> Result<bool, Problem> {
        let position = self.situation().position().clone();
        match line
            .split_once(' ')
            .map_or((line, ""), |(word, rest)| (word, rest.trim()))
        {
            ("", _) => {}
            ("help" | "?", _) => self.say(HELP)?,
            ("quit" | "exit", _) => return Ok(false),
            ("resign", _) => self.resigned = true,
            ("flip", _) => {
                self.flipped = !self.flipped;
                self.draw()?;
            }
            ("board", _) => self.draw()?,
            ("fen", _) => self.say(&format!("{}\n", fen(&position)))?,
            ("undo" | "takeback", _) => {
                let own = self.moves.len() >= 2;
                self.moves.truncate(self.moves.len().saturating_sub(2));
                self.hints = 0;
                match own {
                    true => self.draw()?,
                    false => self.say("there is nothing to take back\n")?,
                }
            }
            ("hint", _) => self.hint()?,
            ("eval", _) => {
                let analysis = self.think(Limits::nodes(200_000), None);
                if let Some(line) = analysis.lines.first() {
                    let value = words_of(line.score);
                    self.say(&format!("{value}: {}\n", line_of(&position, &line.pv)))?;
                }
            }
            ("threats", _) => {
                let map = ThreatMap::of(position.board());
                for color in [self.human, !self.human] {
                    let whose = if color == self.human {
                        "your"
                    } else {
                        "the opponent's"
                    };
                    let loose = names(map.threatened(color));
                    match loose.is_empty() {
                        true => self.say(&format!("none of {whose} men is in danger\n"))?,
                        false => self.say(&format!("{whose} men in danger: {loose}\n"))?,
                    }
                }
            }
            ("save", path) if !path.is_empty() => match self.save(Path::new(path)) {
                Ok(()) => self.say(&format!("saved to {}\n", quoted(path)))?,
                Err(Problem::Report(report)) => self.say(&format!("{}\n", report.message))?,
                Err(problem) => return Err(problem),
            },
            ("save", _) => self.say("save where? write `save game.pgn`\n")?,
            _ => match parse_move(&position, line) {
                Ok(m) => {
                    self.moves.push(m);
                    self.hints = 0;
                    self.draw()?;
                }
                Err(error) => self.say(&format!("{error}; `help` lists what can be said\n"))?,
            },
        }
        Ok(true)
    }

    fn think(&mut self, limits: Limits, time: Option<Duration>) -> Analysis {
        let limits = match time {
            Some(time) => Limits::time(time),
            None => limits,
        };
        let situation = self.situation();
        self.engine
            .search(&situation, &limits, &Watch::new(None), &mut |_| ())
    }

    /// The opponent's move.
    fn answer(&mut self) -> Result<(), Problem> {
        let situation = self.situation();
        let chosen = match self.args.time {
            Some(time) => self.think(Limits::default(), Some(time)).best(),
            None => {
                let chance = self.args.seed.wrapping_mul(1000) + self.moves.len() as u64;
                self.level
                    .choose(&mut self.engine, &situation, &Watch::new(None), chance)
            }
        };
        if let Some(m) = chosen {
            let san = SanPlus::from_move(situation.position().clone(), m);
            self.moves.push(m);
            self.draw()?;
            self.say(&format!("the answer is {san}\n"))?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Problem> {
        let analysis = self.think(Limits::nodes(100_000), None);
        let position = self.situation().position().clone();
        let Some(best) = analysis.best() else {
            return Ok(());
        };
        self.hints += 1;
        let san = SanPlus::from_move(position.clone(), best);
        match (self.hints, best.from()) {
            (1, Some(from)) => self.say(&format!("look at the man on {from}\n")),
            (2, _) => self.say(&format!("consider {san}\n")),
            _ => {
                let line = &analysis.lines[0];
                let value = words_of(line.score);
                self.say(&format!(
                    "{san}, {value}: {}\n",
                    line_of(&position, &line.pv)
                ))
            }
        }
    }

    /// How the game ended, if it has.
    fn over(&self) -> Option<String> {
        let situation = self.situation();
        let position = situation.position();
        if self.resigned {
            return Some("you resigned".to_owned());
        }
        if position.is_checkmate() {
            let winner = (!position.turn()).fold_wb("White", "Black");
            return Some(format!("checkmate: {winner} wins"));
        }
        if position.is_stalemate() {
            return Some("stalemate: a draw".to_owned());
        }
        if situation.occurrences() >= 3 {
            return Some("the same position for the third time: a draw".to_owned());
        }
        if position.halfmoves() >= 100 {
            return Some("fifty moves without a capture or a pawn's move: a draw".to_owned());
        }
        position
            .is_insufficient_material()
            .then(|| "nobody can mate: a draw".to_owned())
    }

    fn save(&self, path: &Path) -> Result<(), Problem> {
        let mut game = Game::starting_from(self.start.clone());
        for m in &self.moves {
            if game.push(*m).is_err() {
                break;
            }
        }
        let engine = format!("Sissa ({} Elo)", self.level.elo());
        let (white, black) = match self.human {
            Color::White => ("you", engine.as_str()),
            Color::Black => (engine.as_str(), "you"),
        };
        let situation = self.situation();
        let result = match (self.resigned, situation.is_draw_by_rule()) {
            (true, _) => self.human.fold_wb("0-1", "1-0"),
            (false, true) => "1/2-1/2",
            (false, false) => "*",
        };
        let tags = [
            ("Event", "sissa play"),
            ("White", white),
            ("Black", black),
            ("Result", result),
        ];
        fs::write(path, pgn(&game, &tags)).map_err(|error| {
            let name = quoted(&path.to_string_lossy());
            Report::io(format!("cannot write {name}"), &error)
        })?;
        Ok(())
    }
}

fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    names.join(", ")
}

fn words_of(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        Score::Mate(moves) => format!("mated in {}", -moves),
    }
}

fn line_of(position: &Chess, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for m in line.iter().take(8) {
        words.push(SanPlus::from_move(position.clone(), *m).to_string());
        position.play_unchecked(*m);
    }
    words.join(" ")
}
