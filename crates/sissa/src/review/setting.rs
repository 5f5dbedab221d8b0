//! Who played, how fast, and what the clocks showed.

use shakmaty::{Chess, Color, Position as _};
use sissa_game::Game;
use sissa_judge::{
    Worth,
    outcome::{Formula, Moment, TimeControl},
};
use sissa_nn::human::{Pace, Player, Site};

use super::remarks::Remarks;

/// Where less than a tenth of the time at the start is left, and less than this many seconds, time is short.
const SHORT: f64 = 60.0;

/// What is known of the players and their time.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// White and Black.
    pub players: [Player; 2],
    pub time: Option<TimeControl>,
    pub remarks: Remarks,
    first: Color,
}

impl Setting {
    /// Of a game, by its tags; a rating that was asked for counts instead of theirs.
    pub fn of(game: &Game, elo: Option<u16>) -> Setting {
        let tag = |name: &str| game.header(name).filter(|value| !value.trim().is_empty());
        let words = [tag("Site"), tag("Event"), tag("Source")];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        let time = tag("TimeControl").and_then(control);
        let pace = time.map_or(Pace::Unknown, |time| match time.seconds() {
            ..180.0 => Pace::Bullet,
            ..480.0 => Pace::Blitz,
            ..1500.0 => Pace::Rapid,
            _ => Pace::Classical,
        });
        // A file that names no place is more likely of today's games than of a tournament's.
        let site = if words.iter().all(|word| *word == "?") {
            Site::Lichess
        } else {
            Site::named_in(&words.join(" "))
        };
        let rating = |name: &str| {
            let given = tag(name).and_then(|text| text.trim().parse().ok());
            let sane = given.filter(|rating| (100..=4000).contains(rating));
            elo.or(sane)
        };
        let player = |name: &str| Player {
            rating: rating(name),
            site,
            pace,
        };
        Setting {
            players: [player("WhiteElo"), player("BlackElo")],
            time,
            remarks: Remarks::of(game),
            first: game.start().turn(),
        }
    }

    /// Whose scale ratings are told on, and how fast the game was: learnt from online games only.
    pub fn place(&self) -> (Site, Pace) {
        let Player { site, pace, .. } = self.players[0];
        let scale = if site == Site::Board {
            Site::Lichess
        } else {
            site
        };
        (scale, pace)
    }

    pub fn player(&self, color: Color) -> &Player {
        &self.players[color.fold_wb(0, 1)]
    }

    /// Seconds that both have left after so many half-moves.
    pub fn clocks(&self, ply: usize) -> Option<[f64; 2]> {
        let base = self.time.map(|time| f64::from(time.base));
        crate::clocks::both(&self.remarks.clocks, base, self.first, ply)
    }

    /// Seconds that a half-move took, counted from 1.
    pub fn taken(&self, ply: usize) -> Option<f64> {
        let after = self
            .remarks
            .clocks
            .get(ply.checked_sub(1)?)
            .copied()
            .flatten()?;
        let before = match ply.checked_sub(3) {
            Some(last) => self.remarks.clocks.get(last).copied().flatten()?,
            None => f64::from(self.time?.base),
        };
        let increment = self.time.map_or(0.0, |time| f64::from(time.increment));
        Some((before + increment - after).max(0.0))
    }

    /// Whether the one to move after so many half-moves is in time trouble; none where clocks are not known.
    pub fn trouble(&self, ply: usize, turn: Color) -> Option<bool> {
        let left = self.clocks(ply)?[turn.fold_wb(0, 1)];
        let whole = self.time.map_or(600.0, TimeControl::seconds);
        Some(left < SHORT.min(whole / 10.0))
    }

    /// The share of points that White may expect after so many half-moves, from 0 to 1.
    pub fn expected(&self, ply: usize, position: &Chess, worth: Worth) -> f64 {
        match worth {
            // Over is over, whoever plays.
            Worth::WhiteMates(0) => return 1.0,
            Worth::BlackMates(0) => return 0.0,
            _ if position.legal_moves().is_empty() => return 0.5,
            _ => {}
        }
        let moment = Moment {
            time: self.time,
            clocks: self.clocks(ply),
            ..Moment::new(position, worth).between(self.players[0], self.players[1])
        };
        Formula::shipped().outcome(&moment).score()
    }
}

/// A time control as PGN writes it: `180+2`, `600`.
fn control(text: &str) -> Option<TimeControl> {
    let (base, increment) = text.trim().split_once('+').unwrap_or((text.trim(), "0"));
    Some(TimeControl {
        base: base.parse().ok()?,
        increment: increment.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_tell_players_and_time() {
        let text = "[Site \"https://lichess.org/x\"]\n[WhiteElo \"1500\"]\n[BlackElo \"?\"]\n[TimeControl \"180+2\"]\n\n\
                    1. e4 {[%clk 0:02:58]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:00:15]} *\n";
        let entry = sissa_record::read_one(text).unwrap();
        let game = entry.game.unwrap();
        let setting = Setting::of(&game, None);
        assert_eq!(
            setting.players.map(|player| player.rating),
            [Some(1500), None]
        );
        assert_eq!(setting.players[0].pace, Pace::Blitz);
        assert_eq!(setting.clocks(3), Some([15.0, 180.0]));
        assert_eq!(
            (setting.taken(1), setting.taken(3)),
            (Some(4.0), Some(165.0))
        );
        assert_eq!(setting.trouble(3, Color::White), Some(true));
        assert_eq!(setting.trouble(3, Color::Black), Some(false));
        let same = Setting::of(&game, Some(1800));
        assert_eq!(same.players.map(|player| player.rating), [Some(1800); 2]);
        assert_eq!(control("40/7200:3600"), None);
        assert_eq!(control("-"), None);
    }
}
