use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rstest::rstest;

use super::report::{Fact, NewSettings, RunResult, State};
use super::*;
use crate::evolution::fitness::{Fitness, PastOfRun, Task};
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::ga::GaSettings;
use crate::evolution::record::GenerationRecord;
use crate::evolution::testing::Agreement;
use crate::experiment::presets;
use crate::objectives::source::{BuildContext, Built, FitnessSource, SetRole, SourceError};
use crate::objectives::suite::Examination;
use crate::objectives::suite::Tally;
use crate::objectives::{ObjectiveContext, SetDigest};
use crate::organism::Organism;
use crate::randomness::Randomness;
use crate::session::Session;
use crate::session::testing::content;

/// A source with sets of 300 hashes. It counts requests and can be made to fail.
#[derive(Clone, Default)]
struct TestSource {
    builds: Arc<AtomicU64>,
    tested: Arc<AtomicU64>,
    salt: u64,
    digest: u8,
    missing: bool,
    panics: bool,
    sampling: Sampling,
    /// Whether building lasts until the interrupt.
    endless: bool,
}

struct TestFitness {
    agreement: Agreement,
    measured: Arc<AtomicU64>,
    panics: bool,
    sampling: Sampling,
}

/// What a generation is measured on.
#[derive(Debug, Clone, Copy, Default)]
enum Sampling {
    #[default]
    Nothing,
    /// Half of the set, in each generation of a run the same.
    OfRun,
    /// Another set in each generation.
    OfGeneration,
}

impl Fitness for TestFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        self.measured.fetch_add(organisms.len() as u64, Ordering::Relaxed);
        self.agreement.tasks(organisms)
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.agreement.has_items(items)
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        assert!(!self.panics, "the fitness is broken");
        self.agreement.run(task)
    }

    fn total(&self) -> u64 {
        self.agreement.total()
    }

    fn of_generation(
        &self,
        generation: u32,
        _: &Randomness,
        _: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        let Agreement { items, salt } = self.agreement;
        let sample = match self.sampling {
            Sampling::Nothing => return None,
            Sampling::OfRun => Agreement { items: items / 2, salt },
            Sampling::OfGeneration => Agreement { items, salt: salt + u64::from(generation) + 2 },
        };
        Some(Box::new(sample))
    }
}

impl FitnessSource for TestSource {
    fn load(&mut self, _: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        if self.missing {
            return Err(SourceError::Input("train.epd: no such file".to_owned()));
        }
        let digest = |name: &str| SetDigest {
            name: name.to_owned(),
            positions: 300,
            blake3: format!("{:02x}", self.digest).repeat(32),
        };
        Ok(["train", "test"].map(digest))
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        self.builds.fetch_add(1, Ordering::Relaxed);
        if self.endless {
            while !context.interrupt.raised() {
                std::thread::yield_now();
            }
            return Err(SourceError::Interrupted);
        }
        (context.progress)(300, 300);
        let (salt, measured) = match role {
            SetRole::Train => (self.salt, Arc::default()),
            SetRole::Test => (self.salt + 1, Arc::clone(&self.tested)),
        };
        let agreement = Agreement { items: 300, salt };
        let fitness =
            Box::new(TestFitness { agreement, measured, panics: self.panics, sampling: self.sampling });
        Ok(Built { fitness, warning: None })
    }
}

fn settings(runs: u32) -> Experiment {
    let mut settings = presets::named("quick").unwrap();
    (settings.generations, settings.runs) = (6, runs);
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer else { panic!("not a genetic algorithm") };
    ga.population = 10;
    settings
}

fn request(folder: &Path, opening: Opening, running: bool) -> Request {
    Request { folder: folder.to_owned(), opening, threads: 2, workers: None, cache: None, pgn: None, running }
}

fn new(settings: Experiment) -> Opening {
    Opening::New(Box::new(settings))
}

