//! The checks of an engine of the xboard protocol.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::client::Client;
use super::notation;
use super::reply::Reply;
use super::thinking::thinking;
use crate::arena::compliance::{
    Finding, Heard, MIDDLE_GAME, Row, Subject, game, game_of, gave_up, limited, special_moves, stopped_after,
    timed,
};
use crate::arena::node_counts::keeps;
use crate::arena::process::{Process, Recorded};
use crate::arena::search::legal_line;
use crate::arena::{Player, PlayerError, Setup};
use crate::engine::search::{Game, Limits, Remaining, Signal, Time};
use crate::numbers::thousands;

/// The clock of timed searches.
const CLOCK: Duration = Duration::from_millis(500);

/// The time of a search with a time per move, which the protocol has in whole seconds.
const MOVE: Duration = Duration::from_secs(1);

/// How long a search without a limit runs before it is asked for its move.
const INFINITE: Duration = Duration::from_millis(500);

/// How long an answer to an illegal move, or a move in force mode, is waited for.
const ANSWER: Duration = Duration::from_millis(500);

const NODES: u64 = 10_000;
const DEPTH: u32 = 4;

impl Subject for Client {
    const HANDSHAKE: &'static str = "xboard";

    const CHECKS: &'static [Row<Self>] = &[
        ("protover 2", "answer protover 2 by features that end with done=1", |client, _, _| {
            Ok(match client.features.done {
                Some(true) => Finding::Passed("features with done=1".to_owned()),
                Some(false) | None => {
                    Finding::Warning("no feature done=1 within 2 s: an engine of version 1".to_owned())
                }
            })
        }),
        ("myname", "send feature myname=\"NAME VERSION\": tables and PGN show it", |client, _, _| {
            Ok(match client.name() {
                Some(name) => Finding::Passed(name.to_owned()),
                None => Finding::Warning("missing".to_owned()),
            })
        }),
        ("features", "send only features of the protocol", |_, heard, _| {
            Ok(Finding::unless(heard.unknown_feature.as_ref(), "all are known").softened())
        }),
        (
            "ping",
            "send feature ping=1, and answer ping N by pong N: it separates a late move from a new one",
            |client, _, _| Ok(has(client.features.ping)),
        ),
        ("setboard", "send feature setboard=1: openings and analysis need it", |client, _, _| {
            Ok(has(client.features.setboard))
        }),
        ("usermove", "send feature usermove=1: it separates moves from commands", |client, _, _| {
            Ok(has(client.features.usermove))
        }),
        ("new", "answer ping after new", |client, _, signal| {
            client.new_game(signal)?;
            client.synchronize(signal, Duration::ZERO)?;
            Ok(Finding::Passed("ready afterwards".to_owned()))
        }),
        ("unknown commands", "ignore commands that you do not know", |client, _, signal| {
            for line in ["xyzzy", "accepted nothing", "computer", "random"] {
                client.process.send(line)?;
            }
            // random switches itself on and off.
            client.process.send("random")?;
            client.synchronize(signal, Duration::ZERO)?;
            Ok(Finding::Passed("ignored".to_owned()))
        }),
        ("force", "do not move in force mode", force),
        ("illegal move", "answer an illegal move by “Illegal move: MOVE”, and stay as before", illegal_move),
        ("level", "move within level and time", |client, heard, signal| {
            clock(client, heard, signal, (CLOCK, level(None)))
        }),
        (
            "level with moves",
            "divide the time by the moves to the next time control",
            |client, heard, signal| clock(client, heard, signal, (CLOCK, level(Some(5)))),
        ),
        ("st", "move when the time of st is over", |client, heard, signal| {
            clock(client, heard, signal, (MOVE, Time::Move(MOVE)))
        }),
        ("sd", "stop after the iteration of this depth", depth),
        ("nodes", "count every node, and stop at the limit of the command in the profile", nodes),
        ("?", "move at once when ? arrives during a search", move_now),
        (
            "special moves",
            "play every legal move: castling as e1g1, promotions as e7e8q",
            |client, _, signal| special_moves(client, signal),
        ),
        ("game", "move legally and within the clock in every position", |client, _, signal| {
            game(client, signal)
        }),
        (
            "post",
            "write thinking output after post, as PLY SCORE TIME NODES PV: adjudication needs it",
            |_, heard, _| {
                let passed = format!("{} lines in {} searches", heard.infos, heard.searches);
                Ok(Finding::unless(heard.silent_search.as_ref(), &passed).softened())
            },
        ),
        ("thinking pv", "write a line of legal moves as the PV", |_, heard, _| {
            Ok(Finding::unless(heard.bad_line.as_ref(), "all moves are legal").softened())
        }),
    ];

    fn launch(setup: &Setup) -> Result<Client, PlayerError> {
        Client::spawn(setup)
    }

    /// An engine of version 1 of the protocol answers nothing before its first move.
    fn greet(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.shake_hands(signal)?;
        if !self.understands {
            self.settle(signal)?;
            let limits = Limits { time: Time::Move(MOVE), ..Limits::default() };
            self.search(&Game::default(), &limits, signal, &mut |_| ControlFlow::Continue(()))?;
        }
        Ok(())
    }

    fn prepare(&mut self, _: &Setup, signal: &Signal) -> Result<(), PlayerError> {
        self.settle(signal)
    }

    fn settle_down(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.synchronize(signal, Duration::ZERO).map(drop)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn hear(lines: &[Recorded], heard: &mut Heard) {
        for line in lines {
            match line {
                Recorded::Output(line) => heard.infos += u64::from(thinking(line).is_some()),
                Recorded::Input(line) => {
                    if let Some(feature) = line.strip_prefix("rejected ") {
                        Heard::keep(&mut heard.unknown_feature, feature);
                    }
                }
            }
        }
        // A move of the other side lets the engine move as well.
        let begins = |sent: &str| {
            let word = sent.split(' ').next().unwrap_or_default();
            matches!(word, "go" | "usermove") || word.len() >= 4 && word.as_bytes()[1].is_ascii_digit()
        };
        heard.watch_moves(lines, begins, |line| matches!(Reply::parse(line), Some(Reply::Move(_))));
    }
}

