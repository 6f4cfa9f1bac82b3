//! Tests of the Positions screen, with few positions whose findings are computed at once.

use std::sync::Arc;

use shakmaty::Role as Kind;
use tempfile::TempDir;

use super::fixture::{Bench, record};
use super::views::{frames, pane};
use crate::disagreement::{
    AgreementFilter, Finding, Findings, OrganismRole, Player, PositionBook, PositionScan,
};
use crate::engine::evaluation::Weights;
use crate::engine::one_ply::PlyScore;
use crate::engine::one_ply::best_move;
use crate::job::report::{Command, Fact, State};
use crate::objectives::agreement::Answers;
use crate::organism::Organism;
use crate::positions::PositionSource;
use crate::positions::{embedded_records, epd};
use crate::threads::ThreadPool;
use crate::tui::hit_map::Target;
use crate::tui::message::{Effect, Message};
use crate::tui::popups::forms::Form;
use crate::tui::screens::positions::{COUNTERFACTUALS, POSITIONS, Row};
use crate::tui::subject::{Origin, ShownOrganism};
use crate::tui::theme::Colours;

/// Opens the Positions screen with `count` training positions. Returns the workbench and the folder of their file.
pub(super) fn open(width: u16, height: u16, count: usize) -> (Bench, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.epd");
    let records: Vec<_> =
        embedded_records("gm2600-train").unwrap().into_iter().map(|(_, record)| record).collect();
    let some: Vec<_> = records.iter().step_by(records.len() / count).take(count).cloned().collect();
    epd::write_file(&path, &some).unwrap();
    let mut bench = Bench::paused(width, height, 1, 57);
    bench.scan = Some(PositionScan::new(ThreadPool::new(1).unwrap()));
    bench.screens.positions.source = Some(PositionSource::File(path));
    bench.keys("3");
    (bench, folder)
}

/// An embedded organism.
pub(super) fn organism(name: &str) -> ShownOrganism {
    let organism = Organism::named_or_path(name).unwrap();
    ShownOrganism {
        origin: Origin::Named(name.to_owned()),
        score: None,
        schema: organism.evaluation.schema,
        values: organism.evaluation.values,
        searches: organism.searches,
        evaluation: None,
    }
}

pub(super) fn with_rival(width: u16, height: u16, count: usize) -> (Bench, TempDir) {
    let (mut bench, folder) = open(width, height, count);
    bench.model.selection.rival = Some(organism("reference"));
    bench.send(Message::Resized);
    (bench, folder)
}

/// For each position, whether an organism plays a correct move, computed by a search.
fn solved(book: &PositionBook, organism: &ShownOrganism) -> Vec<bool> {
    let weights = Weights::new(&organism.schema, &organism.values).unwrap();
    let plays = |entry: &crate::disagreement::Entry| {
        best_move(entry.position(), &weights, PlyScore::Quiescence).unwrap()
    };
    book.entries.iter().map(|entry| entry.moves.contains(&plays(entry))).collect()
}

pub(super) fn book(bench: &Bench) -> Arc<PositionBook> {
    Arc::clone(bench.screens.positions.scan.book().unwrap())
}

pub(super) fn rows(bench: &Bench) -> Vec<usize> {
    bench.screens.positions.listing.positions().map(|position| position as usize).collect()
}

/// The position in the row at the cursor; of a heading, the first position below it.
pub(super) fn position_at_cursor(bench: &Bench) -> Option<usize> {
    let state = &bench.screens.positions;
    let rows = &state.rows(&bench.model)[state.cursor(&bench.model)..];
    rows.iter().find_map(|row| match row {
        Row::Position(position) => Some(*position as usize),
        Row::Heading(_) => None,
    })
}

/// Selects a position with counterfactuals, and moves the focus to their pane.
fn select_a_counterfactual(bench: &mut Bench) {
    for _ in 0..200 {
        if bench.screens.positions.scan.counterfactuals().is_some_and(|all| all.len() > 1) {
            bench.keys("Tab Tab Tab");
            assert_eq!(bench.screens.positions.pane(), COUNTERFACTUALS);
            return;
        }
        bench.keys("j");
    }
    panic!("no position has a counterfactual");
}

