//! Tests of the Tuning screen, with invented searches.

use std::path::PathBuf;

use super::fixture::Bench;
use super::random_events::draw_at_every_size;
use super::tuning_session::{FOLDER, POSITIONS, progress, record, report_opened, result, start_session};
use super::views::{frames, pane};
use crate::job::report::{Command, Fact, State};
use crate::objectives::suite::cost::Cost;
use crate::organism::Organism;
use crate::tui::background::TaskResult;
use crate::tui::background::generation::{Generation, ReadGeneration};
use crate::tui::hit_map::{List, Target};
use crate::tui::message::{Effect, Message};
use crate::tui::panes::values;
use crate::tui::screens;
use crate::tui::screens::tuning::tasks::{Positions, ReadPositions};
use crate::tui::screens::tuning::{BOARD, CHANGES, EVALUATION, MAP, PARAMETERS};
use crate::tui::theme::Colours;

/// Opens the Tuning screen with a session that is paused after generation 5.
fn open(width: u16, height: u16) -> Bench {
    let mut bench = Bench::new(width, height);
    (bench.with_reads, bench.with_analysis) = (true, true);
    let organism = Organism::named_or_path("paper-2014-figure-3").unwrap();
    for genome in &organism.searches {
        let names = genome.schema.parameters.iter().map(|known| known.name.clone());
        bench.model.choices.papers[0].values.extend(names.zip(genome.values.iter().copied()));
    }
    start_session(&mut bench);
    bench.facts((0..=5).map(|generation| Fact::Generation(record(generation))));
    bench.fact(Fact::State(State::Paused));
    bench.keys("@tuning");
    bench
}

#[test]
fn a_suspect_result_is_shown_on_all_screens_of_the_session() {
    let why = "toga2 does not keep the node limit: it reports 10,000 nodes (median of 90 searches) where the limit is 1,000";
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut bench = open(width, height);
        for key in ["1", "@tuning"] {
            bench.keys(key);
            assert!(!bench.draw().contains("suspect"));
            bench.fact(Fact::Suspect(Some(why.to_owned())));
            let screen = bench.draw();
            assert!(
                screen.contains("suspect: toga2 does not keep the node limit: it reports 10,000 nodes"),
                "{screen}"
            );
            bench.fact(Fact::Suspect(None));
        }
    }
    let mut bench = open(80, 24);
    bench.fact(Fact::Suspect(Some(why.to_owned())));
    draw_at_every_size(&mut bench, "1");
    draw_at_every_size(&mut bench, "@tuning");
}

#[test]
fn frames_and_panes_equal_their_snapshots() {
    frames("tuning", |width, height| {
        let mut bench = open(width, height);
        bench.keys("↓ → → →");
        bench
    });
    let mut running = open(120, 40);
    running.fact(Fact::State(State::Running));
    progress(&mut running, 412);
    running.keys("Shift-Tab Shift-Tab");
    pane("tuning-running", "Generation 5", &mut running);
    let mut done = open(120, 40);
    done.facts([Fact::RunFinished(result()), Fact::State(State::Done)]);
    done.keys("Tab F ↓ ↓");
    pane("tuning-all-changes", "Organism 1 against gen 0’s best", &mut done);
    pane("tuning-done", "Generation 5", &mut done);
    assert!(done.draw().contains("C compare with"));
    for (name, title, keys) in [
        ("tuning-board", "ECM.608", "Tab ↓ Enter"),
        ("tuning-analysis", "Analysis", "i w Enter Enter a"),
        ("population-of-searches", "Organisms", "1 ↓"),
    ] {
        let mut bench = open(120, 40);
        bench.keys(keys);
        pane(name, title, &mut bench);
    }
}

#[test]
fn panes_without_data_equal_their_snapshots() {
    let mut bench = Bench::new(120, 40);
    start_session(&mut bench);
    bench.fact(Fact::State(State::Running));
    progress(&mut bench, 99);
    bench.keys("@tuning Tab Tab Tab");
    pane("tuning-not-searched", "Generation", &mut bench);
    let screen = bench.draw();
    let empty = ["no organism is measured yet", "99 of 1,080 · 9 %", "nothing to compare before"];
    assert!(empty.iter().all(|said| screen.contains(said)), "{screen}");
}

