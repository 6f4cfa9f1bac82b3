//! The open session as the workbench knows it: what the job told, kept small.

use std::path::PathBuf;
use std::sync::Arc;

use crate::engine::schema::Schema;
use crate::evolution::record::{GenerationRecord, Spread};
use crate::evolution::settings::{EvolutionSettings, GaSettings, OptimizerSettings};
use crate::job::report::{Fact, Progress, RunResult, State};

/// One generation of a run's curves.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Point {
    /// Which generation.
    pub(crate) generation: u32,
    /// Its spread.
    pub(crate) spread: Spread,
}

/// How many points a curve keeps at most; past that every other one is dropped.
const POINTS: usize = 4096;

/// A run's history in bounded memory: every `stride`-th generation, and the newest.
#[derive(Debug, Clone)]
pub(crate) struct Curve {
    kept: Vec<Point>,
    newest: Option<Point>,
    stride: u32,
}

impl Default for Curve {
    fn default() -> Curve {
        Curve { kept: Vec::new(), newest: None, stride: 1 }
    }
}

impl Curve {
    fn push(&mut self, point: Point) {
        if point.generation.is_multiple_of(self.stride) {
            self.kept.push(point.clone());
        }
        self.newest = Some(point);
        if self.kept.len() > POINTS {
            self.stride = self.stride.saturating_mul(2);
            let stride = self.stride;
            self.kept.retain(|point| point.generation.is_multiple_of(stride));
        }
    }

    /// The points kept, oldest first, the newest always among them.
    pub(crate) fn points(&self) -> impl Iterator<Item = &Point> {
        let last = self.kept.last().map(|point| point.generation);
        let newest = self.newest.as_ref().filter(|point| Some(point.generation) != last);
        self.kept.iter().chain(newest)
    }
}

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
}

/// An organism picked out of a generation, with what screens say of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Specimen {
    /// Which run.
    pub(crate) run: u32,
    /// The generation it was seen in.
    pub(crate) generation: u32,
    /// Its place there, 0 the fittest.
    pub(crate) place: usize,
    /// Its measure.
    pub(crate) correct: u64,
    /// Its parameter values.
    pub(crate) values: Vec<i32>,
}

impl Specimen {
    /// Its name on every screen.
    pub(crate) fn name(&self) -> String {
        let who =
            if self.place == 0 { "champion".to_owned() } else { format!("organism {}", self.place + 1) };
        format!("{who} · run {} · gen {}", self.run + 1, self.generation)
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
    pub(crate) settings: Option<EvolutionSettings>,
    /// What its chromosomes mean.
    pub(crate) schema: Option<Arc<Schema>>,
    /// Size of the training set, 0 until known.
    pub(crate) train_total: u64,
    /// Size of the test set, 0 until known.
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
    /// The organism made the subject; none while the champion is.
    pub(crate) pinned: Option<Specimen>,
    /// The organism it is compared with.
    pub(crate) rival: Option<Specimen>,
    /// Whether the session is worth keeping: it was saved before, or the person told it something.
    pub(crate) touched: bool,
    follow: bool,
}

impl Evolution {
    /// A session just asked for.
    pub(crate) fn opening(folder: PathBuf, settings: Option<EvolutionSettings>) -> Evolution {
        let touched = settings.is_none();
        let mut open = Evolution {
            folder,
            settings: None,
            schema: None,
            train_total: 0,
            test_total: 0,
            runs: vec![Run::default()],
            shown: 0,
            state: State::Preparing,
            progress: None,
            run_when_ready: false,
            failure: None,
            pinned: None,
            rival: None,
            touched,
            follow: true,
        };
        if let Some(settings) = settings {
            open.adopt(settings);
        }
        open
    }

    fn adopt(&mut self, settings: EvolutionSettings) {
        self.schema = Schema::built_in(&settings.schema).ok();
        let runs = (settings.runs as usize).clamp(1, 10_000);
        self.runs.resize_with(runs.max(self.runs.len()), Run::default);
        self.settings = Some(settings);
    }

