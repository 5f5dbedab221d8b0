//! What is drawn, not only what is likely.
//!
//! A model that cannot see all that people see spreads its moves too widely: drawn from as it is, it makes every small
//! mistake in its turn. A [`Temper`] sharpens it by rating and phase, until the losses of whole games are those of
//! people's games. It is a table in text, `models/temper.txt`, read line by line.

use std::sync::LazyLock;

use shakmaty::Move;
use sissa_nn::human::{Choices, Player, Site, measure::Phase};

/// How one player draws in one phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// Shares are raised to this power.
    pub sharpness: f32,
    /// What a move's score loses for each expected point that it is seen to lose at a glance.
    pub heed: f32,
    /// … and at a second look; without it, there is none.
    pub care: f32,
    /// Positions of a second look.
    pub nodes: f32,
    /// Moves with less than this part of the likeliest one's share are not drawn.
    pub cut: f32,
    /// What castling has above its score.
    pub castling: f32,
}

impl Temper {
    /// As the model foretells.
    pub const NONE: Temper = Temper {
        sharpness: 1.0,
        heed: 0.0,
        care: 0.0,
        nodes: 0.0,
        cut: 0.0,
        castling: 0.0,
    };

    fn numbers(self) -> [f32; 6] {
        let Temper {
            sharpness,
            heed,
            care,
            nodes,
            cut,
            castling,
        } = self;
        [sharpness, heed, care, nodes, cut, castling]
    }

    fn of([sharpness, heed, care, nodes, cut, castling]: [f32; 6]) -> Temper {
        Temper {
            sharpness,
            heed,
            care,
            nodes,
            cut,
            castling,
        }
    }

    /// Tempers the shares of moves by what each is seen to lose, at a glance and at a second look. How likely the
    /// end is stays as it is; so does castling, but for what is added to it: it is a habit, and sharpening would make it a law.
    pub fn apply(&self, losses: &[(f32, f32)], choices: &mut Choices) {
        if choices.moves.is_empty() {
            return;
        }
        let rest = 1.0 - choices.end;
        let castles = |played: &Move| played.is_castle();
        let all: f32 = choices.moves.iter().map(|(_, share)| share).sum();
        let castling = choices.moves.iter().filter(|(played, _)| castles(played));
        let castling: f32 =
            castling.map(|(_, share)| share).sum::<f32>() / all.max(f32::MIN_POSITIVE);
        let lifted = castling * self.castling.exp();
        let others_exist = choices.moves.iter().any(|(played, _)| !castles(played));
        let castling = if others_exist {
            lifted / (lifted + 1.0 - castling)
        } else {
            1.0
        };
        self.sharpen(losses, &mut choices.moves, |played| !castles(played));
        self.sharpen(losses, &mut choices.moves, castles);
        for (played, share) in &mut choices.moves {
            *share *= rest
                * if castles(played) {
                    castling
                } else {
                    1.0 - castling
                };
        }
    }

    /// Tempers the shares among some of the moves, so that they add up to one.
    fn sharpen(
        &self,
        losses: &[(f32, f32)],
        moves: &mut [(Move, f32)],
        some: impl Fn(&Move) -> bool,
    ) {
        let mut highest = f32::MIN;
        for ((played, share), (glance, second)) in moves.iter_mut().zip(losses) {
            if some(played) {
                *share = self.sharpness * share.max(f32::MIN_POSITIVE).ln()
                    - self.heed * glance
                    - self.care * second;
                highest = highest.max(*share);
            }
        }
        let mut total = 0.0;
        for (_, share) in moves.iter_mut().filter(|(played, _)| some(played)) {
            *share = (*share - highest).exp();
            if *share < self.cut {
                *share = 0.0;
            }
            total += *share;
        }
        for (_, share) in moves.iter_mut().filter(|(played, _)| some(played)) {
            *share /= total;
        }
    }
}

/// Why a text is no table of tempers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemperError {
    /// A line that is none of the table.
    #[error("`{0}` is no rating, phase and six numbers, and no site and two ratings")]
    Line(String),
    /// A rating without one of the three phases, or none at all.
    #[error("each rating needs an opening, a middlegame and an endgame, and there must be one")]
    Missing,
}

/// By rating and phase; between two ratings, between their numbers. Rows are of ratings of Lichess; for another site there may be
/// pairs of ratings, its own and that of Lichess whose players lose as much.
#[derive(Clone, Debug, PartialEq)]
pub struct Tempers {
    rows: Vec<(u16, [Temper; 3])>,
    sites: Vec<(Site, Vec<(u16, u16)>)>,
}

/// Words of sites that have a scale of their own.
const SITES: [(&str, Site); 3] = [
    ("chesscom", Site::ChessCom),
    ("fics", Site::Fics),
    ("board", Site::Board),
];