#[test]
fn enter_magnifies_and_opens_the_board_and_esc_leads_back() {
    let mut bench = open(120, 40);
    assert!(bench.draw().contains("Enter magnify"), "not all positions have a column of their own");
    bench.keys("→ → Enter");
    assert!(bench.screens.tuning.magnified && !bench.screens.tuning.board);
    let at = bench.screens.tuning.at;
    bench.keys("→");
    assert_eq!(bench.screens.tuning.at, at + 1, "each position has its own column");
    bench.keys("Enter");
    assert_eq!(bench.screens.tuning.board_state.panes.at, BOARD);
    let id = bench.screens.tuning.problem().unwrap().id.clone().unwrap();
    assert!(bench.draw().contains(&id));
    bench.keys("Enter");
    assert!(bench.screens.tuning.board_state.play.is_some(), "Enter plays on");
    bench.keys("Esc");
    assert!(bench.screens.tuning.board_state.play.is_none() && bench.screens.tuning.board);
    bench.keys("Esc");
    assert_eq!((bench.screens.tuning.board, bench.screens.tuning.board_state.panes.at), (false, MAP));
    bench.keys("Esc Esc");
    assert_eq!((bench.screens.tuning.magnified, bench.model.screen), (false, screens::tuning::ID));
}

/// Sums of logarithms are no share of a whole, so no sign of a percentage stands alone.
#[test]
fn sums_without_a_share_have_no_percent_sign() {
    let rows = |bench: &mut Bench| -> Vec<String> {
        let screen = bench.draw();
        let row = |line: &str| {
            ["best Σ", "mean Σ"].iter().find_map(|name| Some(line.split_once(name)?.1.to_owned()))
        };
        screen.lines().filter_map(row).collect()
    };
    let mut bench = open(120, 40);
    let shown = rows(&mut bench);
    assert!(shown.len() == 2 && shown.iter().all(|row| row.contains(" %")), "{shown:?}");
    let open = bench.model.evolution.as_mut().unwrap();
    open.settings.as_mut().unwrap().objective.suite_mut().unwrap().cost = Cost::LogNodes;
    let shown = rows(&mut bench);
    assert!(shown.len() == 2 && shown.iter().all(|row| !row.contains('%')), "{shown:?}");
}

#[test]
fn gains_and_losses_are_counted_against_the_chosen_organism() {
    let mut bench = open(120, 40);
    let counts = |before: &[u32], now: &[u32]| {
        let pairs = || before.iter().zip(now);
        let gained = pairs().filter(|(before, now)| **before == 0 && **now > 0).count();
        let lost = pairs().filter(|(before, now)| **before > 0 && **now == 0).count();
        format!("▲ {gained} gained   ▼ {lost} lost")
    };
    let (first, newest) = (record(0), record(5));
    let expected = counts(&first.nodes[0], &newest.nodes[0]);
    assert!(!expected.contains("▲ 0"));
    let screen = bench.draw();
    assert!(screen.contains(&expected) && screen.contains("Organism 1 against gen 0’s best"), "{screen}");
    bench.keys("↓ ↓ ↓");
    assert!(bench.draw().contains(&counts(&first.nodes[0], &newest.nodes[3])));
    bench.keys("C ↑");
    let screen = bench.draw();
    assert!(screen.contains(&counts(&newest.nodes[3], &newest.nodes[2])), "{screen}");
    assert!(screen.contains("Organism 3 against organism 4 · run 1 · gen 5"), "{screen}");
    bench.keys("↓ C");
    assert!(bench.draw().contains("against gen 0’s best"));
}

#[test]
fn the_untuned_search_can_be_compared_after_its_examination() {
    let mut bench = open(120, 40);
    bench.keys("C C");
    assert!(bench.draw().contains("against gen 0’s best"), "it is measured when the run is complete");
    bench.fact(Fact::RunFinished(result()));
    bench.keys("C C ↓ ↓");
    let screen = bench.draw();
    assert!(
        screen.contains("Organism 3 against untuned search") && screen.contains("no position changed"),
        "{screen}"
    );
    bench.keys("C");
    assert!(bench.draw().contains("against gen 0’s best"));
}

#[test]
fn enter_or_a_second_click_opens_a_listed_position() {
    let mut bench = open(120, 40);
    bench.keys("Tab ↓ ↓");
    let at = bench.screens.tuning.at;
    let id = bench.screens.tuning.problem().unwrap().id.clone().unwrap();
    bench.keys("Enter");
    assert!(bench.draw().contains(&format!("▸{id}")));
    assert_eq!(bench.screens.tuning.at, at);
    bench.keys("Esc");
    assert_eq!(bench.screens.tuning.board_state.panes.at, CHANGES, "back to the list");
    // A click selects a row, and a second click opens it.
    let row = bench.cell_of(&Target::Row(List("tuning: changes"), 1));
    bench.click(row);
    assert!(!bench.screens.tuning.board && bench.screens.tuning.changes.at == 1);
    bench.click(row);
    assert!(bench.screens.tuning.board);
}

