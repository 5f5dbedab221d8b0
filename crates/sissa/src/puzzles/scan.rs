//! Puzzles in games: every position after a mistake, or where one was made, is tried.

use std::{ops::ControlFlow, path::Path};

use rustc_hash::FxHashSet;
use shakmaty::{ByColor, Chess, Color, Move, Position as _};
use sissa_constraint::{Compiled, Constraint, Situation};
use sissa_game::{Game, castled_in};
use sissa_judge::{Answer, Effort};
use sissa_parallel::in_order_from;
use sissa_record::{Entry, Failure, Puzzle, Run, Summary};

use super::{Composer, Mistake, Moment, Tagged};
use crate::{
    event::{Event, Progress},
    input::Entries,
    judging::{Judging, SOLVER_NODES},
    problem::Problem,
    session::Session,
};

/// Tags of a game that its puzzles keep.
const TOLD: [&str; 6] = ["Site", "Date", "White", "Black", "WhiteElo", "BlackElo"];

/// What is looked for in games.
pub(super) struct Scan<'a> {
    pub composer: &'a Composer,
    pub constraint: &'a Constraint,
    pub player: Option<&'a str>,
    /// Most puzzles.
    pub count: u64,
    pub nodes: Option<u64>,
    pub session: &'a Session,
}

/// What is asked of a position of a game, besides being a puzzle.
struct Filter {
    compiled: Compiled,
    judging: Option<Judging>,
}

impl Filter {
    fn may_be(&self, situation: &Situation) -> bool {
        self.compiled.holds(situation)
    }

    fn is_worth_it(&self, situation: &Situation, effort: &Effort) -> bool {
        let Some(judging) = &self.judging else {
            return true;
        };
        let effort = Effort {
            nodes: SOLVER_NODES,
            ..*effort
        };
        judging.test(situation, &effort).answer == Answer::Yes
    }
}

