//! The Match screen, with games of organisms that are the same every time.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use shakmaty::{Color, Position};

use super::fixture::Bench;
use super::views::snapshot;
use crate::arena::control::{Control, TimeControl};
use crate::arena::game::{self, Adjudication, Ending, MoveLimit, Record, Rules, Verdict};
use crate::arena::matches::Finish;
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::Event;
use crate::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use crate::arena::settings::{MatchPlayer, MatchSettings, OpeningSource};
use crate::arena::{Player, PlayerFactory};
use crate::director::{Board, Report, Thought, Who};
use crate::engine::search::{self, Bound, Game, Line, Signal, Value};
use crate::positions::Variant;
use crate::session::Games;
use crate::tui::background::{TaskResult, Work as _};
use crate::tui::boards::{self, WriteGame, Written};
use crate::tui::message::{Effect, Host, Message};
use crate::tui::screens;
use crate::tui::screens::matches::players::Engine;
use crate::tui::screens::matches::tasks::{CheckOpenings, Engines, Saved};
use crate::tui::screens::matches::{Pane, SavedRow, Spot, Stage};
use crate::tui::seen::Target;

/// How many games are made up.
const GAMES: u64 = 6;

fn openings() -> Openings {
    Openings::embedded().unwrap()
}

/// Games of two organisms with 20 nodes a move, each as if it had taken as long.
fn games() -> &'static [Record] {
    static PLAYED: OnceLock<Vec<Record>> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let options = PlayerOptions { search: None, hash: 1, options: Vec::new() };
        let factory = |name: &str| -> PlayerFactory {
            ResolvedPlayer::of(&name.parse().unwrap(), &options).unwrap().factory
        };
        let rules = Rules {
            control: Control::Nodes(20),
            margin: Duration::ZERO,
            adjudication: Adjudication { moves: Some(MoveLimit(30)), ..Adjudication::default() },
            tablebases: None,
            detail: false,
        };
        let openings = openings();
        let play = |number: u64| {
            let mut first = factory("reference").player(&Signal::default()).unwrap();
            let mut second = factory("paper-2014-figure-3").player(&Signal::default()).unwrap();
            let (first, second): (&mut dyn Player, &mut dyn Player) = (first.as_mut(), second.as_mut());
            let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
            let opening = openings.nth(Order::Random, 1, number / 2).game;
            let played = game::play(players, &opening, &rules, &Signal::default(), &mut |_| {}).unwrap();
            let mut record = played.record;
            record.moves.iter_mut().for_each(|recorded| recorded.microseconds = 12_345);
            if number == 3 {
                let reason = "it overran its time by 31 ms".to_owned();
                record.ending = Ending::Forfeit { verdict: Verdict::TimeForfeit, reason };
                record.winner = Some(Color::White);
            }
            record
        };
        (0..GAMES).map(play).collect()
    })
}

fn settings(players: &[&str], control: Control, sprt: bool) -> MatchSettings {
    let player = |name: &&str| MatchPlayer {
        name: (*name).to_owned(),
        spec: (*name).to_owned(),
        hash: 16,
        search: None,
        options: Vec::new(),
        blake3: None,
    };
    MatchSettings {
        players: players.iter().map(player).collect(),
        event: Event::RoundRobin,
        games: 40,
        control,
        margin: 20,
        adjudication: Adjudication::default(),
        tablebases: None,
        variant: Variant::Standard,
        openings: OpeningSource { file: None, blake3: String::new(), count: None },
        order: Order::Random,
        seed: 1,
        sprt: sprt.then(|| "0,20".parse().unwrap()),
        pgn_detail: false,
    }
}

/// A board on which the first half of a game was played.
fn board(settings: &MatchSettings, number: u64) -> Board {
    let record = &games()[number as usize];
    let (opening, moves) = record.replay().unwrap();
    let half = moves.len() / 2;
    let mut game = Game::new(opening.start().clone());
    opening.moves().iter().chain(&moves[..half]).for_each(|m| game.play(*m));
    let thought = |ply: usize, value: i32| {
        let mut before = Game::new(opening.start().clone());
        game.moves()[..ply].iter().for_each(|m| before.play(*m));
        let line = before.position().legal_moves().into_iter().take(1).collect();
        let report = search::Report {
            depth: 11,
            selective_depth: 20,
            complete: true,
            index: 1,
            line: Line { value: Value::Centipawns(value), bound: Bound::Exact, moves: line },
            nodes: 123_456,
            tablebase_hits: 0,
            hash_full: 12,
            elapsed: Duration::from_millis(800),
        };
        Some(Thought { ply, report })
    };
    let made = game.moves().len();
    let timed = settings.control.is_timed();
    Board {
        fixture: settings.plan().fixture(number).unwrap(),
        opening: Some("B33 Sicilian Defence".to_owned()),
        moves: record.moves[..half].to_vec(),
        left: [83_000, 7_250].map(|left| timed.then(|| Duration::from_millis(left))),
        thoughts: [thought(made, 31), thought(made - 1, -12)],
        since: Instant::now(),
        end: None,
        game,
    }
}

