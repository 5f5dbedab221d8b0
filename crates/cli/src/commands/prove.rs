//! `sissa prove`: a game that reaches the position, or the reason why none can.

use std::fmt::Write as _;

use sissa::{Prove, Summary, Verdict};
use sissa_game::words::{counted, grouped, plies};
use sissa_record::Ruling;

use super::{Stream, format_by_extension, lines_of};
use crate::{
    args::{ProveArgs, ProveFormat},
    console::{Console, Paint},
    input,
    printer::hanging,
    problem::{Exit, Problem, place, reason_line},
};

pub fn run(args: &ProveArgs, console: &Console) -> Result<Exit, Problem> {
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
    let request = Prove {
        seed: args.seed,
        shortest: args.shortest,
        plies: args.plies,
        all: args.all,
        ..Prove::default()
    }
    .limits(args.limits.request());
    let entries = input::entries(&args.input)?;
    let mut stream = Stream::open(path, &args.input, format == ProveFormat::Jsonl, console)?;
    let session = stream.session(args.limits.threads);
    let (paint, terminal) = (stream.paint(), stream.is_terminal());
    let form = |verdict: &Verdict| match format {
        ProveFormat::Text => text(verdict, paint, terminal),
        ProveFormat::Pgn => verdict.pgn(),
        ProveFormat::Jsonl => lines_of(verdict),
    };
    let mut count = Count::default();
    let counting = |verdict: &Verdict| (verdict.answer.ruling, form(verdict));
    let summary = request.run_into(&session, Box::new(entries), counting, |event| {
        stream.take(event.map(|(ruling, text)| {
            count.note(ruling);
            text
        }))
    })?;
    stream.finish(summary, |summary, errors| count.words(summary, errors))
}

fn text(verdict: &Verdict, paint: Paint, terminal: bool) -> String {
    let answer = &verdict.answer;
    let word = match answer.ruling {
        Ruling::Legal => paint.good("legal    "),
        Ruling::Illegal => paint.bad("illegal  "),
        Ruling::None => paint.bad("none     "),
        Ruling::Undecided => paint.warn("undecided"),
    };
    let place = place(&verdict.origin, "  ");
    let mut text = format!("{word}  {place}{}", verdict.fens[0]);
    if let Some(game) = answer.games.first() {
        let _ = write!(text, "  in {}", plies(game.plies()));
    }
    match answer.shortest {
        Some(true) => text.push_str(", no game is shorter"),
        Some(false) => text.push_str(", not proven to be a shortest one"),
        None => {}
    }
    text.push('\n');
    let moves = answer
        .games
        .iter()
        .map(|game| hanging(&game.movetext(), 11, terminal));
    let reasons = answer
        .reasons
        .iter()
        .map(|one| reason_line(&one.message, &one.code));
    let remarks = answer.remarks.iter().map(ToString::to_string);
    for line in moves.chain(reasons).chain(remarks) {
        let _ = writeln!(text, "           {line}");
    }
    text
}

/// How many of each, for the last words.
#[derive(Default)]
struct Count {
    illegal: u64,
    none: u64,
    undecided: u64,
}

impl Count {
    fn note(&mut self, ruling: Ruling) {
        match ruling {
            Ruling::Legal => {}
            Ruling::Illegal => self.illegal += 1,
            Ruling::None => self.none += 1,
            Ruling::Undecided => self.undecided += 1,
        }
    }

    fn words(&self, summary: &Summary, errors: u64) -> String {
        let mut text = counted(summary.requested, "position");
        for (count, word) in [
            (summary.produced, "legal"),
            (self.illegal, "illegal"),
            (self.none, "without a game of this length"),
            (self.undecided, "undecided"),
            (errors, "unreadable"),
        ] {
            if count > 0 {
                let _ = write!(text, ", {} {word}", grouped(count));
            }
        }
        text
    }
}
