//! Tests of the form of a new run: its fields in each stage, the files that it reads, and the screen of the session.

use std::path::PathBuf;

use super::fixture::{Bench, result};
use super::{coevolution_session, tuning_session};
use crate::arena::control::Control;
use crate::evolution::operators::selection::Selection;
use crate::evolution::optimizers::OptimizerSettings;
use crate::experiment::Experiment;
use crate::experiment::presets;
use crate::job::report::{Fact, State};
use crate::objectives::scores::ScoringMode;
use crate::tui::background::new_session::{PrepareSession, PreparedSession, SessionOrganisms};
use crate::tui::background::{TaskResult, TaskWork as _};
use crate::tui::message::{Effect, Message};
use crate::tui::popups::forms::Form;
use crate::tui::screens;
use crate::tui::seeds::Seeds;

/// The requested task that reads the organisms of a new session.
fn requested_task(bench: &Bench) -> PrepareSession {
    let [effect] = bench.effects.as_slice() else { panic!("{:?}", bench.effects) };
    effect.task::<PrepareSession>().unwrap().clone()
}

/// Organisms by name.
fn founders(names: &[&str]) -> SessionOrganisms {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    SessionOrganisms::Founders { schema: None, given: Vec::new(), names }
}

/// The settings of the session that was started.
fn started(bench: &Bench) -> Experiment {
    let [Effect::Start { settings, folder: None }] = bench.effects.as_slice() else {
        panic!("{:?}", bench.effects)
    };
    (**settings).clone()
}

/// A workbench with a session of ten runs, of which two are complete.
fn two_champions() -> Bench {
    let mut bench = Bench::paused(120, 40, 10, 3);
    bench.facts([Fact::RunFinished(result(0)), Fact::RunFinished(result(1))]);
    bench.effects.clear();
    bench
}

#[test]
fn a_coevolution_starts_with_the_champions_of_the_open_session() {
    let mut bench = two_champions();
    bench.keys("6 n → →");
    bench.effects.clear();
    let screen = bench.draw();
    assert!(screen.contains("‹ coevolution ›") && screen.contains(" 2 of grandmaster-0007 "), "{screen}");
    assert!(screen.contains("games-per-pair") && screen.contains("  nodes  "), "{screen}");
    for other in ["population", "runs", "node-limit", "schema"] {
        let form: Vec<&str> = screen.lines().filter(|line| line.contains(&format!("│ {other} "))).collect();
        assert!(form.is_empty(), "{other}: {form:?}");
    }
    bench.keys("Tab ←");
    for (label, value) in [("generations", "6"), ("games-per-pair", "2"), ("nodes", "500")] {
        bench.focus(label);
        bench.type_text(value);
    }
    bench.keys("Enter");
    let PrepareSession { settings, organisms, .. } = requested_task(&bench);
    assert_eq!(organisms, Some(founders(&["sessions/grandmaster-0007"])));
    let games = settings.objective.self_play().unwrap();
    assert_eq!((settings.stage(), settings.generations), ("coevolution", 6));
    assert_eq!((games.games_per_pair, games.control), (2, Control::Nodes(500)));
    assert_eq!(settings.preset, "quick");
    assert_eq!(settings.seed, Seeds::default().draw(), "a new one");
}

#[test]
fn organisms_are_chosen_in_a_list_when_no_session_has_champions() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n → →");
    bench.focus("generations");
    bench.keys("Enter");
    assert!(bench.effects.is_empty());
    assert!(bench.draw().contains("✗ choose two organisms or more"), "{}", bench.draw());
    // The problem is at the field, from which Enter opens the list.
    bench.keys("Enter");
    bench.type_text("reference");
    bench.keys("Enter Tab");
    assert!(bench.draw().contains("a population needs two organisms or more"), "{}", bench.draw());
    bench.type_text("my file.ron");
    bench.keys("Enter Tab Enter");
    assert_eq!(requested_task(&bench).organisms, Some(founders(&["reference", "my file.ron"])));
    // When an organism cannot be read, the form opens again with its values and the reason.
    let result = requested_task(&bench).run();
    bench.send(Message::TaskResult(result));
    let screen = bench.draw();
    assert!(screen.contains("reference, my file.ron") && screen.contains('✗'), "{screen}");
    // What was entered keeps its row.
    bench.keys("Enter");
    let screen = bench.draw();
    assert!(screen.contains("[2] my file.ron") && screen.contains("[1] reference"), "{screen}");
    bench.keys("Backspace Esc");
    assert!(bench.draw().contains("reference, my file.ron"), "Esc changes nothing");
}

