//! Keys and mouse clicks, and the state and effects that they cause.

use crossterm::event::MouseEventKind;

use super::fixture::{Bench, record, result, saved_sessions};
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::operators::selection::Selection;
use crate::evolution::optimizers::OptimizerSettings;
use crate::job::report::{Command, Fact, Reports, State};
use crate::tui::app::help::Help;
use crate::tui::message::{Effect, Message};
use crate::tui::screens;
use crate::tui::screens::population::{ALGORITHM, ORGANISMS};

#[test]
fn a_new_session_evaluates_its_first_generation_at_once() {
    let mut bench = Bench::new(120, 40);
    bench.start_session(1);
    assert_eq!(bench.commands(), [Command::Step(1)]);
}

#[test]
fn space_starts_and_pauses_the_run() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("Space");
    assert_eq!(bench.commands(), [Command::Run]);
    bench.fact(Fact::State(State::Running));
    bench.keys("Space");
    assert_eq!(bench.commands(), [Command::Pause]);
}

#[test]
fn space_during_preparation_starts_the_run_afterwards() {
    let mut bench = Bench::new(120, 40);
    bench.start_session(1);
    bench.effects.clear();
    bench.keys("Space");
    assert_eq!(bench.commands(), [Command::Run]);
    assert!(bench.draw().contains("runs as soon as this is done"));
    bench.keys("Space");
    assert_eq!(bench.commands(), [Command::Step(1)], "generation 0 is still evaluated");
}

#[test]
fn space_during_generation_0_starts_the_run() {
    let mut bench = Bench::new(120, 40);
    bench.start_session(1);
    bench.effects.clear();
    bench.fact(Fact::State(State::Running));
    bench.keys("Space");
    assert_eq!(bench.commands(), [Command::Run], "the session itself requested the first step, not the user");
    bench.fact(Fact::Generation(record(0, 0)));
    bench.keys("Space");
    assert_eq!(bench.commands(), [Command::Pause]);
}

#[test]
fn s_steps_a_paused_and_a_running_session() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("s S");
    assert_eq!(bench.commands(), [Command::Step(1), Command::Step(10)]);
    bench.fact(Fact::State(State::Running));
    bench.keys("s");
    assert_eq!(bench.commands(), [Command::Step(1)], "one more generation, then a pause");
}

#[test]
fn edited_rates_are_checked_and_applied() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("e Tab Tab Ctrl-U");
    bench.type_text("1.5");
    bench.keys("Enter");
    assert!(bench.draw().contains("✗ 0 to 1 is allowed"));
    bench.keys("Ctrl-U 0 . 0 2 Enter");
    let commands = bench.commands();
    let [Command::Settings(settings)] = commands.as_slice() else { panic!("{commands:?}") };
    let ga = settings.optimizer.ga().unwrap();
    assert_eq!((ga.mutation_rate, ga.crossover_rate), (0.02, 0.75));
    assert!(bench.model.popup.is_none());
    bench.fact(Fact::Settings { run: 0, generation: 4, settings: settings.clone() });
    assert!(bench.draw().contains("0.02 per bit"));
}

#[test]
fn the_form_shows_the_fields_of_the_chosen_selection() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("e");
    assert!(!bench.draw().contains("pressure"));
    bench.keys("→ Tab Tab Tab → Tab");
    assert!(bench.draw().contains("pressure"));
    bench.keys("Ctrl-U 1 . 5 Enter");
    let commands = bench.commands();
    let [Command::Settings(settings)] = commands.as_slice() else { panic!("{commands:?}") };
    let ga = settings.optimizer.ga().unwrap();
    assert_eq!(ga.selection, Selection::Rank { pressure: 1.5 });
    assert_eq!(ga.crossover, Crossover::OnePoint);
}

