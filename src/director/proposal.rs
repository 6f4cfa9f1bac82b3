//! A contest that is wanted, and one that can begin: everything about it is checked before the first game.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::error::Error;
use super::players::{Candidate, Fit, examine, tell_apart};
use crate::arena::control::Control;
use crate::arena::game::Adjudication;
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::Event;
use crate::arena::settings::{ContestSettings, OpeningSource};
use crate::arena::statistics::sprt::Sprt;
use crate::arena::supply::Demand;
use crate::engine::search::Signal;
use crate::positions::Variant;
use crate::session::Attachment;
use crate::solving::interruptible;
use crate::threads::Interrupt;

/// A match or a tournament that somebody wants; see [`ContestSettings`] for what its parts mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// Who is to play; at least two.
    pub players: Vec<Candidate>,
    /// Who meets whom.
    pub event: Event,
    /// Games of each pairing.
    pub games: u64,
    /// What limits the moves.
    pub control: Control,
    /// By how many milliseconds a clock may be overrun.
    pub margin: u64,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Folders of Syzygy tables that end games, separated as the system's paths are.
    pub tablebases: Option<String>,
    /// The rules; see [`ContestSettings::variant`].
    pub variant: Variant,
    /// The file of openings; `None`: the embedded openings of the variant.
    pub openings: Option<PathBuf>,
    /// In which order they come.
    pub order: Order,
    /// Names the random streams of the openings.
    pub seed: u64,
    /// A test that may end a match of two players.
    pub sprt: Option<Sprt>,
    /// Whether PGN tells more of each move's search.
    pub pgn_detail: bool,
}

/// What `match.ron` says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of Eyas that began it.
    pub eyas: String,
    /// The day it began, for PGN; UTC.
    pub date: String,
    /// All that decides its games.
    pub settings: ContestSettings,
}

/// A contest that can begin, of which nothing is written yet.
#[derive(Debug)]
pub struct Ready {
    /// What it is.
    pub header: Header,
    /// Its openings.
    pub(super) openings: Openings,
    /// What its folder keeps of its players.
    pub(super) files: Vec<Attachment>,
}

impl Proposal {
    fn demand(&self, openings: Option<u64>) -> Demand {
        Demand { games: self.games, control: self.control, tested: self.sprt.is_some(), openings }
    }

    /// Checks everything: that openings can be read, and that each player is to be found, starts, and can play under
    /// these limits.
    ///
    /// # Errors
    /// What is wrong. [`Error::Interrupted`] when `interrupt` is raised while an engine is waited for.
    pub fn check(self, interrupt: &Interrupt) -> Result<Ready, Error> {
        if self.players.len() < 2 {
            return Err(Error::Alone);
        }
        let openings = read(self.openings.as_deref(), self.variant)?;
        let count = count(&openings);
        self.demand(count).check()?;
        let signal = Signal::default();
        let fit = interruptible(interrupt, &signal, || {
            let all = self.players.into_iter().enumerate();
            all.map(|(number, player)| examine(number, player, self.control, openings.variant(), &signal))
                .collect::<Result<Vec<Fit>, Error>>()
        })?;
        let (mut players, mut files) = (Vec::new(), Vec::new());
        for Fit { player, file } in fit {
            players.push(player);
            files.extend(file);
        }
        tell_apart(&mut players);
        let settings = ContestSettings {
            players,
            event: self.event,
            games: self.games,
            control: self.control,
            margin: self.margin,
            adjudication: self.adjudication,
            tablebases: self.tablebases,
            variant: self.variant,
            openings: OpeningSource {
                file: self.openings.map(|path| path.display().to_string()),
                blake3: fingerprint(&openings),
                count,
            },
            order: self.order,
            seed: self.seed,
            sprt: self.sprt,
            pgn_detail: self.pgn_detail,
        };
        settings.rules()?;
        let header = Header { eyas: env!("CARGO_PKG_VERSION").to_owned(), date: today(), settings };
        Ok(Ready { header, openings, files })
    }
}

/// Today, as PGN writes it.
fn today() -> String {
    let date = OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

/// The openings that a contest was begun with.
pub(super) fn same_openings(settings: &ContestSettings) -> Result<Openings, Error> {
    let source = &settings.openings;
    let openings = read(source.file.as_deref().map(Path::new), settings.variant)?;
    if fingerprint(&openings) != source.blake3 {
        return Err(source.file.clone().map_or(Error::OtherEmbedded, Error::OtherOpenings));
    }
    Ok(openings)
}

fn read(file: Option<&Path>, variant: Variant) -> Result<Openings, Error> {
    let openings = match (file, variant) {
        (Some(file), _) => Openings::read(file)?,
        (None, Variant::Standard) => Openings::embedded()?,
        (None, Variant::Chess960) => Openings::chess960(),
    };
    Ok(openings.under(variant)?)
}

/// How many openings there are; `None` for a Polyglot book.
pub(super) fn count(openings: &Openings) -> Option<u64> {
    openings.count().map(|count| count as u64)
}

/// What openings are, in hexadecimal.
fn fingerprint(openings: &Openings) -> String {
    blake3::Hash::from_bytes(openings.fingerprint()).to_hex().to_string()
}
