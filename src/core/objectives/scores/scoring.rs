//! Collects the scores of mentors, on all threads in parallel. Each thread has its own players.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shakmaty::{Chess, Position};

use super::answer::{Answer, Reason};
use super::book::AnswerBook;
use super::positions::PreparedPosition;
use crate::arena::resolved_player::{PlayerOptions, ResolveError, ResolvedPlayer};
use crate::arena::spec::{PlayerSpec, SpecError};
use crate::arena::{Fault, Player, PlayerError, PlayerFactory};
use crate::engine::evaluation::{Score, Weights};
use crate::engine::features::ONE;
use crate::engine::quiescence;
use crate::engine::schema::SchemaError;
use crate::engine::search::{Limits, Signal, Value};
use crate::objectives::engine_searches;
use crate::objectives::scores::{MentorName, ScoringMode};
use crate::organism::{FixedEvaluation, Organism, OrganismError};
use crate::solving::on_all_threads;
use crate::threads::{Interrupt, ThreadPool, lock};

/// Number of consecutive faults of a thread's player after which its mentor is given up.
const MAX_FAULTS: u32 = 5;

/// An engine that searches to at most this depth answers at once or not at all.
const SHALLOW_DEPTH: u32 = 8;

/// The longest time without output from such a search.
const SHALLOW_SILENCE: Duration = Duration::from_secs(10);

/// Size of each mentor's transposition table in MiB.
const HASH: usize = 8;

/// Scores of at least this many centipawns represent mates and endgames won by tablebases.
const DECIDED_SCORE: i32 = 15_000;

/// A mentor that was resolved but not started.
#[derive(Debug, Clone)]
pub struct Mentor {
    /// The specification of the mentor.
    pub name: String,
    scorer: Scorer,
}

/// How a mentor computes its scores.
#[derive(Debug, Clone)]
enum Scorer {
    /// By its static evaluation.
    Static(Weights),
    /// By a search.
    Search(Box<PlayerFactory>, Limits),
}