#[test]
fn the_form_limits_numbers_of_organisms_by_the_population() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("e");
    bench.focus("selection");
    bench.keys("→ →");
    bench.focus("tournament");
    assert!(bench.draw().contains("▸ tournament      2 "));
    bench.keys("Ctrl-U 1 0 1 Enter");
    assert!(bench.draw().contains("✗ 1 to 100 is allowed"));
    bench.keys("Ctrl-U 5 Tab Ctrl-U x Enter");
    assert!(bench.draw().contains("✗ “x” is not a whole number; 0 to 99 is allowed"));
    bench.effects.clear();
    bench.keys("Ctrl-U 2 Enter");
    let commands = bench.commands();
    let [Command::Settings(settings)] = commands.as_slice() else { panic!("{commands:?}") };
    let ga = settings.optimizer.ga().unwrap();
    assert_eq!((ga.selection, ga.elite), (Selection::Tournament { size: 5 }, 2));
}

#[test]
fn letters_typed_into_a_form_are_not_commands() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n Tab q s Space Esc");
    assert!(bench.effects.is_empty());
    assert!(bench.model.popup.is_none());
}

#[test]
fn a_new_run_starts_with_the_values_of_the_form() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n Tab →");
    for (label, value) in [("generations", "9"), ("runs", "3"), ("seed", "42")] {
        bench.focus(label);
        bench.type_text(value);
    }
    bench.keys("Enter");
    let [Effect::Start { settings, folder: None }] = bench.effects.as_slice() else {
        panic!("{:?}", bench.effects)
    };
    let OptimizerSettings::Ga(algorithm) = &settings.optimizer else { panic!("not a genetic algorithm") };
    assert_eq!((settings.preset.as_str(), settings.seed, settings.generations), ("quick", 42, 9));
    assert_eq!((algorithm.population, settings.runs), (50, 3));
}

#[test]
fn a_field_scrolls_a_long_text() {
    let mut bench = Bench::paused(80, 24, 1, 3);
    bench.keys("n Tab Tab Ctrl-U");
    let digits = "1234567890".repeat(9);
    bench.type_text(&digits);
    bench.type_text("END");
    let screen = bench.draw();
    assert!(screen.contains("7890END") && !screen.contains(&digits), "{screen}");
    bench.keys("Home");
    let screen = bench.draw();
    assert!(screen.contains(" 1234567890123456") && !screen.contains("END"), "{screen}");
}

#[test]
fn capital_n_starts_a_run_with_the_next_seed() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("N");
    let [Effect::Start { settings, .. }] = bench.effects.as_slice() else { panic!("{:?}", bench.effects) };
    assert_eq!(settings.seed, 2);
}

#[test]
fn an_invalid_value_is_explained_and_starts_nothing() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("n Tab Tab Tab Ctrl-U x Enter");
    assert!(bench.effects.is_empty());
    assert!(bench.draw().contains("✗ “x” is not a whole number"));
}

#[test]
fn a_saved_session_is_offered_listed_and_opened() {
    let mut bench = Bench::paused(120, 40, 1, 0);
    bench.send(Message::Sessions(Ok(saved_sessions())));
    assert!(bench.draw().contains("press o to resume grandmaster-0005, 57 of 200"));
    bench.effects.clear();
    bench.keys("o");
    assert_eq!(bench.effects[0], Effect::ListSessions);
    assert_eq!(bench.model.screen, screens::sessions::ID);
    bench.effects.clear();
    bench.keys("Enter");
    assert_eq!(bench.effects, [Effect::Resume("sessions/grandmaster-0005".into())]);
}

#[test]
fn enter_on_the_open_session_shows_it_without_opening_it_again() {
    let mut bench = Bench::paused(120, 40, 1, 0);
    let mut rows = saved_sessions();
    rows[0].folder = "sessions/grandmaster-0007".into();
    bench.send(Message::Sessions(Ok(rows)));
    bench.effects.clear();
    bench.keys("o Home Enter");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Resume(_))), "{:?}", bench.effects);
    assert_eq!(bench.model.screen, screens::population::ID);
}

#[test]
fn a_damaged_session_is_explained_and_not_opened() {
    let mut bench = Bench::paused(120, 40, 1, 0);
    bench.send(Message::Sessions(Ok(saved_sessions())));
    bench.effects.clear();
    bench.keys("o End Enter");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Resume(_))), "{:?}", bench.effects);
    assert!(bench.draw().contains("line 3: damaged"));
}

