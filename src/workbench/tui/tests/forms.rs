//! Tests of forms: completion of paths, and errors of fields.

use std::fs;
use std::path::Path;

use super::fixture::Bench;
use crate::positions::PositionSet;
use crate::tui::background::TaskResult;
use crate::tui::message::{Effect, Message};
use crate::tui::notes::New;
use crate::tui::popups::forms::completion::CompletePath;
use crate::tui::saved::Kind;

/// A workbench with the form that reads an organism from a file, with the focus on the path.
fn open(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 3);
    bench.keys("O ← Tab");
    bench.effects.clear();
    bench
}

/// Presses Tab and runs the completion that it requests, if it does.
fn tab(bench: &mut Bench) {
    bench.keys("Tab");
    let tasks: Vec<_> = std::mem::take(&mut bench.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::BackgroundTask(task) if task.get::<CompletePath>().is_some() => Some(task),
            _ => None,
        })
        .collect();
    for task in tasks {
        let result = task.run();
        bench.send(Message::TaskResult(result));
        bench.draw();
    }
}

/// A folder with files and folders, and its path with a slash.
fn files() -> (tempfile::TempDir, String) {
    let root = tempfile::tempdir().unwrap();
    for name in ["champion one.ron", "champion two.ron", "Größe.ron", ".hidden.ron"] {
        fs::write(root.path().join(name), "").unwrap();
    }
    fs::create_dir(root.path().join("session-0001")).unwrap();
    let path = format!("{}/", root.path().display());
    (root, path)
}

fn value(bench: &mut Bench) -> String {
    let form: &crate::tui::popups::forms::Form = bench.model.popup().unwrap();
    form.fields[form.at].shown().to_owned()
}

#[test]
fn tab_completes_the_common_part_and_then_lists_the_candidates() {
    let (_root, path) = files();
    let mut bench = open(120, 40);
    bench.type_text(&format!("{path}ch"));
    tab(&mut bench);
    assert_eq!(value(&mut bench), format!("{path}champion "));
    tab(&mut bench);
    let screen = bench.draw();
    assert!(screen.contains("  champion one.ron") && screen.contains("  champion two.ron"), "{screen}");
    tab(&mut bench);
    assert_eq!(value(&mut bench), format!("{path}champion one.ron"));
    bench.keys("↓");
    assert!(bench.draw().contains("▸ champion two.ron"));
    // Esc returns to the text, and then closes the form. Enter takes the candidate and does not accept the form.
    bench.keys("Esc");
    assert_eq!(value(&mut bench), format!("{path}champion "));
    tab(&mut bench);
    bench.keys("↑ Enter");
    assert_eq!(value(&mut bench), format!("{path}champion two.ron"));
    assert!(bench.effects.is_empty() && !bench.draw().contains("▸ champion"));
    bench.keys("Esc");
    assert!(bench.model.popup.is_none());
}

#[test]
fn a_folder_is_completed_and_a_complete_path_moves_on() {
    let (_root, path) = files();
    let mut bench = open(80, 24);
    bench.type_text(&format!("{path}Gr"));
    tab(&mut bench);
    assert_eq!(value(&mut bench), format!("{path}Größe.ron"));
    tab(&mut bench);
    assert!(!value(&mut bench).contains("Größe"), "the next field");
    let mut bench = open(80, 24);
    bench.type_text(&format!("{path}s"));
    tab(&mut bench);
    assert_eq!(value(&mut bench), format!("{path}session-0001/"));
    // A field that was not changed is left at once, without a task.
    let mut bench = open(80, 24);
    bench.keys("Tab");
    assert!(bench.effects.is_empty());
}

#[test]
fn names_in_a_list_are_completed_only_if_they_are_paths() {
    let (_root, path) = files();
    let mut bench = Bench::new(120, 40);
    bench.send(Message::TaskResult(TaskResult::found(New(Kind::Pipeline))));
    bench.keys("Tab Tab Tab");
    bench.effects.clear();
    bench.type_text(&format!("reference, {path}Gr"));
    tab(&mut bench);
    assert_eq!(value(&mut bench), format!("reference, {path}Größe.ron"));
    bench.type_text(", toga2");
    bench.keys("Tab");
    assert!(bench.effects.is_empty() && !value(&mut bench).contains("toga2"), "a name is left at once");
}

