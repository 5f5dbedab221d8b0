//! `sissa games find`.

use std::{io::IsTerminal as _, time::Instant};

use sissa_games::{Folder, Found, Query, find_map};
use sissa_record::{
    Extra, Game, GameInfo, PositionRecord, Record, Run, SCHEMA, Summary, analysis_link, epd, fen,
    pgn,
};
use sissa_render::Diagram;

use super::{failed, refused, threads};
use crate::{
    TOOL,
    args::{FindArgs, Format},
    commands::{format_by_extension, must_not_be_a_terminal},
    console::Console,
    drawing::{Figure, MOST_BOARDS, Medium, Sheet, must_fit},
    input::{self, Asked},
    interrupt::Interrupt,
    output::Output,
    printer::{Printer, columns, counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
};

pub fn run(args: &FindArgs, console: &Console) -> Result<Exit, Problem> {
    let asked = input::constraint(&args.constraint, args.preset.as_deref())?;
    let asked = asked.ok_or_else(sissa::Wish::missing)?;
    let query = Query::new(&asked.constraint).map_err(|error| refused(&error))?;
    if let Some(refutation) = asked.constraint.refutation() {
        return Err(Report::impossible(&refutation).into());
    }
    let format = format(args)?;
    let medium = match format {
        Format::Svg => Some(Medium::Svg),
        Format::Png => Some(Medium::Png),
        Format::Html => Some(Medium::Html),
        Format::Text | Format::Fen | Format::Epd | Format::Pgn | Format::Jsonl => None,
    };
    if let (Some(_), Some(count)) = (medium, args.count) {
        must_fit(count)?;
    }
    let folder = Folder::open(&args.games).map_err(failed)?;
    let output = Output::open(args.output.output.as_deref())?;
    if medium == Some(Medium::Png) {
        must_not_be_a_terminal(output.is_terminal())?;
    }
    let interrupt = Interrupt::finishing(&output)?;
    let printer = Printer {
        format,
        paint: console.paint_data(output.is_terminal()),
        columns: columns(output.is_terminal()),
        constraint: asked.text.clone(),
    };
    if format == Format::Jsonl {
        write(&output, &Record::Run(run_record(args, &asked)))?;
    }
    let started = Instant::now();
    let bar = Progress::named(console, folder.rows(), "games");
    let most = args.count.unwrap_or(match medium {
        Some(_) => MOST_BOARDS,
        None => u64::MAX,
    });
    let mut tally = Tally::default();
    let mut problem = None;
    let mut figures = Vec::new();
    let print = |found: Found| Printed::new(&found, args, &printer, medium.is_some());
    let outcome = find_map(
        &folder,
        &query,
        threads(args.threads),
        args.every,
        &print,
        &mut |printed: Printed| {
            let index = tally.positions;
            tally.count(&printed);
            figures.extend(printed.figure);
            let text = printed.text.replace(INDEX, &index.to_string());
            if let Err(error) = output.write(text.as_bytes()) {
                problem = Some(error);
                return false;
            }
            tally.positions < most && !interrupt.requested()
        },
        &mut |games| {
            bar.to(games);
            !interrupt.requested()
        },
    );
    bar.clear();
    if let Some(problem) = problem {
        return Err(problem);
    }
    outcome.map_err(failed)?;
    if let Some(medium) = medium
        && !figures.is_empty()
    {
        let sheet = Sheet {
            medium,
            layout: &args.sheet,
            solutions: args.solutions,
            subtitle: &asked.text,
        };
        output.write(&sheet.draw(figures)?)?;
    }
    let exit = match (interrupt.requested(), tally.positions) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::No,
        (false, _) => Exit::Yes,
    };
    if format == Format::Jsonl {
        write(&output, &Record::Summary(tally.summary(args, exit)))?;
    }
    if medium.is_none() || tally.positions > 0 {
        output.finish()?;
    }
    let seconds = started.elapsed().as_secs_f64();
    console.summary(&format!(
        "{} in {} of {} games, {seconds:.1} s",
        counted(tally.positions, "position"),
        counted(tally.games, "game"),
        grouped(folder.rows()),
    ));
    Ok(exit)
}

/// Stands where the number of a record will be, once the order is known.
const INDEX: &str = "\u{1}index\u{1}";

/// A position written out by the thread that found it.
struct Printed {
    text: String,
    figure: Option<Figure>,
    game: (String, u64),
    plies: usize,
}

