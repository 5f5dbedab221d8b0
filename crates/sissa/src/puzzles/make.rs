//! Puzzles to order, or from games: [`MakePuzzles`].

use std::{ops::ControlFlow, path::PathBuf, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_constraint::{Constraint, Expr, Judged, Predicate, Range};
use sissa_judge::{MOTIFS, Motif, motif};
use sissa_record::{Puzzle, Run, Summary};

use super::{Composer, Judges, NODES, Tagged, scan::Scan};
use crate::{
    event::{Event, run_of},
    generate::{Generate, HumanOptions, Position, Style, UniqueName, is_built},
    input::{Entries, collected, entries},
    limits::{Limits, within},
    problem::{Problem, quoted},
    session::Session,
    wish::Wish,
};

/// How far a rating may be from one that was asked for as a single number.
const AROUND: i32 = 100;

/// Puzzles to make: to order, or where they are in games.
///
/// ```
/// use sissa::{Event, MakePuzzles, Session};
///
/// let request = MakePuzzles::new("mate in 2 and men<=6").count(1).seed(1);
/// let events = request.run(&Session::new())?;
/// let Event::Found(puzzle) = &events[1] else { panic!("one puzzle") };
/// assert!(puzzle.record.certified && puzzle.record.themes.contains(&"mateIn2".to_owned()));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MakePuzzles {
    /// What the positions must be like; motifs in it are themes of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Constraints from the library, all of which must hold, too: a name or a list of names.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub preset: Vec<String>,
    /// Themes that the solution must have, by name or by Lichess' tag: one or a list.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub theme: Vec<String>,
    /// The predicted rating: `1400..1600`, `>=2000`, or `1500` for up to 100 more or less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
    /// How many; 1 if not given, of games all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The seed of all randomness.
    pub seed: u64,
    /// How positions are made; if not given, as players get there where nothing is asked of the board, or the constraint speaks of
    /// players, and no theme is a mate with a name; else `direct`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
    /// Games to look for puzzles in, as PGN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// A folder of imported games to look for puzzles in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<PathBuf>,
    /// Of games, only mistakes of the player with this in his name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Positions for each judgement; 100,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Longest time for one puzzle to order, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// Longest time for all puzzles to order, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_timeout: Option<f64>,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
}

impl MakePuzzles {
    /// A puzzle whose position satisfies this.
    pub fn new(constraint: impl Into<String>) -> MakePuzzles {
        MakePuzzles {
            constraint: Some(constraint.into()),
            ..MakePuzzles::default()
        }
    }

    /// So many.
    #[must_use]
    pub fn count(mut self, count: u64) -> MakePuzzles {
        self.count = Some(count);
        self
    }

