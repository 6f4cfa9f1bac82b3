//! The checks of a UCI engine.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Position};

use super::client::{CHESS960, Client};
use super::go;
use super::info::Best;
use crate::arena::compliance::{
    Finding, Heard, Row, Subject, game, game_of, limited, special_moves, stopped_after, timed,
};
use crate::arena::node_counts::keeps;
use crate::arena::notation::coordinates;
use crate::arena::process::{Process, Recorded};
use crate::arena::search::legal_line;
use crate::arena::{EngineOption, Info, OptionKind, Player, PlayerError, Setup};
use crate::engine::search::{Game, Limits, SearchResult, Signal, Time};
use crate::numbers::thousands;
use crate::positions::Variant;

/// The clock of timed searches: as short as at the end of a fast game.
const CLOCK: Duration = Duration::from_millis(100);

/// How long a search without a limit runs before it is stopped.
const INFINITE: Duration = Duration::from_millis(300);

/// A middle game with Black to move, and others for node limits.
const MIDDLE_GAME: &str = "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 4 10";
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
const FORCED: &str = "6rk/8/8/8/8/8/8/7K w - - 0 1";
const OVER: [(&str, &str); 2] = [
    ("checkmate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
];

/// A position of Chess960.
const SHUFFLED: &str = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1";

impl Subject for Client {
    const HANDSHAKE: &'static str = "uci";

    const CHECKS: &'static [Row<Self>] = &[
        (
            "id name",
            "write “id name NAME VERSION” before uciok: tables and PGN show it",
            |_, heard, _| Ok(announced(heard, "id name ")),
        ),
        ("id author", "write “id author NAMES” before uciok", |_, heard, _| {
            Ok(announced(heard, "id author "))
        }),
        (
            "options",
            "write “option name NAME type TYPE default VALUE” with min and max of a spin",
            |_, heard, _| Ok(options(heard)),
        ),
        (
            "hash",
            "offer a spin option Hash, so that engines play with tables of the same size",
            |client, _, _| Ok(hash(client)),
        ),
        ("setoption", "accept every value that the option announces", set_options),
        (
            "ucinewgame",
            "answer isready after ucinewgame, and clear what the last game left",
            |client, _, signal| {
                client.new_game(signal)?;
                Ok(Finding::Passed("ready afterwards".to_owned()))
            },
        ),
        (
            "position startpos",
            "accept “position startpos”, with and without moves",
            |client, _, signal| {
                set_up(client, &game_of("", ""), signal)?;
                set_up(client, &game_of("", "e2e4 e7e5"), signal)
            },
        ),
        ("position fen", "accept “position fen FEN”, with Black to move too", |client, _, signal| {
            set_up(client, &game_of(MIDDLE_GAME, ""), signal)
        }),
        ("unknown commands", "ignore commands and options that you do not know", |client, _, signal| {
            for line in
                ["xyzzy", "go_away now", "setoption name No Such Option value 1", "", "debug off", "stop"]
            {
                client.process.send(line)?;
            }
            client.wait_until_ready(signal, Duration::ZERO)?;
            Ok(Finding::Passed("ignored".to_owned()))
        }),
        (
            "go wtime",
            "move within the clock of the side to move, also if the other clock is missing",
            |c, h, s| clock(c, h, s, "", "go wtime 100"),
        ),
        (
            "go btime",
            "move within the clock of the side to move, also if the other clock is missing",
            |c, h, s| clock(c, h, s, MIDDLE_GAME, "go btime 100"),
        ),
        ("go wtime winc btime binc", "read the clocks and increments of both sides", |c, h, s| {
            clock(c, h, s, MIDDLE_GAME, "go wtime 100 winc 100 btime 100 binc 100")
        }),
        ("go btime binc wtime winc", "read the arguments of go in every order", |c, h, s| {
            clock(c, h, s, MIDDLE_GAME, "go btime 100 binc 100 wtime 100 winc 100")
        }),
        ("go movestogo", "divide the time by the moves to the next time control", |c, h, s| {
            clock(c, h, s, MIDDLE_GAME, "go wtime 100 btime 100 movestogo 5")
        }),
        ("go movetime", "move when the time of “go movetime” is over", |c, h, s| {
            clock(c, h, s, MIDDLE_GAME, "go movetime 100")
        }),
        (
            "go nodes",
            "count every node, and stop at the limit: games at a node limit compare equal work only then",
            nodes,
        ),
        ("go depth", "stop after the iteration of this depth", depth),
        ("go infinite", "search until stop, and move then", |client, heard, signal| {
            infinite(client, heard, signal, "")
        }),
        (
            "go infinite, one move",
            "wait for stop although there is one legal move",
            |client, heard, signal| Ok(infinite(client, heard, signal, FORCED)?.softened()),
        ),
        ("isready in a search", "answer isready at once, also during a search", ready_in_search),
        ("go searchmoves", "search the moves after searchmoves only", search_moves),
        (
            "repeatable",
            "use nothing random, and clear everything at ucinewgame: games at a node limit can be repeated then",
            repeatable,
        ),
        (
            "special moves",
            "play the moves after “moves” by the rules, and castle as e1g1",
            |client, _, signal| special_moves(client, signal),
        ),
        ("no legal move", "answer “bestmove (none)” to go if there is no legal move", game_over),
        ("game", "move legally and within the clock in every position", |client, _, signal| {
            game(client, signal)
        }),
        ("chess960", "write castling as the king's move onto its rook if UCI_Chess960 is true", chess960),
        ("info", "write an info line in every search, at least after each iteration", |_, heard, _| {
            let passed = format!("{} lines in {} searches", heard.infos, heard.searches);
            Ok(Finding::unless(heard.silent_search.as_ref(), &passed))
        }),
        (
            "info score",
            "write “score cp N” or “score mate N” in info: adjudication needs it",
            |_, heard, _| Ok(Finding::unless(heard.without_score.as_ref(), "every timed search has one")),
        ),
        ("info numbers", "write integers after depth, time, nodes, nps and score", |_, heard, _| {
            Ok(Finding::unless(heard.bad_number.as_ref(), "all are integers"))
        }),
        ("info pv", "write a line of legal moves after pv", |_, heard, _| {
            Ok(Finding::unless(heard.bad_line.as_ref(), "all moves are legal").softened())
        }),
    ];

    fn launch(setup: &Setup) -> Result<Client, PlayerError> {
        Client::spawn(setup)
    }

    fn greet(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.shake_hands(signal)
    }

    fn prepare(&mut self, setup: &Setup, signal: &Signal) -> Result<(), PlayerError> {
        self.apply(setup)?;
        self.wait_until_ready(signal, Duration::ZERO).map(drop)
    }

    fn settle_down(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.wait_until_ready(signal, Duration::ZERO).map(drop)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn hear(lines: &[Recorded], heard: &mut Heard) {
        for line in lines.iter().filter_map(Recorded::output) {
            heard.infos += u64::from(Info::parse(line).is_some());
            if has_bad_number(line) {
                Heard::keep(&mut heard.bad_number, line);
            }
        }
        heard.watch_moves(lines, |sent| sent.starts_with("go "), |line| Best::parse(line).is_some());
    }
}

/// Returns whether a line of search information has something else than an integer where one belongs.
fn has_bad_number(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    if words.first() != Some(&"info") {
        return false;
    }
    let end = words.iter().position(|word| matches!(*word, "string" | "pv" | "refutation" | "currline"));
    words[..end.unwrap_or(words.len())].windows(2).any(|pair| {
        let is_number = matches!(
            pair[0],
            "depth"
                | "seldepth"
                | "time"
                | "nodes"
                | "nps"
                | "hashfull"
                | "tbhits"
                | "multipv"
                | "cp"
                | "mate"
        );
        is_number && pair[1].parse::<i64>().is_err()
    })
}

/// Returns the text of a line of the handshake.
fn announced(heard: &Heard, beginning: &str) -> Finding {
    let texts = heard.greeting.iter().filter_map(|line| line.trim_start().strip_prefix(beginning));
    match texts.map(str::trim).find(|text| !text.is_empty()) {
        Some(text) => Finding::Passed(text.to_owned()),
        None => Finding::Failed("missing".to_owned()),
    }
}

/// Checks the lines of the options.
fn options(heard: &Heard) -> Finding {
    let lines: Vec<&str> =
        heard.greeting.iter().map(|line| line.trim()).filter(|line| line.starts_with("option")).collect();
    let mut names: Vec<String> = Vec::new();
    for line in &lines {
        let Some(option) = EngineOption::parse(line) else {
            return Finding::Failed(format!("unreadable: “{line}”"));
        };
        let name = option.name.to_lowercase();
        if names.contains(&name) {
            return Finding::Failed(format!("twice: {}", option.name));
        }
        names.push(name);
        let number = |key: &str| {
            let mut words = line.split_whitespace().skip_while(|word| *word != key);
            words.nth(1).map(str::parse::<i64>)
        };
        let is_whole = matches!(
            [number("default"), number("min"), number("max")],
            [Some(Ok(_)), Some(Ok(_)), Some(Ok(_))]
        );
        let default = number("default").and_then(Result::ok);
        if let OptionKind::Spin { low, high, .. } = option.kind
            && !(is_whole && default.is_some_and(|default| (low..=high).contains(&default)))
        {
            return Finding::Failed(format!("default, min and max do not fit: “{line}”"));
        }
    }
    Finding::Passed(format!("{} options", lines.len()))
}

fn hash(client: &Client) -> Finding {
    match client.option("Hash").map(|option| &option.kind) {
        Some(OptionKind::Spin { low, high, .. }) => Finding::Passed(format!("{low} to {high} MiB")),
        Some(_) => Finding::Warning("Hash is not a spin".to_owned()),
        None => Finding::Warning("there is no option Hash".to_owned()),
    }
}

/// Sets each option with a default to it.
fn set_options(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    let values = client.options().iter().filter_map(|option| {
        let value = match &option.kind {
            // A large table would take long.
            OptionKind::Spin { low, high, .. } if option.is("Hash") => 16.clamp(*low, *high).to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Combo { default, choices } if choices.contains(default) => default.clone(),
            OptionKind::Combo { .. } | OptionKind::Button | OptionKind::Text { .. } => return None,
        };
        Some((option.name.clone(), value))
    });
    let values: Vec<(String, String)> = values.collect();
    values.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
    client.wait_until_ready(signal, Duration::ZERO)?;
    Ok(Finding::Passed(format!("{} options set to their defaults", values.len())))
}

/// Sends a position and waits until it is set up.
fn set_up(client: &mut Client, game: &Game, signal: &Signal) -> Result<Finding, PlayerError> {
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
    let infos = client.process.recorded()[first..].iter().filter_map(Recorded::output);
    let infos = infos.filter_map(|line| Some((line, Info::parse(line)?)));
    for (line, info) in infos {
        let moves = legal_line(game.position(), &info.moves, coordinates);
        if moves.len() < info.moves.len() {
            Heard::keep(&mut heard.bad_line, line);
        }
    }
    found
}

/// Searches by this command with a clock or a time of 100 ms.
fn clock(
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
        let lines = client.process.recorded()[first..].iter().filter_map(Recorded::output);
        let infos: Vec<Info> = lines.filter_map(Info::parse).collect();
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
fn nodes(client: &mut Client, heard: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
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

fn depth(client: &mut Client, heard: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
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
fn infinite(
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

fn ready_in_search(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
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
    let deadline = Instant::now() + client.patience.stop;
    while let Some(line) = client.process.receive_unless(signal, Duration::ZERO, deadline)? {
        if Best::parse(&line).is_some() {
            return Ok(match answered {
                Some(after) => Finding::Passed(format!("answered after {} ms", after.as_millis())),
                None => Finding::Warning("no answer within 1 s".to_owned()),
            });
        }
    }
    let after = client.patience.stop;
    Err(client.hung("bestmove", after))
}

fn search_moves(client: &mut Client, heard: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
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

fn repeatable(client: &mut Client, heard: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
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
fn game_over(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    for (name, fen) in OVER {
        client.new_game(signal)?;
        client.process.send(&go::position(&game_of(fen, "")))?;
        client.wait_until_ready(signal, Duration::ZERO)?;
        client.process.send("go movetime 50")?;
        let deadline = Instant::now() + Duration::from_secs(1);
        let best = loop {
            match client.process.receive_unless(signal, Duration::ZERO, deadline)? {
                Some(line) => {
                    if let Some(best) = Best::parse(&line) {
                        break Some(best);
                    }
                }
                None => break None,
            }
        };
        match best {
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

fn chess960(client: &mut Client, _: &mut Heard, signal: &Signal) -> Result<Finding, PlayerError> {
    if client.option(CHESS960).is_none() {
        return Ok(Finding::Skipped("the engine does not announce UCI_Chess960".to_owned()));
    }
    client.new_game(signal)?;
    let start = SHUFFLED.parse::<Fen>().ok().and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
    let Some(start) = start else { return Ok(Finding::Skipped(String::new())) };
    let game = Game::new(start);
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("info depth 3 score cp 20 nodes 7 time 1 pv e2e4", false)]
    #[case("info depth 3 score cp 0.2 nodes 7", true)]
    #[case("info depth 3 time 1.5", true)]
    #[case("info nps 1e6 score mate 3", true)]
    #[case("info string depth x", false)]
    #[case("info currmove e2e4 currmovenumber 1", false)]
    #[case("bestmove depth x", false)]
    fn numbers_of_search_information_are_integers(#[case] line: &str, #[case] is_bad: bool) {
        assert_eq!(has_bad_number(line), is_bad, "{line}");
    }
}
