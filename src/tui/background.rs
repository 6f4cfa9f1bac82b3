//! What is fetched or done beside the screen: reading sessions and files, forking, exporting. Each task
//! has a thread of its own, so that a slow disk stops no frame.

pub(crate) mod beginning;
pub(crate) mod compare;
pub(crate) mod pipeline;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shakmaty::{Chess, Move, Position};

use super::format::thousands;
use super::popups::forms::path::Shelf;
use super::popups::forms::{Problem, match_terms};
use super::popups::players::Engine;
use super::screens::coevolution::{self, Which};
use super::screens::matches::{SavedRow, Terms};
use super::screens::suite::Loaded;
use super::screens::tuning::{self, Trained};
use super::subject::{Origin, ShownOrganism};
use crate::director::{self, Header, Saved};
use crate::disagreement::{Moments, PositionBook, write_epd};
use crate::evolution::record::GenerationRecord;
use crate::experiment::Experiment;
use crate::job;
use crate::organism::FixedEvaluation;
use crate::organism::{self, Organism};
use crate::positions::PositionSource;
use crate::positions::epd::{self, EpdRecord, Operand};
use crate::positions::{PositionSet, records};
use crate::session;
use crate::solving::Suite;

use beginning::Beginning;
use compare::Comparison;

/// Something to be done.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum BackgroundTask {
    /// Read one generation of a session.
    Generation {
        /// The session's folder.
        folder: PathBuf,
        /// Which run, 0 first.
        run: u32,
        /// Which generation.
        generation: u32,
    },
    /// Read an organism: a file, one that comes with Eyas, or one of a session.
    Organism {
        /// Its name or path, or a session's folder.
        from: String,
        /// Of a session: which run, generation and place; none for its champion.
        place: Option<(u32, u32, usize)>,
        /// Whether it becomes the rival and not the subject.
        rival: bool,
    },
    /// Find how the features of some positions spread.
    Moments(PositionSource),
    /// Read a suite.
    Suite(PositionSource),
    /// Read the positions that searches are tuned on.
    Trained(Trained),
    /// Look for the engines that have profiles.
    Engines,
    /// List the saved matches below a folder.
    Contests(PathBuf),
    /// Write the positions of a game to an EPD file, each with the move made in it.
    Game {
        /// Where the game began.
        start: Box<Chess>,
        /// Its moves.
        moves: Vec<Move>,
        /// What is said of it, by opcode.
        tags: [(&'static str, String); 3],
        /// The file; one that is there is replaced.
        path: PathBuf,
        /// The position that will be looked at.
        index: usize,
    },
    /// Read the games of a round robin.
    Games(Which),
    /// Write records to an EPD file.
    Records {
        /// They.
        records: Vec<EpdRecord>,
        /// The file.
        path: PathBuf,
        /// Whether a file that is there is replaced.
        replace: bool,
    },
    /// Write positions to an EPD file.
    Positions {
        /// Of which book.
        book: Shelf,
        /// Which of them, in which order.
        rows: Arc<Vec<u32>>,
        /// The file.
        path: PathBuf,
        /// Whether a file that is there is replaced.
        replace: bool,
    },
    /// Read what a new session is given to begin with.
    Begin(Beginning),
    /// Read the openings of a match, to see whether there are enough.
    Openings(Box<Terms>),
    /// Begin a session that goes on from a generation of another.
    Fork {
        /// The other's folder.
        source: PathBuf,
        /// Which run, 0 first.
        run: u32,
        /// The last generation both have.
        generation: u32,
        /// How many generations the fork asks for; none for as many as the source.
        generations: Option<u32>,
        /// The fork's folder.
        destination: PathBuf,
    },
    /// Remove a session.
    Delete(PathBuf),
    /// Write a session's champion to an organism file.
    ExportChampion {
        /// The session's folder.
        folder: PathBuf,
        /// The file.
        to: PathBuf,
        /// Whether a file that is there may be replaced.
        overwrite: bool,
    },
    /// Write an organism to an organism file.
    Export {
        /// It.
        organism: Box<ShownOrganism>,
        /// What people call it.
        name: String,
        /// The file.
        to: PathBuf,
        /// Whether a file that is there may be replaced.
        overwrite: bool,
    },
    /// Read two sessions for a comparison: the subject's and the rival's.
    Compare(PathBuf, PathBuf),
    /// Something about pipelines.
    Pipeline(Box<pipeline::Task>),
}

/// What came of it.
#[derive(Debug, Clone)]
pub(crate) enum TaskResult {
    /// A generation.
    Generation {
        /// The session's folder.
        folder: PathBuf,
        /// The generation, or why it could not be read.
        record: Result<Arc<GenerationRecord>, String>,
    },
    /// An organism.
    Organism {
        /// It.
        organism: Box<ShownOrganism>,
        /// Whether it becomes the rival and not the subject.
        rival: bool,
    },
    /// How the features of some positions spread.
    Moments(PositionSource, Arc<Moments>),
    /// A suite, or why it cannot be read.
    Suite(PositionSource, Result<Arc<Loaded>, String>),
    /// The positions that searches are tuned on, or why they cannot be read.
    Trained(Trained, tuning::Read),
    /// The engines that have profiles.
    Engines(Vec<Engine>),
    /// The saved matches, or why they cannot be listed.
    Contests(Result<Vec<SavedRow>, String>),
    /// The games of a round robin, or why they cannot be read.
    Games(Which, coevolution::Read),
    /// A game's positions were written.
    Game {
        /// The file.
        path: PathBuf,
        /// The position to be looked at.
        index: usize,
    },
    /// It is done: what.
    Done(String),
    /// The settings with which a new session can begin, or why it cannot.
    Begin(Result<Box<Experiment>, String>),
    /// A match whose openings are enough, or what is wrong with them.
    Openings(Result<Box<Terms>, Problem>),
    /// A session was forked; the fork's folder.
    Forked(PathBuf),
    /// A session was removed.
    Deleted {
        /// Its folder.
        folder: PathBuf,
        /// What in it was not the session's, and still is there.
        left: usize,
    },
    /// An organism was written to this file.
    Exported(PathBuf),
    /// Two sessions were read.
    Compared(Box<Comparison>),
    /// What came of something about pipelines.
    Pipeline(Box<pipeline::Report>),
    /// It could not be done: what, where, what to do.
    Refused(String),
}

impl BackgroundTask {
    /// What is told where the task could not even be begun, for a reason known later.
    pub(super) fn refused(&self) -> impl Fn(String) -> TaskResult + use<> {
        |why| TaskResult::Refused(format!("this could not be begun: {why}; try again"))
    }

    /// Does it.
    pub(super) fn run(self) -> TaskResult {
        let told = match self {
            BackgroundTask::Generation { folder, run, generation } => {
                let record = self::generation(&folder, run, generation);
                Ok(TaskResult::Generation { folder, record })
            }
            BackgroundTask::Organism { from, place, rival } => organism(&from, place)
                .map(|organism| TaskResult::Organism { organism: Box::new(organism), rival }),
            BackgroundTask::Moments(source) => PositionSet::load(&source)
                .map(|set| TaskResult::Moments(source, Arc::new(Moments::of(&set))))
                .map_err(|error| error.to_string()),
            BackgroundTask::Suite(source) => {
                let loaded = suite(&source).map(Arc::new);
                Ok(TaskResult::Suite(source, loaded))
            }
            BackgroundTask::Trained(trained) => {
                let problems = problems(&trained);
                Ok(TaskResult::Trained(trained, problems))
            }
            BackgroundTask::Engines => Ok(TaskResult::Engines(Engine::all())),
            BackgroundTask::Contests(root) => Ok(TaskResult::Contests(matches(&root))),
            BackgroundTask::Game { start, moves, tags, path, index } => {
                game(*start, &moves, &tags, &path).map(|()| TaskResult::Game { path, index })
            }
            BackgroundTask::Games(which) => {
                let games = session::games(&which.folder, which.run, which.event.generation());
                Ok(TaskResult::Games(which, games.map(Arc::new).map_err(|error| error.to_string())))
            }
            BackgroundTask::Records { records, path, replace } => {
                written(&path, replace, records.len(), || epd::write_file(&path, &records))
                    .map(TaskResult::Done)
            }
            BackgroundTask::Positions { book, rows, path, replace } => {
                positions(&book.0, &rows, &path, replace).map(TaskResult::Done)
            }
            BackgroundTask::Begin(beginning) => Ok(TaskResult::Begin(beginning.read())),
            BackgroundTask::Openings(terms) => {
                Ok(TaskResult::Openings(match_terms::check_openings(&terms).map(|()| terms)))
            }
            BackgroundTask::Fork { source, run, generation, generations, destination } => {
                session::fork(&source, run, generation, generations, &destination)
                    .map(|()| TaskResult::Forked(destination))
                    .map_err(|error| error.to_string())
            }
            BackgroundTask::Delete(folder) => session::delete(&folder)
                .map(|left| TaskResult::Deleted { folder, left: left.len() })
                .map_err(|error| error.to_string()),
            BackgroundTask::ExportChampion { folder, to, overwrite } => {
                job::export_champion(&folder, &to, overwrite)
                    .map(|to| TaskResult::Exported(whole(to)))
                    .map_err(|error| error.to_string())
            }
            BackgroundTask::Export { organism, name, to, overwrite } => {
                export(&organism, name, &to, overwrite).map(|()| TaskResult::Exported(whole(to)))
            }
            BackgroundTask::Pipeline(task) => Ok(TaskResult::Pipeline(Box::new(task.run()))),
            BackgroundTask::Compare(one, other) => {
                compare::read(&one, &other).map(|both| TaskResult::Compared(Box::new(both)))
            }
        };
        told.unwrap_or_else(TaskResult::Refused)
    }
}

fn matches(root: &Path) -> Result<Vec<SavedRow>, String> {
    let row = |saved: Saved| {
        let (about, games) = match saved.content {
            Ok((Header { settings, .. }, done)) => {
                let names: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
                let all = settings.plan().games();
                (Ok(format!("{} · {}", names.join(" – "), settings.control)), Some((done, all)))
            }
            Err(error) => (Err(error.to_string()), None),
        };
        let age = saved.modified.and_then(|modified| modified.elapsed().ok());
        SavedRow { folder: saved.folder, about, games, age }
    };
    Ok(director::saved(root).map_err(|error| error.to_string())?.into_iter().map(row).collect())
}

/// Writes the positions of a game, each with the move that was made in it.
fn game(
    mut position: Chess,
    moves: &[Move],
    tags: &[(&'static str, String)],
    path: &Path,
) -> Result<(), String> {
    let mut records = Vec::with_capacity(moves.len());
    for (ply, m) in moves.iter().enumerate() {
        let mut record = EpdRecord::new(position.clone());
        let made = Operand::Moves(vec![*m]);
        let texts = tags.iter().map(|(opcode, text)| (*opcode, Operand::Text(text.clone())));
        let ply = [("c4", Operand::Text(ply.to_string()))];
        for (opcode, operand) in [("sm", made)].into_iter().chain(texts).chain(ply) {
            record.set(opcode, operand).map_err(|error| error.to_string())?;
        }
        records.push(record);
        position.play_unchecked(*m);
    }
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| epd::write_file(path, &records))
        .map_err(|error| format!("{}: {error}; the match’s folder must be writable", path.display()))
}

/// The full path, as far as the system tells it.
fn whole(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

fn export(shown: &ShownOrganism, name: String, to: &Path, overwrite: bool) -> Result<(), String> {
    let organism =
        shown.organism().ok_or_else(|| format!("{name} cannot be written: a value is outside its range"))?;
    let session = match &shown.origin {
        Origin::Population { session, run, generation, .. } => Some((session.clone(), *run, *generation)),
        Origin::Named(_) | Origin::Edited { .. } => None,
    };
    let origin = organism::Origin {
        description: shown.origin.name(""),
        session: session.as_ref().map(|(session, ..)| session.clone()),
        run: session.as_ref().map(|(_, run, _)| *run),
        generation: session.map(|(.., generation)| generation),
        ..organism::Origin::default()
    };
    job::export(&Organism { name, origin, ..organism }, to, overwrite).map_err(|error| error.to_string())
}

fn generation(folder: &Path, run: u32, generation: u32) -> Result<Arc<GenerationRecord>, String> {
    let found = session::generation(folder, run, generation).map_err(|error| error.to_string())?;
    found
        .map(Arc::new)
        .ok_or_else(|| format!("{}: run {} has no generation {generation} yet", folder.display(), run + 1))
}

/// Writes positions; a file that is there only where that was asked for.
fn positions(book: &PositionBook, rows: &[u32], path: &Path, replace: bool) -> Result<String, String> {
    written(path, replace, rows.len(), || write_epd(book, rows, path))
}

/// Writes so many positions to a file; one that is there is left alone unless it may be replaced.
fn written(
    path: &Path,
    replace: bool,
    count: usize,
    write: impl FnOnce() -> io::Result<()>,
) -> Result<String, String> {
    if !replace && path.exists() {
        return Err(format!(
            "{}: this file exists and was left as it is; name another, or choose to replace it",
            path.display()
        ));
    }
    write()
        .map_err(|error| format!("{}: {error}; name a file in a folder you can write to", path.display()))?;
    Ok(format!("{} positions written to {}", thousands(count as u64), path.display()))
}

fn suite(source: &PositionSource) -> Result<Loaded, String> {
    let records = records(source).map_err(|error| error.to_string())?;
    let suite = Suite::from_records(&source.name(), &records).map_err(|error| error.to_string())?;
    let records = records.into_iter().map(|(_, record)| record).collect();
    Ok(Loaded { problems: Arc::new(suite.problems), records })
}

/// The positions of a session that tunes searches, as its job takes them.
fn problems((source, positions): &Trained) -> tuning::Read {
    let suite = Suite::load(source).map_err(|error| error.to_string())?;
    let suite = match positions {
        Some(positions) => suite.spread(*positions as usize),
        None => suite,
    };
    Ok(Arc::new(suite.problems))
}

fn organism(from: &str, place: Option<(u32, u32, usize)>) -> Result<ShownOrganism, String> {
    let folder = Path::new(from);
    if folder.is_dir() {
        return of_session(folder, place);
    }
    let organism = Organism::named_or_path(from).map_err(|error| error.to_string())?;
    Ok(ShownOrganism {
        origin: Origin::Named(organism.name),
        score: organism.origin.train.map(|(correct, _)| correct),
        schema: organism.evaluation.schema,
        values: organism.evaluation.values,
        searches: organism.searches,
        evaluation: None,
    })
}

/// An organism of a session: at a place of a generation, or its champion.
fn of_session(folder: &Path, place: Option<(u32, u32, usize)>) -> Result<ShownOrganism, String> {
    let Some((run, generation, place)) = place else {
        return compare::side(folder).map(|side| side.champion);
    };
    let record = self::generation(folder, run, generation)?;
    let summary = session::summary(folder);
    let header =
        summary.header.ok_or_else(|| format!("{}: this session cannot be read", folder.display()))?;
    let schema = Arc::clone(header.settings.schema());
    let evaluation = header.settings.target.evaluation().and_then(FixedEvaluation::genome);
    ShownOrganism::of(&record, place, summary.name, &schema, evaluation)
        .ok_or_else(|| format!("{}: there is no such organism in this session", folder.display()))
}
