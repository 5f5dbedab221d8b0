//! Games held against each other: what is alike falls together.

use std::fmt::Write as _;

use sissa_games::{Landscape, Terrain};

use crate::games::{Random, import_text, many};

const RUY: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5";
const QUEENS: &str = "1. d4 d5 2. c4 e6 3. Nc3";
const STRANGE: &str = "1. a4 h5 2. Ra3 Rh6 3. Rg3";

/// Thirty games of each of two openings in a mixed order, and one that is like none; the results are by
/// chance, the ratings by the opening.
fn openings() -> String {
    let mut random = Random(61);
    let mut text = String::new();
    for number in 0..61 {
        let (eco, elo, moves) = match number {
            30 => ("A00", 1500, STRANGE),
            number if number % 2 == 0 => ("C60", 1900, RUY),
            _ => ("D30", 2300, QUEENS),
        };
        let result = ["1-0", "0-1", "1/2-1/2"][random.below(3)];
        let last = ["a6", "Nf6", "a5", "g6"][random.below(4)];
        let _ = write!(
            text,
            "[ECO \"{eco}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n[Result \"{result}\"]\n\n{moves} {last} {result}\n\n"
        );
    }
    text
}

fn terrain(landscape: &Landscape, threads: usize) -> Terrain {
    let expedition = landscape.open().unwrap();
    expedition.run(threads, &|_, _| true).unwrap().unwrap()
}

#[test]
fn openings_fall_together() {
    let folder = tempfile::tempdir().unwrap();
    import_text(openings(), folder.path());
    let plies = "1..5".parse().unwrap();
    for distance in sissa_games::Distance::ALL {
        let landscape = Landscape::default().games(folder.path());
        let terrain = terrain(&landscape.distance(distance).plies(plies), 2);
        assert_eq!((terrain.games().len(), terrain.drawn_from()), (61, 61));
        let outlier = &terrain.outliers(5, 1)[0];
        assert_eq!(outlier.header.info.number, 31, "{distance:?}");
        let clusters = terrain.clusters(3, 1);
        let sizes: Vec<usize> = clusters.clusters.iter().map(|found| found.games).collect();
        assert_eq!(sizes, [30, 30, 1]);
        let eco = clusters.eco.unwrap();
        assert_eq!((eco.index, eco.groups, eco.games), (1.0, 3, 61));
        assert!(eco.chance.abs() < 0.1 && clusters.results.unwrap().index < 0.2);
        for cluster in &clusters.clusters {
            let (code, count) = cluster.eco.as_ref().unwrap();
            assert_eq!(*count, cluster.games);
            let medoid = &terrain.games()[cluster.medoid].0.info;
            assert!(medoid.eco.as_ref().unwrap().starts_with(code));
            assert_eq!(cluster.outcomes.iter().sum::<usize>(), cluster.games);
        }
        let records = clusters.records(&terrain);
        assert_eq!(records.len(), 5);
        assert!(
            records[0]
                .to_line()
                .starts_with("{\"type\":\"cluster\",\"cluster\":1,\"games\":30,")
        );
        let [opening, result, rating] = &terrain.classify(5)[..] else {
            panic!("three questions");
        };
        // All but the strange one.
        assert!((opening.right - 60.0 / 61.0).abs() < 1e-9);
        assert!((rating.right - 60.0 / 61.0).abs() < 1e-9);
        assert!((opening.commonest - 30.0 / 61.0).abs() < 1e-9);
        assert!(result.right < 0.7 && result.higher_rated.is_some());
    }
}

#[test]
fn threads_change_nothing_and_a_map_has_every_game() {
    let folder = tempfile::tempdir().unwrap();
    import_text(many(300, 67, 50, true), folder.path());
    let landscape = Landscape::default().games(folder.path()).sample(120, 5);
    let (one, four) = (terrain(&landscape, 1), terrain(&landscape, 4));
    assert_eq!((one.games().len(), one.drawn_from()), (120, 300));
    let clusters = one.clusters(7, 5);
    assert_eq!(clusters.records(&one), four.clusters(7, 5).records(&four));
    let places = one.places(5);
    assert_eq!(places, four.places(5));
    assert!(places.iter().all(|(x, y)| x.is_finite() && y.is_finite()));
    // Each game's place is nearer to its nearest game's than to most others'.
    let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
    let mut closer = 0;
    for game in 0..120 {
        let others = || (0..120).filter(|other| *other != game);
        let distance = |other: &usize| one.distance(game, *other);
        let nearest = others()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap();
        let own = near(places[game], places[nearest]);
        let further = others().filter(|other| near(places[game], places[*other]) > own);
        closer += usize::from(further.count() > 60);
    }
    assert!(closer > 100, "{closer}");
    let map = one.map(&clusters, 5).svg();
    assert!(map.matches("<circle").count() >= 120);
    let few = landscape.constraint("total Q=0".parse().unwrap());
    assert!(terrain(&few, 2).drawn_from() < 300);
}