#[test]
fn organisms_of_another_schema_are_hidden_and_the_games_are_counted() {
    let mut bench = two_champions();
    bench.keys("6 n → →");
    bench.effects.clear();
    bench.focus("organisms");
    let games = |bench: &mut Bench| {
        let screen = bench.draw();
        let words: Vec<&str> =
            screen.split(|c: char| c.is_whitespace() || c == '│').filter(|w| !w.is_empty()).collect();
        words.join(" ")
    };
    let text = games(&mut bench);
    assert!(text.contains("4 games a generation; the confirmation adds up to 120,"), "{text}");
    bench.keys("Enter");
    let screen = bench.draw();
    assert!(screen.contains("[1] 2 of grandmaster-0007") && screen.contains("schema paper-2014"), "{screen}");
    assert!(screen.contains("paper-2014-figure-3") && !screen.contains("paper-2008-figure-3"), "{screen}");
    // The subject takes part as it is.
    bench.keys("↓ Enter Tab");
    let text = games(&mut bench);
    assert!(text.contains("12 games a generation"), "{text}");
    bench.keys("Enter");
    let organisms = requested_task(&bench).organisms;
    let Some(SessionOrganisms::Founders { schema: Some(schema), given, names }) = organisms else {
        panic!("{organisms:?}")
    };
    assert_eq!((schema.name.as_str(), given.len(), names.len()), ("paper-2014", 1, 1));
    assert_eq!(given[0].name, "champion · run 1 · gen 3");
}

#[test]
fn rarely_changed_settings_are_folded() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n");
    let screen = bench.draw();
    assert!(screen.contains("more") && screen.contains("▸ 10 settings"), "{screen}");
    assert!(
        screen.contains("crossover-rate") && !screen.contains("‹ proportional ›"),
        "only its name: {screen}"
    );
    bench.focus("selection");
    let screen = bench.draw();
    assert!(screen.contains("‹ proportional ›") && !screen.contains("pressure"), "{screen}");
    // A setting that depends on a choice appears with it.
    bench.keys("→");
    bench.focus("pressure");
    bench.type_text("3");
    bench.keys("Enter");
    assert!(bench.draw().contains("✗ 1 to 2 is allowed"), "{}", bench.draw());
    bench.keys("Backspace 1 . 5 Enter");
    let OptimizerSettings::Ga(ga) = started(&bench).optimizer else { panic!("{:?}", bench.effects) };
    assert_eq!(ga.selection, Selection::Rank { pressure: 1.5 });
}

#[test]
fn a_file_that_does_not_exist_keeps_the_form_with_its_values() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n ←");
    assert!(bench.draw().contains("‹ results ›"), "{}", bench.draw());
    bench.focus("results");
    let at = bench.model.popup::<Form>().unwrap().at;
    bench.keys("Ctrl-U");
    bench.type_text("nowhere/results.csv");
    bench.keys("Enter");
    let task = requested_task(&bench);
    assert_eq!(
        (task.organisms.as_ref(), task.files.as_slice()),
        (None, [(at, "nowhere/results.csv".into())].as_slice())
    );
    let result = task.run();
    assert!(
        matches!(result, TaskResult::InvalidForm { field: Some(field), .. } if field == at),
        "{result:?}"
    );
    bench.send(Message::TaskResult(result));
    let screen = bench.draw();
    assert!(screen.contains("nowhere/results.csv") && screen.contains("No such file"), "{screen}");
}

