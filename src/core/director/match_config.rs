//! A requested match, and its validation before the first game.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::players::{Candidate, ValidatedPlayer, number_duplicates, validate};
use crate::arena::control::Control;
use crate::arena::game::Adjudication;
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::Pairing;
use crate::arena::settings::{GAMES, MARGIN, MatchSettings, OpeningSource, SEED, absolute, map_folders};
use crate::engine::search::Signal;
use crate::positions::Variant;
use crate::progress;
use crate::session::Attachment;
use crate::solving::interruptible;
use crate::threads::Interrupt;

/// A requested match or tournament.
pub type MatchConfig = MatchSettings<Candidate, Option<PathBuf>>;

/// The default limit of each move, with which a match of organisms takes minutes.
const NODES: u64 = 10_000;

impl Default for MatchConfig {
    /// Returns the settings without players.
    fn default() -> MatchConfig {
        MatchSettings {
            players: Vec::new(),
            event: Pairing::default(),
            games: GAMES,
            control: Control::Nodes(NODES),
            margin: MARGIN,
            adjudication: Adjudication::default(),
            tablebases: None,
            variant: Variant::default(),
            openings: None,
            order: Order::default(),
            seed: SEED,
            sprt: None,
            pgn_detail: false,
            hash: None,
        }
    }
}

/// The content of `match.ron`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of Eyas that started the match.
    pub eyas: String,
    /// The start date in UTC, for PGN.
    pub date: String,
    /// The settings.
    pub settings: MatchSettings,
}

/// A validated match. Nothing is written yet.
#[derive(Debug)]
pub struct Ready {
    /// The content of `match.ron`.
    pub header: Header,
    pub(super) openings: Openings,
    /// The copies of players that the match directory keeps.
    pub(super) files: Vec<Attachment>,
}

impl MatchSettings {
    /// Returns the settings as they can be requested, without players.
    #[must_use]
    pub fn request(&self) -> MatchConfig {
        let hash = self.players.first().map(|player| player.hash);
        MatchConfig { hash, ..self.with(Vec::new(), self.openings.file.as_ref().map(PathBuf::from)) }
    }
}

impl MatchConfig {
    /// Returns the request with absolute paths of openings and tablebases.
    #[must_use]
    pub fn absolute(self) -> MatchConfig {
        MatchConfig {
            openings: self.openings.map(|path| absolute(&path)),
            tablebases: self.tablebases.map(|folders| map_folders(&folders, absolute)),
            ..self
        }
    }

    /// Validates the request: reads the openings, and checks that each player exists, starts, and can play under these
    /// limits.
    ///
    /// # Errors
    /// Returns an error if a part of the request is not valid, and [`Error::Interrupted`] if `interrupt` is raised
    /// while an engine starts.
    pub fn check(self, interrupt: &Interrupt) -> Result<Ready, Error> {
        if self.players.len() < 2 {
            return Err(Error::TooFewPlayers);
        }
        let openings = read(self.openings.as_deref(), self.variant)?;
        let mut request = self.absolute();
        let players = std::mem::take(&mut request.players);
        let source = OpeningSource {
            file: request.openings.as_ref().map(|path| path.display().to_string()),
            blake3: fingerprint(&openings),
            count: count(&openings),
        };
        let mut settings = request.with(Vec::new(), source);
        settings.demand().check()?;
        let signal = Signal::default();
        let validated = interruptible(interrupt, &signal, || {
            let all = players.into_iter().enumerate();
            all.map(|(number, player)| validate(number, player, &settings, openings.variant(), &signal))
                .collect::<Result<Vec<ValidatedPlayer>, Error>>()
        })?;
        let mut files = Vec::new();
        for ValidatedPlayer { player, file } in validated {
            settings.players.push(player);
            files.extend(file);
        }
        number_duplicates(&mut settings.players);
        settings.hash = None;
        settings.rules()?;
        let header = Header { eyas: env!("CARGO_PKG_VERSION").to_owned(), date: today(), settings };
        Ok(Ready { header, openings, files })
    }
}

/// Returns today's date in UTC in the format of PGN.
fn today() -> String {
    progress::timestamp().strftime("%Y.%m.%d").to_string()
}

/// Reads the openings of a match and checks that they have not changed.
pub(super) fn same_openings(settings: &MatchSettings) -> Result<Openings, Error> {
    let source = &settings.openings;
    let openings = read(source.file.as_deref().map(Path::new), settings.variant)?;
    if fingerprint(&openings) != source.blake3 {
        return Err(source.file.clone().map_or(Error::EmbeddedOpeningsChanged, Error::OpeningsChanged));
    }
    Ok(openings)
}

fn read(file: Option<&Path>, variant: Variant) -> Result<Openings, Error> {
    let openings = match (file, variant) {
        (Some(file), _) => Openings::read(file)?,
        (None, Variant::Standard) => Openings::embedded()?,
        (None, Variant::Chess960) => Openings::chess960(),
    };
    Ok(openings.with_variant(variant)?)
}

/// Returns the number of openings, or `None` for a Polyglot book.
pub(super) fn count(openings: &Openings) -> Option<u64> {
    openings.count().map(|count| count as u64)
}

/// Returns the hash of the openings, in hexadecimal.
fn fingerprint(openings: &Openings) -> String {
    blake3::Hash::from_bytes(openings.fingerprint()).to_hex().to_string()
}
