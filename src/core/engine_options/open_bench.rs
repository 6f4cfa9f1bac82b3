//! The lines of an SPSA workload of OpenBench: `name, int|float, start, min, max, c_end, r_end`. Under these names as headings
//! they are a table (CSV).

use super::Problem;
use super::error::Located;
use super::option::{OptionType, TunableOption};

/// The fields of a line.
pub(super) const FIELDS: [&str; 7] = ["name", "type", "start", "min", "max", "c_end", "r_end"];

/// The index of the value that a tune changes.
const START: usize = 2;

/// The lines of a file, each split at its commas. Empty lines and comments have one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenBench {
    lines: Vec<Vec<String>>,
    ends_with_newline: bool,
}

impl OpenBench {
    /// Returns the options of a text with the places of their lines, and the lines.
    pub(super) fn parse(text: &str) -> Result<(Vec<(usize, TunableOption)>, OpenBench), Located> {
        let (mut options, mut lines, mut at) = (Vec::new(), Vec::new(), 0);
        for whole in text.split_inclusive('\n') {
            let line = whole.trim_end_matches(['\n', '\r']);
            let trimmed = line.trim();
            // A table has headings.
            let is_heading = lines.is_empty() && trimmed.split(',').map(str::trim).eq(FIELDS);
            if is_heading || trimmed.is_empty() || trimmed.starts_with('#') || trimmed.starts_with("//") {
                lines.push(vec![line.to_owned()]);
            } else {
                let fields: Vec<&str> = line.split(',').collect();
                options.push((at, option(at, &fields)?));
                lines.push(fields.into_iter().map(str::to_owned).collect());
            }
            at += whole.len();
        }
        Ok((options, OpenBench { lines, ends_with_newline: text.ends_with('\n') }))
    }

    /// Returns the text with other values.
    pub(super) fn text<'a>(&self, value: &dyn Fn(&str) -> Option<&'a str>) -> String {
        let line = |fields: &Vec<String>| {
            let mut fields = fields.clone();
            if let (Some(new), Some(field)) = (value(fields[0].trim()), fields.get_mut(START)) {
                let blanks = field.len() - field.trim_start().len();
                field.replace_range(blanks.., new);
            }
            fields.join(",")
        };
        let lines: Vec<String> = self.lines.iter().map(line).collect();
        lines.join("\n") + if self.ends_with_newline { "\n" } else { "" }
    }
}

/// Returns the option of a line that begins at this byte.
fn option(line: usize, fields: &[&str]) -> Result<TunableOption, Located> {
    if fields.len() != FIELDS.len() {
        return Err(Located { at: line, problem: Problem::Fields(fields.len()) });
    }
    let place = |index: usize| {
        let before: usize = fields[..index].iter().map(|field| field.len() + 1).sum();
        line + before + fields[index].len() - fields[index].trim_start().len()
    };
    let text = |index: usize| fields[index].trim();
    let number = |index: usize| {
        text(index).parse::<f64>().map_err(|_| Located {
            at: place(index),
            problem: Problem::Number { field: FIELDS[index], text: text(index).to_owned() },
        })
    };
    let kind = match text(1) {
        "int" => OptionType::Int,
        "float" => OptionType::Float,
        other => return Err(Located { at: place(1), problem: Problem::Type(other.to_owned()) }),
    };
    let start = number(START)?;
    Ok(TunableOption {
        name: text(0).to_owned(),
        // OpenBench continues an integer from any number, and rounds it for the engine.
        start: if kind == OptionType::Int { start.round() } else { start },
        kind,
        min: number(3)?,
        max: number(4)?,
        c_end: Some(number(5)?),
        r_end: Some(number(6)?),
    })
}