/// A match was opened in which the first games are over; nobody moves.
pub(super) fn opened(bench: &mut Bench, settings: &MatchSettings, over: u64) {
    let folder = PathBuf::from("sessions/match-0003");
    bench.keys("6");
    let about = Ok("reference – paper-2014-figure-3 · 10 nodes a move".to_owned());
    let row = SavedRow { folder: folder.clone(), about, games: Some((over, 40)), age: None };
    bench.send(Message::TaskResult(TaskResult::found(Saved(Ok(vec![row])))));
    bench.keys("Enter");
    let games: Games = (0..over).map(|game| (game, games()[game as usize].clone())).collect();
    let settings = Box::new(settings.clone());
    tell(bench, [Report::Opened { folder, settings, games, threads: 2 }]);
    bench.draw();
}

fn tell(bench: &mut Bench, reports: impl IntoIterator<Item = Report>) {
    bench.send(Message::Match(reports.into_iter().collect()));
}

fn over(bench: &mut Bench, settings: &MatchSettings, number: u64) {
    let fixture = settings.plan().fixture(number).unwrap();
    tell(bench, [Report::Over(fixture, Box::new(games()[number as usize].clone()))]);
}

const TWO: [&str; 2] = ["reference", "paper-2014-figure-3"];

pub(super) fn nodes() -> MatchSettings {
    settings(&TWO, Control::Nodes(10), true)
}

/// A match with two boards and some games that are over.
fn playing(width: u16, height: u16, settings: &MatchSettings) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 57);
    opened(&mut bench, settings, 4);
    bench.send(Message::Boards(vec![board(settings, 4), board(settings, 5)]));
    bench
}

fn hosted(bench: &mut Bench) -> Vec<Host> {
    let effects = std::mem::take(&mut bench.effects);
    let orders = effects.into_iter().filter_map(|effect| match effect {
        Effect::Host(order) => Some(order),
        _ => None,
    });
    orders.collect()
}

fn stage(bench: &Bench) -> Stage {
    bench.screens.matches.open.as_ref().unwrap().stage.clone()
}

#[test]
fn snapshots() {
    let clock: TimeControl = "90+0.5".parse().unwrap();
    let timed = settings(&TWO, Control::Clock(clock), false);
    let many = settings(
        &["reference", "paper-2014-figure-3", "Toga II 3.0", "Phalanx XXV"],
        Control::Depth(4),
        false,
    );
    snapshot("match-empty", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 3);
        bench.keys("6");
        bench.send(Message::TaskResult(TaskResult::found(Saved(Ok(Vec::new())))));
        bench
    });
    snapshot("match-playing", |width, height| playing(width, height, &nodes()));
    snapshot("match-timed", |width, height| playing(width, height, &timed));
    snapshot("match-tournament", |width, height| {
        let mut bench = playing(width, height, &many);
        bench.keys("Tab");
        bench
    });
    snapshot("match-warned", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 57);
        opened(&mut bench, &timed, 3);
        warned(&mut bench);
        bench
    });
    for (name, keys) in [("boards", "Tab Tab"), ("games", "Tab Tab Tab j"), ("faults", "Tab Tab Tab Tab")] {
        snapshot(&format!("match-{name}"), |width, height| {
            let mut bench = playing(width, height, &nodes());
            bench.keys(keys);
            bench
        });
    }
    snapshot("match-replay", |width, height| {
        let mut bench = playing(width, height, &nodes());
        bench.keys("Tab Tab Tab Enter ← ← ←");
        bench
    });
    snapshot("match-players", |width, height| {
        let mut bench = players(width, height);
        bench.keys("Enter");
        bench
    });
    snapshot("match-terms", |width, height| {
        let mut bench = players(width, height);
        bench.keys("Enter Enter Enter");
        bench
    });
    snapshot("match-failed", |width, height| {
        let mut bench = players(width, height);
        bench.keys("Enter Enter Tab Enter");
        let why =
            "uci:toga3: it cannot be started: No such file or directory; name a program in PATH or its path";
        tell(&mut bench, [Report::Failed(why.to_owned())]);
        bench
    });
}

