//! Tests of sorting, searching and exporting, on the lists of all screens.

use std::time::Duration;

use tempfile::TempDir;

use super::fixture::{Bench, saved_sessions};
use crate::figures::Content;
use crate::figures::table::Cell;
use crate::job::report::Fact;
use crate::tui::background::TaskResult;
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::background::saved_folders::SavedFolders;
use crate::tui::hit_map::{List, Target};
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Message};
use crate::tui::saved::{Kind, SavedFolder};
use crate::tui::screens;
use crate::tui::table::{Arrangement, Key, Order};

/// A saved match of two players.
fn saved_match(number: u32, hours: u64) -> SavedFolder {
    SavedFolder {
        kind: Kind::Match,
        folder: format!("sessions/match-{number:04}").into(),
        given_name: (number == 2).then(|| "before the opening book".to_owned()),
        about: Ok(format!("reference – toga2 · {number}00 nodes a move")),
        progress: Some((u64::from(number), 40)),
        age: Some(Duration::from_secs(3600 * hours)),
    }
}

/// A workbench on the Sessions screen with three sessions and two matches.
fn sessions(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 3);
    bench.send(Message::Sessions(Ok(saved_sessions())));
    bench.keys("6");
    let matches = vec![saved_match(1, 1), saved_match(2, 5)];
    bench.send(Message::TaskResult(TaskResult::found(SavedFolders(Ok(matches)))));
    bench.draw();
    bench
}

/// A workbench with a log of `count` entries.
pub(super) fn log(width: u16, height: u16, count: usize) -> Bench {
    let mut bench = Bench::new(width, height);
    for number in 0..count {
        let severity = [Severity::Info, Severity::Info, Severity::Warning, Severity::Error][number % 4];
        bench.model.log.add(Duration::from_secs(number as u64), severity, format!("entry {number}"));
    }
    bench.keys("L");
    bench
}

/// Every screen with lists, with something in each list.
fn all_screens() -> Vec<(Bench, Option<TempDir>)> {
    let mut ensemble = Bench::paused(200, 60, 3, 57);
    ensemble.keys("1");
    // The first row of the values is the heading of a group, which a sorted list does not have.
    ensemble.model.values.at = 1;
    let mut genome = Bench::paused(200, 60, 1, 57);
    genome.keys("2");
    let (mut positions, folder) = super::positions::with_rival(200, 60, 40);
    positions.keys("j");
    let mut coevolution = Bench::new(200, 60);
    super::coevolution_session::open_session(&mut coevolution, 4, true);
    coevolution.keys("@coevolution");
    let mut tuning = Bench::new(200, 60);
    tuning.with_reads = true;
    super::tuning_session::start_session(&mut tuning);
    for generation in 0..4 {
        tuning.fact(Fact::Generation(super::tuning_session::record(generation)));
    }
    tuning.keys("@tuning F");
    tuning.model.values.at = 1;
    let mut matches = Bench::paused(200, 60, 1, 3);
    super::matches::open_match(&mut matches, &super::matches::nodes(), 4);
    let screens = [
        ensemble,
        genome,
        coevolution,
        tuning,
        matches,
        super::race::open(200, 60, 4),
        super::pipeline::open(200, 60),
        super::suite::under_way(200, 60),
        sessions(200, 60),
        log(200, 60, 90),
        super::workers::open(200, 60),
    ];
    let others = screens.into_iter().map(|bench| (bench, None));
    [(positions, Some(folder))].into_iter().chain(others).collect()
}

/// The lists of the current screen: the number of rows, the selected row, and the columns.
fn lists(bench: &Bench) -> Vec<(List, usize, usize, Vec<usize>)> {
    let tables = bench.shown().tables(&bench.model);
    let columns = |table: &crate::tui::table::Table<'_>| table.sortable().map(|column| column.id).collect();
    tables.iter().map(|table| (table.list, table.len, table.selected, columns(table))).collect()
}