impl Client {
    /// Returns whether an engine speaks this protocol: it has features.
    pub(in crate::arena) fn answers(setup: &Setup, signal: &Signal) -> bool {
        let client = Client::spawn(setup).and_then(|mut client| client.shake_hands(signal).map(|()| client));
        client.is_ok_and(|client| client.understands)
    }
}

/// Returns the clocks of both sides with this number of moves to the next time control.
fn level(moves_to_go: Option<u32>) -> Time {
    let (left, increment) = (CLOCK, Duration::ZERO);
    Time::Clock { left, increment, opponent: Some(Remaining { left, increment }), moves_to_go }
}

fn has(feature: bool) -> Finding {
    if feature {
        Finding::Passed("announced".to_owned())
    } else {
        Finding::Warning("not announced".to_owned())
    }
}

/// Returns the lines until the engine has been silent for this long.
fn answers(client: &mut Client, signal: &Signal, lines: &mut Vec<String>) -> Result<(), PlayerError> {
    let deadline = Instant::now() + ANSWER;
    while let Some(line) = client.process.receive_unless(signal, Duration::ZERO, deadline)? {
        lines.push(line);
    }
    Ok(())
}

/// Sends a move in force mode, and returns the answers.
fn answers_to(client: &mut Client, signal: &Signal, text: &str) -> Result<Vec<String>, PlayerError> {
    client.new_game(signal)?;
    client.synchronize(signal, Duration::ZERO)?;
    let command = if client.features.usermove { format!("usermove {text}") } else { text.to_owned() };
    client.process.send(&command)?;
    let mut lines = Vec::new();
    answers(client, signal, &mut lines)?;
    // The board of the engine is not the one that the client knows.
    client.table = None;
    Ok(lines)
}

