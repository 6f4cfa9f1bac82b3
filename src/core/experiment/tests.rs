use rstest::rstest;

use super::*;
use crate::arena::control::Control;
use crate::engine_options::{OptionType, ParameterFile, TunableOption, TunedEngine};
use crate::evolution::operators::selection::Selection;
use crate::evolution::optimizers::ga::GaSettings;
use crate::experiment::presets::{
    COEVOLUTION_PRESETS, GAMES_PRESETS, MENTOR_PRESETS, PRESETS, TUNING_PRESETS, coevolution,
    games as games_of_searches, mentor, named, search_self_play, tuning,
};
use crate::objectives::scores::MentorName;
use crate::objectives::self_play::SelfPlaySettings;
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedEvaluation, FixedOrganism, Organism};
use crate::randomness::Randomness;

fn founder(name: &str) -> Founder {
    Founder { name: name.to_owned(), chromosome: Chromosome::zeros(224) }
}

fn fixed() -> FixedEvaluation {
    FixedEvaluation::of(&Organism::named_or_path("reference").unwrap())
}

#[rstest]
#[case("--population", |ga: &mut GaSettings| ga.population = 1)]
#[case("--population", |ga: &mut GaSettings| ga.population = 1_000_001)]
#[case("--crossover-rate", |ga: &mut GaSettings| ga.crossover_rate = 1.1)]
#[case("--crossover-rate", |ga: &mut GaSettings| ga.crossover_rate = f64::NAN)]
#[case("--mutation-rate", |ga: &mut GaSettings| ga.mutation_rate = -0.1)]
#[case("--elite", |ga: &mut GaSettings| ga.elite = ga.population)]
#[case("--pressure", |ga: &mut GaSettings| ga.selection = Selection::Rank { pressure: 2.5 })]
#[case("--tournament-size", |ga: &mut GaSettings| ga.selection = Selection::Tournament { size: 0 })]
#[case("--tournament-size", |ga: &mut GaSettings| ga.selection = Selection::Tournament { size: 101 })]
fn an_invalid_algorithm_is_rejected_with_the_flag(
    #[case] flag: &str,
    #[case] invalidate: fn(&mut GaSettings),
) {
    let mut settings = named("paper-2014").unwrap();
    invalidate(settings.optimizer.ga_mut().unwrap());
    let error = settings.validate().unwrap_err().to_string();
    assert!(error.starts_with(flag), "{error}");
}

#[rstest]
#[case(|ga: &mut GaSettings| ga.elite = ga.population - 1)]
#[case(|ga: &mut GaSettings| (ga.crossover_rate, ga.mutation_rate, ga.elite) = (0.0, 1.0, 0))]
#[case(|ga: &mut GaSettings| ga.selection = Selection::Rank { pressure: 1.0 })]
fn the_ends_of_the_ranges_are_valid(#[case] change: fn(&mut GaSettings)) {
    let mut settings = named("paper-2014").unwrap();
    change(settings.optimizer.ga_mut().unwrap());
    settings.validate().unwrap();
}

