//! `eyas explain`: when an evolution learned something, where an organism's values came from, which of them matter, and what
//! would have been without an event.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use eyas::disagreement::{Learned, Learning, ValueChange};
use eyas::engine::schema::Schema;
use eyas::evolution::record::GenerationRecord;
use eyas::explain::champions::Prepared;
use eyas::explain::family::{Cause, Origin, family};
use eyas::explain::importance::{Landscape, Probe, Ranking};
use eyas::explain::what_if::{Event, Outcome as WhatIf, Twins};
use eyas::explain::{Error, summary, tables};
use eyas::figures::{self, Content, Figure};
use eyas::job::Opening;
use eyas::numbers::thousands;
use eyas::objectives::measure::Measure;
use eyas::session::{self, Occupancy, Recorded, Session};
use serde_json::{Value, json};

use super::interrupt::Signals;
use super::progress::Bar;
use super::running::{resume_command, work};
use super::{Failure, Globals, Outcome, headings, interrupt};

/// The headings of the flags.
const QUESTIONS: &str = "Questions";
const ORGANISM: &str = "Organism";

/// Arguments of `eyas explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Folder of a session
    #[arg(value_name = "SESSION")]
    folder: PathBuf,
    #[command(flatten)]
    what: What,
    /// Run of an ensemble, 1 for the first
    #[arg(help_heading = ORGANISM, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    run: u32,
    /// With --what-if: repeat the generations after the event with this many other seeds, with the event and without it
    #[arg(help_heading = QUESTIONS, long, value_name = "N", conflicts_with_all = ["learned", "family", "importance"], value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: Option<u32>,
    /// With --what-if: folder in which the run without the event becomes a session
    #[arg(help_heading = QUESTIONS, long, value_name = "FOLDER", conflicts_with_all = ["learned", "family", "importance"])]
    keep: Option<PathBuf>,
    /// Generation of the organism [default: the last one]
    #[arg(help_heading = ORGANISM, long, value_name = "N", conflicts_with_all = ["learned", "what_if"])]
    generation: Option<u32>,
    /// Place of the organism in its generation, 1 for the fittest
    #[arg(help_heading = ORGANISM, long, value_name = "N", default_value_t = 1, conflicts_with_all = ["learned", "what_if"], value_parser = clap::value_parser!(u32).range(1..))]
    organism: u32,
    /// Position to explain, 1 for the first of the set
    #[arg(help_heading = QUESTIONS, long, value_name = "N", requires = "learned", value_parser = clap::value_parser!(u32).range(1..))]
    position: Option<u32>,
    /// Two parameters whose ranges are measured together, separated by a comma: --out writes their landscape
    #[arg(help_heading = QUESTIONS, long, value_name = "A,B", requires = "importance", value_delimiter = ',', num_args = 1)]
    landscape: Vec<String>,
    /// File of the table to write, replacing an older one: .csv for numbers, .svg for a picture
    #[arg(help_heading = headings::OUTPUT, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is explained.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct What {
    /// When the champions learned and forgot right moves, and which changes of values decided
    #[arg(help_heading = QUESTIONS, long)]
    learned: bool,
    /// The ancestry of an organism: where each value came from, and its line of descent
    #[arg(help_heading = QUESTIONS, long)]
    family: bool,
    /// How much each value of an organism matters: losses with other values, exact on the training positions
    #[arg(help_heading = QUESTIONS, long)]
    importance: bool,
    /// What the run would have been without an event: mutation:GENERATION:ORGANISM[:PARAMETER], plant:GENERATION,
    /// settings:GENERATION, or generation:GENERATION, drawn afresh; without each of the champion's mutations: mutations
    #[arg(help_heading = QUESTIONS, long, value_name = "EVENT")]
    what_if: Option<String>,
}

/// Runs `eyas explain`.
pub(crate) fn run(args: &ExplainArgs, globals: &Globals) -> Result<Outcome, Failure> {
    if let Some(out) = &args.out {
        figures::Format::of(out).map_err(|error| Failure::of(error.is_input(), error))?;
    }
    let recorded = Session::open_read_only(&args.folder).map_err(Failure::of_session)?;
    let (content, outcome) = match args.what {
        What { learned: true, .. } => args.learned(&recorded, globals)?,
        What { family: true, .. } => args.family(&recorded)?,
        What { what_if: Some(ref event), .. } => args.what_if(event, &recorded, globals)?,
        What { .. } => args.importance(&recorded, globals)?,
    };
    if let Some(out) = &args.out {
        let figure = Figure::new("explanation", "Explanation", content);
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

    fn learned(&self, recorded: &Recorded, globals: &Globals) -> Result<(Content, Outcome), Failure> {
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

    fn family(&self, recorded: &Recorded) -> Result<(Content, Outcome), Failure> {
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

    fn importance(&self, recorded: &Recorded, globals: &Globals) -> Result<(Content, Outcome), Failure> {
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

    fn what_if(
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