#[test]
fn frames_and_panes_equal_their_snapshots() {
    let mut folders = Vec::new();
    frames("positions", |width, height| {
        let (mut bench, folder) = with_rival(width, height, 60);
        folders.push(folder);
        bench.keys("j j j");
        bench
    });
    let (mut bench, _folder) = with_rival(120, 40, 60);
    bench.keys("j j j Tab Tab");
    pane("positions-why", "Why", &mut bench);
}

#[test]
fn filters_list_the_queen_moves_that_only_the_rival_solves() {
    let (mut bench, _folder) = with_rival(200, 60, 400);
    bench.keys("r F Tab Tab → → → → → Enter");
    let book = book(&bench);
    let (subject, rival) = (bench.model.subject().unwrap(), organism("reference"));
    let (subject, rival) = (solved(&book, &subject), solved(&book, &rival));
    let expected: Vec<usize> = (0..book.entries.len())
        .filter(|row| !subject[*row] && rival[*row] && book.entries[*row].role == Kind::Queen)
        .collect();
    let mut found = rows(&bench);
    found.sort_unstable();
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
    let margins: Vec<i32> =
        rows(&bench).iter().map(|row| bench.screens.positions.scan.verdict(*row).unwrap().margin).collect();
    assert!(margins.is_sorted(), "{margins:?}");
    let screen = bench.draw();
    assert!(screen.contains("rival solves · queen"), "{screen}");
    // Esc clears the filter, and the form sets the same one.
    bench.keys("Esc");
    assert_eq!(bench.screens.positions.filter.outcome, AgreementFilter::Disagree);
    bench.keys("F → → → Tab Tab → → → → → Enter");
    let mut again = rows(&bench);
    again.sort_unstable();
    assert_eq!(again, found);
}

#[test]
fn the_contributions_add_up_to_the_margin() {
    let (mut bench, _folder) = open(120, 40, 60);
    for _ in 0..10 {
        let state = &bench.screens.positions;
        let why = state.scan.explanation().unwrap();
        let comparison = state.comparison.as_ref().unwrap();
        let margin = why.candidates[comparison.first].score - why.candidates[comparison.second].score;
        if let Ok(parts) = &comparison.contributions {
            assert_eq!(parts.iter().map(|part| part.difference()).sum::<i32>(), margin);
            assert!(parts.is_sorted_by_key(|part| -part.difference().abs()));
            let line = bench.draw();
            let sum = line.lines().find(|line| line.contains("sum: the margin")).unwrap().to_owned();
            let shown = crate::engine::evaluation::centipawns(margin);
            assert!(sum.contains(&if shown > 0 { format!("+{shown}") } else { format!("{shown}") }), "{sum}");
        }
        bench.keys("j");
    }
}

