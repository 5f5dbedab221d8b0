//! Who plays: the flags and the words of a constraint that speak of players.

use sissa_constraint::{Constraint, Expr};
use sissa_generate::{Company, CompanyError, Human, Moment};
use sissa_nn::human::Site;

use crate::{
    args::{GenerateArgs, MomentName, SiteName, Style},
    commands::cannot_honour,
    input::Asked,
    problem::{Problem, Report, quoted},
};

/// Positions of games that nothing else is asked of.
const ORDINARY: &str = "ply 10..100";

/// The constraint with what `--elo` adds to it.
pub fn asked(args: &GenerateArgs, asked: Option<Asked>) -> Result<Option<Asked>, Problem> {
    let Some(range) = &args.human.elo else {
        return Ok(asked);
    };
    let range = range.trim();
    let equals = if range.starts_with(|c: char| c.is_ascii_digit()) {
        "="
    } else {
        ""
    };
    let players: Constraint = format!("elo{equals}{range}").parse().map_err(|_| {
        let message = format!("--elo {} is no range of ratings", quoted(range));
        Report::new(message).hint("such as 1500, 1400..1600 or >=2000")
    })?;
    let mut parts = vec![players.expr().clone()];
    parts.extend(asked.map(|asked| asked.constraint.expr().clone()));
    let constraint = Constraint::new(Expr::All(parts));
    Ok(Some(Asked {
        text: constraint.to_string(),
        constraint,
    }))
}

/// The style, who plays in it, and what is asked of the board.
pub fn style(
    args: &GenerateArgs,
    asked: &Asked,
) -> Result<(Style, Option<Human>, Constraint), Problem> {
    let spoken = Company::of(&asked.constraint);
    let style = match (args.style, &spoken) {
        (Some(style), _) => style,
        (None, Ok((None, _)) | Err(CompanyError::Unsupported(_))) => Style::Direct,
        (None, _) => Style::Human,
    };
    if style != Style::Human {
        let flags = [
            ("--elo", args.human.elo.is_some()),
            ("--site", args.human.site.is_some()),
            ("--moment", args.human.moment.is_some()),
            ("--particles", args.human.particles.is_some()),
        ];
        if let Some((flag, _)) = flags.into_iter().find(|(_, given)| *given) {
            let message = format!("{flag} belongs to the style human");
            return Err(Report::new(message).hint("add `--style human`").into());
        }
        return Ok((style, None, asked.constraint.clone()));
    }
    if args.shortest {
        return Err(Report::new("--shortest belongs to the style direct").into());
    }
    let (company, board) = spoken.map_err(|error| match error {
        CompanyError::Unsupported(predicates) | CompanyError::Besides(predicates) => {
            cannot_honour("generate", &predicates)
        }
        other => Report::new(other.to_string())
            .hint("such as `elo 1400..1600`; leave `elo gap` out where it does not matter"),
    })?;
    let nothing = matches!(board.expr(), Expr::All(parts) if parts.is_empty());
    let board = match nothing {
        true => ORDINARY.parse()?,
        false => board,
    };
    let usual = Human::default();
    let human = Human {
        company: company.unwrap_or_default(),
        site: match args.human.site {
            None | Some(SiteName::Lichess) => Site::Lichess,
            Some(SiteName::Chesscom) => Site::ChessCom,
            Some(SiteName::Fics) => Site::Fics,
            Some(SiteName::Board) => Site::Board,
        },
        moment: match args.human.moment {
            None | Some(MomentName::Any) => Moment::Any,
            Some(MomentName::First) => Moment::First,
        },
        particles: args
            .human
            .particles
            .map_or(usual.particles, |count| count as usize),
    };
    Ok((style, Some(human), board))
}
