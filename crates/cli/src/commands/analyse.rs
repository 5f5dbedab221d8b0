//! `sissa analyse`: the best moves of a position.

use shakmaty::{Chess, Color, Position as _};
use sissa::{Analyse, AnalysisRecord, LineRecord};
use sissa_record::fen;

use crate::{
    args::{AnalyseArgs, AnalyseFormat},
    console::Console,
    input,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report},
    progress::Spinner,
};

/// Half-moves of a line that are shown to a person.
const SHOWN: usize = 12;

pub fn run(args: &AnalyseArgs, console: &Console) -> Result<Exit, Problem> {
    let position = position(&args.position)?;
    let request = Analyse {
        lines: Some(args.lines),
        seconds: args.time.map(|time| time.as_secs_f64()),
        nodes: args.nodes,
        ..Analyse::new(fen(&position))
    };
    let output = Output::open(args.output.output.as_deref())?;
    let interrupt = Interrupt::finishing(&output)?;
    let session = super::session(None).cancelled_by(interrupt.cancel());
    let spinner = Spinner::new(console);
    let last = request.run_into(&session, |standing| {
        let best = standing.lines.first().and_then(|line| line.san.first());
        let best = best.map_or("", String::as_str);
        spinner.tell(
            standing.nodes,
            &format!("nodes, depth {}: {best}", standing.depth),
        );
    });
    spinner.clear();
    let last = last?;
    let text = match args.format {
        AnalyseFormat::Text => text(&position, &last),
        AnalyseFormat::Jsonl => {
            serde_json::to_string(&last).expect("a record has nothing that JSON cannot say") + "\n"
        }
    };
    output.write(text.as_bytes())?;
    let part = output.close(!interrupt.requested(), true)?;
    if let Some(part) = part {
        console.part(&part);
    }
    Ok(if interrupt.requested() {
        Exit::Interrupted
    } else {
        Exit::Yes
    })
}

fn position(arguments: &[String]) -> Result<Chess, Problem> {
    if arguments.is_empty() {
        return Ok(Chess::default());
    }
    let mut entries = input::entries(arguments)?;
    let entry = entries
        .next()
        .transpose()?
        .ok_or_else(|| Report::new("there is no position"))?;
    if entries.next().is_some() {
        let report = Report::new("there is more than one position or game");
        return Err(report
            .hint("give one FEN, one list of moves or one game")
            .into());
    }
    let invalid = |reasons: Vec<_>| Report::invalid("this", &reasons);
    Ok(entry.position.checked.map_err(invalid)?)
}

/// A line for each move: its value as White sees it, and what is expected to follow.
fn text(position: &Chess, analysis: &AnalysisRecord) -> String {
    if analysis.lines.is_empty() {
        let why = if position.is_check() {
            "checkmate"
        } else {
            "stalemate"
        };
        return format!("{why}: there is no legal move\n");
    }
    let mut text = String::new();
    for line in &analysis.lines {
        text += &format!(
            "{:>7}  {}\n",
            value(position.turn(), line),
            moves(position, line)
        );
    }
    text + &format!("depth {}, {} nodes\n", analysis.depth, analysis.nodes)
}

/// As White sees it, as PGN and every board have it.
fn value(turn: Color, line: &LineRecord) -> String {
    let sign = turn.fold_wb(1, -1);
    match (line.mate, line.centipawns) {
        (Some(moves), _) => format!("#{}", sign * moves),
        (None, Some(value)) => format!("{:+.2}", f64::from(sign * value) / 100.0),
        (None, None) => String::new(),
    }
}

/// The moves with their numbers.
fn moves(position: &Chess, line: &LineRecord) -> String {
    let mut number = position.fullmoves().get();
    let mut turn = position.turn();
    let mut words = Vec::new();
    for (index, san) in line.san.iter().take(SHOWN).enumerate() {
        words.push(match turn {
            Color::White => format!("{number}. {san}"),
            Color::Black if index == 0 => format!("{number}... {san}"),
            Color::Black => san.clone(),
        });
        number += u32::from(turn.is_black());
        turn = !turn;
    }
    words.join(" ")
}