#[rstest]
#[case("--from is 1", |settings: &mut Experiment| settings.initial.truncate(1))]
#[case("the population is 3", |settings: &mut Experiment| settings.initial.truncate(2))]
#[case("has 225 bits", |settings: &mut Experiment| settings.initial[2].chromosome = Chromosome::zeros(225))]
#[case("--runs is 2", |settings: &mut Experiment| settings.runs = 2)]
#[case("--games-per-pair is 0", |settings: &mut Experiment| games(settings).games_per_pair = 0)]
#[case("--confirmation-games is 0", |settings: &mut Experiment| games(settings).confirmation_games = 0)]
#[case("--milestone-games is 10001", |settings: &mut Experiment| games(settings).milestone_games = 10_001)]
#[case("--match-games is 10001", |settings: &mut Experiment| games(settings).match_games = 10_001)]
#[case("--hall-of-fame is 101", |settings: &mut Experiment| games(settings).hall_of_fame = 101)]
#[case("--max-moves is 0", |settings: &mut Experiment| games(settings).max_moves = 0)]
#[case("--hash is 0", |settings: &mut Experiment| games(settings).hash = 0)]
#[case("--nodes is 0", |settings: &mut Experiment| games(settings).control = Control::Nodes(0))]
fn an_invalid_coevolution_is_rejected(#[case] expected: &str, #[case] invalidate: fn(&mut Experiment)) {
    let mut settings = coevolution("quick", ["a", "b", "c"].map(founder).to_vec()).unwrap();
    settings.validate().unwrap();
    invalidate(&mut settings);
    let error = settings.validate().unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

fn games(settings: &mut Experiment) -> &mut SelfPlaySettings {
    settings.objective.self_play_mut().unwrap()
}

/// A search schema is not valid for an evaluation, and an objective requires a matching target.
#[test]
fn invalid_combinations_are_rejected() {
    let mut settings = named("paper-2014").unwrap();
    settings.target.set_schema(Schema::built_in("search-paper").unwrap());
    let error = settings.validate().unwrap_err().to_string();
    assert!(error.contains("--schema") && error.contains("search-paper"), "{error}");
    let search = tuning("quick", fixed()).unwrap();
    let evaluation = named("paper-2014").unwrap();
    let crossed = Experiment { objective: evaluation.objective.clone(), ..search.clone() };
    let error = crossed.validate().unwrap_err().to_string();
    assert!(error.contains("choose the evaluation as the target"), "{error}");
    let crossed = Experiment { objective: search.objective, ..evaluation };
    let error = crossed.validate().unwrap_err().to_string();
    assert!(error.contains("choose the search as the target"), "{error}");
}

#[test]
fn all_presets_are_valid() {
    for (name, _) in PRESETS {
        let settings = named(name).unwrap();
        assert_eq!(settings.preset, name);
        settings.validate().unwrap();
    }
    let toga = MentorName { spec: "toga2".to_owned(), evaluation: None };
    for (name, _) in MENTOR_PRESETS {
        let settings = mentor(name, vec![toga.clone()]).unwrap();
        assert_eq!((settings.preset.as_str(), settings.schema().name.as_str()), (name, "paper-2008"));
        settings.validate().unwrap();
    }
    for (name, _) in COEVOLUTION_PRESETS {
        let settings = coevolution(name, vec![founder("a"), founder("b")]).unwrap();
        assert_eq!((settings.preset.as_str(), settings.optimizer.population()), (name, 2));
        settings.validate().unwrap();
        assert_eq!(settings.largest_score(800), 8, "half points of four games");
    }
    for (name, _) in TUNING_PRESETS {
        tuning(name, fixed()).unwrap().validate().unwrap();
    }
    for (name, _) in GAMES_PRESETS {
        games_of_searches(name, fixed()).unwrap().validate().unwrap();
        search_self_play(name, fixed()).unwrap().validate().unwrap();
    }
}

#[test]
fn an_unknown_preset_is_rejected_with_the_known_ones() {
    let error = named("paper-1999").unwrap_err().to_string();
    assert!(error.contains("paper-1999") && error.contains("paper-2014, paper-2008"), "{error}");
    let error = mentor("paper-2014", Vec::new()).unwrap_err().to_string();
    assert!(error.contains("paper-2008, quick"), "{error}");
    let error = coevolution("paper-2008", Vec::new()).unwrap_err().to_string();
    assert!(error.contains("paper-2009"), "{error}");
}

/// Setting the current value changes nothing.
#[test]
fn declared_settings_can_be_read_and_changed() {
    let all = [
        named("quick").unwrap(),
        mentor("quick", Vec::new()).unwrap(),
        coevolution("quick", vec![founder("a"), founder("b")]).unwrap(),
        tuning("quick", fixed()).unwrap(),
        games_of_searches("quick", fixed()).unwrap(),
        search_self_play("quick", fixed()).unwrap(),
    ];
    for declared in declarations().into_iter().map(|(_, declared)| declared) {
        for settings in &all {
            let Some(value) = (declared.get)(settings) else { continue };
            let mut changed = settings.clone();
            // A list of paths or players is read again from the files that it names.
            if matches!(declared.kind, Kind::Text | Kind::List) {
                continue;
            }
            (declared.set)(&mut changed, value.clone()).unwrap();
            assert_eq!(changed, *settings, "--{} {value}", declared.name);
        }
    }
}

/// Writing and reading an experiment returns the same experiment, also with a schema that is not embedded.
#[test]
fn experiments_are_restored_from_text() {
    let mut custom = Schema::clone(&Schema::built_in("paper-2014").unwrap());
    custom.name = "mine".to_owned();
    custom.parameters.truncate(6);
    let mut settings = named("quick").unwrap();
    settings.target.set_schema(Arc::new(custom));
    let mut matches = games_of_searches("quick", fixed()).unwrap();
    let of_matches = matches.objective.matches_mut().unwrap();
    of_matches.opponents = vec![FixedOrganism::of(&Organism::named_or_path("reference").unwrap())];
    of_matches.start = of_matches.opponents.first().cloned();
    of_matches.resign = Some("4,600".parse().unwrap());
    let others = [tuning("quick", fixed()).unwrap(), mentor("quick", Vec::new()).unwrap(), matches];
    for settings in std::iter::once(settings).chain(others) {
        let text = ron::to_string(&settings).unwrap();
        assert_eq!(ron::from_str::<Experiment>(&text).unwrap(), settings);
    }
}

#[test]
fn scores_are_formatted_in_the_units_of_the_objective() {
    let measure = tuning("quick", fixed()).unwrap().measure(600_000);
    assert_eq!(measure.summary(0), "600,000 nodes on 120 positions, 100.0 % of the limit");
    assert_eq!((measure.number(400_000.0), measure.percentage(450_000.0)), ("200.0k".into(), "25.0".into()));
    assert!(!measure.larger_is_better);

    let matches = games_of_searches("quick", fixed()).unwrap().measure(1_000_000);
    assert_eq!(matches.summary(523_400), "52.3 % of the points");
    assert_eq!((matches.number(500_000.0), matches.percentage(500_000.0)), ("50.0".into(), String::new()));

    let games = coevolution("quick", (0..10).map(|_| founder("a")).collect()).unwrap();
    // Nine opponents, four games each: 36 points, 72 half points.
    let measure = games.measure(games.largest_score(0));
    assert_eq!((measure.largest, measure.summary(29)), (72, "14.5 of 36 points, 40.3 %".to_owned()));
    assert_eq!(measure.tick(12.0), "12");
    assert_eq!(games.test_measure(5000).summary(1487), "1,487 of 5,000, 29.7 %");

    let measure = named("quick").unwrap().measure(5000);
    assert_eq!((measure.number(1487.0), measure.heading), ("1,487".to_owned(), "agree"));
    assert_eq!(measure.summary(1487), "1,487 of 5,000, 29.7 %");
    assert_eq!(measure.titles[0], "Moves equal to the grandmasters’, of 5,000");
}

#[test]
fn the_options_of_an_engine_start_from_the_parameter_file() {
    let option = |name: &str, start: f64| TunableOption {
        name: name.to_owned(),
        kind: OptionType::Int,
        start,
        min: 0.0,
        max: 200.0,
        c_end: Some(if name == "King Safety" { 20.0 } else { 2.0 }),
        r_end: None,
    };
    let options = vec![option("King Safety", 100.0), option("Mobility", 60.0)];
    let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), options).unwrap();
    let mut experiment = presets::options("quick", engine.clone()).unwrap();
    experiment.validate().unwrap();
    let start = experiment.start().unwrap().unwrap();
    assert_eq!(start.decode(experiment.schema()), engine.start());
    let stored = ron::to_string(&experiment).unwrap();
    assert_eq!(ron::from_str::<Experiment>(&stored).unwrap(), experiment);

    // SPSA perturbs each option as its parameter says, more in the first generations than in the last.
    let spsa = experiment.optimizer.spsa_mut().unwrap();
    spsa.set_last_perturbations(&engine.perturbations(), 100);
    let mut optimizer = experiment.optimizer.optimizer(experiment.schema());
    optimizer.start(&start);
    let asked = optimizer.ask(0, &Randomness::new(1, "matches", 0));
    let [one, two] = [0, 1].map(|place: usize| asked[place].chromosome.decode(experiment.schema()));
    let distances: Vec<u32> = one.iter().zip(&two).map(|(one, two)| one.abs_diff(*two)).collect();
    assert_eq!(distances, [64, 6], "100 to the power of 0.101 is 1.59");

    // Every objective that runs an engine can measure it, and the others say so.
    let presets = [
        presets::options_self_play("quick", engine.clone()),
        presets::options_suite("quick", engine.clone()),
        presets::options_moves("quick", engine.clone()),
        presets::options_scores("cma-es", engine.clone()),
    ];
    for preset in presets {
        let mut preset = preset.unwrap();
        if let Some(scores) = preset.objective.scores_mut() {
            scores.mentors = vec![crate::objectives::scores::named("reference").unwrap()];
        }
        preset.validate().unwrap();
        assert_eq!(preset.start().unwrap().unwrap().decode(preset.schema()), engine.start());
        let stored = ron::to_string(&preset).unwrap();
        assert_eq!(ron::from_str::<Experiment>(&stored).unwrap(), preset);
        preset.optimizer = OptimizerSettings::named("regression").unwrap();
        let error = preset.validate().unwrap_err().to_string();
        assert!(error.contains("needs derivatives, which the options of an engine do not have"), "{error}");
    }
    experiment.objective = Objective::named("results").unwrap();
    let error = experiment.validate().unwrap_err().to_string();
    let rule =
        "does not measure the options of an engine; use one of: matches, moves, scores, self-play, suite";
    assert!(error.contains(rule), "{error}");
}

