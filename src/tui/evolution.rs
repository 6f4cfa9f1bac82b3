//! The open session as the workbench knows it: what the job told, kept small.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::curve::{Curve, Point, Searches};
use super::measure::{self, Measure};
use super::subject::{Origin, ShownOrganism};
use crate::engine::schema::Schema;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::ga::GaSettings;
use crate::evolution::record::{GenerationRecord, Individual, Spread};
use crate::experiment::Experiment;
use crate::job::report::{Fact, Progress, RunResult, State};
use crate::objectives::suite;
use crate::objectives::suite::memo::{self, Key};
use crate::organism::FixedEvaluation;
use crate::organism::Genome;
use crate::session::PlantEntry;

/// One run of the ensemble.
#[derive(Debug, Clone, Default)]
pub(crate) struct Run {
    /// Its curves.
    pub(crate) curve: Curve,
    /// Its newest generation, whole.
    pub(crate) latest: Option<Arc<GenerationRecord>>,
    /// The spread and the mean diversity of the generation before.
    pub(crate) before: Option<(Spread, f64)>,
    /// Its outcome, once complete.
    pub(crate) result: Option<RunResult>,
    /// Where searches are tuned: what the best of generation 0 found, position by position.
    pub(crate) first: Option<Arc<Vec<u32>>>,
}

/// Values that those of an organism are to be seen beside: the untuned search's, where searches evolve, and the mentor's,
/// where it is an organism.
#[derive(Debug)]
pub(crate) struct Known {
    /// The heading of its column.
    pub(crate) heading: &'static str,
    /// Whose they are.
    pub(crate) words: String,
    /// In the order of the parameters; none where it has no such parameter.
    pub(crate) values: Vec<Option<i32>>,
}

impl Known {
    fn of(settings: &Experiment, schema: &Schema) -> Option<Known> {
        if settings.objective.suite().is_some() {
            let values = suite::untuned(schema)?.into_iter().map(Some).collect();
            let words = "ref: the untuned search, that of “reference”".to_owned();
            return Some(Known { heading: "ref", words, values });
        }
        let original = settings.objective.scores()?.original()?;
        let values = original.under(schema);
        Some(Known { heading: "mentor", words: format!("mentor: {}", original.organism), values })
    }
}

/// The mean over bits of the share of pairs that differ.
pub(crate) fn mean_diversity(record: &GenerationRecord) -> f64 {
    let bits = &record.bit_diversity;
    if bits.is_empty() { 0.0 } else { bits.iter().map(|&d| f64::from(d)).sum::<f64>() / bits.len() as f64 }
}

/// The open session.
#[derive(Debug)]
pub(crate) struct Evolution {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Its settings, once known.
    pub(crate) settings: Option<Experiment>,
    /// What its chromosomes mean.
    pub(crate) schema: Option<Arc<Schema>>,
    /// The evaluation all organisms play with, where their searches evolve.
    pub(crate) evaluation: Option<Genome>,
    /// The values that those of an organism are to be seen beside.
    pub(crate) known: Option<Known>,
    /// The largest measure on the training set, 0 until known.
    pub(crate) train_total: u64,
    /// The largest measure on the test set, 0 until known.
    pub(crate) test_total: u64,
    /// The runs of the ensemble, one at least.
    pub(crate) runs: Vec<Run>,
    /// Which run the screens show.
    pub(crate) shown: usize,
    /// Where the job stands.
    pub(crate) state: State,
    /// How far the work is.
    pub(crate) progress: Option<Progress>,
    /// That a person asked it to run before generation 0 was measured.
    pub(crate) run_when_ready: bool,
    /// Why it failed.
    pub(crate) failure: Option<String>,
    /// An earlier generation looked at; none while the newest is.
    pub(crate) earlier: Option<Arc<GenerationRecord>>,
    /// The generation wished for while looking back; a newer wish replaces an older one.
    target: Option<(u32, u32)>,
    /// That a generation is being read.
    fetching: bool,
    /// The organisms planted so far, oldest first: run, first generation, where it comes from.
    pub(crate) plants: Vec<(u32, u32, String)>,
    /// Whether the session is worth keeping: it was saved before, or the person told it something.
    pub(crate) touched: bool,
    /// Whether the screen of its stage is shown as soon as the stage is known.
    pub(crate) lands: bool,
    follow: bool,
    /// Where searches are tuned: those that were made, by their values.
    searched: HashSet<Key>,
}

impl Evolution {
    /// A session just asked for.
    pub(crate) fn opening(folder: PathBuf, settings: Option<Experiment>) -> Evolution {
        let touched = settings.is_none();
        let mut open = Evolution {
            folder,
            settings: None,
            schema: None,
            evaluation: None,
            known: None,
            train_total: 0,
            test_total: 0,
            runs: vec![Run::default()],
            shown: 0,
            state: State::Preparing,
            progress: None,
            run_when_ready: false,
            failure: None,
            earlier: None,
            target: None,
            fetching: false,
            plants: Vec::new(),
            touched,
            lands: false,
            follow: true,
            searched: HashSet::new(),
        };
        if let Some(settings) = settings {
            open.adopt(settings);
        }
        open
    }