impl Printed {
    fn new(found: &Found, args: &FindArgs, printer: &Printer, drawn: bool) -> Printed {
        let game = found.game();
        let id = format!("{}:{}", found.of.id(), found.ply);
        let text = match printer.format {
            Format::Text => printer.found(&game, &heading(found)),
            Format::Fen => fen(game.end()) + "\n",
            Format::Epd => epd(game.end(), &[("id", &id)]) + "\n",
            Format::Pgn => {
                let goal = fen(game.end());
                let tags = [
                    ("Constraint", printer.constraint.as_str()),
                    ("GoalFEN", &goal),
                ];
                match args.whole {
                    true => pgn(&found.of.game(usize::MAX), &tags),
                    false => pgn(&game, &tags),
                }
            }
            Format::Jsonl => jsonl(found, &game, id),
            Format::Svg | Format::Png | Format::Html => String::new(),
        };
        Printed {
            text,
            figure: drawn.then(|| Figure {
                diagram: Diagram::of(game.end()),
                fen: fen(game.end()),
                movetext: Some(game.movetext()),
                link: Some(analysis_link(&game)),
            }),
            game: (found.of.source.clone(), found.of.number),
            plies: game.plies(),
        }
    }
}

fn jsonl(found: &Found, game: &Game, id: String) -> String {
    let tag = |name: &str| {
        let found = found.of.tags.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.clone())
    };
    let info = GameInfo {
        source: found.of.source.clone(),
        number: found.of.number,
        plies: found.of.plies(),
        white: tag("White"),
        black: tag("Black"),
        white_elo: tag("WhiteElo").and_then(|elo| elo.parse().ok()),
        black_elo: tag("BlackElo").and_then(|elo| elo.parse().ok()),
        result: tag("Result"),
        date: tag("Date"),
        time_control: tag("TimeControl"),
        eco: tag("ECO"),
        opening: tag("Opening"),
        site: tag("Site"),
    };
    let mut record = PositionRecord::from_game(0, id, game, Extra::default());
    record.game = Some(info);
    // The number is known only when all before it have been written.
    let line = Record::Position(record).to_line();
    line.replacen("\"index\":0", &format!("\"index\":{INDEX}"), 1) + "\n"
}

/// Who played, and when.
fn heading(found: &Found) -> String {
    let tag = |name: &str| {
        let found = found.of.tags.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    };
    let player = |name: &str, elo: &str| match (tag(name), tag(elo)) {
        (Some(name), Some(elo)) => format!("{name} ({elo})"),
        (Some(name), None) => name.to_owned(),
        (None, Some(elo)) => format!("({elo})"),
        (None, None) => "?".to_owned(),
    };
    let mut parts = vec![format!(
        "{} – {}",
        player("White", "WhiteElo"),
        player("Black", "BlackElo")
    )];
    parts.extend(tag("Result").map(str::to_owned));
    parts.extend(tag("Opening").or(tag("ECO")).map(str::to_owned));
    parts.extend(tag("Date").map(str::to_owned));
    parts.push(found.of.id());
    parts.join(" · ")
}

/// What was found so far.
#[derive(Default)]
struct Tally {
    positions: u64,
    games: u64,
    last: Option<(String, u64)>,
    plies: Vec<usize>,
}

impl Tally {
    fn count(&mut self, printed: &Printed) {
        self.positions += 1;
        if self.last.as_ref() != Some(&printed.game) {
            self.games += 1;
            self.last = Some(printed.game.clone());
        }
        self.plies.push(printed.plies);
    }

    fn summary(&mut self, args: &FindArgs, exit: Exit) -> Summary {
        self.plies.sort_unstable();
        let total: usize = self.plies.iter().sum();
        let mean = (!self.plies.is_empty()).then(|| total as f64 / self.plies.len() as f64);
        Summary {
            requested: args.count.unwrap_or(self.positions),
            produced: self.positions,
            unique: self.positions,
            satisfied: self.positions,
            mean_plies: mean,
            median_plies: self
                .plies
                .get(self.plies.len() / 2)
                .map(|plies| *plies as f64),
            stats: None,
            repaired: None,
            exit: exit.code(),
        }
    }
}

fn format(args: &FindArgs) -> Result<Format, Report> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    if args.whole {
        return Ok(Format::Pgn);
    }
    let path = args.output.output.as_deref();
    let to_stdout = path.is_none_or(|path| path.as_os_str() == "-");
    Ok(match format_by_extension(path, Format::EXTENSIONS)? {
        Some(format) => format,
        None if to_stdout && std::io::stdout().is_terminal() => Format::Text,
        None => Format::Fen,
    })
}

fn run_record(args: &FindArgs, asked: &Asked) -> Run {
    Run {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        command: "games find".to_owned(),
        constraint: Some(asked.text.clone()),
        style: None,
        seed: None,
        count: args.count,
        skip: None,
    }
}

fn write(output: &Output, record: &Record) -> Result<(), Problem> {
    output.write((record.to_line() + "\n").as_bytes())
}
