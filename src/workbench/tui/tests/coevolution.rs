//! Tests of the Coevolution screen, with a small session that is played once for all tests.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::coevolution_session::{
    GENERATIONS, founders, games, generation, open_session, open_session_with, played, settings,
};
use super::fixture::{Bench, record};
use super::views::{frames, pane};
use crate::arena::plan::Fixtures;
use crate::director::Board;
use crate::engine::schema::Schema;
use crate::engine::search::Game;
use crate::evolution::record::{GenerationRecord, HallResult};
use crate::job::LiveRound;
use crate::job::report::{Fact, Progress, Reports, State};
use crate::objectives::event::RoundPurpose;
use crate::objectives::game_store::SessionGame;
use crate::organism::chromosome::Chromosome;
use crate::tui::background::TaskResult;
use crate::tui::background::generation::{Generation, ReadGeneration};
use crate::tui::boards::WriteGame;
use crate::tui::format::parameter_name;
use crate::tui::hit_map::{List, Target};
use crate::tui::message::{Effect, Message};
use crate::tui::screens;
use crate::tui::screens::coevolution::state::{Games, ReadGames, RoundId};
use crate::tui::screens::coevolution::{BOARDS, CROSSTABLE};
use crate::tui::theme::Colours;

fn bench(width: u16, height: u16, generations: u32, confirmed: bool) -> Bench {
    let mut bench = Bench::new(width, height);
    open_session(&mut bench, generations, confirmed);
    bench.keys("@coevolution");
    bench
}

/// A board that shows a game after `1 / share` of its moves; with 1 the game has ended.
fn board(event: RoundPurpose, number: u64, share: usize) -> Board {
    let game =
        played().games.iter().find(|game| game.id.generation == event.generation() && game.id.game == number);
    let game = game.unwrap();
    let (opening, moves) = game.record.replay().unwrap();
    let made = moves.len() / share;
    let mut position = Game::new(opening.start().clone());
    opening.moves().iter().chain(&moves[..made]).for_each(|m| position.play(*m));
    Board {
        fixture: Fixtures::singles(5, 4).fixture(number).unwrap(),
        opening: Some("B33 Sicilian Defence".to_owned()),
        moves: game.record.moves[..made].to_vec(),
        left: [None; 2],
        thoughts: [None, None],
        since: Instant::now(),
        end: (share == 1).then(|| (game.record.ending.clone(), game.record.winner)),
        game: position,
    }
}

/// Reports that `over` of `all` games of an event have ended and two are being played.
fn play_event(bench: &mut Bench, event: RoundPurpose, over: u64, all: u64) {
    let progress = Progress {
        activity: "playing games",
        done: over,
        total: all,
        organisms_per_second: 0.0,
        searches: None,
        time_left: Some(Duration::from_secs(95)),
    };
    let facts = vec![Fact::State(State::Running)];
    bench.send(Message::Reports(Reports { facts, progress: Some(progress), closed: false }));
    let boards = vec![board(event, 3, 2), board(event, 4, 1)];
    let before = event.generation().map_or(0, |generation| 40 * u64::from(generation));
    bench.send(Message::LiveRound(LiveRound { event: Some(event), hall: Vec::new(), before, boards }));
}

/// Sends the workbench one of several events of a coevolution, selected by `number`.
pub(super) fn random_event(bench: &mut Bench, number: u32) {
    match number % 7 {
        0 => open_session(bench, number / 6 % 5, false),
        1 => open_session(bench, GENERATIONS + 1, true),
        2 => play_event(bench, RoundPurpose::Generation(number / 6 % 4), number.into(), 100),
        3 => play_event(bench, RoundPurpose::Confirmation, number.into(), 100),
        4 => play_event(bench, RoundPurpose::Milestones, number.into(), 100),
        5 => play_event(bench, RoundPurpose::FinalMatch, number.into(), 100),
        _ => bench.fact(Fact::Generation(generation(number / 6 % 4))),
    }
}

#[test]
fn whole_frames_equal_their_snapshots() {
    frames("coevolution", |width, height| {
        let mut bench = bench(width, height, 2, false);
        play_event(&mut bench, RoundPurpose::Generation(2), 97, 160);
        bench
    });
}

