//! `sissa-train`: datasets and training, a program of its own.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use clap::{Parser, Subcommand, ValueEnum};
use sissa_games::{Folder, ImportOptions, Source, import};
use sissa_train::{
    Config, Material, Run, TrainError, Tuples, cooperative, dataset,
    deepchess::{DeepConfig, DeepRun, Samples as PairSamples},
    difficulty,
    human::{Corpus, HumanConfig, HumanRun, Lesson, OutlookLesson, PolicyLesson, SightedLesson},
    measure,
    outcome::{self, samples},
};
use sissa_trainer::RunFolder;

/// Datasets from games, and the training of networks on them
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:
  sissa games import games.pgn.zst --filter thesis -o games
  sissa-train dataset games -o data
  sissa-train run thesis-2.toml -o runs/thesis-2
  sissa-train test runs/thesis-2/network.sissanet data
  sissa-train cooperate -n 200000 -o cooperative
  sissa-train deepchess experiments/deepchess/published.toml -o runs/published
  sissa-train difficulty lichess_db_puzzle.csv -o models/difficulty.txt
  sissa-train outcome-samples games -o samples.tsv
  sissa-train outcome samples.tsv -o formula.txt
  sissa-train outcome-network samples.tsv -o outcome.tensors

Exit code 0: done; 2: error; 3: ended before its end, to be taken up by the same command."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// For each distinct position of games, how often each tuple came true later
    Dataset {
        /// The folder of imported games
        games: PathBuf,
        /// The folder for the dataset
        #[arg(short, long, value_name = "DIR", default_value = "data")]
        output: PathBuf,
        /// Seed of the order within shards
        #[arg(short, long, default_value_t = 0)]
        seed: u64,
        /// One game in so many is for validation
        #[arg(long, value_name = "N", default_value_t = 20)]
        validation: u64,
        /// No more games than this
        #[arg(short = 'n', long, value_name = "N")]
        games_limit: Option<u64>,
    },
    /// Games of the direct style to every tuple of the grid, with how long each took
    Cooperate {
        /// The folder for the dataset
        #[arg(short, long, value_name = "DIR", default_value = "cooperative")]
        output: PathBuf,
        /// How many games
        #[arg(short = 'n', long, value_name = "N", default_value_t = 100_000)]
        games: u64,
        /// The seed of all randomness
        #[arg(short, long, default_value_t = 0)]
        seed: u64,
        /// What a half-move multiplies the target by
        #[arg(long, value_name = "FACTOR", default_value_t = 0.95)]
        discount: f32,
        /// Threads; the result is the same with any number
        #[arg(short = 'j', long, value_name = "N")]
        threads: Option<usize>,
    },
    /// Train as a TOML file says, or take up a run that was ended
    Run(RunArgs),
    /// Learn how people play, as a TOML file says, or take up a run that was ended
    Human(RunArgs),
    /// Learn which of two positions is better, as a TOML file says, or take up a run that was ended
    Deepchess(RunArgs),
    /// Learn how difficult puzzles are from every second of a file, and measure on the others
    Difficulty {
        /// Puzzles in the format of Lichess' file
        puzzles: PathBuf,
        /// The file for the predictor
        #[arg(short, long, value_name = "FILE", default_value = "difficulty.txt")]
        output: PathBuf,
    },
    /// Judge positions of games with the engine, to learn from how the games ended
    OutcomeSamples {
        /// The folder of imported games
        games: PathBuf,
        /// The file for the samples
        #[arg(short, long, value_name = "FILE", default_value = "outcome.tsv")]
        output: PathBuf,
        /// One position of a game in so many
        #[arg(long, value_name = "N", default_value_t = 8)]
        every: u64,
        /// Positions that the engine looks at for each
        #[arg(long, value_name = "N", default_value_t = 1000)]
        nodes: u64,
        /// One game in so many
        #[arg(long, value_name = "N", default_value_t = 1)]
        one_in: u64,
        /// Threads; the result is the same with any number
        #[arg(short = 'j', long, value_name = "N")]
        threads: Option<usize>,
    },
    /// Fit the formula that tells how games end; every fifth game is kept apart
    Outcome {
        /// What `outcome-samples` has written
        samples: Vec<PathBuf>,
        /// The file for the formula
        #[arg(short, long, value_name = "FILE", default_value = "formula.txt")]
        output: PathBuf,
    },
    /// Train the network that corrects the shipped formula; every fifth game is kept apart
    OutcomeNetwork {
        /// What `outcome-samples` has written
        samples: Vec<PathBuf>,
        /// The file for the weights
        #[arg(short, long, value_name = "FILE", default_value = "outcome.tensors")]
        output: PathBuf,
        /// Times that each position is seen
        #[arg(long, value_name = "N", default_value_t = 30)]
        rounds: u64,
        /// Threads; the result is the same with any number
        #[arg(short = 'j', long, value_name = "N")]
        threads: Option<usize>,
    },
    /// Measure a network on games, beside constant rates and logistic regression on material
    ///
    /// Of a dataset, the validation positions count. Other games are made into one first: four in five
    /// fit the baselines, one in five is measured.
    Test {
        /// The weight file
        network: PathBuf,
        /// A dataset, a folder of imported games, or a file of games
        data: PathBuf,
        /// Positions
        #[arg(short = 'n', long, default_value_t = 20_000)]
        positions: usize,
        /// Tuples
        #[arg(long, default_value = "thesis")]
        tuples: TuplesChoice,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
}

