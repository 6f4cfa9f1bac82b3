//! Where figures come from: the folder of a session, a match, a race or a pipeline.

mod evolution;
pub mod games;
pub mod matches;
mod pipeline;
pub mod race;

use std::path::{Path, PathBuf};

use super::{Content, Error, Figure};
use crate::session::{MatchFolder, Session};

/// A request for a figure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Request {
    /// The name of the figure.
    pub name: String,
    /// The run of a session; the first is 0. Without it, the run of the champion.
    pub run: Option<u32>,
    /// The generation. Without it, the last one, or the round robin after it.
    pub generation: Option<u32>,
    /// The number of a game; the first is 0. Without it, the last one.
    pub game: Option<u64>,
}

impl Request {
    /// Creates a request for the figure of this name.
    #[must_use]
    pub fn new(name: &str) -> Request {
        Request { name: name.to_owned(), ..Request::default() }
    }
}

/// A figure that a source has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// The name.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
}

const fn listed(name: &'static str, about: &'static str) -> Listed {
    Listed { name, about }
}

/// A folder whose figures can be made.
#[derive(Debug)]
pub struct Source {
    folder: PathBuf,
    kind: Kind,
}

/// The content of a folder.
#[derive(Debug)]
enum Kind {
    Evolution(Box<evolution::Evolution>),
    Match(Box<matches::Played>),
    Race(Box<race::Raced>),
    Pipeline(Box<pipeline::Stages>),
}

impl Source {
    /// Reads a folder. Neither changes nor locks anything.
    ///
    /// # Errors
    /// The folder holds nothing that has figures, or it is damaged.
    pub fn open(folder: &Path) -> Result<Source, Error> {
        let kind = if MatchFolder::is_match(folder) {
            Kind::Match(Box::new(matches::Played::read(folder)?))
        } else if crate::race::is_race(folder) {
            Kind::Race(Box::new(race::Raced::read(folder)?))
        } else if crate::pipeline::is_pipeline(folder) {
            Kind::Pipeline(Box::new(pipeline::Stages::read(folder)?))
        } else if Session::is_session(folder) {
            Kind::Evolution(Box::new(evolution::Evolution::read(folder)?))
        } else {
            return Err(Error::NoSource(folder.to_owned()));
        };
        Ok(Source { folder: folder.to_owned(), kind })
    }

    /// Returns what the folder holds, as a sentence.
    #[must_use]
    pub fn about(&self) -> String {
        match &self.kind {
            Kind::Evolution(session) => session.about(),
            Kind::Match(_) => "A match or a tournament.".to_owned(),
            Kind::Race(_) => "A race of optimizers.".to_owned(),
            Kind::Pipeline(_) => "A pipeline of several stages.".to_owned(),
        }
    }

    /// Returns the sentences with the result, which come first in a report; empty if the figures show it.
    #[must_use]
    pub fn lead(&self) -> Vec<String> {
        match &self.kind {
            Kind::Evolution(session) => session.lead(),
            Kind::Match(_) | Kind::Race(_) | Kind::Pipeline(_) => Vec::new(),
        }
    }

    /// Returns the state of a session in a few lines, for a script to post; empty for other folders.
    #[must_use]
    pub fn digest(&self) -> Vec<String> {
        match &self.kind {
            Kind::Evolution(session) => session.digest(),
            Kind::Match(_) | Kind::Race(_) | Kind::Pipeline(_) => Vec::new(),
        }
    }

    /// Returns why the results are suspect and what to change; `None` if nothing is known against them.
    #[must_use]
    pub fn suspect(&self) -> Option<String> {
        match &self.kind {
            Kind::Evolution(session) => session.suspect(),
            Kind::Match(played) => played.suspect().map(str::to_owned),
            Kind::Race(_) | Kind::Pipeline(_) => None,
        }
    }

    /// Returns the figures that can be made from what is recorded; empty if nothing is recorded yet.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        match &self.kind {
            Kind::Evolution(session) => session.list(),
            Kind::Match(played) => played.list(),
            Kind::Race(raced) => raced.list(),
            Kind::Pipeline(stages) => stages.list(),
        }
    }

    /// Makes a figure.
    ///
    /// # Errors
    /// There is no figure of this name, nothing is recorded yet, or there is no such run, generation or game.
    pub fn figure(&self, request: &Request) -> Result<Figure, Error> {
        let known = self.list();
        if known.is_empty() {
            let what = match &self.kind {
                Kind::Evolution(_) => "no generation is measured yet; run the session first",
                Kind::Match(_) => "no game is finished yet; play the match first",
                Kind::Race(_) => "no generation of the race is measured yet; run the race first",
                Kind::Pipeline(_) => "no generation of the pipeline is measured yet; run the pipeline first",
            };
            return Err(Error::Empty { folder: self.folder.clone(), what });
        }
        if known.iter().all(|known| known.name != request.name) {
            let names = known.iter().map(|known| known.name).collect();
            return Err(Error::Unknown { name: request.name.clone(), folder: self.folder.clone(), names });
        }
        let (title, suffix, content) = match &self.kind {
            Kind::Evolution(session) => session.content(request),
            Kind::Match(played) => played.content(request),
            Kind::Race(raced) => raced.content(&request.name),
            Kind::Pipeline(stages) => stages.content(&request.name),
        }
        .map_err(|refusal| self.refused(refusal))?;
        let source = crate::session::name(&self.folder);
        let name = format!("{}{suffix}", request.name);
        let note = match &self.kind {
            Kind::Evolution(session) => session.note(&request.name),
            Kind::Match(_) | Kind::Race(_) | Kind::Pipeline(_) => "",
        };
        Ok(Figure::new(&name, &format!("{title} · {source}"), content).noted(note))
    }

    fn refused(&self, refusal: Refusal) -> Error {
        match refusal {
            Refusal::Missing(what, available) => {
                Error::Missing { folder: self.folder.clone(), what, available }
            }
            Refusal::Failed(error) => error,
        }
    }
}

/// The title of a figure, the end of its name, and its content.
type Made = (String, String, Content);

/// Why a known figure cannot be made.
#[derive(Debug)]
enum Refusal {
    /// There is no such run, generation or game; and what there is.
    Missing(String, String),
    /// The folder cannot be read.
    Failed(Error),
}
