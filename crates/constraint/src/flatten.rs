//! One shape for trees that mean the same: groups in groups merged, single parts unwrapped.

use crate::{Beyond, Expr, Predicate};

impl Expr {
    /// Nested alls and anys merged into one level, single parts unwrapped.
    pub(crate) fn flattened(self) -> Expr {
        match self {
            Expr::All(parts) => {
                let mut flat = Vec::with_capacity(parts.len());
                for part in parts {
                    match part.flattened() {
                        Expr::All(inner) => flat.extend(inner),
                        other => flat.push(other),
                    }
                }
                if flat.len() == 1 {
                    flat.remove(0)
                } else {
                    Expr::All(flat)
                }
            }
            Expr::Any(parts) => {
                let mut flat = Vec::with_capacity(parts.len());
                for part in parts {
                    match part.flattened() {
                        Expr::Any(inner) => flat.extend(inner),
                        other => flat.push(other),
                    }
                }
                match flat.len() {
                    // No text says "one of nothing"; this one means the same.
                    0 => Expr::Not(Box::new(Expr::All(Vec::new()))),
                    1 => flat.remove(0),
                    _ => Expr::Any(flat),
                }
            }
            Expr::Not(part) => Expr::Not(Box::new(part.flattened())),
            Expr::AnySide(part) => Expr::AnySide(Box::new(part.flattened())),
            Expr::EachSide(part) => Expr::EachSide(Box::new(part.flattened())),
            Expr::Is(Predicate::Beyond(Beyond::Earlier(part))) => {
                Predicate::Beyond(Beyond::Earlier(Box::new(part.flattened()))).into()
            }
            Expr::Is(predicate) => Expr::Is(predicate),
        }
    }
}

impl From<Predicate> for Expr {
    fn from(predicate: Predicate) -> Expr {
        Expr::Is(predicate)
    }
}
