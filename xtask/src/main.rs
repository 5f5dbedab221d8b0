//! The developer's commands: `cargo xtask test` is what CI runs.

mod coverage;
mod fuzz;
mod notices;
mod picture;
mod soak;
mod tiny;
mod torture;

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

const HELP: &str = "\
The developer's commands

Usage: cargo xtask <COMMAND>

  test    install what the tests need, then run every check and every test
  check   formatting, lints and tests with what is there
  tools   only install what the tests need
  web     build the page into crates/server/page, for `cargo build` to put into the binary
  fuzz    look for inputs that break a property: [--minutes N] [--rounds N] [NAME…], all of crates/properties if none is
          named. Built without a sanitizer, which sees little in safe code and makes the build and each try many times
          as slow; --sanitizer address takes one
  tiny    build the engine's tiny program, and print the bytes of it compressed and where it lies
  torture kill jobs that write files at random moments, over and over: [--minutes N]
  soak    how the server answers under load, and whether it lasts: [--minutes N]
  coverage which share of the library's lines the tests run, file by file
  miri    run the tests of the code with `unsafe` under an interpreter that sees undefined behaviour
  notices whose work is in the program, into crates/server/notices.txt
  sbom    the same as CycloneDX JSON, to standard output
  picture draw the terminal of the README, docs/images/terminal.svg
";

/// A failed step, in words.
type Failure = String;

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_default();
    let outcome = match command.as_str() {
        "test" => install().and_then(|missing| check(&missing)),
        "check" => missing_tools().map_or_else(Err, |missing| check(&missing)),
        "tools" => install().map(|_| ()),
        "web" => build_page(),
        "fuzz" => fuzz::run_all(),
        "tiny" => make_tiny(),
        "torture" => built().and_then(|program| torture::run(&program, minutes(1)?)),
        "soak" => built().and_then(|program| soak::run(&program, minutes(1)?, 200)),
        "coverage" => coverage::run_all(),
        "miri" => miri(),
        "notices" => write_notices(),
        "sbom" => notices::collect(&root()).map(|notices| print!("{}", notices.bill_of_materials)),
        "picture" => draw_terminal(),
        "" | "help" | "-h" | "--help" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("no command `{other}`\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the tiny program, talks to it, and tells its weight and where it lies.
fn make_tiny() -> Result<(), Failure> {
    let (bytes, program) = tiny::build()?;
    let memory = tiny::check(&program)?;
    step("weighed", &format!("{memory} KiB of memory at most"));
    println!("{bytes} {}", program.display());
    Ok(())
}

/// A program that tests compare with or run, and where it comes from.
struct Tool {
    name: &'static str,
    /// Debian packages that bring it.
    packages: &'static [&'static str],
    present: fn() -> bool,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "pgn-extract",
        packages: &["pgn-extract"],
        present: || {
            answers("pgn-extract", &["--version"])
                || answers("/usr/games/pgn-extract", &["--version"])
        },
    },
    Tool {
        name: "stockfish",
        packages: &["stockfish"],
        present: || answers("stockfish", &["quit"]) || answers("/usr/games/stockfish", &["quit"]),
    },
    Tool {
        name: "zstd",
        packages: &["zstd"],
        present: || answers("zstd", &["--version"]),
    },
    Tool {
        name: VENV,
        packages: &["python3", "python3-venv"],
        present: || answers("python3", &["-c", "import venv, ensurepip"]),
    },
    Tool {
        name: JAVA,
        packages: &["openjdk-17-jre-headless"],
        present: || answers("java", &["-version"]),
    },
    Tool {
        name: NPM,
        packages: &["nodejs", "npm"],
        present: || answers("npm", &["--version"]),
    },
    Tool {
        name: CHROMIUM,
        packages: &["chromium"],
        present: || Path::new("/usr/bin/chromium").exists(),
    },
];

const NPM: &str = "node with npm";
const VENV: &str = "python3 with venv";
/// Spark runs on it.
const JAVA: &str = "java";
const CHROMIUM: &str = "chromium";
/// What npm fetches for the page.
const PACKAGES: &str = "the packages of web/";

