//! Tests of the groups and the marks in the list of the Positions screen.

use std::path::PathBuf;

use tempfile::TempDir;

use super::fixture::Bench;
use super::positions::{book, open, position_at_cursor, rows};
use super::views::pane;
use crate::disagreement::PositionBook;
use crate::positions::PositionSource;
use crate::tui::hit_map::Target;
use crate::tui::message::{Effect, Message};
use crate::tui::popups::forms::Form;
use crate::tui::screens::positions::{POSITIONS, Row};

/// Opens the Positions screen with 24 positions in groups.
fn grouped(width: u16, height: u16) -> (Bench, TempDir) {
    let (mut bench, folder) = open(width, height, 24);
    bench.with_net_gains = true;
    bench.screens.positions.scan.clear_request();
    bench.send(Message::Resized);
    (bench, folder)
}

/// The rows on the screen's list.
fn shown(bench: &Bench) -> Vec<Row> {
    bench.screens.positions.rows(&bench.model).to_vec()
}

fn headings(rows: &[Row]) -> usize {
    rows.iter().filter(|row| matches!(row, Row::Heading(_))).count()
}

#[test]
fn positions_are_below_the_change_that_mends_them() {
    let (mut bench, _folder) = grouped(160, 40);
    let state = &bench.screens.positions;
    let changes = state.scan.changes().unwrap();
    let (mut heading, mut nets) = (None, Vec::new());
    for row in shown(&bench) {
        match row {
            Row::Heading(index) => {
                heading = Some(index);
                nets.push(None);
            }
            Row::Position(position) => {
                let net = changes[position as usize].map(|change| change.net());
                let last = nets.last_mut().unwrap();
                assert!(last.is_none_or(|known| known == net.filter(|net| *net >= 0)), "{heading:?}");
                *last = Some(net.filter(|net| *net >= 0));
            }
        }
    }
    assert!(nets.len() > 2, "{nets:?}");
    // The largest net gain comes first, and positions without a change come last.
    assert!(nets.is_sorted_by(|one, next| one >= next), "{nets:?}");
    assert_eq!(nets.last(), Some(&Some(None)));
    assert!(bench.draw().contains(" not mended by a single change · "), "{}", bench.draw());
    assert_eq!(bench.screens.positions.cursor(&bench.model), 1, "the first position is below a heading");
    let title = format!("{} of 24 disagree", rows(&bench).len());
    pane("positions-groups", &title, &mut bench);
}

#[test]
fn groups_are_folded_with_the_arrow_keys_and_enter() {
    let (mut bench, _folder) = grouped(120, 40);
    let all = shown(&bench);
    let selected = bench.screens.positions.entry;
    bench.keys("←");
    let folded = shown(&bench);
    assert!(folded.len() < all.len() && headings(&folded) == headings(&all));
    assert_eq!((bench.screens.positions.cursor(&bench.model), bench.screens.positions.entry), (0, selected));
    bench.keys("←");
    assert_eq!(shown(&bench), folded, "it is folded already");
    bench.keys("j k");
    assert_eq!(bench.screens.positions.cursor(&bench.model), 0);
    bench.keys("→");
    assert_eq!(shown(&bench), all);
    bench.keys("Enter");
    assert_eq!(shown(&bench), folded);
    let heading = bench.cell_of(&Target::Row(POSITIONS, 0));
    bench.click(heading);
    assert_eq!(shown(&bench), all, "a click on the selected heading unfolds, too");
    // In another order there is nothing to fold.
    bench.keys("i ←");
    assert_eq!(headings(&shown(&bench)), 0);
    assert_eq!(shown(&bench).len(), rows(&bench).len());
}

#[test]
fn a_search_finds_positions_of_folded_groups() {
    let (mut bench, _folder) = grouped(120, 40);
    bench.keys("G");
    let (last, players) = {
        let state = &bench.screens.positions;
        let players = state.entry().unwrap().players().unwrap();
        (state.entry, players.split([',', ' ']).next().unwrap().to_owned())
    };
    bench.keys("←");
    assert!(!shown(&bench).contains(&Row::Position(last.unwrap() as u32)));
    bench.keys("/");
    bench.type_text(&players);
    bench.keys("Enter");
    assert!(bench.draw().contains(&players), "{}", bench.draw());
    assert_eq!((headings(&shown(&bench)), position_at_cursor(&bench)), (0, last));
    bench.keys("Esc");
    assert!(headings(&shown(&bench)) > 0);
    assert_eq!(bench.screens.positions.entry, last, "the position stays selected in its folded group");
}

#[test]
fn the_groups_belong_to_the_subject() {
    let (mut bench, _folder) = grouped(120, 40);
    bench.keys("j j");
    let selected = bench.screens.positions.entry;
    bench.with_net_gains = false;
    bench.keys("Tab Tab +");
    assert!(bench.model.selection.draft.is_some());
    assert_eq!(headings(&shown(&bench)), 0, "the changes of the edited organism are not known yet");
    assert_eq!((bench.screens.positions.entry, position_at_cursor(&bench)), (selected, selected));
}

