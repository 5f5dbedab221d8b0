//! `sissa play`: a game in the terminal.

use std::{
    io::{self, BufRead as _},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, san::SanPlus};
use sissa::{AdviceRecord, Advise, Event, Review, Reviewed, Session};
use sissa_engine::{GameClock, Level, Opponent, Options, Situation, Strength, threat::ThreatMap};
use sissa_human::Partner;
use sissa_record::{Game, fen, parse_move, pgn};
use sissa_render::{Diagram, text};

use crate::{
    args::{PlayArgs, TimeControl},
    commands::bench::{Watch, evaluation},
    console::Console,
    input,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
};

const HELP: &str = "moves in SAN or UCI, such as Nf3 or g1f3, or:
  hint      which man to move; again: where; again: why
  people    what players of this level would play
  review    what happened so far, and why
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
    opponent: Opponent,
    start: Chess,
    moves: Vec<Move>,
    human: Color,
    flipped: bool,
    hints: u32,
    resigned: bool,
    clocks: Option<Clocks>,
}

/// Both players' clocks.
struct Clocks {
    control: TimeControl,
    /// The person's and the opponent's.
    left: [Duration; 2],
    /// Who has run out of time.
    fallen: Option<Side>,
}

/// Whose clock it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    You = 0,
    Opponent = 1,
}

impl Clocks {
    fn new(control: TimeControl) -> Clocks {
        Clocks {
            control,
            left: [control.base; 2],
            fallen: None,
        }
    }

    /// A move was made after so long.
    fn press(&mut self, side: Side, spent: Duration) {
        let left = &mut self.left[side as usize];
        match left.checked_sub(spent) {
            Some(rest) => *left = rest + self.control.increment,
            None => (*left, self.fallen) = (Duration::ZERO, Some(side)),
        }
    }

    fn words(&self) -> String {
        let shown = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let [you, opponent] = self.left.map(shown);
        format!("your clock {you}, the opponent's {opponent}")
    }
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
    let options = Options {
        evaluation: evaluation(args.eval)?,
        ..Options::default()
    };
    let mut table = Table {
        args,
        console,
        output: Output::open(None)?,
        opponent: Opponent::new(options.clone(), strength(args), args.seed)
            .with(Box::new(Partner::new(options))),
        start,
        moves,
        human,
        flipped: human.is_black(),
        hints: 0,
        resigned: false,
        clocks: args.clock.map(Clocks::new),
    };
    let outcome = table.play();
    if let Some(path) = &args.save {
        table.save(path)?;
    }
    outcome.map(|()| Exit::Yes)
}

