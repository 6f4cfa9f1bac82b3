//! `eyas explain`: when an evolution learned something, where an organism's values came from, and which of them matter.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use eyas::disagreement::{Learned, Learning, ValueChange};
use eyas::engine::schema::Schema;
use eyas::evolution::record::GenerationRecord;
use eyas::explain::champions::Prepared;
use eyas::explain::family::{Cause, Origin, family};
use eyas::explain::importance::{Probe, Ranking, medians};
use eyas::explain::{Error, tables};
use eyas::figures::values::reported;
use eyas::figures::{self, Content, Figure, Table};
use eyas::numbers::{percent, thousands};
use eyas::session::{Recorded, Session};
use serde_json::{Value, json};

use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt};

/// The number of pairs of parameters in the result.
const PAIRS: usize = 10;

/// Arguments of `eyas explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Folder of a session
    #[arg(value_name = "SESSION")]
    folder: PathBuf,
    #[command(flatten)]
    what: What,
    /// Run of an ensemble, 1 for the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    run: u32,
    /// Generation of the organism [default: the last one]
    #[arg(long, value_name = "N", conflicts_with = "learned")]
    generation: Option<u32>,
    /// Place of the organism in its generation, 1 for the fittest
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "learned", value_parser = clap::value_parser!(u32).range(1..))]
    organism: u32,
    /// Position to explain, 1 for the first of the set
    #[arg(long, value_name = "N", requires = "learned", value_parser = clap::value_parser!(u32).range(1..))]
    position: Option<u32>,
    /// File of the table to write, replacing an older one: .csv for numbers, .svg for a picture
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is explained.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct What {
    /// When the champions learned and forgot right moves, and which changes of values decided
    #[arg(long)]
    learned: bool,
    /// The ancestry of an organism: where each value came from, and its line of descent
    #[arg(long)]
    family: bool,
    /// How much each value of an organism matters: losses with other values, exact on the training positions
    #[arg(long)]
    importance: bool,
}

/// Runs `eyas explain`.
pub(crate) fn run(args: &ExplainArgs, globals: &Globals) -> Result<Outcome, Failure> {
    if let Some(out) = &args.out {
        figures::Format::of(out).map_err(|error| Failure::of(error.is_input(), error))?;
    }
    let recorded = Session::open_read_only(&args.folder).map_err(Failure::of_session)?;
    let (table, outcome) = match args.what {
        What { learned: true, .. } => args.learned(&recorded, globals)?,
        What { family: true, .. } => args.family(&recorded)?,
        What { .. } => args.importance(&recorded, globals)?,
    };
    if let Some(out) = &args.out {
        let figure = Figure::new("explanation", "Explanation", Content::Table(table));
        figures::write(&figure, out).map_err(|error| Failure::of(error.is_input(), error))?;
    }
    Ok(outcome.value("out", &args.out))
}

impl ExplainArgs {
    /// Returns the generations of the run.
    fn generations(&self, recorded: &Recorded) -> Result<Vec<Arc<GenerationRecord>>, Failure> {
        let of_run = recorded.history.iter().filter(|record| record.run + 1 == self.run);
        let generations: Vec<_> = of_run.cloned().collect();
        if generations.is_empty() {
            let runs = recorded.history.last().map_or(0, |last| last.run + 1);
            return Err(failure(Error::NoRun(self.run, runs)));
        }
        Ok(generations)
    }

    fn learned(&self, recorded: &Recorded, globals: &Globals) -> Result<(Table, Outcome), Failure> {
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
            return Ok((table, explained.one_position(position)?));
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
        Ok((table, outcome))
    }

