//! Tests of the cards of screens that have nothing to show, and of the demo.

use std::path::PathBuf;

use super::fixture::Bench;
use crate::demo::Demo;
use crate::engine_options::{OptionType, TunableOption, TunedEngine};
use crate::experiment::{Experiment, presets};
use crate::job::report::{Command, Fact, State};
use crate::tui::app::commands;
use crate::tui::background::TaskResult;
use crate::tui::background::demo::UnpackDemo;
use crate::tui::command::Scope;
use crate::tui::message::{Effect, MatchRequest, Message};
use crate::tui::screens;

/// The keys of the screens that are empty without a session. Those that list folders are tested with their lists.
const EMPTY: [&str; 4] = ["1", "2", "4", "6"];

#[test]
fn every_empty_screen_has_a_card_whose_keys_work_there() {
    for (width, height) in [(40, 12), (80, 24), (120, 40)] {
        for key in EMPTY {
            let mut bench = Bench::new(width, height);
            bench.keys(key);
            let shown = bench
                .screens
                .all()
                .into_iter()
                .find(|screen| screen.about().id == bench.model.screen)
                .unwrap();
            let card = shown.status(&bench.model).card.unwrap_or_else(|| panic!("{key}"));
            let screen = bench.draw();
            for (action, text) in &card.choices {
                let command =
                    commands::all().find(|command| command.action == *action && !command.scope.in_popup());
                let command = command.unwrap_or_else(|| panic!("{key}: {text}"));
                assert!(
                    matches!(command.scope, Scope::Screens | Scope::On(_)) && command.enabled(&bench),
                    "{text}"
                );
                let shown: String = text.chars().take(if width < 80 { 20 } else { 80 }).collect();
                assert!(screen.contains(&shown), "{width}×{height} {key}\n{screen}");
            }
            assert!(screen.contains("open the demo"), "{screen}");
        }
    }
}

#[test]
fn the_card_of_the_first_start_is_whole_in_80_columns() {
    let mut bench = Bench::paused(80, 24, 1, 0);
    bench.model.welcome = true;
    bench.draw();
    let screen = bench.draw();
    let card: Vec<&str> = screen.lines().filter(|line| line.contains("│ ") && line.contains(" │")).collect();
    for text in
        ["organisms evolve", "differ from grandmasters", "and engines", "to an engine", "to look around"]
    {
        let line = card.iter().find(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}\n{screen}"));
        let (_, after) = line.split_once(text).unwrap();
        assert!(after.starts_with(' '), "{line}");
    }
}

fn engine() -> TunedEngine {
    let option = TunableOption {
        name: "King Safety".to_owned(),
        kind: OptionType::Int,
        start: 100.0,
        min: 0.0,
        max: 400.0,
        c_end: Some(10.0),
        r_end: None,
    };
    TunedEngine::new("uci:engine".to_owned(), Vec::new(), vec![option]).unwrap()
}

/// A new session with these settings.
fn opened(settings: Experiment) -> Bench {
    let settings = Box::new(settings);
    let folder = PathBuf::from("sessions/matches-0001");
    let mut bench = Bench::new(120, 40);
    bench.send(Message::Started { folder: folder.clone(), settings: Some(settings.clone()), named: false });
    bench.facts([Fact::Opened {
        folder,
        settings,
        train_total: 1,
        test_total: 1,
        history: vec![],
        results: vec![],
        plants: vec![],
        interventions: vec![],
    }]);
    bench
}

#[test]
fn a_session_that_tunes_an_engine_has_no_positions() {
    let mut bench = opened(presets::options("quick", engine()).unwrap());
    bench.keys("3");
    let screen = bench.draw();
    assert!(
        screen.contains("tunes the options of an engine") && screen.contains("choose an organism"),
        "{screen}"
    );
}

#[test]
fn every_screen_shows_a_session_that_tunes_an_engine() {
    let experiments = [
        presets::options("quick", engine()),
        presets::options_self_play("quick", engine()),
        presets::options_suite("quick", engine()),
        presets::options_moves("quick", engine()),
        presets::options_scores("quick", engine()),
    ];
    for experiment in experiments {
        let mut bench = opened(experiment.unwrap());
        for screen in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] {
            bench.keys(screen);
            bench.draw();
        }
    }
}

#[test]
fn the_settings_of_spsa_are_edited_during_a_run() {
    let mut bench = opened(presets::options("quick", engine()).unwrap());
    bench.fact(Fact::State(State::Paused));
    bench.effects.clear();
    bench.keys("1 e");
    let form = bench.draw();
    assert!(form.contains("SPSA, from the next generation on") && form.contains("pairs"), "{form}");
    bench.keys("Ctrl-U 0 . 0 3 Tab Tab Tab Ctrl-U 7 Enter");
    let commands = bench.commands();
    let [Command::Settings(settings)] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!((settings.optimizer.spsa().unwrap().first_step, settings.pairs), (0.03, Some(7)));
    bench.fact(Fact::Settings { run: 0, generation: 0, settings: settings.clone() });
    bench.keys("e");
    assert!(bench.draw().contains("0.03"));
}

#[test]
fn the_demo_opens_its_session_and_its_match() {
    let mut bench = Bench::new(120, 40);
    bench.keys("Ctrl-E");
    let tasks: Vec<_> = bench.effects.drain(..).collect();
    let [Effect::BackgroundTask(task)] = tasks.as_slice() else { panic!("{tasks:?}") };
    let root = bench.model.sessions.root.clone();
    assert_eq!(task.get::<UnpackDemo>(), Some(&UnpackDemo(root.clone())));
    let demo = Demo {
        pipeline: root.join("demo-pipeline"),
        session: root.join("demo-pipeline/1-grandmaster"),
        match_folder: root.join("demo-match"),
    };
    bench.send(Message::TaskResult(TaskResult::found(demo.clone())));
    assert!(bench.effects.contains(&Effect::Resume(demo.session)), "{:?}", bench.effects);
    let resume = MatchRequest::Resume { folder: demo.match_folder, paused: true };
    assert!(bench.effects.contains(&Effect::Match(resume)), "{:?}", bench.effects);
    assert_eq!(bench.model.screen, screens::population::ID);
    assert!(bench.draw().contains("this is the demo"));
}

#[test]
fn behind_a_card_only_its_own_commands_of_the_screen_work() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("4 / 6");
    assert_eq!(bench.model.screen, screens::sessions::ID, "no invisible search takes the key");
    bench.keys("4 i");
    assert!(bench.draw().contains("no list to sort"), "{}", bench.draw());
    let bar = commands::bar(&bench);
    let own = bar.iter().filter(|(command, _)| command.scope.is_screen_specific());
    assert_eq!(own.map(|(command, _)| command.name).collect::<Vec<_>>(), ["new match"]);
    let mut bench = Bench::new(120, 40);
    bench.keys("4 n");
    assert!(bench.model.popup.is_some(), "the card offers this command");
}

#[test]
fn a_list_that_is_not_shown_is_neither_sorted_nor_searched() {
    let mut bench = Bench::paused(40, 12, 1, 3);
    bench.keys("/");
    assert!(bench.model.popup.is_none());
    bench.resize(120, 40);
    bench.keys("/");
    assert!(bench.model.popup.is_some());
}
