//! What a [`Report`](super::Report) measured, as one record for programs: [`Figures`].

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{Color, Role, Square};
use sissa_games::report::{Measure, Measures, Reported, Share, quantile, wilson};

/// What was measured over imported games.
///
/// ```
/// use sissa::{Event, Figures, Import, Report, Session};
/// # let folder = std::env::temp_dir().join(format!("sissa-figures-doc-{}", std::process::id()));
/// # let file = folder.with_extension("pgn");
/// # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
/// let session = Session::new().files(|name| std::fs::read(name));
/// Import::new([&file]).output(&folder).run(&session)?;
///
/// let events = Report::new(["mate by black"]).games(&folder).run(&session)?;
/// let reported = events.iter().find_map(|event| match event {
///     Event::Found(reported) => Some(reported),
///     _ => None,
/// });
/// let figures = Figures::of(reported.expect("a report"));
/// assert_eq!((figures.games, figures.constraints[0].plies[4]), (1, 1));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # std::fs::remove_file(&file).unwrap();
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Figures {
    /// Games looked at.
    pub games: u64,
    /// Their results.
    pub results: Results,
    /// One for each constraint.
    pub constraints: Vec<Figure>,
}

/// What was measured for one constraint, at the first position of each game that satisfies it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Figure {
    /// The constraint.
    pub name: String,
    /// Games that satisfy it.
    pub satisfied: u64,
    /// Their share of all games.
    pub share: Interval,
    /// Their results.
    pub results: Results,
    /// Of a constraint on either side: the games by whether the side that satisfies it won, drew or lost.
    pub own_results: Option<Results>,
    /// Games by the half-move at which they first satisfy it.
    pub plies: Vec<u64>,
    /// The half-move by which half of those games do.
    pub median_ply: Option<f64>,
    /// By the players' mean rating.
    pub bands: Vec<BandFigure>,
    /// Where the men stand, kind by kind.
    pub men: Vec<MenFigure>,
}

/// Games of players of about the same rating.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BandFigure {
    /// The band in words: `1400–1599`.
    pub name: String,
    /// The lowest rating of the band.
    pub from: u16,
    /// Games of the band.
    pub games: u64,
    /// Those that satisfy the constraint.
    pub satisfied: u64,
    /// Their share of the band's.
    pub share: Interval,
    /// Their results.
    pub results: Results,
    /// The half-move by which half of those games satisfy it.
    pub median_ply: Option<f64>,
}

/// Results of games, with White's score.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Results {
    /// White won; of own results, the side that satisfies the constraint.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Won games as a share of those that somebody won.
    pub wins: Option<Interval>,
}

/// A share with the interval, at 95 %, that it can be trusted to.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct Interval {
    /// The share.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Where the men of one kind stand.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MenFigure {
    /// As FEN writes the man: `P` is a white pawn, `q` a black queen.
    pub man: char,
    /// Positions with one on each square, from a1, b1 to h8.
    pub squares: Vec<u64>,
}

impl Figures {
    /// The figures of a report.
    pub fn of(reported: &Reported) -> Figures {
        let measures = &reported.measures;
        Figures {
            games: measures.games,
            results: results(measures.outcomes),
            constraints: measures
                .constraints
                .iter()
                .map(|measure| figure(measures, measure))
                .collect(),
        }
    }
}

fn figure(measures: &Measures, measure: &Measure) -> Figure {
    let bands = measures.bands.iter().map(|(from, (games, _))| {
        let found = measure.bands.get(from).cloned().unwrap_or_default();
        BandFigure {
            name: measures.cuts.name(*from),
            from: *from,
            games: *games,
            satisfied: found.satisfied,
            share: interval(wilson(found.satisfied, *games)),
            results: results(found.outcomes),
            median_ply: quantile(&found.plies, 0.5),
        }
    });
    let men = Color::ALL.into_iter().flat_map(|color| {
        Role::ALL.into_iter().map(move |role| {
            let count = |square: Square| measure.square(color, role, square).count;
            MenFigure {
                man: color.fold_wb(role.upper_char(), role.char()),
                squares: Square::ALL.into_iter().map(count).collect(),
            }
        })
    });
    Figure {
        name: measure.name.clone(),
        satisfied: measure.satisfied,
        share: interval(wilson(measure.satisfied, measures.games)),
        results: results(measure.outcomes),
        own_results: measure.own_outcomes.map(results),
        plies: measure.plies.clone(),
        median_ply: quantile(&measure.plies, 0.5),
        bands: bands.collect(),
        men: men.collect(),
    }
}

fn results([won, drawn, lost]: [u64; 3]) -> Results {
    Results {
        won,
        drawn,
        lost,
        wins: wilson(won, won + lost).map(|share| interval(Some(share))),
    }
}

fn interval(share: Option<Share>) -> Interval {
    share
        .map(|share| Interval {
            value: share.value,
            low: share.low,
            high: share.high,
        })
        .unwrap_or_default()
}
