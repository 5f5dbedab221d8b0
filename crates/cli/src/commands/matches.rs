//! `sissa match`: two engines, paired openings, counted failures.

use std::{env, ops::ControlFlow, path::PathBuf};

use shakmaty::Chess;
use sissa::Match;
use sissa_engine::arena::MatchReport;

use crate::{
    args::MatchArgs,
    console::Console,
    input,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Spinner,
};

/// More openings than a match has games.
const MOST_OPENINGS: usize = 1_000_000;

pub fn run(args: &MatchArgs, console: &Console) -> Result<Exit, Problem> {
    let request = request(args)?;
    let sissa =
        env::current_exe().map_err(|error| Report::io("cannot find this program", &error))?;
    let output = Output::open(args.output.output.as_deref())?;
    let games_wanted = args.output.output.is_some();
    let interrupt = Interrupt::finishing(&output)?;
    let session = super::session(Some(args.concurrency)).cancelled_by(interrupt.cancel());
    let pairing = request.prepare(&session, &sissa)?;
    let spinner = Spinner::new(console);
    let mut fault = None;
    let report = pairing.run_into(|pair| {
        let games = pair.report.score.games();
        spinner.tell(games, &pair.report.headline());
        if console.verbose() && games.is_multiple_of(10) {
            console.say(&format!("{games} games: {}\n", pair.report.headline()));
        }
        if games_wanted && let Err(problem) = output.write(pair.pgn().as_bytes()) {
            fault = Some(problem);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    spinner.clear();
    let report = report?;
    if let Some(problem) = fault {
        return Err(problem);
    }
    let whole = !interrupt.requested();
    let part = tell(&report, output, games_wanted, whole)?;
    if let Some(part) = part {
        console.part(&part);
    }
    Ok(if whole { Exit::Yes } else { Exit::Interrupted })
}

/// The report goes where the games do not. Games that are not all of them do not replace a file: the name of
/// the part is returned.
fn tell(
    report: &MatchReport,
    output: Output,
    games_wanted: bool,
    whole: bool,
) -> Result<Option<PathBuf>, Problem> {
    let mut part = None;
    let terminal = if games_wanted {
        part = output.close(whole, report.score.games() > 0)?;
        Output::open(None)?
    } else {
        output
    };
    terminal.write(report.to_string().as_bytes())?;
    terminal.finish()?;
    Ok(part)
}

/// The match that the arguments describe.
fn request(args: &MatchArgs) -> Result<Match, Problem> {
    Ok(Match {
        options: [args.option_a.clone(), args.option_b.clone()],
        count: args.count,
        movetime: args.movetime.map(|time| time.as_secs_f64()),
        tc: args.tc.clone(),
        nodes: args.nodes,
        depth: args.depth,
        grace: args.grace.as_secs_f64(),
        book: args.book.clone(),
        plies: args.plies,
        seed: args.seed,
        sprt: args.sprt.clone(),
        adjudicate: args.adjudicate,
        openings: openings(args)?,
        ..Match::between(&args.first, &args.second)
    })
}

fn openings(args: &MatchArgs) -> Result<Vec<Chess>, Problem> {
    let Some(file) = &args.openings else {
        return Ok(Vec::new());
    };
    let positions = input::entries(std::slice::from_ref(file))?
        .map(|entry| {
            let entry = entry?;
            let invalid = |reasons: Vec<_>| Report::invalid(&entry.origin, &reasons);
            Ok(entry.position.checked.map_err(invalid)?)
        })
        .take(MOST_OPENINGS + 1)
        .collect::<Result<Vec<Chess>, Problem>>()?;
    if positions.len() > MOST_OPENINGS {
        let message = format!(
            "there are more than {MOST_OPENINGS} openings in {}",
            quoted(file)
        );
        return Err(Report::new(message).into());
    }
    if positions.is_empty() {
        return Err(Report::new(format!("there is no opening in {}", quoted(file))).into());
    }
    Ok(positions)
}
