//! Tests of the settings of a person: keys, themes, a changed file, and the end of long work.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::style::Color;
use rstest::rstest;

use super::fixture::Bench;
use crate::config::{self, Config, Loaded, OnFinish};
use crate::job::report::{Fact, State};
use crate::tui::app::commands;
use crate::tui::app::settings::{Settings, reference};
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Message};

fn loaded(text: &str) -> Loaded {
    config::parse(Path::new("config.ron"), text.to_owned()).unwrap()
}

fn error(text: &str) -> String {
    Settings::new(&loaded(text)).unwrap_err().to_string()
}

/// A workbench with a paused session and these settings.
fn configured(text: &str) -> Bench {
    let mut bench = Bench::paused(120, 40, 1, 20);
    bench.configure(Settings::new(&loaded(text)).unwrap(), None);
    bench
}

fn bottom(bench: &mut Bench) -> String {
    bench.draw().lines().last().unwrap().to_owned()
}

#[test]
fn a_changed_key_works_and_is_shown_everywhere() {
    let mut bench = configured(r#"(keys: {"step": ["F5", "Ctrl-X"], "help": ["F1"], "sessions": ["F8"]})"#);
    bench.effects.clear();
    bench.keys("s");
    assert!(bench.effects.is_empty(), "{:?}", bench.effects);
    for key in ["F5", "Ctrl-X"] {
        bench.keys(key);
        assert_eq!(bench.effects.len(), 1, "{key}");
        bench.effects.clear();
    }
    let bar = bottom(&mut bench);
    assert!(bar.contains("F5 step") && bar.ends_with("F1 help") && !bar.contains(" s step"), "{bar}");
    assert!(bench.draw().lines().nth(1).unwrap().contains("F8 Sessions"), "{}", bench.draw());
    bench.keys("F1");
    let help = bench.draw();
    assert!(help.contains("F5  Ctrl-X") && help.contains("run one more generation"), "{help}");
    bench.keys("F 5");
    assert!(bench.draw().contains("run one more generation"), "the help finds the new key");
    bench.keys("Esc : s t e p");
    let palette = bench.draw();
    assert!(palette.contains("F5 Ctrl-X"), "{palette}");
    bench.keys("Esc F8");
    assert_eq!(bench.model.screen, crate::tui::screens::sessions::ID);
}

#[test]
fn two_commands_can_exchange_their_keys() {
    let mut bench = configured(r#"(keys: {"quit": ["Q"], "step": ["q"]})"#);
    bench.effects.clear();
    bench.keys("q");
    assert!(matches!(bench.effects[..], [Effect::Send(_)]), "{:?}", bench.effects);
    bench.keys("Q");
    assert!(matches!(bench.effects[..], [_, Effect::Quit]), "{:?}", bench.effects);
}

#[test]
fn a_command_without_keys_is_left_to_the_palette() {
    let mut bench = configured(r#"(keys: {"step": []})"#);
    assert!(!bottom(&mut bench).contains("step  "));
    bench.effects.clear();
    bench.keys("s");
    assert!(bench.effects.is_empty());
    bench.keys(": s t e p Enter");
    assert!(matches!(bench.effects[..], [Effect::Send(_)]), "{:?}", bench.effects);
}

#[rstest]
#[case::command(
    "(keys: {\n  \"setp\": [\"x\"]})",
    "line 2, column 3: there is no command “setp”; the most similar one is “step”"
)]
#[case::key("(keys: {\"step\":\n [\"Space bar\"]})", "line 2, column 3: “Space bar” is no key")]
#[case::key_twice("(keys: {\"up\": [\"Up\", \"↑\"]})", "column 22: “↑” occurs twice")]
#[case::typed("(keys: {\"back\": [\"b\"]})", "“back” works while text is typed, so “b” cannot be its key")]
#[case::command_of_a_popup("(keys: {\"accept\": [\"x\"]})", "there is no command “accept”")]
#[case::theme(
    "(theme: \"drak\")",
    "line 1, column 9: there is no theme “drak”; the themes are auto, dark, light"
)]
#[case::base(
    "(themes: {\"a\": (based_on: \"dank\")})",
    "column 27: “dank” is no shipped theme; the most similar one is “dark”"
)]
#[case::part(
    "(themes: {\"a\": (based_on: \"dark\",\n  colours: {\"subjct\": \"#000000\"})})",
    "line 2, column 13: “subjct” is no colour of a theme; the most similar one is “subject”"
)]
#[case::shipped(
    "(themes: {\"dark\": (based_on: \"light\")})",
    "“dark” is a shipped theme; choose another name"
)]
fn errors_say_where_and_what(#[case] text: &str, #[case] expected: &str) {
    let error = error(text);
    assert!(error.starts_with("config.ron: line ") && error.contains(expected), "{error}");
}

