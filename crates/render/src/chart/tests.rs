use proptest::prelude::*;
use resvg::usvg::{Options, Tree};

use super::{
    axis::{Scale, side_by_side},
    *,
};
use crate::svg::Rgb;

fn marks(axis: &Axis, numbers: &[f64], length: f64) -> Vec<String> {
    let scale: Scale = axis
        .scale(numbers.iter().copied(), true, &|scale| {
            side_by_side(scale, length)
        })
        .expect("there are numbers");
    scale.marks.into_iter().map(|mark| mark.words).collect()
}

#[test]
fn marks_are_round_numbers_that_say_what_they_are() {
    for (axis, numbers, length, expected) in [
        // Steps of 2.5, written without decimals, once gave 18, 20, 22, 25, 28, 30.
        (
            Axis::new(""),
            vec![17.6, 29.8],
            300.0,
            "16 18 20 22 24 26 28 30",
        ),
        (Axis::new(""), vec![17.6, 29.8], 120.0, "15 20 25 30"),
        (
            Axis::new(""),
            vec![0.0, 1.0],
            200.0,
            "0.0 0.2 0.4 0.6 0.8 1.0",
        ),
        (Axis::new(""), vec![-0.4, 0.7], 120.0, "−0.5 0.0 0.5 1.0"),
        (
            Axis::new(""),
            vec![800.0, 2600.0],
            200.0,
            "500 1000 1500 2000 2500 3000",
        ),
        (
            Axis::new(""),
            vec![0.0, 60_000.0],
            200.0,
            "0 20,000 40,000 60,000",
        ),
        (
            Axis::new("").unit(Unit::Percent).from_zero(),
            vec![0.03, 0.21],
            200.0,
            "0 % 5 % 10 % 15 % 20 % 25 %",
        ),
        (
            Axis::new("").logarithmic(),
            vec![0.02, 70.0],
            300.0,
            "0.01 0.1 1 10 100",
        ),
        (
            Axis::new("").logarithmic(),
            vec![0.0, 0.5, 70.0],
            200.0,
            "0 0.1 1 10 100",
        ),
        (Axis::new(""), vec![7.0, 7.0], 200.0, "6.0 6.5 7.0 7.5 8.0"),
    ] {
        let found = marks(&axis, &numbers, length).join(" ");
        assert_eq!(
            found.replace(" %", "%"),
            expected.replace(" %", "%"),
            "{numbers:?}"
        );
    }
}

#[test]
fn marks_stand_at_their_true_places() {
    let axis = Axis::new("");
    let scale = axis
        .scale([0.0, 30.0].into_iter(), true, &|_| true)
        .expect("there are numbers");
    for mark in &scale.marks {
        let said: f64 = mark.words.parse().expect("a number");
        assert_eq!(said, mark.at);
        assert!((scale.place(mark.at) - mark.at / 30.0).abs() < 1e-9);
    }
}

/// WCAG's relative luminance.
fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}

#[test]
fn series_stand_out_from_light_and_dark_paper() {
    let dark = luminance(Rgb(0x12, 0x16, 0x1c));
    for color in SERIES {
        let light = luminance(color);
        assert!(1.05 / (light + 0.05) >= 3.0, "{color} on white");
        assert!((light + 0.05) / (dark + 0.05) >= 3.0, "{color} on dark");
    }
}

/// Everything that is drawn lies within the drawing.
fn nothing_is_cut_off(svg: &str) {
    let tree = Tree::from_str(svg, &Options::default()).expect("a drawing");
    let (size, drawn) = (tree.size(), tree.root().abs_stroke_bounding_box());
    assert!(
        drawn.left() >= -0.01
            && drawn.top() >= -0.01
            && drawn.right() <= size.width() + 0.01
            && drawn.bottom() <= size.height() + 0.01,
        "{drawn:?} in {size:?}"
    );
}

fn all_kinds(names: &[String], values: &[f64], width: f64) -> Vec<String> {
    let mut lines = LineChart::new("Lines").size(width, 300.0);
    let mut logs = LineChart::new("Lines")
        .x(Axis::new("questions asked").logarithmic())
        .y(Axis::new("errors").logarithmic())
        .size(width, 300.0);
    let mut columns = BarChart::new("Columns", "name", Axis::new("value")).size(width, 300.0);
    let mut rows = StackedBars::new("Rows")
        .part("White wins", SERIES[0])
        .part("Black wins", SERIES[1])
        .width(width);
    let axis = Axis::new("White’s share of decided games");
    let mut intervals = IntervalChart::new("Intervals", axis)
        .base(values[0], "all games")
        .other("another study")
        .width(width);
    let mut tree = JoinTree::new("Joins", Axis::new("distance")).width(width);
    for (index, name) in names.iter().enumerate() {
        let points = |shift: f64| {
            let points = values.iter().enumerate();
            points.map(move |(at, value)| (at as f64 * 100.0 + shift, value.abs() + shift))
        };
        lines = lines.line(Line::new(name, points(0.0)));
        logs = logs.line(Line::new(name, points(1.0)));
        columns = columns.bar(name, values[index % values.len()]);
        let share = (values[index % values.len()].abs() % 1.0).min(1.0);
        rows = rows.row(name, [share, 1.0 - share]);
        let value = values[index % values.len()];
        let interval = Interval {
            value,
            low: value - 1.0,
            high: value + 2.0,
        };
        intervals = intervals.row(name, interval, Some(values[0]), SERIES[2]);
        tree = tree.leaf(name, SERIES[3]);
        if index > 0 {
            tree = tree.join(Join {
                one: (0..index).collect(),
                other: vec![index],
                distance: index as f64 + values[0].abs(),
            });
        }
    }
    let scale = HeatmapScale::Logarithmic {
        low: 1e-4,
        high: 1.0,
    };
    let map = Heatmap::new("Cells", scale)
        .columns("abcdefgh".chars().map(String::from))
        .rows(names.iter().cloned())
        .value(|row, column| Some(values[(row + column) % values.len()]));
    vec![
        lines.svg(),
        logs.svg(),
        columns.svg(),
        rows.svg(),
        intervals.svg(),
        tree.svg(),
        map.svg(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_label_is_ever_cut_off(
        names in prop::collection::vec("[a-zA-Z0-9(),=<&\" ]{1,60}", 1..20),
        values in prop::collection::vec(-1e6..1e6f64, 1..12),
        width in 320.0..1100.0f64,
    ) {
        for svg in all_kinds(&names, &values, width) {
            nothing_is_cut_off(&svg);
        }
    }
}

#[test]
fn nothing_to_show_is_still_a_drawing() {
    for svg in [
        LineChart::new("None").svg(),
        LineChart::new("One")
            .line(Line::new("a", [(1.0, 1.0)]))
            .svg(),
        BarChart::new("None", "x", Axis::new("y")).svg(),
        StackedBars::new("None").svg(),
        IntervalChart::new("None", Axis::new("x")).svg(),
        JoinTree::new("None", Axis::new("x")).svg(),
        LineChart::new("Odd")
            .line(Line::new(
                "a",
                [(0.0, f64::NAN), (1.0, f64::INFINITY), (2.0, 3.0)],
            ))
            .svg(),
    ] {
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        nothing_is_cut_off(&svg);
    }
}
