//! The state of the open session, built from the job's reports.

mod organisms;

use std::collections::{HashSet, VecDeque};

use super::changeable::Changeable;
use super::curve::{Curve, Point, Searches};
use super::measure::{self, Measure};
use super::subject::session_name;
use crate::evolution::bounds::NamedBounds;
use crate::evolution::fault::FaultCounts;
use crate::evolution::optimizers::ga::GaSettings;
use crate::evolution::record::{Individual, Spread};
use crate::evolution::report::OptimizerReport;
use crate::figures::optimizer::RecentElo;
use crate::job::report::{Fact, NewSettings, Plant, Progress, RunResult, State};
use crate::objectives::details::Examination;
use crate::objectives::memo::{self, Key};
use crate::objectives::start::untuned;
use crate::organism::{FixedEvaluation, Genome};
use crate::progress::WorkTimer;
use crate::session::{Intervention, InterventionKind, PlantEntry};
use crate::tui::prelude::*;

/// One run of the ensemble.
#[derive(Debug, Clone, Default)]
pub(crate) struct Run {
    /// The history.
    pub(crate) curve: Curve,
    /// The newest generation.
    pub(crate) latest: Option<Arc<GenerationRecord>>,
    /// The score distribution and the mean diversity of the previous generation.
    pub(crate) previous: Option<(Spread, f64)>,
    /// The result, once the run is complete.
    pub(crate) result: Option<RunResult>,
    /// What the optimizer knows after the newest generation, if it has anything to show.
    pub(crate) report: Option<OptimizerReport>,
    /// The estimates of the parameters after the latest generations, oldest first.
    pub(crate) estimates: VecDeque<Vec<f64>>,
    /// The Elo in games against fixed opponents.
    pub(crate) elo: RecentElo,
    /// The games or the searches that a fault of a player ended.
    pub(crate) faults: FaultCounts,
    /// If searches are tuned: the nodes that the best organism of generation 0 needed in each position.
    pub(crate) first_nodes: Option<Arc<Vec<u32>>>,
}

/// The largest number of estimates that are kept.
const ESTIMATES: usize = 1_000;

impl Run {
    fn add_report(&mut self, report: OptimizerReport) {
        if self.estimates.len() == ESTIMATES {
            self.estimates.pop_front();
        }
        self.estimates.push_back(report.estimate.clone());
        self.report = Some(report);
    }
}

/// Parameter values shown beside an organism's values: those of the untuned search if searches evolve, or those of the
/// mentor if the mentor is an organism.
#[derive(Debug)]
pub(crate) struct ReferenceValues {
    /// The heading of the column.
    pub(crate) heading: &'static str,
    /// The origin of the values.
    pub(crate) label: String,
    /// One value for each parameter of the schema; `None` for a parameter that the reference does not have.
    pub(crate) values: Vec<Option<i32>>,
}

impl ReferenceValues {
    fn new(settings: &Experiment, schema: &Schema) -> Option<ReferenceValues> {
        if let Some(start) = settings.start().ok().flatten() {
            let values = start.decode(schema).into_iter().map(Some).collect();
            let label = "start: the organism near which generation 0 begins".to_owned();
            return Some(ReferenceValues { heading: "start", label, values });
        }
        if settings.target.is_search() {
            let values = untuned(schema)?.into_iter().map(Some).collect();
            let label = "ref: the untuned search of “reference”".to_owned();
            return Some(ReferenceValues { heading: "ref", label, values });
        }
        let original = settings.objective.settings().original()?;
        let values = original.under(schema);
        Some(ReferenceValues { heading: "mentor", label: format!("mentor: {}", original.organism), values })
    }
}

/// Returns the share of pairs of organisms that differ in a bit, averaged over all bits.
pub(crate) fn mean_diversity(record: &GenerationRecord) -> f64 {
    let bits = &record.bit_diversity;
    if bits.is_empty() { 0.0 } else { bits.iter().map(|&d| f64::from(d)).sum::<f64>() / bits.len() as f64 }
}

/// A request to plant or to withdraw an organism.
#[derive(Debug)]
struct Asked {
    plant: Plant,
    withdraws: bool,
}

