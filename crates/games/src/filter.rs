//! Which games of an input to keep, and the filters that have a name.
//!
//! The named filters are those of the studies that this project repeats, so that their tables can be
//! set beside ours.

use serde::{Deserialize, Serialize};

use crate::{tags::Header, tally::Removals};

/// Which games to keep. The default keeps all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// Both players have at least this rating.
    pub min_elo: Option<u16>,
    /// These base times, in seconds, are dropped whatever the increment.
    pub drop_base: Vec<u32>,
    /// Each player has at least this base time, in seconds.
    pub min_base: Option<u32>,
    /// At least so many half-moves.
    pub min_plies: Option<u32>,
    /// Only games that somebody won.
    pub decisive: bool,
}

/// A filter with a name.
#[derive(Clone, Copy, Debug)]
pub struct NamedFilter {
    /// The name.
    pub name: &'static str,
    /// What it keeps.
    pub summary: &'static str,
    make: fn() -> Filter,
}

impl NamedFilter {
    /// The filter itself.
    pub fn filter(&self) -> Filter {
        (self.make)()
    }
}

/// The filters that have a name.
pub const FILTERS: &[NamedFilter] = &[
    NamedFilter {
        name: "thesis",
        summary: "both ratings at least 1000; no base time of 60, 120, 180 or 240 s; at least 5 moves",
        make: || Filter {
            min_elo: Some(1000),
            drop_base: vec![60, 120, 180, 240],
            // The thesis does not say how short is too short.
            min_plies: Some(10),
            ..Filter::default()
        },
    },
    NamedFilter {
        name: "decisive-1200",
        summary: "decided games of at least 10 moves, both ratings at least 1200, base time at least 20 minutes",
        make: || decisive(1200),
    },
    NamedFilter {
        name: "decisive-2000",
        summary: "the same with both ratings at least 2000",
        make: || decisive(2000),
    },
];

fn decisive(min_elo: u16) -> Filter {
    Filter {
        min_elo: Some(min_elo),
        min_base: Some(1200),
        min_plies: Some(20),
        decisive: true,
        ..Filter::default()
    }
}

impl Filter {
    /// The filter of this name.
    ///
    /// ```
    /// use sissa_games::Filter;
    ///
    /// assert_eq!(Filter::named("thesis").and_then(|filter| filter.min_elo), Some(1000));
    /// assert_eq!(Filter::named("none"), None);
    /// ```
    pub fn named(name: &str) -> Option<Filter> {
        let found = FILTERS.iter().find(|filter| filter.name == name);
        found.map(NamedFilter::filter)
    }

    /// This filter with what another one says: its limits take precedence, its base times are
    /// dropped too.
    #[must_use]
    pub fn sharpened(mut self, by: &Filter) -> Filter {
        self.min_elo = by.min_elo.or(self.min_elo);
        self.min_base = by.min_base.or(self.min_base);
        self.min_plies = by.min_plies.or(self.min_plies);
        self.decisive |= by.decisive;
        self.drop_base.extend(&by.drop_base);
        self.drop_base.sort_unstable();
        self.drop_base.dedup();
        self
    }

    /// Whether the header alone lets the game pass; counts it where not.
    pub(crate) fn admits_header(&self, header: &Header, removed: &mut Removals) -> bool {
        if let Some(min) = self.min_elo {
            let high = |elo: Option<u16>| elo.is_some_and(|elo| elo >= min);
            if !high(header.white_elo) || !high(header.black_elo) {
                removed.rating += 1;
                return false;
            }
        }
        let base = header.time.base;
        let dropped = base.is_some_and(|base| self.drop_base.contains(&base));
        let too_fast = self
            .min_base
            .is_some_and(|min| base.is_none_or(|base| base < min));
        if dropped || too_fast {
            removed.time_control += 1;
            return false;
        }
        true
    }

    /// Whether a game that was replayed passes.
    pub(crate) fn admits_game(&self, plies: usize, decided: bool, removed: &mut Removals) -> bool {
        if self.min_plies.is_some_and(|min| plies < min as usize) {
            removed.short += 1;
            return false;
        }
        if self.decisive && !decided {
            removed.undecided += 1;
            return false;
        }
        true
    }
}