impl Scan<'_> {
    /// Everything that can be wrong, but for the games themselves.
    pub fn check(&self, folder: Option<&Path>) -> Result<(), Problem> {
        match folder {
            Some(folder) => self.may_look_in(folder),
            None => self.filter().map(drop),
        }
    }

    /// What is asked of positions of games in a text.
    fn filter(&self) -> Result<Filter, Problem> {
        let (judging, board) = Judging::of(self.constraint, self.nodes, self.session)?;
        let needs = board.needs();
        if !needs.beyond.is_empty() {
            return Err(Problem::unsupported("puzzles make from PGN", &needs.beyond)
                .hint("`sissa games import` makes a folder of the games, which knows these"));
        }
        Ok(Filter {
            compiled: board.compile(),
            judging,
        })
    }

    /// Whose mistakes count in a game; none where the player is not in it.
    fn mistake(&self, name: impl Fn(Color) -> Option<String>) -> Option<Mistake> {
        let Some(player) = self.player else {
            return Some(Mistake::Anybodys);
        };
        let player = player.to_lowercase();
        let is_he =
            |color: &Color| name(*color).is_some_and(|name| name.to_lowercase().contains(&player));
        Color::ALL.into_iter().find(is_he).map(Mistake::Of)
    }

    /// Games one after the other, each on a thread.
    pub fn entries<T: Send>(
        &self,
        entries: Entries<'_>,
        run: Run,
        form: impl Fn(&Tagged) -> T + Sync,
        mut sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let filter = self.filter()?;
        if sink(Event::Run(run)).is_break() {
            return Ok(None);
        }
        let mut ledger = Ledger::new(self);
        in_order_from(
            entries,
            self.session.workers(),
            |index, entry| {
                if self.session.cancel().requested() {
                    return (index, Ok(Vec::new()));
                }
                (index, entry.map(|entry| self.game(&entry, &filter)))
            },
            |_, (index, found)| match found {
                Ok(puzzles) => ledger.take(puzzles, &form, &mut sink),
                Err(problem) => ledger.failed(index, problem, &mut sink),
            },
        );
        Ok(ledger.finish(&mut sink))
    }

    /// The puzzles of a game.
    fn game(&self, entry: &Entry, filter: &Filter) -> Vec<Tagged> {
        let Some(game) = &entry.game else {
            return Vec::new();
        };
        let name = |color: Color| {
            let tag = color.fold_wb("White", "Black");
            game.header(tag).map(str::to_owned)
        };
        let Some(mistake) = self.mistake(name) else {
            return Vec::new();
        };
        let tags: Vec<_> = TOLD
            .iter()
            .filter_map(|tag| Some((*tag, game.header(tag)?.to_owned())))
            .collect();
        let mut found = Vec::new();
        let mut so_far = Game::starting_from(game.start().clone());
        for (ply, played) in game.moves().iter().enumerate() {
            if ply > 0 && !self.session.cancel().requested() {
                let id = format!("{}:{ply}", entry.origin);
                let played = Some(*played);
                found.extend(self.position(&so_far, played, mistake, filter, id, &tags));
            }
            if so_far.push(*played).is_err() {
                break;
            }
        }
        for tagged in &mut found {
            tagged.record.origin = Some(entry.origin.clone());
        }
        found
    }

    /// The puzzle of a game's last position, if it is one.
    fn position(
        &self,
        game: &Game,
        played: Option<Move>,
        mistake: Mistake,
        filter: &Filter,
        id: String,
        tags: &[(&'static str, String)],
    ) -> Option<Tagged> {
        let situation = Situation {
            position: game.end(),
            castled: castled_in(game),
        };
        if !filter.may_be(&situation) {
            return None;
        }
        let stop = || self.session.cancel().requested();
        let effort = Effort {
            nodes: u64::MAX,
            stop: &stop,
        };
        let led_by = led_by(game);
        let moment = Moment {
            position: game.end(),
            led_by: led_by.as_ref().map(|(before, m)| (before, *m)),
            played,
            mistake,
        };
        let (composition, _) = self.composer.compose(&moment, &effort);
        let composition = composition?;
        if !filter.is_worth_it(&situation, &effort) {
            return None;
        }
        let puzzle = Puzzle {
            origin: "argument".to_owned(),
            id: Some(id),
            position: game.end().clone(),
            led_by,
            solution: Vec::new(),
            rating: None,
            themes: None,
            row: row_of(tags),
        };
        let mut tagged = Tagged::new(0, puzzle, composition.solution, composition.description);
        if game.from_starting_position() {
            tagged.record.moves = game.uci_moves();
        }
        tagged.tags = tags.to_vec();
        Some(tagged)
    }

    /// Whether the folder can be looked through.
    #[cfg(feature = "games")]
    fn may_look_in(&self, folder: &Path) -> Result<(), Problem> {
        crate::games::may_read(folder, self.session)?;
        let (_, board) = Judging::of(self.constraint, self.nodes, self.session)?;
        crate::games::opened(sissa_games::Find::new(board).games(folder).every().open()).map(drop)
    }

    /// Without the feature there are no folders.
    #[cfg(not(feature = "games"))]
    fn may_look_in(&self, folder: &Path) -> Result<(), Problem> {
        let name = crate::quoted(&folder.to_string_lossy());
        Err(Problem::new("files", format!("folders like {name} are not read here")).field("games"))
    }

    /// Games of a folder, in its order.
    #[cfg(feature = "games")]
    pub fn folder<T: Send>(
        &self,
        folder: &Path,
        run: Run,
        form: impl Fn(&Tagged) -> T + Sync,
        mut sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        use crate::games::{may_read, opened, refused};
        may_read(folder, self.session)?;
        let (judging, board) = Judging::of(self.constraint, self.nodes, self.session)?;
        // What games tell besides the board, the search tests.
        let filter = Filter {
            compiled: Constraint::new(sissa_constraint::Expr::All(Vec::new())).compile(),
            judging,
        };
        let find = sissa_games::Find::new(board).games(folder).every();
        let search = opened(find.open())?;
        if sink(Event::Run(run)).is_break() {
            return Ok(None);
        }
        let search = match &search {
            Ok(search) => search,
            Err(refutation) => return Ok(refused(refutation, &mut sink)),
        };
        let look = |found: &sissa_games::Found<'_>| {
            if found.ply() == 0 || self.session.cancel().requested() {
                return None;
            }
            let info = &found.header().info;
            let names = ByColor {
                white: &info.white,
                black: &info.black,
            };
            let mistake = self.mistake(|color| names.get(color).to_owned().clone())?;
            let whole = found.whole_game();
            let played = whole.moves().get(found.ply()).copied();
            let elo = |elo: Option<u16>| elo.map(|elo| elo.to_string());
            let told = [
                ("Site", info.site.clone()),
                ("Date", info.date.clone()),
                ("White", info.white.clone()),
                ("Black", info.black.clone()),
                ("WhiteElo", elo(info.white_elo)),
                ("BlackElo", elo(info.black_elo)),
            ];
            let tags: Vec<_> = told
                .into_iter()
                .filter_map(|(tag, value)| Some((tag, value?)))
                .collect();
            self.position(found.game(), played, mistake, &filter, found.id(), &tags)
        };
        let mut ledger = Ledger::new(self);
        search.run_picking(self.session.workers(), &look, &mut |event| match event {
            sissa_games::FindEvent::Position { value, .. } => {
                ledger.take(vec![value], &form, &mut sink)
            }
            sissa_games::FindEvent::Progress { games } => {
                let told = ledger.tell(games, Some(search.folder().rows()), &mut sink);
                self.session.go_on(told)
            }
        })?;
        Ok(ledger.finish(&mut sink))
    }

    /// Without the feature there are no folders.
    #[cfg(not(feature = "games"))]
    pub fn folder<T: Send>(
        &self,
        folder: &Path,
        _: Run,
        _: impl Fn(&Tagged) -> T + Sync,
        _: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        self.may_look_in(folder).map(|()| None)
    }
}