/// Waits for the wanted fact or for the end of the job. Returns all facts until then, including those that had arrived
/// after the wanted one. A later call may wait for a fact that an earlier call returned.
fn until(job: &Job, wanted: impl Fn(&Fact) -> bool) -> Vec<Fact> {
    let mut facts = Vec::new();
    loop {
        let reports = job.inbox().wait(crate::TEST_TIMEOUT);
        assert!(!reports.facts.is_empty() || reports.progress.is_some() || reports.closed, "the job hangs");
        facts.extend(reports.facts);
        if reports.closed || facts.iter().any(&wanted) {
            return facts;
        }
    }
}

fn is_state(wanted: State) -> impl Fn(&Fact) -> bool {
    move |fact| matches!(fact, Fact::State(state) if *state == wanted)
}

/// Changes the settings of a paused job if new ones are given, makes some steps, and ends the job.
fn step_job(job: Job, change: Option<&NewSettings>, steps: u32) -> Vec<Fact> {
    let mut facts = until(&job, is_state(State::Paused));
    change.into_iter().for_each(|new| job.send(Command::Settings(new.clone())));
    job.send(Command::Step(steps));
    facts.extend(until(&job, |fact| is_state(State::Paused)(fact) || is_state(State::Done)(fact)));
    job.finish();
    facts
}

/// Runs a job to its end.
fn finish(request: Request, source: &TestSource) -> Vec<Fact> {
    let job = Job::start_with(request, source.clone(), || {});
    until(&job, |_| false)
}

fn states(facts: &[Fact]) -> Vec<State> {
    facts.iter().filter_map(|fact| if let Fact::State(state) = fact { Some(*state) } else { None }).collect()
}

fn generations(facts: &[Fact]) -> Vec<(u32, u32)> {
    let record = |fact: &Fact| match fact {
        Fact::Generation(record) => Some((record.run, record.generation)),
        _ => None,
    };
    facts.iter().filter_map(record).collect()
}

fn results(facts: &[Fact]) -> Vec<RunResult> {
    let result = |fact: &Fact| if let Fact::RunFinished(result) = fact { Some(result.clone()) } else { None };
    facts.iter().filter_map(result).collect()
}

fn failure(facts: &[Fact]) -> String {
    assert_eq!(states(facts).last(), Some(&State::Failed));
    let text = |fact: &Fact| if let Fact::Failed(text) = fact { Some(text.clone()) } else { None };
    facts.iter().find_map(text).expect("a reason")
}

/// Returns the files of an uninterrupted session with these settings.
fn uninterrupted(settings: Experiment) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let facts = finish(request(folder.path(), new(settings), true), &TestSource::default());
    assert_eq!(states(&facts).last(), Some(&State::Done), "{facts:?}");
    content(folder.path())
}

#[test]
fn a_job_reports_everything_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::default();
    let facts = finish(request(folder.path(), new(settings(1)), true), &source);
    assert_eq!(states(&facts), [State::Preparing, State::Running, State::Done]);
    assert!(matches!(&facts[1], Fact::Opened { train_total: 300, history, .. } if history.is_empty()));
    assert_eq!(generations(&facts), (0..=6).map(|generation| (0, generation)).collect::<Vec<_>>());
    let [result] = &results(&facts)[..] else { panic!("one result") };
    assert_eq!((result.evaluations, result.test_total), (70, 300));
    assert_eq!(source.tested.load(Ordering::Relaxed), 1, "the test set is looked at once");
    let recorded = Session::open_read_only(folder.path()).unwrap();
    let reported: Vec<Arc<GenerationRecord>> = facts
        .iter()
        .filter_map(|fact| if let Fact::Generation(record) = fact { Some(Arc::clone(record)) } else { None })
        .collect();
    assert_eq!(recorded.history, reported);
}

#[rstest]
fn the_number_of_threads_changes_no_file(#[values(1, 5)] threads: usize) {
    let folder = tempfile::tempdir().unwrap();
    let request = Request { threads, ..request(folder.path(), new(settings(2)), true) };
    finish(request, &TestSource::default());
    assert_eq!(content(folder.path()), uninterrupted(settings(2)));
}

