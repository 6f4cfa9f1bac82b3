//! Tests of the Suite screen, with invented attempts.

use ratatui::layout::Rect;
use std::time::Duration;

use super::fixture::Bench;
use super::positions::organism;
use super::views::{frames, pane};
use crate::analysis::Step;
use crate::disagreement::OrganismRole;
use crate::positions::PositionSource;
use crate::positions::epd;
use crate::progress::LocalTime;
use crate::solving::Attempt;
use crate::tui::hit_map::Target;
use crate::tui::message::{Effect, Message, Solve};
use crate::tui::screens::suite::tasks::ReadSuite;
use crate::tui::screens::suite::{self, GRID, PANES};
use crate::tui::theme::Colours;
use crate::tui::widgets::areas::assert_places;

/// An invented attempt to solve a position.
pub(super) fn attempt(index: usize, solved: bool, nodes: u64) -> Attempt {
    Attempt {
        index,
        best: None,
        solved,
        nodes: if solved { nodes } else { 500_000 },
        nodes_first: nodes,
        first: None,
        score: None,
        searched: 500_000,
        depth: 11,
        elapsed: Duration::from_millis(400),
        fault: None,
    }
}

fn open(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 57);
    bench.with_reads = true;
    bench.with_analysis = true;
    bench.keys("5");
    bench
}

fn steps(bench: &mut Bench, steps: impl IntoIterator<Item = Step>) {
    bench.send(Message::SuiteSteps(steps.into_iter().collect()));
}

/// Attempts at the first `count` positions. Every fourth and every `wrong`-th fails.
fn attempts(count: usize, wrong: usize) -> impl Iterator<Item = Step> {
    (0..count).map(move |index| {
        let solved = index % 4 != 3 && index % wrong != wrong - 1;
        Step::Done(attempt(index, solved, 300 * 7u64.pow(index as u32 % 5)))
    })
}

/// Takes the requests to solve a suite.
fn requests(bench: &mut Bench) -> Vec<Solve> {
    let requests = bench.effects.iter().filter_map(|effect| match effect {
        Effect::Solve(request) => Some(request.clone()),
        _ => None,
    });
    let requests = requests.collect();
    bench.effects.clear();
    requests
}

fn set_rival(bench: &mut Bench) {
    bench.model.selection.rival = Some(organism("reference"));
}

/// A workbench in which the rival has tried 500 positions and the subject 400.
pub(super) fn under_way(width: u16, height: u16) -> Bench {
    let mut bench = open(width, height);
    set_rival(&mut bench);
    bench.keys("r Space");
    steps(&mut bench, attempts(500, 7));
    bench.keys("r Space");
    bench.model.now = Duration::from_secs(63);
    steps(&mut bench, attempts(400, 9));
    steps(&mut bench, [Step::Begun(400), Step::Begun(401)]);
    bench.keys("↓ →");
    bench
}

#[test]
fn frames_and_panes_equal_their_snapshots() {
    frames("suite", under_way);
    pane("suite-fresh", "Suite ecm879", &mut open(120, 40));
    let mut bench = under_way(120, 40);
    bench.keys("Tab i");
    pane("suite-list", "879 all", &mut bench);
    let mut bench = under_way(120, 40);
    bench.keys("Tab i Enter a ;");
    pane("suite-playing-on", "ECM.031", &mut bench);
}

#[test]
fn the_time_left_of_a_suite_is_independent_of_pauses() {
    let mut bench = open(160, 50);
    bench.model.clock = LocalTime::parse("2026-03-03T10:00[UTC]");
    bench.keys("Space");
    bench.model.now = Duration::from_secs(60);
    steps(&mut bench, attempts(79, 7));
    let times = |bench: &mut Bench, time: &str| {
        let screen = bench.draw();
        assert!(screen.contains(time) && screen.contains("1 min 00 s elapsed"), "{screen}");
    };
    times(&mut bench, "10 min 08 s left · ends 10:10");
    bench.keys("Space");
    bench.model.now = Duration::from_secs(3600);
    times(&mut bench, "10 min 08 s left · 1 min 00 s elapsed");
    bench.keys("Space");
    times(&mut bench, "10 min 08 s left · ends 10:10");
}

