//! What the engine is whatever protocol it speaks: its board, its pipes, and what it is to do wrong when.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position};

use super::deed::Deed;

/// The language it speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    Uci,
    Xboard,
}

/// When something is done wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    Start,
    /// This start of the program and all after it.
    StartFrom(usize),
    Ready,
    /// This move of a game, counted from 1.
    Move(u32),
    /// Every move as Black.
    Black,
    Quit,
}

impl Moment {
    fn parse(text: &str) -> Option<Moment> {
        Some(match text {
            "start" => Moment::Start,
            "ready" => Moment::Ready,
            "black" => Moment::Black,
            "quit" => Moment::Quit,
            _ => match text.strip_prefix("start") {
                Some(number) => Moment::StartFrom(number.parse().ok()?),
                None => Moment::Move(text.parse().ok()?),
            },
        })
    }
}

pub(crate) struct Engine {
    pub(crate) protocol: Protocol,
    pub(crate) position: Chess,
    /// Moves it was to make in this game.
    pub(crate) moves: u32,
    /// A move that is kept back until it is told to move.
    pub(crate) kept: Option<Move>,
    /// Whether it answers a move by itself, in the protocol of xboard.
    pub(crate) answers: bool,
    /// What its clock shows, in the protocol of xboard.
    pub(crate) time: Option<Duration>,
    /// Whether garbage stands between its lines.
    pub(crate) garbage: bool,
    /// How often the program was started, this time included.
    starts: usize,
    plan: Vec<(Deed, Moment)>,
}

impl Engine {
    /// As the arguments say.
    pub(crate) fn of(arguments: &[String]) -> Result<Engine, String> {
        let [protocol, notes, plan @ ..] = arguments else { return Err("arguments are missing".to_owned()) };
        let protocol = match protocol.as_str() {
            "uci" => Protocol::Uci,
            "xboard" => Protocol::Xboard,
            other => return Err(format!("“{other}” is no protocol")),
        };
        let plan = plan.iter().map(|text| {
            let parsed =
                text.split_once('@').map(|(deed, moment)| (Deed::parse(deed), Moment::parse(moment)));
            match parsed {
                Some((Some(deed), Some(moment))) => Ok((deed, moment)),
                _ => Err(format!("“{text}” is nothing that it does wrong")),
            }
        });
        let plan = plan.collect::<Result<_, _>>()?;
        let starts = note(Path::new(notes)).map_err(|error| format!("{notes}: {error}"))?;
        Ok(Engine {
            protocol,
            position: Chess::default(),
            moves: 0,
            kept: None,
            answers: false,
            time: None,
            garbage: false,
            starts,
            plan,
        })
    }

    /// The next line it is told, without what is no text; `None` where there is none any more.
    pub(crate) fn hear(&self) -> Option<String> {
        let mut line = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(String::from_utf8_lossy(&line).trim_end().to_owned()),
        }
    }

    /// Says a line, after garbage where there is to be some.
    pub(crate) fn say(&self, line: &str) {
        if self.garbage {
            self.say_bytes(b"\xff\xfe\0\x1b[31m\xc3\n\r\ninfo\xff depth -1 score cp 1e99\n");
            self.say_bytes(
                b"info depth 99999999999 nodes 99999999999999999999 score cp 9 pv a1a1\n0 \0 0 0 0\n",
            );
        }
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    /// Says this as it is. Whether anybody listens does not matter.
    pub(crate) fn say_bytes(&self, bytes: &[u8]) {
        let mut output = io::stdout().lock();
        drop(output.write_all(bytes).and_then(|()| output.flush()));
    }

    /// Does what it is to do wrong now, and comes back where that leaves it able to go on.
    pub(crate) fn reach(&mut self, moment: Moment) {
        for deed in self.due(moment) {
            deed.begin(self);
        }
    }

    /// It is to move, having so much time: the move it says, if it says one in the right way.
    pub(crate) fn think(&mut self, time: Option<Duration>) -> Option<Move> {
        self.moves += 1;
        let best = self.position.legal_moves().first().copied()?;
        for deed in self.due(Moment::Move(self.moves)) {
            deed.begin(self);
            if !deed.moves(self, best, time) {
                return None;
            }
        }
        Some(best)
    }

    fn due(&self, moment: Moment) -> Vec<Deed> {
        let is_due = |planned: Moment| match (planned, moment) {
            (Moment::StartFrom(first), Moment::Start) => self.starts >= first,
            (Moment::Black, Moment::Move(_)) => self.position.turn() == Color::Black,
            (planned, moment) => planned == moment,
        };
        self.plan.iter().filter(|(_, moment)| is_due(*moment)).map(|(deed, _)| *deed).collect()
    }

    /// The move as both protocols write it.
    pub(crate) fn write(m: Move) -> String {
        UciMove::from_standard(m).to_string()
    }

    /// Makes a move that it is told, where that is one.
    pub(crate) fn play(&mut self, text: &str) {
        let told = text.parse::<UciMove>().ok().and_then(|told| told.to_move(&self.position).ok());
        if let Some(m) = told {
            self.position.play_unchecked(m);
        }
    }
}

/// Writes down that it was started; how often by now.
fn note(folder: &Path) -> io::Result<usize> {
    let path = folder.join("groups");
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    // One write: several may start at the same time.
    file.write_all(format!("{}\n", std::process::id()).as_bytes())?;
    Ok(fs::read_to_string(path)?.lines().count())
}