impl Tempers {
    /// The ones that come with the program.
    pub fn shipped() -> &'static Tempers {
        static SHIPPED: LazyLock<Tempers> =
            LazyLock::new(|| Tempers::parse(sissa_models::TEMPER).expect("a test reads it"));
        &SHIPPED
    }

    /// As the model foretells.
    pub fn none() -> Tempers {
        Tempers {
            rows: vec![(0, [Temper::NONE; 3])],
            sites: Vec::new(),
        }
    }

    /// Reads a table: a rating, a phase, sharpness, heed, care, nodes, cut and castling in each line, or a site and two ratings, its own
    /// and that of Lichess; `#` begins a comment.
    ///
    /// ```
    /// use sissa_human::Tempers;
    /// use sissa_nn::human::measure::Phase;
    ///
    /// let lines = ["opening", "middlegame", "endgame"].map(|phase| format!("1000 {phase} 1 0 0 0 0 0\n2000 {phase} 2 4 0 0 0 0\n"));
    /// let tempers = Tempers::parse(&lines.concat())?;
    /// assert_eq!(tempers.at(Some(1500), Phase::Endgame).sharpness, 1.5);
    /// assert!(Tempers::parse("1000 opening 1").is_err());
    /// # Ok::<_, sissa_human::TemperError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Tempers, TemperError> {
        let mut found: Vec<(u16, [Option<Temper>; 3])> = Vec::new();
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let mut sites: Vec<(Site, Vec<(u16, u16)>)> = Vec::new();
        for line in lines.filter(|line| !line.trim().is_empty()) {
            if let Some((site, pair)) = read_site(line) {
                match sites.iter_mut().find(|(other, _)| *other == site) {
                    Some((_, pairs)) => pairs.push(pair),
                    None => sites.push((site, vec![pair])),
                }
                continue;
            }
            let (rating, phase, temper) =
                read(line).ok_or_else(|| TemperError::Line(line.trim().to_owned()))?;
            let at = match found.iter().position(|(other, _)| *other == rating) {
                Some(at) => at,
                None => {
                    found.push((rating, [None; 3]));
                    found.len() - 1
                }
            };
            found[at].1[phase as usize] = Some(temper);
        }
        found.sort_by_key(|(rating, _)| *rating);
        let whole = |(rating, [a, b, c]): (u16, [Option<Temper>; 3])| Some((rating, [a?, b?, c?]));
        let rows: Option<Vec<_>> = found.into_iter().map(whole).collect();
        let rows = rows.filter(|rows| !rows.is_empty());
        for (_, pairs) in &mut sites {
            pairs.sort_unstable();
        }
        Ok(Tempers {
            rows: rows.ok_or(TemperError::Missing)?,
            sites,
        })
    }

    /// For a player in a phase.
    pub fn of(&self, player: &Player, phase: Phase) -> Temper {
        let site = self.sites.iter().find(|(site, _)| *site == player.site);
        let rating = player.rating.map(|rating| match site {
            Some((_, pairs)) => on_lichess(pairs, rating),
            None => rating,
        });
        self.at(rating, phase)
    }

    /// For a rating of Lichess and a phase; without a rating, for 1500.
    pub fn at(&self, rating: Option<u16>, phase: Phase) -> Temper {
        let rating = rating.unwrap_or(1500);
        let at = |row: usize| self.rows[row].1[phase as usize];
        let last = self.rows.len() - 1;
        let Some(above) = self.rows.iter().position(|(other, _)| *other >= rating) else {
            return at(last);
        };
        if above == 0 {
            return at(0);
        }
        let (low, high) = (self.rows[above - 1].0, self.rows[above].0);
        let part = f32::from(rating - low) / f32::from(high - low);
        let (low, high) = (at(above - 1).numbers(), at(above).numbers());
        Temper::of(std::array::from_fn(|i| low[i] + part * (high[i] - low[i])))
    }
}

/// The rating of Lichess that stands beside a site's own; between two pairs, between them, and as far from the last one beyond it.
fn on_lichess(pairs: &[(u16, u16)], rating: u16) -> u16 {
    let above = pairs.partition_point(|(own, _)| *own < rating);
    let shifted = |(own, lichess): (u16, u16)| {
        (i32::from(rating) - i32::from(own) + i32::from(lichess)).clamp(0, 4000) as u16
    };
    match (above.checked_sub(1).map(|low| pairs[low]), pairs.get(above)) {
        (Some((low, from)), Some((high, to))) => {
            let part = f32::from(rating - low) / f32::from(high - low);
            (f32::from(from) + part * (f32::from(*to) - f32::from(from))).round() as u16
        }
        (Some(last), None) => shifted(last),
        (None, Some(first)) => shifted(*first),
        (None, None) => rating,
    }
}

