//! Clusters, what is in them, and whether they are anything that had a name before.

use std::collections::BTreeMap;

use sissa_record::{AgreementRecord, ClusterRecord, Record};

use super::{Terrain, grouping::groups};
use crate::{GameHeader, chance::number, statistics::adjusted_rand_index};

/// Games that are near one of them.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// How many games.
    pub games: usize,
    /// The number of the game in the middle, the typical one.
    pub medoid: usize,
    /// Mean distance to it.
    pub spread: f64,
    /// White won, drawn, Black won.
    pub outcomes: [usize; 3],
    /// The commonest letter and digit of ECO codes, and how many games have it.
    pub eco: Option<(String, usize)>,
    /// The commonest name of an opening among those, without its variation, and how many games have it.
    pub opening: Option<(String, usize)>,
    /// Mean rating of the players.
    pub rating: Option<f64>,
}

/// How well the clusters agree with what was known of the games, by the adjusted Rand index: 1 is the same
/// grouping, 0 is chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Games of which it is known.
    pub games: usize,
    /// Different values of it.
    pub groups: usize,
    /// The index.
    pub index: f64,
    /// The mean of the index over twenty random deals of the same values.
    pub chance: f64,
    /// The most of these.
    pub chance_most: f64,
}

impl Agreement {
    fn record(self, with: &str) -> AgreementRecord {
        AgreementRecord {
            with: with.to_owned(),
            games: self.games,
            groups: self.groups,
            index: self.index,
            chance: self.chance,
            chance_most: self.chance_most,
        }
    }
}

/// All clusters of a sample.
#[derive(Clone, Debug)]
pub struct Clusters {
    /// The largest first.
    pub clusters: Vec<Cluster>,
    /// For every game the number of its cluster.
    pub of: Vec<usize>,
    /// Agreement with ECO codes, letter and digit.
    pub eco: Option<Agreement>,
    /// Agreement with results.
    pub results: Option<Agreement>,
}

impl Clusters {
    /// As records: a cluster each, then the agreements.
    pub fn records(&self, terrain: &Terrain) -> Vec<Record> {
        let clusters = self.clusters.iter().zip(1..);
        let mut records: Vec<Record> = clusters
            .map(|(found, cluster)| {
                let (header, game) = &terrain.games()[found.medoid];
                Record::Cluster(Box::new(ClusterRecord {
                    cluster,
                    games: found.games,
                    spread: found.spread,
                    white: found.outcomes[0],
                    draw: found.outcomes[1],
                    black: found.outcomes[2],
                    eco: found.eco.as_ref().map(|eco| eco.0.clone()),
                    eco_games: found.eco.as_ref().map(|eco| eco.1),
                    opening: found.opening.as_ref().map(|opening| opening.0.clone()),
                    rating: found.rating,
                    medoid: header.info.clone(),
                    moves: game.uci_moves(),
                }))
            })
            .collect();
        for (with, agreement) in [("eco", self.eco), ("result", self.results)] {
            records.extend(agreement.map(|agreement| Record::Agreement(agreement.record(with))));
        }
        records
    }

    /// A cluster in few words: the commonest opening, or the typical game's moves.
    pub fn name(&self, cluster: usize, terrain: &Terrain) -> String {
        let found = &self.clusters[cluster];
        let eco = found.eco.as_ref().map(|(eco, _)| format!("{eco}…"));
        match (eco, &found.opening) {
            (Some(eco), Some((opening, _))) => format!("{eco} {opening}"),
            (Some(eco), None) => eco,
            (None, Some((opening, _))) => opening.clone(),
            (None, None) => {
                let moves = terrain.games()[found.medoid].1.san_moves();
                let first: Vec<String> = moves.into_iter().take(4).collect();
                first.join(" ")
            }
        }
    }
}