/// The open session.
#[derive(Debug)]
pub(crate) struct Evolution {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The settings, once known.
    pub(crate) settings: Option<Experiment>,
    /// The bounds that the user narrowed during the run.
    pub(crate) bounds: NamedBounds,
    /// The schema of the chromosomes.
    pub(crate) schema: Option<Arc<Schema>>,
    /// The evaluation of all organisms, if their searches evolve.
    pub(crate) evaluation: Option<Genome>,
    pub(crate) reference: Option<ReferenceValues>,
    /// The largest possible score on the training set, 0 until known.
    pub(crate) train_total: u64,
    /// The largest possible score on the test set, 0 until known.
    pub(crate) test_total: u64,
    /// The runs of the ensemble, at least one.
    pub(crate) runs: Vec<Run>,
    /// The index of the run that the screens show.
    pub(crate) shown: usize,
    /// The state of the job.
    pub(crate) state: State,
    /// The progress of the job.
    pub(crate) progress: Option<Progress>,
    /// The time for which the job has worked.
    timer: WorkTimer,
    /// Whether the user started the run before generation 0 was measured.
    pub(crate) run_when_ready: bool,
    /// Whether the user has asked for a pause, which takes effect after the generation in progress.
    pub(crate) pausing: bool,
    /// Why the job failed.
    pub(crate) failure: Option<String>,
    /// Why the results so far are suspect.
    pub(crate) suspect: Option<String>,
    /// The earlier generation that the screens show; `None` while they show the newest one.
    pub(crate) earlier: Option<Arc<GenerationRecord>>,
    /// The run and generation requested last; a newer request replaces an older one.
    target: Option<(u32, u32)>,
    /// Whether a generation is being read.
    fetching: bool,
    /// The origin of the organisms of generation 0.
    pub(crate) first_origin: &'static str,
    /// The planted organisms, oldest first.
    plants: Vec<PlantEntry>,
    /// What a person did during the runs.
    pub(crate) interventions: Vec<Intervention>,
    /// The organisms that the job was asked to plant or to withdraw and that it has not answered yet, oldest first.
    asked: Vec<Asked>,
    /// Whether the session was saved before or changed by the user. Otherwise it is deleted when it is closed.
    pub(crate) worth_keeping: bool,
    /// Whether to show the screen of the session's objective as soon as the objective is known.
    pub(crate) switches_screen: bool,
    /// Whether the screens show the run that is in progress. The user ends this by selecting a run.
    follows_active_run: bool,
    /// If searches are tuned: the keys of all measured searches.
    known_searches: HashSet<Key>,
}

/// The origin of a generation 0 that no organism begins.
const RANDOM: &str = "random";

impl Evolution {
    /// Returns the examinations of the first complete run on the positions on which it was tuned.
    pub(crate) fn training_examinations(&self) -> Vec<&Examination> {
        let results = self.runs.iter().filter_map(|run| run.result.as_ref());
        let mut trained = results.map(|result| {
            result.details.examinations().into_iter().flatten().filter(|examined| examined.trained).collect()
        });
        trained.find(|found: &Vec<&Examination>| !found.is_empty()).unwrap_or_default()
    }

    /// Returns a session that is being opened. `settings` are those of a new session.
    pub(crate) fn opening(folder: PathBuf, settings: Option<Experiment>) -> Evolution {
        let worth_keeping = settings.is_none();
        let mut open = Evolution {
            folder,
            settings: None,
            schema: None,
            evaluation: None,
            reference: None,
            train_total: 0,
            test_total: 0,
            runs: vec![Run::default()],
            shown: 0,
            state: State::Preparing,
            progress: None,
            timer: WorkTimer::default(),
            run_when_ready: false,
            pausing: false,
            bounds: NamedBounds::new(),
            failure: None,
            suspect: None,
            earlier: None,
            target: None,
            fetching: false,
            first_origin: RANDOM,
            plants: Vec::new(),
            interventions: Vec::new(),
            asked: Vec::new(),
            worth_keeping,
            switches_screen: false,
            follows_active_run: true,
            known_searches: HashSet::new(),
        };
        if let Some(settings) = settings {
            open.set_settings(settings);
        }
        open
    }

    fn set_settings(&mut self, settings: Experiment) {
        self.schema = Some(Arc::clone(settings.schema()));
        self.reference = self.schema.as_ref().and_then(|schema| ReferenceValues::new(&settings, schema));
        self.evaluation = settings.target.evaluation().and_then(FixedEvaluation::genome);
        let runs = (settings.runs as usize).clamp(1, 10_000);
        self.runs.resize_with(runs.max(self.runs.len()), Run::default);
        self.first_origin = if !settings.initial_population().is_empty() {
            "given"
        } else if settings.start().is_ok_and(|start| start.is_some()) {
            "near start"
        } else {
            RANDOM
        };
        self.settings = Some(settings);
    }

