//! What is fetched or done beside the screen: reading sessions and files, forking, exporting. Each errand
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
use super::popups::forms::{Problem, contest_terms};
use super::popups::players::Engine;
use super::screens::coevolution::{self, Which};
use super::screens::contest::{SavedRow, Terms};
use super::screens::suite::Loaded;
use super::screens::tuning::{self, Trained};
use super::subject::{Origin, Specimen};
use crate::director::{self, Header, Saved};
use crate::disagreement::{Moments, PositionBook, write_epd};
use crate::engine::schema::Schema;
use crate::evolution::record::GenerationRecord;
use crate::evolution::settings::EvolutionSettings;
use crate::job;
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
pub(crate) enum Errand {
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
    /// Read the openings of a contest, to see whether there are enough.
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
        specimen: Box<Specimen>,
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
pub(crate) enum Told {
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
        specimen: Box<Specimen>,
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
    Begin(Result<Box<EvolutionSettings>, String>),
    /// A contest whose openings are enough, or what is wrong with them.
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

impl Errand {
    /// What is told where the errand could not even be begun, for a reason known later.
    pub(super) fn refused(&self) -> impl Fn(String) -> Told + use<> {
        |why| Told::Refused(format!("this could not be begun: {why}; try again"))
    }

    /// Does it.
    pub(super) fn run(self) -> Told {
        let told = match self {
            Errand::Generation { folder, run, generation } => {
                let record = self::generation(&folder, run, generation);
                Ok(Told::Generation { folder, record })
            }
            Errand::Organism { from, place, rival } => {
                organism(&from, place).map(|specimen| Told::Organism { specimen: Box::new(specimen), rival })
            }
            Errand::Moments(source) => PositionSet::load(&source)
                .map(|set| Told::Moments(source, Arc::new(Moments::of(&set))))
                .map_err(|error| error.to_string()),
            Errand::Suite(source) => {
                let loaded = suite(&source).map(Arc::new);
                Ok(Told::Suite(source, loaded))
            }
            Errand::Trained(trained) => {
                let problems = problems(&trained);
                Ok(Told::Trained(trained, problems))
            }
            Errand::Engines => Ok(Told::Engines(Engine::all())),
            Errand::Contests(root) => Ok(Told::Contests(contests(&root))),
            Errand::Game { start, moves, tags, path, index } => {
                game(*start, &moves, &tags, &path).map(|()| Told::Game { path, index })
            }
            Errand::Games(which) => {
                let games = session::games(&which.folder, which.run, which.event.generation());
                Ok(Told::Games(which, games.map(Arc::new).map_err(|error| error.to_string())))
            }
            Errand::Records { records, path, replace } => {
                written(&path, replace, records.len(), || epd::write_file(&path, &records)).map(Told::Done)
            }
            Errand::Positions { book, rows, path, replace } => {
                positions(&book.0, &rows, &path, replace).map(Told::Done)
            }
            Errand::Begin(beginning) => Ok(Told::Begin(beginning.read())),
            Errand::Openings(terms) => {
                Ok(Told::Openings(contest_terms::check_openings(&terms).map(|()| terms)))
            }
            Errand::Fork { source, run, generation, generations, destination } => {
                session::fork(&source, run, generation, generations, &destination)
                    .map(|()| Told::Forked(destination))
                    .map_err(|error| error.to_string())
            }
            Errand::Delete(folder) => session::delete(&folder)
                .map(|left| Told::Deleted { folder, left: left.len() })
                .map_err(|error| error.to_string()),
            Errand::ExportChampion { folder, to, overwrite } => job::export_champion(&folder, &to, overwrite)
                .map(|to| Told::Exported(whole(to)))
                .map_err(|error| error.to_string()),
            Errand::Export { specimen, name, to, overwrite } => {
                export(&specimen, name, &to, overwrite).map(|()| Told::Exported(whole(to)))
            }
            Errand::Pipeline(task) => Ok(Told::Pipeline(Box::new(task.run()))),
            Errand::Compare(one, other) => {
                compare::read(&one, &other).map(|both| Told::Compared(Box::new(both)))
            }
        };
        told.unwrap_or_else(Told::Refused)
    }
}

fn contests(root: &Path) -> Result<Vec<SavedRow>, String> {
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

fn export(specimen: &Specimen, name: String, to: &Path, overwrite: bool) -> Result<(), String> {
    let organism = specimen
        .organism()
        .ok_or_else(|| format!("{name} cannot be written: a value is outside its range"))?;
    let session = match &specimen.origin {
        Origin::Population { session, run, generation, .. } => Some((session.clone(), *run, *generation)),
        Origin::Named(_) | Origin::Edited { .. } => None,
    };
    let origin = organism::Origin {
        description: specimen.origin.name(""),
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

fn organism(from: &str, place: Option<(u32, u32, usize)>) -> Result<Specimen, String> {
    let folder = Path::new(from);
    if folder.is_dir() {
        return of_session(folder, place);
    }
    let organism = Organism::named_or_path(from).map_err(|error| error.to_string())?;
    Ok(Specimen {
        origin: Origin::Named(organism.name),
        correct: organism.origin.train.map(|(correct, _)| correct),
        schema: organism.evaluation.schema,
        values: organism.evaluation.values,
        searches: organism.searches,
        evaluation: None,
    })
}

/// An organism of a session: at a place of a generation, or its champion.
fn of_session(folder: &Path, place: Option<(u32, u32, usize)>) -> Result<Specimen, String> {
    let Some((run, generation, place)) = place else {
        return compare::side(folder).map(|side| side.champion);
    };
    let record = self::generation(folder, run, generation)?;
    let summary = session::summary(folder);
    let header =
        summary.header.ok_or_else(|| format!("{}: this session cannot be read", folder.display()))?;
    let schema = Schema::built_in(&header.settings.schema).map_err(|error| error.to_string())?;
    let evaluation = header.settings.tuning.as_ref().and_then(crate::tuning::evaluation);
    Specimen::of(&record, place, summary.name, &schema, evaluation)
        .ok_or_else(|| format!("{}: there is no such organism in this session", folder.display()))
}
