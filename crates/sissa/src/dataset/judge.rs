//! What positions are worth, in bulk: [`Label`].

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_dataset::Row;
use sissa_record::{Entry, Run, Summary};

use super::{label::Labeller, plan::LabelName};
use crate::{
    event::{Event, run_of},
    input::{Entries, Tally, Work, collected, entries, must_say_something, work_into},
    limits::within,
    problem::Problem,
    session::Session,
};

/// Positions to find labels for: the labels of datasets, for positions from elsewhere.
///
/// ```
/// use sissa::{Event, Label, Session};
///
/// let events = Label::new("8/8/8/8/8/8/8/KRk5 b - - 0 1").nodes(1_000).run(&Session::new())?;
/// let rows = events.iter().filter_map(|event| match event {
///     Event::Found(row) => row.tablebase.as_deref(),
///     _ => None,
/// });
/// assert_eq!(rows.collect::<Vec<_>>(), ["loss"]);
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Label {
    /// Positions in any format.
    pub input: String,
    /// What to find out; everything if not given.
    pub labels: Vec<LabelName>,
    /// Positions that the engine looks at for each; 100,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Label {
    /// All labels of these positions.
    pub fn new(input: impl Into<String>) -> Label {
        Label {
            input: input.into(),
            ..Label::default()
        }
    }

    /// With so many positions looked at for each.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Label {
        self.nodes = Some(nodes);
        self
    }

    /// Looks whether it can be carried out.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        let most = session.ceiling().map(|ceilings| ceilings.nodes);
        within("nodes", self.nodes, most)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Row>>, Problem> {
        collected(|sink| self.run_into(session, entries(&self.input), Row::clone, sink))
    }

    /// Looks at these positions instead of the text, on all threads of the session, and tells the sink in order. A row
    /// has the index, the position and the labels. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        entries: Entries<'_>,
        form: impl Fn(&Row) -> T + Sync,
        sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        self.prepare(session)?;
        let all = [LabelName::Eval, LabelName::Best, LabelName::Tablebase];
        let labels = if self.labels.is_empty() {
            &all[..]
        } else {
            &self.labels
        };
        let work = Labelling(Labeller::new(labels, self.nodes, session));
        Ok(work_into(&work, session, entries, form, sink))
    }
}

struct Labelling(Labeller);

impl Work for Labelling {
    type Found = Row;
    type Count = ();

    fn run_record(&self) -> Run {
        run_of("label")
    }

    fn look(&self, index: u64, entry: &Entry) -> Result<Row, Problem> {
        let position = entry.position.checked.as_ref().map_err(|reasons| {
            Problem::new("invalid", "this is not a possible position").reasons(reasons)
        })?;
        let mut row = Row {
            index,
            fen: sissa_record::fen(position),
            ..Row::default()
        };
        self.0.label(position, &mut row);
        Ok(row)
    }

    fn note((): &mut (), _: &Row) {}

    fn summary(&self, (): (), tally: &Tally) -> Summary {
        let labelled = tally.read - tally.errors;
        Summary {
            requested: tally.read,
            produced: labelled,
            exit: if tally.cancelled {
                130
            } else if tally.errors > 0 {
                2
            } else {
                0
            },
            ..Summary::default()
        }
    }
}