    /// Updates the state after a report of the job.
    pub(crate) fn apply(&mut self, fact: Fact) {
        match fact {
            Fact::Opened {
                folder,
                settings,
                train_total,
                test_total,
                history,
                results,
                plants,
                interventions,
            } => {
                (self.plants, self.interventions) = (plants, interventions);
                self.folder = folder;
                (self.train_total, self.test_total) = (train_total, test_total);
                self.set_settings(*settings);
                history.into_iter().for_each(|record| self.add_record(record));
                results.into_iter().for_each(|result| self.finish(result));
            }
            Fact::State(state) => {
                self.state = state;
                self.pausing &= state == State::Running;
                if !matches!(state, State::Preparing | State::Running) {
                    self.run_when_ready = false;
                }
                if state == State::Done && self.follows_active_run {
                    self.shown = self.best_run();
                }
            }
            Fact::Generation(record) => {
                self.run_when_ready = false;
                self.add_record(record);
            }
            Fact::Optimizer { run, reports } => {
                if let Some(run) = self.run_mut(run) {
                    reports.into_iter().for_each(|report| run.add_report(report));
                }
            }
            Fact::Settings { run, generation, settings } => {
                self.intervened(run, generation, InterventionKind::Settings);
                self.replace_settings(settings);
            }
            Fact::RunFinished(result) => self.finish(result),
            Fact::Failed(why) => {
                self.state = State::Failed;
                self.failure = Some(why);
            }
            Fact::Suspect(why) => self.suspect = why,
            Fact::Planted { run, generation, name, chromosome } => {
                self.answered(&chromosome);
                self.intervened(run, generation, InterventionKind::Planted);
                self.plants.push(PlantEntry { run, generation, chromosome, name });
            }
            Fact::Withdrawn { run, generation, chromosome, .. } => {
                self.answered(&chromosome);
                let is_withdrawn = |plant: &PlantEntry| {
                    (plant.run, plant.generation) == (run, generation) && plant.chromosome == chromosome
                };
                let found = self.plants.iter().rposition(is_withdrawn);
                found.into_iter().for_each(|at| drop(self.plants.remove(at)));
                let is_planted = |made: &Intervention| {
                    *made == Intervention { run, generation, kind: InterventionKind::Planted }
                };
                let found = self.interventions.iter().rposition(is_planted);
                if let Some(at) = found {
                    self.interventions.remove(at);
                }
            }
            Fact::Refused { chromosome, .. } => self.answered(&chromosome),
            Fact::Warning(_) => {}
        }
    }

    fn intervened(&mut self, run: u32, generation: u32, kind: InterventionKind) {
        self.interventions.push(Intervention { run, generation, kind });
    }

    fn run_mut(&mut self, run: u32) -> Option<&mut Run> {
        let index = run as usize;
        if index >= self.runs.len() && index < 10_000 {
            self.runs.resize_with(index + 1, Run::default);
        }
        self.runs.get_mut(index)
    }

    fn add_record(&mut self, record: Arc<GenerationRecord>) {
        let bits = self.schema.as_ref().map(|schema| schema.bits());
        let fits = |organism: &Individual| bits.is_none_or(|bits| organism.chromosome.len() == bits);
        if !record.population.iter().all(fits) {
            // A late report of another session.
            return;
        }
        let number = record.run as usize;
        let searches = self.searches(&record);
        let Some(run) = self.run_mut(record.run) else { return };
        run.curve.push(Point { searches, ..Point::from_record(&record) });
        if let Some(first) = record.nodes.first().filter(|_| record.generation == 0) {
            run.first_nodes = Some(Arc::new(first.clone()));
        }
        run.elo.add(&record);
        run.faults.merge(&record.all_faults());
        let older = run.latest.replace(record);
        run.previous = older.map(|older| (older.spread.clone(), mean_diversity(&older)));
        if self.follows_active_run {
            self.shown = number;
        }
    }

    /// Counts the searches of a generation, and those of them that were not measured before.
    fn searches(&mut self, record: &GenerationRecord) -> Option<Searches> {
        let schema = self.schema.as_ref().filter(|_| !record.nodes.is_empty())?;
        let key = |organism: &Individual| memo::key(&organism.chromosome.decode(schema));
        let keys: HashSet<Key> = record.population.iter().map(key).collect();
        let before = self.known_searches.len();
        self.known_searches.extend(&keys);
        let known = self.known_searches.len();
        Some(Searches { different: keys.len(), new: known - before, known })
    }

    fn finish(&mut self, result: RunResult) {
        if let Some(run) = self.run_mut(result.run) {
            run.result = Some(result);
        }
    }

    /// Returns the index of the run with the best score, the first of equal runs.
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

