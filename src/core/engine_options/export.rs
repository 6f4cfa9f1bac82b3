//! Tuned values in the formats of other programs and languages.

use std::fmt::Write;

use serde_json::Value;

use super::open_bench::FIELDS;
use super::option::{OptionType, TunableOption};
use super::{TunedEngine, identifier};
use crate::text;

/// The learning rate at the end of a tune for an option that has no other one: the usual value of OpenBench.
const LEARNING_RATE: f64 = 0.002;

/// The word that marks values that are not final. The name of the entry in a JSON object of names and values.
const PROVISIONAL: &str = "provisional";

/// A format of tuned values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueFormat {
    /// A parameter file in Eyas' own format, which starts at the values.
    Eyas,
    /// The commands that set the options of a UCI engine.
    SetOption,
    /// An object of names and values.
    Json,
    /// The SPSA input of OpenBench, which starts at the values.
    OpenBench,
    /// These lines under headings, as a table.
    Csv,
    /// The `config.json` of weather-factory, which starts at the values.
    WeatherFactory,
    /// A C header with macros.
    C,
    /// Constants of Rust.
    Rust,
}

/// Why values cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The format has no such names.
    #[error("the name “{0}” cannot be written as a line of OpenBench; use another format")]
    Name(String),
    /// The format has integers only.
    #[error("“{0}” has decimals, but weather-factory tunes integers only; use another format")]
    Decimals(String),
}

impl ValueFormat {
    /// The formats with their names and descriptions.
    pub const ALL: [(ValueFormat, &'static str, &'static str); 8] = [
        (ValueFormat::Eyas, "eyas", "parameter file of Eyas"),
        (ValueFormat::SetOption, "setoption", "UCI commands"),
        (ValueFormat::Json, "json", "JSON object of names and values"),
        (ValueFormat::OpenBench, "open-bench", "SPSA input of OpenBench"),
        (ValueFormat::Csv, "csv", "these lines under headings"),
        (ValueFormat::WeatherFactory, "weather-factory", "config.json of weather-factory"),
        (ValueFormat::C, "c", "C header"),
        (ValueFormat::Rust, "rust", "constants of Rust"),
    ];

    /// Returns the format with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<ValueFormat> {
        ValueFormat::ALL.into_iter().find(|(_, known, _)| *known == name).map(|(format, ..)| format)
    }

    /// Returns the usual ending of file names.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            ValueFormat::Eyas => "ron",
            ValueFormat::SetOption | ValueFormat::OpenBench => "txt",
            ValueFormat::Json | ValueFormat::WeatherFactory => "json",
            ValueFormat::Csv => "csv",
            ValueFormat::C => "h",
            ValueFormat::Rust => "rs",
        }
    }
}

impl TunedEngine {
    /// Returns a file with these values, in schema order. `provisional` says why they are not final: in a comment where the
    /// format has comments, as an entry of a JSON object of names and values. Other formats have no place for it.
    ///
    /// # Errors
    /// Returns an error if the format has no such names or numbers.
    pub fn export(
        &self,
        values: &[i32],
        format: ValueFormat,
        provisional: Option<&str>,
    ) -> Result<String, ExportError> {
        let note = provisional.map(|why| text::line(why).into_owned());
        let line = || note.as_ref().map_or_else(String::new, |note| format!("// {PROVISIONAL}: {note}\n"));
        let all = || self.options().iter().zip(values.iter().copied());
        match format {
            ValueFormat::Eyas => Ok(line() + &self.file(values)),
            ValueFormat::SetOption => Ok(self.commands(values)),
            ValueFormat::Json => {
                let entry = |(option, value): (&TunableOption, i32)| {
                    format!("  {}: {}", quoted(&option.name), natural(option, value))
                };
                // An option of this name has precedence.
                let is_free = self.options().iter().all(|option| option.name != PROVISIONAL);
                let note = note.filter(|_| is_free);
                let note = note.map(|note| format!("  {}: {}", quoted(PROVISIONAL), quoted(&note)));
                let entries: Vec<String> = note.into_iter().chain(all().map(entry)).collect();
                Ok(format!("{{\n{}\n}}\n", entries.join(",\n")))
            }
            ValueFormat::OpenBench => all().map(|(option, value)| open_bench(option, value)).collect(),
            ValueFormat::Csv => {
                let lines: Result<String, _> =
                    all().map(|(option, value)| open_bench(option, value)).collect();
                Ok(format!("{}\n{}", FIELDS.join(", "), lines?))
            }
            ValueFormat::WeatherFactory => {
                let entries: Result<Vec<_>, _> =
                    all().map(|(option, value)| weather_factory(option, value)).collect();
                Ok(format!("{{\n{}\n}}\n", entries?.join(",\n")))
            }
            ValueFormat::C => {
                let line = note
                    .map_or_else(String::new, |note| format!("/* {PROVISIONAL}: {} */\n", comment(&note)));
                Ok(line + &self.c_header(values))
            }
            ValueFormat::Rust => Ok(line() + &self.rust_constants(values)),
        }
    }

