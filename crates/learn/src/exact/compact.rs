//! Many small rules as few readable ones: slides, several ways a line, both sides at once.

use crate::program::{Condition, Rule, Way, room};

/// The same rules in fewer lines; their order follows the kinds.
pub(crate) fn compact(rules: &[Rule]) -> Vec<Rule> {
    let mut left: Vec<Rule> = rules.to_vec();
    for rule in &mut left {
        rule.conditions.sort_unstable();
    }
    merge(
        &mut left,
        |one, other| {
            one.target & other.target == 0
                && one.ways == other.ways
                && same_but(one, other, true, false)
        },
        |one, other| one.target |= other.target,
    );
    let mut done = slides(&mut left);
    done.extend(left);
    merge(
        &mut done,
        |one, other| same_but(one, other, false, false),
        |one, other| {
            one.ways.extend(other.ways);
            one.ways.sort_unstable();
            one.ways.dedup();
        },
    );
    merge(
        &mut done,
        |one, other| {
            one.side.is_some()
                && other.side.is_some()
                && one.side != other.side
                && one.ways == other.ways
                && same_but(one, other, false, true)
        },
        |one, _| one.side = None,
    );
    done.sort_by(|one, other| {
        let key = |rule: &Rule| (rule.kind, rule.conditions.len(), rule.side, !rule.slide);
        key(one)
            .cmp(&key(other))
            .then_with(|| one.ways.cmp(&other.ways))
    });
    done
}

/// Are two rules equal but for their ways, and for what else is said?
fn same_but(one: &Rule, other: &Rule, targets: bool, sides: bool) -> bool {
    one.kind == other.kind
        && one.slide == other.slide
        && one.from == other.from
        && one.becomes == other.becomes
        && one.conditions == other.conditions
        && one.effects == other.effects
        && (targets || one.target == other.target)
        && (sides || one.side == other.side)
}

fn merge(
    rules: &mut Vec<Rule>,
    fits: impl Fn(&Rule, &Rule) -> bool,
    join: impl Fn(&mut Rule, Rule),
) {
    let mut done: Vec<Rule> = Vec::new();
    for rule in rules.drain(..) {
        match done.iter_mut().find(|known| fits(known, &rule)) {
            Some(known) => join(known, rule),
            None => done.push(rule),
        }
    }
    *rules = done;
}

/// Takes out families of rules that are the same way once, twice, … over empty squares.
fn slides(rules: &mut Vec<Rule>) -> Vec<Rule> {
    let mut done = Vec::new();
    let ways = super::steps::all_ways();
    for way in ways.into_iter().filter(|way| longest(*way) > 1) {
        while let Some(first) = rules.iter().find(|rule| is_part(rule, way, 1)).cloned() {
            let family: Vec<usize> = (1..=longest(way))
                .filter_map(|times| {
                    let like = |rule: &Rule| {
                        is_part(rule, way, times)
                            && (rule.side, rule.kind, rule.target)
                                == (first.side, first.kind, first.target)
                    };
                    rules.iter().position(like)
                })
                .collect();
            if family.len() < longest(way) as usize {
                break;
            }
            done.push(Rule {
                slide: true,
                ..first
            });
            let mut index = 0;
            rules.retain(|_| {
                index += 1;
                !family.contains(&(index - 1))
            });
        }
    }
    done
}

/// How many times this way fits on the board.
fn longest(way: Way) -> i8 {
    7 / way.0.abs().max(way.1.abs())
}

/// Is this rule the way so many times, over empty squares, from everywhere?
fn is_part(rule: &Rule, way: Way, times: i8) -> bool {
    let mut between: Vec<Condition> = (1..times)
        .map(|step| Condition::Empty((way.0 * step, way.1 * step)))
        .collect();
    between.sort_unstable();
    let far = (way.0 * times, way.1 * times);
    rule.ways == [far]
        && !rule.slide
        && rule.from & room(far) == room(far)
        && rule.becomes.is_empty()
        && rule.effects.is_empty()
        && rule.conditions == between
}