    fn family(&self, recorded: &Recorded) -> Result<(Table, Outcome), Failure> {
        let generations = self.generations(recorded)?;
        let last = generations[generations.len() - 1].generation;
        let wanted = (self.generation.unwrap_or(last), self.organism as usize - 1);
        let experiment = &recorded.header.settings;
        let schema = experiment.schema();
        let family = family(&self.folder, experiment, self.run - 1, Some(wanted)).map_err(failure)?;
        let measure = experiment.measure(recorded.header.largest_score());
        let (origins, line) = (tables::origins(&family, schema), tables::line(&family, schema, &measure));
        let of = |cause: Cause| family.evolved(schema).filter(|(_, origin)| origin.cause == cause).count();
        let best = family
            .line
            .iter()
            .filter(|step| step.changes.iter().any(|change| change.3 == Some(Cause::Mutation)));
        let best = best.filter(|step| step.gain > Some(0));
        let best = best.max_by_key(|step| (step.gain, std::cmp::Reverse(step.generation)));
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
        let shown = |cause: &Cause| *cause == Cause::Founder || of(*cause) > 0;
        let counts: Vec<String> = Cause::ALL
            .into_iter()
            .filter(shown)
            .map(|cause| {
                format!("{} by {}", of(cause), cause.name()).replace("by generation 0", "from generation 0")
            })
            .collect();
        let bits = schema.bits() as u64;
        let outcome = Outcome::default()
            .line(format!(
                "organism {} of generation {}, run {}: {}",
                family.place + 1,
                family.generation,
                self.run,
                measure.summary(family.score)
            ))
            .row("values", counts.join(", "))
            .row(
                "bits",
                format!(
                    "at most {} of {bits} ({} %) come unchanged from generation 0",
                    family.bits_of_founders,
                    percent(family.bits_of_founders as f64, bits)
                ),
            )
            .row("ancestors", format!("{} of generation 0", family.ancestors[0]))
            .row(
                "best step",
                best.map_or_else(String::new, |step| {
                    format!(
                        "generation {}, organism {}: {} better than the better parent",
                        step.generation,
                        step.place + 1,
                        measure.difference(step.gain.unwrap_or(0) as f64 * measure.factor)
                    )
                }),
            )
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
        Ok((origins, outcome))
    }

    fn importance(&self, recorded: &Recorded, globals: &Globals) -> Result<(Table, Outcome), Failure> {
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
        let paper = reported(schema);
        let bar = Bar::counted();
        let prepare = |done, total| bar.count("preparing the positions", done, total);
        let pool = globals.pool()?;
        let probe = Probe::new(experiment, globals.cache.as_deref(), &pool, &prepare, &interrupt);
        let count = |done, total| bar.count("measuring organisms", done, total);
        let others = (medians(&population), paper.as_ref().map(|paper| paper.values.as_slice()));
        let ranking = probe
            .and_then(|probe| {
                let values = individual.chromosome.decode(schema);
                probe.rank(experiment, &values, (&others.0, others.1), PAIRS, &count, &interrupt)
            })
            .map_err(failure)?;
        drop(bar);
        let measure = experiment.measure(recorded.header.largest_score());
        let table = tables::importance(&ranking, schema, &measure);
        let pairs = tables::pairs(&ranking, schema, &measure);
        let free: Vec<&str> = ranking
            .parameters
            .iter()
            .filter(|one| ranking.is_free(one))
            .map(|one| schema.parameters[one.parameter].name.as_str())
            .collect();
        let error = ranking.standard_error.map(|error| error * measure.factor.abs());
        let outcome = Outcome::default()
            .line(format!(
                "organism {} of generation {wanted}, run {}: {}",
                self.organism,
                self.run,
                measure.summary(ranking.score)
            ))
            .row("error", error.map_or_else(String::new, |error| format!("± {error:.1}, one standard error of the score")))
            .row("free", if free.is_empty() { String::new() } else { format!("{}: the whole range changes less than that", free.join(", ")) })
            .line("")
            .lines(table.lines())
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
                "pairs": ranking.pairs.iter().map(|pair| json!({
                    "parameters": pair.parameters.map(|at| &schema.parameters[at].name),
                    "interaction": pair.interaction as f64 * measure.factor.abs(),
                })).collect::<Vec<_>>(),
            }));
        Ok((table, outcome))
    }
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Interrupted => Failure::Interrupted(error.to_string()),
        _ => Failure::of(error.is_input(), error),
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
