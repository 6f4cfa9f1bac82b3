//! The form of a match: the limits, the games, the openings and the adjudication.

use std::path::PathBuf;
use std::str::FromStr;

use super::Terms;
use super::tasks::CheckOpenings;
use crate::arena::control::Control;
use crate::arena::game::{Adjudication, MoveLimit};
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::Event;
use crate::arena::statistics::sprt::{Model, Sprt};
use crate::engine::search::Engine;
use crate::positions::Variant;
use crate::threads::MAX_THREADS;
use crate::tui::background::BackgroundTask;
use crate::tui::format::thousands;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number, path};

/// The form of a match with this number of players.
#[derive(Debug, Clone)]
struct MatchForm {
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
    const SPRT: usize = 7;
    const MODEL: usize = 8;
    const VARIANT: usize = 9;
    const OPENINGS: usize = 10;
    const FILE: usize = 11;
    const ORDER: usize = 12;
    const SEED: usize = 13;
    const RESIGN: usize = 14;
    const DRAW: usize = 15;
    const LENGTH: usize = 16;
    const TABLES: usize = 17;
    const THREADS: usize = 18;
    const HASH: usize = 19;
    const MARGIN: usize = 20;
    const DETAIL: usize = 21;
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
    let (mut nodes, mut clock, mut time, mut depth) = (10_000, "10+0.1".to_owned(), 100, 8);
    let kind = match terms.control {
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
    let Adjudication { resign, draw, moves, .. } = &terms.adjudication;
    let file = terms.openings.as_ref();
    let model = terms.sprt.map_or(Model::Logistic, |sprt| sprt.model());
    let fields = vec![
        Field::choice(
            "event",
            "which players meet",
            ["round robin", "gauntlet of player 1"],
            usize::from(terms.event == Event::Gauntlet),
        ),
        Field::choice("limit", "of each move", ["nodes", "clock", "time a move", "depth"], kind),
        Field::text("nodes", "games of organisms are reproducible", nodes),
        Field::text("clock", "seconds: BASE+INCREMENT, MOVES/BASE", clock),
        Field::text("milliseconds", "for each move", time),
        Field::text("depth", "plies", depth),
        Field::text("games", "per pairing; pairs reverse the colours", terms.games),
        Field::text(
            "SPRT",
            "stop when decided: ELO0,ELO1; empty: no test",
            text(terms.sprt.map(|sprt| sprt.numbers())),
        ),
        Field::choice(
            "Elo of the SPRT",
            "the scale of ELO0 and ELO1",
            ["logistic", "normalized"],
            usize::from(model == Model::Normalized),
        ),
        Field::choice(
            "variant",
            "castling rules",
            ["as in the openings", "Chess960"],
            usize::from(terms.variant == Variant::Chess960),
        ),
        Field::choice(
            "openings",
            format!("{} balanced; Chess960: all starts", thousands(Openings::EMBEDDED as u64)),
            ["embedded", "a file"],
            usize::from(file.is_some()),
        ),
        Field::text(
            "file",
            "PGN, EPD or Polyglot .bin; may be compressed",
            text(file.map(|path| path.display().to_string())),
        ),
        Field::choice(
            "order",
            "of the openings",
            ["random by seed", "sequential"],
            usize::from(terms.order == Order::Sequential),
        ),
        Field::text("seed", "of the openings", terms.seed),
        Field::text(
            "resign",
            "MOVES,CENTIPAWNS, if both agree; empty: never",
            text(resign.map(|rule| rule.to_string())),
        ),
        Field::text("draw", "AFTER,MOVES,CENTIPAWNS; empty: never", text(draw.map(|rule| rule.to_string()))),
        Field::text(
            "longest game",
            "moves per side; empty: no limit",
            text(moves.map(|MoveLimit(moves)| moves.to_string())),
        ),
        Field::text(
            "tablebases",
            "folders of Syzygy tables to end games; empty: none",
            text(terms.tablebases.clone()),
        ),
        Field::text("games at a time", "0: one per core, or one for timed games", terms.threads.unwrap_or(0)),
        Field::text("hash", "MiB per player", terms.hash),
        Field::text("margin", "ms by which a move may exceed its time", terms.margin),
        Field::choice(
            "PGN",
            "comments on each move",
            ["score, depth, nodes", "also seldepth, clock, PV"],
            usize::from(terms.pgn_detail),
        ),
    ];
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
        let tested = || !fields.get(Self::SPRT).map_or("", Field::shown).trim().is_empty();
        match field {
            Self::EVENT => self.players > 2,
            Self::NODES => kind == 0,
            Self::CLOCK => kind == 1,
            Self::TIME => kind == 2,
            Self::DEPTH => kind == 3,
            Self::SPRT => self.players == 2,
            Self::MODEL => self.players == 2 && tested(),
            Self::FILE => chosen(fields, Self::OPENINGS) == 1,
            Self::MARGIN => kind == 1 || kind == 2,
            _ => true,
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let control = match chosen(fields, Self::LIMIT) {
            0 => Control::Nodes(number(fields, Self::NODES, 1..=1_000_000_000_000, WHOLE)?),
            1 => match optional(fields, Self::CLOCK)? {
                Some(clock) => Control::Clock(clock),
                None => {
                    return Err(Problem {
                        field: Self::CLOCK,
                        text: "enter a clock, for example 10+0.1".to_owned(),
                    });
                }
            },
            2 => Control::MoveTime(number(fields, Self::TIME, 1..=86_400_000, WHOLE)?),
            _ => Control::Depth(number(fields, Self::DEPTH, 1..=128, WHOLE)?),
        };
        let sprt: Option<Sprt> = if self.players == 2 { optional(fields, Self::SPRT)? } else { None };
        let model = if chosen(fields, Self::MODEL) == 1 { Model::Normalized } else { Model::Logistic };
        let variant = if chosen(fields, Self::VARIANT) == 1 { Variant::Chess960 } else { Variant::Standard };
        let openings: Option<PathBuf> = match chosen(fields, Self::OPENINGS) {
            0 => None,
            _ => Some(path(fields, Self::FILE, "PGN, EPD or a Polyglot book")?),
        };
        let length = match fields.get(Self::LENGTH).map_or("", Field::shown).trim() {
            "" => None,
            _ => Some(MoveLimit(number(fields, Self::LENGTH, 1..=10_000, WHOLE)?)),
        };
        let hash = Engine::HASH_RANGE;
        let threads = number(fields, Self::THREADS, 0..=MAX_THREADS, WHOLE)?;
        let terms = Terms {
            event: if chosen(fields, Self::EVENT) == 1 { Event::Gauntlet } else { Event::RoundRobin },
            games: number(fields, Self::GAMES, 1..=1_000_000, WHOLE)?,
            control,
            variant,
            sprt: sprt.map(|sprt| sprt.with_model(model)),
            openings,
            order: if chosen(fields, Self::ORDER) == 1 { Order::Sequential } else { Order::Random },
            seed: number(fields, Self::SEED, 0..=u64::MAX, WHOLE)?,
            adjudication: Adjudication {
                resign: optional(fields, Self::RESIGN)?,
                draw: optional(fields, Self::DRAW)?,
                moves: length,
            },
            tablebases: optional(fields, Self::TABLES)?,
            threads: (threads > 0).then_some(threads),
            hash: number(fields, Self::HASH, hash.0..=hash.1, WHOLE)?,
            margin: number(fields, Self::MARGIN, 0..=60_000, WHOLE)?,
            pgn_detail: chosen(fields, Self::DETAIL) == 1,
        };
        if terms.openings.is_some() {
            // Reading a file takes time.
            return Ok(Outcome::BackgroundTask(BackgroundTask::new(CheckOpenings(terms))));
        }
        let embedded = match variant {
            Variant::Standard => Some(Openings::EMBEDDED),
            Variant::Chess960 => Openings::chess960().count(),
        };
        let demand = terms.demand(embedded.map(|count| count as u64));
        demand.check().map_err(|error| Problem { field: Self::GAMES, text: error.brief() })?;
        Ok(Outcome::notify(terms))
    }
}

/// Checks that the file of openings can be read and contains enough of them.
pub(super) fn check_openings(terms: &Terms) -> Result<(), Problem> {
    let Some(path) = &terms.openings else { return Ok(()) };
    let openings =
        Openings::read(path).map_err(|error| Problem { field: MatchForm::FILE, text: error.to_string() })?;
    let demand = terms.demand(openings.count().map(|count| count as u64));
    demand.check().map_err(|error| Problem { field: MatchForm::GAMES, text: error.brief() })
}
