//! The form of a match: the limits, the games, the openings and the adjudication.

use std::str::FromStr;

use super::Terms;
use super::rules::{self, is_on};
use crate::arena::control::Control;
use crate::arena::game::{Adjudication, MoveLimit};
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::Event;
use crate::arena::tournament;
use crate::director::MatchConfig;
use crate::engine::search::Engine;
use crate::engine::tablebases::Tablebases;
use crate::positions::Variant;
use crate::threads::MAX_THREADS;
use crate::tui::background::{BackgroundTask, TaskResult, Work};
use crate::tui::format::thousands;
use crate::tui::popups::forms::completion::expanded;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number, path};

/// The form of a match with this number of players.
#[derive(Debug, Clone)]
pub(super) struct MatchForm {
    players: usize,
}

impl MatchForm {
    const EVENT: usize = 0;
    const LIMIT: usize = 1;
    const NODES: usize = 2;
    const CLOCK: usize = 3;
    const TIME: usize = 4;
    const DEPTH: usize = 5;
    const GAMES: usize = 6;
    const VARIANT: usize = 7;
    const OPENINGS: usize = 8;
    const FILE: usize = 9;
    const ORDER: usize = 10;
    const SEED: usize = 11;
    /// The first field of the rules: see [`rules`].
    const RULES: usize = 12;
    const LENGTH: usize = Self::RULES + rules::COUNT;
    pub(super) const TABLES: usize = Self::LENGTH + 1;
    const THREADS: usize = Self::LENGTH + 2;
    const HASH: usize = Self::LENGTH + 3;
    const MARGIN: usize = Self::LENGTH + 4;
    const DETAIL: usize = Self::LENGTH + 5;
}

fn chosen(fields: &[Field], field: usize) -> usize {
    fields.get(field).map_or(0, Field::chosen)
}

/// Parses a field that may be empty.
fn optional<T: FromStr>(fields: &[Field], field: usize) -> Result<Option<T>, Problem>
where
    T::Err: std::fmt::Display,
{
    match fields.get(field).map_or("", Field::shown).trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|error: T::Err| Problem { field, text: error.to_string() }),
    }
}

/// Returns the form of a match, filled with the settings of the last one.
pub(super) fn form(terms: &Terms, players: usize) -> Form {
    let config = &terms.config;
    let (mut nodes, mut clock, mut time, mut depth) = (10_000, "10+0.1".to_owned(), 100, 8);
    let kind = match config.control {
        Control::Nodes(limit) => {
            nodes = limit;
            0
        }
        Control::Clock(limit) => {
            clock = limit.to_string();
            1
        }
        Control::MoveTime(limit) => {
            time = limit;
            2
        }
        Control::Depth(limit) => {
            depth = limit;
            3
        }
    };
    let text = |value: Option<String>| value.unwrap_or_default();
    let file = config.openings.as_ref();
    let mut fields = vec![
        Field::choice(
            "event",
            "which players meet",
            ["round robin", "gauntlet of player 1"],
            usize::from(config.event == Event::Gauntlet),
        ),
        Field::choice("limit", "of each move", ["nodes", "clock", "time a move", "depth"], kind),
        Field::text("nodes", "of each move; games of organisms are reproducible", nodes),
        Field::text("clock", "seconds: BASE+INCREMENT, or MOVES/BASE+INCREMENT", clock),
        Field::text("time", "milliseconds for each move", time),
        Field::text("depth", "plies of each search", depth),
        Field::text("games", "of each pairing; pairs of games reverse the colours", config.games),
        Field::choice(
            "variant",
            "castling rules",
            ["as in the openings", "Chess960"],
            usize::from(config.variant == Variant::Chess960),
        ),
        Field::choice(
            "openings",
            format!("{} balanced; Chess960: all starts", thousands(Openings::EMBEDDED as u64)),
            ["embedded", "a file"],
            usize::from(file.is_some()),
        ),
        Field::path(
            "file",
            "PGN, EPD or Polyglot .bin; may be compressed",
            text(file.map(|path| path.display().to_string())),
        ),
        Field::choice(
            "order",
            "of the openings",
            ["random by seed", "sequential"],
            usize::from(config.order == Order::Sequential),
        ),
        Field::text("seed", "of the openings", config.seed),
    ];
    fields.extend(rules::fields(config));
    fields.extend([
        Field::text(
            "longest game",
            "moves of each side, then a draw; empty: no limit",
            text(config.adjudication.moves.map(|MoveLimit(moves)| moves.to_string())),
        ),
        Field::path(
            "tablebases",
            "folders of Syzygy tables to end games, with colons; empty: none",
            text(config.tablebases.clone()),
        ),
        Field::text("games at a time", "0: one per core, or one for timed games", terms.threads.unwrap_or(0)),
        Field::text("hash", "MiB of the transposition table of each player", terms.hash),
        Field::text("margin", "milliseconds by which a move may exceed its time", config.margin),
        Field::choice(
            "PGN",
            "comments on each move",
            ["score, depth, nodes", "also seldepth, clock, PV"],
            usize::from(config.pgn_detail),
        ),
    ]);
    let mut form = Form::new(MatchForm { players }, fields);
    form.at = if players > 2 { MatchForm::EVENT } else { MatchForm::LIMIT };
    form
}