/// The keys of a list's rows in the order on screen; `None` if the screen arranges the list itself.
fn keys_in_order(bench: &Bench, list: List, column: usize) -> Option<Vec<Option<Key>>> {
    let tables = bench.shown().tables(&bench.model);
    let table = tables.iter().find(|table| table.list == list && !table.own_order)?;
    let order = bench.model.tables.order(list, table.len);
    let rows: Vec<usize> = (0..order.len()).filter_map(|place| order.row(place)).collect();
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), rows.len(), "{list:?} lists a row twice");
    Some(rows.iter().map(|row| table.key_of(*row, column)).collect())
}

#[test]
fn every_list_is_sorted_by_every_column_both_ways_and_the_cursor_stays_on_its_row() {
    let mut count = 0;
    for (mut bench, _folder) in all_screens() {
        for (list, len, _, columns) in lists(&bench) {
            for column in columns {
                for descending in [false, true] {
                    let arrangement = Arrangement { column: Some(column), descending, search: String::new() };
                    *bench.model.tables.arrangement_mut(list) = arrangement.clone();
                    let before = lists(&bench);
                    bench.send(Message::Resized);
                    bench.draw();
                    count += 1;
                    let marked = bench.model.hits.columns(list).contains(&Some(column));
                    let mark = if descending { "▼" } else { "▲" };
                    assert!(!marked || bench.draw().contains(mark), "{list:?} {column}\n{}", bench.draw());
                    let Some(keys) = keys_in_order(&bench, list, column) else { continue };
                    let compare = |one: &Option<Key>, next: &Option<Key>| {
                        arrangement.compare(one.as_ref(), next.as_ref()).is_le()
                    };
                    assert!(keys.is_sorted_by(compare), "{list:?} {column} {descending}: {keys:?}");
                    assert_eq!(lists(&bench), before, "the cursor of {list:?} moved; {len} rows");
                }
            }
            *bench.model.tables.arrangement_mut(list) = Arrangement::default();
        }
        bench.send(Message::Resized);
    }
    assert!(count > 150, "{count} orders");
}

#[test]
fn the_sort_key_goes_through_all_columns_and_back_on_every_screen() {
    for (mut bench, _folder) in all_screens() {
        let Some(list) = bench
            .shown()
            .tables(&bench.model)
            .iter()
            .find(|table| table.is_focused && table.sortable().next().is_some())
            .map(|table| table.list)
        else {
            bench.keys("Tab");
            continue;
        };
        let before = lists(&bench);
        let mut columns = 0;
        loop {
            bench.keys("i");
            if bench.model.tables.arrangement(list).column.is_none() {
                break;
            }
            columns += 1;
            assert!(bench.model.notice.as_ref().is_some_and(|(_, text)| text.starts_with("sorted by")));
            let descending = bench.model.tables.arrangement(list).descending;
            bench.keys("I");
            assert_ne!(bench.model.tables.arrangement(list).descending, descending);
            assert!(columns < 40, "{list:?}");
        }
        assert!(columns > 0, "{list:?}");
        assert_eq!(lists(&bench), before, "{list:?}");
    }
}

#[test]
fn every_list_is_exported_as_it_is_shown() {
    let mut count = 0;
    for (bench, _folder) in all_screens() {
        for table in bench.shown().tables(&bench.model) {
            let reversed = Arrangement { descending: true, ..Arrangement::default() };
            let rows = table.arranged(&reversed).unwrap();
            let figure = table.figure(Order::Rows(&rows));
            if !rows.is_empty() {
                super::check::check(&figure);
            }
            let Content::Table(exported) = &figure.content else { panic!("{figure:?}") };
            assert_eq!(exported.rows.len(), table.len, "{}", figure.name);
            for (row, cells) in rows.iter().zip(&exported.rows) {
                for (column, cell) in table.sortable().zip(cells) {
                    match (table.key_of(*row, column.id), cell) {
                        (Some(Key::Text { shown, .. }), Cell::Text(text)) => assert_eq!(&shown, text),
                        (Some(Key::Number(number)), Cell::Number(..)) => {
                            assert!(number.fract() == 0.0 || cell.shown().contains('.'));
                        }
                        (None, Cell::Empty) => {}
                        other => panic!("{} {}: {other:?}", figure.name, column.name),
                    }
                }
            }
            count += 1;
        }
    }
    assert!(count > 17, "{count}");
    // Of a searched list, the found rows are exported.
    let mut bench = log(100, 30, 8);
    bench.keys("/");
    bench.type_text("error");
    bench.keys("Enter X");
    let task = bench.effects.iter().find_map(|effect| effect.task::<ExportFigures>()).cloned().unwrap();
    assert_eq!(task.folder, bench.model.sessions.root);
    let [Wanted::Shown(figure)] = &task.wanted[..] else { panic!("{task:?}") };
    let Content::Table(exported) = &figure.content else { panic!("{figure:?}") };
    assert_eq!((figure.name.as_str(), figure.title.as_str(), exported.rows.len()), ("log", "Log", 2));
}

