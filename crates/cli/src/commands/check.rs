//! `sissa check`: is it a position of chess, and does it satisfy the constraint?

use std::fmt::Write as _;

use sissa::{Check, Judgement, Ruling, Summary};
use sissa_constraint::Constraint;
use sissa_game::words::{counted, grouped, plies};

use super::{Report, Stream, format_by_extension, lines_of};
use crate::{
    args::{CheckArgs, ListFormat},
    console::{Console, Paint},
    input,
    problem::{Exit, Problem, place, reason_line},
};

pub fn run(args: &CheckArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", ListFormat::Text),
        ("jsonl", ListFormat::Jsonl),
        ("ndjson", ListFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ListFormat::Text),
    };
    if args.findings && format == ListFormat::Text {
        return Err(Report::new("--findings are for programs")
            .hint("add -f jsonl")
            .into());
    }
    let request = Check {
        constraint: args.constraint.clone(),
        preset: args.preset.clone(),
        every: args.every,
        retro: args.retro,
        nodes: args.nodes,
        judge_nodes: args.judge_nodes,
        findings: args.findings,
        ..Check::default()
    };
    let entries = input::entries(&args.input)?.map(|entry| entry.map_err(pointed));
    let mut stream = Stream::open(path, &args.input, format == ListFormat::Jsonl, console)?;
    let session = super::with_syzygy(stream.session(args.threads), args.syzygy.as_deref())?;
    let paint = stream.paint();
    let form = |judgement: &Judgement| match format {
        ListFormat::Jsonl => lines_of(judgement),
        ListFormat::Text => text(judgement, paint),
    };
    let summary = request.run_into(&session, Box::new(entries), form, |event| {
        stream.take(event)
    })?;
    let constrained = args.constraint.is_some() || !args.preset.is_empty();
    stream.finish(summary, |summary, errors| {
        words(summary, errors, constrained)
    })
}

/// A constraint among the positions says where it belongs.
fn pointed(problem: sissa::Problem) -> sissa::Problem {
    let text = problem.excerpt().and_then(|excerpt| excerpt.lines().next());
    let is_constraint = text.is_some_and(|text| text.parse::<Constraint>().is_ok());
    if is_constraint {
        return problem
            .hint("a constraint stands behind -c: sissa check POSITION -c \"mate in 2\"");
    }
    problem
}

fn text(judgement: &Judgement, paint: Paint) -> String {
    let (word, good) = match judgement.ruling {
        Ruling::Valid => ("valid    ", true),
        Ruling::Satisfies => ("satisfies", true),
        Ruling::Invalid => ("invalid  ", false),
        Ruling::Fails => ("fails    ", false),
    };
    let word = if good {
        paint.good(word)
    } else {
        paint.bad(word)
    };
    let place = place(&judgement.origin, "  ");
    if !judgement.hits.is_empty() {
        let hits: Vec<usize> = judgement.hits.iter().map(|(ply, _)| *ply).collect();
        let noun = if hits.len() == 1 {
            "half-move"
        } else {
            "half-moves"
        };
        return format!("{word}  {place}after {noun} {}\n", ranges(&hits));
    }
    let after = judgement
        .ply
        .map_or(String::new(), |ply| format!("after {}  ", plies(ply)));
    let mut text = format!("{word}  {place}{after}{}\n", judgement.fen);
    for reason in &judgement.reasons {
        let sentence = match reason.code.as_str() {
            "unsatisfied" => reason.message.clone(),
            code => reason_line(&reason.message, code),
        };
        let _ = writeln!(text, "           {sentence}");
    }
    text
}

/// `3, 5-8, 12`.
fn ranges(sorted: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for number in sorted {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => parts.push((*number, *number)),
        }
    }
    let text = |(first, last): &(usize, usize)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    };
    parts.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn words(summary: &Summary, errors: u64, constrained: bool) -> String {
    let mut text = counted(summary.requested, "position");
    if errors > 0 {
        let _ = write!(text, ", {} unreadable", grouped(errors));
    }
    let invalid = summary.requested - errors - summary.produced;
    if invalid > 0 {
        let _ = write!(text, ", {} invalid", grouped(invalid));
    }
    let (count, word) = if constrained {
        (summary.satisfied, "satisfying")
    } else {
        (summary.produced, "valid")
    };
    let _ = write!(text, ", {} {word}", grouped(count));
    text
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_joined() {
        assert_eq!(ranges(&[3, 5, 6, 7, 8, 12]), "3, 5-8, 12");
        assert_eq!(ranges(&[1]), "1");
    }
}