#[test]
fn enter_and_r_select_the_subject_and_the_rival() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    assert!(bench.draw().contains("champion · run 1 · gen 3"));
    bench.keys("j j Enter");
    assert!(bench.draw().contains("● organism 3 · run 1 · gen 3"));
    bench.keys("j r v");
    assert!(bench.draw().contains("○ organism 4 · run 1 · gen 3"));
    bench.keys("Esc r");
    assert!(bench.model.rival().is_none());
    bench.keys("Esc");
    assert!(bench.draw().contains("champion · run 1 · gen 3"));
}

#[test]
fn a_selected_subject_stays_when_generations_pass() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("j Enter");
    let before = bench.model.subject().unwrap();
    bench.fact(Fact::Generation(record(0, 4)));
    assert_eq!(bench.model.subject().unwrap(), before);
    assert!(bench.draw().contains("organism 2 · run 1 · gen 3"));
}

#[test]
fn brackets_change_the_displayed_run() {
    let mut bench = Bench::paused(120, 40, 3, 3);
    bench.facts((0..3).map(|generation| Fact::Generation(record(1, generation))));
    assert_eq!(bench.model.evolution.as_ref().unwrap().shown, 1);
    bench.keys("[");
    assert_eq!(bench.model.evolution.as_ref().unwrap().shown, 0);
    bench.fact(Fact::Generation(record(1, 3)));
    assert_eq!(bench.model.evolution.as_ref().unwrap().shown, 0, "a run that the user chose stays");
    bench.keys("] ] ]");
    assert_eq!(bench.model.evolution.as_ref().unwrap().shown, 2);
}

#[test]
fn a_complete_ensemble_shows_its_best_run() {
    let mut bench = Bench::paused(120, 40, 3, 3);
    bench.facts([1, 2].map(|run| Fact::Generation(record(run, 3))));
    let best = |bench: &Bench, run: usize| {
        bench.model.evolution.as_ref().unwrap().runs[run].latest.as_ref().unwrap().spread.best
    };
    let highest = (0..3).max_by_key(|run| (best(&bench, *run), std::cmp::Reverse(*run))).unwrap();
    bench.fact(Fact::State(State::Done));
    assert_eq!(bench.model.evolution.as_ref().unwrap().shown, highest);
}

#[test]
fn brackets_do_nothing_with_a_single_run() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("]");
    assert!(bench.draw().contains("this session has one run"));
}

#[test]
fn help_can_be_searched() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("?");
    bench.type_text("mutation");
    let found = bench.draw();
    assert!(!found.contains("leave the workbench"), "{found}");
    bench.keys("Ctrl-U");
    bench.type_text("rates");
    let found = bench.draw();
    assert!(found.contains("optimizer's settings") && !found.contains("leave the workbench"), "{found}");
    bench.keys("Esc");
    assert!(bench.model.popup.is_none());
}

#[test]
fn the_palette_runs_the_command_that_it_finds() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("Ctrl-P");
    bench.type_text("step t");
    bench.keys("Enter");
    assert_eq!(bench.commands(), [Command::Step(10)]);
    bench.keys(":");
    bench.type_text("log");
    bench.keys("Enter");
    assert_eq!(bench.model.screen, screens::log::ID);
}

#[test]
fn a_slash_begins_a_search_and_types_nothing() {
    for open in [":", "?", "8 /"] {
        let mut bench = Bench::paused(120, 40, 1, 3);
        bench.send(Message::Sessions(Ok(saved_sessions())));
        bench.keys(open);
        bench.keys("/");
        bench.type_text("zz");
        let screen = bench.draw();
        assert!(screen.contains("/ zz") || screen.contains("/zz"), "{open}: {screen}");
        assert!(!screen.contains("//zz") && !screen.contains("/ /zz"), "{open}: {screen}");
    }
}

#[test]
fn escape_goes_one_step_back() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("z L ?");
    bench.keys("Esc");
    assert!(bench.model.popup.is_none() && bench.model.screen == screens::log::ID);
    bench.keys("Esc");
    assert!(bench.model.screen == screens::population::ID && bench.screens.population.panes.is_zoomed);
    bench.keys("Esc");
    assert!(!bench.screens.population.panes.is_zoomed);
}