#[test]
fn a_click_on_a_heading_sorts_and_a_second_click_reverses() {
    let mut bench = sessions(200, 60);
    let heading = bench.cell_of(&Target::Column(screens::sessions::LIST, Some(1)));
    let places = |bench: &mut Bench| {
        ["grandmaster-0004", "grandmaster-0006", "match-0001"].map(|name| bench.find(&format!(" {name}")).1)
    };
    bench.click(heading);
    assert!(places(&mut bench).is_sorted(), "{}", bench.draw());
    assert!(bench.draw().contains("name▲"), "{}", bench.draw());
    bench.click(heading);
    assert!(places(&mut bench).iter().rev().is_sorted(), "{}", bench.draw());
    assert!(bench.draw().contains("name▼"), "{}", bench.draw());
}

#[test]
fn a_search_narrows_while_it_is_typed_and_esc_lists_all_rows_again() {
    let mut bench = sessions(120, 40);
    bench.effects.clear();
    let all = ["grandmaster-0006", "grandmaster-0005", "grandmaster-0004", "match-0001"];
    bench.keys("/ G R A");
    let screen = bench.draw();
    assert!(
        screen.contains("/GRA ") && screen.contains("3 of 5") && !screen.contains("match-0001"),
        "{screen}"
    );
    bench.type_text("nd 0005");
    let screen = bench.draw();
    assert!(screen.contains("1 of 5") && screen.contains("▸‖ grandmaster-0005"), "{screen}");
    // Enter keeps the search, and the keys are commands again.
    bench.keys("Enter");
    assert!(bench.model.popup.is_none());
    assert!(!bench.draw().contains("grandmaster-0006 "), "{}", bench.draw());
    // A new search begins without the words of the last one.
    bench.keys("/");
    assert!(all.iter().all(|name| bench.draw().contains(name)), "{}", bench.draw());
    bench.keys("0 0 0 5 Enter Esc");
    let screen = bench.draw();
    assert!(all.iter().all(|name| screen.contains(name)), "{screen}");
    assert!(screen.contains("▸‖ grandmaster-0005"), "the cursor stays on what was found: {screen}");
    // A search without a result says so, and Esc while typing clears it.
    bench.keys("/ z z z z");
    assert!(bench.draw().contains("nothing found"), "{}", bench.draw());
    bench.keys("Backspace Backspace Backspace Backspace m a t c h ↓ Esc");
    let screen = bench.draw();
    assert!(screen.contains("before the opening book") && screen.contains("grandmaster-0004"), "{screen}");
    // No typed character was a command.
    let started = bench.effects.iter().any(|effect| matches!(effect, Effect::Send(_) | Effect::Start { .. }));
    assert!(!started && bench.model.screen == screens::sessions::ID, "{:?}", bench.effects);
}

#[test]
fn found_words_are_underlined() {
    let mut bench = sessions(120, 40);
    bench.keys("/ 0 0 0 5 Enter");
    let (x, y) = bench.find("grandmaster-0005");
    let cell = |x: u16| &bench.terminal.backend().buffer()[(x, y)];
    assert!(!cell(x).modifier.contains(ratatui::style::Modifier::UNDERLINED));
    assert!((12..16).all(|at| cell(x + at).modifier.contains(ratatui::style::Modifier::UNDERLINED)));
}

#[test]
fn the_log_is_filtered_by_level() {
    let mut bench = log(100, 30, 8);
    bench.keys("j j j j");
    let with_end = |bench: &mut Bench| bench.draw().matches("entry ").count();
    assert_eq!(with_end(&mut bench), 8);
    bench.keys("F");
    assert_eq!(with_end(&mut bench), 4);
    assert!(bench.draw().contains("warnings and errors") && bench.draw().contains("▸    0:03 ✗ error"));
    bench.keys("F");
    assert_eq!(with_end(&mut bench), 2);
    bench.keys("/ 7 Enter");
    assert_eq!(with_end(&mut bench), 1);
    bench.keys("Esc Esc");
    assert_eq!(with_end(&mut bench), 8);
}

