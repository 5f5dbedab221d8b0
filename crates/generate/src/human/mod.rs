//! The style human: games as players of a rating play them, and yet the constraint comes true.
//!
//! The model π of `sissa-human`, which sees tactics, gives every legal move its probability, and the end of the game one. What is
//! sampled is *its games, given that the constraint holds somewhere in them*, and of each game one of the
//! positions where it holds, all equally likely (`docs/human.md` has it as formulas). [`particles`] does that
//! with a crowd of games that are played together: moves are drawn by π times the [`Prospect`] of what follows, and
//! games that fall behind give way to copies of those that do not. The prospect only says where to look; a
//! bad one costs time, not truth.
//!
//! Where the whole crowd runs dry, even a larger one, the style direct finishes the game that came nearest,
//! and the result says how many half-moves are not π's.

mod company;
mod particles;
mod prospect;
mod repair;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_human::{Eyes, Sighted, Tempers, View};
use sissa_nn::human::{Choices, Outlook, Past, Player, Site};

pub use company::{Company, CompanyError, pace};
pub use particles::{Branch, Drawn, Process, draw};
use prospect::Prospect;

use crate::{
    Failure, Found, Random,
    line::State,
    task::{Task, Worthy, is_worth_it, worthwhile},
};

/// How the style human plays.
#[derive(Debug, Clone)]
pub struct Human {
    /// Who plays.
    pub company: Company,
    /// Where: each site has its own scale of ratings.
    pub site: Site,
    /// Games played together at first.
    pub particles: usize,
    /// Which of a game's positions that satisfy the constraint.
    pub moment: Moment,
}

impl Default for Human {
    fn default() -> Human {
        Human {
            company: Company::default(),
            site: Site::Lichess,
            particles: 32,
            moment: Moment::Any,
        }
    }
}

/// Which of a game's positions that satisfy the constraint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Moment {
    /// All equally likely.
    #[default]
    Any,
    /// The first.
    First,
}

/// Where a game of the style human comes from: its players, its crowd, its repair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Provenance {
    /// White's and Black's rating.
    pub ratings: [u16; 2],
    /// How many different games the crowd was worth at the end.
    pub effective: f64,
    /// The share of all games of such players in which the constraint comes true, as this crowd saw it.
    pub chance: f64,
    /// Half-moves at the end that the style direct played.
    pub repaired: u32,
}

/// Longest game if nobody says otherwise, in half-moves.
pub const LONGEST: u32 = 300;
/// The crowd grows by this, so many times, before the game is repaired.
const GROWTH: usize = 4;
const CROWDS: u32 = 3;

/// A game on its way.
#[derive(Debug, Clone)]
struct Course {
    state: State,
    past: Past,
    moves: Vec<Move>,
    /// Positions since the last capture or pawn move.
    since: Vec<u64>,
    /// Of all positions so far, in order.
    hash: u64,
}

/// A legal move, and whether it makes the constraint true.
type Step = Move;

/// Games of two players toward a constraint.
struct Play<'a> {
    task: &'a Task,
    players: [Player; 2],
    prospect: &'a Prospect,
    eyes: Eyes,
    /// What was seen at the length that the crowd has come to, by the hash of the game: many go the same way.
    known: (usize, FxHashMap<u64, Choices>),
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
    /// The most promising game that did not get there, for a repair.
    nearest: Option<(f64, Course)>,
}

impl Course {
    fn new(task: &Task) -> Course {
        Course {
            state: task.start.clone(),
            past: Past::default(),
            moves: Vec::new(),
            since: vec![hash(&task.start.position)],
            hash: 0,
        }
    }

    fn play(&mut self, played: Move) {
        self.past = self.past.then(played);
        self.state.play(played);
        self.moves.push(played);
        if played.is_zeroing() {
            self.since.clear();
        }
        let now = hash(&self.state.position);
        self.since.push(now);
        self.hash = self.hash.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ now;
    }

    /// Whether the rules, or players who claim their draws, end the game here.
    fn is_drawn(&self) -> bool {
        let now = self.since.last();
        let times = self.since.iter().filter(|earlier| Some(*earlier) == now);
        self.state.position.halfmoves() >= 100
            || times.count() >= 3
            || self.state.position.is_insufficient_material()
    }
}

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

impl Play<'_> {
    fn player(&self, course: &Course) -> Player {
        self.players[course.state.position.turn().fold_wb(0, 1)]
    }

    /// π of the position: the model that sees, tempered.
    fn choices(&mut self, course: &Course) -> Choices {
        let plies = course.moves.len();
        if self.known.0 != plies {
            self.known.0 = plies;
            self.known.1.clear();
        }
        if let Some(known) = self.known.1.get(&course.hash) {
            return known.clone();
        }
        let player = self.player(course);
        let view = View {
            position: &course.state.position,
            past: &course.past,
            seen: &course.since,
            player: &player,
        };
        let sighted = Sighted::shipped();
        let choices = self.eyes.choices(view, sighted, Tempers::shipped());
        self.known.1.insert(course.hash, choices.clone());
        choices
    }

    fn too_long(&self, course: &Course) -> bool {
        course.moves.len() >= self.task.options.max_plies as usize
    }

    /// The game goes on without a wish; the plies after which the constraint holds. Once it cannot hold again, how the game
    /// ends changes nothing, and nobody plays it.
    fn play_on(&mut self, course: &mut Course, rng: &mut Random) -> Vec<usize> {
        let mut holds = vec![course.moves.len()];
        let goes_on = |play: &Self, course: &Course| {
            let (is_over, position) = (course.is_drawn(), &course.state.position);
            !is_over && !play.too_long(course) && play.prospect.is_in_reach(position)
        };
        while goes_on(self, course) && !(self.stop)() {
            let choices = self.choices(course);
            self.nodes += 1;
            let mut at = particles::uniform(rng);
            let drawn = choices.moves.iter().find(|(_, share)| {
                at -= f64::from(*share);
                at < 0.0
            });
            let Some((played, _)) = drawn else {
                break;
            };
            course.play(*played);
            if self.task.holds(&course.state) {
                holds.push(course.moves.len());
            }
        }
        holds
    }
}

