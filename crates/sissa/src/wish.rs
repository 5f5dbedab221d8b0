//! The constraint of a request: words, presets, or both.

use sissa_constraint::{Constraint, Expr, PRESETS, Preset, preset};
use sissa_game::Theme;

use crate::problem::{Problem, quoted};

/// A constraint and the words it was asked for with.
#[derive(Debug, Clone)]
pub struct Wish {
    /// What the positions must be like.
    pub constraint: Constraint,
    /// As it was written, for records.
    pub text: String,
}

impl Wish {
    /// Reads the words of a request and its presets, which all must hold; `None` where there is
    /// nothing.
    ///
    /// ```
    /// let wish = sissa::Wish::read(Some("not check"), &["iqp"])?.expect("there are words");
    /// assert!(wish.text.ends_with(" and not check"), "{}", wish.text);
    /// # Ok::<_, sissa::Problem>(())
    /// ```
    pub fn read(words: Option<&str>, presets: &[impl AsRef<str>]) -> Result<Option<Wish>, Problem> {
        let mut parts = Vec::with_capacity(presets.len() + 1);
        for name in presets {
            parts.push(named(name.as_ref())?.constraint.parse::<Constraint>()?);
        }
        let words = words.filter(|words| !words.trim().is_empty());
        if let Some(words) = words {
            let constraint = words.parse::<Constraint>()?;
            if parts.is_empty() {
                let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
                return Ok(Some(Wish { constraint, text }));
            }
            parts.push(constraint);
        }
        Ok(Wish::all(parts))
    }

    /// All of these constraints; `None` where there is none.
    pub(crate) fn all(mut parts: Vec<Constraint>) -> Option<Wish> {
        let constraint = match parts.len() {
            0 | 1 => parts.pop()?,
            _ => {
                let all = parts.iter().map(|part| part.expr().clone()).collect();
                Constraint::new(Expr::All(all))
            }
        };
        Some(Wish {
            text: constraint.to_string(),
            constraint,
        })
    }

    /// What to say where a constraint is missing.
    pub fn missing() -> Problem {
        Problem::new("constraint", "there is no constraint")
            .field("constraint")
            .hint("say what the position must be like, as in `white Q=0`, or name a preset")
    }
}

/// The preset of this name, or the nearest name as a hint.
pub fn named(name: &str) -> Result<&'static Preset, Problem> {
    preset(name).ok_or_else(|| {
        if let Some(theme) = Theme::named(name) {
            let message = format!("`{}` is something that happens in a game", theme.name());
            return Problem::new("preset", message)
                .field("preset")
                .hint("generate makes games that show it: `sissa generate --preset phoenix`");
        }
        let lower: String = name.chars().take(40).collect::<String>().to_lowercase();
        let near = PRESETS
            .iter()
            .map(|preset| {
                let edits = strsim::damerau_levenshtein(&lower, preset.name);
                (edits, preset.name)
            })
            .min()
            .filter(|(edits, known)| *edits <= 1 + known.len() / 3);
        let hint = match near {
            Some((_, known)) => format!("did you mean `{known}`?"),
            None => format!("there are {}: presets lists them", PRESETS.len()),
        };
        Problem::new("preset", format!("there is no preset {}", quoted(name)))
            .field("preset")
            .hint(hint)
    })
}