#[test]
fn typing_ends_a_completion_and_a_late_result_changes_nothing() {
    let (_root, path) = files();
    let mut bench = open(120, 40);
    bench.type_text(&format!("{path}champion"));
    bench.keys("Tab");
    let late = bench.effects.iter().find_map(|effect| match effect {
        Effect::BackgroundTask(task) => Some(task.clone()),
        _ => None,
    });
    bench.keys("x");
    bench.send(Message::TaskResult(late.unwrap().run()));
    assert_eq!(value(&mut bench), format!("{path}championx"));
    bench.keys("Esc");
    bench.send(Message::TaskResult(TaskResult::Done("nothing".to_owned())));
    assert!(bench.model.popup.is_none());
}

#[test]
fn a_missing_folder_is_the_problem_of_its_field() {
    let mut bench = open(120, 40);
    bench.type_text("/no such folder/x");
    tab(&mut bench);
    assert!(bench.draw().contains("✗ there is no folder /no such folder/"));
    bench.keys("y");
    assert!(!bench.draw().contains("there is no folder"));
}

#[test]
fn errors_of_files_keep_the_form_and_are_shown_whole() {
    let name = "a-rather-long-name-of-a-folder/".repeat(6) + "none.ron";
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut bench = open(width, height);
        bench.type_text(&name);
        bench.keys("Enter");
        let task = bench.effects.iter().find_map(|effect| match effect {
            Effect::BackgroundTask(task) => Some(task.clone()),
            _ => None,
        });
        let result = task.unwrap().run();
        let TaskResult::InvalidForm { text, .. } = &result else { panic!("{result:?}") };
        let text = text.clone();
        bench.send(Message::TaskResult(result));
        assert_eq!(value(&mut bench), name);
        let screen = bench.pane("Select the subject");
        let is_inside = |c: char| !c.is_whitespace() && c != '│';
        let shown: String = screen.chars().filter(|c| is_inside(*c)).collect();
        let whole: String = text.chars().filter(|c| is_inside(*c)).collect();
        assert!(shown.contains(&whole), "{width}×{height}: {text}\n{screen}");
        bench.keys("Backspace");
        assert!(!bench.draw().contains('✗'), "the error vanishes when the value changes");
    }
}

#[test]
fn wrong_files_keep_their_forms() {
    let root = tempfile::tempdir().unwrap();
    let taken = root.path().join("taken");
    fs::write(&taken, "").unwrap();
    let missing = root.path().join("none");
    let check = |keys: &str, path: &Path| {
        let mut bench = Bench::paused(120, 40, 1, 3);
        bench.keys(keys);
        bench.effects.clear();
        bench.type_text(&path.display().to_string());
        bench.keys("Enter");
        let task = bench.effects.iter().rev().find_map(|effect| match effect {
            Effect::BackgroundTask(task) => Some(task.clone()),
            _ => None,
        });
        let result = task.unwrap_or_else(|| panic!("{keys}\n{}", bench.draw())).run();
        assert!(matches!(result, TaskResult::InvalidForm { .. }), "{keys}: {result:?}");
        bench.send(Message::TaskResult(result));
        assert!(bench.model.popup.is_some(), "{keys}");
        assert_eq!(value(&mut bench), path.display().to_string(), "{keys}");
        assert!(bench.draw().contains('✗'), "{keys}");
    };
    check("E", &taken);
    check("R ← Tab", &missing);
    let suites = PositionSet::NAMES;
    let at = suites.iter().position(|name| *name == "ecm879").unwrap();
    check(&format!("5 e{} Tab", " →".repeat(suites.len() - at)), &missing);
    check(": n e w Space p i p e Enter Tab Tab Tab", &missing);
}
