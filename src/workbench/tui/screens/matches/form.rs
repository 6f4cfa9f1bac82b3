//! The form of a match: the limits, the games, the openings and the adjudication.

use super::Terms;
use super::rules;
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
use crate::tui::popups::forms::completion::expanded;
use crate::tui::prelude::*;

/// The labels of fields to which the check of files refers.
const GAMES: &str = "games";
const FILE: &str = "file";
const TABLES: &str = "tablebases";

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
    let openings =
        format!("{} balanced openings; Chess960: all starts", thousands(Openings::EMBEDDED as u64));
    let mut fields = vec![
        Field::explained(
            "event",
            [("round robin", "all players meet"), ("gauntlet of player 1", "player 1 meets all others")],
            usize::from(config.event == Event::Gauntlet),
        ),
        Field::explained(
            "limit",
            [
                ("nodes", "the same work for each move; games of organisms are reproducible"),
                ("clock", "a chess clock for each side; depends on the machine"),
                ("time a move", "the same time for each move; depends on the machine"),
                ("depth", "the same number of plies for each move"),
            ],
            kind,
        ),
        Field::text("nodes", "of each move; more play better, but take longer", nodes),
        Field::text("clock", "seconds: BASE+INCREMENT, or MOVES/BASE+INCREMENT", clock),
        Field::text("time", "milliseconds for each move; more play better, but take longer", time),
        Field::text("depth", "plies of each search; more play better, but take longer", depth),
        Field::text(
            GAMES,
            "of each pairing, in pairs with reversed colours; more measure more exactly",
            config.games,
        ),
        Field::explained(
            "variant",
            [("as in the openings", "castling as usual"), ("Chess960", "castling from any start")],
            usize::from(config.variant == Variant::Chess960),
        )
        .folded(),
        Field::explained(
            "openings",
            [("embedded", openings.as_str()), ("a file", "games, positions or a book of your own")],
            usize::from(file.is_some()),
        )
        .folded(),
        Field::path(
            FILE,
            "PGN, EPD or Polyglot .bin; may be compressed",
            text(file.map(|path| path.display().to_string())),
        )
        .folded(),
        Field::explained(
            "order",
            [
                ("random by seed", "openings are drawn by the seed"),
                ("sequential", "openings as in their file"),
            ],
            usize::from(config.order == Order::Sequential),
        )
        .folded(),
        Field::text("seed", "draws the openings: the same seed draws the same ones", config.seed).folded(),
    ];
    fields.extend(rules::fields(config));
    let others = [
        Field::text(
            "longest game",
            "moves of each side, then a draw; empty: no limit",
            text(config.adjudication.moves.map(|MoveLimit(moves)| moves.to_string())),
        ),
        Field::path(
            TABLES,
            "folders of Syzygy tables to end games, with colons; empty: none",
            text(config.tablebases.clone()),
        ),
        Field::text("games at a time", "0: one per core, or one for timed games", terms.threads.unwrap_or(0)),
        Field::text("hash", "MiB of the transposition table of each player", terms.hash),
        Field::text("margin", "milliseconds by which a move may exceed its time", config.margin),
        Field::explained(
            "PGN",
            [
                ("score, depth, nodes", "comments on each move of the file of games"),
                ("also seldepth, clock, PV", "longer comments on each move of the file of games"),
            ],
            usize::from(config.pgn_detail),
        ),
    ];
    fields.extend(others.map(Field::folded));
    let title = if players == 2 { "Match".to_owned() } else { format!("Tournament of {players} players") };
    let matters = move |fields: &[Field], label: &str| {
        let kind = fields.chosen("limit");
        match label {
            "event" => players > 2,
            "nodes" => kind == 0,
            "clock" => kind == 1,
            "time" => kind == 2,
            "depth" => kind == 3,
            "file" => fields.is_on("openings"),
            "margin" => kind == 1 || kind == 2,
            label => rules::matters(fields, label, players == 2),
        }
    };
    let mut form = Form::depending(title, fields, matters, move |fields| outcome(fields, players));
    form.at = usize::from(players == 2);
    form
}

