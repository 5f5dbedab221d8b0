//! `sissa solve`: the solution of a problem, as problemists write it.

use std::fmt::Write as _;

use shakmaty::Position as _;
use sissa::{Knight, Solve, Solved, Summary};
use sissa_game::words::{counted, grouped, to_move};
use sissa_record::{SolutionVerdict, fen};

use super::{Stream, format_by_extension, lines_of};
use crate::{
    args::{KnightName, ProveArgs, ProveFormat, SolveArgs},
    console::{Console, Paint},
    input,
    problem::{Exit, Problem, Report, place},
};

pub fn run(args: &SolveArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", ProveFormat::Text),
        ("pgn", ProveFormat::Pgn),
        ("jsonl", ProveFormat::Jsonl),
        ("ndjson", ProveFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ProveFormat::Text),
    };
    let (asked, input) = args.asked();
    if let Some(plies) = args.proof_game {
        let games = ProveArgs {
            input,
            seed: 0,
            shortest: false,
            plies: Some(plies),
            all: true,
            limits: args.limits.clone(),
            output: args.output.clone(),
            format: args.format,
        };
        return super::prove::run(&games, console);
    }
    if let [first, second, ..] = &asked[..] {
        let message = format!("`{first}` and `{second}` are both asked for");
        return Err(Report::new(message)
            .hint("ask for one thing at a time")
            .into());
    }
    let request = Solve {
        stipulation: asked.into_iter().next(),
        tries: args.tries.unwrap_or(0),
        no_set_play: args.no_set_play,
        depth: args.depth,
        all: args.all,
        ..Solve::default()
    }
    .limits(args.limits.request());
    let knight = match args.knight {
        KnightName::N => Knight::N,
        KnightName::S => Knight::S,
    };
    let entries = input::entries(&input)?;
    let mut stream = Stream::open(path, &input, format == ProveFormat::Jsonl, console)?;
    let session = stream.session(args.limits.threads);
    let paint = stream.paint();
    let form = |solved: &Solved| match format {
        ProveFormat::Text => text(solved, input.len() > 1, knight, paint),
        ProveFormat::Pgn => solved.pgn(),
        ProveFormat::Jsonl => lines_of(solved),
    };
    let (mut none, mut undecided) = (0, 0);
    let counting = |solved: &Solved| (solved.verdict(), form(solved));
    let summary = request.run_into(&session, Box::new(entries), counting, |event| {
        stream.take(event.map(|(verdict, text)| {
            match verdict {
                SolutionVerdict::Solved => (),
                SolutionVerdict::None => none += 1,
                SolutionVerdict::Undecided => undecided += 1,
            }
            text
        }))
    })?;
    let words = |summary: &Summary, errors| {
        let counts = [
            (summary.produced, "solved"),
            (none, "without a solution"),
            (undecided, "undecided"),
            (errors, "unreadable"),
        ];
        let mut text = counted(summary.requested, "problem");
        for (count, word) in counts.into_iter().filter(|(count, _)| *count > 0) {
            let _ = write!(text, ", {} {word}", grouped(count));
        }
        text
    };
    stream.finish(summary, words)
}

/// The letter of a twin: several positions as arguments are twins.
fn twin(solved: &Solved, twins: bool) -> String {
    let letter = u8::try_from(solved.index).ok().filter(|index| *index < 26);
    match letter {
        Some(index) if twins && solved.origin.starts_with("argument") => {
            format!("{})  ", char::from(b'a' + index))
        }
        _ => String::new(),
    }
}

fn text(solved: &Solved, twins: bool, knight: Knight, paint: Paint) -> String {
    let word = match solved.verdict() {
        SolutionVerdict::Solved => paint.good("solved"),
        SolutionVerdict::None => paint.bad("no solution"),
        SolutionVerdict::Undecided => paint.warn("undecided"),
    };
    let record = solved.record();
    let mut remarks = vec![to_move(solved.position.turn()).to_owned()];
    match (record.keys.len() as u64, record.lines.len() as u64) {
        (0, 0) => (),
        (0, 1) => remarks.push("one solution".to_owned()),
        (0, lines) => remarks.push(counted(lines, "solution")),
        (1, _) => (),
        (keys, _) => remarks.push(format!("cooked: {}", counted(keys, "key"))),
    }
    if record.duals > 0 {
        remarks.push(counted(record.duals, "dual"));
    }
    if !record.complete {
        let nodes = grouped(record.nodes);
        remarks.push(format!("not complete after {nodes} positions"));
    }
    let name = solved
        .id
        .as_ref()
        .map_or_else(String::new, |id| format!("{id}  "));
    let mut text = format!(
        "{word}  {}{}{name}{}  {}  {}\n",
        twin(solved, twins),
        place(&solved.origin, "  "),
        solved.stipulation,
        fen(&solved.position),
        remarks.join(", ")
    );
    for line in solved.lines(knight) {
        let _ = writeln!(text, "  {line}");
    }
    text
}