impl Terrain {
    /// So many clusters around typical games.
    pub fn clusters(&self, count: usize, seed: u64) -> Clusters {
        let (of, medoids) = groups(&self.distances, count);
        let mut clusters: Vec<(Cluster, usize)> = medoids
            .iter()
            .enumerate()
            .map(|(number, medoid)| (self.cluster(*medoid, number, &of), number))
            .collect();
        clusters.sort_by_key(|(found, number)| (std::cmp::Reverse(found.games), *number));
        let mut renumbered = vec![0; clusters.len()];
        for (new, (_, old)) in clusters.iter().enumerate() {
            renumbered[*old] = new;
        }
        let of: Vec<usize> = of.iter().map(|old| renumbered[*old]).collect();
        Clusters {
            eco: self.agreement(&of, seed, &|game| self.eco(game)),
            results: self.agreement(&of, seed, &|game| self.result(game)),
            clusters: clusters.into_iter().map(|(found, _)| found).collect(),
            of,
        }
    }

    fn cluster(&self, medoid: usize, number: usize, of: &[usize]) -> Cluster {
        let members = || (0..of.len()).filter(|game| of[*game] == number);
        let games = members().count();
        let header = |game: usize| &self.games[game].0;
        let result = |game: usize| header(game).info.result.as_deref();
        let with = |wanted: &str| {
            members()
                .filter(|game| result(*game) == Some(wanted))
                .count()
        };
        let ratings = members().filter_map(|game| rating(header(game)));
        let ratings: Vec<f64> = ratings.collect();
        let eco = commonest(members().filter_map(|game| self.eco(game)));
        // The name that goes with the code, where there is one.
        let code = eco.as_ref().map(|(code, _)| code);
        let named = members().filter(|game| code.is_none() || self.eco(*game).as_ref() == code);
        let sum: f64 = members().map(|game| self.distance(game, medoid)).sum();
        Cluster {
            games,
            medoid,
            spread: sum / games.max(1) as f64,
            outcomes: ["1-0", "1/2-1/2", "0-1"].map(with),
            eco: eco.clone(),
            opening: commonest(named.filter_map(|game| {
                // Variations apart, so that names add up.
                let name = header(game).info.opening.as_deref()?;
                let family = name.split([':', ',']).next().unwrap_or(name);
                Some(family.trim().to_owned())
            })),
            rating: (!ratings.is_empty())
                .then(|| ratings.iter().sum::<f64>() / ratings.len() as f64),
        }
    }

    fn agreement(
        &self,
        of: &[usize],
        seed: u64,
        label: &dyn Fn(usize) -> Option<String>,
    ) -> Option<Agreement> {
        let known = of
            .iter()
            .zip(0..)
            .filter_map(|(own, game)| Some((*own, label(game)?)));
        let (clusters, labels): (Vec<usize>, Vec<String>) = known.unzip();
        let clusters: Vec<u64> = clusters.into_iter().map(|own| own as u64).collect();
        let mut names: Vec<&String> = labels.iter().collect();
        names.sort_unstable();
        names.dedup();
        let place = |label: &String| names.binary_search(&label).unwrap_or(0) as u64;
        let values: Vec<u64> = labels.iter().map(place).collect();
        let index = adjusted_rand_index(&clusters, &values)?;
        let deals = (0..DEALS).filter_map(|deal| {
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by_key(|place| number(seed ^ (deal + 1) << 32, *place as u64));
            let dealt: Vec<u64> = order.into_iter().map(|place| values[place]).collect();
            adjusted_rand_index(&clusters, &dealt)
        });
        let deals: Vec<f64> = deals.collect();
        Some(Agreement {
            games: values.len(),
            groups: names.len(),
            index,
            chance: deals.iter().sum::<f64>() / deals.len().max(1) as f64,
            chance_most: deals.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

/// How often values are dealt anew to see what chance gives.
const DEALS: u64 = 20;

/// The players' mean rating.
pub(super) fn rating(header: &GameHeader) -> Option<f64> {
    let info = &header.info;
    Some(f64::midpoint(
        info.white_elo?.into(),
        info.black_elo?.into(),
    ))
}

/// The commonest value, of equally common ones the first by name.
pub(super) fn commonest(values: impl Iterator<Item = String>) -> Option<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let counts = counts.into_iter().rev();
    counts.max_by_key(|(_, count)| *count)
}