#[test]
fn a_new_session_opens_on_the_screen_of_its_stage() {
    let settings = Box::new(presets::coevolution("quick", Vec::new()).unwrap());
    let result = PrepareSession {
        settings,
        organisms: Some(founders(&["reference", "paper-2014-figure-3"])),
        field: 0,
        files: Vec::new(),
    }
    .run();
    let PreparedSession(settings) = result.get().unwrap();
    settings.validate().unwrap();
    assert_eq!((settings.initial.len(), settings.optimizer.population()), (2, 2));
    let settings = settings.clone();
    let mut bench = two_champions();
    bench.send(Message::TaskResult(result));
    assert_eq!(started(&bench), *settings);
    let folder = PathBuf::from("sessions/coevolution-0001");
    bench.send(Message::Started { folder, settings: Some(settings), named: false });
    assert_eq!(bench.model.screen, screens::coevolution::ID);
}

#[test]
fn organisms_that_cannot_be_read_are_explained() {
    let refused = |given| {
        let settings = match given {
            SessionOrganisms::Founders { .. } => presets::coevolution("quick", Vec::new()).unwrap(),
            SessionOrganisms::Evaluation(_) => {
                presets::tuning("quick", tuning_session::settings().target.evaluation().unwrap().clone())
                    .unwrap()
            }
            SessionOrganisms::Mentors(_) => presets::mentor("quick", Vec::new()).unwrap(),
        };
        let result = PrepareSession {
            settings: Box::new(settings),
            organisms: Some(given),
            field: 0,
            files: Vec::new(),
        }
        .run();
        let TaskResult::InvalidForm { text, .. } = result else { panic!("{result:?}") };
        text
    };
    assert!(refused(founders(&["reference", "nowhere.ron"])).contains("nowhere.ron"));
    assert!(refused(founders(&["reference"])).contains("2 to 100 organisms"));
    let empty = tempfile::tempdir().unwrap();
    let why = refused(SessionOrganisms::Evaluation(empty.path().display().to_string()));
    assert!(why.contains("the folder contains no session"), "{why}");
    let why =
        refused(SessionOrganisms::Mentors(vec!["reference".to_owned(), "organism:nowhere.ron".to_owned()]));
    assert!(why.contains("nowhere.ron"), "{why}");
}

#[test]
fn the_form_sets_the_mentors_and_their_search_depth() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n → Enter");
    assert!(bench.effects.is_empty());
    let screen = bench.draw();
    assert!(screen.contains("‹ mentor ›") && screen.contains("✗ name 1 or more"), "{screen}");
    bench.type_text("reference, uci:toga2");
    bench.focus("mentor-depth");
    bench.keys("3");
    bench.focus("sample");
    bench.keys("5 0 0 Enter");
    let task = requested_task(&bench);
    let stage = task.settings.objective.scores().cloned().unwrap();
    assert_eq!((task.settings.stage(), stage.mode, stage.sample), ("mentor", ScoringMode::Depth(3), 500));
    let names = vec!["reference".to_owned(), "uci:toga2".to_owned()];
    assert_eq!(task.organisms, Some(SessionOrganisms::Mentors(names)));
    let result = task.run();
    let PreparedSession(settings) = result.get().unwrap();
    let mentors = &settings.objective.scores().unwrap().mentors;
    assert!(mentors[0].evaluation.is_some() && mentors[1].evaluation.is_none(), "{mentors:?}");
    settings.validate().unwrap();
}

