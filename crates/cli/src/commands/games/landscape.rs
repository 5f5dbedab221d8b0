//! `sissa games outliers`, `clusters` and `classify`: a sample of games, held against each other.

use std::{path::Path, time::Instant};

use sissa_games::{Agreement, Cluster, Clusters, Distance, Landscape, Outlier, Terrain};
use sissa_record::{Record, Run, SCHEMA, pgn};
use sissa_render::text::line;

use super::{failed, list_format, threads, wish};
use crate::{
    TOOL,
    args::{ClassifyArgs, ClustersArgs, LandscapeArgs, ListFormat, OutliersArgs, TableFormat},
    commands::format_by_extension,
    console::{Console, Paint},
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
};

pub fn outliers(args: &OutliersArgs, console: &Console) -> Result<Exit, Problem> {
    let path = args.landscape.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, TableFormat::EXTENSIONS)?.unwrap_or(TableFormat::Text),
    };
    let command = "games outliers";
    survey(&args.landscape, command, console, |terrain, run, paint| {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let found = terrain.outliers(size(args.nearest), size(args.count));
        Ok(match format {
            TableFormat::Text => outlier_lines(&found, paint),
            TableFormat::Jsonl => {
                let found = found.iter().map(|it| Record::Outlier(it.record()));
                records(run, found)
            }
            TableFormat::Csv => Outlier::table(&found).csv(),
            TableFormat::Pgn => found.iter().map(|it| pgn(it.game, &[])).collect(),
        })
    })
}

pub fn clusters(args: &ClustersArgs, console: &Console) -> Result<Exit, Problem> {
    let format = list_format(args.format, &args.landscape.output)?;
    let command = "games clusters";
    survey(&args.landscape, command, console, |terrain, run, paint| {
        let count = usize::try_from(args.clusters).unwrap_or(usize::MAX);
        let seed = args.landscape.seed;
        let clusters = terrain.clusters(count, seed);
        if let Some(path) = &args.map {
            let drawing = terrain.map(&clusters, seed).svg();
            write_file(path, &drawing)?;
        }
        Ok(match format {
            ListFormat::Text => cluster_lines(terrain, &clusters, paint),
            ListFormat::Jsonl => records(run, clusters.records(terrain).into_iter()),
        })
    })
}

pub fn classify(args: &ClassifyArgs, console: &Console) -> Result<Exit, Problem> {
    let format = list_format(args.format, &args.landscape.output)?;
    let command = "games classify";
    survey(&args.landscape, command, console, |terrain, run, paint| {
        let answers = terrain.classify(usize::try_from(args.nearest).unwrap_or(usize::MAX));
        if format == ListFormat::Jsonl {
            let answers = answers.iter().map(|it| Record::Classification(it.record()));
            return Ok(records(run, answers));
        }
        let heading = format!(
            "{:<9} {:>7} {:>8} {:>10} {:>10} {:>8} {:>13}",
            "", "games", "classes", "neighbours", "commonest", "drawn", "higher rated"
        );
        let mut text = paint.bold(heading.trim_end()) + "\n";
        for answer in answers {
            let name = answer.question.name();
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            let row = format!(
                "{name:<9} {:>7} {:>8} {:>10} {:>10} {:>8} {:>13}",
                grouped(answer.games as u64),
                answer.classes,
                percent(answer.right),
                percent(answer.commonest),
                percent(answer.drawn),
                answer.higher_rated.map(percent).unwrap_or_default(),
            );
            text += row.trim_end();
            text.push('\n');
        }
        Ok(text)
    })
}