/// A run of either kind.
#[derive(Debug, clap::Args)]
struct RunArgs {
    /// The configuration
    config: PathBuf,
    /// The folder of the run; else the name of the configuration without its extension
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Threads; the result is the same with any number
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Pause after so many minutes; the same command goes on
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<f64>,
}

impl RunArgs {
    /// The text of the configuration.
    fn text(&self) -> Result<String, TrainError> {
        Ok(String::from_utf8_lossy(&read(&self.config)?).into_owned())
    }

    fn folder(&self) -> Result<RunFolder, TrainError> {
        let path = self.output.clone();
        let path = path.unwrap_or_else(|| self.config.with_extension(""));
        let begun = Instant::now();
        Ok(RunFolder::open(&path, move || {
            begun.elapsed().as_secs_f64()
        })?)
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(all_threads)
    }

    /// Says whether there is time for more, from now on.
    fn patience(&self) -> impl Fn() -> bool {
        let (begun, minutes) = (Instant::now(), self.minutes);
        move || minutes.is_none_or(|minutes| begun.elapsed().as_secs_f64() < 60.0 * minutes)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TuplesChoice {
    #[value(name = "thesis-7")]
    Thesis7,
    Thesis,
    All,
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(3),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn read(path: &PathBuf) -> Result<Vec<u8>, TrainError> {
    fs::read(path).map_err(|error| TrainError::Io {
        what: path.display().to_string(),
        error,
    })
}

/// A folder to work in, which goes when it is no longer needed.
struct Room(PathBuf);

impl Room {
    fn new() -> Result<Room, TrainError> {
        let path = std::env::temp_dir().join(format!("sissa-train-{}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => Ok(Room(path)),
            Err(error) => Err(TrainError::Io {
                what: path.display().to_string(),
                error,
            }),
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // What is left in a folder for temporary files harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A dataset of whatever games were given.
fn as_dataset(given: PathBuf, room: &Path) -> Result<PathBuf, TrainError> {
    if given.join("statistics.json").exists() {
        return Ok(given);
    }
    let games = if given.is_dir() {
        given
    } else {
        let games = room.join("games");
        let source = Source::from_path(&given)?;
        import(vec![source], &games, &ImportOptions::default(), &|_| true)?;
        games
    };
    let options = dataset::Options {
        validation_share: 5,
        ..dataset::Options::default()
    };
    let data = room.join("data");
    dataset::build(&Folder::open(&games)?, &data, &options, &mut |_, _, _| true)?;
    Ok(data)
}

fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn taken_up(step: u64) {
    if step > 0 {
        eprintln!("taken up at step {step}");
    }
}

fn run(command: Command) -> Result<bool, TrainError> {
    match command {
        Command::Dataset {
            games,
            output,
            seed,
            validation,
            games_limit,
        } => {
            let options = dataset::Options {
                seed,
                validation_share: validation,
                games: games_limit.unwrap_or(u64::MAX),
                ..dataset::Options::default()
            };
            build_dataset(&games, &output, &options)
        }
        Command::OutcomeSamples {
            games,
            output,
            every,
            nodes,
            one_in,
            threads,
        } => {
            let sampling = samples::Sampling {
                every,
                nodes,
                games: one_in,
                threads: threads.unwrap_or_else(all_threads),
            };
            sample_outcomes(&games, &output, sampling)
        }
        Command::Outcome { samples, output } => learn_outcomes(&samples, &output),
        Command::OutcomeNetwork {
            samples,
            output,
            rounds,
            threads,
        } => {
            let schedule = outcome::Schedule {
                rounds,
                threads: threads.unwrap_or_else(all_threads),
                ..outcome::Schedule::default()
            };
            learn_outcome_network(&samples, &output, schedule)
        }
        Command::Cooperate {
            output,
            games,
            seed,
            discount,
            threads,
        } => {
            let options = cooperative::Options {
                games,
                seed,
                discount,
                ..cooperative::Options::default()
            };
            cooperate(&output, &options, threads.unwrap_or_else(all_threads))
        }
        Command::Run(args) => learn_wishes(&args),
        Command::Human(args) => learn_from_people(&args),
        Command::Deepchess(args) => learn_from_pairs(&args),
        Command::Difficulty { puzzles, output } => learn_difficulty(&puzzles, &output),
        Command::Test {
            network,
            data,
            positions,
            tuples,
            json,
        } => test(&network, data, positions, tuples, json),
    }
}

fn build_dataset(
    games: &Path,
    output: &Path,
    options: &dataset::Options,
) -> Result<bool, TrainError> {
    let told = &mut |what: &str, done: u64, all: u64| {
        eprintln!("{what}: {done} of {all}");
        true
    };
    let built = dataset::build(&Folder::open(games)?, output, options, told)?;
    if let Some(statistics) = built {
        print!("{}", statistics.table());
    }
    Ok(true)
}

fn sample_outcomes(
    games: &Path,
    output: &Path,
    sampling: samples::Sampling,
) -> Result<bool, TrainError> {
    let told = &mut |done: u64, all: u64| eprintln!("{done} of {all} row groups");
    let samples = samples::sample(&Folder::open(games)?, sampling, told)?;
    write(output, samples::write(&samples))
}

fn learn_outcomes(files: &[PathBuf], output: &Path) -> Result<bool, TrainError> {
    let all = read_samples(files)?;
    write(output, outcome::fit(&learnt_from(&all)).to_string())
}

fn learn_outcome_network(
    files: &[PathBuf],
    output: &Path,
    schedule: outcome::Schedule,
) -> Result<bool, TrainError> {
    let all = read_samples(files)?;
    let told = &mut |round: u64, loss: f64| println!("round {round}: loss {loss:.5}");
    let network = outcome::learn(&learnt_from(&all), schedule, told)?;
    write(output, network.write())
}

fn read_samples(files: &[PathBuf]) -> Result<Vec<samples::Sample>, TrainError> {
    let mut all = Vec::new();
    for file in files {
        all.extend(samples::read(&String::from_utf8_lossy(&read(file)?), file)?);
    }
    Ok(all)
}

/// Those of games that are not kept apart.
fn learnt_from(all: &[samples::Sample]) -> Vec<&samples::Sample> {
    let learnt: Vec<&samples::Sample> = all
        .iter()
        .filter(|sample| !sissa::kept_apart(sample.game))
        .collect();
    println!("{} of {} positions learnt from", learnt.len(), all.len());
    learnt
}

fn write(output: &Path, content: impl AsRef<[u8]>) -> Result<bool, TrainError> {
    fs::write(output, content).map_err(|error| TrainError::Io {
        what: output.display().to_string(),
        error,
    })?;
    Ok(true)
}

fn cooperate(
    output: &Path,
    options: &cooperative::Options,
    threads: usize,
) -> Result<bool, TrainError> {
    let told = &mut |done: u64| {
        if done.is_multiple_of(20_000) {
            eprintln!("games: {done} of {}", options.games);
        }
        true
    };
    if let Some(statistics) = cooperative::build(output, options, threads, told)? {
        println!(
            "games      {} ({} without a line)\npositions  {} for training, {} for validation",
            statistics.games,
            statistics.unreadable,
            statistics.training_positions,
            statistics.validation_positions
        );
    }
    Ok(true)
}

fn learn_wishes(args: &RunArgs) -> Result<bool, TrainError> {
    let config = Config::parse(&args.text()?)?;
    let mut run = Run::open(config, args.folder()?, args.threads())?;
    taken_up(run.step());
    let patience = args.patience();
    run.train(&mut |told| {
        eprintln!(
            "step {}/{}  loss {:.5}  {:.0} samples/s  {:.1} min left",
            told.step,
            told.steps,
            told.loss,
            told.samples_per_second,
            told.left / 60.0
        );
        if let Some(measures) = &told.validation {
            eprintln!(
                "validation  loss {:.5}  unseen {:.5}  constant rates {:.5}  least possible {:.5}",
                measures.loss, measures.unseen_loss, measures.constant_loss, measures.entropy
            );
        }
        patience()
    })
}

fn learn_from_people(args: &RunArgs) -> Result<bool, TrainError> {
    let config = HumanConfig::parse(&args.text()?)?;
    let games = Folder::open(&config.games)?;
    let corpus = Corpus::read(&games, config.validation_share, &mut |_, _| true)?;
    let corpus = Arc::new(corpus);
    let (groups, held_out) = corpus.sizes();
    eprintln!("games: online, bullet, club, expert, master {groups:?}, held out {held_out}");
    let (groups, validation_positions) = (config.groups, config.validation_positions);
    match config.lesson.as_str() {
        "moves" => {
            let lesson = PolicyLesson {
                corpus,
                groups,
                validation_positions,
            };
            teach(lesson, config, args)
        }
        "outlook" => {
            let lesson = OutlookLesson {
                corpus,
                groups,
                validation_positions,
            };
            teach(lesson, config, args)
        }
        "sighted" => {
            let lesson = SightedLesson {
                corpus,
                groups,
                validation_positions,
            };
            teach(lesson, config, args)
        }
        other => Err(TrainError::Config(format!(
            "`{other}` is no lesson; there are `moves`, `sighted` and `outlook`"
        ))),
    }
}

fn learn_from_pairs(args: &RunArgs) -> Result<bool, TrainError> {
    let config = DeepConfig::parse(&args.text()?)?;
    let samples = PairSamples::read(&config, &mut |_, _| ())?;
    let [training, validation] = samples.counts();
    let positions = samples.positions();
    eprintln!(
        "games won by White, by Black, drawn: {training:?}, kept apart {validation:?}; {positions} positions"
    );
    let told = &mut |line: &str| eprintln!("{line}");
    let mut run = DeepRun::open(config, samples, args.folder()?, args.threads(), told)?;
    taken_up(run.step());
    let patience = args.patience();
    run.train(&mut |told| {
        eprintln!(
            "step {}/{}  loss {:.4}  {:.0} pairs/s  {:.1} min left",
            told.step,
            told.steps,
            told.loss,
            told.samples_per_second,
            told.left / 60.0
        );
        if let Some(figures) = &told.validation {
            eprintln!("validation  {figures}");
        }
        patience()
    })
}

fn learn_difficulty(puzzles: &PathBuf, output: &Path) -> Result<bool, TrainError> {
    let text = String::from_utf8_lossy(&read(puzzles)?).into_owned();
    let samples = difficulty::read_puzzles(&text, puzzles)?;
    let outcome = difficulty::learn(&samples, &difficulty::Settings::default());
    print!("{}", outcome.table());
    fs::write(output, outcome.predictor.to_string()).map_err(|error| TrainError::Io {
        what: output.display().to_string(),
        error,
    })?;
    Ok(true)
}

fn teach<L: Lesson>(lesson: L, config: HumanConfig, args: &RunArgs) -> Result<bool, TrainError> {
    let mut run = HumanRun::open(lesson, config, args.folder()?, args.threads())?;
    taken_up(run.step());
    let patience = args.patience();
    run.train(&mut |told| {
        eprintln!(
            "step {}/{}  loss {:.4}  {:.0} samples/s  {:.1} min left",
            told.step,
            told.steps,
            told.loss,
            told.samples_per_second,
            told.left / 60.0
        );
        if let Some(figures) = &told.validation {
            eprintln!("validation  {figures}");
        }
        patience()
    })
}

fn test(
    network: &PathBuf,
    data: PathBuf,
    positions: usize,
    tuples: TuplesChoice,
    json: bool,
) -> Result<bool, TrainError> {
    let saved = sissa_nn::file::read(&read(network)?).map_err(|error| TrainError::Weights {
        file: network.display().to_string(),
        error,
    })?;
    let tuples = match tuples {
        TuplesChoice::Thesis7 => Tuples::Thesis7,
        TuplesChoice::Thesis => Tuples::Thesis,
        TuplesChoice::All => Tuples::All,
    };
    let tuples = tuples.list();
    let room = Room::new()?;
    let data = as_dataset(data, &room.0)?;
    let cooperative = dataset::Statistics::read(&data)?.discount.is_some();
    let material = if cooperative || tuples.len() > 17 {
        None
    } else {
        Some(Material::fit(&data, &tuples, 200_000)?)
    };
    let measures = measure(&saved.network, &data, &tuples, positions, material.as_ref())?;
    if json {
        let text = serde_json::to_string(&measures).expect("numbers are JSON");
        println!("{text}");
    } else {
        print!("{}", measures.table());
    }
    Ok(true)
}