/// Versions of the Python modules that tests ask: python-chess for games and positions, DuckDB and
/// Polars for the documented queries.
const PYTHON_MODULES: [PythonModule; 3] = [
    PythonModule {
        name: "python module chess",
        import: "import chess",
        requirement: "chess==1.11.2",
    },
    PythonModule {
        name: "python module duckdb",
        import: "import duckdb",
        requirement: "duckdb==2.0.0",
    },
    PythonModule {
        name: "python module polars",
        import: "import polars",
        requirement: "polars==2.1.0",
    },
];

struct PythonModule {
    name: &'static str,
    import: &'static str,
    requirement: &'static str,
}

impl PythonModule {
    fn present(&self) -> bool {
        let script = ["-c", self.import];
        answers("python3", &script)
            || answered(Command::new(tools().join("python/bin/python")).args(script))
    }
}

fn missing_tools() -> Result<Vec<&'static str>, Failure> {
    let mut missing: Vec<&str> = TOOLS
        .iter()
        .filter(|tool| !(tool.present)())
        .map(|tool| tool.name)
        .collect();
    let modules = PYTHON_MODULES.iter().filter(|module| !module.present());
    missing.extend(modules.map(|module| module.name));
    Ok(missing)
}

/// Installs what is missing where this user may; returns what is still missing.
fn install() -> Result<Vec<&'static str>, Failure> {
    let wanted: Vec<&str> = TOOLS
        .iter()
        .filter(|tool| !(tool.present)())
        .flat_map(|tool| tool.packages)
        .copied()
        .collect();
    if !wanted.is_empty() && is_root() && answers("apt-get", &["--version"]) {
        step("installing", &wanted.join(" "));
        let apt = |arguments: &[&str]| {
            run(Command::new("apt-get")
                .env("DEBIAN_FRONTEND", "noninteractive")
                .args(arguments)
                .stdout(Stdio::null()))
        };
        // A machine without a network still runs the tests it can.
        let installed = apt(&["update", "-q"]).and_then(|()| {
            apt(&[
                ["install", "-yq", "--no-install-recommends"].as_slice(),
                &wanted,
            ]
            .concat())
        });
        if let Err(failure) = installed {
            eprintln!("warning: {failure}");
        }
    }
    let modules: Vec<&str> = PYTHON_MODULES
        .iter()
        .filter(|module| !module.present())
        .map(|module| module.requirement)
        .collect();
    if !modules.is_empty() && answers("python3", &["-c", "import venv, ensurepip"]) {
        step("installing", &modules.join(" "));
        let environment = tools().join("python");
        let installed = run(Command::new("python3")
            .args(["-m", "venv"])
            .arg(&environment))
        .and_then(|()| {
            run(Command::new(environment.join("bin/python"))
                .args(["-m", "pip", "install", "-q"])
                .args(&modules))
        });
        if let Err(failure) = installed {
            eprintln!("warning: {failure}");
        }
    }
    missing_tools()
}

/// Fetches what the page is made of, where that has changed, and builds it.
fn build_page() -> Result<(), Failure> {
    if !answers("npm", &["--version"]) {
        return Err(
            "the page needs node and npm: https://nodejs.org, or your distribution".to_owned(),
        );
    }
    let web = root().join("web");
    let changed = |path: &str| web.join(path).metadata().and_then(|file| file.modified());
    let fetched = changed("node_modules/.package-lock.json");
    let fresh = matches!((fetched, changed("package-lock.json")), (Ok(fetched), Ok(lock)) if fetched >= lock);
    if !fresh {
        step("fetching", "what the page is made of");
        run(npm().args(["ci", "--no-audit", "--no-fund"]))?;
    }
    step("building", "the page");
    run(npm().args(["run", "--silent", "build"]))
}

/// The page of the repository must be what its sources make.
fn check_page() -> Result<(), Failure> {
    let folder = root().join("crates/server/page");
    let before = contents(&folder)?;
    build_page()?;
    if contents(&folder)? == before {
        return Ok(());
    }
    Err(format!(
        "{} was not what web/ makes; it is now, and belongs into the commit",
        folder.display()
    ))
}

/// Every file below a folder.
fn contents(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, Failure> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            files.extend(contents(&path)?);
        } else {
            let bytes = fs::read(&path).map_err(failed)?;
            files.insert(path, bytes);
        }
    }
    Ok(files)
}