#[test]
fn a_tuning_starts_with_the_evaluation_of_the_subject() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let subject = bench.model.subject().unwrap();
    bench.effects.clear();
    bench.keys("n → → →");
    let screen = bench.draw();
    assert!(screen.contains("‹ tuning ›") && screen.contains("‹ the subject’s ›"), "{screen}");
    assert!(!screen.contains("games-per-pair") && !screen.contains(" path "), "{screen}");
    // Select the quick preset, the extended schema, all positions, and a node limit of 700.
    bench.keys("Tab →");
    bench.focus("positions");
    bench.keys("Ctrl-U");
    bench.focus("node-limit");
    bench.type_text("700");
    bench.focus("schema");
    bench.type_text("extended");
    bench.keys("Enter");
    let settings = started(&bench);
    let (tuning, fixed) = (settings.objective.suite().unwrap(), settings.target.evaluation().unwrap());
    assert_eq!((settings.preset.as_str(), settings.schema().name.as_str()), ("quick", "search-extended"));
    assert_eq!((tuning.positions, tuning.node_limit), (None, 700));
    assert_eq!((&fixed.values, fixed.organism.as_str()), (&subject.values, "champion · run 1 · gen 3"));
    settings.validate().unwrap();
}

#[test]
fn a_tuning_can_start_with_the_evaluation_of_any_organism() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n → → →");
    bench.focus("evaluation");
    bench.keys("← Enter");
    assert!(
        bench.effects.is_empty() && bench.draw().contains("✗ enter a file name, or the folder of a session")
    );
    bench.type_text("paper-2008-figure-3");
    bench.keys("Enter");
    let task = requested_task(&bench);
    let evaluation = SessionOrganisms::Evaluation("paper-2008-figure-3".to_owned());
    assert_eq!(task.organisms, Some(evaluation));
    let result = task.run();
    let PreparedSession(settings) = result.get().unwrap();
    assert_eq!(settings.target.evaluation().unwrap().organism, "paper-2008-figure-3");
}

#[test]
fn the_settings_of_the_chosen_optimizer_follow_it() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n Enter");
    let base = started(&bench);
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n");
    bench.focus("optimizer");
    let screen = bench.draw();
    assert!(screen.contains("‹ ga ›") && !screen.contains("restarts"), "{screen}");
    bench.keys("→");
    bench.focus("population");
    bench.keys("2 0");
    bench.focus("step");
    bench.keys("0 . 2");
    bench.focus("restarts");
    let screen = bench.draw();
    assert!(screen.contains("‹ cma-es ›") && screen.contains("‹ doubled ›"), "{screen}");
    bench.keys("→ Enter");
    let budget = base.optimizer.population() * (base.generations + 1);
    assert_eq!(started(&bench).generations, (budget / 20).saturating_sub(1));
    let OptimizerSettings::CmaEs(cma) = started(&bench).optimizer else { panic!("{:?}", bench.effects) };
    assert_eq!((cma.population, cma.step, cma.restarts), (20, 0.2, false));
}

#[test]
fn an_optimizer_that_does_not_fit_the_objective_is_explained_at_its_field() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n → → →");
    bench.focus("optimizer");
    let names = OptimizerSettings::NAMES.iter().map(|(name, _)| *name);
    for _ in names.take_while(|name| *name != "regression") {
        bench.keys("→");
    }
    bench.keys("Enter");
    assert!(bench.effects.is_empty(), "{:?}", bench.effects);
    let screen = bench.draw();
    assert!(screen.contains("✗ the optimizer regression needs an objective"), "{screen}");
}

#[test]
fn results_and_matches_are_objectives_of_the_form() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let subject = bench.model.subject().unwrap();
    bench.effects.clear();
    bench.keys("n ← Enter");
    let settings = started(&bench);
    assert_eq!((settings.objective.name(), settings.preset.as_str()), ("results", "paper-2014"));
    settings.validate().unwrap();

    bench.effects.clear();
    bench.keys("n ← ←");
    bench.focus("perturbation");
    let screen = bench.draw();
    for part in ["‹ matches ›", "‹ spsa ›", "perturbation", "‹ the subject’s ›", "  pairs  ", "‹ off ›"]
    {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    bench.keys("Enter");
    let settings = started(&bench);
    assert_eq!((settings.stage(), settings.optimizer.name()), ("matches", "spsa"));
    assert_eq!(settings.target.evaluation().unwrap().values, subject.values);
    settings.validate().unwrap();
}

