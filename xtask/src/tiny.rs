//! The tiny build of the engine: a UCI program that must be at most 65,536 bytes, compressed.
//!
//! `tiny/` is a package of its own, because in the workspace features would bring the standard library back. Here are the
//! switches of its compiler, what is cut away afterwards, and the weighing.

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{Failure, answers, cargo, root, run, target};

/// What a competition allows: bytes compressed, and KiB of memory with everything.
const MOST: usize = 65_536;
const MOST_MEMORY: usize = 5 * 1024;

/// The processors since 2013 have these: counting bits, and wide integers for the network.
const PROCESSOR: &str = "x86-64-v3";
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Tables for unwinding, which nothing does here, and notes.
const USELESS: [&str; 4] = [
    ".eh_frame",
    ".gcc_except_table",
    ".comment",
    ".note.ABI-tag",
];

/// Builds and compresses the program; its compressed size and where it lies, not compressed.
pub fn build() -> Result<(usize, PathBuf), Failure> {
    let folder = target().join("tiny");
    // Nothing in the program may depend on where it was built.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let mut switches = vec![
        format!("-Ctarget-cpu={PROCESSOR}"),
        "-Crelocation-model=static".to_owned(),
        "-Cforce-unwind-tables=no".to_owned(),
        "-Clink-arg=-no-pie".to_owned(),
        "-Clink-arg=-Wl,--build-id=none,-z,norelro,-z,noseparate-code,--hash-style=gnu".to_owned(),
        format!("--remap-path-prefix={}=", root().display()),
    ];
    if let Some(home) = home {
        let registry = home.join("registry/src");
        switches.push(format!("--remap-path-prefix={}=", registry.display()));
    }
    run(cargo()
        .args(["build", "--release", "--quiet", "--locked"])
        .args(["--target", PLATFORM, "--manifest-path"])
        .arg(root().join("tiny/Cargo.toml"))
        .arg("--target-dir")
        .arg(&folder)
        .env("CARGO_ENCODED_RUSTFLAGS", switches.join("\u{1f}")))?;
    let built = folder.join(PLATFORM).join("release/sissa-tiny");
    let program = folder.join("sissa-tiny");
    let mut cut = Command::new("objcopy");
    for section in USELESS {
        cut.arg("--remove-section").arg(section);
    }
    run(cut.arg(&built).arg(&program))?;
    let failed = |error| format!("{}: {error}", program.display());
    let mut bytes = fs::read(&program).map_err(failed)?;
    cut_headers(&mut bytes);
    fs::write(&program, bytes).map_err(failed)?;
    let bytes = compressed(&program)?;
    if bytes > MOST {
        return Err(format!(
            "{}: {bytes} bytes compressed, {} more than {MOST}",
            program.display(),
            bytes - MOST
        ));
    }
    Ok((bytes, program))
}

/// Cuts the list of sections off, which only debuggers read: it lies behind all that is loaded.
fn cut_headers(bytes: &mut Vec<u8>) {
    let number = |at: usize, size: usize| {
        let digits = bytes[at..at + size].iter().rev();
        digits.fold(0, |sum, byte| sum << 8 | usize::from(*byte))
    };
    // ELF, 64 bits: where the segments are listed, how long a row is and how many there are.
    let (list, row, rows) = (number(32, 8), number(54, 2), number(56, 2));
    let ends = (0..rows).map(|index| list + index * row);
    let ends = ends.filter(|at| number(*at, 4) == LOADED);
    let end = ends.map(|at| number(at + 8, 8) + number(at + 32, 8)).max();
    bytes.truncate(end.unwrap_or(bytes.len()));
    // No list of sections: its place, the length of a row, rows, and the names' row.
    bytes[40..48].fill(0);
    bytes[58..64].fill(0);
}

/// The kind of a segment that is loaded.
const LOADED: usize = 1;

/// The size by `xz` with its filter for machine code; the compressed file lies beside the program.
fn compressed(program: &Path) -> Result<usize, Failure> {
    let file = program.with_extension("xz");
    let to = fs::File::create(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    run(Command::new("xz")
        .args([
            "--x86",
            "--lzma2=preset=9e,lc=3,pb=0",
            "--check=none",
            "--stdout",
        ])
        .arg(program)
        .stdout(Stdio::from(to)))?;
    let size = file.metadata().map(|file| file.len());
    size.map(|size| size as usize)
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// Whether this machine can build and run it.
pub fn is_possible() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64"))
        && std::arch::is_x86_feature_detected!("avx2")
        && answers("objcopy", &["--version"])
        && answers("xz", &["--version"])
}

/// Games of so many half-moves from positions in which every rule matters (the Chess Programming Wiki's perft results).
const PERFT: [(&str, u32, u64); 6] = [
    ("startpos", 4, 197_281),
    (
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        3,
        97_862,
    ),
    ("fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    (
        "fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        4,
        422_333,
    ),
    (
        "fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        3,
        62_379,
    ),
    (
        "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        3,
        89_890,
    ),
];

/// Talks to the program: rules, limits, mates, nonsense, and memory after a search; the most it took, in KiB.
pub fn check(program: &Path) -> Result<usize, Failure> {
    let failed = |error| format!("{}: {error}", program.display());
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let output = child.stdout.take().ok_or("no output")?;
    let mut lines = BufReader::new(output).lines();
    let mut ask = |said: &str, expected: &str| -> Result<(), Failure> {
        input.write_all(said.as_bytes()).map_err(failed)?;
        for line in lines.by_ref() {
            let line = line.map_err(failed)?;
            if line.starts_with(expected) {
                return Ok(());
            }
            if line.starts_with("bestmove") || line.starts_with("Nodes") || line == "readyok" {
                return Err(format!("after `{said}`: `{line}`, not `{expected}`"));
            }
        }
        Err(format!("after `{said}`: the end, not `{expected}`"))
    };
    ask("uci\n", "uciok")?;
    for (position, depth, leaves) in PERFT {
        let said = format!("position {position}\ngo perft {depth}\n");
        ask(&said, &format!("Nodes searched: {leaves}"))?;
    }
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n";
    ask(&format!("{mate}go mate 1\n"), "bestmove a1a8")?;
    ask(&format!("{mate}go infinite\nisready\n"), "readyok")?;
    ask("stop\n", "bestmove a1a8")?;
    ask("hello\nisready\n", "info string error: unknown command")?;
    ask("", "readyok")?;
    let long = " g1f3 g8f6 f3g1 f6g8".repeat(5_000);
    let said = format!("position startpos moves{long}\n");
    ask(&said, "info string error: a line longer than 64 KiB")?;
    ask(
        "ucinewgame\nposition startpos moves d2d4\ngo nodes 400000\n",
        "bestmove",
    )?;
    ask(
        "position startpos moves e2e4\ngo nodes 400000\n",
        "bestmove",
    )?;
    let status = format!("/proc/{}/status", child.id());
    let status = fs::read_to_string(&status).map_err(|error| format!("{status}: {error}"))?;
    let most = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let most: usize = most
        .and_then(|most| most.trim().parse().ok())
        .ok_or("the system does not tell how much memory it took")?;
    drop(input);
    let status = child.wait().map_err(failed)?;
    if !status.success() {
        return Err(format!("{} ended with {status}", program.display()));
    }
    if most > MOST_MEMORY {
        return Err(format!("{most} KiB of memory, more than {MOST_MEMORY}"));
    }
    Ok(most)
}
