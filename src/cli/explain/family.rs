//! The ancestry of an organism.

use eyas::explain::family::{Cause, Origin, family};
use eyas::explain::{summary, tables};
use eyas::figures::Content;
use eyas::session::Recorded;
use serde_json::{Value, json};

use super::super::{Failure, Outcome};
use super::{ExplainArgs, failure};

impl ExplainArgs {
    pub(super) fn family(&self, recorded: &Recorded) -> Result<(Content, Outcome), Failure> {
        let generations = self.generations(recorded)?;
        let last = generations[generations.len() - 1].generation;
        let wanted = (self.generation.unwrap_or(last), self.organism as usize - 1);
        let experiment = &recorded.header.settings;
        let schema = experiment.schema();
        let family = family(&self.folder, experiment, self.run - 1, Some(wanted)).map_err(failure)?;
        let measure = experiment.measure(recorded.header.largest_score());
        let (origins, line) = (tables::origins(&family, schema), tables::line(&family, schema, &measure));
        let gene = |(index, origin): (usize, &Origin)| {
            json!({
                "parameter": schema.parameters[index].name,
                "value": family.values[index],
                "from": origin.cause.name(),
                "generation": origin.generation,
                "organism": origin.place + 1,
                "before": matches!(origin.cause, Cause::Mutation | Cause::Crossing).then_some(origin.before),
            })
        };
        let genes: Vec<Value> = family.evolved(schema).map(gene).collect();
        let bits = schema.bits() as u64;
        let outcome = Outcome::default()
            .line(format!(
                "organism {} of generation {}, run {}: {}",
                family.place + 1,
                family.generation,
                self.run,
                measure.summary(family.score)
            ))
            .rows(summary::family(&family, schema, &measure))
            .line("")
            .lines(origins.lines())
            .line("")
            .line("the line of descent, along the nearer parents:")
            .lines(line.lines())
            .values(json!({
                "run": self.run,
                "generation": family.generation,
                "organism": family.place + 1,
                "score": measure.value(family.score as f64),
                "genes": genes,
                "bits": bits,
                "bits_of_founders": family.bits_of_founders,
                "ancestors": family.ancestors,
                "line": family.line.iter().map(|step| json!({
                    "generation": step.generation,
                    "organism": step.place + 1,
                    "score": measure.value(step.score as f64),
                    "gain": step.gain.map(|gain| gain as f64 * measure.factor.abs()),
                    "changes": step.changes.iter().map(|(parameter, from, to, cause)| json!({
                        "parameter": schema.parameters[*parameter].name,
                        "from": from,
                        "to": to,
                        "by": cause.map_or("parent", Cause::name),
                    })).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
            }));
        Ok((Content::Table(origins), outcome))
    }
}
