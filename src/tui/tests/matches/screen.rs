//! The panes of the Match screen, and what their keys do.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use shakmaty::{Color, Position};

use super::{TWO, board, click, games, hosted, nodes, opened, over, players, playing, settings, stage, tell};
use crate::arena::control::Control;
use crate::arena::matches::Finish;
use crate::arena::settings::MatchSettings;
use crate::director::Report;
use crate::tui::background::{TaskResult, Work as _};
use crate::tui::boards::{self, WriteGame, Written};
use crate::tui::hit_map::Target;
use crate::tui::message::{MatchRequest, Message};
use crate::tui::screens;
use crate::tui::screens::matches::tasks::Saved;
use crate::tui::screens::matches::{Pane, Spot, Stage};
use crate::tui::tests::fixture::Bench;
use crate::tui::tests::views::{frames, pane};

#[test]
fn whole_frames() {
    frames("match", |width, height| playing(width, height, &nodes()));
}

#[test]
fn panes_of_a_match() {
    pane("match-clocks", "Game 5", &mut playing(120, 40, &timed()));
    let many = ["reference", "paper-2014-figure-3", "Toga II 3.0", "Phalanx XXV"];
    let mut tournament = playing(120, 40, &settings(&many, Control::Depth(4), false));
    tournament.keys("Tab");
    pane("match-tournament", "Standings", &mut tournament);
    for (name, title, keys) in [
        ("games", "Games", "Tab Tab Tab j"),
        ("faults", "Faults", "Tab Tab Tab Tab"),
        ("replay", "Game 4", "Tab Tab Tab Enter ← ← ←"),
    ] {
        let mut bench = playing(120, 40, &nodes());
        bench.keys(keys);
        pane(&format!("match-{name}"), title, &mut bench);
    }
    let mut boards = playing(200, 60, &nodes());
    boards.keys("Tab Tab");
    pane("match-boards", "Boards", &mut boards);
    let mut bench = Bench::paused(120, 40, 1, 57);
    opened(&mut bench, &timed(), 3);
    warned(&mut bench);
    pane("match-warned", "Score", &mut bench);
    let screen = bench.draw();
    let others = ["‖ paused ╮", "paused: Space plays the games that are", "none so far", "0 of 2"];
    assert!(others.iter().all(|said| screen.contains(said)), "{screen}");
}

#[test]
fn panes_without_a_match() {
    let mut bench = Bench::paused(80, 24, 1, 3);
    bench.keys("6");
    bench.send(Message::TaskResult(TaskResult::found(Saved(Ok(Vec::new())))));
    pane("match-none", "Matches", &mut bench);
    let mut bench = players(120, 40);
    bench.keys("Enter");
    pane("match-players", "Match: who plays?", &mut bench);
    bench.keys("Enter Enter");
    pane("match-terms", "Match", &mut bench);
    let mut bench = players(80, 24);
    bench.keys("Enter Enter Tab Enter");
    let why =
        "uci:toga3: it cannot be started: No such file or directory; name a program in PATH or its path";
    tell(&mut bench, [Report::Failed(why.to_owned())]);
    pane("match-failed", "Match", &mut bench);
}

/// A match with clocks.
fn timed() -> MatchSettings {
    settings(&TWO, Control::Clock("90+0.5".parse().unwrap()), false)
}

/// The director warns of the machine.
fn warned(bench: &mut Bench) {
    let text = crate::arena::wake::warning(Duration::from_millis(34), 20).unwrap();
    tell(bench, [Report::Warning(text)]);
}

#[test]
fn a_result_lost_on_time_is_shown_as_suspect() {
    let settings = timed();
    let mut bench = Bench::paused(120, 40, 1, 57);
    opened(&mut bench, &settings, 3);
    assert!(!bench.draw().contains("lost on time"));
    warned(&mut bench);
    let screen = bench.draw();
    assert!(screen.contains("34 ms late"), "{screen}");
    // What has happened counts more than what might. A flag falls in the fourth game.
    over(&mut bench, &settings, 3);
    let screen = bench.draw();
    assert!(screen.contains("suspect: 1 of 4 games were lost on time"), "{screen}");
    assert_eq!(screen.matches("34 ms late").count(), 1, "the last line of the log has it: {screen}");
}

