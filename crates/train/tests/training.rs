//! Gradients, learning, checkpoints and datasets, on games made here.

use std::path::Path;

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Color, Position as _, san::SanPlus};
use sissa_games::{Folder, ImportOptions, Source, import};
use sissa_nn::{Architecture, Network, Placement, Question, Tuple};
use sissa_train::{
    Config, Run, Sample,
    backward::{Room, accumulate},
    cooperative,
    dataset::{self, Options, Statistics, read_shard, shard_path},
};
use sissa_trainer::{Adam, RunFolder};

fn samples(rng: &mut Xoshiro256PlusPlus, count: usize) -> Vec<Sample> {
    let sample = |_| {
        let mut position = Chess::default();
        for _ in 0..rng.random_range(0..60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
        }
        Sample {
            question: Question::new(
                &position,
                Color::White,
                Tuple::from_index(rng.random_range(0..Tuple::GRID)).expect("within the grid"),
            ),
            target: rng.random_range(0.0..1.0),
            weight: rng.random_range(0.5..2.0),
        }
    };
    (0..count).map(sample).collect()
}

fn network(text: &str, rng: &mut Xoshiro256PlusPlus) -> Network {
    let architecture: Architecture = text.parse().expect("a good text");
    let mut network = Network::random(architecture, &mut || rng.random_range(0.0..1.0));
    for number in network.parameters_mut() {
        *number = 0.5 * *number + rng.random_range(-0.02..0.02);
    }
    network
}

#[test]
fn gradients_are_differences_of_the_loss() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for text in [
        "bitmap: conv 5, conv 4, pool 2, dense 6, dense 1",
        "bitmap: conv 4 same, residual, pool 2, conv 3, dense 1",
        "algebraic: dense 7, dense 5, dense 1",
        "pairs: dense 6, dense 4, dense 1",
    ] {
        let mut network = network(text, &mut rng);
        let samples = samples(&mut rng, 4);
        let mut gradient = vec![0.0; network.parameters().len()];
        let mut room = Room::default();
        accumulate(&network, &samples, &mut gradient, &mut room);
        let mut loss = |network: &Network| {
            let mut unused = vec![0.0; gradient.len()];
            accumulate(network, &samples, &mut unused, &mut room)
        };
        let (mut agreeing, tried) = (0, 120);
        for _ in 0..tried {
            let at = rng.random_range(0..network.parameters().len());
            let (before, step) = (network.parameters()[at], 5e-4);
            network.parameters_mut()[at] = before + step;
            let above = loss(&network);
            network.parameters_mut()[at] = before - step;
            let below = loss(&network);
            network.parameters_mut()[at] = before;
            let difference = (above - below) / f64::from(2.0 * step);
            let slope = f64::from(gradient[at]);
            let scale = slope.abs().max(difference.abs()).max(0.05);
            agreeing += u32::from((slope - difference).abs() < 0.03 * scale);
        }
        // A difference across the kink of a ReLU is no slope: a few may disagree.
        assert!(agreeing >= tried - 6, "{text}: {agreeing} of {tried}");
    }
}

#[test]
fn a_few_samples_are_learnt_by_heart() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut network = network(
        "bitmap: conv 8 same, residual, pool 4, dense 16, dense 1",
        &mut rng,
    );
    let mut samples = samples(&mut rng, 12);
    for (index, sample) in samples.iter_mut().enumerate() {
        sample.target = (index % 2) as f32;
    }
    let mut adam = Adam::new(network.parameters().len());
    let mut room = Room::default();
    let (mut first, mut last) = (0.0, 0.0);
    for step in 1..=250 {
        let mut gradient = vec![0.0; network.parameters().len()];
        last = accumulate(&network, &samples, &mut gradient, &mut room);
        if step == 1 {
            first = last;
        }
        adam.step(network.parameters_mut(), &gradient, 3e-3, step);
    }
    assert!(last < 0.02 * first, "{first} {last}");
}

/// Random games as PGN.
fn pgn(games: usize) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut text = String::new();
    for _ in 0..games {
        text += "[Event \"?\"]\n[Result \"*\"]\n\n";
        let mut position = Chess::default();
        for ply in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = moves[rng.random_range(0..moves.len())];
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &format!(
                "{} ",
                SanPlus::from_move_and_play_unchecked(&mut position, played)
            );
        }
        text += "*\n\n";
    }
    text.into_bytes()
}

fn build(folder: &Path, games: usize, partitions: usize) -> Statistics {
    let source = Source::from_reader("random.pgn", std::io::Cursor::new(pgn(games)));
    let imported = folder.join("games");
    import(vec![source], &imported, &ImportOptions::default(), &|_| {
        true
    })
    .expect("good games");
    let options = Options {
        partitions,
        validation_share: 4,
        ..Options::default()
    };
    let games = Folder::open(&imported).expect("they were imported");
    let built = dataset::build(&games, &folder.join("data"), &options, &mut |_, _, _| true);
    built.expect("room on the disk").expect("nobody stopped it")
}