/// Builds the program and draws what it shows.
fn draw_terminal() -> Result<(), Failure> {
    run(cargo().args(["build", "--release", "--quiet"]))?;
    let drawing = picture::terminal(&target().join("release"))?;
    let file = root().join("docs/images/terminal.svg");
    fs::write(&file, drawing).map_err(|error| format!("{}: {error}", file.display()))
}

/// The number after `--minutes`.
fn minutes(otherwise: u64) -> Result<u64, Failure> {
    let mut arguments = env::args().skip(2);
    match arguments.next().as_deref() {
        None => Ok(otherwise),
        Some("--minutes") => {
            let number = arguments.next().and_then(|number| number.parse().ok());
            number.ok_or_else(|| "--minutes takes a whole number".to_owned())
        }
        Some(other) => Err(format!("no option `{other}`; there is --minutes N")),
    }
}

/// The program as people use it.
fn built() -> Result<PathBuf, Failure> {
    run(cargo().args(["build", "--release", "--quiet"]))?;
    Ok(target().join("release/sissa"))
}

/// Code with `unsafe`, and what shows that it is sound: the tests whose names begin so.
const UNSAFE: [(&str, &str); 3] = [
    ("sissa-engine", "transposition"),
    ("sissa-engine", "layer"),
    ("sissa-nn", "gemm"),
];

/// Runs tests of the code with `unsafe` under Miri, which needs a nightly compiler.
fn miri() -> Result<(), Failure> {
    if !answers("rustup", &["run", "nightly", "cargo", "miri", "--version"]) {
        let hint = "`rustup component add --toolchain nightly miri rust-src` brings it";
        return Err(format!("Miri is missing: {hint}"));
    }
    for (package, tests) in UNSAFE {
        step("interpreting", &format!("{tests} of {package}"));
        run(Command::new("rustup")
            .current_dir(root())
            .args([
                "run",
                "nightly",
                "cargo",
                "miri",
                "test",
                "-p",
                package,
                "--lib",
                "--target-dir",
            ])
            .arg(target().join("miri"))
            .arg(tests)
            // The wide loops are what is looked at.
            .env("RUSTFLAGS", "-C target-feature=+avx2,+fma")
            .env_remove("CARGO"))?;
    }
    Ok(())
}

fn notices_file() -> PathBuf {
    root().join("crates/server/notices.txt")
}

fn write_notices() -> Result<(), Failure> {
    let file = notices_file();
    let text = notices::collect(&root())?.text;
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// The notices of the repository must be what the lock files say.
fn check_notices() -> Result<(), Failure> {
    step("checking", "the notices of other people's work");
    let kept = fs::read_to_string(notices_file()).unwrap_or_default();
    if notices::collect(&root())?.text == kept {
        return Ok(());
    }
    Err(
        "crates/server/notices.txt is not what the lock files say: `cargo xtask notices`"
            .to_owned(),
    )
}

fn npm() -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(root().join("web"));
    npm
}

/// The page in a real browser, served by the binary that the tests have built.
fn test_page_in_browser() -> Result<(), Failure> {
    step("running", "the page in a browser");
    let binary = target().join("debug/sissa");
    run(npm()
        .args(["run", "--silent", "test:browser"])
        .env("SISSA", binary))
}

/// What the tests of the Python package need besides it.
const PYTHON_TESTS: [&str; 7] = [
    "chess==1.11.2",
    "duckdb==2.0.0",
    "mypy",
    "polars",
    "pyarrow",
    "pytest",
    "typing_extensions",
];

/// The clusters that its examples run on: heavy, and missing where there is no network.
const CLUSTERS: [&str; 2] = ["ray==2.60.0", "pyspark==4.3.0"];

