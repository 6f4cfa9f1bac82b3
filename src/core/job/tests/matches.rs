//! Tests of changes of settings while matches measure searches.

use rstest::rstest;

use super::*;
use crate::arena::control::Control;
use crate::evolution::bounds::NamedBounds;
use crate::evolution::optimizers::cma_es::CmaEsSettings;
use crate::organism::{FixedEvaluation, FixedOrganism};

/// Five generations of a pair of SPSA, with short games.
fn match_settings() -> Experiment {
    let reference = Organism::named_or_path("reference").unwrap();
    let mut settings = presets::games("quick", FixedEvaluation::of(&reference)).unwrap();
    settings.generations = 4;
    let matches = settings.objective.matches_mut().unwrap();
    (matches.pairs, matches.control, matches.max_moves) = (2, Control::Nodes(30), 10);
    (matches.confirmation_pairs, matches.match_games) = (1, 2);
    settings
}

/// Opens a session, changes settings if some are given, makes some steps, and closes the session.
fn step(folder: &Path, opening: Opening, change: Option<&NewSettings>, steps: u32) -> Vec<Fact> {
    step_job(Job::start(request(folder, opening, false), || {}), change, steps)
}

fn games(facts: &[Fact]) -> Vec<usize> {
    let of = |fact: &Fact| match fact {
        Fact::Generation(record) => Some(record.games[0].len()),
        _ => None,
    };
    facts.iter().filter_map(of).collect()
}

#[test]
fn spsa_and_the_pairs_of_games_change_during_a_run() {
    let mut spsa = match_settings().optimizer.spsa().unwrap().clone();
    (spsa.first_step, spsa.perturbation) = (0.2, 0.1);
    let changed = NewSettings { optimizer: OptimizerSettings::Spsa(spsa), pairs: Some(5), bounds: None };
    let pieces = tempfile::tempdir().unwrap();
    assert_eq!(games(&step(pieces.path(), new(match_settings()), None, 2)), [4, 4]);
    let before = content(pieces.path());
    assert_eq!(games(&step(pieces.path(), Opening::Resume, Some(&changed), 1)), [10]);
    // The change is in force after an interruption, and generation 2 is found unchanged.
    assert_eq!(games(&step(pieces.path(), Opening::Resume, None, 100)), [10, 10]);

    let whole = tempfile::tempdir().unwrap();
    before.iter().for_each(|(name, bytes)| fs::write(whole.path().join(name), bytes).unwrap());
    let facts = step(whole.path(), Opening::Resume, Some(&changed), 100);
    assert_eq!(games(&facts), [10, 10, 10]);
    assert!(facts.iter().any(|fact| matches!(
        fact,
        Fact::Settings { run: 0, generation: 2, settings } if *settings == changed
    )));
    assert_eq!(content(whole.path()), content(pieces.path()));
    let recorded = Session::open_read_only(whole.path()).unwrap().settings_in_force();
    assert_eq!(recorded.objective.matches().unwrap().pairs, 5);
    assert_eq!(recorded.optimizer, changed.optimizer);
}

/// Changes the bounds after two generations, and returns the values of one parameter in all generations and of the result.
fn values_within(settings: Experiment, name: &str, ends: [i32; 2]) -> Vec<i32> {
    let bounds = Some(NamedBounds::from([(name.to_owned(), ends)]));
    let changed = NewSettings { optimizer: settings.optimizer.clone(), pairs: None, bounds };
    let pieces = tempfile::tempdir().unwrap();
    step(pieces.path(), new(settings), None, 2);
    let before = content(pieces.path());
    step(pieces.path(), Opening::Resume, Some(&changed), 1);
    // The bounds are in force after an interruption, and reported.
    let facts = step(pieces.path(), Opening::Resume, None, 1);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Settings { settings, .. } if *settings == changed)));
    step(pieces.path(), Opening::Resume, None, 100);

    let whole = tempfile::tempdir().unwrap();
    before.iter().for_each(|(name, bytes)| fs::write(whole.path().join(name), bytes).unwrap());
    step(whole.path(), Opening::Resume, Some(&changed), 100);
    assert_eq!(content(whole.path()), content(pieces.path()));
    let recorded = Session::open_read_only(whole.path()).unwrap();
    assert_eq!(recorded.bounds_at(0, 2), changed.bounds.as_ref());
    let schema = recorded.header.settings.schema();
    let place = schema.parameters.iter().position(|known| known.name == name).unwrap();
    let later = recorded.history.iter().filter(|record| record.generation >= 2);
    let later = later.flat_map(|record| &record.population).map(|one| one.chromosome.decode(schema)[place]);
    later.collect()
}