#[test]
fn panes_of_generations_equal_their_snapshots() {
    let mut first = bench(120, 40, 0, false);
    pane("coevolution-before-the-first-generation", "Standings", &mut first);
    assert!(first.draw().contains("Parameter drift ─── generation 0 to 0"));
    for (name, title, keys) in [
        ("crosstable", "Crosstable", "Tab → →"),
        ("scores", "Scores within each generation, %", "Tab Tab"),
        ("drift", "Parameter drift", "Tab Tab Tab Tab j"),
        ("games", "Games · generation 3", "Shift-Tab j j"),
        ("replay", "Game 2", "Shift-Tab j Enter End ← ← ←"),
    ] {
        let mut bench = bench(120, 40, 4, false);
        bench.keys(keys);
        pane(&format!("coevolution-{name}"), title, &mut bench);
    }
    for (name, title, keys) in
        [("boards", "Boards", "Tab Tab Tab Tab Tab"), ("board", "Game 4", "Tab Tab Tab Tab Tab Tab")]
    {
        let mut bench = bench(120, 40, 2, false);
        play_event(&mut bench, RoundPurpose::Generation(2), 97, 160);
        bench.keys(keys);
        pane(&format!("coevolution-{name}"), title, &mut bench);
    }
}

#[test]
fn panes_of_the_confirmation_equal_their_snapshots() {
    for (name, event, over, all) in [
        ("confirming", RoundPurpose::Confirmation, 20, 90),
        ("milestones", RoundPurpose::Milestones, 40, 60),
        ("final-match", RoundPurpose::FinalMatch, 12, 20),
    ] {
        let mut bench = bench(120, 40, 4, false);
        play_event(&mut bench, event, over, all);
        bench.keys("Tab Tab Tab");
        pane(&format!("coevolution-{name}"), "Confirmation", &mut bench);
    }
    for (name, title, keys) in [
        ("confirmed", "Standings · confirmation", None),
        ("leaders", "Elo of leaders against the founders", Some("Tab Tab")),
        ("champion", "Confirmation", Some("Tab Tab Tab")),
    ] {
        let mut bench = bench(120, 40, 4, true);
        keys.into_iter().for_each(|keys| bench.keys(keys));
        pane(&format!("coevolution-{name}"), title, &mut bench);
    }
}

/// Answers all requests for a generation.
fn answer_requests(bench: &mut Bench) {
    for effect in std::mem::take(&mut bench.effects) {
        if let Some(ReadGeneration { folder, generation: number, .. }) = effect.task().cloned() {
            let read = Generation { folder, record: Ok(generation(number)) };
            bench.send(Message::TaskResult(TaskResult::found(read)));
        }
    }
}

/// The round robin that the title of the standings names.
fn table(bench: &mut Bench) -> String {
    let screen = bench.draw();
    let (_, title) = screen.split_once("Standings · ").unwrap();
    title.split(" ─").next().unwrap().to_owned()
}

#[test]
fn the_newest_round_robin_is_shown_and_any_other_can_be_selected() {
    let mut bench = bench(120, 40, 4, true);
    let keys = |bench: &mut Bench, keys: &str| {
        bench.keys(keys);
        answer_requests(bench);
        table(bench)
    };
    assert_eq!(table(&mut bench), "confirmation");
    assert_eq!(keys(&mut bench, "<"), "generation 3 of 3");
    assert_eq!(keys(&mut bench, "<"), "generation 2 of 3");
    assert_eq!(keys(&mut bench, "<"), "generation 1 of 3");
    assert_eq!(keys(&mut bench, ">"), "generation 2 of 3");
    assert_eq!(keys(&mut bench, ">"), "generation 3 of 3");
    assert_eq!(keys(&mut bench, ">"), "confirmation");
    assert_eq!(keys(&mut bench, "# Esc"), "confirmation");
    assert_eq!(keys(&mut bench, "# Ctrl-U 0 Enter"), "generation 0 of 3");
    // The players of generation 0 are the founders. Their names are shortened to the part in which they differ.
    assert!(bench.draw().contains("run 4") && !bench.draw().contains("seed 1, run 4"));
    assert_eq!(keys(&mut bench, "Esc"), "confirmation");
    bench.keys("Esc");
    assert_eq!(bench.model.screen, screens::coevolution::ID);
}

#[test]
fn scaled_founders_are_named_with_their_scale_and_drift_from_it() {
    let mut settings = settings(Path::new("test.epd"));
    settings.objective.self_play_mut().unwrap().scales = vec!["50:25".parse().unwrap()];
    let (given, scaled) = (founders(), settings.initial_population());
    let mut first = (*generation(0)).clone();
    for individual in &mut first.population {
        let founder = given.iter().position(|founder| founder.chromosome == individual.chromosome).unwrap();
        individual.chromosome = scaled[founder].chromosome.clone();
    }
    let mut bench = Bench::new(200, 60);
    open_session_with(&mut bench, settings, vec![Arc::new(first)], false);
    bench.keys("@coevolution");
    let screen = bench.draw();
    assert!(screen.contains("run 4, 50:25") && !screen.contains("seed 1, run 4"), "{screen}");
    let lines: Vec<&str> = screen.lines().collect();
    let heading = lines.iter().position(|line| line.contains("mean 0")).unwrap();
    let row: Vec<&str> = lines[heading + 1].rsplit("││").next().unwrap().split_whitespace().collect();
    let means: Vec<&str> = row.iter().copied().filter(|word| word.parse::<u32>().is_ok()).take(2).collect();
    assert_eq!(means[0], means[1], "{row:?}");
}