fn force(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    let text = if client.features.san { "e4" } else { "e2e4" };
    let lines = answers_to(client, signal, text)?;
    let found = lines.iter().find(|line| matches!(Reply::parse(line), Some(Reply::Move(_))));
    Ok(Finding::unless(found, "no move in force mode"))
}

fn illegal_move(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    let text = if client.features.san { "Ke5" } else { "e2e5" };
    let lines = answers_to(client, signal, text)?;
    let is_refused = lines.iter().any(|line| matches!(Reply::parse(line), Some(Reply::Refuses(_))));
    Ok(if is_refused {
        Finding::Passed(format!("{text} was refused"))
    } else {
        Finding::Warning(format!("no “Illegal move” for {text}"))
    })
}

/// Searches with a time, and keeps what is wrong with the thinking output.
fn clock(
    client: &mut Client,
    heard: &mut Heard,
    signal: &Signal,
    (allowed, time): (Duration, Time),
) -> Result<Finding, PlayerError> {
    let limits = Limits { time, ..Limits::default() };
    let game = start(client);
    let mut is_given_up = false;
    let finding = timed(allowed, &mut || {
        client.forget(signal)?;
        let first = client.process.recorded().len();
        let found = client.search(&game, &limits, signal, &mut |_| ControlFlow::Continue(()))?;
        is_given_up |= found.best.is_none();
        let lines = client.process.received_since(first);
        let mut infos = lines.filter_map(|line| Some((line, thinking(line)?))).peekable();
        if infos.peek().is_none() {
            Heard::keep(&mut heard.silent_search, "no line in a timed search");
        }
        for (line, info) in infos {
            // A word that is no move, such as a mark, ends a line.
            let first = &info.moves[..info.moves.len().min(1)];
            if legal_line(game.position(), first, notation::read).len() < first.len() {
                Heard::keep(&mut heard.bad_line, line);
            }
        }
        Ok(client.timing.map_or(Duration::MAX, |timing| timing.used))
    })?;
    Ok(if is_given_up { gave_up(client) } else { finding })
}

/// Returns a position that the engine can set up.
fn start(client: &Client) -> Game {
    if client.features.setboard { game_of(MIDDLE_GAME, "") } else { game_of("", "e2e4") }
}

fn depth(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    client.forget(signal)?;
    let game = start(client);
    let first = client.process.recorded().len();
    limited(client, &game, &Limits { depth: Some(DEPTH), ..Limits::default() })?;
    let deepest = client.process.received_since(first).filter_map(|line| thinking(line)?.depth).max();
    Ok(match deepest {
        None => Finding::Warning("the engine reports no depth".to_owned()),
        Some(depth) if depth == DEPTH => Finding::Passed(format!("the last iteration has depth {depth}")),
        Some(depth) => Finding::Warning(format!("the last iteration has depth {depth}, not {DEPTH}")),
    })
}

fn nodes(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    if client.setup.quirks.nodes.is_none() {
        let seen = "the protocol has no limit of nodes; a profile can name the command of this engine";
        return Ok(Finding::Skipped(seen.to_owned()));
    }
    client.forget(signal)?;
    let game = start(client);
    let found = limited(client, &game, &Limits::nodes(NODES))?;
    let seen = format!("{} nodes searched for {}", thousands(found.nodes), thousands(NODES));
    Ok(match found.nodes {
        0 => Finding::Warning("the engine reports no nodes".to_owned()),
        nodes if keeps(nodes, NODES) => Finding::Passed(seen),
        _ => Finding::Failed(seen),
    })
}

fn move_now(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    client.forget(signal)?;
    let game = start(client);
    let (found, stopped) = stopped_after(INFINITE, |signal| {
        client.search(&game, &Limits::default(), signal, &mut |_| ControlFlow::Continue(()))
    });
    found?;
    let used = client.timing.map_or(Duration::ZERO, |timing| timing.used);
    Ok(match stopped {
        None => Finding::Warning(format!("moved after {} ms, before ?", used.as_millis())),
        Some(after) => Finding::Passed(format!("moved {} ms after ?", after.as_millis())),
    })
}
