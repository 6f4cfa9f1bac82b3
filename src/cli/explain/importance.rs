//! How much each value of an organism matters.

use eyas::engine::schema::Schema;
use eyas::explain::importance::{Landscape, Probe, Ranking};
use eyas::explain::{Error, summary, tables};
use eyas::figures::Content;
use eyas::objectives::measure::Measure;
use eyas::session::Recorded;
use serde_json::{Value, json};

use super::super::progress::Bar;
use super::super::{Failure, Globals, Outcome, interrupt};
use super::{ExplainArgs, failure};

impl ExplainArgs {
    /// Returns the two parameters of the landscape.
    fn pair(&self, schema: &Schema) -> Result<[usize; 2], Failure> {
        let wrong =
            |text: String| Failure::Input(format!("--landscape {}: {text}", self.landscape.join(",")));
        let index = |name: &String| {
            let index = schema.index_of(name).filter(|index| schema.parameters[*index].bits > 0);
            index.ok_or_else(|| {
                wrong(format!("the schema {} has no parameter {name} that evolves", schema.name))
            })
        };
        match self.landscape.as_slice() {
            [first, second] if first != second => Ok([index(first)?, index(second)?]),
            _ => Err(wrong("give two different parameters, such as KNIGHT_VALUE,BISHOP_VALUE".to_owned())),
        }
    }

    pub(super) fn importance(
        &self,
        recorded: &Recorded,
        globals: &Globals,
    ) -> Result<(Content, Outcome), Failure> {
        let interrupt = interrupt::on_signals()?;
        let generations = self.generations(recorded)?;
        let wanted = self.generation.unwrap_or(generations[generations.len() - 1].generation);
        let record = generations.iter().find(|record| record.generation == wanted);
        let place = self.organism as usize - 1;
        let individual = record.and_then(|record| record.population.get(place)).ok_or_else(|| {
            let organisms = record.map_or(0, |record| record.population.len());
            failure(Error::NoOrganism { run: self.run, generation: wanted, organisms })
        })?;
        let experiment = &recorded.header.settings;
        let schema = experiment.schema();
        let population: Vec<Vec<i32>> = record
            .into_iter()
            .flat_map(|record| &record.population)
            .map(|individual| individual.chromosome.decode(schema))
            .collect();
        let bar = Bar::counted();
        let prepare = |done, total| bar.count("preparing the positions", done, total);
        let pool = globals.pool()?;
        let probe = Probe::new(experiment, globals.cache.as_deref(), &pool, &prepare, &interrupt);
        let count = |done, total| bar.count("measuring organisms", done, total);
        let (probe, values) = (probe.map_err(failure)?, individual.chromosome.decode(schema));
        let measure = experiment.measure(recorded.header.largest_score());
        if !self.landscape.is_empty() {
            let pair = self.pair(schema)?;
            let landscape = probe.landscape(schema, &values, pair, &count, &interrupt).map_err(failure)?;
            return Ok(landscape_of(&landscape, pair, schema, &measure));
        }
        let ranking = probe.rank_in(experiment, &values, &population, &count, &interrupt).map_err(failure)?;
        drop(bar);
        let table = tables::importance(&ranking, schema, &measure);
        let pairs = tables::pairs(&ranking, schema, &measure);
        let groups = tables::groups(&ranking, &measure);
        let error = ranking.standard_error.map(|error| error * measure.factor.abs());
        let outcome = Outcome::default()
            .line(format!(
                "organism {} of generation {wanted}, run {}: {}",
                self.organism,
                self.run,
                measure.summary(ranking.score)
            ))
            .rows(summary::importance(&ranking, schema, &measure))
            .line("")
            .lines(table.lines())
            .line("")
            .lines(groups.lines())
            .line("")
            .line("pairs that matter together; positive: each makes up for the other, negative: both lose the same")
            .lines(pairs.lines())
            .values(json!({
                "run": self.run,
                "generation": wanted,
                "organism": self.organism,
                "score": measure.value(ranking.score as f64),
                "standard_error": error,
                "parameters": ranking.parameters.iter().map(|one| parameter(one, &ranking, schema, measure.factor)).collect::<Vec<_>>(),
                "groups": ranking.groups.iter().map(|group| json!({
                    "group": group.group.to_string(),
                    "parameters": group.parameters,
                    "losses": group.replaced.iter().map(|(kind, score)| (
                        (*kind).to_owned(), json!(ranking.loss(*score) as f64 * measure.factor.abs()),
                    )).collect::<serde_json::Map<String, Value>>(),
                })).collect::<Vec<_>>(),
                "pairs": ranking.pairs.iter().map(|pair| json!({
                    "parameters": pair.parameters.map(|at| &schema.parameters[at].name),
                    "interaction": pair.interaction as f64 * measure.factor.abs(),
                })).collect::<Vec<_>>(),
            }));
        Ok((Content::Table(table), outcome))
    }
}

/// Returns the landscape of two parameters: its best cell as text, all scores for programs.
fn landscape_of(
    landscape: &Landscape,
    pair: [usize; 2],
    schema: &Schema,
    measure: &Measure,
) -> (Content, Outcome) {
    let names = pair.map(|parameter| &schema.parameters[parameter].name);
    let cells = landscape.first.iter().zip(&landscape.scores).flat_map(|(first, scores)| {
        landscape.second.iter().zip(scores).map(move |(second, score)| (*score, *first, *second))
    });
    let best = cells.max_by_key(|(score, ..)| *score).map_or_else(String::new, |(score, first, second)| {
        format!("{} with {} {first} and {} {second}", measure.summary(score), names[0], names[1])
    });
    let scores: Vec<Vec<f64>> = landscape
        .scores
        .iter()
        .map(|row| row.iter().map(|score| measure.value(*score as f64)).collect())
        .collect();
    let outcome = Outcome::default()
        .row("measured", format!("{} × {} organisms", landscape.first.len(), landscape.second.len()))
        .row("best", best)
        .values(json!({
            "parameters": names,
            "first": landscape.first,
            "second": landscape.second,
            "scores": scores,
        }));
    (Content::Heatmap(tables::landscape(landscape, pair, schema, measure)), outcome)
}

fn parameter(
    one: &eyas::explain::importance::Importance,
    ranking: &Ranking,
    schema: &Schema,
    factor: f64,
) -> Value {
    let amount = |score: i64| score as f64 * factor.abs();
    let losses: serde_json::Map<String, Value> = one
        .replaced
        .iter()
        .map(|(replacement, score)| {
            let loss = json!({ "value": replacement.value(), "loss": amount(ranking.loss(*score)) });
            (replacement.name().to_owned(), loss)
        })
        .collect();
    let slice: Vec<Value> =
        one.slice.iter().map(|(value, score)| json!([value, amount(ranking.loss(*score))])).collect();
    json!({
        "parameter": schema.parameters[one.parameter].name,
        "value": one.value,
        "losses": losses,
        "slice": slice,
        "free": ranking.is_free(one),
    })
}
