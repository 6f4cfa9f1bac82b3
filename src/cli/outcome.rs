//! The result of a command: values for programs, and rows and paragraphs for people. Each is declared once, and the text
//! and the object for `--json` are made from the declarations.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// The result of a command, or of a part of its work.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    items: Vec<Item>,
    is_failure: bool,
}

#[derive(Debug)]
enum Item {
    /// Lines for people.
    Lines(String),
    /// A label and a text for people.
    Row(&'static str, String),
    /// Values for programs.
    Values(Map<String, Value>),
}

impl Outcome {
    /// Creates a result of one text and the values of an object.
    pub(crate) fn new(text: impl Into<String>, object: Value) -> Outcome {
        Outcome::default().line(text).values(object)
    }

    /// Makes the exit code that of a failure if what the command checks has failed.
    pub(crate) fn failed_if(self, is_failure: bool) -> Outcome {
        Outcome { is_failure, ..self }
    }

    /// Returns whether what the command checks has failed.
    pub(crate) fn is_failure(&self) -> bool {
        self.is_failure
    }

    /// Adds a line, or several, for people.
    pub(crate) fn line(self, text: impl Into<String>) -> Outcome {
        self.with_item(Item::Lines(text.into()))
    }

    /// Adds lines for people.
    pub(crate) fn lines(self, texts: impl IntoIterator<Item = String>) -> Outcome {
        texts.into_iter().fold(self, Outcome::line)
    }

    /// Adds a text with a label for people, unless the text is empty.
    pub(crate) fn row(self, label: &'static str, text: impl Into<String>) -> Outcome {
        let text = text.into();
        if text.is_empty() { self } else { self.with_item(Item::Row(label, text)) }
    }

    /// Adds rows.
    pub(crate) fn rows(self, rows: impl IntoIterator<Item = (&'static str, String)>) -> Outcome {
        rows.into_iter().fold(self, |outcome, (label, text)| outcome.row(label, text))
    }

    /// Adds a value for programs, in place of an earlier one with this name.
    pub(crate) fn value(self, name: &str, value: impl Serialize) -> Outcome {
        self.values(json!({ name: value }))
    }

    /// Adds the values of an object for programs.
    pub(crate) fn values(self, object: Value) -> Outcome {
        match object {
            Value::Object(values) => self.with_item(Item::Values(values)),
            _ => self,
        }
    }

    /// Adds the text of another result, if there is one, and its values as one value.
    pub(crate) fn under(self, name: &str, other: Option<Outcome>) -> Outcome {
        let (text, value) = other.map_or((None, Value::Null), |other| (Some(other.text()), other.json()));
        self.value(name, value).lines(text)
    }

    /// Adds the runs of a session: the texts of all, the values of the best, and those of all as `runs`.
    pub(crate) fn runs<R>(self, runs: &[R], best: Option<&R>, describe: impl Fn(&R) -> Outcome) -> Outcome {
        let of_best = best.map_or(Value::Null, |run| describe(run).json());
        let (texts, values): (Vec<String>, Vec<Value>) =
            runs.iter().map(describe).map(|run| (run.text(), run.json())).unzip();
        self.values(of_best).value("runs", values).lines(texts.into_iter().filter(|text| !text.is_empty()))
    }

    /// Adds another result.
    pub(crate) fn with(mut self, other: Outcome) -> Outcome {
        self.items.extend(other.items);
        self
    }

    fn with_item(mut self, item: Item) -> Outcome {
        self.items.push(item);
        self
    }

    /// Adds why the result is suspect, as the first line; `null` if nothing is known against it.
    pub(crate) fn suspected(mut self, why: Option<String>) -> Outcome {
        if let Some(why) = &why {
            self.items.insert(0, Item::Lines(format!("suspect: {why}")));
        }
        self.value("suspect", why)
    }

    /// Returns the text for people. Each line ends with a line break.
    pub(crate) fn text(&self) -> String {
        let line = |item: &Item| match item {
            Item::Lines(text) if text.ends_with('\n') => text.clone(),
            Item::Lines(text) => format!("{text}\n"),
            Item::Row(label, text) => format!("{label:<12} {text}\n"),
            Item::Values(_) => String::new(),
        };
        self.items.iter().map(line).collect()
    }

    /// Returns the object for programs; `null` if there are no values.
    pub(crate) fn json(&self) -> Value {
        let of = |item: &Item| match item {
            Item::Values(values) => values.clone(),
            Item::Lines(_) | Item::Row(..) => Map::new(),
        };
        let values: Map<String, Value> = self.items.iter().flat_map(of).collect();
        if values.is_empty() { Value::Null } else { values.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_get_lines_and_programs_get_values() {
        let run = |nodes: &u64| {
            Outcome::default().line(format!("{nodes} nodes")).values(json!({ "nodes": nodes, "name": "run" }))
        };
        let games = Outcome::new("  2 games", json!({ "games": 2 }));
        let outcome = Outcome::default()
            .runs(&[7, 9], Some(&9), run)
            .value("name", "session")
            .under("match", Some(games))
            .under("test", None)
            .row("time", "3 s")
            .row("faults", "")
            .suspected(Some("why".to_owned()));
        assert_eq!(outcome.text(), "suspect: why\n7 nodes\n9 nodes\n  2 games\ntime         3 s\n");
        let runs = json!([{ "nodes": 7, "name": "run" }, { "nodes": 9, "name": "run" }]);
        let expected = json!({
            "nodes": 9, "name": "session", "runs": runs, "match": { "games": 2 }, "test": null, "suspect": "why",
        });
        assert_eq!(outcome.json(), expected);
        assert_eq!(Outcome::default().json(), Value::Null);
    }
}
