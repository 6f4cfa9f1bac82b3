//! What fuzzers call: a function for each parser of data from strangers. Part of no build but those of tests and fuzzers.
//!
//! A function takes any bytes and returns whether they are valid. It panics if something is wrong with the parser: if it
//! panics itself, or if what it accepted does not stay the same when it is written and read again. The inputs in
//! `fuzz/corpus` are tested with the other tests; `fuzz/run` looks for new ones.

mod folders;
mod games;
mod lines;
mod texts;

#[cfg(test)]
mod tests;

pub use folders::{compressed_journal, match_folder, plans, session};
pub use games::{epd, openings, packed, pgn, polyglot, results};
pub use lines::{specifications, uci_commands, uci_replies, xboard_replies};
pub use texts::{config, experiment, organism, parameters, persona, profile, schema, tournament};
#[cfg(feature = "nats")]
pub use wire::{messages, published, wire_players};

/// A parser: takes any bytes, and returns whether they are valid.
pub type Parser = fn(&[u8]) -> bool;

/// All parsers with their names, which are those of the fuzz targets and of the folders of their inputs.
pub const PARSERS: &[(&str, Parser)] = &[
    ("compressed_journal", compressed_journal),
    ("config", config),
    ("epd", epd),
    ("experiment", experiment),
    ("match_folder", match_folder),
    #[cfg(feature = "nats")]
    ("messages", messages),
    ("openings", openings),
    ("organism", organism),
    ("packed", packed),
    ("parameters", parameters),
    ("persona", persona),
    ("pgn", pgn),
    ("plans", plans),
    ("polyglot", polyglot),
    ("profile", profile),
    #[cfg(feature = "nats")]
    ("published", published),
    ("results", results),
    ("schema", schema),
    ("session", session),
    ("specifications", specifications),
    ("tournament", tournament),
    ("uci_commands", uci_commands),
    ("uci_replies", uci_replies),
    #[cfg(feature = "nats")]
    ("wire_players", wire_players),
    ("xboard_replies", xboard_replies),
];

/// The most bytes of a text in an input, after decompression.
const LARGEST: u64 = 1 << 20;

/// Messages between machines.
#[cfg(feature = "nats")]
mod wire {
    use super::folders::in_folder;
    use crate::remote::fuzzed;

    /// Messages of coordinators and workers.
    pub fn messages(bytes: &[u8]) -> bool {
        fuzzed::message(bytes)
    }

    /// Experiments that a worker receives.
    pub fn published(bytes: &[u8]) -> bool {
        in_folder(|folder| fuzzed::experiment(bytes, folder))
    }

    /// Players that a worker receives. Valid ones play a move.
    pub fn wire_players(bytes: &[u8]) -> bool {
        fuzzed::player(bytes)
    }
}
