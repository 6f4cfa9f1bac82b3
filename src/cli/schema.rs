//! `eyas schema`: lists the embedded schemas, or prints one as a file.

use std::fmt::Write as _;

use clap::Args;
use eyas::engine::schema::{Schema, SchemaError};
use serde_json::{Value, json};

use super::{Failure, Outcome};

/// Arguments of `eyas schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// Name of an embedded schema, or a schema file; without it, the embedded schemas are listed
    #[arg(value_name = "SCHEMA")]
    schema: Option<String>,
    /// Leave out parameters: groups as the file names them, such as KingAttack, or beginnings of names, such as TEMPO
    #[arg(long, value_name = "WORD,…", value_delimiter = ',', requires = "schema")]
    without: Vec<String>,
}

/// Runs `eyas schema`.
pub(crate) fn run(args: &SchemaArgs) -> Result<Outcome, Failure> {
    match &args.schema {
        None => list(),
        Some(name) => print(name, &args.without),
    }
    .map_err(Failure::input)
}

/// Lists the embedded schemas.
fn list() -> Result<Outcome, SchemaError> {
    let (mut text, mut schemas) = (String::new(), Vec::<Value>::new());
    for name in Schema::names() {
        let schema = Schema::built_in(name)?;
        let (parameters, bits) = (schema.len(), schema.bits());
        let _ = writeln!(text, "{name:15}  {parameters:3} parameters  {bits:4} bits  {}", schema.description);
        schemas.push(json!({
            "name": name, "description": schema.description, "parameters": parameters, "bits": bits,
        }));
    }
    Ok(Outcome::new(text, json!({ "schemas": schemas })))
}

/// Prints a schema without some of its parameters.
fn print(name: &str, without: &[String]) -> Result<Outcome, SchemaError> {
    let schema = Schema::named_or_path(name)?.without(without)?;
    Ok(Outcome::new(
        schema.to_ron(),
        json!({
            "name": schema.name,
            "description": schema.description,
            "bits": schema.bits(),
            "parameters": schema.parameters,
        }),
    ))
}
