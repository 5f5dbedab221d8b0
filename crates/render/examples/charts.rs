//! One chart of each kind, as SVG and PNG: `cargo run -p sissa-render --example charts -- FOLDER`.

use std::{env, error::Error, fs, path::PathBuf};

use sissa_render::{
    chart::{
        Axis, BarChart, Heatmap, HeatmapScale, Interval, IntervalChart, Join, JoinTree, Line,
        LineChart, SERIES, StackedBars, Unit, series_color,
    },
    png,
    svg::Rgb,
};

fn lines() -> String {
    let curve = |peak: f64| {
        (0..=40).map(move |at| {
            let x = f64::from(at) * 2.0;
            (x, 0.16 * (-((x - peak) / 14.0).powi(2)).exp())
        })
    };
    LineChart::new("When each constraint is first satisfied")
        .x(Axis::new("half-move"))
        .y(Axis::new("share of games").unit(Unit::Percent).from_zero())
        .lines(
            (0..6).map(|n| Line::new(format!("(1,2,2,{n},8)"), curve(20.0 + f64::from(n) * 8.0))),
        )
        .threshold(0.05, "5 %: a threshold")
        .svg()
}

fn long_names() -> String {
    let names = [
        "opposite bishops and each side R=0",
        "white isolated P>=1 on the d file",
    ];
    let lines = names.into_iter().zip([21.0, 24.0]).map(|(name, base)| {
        let points = (0..7).map(|band| (1100.0 + 200.0 * f64::from(band), base + f64::from(band)));
        Line::new(name, points)
    });
    LineChart::new("Mean half-move by rating")
        .x(Axis::new("mean rating of the players"))
        .y(Axis::new("mean half-move"))
        .lines(lines)
        .size(520.0, 300.0)
        .svg()
}

fn logarithms() -> String {
    let points = [
        (10.0, 812.0),
        (60.0, 431.0),
        (400.0, 40.0),
        (2_000.0, 2.0),
        (4_096.0, 0.0),
    ];
    LineChart::new("Errors against questions")
        .x(Axis::new("questions").logarithmic())
        .y(Axis::new("wrong pairs").logarithmic())
        .line(Line::new("rook", points))
        .line(Line::new("bishop", points.map(|(x, y)| (x * 1.4, y * 0.6))))
        .svg()
}

fn columns() -> String {
    let chart = BarChart::new(
        "Undecided",
        "men",
        Axis::new("undecided").unit(Unit::Percent),
    );
    (2..=32)
        .fold(chart, |chart, men| {
            chart.bar(men.to_string(), f64::from(men * men % 37) / 1_000.0)
        })
        .svg()
}

fn rows() -> String {
    let chart = StackedBars::new("Results")
        .part("White wins", Rgb(0xf2, 0xea, 0xd8))
        .part("draws", Rgb(0xa9, 0xb3, 0xbf))
        .part("Black wins", Rgb(0x39, 0x42, 0x4f));
    (0..5)
        .fold(chart, |chart, n| {
            let white = 0.42 + 0.03 * f64::from(n);
            chart.row(format!("(0,2,2,{n},8)"), [white, 0.08, 0.92 - white])
        })
        .svg()
}

fn intervals() -> String {
    let axis = Axis::new("White’s share").unit(Unit::Percent);
    let chart = IntervalChart::new("Who wins", axis)
        .base(0.52, "all games")
        .other("the thesis, figure 3.4");
    (0..5usize)
        .fold(chart, |chart, n| {
            let value = 0.45 + 0.03 * n as f64;
            let interval = Interval {
                value,
                low: value - 0.02,
                high: value + 0.02,
            };
            chart.row(
                format!("(0,2,2,{n},8)"),
                interval,
                Some(value + 0.01),
                series_color(n),
            )
        })
        .svg()
}

fn board() -> String {
    let scale = HeatmapScale::Logarithmic {
        low: 1e-4,
        high: 1.0,
    };
    Heatmap::new("Knights", scale)
        .columns("abcdefgh".chars().map(String::from))
        .rows("87654321".chars().map(String::from))
        .unit(Unit::Percent)
        .value(|row, column| Some(10f64.powf(-((row + column) as f64) / 3.0)))
        .svg()
}

fn tree() -> String {
    let mut tree = JoinTree::new("Classes", Axis::new("distance of the curves, in moves"));
    for leaf in 0..6 {
        tree = tree.leaf(format!("(1,2,2,{leaf},8)"), SERIES[leaf / 2]);
    }
    for (one, other, distance) in [
        (vec![0], vec![1], 0.4),
        (vec![2], vec![3], 0.9),
        (vec![4], vec![5], 1.3),
        (vec![0, 1], vec![2, 3], 3.1),
        (vec![0, 1, 2, 3], vec![4, 5], 5.7),
    ] {
        tree = tree.join(Join {
            one,
            other,
            distance,
        });
    }
    tree.svg()
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or("charts".to_owned()));
    fs::create_dir_all(&folder)?;
    for (name, svg) in [
        ("lines", lines()),
        ("long-names", long_names()),
        ("logarithms", logarithms()),
        ("columns", columns()),
        ("rows", rows()),
        ("intervals", intervals()),
        ("board", board()),
        ("tree", tree()),
    ] {
        fs::write(folder.join(format!("{name}.svg")), &svg)?;
        fs::write(
            folder.join(format!("{name}.png")),
            png::encode(&svg, 1_000)?,
        )?;
    }
    Ok(())
}
