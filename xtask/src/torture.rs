//! `cargo xtask torture`: jobs that write files are killed at random moments, over and over.
//!
//! A job is begun and killed (`kill -9`) after some random time until it comes to its end by itself; what it leaves must be what
//! an undisturbed run leaves, byte for byte and file for file. The test that lets every single call on files fail at its place is
//! `crates/cli/tests/faults`; this one has time on its side, with larger work and several threads.

use std::{
    collections::BTreeMap,
    fs,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{Failure, contents, step};

/// `OUT` is a folder of its own, `IN` that of the inputs. A match writes its games as they end, so its order repeats on one
/// thread only.
const JOBS: [(&str, &[&str]); 6] = [
    (
        "generate",
        &[
            "generate",
            "white Q=0",
            "-n",
            "20000",
            "-f",
            "jsonl",
            "-o",
            "OUT/positions.jsonl",
        ],
    ),
    (
        "dataset",
        &["generate", "--plan", "IN/plan.toml", "-o", "OUT/data"],
    ),
    (
        "import",
        &["games", "import", "IN/a.pgn", "IN/b.pgn", "-o", "OUT/games"],
    ),
    (
        "report",
        &[
            "games",
            "report",
            "white Q=0",
            "Q=0",
            "-g",
            "IN/games",
            "-o",
            "OUT/report",
        ],
    ),
    (
        "find",
        &[
            "games",
            "find",
            "white Q=0",
            "-g",
            "IN/games",
            "--rows",
            "OUT/found.parquet",
            "-o",
            "OUT/found.jsonl",
        ],
    ),
    (
        "match",
        &[
            "match",
            "handcrafted",
            "untuned",
            "-n",
            "40",
            "--nodes",
            "200",
            "-j",
            "1",
            "-o",
            "OUT/games.pgn",
        ],
    ),
];

const PLAN: &str = "total = 30_000\npart_rows = 2_000\n[[positions]]\nconstraint = [\"white Q=0\", \"Q=0\", \"KRPvKR\"]\n";

/// Tortures every job in turn until the time is over.
pub fn run(program: &Path, minutes: u64) -> Result<(), Failure> {
    let place = std::env::temp_dir().join(format!("sissa-torture-{}", std::process::id()));
    let outcome = prepare(program, &place).and_then(|()| torture(program, &place, minutes));
    let _ = fs::remove_dir_all(&place);
    outcome
}

fn prepare(program: &Path, place: &Path) -> Result<(), Failure> {
    step("preparing", "games and a plan");
    let inputs = place.join("in");
    let made = fs::create_dir_all(&inputs).and_then(|()| fs::write(inputs.join("plan.toml"), PLAN));
    made.map_err(|error| format!("{}: {error}", inputs.display()))?;
    for (seed, file) in [("1", "a.pgn"), ("2", "b.pgn")] {
        let arguments = [
            "generate",
            "white Q=0",
            "-n",
            "20000",
            "-s",
            seed,
            "-f",
            "pgn",
            "-o",
            file,
        ];
        crate::run(Command::new(program).args(arguments).current_dir(&inputs))?;
    }
    let arguments = ["games", "import", "a.pgn", "b.pgn", "-o", "games"];
    crate::run(Command::new(program).args(arguments).current_dir(&inputs))
}

fn torture(program: &Path, place: &Path, minutes: u64) -> Result<(), Failure> {
    let expected: Vec<_> = JOBS
        .iter()
        .map(|(name, arguments)| undisturbed(program, place, name, arguments))
        .collect::<Result<_, _>>()?;
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    let mut chance = Chance(RandomState::new().build_hasher().finish());
    let (mut rounds, mut kills) = (0, 0);
    while Instant::now() < until {
        for ((name, arguments), (expected, time)) in JOBS.iter().zip(&expected) {
            let out = place.join(name);
            let (mut here, mut killed) = (0, true);
            while killed {
                // The more often it was killed the longer it is left alone, or jobs that begin anew never end.
                let patience = time.mul_f64(chance.share() * (1.0 + 0.5 * f64::from(here)));
                killed = killed_after(program, place, &out, arguments, patience)?;
                here += i32::from(killed);
            }
            let left = contents(&out)?;
            if left != *expected {
                let names =
                    |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
                let kept = place.with_extension(name);
                let _ = fs::rename(&out, &kept);
                return Err(format!(
                    "{name}, killed {here} times, left something else in {}: {:?} instead of {:?}",
                    kept.display(),
                    names(&left),
                    names(expected)
                ));
            }
            fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
            kills += here;
        }
        rounds += 1;
    }
    step(
        "passed",
        &format!(
            "{rounds} rounds of {} jobs, {kills} kills, nothing lost, nothing doubled",
            JOBS.len()
        ),
    );
    Ok(())
}

/// What a job leaves and how long it takes.
type Whole = (BTreeMap<PathBuf, Vec<u8>>, Duration);

fn undisturbed(
    program: &Path,
    place: &Path,
    name: &str,
    arguments: &[&str],
) -> Result<Whole, Failure> {
    let (out, begun) = (place.join(name), Instant::now());
    killed_after(program, place, &out, arguments, Duration::MAX)?;
    let time = begun.elapsed();
    let found = contents(&out)?;
    fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    Ok((found, time))
}

/// Runs a job and kills it unless it ends before; whether it was killed.
fn killed_after(
    program: &Path,
    place: &Path,
    out: &Path,
    arguments: &[&str],
    patience: Duration,
) -> Result<bool, Failure> {
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let inputs = place.join("in");
    let arguments = arguments.iter().map(|argument| {
        let argument = argument.replace("IN", &inputs.to_string_lossy());
        argument.replace("OUT", &out.to_string_lossy())
    });
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let begun = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(false),
            Some(status) => return Err(format!("{command:?} ended with {status}")),
            None if begun.elapsed() >= patience => {
                let ended = child.kill().and_then(|()| child.wait());
                return ended.map(|_| true).map_err(|error| error.to_string());
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Different each time: what it hits can be hit again only by chance, so what it finds becomes a test of its own.
struct Chance(u64);

impl Chance {
    /// Between nought and one, by splitmix64.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