#[test]
fn clicks_select_and_open_cells() {
    let mut bench = open(200, 60);
    bench.keys("w");
    let cell = bench.cell_of(&Target::Part(MAP, 6 * POSITIONS + 33));
    bench.click(cell);
    assert_eq!((bench.screens.tuning.place, bench.screens.tuning.at), (6, 33));
    assert!(!bench.screens.tuning.board);
    bench.click(cell);
    assert!(bench.screens.tuning.board);
    bench.keys("Esc");
    let row = bench.cell_of(&Target::Row(values::LIST, 4));
    bench.click(row);
    assert_eq!((bench.screens.tuning.board_state.panes.at, bench.model.values.at), (PARAMETERS, 4));
    let moment = bench.cell_of(&Target::Generation(2));
    bench.click(moment);
    let requested = bench
        .effects
        .iter()
        .any(|effect| matches!(effect.task(), Some(ReadGeneration { generation: 2, .. })));
    assert!(requested, "a click on the curves requests the generation");
}

#[test]
fn earlier_generations_can_be_shown() {
    let mut bench = open(120, 40);
    // Nine of the ten organisms are different; the best one is that of the generation before.
    let screen = bench.draw();
    assert!(screen.contains("8 new, 1 cached, 1 duplicate"), "{screen}");
    let answer = |bench: &mut Bench| {
        let requested = |effect: &Effect| effect.task().map(|ReadGeneration { generation, .. }| *generation);
        let generation = bench.effects.iter().rev().find_map(requested).unwrap();
        let found = Generation { folder: PathBuf::from(FOLDER), record: Ok(record(generation)) };
        bench.send(Message::TaskResult(TaskResult::found(found)));
        generation
    };
    bench.keys("<");
    assert_eq!(answer(&mut bench), 4);
    assert!(bench.draw().contains("Generation 4 of 5"));
    bench.keys("Shift-Tab Home");
    assert_eq!(answer(&mut bench), 0);
    let screen = bench.draw();
    assert!(
        screen.contains("9 new, 0 cached, 1 duplicate") && screen.contains("▲ 0 gained   ▼ 0 lost"),
        "{screen}"
    );
    bench.keys("End");
    assert!(bench.draw().contains("Generation 5 "), "the newest generation is shown again");
}

#[test]
fn the_suite_is_read_once_when_the_screen_is_first_shown() {
    let mut bench = Bench::new(120, 40);
    bench.send(Message::Started { folder: FOLDER.into(), settings: None, named: true });
    // A user who changes to another screen while the session opens stays there.
    bench.keys("2");
    report_opened(&mut bench);
    bench.fact(Fact::Generation(record(0)));
    let reads = |bench: &Bench| {
        let read = |effect: &&Effect| effect.task::<ReadPositions>().is_some();
        bench.effects.iter().filter(read).count()
    };
    assert_eq!(reads(&bench), 0);
    bench.keys("1 2 @tuning ↓");
    assert_eq!(reads(&bench), 1);
    assert!(bench.draw().contains("reading the suite"));
}

#[test]
fn an_unreadable_suite_is_reported_and_opens_no_board() {
    let mut bench = Bench::new(120, 40);
    start_session(&mut bench);
    bench.fact(Fact::Generation(record(0)));
    bench.keys("@tuning");
    let requested = bench.effects.iter().find_map(|effect| effect.task().map(|ReadPositions(of)| of.clone()));
    let found = Positions { selection: requested.unwrap(), problems: Err("no such suite".to_owned()) };
    bench.send(Message::TaskResult(TaskResult::found(found)));
    assert!(bench.draw().contains("no such suite"));
    bench.keys("w Enter");
    assert!(!bench.screens.tuning.board && bench.draw().contains("the suite is not read yet"));
}

