//! Mentors are asked for their scores, on all threads at once, each thread with players of its own.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use shakmaty::{Chess, Position};

use super::answer::{Answer, Reason};
use super::book::Book;
use super::positions::Place;
use crate::arena::entrant::{Entrant, EntrantError, Wishes};
use crate::arena::spec::{PlayerSpec, SpecError};
use crate::arena::{Contender, Fault, Player, PlayerError};
use crate::engine::evaluation::{Score, Weights};
use crate::engine::features::ONE;
use crate::engine::quiescence;
use crate::engine::schema::{Schema, SchemaError};
use crate::engine::search::{Bound, Game, Limits, Report, Signal, Value};
use crate::evolution::settings::{Hearing, MentorName};
use crate::organism::{Organism, OrganismError};
use crate::solving::interruptible;
use crate::threads::{Interrupt, ThreadPool};
use crate::tuning;

/// How often in a row a thread's player may be at fault until its mentor is given up.
const PATIENCE: u32 = 5;

/// An engine that is asked to search this deep at most answers at once, or not at all.
const SHALLOW: u32 = 8;

/// How long such a search may tell nothing new.
const SILENCE: Duration = Duration::from_secs(10);

/// The transposition table of each mentor, MiB.
const HASH: usize = 8;

/// Scores of so many centipawns stand for mates and for endings that tables know to be won.
const DECIDED: i32 = 15_000;

/// A mentor, found but not seen to start.
#[derive(Debug, Clone)]
pub struct Mentor {
    /// What people call it.
    pub name: String,
    voice: Voice,
}

/// How a mentor comes to its scores.
#[derive(Debug, Clone)]
enum Voice {
    /// By its evaluation alone.
    Static(Weights),
    /// By a search.
    Search(Box<Contender>, Limits),
}

