//! Tests of the panes of the Match screen and of their keys.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use shakmaty::{Color, Position};

use super::{
    TWO, board, end_game, games, match_requests, nodes, open_match, players, playing, send_reports, settings,
    stage,
};
use crate::arena::control::Control;
use crate::arena::game::{Ending, FaultKind};
use crate::arena::matches::Finish;
use crate::arena::settings::MatchSettings;
use crate::director::Report;
use crate::progress::LocalTime;
use crate::tui::background::{TaskResult, TaskWork as _};
use crate::tui::boards::{WriteGame, Written};
use crate::tui::hit_map::Target;
use crate::tui::message::{MatchRequest, Message};
use crate::tui::screens;
use crate::tui::screens::matches::pgn::WritePgn;
use crate::tui::screens::matches::{BOARDS, MOVES, Stage};
use crate::tui::tests::fixture::Bench;
use crate::tui::tests::views::{frames, pane};

#[test]
fn whole_frames_equal_their_snapshots() {
    frames("match", |width, height| playing(width, height, &nodes()));
}

#[test]
fn limits_and_tables_of_single_players_are_shown() {
    let mut settings = nodes();
    settings.players[1].control = Some(Control::Clock("10+0.1".parse().unwrap()));
    settings.players[1].hash = 64;
    for (width, height) in [(120, 40), (200, 60)] {
        let screen = playing(width, height, &settings).draw();
        let texts = ["10 nodes per move; paper-2014-figure-3: 10+0.1,", "64 MiB"];
        assert!(texts.iter().all(|text| screen.contains(text)), "{screen}");
        let screen = playing(width, height, &nodes()).draw();
        assert!(screen.contains("10 nodes a move") && !screen.contains("MiB"), "{screen}");
    }
}

#[test]
fn panes_of_a_match_equal_their_snapshots() {
    pane("match-clocks", "Game 5", &mut playing(120, 40, &timed()));
    let many = ["reference", "paper-2014-figure-3", "Toga II 3.0", "Phalanx XXV"];
    let mut tournament = playing(120, 40, &settings(&many, Control::Depth(4), false));
    tournament.keys("Tab");
    pane("match-tournament", "Standings", &mut tournament);
    for (name, title, keys) in [
        ("games", "Games", "Tab Tab Tab j"),
        ("faults", "Faults", "Tab Tab Tab Tab"),
        ("replay", "Game 4", "Tab Tab Tab Enter End ← ← ←"),
    ] {
        let mut bench = playing(120, 40, &nodes());
        bench.keys(keys);
        pane(&format!("match-{name}"), title, &mut bench);
    }
    let mut boards = playing(200, 60, &nodes());
    boards.keys("Tab Tab");
    pane("match-boards", "Boards", &mut boards);
    let mut bench = Bench::paused(120, 40, 1, 57);
    open_match(&mut bench, &timed(), 3);
    warn_of_delay(&mut bench);
    pane("match-warned", "Score", &mut bench);
    let screen = bench.draw();
    let others = ["‖ paused ╮", "paused: Space plays the remaining", "none so far", "0 of 2"];
    assert!(others.iter().all(|text| screen.contains(text)), "{screen}");
}

#[test]
fn panes_without_a_match_equal_their_snapshots() {
    let mut bench = Bench::paused(80, 24, 1, 3);
    bench.keys("4");
    pane("match-none", "Match", &mut bench);
    let mut bench = players(120, 40);
    bench.keys("Enter");
    pane("match-players", "Match: players", &mut bench);
    bench.keys("↓ Enter Tab");
    pane("match-terms", "Match", &mut bench);
    let mut bench = players(80, 24);
    bench.keys("Enter ↓ Enter Tab Enter");
    let why =
        "uci:toga3: it cannot be started: No such file or directory; name a program in PATH or its path";
    send_reports(&mut bench, [Report::Failed(why.to_owned())]);
    // The message would cover the border of the pane.
    bench.model.notice = None;
    pane("match-failed", "Match", &mut bench);
}

/// Settings of a match with clocks.
fn timed() -> MatchSettings {
    settings(&TWO, Control::Clock("90+0.5".parse().unwrap()), false)
}

/// Reports a warning that the machine delays processes.
fn warn_of_delay(bench: &mut Bench) {
    let text = crate::arena::wake::warning(Duration::from_millis(34), 20).unwrap();
    send_reports(bench, [Report::Warning(text)]);
}