    fn replace_settings(&mut self, new: NewSettings) {
        let Some(settings) = &mut self.settings else { return };
        settings.optimizer = new.optimizer;
        new.pairs.into_iter().for_each(|pairs| settings.objective.set_pairs(pairs));
        self.bounds = new.bounds.unwrap_or(std::mem::take(&mut self.bounds));
    }

    /// Returns the settings that can change during a run.
    pub(crate) fn changeable(&self) -> Option<Changeable> {
        Some(Changeable::of(self.settings.as_ref()?, &self.bounds))
    }

    /// Returns the settings of the genetic algorithm.
    pub(crate) fn algorithm(&self) -> Option<&GaSettings> {
        self.settings.as_ref().and_then(|settings| settings.optimizer.ga())
    }

    /// Returns whether the job still accepts commands to run.
    pub(crate) fn alive(&self) -> bool {
        matches!(self.state, State::Preparing | State::Paused | State::Running)
    }

    /// Returns whether the job is working.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.state, State::Running | State::Preparing)
    }

    /// Starts the timer if the job works, or stops it.
    pub(crate) fn update_timer(&mut self, now: Duration) {
        if self.is_busy() { self.timer.start(now) } else { self.timer.stop(now) }
    }

    /// Returns the time for which the job has worked since the session was opened, and the time left while it works.
    pub(crate) fn timing(&self, now: Duration) -> Timing {
        let runs = self.is_busy();
        let left = self.progress.as_ref().and_then(|progress| progress.time_left).filter(|_| runs);
        Timing { elapsed: self.timer.elapsed(now), left, runs }
    }

    /// Returns whether the user wants the session to run. The measurement of generation 0 does not count, because every
    /// new session starts with it.
    pub(crate) fn should_run(&self) -> bool {
        self.state == State::Running && !self.is_unmeasured() || self.run_when_ready
    }

    /// Returns whether no generation has been measured yet.
    pub(crate) fn is_unmeasured(&self) -> bool {
        self.runs.iter().all(|run| run.latest.is_none())
    }

    /// Returns the run that the screens show.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.runs.get(self.shown)
    }

    /// Returns the newest generation of the run shown.
    pub(crate) fn latest(&self) -> Option<&Arc<GenerationRecord>> {
        self.run()?.latest.as_ref()
    }

    /// Shows a run of the ensemble and keeps showing it.
    pub(crate) fn show_run(&mut self, to: usize) {
        self.shown = to.min(self.runs.len().saturating_sub(1));
        self.view_newest();
        self.follows_active_run = false;
    }

    /// Shows the newest generation again. A generation that is still being read is not shown.
    pub(crate) fn view_newest(&mut self) {
        (self.earlier, self.target) = (None, None);
    }

    /// Returns whether an earlier generation is shown or requested.
    pub(crate) fn looking_back(&self) -> bool {
        self.earlier.is_some() || self.target.is_some()
    }

    /// Requests a generation of the run shown. Returns the run and generation to be read, unless another one is being
    /// read.
    pub(crate) fn request_generation(&mut self, generation: u32) -> Option<(u32, u32)> {
        let newest = self.latest()?;
        if generation >= newest.generation {
            self.view_newest();
            return None;
        }
        let wanted = (newest.run, generation);
        self.target = Some(wanted);
        (!std::mem::replace(&mut self.fetching, true)).then_some(wanted)
    }

    /// Returns the number of the generation requested or shown.
    pub(crate) fn viewed_generation(&self) -> Option<u32> {
        self.target.map(|(_, generation)| generation).or_else(|| Some(self.record()?.generation))
    }

    /// Returns the number after that of the generation requested or shown, or before it if `later` is false.
    pub(crate) fn generation_beside(&self, later: bool) -> Option<u32> {
        let at = self.viewed_generation()?;
        Some(if later { at.saturating_add(1) } else { at.saturating_sub(1) })
    }

    /// Handles a generation that was read, or `None` after an error. Returns the run and generation to be read next, if
    /// another one was requested meanwhile.
    pub(crate) fn finish_request(&mut self, record: Option<Arc<GenerationRecord>>) -> Option<(u32, u32)> {
        self.fetching = false;
        let wanted = self.target?;
        let Some(record) = record else {
            self.target = self.earlier.as_ref().map(|record| (record.run, record.generation));
            return None;
        };
        let found = (record.run, record.generation);
        if found.0 == wanted.0 {
            self.earlier = Some(record);
        }
        self.fetching = found != wanted;
        self.fetching.then_some(wanted)
    }

    /// Returns how the session's scores are named and formatted.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(self.settings.as_ref(), self.train_total)
    }

    /// Returns the name of the session's folder.
    pub(crate) fn name(&self) -> String {
        session_name(&self.folder)
    }
}
