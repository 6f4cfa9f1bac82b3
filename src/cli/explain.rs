//! `eyas explain`: when an evolution learned something, where an organism's values came from, which of them matter, and what
//! would have been without an event.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use eyas::disagreement::PositionBook;
use eyas::engine::schema::Schema;
use eyas::evolution::record::GenerationRecord;
use eyas::explain::family::{Cause, Origin, family};
use eyas::explain::importance::{Probe, Ranking, medians};
use eyas::explain::learning::{Learning, Prepared, State};
use eyas::explain::what_if::{Event, Outcome as WhatIf, Twins};
use eyas::explain::{Error, tables};
use eyas::figures::values::reported;
use eyas::figures::{self, Content, Figure, Table};
use eyas::job::Opening;
use eyas::numbers::{percent, thousands};
use eyas::objectives::measure::Measure;
use eyas::session::{self, Occupancy, Recorded, Session};
use serde_json::{Value, json};

use super::interrupt::Signals;
use super::progress::Bar;
use super::running::{resume_command, work};
use super::{Failure, Globals, Outcome, headings, interrupt};

/// The number of pairs of parameters in the result.
const PAIRS: usize = 10;

/// The number of mutations that are examined with other seeds.
const EXAMINED: usize = 5;

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
    let (table, outcome) = match args.what {
        What { learned: true, .. } => args.learned(&recorded, globals)?,
        What { family: true, .. } => args.family(&recorded)?,
        What { what_if: Some(ref event), .. } => args.what_if(event, &recorded, globals)?,
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
        let learning = Learning::new(&generations, &prepared, &pool, &count, &interrupt).map_err(failure)?;
        let book = &prepared.book;
        drop(bar);
        let table = tables::learning(&learning, schema);
        if let Some(position) = self.position {
            return Ok((table, one_position(&learning, book, schema, position)?));
        }
        let states: Vec<State> = (0..learning.positions()).map(|position| learning.state(position)).collect();
        let number = |of: fn(&State) -> bool| states.iter().filter(|state| of(state)).count() as u64;
        let known = number(|state| *state == State::Known);
        let learned = number(|state| matches!(state, State::Learned(_)));
        let forgotten = number(|state| matches!(state, State::Forgotten(_)));
        let never = number(|state| *state == State::Never);
        let mut last: Vec<usize> =
            (0..states.len()).filter(|at| matches!(states[*at], State::Learned(_))).collect();
        last.sort_by_key(|at| std::cmp::Reverse(since(states[*at])));
        let examples = last.iter().take(5).map(|at| format!("  {}", sentence(&learning, book, schema, *at)));
        let positions: Vec<Value> =
            (0..states.len()).map(|at| described(&learning, book, schema, at)).collect();
        let outcome = Outcome::default()
            .line(format!(
                "{} positions of {}, {} generations of run {}",
                thousands(states.len() as u64),
                book.name,
                learning.generations(),
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
                "generations": learning.generations(),
                "known": known,
                "learned": learned,
                "forgotten": forgotten,
                "never": never,
                "positions": positions,
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

    fn what_if(
        &self,
        event: &str,
        recorded: &Recorded,
        globals: &Globals,
    ) -> Result<(Table, Outcome), Failure> {
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
        let (mut outcomes, twin) = match event {
            Some(event) => {
                let twin = twins.twin(event, &count).map_err(failure)?;
                (vec![twins.outcome(event, &twin)], Some(twin))
            }
            None => {
                let events = twins.mutations(&self.folder).map_err(failure)?;
                (twins.outcomes(&events, &count).map_err(failure)?, None)
            }
        };
        outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.difference()));
        if let Some(seeds) = self.seeds {
            let examined = outcomes.len().min(EXAMINED);
            let count = |done, total| bar.count("evolving with other seeds", done, total);
            twins.add_seeds(&mut outcomes[..examined], seeds, &count).map_err(failure)?;
        }
        drop(bar);
        let kept = self.keep.as_ref().zip(twin.as_ref());
        if let Some((folder, twin)) = kept {
            session::write_twin(&self.folder, &twin.recorded, &twin.blocked, folder)
                .map_err(Failure::of_session)?;
            // The result of a complete run is that of its champion on the test set.
            if recorded.results.iter().any(|result| result.run == run) {
                work(folder, Opening::Resume, globals, &signals, &resume_command("evolve", folder))?;
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
        Ok((table, outcome))
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

fn failure(error: Error) -> Failure {
    match error {
        Error::Interrupted => Failure::Interrupted(error.to_string()),
        _ => Failure::of(error.is_input(), error),
    }
}

/// Returns the generation of a state; 0 for one without.
fn since(state: State) -> u32 {
    match state {
        State::Learned(generation) | State::Forgotten(generation) => generation,
        State::Known | State::Never => 0,
    }
}

/// Describes how a position was learned or forgotten.
fn sentence(learning: &Learning, book: &PositionBook, schema: &Schema, position: usize) -> String {
    let entry = &book.entries[position];
    let state = learning.state(position);
    let text = match state {
        State::Known => "known from generation 0".to_owned(),
        State::Never => "never learned".to_owned(),
        State::Learned(generation) => format!("learned at generation {generation}"),
        State::Forgotten(generation) => format!("forgotten at generation {generation}"),
    };
    let causes = learning.causes(position, since(state));
    let why = match causes.as_slice() {
        _ if since(state) == 0 => String::new(),
        [] => ", by several values together".to_owned(),
        [only] => format!(", by {}", tables::named(*only, schema)),
        [first, rest @ ..] => format!(", by {} and {} more", tables::named(*first, schema), rest.len()),
    };
    let players = entry.players().map_or_else(String::new, |players| format!(" ({players})"));
    format!("position {}, {}{players}: {text}{why}", position + 1, entry.san)
}

fn described(learning: &Learning, book: &PositionBook, schema: &Schema, position: usize) -> Value {
    let state = learning.state(position);
    let (name, generation) = match state {
        State::Known => ("known", Some(0)),
        State::Never => ("never", None),
        State::Learned(generation) => ("learned", Some(generation)),
        State::Forgotten(generation) => ("forgotten", Some(generation)),
    };
    let causes = learning.causes(position, since(state)).into_iter().map(|change| {
        json!({ "parameter": schema.parameters[change.parameter].name, "from": change.from, "to": change.to })
    });
    json!({
        "position": position + 1,
        "moves": book.entries[position].san,
        "state": name,
        "generation": generation,
        "causes": causes.collect::<Vec<_>>(),
    })
}

/// Explains one position: its history, and every turn of the answer.
fn one_position(
    learning: &Learning,
    book: &PositionBook,
    schema: &Schema,
    number: u32,
) -> Result<Outcome, Failure> {
    let position = number as usize - 1;
    let Some(entry) = book.entries.get(position) else {
        let count = book.entries.len();
        return Err(Failure::Input(format!("--position {number}: {} has {count} positions", book.name)));
    };
    let history: Vec<bool> = learning.history(position).collect();
    let strip: String = history.iter().map(|right| if *right { '#' } else { '.' }).collect();
    let turns = (1..history.len()).filter(|at| history[*at] != history[at - 1]).map(|at| {
        let causes: Vec<String> = learning
            .causes(position, at as u32)
            .into_iter()
            .map(|change| tables::named(change, schema))
            .collect();
        let why = if causes.is_empty() { "several values together".to_owned() } else { causes.join(", ") };
        format!("  generation {at:>4}  {}  {why}", if history[at] { "right" } else { "wrong" })
    });
    Ok(Outcome::default()
        .line(sentence(learning, book, schema, position))
        .row("position", entry.fen())
        .row("champions", format!("{strip}  (# right, . wrong, from generation 0)"))
        .lines(turns)
        .values(json!({ "positions": [described(learning, book, schema, position)], "history": history })))
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