/// Draws and compares the games, and prints what is made of them.
fn survey(
    args: &LandscapeArgs,
    command: &str,
    console: &Console,
    make: impl FnOnce(&Terrain, Run, Paint) -> Result<String, Report>,
) -> Result<Exit, Problem> {
    let asked = wish(&args.constraint)?;
    let mut request = Landscape::default()
        .games(&args.games)
        .sample(args.sample, args.seed)
        .distance(args.measure.distance.map_or(Distance::Boards, Into::into))
        .plies(args.measure.plies.unwrap_or_default());
    if let Some(asked) = &asked {
        request = request.constraint(asked.constraint.clone());
    }
    let expedition = request.open().map_err(failed)?;
    let output = Output::open(args.output.output.as_deref())?;
    let interrupt = Interrupt::finishing(&output)?;
    let started = Instant::now();
    let pairs = (args.sample as u64) * (args.sample as u64 - 1) / 2;
    let bar = Progress::named(console, pairs, "pairs");
    let outcome = expedition.run(threads(args.threads), &|pairs, _| {
        bar.to(pairs);
        !interrupt.requested()
    });
    bar.clear();
    let Some(terrain) = outcome.map_err(failed)? else {
        return Ok(Exit::Interrupted);
    };
    if terrain.games().len() < 2 {
        return Err(Report::new("there are fewer than two such games to compare").into());
    }
    let run = Run {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        command: command.to_owned(),
        constraint: asked.map(|asked| asked.text),
        style: None,
        seed: Some(args.seed),
        count: Some(args.sample as u64),
        skip: None,
    };
    let text = make(&terrain, run, console.paint_data(output.is_terminal()))?;
    output.write(text.as_bytes())?;
    output.finish()?;
    let games = terrain.games().len() as u64;
    console.summary(&format!(
        "{} of {} games, all {} pairs compared, {:.1} s",
        grouped(games),
        grouped(terrain.drawn_from()),
        grouped(games * (games - 1) / 2),
        started.elapsed().as_secs_f64(),
    ));
    Ok(Exit::Yes)
}

fn write_file(path: &Path, text: &str) -> Result<(), Report> {
    let what = format!("cannot write `{}`", path.display());
    sissa_game::write_file(path, text.as_bytes()).map_err(|error| Report::io(what, &error))
}

fn records(run: Run, records: impl Iterator<Item = Record>) -> String {
    std::iter::once(Record::Run(run))
        .chain(records)
        .map(|record| record.to_line() + "\n")
        .collect()
}

fn outlier_lines(found: &[Outlier<'_>], paint: Paint) -> String {
    let mut text = String::new();
    for it in found {
        let distance = format!("{:>4}  {:>9.2}", it.rank, it.distance);
        text += &format!(
            "{}  {}\n",
            paint.bold(&distance),
            line(&it.header.heading())
        );
    }
    text
}

fn cluster_lines(terrain: &Terrain, clusters: &Clusters, paint: Paint) -> String {
    let all = terrain.games().len().max(1) as f64;
    let mut text = String::new();
    for (number, found) in clusters.clusters.iter().enumerate() {
        let name = line(&clusters.name(number, terrain));
        let heading = format!("{:>3}  {name}", number + 1);
        text += &format!("{}\n", paint.bold(&heading));
        text += &format!("     {}\n", contents(found, all));
        let (header, game) = &terrain.games()[found.medoid];
        text += &format!("     typical: {}\n", line(&header.heading()));
        let moves: Vec<String> = game.movetext_tokens().into_iter().take(24).collect();
        let more = if game.plies() > 16 { " …" } else { "" };
        text += &format!(
            "     {}\n",
            paint.dim(&format!("{}{more}", moves.join(" ")))
        );
    }
    text.push('\n');
    for (with, agreement) in [("ECO", clusters.eco), ("results", clusters.results)] {
        if let Some(agreement) = agreement {
            text += &agreement_line(with, &agreement);
        }
    }
    text
}

fn contents(found: &Cluster, all: f64) -> String {
    let count = found.games as u64;
    let percent = |part: usize| format!("{:.0} %", 100.0 * part as f64 / found.games.max(1) as f64);
    let mut parts = vec![format!(
        "{} ({:.0} %)",
        counted(count, "game"),
        100.0 * found.games as f64 / all
    )];
    if let Some((eco, games)) = &found.eco {
        parts.push(format!("{eco} {}", percent(*games)));
    }
    let [white, draw, black] = found.outcomes.map(percent);
    parts.push(format!("White {white}, draws {draw}, Black {black}"));
    parts.extend(found.rating.map(|rating| format!("rating {rating:.0}")));
    parts.push(format!("mean distance {:.1}", found.spread));
    parts.join(" · ")
}

fn agreement_line(with: &str, agreement: &Agreement) -> String {
    // What is printed as nothing has no sign.
    let index = |value: f64| format!("{value:.3}").replace("-0.000", "0.000");
    format!(
        "agreement with {with} ({} groups, {} games): {}; by chance {}, at most {} (adjusted Rand index)\n",
        agreement.groups,
        grouped(agreement.games as u64),
        index(agreement.index),
        index(agreement.chance),
        index(agreement.chance_most)
    )
}
