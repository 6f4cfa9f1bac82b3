//! The state of the engine in both protocols: its position, its input and output, and its planned misbehaviours.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position};

use super::misbehaviour::Misbehaviour;

/// The protocol of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    Uci,
    Xboard,
}

/// The moment of a misbehaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    Start,
    /// The start of the program with this number, counted from 1, and all later ones.
    StartFrom(usize),
    Ready,
    /// The engine's move with this number in a game, counted from 1.
    Move(u32),
    /// Every move of the engine as Black.
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
    /// The number of moves that were requested in this game.
    pub(crate) moves: u32,
    /// A move that is sent only after a request to stop.
    pub(crate) withheld: Option<Move>,
    /// Whether the engine plays a side, and so answers each move, in the xboard protocol.
    pub(crate) answers: bool,
    /// The remaining time on its clock, in the xboard protocol.
    pub(crate) time: Option<Duration>,
    /// Whether garbage is written before each line.
    pub(crate) garbage: bool,
    /// The folder of the notes.
    pub(crate) notes: PathBuf,
    /// The number of times that the program was started, including this one.
    starts: usize,
    plan: Vec<(Misbehaviour, Moment)>,
}

impl Engine {
    /// Creates the engine that the arguments describe.
    pub(crate) fn from_arguments(arguments: &[String]) -> Result<Engine, String> {
        let [protocol, notes, plan @ ..] = arguments else { return Err("arguments are missing".to_owned()) };
        let protocol = match protocol.as_str() {
            "uci" => Protocol::Uci,
            "xboard" => Protocol::Xboard,
            other => return Err(format!("unknown protocol “{other}”")),
        };
        let plan = plan.iter().map(|text| {
            let parsed =
                text.split_once('@').map(|(name, moment)| (Misbehaviour::parse(name), Moment::parse(moment)));
            match parsed {
                Some((Some(misbehaviour), Some(moment))) => Ok((misbehaviour, moment)),
                _ => Err(format!("“{text}” is not a misbehaviour and a moment")),
            }
        });
        let plan = plan.collect::<Result<_, _>>()?;
        let starts = record_start(Path::new(notes)).map_err(|error| format!("{notes}: {error}"))?;
        Ok(Engine {
            protocol,
            position: Chess::default(),
            moves: 0,
            withheld: None,
            answers: false,
            time: None,
            garbage: false,
            notes: notes.into(),
            starts,
            plan,
        })
    }

    /// Reads the next line; `None` at the end of the input.
    pub(crate) fn read_line(&self) -> Option<String> {
        let mut line = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(String::from_utf8_lossy(&line).trim_end().to_owned()),
        }
    }

    /// Writes a line, after garbage if it is enabled.
    pub(crate) fn write_line(&self, line: &str) {
        if self.garbage {
            self.write_bytes(b"\xff\xfe\0\x1b[31m\xc3\n\r\ninfo\xff depth -1 score cp 1e99\n");
            self.write_bytes(
                b"info depth 99999999999 nodes 99999999999999999999 score cp 9 pv a1a1\n0 \0 0 0 0\n",
            );
        }
        self.write_bytes(format!("{line}\n").as_bytes());
    }

    /// Writes bytes unchanged. Errors are ignored.
    pub(crate) fn write_bytes(&self, bytes: &[u8]) {
        let mut output = io::stdout().lock();
        drop(output.write_all(bytes).and_then(|()| output.flush()));
    }

    /// Performs the misbehaviours of a moment. Returns if the engine can continue.
    pub(crate) fn reach(&mut self, moment: Moment) {
        for misbehaviour in self.due(moment) {
            misbehaviour.perform(self);
        }
    }

    /// Chooses a move within `time`. Returns the move to send; `None` if a misbehaviour has replaced it.
    pub(crate) fn choose_move(&mut self, time: Option<Duration>) -> Option<Move> {
        let asked = Instant::now();
        self.moves += 1;
        let best = self.position.legal_moves().first().copied()?;
        for misbehaviour in self.due(Moment::Move(self.moves)) {
            misbehaviour.perform(self);
            if !misbehaviour.perform_at_move(self, best, time) {
                return None;
            }
        }
        self.note("thought", &asked.elapsed().as_micros().to_string());
        Some(best)
    }

    /// Appends a line to a file in the folder of the notes. Errors are ignored.
    fn note(&self, file: &str, line: &str) {
        let opened = OpenOptions::new().create(true).append(true).open(self.notes.join(file));
        drop(opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes())));
    }

    fn due(&self, moment: Moment) -> Vec<Misbehaviour> {
        let is_due = |planned: Moment| match (planned, moment) {
            (Moment::StartFrom(first), Moment::Start) => self.starts >= first,
            (Moment::Black, Moment::Move(_)) => self.position.turn() == Color::Black,
            (planned, moment) => planned == moment,
        };
        self.plan
            .iter()
            .filter(|(_, moment)| is_due(*moment))
            .map(|(misbehaviour, _)| *misbehaviour)
            .collect()
    }

    /// The notation of a move in both protocols.
    pub(crate) fn notation(m: Move) -> String {
        UciMove::from_standard(m).to_string()
    }

    /// Plays the move of the other side; ignores a text that is not a legal move.
    pub(crate) fn play(&mut self, text: &str) {
        let legal = text.parse::<UciMove>().ok().and_then(|parsed| parsed.to_move(&self.position).ok());
        if let Some(m) = legal {
            self.position.play_unchecked(m);
        }
    }
}

/// Records the start of the program, and returns the number of starts.
fn record_start(folder: &Path) -> io::Result<usize> {
    let path = folder.join("groups");
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    // A single write, because several processes may start at the same time.
    file.write_all(format!("{}\n", std::process::id()).as_bytes())?;
    Ok(fs::read_to_string(path)?.lines().count())
}