    /// Other puzzles: the seed of all randomness.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> MakePuzzles {
        self.seed = seed;
        self
    }

    /// With this theme, too.
    #[must_use]
    pub fn theme(mut self, theme: impl Into<String>) -> MakePuzzles {
        self.theme.push(theme.into());
        self
    }

    /// With such a predicted rating.
    #[must_use]
    pub fn rating(mut self, rating: impl Into<String>) -> MakePuzzles {
        self.rating = Some(rating.into());
        self
    }

    /// From these games.
    #[must_use]
    pub fn input(mut self, games: impl Into<String>) -> MakePuzzles {
        self.input = Some(games.into());
        self
    }

    /// Everything that can be wrong with the request, but for its games, is found here.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        let order = self.order(session)?;
        if self.is_of_games() {
            return self.scan(&order, session).check(self.games.as_deref());
        }
        self.generate(&order)
            .prepare_wish(order.wish, None, session)
            .map(drop)
    }

    /// All events.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Tagged>>, Problem> {
        collected(|sink| self.run_into(session, None, Tagged::clone, sink))
    }

    /// Makes them on all threads of the session and tells the sink in order. `form` makes of each what the sink wants; games are
    /// looked at instead of the text where they are given. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        games: Option<Entries<'_>>,
        form: impl Fn(&Tagged) -> T + Sync,
        mut sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let order = self.order(session)?;
        let run = Run {
            constraint: Some(order.wish.text.clone()).filter(|text| !text.is_empty()),
            count: self.count,
            ..run_of("puzzles make")
        };
        let scan = self.scan(&order, session);
        if let Some(folder) = &self.games {
            return scan.folder(folder, run, form, sink);
        }
        match (games, &self.input) {
            (Some(games), _) => return scan.entries(games, run, form, sink),
            (None, Some(text)) => return scan.entries(entries(text), run, form, sink),
            (None, None) => {}
        }
        let generate = self.generate(&order);
        let Order { wish, composer } = order;
        let generation = generate.prepare_wish(wish, Some(composer), session)?;
        let form = |position: &Position| form(&of_position(position));
        Ok(generation.run_into(form, |event| {
            sink(match event {
                Event::Run(run) => Event::Run(Run {
                    command: "puzzles make".to_owned(),
                    ..run
                }),
                event => event,
            })
        }))
    }

    /// Whether puzzles are looked for in games.
    pub fn is_of_games(&self) -> bool {
        self.input.is_some() || self.games.is_some()
    }

    /// What is looked for in games.
    fn scan<'a>(&'a self, order: &'a Order, session: &'a Session) -> Scan<'a> {
        Scan {
            composer: &order.composer,
            constraint: &order.wish.constraint,
            player: self.player.as_deref(),
            count: self.count.unwrap_or(u64::MAX),
            nodes: self.nodes,
            session,
        }
    }

    /// What is asked for, read.
    fn order(&self, session: &Session) -> Result<Order, Problem> {
        let most = session.ceiling().map(|most| most.nodes);
        within("nodes", self.nodes, most)?;
        if let (Some(_), Some(_)) = (&self.input, &self.games) {
            let message = "games come from a text or from a folder, not from both";
            return Err(Problem::new("input", message).field("games"));
        }
        let mut themes = Vec::new();
        for name in &self.theme {
            themes.push(named(name)?);
        }
        let mut mates = None;
        let mut parts = Vec::new();
        if let Some(wish) = Wish::read(self.constraint.as_deref(), &self.preset)? {
            for part in conjuncts(wish.constraint.expr()) {
                match part {
                    Expr::Is(Predicate::Judged(Judged::Motif(tag))) => themes.extend(motif(tag)),
                    part => {
                        if let Expr::Is(Predicate::Judged(Judged::MateIn(range))) = part {
                            mates = u32::try_from(range.max).ok();
                        }
                        parts.push(part.clone());
                    }
                }
            }
        }
        for theme in &themes {
            let moves = theme.tag.strip_prefix("mateIn");
            mates = mates.or(moves.and_then(|moves| moves.parse().ok()));
        }
        let of_themes = themes.iter().map(|theme| {
            let motif = Judged::Motif(theme.tag.to_owned());
            Expr::Is(Predicate::Judged(motif))
        });
        // Records tell all that was asked for, themes too.
        let whole = parts.iter().cloned().chain(of_themes).collect();
        let text = Constraint::new(Expr::All(whole)).to_string();
        let constraint = Constraint::new(Expr::All(parts));
        let all_games = self.is_of_games() && themes.is_empty();
        Ok(Order {
            composer: Arc::new(Composer {
                nodes: self.nodes.unwrap_or(NODES),
                themes,
                rating: self.rating.as_deref().map_or(Ok(ANY), rating)?,
                mates,
                endings: all_games || sissa_judge::shelves(&constraint).is_some(),
                tables: Arc::clone(session.tables()),
                judges: Judges::default(),
            }),
            wish: Wish { text, constraint },
        })
    }

    /// The positions that puzzles to order are made of.
    fn generate(&self, order: &Order) -> Generate {
        let nothing = matches!(order.wish.constraint.expr(), Expr::All(parts) if parts.is_empty());
        // Nobody waits for a smothered mate to come about by itself.
        let built = order.composer.tags().into_iter().any(is_built);
        let style = match &self.style {
            None if nothing && !built => Some(Style::Human(HumanOptions::default())),
            style => style.clone(),
        };
        Generate {
            count: self.count,
            seed: self.seed,
            style,
            judge_nodes: self.nodes,
            unique: Some(UniqueName::Exact),
            ..Generate::default()
        }
        .limits(Limits {
            nodes: None,
            timeout: self.timeout,
            total_timeout: self.total_timeout,
        })
    }
}