#[test]
fn a_result_lost_on_time_is_shown_as_suspect() {
    let settings = timed();
    let mut bench = Bench::paused(120, 40, 1, 57);
    open_match(&mut bench, &settings, 3);
    assert!(!bench.draw().contains("lost on time"));
    warn_of_delay(&mut bench);
    let screen = bench.draw();
    assert!(screen.contains("34 ms late"), "{screen}");
    // A loss on time replaces the warning about possible ones. The fourth game is lost on time.
    end_game(&mut bench, &settings, 3);
    let screen = bench.draw();
    assert!(screen.contains("suspect: 1 of 4 games were lost on time"), "{screen}");
    assert_eq!(screen.matches("34 ms late").count(), 1, "the last line of the log has it: {screen}");
}

#[test]
fn a_node_limit_that_is_not_kept_is_shown_as_suspect() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        // The players of the games have searched 20 nodes.
        let mut bench = Bench::paused(width, height, 1, 57);
        open_match(&mut bench, &settings(&TWO, Control::Nodes(20), false), 3);
        assert!(!bench.draw().contains("suspect"));
        let mut bench = Bench::paused(width, height, 1, 57);
        open_match(&mut bench, &settings(&TWO, Control::Nodes(100), false), 3);
        let screen = bench.draw();
        assert!(screen.contains("suspect: paper-2014-figure-3 does"), "{screen}");
    }
}

#[test]
fn repeated_games_and_exhausted_openings_are_shown() {
    let mut settings = nodes();
    settings.openings.count = Some(2);
    assert_eq!(settings.plan().games(), 4);
    let mut bench = Bench::paused(120, 40, 1, 57);
    open_match(&mut bench, &settings, 2);
    assert!(!bench.draw().contains("not evidence"));
    for number in [2, 3] {
        // The second pair repeats the games of the first.
        let fixture = settings.plan().fixture(number).unwrap();
        send_reports(&mut bench, [Report::Over(fixture, Box::new(games()[number as usize - 2].clone()))]);
        let screen = bench.draw();
        let copies = if number == 2 { "1 repeated game:" } else { "2 repeated games:" };
        assert!(screen.contains(copies), "{screen}");
    }
    let screen = bench.draw();
    assert!(screen.contains("undecided") && screen.contains("openings exhausted"), "{screen}");
}

#[test]
fn a_match_is_paused_and_resumed_and_its_threads_are_changed() {
    let settings = nodes();
    let mut bench = playing(120, 40, &settings);
    let folder = PathBuf::from("sessions/match-0003");
    assert_eq!(match_requests(&mut bench), [MatchRequest::Resume { folder: folder.clone(), paused: true }]);
    assert_eq!(stage(&bench), Stage::Paused);
    bench.keys("Space + - - Space");
    let requests = [
        MatchRequest::Pause(false),
        MatchRequest::Threads(3),
        MatchRequest::Threads(2),
        MatchRequest::Threads(1),
        MatchRequest::Pause(true),
    ];
    assert_eq!(match_requests(&mut bench), requests);
    bench.keys("-");
    assert!(match_requests(&mut bench).is_empty() && bench.draw().contains("one game at a time"));
    send_reports(&mut bench, [Report::Ended(Finish::Stopped, folder.join("games.pgn"))]);
    assert_eq!(stage(&bench), Stage::Stopped);
    bench.keys("Space");
    assert_eq!(match_requests(&mut bench), [MatchRequest::Resume { folder, paused: false }]);
}

#[test]
fn the_score_includes_each_game_that_ends() {
    let settings = nodes();
    let mut bench = playing(120, 40, &settings);
    let score = |bench: &Bench| {
        let data = bench.screens.matches.open.as_ref().unwrap().data.as_ref().unwrap();
        data.standings.tallies()[0].score().1
    };
    assert_eq!(score(&bench), 4);
    bench.keys("1");
    end_game(&mut bench, &settings, 4);
    let fixture = settings.plan().fixture(4).unwrap();
    send_reports(&mut bench, [Report::Fault(fixture, "x: it hangs".to_owned())]);
    assert_eq!(score(&bench), 5);
    // The tab is marked, and the log contains the fault.
    assert!(bench.screens.matches.news);
    bench.keys("4");
    assert!(!bench.screens.matches.news);
    assert!(bench.model.log.entries.iter().any(|entry| entry.text == "game 5: x: it hangs"));
}

