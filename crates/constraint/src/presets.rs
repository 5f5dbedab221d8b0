//! A library of named constraints: situations that coaches and players have names for.

/// A constraint with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// What it is called on the command line.
    pub name: &'static str,
    /// The group it is listed under.
    pub group: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The constraint it stands for.
    pub constraint: &'static str,
}

/// The preset of this name.
///
/// ```
/// let lucena = sissa_constraint::preset("lucena").unwrap();
/// assert!(lucena.constraint.parse::<sissa_constraint::Constraint>().is_ok());
/// ```
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS
        .iter()
        .find(|preset| preset.name.eq_ignore_ascii_case(name))
}

const fn preset_of(
    group: &'static str,
    name: &'static str,
    about: &'static str,
    constraint: &'static str,
) -> Preset {
    Preset {
        name,
        group,
        about,
        constraint,
    }
}

/// Every preset, in the order they are listed.
pub const PRESETS: &[Preset] = &[preset_of(
    "structure",
    "iqp",
    "White has an isolated queen's pawn on d4, Black none on the d-file",
    "Pd4 and white isolated P on d4 and white P>=5 and black P>=5 and black P on file d=0 and white P on file c,file e=0",
)];
