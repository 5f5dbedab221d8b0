//! What comes of the judgements of a game: accuracies, phases, critical moments, time trouble.

use shakmaty::{Color, Position as _};
use sissa_game::Game;
use sissa_human::Estimate;
use sissa_nn::human::measure::Phase;
use sissa_record::{
    Judgement, JudgementCount, OpeningRecord, PhaseRecord, RatingEstimate, ReviewGameRecord,
    ReviewSideRecord, Severity, TimeTrouble,
};

use super::{
    accuracy,
    game::{ReviewedMove, rounded},
    openings::Opening,
    setting::Setting,
};

/// Most critical moments of a game.
const CRITICAL: usize = 6;
/// A value beyond this, in hundredths of a pawn, counts as this where losses are averaged.
const CEILING: f64 = 1000.0;

/// Fewer moves than this say nothing of a rating.
const TELLING: usize = 10;

/// Everything that was found out about a game.
pub(super) struct Whole<'a> {
    pub number: u64,
    pub game: &'a Game,
    pub moves: &'a [ReviewedMove],
    pub wins: &'a [f64],
    pub setting: &'a Setting,
    pub opening: Option<(Opening, usize)>,
    pub side: Option<Color>,
    /// How strong White and Black are, by their moves.
    pub ratings: [Estimate; 2],
    pub nodes: u64,
}

pub(super) fn of_game(whole: &Whole<'_>) -> ReviewGameRecord {
    let game = whole.game;
    let tag = |name: &str| {
        let value = game.header(name).map(str::trim);
        value
            .filter(|value| !value.is_empty() && *value != "?")
            .map(str::to_owned)
    };
    let over = game.end().legal_moves().is_empty();
    let result = match tag("Result") {
        _ if over => game.end().outcome().as_str().to_owned(),
        Some(known) if ["1-0", "0-1", "1/2-1/2"].contains(&known.as_str()) => known,
        _ => "*".to_owned(),
    };
    let sides = [Color::White, Color::Black];
    let wanted = |color: &Color| whole.side.is_none_or(|side| side == *color);
    ReviewGameRecord {
        game: whole.number,
        white: tag("White"),
        black: tag("Black"),
        result,
        plies: game.plies(),
        opening: opening(whole, &tag),
        phases: phases(whole),
        critical: critical(whole),
        sides: sides
            .into_iter()
            .filter(wanted)
            .map(|color| side(whole, color))
            .collect(),
        nodes: whole.nodes,
    }
}

/// The name by position; the file's own word where the table has none, or where its code is the same and it says more.
fn opening(whole: &Whole<'_>, tag: &impl Fn(&str) -> Option<String>) -> Option<OpeningRecord> {
    let (eco, name) = (tag("ECO"), tag("Opening"));
    let Some((found, plies)) = &whole.opening else {
        let known = eco.is_some() || name.is_some();
        return known.then_some(OpeningRecord {
            eco,
            name,
            plies: None,
        });
    };
    let given = name.filter(|name| name.starts_with(&found.name));
    Some(match given {
        Some(name) => OpeningRecord {
            eco: eco.or_else(|| Some(found.eco.clone())),
            name: Some(name),
            plies: Some(*plies),
        },
        None => OpeningRecord {
            eco: Some(found.eco.clone()),
            name: Some(found.name.clone()),
            plies: Some(*plies),
        },
    })
}

fn losses(moves: &[&ReviewedMove]) -> f64 {
    moves
        .iter()
        .map(|reviewed| reviewed.record.expected_loss)
        .sum()
}

fn phases(whole: &Whole<'_>) -> Vec<PhaseRecord> {
    let first = whole.game.start().turn();
    // Each phase begins with the value that the one before it ended with.
    let weighted = accuracy::weighted(whole.wins, first);
    let mut phases = Vec::new();
    for phase in Phase::ALL {
        let of = |index: &usize| whole.moves[*index].record.phase == phase.word();
        let plies: Vec<usize> = (0..whole.moves.len()).filter(of).collect();
        let (Some(from), Some(to)) = (plies.first(), plies.last()) else {
            continue;
        };
        let own = |color: Color| {
            let plies = plies
                .iter()
                .filter(|ply| whole.moves[**ply].color() == color);
            plies.copied().collect::<Vec<usize>>()
        };
        let accuracy = |color: Color| {
            let moves: Vec<(f64, f64)> = own(color).iter().map(|ply| weighted[*ply]).collect();
            accuracy::mean(&moves).map(|accuracy| rounded(accuracy, 1))
        };
        let lost = |color: Color| {
            let moves: Vec<&ReviewedMove> =
                own(color).iter().map(|ply| &whole.moves[*ply]).collect();
            rounded(losses(&moves), 1)
        };
        phases.push(PhaseRecord {
            phase: phase.word().to_owned(),
            from: from + 1,
            to: to + 1,
            accuracy: [accuracy(Color::White), accuracy(Color::Black)],
            expected_loss: [lost(Color::White), lost(Color::Black)],
        });
    }
    phases
}