#[test]
fn space_starts_pauses_and_resumes() {
    let mut bench = open(120, 40);
    bench.keys("Space");
    let started = requests(&mut bench);
    let [Solve::Start(task)] = started.as_slice() else { panic!("{started:?}") };
    assert_eq!((task.todo.len(), task.solver.limits.nodes), (879, Some(500_000)));
    steps(&mut bench, [Step::Begun(0), Step::Begun(1), Step::Done(attempt(0, true, 900))]);
    bench.keys("Space");
    assert_eq!(requests(&mut bench), [Solve::Pause(true)]);
    assert!(bench.draw().contains("pausing, 1 running"));
    // The running position is finished and counts.
    steps(&mut bench, [Step::Done(attempt(1, false, 0))]);
    let screen = bench.draw();
    assert!(screen.contains("solved 1 of 2") && screen.contains("‖ paused"), "{screen}");
    assert!(screen.contains("Σ 500,900 nodes"), "{screen}");
    bench.keys("Space");
    assert_eq!(requests(&mut bench), [Solve::Pause(false)]);
    let all = (2..879).map(|index| Step::Done(attempt(index, true, 10)));
    steps(&mut bench, all);
    assert_eq!(requests(&mut bench), [Solve::Stop], "the threads are released");
    assert!(bench.draw().contains("✓ done"));
    assert!(bench.model.log.entries.back().unwrap().text.contains("878 of 879"));
}

#[test]
fn a_resumed_run_keeps_its_organism_when_the_champion_changes() {
    let mut bench = open(120, 40);
    bench.keys("Space");
    steps(&mut bench, attempts(10, 9));
    let first = bench.screens.suite.run().unwrap().organism.clone();
    bench.fact(crate::job::report::Fact::Generation(super::fixture::record(0, 58)));
    assert_ne!(bench.model.subject().unwrap(), first);
    bench.keys("Space Space");
    assert_eq!(bench.screens.suite.run().unwrap().organism, first);
    bench.keys("n");
    let run = bench.screens.suite.run().unwrap();
    assert_eq!((Some(&run.organism), run.sums().done), (bench.model.subject().as_ref(), 0));
}

#[test]
fn gains_and_losses_between_subject_and_rival_are_counted() {
    let mut bench = open(200, 60);
    bench.keys("r");
    assert!(bench.draw().contains("there is no rival"));
    set_rival(&mut bench);
    bench.keys("Space");
    steps(&mut bench, [Step::Begun(50)]);
    steps(&mut bench, attempts(40, 1000));
    bench.keys("r Space");
    let run = bench.screens.suite.runs[OrganismRole::Subject as usize].as_ref().unwrap();
    assert!(!run.running && run.sums().working == 0, "its running positions are pending again");
    steps(&mut bench, attempts(40, 10));
    assert_eq!(bench.screens.suite.gained_and_lost(), Some((0, 2)));
    bench.keys("r");
    assert_eq!(bench.screens.suite.gained_and_lost(), Some((2, 0)));
    let screen = bench.draw();
    assert!(screen.contains("▲ 2 gained ▼ 0 lost"), "{screen}");
    bench.keys("F F F");
    assert_eq!(bench.screens.suite.rows.len(), 2);
    // The subject continues with the positions that it has not searched yet.
    bench.effects.clear();
    bench.keys("Space");
    let started = requests(&mut bench);
    let [Solve::Start(task)] = started.as_slice() else { panic!("{started:?}") };
    assert_eq!((task.todo.len(), task.todo[0]), (839, 40));
}

#[test]
fn grid_and_list_select_the_same_position() {
    let mut bench = open(120, 40);
    bench.keys("Space");
    steps(&mut bench, attempts(300, 9));
    bench.keys("→ → ↓");
    let at = bench.screens.suite.at;
    assert!(at > 10);
    let assert_same = |bench: &Bench| {
        let state = &bench.screens.suite;
        assert_eq!(state.rows[state.cursor.at], state.at);
    };
    assert_same(&bench);
    bench.keys("w");
    assert_eq!(bench.screens.suite.at, at, "another order keeps the selected position");
    assert_same(&bench);
    steps(&mut bench, (300..500).map(|index| Step::Done(attempt(index, false, 1))));
    assert_eq!(bench.screens.suite.at, at, "a longer list keeps the selected position");
    assert_same(&bench);
    bench.keys("Tab j j j");
    assert_same(&bench);
    // A click on a cell selects its position, and a second click plays from it.
    let cell = bench.cell_of(&Target::Part(GRID, 77));
    for _ in 0..2 {
        bench.click(cell);
        assert_eq!(bench.screens.suite.at, 77);
    }
    assert!(bench.screens.suite.board_state.play.is_some());
    bench.keys("Esc");
    assert_eq!((bench.screens.suite.at, bench.screens.suite.board_state.panes.at), (77, GRID));
}

#[test]
fn the_analysis_follows_the_selected_position() {
    let mut bench = open(120, 40);
    bench.keys("a");
    let requested = |bench: &Bench| {
        let last = bench.effects.iter().rev().find_map(|effect| match effect {
            Effect::Think(request) => Some(request.clone()),
            _ => None,
        });
        last.flatten().map(|request| request.game.position().clone())
    };
    assert_eq!(requested(&bench).as_ref(), bench.screens.suite.problem().map(|problem| &problem.position));
    bench.keys("→");
    assert_eq!(requested(&bench).as_ref(), bench.screens.suite.problem().map(|problem| &problem.position));
    bench.keys(";");
    assert_eq!(bench.screens.suite.board_state.play.as_ref().unwrap().place(), (1, 1));
    assert_eq!(
        requested(&bench).as_ref(),
        bench.screens.suite.board_state.play.as_ref().map(|play| play.position())
    );
}