#[test]
fn an_applied_counterfactual_changes_the_total_and_can_be_undone() {
    let (mut bench, _folder) = open(120, 40, 120);
    let before = bench.model.subject().unwrap();
    select_a_counterfactual(&mut bench);
    let place = bench.screens.positions.entry.unwrap();
    let remedy = bench.screens.positions.scan.counterfactuals().unwrap()[0];
    bench.keys("Enter");
    let after = bench.model.subject().unwrap();
    assert_eq!(after.values[remedy.parameter], remedy.value);
    let book = book(&bench);
    let (old, new) = (solved(&book, &before), solved(&book, &after));
    let count = |solved: &[bool]| solved.iter().filter(|solved| **solved).count();
    let answers = bench.screens.positions.scan.answers(OrganismRole::Subject).unwrap();
    assert_eq!(answers.iter().collect::<Vec<_>>(), new);
    let won = old.iter().zip(&new).filter(|(old, new)| !**old && **new).count();
    let lost = old.iter().zip(&new).filter(|(old, new)| **old && !**new).count();
    assert_eq!(remedy.cost, Some((won as u32 - 1, lost as u32)), "the cost counts the other positions");
    assert!(new[place], "the organism plays the grandmaster's move now");
    let flat =
        |screen: String| screen.replace(['│', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let total = format!("agreement {} → {} of 120", count(&old), count(&new));
    bench.keys("z");
    let screen = flat(bench.draw());
    assert!(screen.contains(&total) && screen.contains("u undo"), "{total}\n{screen}");
    // The position stays selected although it is solved.
    assert_eq!(bench.screens.positions.entry, Some(place));
    assert!(screen.contains("already plays the right move"), "{screen}");
    bench.keys("u");
    assert_eq!(bench.model.subject(), Some(before));
    assert_eq!(bench.screens.positions.scan.answers(OrganismRole::Subject).unwrap().count(), count(&old));
    bench.keys("Enter P");
    let planted = bench.commands().into_iter().find_map(|command| match command {
        Command::Plant(plant) => Some(plant.chromosome),
        _ => None,
    });
    assert_eq!(planted.unwrap().decode(&after.schema), after.values);
}

#[test]
fn plus_and_minus_edit_the_parameter_under_the_cursor() {
    let (mut bench, _folder) = open(120, 40, 60);
    select_a_counterfactual(&mut bench);
    let before = bench.model.subject().unwrap().values;
    let parameter = bench.screens.positions.scan.counterfactuals().unwrap()[0].parameter;
    bench.keys("+");
    assert_eq!(bench.model.subject().unwrap().values[parameter], before[parameter] + 1);
    bench.keys("- -");
    assert_eq!(bench.model.subject().unwrap().values[parameter], before[parameter] - 1);
    bench.keys("=");
    assert!(bench.model.popup::<Form>().is_some());
    bench.keys("Esc U");
    assert_eq!(bench.model.subject().unwrap().values, before);
}

#[test]
fn findings_of_another_organism_are_not_shown() {
    let (mut bench, _folder) = open(120, 40, 60);
    let state = &bench.screens.positions;
    let (entry, subject) = (state.entry.unwrap(), bench.model.subject().unwrap());
    let (explanation, listed) = (Arc::clone(state.scan.explanation().unwrap()), rows(&bench));
    let mut other =
        Player { schema: subject.schema, values: subject.values, ply_score: PlyScore::Quiescence };
    other.values[1] += 1;
    let facts = vec![
        Finding::Answers {
            role: OrganismRole::Subject,
            player: other.clone(),
            answers: Arc::new(Answers::none(60)),
        },
        Finding::Explained { entry, player: other.clone(), explanation: Some(explanation) },
        Finding::Counterfactuals { entry, player: other.clone(), counterfactuals: Arc::default() },
        Finding::Verdicts { player: other, first: 0, verdicts: vec![None; 60] },
    ];
    bench.scan = None;
    bench.send(Message::Findings(Findings { findings: facts, progress: None }));
    let state = &bench.screens.positions;
    assert!(state.scan.explanation().is_none() && state.scan.counterfactuals().is_none());
    assert!(state.scan.answers(OrganismRole::Subject).is_none());
    assert_eq!(rows(&bench), listed, "the list keeps what is known of this subject");
}

#[test]
fn the_cursor_stays_on_its_position_when_the_list_changes() {
    let (mut bench, _folder) = with_rival(120, 40, 120);
    bench.keys("j j j j j");
    let place = bench.screens.positions.entry;
    for keys in ["o", "o", "o", "o", "r", "r", "d", "d d d d", "f", "z z"] {
        bench.keys(keys);
        if keys != "d" {
            assert_eq!(bench.screens.positions.entry, place, "{keys}");
            let at = bench.screens.positions.cursor(&bench.model);
            assert_eq!(Some(rows(&bench)[at]), place, "{keys}");
        }
    }
    let listed = rows(&bench);
    bench.keys("V");
    assert_eq!(bench.screens.positions.entry, place, "another subject");
    bench.keys("V");
    assert_eq!((bench.screens.positions.entry, rows(&bench)), (place, listed));
}

#[test]
fn a_click_on_a_class_of_the_totals_filters_the_list() {
    let (mut bench, _folder) = with_rival(200, 60, 120);
    let at = bench.find("endgame");
    bench.click(at);
    let book = book(&bench);
    assert!(rows(&bench).iter().all(|row| book.entries[*row].phase.name() == "endgame"));
    let at = bench.find("•endgame");
    bench.click(at);
    assert!(bench.draw().contains("disagree "));
    let totals = &bench.screens.positions.scan.totals();
    assert_eq!(
        totals[0].subject as usize,
        bench.screens.positions.scan.answers(OrganismRole::Subject).unwrap().count()
    );
}

#[test]
fn arrow_keys_step_through_a_line_on_the_board() {
    let (mut bench, _folder) = open(120, 40, 60);
    bench.keys("Tab →");
    assert!(bench.draw().contains("after "));
    bench.keys("→ → → → → → → → →");
    let state = &bench.screens.positions;
    assert_eq!(state.steps, state.line_len());
    bench.keys("Esc");
    assert!(bench.screens.positions.steps == 0 && bench.draw().contains("to move"));
}

#[test]
fn moving_in_a_list_of_100_000_rows_does_not_rebuild_it() {
    let mut bench = Bench::paused(120, 40, 1, 57);
    bench.keys("3");
    let Some(Effect::Scan(request)) =
        bench.effects.iter().rev().find(|e| matches!(e, Effect::Scan(_))).cloned()
    else {
        panic!("no positions were requested")
    };
    let records = embedded_records("ecm879").unwrap();
    let many: Vec<_> = records.iter().cycle().take(100_000).cloned().collect();
    let book = Arc::new(PositionBook::from_records("many", many).unwrap());
    let facts = vec![Finding::PositionBook { positions: request.positions, book: Ok(book) }];
    bench.send(Message::Findings(Findings { findings: facts, progress: None }));
    assert_eq!(bench.screens.positions.listing.flat.len(), 100_000);
    let allocation = bench.screens.positions.listing.flat.as_ptr();
    for keys in ["j", "PgDn", "G", "k", "PgUp", "g", "Tab", "Shift-Tab"] {
        bench.keys(keys);
        assert_eq!(
            bench.screens.positions.listing.flat.as_ptr(),
            allocation,
            "{keys} must not rebuild the list"
        );
        let drawn = (0..40)
            .flat_map(|row| bench.model.hits.at(3, row).collect::<Vec<_>>())
            .filter(|target| matches!(target, Target::Row(POSITIONS, _)))
            .count();
        assert!(drawn > 0 && drawn <= bench.model.hits.page(POSITIONS), "{drawn}");
    }
}

#[test]
fn positions_are_requested_only_when_the_screen_is_shown() {
    let mut bench = Bench::paused(120, 40, 1, 57);
    bench.keys("2 6 1 j Enter");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Scan(_))));
    bench.keys("3");
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::Scan(_))));
}