#[test]
fn sessions_and_matches_are_in_one_list_by_age() {
    let mut bench = sessions(160, 40);
    let rows = ["match-0001", "grandmaster-0006", "before the opening book"].map(|name| bench.find(name).1);
    assert!(rows.is_sorted(), "{}", bench.draw());
    // The cursor follows its row when the other list arrives.
    bench.keys("g j");
    let before = bench.draw();
    assert!(before.contains("▸✓ grandmaster-0006"), "{before}");
    let newer = vec![saved_match(3, 0), saved_match(1, 1)];
    bench.send(Message::TaskResult(TaskResult::found(SavedFolders(Ok(newer)))));
    assert!(bench.draw().contains("▸✓ grandmaster-0006"), "{}", bench.draw());
    // A match opens on the Match screen, and has no commands of sessions.
    bench.keys("g x");
    let notice = bench.model.notice.clone();
    assert!(notice.is_some_and(|(_, text)| text.contains("only sessions")), "{}", bench.draw());
    bench.keys("Enter");
    assert_eq!(bench.model.screen, screens::matches::ID);
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::Match(_))), "{:?}", bench.effects);
}

#[test]
fn stages_of_a_pipeline_are_sessions_that_are_not_deleted() {
    let mut bench = sessions(160, 40);
    let mut rows = saved_sessions();
    rows[0].folder = "sessions/pipeline-0001/1-grandmaster".into();
    rows[0].group = Some("pipeline-0001".to_owned());
    bench.send(Message::Sessions(Ok(rows)));
    bench.keys("g j");
    assert!(bench.draw().contains("▸✓ pipeline-0001/1-grandmaster"), "{}", bench.draw());
    bench.keys("D");
    assert!(bench.model.popup.is_none(), "{}", bench.draw());
    let notice = bench.model.notice.clone();
    assert!(notice.is_some_and(|(_, text)| text.contains("belongs to a pipeline")), "{}", bench.draw());
}

#[test]
fn sessions_and_matches_are_renamed() {
    use screens::sessions::tasks::{Rename, Renamed};
    let mut bench = sessions(120, 40);
    bench.keys("g j F2");
    bench.type_text("best seeds");
    bench.effects.clear();
    bench.keys("Enter");
    let task = bench.effects.iter().find_map(|effect| effect.task::<Rename>()).cloned().unwrap();
    assert_eq!((task.name.as_str(), task.is_owner), ("best seeds", false));
    assert!(task.folder.ends_with("grandmaster-0006"));
    bench.effects.clear();
    let renamed = Renamed { folder: task.folder, name: task.name };
    bench.send(Message::TaskResult(TaskResult::found(renamed)));
    assert!(bench.effects.contains(&Effect::ListSessions) && bench.model.popup.is_none());
    let mut rows = saved_sessions();
    rows[0].given_name = Some("best seeds".to_owned());
    bench.send(Message::Sessions(Ok(rows)));
    let screen = bench.draw();
    assert!(screen.contains("▸✓ best seeds") && screen.contains("best seeds · grandmaster-0006"), "{screen}");
    // A session that another process uses cannot be renamed.
    let mut rows = saved_sessions();
    rows[0].state = crate::session::SessionState::InUse;
    bench.send(Message::Sessions(Ok(rows)));
    bench.keys("F2");
    assert!(bench.model.popup.is_none() && bench.draw().contains("in use by another process"));
}

#[test]
fn typing_while_a_board_is_played_steps_no_run() {
    let (mut bench, _folder) = super::positions::with_rival(120, 40, 20);
    bench.keys("Enter");
    assert!(bench.model.popup.is_none());
    bench.effects.clear();
    bench.keys("s S");
    assert!(bench.commands().is_empty());
    // A typed move goes to the form of the move.
    bench.keys("' N f 3 s S");
    assert!(bench.model.popup.is_some() && bench.commands().is_empty());
}
