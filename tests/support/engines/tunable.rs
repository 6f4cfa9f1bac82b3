//! An engine of UCI or xboard whose strength depends on its options, with a hidden optimum. Its usage is
//! `tunable-engine NOTES [crash OPTION VALUE] [ignore OPTION] [slow MILLISECONDS]`. It ends with status 7 instead of moving if
//! the option is above the value, does not read the option that it ignores, and waits before each move.
//!
//! NOTES is a folder: each process appends its process id to the file `groups` there, and what it receives to the file
//! `received-ID`, except positions and searches.
//!
//! The engine takes what it can win and avoids attacked squares, but the farther its options are from the optimum, the
//! more of its moves are random. The same position and options always give the same move.

use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, Role};

/// A number with its range and its best value.
struct Parameter {
    name: &'static str,
    default: i64,
    range: (i64, i64),
    best: i64,
}

/// The parameters that determine the strength.
const PARAMETERS: [Parameter; 7] = [
    Parameter { name: "Alpha", default: 15, range: (0, 100), best: 70 },
    Parameter { name: "Beta Margin", default: 85, range: (0, 100), best: 30 },
    Parameter { name: "Gamma", default: -40, range: (-50, 50), best: 20 },
    Parameter { name: "Epsilon", default: 50, range: (0, 100), best: 50 },
    Parameter { name: "Zeta", default: 50, range: (0, 100), best: 50 },
    Parameter { name: "Delta", default: 0, range: (0, 1), best: 1 },
    Parameter { name: "Style", default: 0, range: (0, 2), best: 0 },
];

/// The words of the option Style, in the order of its numbers.
const STYLES: [&str; 3] = ["calm", "even", "wild"];

/// The share of random moves for a distance of 1 from the optimum: the sum over the options, in units of the ranges.
const CARELESSNESS: f64 = 0.15;

struct Engine {
    values: [i64; 7],
    position: Chess,
    /// The option and the value above which the engine ends.
    crash: Option<(String, i64)>,
    /// The option that has no effect.
    ignored: Option<String>,
    /// The time before each move.
    wait: Duration,
    notes: PathBuf,
    is_xboard: bool,
    /// With xboard: whether the engine answers the next move, rather than only making it on its board.
    plays: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((notes, mut rest)) = arguments.split_first() else { return ExitCode::from(2) };
    let mut engine = Engine {
        values: PARAMETERS.map(|parameter| parameter.default),
        position: Chess::default(),
        crash: None,
        ignored: None,
        wait: Duration::ZERO,
        notes: PathBuf::from(notes),
        is_xboard: false,
        plays: false,
    };
    while let [word, option, others @ ..] = rest {
        rest = others;
        match (word.as_str(), others) {
            ("crash", [value, others @ ..]) => {
                engine.crash = value.parse().ok().map(|value| (option.clone(), value));
                rest = others;
            }
            ("ignore", _) => engine.ignored = Some(option.clone()),
            ("slow", _) => engine.wait = Duration::from_millis(option.parse().unwrap_or(0)),
            _ => return ExitCode::from(2),
        }
    }
    note(&engine.notes.join("groups"), &std::process::id().to_string());
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line == "quit" {
            break;
        }
        engine.handle(&line);
    }
    ExitCode::SUCCESS
}

/// Appends a line to a file, in a single write because several processes may write at the same time.
fn note(path: &Path, line: &str) {
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path) {
        drop(file.write_all(format!("{line}\n").as_bytes()));
    }
}

fn write(line: &str) {
    let mut output = std::io::stdout().lock();
    drop(writeln!(output, "{line}").and_then(|()| output.flush()));
}

impl Engine {
    fn handle(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first().is_some_and(|word| ["setoption", "ucinewgame", "option", "new"].contains(word)) {
            note(&self.notes.join(format!("received-{}", std::process::id())), line);
        }
        match words.as_slice() {
            ["xboard"] => self.is_xboard = true,
            ["uci"] => {
                write("id name Tunable");
                write("option name Hash type spin default 1 min 1 max 1024");
                for Parameter { name, default, range: (low, high), .. } in &PARAMETERS[..5] {
                    write(&format!("option name {name} type spin default {default} min {low} max {high}"));
                }
                write("option name Delta type check default false");
                write("option name Style type combo default calm var calm var even var wild");
                write("uciok");
            }
            ["isready"] => write("readyok"),
            ["setoption", "name", rest @ ..] => self.set(rest),
            ["position", rest @ ..] => self.set_up(rest),
            ["go", ..] if self.is_xboard => {
                self.plays = true;
                self.reply();
            }
            // A larger limit is not kept.
            ["go", "nodes", nodes] if nodes.len() <= 2 => self.go(nodes),
            ["go", ..] => self.go("10"),
            _ if self.is_xboard => self.handle_xboard(line, &words),
            _ => {}
        }
    }

