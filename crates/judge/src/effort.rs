//! What a question may cost: positions, and a callback that may end it.

/// What a question may cost.
///
/// Positions are counted, not time, so that the same question gives the same answer everywhere.
///
/// ```
/// use sissa_judge::Effort;
///
/// let bounded = Effort::nodes(10_000);
/// let interruptible = Effort { stop: &|| false, ..bounded };
/// assert_eq!(interruptible.nodes, 10_000);
/// ```
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The most positions to look at.
    pub nodes: u64,
    /// Asked now and then: whether to give up.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Effort<'_> {
    /// So many positions.
    pub fn nodes(nodes: u64) -> Effort<'static> {
        Effort {
            nodes,
            stop: &|| false,
        }
    }

    /// As many as it takes.
    pub fn unlimited() -> Effort<'static> {
        Effort::nodes(u64::MAX)
    }
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Effort")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// The effort is used up: nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

/// Counts positions against an effort.
pub(crate) struct Meter<'a> {
    effort: Effort<'a>,
    pub spent: u64,
}

impl<'a> Meter<'a> {
    pub fn new(effort: &Effort<'a>) -> Meter<'a> {
        Meter {
            effort: *effort,
            spent: 0,
        }
    }

    /// One more position.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Exhausted> {
        self.spent += 1;
        let asked = self.spent.is_multiple_of(4096) && (self.effort.stop)();
        if self.spent > self.effort.nodes || asked {
            // Once out, always out: the caller may ask again on its way up.
            self.effort.nodes = 0;
            return Err(Exhausted);
        }
        Ok(())
    }
}
