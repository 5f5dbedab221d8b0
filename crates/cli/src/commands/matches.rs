//! `sissa match`: two engines, paired openings, counted failures.

use std::{
    env, fs,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Color, Position as _};
use sissa_engine::{
    Book, Engine, Evaluation, Limits, Options, Score, Situation, Unwatched,
    arena::{
        Clocks, Driver, DriverError, End, GameRecord, MatchScore, PlayerSpec, Rules, Sprt, SprtState,
        play,
    },
};
use sissa_record::{Game, pgn};

use crate::{
    args::MatchArgs,
    console::Console,
    input,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Spinner,
};

/// Longest game in half-moves.
const LONGEST: usize = 500;
/// Longest silence of an engine before it counts as hung.
const PATIENCE: Duration = Duration::from_secs(20);
/// Openings that one side has won already are drawn again.
const LOPSIDED: i32 = 150;

/// What has happened so far.
#[derive(Default)]
struct Standing {
    score: MatchScore,
    /// Crashes, illegal moves and time forfeits of the first and second player.
    failures: [[u64; 3]; 2],
    nodes: [u64; 2],
    time: [Duration; 2],
    unfinished: u64,
}

pub fn run(args: &MatchArgs, console: &Console) -> Result<Exit, Problem> {
    let mut specs = [
        player(&args.first, &args.option_a)?,
        player(&args.second, &args.option_b)?,
    ];
    if specs[0].name == specs[1].name {
        specs[0].name.push_str(" (A)");
        specs[1].name.push_str(" (B)");
    }
    let rules = Rules {
        clocks: clocks(args)?,
        grace: args.grace,
        patience: PATIENCE,
        longest: LONGEST,
        adjudicate: args.adjudicate,
    };
    let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
    let pairs = args.count.div_ceil(2);
    let openings = Openings::of(args)?;
    // A program that cannot be started is an error, not a lost match.
    for spec in &specs {
        Driver::start(spec, PATIENCE).map_err(|error| {
            let hint = match error {
                DriverError::Option { .. } => "the program's answer to `uci` lists its options",
                _ => "give handcrafted, nnue, blend, untuned, a file with weights or a UCI program",
            };
            Report::new(error.to_string()).hint(hint)
        })?;
    }
    let output = Output::open(args.output.output.as_deref())?;
    let pgn_wanted = args.output.output.is_some();
    let interrupt = Interrupt::finishing(&output)?;
    let spinner = Spinner::new(console);
    let standing = Mutex::new(Standing::default());
    let next = AtomicU64::new(0);
    let decided = AtomicBool::new(false);
    let fault: Mutex<Option<Problem>> = Mutex::new(None);
    let begin = Instant::now();
    let work = || {
        let mut players: [Option<Driver>; 2] = [None, None];
        loop {
            let stop = || interrupt.requested() || decided.load(Relaxed);
            let pair = next.fetch_add(1, Relaxed);
            if pair >= pairs || stop() {
                return;
            }
            let start = openings.get(pair);
            let mut points = [0; 2];
            let mut texts = Vec::new();
            // The first player has White first.
            for (white, points) in points.iter_mut().enumerate() {
                let record = match game(&mut players, &specs, white, &start, &rules, &begin) {
                    Ok(record) => record,
                    Err(problem) => {
                        *lock(&fault) = Some(problem);
                        decided.store(true, Relaxed);
                        return;
                    }
                };
                let first = match white {
                    0 => record.white,
                    _ => 2 - record.white,
                };
                *points = first;
                let mut standing = lock(&standing);
                note(&mut standing, &record, white);
                if record.end.at_fault().is_some() {
                    // A fresh process for the next game.
                    players = [None, None];
                }
                texts.push(text_of(&record, &specs, white, pair * 2 + white as u64 + 1));
            }
            let mut standing = lock(&standing);
            standing.score.add_pair(points[0], points[1]);
            if pgn_wanted {
                for text in texts {
                    if let Err(problem) = output.write(text.as_bytes()) {
                        *lock(&fault) = Some(problem);
                        decided.store(true, Relaxed);
                        return;
                    }
                }
            }
            let games = standing.score.games();
            spinner.tell(games, &headline(&standing.score, sprt));
            if console.verbose() && games.is_multiple_of(10) {
                console.say(&format!(
                    "{games} games: {}\n",
                    headline(&standing.score, sprt)
                ));
            }
            if let Some(sprt) = sprt
                && !matches!(sprt.judge(&standing.score), SprtState::Undecided(_))
            {
                decided.store(true, Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..args.concurrency.min(pairs as usize) {
            scope.spawn(work);
        }
    });
    spinner.clear();
    if let Some(problem) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(problem);
    }
    let standing = standing
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let report = summary(&standing, &specs, &rules, sprt);
    if pgn_wanted {
        output.finish()?;
        let terminal = Output::open(None)?;
        terminal.write(report.as_bytes())?;
        terminal.finish()?;
    } else {
        output.write(report.as_bytes())?;
        output.finish()?;
    }
    match interrupt.requested() {
        true => Ok(Exit::Interrupted),
        false => Ok(Exit::Yes),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays one game, starting processes that are not running.
fn game(
    players: &mut [Option<Driver>; 2],
    specs: &[PlayerSpec; 2],
    white: usize,
    start: &Chess,
    rules: &Rules,
    begin: &Instant,
) -> Result<GameRecord, Problem> {
    for (player, spec) in players.iter_mut().zip(specs) {
        if player.is_none() {
            let started = Driver::start(spec, PATIENCE);
            *player = Some(started.map_err(|error| Report::new(error.to_string()))?);
        }
    }
    let [Some(first), Some(second)] = players else {
        return Err(Report::new("the players did not start").into());
    };
    let seated = match white {
        0 => [first, second],
        _ => [second, first],
    };
    Ok(play(start, seated, rules, &|| begin.elapsed(), &|| false))
}

fn note(standing: &mut Standing, record: &GameRecord, white: usize) {
    let seat = |color: Color| match color {
        Color::White => white,
        Color::Black => 1 - white,
    };
    match record.end {
        End::Crashed(color) => standing.failures[seat(color)][0] += 1,
        End::Illegal(color) => standing.failures[seat(color)][1] += 1,
        End::OutOfTime(color) => standing.failures[seat(color)][2] += 1,
        End::Stopped => standing.unfinished += 1,
        _ => {}
    }
    for color in Color::ALL {
        let side = color.fold_wb(0, 1);
        standing.nodes[seat(color)] += record.nodes[side];
        standing.time[seat(color)] += record.time[side];
    }
}

fn text_of(record: &GameRecord, specs: &[PlayerSpec; 2], white: usize, number: u64) -> String {
    let mut game = Game::starting_from(record.start.clone());
    for m in &record.moves {
        if game.push(*m).is_err() {
            break;
        }
    }
    let result = ["0-1", "1/2-1/2", "1-0"][usize::from(record.white.min(2))];
    let plies = record.moves.len().to_string();
    let number = number.to_string();
    let mut tags = vec![
        ("Event", "sissa match"),
        ("Round", number.as_str()),
        ("White", specs[white].name.as_str()),
        ("Black", specs[1 - white].name.as_str()),
        ("Result", result),
        ("PlyCount", plies.as_str()),
        ("Termination", record.end.words()),
    ];
    if let Some(remark) = &record.remark {
        tags.push(("Annotator", remark));
    }
    pgn(&game, &tags)
}

fn headline(score: &MatchScore, sprt: Option<Sprt>) -> String {
    let test = sprt.map_or_else(String::new, |sprt| format!(", {}", verdict(sprt, score)));
    format!(
        "+{} ={} -{}, {:.1} %, Elo {:.0}{test}",
        score.wins,
        score.draws,
        score.losses,
        100.0 * score.share(),
        score.elo()
    )
}

fn verdict(sprt: Sprt, score: &MatchScore) -> String {
    let (ratio, word) = match sprt.judge(score) {
        SprtState::Undecided(ratio) => (ratio, "undecided"),
        SprtState::Rejected(ratio) => (ratio, "rejected"),
        SprtState::Accepted(ratio) => (ratio, "accepted"),
    };
    format!("SPRT {}..{} {word} (LLR {ratio:.2})", sprt.elo0, sprt.elo1)
}

fn summary(
    standing: &Standing,
    specs: &[PlayerSpec; 2],
    rules: &Rules,
    sprt: Option<Sprt>,
) -> String {
    let score = &standing.score;
    let limit = match rules.clocks {
        Clocks::PerMove(time) => format!("{} ms a move", time.as_millis()),
        Clocks::Total { time, increment } => {
            format!("{}+{} s", time.as_secs_f64(), increment.as_secs_f64())
        }
        Clocks::Nodes(nodes) => format!("{nodes} nodes a move"),
        Clocks::Depth(depth) => format!("depth {depth}"),
    };
    let mut text = format!(
        "{} against {}, {limit}\ngames      {}\nscore      +{} ={} -{} ({:.1} %)\npairs      {}\nElo        {}\n",
        specs[0].name,
        specs[1].name,
        score.games(),
        score.wins,
        score.draws,
        score.losses,
        100.0 * score.share(),
        score.pairs.map(|count| count.to_string()).join(" "),
        score.elo()
    );
    if let Some(sprt) = sprt {
        text.push_str(&format!("test       {}\n", verdict(sprt, score)));
    }
    for (index, spec) in specs.iter().enumerate() {
        let [crashes, illegal, time] = standing.failures[index];
        let speed = standing.nodes[index] as f64 / standing.time[index].as_secs_f64().max(1e-9);
        text.push_str(&format!(
            "{}: {crashes} crashes, {illegal} illegal moves, {time} time forfeits, {speed:.0} nodes/s\n",
            spec.name
        ));
    }
    text
}

/// What the name of a player means.
fn player(name: &str, options: &[String]) -> Result<PlayerSpec, Report> {
    let ours = |arguments: Vec<(String, String)>, shown: &str| -> Result<PlayerSpec, Report> {
        let program =
            env::current_exe().map_err(|error| Report::io("cannot find this program", &error))?;
        Ok(PlayerSpec {
            name: shown.to_owned(),
            program: program.to_string_lossy().into_owned(),
            arguments: vec!["uci".to_owned()],
            options: arguments,
        })
    };
    let set = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    let mut spec = match name {
        "blend" | "nnue" | "handcrafted" | "untuned" => ours(set("Eval", name), name)?,
        path if is_evaluation(Path::new(path)) => ours(set("EvalFile", path), path)?,
        program => PlayerSpec {
            name: Path::new(program)
                .file_name()
                .map_or(program.to_owned(), |name| {
                    name.to_string_lossy().into_owned()
                }),
            program: program.to_owned(),
            arguments: Vec::new(),
            options: Vec::new(),
        },
    };
    for option in options {
        let Some((name, value)) = option.split_once('=') else {
            return Err(Report::new(format!("{} is not an option", quoted(option)))
                .hint("write NAME=VALUE, such as Hash=64"));
        };
        if [name, value]
            .iter()
            .any(|text| text.contains(char::is_control))
        {
            return Err(Report::new(format!("{} is not an option", quoted(option))));
        }
        spec.options.push((name.to_owned(), value.to_owned()));
    }
    Ok(spec)
}

/// Whether a file holds weights or a network rather than a program.
fn is_evaluation(path: &Path) -> bool {
    use std::io::Read as _;
    let mut head = [0; 8];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok()
        && (&head == b"SISSANN1" || &head == b"MATERIAL" || head[0] == b'#' && head[1] != b'!')
}

fn clocks(args: &MatchArgs) -> Result<Clocks, Report> {
    if let Some(nodes) = args.nodes {
        return Ok(Clocks::Nodes(nodes));
    }
    if let Some(depth) = args.depth {
        return Ok(Clocks::Depth(depth));
    }
    if let Some(text) = &args.tc {
        let seconds = |text: &str| {
            let number: f64 = text.trim().parse().ok()?;
            Duration::try_from_secs_f64(number).ok()
        };
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        return match (seconds(time), seconds(increment)) {
            (Some(time), Some(increment)) if !time.is_zero() => {
                Ok(Clocks::Total { time, increment })
            }
            _ => Err(
                Report::new(format!("{} is not a time control", quoted(text)))
                    .hint("write seconds and an increment, such as 10+0.1"),
            ),
        };
    }
    Ok(Clocks::PerMove(
        args.movetime.unwrap_or(Duration::from_millis(100)),
    ))
}

fn read_sprt(text: &str) -> Result<Sprt, Report> {
    let bounds = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    match bounds {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        }),
        _ => Err(Report::new(format!("{} is not a test", quoted(text)))
            .hint("write two differences in Elo, the lower first, such as 0,10")),
    }
}

/// Where games begin.
enum Openings {
    Listed(Vec<Chess>),
    Made {
        book: Option<Book>,
        plies: u32,
        seed: u64,
        judge: Mutex<Engine>,
    },
}

impl Openings {
    fn of(args: &MatchArgs) -> Result<Openings, Problem> {
        if let Some(file) = &args.openings {
            let mut listed = Vec::new();
            for entry in input::entries(std::slice::from_ref(file))? {
                let entry = entry?;
                match entry.position.checked {
                    Ok(position) if !position.legal_moves().is_empty() => listed.push(position),
                    Ok(_) => {}
                    Err(reasons) => return Err(Report::invalid(&entry.origin, &reasons).into()),
                }
            }
            return match listed.is_empty() {
                true => Err(Report::new(format!("there is no opening in {}", quoted(file))).into()),
                false => Ok(Openings::Listed(listed)),
            };
        }
        let book = match &args.book {
            Some(path) => Some(Book::open(path).map_err(|error| Report::new(error.to_string()))?),
            None => None,
        };
        Ok(Openings::Made {
            book,
            plies: args.plies,
            seed: args.seed,
            judge: Mutex::new(Engine::new(Options {
                hash: 1,
                threads: 1,
                evaluation: Evaluation::handcrafted(),
            })),
        })
    }

    /// The opening of a pair: the same for the same seed, in any order.
    fn get(&self, pair: u64) -> Chess {
        match self {
            Openings::Listed(listed) => listed[(pair % listed.len() as u64) as usize].clone(),
            Openings::Made {
                book,
                plies,
                seed,
                judge,
            } => {
                let mixed = seed ^ pair.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed);
                for _ in 0..200 {
                    let made = walk(book.as_ref(), *plies, &mut rng);
                    if book.is_some() {
                        return made;
                    }
                    let mut judge = lock(judge);
                    judge.forget();
                    let limits = Limits::nodes(3000);
                    let situation = Situation::new(made.clone());
                    let analysis = judge.search(&situation, &limits, &Unwatched, &mut |_| ());
                    if let Some(line) = analysis.lines.first()
                        && matches!(line.score, Score::Centipawns(value) if value.abs() <= LOPSIDED)
                    {
                        return made;
                    }
                }
                Chess::default()
            }
        }
    }
}

fn walk(book: Option<&Book>, plies: u32, rng: &mut Xoshiro256PlusPlus) -> Chess {
    let mut position = Chess::default();
    for _ in 0..plies {
        let legal = position.legal_moves();
        let chosen = match book {
            Some(book) => book.choose(&position, rng.random()),
            None if legal.is_empty() => None,
            None => Some(legal[rng.random_range(0..legal.len())]),
        };
        match chosen {
            Some(m) => position.play_unchecked(m),
            None => break,
        }
    }
    position
}