    fn handle_xboard(&mut self, line: &str, words: &[&str]) {
        match words {
            ["protover", ..] => {
                write("feature done=0 myname=\"Tunable\" ping=1 setboard=1 usermove=1 colors=0 sigint=0");
                for Parameter { name, default, range: (low, high), .. } in &PARAMETERS[..5] {
                    write(&format!("feature option=\"{name} -spin {default} {low} {high}\""));
                }
                write("feature option=\"Delta -check 0\" option=\"Style -combo *calm /// even /// wild\"");
                write("feature done=1");
            }
            ["new"] => {
                self.position = Chess::default();
                self.plays = true;
            }
            ["force"] => self.plays = false,
            ["ping", number] => write(&format!("pong {number}")),
            ["setboard", fields @ ..] => self.set_up(&[&["fen"], fields].concat()),
            ["usermove", text] => {
                let m = text.parse::<UciMove>().ok().and_then(|m| m.to_move(&self.position).ok());
                m.into_iter().for_each(|m| self.position.play_unchecked(m));
                if self.plays {
                    self.reply();
                }
            }
            ["option", ..] => {
                if let Some((name, value)) = line["option ".len()..].split_once('=') {
                    self.put(name, value);
                }
            }
            _ => {}
        }
    }

    /// With xboard: makes a move and sends it.
    fn reply(&mut self) {
        let Some(best) = self.best() else { return };
        write(&format!("1 {} 0 10 {}", self.score(), UciMove::from_standard(best)));
        self.position.play_unchecked(best);
        write(&format!("move {}", UciMove::from_standard(best)));
    }

    fn set(&mut self, words: &[&str]) {
        let Some(at) = words.iter().position(|word| *word == "value") else { return };
        self.put(&words[..at].join(" "), &words[at + 1..].join(" "));
    }

    fn put(&mut self, name: &str, value: &str) {
        let number = match value {
            "true" => Some(1),
            "false" => Some(0),
            other => match STYLES.iter().position(|style| *style == other) {
                Some(place) => Some(place as i64),
                None => other.parse().ok(),
            },
        };
        let place = PARAMETERS.iter().position(|parameter| parameter.name == name);
        if let (Some(place), Some(number)) = (place.filter(|_| self.ignored.as_deref() != Some(name)), number)
        {
            self.values[place] = number;
        }
    }

    fn set_up(&mut self, words: &[&str]) {
        let (start, moves) = match words.iter().position(|word| *word == "moves") {
            Some(index) => (&words[..index], &words[index + 1..]),
            None => (words, [].as_slice()),
        };
        let fen = start.strip_prefix(&["fen"]).and_then(|fields| fields.join(" ").parse::<Fen>().ok());
        let position = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
        self.position = position.unwrap_or_default();
        for text in moves {
            if let Some(m) = text.parse::<UciMove>().ok().and_then(|m| m.to_move(&self.position).ok()) {
                self.position.play_unchecked(m);
            }
        }
    }

    /// The answer to a UCI search, which has this number of nodes.
    fn go(&self, nodes: &str) {
        let best = self.best().map_or_else(|| "(none)".to_owned(), |m| UciMove::from_standard(m).to_string());
        write(&format!("info depth 1 score cp {} nodes {nodes} pv {best}", self.score()));
        write(&format!("bestmove {best}"));
    }

    /// The material, and a little more the farther the options are from the optimum.
    fn score(&self) -> i64 {
        self.material() + (50.0 * self.carelessness()) as i64
    }

    /// The move to play; `None` without a legal one.
    fn best(&self) -> Option<Move> {
        std::thread::sleep(self.wait);
        let value = |name: &str| {
            let place = PARAMETERS.iter().position(|parameter| parameter.name == name);
            place.map_or(0, |place| self.values[place])
        };
        if self.crash.as_ref().is_some_and(|(option, limit)| value(option) > *limit) {
            std::process::exit(7);
        }
        let moves = self.position.legal_moves();
        let seed = self.hash();
        if (seed % 10_000) as f64 >= 10_000.0 * self.carelessness() {
            moves.iter().copied().max_by_key(|m| self.gain(*m))
        } else {
            moves.get((seed / 10_000) as usize % moves.len().max(1)).copied()
        }
    }

    /// The share of random moves.
    fn carelessness(&self) -> f64 {
        let distance = |(value, parameter): (&i64, &Parameter)| {
            let (low, high) = parameter.range;
            value.abs_diff(parameter.best) as f64 / (high - low) as f64
        };
        let all: f64 = self.values.iter().zip(&PARAMETERS).map(distance).sum();
        CARELESSNESS * all
    }

    /// A number that differs for other positions and options (FNV-1a).
    fn hash(&self) -> u64 {
        let fen = Fen::from_position(&self.position, EnPassantMode::Legal);
        let text = format!("{fen} {:?}", self.values);
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    /// What a move wins, less what it may lose.
    fn gain(&self, m: Move) -> i64 {
        let board = self.position.board();
        let them = self.position.turn().other();
        let is_attacked = board.attacks_to(m.to(), them, board.occupied()).any();
        let risk = if is_attacked { worth(m.role()) } else { 0 };
        m.capture().map_or(0, worth) + m.promotion().map_or(0, worth) - risk
    }

    /// The material of the side to move, less that of the other side, in centipawns.
    fn material(&self) -> i64 {
        let board = self.position.board();
        let of = |color: Color| -> i64 {
            Role::ALL.iter().map(|role| worth(*role) * board.by_piece(role.of(color)).count() as i64).sum()
        };
        of(self.position.turn()) - of(self.position.turn().other())
    }
}

fn worth(role: Role) -> i64 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}
