//! Tests of the files of the Positions screen: positions copied, exported and loaded.

use super::fixture::Bench;
use super::positions::{book, open, rows};
use crate::disagreement::PositionBook;
use crate::positions::PositionSource;
use crate::positions::moves::fen;
use crate::tui::message::{Effect, Message};

#[test]
fn the_position_is_copied_as_fen() {
    let (mut bench, _folder) = open(80, 24, 40);
    bench.keys("j y");
    let entry = &book(&bench).entries[bench.screens.positions.entry.unwrap()];
    let copied: Vec<&String> = bench
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Copy(text) => Some(text),
            _ => None,
        })
        .collect();
    // The move has the number that it has in the game.
    let fen = fen(&entry.numbered_position());
    assert!(fen.ends_with(&format!(" {}", entry.ply.unwrap() / 2 + 1)), "{fen}");
    assert_eq!(copied, [&fen]);
}

#[test]
fn exported_positions_can_be_loaded_again() {
    let (mut bench, folder) = open(120, 40, 60);
    let path = folder.path().join("listed.epd");
    bench.keys("x");
    bench.keys(&vec!["Backspace"; "positions.epd".len()].join(" "));
    bench.type_text(&path.display().to_string());
    bench.keys("Enter");
    let task = |bench: &mut Bench| match bench.effects.pop() {
        Some(Effect::BackgroundTask(task)) => task,
        other => panic!("{other:?}"),
    };
    let export = task(&mut bench);
    bench.send(Message::TaskResult(export.clone().run()));
    assert!(bench.draw().contains("positions written to"));
    let (old, listed) = (book(&bench), rows(&bench));
    let fen = |book: &PositionBook, row: usize| book.entries[row].fen();
    let expected: Vec<String> = listed.iter().map(|row| fen(&old, *row)).collect();
    // An existing file is not overwritten.
    let bytes = std::fs::read(&path).unwrap();
    bench.send(Message::TaskResult(export.run()));
    assert!(bench.draw().contains("exists"));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    bench.keys("Ctrl-O Tab");
    bench.keys(&vec!["Backspace"; 200].join(" "));
    bench.type_text(&path.display().to_string());
    bench.keys("Enter");
    run_task(&mut bench);
    bench.keys("F → Enter");
    let new = book(&bench);
    assert_eq!((0..new.entries.len()).map(|row| fen(&new, row)).collect::<Vec<_>>(), expected);
}

/// Runs the latest background task and sends its result.
fn run_task(bench: &mut Bench) {
    let task = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::BackgroundTask(task) => Some(task.clone()),
        _ => None,
    });
    bench.send(Message::TaskResult(task.unwrap().run()));
}

#[test]
fn a_wrong_path_keeps_the_form_and_the_list() {
    let (mut bench, folder) = open(120, 40, 60);
    let (listed, entry) = (rows(&bench), bench.screens.positions.entry);
    bench.keys("Ctrl-O Tab");
    bench.keys(&vec!["Backspace"; 200].join(" "));
    bench.type_text(&folder.path().join("none.epd").display().to_string());
    bench.keys("Enter");
    run_task(&mut bench);
    let screen = bench.draw();
    assert!(bench.model.popup.is_some() && screen.contains("none.epd"), "{screen}");
    bench.keys("Esc Esc");
    assert_eq!((rows(&bench), bench.screens.positions.entry), (listed, entry));
}

#[test]
fn the_same_positions_again_change_nothing() {
    let (mut bench, _folder) = open(120, 40, 60);
    bench.keys("j j");
    let (listed, entry) = (rows(&bench), bench.screens.positions.entry);
    bench.keys("Ctrl-O Enter");
    if bench.effects.iter().any(|effect| matches!(effect, Effect::BackgroundTask(_))) {
        run_task(&mut bench);
    }
    assert_eq!((rows(&bench), bench.screens.positions.entry), (listed, entry));
    assert!(!bench.draw().contains("no position is"));
}

#[test]
fn a_damaged_file_is_reported_with_line_and_column() {
    let (mut bench, folder) = open(120, 40, 40);
    let path = folder.path().join("broken.epd");
    std::fs::write(&path, "4k3/8/8/8/8/8/8/4K3 w - - sm Kd1;\n4k3/8/8/8/8/8/8/4K3 w - - sm Qh9;\n").unwrap();
    bench.screens.positions.source = Some(PositionSource::File(path));
    bench.keys("z");
    let screen = bench.draw();
    let flat: String = screen.chars().filter(|c| !c.is_whitespace() && *c != '│').collect();
    assert!(flat.contains("line2,column30") && flat.contains("Ctrl-Oloadsotherpositions"), "{screen}");
}