#[test]
fn copies_and_exhausted_openings_are_shown() {
    let mut settings = nodes();
    settings.openings.count = Some(2);
    assert_eq!(settings.plan().games(), 4);
    let mut bench = Bench::paused(120, 40, 1, 57);
    opened(&mut bench, &settings, 2);
    assert!(!bench.draw().contains("not evidence"));
    for number in [2, 3] {
        // The second pair is a copy of the first.
        let fixture = settings.plan().fixture(number).unwrap();
        tell(&mut bench, [Report::Over(fixture, Box::new(games()[number as usize - 2].clone()))]);
        let screen = bench.draw();
        let copies = if number == 2 { "1 repeated game:" } else { "2 repeated games:" };
        assert!(screen.contains(copies), "{screen}");
    }
    let screen = bench.draw();
    assert!(screen.contains("undecided") && screen.contains("openings exhausted"), "{screen}");
}

#[test]
fn a_match_is_paused_steered_stopped_and_gone_on_with() {
    let settings = nodes();
    let mut bench = playing(120, 40, &settings);
    let folder = PathBuf::from("sessions/match-0003");
    assert_eq!(hosted(&mut bench), [MatchRequest::Resume { folder: folder.clone(), paused: true }]);
    assert_eq!(stage(&bench), Stage::Paused);
    bench.keys("Space + - - Space");
    let orders = [
        MatchRequest::Pause(false),
        MatchRequest::Threads(3),
        MatchRequest::Threads(2),
        MatchRequest::Threads(1),
        MatchRequest::Pause(true),
    ];
    assert_eq!(hosted(&mut bench), orders);
    bench.keys("-");
    assert!(hosted(&mut bench).is_empty() && bench.draw().contains("one game at a time"));
    bench.keys("x");
    assert_eq!(
        (hosted(&mut bench).as_slice(), stage(&bench)),
        ([MatchRequest::Stop].as_slice(), Stage::Stopping)
    );
    tell(&mut bench, [Report::Ended(Finish::Stopped, folder.join("games.pgn"))]);
    assert_eq!(stage(&bench), Stage::Stopped);
    bench.keys("Space");
    assert_eq!(hosted(&mut bench), [MatchRequest::Resume { folder, paused: false }]);
}

#[test]
fn games_come_in_and_the_score_follows() {
    let settings = nodes();
    let mut bench = playing(120, 40, &settings);
    let score = |bench: &Bench| {
        let event = bench.screens.matches.open.as_ref().unwrap().event.as_ref().unwrap();
        event.standings.tallies()[0].score().1
    };
    assert_eq!(score(&bench), 4);
    bench.keys("1");
    over(&mut bench, &settings, 4);
    let fixture = settings.plan().fixture(4).unwrap();
    tell(&mut bench, [Report::Fault(fixture, "x: it hangs".to_owned())]);
    assert_eq!(score(&bench), 5);
    // The tab says that something happened, and the log what.
    assert!(bench.screens.matches.news);
    bench.keys("6");
    assert!(!bench.screens.matches.news);
    assert!(bench.model.log.entries.iter().any(|entry| entry.text == "game 5: x: it hangs"));
}

