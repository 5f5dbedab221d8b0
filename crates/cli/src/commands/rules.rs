//! `sissa rules`: a machine finds out the rules from yes and no.

use std::{io, path::Path};

use shakmaty::{EnPassantMode, Position as _};
use sissa_game::{read_file, read_up_to};
use sissa_learn::{Budget, Counter, Engine, Halt, Position, Program, curve, curve::Curve, exact};
use sissa_supervisor::{Judge, Variant, chart, examine, position_of, stages};

use crate::{
    args::{GameName, LearnArgs, PrintArgs, Prior, RulesArgs, RulesCommand, Stage, TestArgs},
    console::Console,
    input,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Spinner,
};

/// Positions of games that the network is tested on at most.
const MOST_POSITIONS: usize = 2000;

pub fn run(args: &RulesArgs, console: &Console) -> Result<Exit, Problem> {
    match &args.command {
        RulesCommand::Learn(args) => learn(args, console),
        RulesCommand::Test(args) => test(args, console),
        RulesCommand::Print(args) => print(args, console),
    }
}

fn variant(name: GameName) -> Variant {
    match name {
        GameName::Chess => Variant::Chess,
        GameName::Antichess => Variant::Antichess,
        GameName::Horde => Variant::Horde,
        GameName::KingOfTheHill => Variant::KingOfTheHill,
        GameName::RacingKings => Variant::RacingKings,
        GameName::ThreeCheck => Variant::ThreeCheck,
    }
}

fn learn(args: &LearnArgs, console: &Console) -> Result<Exit, Problem> {
    // Before the work, so that a wrong name does not cost it.
    let drawing = args.curve.as_deref().map(is_drawing).transpose()?;
    if args.stage != Stage::Exact && (args.variant != GameName::Chess || !args.without.is_empty()) {
        return Err(Report::new("--variant and --without belong to the stage exact").into());
    }
    if args.stage != Stage::Net && args.games.is_some() {
        return Err(Report::new("--games belongs to the stage net").into());
    }
    let games = match &args.games {
        Some(file) => positions_of(file)?,
        None => Vec::new(),
    };
    let output = Output::open(args.output.output.as_deref())?;
    let interrupt = Interrupt::finishing(&output)?;
    let spinner = Spinner::new(console);
    let learnt = study(args, &games, &mut |done, what| {
        spinner.tell(done, what);
        !interrupt.requested()
    });
    spinner.clear();
    if learnt.halt == Some(Halt::Stopped) {
        return Ok(Exit::Interrupted);
    }
    if let (Some(path), Some(drawing)) = (&args.curve, drawing) {
        let text = if drawing {
            chart("learning curve", learnt.errors, &learnt.curves)
        } else {
            curve::csv(&learnt.curves)
        };
        let file = Output::open(Some(path))?;
        file.write(text.as_bytes())?;
        file.finish()?;
    }
    output.write(learnt.text.as_bytes())?;
    output.finish()?;
    if let Some(halt) = learnt.halt {
        console.warning(&format!("{halt}"), Some("--questions N allows more"));
        return Ok(Exit::Undecided);
    }
    Ok(Exit::Yes)
}

/// Whether the curve is drawn, or written as a table.
fn is_drawing(path: &Path) -> Result<bool, Report> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Ok(false),
        Some("svg") => Ok(true),
        _ => {
            let name = quoted(&path.to_string_lossy());
            Err(
                Report::new(format!("the name {name} does not tell the format"))
                    .hint("end the name of the curve in .csv or .svg"),
            )
        }
    }
}

/// What a stage has learnt.
#[derive(Default)]
struct Learnt {
    text: String,
    curves: Vec<Curve>,
    /// What the curves count.
    errors: &'static str,
    halt: Option<Halt>,
}

