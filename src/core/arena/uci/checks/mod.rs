//! The checks of a UCI engine.

mod handshake;
mod searches;

use std::time::Duration;

use self::handshake::{announced, hash, options, set_options};
use self::searches::{
    FORCED, chess960, clock, depth, game_over, infinite, nodes, ready_in_search, repeatable, search_moves,
    set_up,
};
use super::client::Client;
use super::info::Best;
use crate::arena::compliance::{Finding, Heard, MIDDLE_GAME, Row, Subject, game, game_of, special_moves};
use crate::arena::process::{Process, Recorded};
use crate::arena::{Info, PlayerError, Setup};
use crate::engine::search::Signal;

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