fn read_site(line: &str) -> Option<(Site, (u16, u16))> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [site, own, lichess] = words[..] else {
        return None;
    };
    let (_, site) = SITES.into_iter().find(|(word, _)| *word == site)?;
    Some((site, (own.parse().ok()?, lichess.parse().ok()?)))
}

fn read(line: &str) -> Option<(u16, Phase, Temper)> {
    let mut words = line.split_whitespace();
    let rating = words.next()?.parse().ok()?;
    let phase = words.next()?;
    let phase = Phase::ALL.into_iter().find(|other| other.word() == phase)?;
    let mut numbers = [0.0_f32; 6];
    for number in &mut numbers {
        *number = words.next()?.parse().ok().filter(|n: &f32| n.is_finite())?;
    }
    words
        .next()
        .is_none()
        .then_some((rating, phase, Temper::of(numbers)))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
    use sissa_nn::human::{Past, Player};

    use super::*;
    use crate::{Eyes, Sighted, View};

    const CASTLE: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 1 5";

    fn position() -> Chess {
        let fen: Fen = CASTLE.parse().unwrap();
        fen.into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn castling_and_the_end_keep_their_shares_and_losses_are_heeded() {
        let position = position();
        let view = View {
            position: &position,
            past: &Past::default(),
            seen: &[],
            player: &Player::rated(1500),
        };
        let scene = Eyes::default().scene(view);
        let foretold = Sighted::shipped().moves(&scene);
        let mut drawn = foretold.clone();
        let temper = Temper {
            sharpness: 2.0,
            heed: 10.0,
            cut: 0.01,
            ..Temper::NONE
        };
        temper.apply(&scene.losses(), &mut drawn);
        let castling = |choices: &Choices| -> f32 {
            let castles = choices.moves.iter().filter(|(m, _)| m.is_castle());
            castles.map(|(_, share)| share).sum()
        };
        assert!((castling(&foretold) - castling(&drawn)).abs() < 1e-3);
        assert!(castling(&foretold) > 0.05);
        assert_eq!(foretold.end, drawn.end);
        let total: f32 = drawn.moves.iter().map(|(_, share)| share).sum();
        assert!((total + drawn.end - 1.0).abs() < 1e-3, "{total}");
        let lost = |choices: &Choices| -> f32 {
            let shares = choices.moves.iter().zip(scene.losses());
            shares.map(|((_, share), (loss, _))| share * loss).sum()
        };
        assert!(lost(&drawn) < 0.7 * lost(&foretold));
    }

    #[test]
    fn other_sites_have_other_scales() {
        let rows = Phase::ALL.map(|phase| {
            let word = phase.word();
            format!("1000 {word} 1 0 0 0 0 0\n2000 {word} 2 0 0 0 0 0\n")
        });
        let text = rows.concat() + "fics 1800 1900\nfics 1200 1100\n";
        let tempers = Tempers::parse(&text).unwrap();
        let sharpness = |site, rating| {
            let player = Player {
                site,
                ..Player::rated(rating)
            };
            tempers.of(&player, Phase::Opening).sharpness
        };
        let pairs = [(1500, 1.5), (1200, 1.1), (1100, 1.0), (1850, 1.95)];
        for (rating, expected) in pairs {
            let found = sharpness(Site::Fics, rating);
            assert!((found - expected).abs() < 1e-3, "{rating}: {found}");
        }
        assert_eq!(sharpness(Site::Lichess, 1200), 1.2);
        assert!(Tempers::parse(&format!("{text}icc 1200 1300\n")).is_err());
    }

    fn view<'a>(position: &'a Chess, past: &'a Past, player: &'a Player) -> View<'a> {
        View {
            position,
            past,
            seen: &[],
            player,
        }
    }

    #[test]
    fn what_is_drawn_depends_on_the_view_alone() {
        let (one, mut played) = (position(), Chess::default());
        let (player, past) = (Player::rated(2200), Past::default());
        let (sighted, tempers) = (Sighted::shipped(), Tempers::shipped());
        let temper = tempers.at(Some(2200), Phase::Middlegame);
        assert!(temper.care > 0.0, "with a second look");
        let fresh = Eyes::default().choices(view(&one, &past, &player), sighted, tempers);
        let mut eyes = Eyes::default();
        for _ in 0..6 {
            eyes.choices(view(&played, &past, &player), sighted, tempers);
            let moves = played.legal_moves();
            played.play_unchecked(moves[moves.len() / 2]);
        }
        let again = eyes.choices(view(&one, &past, &player), sighted, tempers);
        assert_eq!(again, fresh);
    }
}