fn outcome(fields: &[Field], players: usize) -> Result<Outcome, Problem> {
    let control = match fields.chosen("limit") {
        0 => Control::Nodes(fields.number("nodes", 1..=1_000_000_000_000)?),
        1 => Control::Clock(
            fields
                .optional("clock")?
                .ok_or_else(|| fields.problem("clock", "enter a clock, for example 10+0.1"))?,
        ),
        2 => Control::MoveTime(fields.number("time", Control::MOVE_TIMES)?),
        _ => Control::Depth(fields.number("depth", Control::DEPTHS)?),
    };
    let (sprt, adjudication) = rules::read(fields)?;
    let variant = if fields.is_on("variant") { Variant::Chess960 } else { Variant::Standard };
    let file = || fields.path(FILE, "PGN, EPD or a Polyglot book");
    let openings = fields.is_on("openings").then(file).transpose()?;
    let length = match fields.shown("longest game") {
        "" => None,
        _ => Some(MoveLimit(fields.number("longest game", MoveLimit::RANGE)?)),
    };
    let threads = fields.number("games at a time", 0..=MAX_THREADS)?;
    let config = MatchConfig {
        players: Vec::new(),
        event: if fields.is_on("event") { Event::Gauntlet } else { Event::RoundRobin },
        games: fields.number(GAMES, tournament::GAME_COUNTS)?,
        control,
        variant,
        sprt: sprt.filter(|_| players == 2),
        openings,
        order: if fields.is_on("order") { Order::Sequential } else { Order::Random },
        seed: fields.number("seed", 0..=u64::MAX)?,
        adjudication: Adjudication { moves: length, ..adjudication },
        tablebases: fields.optional::<String>(TABLES)?.map(|folders| expanded(&folders)),
        margin: fields.number("margin", tournament::MARGINS)?,
        pgn_detail: fields.is_on("PGN"),
    };
    let (least, most) = Engine::HASH_RANGE;
    let terms = Terms {
        config,
        threads: (threads > 0).then_some(threads),
        hash: fields.number("hash", least..=most)?,
    };
    if terms.config.openings.is_some() || terms.config.tablebases.is_some() {
        // Reading files takes time.
        let places = [GAMES, FILE, TABLES].map(|label| fields.place(label));
        return Ok(Outcome::task(CheckFiles { terms, places }));
    }
    let demand = terms.demand(embedded(variant).map(|count| count as u64));
    demand.check().map_err(|error| fields.problem(GAMES, error.brief()))?;
    Ok(Outcome::notify(terms))
}

/// Checks the files that the form of a match names. If they are in order, the match starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckFiles {
    pub(crate) terms: Terms,
    /// The fields with the number of games, the openings and the tablebases.
    places: [usize; 3],
}

impl Work for CheckFiles {
    fn run(&self) -> TaskResult {
        let failed = |Problem { field, text }| TaskResult::InvalidForm { field: Some(field), text };
        self.check().map_or_else(failed, |()| TaskResult::found(self.terms.clone()))
    }
}

impl CheckFiles {
    /// Checks that the tablebases can be opened, and that the file of openings can be read and contains enough of them.
    fn check(&self) -> Result<(), Problem> {
        let CheckFiles { terms, places: [games, file, tables] } = self;
        if let Some(folders) = &terms.config.tablebases {
            Tablebases::open_all(folders)
                .map_err(|error| Problem { field: *tables, text: error.to_string() })?;
        }
        let count = match (&terms.config.openings, terms.config.variant) {
            (Some(path), _) => Openings::read(path)
                .map_err(|error| Problem { field: *file, text: error.to_string() })?
                .count(),
            (None, variant) => embedded(variant),
        };
        let demand = terms.demand(count.map(|count| count as u64));
        demand.check().map_err(|error| Problem { field: *games, text: error.brief() })
    }
}

/// Returns the number of embedded openings, if it is limited.
fn embedded(variant: Variant) -> Option<usize> {
    match variant {
        Variant::Standard => Some(Openings::EMBEDDED),
        Variant::Chess960 => Openings::chess960().count(),
    }
}