#[test]
fn the_form_repeats_the_settings_of_the_open_session_with_a_new_seed() {
    let mut bench = Bench::new(120, 40);
    coevolution_session::open_session(&mut bench, 2, false);
    let open = bench.model.evolution.as_ref().unwrap().settings.clone().unwrap();
    bench.effects.clear();
    bench.keys("n Enter");
    assert_eq!(started(&bench), Experiment { seed: Seeds::default().draw(), ..open });

    let mut bench = Bench::new(120, 40);
    tuning_session::start_session(&mut bench);
    let open = bench.model.evolution.as_ref().unwrap().settings.clone().unwrap();
    bench.effects.clear();
    bench.keys("n Enter");
    assert_eq!(started(&bench), Experiment { seed: Seeds::default().draw(), ..open });
}

#[test]
fn each_form_has_another_seed_and_shows_it() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let mut drawn = Seeds::default();
    for _ in 0..2 {
        let seed = drawn.draw();
        bench.effects.clear();
        bench.keys("n");
        bench.focus("seed");
        let screen = bench.draw();
        assert!(
            screen.lines().any(|line| line.contains("seed") && line.contains(&seed.to_string())),
            "{screen}"
        );
        bench.keys("Enter");
        assert_eq!(started(&bench).seed, seed);
    }
}

#[test]
fn a_saved_session_opens_on_the_screen_of_its_stage() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("6");
    coevolution_session::open_session(&mut bench, 2, false);
    assert_eq!(bench.model.screen, screens::coevolution::ID);
    // A user who changes to another screen while the session opens stays there.
    let folder = PathBuf::from("sessions/tuning-0001");
    bench.send(Message::Started { folder, settings: None, named: true });
    assert_eq!(bench.model.screen, screens::population::ID);
    bench.keys("2");
    tuning_session::report_opened(&mut bench);
    assert_eq!(bench.model.screen, screens::genome::ID);
    bench.keys("1");
    bench.fact(Fact::State(State::Paused));
    assert_eq!(bench.model.screen, screens::tuning::ID);
}

#[test]
fn a_confirmed_champion_is_named_champion_at_any_rank() {
    let mut bench = Bench::new(120, 40);
    coevolution_session::open_session(&mut bench, 4, true);
    let champion = bench.model.subject().unwrap();
    assert_eq!(bench.model.name_of(&champion), "champion · run 1 · gen 3");
    let open = bench.model.evolution.as_ref().unwrap();
    let other = if open.champion_place() == 0 { 1 } else { 0 };
    let other = open.organism(other).unwrap();
    assert!(bench.model.name_of(&other).starts_with("organism "));
}

#[test]
fn a_hint_that_does_not_fit_beside_its_field_is_shown_below() {
    let hint = "1 or more: more show how much depends on chance; each yields a champion";
    let mut bench = Bench::paused(80, 24, 1, 3);
    bench.keys("n");
    assert!(!bench.draw().contains("each yields a champion"));
    bench.focus("runs");
    let shown = |bench: &mut Bench| {
        let screen = bench.pane("New run");
        let words: Vec<&str> = screen.split(|c: char| c.is_whitespace() || c == '│').collect();
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    assert!(shown(&mut bench).contains(hint), "{}", bench.draw());
    let mut bench = Bench::paused(200, 60, 1, 3);
    bench.keys("n");
    assert!(bench.draw().contains(hint), "{}", bench.draw());
}

#[test]
fn hints_say_what_the_chosen_value_does() {
    let mut bench = Bench::paused(200, 60, 1, 3);
    bench.keys("n");
    assert!(bench.draw().contains("choose the moves that grandmasters played"), "{}", bench.draw());
    bench.keys("←");
    assert!(bench.draw().contains("predict the results of games (Texel)"), "{}", bench.draw());
    bench.focus("preset");
    while !bench.draw().contains("‹ quick ›") {
        bench.keys("→");
    }
    assert!(bench.draw().contains("two seconds: 40 generations of 50 organisms"), "{}", bench.draw());
}
