//! Eyas' own parameter files.

use std::fmt::Write;

use ron::extensions::Extensions;
use serde::Deserialize;

use super::Problem;
use super::error::Located;
use super::option::{OptionType, TunableOption};
use crate::text;

/// The content of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    options: Vec<TunableOption>,
}

/// Returns the options of a text with the places of their names.
pub(super) fn parse(content: &str) -> Result<Vec<(usize, TunableOption)>, Located> {
    let format = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let stored: Stored = format.from_str(content).map_err(|error| {
        let at = text::byte_at(content, error.span.start.line, error.span.start.col);
        Located { at, problem: Problem::Syntax(error.code.to_string()) }
    })?;
    let mut from = 0;
    let located = |option: TunableOption| {
        // The options are in the order of the text. A name with escapes keeps the place of the option before it.
        let at = content[from..].find(&format!("\"{}\"", option.name)).map_or(from, |at| from + at);
        from = at;
        (at, option)
    };
    Ok(stored.options.into_iter().map(located).collect())
}

fn quoted(text: &str) -> String {
    ron::to_string(text).unwrap_or_default()
}

/// Returns the text of a file with these options, and with other starts where `value` has some.
pub(super) fn text<'a>(options: &[TunableOption], value: &dyn Fn(&str) -> Option<&'a str>) -> String {
    let mut text = "(\n    options: [\n".to_owned();
    for option in options {
        let kind = match &option.kind {
            OptionType::Int => String::new(),
            OptionType::Float => "kind: Float, ".to_owned(),
            OptionType::Check => "kind: Check, ".to_owned(),
            OptionType::Combo(words) => {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                format!("kind: Combo([{}]), ", words.join(", "))
            }
        };
        let start = value(&option.name).map_or_else(|| option.start.to_string(), str::to_owned);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "        (name: {}, {kind}start: {start}, min: {}, max: {}",
            quoted(&option.name),
            option.min,
            option.max
        );
        for (field, number) in [("c_end", option.c_end), ("r_end", option.r_end)] {
            let _ = number.map(|number| write!(text, ", {field}: {number}"));
        }
        text.push_str("),\n");
    }
    text + "    ],\n)\n"
}