    fn adopt(&mut self, settings: Experiment) {
        self.schema = Some(Arc::clone(settings.schema()));
        self.known = self.schema.as_ref().and_then(|schema| Known::of(&settings, schema));
        self.evaluation = settings.target.evaluation().and_then(FixedEvaluation::genome);
        let runs = (settings.runs as usize).clamp(1, 10_000);
        self.runs.resize_with(runs.max(self.runs.len()), Run::default);
        self.settings = Some(settings);
    }

    /// Takes in what happened.
    pub(crate) fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::Opened { folder, settings, train_total, test_total, history, results, plants } => {
                let told = |plant: PlantEntry| (plant.run, plant.generation, plant.name);
                self.plants = plants.into_iter().map(told).collect();
                self.folder = folder;
                (self.train_total, self.test_total) = (train_total, test_total);
                self.adopt(settings);
                history.into_iter().for_each(|record| self.note(record));
                results.into_iter().for_each(|result| self.finish(result));
            }
            Fact::State(state) => {
                self.state = state;
                if !matches!(state, State::Preparing | State::Running) {
                    self.run_when_ready = false;
                }
                if state == State::Done && self.follow {
                    self.shown = self.best_run();
                }
            }
            Fact::Generation(record) => {
                self.run_when_ready = false;
                self.note(record);
            }
            Fact::Settings { settings, .. } => self.replace_algorithm(settings),
            Fact::RunFinished(result) => self.finish(result),
            Fact::Failed(why) => {
                self.state = State::Failed;
                self.failure = Some(why);
            }
            Fact::Planted { run, generation, name } => self.plants.push((run, generation, name)),
            Fact::Warning(_) => {}
        }
    }

    fn run_mut(&mut self, run: u32) -> Option<&mut Run> {
        let index = run as usize;
        if index >= self.runs.len() && index < 10_000 {
            self.runs.resize_with(index + 1, Run::default);
        }
        self.runs.get_mut(index)
    }

    fn note(&mut self, record: Arc<GenerationRecord>) {
        let bits = self.schema.as_ref().map(|schema| schema.bits());
        let fits = |organism: &Individual| bits.is_none_or(|bits| organism.chromosome.len() == bits);
        if !record.population.iter().all(fits) {
            // It is of another session, and told late.
            return;
        }
        let number = record.run as usize;
        let searches = self.searches(&record);
        let Some(run) = self.run_mut(record.run) else { return };
        run.curve.push(Point { searches, ..Point::of(&record) });
        if let Some(first) = record.nodes.first().filter(|_| record.generation == 0) {
            run.first = Some(Arc::new(first.clone()));
        }
        let older = run.latest.replace(record);
        run.before = older.map(|older| (older.spread.clone(), mean_diversity(&older)));
        if self.follow {
            self.shown = number;
        }
    }

    /// How many searches a generation needed that were not made before.
    fn searches(&mut self, record: &GenerationRecord) -> Option<Searches> {
        let schema = self.schema.as_ref().filter(|_| !record.nodes.is_empty())?;
        let fitting = record.population.iter().filter(|organism| organism.chromosome.len() == schema.bits());
        let keys: HashSet<Key> =
            fitting.map(|organism| memo::key(&organism.chromosome.decode(schema))).collect();
        let before = self.searched.len();
        self.searched.extend(&keys);
        let known = self.searched.len();
        Some(Searches { different: keys.len(), new: known - before, known })
    }

    fn finish(&mut self, result: RunResult) {
        if let Some(run) = self.run_mut(result.run) {
            run.result = Some(result);
        }
    }

    /// The run whose champion is the session's: the highest measure, the first of equals.
    fn best_run(&self) -> usize {
        let best = |run: &Run| run.latest.as_ref().map(|record| record.spread.best);
        let mut found = 0;
        for (index, run) in self.runs.iter().enumerate() {
            if best(run) > self.runs.get(found).and_then(best) {
                found = index;
            }
        }
        found
    }

    fn replace_algorithm(&mut self, new: GaSettings) {
        if let Some(settings) = &mut self.settings {
            settings.optimizer = OptimizerSettings::Ga(new);
        }
    }

    /// The genetic algorithm's settings.
    pub(crate) fn algorithm(&self) -> Option<&GaSettings> {
        self.settings.as_ref().and_then(|settings| settings.optimizer.ga())
    }

    /// Whether the job still takes commands that make it work.
    pub(crate) fn alive(&self) -> bool {
        matches!(self.state, State::Preparing | State::Paused | State::Running)
    }

    /// Whether it runs, or will as soon as it can. Measuring generation 0, which every new session does by
    /// itself, is not yet running.
    pub(crate) fn wanted_running(&self) -> bool {
        self.state == State::Running && !self.is_unborn() || self.run_when_ready
    }

    /// Whether no generation has been measured yet.
    pub(crate) fn is_unborn(&self) -> bool {
        self.runs.iter().all(|run| run.latest.is_none())
    }

    /// The run the screens show.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.runs.get(self.shown)
    }

    /// The newest generation of the run shown.
    pub(crate) fn latest(&self) -> Option<&Arc<GenerationRecord>> {
        self.run()?.latest.as_ref()
    }

    /// Shows another run of the ensemble, and stays there.
    pub(crate) fn turn(&mut self, to: usize) {
        self.shown = to.min(self.runs.len().saturating_sub(1));
        self.newest();
        self.follow = false;
    }

    /// Looks at the newest generation again; what is still being read is not shown.
    pub(crate) fn newest(&mut self) {
        (self.earlier, self.target) = (None, None);
    }

    /// Whether an earlier generation is looked at, or wished for.
    pub(crate) fn looking_back(&self) -> bool {
        self.earlier.is_some() || self.target.is_some()
    }

    /// PlayerOptions for a generation of the run shown; the generation to be read for it, where none is yet.
    pub(crate) fn wish(&mut self, generation: u32) -> Option<(u32, u32)> {
        let newest = self.latest()?;
        if generation >= newest.generation {
            self.newest();
            return None;
        }
        let wished = (newest.run, generation);
        self.target = Some(wished);
        (!std::mem::replace(&mut self.fetching, true)).then_some(wished)
    }

    /// The generation looked at or wished for.
    pub(crate) fn looked_at(&self) -> Option<u32> {
        self.target.map(|(_, generation)| generation).or_else(|| Some(self.record()?.generation))
    }

    /// A generation was read, or not; the one to be read next, where another was wished for meanwhile.
    pub(crate) fn fetched(&mut self, record: Option<Arc<GenerationRecord>>) -> Option<(u32, u32)> {
        self.fetching = false;
        let wished = self.target?;
        let Some(record) = record else {
            self.target = self.earlier.as_ref().map(|record| (record.run, record.generation));
            return None;
        };
        let found = (record.run, record.generation);
        if found.0 == wished.0 {
            self.earlier = Some(record);
        }
        self.fetching = found != wished;
        self.fetching.then_some(wished)
    }

    /// What is planted and waits for the next generation of the run shown, which is told too.
    pub(crate) fn pending_plant(&self) -> Option<u32> {
        let newest = self.latest()?;
        let waits = |(run, generation, _): &&(u32, u32, String)| {
            *run == newest.run && *generation > newest.generation
        };
        self.plants.iter().rev().find(waits).map(|(_, generation, _)| *generation)
    }

    /// The generation whose organisms are shown: the newest, or the earlier one looked at.
    pub(crate) fn record(&self) -> Option<&Arc<GenerationRecord>> {
        let earlier = self.earlier.as_ref().filter(|record| record.run as usize == self.shown);
        earlier.or_else(|| self.latest())
    }

    /// The organism at a place of the generation shown.
    pub(crate) fn organism(&self, place: usize) -> Option<ShownOrganism> {
        self.specimen_of(self.record()?, place)
    }

    /// The champion: the fittest of the newest generation, or who was confirmed.
    pub(crate) fn champion(&self) -> Option<ShownOrganism> {
        self.specimen_of(self.latest()?, self.champion_place())
    }

    /// Its place in the newest generation.
    pub(crate) fn champion_place(&self) -> usize {
        self.confirmed_place().unwrap_or(0)
    }

    fn confirmed_place(&self) -> Option<usize> {
        let confirmation = self.run()?.result.as_ref()?.confirmation.as_ref()?;
        confirmation.players.get(confirmation.champion())?.place.map(|place| place as usize)
    }

    /// The champion, where games confirmed which organism it is.
    pub(crate) fn confirmed(&self) -> Option<Origin> {
        Some(self.origin(self.latest()?, self.confirmed_place()?))
    }

    /// The organism at a place of a generation.
    pub(crate) fn specimen_of(&self, record: &GenerationRecord, place: usize) -> Option<ShownOrganism> {
        ShownOrganism::of(record, place, self.name(), self.schema.as_ref()?, self.evaluation.clone())
    }

    fn origin(&self, record: &GenerationRecord, place: usize) -> Origin {
        Origin::Population { session: self.name(), run: record.run, generation: record.generation, place }
    }

    /// Whether a organism is the organism at this place of the generation shown.
    pub(crate) fn is_at(&self, organism: &ShownOrganism, place: usize) -> bool {
        self.record().is_some_and(|record| organism.origin == self.origin(record, place))
    }

    /// What its measures are called, and how they are written.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(self.settings.as_ref(), self.train_total)
    }

    /// The session's name: its folder's.
    pub(crate) fn name(&self) -> String {
        self.folder
            .file_name()
            .map_or_else(|| "session".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}
