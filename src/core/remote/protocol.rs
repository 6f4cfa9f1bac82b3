//! The messages between a coordinator and its workers. All are JSON, and all sizes are limited.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::Error;
use crate::arena::control::Control;
use crate::arena::game::{Adjudication, Record};

/// The version of the protocol. Coordinators and workers of different versions do not work together.
pub const VERSION: u32 = 4;

/// The largest message, in bytes. Servers accept one mebibyte by default.
pub(super) const MAX_MESSAGE: usize = 900 << 10;
/// The largest announcement of a worker, in bytes. Two texts of the longest that are shown fit into it.
const MAX_PRESENCE: usize = 8 << 10;
/// The largest input, uncompressed, in bytes.
pub(super) const MAX_BLOB: usize = 1 << 30;
/// The size of a piece of an input, in bytes.
pub(super) const CHUNK: usize = 512 << 10;
/// The most threads of a worker: more than any machine has.
const MAX_WORKER_THREADS: u32 = 65_536;
/// The most tasks in one message.
pub const MAX_BUNDLE: usize = 256;
/// The factors by which a worker can multiply a time control.
pub(super) const TIME_SCALES: RangeInclusive<f64> = 0.1..=10.0;
/// The longest text that a coordinator shows of another machine, in characters.
const MAX_TEXT: usize = 500;

/// The name of the stream of tasks.
pub(super) const TASKS: &str = "EYAS_TASKS";
/// The name of the stream of results.
pub(super) const RESULTS: &str = "EYAS_RESULTS";
/// The name of the stream of inputs.
pub(super) const BLOBS: &str = "EYAS_BLOBS";
/// Workers announce themselves here, whatever their version.
pub(super) const PRESENCE: &str = "eyas.presence";
/// Coordinators ask all workers here to announce themselves.
pub(super) const ROLL_CALL: &str = "eyas.roll-call";

/// Returns the subject of the tasks of a coordinator. Only workers with the same signature receive them.
pub(super) fn task_subject(signature: &str, instance: &str) -> String {
    format!("eyas.task.{VERSION}.{signature}.{instance}")
}

/// Returns the subject of the results of a coordinator's tasks.
pub(super) fn result_subject(instance: &str) -> String {
    format!("eyas.result.{instance}")
}

/// Returns the subject of the messages for one worker.
pub(super) fn worker_subject(worker: &str) -> String {
    format!("eyas.worker.{worker}")
}

/// What a task computes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TaskKind {
    /// Some organisms on some items of a fitness function.
    Measure {
        /// The hash of the experiment.
        setup: String,
        /// Whether the fitness is that of the test set.
        test: bool,
        /// The run and the generation, if each generation has a different fitness.
        generation: Option<(u32, u32)>,
        /// The values of the best organism before the generation, if the fitness depends on it.
        best: Option<Vec<i32>>,
        /// The number of pairs of games of each organism, if the user changed it during the run.
        pairs: Option<u32>,
        /// The hash of the organisms.
        organisms: String,
        /// The organisms to measure.
        range: (usize, usize),
        /// The items.
        items: (usize, usize),
    },
    /// One game.
    Game {
        /// The hashes of the players, White first.
        players: [String; 2],
        /// The start position, as a FEN.
        start: String,
        /// The moves of the opening, in UCI notation.
        opening: Vec<String>,
        /// The limit of each move.
        control: Control,
        /// The time by which a move may exceed its limit, in milliseconds.
        margin: u64,
        /// When the game ends early.
        adjudication: Adjudication,
        /// Whether the record has details for PGN.
        detail: bool,
    },
    /// Nothing. It measures the overhead of a task.
    Nothing(u64),
}

impl TaskKind {
    /// Returns the key: a hash of the content.
    pub(super) fn key(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&text).to_hex()[..32].to_owned()
    }
}

/// A task with its number in a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// The number.
    pub index: u64,
    /// The hash of the content.
    pub key: String,
    /// The content.
    pub work: TaskKind,
}

/// Tasks that one worker computes one after another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// The coordinator.
    pub instance: String,
    /// The batch of the coordinator.
    pub batch: u64,
    /// The speed of the coordinator in nodes per second, if time controls are scaled by it.
    pub scale_to: Option<u64>,
    /// Whether few tasks are left after these. A worker then takes the next ones only when it has a thread for them, because
    /// a task that waits on one machine cannot be computed by another.
    pub is_near_end: bool,
    /// The tasks.
    pub units: Vec<Unit>,
}

/// The result of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// The raw results of [`TaskKind::Measure`], or the number of [`TaskKind::Nothing`].
    Counts(Vec<u64>),
    /// A game, and the side that lost by a fault: whether it is White, and the description.
    Game(Box<Record>, Option<(bool, String)>),
    /// The task cannot be computed.
    Failed(String),
    /// The worker cannot compute the task, but others can: it lacks an engine.
    Unable(String),
    /// The server does not have the input of this name, or only a damaged one.
    Missing(String),
    /// The worker leaves, and did not complete the task.
    Returned,
}

impl Answer {
    /// Returns whether the worker tried to compute the task.
    pub(super) fn is_attempt(&self) -> bool {
        !matches!(self, Answer::Unable(_) | Answer::Missing(_) | Answer::Returned)
    }

    /// Returns the answer without times, which differ between machines.
    fn timeless(&self) -> Answer {
        match self {
            Answer::Game(record, fault) => {
                let mut record = record.clone();
                for one in &mut record.moves {
                    (one.microseconds, one.ready, one.detail) = (0, None, None);
                }
                Answer::Game(record, fault.clone())
            }
            other => other.clone(),
        }
    }

    /// Returns whether two workers computed the same result.
    #[must_use]
    pub fn agrees_with(&self, other: &Answer) -> bool {
        self == other || self.timeless() == other.timeless()
    }
}