#[test]
fn q_and_ctrl_c_quit() {
    for key in ["q", "Ctrl-C", "e Ctrl-C", "? Ctrl-C"] {
        let mut bench = Bench::paused(120, 40, 1, 3);
        bench.effects.clear();
        bench.keys(key);
        assert_eq!(bench.effects, [Effect::Quit], "{key}");
    }
}

#[test]
fn only_an_untouched_session_is_discarded() {
    let mut bench = Bench::paused(120, 40, 1, 0);
    assert!(bench.model.discards());
    bench.keys("j Tab ? Esc");
    assert!(bench.model.discards());
    bench.keys("s");
    assert!(!bench.model.discards());
}

#[test]
fn a_job_that_closes_without_a_final_report_is_a_failure() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.send(Message::Reports(Reports { facts: vec![], progress: None, closed: true }));
    assert!(bench.draw().contains("worker stopped unexpectedly"));
}

#[test]
fn a_failure_says_what_failed_and_what_to_do() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.fact(Fact::Failed("cannot write sessions/x/journal.jsonl: No space left on device".to_owned()));
    let screen = bench.draw();
    assert!(screen.contains("No space left") && screen.contains("n starts another run"), "{screen}");
    bench.effects.clear();
    bench.keys("Space");
    assert!(bench.effects.is_empty());
}

#[test]
fn a_complete_session_shows_its_test_result_and_does_not_run() {
    let mut bench = Bench::paused(120, 40, 1, 200);
    bench.fact(Fact::RunFinished(result(0)));
    bench.fact(Fact::State(State::Done));
    let screen = bench.draw();
    assert!(
        screen.contains("✓ test set") && screen.contains("1,471") && screen.contains("✓ done"),
        "{screen}"
    );
    bench.effects.clear();
    bench.keys("Space");
    assert!(bench.effects.is_empty());
    assert!(bench.draw().contains("all generations are done"));
}

#[test]
fn tabs_rows_panes_and_hints_react_to_clicks() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    let at = bench.find("Space run");
    bench.click(at);
    assert_eq!(bench.commands(), [Command::Run]);
    let at = bench.find("Sessions");
    bench.click(at);
    assert_eq!(bench.model.screen, screens::sessions::ID);
    let at = bench.find("Run");
    bench.click(at);
    let (column, row) = bench.find("▸●");
    bench.click((column + 8, row + 3));
    assert_eq!((bench.screens.population.organisms.at, bench.screens.population.panes.at), (3, ORGANISMS));
    bench.click((column + 8, row + 3));
    assert!(bench.draw().contains("● organism 4"));
    bench.mouse((column + 8, row), MouseEventKind::ScrollDown);
    assert_eq!(bench.screens.population.organisms.at, 6);
    let at = bench.find("Genetic algorithm");
    bench.click(at);
    assert_eq!(bench.screens.population.panes.at, ALGORITHM);
    let at = bench.find("? help");
    bench.click(at);
    assert!(bench.model.popup::<Help>().is_some());
    bench.click((0, 20));
    assert!(bench.model.popup.is_none());
}

#[test]
fn tab_visits_every_pane_and_the_focused_pane_is_visible() {
    for (width, height) in [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
        let mut bench = Bench::paused(width, height, 3, 3);
        let mut visited = Vec::new();
        for _ in 0..7 {
            bench.draw();
            assert!(
                bench.model.hits.has_pane(bench.screens.population.panes.at),
                "{:?} at {width}×{height}",
                bench.screens.population.panes.at
            );
            visited.push(bench.screens.population.panes.at);
            bench.keys("Tab");
        }
        assert_eq!(bench.screens.population.panes.at, visited[0]);
        visited.dedup();
        assert_eq!(visited.len(), 7);
    }
}

#[test]
fn other_optimizers_show_their_settings_and_have_bounds_to_edit() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let open = bench.model.evolution.as_mut().unwrap();
    open.settings.as_mut().unwrap().optimizer = OptimizerSettings::named("cma-es").unwrap();
    let pane = bench.pane("Optimizer");
    assert!(pane.contains("cma-es") && pane.contains("covariance full"), "{pane}");
    bench.keys("e");
    let form = bench.draw();
    assert!(form.contains("Settings, from the next generation on") && form.contains("bounds of"), "{form}");
    assert!(!form.contains("lowest"), "no parameter is named yet: {form}");
}
