//! What a run would have been without an event.

use eyas::engine::schema::Schema;
use eyas::explain::tables;
use eyas::explain::what_if::{Event, Outcome as WhatIf, Twins};
use eyas::figures::Content;
use eyas::job::Opening;
use eyas::objectives::measure::Measure;
use eyas::session::{self, Occupancy, Recorded};
use serde_json::{Value, json};

use super::super::interrupt::Signals;
use super::super::progress::Bar;
use super::super::running::{resume_command, work};
use super::super::{Failure, Globals, Outcome};
use super::{ExplainArgs, failure};

impl ExplainArgs {
    pub(super) fn what_if(
        &self,
        event: &str,
        recorded: &Recorded,
        globals: &Globals,
    ) -> Result<(Content, Outcome), Failure> {
        let signals = Signals::install()?;
        let schema = recorded.header.settings.schema();
        let event = match event {
            "mutations" => None,
            event => Some(Event::parse(event, schema).map_err(failure)?),
        };
        if let Some(folder) = &self.keep {
            if event.is_none() {
                return Err(Failure::Input(
                    "--keep: mutations have many twins; name one mutation".to_owned(),
                ));
            }
            if session::occupancy(folder).map_err(Failure::of_session)? != Occupancy::Vacant {
                return Err(Failure::Input(format!(
                    "--keep: {}: use a new or empty folder",
                    folder.display()
                )));
            }
        }
        let pool = globals.pool()?;
        let bar = Bar::counted();
        let prepare = |done, total| bar.count("preparing the positions", done, total);
        let (run, interrupt) = (self.run - 1, &signals.interrupt);
        let cache = globals.cache.as_deref();
        let twins =
            Twins::new(&self.folder, (recorded, run), cache, &pool, &prepare, interrupt).map_err(failure)?;
        let count = |done, total| bar.count("evolving twins", done, total);
        let count_seeds = |done, total| bar.count("evolving with other seeds", done, total);
        let seeds = self.seeds.unwrap_or(0);
        let (outcomes, twin) =
            twins.examine(&self.folder, event, seeds, [&count, &count_seeds]).map_err(failure)?;
        drop(bar);
        let kept = self.keep.as_ref().zip(twin.as_ref());
        if let Some((folder, twin)) = kept {
            session::write_twin(&self.folder, &twin.recorded, &twin.blocked, folder)
                .map_err(Failure::of_session)?;
            // The result of a complete run is that of its champion on the test set.
            if recorded.results.iter().any(|result| result.run == run) {
                work(folder, Opening::Resume, globals, None, &signals, &resume_command("evolve", folder))?;
            }
        }
        let measure = recorded.header.settings.measure(recorded.header.largest_score());
        let table = tables::outcomes(&outcomes, schema, &measure);
        let mut outcome = Outcome::default()
            .line(format!("run {} with each event and without it; positive: better with it", self.run))
            .lines(table.lines());
        if let Some(seeds) = self.seeds {
            outcome = outcome
                .line("")
                .line(format!("differences with {seeds} other seeds after the event, ± half a 95 % interval of the mean:"))
                .lines(tables::seeds(&outcomes, schema, &measure).lines());
        }
        let outcome = outcome
            .lines(kept.map(|(folder, _)| format!("the run without the event: {}", folder.display())))
            .values(json!({
                "run": self.run,
                "outcomes": outcomes.iter().map(|one| what_if(one, schema, &measure)).collect::<Vec<_>>(),
                "session": self.keep,
            }));
        Ok((Content::Table(table), outcome))
    }
}

/// Describes what a run was with an event and without it.
fn what_if(outcome: &WhatIf, schema: &Schema, measure: &Measure) -> Value {
    let amount = |score: f64| score * measure.factor.abs();
    let [better, equal, worse] = outcome.counts();
    let seeds = outcome.mean().zip(outcome.quartiles()).map(|(mean, quartiles)| {
        json!({
            "mean": amount(mean.value),
            "error": mean.error.map(amount),
            "quartiles": quartiles.map(amount),
            "better": better,
            "equal": equal,
            "worse": worse,
            "differences": outcome.differences().map(|score| amount(score as f64)).collect::<Vec<_>>(),
        })
    });
    json!({
        "event": outcome.event.text(schema),
        "with": measure.value(outcome.original as f64),
        "without": measure.value(outcome.twin as f64),
        "difference": amount(outcome.difference() as f64),
        "widest": outcome.widest.map(|(generation, score)| {
            json!({ "generation": generation, "difference": amount(score as f64) })
        }),
        "other_values": outcome.values,
        "seeds": seeds,
    })
}