fn strength(args: &PlayArgs) -> Strength {
    match args.time {
        Some(time) => Strength::Full(time),
        None => Strength::Level(args.elo.map_or(Level::step(args.level), Level::from_elo)),
    }
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
            pieces: if self.args.ascii {
                text::Pieces::Ascii
            } else {
                text::Pieces::Unicode
            },
            ..text::TextStyle::default()
        };
        self.say(&format!("\n{}\n", text::board(&diagram, style)))
    }

    fn play(&mut self) -> Result<(), Problem> {
        let strength = match self.opponent.strength() {
            Strength::Full(time) => format!("full strength, {} s a move", time.as_secs_f64()),
            Strength::Level(level) => format!("about {} Elo", level.elo()),
        };
        let color = self.human.fold_wb("White", "Black");
        self.say(&format!(
            "You play {color} against {strength}. `help` lists what can be said.\n"
        ))?;
        self.draw()?;
        let mut lines = io::stdin().lock().lines();
        let mut begun = Instant::now();
        loop {
            if let Some(words) = self.over() {
                self.say(&format!("{words}\n"))?;
                return if self.args.review {
                    self.review()
                } else {
                    Ok(())
                };
            }
            if self.situation().position().turn() != self.human {
                self.answer()?;
                begun = Instant::now();
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
            let played = self.moves.len();
            if !self.hear(line.trim())? {
                return Ok(());
            }
            if self.moves.len() > played
                && let Some(clocks) = &mut self.clocks
            {
                clocks.press(Side::You, begun.elapsed());
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
                if own {
                    self.draw()?;
                } else {
                    self.say("there is nothing to take back\n")?;
                }
            }
            ("hint", _) => self.hint()?,
            ("people", _) => self.people()?,
            ("review", _) => self.review()?,
            ("eval", _) => {
                let situation = self.situation();
                if let Some(line) = self.opponent.opinion(&situation, &Watch::new(None)) {
                    self.say(&format!("{}\n", line.describe(&position)))?;
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
                    if loose.is_empty() {
                        self.say(&format!("none of {whose} men is in danger\n"))?;
                    } else {
                        self.say(&format!("{whose} men in danger: {loose}\n"))?;
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

    /// The opponent's move.
    fn answer(&mut self) -> Result<(), Problem> {
        let situation = self.situation();
        let begun = Instant::now();
        let clock = self.clocks.as_ref().map(|clocks| GameClock {
            left: clocks.left[Side::Opponent as usize],
            increment: clocks.control.increment,
            moves: None,
        });
        let answer = self
            .opponent
            .answer_with_clock(&situation, clock, &Watch::new(None));
        let Some((m, pause)) = answer else {
            return Ok(());
        };
        // As long as a person would think.
        thread::sleep(pause.unwrap_or_default().saturating_sub(begun.elapsed()));
        let san = SanPlus::from_move(situation.position().clone(), m);
        self.moves.push(m);
        self.draw()?;
        self.say(&format!("the answer is {san}\n"))?;
        if let Some(clocks) = &mut self.clocks {
            clocks.press(Side::Opponent, begun.elapsed());
            let words = clocks.words();
            self.say(&format!("{words}\n"))?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Problem> {
        self.hints += 1;
        let situation = self.situation();
        let hint = self
            .opponent
            .hint(&situation, self.hints, &Watch::new(None));
        match hint {
            Some(hint) => self.say(&format!("{}\n", hint.describe(situation.position())))?,
            None => return Ok(()),
        }
        if self.hints > 2 {
            self.why()?;
        }
        Ok(())
    }

    /// What is advised here, where there is something.
    fn advice(&self) -> Option<AdviceRecord> {
        let advise = Advise {
            start_fen: Some(fen(&self.start)),
            moves: self.game().uci_moves(),
            elo: Some(self.elo()),
            nodes: None,
        };
        advise.run(&Session::new()).ok()
    }

    /// The level that moves are judged by: the opponent's.
    fn elo(&self) -> u16 {
        match self.opponent.strength() {
            Strength::Full(_) => 2400,
            Strength::Level(level) => u16::try_from(level.elo()).unwrap_or(1500),
        }
    }

    fn people(&self) -> Result<(), Problem> {
        let Some(advice) = self.advice() else {
            return Ok(());
        };
        let told: Vec<String> = advice
            .others
            .iter()
            .map(|other| format!("{} {:.0} %", other.san, 100.0 * other.share))
            .collect();
        let elo = self.elo();
        self.say(&format!(
            "a player of {elo} would play {}\n",
            told.join(", ")
        ))
    }

    /// Why the hint is one, and what it is against.
    fn why(&self) -> Result<(), Problem> {
        let Some(advice) = self.advice() else {
            return Ok(());
        };
        for reason in &advice.why {
            self.say(&format!("{}\n", reason.text))?;
        }
        if let Some(threat) = &advice.threat {
            let words: Vec<&str> = threat
                .why
                .iter()
                .map(|reason| reason.text.as_str())
                .collect();
            self.say(&format!(
                "the threat is {}: {}\n",
                threat.san,
                words.join("; ")
            ))?;
        }
        Ok(())
    }

    fn review(&self) -> Result<(), Problem> {
        let game = self.game();
        if game.plies() == 0 {
            return self.say("nothing was played yet\n");
        }
        let paint = self.console.paint_data(self.output.is_terminal());
        let request = Review::new(pgn(&game, &[])).elo(self.elo());
        for event in request.run(&Session::new())? {
            if let Event::Found(Reviewed::Game(reviewed)) = event {
                self.say(&super::review::game_text(&reviewed, paint))?;
            }
        }
        Ok(())
    }

    /// The moves so far.
    fn game(&self) -> Game {
        let mut game = Game::starting_from(self.start.clone());
        for m in &self.moves {
            if game.push(*m).is_err() {
                break;
            }
        }
        game
    }

    /// How the game ended, if it has.
    fn over(&self) -> Option<String> {
        if self.resigned {
            return Some("you resigned".to_owned());
        }
        match self.clocks.as_ref().and_then(|clocks| clocks.fallen) {
            Some(Side::You) => return Some("you lost on time".to_owned()),
            Some(Side::Opponent) => return Some("the opponent lost on time".to_owned()),
            None => {}
        }
        self.situation().ending().map(|ending| ending.to_string())
    }

    fn save(&self, path: &Path) -> Result<(), Problem> {
        let game = self.game();
        let engine = match self.opponent.strength() {
            Strength::Full(_) => "Sissa".to_owned(),
            Strength::Level(level) => format!("Sissa ({} Elo)", level.elo()),
        };
        let (white, black) = match self.human {
            Color::White => ("you", engine.as_str()),
            Color::Black => (engine.as_str(), "you"),
        };
        let situation = self.situation();
        let fallen = self.clocks.as_ref().and_then(|clocks| clocks.fallen);
        let result = if self.resigned || fallen == Some(Side::You) {
            self.human.fold_wb("0-1", "1-0")
        } else if fallen == Some(Side::Opponent) {
            self.human.fold_wb("1-0", "0-1")
        } else {
            match situation.ending().map(|ending| ending.winner()) {
                Some(Some(winner)) => winner.fold_wb("1-0", "0-1"),
                Some(None) => "1/2-1/2",
                None => "*",
            }
        };
        let tags = [
            ("Event", "sissa play"),
            ("White", white),
            ("Black", black),
            ("Result", result),
        ];
        // Whole or not at all: what was saved before stays until then.
        let file = Output::open(Some(path))?;
        file.write(pgn(&game, &tags).as_bytes())?;
        file.finish()
    }
}

fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_gains_with_each_move_and_ends_the_game_when_it_runs_out() {
        let seconds = Duration::from_secs;
        let mut clocks = Clocks::new(TimeControl {
            base: seconds(60),
            increment: seconds(2),
        });
        clocks.press(Side::You, seconds(10));
        assert_eq!(clocks.words(), "your clock 0:52, the opponent's 1:00");
        assert!(clocks.fallen.is_none());
        clocks.press(Side::Opponent, seconds(61));
        assert_eq!(clocks.words(), "your clock 0:52, the opponent's 0:00");
        assert!(clocks.fallen == Some(Side::Opponent));
    }
}
