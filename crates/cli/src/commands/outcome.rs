//! `sissa net test predict`: how well ends of games are foretold, on any file of games.

use std::path::Path;

use sissa_judge::outcome::Network;
use sissa_lab::{
    Observer,
    outcome::{Figures, Test},
};
use sissa_render::chart::{Axis, Line, LineChart, Unit};

use crate::{
    args::{ExplainFormat, PredictTestArgs},
    console::Console,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

/// A bar that moves with each game.
struct Bar(Progress);

impl Observer for Bar {
    fn now(&self) -> f64 {
        0.0
    }

    fn advance(&self) {
        self.0.advance();
    }
}

pub fn test(args: &PredictTestArgs, console: &Console) -> Result<Exit, Problem> {
    let output = Output::open(args.output.output.as_deref())?;
    let test = Test {
        every: args.every,
        nodes: args.nodes,
        kept_apart: args.kept_apart,
        neighbours: args.neighbours,
        threads: args.threads.unwrap_or_else(sissa::processors),
    };
    let bar = Bar(Progress::named(console, 0, "games"));
    let network = match &args.network {
        Some(path) => read_network(path)?,
        None => Network::shipped().clone(),
    };
    let figures = test.run(&args.games, &network, &bar);
    bar.0.clear();
    let figures = figures.map_err(|error| Report::new(error.to_string()))?;
    if figures.rows.is_empty() {
        let name = quoted(&args.games.to_string_lossy());
        return Err(Report::new(format!("{name}: no finished game of two rated people")).into());
    }
    if let Some(path) = &args.diagram {
        let what = format!("cannot write `{}`", path.display());
        sissa_game::write_file(path, diagram(&figures).as_bytes())
            .map_err(|error| Report::io(what, &error))?;
    }
    let text = match args.format {
        ExplainFormat::Text => figures.to_string(),
        ExplainFormat::Json => format!("{}\n", figures.json()),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn read_network(path: &Path) -> Result<Network, Report> {
    let name = quoted(&path.to_string_lossy());
    let bytes =
        std::fs::read(path).map_err(|error| Report::io(format!("cannot read {name}"), &error))?;
    Network::read(&bytes).map_err(|error| {
        Report::new(format!("{name} is no network of outcomes: {error}"))
            .hint("`sissa-train outcome-network` makes one")
    })
}

/// The fewest positions that a point of the diagram stands for.
const FEWEST: f64 = 50.0;

/// What came over what was said: on the diagonal where both agree.
fn diagram(figures: &Figures) -> String {
    let mut lines = vec![Line::new("as said", [(0.0, 0.0), (1.0, 1.0)]).dash(1)];
    let [formula, network] = &figures.reliability;
    for (model, bins) in [("formula", formula), ("network", network)] {
        for (kind, bins) in ["White wins", "draw", "Black wins"].iter().zip(bins) {
            let bins = bins.iter().filter(|bin| bin.count >= FEWEST);
            let points = bins.map(|bin| (bin.said / bin.count, bin.came / bin.count));
            lines.push(Line::new(format!("{kind}, {model}"), points));
        }
    }
    LineChart::new("How often it came, by how likely it was said to be")
        .x(Axis::new("said").unit(Unit::Percent))
        .y(Axis::new("came").unit(Unit::Percent))
        .lines(lines)
        .size(640.0, 480.0)
        .svg()
}
