//! Tests of the tuning stage in a session, with its real suites and searches.

use super::*;
use crate::arena::PlayerFactory;
use crate::engine::schema::Schema;
use crate::engine::search::{Limits, SearchMode, SearchParameters};
use crate::objectives::suite;
use crate::organism::FixedEvaluation;
use crate::organism::SearchOrigin;
use crate::positions::PositionSource;
use crate::solving::{Solver, Suite, Until};
use crate::threads::ThreadPool;

const LIMIT: u32 = 600;
const POSITIONS: u32 = 12;

/// Three generations of six organisms, and a small suite for the examination.
fn tuning_settings(folder: &Path) -> Experiment {
    let reference = Organism::named_or_path("reference").unwrap();
    let evaluation = FixedEvaluation::of(&reference);
    let mut settings = presets::tuning("quick", evaluation).unwrap();
    settings.generations = 2;
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer else { panic!("not a genetic algorithm") };
    ga.population = 6;
    let tuning = settings.objective.suite_mut().unwrap();
    (tuning.node_limit, tuning.positions) = (LIMIT, Some(POSITIONS));
    let files = ["one.epd", "two.epd"].map(|name| folder.join(name));
    let lines: Vec<&str> = include_str!("../../data/positions/ecm879.epd").lines().take(5).collect();
    fs::write(&files[0], lines[..2].join("\n")).unwrap();
    fs::write(&files[1], lines[2..].join("\n")).unwrap();
    settings.objective.suite_mut().unwrap().validation = files.map(PositionSource::File).to_vec();
    settings
}

fn tune(folder: &Path, opening: Opening, threads: usize) -> Job {
    Job::start(Request { threads, ..request(folder, opening, true) }, || {})
}

fn done(job: Job) -> Vec<Fact> {
    let facts = until(&job, |_| false);
    assert_eq!(states(&facts).last(), Some(&State::Done), "{facts:?}");
    facts
}

#[test]
fn the_number_of_threads_changes_no_file_of_a_tuning() {
    let suites = tempfile::tempdir().unwrap();
    let settings = tuning_settings(suites.path());
    let contents = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        done(tune(folder.path(), new(settings.clone()), threads));
        content(folder.path())
    });
    assert_eq!(contents[0], contents[1]);
    let names: Vec<&str> = contents[0].keys().map(String::as_str).collect();
    assert_eq!(names, ["champion.ron", "checkpoint.ron", "journal.jsonl", "lock", "session.ron"]);
}

#[test]
fn interrupts_change_no_file_of_a_tuning() {
    let suites = tempfile::tempdir().unwrap();
    let settings = tuning_settings(suites.path());
    let whole = tempfile::tempdir().unwrap();
    done(tune(whole.path(), new(settings.clone()), 2));

    let folder = tempfile::tempdir().unwrap();
    let lines = || {
        let text = fs::read_to_string(suite::searches_path(folder.path())).unwrap_or_default();
        text.lines().filter(|line| !line.is_empty()).count()
    };
    let mut opening = new(settings.clone());
    let mut in_mid_generation = 0;
    for threads in [1, 2, 3].into_iter().cycle() {
        let job = tune(folder.path(), opening, threads);
        let before = lines();
        // Until some more searches are stored, or a generation is recorded.
        let closed = loop {
            let reports = job.inbox().wait(Duration::from_millis(1));
            if reports.closed || !generations(&reports.facts).is_empty() || lines() > before + 15 {
                break reports.closed;
            }
        };
        job.interrupt().raise();
        let facts = until(&job, |_| false);
        assert!(job.finish().is_none());
        in_mid_generation += usize::from(lines() > 0);
        opening = Opening::Resume;
        if closed || states(&facts).contains(&State::Done) {
            if in_mid_generation > 1 {
                break;
            }
            // Too few interrupts came before the end: repeat.
            fs::remove_dir_all(folder.path()).unwrap();
            fs::create_dir(folder.path()).unwrap();
            opening = new(settings.clone());
        }
    }
    // The last interrupt may have come when only the final report was missing.
    done(tune(folder.path(), Opening::Resume, 1));
    assert_eq!(content(folder.path()), content(whole.path()));
}

