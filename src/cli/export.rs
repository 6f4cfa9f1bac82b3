//! `eyas export`: writes a figure of a session as a picture or as numbers, or the tuned options of an engine.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use eyas::engine_options::ValueFormat;
use eyas::figures::{self, Format, Request, Source};
use eyas::job;
use eyas::text;
use serde_json::json;

use super::{Failure, Outcome, output};

/// Arguments of `eyas export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Folder of a session, match, race or pipeline
    #[arg(value_name = "SESSION")]
    folder: PathBuf,
    /// List the figures that can be exported
    #[arg(long, conflicts_with_all = ["figure", "out"])]
    list: bool,
    /// Name of the figure; --list shows the names
    #[arg(long, value_name = "NAME", required_unless_present_any = ["list", "values"], requires = "out")]
    figure: Option<String>,
    /// Write the tuned options of an engine in this format instead of a figure
    #[arg(long, value_name = "FORMAT", value_parser = formats(), conflicts_with_all = ["figure", "list", "generation", "game"])]
    values: Option<String>,
    /// File to write, replacing an older one: .svg for a picture, .csv for numbers. Values without a file are printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Run of an ensemble, 1 for the first [default: the run of the champion]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    run: Option<u32>,
    /// Generation [default: the last one, or the confirmation after it]
    #[arg(long, value_name = "N")]
    generation: Option<u32>,
    /// Game of a match, 1 for the first [default: the last one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
}

fn formats() -> PossibleValuesParser {
    let value =
        |(_, name, about): (ValueFormat, &'static str, &'static str)| PossibleValue::new(name).help(about);
    PossibleValuesParser::new(ValueFormat::ALL.map(value))
}

/// Runs `eyas export`.
pub(crate) fn run(args: &ExportArgs) -> Result<Outcome, Failure> {
    if let Some(format) = args.values.as_deref().and_then(ValueFormat::named) {
        return values(args, format);
    }
    // Check the name of the file first: reading a long session takes seconds.
    let format = args.out.as_deref().map(Format::of).transpose().map_err(failure)?;
    let source = Source::open(&args.folder).map_err(failure)?;
    let (Some(name), Some(out), Some(format)) = (&args.figure, &args.out, format) else {
        return Ok(list(&source));
    };
    let request = Request {
        name: name.clone(),
        run: args.run.map(|run| run - 1),
        generation: args.generation,
        game: args.game.map(|game| game - 1),
    };
    let figure = source.figure(&request).map_err(failure)?;
    figures::write(&figure, out).map_err(failure)?;
    let shown = text::name(&out.display().to_string()).into_owned();
    Ok(Outcome::new(
        format!("{}\nwritten to {shown}{}", figure.title, with_line(figure.note)),
        json!({
            "figure": figure.name,
            "title": figure.title,
            "description": figure.description,
            "note": (!figure.note.is_empty()).then_some(figure.note),
            "format": match format { Format::Svg => "svg", Format::Csv => "csv" },
            "out": out,
        }),
    ))
}

/// Returns a text as a line of its own; nothing for an empty one.
fn with_line(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n{text}") }
}

/// Writes or prints tuned options.
fn values(args: &ExportArgs, format: ValueFormat) -> Result<Outcome, Failure> {
    let failure = |error: job::Error| Failure::of(error.is_input(), error);
    let tuned = job::tuned_values(&args.folder, args.run.map(|run| run - 1)).map_err(failure)?;
    let note = tuned.provisional.as_deref();
    let content = tuned.engine.export(&tuned.values, format, note).map_err(|error| failure(error.into()))?;
    if let Some(note) = note {
        output::note(&format!("the values are provisional: {note}"));
    }
    let text = match &args.out {
        None => content.clone(),
        Some(to) => {
            let to =
                job::export_values(&tuned.engine, &tuned.values, note, format, to, true).map_err(failure)?;
            format!("options of run {} written to {}", tuned.run + 1, text::name(&to.display().to_string()))
        }
    };
    let json = json!({
        "format": args.values,
        "run": tuned.run + 1,
        "provisional": tuned.provisional,
        "text": content,
        "out": args.out,
    });
    Ok(Outcome::new(text, json))
}

fn list(source: &Source) -> Outcome {
    let listed = source.list();
    let width = listed.iter().map(|figure| figure.name.len()).max().unwrap_or(0);
    let lines: Vec<String> =
        listed.iter().map(|figure| format!("{:width$}  {}", figure.name, figure.about)).collect();
    let figures: Vec<_> =
        listed.iter().map(|figure| json!({ "name": figure.name, "about": figure.about })).collect();
    let text = if lines.is_empty() {
        "no figures yet: nothing is measured or played in this folder".to_owned()
    } else {
        lines.join("\n")
    };
    Outcome::new(text, json!({ "figures": figures }))
}

fn failure(error: figures::Error) -> Failure {
    Failure::of(error.is_input(), error)
}