#[test]
fn a_game_is_replayed_and_opened_on_the_positions_screen() {
    let settings = nodes();
    let mut bench = playing(120, 40, &settings);
    bench.effects.clear();
    // The game that ended last is the first in the list; select the one below it.
    bench.keys("Tab Tab Tab j Enter");
    let opening = games()[2].opening.len();
    let plies = opening + games()[2].moves.len();
    assert!(bench.draw().contains(&format!("replay, {opening} of {plies} plies")));
    bench.keys("End ← ← ←");
    let screen = bench.draw();
    assert!(screen.contains("Game 3") && screen.contains(&format!("replay, {} of {plies}", plies - 3)));
    bench.keys("p");
    let task = bench.effects.iter().find_map(|effect| effect.task::<WriteGame>().cloned());
    let WriteGame { start, moves, tags, path, index } = task.unwrap();
    assert_eq!((moves.len(), index), (plies, plies - 3));
    assert_eq!(path, PathBuf::from("sessions/match-0003/positions/game-00003.epd"));
    assert_eq!(tags[0].1, "reference – paper-2014-figure-3");

    // The file is a set of positions, and the Positions screen opens at the position of the board.
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("positions").join("game.epd");
    let result = WriteGame { start, moves, tags, path, index }.run();
    let Written { path, .. } = result.get().unwrap();
    let written_path = path.clone();
    let written = crate::positions::read_records(path).unwrap();
    assert_eq!(written.len(), plies);
    let pool = crate::threads::ThreadPool::new(1).unwrap();
    bench.scan = Some(crate::disagreement::PositionScan::new(pool));
    bench.send(Message::TaskResult(result));
    assert_eq!(bench.model.screen, screens::positions::ID);
    assert_eq!(bench.screens.positions.entry, Some(index));
    let shown = bench.screens.positions.scan.entry(index).unwrap();
    assert_eq!(*shown.position(), written[index].1.position);
    assert_eq!(shown.ply, Some(index as u32), "the numbers of moves continue from the opening");
    // The mover has its name: it is no grandmaster.
    let mover = if shown.position().turn() == Color::White { TWO[0] } else { TWO[1] };
    let screen = bench.draw();
    assert!(screen.contains(&format!("( ) {mover}")) && !screen.contains("( ) grandmaster"), "{screen}");

    // Another position of the same game opens too.
    bench.keys("4 ← p");
    bench.send(Message::TaskResult(TaskResult::found(Written { path: written_path, index: index - 1 })));
    assert_eq!(bench.screens.positions.entry, Some(index - 1));

    // The Match screen still shows the game, and Esc returns to the boards.
    bench.keys("4");
    assert!(bench.draw().contains("replay"));
    bench.keys("Esc");
    assert!(!bench.draw().contains("replay"));
}

#[test]
fn a_replay_shows_the_result_at_its_end_only() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut bench = playing(width, height, &nodes());
        // Game 4 was lost on time.
        bench.keys("Tab Tab Tab Enter");
        let (opening, plies) = (games()[3].opening.len(), games()[3].opening.len() + games()[3].moves.len());
        let [game, moves] = ["Game 4", "Moves"].map(|title| bench.pane(title));
        assert!(!game.contains("1-0") && !game.contains("overran"), "{game}");
        assert!(moves.contains(&format!("ply {opening}/{plies}")) && !moves.contains("1-0"), "{moves}");
        bench.keys("End");
        let [game, moves] = ["Game 4", "Moves"].map(|title| bench.pane(title));
        assert!(game.contains("1-0") && moves.contains("1-0"), "{game}\n{moves}");
    }
}

#[test]
fn the_chart_of_the_scores_stays_when_a_game_ends() {
    let settings = nodes();
    for size in [(120, 40), (200, 60)] {
        let mut bench = playing(size.0, size.1, &settings);
        assert!(bench.pane("Game 5").contains("pawns ━"));
        let mut over = board(&settings, 4);
        let reason = "it overran its time by 31 ms, which is more than the margin allows".to_owned();
        let ending = Ending::Forfeit { verdict: FaultKind::TimeForfeit, reason };
        over.end = Some((ending, Some(Color::White)));
        bench.send(Message::MatchBoards(vec![over, board(&settings, 5)]));
        let pane = bench.pane("Game 5");
        assert!(pane.contains("pawns ━") && pane.contains("1-0"), "{size:?}\n{pane}");
    }
}