    /// Returns the options with their values and with identifiers that occur once.
    fn identified(&self, values: &[i32]) -> Vec<(String, &TunableOption, i32)> {
        let names: Vec<&str> = self.options().iter().map(|option| option.name.as_str()).collect();
        let both = self.options().iter().zip(values);
        identifier::all(&names)
            .into_iter()
            .zip(both)
            .map(|(name, (option, value))| (name, option, *value))
            .collect()
    }

    fn c_header(&self, values: &[i32]) -> String {
        let player = comment(self.player());
        let mut text = format!(
            "/* Tuned options of {player}, written by Eyas. */\n#ifndef TUNED_OPTIONS_H\n#define TUNED_OPTIONS_H\n\n"
        );
        for (name, option, value) in self.identified(values) {
            let value = match &option.kind {
                OptionType::Combo(_) => c_string(&option.text(value)),
                OptionType::Int | OptionType::Float | OptionType::Check => {
                    format!("({})", option.number(value))
                }
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "#define TUNED_{name} {value} /* {} */", comment(&about(option)));
        }
        text + "\n#endif\n"
    }

    fn rust_constants(&self, values: &[i32]) -> String {
        let mut text = format!("// Tuned options of {}, written by Eyas.\n\n", text::line(self.player()));
        for (name, option, value) in self.identified(values) {
            let (kind, value) = match &option.kind {
                OptionType::Int => ("i32", option.number(value)),
                OptionType::Float => ("f64", decimal(&option.number(value))),
                OptionType::Check => ("bool", option.text(value)),
                OptionType::Combo(_) => ("&str", format!("{:?}", option.text(value))),
            };
            // Writing to a string cannot fail.
            let _ =
                writeln!(text, "/// {}\npub const {name}: {kind} = {value};", rust_comment(&about(option)));
        }
        text
    }
}

/// Returns a number with a point.
fn decimal(number: &str) -> String {
    if number.contains('.') { number.to_owned() } else { format!("{number}.0") }
}

/// Describes an option: its name, its range and its start.
fn about(option: &TunableOption) -> String {
    let TunableOption { name, min, max, start, .. } = option;
    format!("{}: {min} to {max}, start {start}", text::name(name))
}

/// Returns a text that does not end a comment of C.
fn comment(content: &str) -> String {
    text::line(content).replace("*/", "* /").replace("/*", "/ *")
}

/// Returns a text as Markdown without a meaning.
fn rust_comment(content: &str) -> String {
    let is_markup = |letter: &char| "\\`*_{}[]<>()#!|".contains(*letter);
    let escaped = |letter: char| is_markup(&letter).then_some('\\').into_iter().chain([letter]);
    content.chars().flat_map(escaped).collect()
}

/// Returns a text in quotes as C reads it. Other bytes than letters, digits and common signs are octal, so that no escape,
/// trigraph or encoding changes them.
fn c_string(content: &str) -> String {
    let mut text = "\"".to_owned();
    for byte in content.bytes() {
        if byte.is_ascii_alphanumeric() || b" _-+.,:;=()".contains(&byte) {
            text.push(byte.into());
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\{byte:03o}");
        }
    }
    text + "\""
}

/// Returns a JSON string on one line.
fn quoted(content: &str) -> String {
    text::json(&Value::from(content).to_string()).into_owned()
}

/// Returns a value as JSON: a number, a truth value or a word.
fn natural(option: &TunableOption, value: i32) -> String {
    match &option.kind {
        OptionType::Int | OptionType::Float => option.number(value),
        OptionType::Check => option.text(value),
        OptionType::Combo(_) => quoted(&option.text(value)),
    }
}

/// Returns a line of OpenBench, which has integers and numbers with decimals only.
fn open_bench(option: &TunableOption, value: i32) -> Result<String, ExportError> {
    let TunableOption { name, min, max, .. } = option;
    if name.contains(',') || name.starts_with('#') || name.starts_with("//") || name.trim() != name {
        return Err(ExportError::Name(text::name(name).into_owned()));
    }
    let kind = if option.kind == OptionType::Float { "float" } else { "int" };
    let c_end = option.last_perturbation();
    let r_end = option.r_end.unwrap_or(LEARNING_RATE);
    Ok(format!("{name}, {kind}, {}, {min}, {max}, {c_end}, {r_end}\n", option.number(value)))
}

/// Returns an entry of weather-factory, which has integers only.
fn weather_factory(option: &TunableOption, value: i32) -> Result<String, ExportError> {
    let TunableOption { name, min, max, .. } = option;
    if option.kind == OptionType::Float {
        return Err(ExportError::Decimals(text::name(name).into_owned()));
    }
    let fields = [
        ("value", option.number(value)),
        ("min_value", min.to_string()),
        ("max_value", max.to_string()),
        ("step", option.last_perturbation().to_string()),
    ];
    let fields: Vec<String> =
        fields.iter().map(|(field, number)| format!("        \"{field}\": {number}")).collect();
    Ok(format!("    {}: {{\n{}\n    }}", quoted(name), fields.join(",\n")))
}