#[test]
fn the_standings_follow_the_newest_generation() {
    let mut bench = bench(120, 40, 2, false);
    assert_eq!(table(&mut bench), "generation 1 of 3");
    bench.fact(Fact::Generation(generation(2)));
    assert_eq!(table(&mut bench), "generation 2 of 3");
    assert!(!bench.draw().contains("Run •"));
    bench.keys("2");
    bench.fact(Fact::Generation(generation(3)));
    assert!(bench.draw().contains("Run •"), "the new generation was not displayed yet");
    bench.keys("@coevolution");
    assert!(!bench.draw().contains("Run •"));
    assert_eq!(table(&mut bench), "generation 3 of 3");
    bench.fact(Fact::RunFinished(played().result.clone()));
    assert_eq!(table(&mut bench), "confirmation");
    // A generation of an evolution without games does not mark the tab.
    let mut other = Bench::paused(120, 40, 1, 3);
    other.fact(Fact::Generation(record(0, 4)));
    assert!(!other.draw().contains("Run •"));
}

#[test]
fn games_of_a_pairing_are_listed_replayed_and_opened_as_positions() {
    let mut bench = bench(120, 40, 4, false);
    let record = generation(3);
    let crosstable = record.crosstable.as_ref().unwrap();
    let two = [crosstable.seats[0], crosstable.seats[2]];
    bench.keys("Tab → → Enter");
    assert!(bench.draw().contains("4 of a pair"), "{}", bench.draw());
    let pairing = played().games.iter().filter(|game| game.id.generation == Some(3));
    let pairing: Vec<&SessionGame> =
        pairing.filter(|game| two.iter().all(|seat| game.id.players.contains(seat))).collect();
    assert_eq!(pairing.len(), 4);
    bench.keys("j Enter");
    let plies = pairing[1].record.opening.len() + pairing[1].record.moves.len();
    bench.keys("End ← ←");
    let screen = bench.draw();
    assert!(screen.contains(&format!("Game {} ", pairing[1].id.game + 1)), "{screen}");
    assert!(screen.contains(&format!("replay, {} of {plies} plies", plies - 2)), "{screen}");
    bench.effects.clear();
    bench.keys("p y");
    let task = bench.effects.iter().find_map(|effect| {
        let WriteGame { moves, tags, path, index, .. } = effect.task()?;
        Some((moves.len(), tags[1].1.clone(), path.clone(), *index))
    });
    let number = pairing[1].id.game + 1;
    let folder = PathBuf::from("sessions/coevolution-0003/positions/generation-0003");
    assert_eq!(
        task,
        Some((
            plies,
            format!("coevolution-0003, generation 3, game {number}"),
            folder.join(format!("game-{number:05}.epd")),
            plies - 2
        ))
    );
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::Copy(_))));
    bench.keys("Esc");
    assert!(bench.draw().contains("4 of a pair"), "back to the list");
    bench.keys("Esc");
    assert!(bench.draw().contains("Games · generation 3") && !bench.draw().contains("of a pair"));
}

