//! How positions are made: a style with its own options inside.

use std::fmt;

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, IntoDeserializer as _, Visitor},
};
use sissa_constraint::{Constraint, Expr};
use sissa_generate::{Company, CompanyError, Human, Moment, Neural, Search};
use sissa_nn::{
    SHIPPED,
    file::{self, Saved},
    human::Site,
    shipped,
};

use crate::{
    problem::{Problem, quoted},
    session::Session,
    wish::Wish,
};

/// Positions of games that nothing else is asked of.
const ORDINARY: &str = "ply 10..100";

/// How positions are made. In JSON a name, or an object with the name and the style's options:
/// `"uniform"`, `{"name": "human", "elo": "1400..1600"}`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(into = "Named")]
#[schemars(with = "Spelling")]
pub enum Style {
    /// Both sides work for the goal: fast and complete.
    Direct,
    /// Unbiased over all legal positions that satisfy the constraint.
    Uniform,
    /// A network guides the search, as in the thesis; five counts of one side only.
    Neural(NeuralOptions),
    /// As real players of a rating get there.
    Human(HumanOptions),
}

/// A style as JSON spells it.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes both spellings to others")]
enum Spelling {
    Name(Name),
    Named(Named),
}

/// The name of a style.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Name {
    Direct,
    Uniform,
    Neural,
    Human,
}

/// A style with its options.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "lowercase")]
enum Named {
    Direct,
    Uniform,
    Neural(NeuralOptions),
    Human(HumanOptions),
}

impl From<Name> for Style {
    fn from(name: Name) -> Style {
        match name {
            Name::Direct => Style::Direct,
            Name::Uniform => Style::Uniform,
            Name::Neural => Style::Neural(NeuralOptions::default()),
            Name::Human => Style::Human(HumanOptions::default()),
        }
    }
}

impl From<Named> for Style {
    fn from(named: Named) -> Style {
        match named {
            Named::Direct => Style::Direct,
            Named::Uniform => Style::Uniform,
            Named::Neural(options) => Style::Neural(options),
            Named::Human(options) => Style::Human(options),
        }
    }
}

/// Reads both spellings, with an error that says what is wrong in the one that was used.
struct StyleVisitor;

impl<'de> Visitor<'de> for StyleVisitor {
    type Value = Style;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Style::NAMES.join("`, `");
        write!(
            formatter,
            "a style: `{names}`, or an object with its name and options"
        )
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Style, E> {
        Name::deserialize(name.into_deserializer()).map(Style::from)
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Style, A::Error> {
        Named::deserialize(de::value::MapAccessDeserializer::new(map)).map(Style::from)
    }
}

impl<'de> Deserialize<'de> for Style {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Style, D::Error> {
        deserializer.deserialize_any(StyleVisitor)
    }
}

impl From<Style> for Named {
    fn from(style: Style) -> Named {
        match style {
            Style::Direct => Named::Direct,
            Style::Uniform => Named::Uniform,
            Style::Neural(options) => Named::Neural(options),
            Style::Human(options) => Named::Human(options),
        }
    }
}

impl Style {
    /// The names of all styles.
    pub const NAMES: [&str; 4] = ["direct", "human", "neural", "uniform"];

    /// The name.
    pub fn name(&self) -> &'static str {
        match self {
            Style::Direct => "direct",
            Style::Uniform => "uniform",
            Style::Neural(_) => "neural",
            Style::Human(_) => "human",
        }
    }
}

/// How the style neural searches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NeuralOptions {
    /// `grid` (if not given), `near`, `thesis-1`, `thesis-2`, or a weight file where files may be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// How to search; if not given, `improved` with `grid` and `thesis` with the other networks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchName>,
    /// Half-moves looked ahead; 2 if not given, 1 for `thesis-1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4))]
    pub depth: Option<u32>,
    /// How far from the best a played move may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f32>,
}

/// A search of the style neural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum SearchName {
    /// As in the thesis: any move within the margin of the best.
    Thesis,
    /// Nearer is better, the margin narrows, nothing is entered twice.
    Improved,
}

/// Who plays in the style human.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HumanOptions {
    /// The players' ratings, such as `1500`, `1400..1600` or `>=2000`; the same as `elo` in the
    /// constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<String>,
    /// Whose ratings these are; `lichess` if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<SiteName>,
    /// Which of a game's positions that satisfy the constraint; `any` if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moment: Option<MomentName>,
    /// Games played together to draw one from; 32 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100_000))]
    pub particles: Option<u32>,
}

/// Where games are played: each site has its own scale of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum SiteName {
    /// lichess.org.
    Lichess,
    /// chess.com.
    Chesscom,
    /// The Free Internet Chess Server.
    Fics,
    /// A real board, with ratings of FIDE.
    Board,
}

impl SiteName {
    /// The site.
    pub(crate) fn site(self) -> Site {
        match self {
            SiteName::Lichess => Site::Lichess,
            SiteName::Chesscom => Site::ChessCom,
            SiteName::Fics => Site::Fics,
            SiteName::Board => Site::Board,
        }
    }
}

/// Which of a game's positions that satisfy the constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum MomentName {
    /// All equally likely.
    Any,
    /// The first.
    First,
}