#[test]
fn an_ensemble_has_independent_runs_and_writes_every_champion() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::default();
    let facts = finish(request(folder.path(), new(settings(3)), true), &source);
    let results = results(&facts);
    assert_eq!(results.iter().map(|result| result.run).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(source.tested.load(Ordering::Relaxed), 3);
    for (number, result) in (1..).zip(&results) {
        assert_eq!(result.champion, folder.path().join(format!("champion-{number}.ron")));
        let champion = Organism::load(&result.champion).unwrap();
        assert_eq!(champion.origin.train, Some((result.best_score, 300)));
        let fitness = Agreement { items: 300, salt: 0 };
        let tasks = fitness.tasks(Arc::new(vec![champion.evaluation.values.clone()]));
        let score: u64 = tasks.iter().map(|task| fitness.run(task)[0]).sum();
        assert_eq!(score, result.best_score, "the file holds the organism that was measured");
    }
    let best = results.iter().map(|result| result.best_score).max().unwrap();
    let first = results.iter().find(|result| result.best_score == best).unwrap();
    assert_eq!(fs::read(folder.path().join("champion.ron")).unwrap(), fs::read(&first.champion).unwrap());
    // The first run of an ensemble equals the run of a session with only one.
    let alone = tempfile::tempdir().unwrap();
    let facts = finish(request(alone.path(), new(settings(1)), true), &source);
    assert_eq!(self::results(&facts)[0].best_score, results[0].best_score);
}

#[test]
fn stops_after_every_generation_change_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut opening = new(settings(2));
    let mut done = Vec::new();
    loop {
        let job = Job::start_with(request(folder.path(), opening, false), TestSource::default(), || {});
        let mut facts = until(&job, is_state(State::Paused));
        job.send(Command::Step(1));
        facts.extend(until(&job, is_state(State::Paused)));
        assert!(job.finish().is_none());
        done.extend(generations(&facts));
        opening = Opening::Resume;
        if states(&facts).contains(&State::Done) {
            break;
        }
    }
    let expected: Vec<(u32, u32)> = (0..2).flat_map(|run| (0..=6).map(move |g| (run, g))).collect();
    assert_eq!(done, expected, "each generation is reported once");
    assert_eq!(content(folder.path()), uninterrupted(settings(2)));
}

#[test]
fn interrupts_during_a_generation_change_no_file() {
    for stop_after in 0..14 {
        let folder = tempfile::tempdir().unwrap();
        let job =
            Job::start_with(request(folder.path(), new(settings(2)), true), TestSource::default(), || {});
        let mut seen = 0;
        while seen <= stop_after {
            let reports = job.inbox().wait(crate::TEST_TIMEOUT);
            seen += generations(&reports.facts).len();
            if reports.closed {
                break;
            }
        }
        job.interrupt().raise();
        until(&job, |_| false);
        drop(job);
        let facts = finish(request(folder.path(), Opening::Resume, true), &TestSource::default());
        assert_eq!(states(&facts).last(), Some(&State::Done));
        assert_eq!(content(folder.path()), uninterrupted(settings(2)));
    }
}

#[test]
fn a_kill_at_any_byte_of_the_journal_changes_no_file() {
    let whole = uninterrupted(settings(2));
    let journal = &whole["journal.jsonl"];
    for part in 0..40 {
        let folder = tempfile::tempdir().unwrap();
        for name in ["session.ron", "lock"] {
            fs::write(folder.path().join(name), &whole[name]).unwrap();
        }
        fs::write(folder.path().join("journal.jsonl"), &journal[..journal.len() * part / 40]).unwrap();
        let facts = finish(request(folder.path(), Opening::Resume, true), &TestSource::default());
        assert_eq!(states(&facts).last(), Some(&State::Done), "{facts:?}");
        assert_eq!(content(folder.path()), whole, "cut at {part}/40");
    }
}

#[test]
fn a_job_pauses_steps_and_runs_on_command() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start_with(request(folder.path(), new(settings(1)), false), TestSource::default(), || {});
    assert_eq!(generations(&until(&job, is_state(State::Paused))), []);
    job.send(Command::Step(2));
    job.send(Command::Step(1));
    let mut facts = until(&job, is_state(State::Paused));
    // The second command may have arrived after the first was executed.
    while generations(&facts).len() < 3 {
        facts.extend(until(&job, is_state(State::Paused)));
    }
    assert_eq!(generations(&facts), [(0, 0), (0, 1), (0, 2)]);
    assert!(states(&facts).chunks(2).all(|pair| pair == [State::Running, State::Paused]));
    job.send(Command::Run);
    assert_eq!(states(&until(&job, is_state(State::Done))).last(), Some(&State::Done));
    assert!(job.finish().is_none());
}