#[test]
fn solved_and_unsolved_cells_in_ascii_differ_without_colour() {
    let mut bench = open(200, 60);
    (bench.model.theme.colours, bench.model.ascii) = (Colours::None, true);
    bench.keys("w");
    let newest = record(5);
    let glyph = |bench: &mut Bench, position| {
        let (column, row) = bench.cell_of(&Target::Part(MAP, 4 * POSITIONS + position));
        bench.terminal.backend().buffer()[(column, row)].symbol().to_owned()
    };
    let nodes = &newest.nodes[4];
    let missed = nodes.iter().take(90).position(|nodes| *nodes == 0).unwrap();
    let quick = (0..90).filter(|at| nodes[*at] > 0).min_by_key(|at| nodes[*at]).unwrap();
    let slow = (0..90).max_by_key(|at| nodes[*at]).unwrap();
    let glyphs = [missed, quick, slow].map(|position| glyph(&mut bench, position));
    assert!(bench.draw().is_ascii());
    assert_eq!(glyphs[0], "x");
    assert!(glyphs[1] != " " && glyphs[1] != glyphs[2] && !glyphs[1..].contains(&glyphs[0]), "{glyphs:?}");
}

#[test]
fn a_tuned_search_uses_the_evaluation_of_its_session() {
    let mut bench = open(120, 40);
    let organism = bench.model.subject().unwrap().organism().unwrap();
    let reference = Organism::named_or_path("reference").unwrap();
    assert_eq!(organism.evaluation, reference.evaluation);
    assert_eq!(organism.searches[0].values, record(5).champion_values);
    // The evaluation is displayed and cannot be edited.
    bench.keys("w Enter d");
    assert_eq!(bench.screens.tuning.board_state.panes.at, EVALUATION);
    bench.keys("Enter ↓ Enter");
    assert!(bench.model.popup.is_none() && bench.model.selection.draft.is_none());
    assert!(bench.draw().contains("evaluation is fixed"));
}

#[test]
fn space_and_s_run_and_step_the_session() {
    let mut bench = open(120, 40);
    bench.commands();
    bench.keys("s S Space");
    assert_eq!(bench.commands(), [Command::Step(1), Command::Step(10), Command::Run]);
}

#[test]
fn p_and_r_select_the_subject_and_the_rival() {
    let mut bench = open(120, 40);
    bench.keys("↓ K ↓ r");
    assert!(bench.model.is_subject(1) && bench.model.is_rival(2));
    bench.keys("r ↑ ↑ K");
    assert!(
        bench.model.rival().is_none()
            && bench.model.is_subject(0)
            && bench.model.selection.chosen().is_none()
    );
}

#[test]
fn the_log_reports_nodes() {
    let mut bench = open(120, 40);
    bench.fact(Fact::RunFinished(result()));
    let log: Vec<&str> = bench.model.log.entries.iter().map(|entry| entry.text.as_str()).collect();
    assert!(log.iter().any(|line| line.contains("120 positions to tune on and 300 to validate")), "{log:?}");
    assert!(
        log.iter().any(|line| line.starts_with("run 1 complete: best ") && line.contains("nodes")),
        "{log:?}"
    );
    assert!(log.iter().any(|line| line.starts_with("suites/wac300.epd: ")), "{log:?}");
    let words = log.join(" ");
    assert!(!words.contains("grandmaster") && !words.contains("trees"), "{words}");
}

#[test]
fn the_tuning_screen_can_be_drawn_at_every_size() {
    let mut bench = open(80, 24);
    bench.facts([Fact::RunFinished(result())]);
    for keys in [
        "@tuning",
        "@tuning Tab /",
        "@tuning Enter Enter a",
        "@tuning Enter Enter d",
        "@tuning Enter Enter Enter ;",
        "@tuning w i Shift-Tab",
    ] {
        draw_at_every_size(&mut bench, keys);
    }
}

#[test]
fn the_key_of_the_subject_keeps_unsaved_edits() {
    let mut bench = open(120, 40);
    assert!((0..4).any(|index| bench.model.edit(index, 0) || bench.model.edit(index, 1)));
    bench.keys("↓ K");
    assert!(bench.model.selection.draft.is_some());
    assert!(bench.draw().contains("U discards them"), "{}", bench.draw());
}

#[test]
fn the_first_generation_shows_its_progress_in_a_small_terminal() {
    let mut bench = Bench::new(80, 24);
    start_session(&mut bench);
    bench.fact(Fact::State(State::Running));
    progress(&mut bench, 540);
    bench.keys("@tuning");
    let pane = bench.pane("Positions × organisms");
    assert!(pane.contains("searching positions") && pane.contains("540 of 1,080 · 50 %"), "{pane}");
    assert!(pane.contains('█') && !pane.contains("Space runs"), "{pane}");
}
