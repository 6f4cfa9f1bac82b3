//! The form of a match: the limits, the games, the openings and the adjudication.

use super::rules;
use crate::arena::game::Adjudication;
use crate::arena::opening::Openings;
use crate::arena::plan::Pairing;
use crate::director::{LIMITS, MatchConfig, setting};
use crate::engine::tablebases::Tablebases;
use crate::evolution::setting::Kind;
use crate::positions::Variant;
use crate::threads::MAX_THREADS;
use crate::tui::popups::forms::completion::expanded;
use crate::tui::prelude::*;

/// The settings of a match, which the form remembers for the next one.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Terms {
    /// The settings, without players.
    pub(crate) config: MatchConfig,
    /// The number of concurrent games; `None` for [`usual_threads`](crate::director::usual_threads).
    pub(crate) threads: Option<usize>,
}

/// The settings to which the check of files refers. A field has the name of its setting.
const GAMES: &str = "games";
const FILE: &str = "openings";
const TABLES: &str = "tablebases";

/// The settings that have fields, besides the limits.
const NAMES: [&str; 9] = [GAMES, "variant", FILE, "order", "seed", "max-moves", TABLES, "hash", "margin"];

/// Examples of limits that the last match did not have.
const EXAMPLES: [(&str, &str); 3] = [("tc", "10+0.1"), ("movetime", "100"), ("depth", "8")];

/// Returns the fields of these settings.
fn declared(config: &MatchConfig, names: &[&'static str]) -> impl Iterator<Item = Field> {
    names.iter().filter_map(|name| setting(name)).map(|setting| {
        let value = (setting.get)(config).or_else(|| (setting.get)(&MatchConfig::default()));
        if let Kind::Choice(_) = setting.kind {
            return Field::declared(setting.name, setting, value);
        }
        let example = EXAMPLES.iter().find(|(name, _)| *name == setting.name);
        let text = value.map_or(example.map_or("", |(_, text)| text).to_owned(), |value| value.text());
        let field = if [FILE, TABLES].contains(&setting.name) { Field::path } else { Field::text };
        field(setting.name, setting.hint.unwrap_or_default(), text)
    })
}

/// Returns the form of a match, filled with the settings of the last one.
pub(super) fn form(terms: &Terms, players: usize) -> Form {
    let config = &terms.config;
    let is_limit = |name: &&str| setting(name).is_some_and(|limit| (limit.get)(config).is_some());
    let mut fields = vec![
        Field::explained(
            "event",
            [("round robin", "all players meet"), ("gauntlet of player 1", "player 1 meets all others")],
            usize::from(config.event == Pairing::Gauntlet),
        ),
        Field::explained(
            "limit",
            LIMITS.map(|name| (name, setting(name).map_or("", |limit| limit.help))),
            LIMITS.iter().position(is_limit).unwrap_or(0),
        ),
    ];
    fields.extend(declared(config, &LIMITS));
    fields.extend(declared(config, &[GAMES]));
    let first = fields.len();
    fields.extend(declared(config, &["variant", FILE, "order", "seed"]));
    fields.extend(rules::fields(config));
    fields.extend(declared(config, &["max-moves", TABLES]));
    let threads = terms.threads.unwrap_or(0);
    fields.push(Field::text("games at a time", "0: one per core, or one for timed games", threads));
    fields.extend(declared(config, &["hash", "margin"]));
    fields.push(Field::explained(
        "PGN",
        [
            ("score, depth, nodes", "comments on each move of the file of games"),
            ("also seldepth, clock, PV", "longer comments on each move of the file of games"),
        ],
        usize::from(config.pgn_detail),
    ));
    let fields = fields.into_iter().enumerate();
    let fields = fields.map(|(at, field)| if at < first { field } else { field.folded() }).collect();
    let title = if players == 2 { "Match".to_owned() } else { format!("Tournament of {players} players") };
    let applies = move |fields: &[Field], label: &str| match label {
        "event" => players > 2,
        label if LIMITS.contains(&label) => label == limit(fields),
        "margin" => ["tc", "movetime"].contains(&limit(fields)),
        label => rules::applies(fields, label, players == 2),
    };
    let mut form = Form::depending(title, fields, applies, move |fields| outcome(fields, players));
    form.at = usize::from(players == 2);
    form
}

/// Returns the name of the chosen limit.
fn limit(fields: &[Field]) -> &'static str {
    LIMITS[fields.chosen("limit").min(LIMITS.len() - 1)]
}

/// Reads the fields of declared settings, except other limits than the chosen one.
fn read(fields: &[Field], config: &mut MatchConfig) -> Result<(), Problem> {
    for name in [limit(fields)].into_iter().chain(NAMES) {
        let Some(setting) = setting(name) else { continue };
        let text = fields.shown(name);
        let text = if [FILE, TABLES].contains(&name) { expanded(text) } else { text.to_owned() };
        let value = match text.as_str() {
            "" if (setting.get)(&MatchConfig::default()).is_none() => Ok(text.into()),
            text => setting.kind.read(text),
        };
        let read = value.and_then(|value| (setting.set)(config, value));
        read.map_err(|error| fields.problem(name, error))?;
    }
    Ok(())
}

fn outcome(fields: &[Field], players: usize) -> Result<Request, Problem> {
    let mut config = MatchConfig::default();
    read(fields, &mut config)?;
    let (sprt, adjudication) = rules::read(fields)?;
    let threads = fields.number("games at a time", 0..=MAX_THREADS)?;
    let config = MatchConfig {
        event: if fields.is_on("event") { Pairing::Gauntlet } else { Pairing::RoundRobin },
        sprt: sprt.filter(|_| players == 2),
        adjudication: Adjudication { moves: config.adjudication.moves, ..adjudication },
        pgn_detail: fields.is_on("PGN"),
        ..config
    };
    let terms = Terms { config, threads: (threads > 0).then_some(threads) };
    if terms.config.openings.is_some() || terms.config.tablebases.is_some() {
        // Reading files takes time.
        let places = [GAMES, FILE, TABLES].map(|label| fields.place(label));
        return Ok(Request::task(CheckFiles { terms, places }));
    }
    let demand = terms.config.demand_of(embedded(terms.config.variant).map(|count| count as u64));
    demand.check().map_err(|error| fields.problem(GAMES, error.brief()))?;
    Ok(Request::notify(terms))
}

/// Checks the files that the form of a match names. If they are in order, the match starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckFiles {
    pub(crate) terms: Terms,
    /// The fields with the number of games, the openings and the tablebases.
    places: [usize; 3],
}

impl TaskWork for CheckFiles {
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
        let demand = terms.config.demand_of(count.map(|count| count as u64));
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