#[test]
fn games_against_the_hall_of_fame_count_and_are_replayed() {
    let mut bench = Bench::new(200, 60);
    open_session(&mut bench, 3, false);
    bench.with_reads = false;
    bench.keys("@coevolution");
    // Each organism of the last generation has played two games against the leader of generation 1.
    let mut last = GenerationRecord::clone(&generation(3));
    let table = last.crosstable.as_mut().unwrap();
    let chromosome = generation(1).population[0].chromosome.clone();
    let wins_all = vec![[0, 0, 2]; table.seats.len()];
    table.hall.push(HallResult { generation: 1, chromosome, results: wins_all });
    let seats = table.seats.clone();
    bench.fact(Fact::Generation(Arc::new(last)));
    bench.effects.clear();
    bench.draw();
    let which =
        RoundId { folder: "sessions/coevolution-0003".into(), run: 0, event: RoundPurpose::Generation(3) };
    let mut read = games(&which);
    for number in 0..10 {
        let mut game = read[number].clone();
        let seat = seats[number / 2];
        game.id.players = if number % 2 == 0 { [seat, 5] } else { [5, seat] };
        (game.id.game, game.id.hall) = (40 + number as u64, Some(1));
        read.push(game);
    }
    bench.send(Message::TaskResult(TaskResult::found(Games { round: which, games: Ok(Arc::new(read)) })));
    let screen = bench.draw();
    assert!(screen.contains("50 games"), "{screen}");
    let best = generation(3).crosstable.as_ref().unwrap().results[0].clone();
    let points: f64 = best.iter().map(|[_, drawn, won]| f64::from(*won) + f64::from(*drawn) / 2.0).sum();
    assert!(screen.contains(&format!(" {} ", points + 2.0)), "{screen}");
    // The last column of the crosstable belongs to the member of the hall of fame.
    bench.keys("Tab → → → → → → →");
    let screen = bench.draw();
    assert!(screen.contains("against hall, gen 1: 2 won, 0 drawn, 0 lost"), "{screen}");
    bench.keys("Enter");
    let screen = bench.draw();
    assert!(screen.contains("2 of a pair") && screen.contains("hall, gen 1"), "{screen}");
    bench.keys("Enter");
    assert!(bench.draw().contains("Game 41 "), "{}", bench.draw());
    // A game in progress against a member of the hall of fame names the member too.
    let mut board = board(RoundPurpose::Generation(3), 4, 2);
    board.fixture.players = [5, 0];
    let (event, hall) = (Some(RoundPurpose::Generation(4)), vec![2]);
    bench.send(Message::LiveRound(LiveRound { event, hall, before: 170, boards: vec![board] }));
    assert!(bench.draw().contains("hall, gen 2"), "{}", bench.draw());
}

#[test]
fn games_that_cannot_be_read_are_explained() {
    let mut bench = Bench::new(120, 40);
    open_session(&mut bench, 2, false);
    bench.keys("1");
    bench.with_reads = false;
    bench.fact(Fact::Generation(generation(2)));
    bench.effects.clear();
    bench.keys("@coevolution");
    assert!(bench.draw().contains("reading the games"));
    let asked: Vec<RoundId> = bench
        .effects
        .drain(..)
        .filter_map(|effect| effect.task().map(|ReadGames(which)| which.clone()))
        .collect();
    assert_eq!(asked.len(), 1);
    let why = "sessions/coevolution-0003/games.jsonl: permission denied".to_owned();
    bench.send(Message::TaskResult(TaskResult::found(Games { round: asked[0].clone(), games: Err(why) })));
    assert!(bench.draw().contains("permission denied"));
    assert!(!bench.effects.iter().any(|effect| effect.task::<ReadGames>().is_some()));
    // Games of a round robin that is not displayed any more are ignored.
    bench.fact(Fact::Generation(generation(3)));
    let late = Games { round: asked[0].clone(), games: Ok(Arc::new(games(&asked[0]))) };
    bench.send(Message::TaskResult(TaskResult::found(late)));
    assert!(bench.draw().contains("reading the games"));
}

#[test]
fn enter_and_r_select_the_subject_and_the_rival() {
    let mut bench = bench(120, 40, 4, true);
    let result = &played().result;
    let Some(confirmation) = result.details.confirmation() else { panic!() };
    // The confirmed champion is the subject by default.
    let place = confirmation.players[confirmation.champion()].place.unwrap();
    let subject = bench.model.subject().unwrap();
    let last = generation(GENERATIONS);
    let schema = Schema::built_in("paper-2014").unwrap();
    assert_eq!(subject.values, last.population[place as usize].chromosome.decode(&schema));
    bench.keys("j j r k Enter");
    let order = confirmation.order();
    let values = |place: usize| confirmation.players[order[place]].chromosome.decode(&schema);
    assert_eq!(bench.model.rival().unwrap().values, values(2));
    assert_eq!(bench.model.subject().unwrap().values, values(1));
    bench.keys("j r");
    assert!(bench.model.rival().is_none());
}