#[test]
fn positions_are_shown_without_a_session() {
    let mut bench = Bench::new(100, 30);
    bench.keys("3");
    assert!(bench.draw().contains("reading the positions"));
    bench.model.selection.pinned = Some(organism("reference"));
    bench.send(Message::Resized);
    let request = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Scan(request) => Some(request.clone()),
        _ => None,
    });
    let request = request.unwrap();
    assert_eq!(request.positions, PositionSource::Embedded("gm2600-train".to_owned()));
    assert!(request.subject.is_some());
}

#[test]
fn a_running_evolution_does_not_change_the_studied_champion() {
    let (mut bench, _folder) = open(200, 60, 40);
    let before = bench.model.subject().unwrap();
    bench.effects.clear();
    bench.fact(Fact::State(State::Running));
    bench.facts([Fact::Generation(record(0, 58)), Fact::Generation(record(0, 59))]);
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Scan(_))));
    assert!(bench.draw().contains("gen 57; Space pauses"), "{}", bench.draw());
    bench.fact(Fact::State(State::Paused));
    assert!(
        bench.effects.iter().any(|effect| matches!(effect, Effect::Scan(_))),
        "the newest champion is studied"
    );
    // An edit changes the displayed organism.
    bench.fact(Fact::State(State::Running));
    bench.fact(Fact::Generation(record(0, 60)));
    bench.keys("Tab Tab -");
    let base = bench.model.selection.draft.as_ref().unwrap().base().clone();
    assert!(base != before && base.origin.name().ends_with("gen 59"), "{base:?}");
}