#[test]
fn a_crosstable_marks_columns_and_rows_that_do_not_fit() {
    let many: Vec<String> = (1..=12).map(|number| format!("an engine of a long name {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (count, is_whole) in [(4, true), (12, false)] {
        let mut bench = playing(120, 40, &settings(&many[..count], Control::Depth(4), false));
        bench.keys("Tab");
        let pane = bench.pane("Standings");
        let heading = pane.lines().find(|line| line.contains("points")).unwrap();
        assert_eq!(heading.contains(" …"), !is_whole, "{pane}");
        assert!(!is_whole || heading.contains(&count.to_string()), "{pane}");
    }
}

#[test]
fn the_moves_of_a_replay_are_selected_by_keys_and_clicks() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut bench = playing(width, height, &nodes());
        bench.keys("Tab Tab Tab Enter");
        let opening = games()[3].opening.len();
        let ply = |bench: &mut Bench| {
            let screen = bench.draw();
            let text = screen.split("replay, ").nth(1).and_then(|text| text.split(' ').next());
            text.and_then(|text| text.parse::<usize>().ok())
        };
        assert_eq!(ply(&mut bench), Some(opening), "{width}×{height}");
        // The moves are beside the board. Shift-Tab focuses them; a row has one pair or more.
        let moves = bench.pane("Moves");
        assert!(moves.contains("1.") && moves.contains('▸'), "{moves}");
        bench.keys("Shift-Tab Home");
        assert_eq!(ply(&mut bench), Some(0));
        bench.keys("→ → →");
        assert_eq!(ply(&mut bench), Some(3));
        bench.keys("↓ ↑");
        assert_eq!(ply(&mut bench), Some(3));
        bench.keys("End");
        let plies = opening + games()[3].moves.len();
        assert_eq!(ply(&mut bench), Some(plies));
        bench.keys("Home");
        let fifth = Target::Part(MOVES, 5);
        let cell = bench.cell_of(&fifth);
        bench.click(cell);
        assert_eq!((ply(&mut bench), bench.screens.matches.panes.at), (Some(5), MOVES));
        // Numbers continue from the opening to the end.
        bench.keys("End");
        let last = format!("{}.", plies.div_ceil(2));
        assert!(bench.pane("Moves").contains(&last), "{}", bench.pane("Moves"));
    }
}

#[test]
fn moves_of_a_game_equal_their_snapshots() {
    let mut bench = playing(80, 24, &nodes());
    bench.keys("Tab Tab Tab Enter → → →");
    pane("match-moves", "Moves", &mut bench);
    let mut live = playing(200, 60, &nodes());
    live.keys("Shift-Tab");
    pane("match-moves-live", "Moves", &mut live);
}

#[test]
fn times_of_a_match_count_only_while_games_are_played() {
    let settings = nodes();
    let mut bench = playing(160, 50, &settings);
    bench.model.clock = LocalTime::parse("2026-03-03T10:00[UTC]");
    assert!(!bench.draw().contains("elapsed"), "paused from the beginning");
    bench.model.now = Duration::from_secs(1000);
    bench.keys("Space");
    bench.model.now = Duration::from_secs(1060);
    end_game(&mut bench, &settings, 4);
    // A game a minute; 35 of 40 are left.
    let screen = bench.draw();
    assert!(screen.contains("at most 35 min 00 s left · ends 10:35 · 1 min 00 s elapsed"), "{screen}");
    assert!(screen.contains("60 games/h"), "{screen}");
    bench.keys("Space");
    bench.model.now = Duration::from_secs(9999);
    let screen = bench.draw();
    assert!(!screen.contains("games/h") && !screen.contains(" left"), "{screen}");
    assert!(screen.contains("1 min 00 s elapsed"), "{screen}");
    bench.keys("Space");
    let pgn = PathBuf::from("sessions/match-0003/games.pgn");
    send_reports(&mut bench, [Report::Ended(Finish::Stopped, pgn)]);
    let ended = bench.model.log.entries.iter().any(|entry| entry.text.contains("stopped after 1 min 00 s"));
    assert!(ended, "{:?}", bench.model.log.entries);
    assert!(bench.draw().contains("PGN   sessions/match-0003/games.pgn"));
}

#[test]
fn finished_games_are_written_as_pgn() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("my games.pgn");
    let task = |keys: &str| {
        let mut bench = playing(120, 40, &nodes());
        bench.keys(keys);
        bench.effects.clear();
        bench.type_text(&path.display().to_string());
        bench.keys("Enter");
        bench.effects.iter().find_map(|effect| effect.task::<WritePgn>().cloned()).unwrap()
    };
    assert_eq!(task("x").games.len(), 4);
    // The replayed game alone.
    let one = task("Tab Tab Tab Enter x → Tab");
    assert_eq!((one.games.keys().copied().collect::<Vec<_>>(), &one.to), (vec![3], &path));
    // There is no match in the folder, so nothing can be written.
    assert!(matches!(one.run(), TaskResult::InvalidForm { .. }) && !path.exists());
}

