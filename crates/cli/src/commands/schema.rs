//! `sissa schema`: what the records look like, for programs in other languages.

use crate::{
    args::SchemaArgs,
    output::Output,
    problem::{Exit, Problem},
};

pub fn run(args: &SchemaArgs) -> Result<Exit, Problem> {
    let output = Output::open(args.output.output.as_deref())?;
    let schema = sissa_record::schema();
    output.write(format!("{schema:#}\n").as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}
