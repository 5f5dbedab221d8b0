//! Whether the nearest games tell what is not in the moves.

use sissa_record::ClassificationRecord;

use super::{
    Terrain,
    clusters::{commonest, rating},
};

/// What neighbours are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The ECO code's letter and first digit.
    Opening,
    /// Who won.
    Result,
    /// The players' mean rating, in bands of 200 points.
    Rating,
}

impl Question {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Question::Opening => "opening",
            Question::Result => "result",
            Question::Rating => "rating",
        }
    }
}

/// How often neighbours were right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Classification {
    /// About what.
    pub question: Question,
    /// How many neighbours voted.
    pub neighbours: usize,
    /// Games with an answer.
    pub games: usize,
    /// Different answers.
    pub classes: usize,
    /// Share of games whose neighbours' commonest answer is their own.
    pub right: f64,
    /// Share that the commonest answer of all gets right.
    pub commonest: f64,
    /// Share that drawing from all answers gets right.
    pub drawn: f64,
    /// Of results: share that "the higher rated wins" gets right.
    pub higher_rated: Option<f64>,
}

impl Classification {
    /// As a record.
    pub fn record(&self) -> ClassificationRecord {
        ClassificationRecord {
            question: self.question.name().to_owned(),
            neighbours: self.neighbours,
            games: self.games,
            classes: self.classes,
            right: self.right,
            commonest: self.commonest,
            drawn: self.drawn,
            higher_rated: self.higher_rated,
        }
    }
}

impl Terrain {
    /// Asks each game's nearest among the others, of those that have an answer. Ties are broken by the
    /// order of the answers' names.
    pub fn classify(&self, neighbours: usize) -> Vec<Classification> {
        [Question::Opening, Question::Result, Question::Rating]
            .into_iter()
            .filter_map(|question| self.ask(question, neighbours))
            .collect()
    }

    fn answer(&self, question: Question, game: usize) -> Option<String> {
        match question {
            Question::Opening => self.eco(game),
            Question::Result => self.result(game),
            Question::Rating => {
                let band = rating(&self.games[game].0)? / 200.0;
                Some(format!("{:04}", 200 * band.floor() as u32))
            }
        }
    }

    fn ask(&self, question: Question, neighbours: usize) -> Option<Classification> {
        let answers: Vec<Option<String>> = (0..self.games.len())
            .map(|game| self.answer(question, game))
            .collect();
        let known: Vec<&String> = answers.iter().flatten().collect();
        let games = known.len();
        let share = |right: usize| right as f64 / games.max(1) as f64;
        let (_, most) = commonest(known.iter().map(|answer| (*answer).clone()))?;
        let mut right = 0;
        for (game, own) in answers.iter().enumerate() {
            let Some(own) = own else {
                continue;
            };
            // As many neighbours as have an answer, of a few more.
            let near = self.neighbours(game, 4 * neighbours);
            let votes = near.iter().filter_map(|(_, other)| answers[*other].clone());
            let said = commonest(votes.take(neighbours));
            right += usize::from(said.is_some_and(|(said, _)| said == *own));
        }
        let mut names = known.clone();
        names.sort_unstable();
        let groups = names.chunk_by(|a, b| a == b).map(<[&String]>::len);
        let groups: Vec<usize> = groups.collect();
        Some(Classification {
            question,
            neighbours,
            games,
            classes: groups.len(),
            right: share(right),
            commonest: share(most),
            drawn: groups.iter().map(|group| share(*group).powi(2)).sum(),
            higher_rated: (question == Question::Result)
                .then(|| self.higher_rated())
                .flatten(),
        })
    }

    /// The share of games that the higher rated wins; of those without ratings or with equal ones White.
    fn higher_rated(&self) -> Option<f64> {
        let mut games = 0;
        let mut right = 0;
        for (game, (header, _)) in self.games.iter().enumerate() {
            let Some(result) = self.result(game) else {
                continue;
            };
            let info = &header.info;
            let said = if info.black_elo > info.white_elo {
                "0-1"
            } else {
                "1-0"
            };
            games += 1;
            right += usize::from(result == said);
        }
        (games > 0).then(|| f64::from(right as u32) / f64::from(games))
    }
}