#[test]
fn unsolved_positions_are_written_to_a_readable_file() {
    let mut bench = open(120, 40);
    bench.keys("x");
    assert!(bench.draw().contains("there are no unsolved positions"));
    bench.keys("Space");
    steps(&mut bench, attempts(40, 1000));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unsolved.epd");
    bench.keys("x");
    bench.keys(&vec!["Backspace"; "unsolved.epd".len()].join(" "));
    bench.type_text(&path.display().to_string());
    bench.keys("Enter");
    let Some(Effect::BackgroundTask(task)) = bench.effects.pop() else { panic!("{:?}", bench.effects) };
    bench.send(Message::TaskResult(task.clone().run()));
    assert!(bench.draw().contains("10 positions written"));
    let loaded = bench.screens.suite.loaded().unwrap().clone();
    let expected: Vec<_> = (3..40).step_by(4).map(|index| loaded.records[index].clone()).collect();
    let read = epd::read("unsolved.epd", &std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(read.into_iter().map(|(_, record)| record).collect::<Vec<_>>(), expected);
    // An existing file is not overwritten.
    bench.send(Message::TaskResult(task.run()));
    assert!(bench.draw().contains("exists"));
}

#[test]
fn other_terms_reset_the_run_and_a_repaired_file_is_read_again() {
    let mut bench = open(120, 40);
    bench.keys("Space");
    steps(&mut bench, attempts(40, 1000));
    requests(&mut bench);
    bench.keys("e Enter");
    assert!(bench.screens.suite.run().is_some(), "the same terms change nothing");
    bench.keys("e Tab Tab Ctrl-U x Enter");
    assert!(bench.draw().contains("“x” is not a whole number"));
    bench.keys("Ctrl-U 9 9 Enter");
    assert_eq!(requests(&mut bench), [Solve::Stop]);
    assert!(bench.screens.suite.run().is_none());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.epd");
    std::fs::write(&path, "4k3/8/8/8/8/8/8/4K3 w - - bm Qh9;\n").unwrap();
    bench.screens.suite.settings.source = PositionSource::File(path.clone());
    bench.keys("z");
    let screen: String = bench.draw().chars().filter(|c| !c.is_whitespace() && *c != '│').collect();
    assert!(screen.contains("line1,column30") && screen.contains("oselectsanothersuite"), "{screen}");
    std::fs::write(&path, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n").unwrap();
    bench.keys("e Enter");
    assert_eq!(bench.screens.suite.loaded().unwrap().problems.len(), 1);
}

#[test]
fn the_suite_is_read_once_when_the_screen_is_first_shown() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let reads = |bench: &Bench| {
        let read = |effect: &&Effect| effect.task::<ReadSuite>().is_some();
        bench.effects.iter().filter(read).count()
    };
    bench.keys("1 2 6");
    assert_eq!(reads(&bench), 0);
    bench.keys("5 j 1 5");
    assert_eq!(reads(&bench), 1);
    assert!(bench.draw().contains("reading the suite"));
}

#[test]
fn cells_in_ascii_differ_without_colour() {
    let mut bench = open(120, 40);
    bench.model.theme.colours = Colours::None;
    bench.model.ascii = true;
    bench.keys("Space");
    steps(&mut bench, [Step::Begun(7)]);
    let levels = [900, 9_000, 90_000, 400_000];
    steps(&mut bench, levels.iter().enumerate().map(|(at, nodes)| Step::Done(attempt(at, true, *nodes))));
    steps(&mut bench, [Step::Done(attempt(4, false, 1))]);
    bench.keys("j");
    let screen = bench.draw();
    assert!(screen.is_ascii() && screen.contains("1234x..@.."), "{screen}");
}

#[test]
fn the_focused_pane_is_always_shown_and_panes_do_not_overlap() {
    let mut bench = Bench::paused(80, 24, 1, 60);
    for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
        let area = Rect::new(3, 2, width, height);
        for bits in 0..4 {
            let mut state = suite::State::default();
            state.board_state.evaluation = bits & 1 > 0;
            bench.model.thinking.on = (bits & 2 > 0).then_some(OrganismRole::Subject);
            for _ in 0..5 {
                PANES.next(&mut state, &bench.model, true);
                assert_places(area, &(PANES.places)(&state, &bench.model, area), &state.board_state.panes.at);
            }
        }
    }
}