impl FormSpec for MatchForm {
    fn title(&self) -> String {
        if self.players == 2 { "Match".to_owned() } else { format!("Tournament of {} players", self.players) }
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        let kind = chosen(fields, Self::LIMIT);
        match field {
            Self::EVENT => self.players > 2,
            Self::NODES => kind == 0,
            Self::CLOCK => kind == 1,
            Self::TIME => kind == 2,
            Self::DEPTH => kind == 3,
            Self::FILE => is_on(fields, Self::OPENINGS),
            Self::MARGIN => kind == 1 || kind == 2,
            Self::RULES..Self::LENGTH => {
                rules::matters(&fields[Self::RULES..], field - Self::RULES, self.players == 2)
            }
            _ => true,
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let control = match chosen(fields, Self::LIMIT) {
            0 => Control::Nodes(number(fields, Self::NODES, 1..=1_000_000_000_000, WHOLE)?),
            1 => Control::Clock(optional(fields, Self::CLOCK)?.ok_or_else(|| Problem {
                field: Self::CLOCK,
                text: "enter a clock, for example 10+0.1".to_owned(),
            })?),
            2 => Control::MoveTime(number(fields, Self::TIME, Control::MOVE_TIMES, WHOLE)?),
            _ => Control::Depth(number(fields, Self::DEPTH, Control::DEPTHS, WHOLE)?),
        };
        let (sprt, adjudication) = rules::read(fields, Self::RULES)?;
        let variant = if is_on(fields, Self::VARIANT) { Variant::Chess960 } else { Variant::Standard };
        let file = || path(fields, Self::FILE, "PGN, EPD or a Polyglot book");
        let openings = is_on(fields, Self::OPENINGS).then(file).transpose()?;
        let length = match fields.get(Self::LENGTH).map_or("", Field::shown).trim() {
            "" => None,
            _ => Some(MoveLimit(number(fields, Self::LENGTH, MoveLimit::RANGE, WHOLE)?)),
        };
        let hash = Engine::HASH_RANGE;
        let threads = number(fields, Self::THREADS, 0..=MAX_THREADS, WHOLE)?;
        let config = MatchConfig {
            players: Vec::new(),
            event: if is_on(fields, Self::EVENT) { Event::Gauntlet } else { Event::RoundRobin },
            games: number(fields, Self::GAMES, tournament::GAME_COUNTS, WHOLE)?,
            control,
            variant,
            sprt: sprt.filter(|_| self.players == 2),
            openings,
            order: if is_on(fields, Self::ORDER) { Order::Sequential } else { Order::Random },
            seed: number(fields, Self::SEED, 0..=u64::MAX, WHOLE)?,
            adjudication: Adjudication { moves: length, ..adjudication },
            tablebases: optional::<String>(fields, Self::TABLES)?.map(|folders| expanded(&folders)),
            margin: number(fields, Self::MARGIN, tournament::MARGINS, WHOLE)?,
            pgn_detail: is_on(fields, Self::DETAIL),
        };
        let terms = Terms {
            config,
            threads: (threads > 0).then_some(threads),
            hash: number(fields, Self::HASH, hash.0..=hash.1, WHOLE)?,
        };
        if terms.config.openings.is_some() || terms.config.tablebases.is_some() {
            // Reading files takes time.
            return Ok(Outcome::BackgroundTask(BackgroundTask::new(CheckFiles(terms))));
        }
        let demand = terms.demand(embedded(variant).map(|count| count as u64));
        demand.check().map_err(|error| Problem { field: Self::GAMES, text: error.brief() })?;
        Ok(Outcome::notify(terms))
    }
}

/// Checks the files that the form of a match names. If they are in order, the match starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckFiles(pub(crate) Terms);

impl Work for CheckFiles {
    fn run(&self) -> TaskResult {
        let failed = |Problem { field, text }| TaskResult::InvalidForm { field: Some(field), text };
        check_files(&self.0).map_or_else(failed, |()| TaskResult::found(self.0.clone()))
    }

    fn reopens_form(&self) -> bool {
        true
    }
}

/// Checks that the tablebases can be opened, and that the file of openings can be read and contains enough of them.
fn check_files(terms: &Terms) -> Result<(), Problem> {
    if let Some(folders) = &terms.config.tablebases {
        Tablebases::open_all(folders)
            .map_err(|error| Problem { field: MatchForm::TABLES, text: error.to_string() })?;
    }
    let count = match (&terms.config.openings, terms.config.variant) {
        (Some(path), _) => Openings::read(path)
            .map_err(|error| Problem { field: MatchForm::FILE, text: error.to_string() })?
            .count(),
        (None, variant) => embedded(variant),
    };
    let demand = terms.demand(count.map(|count| count as u64));
    demand.check().map_err(|error| Problem { field: MatchForm::GAMES, text: error.brief() })
}

/// Returns the number of embedded openings, if it is limited.
fn embedded(variant: Variant) -> Option<usize> {
    match variant {
        Variant::Standard => Some(Openings::EMBEDDED),
        Variant::Chess960 => Openings::chess960().count(),
    }
}