#[test]
fn headings_and_title_fit_beside_a_large_board() {
    let (mut bench, _folder) = grouped(120, 40);
    let screen = bench.draw();
    let list: Vec<String> = screen.lines().skip(2).map(|line| line.chars().take(30).collect()).collect();
    assert!(list[0].contains(&format!("{} of 24 disagree", rows(&bench).len())), "{screen}");
    let (changes, others): (Vec<_>, Vec<_>) = list.iter().partition(|line| line.contains('→'));
    assert!(others.iter().all(|line| !line.contains('…')), "{screen}");
    // Of a change at most the name is cut.
    let is_whole =
        |line: &&String| line.trim_end_matches(['│', '┃', ' ']).ends_with(|c: char| c.is_ascii_digit());
    assert!(changes.len() > 2 && changes.iter().all(is_whole), "{screen}");
    assert!(list.iter().any(|line| line.contains("not mended by one change")), "{screen}");
    assert!(list[1].contains("net  gm      organism"), "{screen}");
    bench.model.ascii = true;
    assert!(bench.draw().is_ascii(), "{}", bench.draw());
}

#[test]
fn marks_follow_the_position() {
    let (mut bench, folder) = open(120, 40, 60);
    bench.keys("j j m j j j m");
    let marked: Vec<usize> = bench.screens.positions.marked().into_iter().map(|at| at as usize).collect();
    assert_eq!(marked.len(), 2);
    assert!(bench.draw().contains("\n│▸=") && bench.draw().contains("\n│ ="), "{}", bench.draw());
    bench.keys("i");
    assert_eq!(bench.screens.positions.marked().len(), 2, "another order has the same marks");
    bench.keys("i i i i i i i");
    // The filter lists marked positions, or the others.
    bench.keys("F Shift-Tab → Enter");
    let mut listed = rows(&bench);
    listed.sort_unstable();
    assert_eq!(listed, marked);
    assert!(bench.draw().contains("disagree · marked"), "{}", bench.draw());
    bench.keys("F Shift-Tab → Enter");
    assert!(rows(&bench).iter().all(|row| !marked.contains(row)) && rows(&bench).len() > 2);
    bench.keys("Esc");
    assert!(rows(&bench).len() > 2 && marked.iter().all(|row| rows(&bench).contains(row)));
    // Other positions do not have them, and the same ones have them again.
    let path = folder.path().join("some.epd");
    bench.screens.positions.load(Some(PositionSource::Embedded("ecm879".to_owned())));
    bench.send(Message::Resized);
    assert!(bench.screens.positions.marked().is_empty());
    bench.screens.positions.load(Some(PositionSource::File(path)));
    bench.send(Message::Resized);
    let again: Vec<usize> = bench.screens.positions.marked().into_iter().map(|at| at as usize).collect();
    assert_eq!(again, marked);
    bench.keys("m m");
    assert_eq!(bench.screens.positions.marked().len(), 2, "pressed again, the key removes the mark");
}

#[test]
fn a_list_that_was_empty_has_a_selected_position_again() {
    let (mut bench, _folder) = open(120, 40, 60);
    bench.keys("j j F Shift-Tab → Enter");
    assert!(bench.screens.positions.entry.is_none() && bench.draw().contains("no positions match"));
    bench.keys("Esc");
    assert!(bench.screens.positions.entry.is_some());
    assert_eq!(position_at_cursor(&bench), bench.screens.positions.entry);
}

#[test]
fn marked_positions_are_exported() {
    let (mut bench, folder) = open(120, 40, 60);
    let export = |bench: &mut Bench, path: &PathBuf| {
        bench.keys("x");
        bench.keys(&vec!["Backspace"; "positions.epd".len()].join(" "));
        bench.type_text(&path.display().to_string());
        bench.keys("↓ → Enter");
    };
    let path = folder.path().join("marked.epd");
    export(&mut bench, &path);
    assert!(bench.model.popup::<Form>().is_some(), "no position is marked");
    assert!(bench.draw().contains("m marks one"), "{}", bench.draw());
    bench.keys("Esc j m j j m");
    let marked = bench.screens.positions.marked();
    export(&mut bench, &path);
    match bench.effects.pop() {
        Some(Effect::BackgroundTask(task)) => bench.send(Message::TaskResult(task.run())),
        other => panic!("{other:?}"),
    }
    let written = PositionBook::load(&PositionSource::File(path)).unwrap();
    let fens: Vec<String> = written.entries.iter().map(|entry| entry.fen()).collect();
    let book = book(&bench);
    let expected: Vec<String> = marked.iter().map(|at| book.entries[*at as usize].fen()).collect();
    assert_eq!((fens.len(), fens), (2, expected));
}
