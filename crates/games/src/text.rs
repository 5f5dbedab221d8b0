//! Constraints in requests: as people write them.

use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};
use sissa_constraint::Constraint;

pub(crate) fn serialize<S: Serializer>(
    constraint: &Constraint,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(constraint)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Constraint, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// The same for several.
pub(crate) mod list {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        constraints: &[Constraint],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(constraints.iter().map(Constraint::to_string))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Constraint>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let parsed = texts.iter().map(|text| text.parse::<Constraint>());
        parsed.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}