/// Returns an experiment with another optimizer, chosen as by a flag or in a form.
fn with_optimizer(experiment: &Experiment, name: &str) -> Experiment {
    let mut changed = experiment.clone();
    let (_, setting) = declarations().into_iter().find(|(_, setting)| setting.name == "optimizer").unwrap();
    (setting.set)(&mut changed, name.into()).unwrap();
    changed.validate().unwrap();
    changed
}

#[rstest]
#[case("cma-es", 20, 29)]
#[case("ga", 100, 10)]
#[case("spsa", 2, 300)]
fn another_optimizer_has_its_own_population(
    #[case] name: &str,
    #[case] population: u32,
    #[case] generations: u32,
) {
    let games = games_of_searches(presets::GAMES_DEFAULT, fixed()).unwrap();
    assert_eq!((games.optimizer.population(), games.generations), (2, 300));
    let changed = with_optimizer(&games, name);
    assert_eq!((changed.optimizer.population(), changed.generations), (population, generations));
}

#[test]
fn another_optimizer_of_self_play_plays_no_more_games_than_ten_generations_need() {
    let mut search = search_self_play(presets::GAMES_DEFAULT, fixed()).unwrap();
    let changed = with_optimizer(&search, "cma-es");
    assert_eq!((changed.optimizer.population(), changed.generations), (20, 10));
    // A hundred times as many generations of two: 190 games of a pair in each of 20.
    search.generations = 100 * 190 - 1;
    assert_eq!(with_optimizer(&search, "cma-es").generations, 99);
}

