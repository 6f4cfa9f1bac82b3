//! The checks of a UCI engine by positions and searches.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::Position;

use super::super::client::{CHESS960, Client};
use super::super::go;
use super::super::info::Best;
use crate::arena::compliance::{Finding, Heard, MIDDLE_GAME, game_of, limited, stopped_after, timed};
use crate::arena::node_counts::keeps;
use crate::arena::notation::coordinates;
use crate::arena::search::legal_line;
use crate::arena::{Info, Player, PlayerError};
use crate::engine::search::{Game, Limits, SearchResult, Signal, Time};
use crate::numbers::thousands;
use crate::positions::Variant;

/// The clock of timed searches: as short as at the end of a fast game.
const CLOCK: Duration = Duration::from_millis(100);

/// How long a search without a limit runs before it is stopped.
const INFINITE: Duration = Duration::from_millis(300);

/// The positions for node limits.
const POSITIONS: [&str; 5] = [
    "",
    MIDDLE_GAME,
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
    "8/pp3pk1/2p3p1/3r4/1P3P2/P5P1/4R1K1/8 w - - 0 30",
    "2r3k1/1q3ppp/p2bpn2/1p6/3P4/P1NQ1N2/1P3PPP/2R3K1 w - - 2 20",
];

/// The node limits.
const NODES: [u64; 2] = [1_000, 10_000];

/// How long the search for them may take. It takes milliseconds.
const NODES_TIME: Duration = Duration::from_secs(2);

/// The depth limit.
const DEPTH: u32 = 4;