/// The director warns of the machine.
fn warned(bench: &mut Bench) {
    let text = crate::arena::wake::warning(Duration::from_millis(34), 20).unwrap();
    tell(bench, [Report::Warning(text)]);
}

#[test]
fn a_result_lost_on_time_is_shown_as_suspect() {
    let settings = settings(&TWO, Control::Clock("90+0.5".parse().unwrap()), false);
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

/// Something happens on the screen: which of many things.
pub(super) fn happens(bench: &mut Bench, which: u32) {
    let names =
        if which.is_multiple_of(2) { &TWO[..] } else { &["one", "an engine of a long name", "three"] };
    let settings = settings(names, Control::Nodes(10), which.is_multiple_of(3));
    let fixture = settings.plan().fixture(u64::from(which) % GAMES).unwrap();
    let record = games()[fixture.game as usize].clone();
    let folder = PathBuf::from("sessions/match-0003");
    let reports = match which % 7 {
        0 | 1 => {
            let games = if which.is_multiple_of(5) { Games::new() } else { [(fixture.game, record)].into() };
            vec![Report::Opened { folder, settings: Box::new(settings), games, threads: 2 }]
        }
        2 | 3 => vec![Report::Over(fixture, Box::new(record))],
        4 => vec![Report::Ended(Finish::Stopped, folder.join("games.pgn"))],
        5 => vec![Report::Failed("an engine cannot be started".to_owned())],
        _ => {
            let boards = (0..u64::from(which) % 5).map(|board| self::board(&settings, board)).collect();
            return bench.send(Message::Boards(boards));
        }
    };
    tell(bench, reports);
}

/// The list of players.
fn players(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 57);
    bench.keys("6 n");
    let engine = |name: &str, problem: Option<&str>| Engine {
        name: name.to_owned(),
        kind: "engine, UCI",
        problem: problem.map(str::to_owned),
    };
    let absent = engine("crafty", Some("its program is not in PATH"));
    bench.send(Message::TaskResult(TaskResult::found(Engines(vec![absent, engine("toga2", None)]))));
    bench
}

#[test]
fn two_players_and_three_keys_begin_a_match() {
    let mut bench = players(120, 40);
    // The subject stands first.
    bench.keys("Enter");
    bench.types("toga");
    bench.keys("Enter Enter");
    bench.keys("Enter");
    let orders = hosted(&mut bench);
    let [Host::Begin { config, threads: None }] = orders.as_slice() else { panic!("{orders:?}") };
    assert!(matches!(&config.players[0].who, Who::Organism(_)), "{:?}", config.players[0]);
    assert_eq!(config.players[0].name.as_deref(), Some("champion · run 1 · gen 57"));
    assert_eq!(config.players[1].who, Who::Named("toga2".parse().unwrap()));
    assert_eq!((config.control, config.games), (Control::Nodes(10_000), 100));
    assert_eq!(stage(&bench), Stage::Checking);
    // While a match is played no other can begin.
    bench.keys("n");
    assert!(bench.model.popup.is_none());
}

#[test]
fn what_the_form_says_is_what_is_proposed() {
    let mut bench = players(120, 40);
    bench.keys("Enter");
    bench.types("xboard:my engine");
    bench.keys("Enter Enter");
    // A clock, 40 games, a test, an adjudication.
    bench.keys("→ Tab End Ctrl-U");
    bench.types("40/5+0.5");
    bench.keys("Tab Ctrl-U");
    bench.types("40");
    bench.keys("Tab");
    bench.types("0,10");
    // The other Elo, Chess960.
    bench.keys("Tab → Tab → Tab Tab Tab Tab");
    bench.types("4,600");
    bench.keys("Enter");
    let orders = hosted(&mut bench);
    let [Host::Begin { config, .. }] = orders.as_slice() else { panic!("{orders:?}\n{}", bench.draw()) };
    assert_eq!(config.players[1].who, Who::Named("xboard:my engine".parse().unwrap()));
    assert_eq!((config.control.to_string().as_str(), config.games), ("40/5+0.5", 40));
    assert_eq!(config.sprt.unwrap().to_string(), "H0 0 against H1 10 nElo, α 0.05, β 0.05");
    assert_eq!(config.variant, Variant::Chess960);
    assert_eq!(config.adjudication.resign.unwrap().to_string(), "4,600");
    // The form remembers all that.
    tell(&mut bench, [Report::Failed("no".to_owned())]);
    bench.keys("n Enter");
    let screen = bench.draw();
    assert!(screen.contains("40/5+0.5") && screen.contains("0,10,0.05,0.05"), "{screen}");
}