#[test]
fn a_game_is_replayed_and_sent_to_the_positions() {
    let settings = nodes();
    let mut bench = playing(120, 40, &settings);
    bench.effects.clear();
    // The game that ended last stands first; the one below it is looked at.
    bench.keys("Tab Tab Tab j Enter");
    let plies = games()[2].opening.len() + games()[2].moves.len();
    assert!(bench.draw().contains(&format!("replay, {plies} of {plies} plies")));
    bench.keys("← ← ←");
    let screen = bench.draw();
    assert!(screen.contains("Game 3") && screen.contains(&format!("replay, {} of {plies}", plies - 3)));
    bench.keys("p");
    let task = bench.effects.iter().find_map(|effect| effect.task::<WriteGame>().cloned());
    let WriteGame { start, moves, tags, path, index } = task.unwrap();
    assert_eq!((moves.len(), index), (plies, plies - 3));
    assert_eq!(path, PathBuf::from("sessions/match-0003/positions/game-00003.epd"));
    assert_eq!(tags[0].1, "reference – paper-2014-figure-3");

    // What is written is a set of positions, and the one on the board comes up.
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("positions").join("game.epd");
    let told = WriteGame { start, moves, tags, path, index }.run();
    let Written { path, .. } = told.get().unwrap();
    let told_path = path.clone();
    let written = crate::positions::read_records(path).unwrap();
    assert_eq!(written.len(), plies);
    let pool = crate::threads::ThreadPool::new(1).unwrap();
    bench.desk = Some(crate::disagreement::PositionScan::new(pool));
    bench.send(Message::TaskResult(told));
    assert_eq!(bench.model.screen, screens::positions::ID);
    assert_eq!(bench.screens.positions.entry, Some(index));
    let shown = bench.screens.positions.scan.entry(index).unwrap();
    assert_eq!(*shown.position(), written[index].1.position);

    // So does another of the same game.
    bench.keys("6 ← p");
    bench.send(Message::TaskResult(TaskResult::found(Written { path: told_path, index: index - 1 })));
    assert_eq!(bench.screens.positions.entry, Some(index - 1));

    // The game is still on its board, and Esc leads back to the boards.
    bench.keys("6");
    assert!(bench.draw().contains("replay"));
    bench.keys("Esc");
    assert!(!bench.draw().contains("replay"));
}

#[test]
fn boards_are_chosen_by_arrows_and_mouse() {
    let settings = nodes();
    let mut bench = playing(200, 60, &settings);
    assert!(bench.draw().contains("Game 5 ·"));
    bench.keys("→");
    assert!(bench.draw().contains("Game 6 ·"));
    bench.keys("→");
    assert!(bench.draw().contains("Game 6 ·"), "there are two");
    let place = (0..200).flat_map(|column| (0..60).map(move |row| (column, row))).find(|(column, row)| {
        bench
            .model
            .hits
            .at(*column, *row)
            .any(|target| *target == Target::own(Spot::Board(boards::Spot::Board(0))))
    });
    let (column, row) = place.unwrap();
    click(&mut bench, column, row);
    assert!(bench.draw().contains("Game 5 ·"));
    assert_eq!(bench.screens.matches.pane, Pane::Boards);
}

#[test]
fn a_clock_runs_for_the_side_to_move_only_and_ticks() {
    let settings = timed();
    let mut bench = playing(120, 40, &settings);
    let ticks = |bench: &Bench| bench.shown().ticks(&bench.model);
    assert_eq!(ticks(&bench), None, "paused");
    bench.keys("Space");
    assert!(ticks(&bench).is_some());
    let mut late = board(&settings, 4);
    let mover = late.game.position().turn();
    late.since = Instant::now().checked_sub(Duration::from_secs(3)).unwrap();
    late.left = [Duration::from_secs(50); 2].map(Some);
    bench.send(Message::Boards(vec![late]));
    let screen = bench.draw();
    let other = if mover == Color::White { "● paper" } else { "○ refer" };
    let standing = screen.lines().find(|line| line.contains(other)).unwrap();
    assert!(standing.contains("0:50"), "{screen}");
    // However long drawing takes.
    let shows = |seconds: u32| screen.contains(&format!("0:{seconds:02}."));
    assert!((0..=46).any(shows) || screen.contains("0:47.0"), "{screen}");
    bench.keys("1");
    assert_eq!(ticks(&bench), None, "nobody looks");
}