#[test]
fn a_replay_is_closed_without_live_boards() {
    let mut bench = Bench::paused(120, 40, 1, 57);
    open_match(&mut bench, &nodes(), 4);
    bench.keys("Tab Tab Tab Enter");
    assert!(bench.draw().contains("replay,"), "{}", bench.draw());
    bench.keys("Esc");
    assert!(!bench.draw().contains("replay,") && bench.model.screen == screens::matches::ID);
}

#[test]
fn a_match_that_had_ended_opens_with_its_newest_game() {
    let mut bench = Bench::paused(120, 40, 1, 57);
    open_match(&mut bench, &nodes(), 4);
    let folder = bench.screens.matches.open.as_ref().unwrap().data.as_ref().unwrap().folder.clone();
    send_reports(&mut bench, [Report::Ended(Finish::Stopped, folder.join("games.pgn"))]);
    assert!(bench.draw().contains("Game 4") && bench.draw().contains("replay, "), "{}", bench.draw());
}

#[test]
fn a_selected_fault_stays_selected_when_others_follow() {
    let settings = nodes();
    let mut bench = Bench::paused(120, 40, 1, 57);
    open_match(&mut bench, &settings, 4);
    let lose = |bench: &mut Bench, number: u64| {
        let fixture = settings.plan().fixture(number).unwrap();
        send_reports(bench, [Report::Over(fixture, Box::new(games()[3].clone()))]);
    };
    lose(&mut bench, 4);
    // Select the fault of the fourth game, the older one.
    bench.keys("Tab Tab Tab Tab j");
    let selected = |bench: &mut Bench| {
        let screen = bench.draw();
        let line = screen.lines().find(|line| line.contains("▸ game ")).map(str::to_owned);
        line.unwrap_or_else(|| panic!("{screen}"))
    };
    assert!(selected(&mut bench).contains("▸ game 4"));
    lose(&mut bench, 5);
    assert!(selected(&mut bench).contains("▸ game 4"));
    end_game(&mut bench, &settings, 2);
    assert!(selected(&mut bench).contains("▸ game 4"), "a game without a fault adds no row");
}

#[test]
fn boards_are_selected_by_arrow_keys_and_clicks() {
    let settings = nodes();
    let mut bench = playing(200, 60, &settings);
    assert!(bench.draw().contains("Game 5 ·"));
    bench.keys("→");
    assert!(bench.draw().contains("Game 6 ·"));
    bench.keys("→");
    assert!(bench.draw().contains("Game 6 ·"), "the second board is the last");
    let place = (0..200).flat_map(|column| (0..60).map(move |row| (column, row))).find(|(column, row)| {
        bench.model.hits.at(*column, *row).any(|target| *target == Target::Part(BOARDS, 0))
    });
    bench.click(place.unwrap());
    assert!(bench.draw().contains("Game 5 ·"));
    assert_eq!(bench.screens.matches.panes.at, BOARDS);
}

#[test]
fn only_the_clock_of_the_side_to_move_runs() {
    let settings = timed();
    let mut bench = playing(120, 40, &settings);
    let ticks = |bench: &Bench| bench.shown().status(&bench.model).redraw_interval;
    assert_eq!(ticks(&bench), None, "paused");
    bench.keys("Space");
    assert!(ticks(&bench).is_some());
    let mut late = board(&settings, 4);
    let mover = late.game.position().turn();
    late.since = Instant::now().checked_sub(Duration::from_secs(3)).unwrap();
    late.left = [Duration::from_secs(50); 2].map(Some);
    bench.send(Message::MatchBoards(vec![late]));
    let screen = bench.draw();
    let other = if mover == Color::White { "■ paper" } else { "□ refer" };
    let waiting = screen.lines().find(|line| line.contains(other)).unwrap();
    assert!(waiting.contains("0:50"), "{screen}");
    // Less remains where drawing takes long.
    let shows = |seconds: u32| screen.contains(&format!("0:{seconds:02}."));
    assert!((0..=46).any(shows) || screen.contains("0:47.0"), "{screen}");
    bench.keys("1");
    assert_eq!(ticks(&bench), None, "another screen is shown");
}