/// The moves that cost most, and brilliant ones, in order.
fn critical(whole: &Whole<'_>) -> Vec<usize> {
    let mut moments: Vec<(f64, usize)> = whole
        .moves
        .iter()
        .filter(|reviewed| whole.side.is_none_or(|side| side == reviewed.color()))
        .filter_map(|reviewed| {
            let record = &reviewed.record;
            let weight = match record.judgement {
                Judgement::Brilliant => 100.0,
                _ => record.expected_loss,
            };
            let matters = record.severity >= Some(Severity::Mistake) || weight == 100.0;
            matters.then_some((weight, record.ply))
        })
        .collect();
    // The costliest first; of equals the earlier.
    moments.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut plies: Vec<usize> = moments
        .into_iter()
        .take(CRITICAL)
        .map(|(_, ply)| ply)
        .collect();
    plies.sort_unstable();
    plies
}

pub(super) fn counts<'a>(
    judgements: impl Iterator<Item = &'a ReviewedMove> + Clone,
) -> Vec<JudgementCount> {
    let count = |judgement: Judgement| JudgementCount {
        judgement,
        count: judgements
            .clone()
            .filter(|reviewed| reviewed.record.judgement == judgement)
            .count(),
    };
    Judgement::ALL
        .into_iter()
        .map(count)
        .filter(|count| count.count > 0)
        .collect()
}

fn side(whole: &Whole<'_>, color: Color) -> ReviewSideRecord {
    let moves: Vec<&ReviewedMove> = whole
        .moves
        .iter()
        .filter(|reviewed| reviewed.color() == color)
        .collect();
    let number = moves.len().max(1) as f64;
    let accuracies = accuracy::of_game(whole.wins, whole.game.start().turn());
    let mean_loss = losses(&moves) / number;
    let pawns = |text: &str| {
        let worth: Option<sissa_judge::Worth> = text.parse().ok();
        worth.map_or(0.0, |worth| {
            (100.0 * worth.pawns_for(color)).clamp(-CEILING, CEILING)
        })
    };
    let centipawns: f64 = moves
        .iter()
        .map(|reviewed| {
            (pawns(&reviewed.record.eval_before) - pawns(&reviewed.record.eval_after)).max(0.0)
        })
        .sum();
    let troubled = |reviewed: &&&ReviewedMove| reviewed.trouble == Some(true);
    let trouble = whole.setting.remarks.clocked().then(|| TimeTrouble {
        moves: moves.iter().filter(troubled).count(),
        mistakes: moves
            .iter()
            .filter(troubled)
            .filter(|reviewed| reviewed.is_mistake())
            .count(),
    });
    let likely: Vec<f64> = moves
        .iter()
        .filter_map(|reviewed| reviewed.record.played_by)
        .collect();
    ReviewSideRecord {
        color: color.into(),
        elo: whole.setting.player(color).rating,
        moves: moves.len(),
        accuracy_lichess: accuracies[color.fold_wb(0, 1)].map(|accuracy| rounded(accuracy, 1)),
        accuracy: (!moves.is_empty()).then(|| rounded(accuracy::by_points(mean_loss), 1)),
        expected_loss: rounded(mean_loss, 2),
        centipawn_loss: rounded(centipawns / number, 1),
        judgements: counts(moves.iter().copied()),
        time_trouble: trouble,
        likeness: (!likely.is_empty())
            .then(|| rounded(likely.iter().sum::<f64>() / likely.len() as f64, 4)),
        rating: (moves.len() >= TELLING).then(|| {
            let Estimate { rating, low, high } = whole.ratings[color.fold_wb(0, 1)];
            let [rating, low, high] = [rating, low, high].map(|number| number.round() as i32);
            RatingEstimate { rating, low, high }
        }),
    }
}