#[rstest]
#[case::same_place(
    "(keys: {\"step\": [\"S\"]})",
    "column 18: “S” is also the key of “step ten”; choose another key, or give “step ten”"
)]
#[case::both_changed(
    "(keys: {\"step\": [\"F5\"],\n \"help\": [\"F5\"]})",
    "line 1, column 18: “F5” is also the key of “help”"
)]
#[case::on_one_screen("(keys: {\"step\": [\"L\"]})", "“L” is also the key of ")]
#[case::name_of_the_screen("(keys: {\"next seed\": [\"D\"]})", " on the screen sessions; choose another key")]
#[case::popup("(keys: {\"back\": [\"Enter\"]})", "the keys of popups cannot change, so choose another key")]
fn keys_in_conflict_are_left_out_with_a_notice(#[case] text: &str, #[case] expected: &str) {
    let settings = Settings::new(&loaded(text)).unwrap();
    let [notice] = settings.keymap.notices.as_slice() else { panic!("{:?}", settings.keymap.notices) };
    assert!(notice.starts_with("config.ron: line ") && notice.contains(expected), "{notice}");
    // The command has its usual keys.
    let all = commands::for_keymap();
    for command in all.changeable().filter(|command| text.contains(&format!("{:?}:", command.name))) {
        assert!(settings.keymap.keys(command).count() > 0, "{}", command.name);
    }
}

#[test]
fn the_usual_keys_are_no_conflict() {
    let all = commands::for_keymap();
    let keys: Vec<String> =
        all.changeable().map(|command| format!("{:?}: {:?}", command.name, command.keys)).collect();
    let settings = Settings::new(&loaded(&format!("(keys: {{{}}})", keys.join(",\n")))).unwrap();
    for command in all.changeable() {
        assert!(settings.keymap.keys(command).eq(command.keys.iter().copied()), "{}", command.name);
    }
}

#[test]
fn printed_settings_are_the_same_settings() {
    let text = r##"(theme: "mine", themes: {"mine": (based_on: "light", colours: {"text": "#000000"})}, keys: {"step": ["F5"]})"##;
    for loaded in [Loaded::default(), loaded(text)] {
        let printed = config::print(&loaded.config, &reference());
        let again = config::parse(Path::new("config.ron"), printed.clone()).unwrap();
        assert_eq!(again.config, loaded.config);
        Settings::new(&again).unwrap();
        // Every command that is commented out can be taken as it is.
        let all = printed.replace("//     \"", "        \"");
        let all = config::parse(Path::new("config.ron"), all).unwrap();
        assert_eq!(all.config.keys.len(), commands::for_keymap().changeable().count());
    }
}

const MINE: &str = r##"(theme: "mine", themes: {"mine": (based_on: "light", colours: {"title": "#010203", "background": "#fffffe"})})"##;

#[test]
fn a_theme_of_ones_own_is_used_and_the_key_goes_through_all() {
    let mut bench = configured(MINE);
    let background = |bench: &mut Bench| {
        bench.draw();
        bench.terminal.backend().buffer()[(60, 20)].bg
    };
    assert_eq!(background(&mut bench), Color::Rgb(0xff, 0xff, 0xfe));
    let mut seen = Vec::new();
    for _ in 0..5 {
        bench.keys("t");
        seen.push(bench.model.themes.name().to_owned());
        assert!(bench.draw().contains(&format!("theme: {}", seen[seen.len() - 1])), "{}", bench.draw());
    }
    assert_eq!(seen, ["dark", "light", "high-contrast", "colour-blind", "mine"]);
    assert_eq!(background(&mut bench), Color::Rgb(0xff, 0xff, 0xfe));
}

#[test]
fn the_theme_of_the_flag_precedes_the_configured_one() {
    let mut bench = Bench::paused(120, 40, 1, 20);
    bench.configure(Settings::new(&loaded(MINE)).unwrap(), Some("high-contrast"));
    assert_eq!(bench.model.themes.name(), "high-contrast");
}