/// A position with one legal move, and two without one.
pub(super) const FORCED: &str = "6rk/8/8/8/8/8/8/7K w - - 0 1";
const OVER: [(&str, &str); 2] = [
    ("checkmate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
];

/// A position of Chess960.
const SHUFFLED: &str = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1";

/// Sends a position and waits until it is set up.
pub(super) fn set_up(client: &mut Client, game: &Game, signal: &Signal) -> Result<Finding, PlayerError> {
    client.process.send(&go::position(game))?;
    client.wait_until_ready(signal, Duration::ZERO)?;
    Ok(Finding::Passed("ready afterwards".to_owned()))
}

/// Searches a position by this command. The limits have the time of the command, and no others: the engine must keep them
/// itself.
fn search(
    client: &mut Client,
    heard: &mut Heard,
    signal: &Signal,
    (game, command, limits): (&Game, &str, &Limits),
) -> Result<SearchResult, PlayerError> {
    client.process.send(&go::position(game))?;
    let ready = client.wait_until_ready(signal, Duration::ZERO)?;
    let first = client.process.recorded().len();
    let found = client
        .search_by(command, (game.position(), limits), ready, signal, &mut |_| ControlFlow::Continue(()));
    let lines = client.process.received_since(first);
    let infos = lines.filter_map(|line| Some((line, Info::parse(line)?)));
    for (line, info) in infos {
        let moves = legal_line(game.position(), &info.moves, coordinates);
        if moves.len() < info.moves.len() {
            Heard::keep(&mut heard.bad_line, line);
        }
    }
    found
}

/// Searches by this command with a clock or a time of 100 ms.
pub(super) fn clock(
    client: &mut Client,
    heard: &mut Heard,
    signal: &Signal,
    fen: &str,
    command: &str,
) -> Result<Finding, PlayerError> {
    let limits = Limits { time: Time::Move(CLOCK), ..Limits::default() };
    client.new_game(signal)?;
    timed(CLOCK, &mut || {
        let first = client.process.recorded().len();
        search(client, heard, signal, (&game_of(fen, ""), command, &limits))?;
        let infos: Vec<Info> = client.process.received_since(first).filter_map(Info::parse).collect();
        if infos.is_empty() {
            Heard::keep(&mut heard.silent_search, command);
        }
        if !infos.iter().any(|info| info.value.is_some()) {
            Heard::keep(&mut heard.without_score, command);
        }
        Ok(client.timing().map_or(Duration::MAX, |timing| timing.used))
    })
}

/// Compares the nodes of searches with their limit.
pub(super) fn nodes(client: &mut Client, heard: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    let (mut seen, mut is_kept) = (Vec::new(), true);
    for limit in NODES {
        let mut counts = Vec::new();
        for fen in POSITIONS {
            client.new_game(signal)?;
            let command = format!("go nodes {limit}");
            let task = (&game_of(fen, ""), command.as_str(), &Limits::default());
            let (found, stopped) = stopped_after(NODES_TIME, |signal| search(client, heard, signal, task));
            let found = found?;
            if stopped.is_some() {
                let nodes = thousands(found.nodes);
                return Ok(Finding::Failed(format!(
                    "“{command}” does not end: {nodes} nodes when it was stopped"
                )));
            }
            counts.push(found.nodes);
        }
        counts.sort_unstable();
        let median = counts[counts.len() / 2];
        if median == 0 {
            return Ok(Finding::Warning("the engine reports no nodes".to_owned()));
        }
        is_kept &= keeps(median, limit);
        seen.push(format!("{} for {}", thousands(median), thousands(limit)));
    }
    let seen = format!("nodes searched: {} (medians of {})", seen.join(", "), POSITIONS.len());
    Ok(if is_kept { Finding::Passed(seen) } else { Finding::Failed(seen) })
}

pub(super) fn depth(client: &mut Client, heard: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    client.new_game(signal)?;
    let command = format!("go depth {DEPTH}");
    let task = (&game_of(MIDDLE_GAME, ""), command.as_str(), &Limits::default());
    let found = stopped_after(client.patience.silence, |signal| search(client, heard, signal, task)).0?;
    let depth = found.report.map(|report| report.depth);
    Ok(match depth {
        None => Finding::Warning("the engine reports no depth".to_owned()),
        Some(DEPTH) => Finding::Passed(format!("the last iteration has depth {DEPTH}")),
        Some(depth) => Finding::Failed(format!("the last iteration has depth {depth}, not {DEPTH}")),
    })
}

/// Searches without a limit, and stops.
pub(super) fn infinite(
    client: &mut Client,
    heard: &mut Heard,
    signal: &Signal,
    fen: &str,
) -> Result<Finding, PlayerError> {
    client.new_game(signal)?;
    let task = (&game_of(fen, ""), "go infinite", &Limits::default());
    let (found, stopped) = stopped_after(INFINITE, |signal| search(client, heard, signal, task));
    found?;
    let used = client.timing.map_or(Duration::ZERO, |timing| timing.used);
    Ok(match stopped {
        None => Finding::Failed(format!("moved after {} ms, before stop", used.as_millis())),
        Some(after) => Finding::Passed(format!("moved {} ms after stop", after.as_millis())),
    })
}

pub(super) fn ready_in_search(
    client: &mut Client,
    _: &mut Heard,
    signal: &Signal,
) -> Result<Finding, PlayerError> {
    client.new_game(signal)?;
    client.process.send(&go::position(&game_of(MIDDLE_GAME, "")))?;
    client.process.send("go infinite")?;
    client.process.send("isready")?;
    let started = Instant::now();
    let mut answered = None;
    while let Some(line) =
        client.process.receive_unless(signal, Duration::ZERO, started + Duration::from_secs(1))?
    {
        if line.trim() == "readyok" {
            answered = Some(started.elapsed());
            break;
        }
        if Best::parse(&line).is_some() {
            return Ok(Finding::Skipped("the engine moved before stop".to_owned()));
        }
    }
    client.process.send("stop")?;
    let after = client.patience.stop;
    if best_within(client, signal, after)?.is_none() {
        return Err(client.hung("bestmove", after));
    }
    Ok(match answered {
        Some(after) => Finding::Passed(format!("answered after {} ms", after.as_millis())),
        None => Finding::Warning("no answer within 1 s".to_owned()),
    })
}

/// Returns the move that the engine writes within this time; `None` if it writes none.
fn best_within(client: &mut Client, signal: &Signal, time: Duration) -> Result<Option<Best>, PlayerError> {
    let deadline = Instant::now() + time;
    while let Some(line) = client.process.receive_unless(signal, Duration::ZERO, deadline)? {
        if let Some(best) = Best::parse(&line) {
            return Ok(Some(best));
        }
    }
    Ok(None)
}

pub(super) fn search_moves(
    client: &mut Client,
    heard: &mut Heard,
    signal: &Signal,
) -> Result<Finding, PlayerError> {
    client.new_game(signal)?;
    let game = game_of("", "");
    let task = (&game, "go depth 2 searchmoves a2a3", &Limits::default());
    let found = stopped_after(client.patience.silence, |signal| search(client, heard, signal, task)).0?;
    Ok(if found.best == coordinates("a2a3", game.position()) {
        Finding::Passed("moved a2a3".to_owned())
    } else {
        Finding::Warning("moved another move than a2a3".to_owned())
    })
}

pub(super) fn repeatable(
    client: &mut Client,
    heard: &mut Heard,
    signal: &Signal,
) -> Result<Finding, PlayerError> {
    let mut found = Vec::new();
    for _ in 0..2 {
        client.new_game(signal)?;
        let task = (&game_of(MIDDLE_GAME, ""), "go nodes 5000", &Limits::default());
        let (result, stopped) = stopped_after(NODES_TIME, |signal| search(client, heard, signal, task));
        let result = result?;
        if stopped.is_some() {
            return Ok(Finding::Skipped("the engine does not keep a node limit".to_owned()));
        }
        found.push((result.best, result.nodes));
    }
    Ok(if found[0] == found[1] {
        Finding::Passed("the same nodes and move twice".to_owned())
    } else {
        let [one, other] = [found[0].1, found[1].1].map(thousands);
        Finding::Warning(format!("two equal searches differ: {one} and {other} nodes"))
    })
}

/// Checks positions without a legal move.
pub(super) fn game_over(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    for (name, fen) in OVER {
        client.new_game(signal)?;
        client.process.send(&go::position(&game_of(fen, "")))?;
        client.wait_until_ready(signal, Duration::ZERO)?;
        client.process.send("go movetime 50")?;
        match best_within(client, signal, Duration::from_secs(1))? {
            Some(Best::None) => {}
            Some(Best::Move(text, _)) => {
                let text: String = text.chars().take(10).collect();
                return Ok(Finding::Warning(format!("{name}: bestmove {text}")));
            }
            None => return Ok(Finding::Warning(format!("{name}: no answer within 1 s"))),
        }
    }
    Ok(Finding::Passed("bestmove without a move".to_owned()))
}

pub(super) fn chess960(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    if client.option(CHESS960).is_none() {
        return Ok(Finding::Skipped("the engine does not announce UCI_Chess960".to_owned()));
    }
    client.new_game(signal)?;
    let game = game_of(SHUFFLED, "");
    let castling = game.position().legal_moves().iter().find(|m| m.is_castle()).copied();
    let mut after = game.clone();
    castling.into_iter().for_each(|m| after.play(m));
    for game in [&game, &after] {
        limited(client, game, &Limits::depth(2))?;
    }
    client.set_option(CHESS960, "false")?;
    client.variant = Variant::Standard;
    Ok(Finding::Passed("castling from any start".to_owned()))
}