/// What comes before a game's last move, and that.
pub(super) fn led_by(game: &Game) -> Option<(Chess, Move)> {
    let (last, earlier) = game.moves().split_last()?;
    let mut before = game.start().clone();
    for m in earlier {
        before.play_unchecked(*m);
    }
    Some((before, *last))
}

/// The row of Lichess' file, with the address of the game.
fn row_of(tags: &[(&str, String)]) -> Option<[String; 10]> {
    let (_, site) = tags
        .iter()
        .find(|(tag, site)| *tag == "Site" && site.starts_with("https://"))?;
    let mut row = <[String; 10]>::default();
    row[8].clone_from(site);
    Some(row)
}

/// What came of games so far.
struct Ledger<'a> {
    scan: &'a Scan<'a>,
    known: FxHashSet<u64>,
    made: u64,
    games: u64,
    errors: u64,
    started: std::time::Duration,
    enough: bool,
}

impl<'a> Ledger<'a> {
    fn new(scan: &'a Scan<'a>) -> Ledger<'a> {
        Ledger {
            scan,
            known: FxHashSet::default(),
            made: 0,
            games: 0,
            errors: 0,
            started: scan.session.now(),
            enough: false,
        }
    }

    /// Tells the puzzles of a game that were not there before.
    fn take<T>(
        &mut self,
        puzzles: Vec<Tagged>,
        form: &impl Fn(&Tagged) -> T,
        sink: &mut impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for mut tagged in puzzles {
            if !self.known.insert(sissa_game::key(&tagged.position)) {
                continue;
            }
            tagged.record.index = self.made;
            self.made += 1;
            if sink(Event::Found(form(&tagged))).is_break() {
                self.enough = true;
                return ControlFlow::Break(());
            }
            if self.made >= self.scan.count {
                return ControlFlow::Break(());
            }
        }
        let told = self.tell(self.games + 1, None, sink);
        self.scan.session.go_on(told)
    }

    fn failed<T>(
        &mut self,
        index: u64,
        problem: Problem,
        sink: &mut impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.errors += 1;
        let failure = Failure {
            index,
            code: problem.code.to_owned(),
            excerpt: problem.excerpt().map(str::to_owned),
            message: problem.message,
            hint: problem.hint,
            reasons: problem.reasons,
        };
        let told = sink(Event::Failure(failure));
        self.enough |= told.is_break();
        told
    }

    fn tell<T>(
        &mut self,
        games: u64,
        requested: Option<u64>,
        sink: &mut impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.games = games;
        let now = self.scan.session.now();
        let told = sink(Event::Progress(Progress {
            made: games,
            failed: self.errors,
            dropped: 0,
            requested,
            judged: None,
            seconds: now.saturating_sub(self.started).as_secs_f64(),
            bytes: None,
        }));
        self.enough |= told.is_break();
        told
    }

    fn finish<T>(self, sink: &mut impl FnMut(Event<T>) -> ControlFlow<()>) -> Option<Summary> {
        if self.enough {
            return None;
        }
        let exit = if self.scan.session.cancel().requested() {
            130
        } else if self.errors > 0 {
            2
        } else {
            u8::from(self.made == 0)
        };
        let asked = Some(self.scan.count).filter(|count| *count < u64::MAX);
        let summary = Summary {
            requested: asked.unwrap_or(self.made),
            produced: self.made,
            unique: self.made,
            satisfied: self.made,
            games: Some(self.games),
            exit,
            ..Summary::default()
        };
        let _ = sink(Event::Summary(summary.clone()));
        Some(summary)
    }
}
