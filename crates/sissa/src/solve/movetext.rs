//! A solution as PGN: the first key and its first variation are the main line, everything else stands in brackets.

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};
use sissa_judge::{Attack, Continuation, Defence, Goal};
use sissa_record::{SolutionVerdict, pgn_from};

use super::{
    Solved,
    notation::{Knight, Notation, quickest, real_defences},
};
use crate::session::TOOL;

/// A good move and a mistake, as PGN numbers them.
const GOOD: &str = "$1";
const MISTAKE: &str = "$2";

/// A move with what follows; the first child is the main line.
struct Node {
    played: Move,
    glyph: Option<&'static str>,
    comment: Option<String>,
    children: Vec<Node>,
}

impl Node {
    fn new(played: Move, children: Vec<Node>) -> Node {
        Node {
            played,
            glyph: None,
            comment: None,
            children,
        }
    }
}

impl Solved {
    /// The solution as a game from the position, with variations.
    pub fn pgn(&self) -> String {
        let nodes = self.nodes();
        let mut tokens = Vec::new();
        if let Some(set_play) = self.set_play_comment() {
            push_comment(&mut tokens, &set_play);
        }
        match self.verdict() {
            SolutionVerdict::Solved => (),
            SolutionVerdict::None => push_comment(&mut tokens, "no solution"),
            SolutionVerdict::Undecided => push_comment(&mut tokens, "undecided"),
        }
        write(&mut tokens, &self.position, &nodes, true);
        let mut end = self.position.clone();
        let mut next = nodes.first();
        while let Some(node) = next {
            end.play_unchecked(node.played);
            next = node.children.first();
        }
        let round = (self.index + 1).to_string();
        let stipulation = self.stipulation.to_string();
        let event = format!("Sissa solution {stipulation}");
        let mut tags = vec![
            ("Event", event.as_str()),
            ("Round", round.as_str()),
            ("Annotator", TOOL),
            ("Stipulation", stipulation.as_str()),
        ];
        if let Some(id) = &self.id {
            tags.push(("Id", id));
        }
        pgn_from(&self.position, &end, &tags, &tokens)
    }

    fn nodes(&self) -> Vec<Node> {
        let solution = &self.solution;
        let mut nodes = Vec::new();
        for line in &solution.lines {
            insert(&mut nodes, line);
        }
        for key in &solution.keys {
            let mut node = attack(&self.position, key);
            node.glyph = Some(GOOD);
            nodes.push(node);
        }
        for one in &solution.tries {
            let mut after = self.position.clone();
            after.play_unchecked(one.first);
            let refutation = |m: &Move| Node {
                glyph: Some(GOOD),
                ..Node::new(*m, Vec::new())
            };
            let mut children: Vec<Node> = one.refutations.iter().map(refutation).collect();
            children.extend(defences(&after, &one.play));
            nodes.push(Node {
                glyph: Some(MISTAKE),
                comment: threats(&after, &one.play),
                ..Node::new(one.first, children)
            });
        }
        nodes
    }

    fn set_play_comment(&self) -> Option<String> {
        let notation = Notation {
            goal: Goal::Mate,
            knight: Knight::N,
        };
        let passed = self.position.clone().swap_turn().ok()?;
        let solution = &self.solution;
        let mut lines = Vec::new();
        if !solution.set_play.is_empty() {
            let play = Continuation {
                threats: Vec::new(),
                defences: solution.set_play.clone(),
            };
            notation.variations(&passed, &play, 1, 0, &mut lines);
        }
        let set_lines = solution.set_lines.iter();
        lines.extend(set_lines.map(|moves| notation.line(&passed, moves, 1)));
        let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        (!lines.is_empty()).then(|| format!("set play: {}", lines.join("; ")))
    }
}

/// Adds a line of help play to those that begin in the same way.
fn insert(nodes: &mut Vec<Node>, line: &[Move]) {
    let Some((first, rest)) = line.split_first() else {
        return;
    };
    let place = nodes.iter().position(|node| node.played == *first);
    let place = place.unwrap_or_else(|| {
        nodes.push(Node::new(*first, Vec::new()));
        nodes.len() - 1
    });
    insert(&mut nodes[place].children, rest);
}

fn attack(chess: &Chess, attack: &Attack) -> Node {
    let mut after = chess.clone();
    after.play_unchecked(attack.first);
    Node {
        comment: threats(&after, &attack.play),
        ..Node::new(attack.first, defences(&after, &attack.play))
    }
}

/// The defences to write out; where all of them let the threat happen, one stands for all.
fn defences(chess: &Chess, play: &Continuation) -> Vec<Node> {
    let node = |defence: &Defence| {
        let mut next = chess.clone();
        next.play_unchecked(defence.reply);
        let answers = quickest(&defence.answers);
        let answers = answers.into_iter().map(|one| attack(&next, one));
        Node::new(defence.reply, answers.collect())
    };
    let mut nodes: Vec<Node> = real_defences(play).map(node).collect();
    if nodes.is_empty() {
        nodes.extend(play.defences.first().map(node));
    }
    nodes
}

/// The threats, for a comment.
fn threats(after: &Chess, play: &Continuation) -> Option<String> {
    let passed = after.clone().swap_turn().ok()?;
    let threats = quickest(&play.threats);
    let threats = threats
        .iter()
        .map(|threat| SanPlus::from_move(passed.clone(), threat.first).to_string());
    let threats: Vec<String> = threats.collect();
    (!threats.is_empty()).then(|| format!("threat: {}", threats.join(", ")))
}

/// Writes alternatives: the first move, the others in brackets, then what follows the first.
fn write(tokens: &mut Vec<String>, chess: &Chess, nodes: &[Node], numbered: bool) {
    let Some((main, others)) = nodes.split_first() else {
        return;
    };
    let after = write_move(tokens, chess, main, numbered);
    for other in others {
        let first = tokens.len();
        let after = write_move(tokens, chess, other, true);
        write(tokens, &after, &other.children, other.comment.is_some());
        tokens[first].insert(0, '(');
        if let Some(last) = tokens.last_mut() {
            last.push(')');
        }
    }
    let interrupted = !others.is_empty() || main.comment.is_some();
    write(tokens, &after, &main.children, interrupted);
}

fn write_move(tokens: &mut Vec<String>, chess: &Chess, node: &Node, numbered: bool) -> Chess {
    let number = chess.fullmoves();
    match chess.turn() {
        Color::White => tokens.push(format!("{number}.")),
        Color::Black if numbered => tokens.push(format!("{number}...")),
        Color::Black => (),
    }
    let mut after = chess.clone();
    tokens.push(SanPlus::from_move_and_play_unchecked(&mut after, node.played).to_string());
    tokens.extend(node.glyph.map(str::to_owned));
    if let Some(comment) = &node.comment {
        push_comment(tokens, comment);
    }
    after
}

/// A comment, a token for each word so that lines can be broken.
fn push_comment(tokens: &mut Vec<String>, comment: &str) {
    let mut words: Vec<String> = comment.split_whitespace().map(str::to_owned).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    tokens.extend(words);
}