/// A style chosen and made ready, with what is asked of the board alone.
pub(super) struct Choice {
    pub style: Style,
    pub board: Constraint,
    pub made: sissa_generate::Style,
}

/// The words and what a style adds to them: the ratings of the style human are part of the constraint.
pub(super) fn with_ratings(
    wish: Option<Wish>,
    style: Option<&Style>,
) -> Result<Option<Wish>, Problem> {
    let Some(Style::Human(HumanOptions {
        elo: Some(range), ..
    })) = style
    else {
        return Ok(wish);
    };
    let range = range.trim();
    let equals = if range.starts_with(|first: char| first.is_ascii_digit()) {
        "="
    } else {
        ""
    };
    let ratings: Constraint = format!("elo{equals}{range}").parse().map_err(|_| {
        let message = format!("{} is no range of ratings", quoted(range));
        Problem::new("elo", message)
            .field("elo")
            .hint("such as 1500, 1400..1600 or >=2000")
    })?;
    let parts = [ratings]
        .into_iter()
        .chain(wish.map(|wish| wish.constraint));
    Ok(Wish::all(parts.collect()))
}

impl Choice {
    /// The style that was asked for; where none was, human if the constraint speaks of players and
    /// direct if it does not.
    pub fn new(
        asked: Option<&Style>,
        board: &Constraint,
        session: &Session,
    ) -> Result<Choice, Problem> {
        let spoken = Company::of(board);
        let style = match (asked, &spoken) {
            (Some(style), _) => style.clone(),
            (None, Ok((None, _)) | Err(CompanyError::Unsupported(_))) => Style::Direct,
            (None, _) => Style::Human(HumanOptions::default()),
        };
        let mut board = board.clone();
        let made = match &style {
            Style::Direct => sissa_generate::Style::Direct,
            Style::Uniform => sissa_generate::Style::Uniform,
            Style::Neural(options) => sissa_generate::Style::Neural(neural(options, session)?),
            Style::Human(options) => {
                let (company, rest) = spoken.map_err(players)?;
                let nothing = matches!(rest.expr(), Expr::All(parts) if parts.is_empty());
                board = if nothing { ORDINARY.parse()? } else { rest };
                sissa_generate::Style::Human(human(options, company.unwrap_or_default())?)
            }
        };
        Ok(Choice { style, board, made })
    }
}

fn players(error: CompanyError) -> Problem {
    match error {
        CompanyError::Unsupported(predicates) | CompanyError::Besides(predicates) => {
            Problem::unsupported("generate", &predicates)
        }
        other => {
            let hint = match other {
                CompanyError::Gap => "leave `elo gap` out, or write ratings that are so far apart",
                _ => "such as `elo 1400..1600`",
            };
            Problem::new("players", other.to_string())
                .field("constraint")
                .hint(hint)
        }
    }
}

fn human(options: &HumanOptions, company: Company) -> Result<Human, Problem> {
    let usual = Human::default();
    let particles = options.particles;
    if particles.is_some_and(|count| !(1..=100_000).contains(&count)) {
        let message = "particles may be 1 to 100,000";
        return Err(Problem::new("limit", message).field("particles"));
    }
    Ok(Human {
        company,
        site: options.site.map_or(Site::Lichess, SiteName::site),
        moment: match options.moment {
            None | Some(MomentName::Any) => Moment::Any,
            Some(MomentName::First) => Moment::First,
        },
        particles: particles.map_or(usual.particles, |count| count as usize),
    })
}

fn neural(options: &NeuralOptions, session: &Session) -> Result<Neural, Problem> {
    if options.depth.is_some_and(|depth| !(1..=4).contains(&depth)) {
        return Err(Problem::new("limit", "depth may be 1 to 4").field("depth"));
    }
    if options
        .margin
        .is_some_and(|margin| !(0.0..=1.0).contains(&margin))
    {
        return Err(Problem::new("limit", "margin may be 0 to 1").field("margin"));
    }
    let name = options.network.as_deref().unwrap_or("grid");
    let depth = options.depth.or((name == "thesis-1").then_some(1));
    let search = match options.search {
        Some(SearchName::Thesis) => Some(Search::Thesis),
        Some(SearchName::Improved) => Some(Search::Improved),
        None => (name == "near").then_some(Search::Thesis),
    };
    Ok(Neural::new(
        &network(name, session)?,
        search,
        depth,
        options.margin,
    ))
}

/// A network by its name, or by its file where the session reads files.
pub fn network(name: &str, session: &Session) -> Result<Saved, Problem> {
    if let Some(saved) = shipped(name) {
        return Ok(saved);
    }
    let problem = |message: String| {
        Problem::new("network", message)
            .field("network")
            .hint(format!("one of {}, or a weight file", SHIPPED.join(", ")))
    };
    let bytes = match session.read_file(name) {
        Some(Ok(bytes)) => bytes,
        Some(Err(error)) => {
            let error = error.to_string();
            let reason = error.split(" (os error").next().unwrap_or(&error);
            return Err(problem(format!("{}: {reason}", quoted(name))));
        }
        None => return Err(problem(format!("there is no network {}", quoted(name)))),
    };
    file::read(&bytes).map_err(|error| problem(format!("{}: {error}", quoted(name))))
}