fn study(args: &LearnArgs, games: &[Position], watch: &mut dyn FnMut(u64, &str) -> bool) -> Learnt {
    let halted = |halt| Learnt {
        halt: Some(halt),
        ..Learnt::default()
    };
    match args.stage {
        Stage::Exact => {
            let (learnt, asked) = exactly(args, watch);
            let variant = variant(args.variant);
            let mut text = format!("{}# {asked} questions\n", learnt.program);
            for (topic, count) in &learnt.topics {
                text.push_str(&format!("# {count:>8} {topic}\n"));
            }
            Learnt {
                text,
                curves: vec![stages::exact_curve(
                    variant,
                    &learnt.snapshots,
                    variant.name(),
                )],
                errors: "wrong moves a position",
                halt: learnt.halt,
            }
        }
        Stage::Synapses => {
            let trials = args.questions.unwrap_or(100_000);
            stages::synapses_stage(args.seed, trials, |done| watch(done, "trials")).map_or_else(
                halted,
                |report| Learnt {
                    text: synapses_text(&report),
                    curves: report.curves,
                    errors: "wrong pairs of squares",
                    halt: None,
                },
            )
        }
        Stage::Line => {
            let lines = args.questions.unwrap_or(200_000);
            stages::line_stage(args.seed, lines, |done| watch(done, "boards")).map_or_else(
                halted,
                |(rows, curves)| Learnt {
                    text: line_text(&rows),
                    curves,
                    errors: "share of wrong boards",
                    halt: None,
                },
            )
        }
        Stage::Net => {
            let positions = args.questions.unwrap_or(150_000);
            stages::net_stage(args.seed, positions, games, |done| watch(done, "positions"))
                .map_or_else(halted, |(rows, curve, asked)| Learnt {
                    text: net_text(&rows, asked),
                    curves: vec![curve],
                    errors: "wrong moves a position",
                    halt: None,
                })
        }
    }
}

/// Runs the exact learner.
fn exactly(args: &LearnArgs, watch: &mut dyn FnMut(u64, &str) -> bool) -> (exact::Learnt, u64) {
    let variant = variant(args.variant);
    let mut judge = Judge(variant);
    let budget = Budget::questions(args.questions.unwrap_or(1_000_000));
    let mut counter = Counter::new(&mut judge, budget.watched(watch));
    let priors = exact::Priors {
        symmetry: !args.without.contains(&Prior::Symmetry),
        capture_laws: !args.without.contains(&Prior::CaptureLaws),
        chosen_questions: !args.without.contains(&Prior::ChosenQuestions),
    };
    let learnt = exact::learn(&variant.game(), &mut counter, priors, args.seed);
    let asked = counter.asked();
    (learnt, asked)
}

fn synapses_text(report: &stages::SynapsesReport) -> String {
    let mut text = String::from(
        "man         wrong after trials   elimination   by symmetry   symmetries found\n",
    );
    for man in &report.men {
        let symmetries: Vec<String> = man
            .symmetries
            .iter()
            .map(|one| format!("{one:?}"))
            .collect();
        text.push_str(&format!(
            "{:<11} {:>8} of {:>7} {:>13} {:>13}   {}{}\n",
            man.name,
            man.wrong_after_trials,
            man.trials,
            man.eliminate_questions,
            man.symmetry_questions,
            symmetries.join(" "),
            match man.symmetry_wrong {
                0 => String::new(),
                wrong => format!(" ({wrong} pairs wrong)"),
            }
        ));
    }
    text.push_str("\nThe rook after random trials (column from, row to):\n\n");
    text.push_str(&report.rook.0.table());
    text.push_str("\nThe rook after elimination:\n\n");
    text.push_str(&report.rook.1.table());
    text
}