/// Why mentors cannot be heard.
#[derive(Debug, thiserror::Error)]
pub enum HearingError {
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The text names nobody.
    #[error("--mentor: {0}")]
    Spec(#[from] SpecError),
    /// The organism of that name, or in that file, cannot be read.
    #[error("--mentor: {0}")]
    Organism(#[from] OrganismError),
    /// The file's folder is not known.
    #[error("--mentor: {path}: {cause}")]
    Path {
        /// The file.
        path: String,
        /// What went wrong.
        cause: io::Error,
    },
    /// There is no such mentor.
    #[error("--mentor: {0}")]
    Unknown(#[from] EntrantError),
    /// An organism's evaluation is not one of its schema.
    #[error("--mentor: {0}")]
    Schema(#[from] SchemaError),
    /// The mentor cannot be held to the limit.
    #[error("--mentor {name}: {fault}")]
    Limit {
        /// Its name.
        name: String,
        /// What it cannot.
        fault: Fault,
    },
    /// The mentor cannot be started, or was at fault again and again.
    #[error("the mentor {name} is at fault too often: {cause}")]
    Player {
        /// Its name.
        name: String,
        /// The last fault.
        cause: Box<PlayerError>,
    },
}

/// The mentor that is meant by a text. Of an organism the evaluation is kept, so that it stays what it is, and of its
/// file the whole path.
///
/// # Errors
/// The text names nobody, or an organism that cannot be read.
pub fn named(text: &str) -> Result<MentorName, HearingError> {
    let (name, organism) = match text.parse()? {
        PlayerSpec::Organism(name) => (name.clone(), Organism::named_or_path(&name)?),
        // A name may be an engine's as well.
        PlayerSpec::Name(name) => match Organism::named_or_path(&name) {
            Ok(organism) => (name, organism),
            Err(_) => return Ok(MentorName { spec: name, evaluation: None }),
        },
        PlayerSpec::Uci(_) | PlayerSpec::Xboard(_) => {
            return Ok(MentorName { spec: text.to_owned(), evaluation: None });
        }
    };
    let spec = if Organism::NAMES.contains(&name.as_str()) {
        text.to_owned()
    } else {
        let path = std::path::absolute(&name).map_err(|cause| HearingError::Path { path: name, cause })?;
        format!("organism:{}", path.display())
    };
    Ok(MentorName { spec, evaluation: Some(tuning::fixed(&organism)) })
}

impl Mentor {
    /// Who is meant by a name, to be heard so.
    ///
    /// # Errors
    /// Nobody is meant, or who is cannot be heard so.
    pub fn of(named: &MentorName, hearing: Hearing) -> Result<Mentor, HearingError> {
        let name = named.spec.clone();
        let limits = match (hearing, &named.evaluation) {
            (Hearing::Static, Some(evaluation)) => {
                let schema = Schema::built_in(&evaluation.schema)?;
                let weights = Weights::new(&schema, &evaluation.values)?;
                return Ok(Mentor { name, voice: Voice::Static(weights) });
            }
            (Hearing::Depth(depth), _) => Limits::depth(depth),
            (Hearing::Nodes(nodes), _) => Limits::nodes(nodes),
            // Settings of that kind are refused before.
            (Hearing::Static, None) => Limits::depth(1),
        };
        let spec: PlayerSpec = named.spec.parse()?;
        let wishes = Wishes { search: None, hash: HASH, options: Vec::new() };
        let mut contender = Entrant::of(&spec, &wishes)?.contender;
        if limits.depth.is_some_and(|depth| depth <= SHALLOW) {
            match &mut contender {
                Contender::Uci(setup) => setup.patience.silence = SILENCE,
                Contender::Xboard(setup) => setup.patience.silence = SILENCE,
                Contender::Organism { .. } => {}
            }
        }
        if let Err(fault) = contender.check(&limits) {
            return Err(HearingError::Limit { name, fault });
        }
        Ok(Mentor { name, voice: Voice::Search(Box::new(contender), limits) })
    }
}

/// What the threads share.
struct Hall<'a> {
    /// Positions still to be heard: mentor and place.
    open: &'a [(u32, usize)],
    next: AtomicUsize,
    /// How many answers there are to be in all.
    all: u64,
    signal: Signal,
    interrupt: &'a Interrupt,
    record: Mutex<Record<'a>>,
}

struct Record<'a> {
    book: &'a mut Book,
    heard: u64,
    progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Why no thread goes on.
    error: Option<HearingError>,
}

/// Asks every mentor for every position that the book does not have, and keeps the answers in it. `progress` is told how
/// many of how many answers there are.
///
/// # Errors
/// The interrupt: searches that are under way end at once and do not count. A mentor that cannot be started, or is at
/// fault again and again.
pub fn hear(
    mentors: &[Mentor],
    places: &[Place],
    book: &mut Book,
    pool: &ThreadPool,
    progress: &(dyn Fn(u64, u64) + Sync),
    interrupt: &Interrupt,
) -> Result<(), HearingError> {
    let mut open = Vec::new();
    for number in 0..mentors.len() as u32 {
        let mut asked = std::collections::HashSet::new();
        for (index, place) in places.iter().enumerate() {
            let is_new = place.position.is_ok() && book.get(number, place.key).is_none();
            if is_new && asked.insert(place.key) {
                open.push((number, index));
            }
        }
    }
    let all = (mentors.len() * places.len()) as u64;
    let heard = all - open.len() as u64;
    progress(heard, all);
    let hall = Hall {
        open: &open,
        next: AtomicUsize::new(0),
        all,
        signal: Signal::default(),
        interrupt,
        record: Mutex::new(Record { book, heard, progress, error: None }),
    };
    let work = || {
        if let Err(error) = hall.work(mentors, places) {
            let stopped = |error: &HearingError| matches!(error, HearingError::Player { cause, .. } if cause.fault == Fault::Stopped);
            if stopped(&error) {
                return;
            }
            hall.signal.stop();
            // The first one is the reason; the others may follow from it.
            hall.record().error.get_or_insert(error);
        }
    };
    interruptible(interrupt, &hall.signal, || pool.install(|| rayon::broadcast(|_| work())));
    let record = hall.record.into_inner().unwrap_or_else(PoisonError::into_inner);
    match record.error {
        Some(error) => Err(error),
        None if interrupt.raised() && record.heard < all => Err(HearingError::Interrupted),
        None => Ok(()),
    }
}

impl<'a> Hall<'a> {
    fn record(&self) -> std::sync::MutexGuard<'_, Record<'a>> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one thread does.
    fn work(&self, mentors: &[Mentor], places: &[Place]) -> Result<(), HearingError> {
        let mut speaker = None;
        let mut player: Option<Box<dyn Player>> = None;
        let mut faults = 0;
        loop {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(number, index)) = self.open.get(next) else { return Ok(()) };
            if self.interrupt.raised() || self.signal.is_stopped() {
                return Ok(());
            }
            if speaker.replace(number) != Some(number) {
                (player, faults) = (None, 0);
            }
            let (place, mentor) = (&places[index], &mentors[number as usize]);
            let Ok(position) = &place.position else { continue };
            let answer = match &mentor.voice {
                Voice::Static(weights) => Answer::Score(weights.evaluate(position.board())),
                Voice::Search(contender, limits) => {
                    let at_fault =
                        |cause| HearingError::Player { name: mentor.name.clone(), cause: Box::new(cause) };
                    let own = match &mut player {
                        Some(own) => own,
                        none => none.insert(contender.player(&self.signal).map_err(at_fault)?),
                    };
                    let answer = ask(own.as_mut(), position, limits, &self.signal);
                    if self.signal.is_stopped() {
                        // What was cut short does not count.
                        return Ok(());
                    }
                    faults = if answer.is_err() { faults + 1 } else { 0 };
                    match answer {
                        Ok(answer) => answer,
                        Err(cause) if cause.fault.is_lasting() || faults == PATIENCE => {
                            return Err(at_fault(cause));
                        }
                        Err(cause) => {
                            // Whoever was at fault is of no further use.
                            player = None;
                            Answer::None(Reason::of(&cause.fault))
                        }
                    }
                }
            };
            let mut record = self.record();
            record.book.keep(number, place.key, answer);
            record.heard += 1;
            (record.progress)(record.heard, self.all);
        }
    }
}

/// The score of a position in which there are legal moves. The player forgets everything before, so that it depends on
/// nothing else.
fn ask(
    player: &mut dyn Player,
    position: &Chess,
    limits: &Limits,
    signal: &Signal,
) -> Result<Answer, PlayerError> {
    player.forget(signal)?;
    let game = Game::new(position.clone());
    let mut last = None;
    let outcome = player.search(&game, limits, signal, &mut |report: &Report| {
        if report.index == 1 && report.line.bound == Bound::Exact {
            last = Some(report.line.value);
        }
        ControlFlow::Continue(())
    })?;
    if outcome.best.is_none() {
        // There are legal moves: it resigned, or claims a draw.
        player.claim();
        return Ok(Answer::None(Reason::NoScore));
    }
    Ok(match last {
        Some(Value::Centipawns(score)) if score.abs() < DECIDED => {
            let score: Score = score * ONE;
            Answer::Score(quiescence::from(position.turn(), score))
        }
        Some(Value::Centipawns(_) | Value::Mate(_)) => Answer::None(Reason::Mate),
        None => Answer::None(Reason::NoScore),
    })
}