#[test]
fn datasets_count_every_game_through_every_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let statistics = build(folder.path(), 40, 3);
    assert_eq!((statistics.games, statistics.unreadable), (40, 0));
    assert!((1..40).contains(&statistics.validation_games));
    let data = folder.path().join("data");
    let (mut occurrences, mut positions) = (0, [0, 0]);
    let mut starts = Vec::new();
    for number in 0..3 {
        for validation in [false, true] {
            for entry in read_shard(&shard_path(&data, validation, number)).expect("a shard") {
                occurrences += u64::from(entry.games);
                positions[usize::from(validation)] += 1;
                // The counts of the side are the tuple itself, which has come true in all games.
                let men = entry.packed.placement();
                if men == Placement::of(Chess::default().board(), Color::White)
                    && entry.packed.0[24] == 1
                {
                    assert_eq!(entry.share(Tuple([1, 2, 2, 2, 8])), 1.0);
                    starts.push((validation, u64::from(entry.games), entry.seen));
                }
            }
        }
    }
    assert_eq!(occurrences, statistics.occurrences);
    assert_eq!(
        positions,
        [
            statistics.training_positions,
            statistics.validation_positions
        ]
    );
    starts.sort_unstable();
    let training = 40 - statistics.validation_games;
    let expected = [
        (false, training, false),
        (true, statistics.validation_games, true),
    ];
    assert_eq!(starts, expected);
    let mut read = Statistics::read(&data).expect("it was written");
    for (read, rate) in read.rates.iter_mut().zip(&statistics.rates) {
        assert!((*read - rate).abs() < 1e-12, "{read} {rate}");
        *read = *rate;
    }
    assert_eq!(read, statistics);

    let path = shard_path(&data, false, 1);
    let bytes = std::fs::read(&path).expect("a shard");
    std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("room on the disk");
    let error = read_shard(&path).expect_err("half a shard").to_string();
    assert!(error.contains("truncated or damaged"), "{error}");
}

#[test]
fn cooperative_games_count_down_to_their_tuple() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = |name: &str, threads| {
        let options = cooperative::Options {
            games: 60,
            partitions: 2,
            ..cooperative::Options::default()
        };
        let data = folder.path().join(name);
        let built = cooperative::build(&data, &options, threads, &mut |_| true);
        (
            data,
            built.expect("room on the disk").expect("nobody stopped it"),
        )
    };
    let (data, statistics) = build("one", 1);
    assert_eq!((statistics.games, statistics.validation_games), (60, 3));
    let (mut now, mut never, mut later) = (0, 0, 0);
    for number in 0..2 {
        let path = shard_path(&data, false, number);
        for entry in cooperative::read_shard(&path).expect("a shard") {
            let has = Tuple(entry.packed.placement().counts()) == entry.tuple();
            assert_eq!(entry.plies == Some(0), has);
            match entry.plies {
                Some(0) => now += 1,
                Some(_) => later += 1,
                None => never += 1,
            }
            let target = entry.sample(0.95).target;
            assert_eq!(target == 0.0, entry.plies.is_none());
        }
    }
    assert!(
        now >= 50 && never > 10 && later > 5 * now,
        "{now} {never} {later}"
    );
    let (other, _) = build("two", 3);
    for number in 0..2 {
        let read = |data: &Path| std::fs::read(shard_path(data, false, number)).expect("a shard");
        assert_eq!(read(&data), read(&other));
    }
    let path = shard_path(&data, false, 0);
    let mut bytes = std::fs::read(&path).expect("a shard");
    bytes[40] ^= 4;
    std::fs::write(&path, bytes).expect("room on the disk");
    let error = cooperative::read_shard(&path)
        .expect_err("damage")
        .to_string();
    assert!(error.contains("truncated or damaged"), "{error}");
}

#[test]
fn runs_go_on_as_if_they_had_not_been_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), 30, 2);
    let config = format!(
        "architecture = \"bitmap: conv 4, pool 2, dense 1\"\ndata = {:?}\nsteps = 60\nbatch = 64\n\
         log_every = 10\nvalidate_every = 30\nvalidation_positions = 20\n",
        folder.path().join("data")
    );
    let config = Config::parse(&config).expect("a good configuration");
    // Weight files carry the name of their folder: both are called the same.
    let run_folder = |name: &str| {
        let path = folder.path().join(name).join("run");
        RunFolder::open(&path, || 0.0).expect("a folder")
    };
    let open =
        |name: &str, threads| Run::open(config.clone(), run_folder(name), threads).expect("a run");
    let mut whole = open("whole", 1);
    assert!(whole.train(&mut |_| true).expect("it trains"));

    let mut half = open("half", 2);
    assert!(!half.train(&mut |told| told.step < 40).expect("it trains"));
    drop(half);
    let mut rest = open("half", 3);
    assert_eq!(rest.step(), 40);
    assert!(rest.train(&mut |_| true).expect("it trains"));
    assert_eq!(rest.network(), whole.network());
    let saved = std::fs::read(run_folder("whole").file("network.sissanet")).expect("a file");
    let saved = sissa_nn::file::read(&saved).expect("a network");
    assert_eq!(saved.note("name"), Some("run"));
    for file in ["network.sissanet", "curve.svg", "log.jsonl", "checkpoint"] {
        let read = |run: &str| std::fs::read(run_folder(run).file(file)).expect("a file");
        // The checkpoint of the end, too: same moments, same place in the stream.
        assert_eq!(read("half"), read("whole"), "{file}");
    }

    let mut other = config.clone();
    other.seed = 1;
    let error = Run::open(other, run_folder("half"), 1).expect_err("another run");
    assert!(error.to_string().contains("another configuration"));
    let checkpoint = run_folder("half").file("checkpoint");
    let mut bytes = std::fs::read(&checkpoint).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&checkpoint, &bytes).expect("room on the disk");
    let error = Run::open(config, run_folder("half"), 1).expect_err("damage");
    assert!(error.to_string().contains("damaged"), "{error}");
}