#[test]
fn squares_are_marked_in_ascii_without_colour() {
    let (mut bench, _folder) = with_rival(120, 40, 40);
    bench.model.theme.colours = Colours::None;
    bench.model.ascii = true;
    let screen = bench.draw();
    assert!(screen.is_ascii());
    assert!(screen.contains("[ ] organism") && screen.contains("( ) grandmaster"), "{screen}");
}

#[test]
fn the_most_instructive_position_comes_first_and_the_cursor_stays_when_the_order_changes() {
    let (mut bench, _folder) = open(160, 40, 24);
    assert!(bench.draw().contains("net gain so far"), "{}", bench.draw());
    bench.keys("j j j");
    let selected = bench.screens.positions.entry;
    bench.with_net_gains = true;
    // The same request again: the net gains are reported now.
    bench.screens.positions.scan.clear_request();
    bench.send(Message::Resized);
    assert!(bench.draw().contains("by change, ← → fold"), "{}", bench.draw());
    let state = &bench.screens.positions;
    assert_eq!(state.entry, selected);
    assert_eq!(position_at_cursor(&bench), selected);
    let is_tie = |row: u32| {
        let verdict = state.scan.verdict(row as usize);
        verdict.is_some_and(|verdict| crate::engine::evaluation::centipawns(verdict.margin) == 0)
    };
    let gain = |row: u32| state.scan.net_gain(row as usize).filter(|_| !is_tie(row));
    let gains: Vec<Option<i32>> = state.listing.positions().map(gain).collect();
    let known = gains.iter().take_while(|gain| gain.is_some()).count();
    assert!(known > 2 && gains[known..].iter().all(Option::is_none), "{gains:?}");
    assert!(gains[..known].is_sorted_by(|one, next| one >= next), "{gains:?}");
    // The gain of the selected position is that of the best change in the pane.
    bench.keys("g");
    let state = &bench.screens.positions;
    let best = state.scan.counterfactuals().unwrap().iter().filter_map(|change| change.cost);
    let best = best.map(|(won, lost)| won as i32 - lost as i32).max();
    assert_eq!(best, state.scan.net_gain(state.entry.unwrap()));
}

#[test]
fn clicks_on_the_heading_change_order_and_filter() {
    let (mut bench, _folder) = open(80, 24, 40);
    let at = bench.find("organism");
    bench.click(at);
    assert!(bench.draw().contains("organism▲"), "{}", bench.draw());
    bench.click(at);
    assert!(bench.draw().contains("organism▼"), "{}", bench.draw());
    let at = bench.find("disagree ");
    bench.click(at);
    assert!(bench.model.popup::<Form>().is_some());
}

#[test]
fn small_screens_show_the_effect_of_an_edit() {
    let (mut bench, _folder) = open(80, 24, 40);
    bench.keys("Tab Tab +");
    let screen = bench.draw();
    assert!(screen.contains("agreement ") && screen.contains("u undo"), "{screen}");
}

#[test]
fn the_selected_position_stays_when_another_pane_has_the_focus() {
    let selected = |keys: &str| {
        let (mut bench, _folder) = open(120, 40, 40);
        let before = bench.screens.positions.entry;
        bench.keys(keys);
        (before, bench.screens.positions.entry)
    };
    let (before, after) = selected("I");
    assert!(before.is_some() && after != before, "with the focus on the list its first position is shown");
    let (before, after) = selected("Tab I");
    assert_eq!(after, before);
}
