//! `sissa match`: two engines, paired openings, counted failures.

use std::{
    env,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use shakmaty::Chess;
use sissa_engine::{
    Book,
    arena::{Clocks, DriverError, GameRecord, Match, MatchReport, Openings, PlayerSpec, Rules},
};
use sissa_record::{Game, pgn};

use crate::{
    args::MatchArgs,
    console::Console,
    input,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Spinner,
};

pub fn run(args: &MatchArgs, console: &Console) -> Result<Exit, Problem> {
    let job = job(args)?;
    let openings = openings(args)?;
    job.check_players().map_err(|error| {
        let hint = match error {
            DriverError::Option { .. } => "the program's answer to `uci` lists its options",
            _ => "give handcrafted, nnue, blend, untuned, a file with weights or a UCI program",
        };
        Report::new(error.to_string()).hint(hint)
    })?;
    let output = Output::open(args.output.output.as_deref())?;
    let games_wanted = args.output.output.is_some();
    let interrupt = Interrupt::finishing(&output)?;
    let spinner = Spinner::new(console);
    let begin = Instant::now();
    let mut fault = None;
    let report = job.run(
        &openings,
        &|| begin.elapsed(),
        &|| interrupt.requested(),
        &mut |pair, report| {
            let games = report.score.games();
            spinner.tell(games, &report.headline());
            if console.verbose() && games.is_multiple_of(10) {
                console.say(&format!("{games} games: {}\n", report.headline()));
            }
            for (white, record) in pair.games.iter().enumerate().filter(|_| games_wanted) {
                let number = pair.number * 2 + white as u64 + 1;
                let text = game_text(record, report, white, number);
                if let Err(problem) = output.write(text.as_bytes()) {
                    fault = Some(problem);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
    spinner.clear();
    let report = report.map_err(|error| Report::new(error.to_string()))?;
    if let Some(problem) = fault {
        return Err(problem);
    }
    tell(&report, output, games_wanted)?;
    Ok(if interrupt.requested() {
        Exit::Interrupted
    } else {
        Exit::Yes
    })
}

/// The report goes where the games do not.
fn tell(report: &MatchReport, output: Output, games_wanted: bool) -> Result<(), Problem> {
    let terminal = if games_wanted {
        output.finish()?;
        Output::open(None)?
    } else {
        output
    };
    terminal.write(report.to_string().as_bytes())?;
    terminal.finish()?;
    Ok(())
}

/// The match that the arguments describe.
fn job(args: &MatchArgs) -> Result<Match, Report> {
    let sprt = match &args.sprt {
        Some(text) => Some(text.parse().map_err(|error| {
            hinted(
                error,
                "write two differences in Elo, the lower first, such as 0,10",
            )
        })?),
        None => None,
    };
    Ok(Match {
        players: [
            player(&args.first, &args.option_a)?,
            player(&args.second, &args.option_b)?,
        ],
        rules: Rules {
            grace: args.grace,
            adjudicate: args.adjudicate,
            ..Rules::new(clocks(args)?)
        },
        pairs: args.count.div_ceil(2),
        sprt,
        concurrency: args.concurrency,
    })
}

fn hinted(error: impl std::error::Error, hint: &str) -> Report {
    Report::new(error.to_string()).hint(hint)
}

fn player(name: &str, options: &[String]) -> Result<PlayerSpec, Report> {
    let sissa =
        env::current_exe().map_err(|error| Report::io("cannot find this program", &error))?;
    let mut player = PlayerSpec::named(name, &sissa);
    for option in options {
        player
            .set_option(option)
            .map_err(|error| hinted(error, "write NAME=VALUE, such as Hash=64"))?;
    }
    Ok(player)
}

fn clocks(args: &MatchArgs) -> Result<Clocks, Report> {
    if let Some(nodes) = args.nodes {
        return Ok(Clocks::Nodes(nodes));
    }
    if let Some(depth) = args.depth {
        return Ok(Clocks::Depth(depth));
    }
    match &args.tc {
        Some(text) => text
            .parse()
            .map_err(|error| hinted(error, "write seconds and an increment, such as 10+0.1")),
        None => Ok(Clocks::PerMove(
            args.movetime.unwrap_or(Duration::from_millis(100)),
        )),
    }
}

fn openings(args: &MatchArgs) -> Result<Openings, Problem> {
    if let Some(file) = &args.openings {
        let positions = input::entries(std::slice::from_ref(file))?
            .map(|entry| {
                let entry = entry?;
                let invalid = |reasons: Vec<_>| Report::invalid(&entry.origin, &reasons);
                Ok(entry.position.checked.map_err(invalid)?)
            })
            .collect::<Result<Vec<Chess>, Problem>>()?;
        return Openings::list(positions)
            .ok_or_else(|| Report::new(format!("there is no opening in {}", quoted(file))).into());
    }
    Ok(match &args.book {
        Some(path) => {
            let book = Book::open(path).map_err(|error| Report::new(error.to_string()))?;
            Openings::book(book, args.plies, args.seed)
        }
        None => Openings::random(args.plies, args.seed),
    })
}

fn game_text(record: &GameRecord, report: &MatchReport, white: usize, number: u64) -> String {
    let mut game = Game::starting_from(record.start.clone());
    for m in &record.moves {
        if game.push(*m).is_err() {
            break;
        }
    }
    let result = ["0-1", "1/2-1/2", "1-0"][usize::from(record.white.min(2))];
    let plies = record.moves.len().to_string();
    let number = number.to_string();
    let mut tags = vec![
        ("Event", "sissa match"),
        ("Round", number.as_str()),
        ("White", report.names[white].as_str()),
        ("Black", report.names[1 - white].as_str()),
        ("Result", result),
        ("PlyCount", plies.as_str()),
        ("Termination", record.end.words()),
    ];
    if let Some(remark) = &record.remark {
        tags.push(("Annotator", remark));
    }
    pgn(&game, &tags)
}