fn line_text(rows: &[stages::LineReport]) -> String {
    let mut text = String::from(
        "network                                            boards  questions      wrong   median of starts\n",
    );
    for row in rows {
        text.push_str(&format!(
            "{:<48} {:>8} {:>10} {:>5} of {:>4} {:>18}",
            row.name,
            row.trained_on,
            row.questions,
            row.wrong,
            row.of,
            row.median
                .map_or_else(String::new, |median| median.to_string())
        ));
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn net_text(rows: &[stages::NetReport], asked: u64) -> String {
    let mut text = format!(
        "{asked} questions\nset          positions  all right  legal moves     missed   invented  best guess illegal\n"
    );
    for row in rows {
        let found = row.mistakes;
        text.push_str(&format!(
            "{:<12} {:>9} {:>10} {:>12} {:>10} {:>10} {:>19}\n",
            row.name,
            found.positions,
            found.perfect,
            found.legal,
            found.missed,
            found.invented,
            found.cheating
        ));
    }
    text
}

/// Positions of a file of games, evenly.
fn positions_of(file: &str) -> Result<Vec<Position>, Problem> {
    let mut found = Vec::new();
    for entry in input::entries(&[file.to_owned()])? {
        let entry = entry?;
        let Some(game) = &entry.game else { continue };
        let see =
            |position: &shakmaty::Chess| position_of(&position.to_setup(EnPassantMode::Always));
        found.extend(game.positions().step_by(5).map(|position| see(&position)));
        if found.len() >= MOST_POSITIONS {
            break;
        }
    }
    found.truncate(MOST_POSITIONS);
    if found.is_empty() {
        Err(Report::new(format!("there is no game in {}", quoted(file))).into())
    } else {
        Ok(found)
    }
}

/// Longest program of rules, in bytes.
const LARGEST: u64 = 16 << 20;

fn read(path: &Path) -> Result<Program, Problem> {
    let name = quoted(&path.to_string_lossy());
    let read = if path.as_os_str() == "-" {
        read_up_to(io::stdin().lock(), LARGEST)
    } else {
        read_file(path, LARGEST)
    };
    let not_text = |_| io::Error::from(io::ErrorKind::InvalidData);
    let read = read.and_then(|bytes| String::from_utf8(bytes).map_err(not_text));
    let text = read.map_err(|error| Report::io(&name, &error))?;
    let program = text.parse().map_err(|error: sissa_learn::ParseError| {
        let excerpt = text.lines().nth(error.line - 1).unwrap_or_default();
        Report {
            excerpt: (!excerpt.is_empty()).then(|| excerpt.chars().take(200).collect()),
            ..Report::new(format!("{name} is no program of rules: {error}"))
        }
        .hint("`sissa rules learn -o FILE` writes one")
    })?;
    Ok(program)
}

fn test(args: &TestArgs, console: &Console) -> Result<Exit, Problem> {
    let program = read(&args.file)?;
    let variant = variant(args.variant);
    let engine = Engine::new(&program);
    let output = Output::open(args.output.output.as_deref())?;
    let interrupt = Interrupt::finishing(&output)?;
    let spinner = Spinner::new(console);
    let mut same = true;
    spinner.tell(0, "perft");
    for row in examine::perft(variant, &engine, args.depth) {
        same &= row.learnt == row.true_count;
        let line = format!(
            "perft {:<17} depth {}  {:>9} of {:>9}\n",
            row.name, row.depth, row.learnt, row.true_count
        );
        output.write(line.as_bytes())?;
        if interrupt.requested() {
            output.close(false, true)?;
            return Ok(Exit::Interrupted);
        }
    }
    let mut watch = |done: u64| {
        if done.is_multiple_of(1024) {
            spinner.tell(done, "positions");
        }
        !interrupt.requested()
    };
    let play = examine::random_play(variant, &engine, args.positions, args.seed, &mut watch);
    let search = examine::adversarial(variant, &engine, args.positions, args.seed, &mut watch);
    spinner.clear();
    for (name, found) in [("random play", play), ("search for errors", search)] {
        same &= found.wrong == 0;
        let mut line = format!(
            "{name:<18} {:>9} positions  {} wrong, {} moves invented, {} missed\n",
            found.positions, found.wrong, found.invented, found.missed
        );
        if let Some((position, moves)) = &found.first {
            let moves: Vec<String> = moves.iter().take(8).map(ToString::to_string).collect();
            let shown = Program::new(sissa_learn::Game {
                start: *position,
                ..program.game.clone()
            });
            let board = shown
                .to_string()
                .lines()
                .nth(2)
                .unwrap_or_default()
                .to_owned();
            line.push_str(&format!("  first: {board}: {}\n", moves.join(" ")));
        }
        output.write(line.as_bytes())?;
    }
    output.close(!interrupt.requested(), true)?;
    match (interrupt.requested(), same) {
        (true, _) => Ok(Exit::Interrupted),
        (false, true) => Ok(Exit::Yes),
        (false, false) => Ok(Exit::No),
    }
}

fn print(args: &PrintArgs, console: &Console) -> Result<Exit, Problem> {
    let program = match &args.file {
        Some(path) => read(path)?,
        None => {
            let spinner = Spinner::new(console);
            let mut judge = Judge(Variant::Chess);
            let budget = Budget::questions(1_000_000).watched(|done, what| {
                spinner.tell(done, what);
                true
            });
            let mut counter = Counter::new(&mut judge, budget);
            let game = Variant::Chess.game();
            let learnt = exact::learn(&game, &mut counter, exact::Priors::default(), 0);
            spinner.clear();
            learnt.program
        }
    };
    let output = Output::open(args.output.output.as_deref())?;
    output.write(program.to_string().as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}