/// Builds the wheel as its users do, and runs its tests, the examples of its pages and the checker of types.
fn test_python(missing: &mut Vec<&'static str>) -> Result<(), Failure> {
    step("building", "the Python package");
    let environment = tools().join("wheel");
    let program = |name: &str| {
        let mut program = Command::new(environment.join("bin").join(name));
        // Away from the sources, which are a package without its Rust part.
        program.current_dir(tools());
        program
    };
    let package = root().join("python");
    let prepared = run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(&environment))
    .and_then(|()| {
        run(program("pip")
            .args(["install", "-q", "--disable-pip-version-check"])
            .args(PYTHON_TESTS))
    });
    if let Err(failure) = prepared {
        // A machine without a network still runs the tests it can.
        eprintln!("warning: {failure}");
        missing.push("Python packages");
        return Ok(());
    }
    let clusters = run(program("pip")
        .args(["install", "-q", "--disable-pip-version-check"])
        .args(CLUSTERS));
    if let Err(failure) = clusters {
        eprintln!("warning: {failure}");
        missing.push("Ray and Spark");
    }
    run(program("pip").args(["install", "-q"]).arg(&package))?;
    step(
        "running",
        "the tests of the Python package, its examples on Ray and Spark",
    );
    run(program("pytest")
        .env("SISSA", target().join("debug/sissa"))
        .args(["-q", "-c"])
        .arg(package.join("pyproject.toml"))
        .args(["--pyargs", "sissa"])
        .args(["tests", "README.md"].map(|path| package.join(path))))?;
    run(program("mypy")
        .arg("--config-file")
        .arg(package.join("pyproject.toml"))
        .args(["-p", "sissa"]))?;
    run(program("mypy")
        .arg("--config-file")
        .arg(package.join("pyproject.toml"))
        .args(["benches", "examples", "tests", "make_records.py"].map(|path| package.join(path))))
}

fn check(missing: &[&'static str]) -> Result<(), Failure> {
    let mut missing = missing.to_vec();
    if !missing.contains(&NPM) {
        match check_page() {
            Ok(()) => {
                step("checking", "the page: types and unit tests");
                run(npm().args(["test", "--silent"]))?;
                check_notices()?;
            }
            // A machine without a network still runs the tests it can.
            Err(failure) if !root().join("web/node_modules").exists() => {
                eprintln!("warning: {failure}");
                missing.push(PACKAGES);
            }
            Err(failure) => return Err(failure),
        }
    }
    if answers("cargo", &["fmt", "--version"]) {
        step("checking", "formatting");
        run(cargo().args(["fmt", "--all", "--check"]))?;
    }
    if answers("cargo", &["clippy", "--version"]) {
        step("checking", "lints");
        run(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ]))?;
    }
    if tiny::is_possible() {
        step("building", "the tiny program, and talking to it");
        let (bytes, program) = tiny::build()?;
        let memory = tiny::check(&program)?;
        eprintln!("{bytes} bytes compressed, {memory} KiB of memory");
    }
    step("running", "every test");
    let mut tests = cargo();
    tests.args(["test", "--workspace"]);
    if missing.is_empty() {
        tests.env("SISSA_PEERS", "required");
    }
    run(&mut tests)?;
    if ![NPM, CHROMIUM, PACKAGES]
        .iter()
        .any(|tool| missing.contains(tool))
    {
        test_page_in_browser()?;
    }
    if !missing.contains(&VENV) {
        test_python(&mut missing)?;
    }
    if missing.is_empty() {
        step("passed", "every test");
    } else {
        step(
            "passed",
            &format!(
                "every test but those that need {}: skipped",
                missing.join(", ")
            ),
        );
    }
    Ok(())
}

fn step(verb: &str, what: &str) {
    eprintln!("\n== {verb} {what}");
}

fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn run(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} ended with {status}")),
        Err(error) => Err(format!("{command:?} could not be run: {error}")),
    }
}

fn answers(program: &str, arguments: &[&str]) -> bool {
    answered(Command::new(program).args(arguments))
}

fn answered(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The machine that the compiler compiles for.
fn host() -> Result<String, Failure> {
    rustc_says("host:")
}

/// What `rustc -vV` says of a thing.
fn rustc_says(key: &str) -> Result<String, Failure> {
    let told = Command::new("rustc").arg("-vV").output();
    let told = told.map_err(|error| format!("rustc: {error}"))?;
    let told = String::from_utf8_lossy(&told.stdout);
    let value = told.lines().find_map(|line| line.strip_prefix(key));
    let value = value.ok_or_else(|| format!("`rustc -vV` does not say its {key}"))?;
    Ok(value.trim().to_owned())
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Where cargo builds.
fn target() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    root().join(target)
}

/// Tools of the project's own, out of the way of the system's.
fn tools() -> PathBuf {
    root().join("target/tools")
}