/// The results of a bundle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The batch.
    pub batch: u64,
    /// The identity of the worker.
    pub worker: String,
    /// The build signature of the worker.
    pub signature: String,
    /// The time that the tasks took, in microseconds.
    pub microseconds: u64,
    /// The factor of the time control, if it was scaled.
    pub time_scale: Option<f64>,
    /// For each task its number, its key and its result.
    pub results: Vec<(u64, String, Answer)>,
}

/// What a worker says about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// The identity, different for each start of a worker.
    pub worker: String,
    /// The name for people.
    pub name: String,
    /// The version of the protocol.
    pub protocol: u32,
    /// The build signature.
    pub signature: String,
    /// The number of threads.
    pub threads: u32,
    /// The speed of one thread, in nodes per second.
    pub nodes_per_second: u64,
    /// Whether the worker is leaving.
    #[serde(default)]
    pub leaving: bool,
    /// Why its results cannot be stored, as long as they cannot.
    #[serde(default)]
    pub problem: Option<String>,
}

/// A message to one worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// A coordinator accepts the worker.
    Welcome,
    /// A coordinator does not accept the worker, for this reason.
    Refused(String),
    /// A coordinator no longer accepts results of the worker, for this reason.
    SetAside(String),
    /// Tasks that the worker computes again, to check another worker.
    Check(Bundle),
}

/// Writes a message.
pub(super) fn encode(message: &impl Serialize) -> Result<Vec<u8>, Error> {
    let bytes = serde_json::to_vec(message).map_err(|cause| Error::Message(cause.to_string()))?;
    if bytes.len() > MAX_MESSAGE { Err(Error::TooLarge(bytes.len())) } else { Ok(bytes) }
}

/// Reads a message that came over the network.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    if bytes.len() > MAX_MESSAGE {
        return Err(Error::TooLarge(bytes.len()));
    }
    serde_json::from_slice(bytes).map_err(|cause| Error::Message(cause.to_string()))
}

/// Reads the announcement of a worker. The coordinator keeps announcements, so that large ones are ignored.
pub(super) fn announcement(bytes: &[u8]) -> Option<Presence> {
    let presence = if bytes.len() <= MAX_PRESENCE { decode::<Presence>(bytes).ok() } else { None };
    let is_possible = |presence: &Presence| {
        is_token(&presence.worker) && (1..=MAX_WORKER_THREADS).contains(&presence.threads)
    };
    presence.filter(is_possible)
}

/// Returns a text from the network as it may be shown: on one line, without control characters, of limited length.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(MAX_TEXT).map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Returns whether a text from the network can be part of a subject.
pub(super) fn is_token(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    (1..=64).contains(&text.len()) && text.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_as_they_were() {
        let work = TaskKind::Measure {
            setup: "a".repeat(64),
            test: true,
            generation: Some((0, 7)),
            best: Some(vec![3, -1]),
            pairs: Some(16),
            organisms: "b".repeat(64),
            range: (0, 3),
            items: (64, 128),
        };
        let unit = Unit { index: 9, key: work.key(), work };
        let bundle = Bundle {
            instance: "i".to_owned(),
            batch: 2,
            scale_to: None,
            is_near_end: true,
            units: vec![unit],
        };
        assert_eq!(decode::<Bundle>(&encode(&bundle).unwrap()).unwrap(), bundle);
    }

    #[test]
    fn large_or_malformed_messages_are_errors() {
        let large = vec![b' '; MAX_MESSAGE + 1];
        assert!(matches!(decode::<Bundle>(&large), Err(Error::TooLarge(_))));
        assert!(matches!(decode::<Bundle>(b"{\"instance\":3}"), Err(Error::Message(_))));
        assert!(matches!(encode(&"x".repeat(MAX_MESSAGE)), Err(Error::TooLarge(_))));
    }

    #[test]
    fn the_key_depends_on_the_content() {
        let [one, same, other] =
            [TaskKind::Nothing(1), TaskKind::Nothing(1), TaskKind::Nothing(2)].map(|work| work.key());
        assert_eq!(one, same);
        assert_ne!(one, other);
    }

    #[test]
    fn shown_texts_have_no_control_characters() {
        assert_eq!(shown("a\u{1b}[31mb\nc"), "a [31mb c");
        assert_eq!(shown(&"é".repeat(900)).chars().count(), MAX_TEXT);
        assert!(is_token("lab-3_x") && !is_token("a.b") && !is_token("") && !is_token("a>"));
    }

    #[test]
    fn announcements_are_small() {
        let read = |worker: &str, text: String| {
            let presence = Presence {
                worker: worker.to_owned(),
                name: text.clone(),
                protocol: VERSION,
                signature: "1234567".to_owned(),
                threads: 4,
                nodes_per_second: u64::MAX,
                leaving: false,
                problem: Some(text),
            };
            announcement(&encode(&presence).unwrap())
        };
        for letter in ["\"", "\u{10ffff}"] {
            let longest = letter.repeat(MAX_TEXT + 1);
            assert!(read("one", shown(&longest)).is_some(), "a worker announces no longer texts");
        }
        assert!(read("one", "x".repeat(MAX_PRESENCE)).is_none());
        assert!(read("a.b", "x".to_owned()).is_none());
        let presence =
            r#"{"worker":"one","name":"x","protocol":4,"signature":"1","nodes_per_second":1,"threads":"#;
        let with_threads = |threads: u32| announcement(format!("{presence}{threads}}}").as_bytes());
        assert!(with_threads(512).is_some() && with_threads(0).is_none() && with_threads(u32::MAX).is_none());
        assert!(announcement(b"{}").is_none());
    }
}
