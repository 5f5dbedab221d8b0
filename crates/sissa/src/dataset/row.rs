//! A position that was made, as a row.

use std::hash::Hasher as _;

use serde::Serialize;
use shakmaty::Position as _;
use sissa_dataset::Row;

use crate::generate::{Generate, Generation, Position, Style};

/// What was asked for, as every row tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Sixteen hexadecimal digits that stand for everything that decides what an index of a seed gives. Requests
    /// that differ have different names; the same request has the same name everywhere.
    pub name: String,
    /// The constraint, as it was written.
    pub constraint: String,
    /// The name of the style.
    pub style: String,
}

/// Everything that decides what an index of a seed gives.
#[derive(Serialize)]
struct Deciding<'a> {
    constraint: String,
    style: &'a Style,
    from: &'a Option<String>,
    max_plies: Option<u32>,
    shortest: bool,
    nodes: Option<u64>,
    judge_nodes: Option<u64>,
}

impl Origin {
    /// Of a request that was made ready.
    pub fn of(request: &Generate, generation: &Generation) -> Origin {
        let deciding = Deciding {
            constraint: generation.constraint.constraint.to_string(),
            style: &generation.style,
            from: &request.from,
            max_plies: request.max_plies,
            shortest: request.shortest,
            nodes: request.nodes,
            judge_nodes: request.judge_nodes,
        };
        let text = serde_json::to_vec(&deciding).unwrap_or_default();
        let mut hasher = twox_hash::XxHash64::with_seed(0);
        hasher.write(&text);
        Origin {
            name: format!("{:016x}", hasher.finish()),
            constraint: generation.constraint.text.clone(),
            style: generation.style.name().to_owned(),
        }
    }

    /// The name of a position: no other has it.
    pub fn id(&self, seed: u64, index: u64) -> String {
        format!("{}-{seed}-{index}", self.name)
    }
}

impl Position {
    /// As a row of a dataset.
    ///
    /// ```
    /// use sissa::{Event, Generate, Origin, Session};
    ///
    /// let request = Generate::new("KQvK").seed(7);
    /// let generation = request.run(&Session::new())?;
    /// let origin = Origin::of(&request, &generation);
    /// for event in generation {
    ///     if let Event::Found(position) = event {
    ///         assert_eq!(position.row(&origin).id, origin.id(7, 0));
    ///     }
    /// }
    /// # Ok::<_, sissa::Problem>(())
    /// ```
    pub fn row(&self, origin: &Origin) -> Row {
        let (game, judged) = (&self.game, self.judged.as_deref());
        Row {
            id: origin.id(self.seed, self.index),
            constraint: origin.constraint.clone(),
            style: origin.style.clone(),
            seed: self.seed,
            index: self.index,
            fen: self.fen(),
            turn: game.end().turn().fold_wb("white", "black").to_owned(),
            plies: game.plies() as u64,
            moves: game.uci_moves().join(" "),
            start_fen: (!game.from_starting_position()).then(|| sissa_record::fen(game.start())),
            white_elo: self.human.map(|human| human.white_elo),
            black_elo: self.human.map(|human| human.black_elo),
            repaired: (self.repaired > 0).then_some(self.repaired),
            eval: judged.and_then(|judged| judged.eval),
            eval_mate: judged.and_then(|judged| judged.eval_mate),
            best: judged.and_then(|judged| judged.best.clone()),
            line: judged
                .filter(|judged| !judged.line.is_empty())
                .map(|judged| judged.line.join(" ")),
            mate: judged.and_then(|judged| judged.mate),
            tablebase: None,
            mate_distance: judged.and_then(|judged| judged.mate_distance),
        }
    }
}