fn change(bench: &mut Bench, text: &str) {
    let read = config::parse(Path::new("config.ron"), text.to_owned());
    bench.send(Message::Config(read.map(Box::new).map_err(|error| error.to_string())));
}

#[test]
fn a_changed_file_is_used_at_once() {
    let mut bench = configured("()");
    change(&mut bench, MINE);
    assert_eq!(bench.model.themes.name(), "mine");
    assert!(bench.draw().contains("configuration read again"), "{}", bench.draw());
    // A theme chosen by key stays while the file asks for no other.
    bench.keys("t");
    change(&mut bench, &MINE.replace("(theme", "(keys: {\"step\": [\"F5\"]}, theme"));
    assert_eq!(bench.model.themes.name(), "dark");
    assert!(bottom(&mut bench).contains("F5 step"));
    change(&mut bench, "(preset: \"quick\", log_level: debug)");
    assert_eq!(bench.model.choices.presets[0].preset, "quick");
    assert!(bench.draw().contains("log levels apply at the next start"), "{}", bench.draw());
    assert!(bottom(&mut bench).contains("s step"));
}

#[test]
fn a_theme_that_was_removed_from_the_file_is_no_longer_used() {
    let mut bench = configured(MINE);
    bench.keys("t t t t t");
    change(&mut bench, "(theme: \"auto\")");
    assert_eq!(bench.model.themes.name(), "dark");
}

#[rstest]
#[case::no_ron("(keys: {", "line 1, column 8")]
#[case::unknown_command("(keys: {\"setp\": [\"x\"]})", "there is no command “setp”")]
#[case::unknown_theme("(theme: \"drak\", keys: {\"step\": [\"F9\"]})", "there is no theme “drak”")]
fn a_broken_file_changes_nothing_and_says_why(#[case] text: &str, #[case] why: &str) {
    let mut bench = configured(&MINE.replace("(theme", "(keys: {\"step\": [\"F5\"]}, theme"));
    change(&mut bench, text);
    let (severity, notice) = bench.model.notice.clone().unwrap();
    assert!(severity == Severity::Error && notice.contains(why), "{notice}");
    assert!(notice.ends_with("The earlier settings stay in force."), "{notice}");
    assert_eq!(bench.model.themes.name(), "mine");
    assert!(bottom(&mut bench).contains("F5 step"));
}

/// Runs a session for some seconds until this fact arrives. Returns what is announced.
fn announced(on_finish: OnFinish, seconds: u64, last: Fact) -> Vec<(String, Option<PathBuf>)> {
    let mut bench = Bench::paused(120, 40, 1, 20);
    bench.model.config = Config { on_finish, ..Config::default() };
    bench.model.now = Duration::from_secs(1000);
    bench.fact(Fact::State(State::Running));
    bench.model.now += Duration::from_secs(seconds);
    bench.fact(last);
    bench.keys("j");
    let announce = |effect: &Effect| match effect {
        Effect::Announce { finished, .. } => Some((finished.what.clone(), finished.folder.clone())),
        _ => None,
    };
    bench.effects.iter().filter_map(announce).collect()
}

#[test]
fn the_end_of_a_long_run_is_announced_once() {
    let bell = || OnFinish { bell: true, ..OnFinish::default() };
    let folder = Some(PathBuf::from("sessions/grandmaster-0007"));
    let done = announced(bell(), 30, Fact::State(State::Done));
    assert_eq!(done, [("run complete: grandmaster-0007".to_owned(), folder.clone())]);
    let failed = announced(bell(), 500, Fact::Failed("the disk is full".to_owned()));
    assert_eq!(failed, [("run failed: grandmaster-0007".to_owned(), folder)]);
    assert!(announced(bell(), 29, Fact::State(State::Done)).is_empty(), "a short run");
    assert!(announced(bell(), 500, Fact::State(State::Paused)).is_empty(), "a pause is no end");
    assert!(announced(OnFinish::default(), 500, Fact::State(State::Done)).is_empty(), "nothing to do");
    let soon = OnFinish { command: vec!["true".to_owned()], after_seconds: 2, ..OnFinish::default() };
    assert_eq!(announced(soon, 3, Fact::State(State::Done)).len(), 1);
}

#[test]
fn a_warning_is_in_the_log() {
    let mut bench = Bench::paused(120, 40, 1, 20);
    bench.send(Message::Warning("on_finish: xyz cannot be started".to_owned()));
    bench.keys("L");
    assert!(bench.draw().contains("on_finish: xyz cannot be started"), "{}", bench.draw());
}