    /// Takes in what happened.
    pub(crate) fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::Opened { folder, settings, train_total, test_total, history, results, .. } => {
                self.folder = folder;
                (self.train_total, self.test_total) = (train_total, test_total);
                self.adopt(settings);
                history.into_iter().for_each(|record| self.record(record));
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
                self.record(record);
            }
            Fact::Settings { settings, .. } => self.replace_algorithm(settings),
            Fact::RunFinished(result) => self.finish(result),
            Fact::Failed(why) => {
                self.state = State::Failed;
                self.failure = Some(why);
            }
            Fact::Planted { .. } | Fact::Warning(_) => {}
        }
    }

    fn run_mut(&mut self, run: u32) -> Option<&mut Run> {
        let index = run as usize;
        if index >= self.runs.len() && index < 10_000 {
            self.runs.resize_with(index + 1, Run::default);
        }
        self.runs.get_mut(index)
    }

    fn record(&mut self, record: Arc<GenerationRecord>) {
        let number = record.run as usize;
        let Some(run) = self.run_mut(record.run) else { return };
        run.curve.push(Point { generation: record.generation, spread: record.spread.clone() });
        let older = run.latest.replace(record);
        run.before = older.map(|older| (older.spread.clone(), mean_diversity(&older)));
        if self.follow {
            self.shown = number;
        }
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
        self.settings.as_ref().map(|settings| match &settings.optimizer {
            OptimizerSettings::Ga(algorithm) => algorithm,
        })
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
        self.follow = false;
    }

    /// The organism at a place of the newest generation.
    pub(crate) fn specimen(&self, place: usize) -> Option<Specimen> {
        let record = self.latest()?;
        let schema = self.schema.as_ref()?;
        let individual = record.population.get(place)?;
        let values =
            (individual.chromosome.len() == schema.bits()).then(|| individual.chromosome.decode(schema));
        Some(Specimen {
            run: record.run,
            generation: record.generation,
            place,
            correct: individual.correct,
            values: values.unwrap_or_default(),
        })
    }

    /// The organism all screens speak of.
    pub(crate) fn subject(&self) -> Option<Specimen> {
        self.pinned.clone().or_else(|| self.specimen(0))
    }

    /// Whether the subject is the organism at this place of the newest generation.
    pub(crate) fn is_subject(&self, place: usize) -> bool {
        match &self.pinned {
            None => place == 0,
            Some(pinned) => self.same(pinned, place),
        }
    }

    /// Whether the rival is the organism at this place of the newest generation.
    pub(crate) fn is_rival(&self, place: usize) -> bool {
        self.rival.as_ref().is_some_and(|rival| self.same(rival, place))
    }

    fn same(&self, specimen: &Specimen, place: usize) -> bool {
        let latest = self.latest();
        latest.is_some_and(|record| record.run == specimen.run && record.generation == specimen.generation)
            && specimen.place == place
    }

    /// The session's name: its folder's.
    pub(crate) fn name(&self) -> String {
        self.folder
            .file_name()
            .map_or_else(|| "session".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(generation: u32) -> Point {
        let spread =
            Spread { best: 1, mean: 1.0, q90: 1.0, q75: 1.0, median: 1.0, q25: 1.0, q10: 1.0, worst: 1 };
        Point { generation, spread }
    }

    #[test]
    fn a_curve_keeps_its_ends_and_stays_small() {
        let mut curve = Curve::default();
        (0..100_001).for_each(|generation| curve.push(point(generation)));
        let generations: Vec<u32> = curve.points().map(|point| point.generation).collect();
        assert!(generations.len() <= POINTS + 1);
        assert_eq!((generations.first(), generations.last()), (Some(&0), Some(&100_000)));
        assert!(generations.is_sorted());
    }
}
