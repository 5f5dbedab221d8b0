//! Tables as CSV.

use csv::{Terminator, WriterBuilder};

/// Records as CSV, a line each.
pub(crate) fn csv<R, F>(records: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item = F>,
    F: AsRef<[u8]>,
{
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .from_writer(Vec::new());
    for record in records {
        writer
            .write_record(record)
            .expect("memory takes all, and records are equally long");
    }
    let bytes = writer.into_inner().expect("memory takes all");
    String::from_utf8(bytes).expect("fields are text")
}

/// Two decimals, or nothing where there is no number.
pub(crate) fn decimals(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| format!("{number:.2}"))
}

/// A number, or a dash where there is none.
pub(crate) fn figure(number: f64, digits: usize) -> String {
    if number.is_finite() {
        format!("{number:.digits$}")
    } else {
        "–".to_owned()
    }
}