#[rstest]
#[case::spsa(match_settings().optimizer)]
#[case::cma_es(OptimizerSettings::CmaEs(CmaEsSettings { population: 4, ..CmaEsSettings::default() }))]
#[case::ga(OptimizerSettings::Ga(GaSettings { population: 4, ..GaSettings::PAPER_2014 }))]
fn bounds_change_during_a_run(#[case] optimizer: OptimizerSettings) {
    let settings = Experiment { optimizer, ..match_settings() };
    let name = "FUTILITY_THRESHOLD_DEPTH_1";
    let values = values_within(settings, name, [900, 910]);
    assert!(!values.is_empty() && values.iter().all(|value| (900..=910).contains(value)), "{values:?}");
}

#[test]
fn impossible_changes_are_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let spsa = match_settings().optimizer;
    let job =
        Job::start(Request { threads: 2, ..request(folder.path(), new(match_settings()), false) }, || {});
    job.send(Command::Settings(NewSettings { optimizer: spsa.clone(), pairs: Some(40_000), bounds: None }));
    job.send(Command::Settings(NewSettings { optimizer: spsa, pairs: Some(0), bounds: None }));
    job.send(Command::Settings(GaSettings { population: 2, ..GaSettings::PAPER_2014 }.into()));
    job.send(Command::Step(1));
    let mut facts = until(&job, |fact| matches!(fact, Fact::Generation(_)));
    job.send(Command::Stop);
    facts.extend(until(&job, is_state(State::Stopped)));
    let warning = |fact: &Fact| if let Fact::Warning(text) = fact { Some(text.clone()) } else { None };
    let warnings: Vec<String> = facts.iter().filter_map(warning).collect();
    assert!(warnings[0].contains("40000 pairs of games need more openings"), "{warnings:?}");
    assert!(warnings[1].contains("it must be 1 to 100,000"), "{warnings:?}");
    assert!(warnings[2].contains("the optimizer of a session is fixed (spsa)"), "{warnings:?}");
    job.finish();
}

#[rstest]
fn a_run_plays_at_most_the_planned_games(
    #[values(false, true)] has_opponent: bool,
    #[values(false, true)] alone: bool,
) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = match_settings();
    let matches = settings.objective.matches_mut().unwrap();
    (matches.confirmation_pairs, matches.estimate_alone) = (4, alone);
    if has_opponent {
        matches.opponents = vec![FixedOrganism::of(&Organism::named_or_path("eyas").unwrap())];
    }
    let planned = settings.planned_games().unwrap();
    step(folder.path(), new(settings), None, 100);
    let recorded = Session::open_read_only(folder.path()).unwrap();
    let report = recorded.results[0].details.match_report().unwrap();
    let finalists = report.finalists.len() as u64 - u64::from(!has_opponent);
    let finals = report.final_match.as_ref().map_or(0, |played| 2 * played.games());
    assert_eq!(report.games, planned.generations + 8 * finalists + finals);
    assert!(report.games <= planned.total(), "{} of {planned:?}", report.games);
    assert!(has_opponent || !alone || 8 * finalists == planned.confirmation, "{planned:?}");
}