/// A request, read.
struct Order {
    /// What is asked of positions, motifs aside.
    wish: Wish,
    composer: Arc<Composer>,
}

const ANY: Range = Range {
    min: i32::MIN,
    max: i32::MAX,
};

/// The parts of a constraint that all must hold.
fn conjuncts(expr: &Expr) -> &[Expr] {
    match expr {
        Expr::All(parts) => parts,
        single => std::slice::from_ref(single),
    }
}

/// The theme of this name, or the nearest name as a hint.
fn named(name: &str) -> Result<&'static Motif, Problem> {
    let wanted: String = name.trim().chars().take(40).collect();
    let lower = wanted.to_lowercase();
    let same = |motif: &&Motif| motif.name == lower || motif.tag.eq_ignore_ascii_case(&wanted);
    MOTIFS.iter().find(same).ok_or_else(|| {
        let spelled = |motif: &Motif| {
            let edits = |known: &str| strsim::damerau_levenshtein(&lower, &known.to_lowercase());
            (edits(motif.name).min(edits(motif.tag)), motif.name)
        };
        let near = MOTIFS.iter().map(spelled).min();
        let hint = match near.filter(|(edits, known)| *edits <= 1 + known.len() / 3) {
            Some((_, known)) => format!("did you mean `{known}`?"),
            None => "themes are motifs such as `fork`, `pin`, `back-rank mate`, or Lichess' tags"
                .to_owned(),
        };
        Problem::new("theme", format!("there is no theme {}", quoted(name)))
            .field("theme")
            .hint(hint)
    })
}

/// A range of ratings; around a single number.
fn rating(text: &str) -> Result<Range, Problem> {
    let wrong = || {
        Problem::new("rating", format!("{} is no range of ratings", quoted(text)))
            .field("rating")
            .hint("such as 1500, 1400..1600 or >=2000")
    };
    let number = |text: &str| {
        text.trim()
            .parse::<i32>()
            .ok()
            .filter(|n| (0..=4000).contains(n))
    };
    let words = text.trim();
    let range = if let Some((low, high)) = words.split_once("..") {
        let (low, high) = (
            number(low).ok_or_else(wrong)?,
            number(high).ok_or_else(wrong)?,
        );
        Range {
            min: low,
            max: high,
        }
    } else if let Some(low) = words.strip_prefix(">=") {
        Range::at_least(number(low).ok_or_else(wrong)?)
    } else if let Some(high) = words.strip_prefix("<=") {
        Range::at_most(number(high).ok_or_else(wrong)?)
    } else {
        let middle = number(words).ok_or_else(wrong)?;
        Range {
            min: middle - AROUND,
            max: middle + AROUND,
        }
    };
    if range.min > range.max {
        return Err(wrong());
    }
    Ok(range)
}

/// The puzzle that a position was made as.
fn of_position(position: &Position) -> Tagged {
    let game = &position.game;
    let composition = position.composed.as_deref();
    let composition = composition.expect("whatever was made is a puzzle").clone();
    let puzzle = Puzzle {
        origin: "argument".to_owned(),
        id: Some(position.id()),
        position: game.end().clone(),
        led_by: super::led_by(game),
        solution: Vec::new(),
        rating: None,
        themes: None,
        row: None,
    };
    let mut tagged = Tagged::new(
        position.index,
        puzzle,
        composition.solution,
        composition.description,
    );
    if game.from_starting_position() {
        tagged.record.moves = game.uci_moves();
    }
    tagged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_ranges() {
        let read = |text: &str| rating(text).map(|range| (range.min, range.max)).ok();
        assert_eq!(read("1500"), Some((1400, 1600)));
        assert_eq!(read(" 1400 .. 1450 "), Some((1400, 1450)));
        assert_eq!(read(">=2000"), Some((2000, i32::MAX)));
        for wrong in ["", "easy", "1600..1400", "-5", "1..", "9999"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn themes_have_names_and_tags() {
        assert_eq!(named("backRankMate").unwrap().name, "back-rank mate");
        assert_eq!(named("Fork").unwrap().tag, "fork");
        let hint = named("frok").unwrap_err().hint.unwrap();
        assert_eq!(hint, "did you mean `fork`?");
    }
}
