//! When the champions learned and forgot right moves.

use eyas::disagreement::{Learned, Learning, ValueChange};
use eyas::engine::schema::Schema;
use eyas::explain::champions::Prepared;
use eyas::explain::tables;
use eyas::figures::Content;
use eyas::numbers::thousands;
use eyas::session::Recorded;
use serde_json::{Value, json};

use super::super::progress::Bar;
use super::super::{Failure, Globals, Outcome, interrupt};
use super::{ExplainArgs, failure};

impl ExplainArgs {
    pub(super) fn learned(
        &self,
        recorded: &Recorded,
        globals: &Globals,
    ) -> Result<(Content, Outcome), Failure> {
        let interrupt = interrupt::on_signals()?;
        let generations = self.generations(recorded)?;
        let experiment = &recorded.header.settings;
        let schema = experiment.schema();
        let pool = globals.pool()?;
        let bar = Bar::counted();
        let prepare = |done, total| bar.count("preparing the positions", done, total);
        let count = |done, total| bar.count("comparing champions", done, total);
        let prepared = Prepared::new(experiment, globals.cache.as_deref(), &pool, &prepare, &interrupt);
        let prepared = prepared.map_err(failure)?;
        let learning = prepared.learning(&generations, &pool, &count, &interrupt).map_err(failure)?;
        drop(bar);
        let explained = Explained { learning: &learning, prepared: &prepared, schema };
        let table = tables::learning(&learning, &prepared, schema).map_err(failure)?;
        if let Some(position) = self.position {
            return Ok((Content::Table(table), explained.one_position(position)?));
        }
        let states: Vec<Learned> =
            (0..learning.positions()).map(|position| learning.state(position)).collect();
        let number = |of: fn(&Learned) -> bool| states.iter().filter(|state| of(state)).count() as u64;
        let known = number(|state| *state == Learned::Always);
        let learned = number(|state| matches!(state, Learned::Since(_)));
        let forgotten = number(|state| matches!(state, Learned::Forgotten(_)));
        let never = number(|state| *state == Learned::Never);
        let mut last: Vec<usize> =
            (0..states.len()).filter(|at| matches!(states[*at], Learned::Since(_))).collect();
        last.sort_by_key(|at| std::cmp::Reverse(states[*at].generation()));
        let examples = last.iter().take(5).map(|at| Ok(format!("  {}", explained.sentence(*at)?)));
        let examples: Vec<String> = examples.collect::<Result<_, Failure>>()?;
        let positions: Result<Vec<Value>, Failure> =
            (0..states.len()).map(|at| explained.described(at)).collect();
        let outcome = Outcome::default()
            .line(format!(
                "{} positions of {}, {} generations of run {}",
                thousands(states.len() as u64),
                prepared.book.name,
                generations.len(),
                self.run
            ))
            .row("known", format!("{}: every champion plays a right move", thousands(known)))
            .row("learned", thousands(learned))
            .row("forgotten", thousands(forgotten))
            .row("never", thousands(never))
            .line("learned last:")
            .lines(examples)
            .line("")
            .lines(table.lines())
            .values(json!({
                "run": self.run,
                "generations": generations.len(),
                "known": known,
                "learned": learned,
                "forgotten": forgotten,
                "never": never,
                "positions": positions?,
            }));
        Ok((Content::Table(table), outcome))
    }
}

/// The answers of the champions, with what explains them.
struct Explained<'a> {
    learning: &'a Learning,
    prepared: &'a Prepared,
    schema: &'a Schema,
}

impl Explained<'_> {
    /// Returns the changes of values with which the answer to a position turned for the last time.
    fn causes(&self, position: usize) -> Result<Vec<ValueChange>, Failure> {
        let Some(generation) = self.learning.state(position).generation() else { return Ok(Vec::new()) };
        let index = self.learning.index_of(generation);
        self.prepared.causes(self.learning, position, index).map_err(failure)
    }

    /// Describes how a position was learned or forgotten.
    fn sentence(&self, position: usize) -> Result<String, Failure> {
        let entry = &self.prepared.book.entries[position];
        let state = self.learning.state(position);
        let text = match state {
            Learned::Always => "known from generation 0".to_owned(),
            Learned::Never => "never learned".to_owned(),
            Learned::Since(generation) => format!("learned at generation {generation}"),
            Learned::Forgotten(generation) => format!("forgotten at generation {generation}"),
        };
        let why = match self.causes(position)?.as_slice() {
            _ if state.generation().is_none() => String::new(),
            [] => ", by several values together".to_owned(),
            [only] => format!(", by {}", tables::named(*only, self.schema)),
            [first, rest @ ..] => {
                format!(", by {} and {} more", tables::named(*first, self.schema), rest.len())
            }
        };
        let players = entry.players().map_or_else(String::new, |players| format!(" ({players})"));
        Ok(format!("position {}, {}{players}: {text}{why}", position + 1, entry.san))
    }

    fn described(&self, position: usize) -> Result<Value, Failure> {
        let state = self.learning.state(position);
        let (name, generation) = match state {
            Learned::Always => ("known", Some(0)),
            Learned::Never => ("never", None),
            Learned::Since(_) => ("learned", state.generation()),
            Learned::Forgotten(_) => ("forgotten", state.generation()),
        };
        let causes = self.causes(position)?.into_iter().map(|change| {
            json!({ "parameter": self.schema.parameters[change.parameter].name, "from": change.from, "to": change.to })
        });
        Ok(json!({
            "position": position + 1,
            "moves": self.prepared.book.entries[position].san,
            "state": name,
            "generation": generation,
            "causes": causes.collect::<Vec<_>>(),
        }))
    }

    /// Explains one position: its history, and every turn of the answer.
    fn one_position(&self, number: u32) -> Result<Outcome, Failure> {
        let (position, book) = (number as usize - 1, &self.prepared.book);
        let Some(entry) = book.entries.get(position) else {
            let count = book.entries.len();
            return Err(Failure::Input(format!("--position {number}: {} has {count} positions", book.name)));
        };
        let history: Vec<bool> = self.learning.history(position).collect();
        let strip: String = history.iter().map(|right| if *right { '#' } else { '.' }).collect();
        let turns = (1..history.len()).filter(|at| history[*at] != history[at - 1]).map(|at| {
            let causes = self.prepared.causes(self.learning, position, at).map_err(failure)?;
            let causes: Vec<String> =
                causes.into_iter().map(|change| tables::named(change, self.schema)).collect();
            let why =
                if causes.is_empty() { "several values together".to_owned() } else { causes.join(", ") };
            let answer = if history[at] { "right" } else { "wrong" };
            let generation = self.learning.champions()[at].generation;
            Ok(format!("  generation {generation:>4}  {answer}  {why}"))
        });
        let turns: Vec<String> = turns.collect::<Result<_, Failure>>()?;
        Ok(Outcome::default()
            .line(self.sentence(position)?)
            .row("position", entry.fen())
            .row("champions", format!("{strip}  (# right, . wrong, from generation 0)"))
            .lines(turns)
            .values(json!({ "positions": [self.described(position)?], "history": history })))
    }
}