#[test]
fn records_have_the_nodes_of_every_organism_and_the_champion_uses_its_search() {
    let suites = tempfile::tempdir().unwrap();
    let settings = tuning_settings(suites.path());
    let folder = tempfile::tempdir().unwrap();
    let facts = done(tune(folder.path(), new(settings.clone()), 2));
    assert!(
        matches!(&facts[1], Fact::Opened { train_total, .. } if *train_total == u64::from(LIMIT * POSITIONS))
    );
    let recorded = Session::open_read_only(folder.path()).unwrap();
    for record in &recorded.history {
        assert_eq!(record.nodes.len(), record.population.len());
        for (individual, nodes) in record.population.iter().zip(&record.nodes) {
            let tally = Tally::of(nodes, LIMIT);
            assert_eq!(tally.nodes, settings.largest_score(POSITIONS.into()) - individual.score);
        }
    }
    let bests: Vec<u64> = recorded.history.iter().map(|record| record.spread.best).collect();
    assert!(bests.is_sorted(), "the elite is kept: {bests:?}");

    let [result] = &recorded.results[..] else { panic!("one result") };
    let champion = Organism::load(&folder.path().join("champion.ron")).unwrap();
    let schema = Schema::built_in("search-paper").unwrap();
    let values = result.champion.decode(&schema);
    let (parameters, origin) = champion.search_parameters(None);
    assert_eq!(origin, SearchOrigin::Own(SearchMode::Paper));
    assert_eq!(parameters, SearchParameters::of(&schema, &values).unwrap());
    let reference = Organism::named_or_path("reference").unwrap();
    assert_eq!(champion.evaluation, reference.evaluation);
    assert!(champion.origin.description.contains("search evolved, tuning stage"), "{:?}", champion.origin);
    assert_eq!((champion.origin.train, champion.origin.test), (None, None));

    // Search all three suites again with the champion's search and the untuned search.
    let tally = |parameters, suite: &Suite| {
        let hash = settings.objective.suite().unwrap().table() as usize;
        let factory =
            PlayerFactory::Organism { weights: reference.weights(), parameters, hash, strength: None };
        let solver = Solver { factory, limits: Limits::nodes(LIMIT.into()), until: Until::Found };
        let pool = ThreadPool::new(2).unwrap();
        let attempts = solver.suite(&suite.problems, &pool, &Interrupt::default(), &mut |_| ()).unwrap();
        let nodes: Vec<u32> = attempts.iter().map(|attempt| attempt.nodes_first as u32).collect();
        let found: Vec<u32> = nodes.into_iter().map(|nodes| if nodes < LIMIT { nodes } else { 0 }).collect();
        (Tally::of(&found, LIMIT), found)
    };
    let tuned = settings.objective.suite().unwrap();
    let mut suites: Vec<Suite> = tuned.validation.iter().map(|source| Suite::load(source).unwrap()).collect();
    suites.insert(0, Suite::load(&tuned.suite).unwrap().spread(POSITIONS as usize));
    let untuned = reference.search_parameters(Some(SearchMode::Paper)).0;
    let expected: Vec<Examination> = suites
        .iter()
        .enumerate()
        .map(|(index, suite)| Examination {
            quiet: false,
            suite: suite.name.clone(),
            positions: suite.problems.len() as u64,
            trained: index == 0,
            champion: tally(parameters, suite).0,
            untuned: tally(untuned, suite).0,
            untuned_nodes: if index == 0 { tally(untuned, suite).1 } else { Vec::new() },
        })
        .collect();
    assert_eq!(result.details.examinations(), Some(&expected[..]));
    assert_eq!(expected[0].champion.nodes, settings.largest_score(POSITIONS.into()) - result.best_score);
    let validated: u64 = expected[1..].iter().map(|examination| examination.champion.nodes).sum();
    assert_eq!(result.test_score, u64::from(LIMIT) * 5 - validated);
}

#[test]
fn a_changed_suite_is_refused() {
    let suites = tempfile::tempdir().unwrap();
    let settings = tuning_settings(suites.path());
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start(request(folder.path(), new(settings), false), || {});
    job.send(Command::Step(1));
    until(&job, |fact| matches!(fact, Fact::Generation(_)));
    job.finish();
    let before = content(folder.path());
    fs::write(suites.path().join("two.epd"), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;").unwrap();
    let job = tune(folder.path(), Opening::Resume, 1);
    let text = failure(&until(&job, |_| false));
    assert!(text.contains("test set") && text.contains("two.epd"), "{text}");
    assert_eq!(content(folder.path()), before);
}

#[test]
fn changed_search_results_are_detected() {
    let suites = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start(request(folder.path(), new(tuning_settings(suites.path())), false), || {});
    job.send(Command::Step(2));
    until(&job, |fact| matches!(fact, Fact::Generation(record) if record.generation == 1));
    job.finish();
    let recorded = Session::open_read_only(folder.path()).unwrap();
    // The same session as another version would have recorded it: the champion found a move one node later.
    let other = tempfile::tempdir().unwrap();
    let mut session = Session::create(other.path(), &recorded.header).unwrap();
    let mut history = recorded.history;
    let last = Arc::make_mut(history.last_mut().unwrap());
    let found = last.nodes[0].iter_mut().find(|nodes| **nodes > 0).unwrap();
    *found += 1;
    for record in history {
        session.append(&crate::session::Entry::Generation(record)).unwrap();
    }
    session.checkpoint().unwrap();
    drop(session);
    let text = failure(&until(&tune(other.path(), Opening::Resume, 1), |_| false));
    assert!(text.contains("generation 1 of run 1 is not reproducible"), "{text}");
}