/// An error that prevents mentors from scoring positions.
#[derive(Debug, thiserror::Error)]
pub enum ScoringError {
    /// The interrupt was raised.
    #[error("interrupted")]
    Interrupted,
    /// The text is not a player specification.
    #[error("--mentor: {0}")]
    Spec(#[from] SpecError),
    /// The organism with this name or in this file cannot be read.
    #[error("--mentor: {0}")]
    Organism(#[from] OrganismError),
    /// The file's folder is unknown.
    #[error("--mentor: {path}: {cause}")]
    Path {
        /// The file.
        path: String,
        /// The cause.
        cause: io::Error,
    },
    /// The mentor is unknown.
    #[error("--mentor: {0}")]
    Unknown(#[from] ResolveError),
    /// An organism's evaluation does not fit its schema.
    #[error("--mentor: {0}")]
    Schema(#[from] SchemaError),
    /// The mentor does not support the search limit.
    #[error("--mentor {name}: {fault}")]
    Limit {
        /// The mentor's name.
        name: String,
        /// The unsupported limit.
        fault: Fault,
    },
    /// The mentor cannot be started, or failed repeatedly.
    #[error("the mentor {name} failed repeatedly: {cause}")]
    Player {
        /// The mentor's name.
        name: String,
        /// The last fault.
        cause: Box<PlayerError>,
    },
}

/// Resolves a mentor from its specification. The evaluation of an organism is copied, so that it does not change later,
/// and the path of its file is made absolute.
///
/// # Errors
/// Returns an error if the text is not a player specification, or if the organism cannot be read.
pub fn named(text: &str) -> Result<MentorName, ScoringError> {
    let spec: PlayerSpec = text.parse()?;
    let (name, organism) = match spec.clone() {
        PlayerSpec::Organism(name) => (name.clone(), Organism::named_or_path(&name)?),
        // A name may also be that of an engine.
        PlayerSpec::Name(name) => match Organism::named_or_path(&name) {
            Ok(organism) => (name, organism),
            Err(_) => return Ok(MentorName { spec: spec.absolute().to_string(), evaluation: None }),
        },
        PlayerSpec::Uci(_) | PlayerSpec::Xboard(_) => {
            return Ok(MentorName { spec: text.to_owned(), evaluation: None });
        }
    };
    let spec = if Organism::NAMES.contains(&name.as_str()) {
        text.to_owned()
    } else {
        let path = std::path::absolute(&name).map_err(|cause| ScoringError::Path { path: name, cause })?;
        format!("organism:{}", path.display())
    };
    Ok(MentorName { spec, evaluation: Some(FixedEvaluation::of(&organism)) })
}

impl Mentor {
    /// Creates the mentor of this specification, with this scoring mode.
    ///
    /// # Errors
    /// Returns an error if the mentor is unknown or does not support the scoring mode.
    pub fn of(named: &MentorName, mode: ScoringMode) -> Result<Mentor, ScoringError> {
        let name = named.spec.clone();
        let limits = match (mode, &named.evaluation) {
            (ScoringMode::Static, Some(evaluation)) => {
                let weights = Weights::new(&evaluation.schema, &evaluation.values)?;
                return Ok(Mentor { name, scorer: Scorer::Static(weights) });
            }
            (ScoringMode::Depth(depth), _) => Limits::depth(depth),
            (ScoringMode::Nodes(nodes), _) => Limits::nodes(nodes),
            // Validation has already rejected such settings.
            (ScoringMode::Static, None) => Limits::depth(1),
        };
        let spec: PlayerSpec = named.spec.parse()?;
        let options = PlayerOptions { search: None, hash: HASH, options: Vec::new() };
        let mut factory = ResolvedPlayer::of(&spec, &options)?.factory;
        if limits.depth.is_some_and(|depth| depth <= SHALLOW_DEPTH)
            && let Some(setup) = factory.setup_mut()
        {
            setup.patience.silence = SHALLOW_SILENCE;
        }
        if let Err(fault) = factory.check(&limits) {
            return Err(ScoringError::Limit { name, fault });
        }
        Ok(Mentor { name, scorer: Scorer::Search(Box::new(factory), limits) })
    }
}

/// State shared by the threads.
struct Shared<'a> {
    /// The positions without an answer: mentor and index of the position.
    pending: &'a [(u32, usize)],
    next: AtomicUsize,
    /// Total number of answers.
    all: u64,
    signal: Signal,
    interrupt: &'a Interrupt,
    answers: Mutex<Answers<'a>>,
}

struct Answers<'a> {
    book: &'a mut AnswerBook,
    answered: u64,
    progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// Asks every mentor to score every position that is not in the book, and stores the answers. Passes the number of
/// answers and their total to `progress`.
///
/// # Errors
/// Returns an error if the interrupt was raised (searches in progress stop at once and do not count), or if a mentor
/// cannot be started or fails repeatedly.
pub fn score_positions(
    mentors: &[Mentor],
    positions: &[PreparedPosition],
    book: &mut AnswerBook,
    pool: &ThreadPool,
    progress: &(dyn Fn(u64, u64) + Sync),
    interrupt: &Interrupt,
) -> Result<(), ScoringError> {
    let mut pending = Vec::new();
    for number in 0..mentors.len() as u32 {
        let mut seen = std::collections::HashSet::new();
        for (index, position) in positions.iter().enumerate() {
            let is_new = position.position.is_ok() && book.get(number, position.key).is_none();
            if is_new && seen.insert(position.key) {
                pending.push((number, index));
            }
        }
    }
    let all = (mentors.len() * positions.len()) as u64;
    let answered = all - pending.len() as u64;
    progress(answered, all);
    let shared = Shared {
        pending: &pending,
        next: AtomicUsize::new(0),
        all,
        signal: Signal::default(),
        interrupt,
        answers: Mutex::new(Answers { book, answered, progress }),
    };
    let stopped = |error: &ScoringError| matches!(error, ScoringError::Player { cause, .. } if cause.fault == Fault::Stopped);
    let work = || shared.work(mentors, positions);
    on_all_threads(pool, interrupt, &shared.signal, work, stopped)?;
    if interrupt.raised() && shared.answers().answered < all {
        return Err(ScoringError::Interrupted);
    }
    Ok(())
}

impl<'a> Shared<'a> {
    fn answers(&self) -> std::sync::MutexGuard<'_, Answers<'a>> {
        lock(&self.answers)
    }

    /// The work of one thread.
    fn work(&self, mentors: &[Mentor], positions: &[PreparedPosition]) -> Result<(), ScoringError> {
        let mut current = None;
        let mut player: Option<Box<dyn Player>> = None;
        let mut faults = 0;
        loop {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(number, index)) = self.pending.get(next) else { return Ok(()) };
            if self.interrupt.raised() || self.signal.is_stopped() {
                return Ok(());
            }
            if current.replace(number) != Some(number) {
                (player, faults) = (None, 0);
            }
            let (prepared, mentor) = (&positions[index], &mentors[number as usize]);
            let Ok(position) = &prepared.position else { continue };
            let answer = match &mentor.scorer {
                Scorer::Static(weights) => Answer::Score(weights.evaluate(position)),
                Scorer::Search(factory, limits) => {
                    let at_fault =
                        |cause| ScoringError::Player { name: mentor.name.clone(), cause: Box::new(cause) };
                    let player_in_use = match &mut player {
                        Some(running) => running,
                        none => none.insert(factory.player(&self.signal).map_err(at_fault)?),
                    };
                    let answer = ask(player_in_use.as_mut(), position, limits, &self.signal);
                    if self.signal.is_stopped() {
                        // An aborted search does not count.
                        return Ok(());
                    }
                    faults = if answer.is_err() { faults + 1 } else { 0 };
                    match answer {
                        Ok(answer) => answer,
                        Err(cause) if cause.fault.is_lasting() || faults == MAX_FAULTS => {
                            return Err(at_fault(cause));
                        }
                        Err(cause) => {
                            // Replace a player after a fault.
                            player = None;
                            Answer::None(Reason::of(&cause.fault))
                        }
                    }
                }
            };
            let mut answers = self.answers();
            answers.book.keep(number, prepared.key, answer);
            answers.answered += 1;
            (answers.progress)(answers.answered, self.all);
        }
    }
}

/// Returns the score of a position with legal moves. The player clears its state first, so the score depends on nothing
/// else.
fn ask(
    player: &mut dyn Player,
    position: &Chess,
    limits: &Limits,
    signal: &Signal,
) -> Result<Answer, PlayerError> {
    let engine_searches::Answer { outcome, score } =
        engine_searches::Answer::of(player, position, limits, signal)?;
    if outcome.best.is_none() {
        // There are legal moves, so the player resigned or claimed a draw.
        player.claim();
        return Ok(Answer::None(Reason::NoScore));
    }
    Ok(match score {
        Some(Value::Centipawns(score)) if score.abs() < DECIDED_SCORE => {
            let score: Score = score * ONE;
            Answer::Score(quiescence::from(position.turn(), score))
        }
        Some(Value::Centipawns(_) | Value::Mate(_)) => Answer::None(Reason::Mate),
        None => Answer::None(Reason::NoScore),
    })
}