#[test]
fn founders_are_the_population_of_every_optimizer() {
    let founders = ["a", "b", "c", "d", "e", "f", "g"].map(founder);
    let coevolution = coevolution("quick", founders.into()).unwrap();
    let changed = with_optimizer(&coevolution, "cma-es");
    assert_eq!((changed.optimizer.population(), changed.generations), (7, coevolution.generations));
}

#[test]
fn cma_es_restarts_by_default_only_where_scores_of_generations_compare() {
    let restarts = |experiment: &Experiment| {
        experiment.optimizer_named("cma-es").and_then(|optimizer| Some(optimizer.cma_es()?.restarts))
    };
    let share = |share| {
        let mut results = Objective::named("results").unwrap();
        results.results_mut().unwrap().share = share;
        Experiment { objective: results, ..named("quick").unwrap() }
    };
    for compares in [named("quick").unwrap(), share(1.0), share(0.2), tuning("quick", fixed()).unwrap()] {
        assert_eq!(restarts(&compares), Some(true), "{}", compares.stage());
    }
    let games = games_of_searches("quick", fixed()).unwrap();
    for differs in [mentor("quick", Vec::new()).unwrap(), games, search_self_play("quick", fixed()).unwrap()]
    {
        assert_eq!(restarts(&differs), Some(false), "{}", differs.stage());
    }
}

#[test]
fn a_tune_after_a_screening_has_its_games_and_the_kept_options() {
    let text = "A, int, 1, 0, 100, 4, 0.002\nB, int, 2, 0, 100, 6, 0.002\nC, int, 3, 0, 100, 8, 0.002\n";
    let options = ParameterFile::parse("file", text).unwrap().options().to_vec();
    let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), options).unwrap();
    let mut screening = presets::options_self_play("quick", engine).unwrap();
    assert!(screening::after_screening(&screening, &[0]).is_err(), "this is no screening");
    screening::screen(&mut screening, 100).unwrap();
    screening.objective.self_play_mut().unwrap().control = Control::Depth(4);
    screening.seed = 7;
    assert!(screening::after_screening(&screening, &[]).is_err(), "nothing is kept");
    let tune = screening::after_screening(&screening, &[0, 2]).unwrap();
    tune.validate().unwrap();
    let names: Vec<&str> =
        tune.target.engine().unwrap().options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!((names, tune.seed, tune.is_screening()), (vec!["A", "C"], 7, false));
    let play = tune.objective.properties().play.unwrap();
    assert_eq!((play.control, play.longer), (Control::Depth(4), Control::Depth(6)));
    // The perturbations are those of the parameter file, as on the command line.
    let mut spsa = tune.optimizer.spsa().unwrap().clone();
    let known = spsa.perturbations.clone();
    spsa.set_last_perturbations(&[4.0, 8.0], tune.generations + 1);
    assert_eq!((known.len(), &known), (2, &spsa.perturbations));
}
