//! `sissa-tune`: makes the engine's weights and the numbers of its search.
//!
//! Apart from the everyday program, which needs none of this. A run is a configuration in TOML; its
//! folder keeps the configuration, the log and what was made.
//!
//! | file | is |
//! |---|---|
//! | `handcrafted.rs` | the weights of the handcrafted evaluation, tuned on results of real games |
//! | `datagen.rs`, `course.rs`, `scatter.rs`, `sample.rs` | positions to learn from: judged by search, of self-play, or around others |
//! | `said.rs` | values that engines wrote into the comments of games, in our centipawns |
//! | `means.rs` | positions of games with the mean result of the games through them |
//! | `train.rs`, `gradient.rs` | the engine's network, trained on these |
//! | `search.rs` | the numbers of the search, tuned in games against itself |
//! | `games.rs`, `run.rs` | PGN files in, the folder of a run out |

mod course;
mod datagen;
mod games;
mod gradient;
mod handcrafted;
mod means;
mod run;
mod said;
mod sample;
mod scatter;
mod search;
mod train;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use serde::de::DeserializeOwned;
use sissa_engine::{Evaluation, eval::Weights, eval::nnue};

use run::Run;

/// Makes the engine's weights and the numbers of its search: tuning, data, training
#[derive(Debug, Parser)]
#[command(
    name = "sissa-tune",
    version,
    after_help = "Examples:
  zstdcat games.pgn.zst | sissa-tune handcrafted experiments/engine/handcrafted.toml runs/tune -
  zstdcat games.pgn.zst | sissa-tune label experiments/engine/label.toml runs/data -
  sissa-tune self-play experiments/engine/self-play.toml runs/more
  zstdcat masters.pgn.zst | sissa-tune means experiments/deepchess/means.toml runs/means -
  sissa-tune train experiments/engine/nnue.toml runs/net runs/data/shard-*.bin
  sissa-tune search experiments/engine/search.toml runs/search games.pgn -j 2"
)]
struct Cli {
    #[command(subcommand)]
    job: Job,
}

#[derive(Debug, Subcommand)]
enum Job {
    /// Tune the handcrafted evaluation on results of real games
    Handcrafted {
        config: PathBuf,
        folder: PathBuf,
        /// PGN files, `-` for standard input, or shards of judged positions (`.bin`)
        games: Vec<String>,
        /// Weights to begin with, instead of the untuned ones
        #[arg(long)]
        from: Option<PathBuf>,
    },
    /// Judge positions of real games by search, or by what engines said in their comments
    Label {
        config: PathBuf,
        folder: PathBuf,
        games: Vec<String>,
        #[arg(short = 'j', long, default_value_t = 1)]
        threads: usize,
        /// Weights or a network instead of those built in
        #[arg(long)]
        eval: Option<PathBuf>,
    },
    /// Play against itself
    SelfPlay {
        config: PathBuf,
        folder: PathBuf,
        /// PGN files whose openings are played on; without any, games begin with random moves
        games: Vec<String>,
        #[arg(short = 'j', long, default_value_t = 1)]
        threads: usize,
        #[arg(long)]
        eval: Option<PathBuf>,
    },
    /// Tune the numbers of the search in games against itself
    Search {
        config: PathBuf,
        folder: PathBuf,
        /// PGN files whose openings are played on
        games: Vec<String>,
        #[arg(short = 'j', long, default_value_t = 1)]
        threads: usize,
    },
    /// Make more positions around those of shards, judged by the handcrafted evaluation alone
    Scatter {
        config: PathBuf,
        folder: PathBuf,
        shards: Vec<PathBuf>,
    },
    /// Each distinct position of games with the mean result of the games through it
    Means {
        config: PathBuf,
        folder: PathBuf,
        games: Vec<String>,
    },
    /// Train a network on shards
    Train {
        config: PathBuf,
        folder: PathBuf,
        shards: Vec<PathBuf>,
        #[arg(short = 'j', long, default_value_t = 2)]
        threads: usize,
        /// A network to begin with, instead of chance
        #[arg(long)]
        from: Option<PathBuf>,
    },
}

#[expect(
    clippy::print_stderr,
    reason = "the program's last word, not a library's"
)]
fn main() -> ExitCode {
    match run(Cli::parse().job) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(job: Job) -> anyhow::Result<()> {
    match job {
        Job::Handcrafted {
            config,
            folder,
            games,
            from,
        } => {
            let config: handcrafted::Config = read(&config)?;
            let run = Run::begin(&folder, &config)?;
            let start = from.as_deref().map_or(Ok(Weights::untuned()), weights)?;
            let weights = handcrafted::tune(&config, &games, &start, &run)?;
            fs::write(run.file("handcrafted.txt"), weights.to_string())?;
            Ok(())
        }
        Job::Label {
            config,
            folder,
            games,
            threads,
            eval,
        } => {
            let config: datagen::Config = read(&config)?;
            let run = Run::begin(&folder, &config)?;
            datagen::from_games(&config, &games, &evaluation(eval)?, threads, &run)
        }
        Job::SelfPlay {
            config,
            folder,
            games,
            threads,
            eval,
        } => {
            let config: datagen::Config = read(&config)?;
            let run = Run::begin(&folder, &config)?;
            datagen::from_self_play(&config, &games, &evaluation(eval)?, threads, &run)
        }
        Job::Search {
            config,
            folder,
            games,
            threads,
        } => {
            let config: search::Config = read(&config)?;
            let run = Run::begin(&folder, &config)?;
            search::tune(&config, &games, threads, &run)
        }
        Job::Scatter {
            config,
            folder,
            shards,
        } => {
            let config: scatter::Config = read(&config)?;
            let run = Run::begin(&folder, &config)?;
            scatter::scatter(&config, &shards, &run)
        }
        Job::Means {
            config,
            folder,
            games,
        } => {
            let config: means::Config = read(&config)?;
            let run = Run::begin(&folder, &config)?;
            means::means(&config, &games, &run)
        }
        Job::Train {
            config,
            folder,
            shards,
            threads,
            from,
        } => {
            let config: train::Config = read(&config)?;
            let run = Run::begin(&folder, &config)?;
            let from = from
                .map(fs::read)
                .transpose()
                .context("cannot read the network")?;
            train::train(&config, &shards, from.as_deref(), threads, &run)
        }
    }
}

fn read<T: DeserializeOwned>(path: &PathBuf) -> anyhow::Result<T> {
    let shown = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{shown}`"))?;
    toml::from_str(&text).with_context(|| format!("`{shown}` is no configuration of this job"))
}

fn weights(path: &Path) -> anyhow::Result<Weights> {
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(Weights::parse(&text)?)
}

fn evaluation(path: Option<PathBuf>) -> anyhow::Result<Evaluation> {
    let Some(path) = path else {
        return Ok(Evaluation::default());
    };
    let bytes = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    if bytes.starts_with(nnue::MAGIC) {
        return Ok(Evaluation::of_network(&bytes)?);
    }
    let weights = Weights::parse(&String::from_utf8(bytes)?)?;
    Ok(Evaluation::Handcrafted(Arc::new(weights)))
}