#[test]
fn a_finished_session_reports_its_results_and_builds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::default();
    let first = results(&finish(request(folder.path(), new(settings(2)), true), &source));
    let before = content(folder.path());
    fs::remove_file(folder.path().join("champion-2.ron")).unwrap();
    fs::write(folder.path().join("champion.ron"), "damaged").unwrap();
    let builds = source.builds.load(Ordering::Relaxed);
    let facts = finish(request(folder.path(), Opening::Resume, true), &source);
    assert_eq!(states(&facts), [State::Preparing, State::Done]);
    let reported = |fact: &Fact| matches!(fact, Fact::Opened { results, history, .. } if *results == first && history.len() == 14);
    assert!(facts.iter().any(reported));
    assert_eq!(source.builds.load(Ordering::Relaxed), builds);
    assert_eq!(content(folder.path()), before, "lost champions are written again");
}

#[test]
fn errors_at_the_start_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let missing = TestSource { missing: true, ..TestSource::default() };
    let text = failure(&finish(request(folder.path(), new(settings(1)), true), &missing));
    assert!(text.contains("train.epd"), "{text}");
    assert!(content(folder.path()).is_empty(), "no session is created without positions");

    let mut nonsense = settings(1);
    nonsense.runs = 0;
    let text = failure(&finish(request(folder.path(), new(nonsense), true), &TestSource::default()));
    assert!(text.contains("--runs"), "{text}");

    let text = failure(&finish(request(folder.path(), Opening::Resume, true), &TestSource::default()));
    assert!(text.contains("no session"), "{text}");

    finish(request(folder.path(), new(settings(1)), true), &TestSource::default());
    let before = content(folder.path());
    let text = failure(&finish(request(folder.path(), new(settings(1)), true), &TestSource::default()));
    assert!(text.contains("--resume"), "{text}");
    assert_eq!(content(folder.path()), before);
}

#[test]
fn changed_positions_and_changed_measures_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start_with(request(folder.path(), new(settings(1)), false), TestSource::default(), || {});
    job.send(Command::Step(3));
    until(&job, |fact| matches!(fact, Fact::Generation(record) if record.generation == 2));
    job.finish();
    let before = content(folder.path());
    let other = TestSource { digest: 1, ..TestSource::default() };
    let text = failure(&finish(request(folder.path(), Opening::Resume, true), &other));
    assert!(text.contains("training set “train” has changed"), "{text}");
    let other = TestSource { salt: 9, ..TestSource::default() };
    let text = failure(&finish(request(folder.path(), Opening::Resume, true), &other));
    assert!(text.contains("generation 2 of run 1 is not reproducible"), "{text}");
    assert_eq!(content(folder.path()), before);
}

#[test]
fn a_panic_in_the_pool_fails_the_job_with_its_message() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource { panics: true, ..TestSource::default() };
    let job = Job::start_with(request(folder.path(), new(settings(1)), true), source, || {});
    let text = failure(&until(&job, |_| false));
    assert!(text.contains("the fitness is broken"), "{text}");
    assert!(matches!(job.finish(), Some(Error::Panic(_))));
    let facts = finish(request(folder.path(), Opening::Resume, true), &TestSource::default());
    assert_eq!(states(&facts).last(), Some(&State::Done));
}

#[test]
fn a_dropped_job_ends_and_unlocks_its_session() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start_with(request(folder.path(), new(settings(1)), false), TestSource::default(), || {});
    until(&job, is_state(State::Paused));
    drop(job);
    while Session::open(folder.path()).is_err() {
        std::thread::yield_now();
    }
}

mod champions;
mod changes;
mod coevolution;
mod exporting;
mod forking;
mod matches;
mod planting;
mod stopping;
mod time_left;
mod tuning;