impl Play<'_> {
    /// One of the moments and the position there, by the style's own chance among those that are worth it.
    fn choose(
        &self,
        course: &Course,
        mut moments: Vec<usize>,
        moment: Moment,
        worthy: Option<Worthy<'_>>,
        rng: &mut Random,
    ) -> Result<Option<(usize, State)>, Failure> {
        while !moments.is_empty() {
            let at = match moment {
                Moment::First => 0,
                Moment::Any => (particles::uniform(rng) * moments.len() as f64) as usize,
            };
            let chosen = moments.remove(at);
            let anything: Worthy<'_> = &|_| true;
            let worthy = worthy.unwrap_or(anything);
            let end = is_worth_it(worthy, &self.task.start, &course.moves[..chosen]);
            if let Some(end) = end {
                return Ok(Some((chosen, end)));
            }
            if (self.stop)() {
                return Err(Failure::Stopped { nodes: self.nodes });
            }
        }
        Ok(None)
    }
}

impl Process for Play<'_> {
    type State = Course;
    type Step = Step;

    fn branches(&mut self, course: &Course, branches: &mut Vec<Branch<Step>>) -> bool {
        if self.nodes >= self.task.options.nodes || (self.stop)() {
            return false;
        }
        if course.is_drawn() || self.too_long(course) {
            return true;
        }
        let choices = self.choices(course);
        let position = &course.state.position;
        self.nodes += 1;
        let mut look = self.prospect.from(position, self.players);
        for (played, share) in choices.moves {
            let (prospect, done) = look.after(self.task, &course.state, played);
            branches.push(Branch {
                step: played,
                probability: f64::from(share),
                prospect,
                done,
            });
        }
        true
    }

    fn take(&mut self, course: &mut Course, step: &Step) {
        course.play(*step);
    }

    fn leave(&mut self, course: &Course, prospect: f64) {
        if self
            .nearest
            .as_ref()
            .is_none_or(|(best, _)| prospect > *best)
        {
            self.nearest = Some((prospect, course.clone()));
        }
    }
}

/// One position in this style. Where `worthy` is given, only moments of which it says yes count: they are asked in the
/// order in which the style would choose them, so that of all games with such a moment each is as likely as
/// before. `None` where the game has none.
pub(crate) fn attempt(
    task: &Task,
    human: &Human,
    prospect: &Prospect,
    rng: &mut Random,
    stop: &dyn Fn() -> bool,
    worthy: Option<Worthy<'_>>,
) -> Result<Option<Found>, Failure> {
    let ratings = human.company.draw(rng);
    let players = ratings.map(|rating| Player {
        rating: Some(rating),
        site: human.site,
        pace: human.company.pace,
    });
    let mut play = Play {
        task,
        players,
        prospect,
        eyes: Eyes::default(),
        known: (0, FxHashMap::default()),
        nodes: 0,
        stop,
        nearest: None,
    };
    let start = Course::new(task);
    let begun = prospect.from(&start.state.position, players).here();
    let mut drawn = task.holds(&start.state).then(|| Drawn {
        state: start.clone(),
        effective: human.particles as f64,
        chance: 1.0,
    });
    let mut particles = human.particles.max(1);
    for _ in 0..CROWDS {
        if drawn.is_some() || out_of_budget(&play)?.is_some() {
            break;
        }
        drawn = draw(&mut play, start.clone(), begun, particles, rng);
        particles *= GROWTH;
    }
    if let Some(Drawn {
        state: mut course,
        effective,
        chance,
    }) = drawn
    {
        let moments = match (human.moment, worthy) {
            (Moment::First, None) => vec![course.moves.len()],
            _ => play.play_on(&mut course, rng),
        };
        let chosen = play.choose(&course, moments, human.moment, worthy, rng)?;
        let Some((chosen, end)) = chosen else {
            return Ok(None);
        };
        course.moves.truncate(chosen);
        return Ok(Some(Found {
            position: end.position,
            moves: course.moves,
            nodes: play.nodes,
            shortest: false,
            at_least: None,
            human: Some(Provenance {
                ratings,
                effective,
                // An unbiased estimate may come out above 1.
                chance: chance.min(1.0),
                repaired: 0,
            }),
        }));
    }
    if (stop)() {
        return Err(Failure::Stopped { nodes: play.nodes });
    }
    let nearest = play.nearest.map_or(start, |(_, course)| course);
    let found = repair::finish(task, nearest.moves, ratings, play.nodes, rng, stop)?;
    Ok(worthwhile(task, found, worthy))
}

/// The failure to report once the caller asks to stop; spent nodes are left to a repair.
fn out_of_budget(play: &Play<'_>) -> Result<Option<()>, Failure> {
    if (play.stop)() {
        Err(Failure::Stopped { nodes: play.nodes })
    } else {
        Ok((play.nodes >= play.task.options.nodes).then_some(()))
    }
}

/// The prospect of a constraint, which a task keeps.
pub(crate) fn prospect(goals: Option<&[sissa_constraint::Goal]>) -> Prospect {
    Prospect::new(goals, Outlook::shipped())
}

pub(crate) use prospect::Prospect as Ahead;