#[test]
fn parameter_drift_compares_the_means_of_generations() {
    let mut bench = bench(200, 60, 4, false);
    let schema = Schema::built_in("paper-2014").unwrap();
    let mean = |chromosomes: Vec<&Chromosome>, at: usize| {
        let sum: i32 = chromosomes.iter().map(|chromosome| chromosome.decode(&schema)[at]).sum();
        f64::from(sum) / chromosomes.len() as f64
    };
    let founders = founders();
    let last = generation(GENERATIONS);
    let mut farthest = (0.0, String::new());
    for (at, known) in schema.parameters.iter().enumerate().filter(|(_, known)| known.bits > 0) {
        let before = mean(founders.iter().map(|founder| &founder.chromosome).collect(), at);
        let now = mean(last.population.iter().map(|organism| &organism.chromosome).collect(), at);
        let share: f64 = (now - before) / f64::from(known.range.1 - known.range.0);
        if share.abs() > farthest.0 {
            farthest = (share.abs(), format!("{before:.0} {now:.0} {:.0}", 100.0 * share.abs()));
            farthest.1 = format!("{} {}", parameter_name(&known.name), farthest.1);
        }
    }
    let screen = bench.draw();
    let lines: Vec<&str> = screen.lines().collect();
    let heading = lines.iter().position(|line| line.contains("mean 0")).unwrap();
    let row: String = lines[heading + 1].rsplit("││").next().unwrap().to_owned();
    let words: Vec<&str> = row.split_whitespace().collect();
    let text = words.join(" ").replace(['+', '−'], "");
    assert!(text.starts_with(&farthest.1), "{text} but {}", farthest.1);
}

fn click(bench: &mut Bench, wanted: Target) {
    bench.draw();
    let cells = (0..200).flat_map(|column| (0..60).map(move |row| (column, row)));
    let place =
        cells.into_iter().find(|(column, row)| bench.model.hits.at(*column, *row).any(|at| *at == wanted));
    let cell = place.unwrap_or_else(|| panic!("{wanted:?} is not on the screen"));
    bench.click(cell);
}

#[test]
fn clicks_select_generations_games_and_boards() {
    let mut bench = bench(200, 60, 4, true);
    click(&mut bench, Target::Generation(1));
    answer_requests(&mut bench);
    assert_eq!(table(&mut bench), "generation 1 of 3");
    click(&mut bench, Target::Part(CROSSTABLE, 1));
    click(&mut bench, Target::Part(CROSSTABLE, 1));
    assert!(bench.draw().contains("4 of a pair"));
    click(&mut bench, Target::Row(List("coevolution: games"), 2));
    assert!(!bench.draw().contains("replay, "));
    click(&mut bench, Target::Row(List("coevolution: games"), 2));
    assert!(bench.draw().contains("replay, "));
    play_event(&mut bench, RoundPurpose::Generation(2), 7, 160);
    click(&mut bench, Target::Part(BOARDS, 1));
    assert!(bench.draw().contains("Game 5 ·"), "{}", bench.draw());
    click(&mut bench, Target::Row(List("coevolution: standings"), 3));
    assert!(bench.draw().contains("▸   4"), "{}", bench.draw());
}

#[test]
fn only_shown_finalists_can_be_selected() {
    let mut bench = bench(200, 60, 4, true);
    let finalist = Target::Row(List("coevolution: finalists"), 2);
    click(&mut bench, finalist.clone());
    click(&mut bench, finalist.clone());
    let result = &played().result;
    let Some(confirmation) = result.details.confirmation() else { panic!() };
    let player = &confirmation.players[confirmation.order()[2]];
    let schema = Schema::built_in("paper-2014").unwrap();
    assert_eq!(bench.model.subject().unwrap().values, player.chromosome.decode(&schema));
    // While a generation is shown, the rows of its standings are not those of the confirmation.
    bench.keys("c <");
    let champion = bench.model.subject();
    click(&mut bench, finalist.clone());
    click(&mut bench, finalist);
    assert_eq!(bench.model.subject(), champion);
}

#[test]
fn another_session_replaces_all_panes() {
    let mut bench = bench(120, 40, 4, true);
    play_event(&mut bench, RoundPurpose::Generation(2), 7, 160);
    bench.keys("Shift-Tab Enter");
    bench.start_session(1);
    let screen = bench.draw();
    assert!(!screen.contains("replay") && !screen.contains("Standings"), "{screen}");
}

#[test]
fn ascii_mode_draws_only_ascii_and_no_colour_mode_sets_no_colour() {
    for (generations, confirmed) in [(0, false), (2, false), (4, true)] {
        let mut bench = bench(120, 40, generations, confirmed);
        bench.model.ascii = true;
        for _ in 0..8 {
            bench.keys("Tab");
            assert!(bench.draw().is_ascii(), "{}", bench.draw());
        }
        bench.model.ascii = false;
        bench.model.theme.colours = Colours::None;
        bench.draw();
        for cell in &bench.terminal.backend().buffer().content {
            assert_eq!((cell.fg, cell.bg), Default::default(), "{}", cell.symbol());
        }
    }
}