/// The form of a match, the keys on the number of games.
fn terms() -> Bench {
    let mut bench = players(120, 40);
    bench.keys("Enter");
    bench.types("toga");
    bench.keys("Enter Enter Tab Tab Ctrl-U");
    bench
}

#[test]
fn more_games_than_openings_allow_are_refused_by_the_form() {
    let mut bench = terms();
    bench.types("69402");
    bench.keys("Enter");
    assert!(hosted(&mut bench).is_empty() && bench.model.popup.is_some());
    let screen = bench.draw();
    assert!(screen.contains("at most 69400: twice 34700 openings"), "{screen}");
    // As many as there are openings for are no problem.
    bench.keys("Ctrl-U");
    bench.types("69400");
    bench.keys("Enter");
    assert_eq!(hosted(&mut bench).len(), 1);
}

#[test]
fn openings_of_a_file_are_counted_before_a_match_begins() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("one.epd");
    std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    let task = |games: &str, path: &Path| {
        let mut bench = terms();
        bench.types(games);
        bench.keys("Tab Tab Tab → Tab");
        bench.types(&path.display().to_string());
        bench.keys("Enter");
        let task = bench.effects.iter().find_map(|effect| match effect {
            Effect::BackgroundTask(task) => task.get::<CheckOpenings>().map(|_| task.clone()),
            _ => None,
        });
        let told = task.unwrap_or_else(|| panic!("{}", bench.draw())).run();
        bench.send(Message::TaskResult(told));
        bench
    };
    let mut bench = task("3", &path);
    assert!(hosted(&mut bench).is_empty());
    let screen = bench.draw();
    assert!(screen.contains("at most 2: twice 1 opening"), "{screen}");
    let mut bench = task("2", &root.path().join("none.epd"));
    assert!(hosted(&mut bench).is_empty() && bench.model.popup.is_some());
    let mut bench = task("2", &path);
    let orders = hosted(&mut bench);
    let [Host::Begin { config, .. }] = orders.as_slice() else { panic!("{orders:?}") };
    assert_eq!((config.games, &config.openings), (2, &Some(path)));
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
fn a_player_too_many_is_sent_away_by_a_backspace_or_the_mouse() {
    let mut bench = players(120, 40);
    bench.keys("Enter Enter");
    bench.types("toga");
    bench.keys("Enter");
    assert!(bench.draw().contains("3 picked"));
    bench.keys("Backspace");
    assert!(bench.draw().contains("2 picked"));
    let (column, row) = bench.find("2 champion");
    click(&mut bench, column, row);
    assert!(bench.draw().contains("1 picked"));
    bench.keys("Tab");
    assert!(bench.draw().contains("pick one more"));
}

fn click(bench: &mut Bench, column: u16, row: u16) {
    use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    let kind = MouseEventKind::Down(MouseButton::Left);
    bench.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

#[test]
fn a_match_is_paused_steered_stopped_and_gone_on_with() {
    let settings = nodes();
    let mut bench = playing(120, 40, &settings);
    let folder = PathBuf::from("sessions/match-0003");
    assert_eq!(hosted(&mut bench), [Host::GoOn { folder: folder.clone(), paused: true }]);
    assert_eq!(stage(&bench), Stage::Paused);
    bench.keys("Space + - - Space");
    let orders =
        [Host::Pause(false), Host::Threads(3), Host::Threads(2), Host::Threads(1), Host::Pause(true)];
    assert_eq!(hosted(&mut bench), orders);
    bench.keys("-");
    assert!(hosted(&mut bench).is_empty() && bench.draw().contains("one game at a time"));
    bench.keys("x");
    assert_eq!((hosted(&mut bench).as_slice(), stage(&bench)), ([Host::Stop].as_slice(), Stage::Stopping));
    tell(&mut bench, [Report::Ended(Finish::Stopped, folder.join("games.pgn"))]);
    assert_eq!(stage(&bench), Stage::Stopped);
    bench.keys("Space");
    assert_eq!(hosted(&mut bench), [Host::GoOn { folder, paused: false }]);
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
    let shown = bench.screens.positions.study.entry(index).unwrap();
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
            .seen
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
    let clock: TimeControl = "90+0.5".parse().unwrap();
    let settings = settings(&TWO, Control::Clock(clock), false);
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
