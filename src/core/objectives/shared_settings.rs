//! Settings that several objectives declare, and those of their games that matches have, too.

use crate::arena::control::Control;
use crate::arena::game::MoveLimit;
use crate::arena::settings::MARGINS;
use crate::engine::search::Engine;
use crate::evolution::setting::{Kind, Setting, Value};
use crate::positions::{PositionSet, PositionSource};

/// The name of the embedded opening set.
pub const OPENINGS: &str = "balanced-8-moves";

type Get<S> = fn(&S) -> Option<Value>;
type Set<S> = fn(&mut S, Value) -> Result<(), String>;

/// Declares the setting `train`: the positions on which organisms are measured.
pub(super) const fn train<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let help = "Training positions: an EPD file or the name of an embedded set";
    Setting::new("train", "FILE", Kind::Text, help, get, set)
}

/// Declares the setting `test`: the positions on which the champion is measured once.
pub(super) const fn test<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let help = "Test positions: an EPD file or the name of an embedded set";
    Setting::new("test", "FILE", Kind::Text, help, get, set)
}

/// Declares the setting `openings`: the openings of games.
pub(super) const fn openings<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    Setting::new("openings", "FILE", Kind::Text, "Openings: a PGN or EPD file, also compressed", get, set)
}

/// Reads the name of the embedded openings or the path of a file.
pub(super) fn openings_source(value: &Value) -> Result<PositionSource, String> {
    PositionSource::named_absolute(value.text().as_ref(), &[OPENINGS])
}

/// Declares the setting `nodes`: the node limit of each move in games.
pub(crate) const fn nodes<S>(help: &'static str, get: Get<S>, set: Set<S>) -> Setting<S> {
    Setting::new("nodes", "N", Kind::Integer(1, u64::MAX), help, get, set)
        .in_forms("of each move; more play better, but take longer")
}

/// Returns the value of the setting `nodes`: the node limit, if a move has one.
pub(crate) fn node_limit(control: &Control) -> Option<Value> {
    match control {
        Control::Nodes(nodes) => Some((*nodes).into()),
        Control::Clock(_) | Control::MoveTime(_) | Control::Depth(_) => None,
    }
}

/// Declares the setting `tc`: a chess clock for each side.
pub(crate) const fn clock<S>(help: &'static str, get: Get<S>, set: Set<S>) -> Setting<S> {
    Setting::new("tc", "BASE+INCREMENT", Kind::Text, help, get, set)
        .conflicting(&["nodes", "depth", "movetime"])
}

/// Declares the setting `movetime`: the time of each move.
pub(crate) const fn move_time<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let (help, times) = ("Time per move, in milliseconds", Control::MOVE_TIMES);
    Setting::new("movetime", "MS", Kind::Integer(*times.start(), *times.end()), help, get, set)
        .conflicting(&["nodes", "depth", "tc"])
}

/// Declares the setting `depth`: the depth limit of each move in games.
pub(crate) const fn depth<S>(help: &'static str, get: Get<S>, set: Set<S>) -> Setting<S> {
    let plies = Control::DEPTHS;
    Setting::new("depth", "PLIES", Kind::Integer(*plies.start() as u64, *plies.end() as u64), help, get, set)
        .conflicting(&["nodes", "tc", "movetime"])
}

/// Declares the setting `margin`: the tolerated overrun of a clock.
pub(crate) const fn margin<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let help = "Tolerance for exceeding a time limit, in milliseconds";
    Setting::new("margin", "MS", Kind::Integer(*MARGINS.start(), *MARGINS.end()), help, get, set)
}

/// Declares the setting `resign`: when a game is lost before its end.
pub(crate) const fn resign<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let help = "Adjudicate a loss when both players score a side at least CP centipawns behind for MOVES moves in a row";
    Setting::new("resign", "MOVES,CP", Kind::Text, help, get, set)
}

/// Declares the setting `draw`: when a game is drawn before its end.
pub(crate) const fn draw<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let help = "Adjudicate a draw when, after move AFTER, both players score the position within CP centipawns of 0 for \
                MOVES moves in a row";
    Setting::new("draw", "AFTER,MOVES,CP", Kind::Text, help, get, set)
}

/// Declares the setting `search`: the search of all players.
pub(super) const fn search<S>(help: &'static str, get: Get<S>, set: Set<S>) -> Setting<S> {
    let modes = Kind::Choice(&[
        ("plain", "Alpha-beta with quiescence search"),
        ("paper", "The selective search of the papers"),
        ("extended", "The selective search with later methods"),
    ]);
    Setting::new("search", "MODE", modes, help, get, set)
}

/// Declares the setting `hash`: the size of each player's transposition table.
pub(crate) const fn hash<S>(help: &'static str, get: Get<S>, set: Set<S>) -> Setting<S> {
    let (low, high) = Engine::HASH_RANGE;
    Setting::new("hash", "MIB", Kind::Integer(low as u64, high as u64), help, get, set)
}

/// Declares the setting `max-moves`: the length after which a game is a draw.
pub(crate) const fn max_moves<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let (help, moves) = ("Adjudicate a draw after N moves of each side", MoveLimit::RANGE);
    Setting::new("max-moves", "N", Kind::Integer(*moves.start() as u64, *moves.end() as u64), help, get, set)
}

/// Declares the setting `match-games`: the number of games of the final match.
pub(super) const fn match_games<S>(most: u64, help: &'static str, get: Get<S>, set: Set<S>) -> Setting<S> {
    Setting::new("match-games", "N", Kind::Integer(0, most), help, get, set)
}

/// Declares the setting `proof-games`: the number of games of the proof.
pub(super) const fn proof_games<S>(most: u64, get: Get<S>, set: Set<S>) -> Setting<S> {
    let help = "Games of the proof, a second final match with a longer limit; 0 for none; a tune plays as many as \
                --match-games by default";
    Setting::new("proof-games", "N", Kind::Integer(0, most), help, get, set)
}

/// Declares the setting `proof-tc`: the limit of each move in the proof.
pub(super) const fn proof_limit<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let help = "Limit of the proof, in the unit of the other games: BASE+INCREMENT for a clock, otherwise a number of \
                nodes, plies or milliseconds; by default about four times longer";
    Setting::new("proof-tc", "LIMIT", Kind::Text, help, get, set)
}

/// Declares the setting `finalists`: whether the confirmation is of all organisms or of the estimate alone.
pub(super) const fn finalists<S>(get: Get<S>, set: Set<S>) -> Setting<S> {
    let which = Kind::Choice(&[
        ("all", "The start, the optimizer's estimate, the last population and, in matches, the leaders"),
        ("estimate", "The start and the optimizer's estimate; all if the optimizer has none"),
    ]);
    Setting::new("finalists", "WHICH", which, "Which organisms take part in the confirmation", get, set)
}

/// Reads a position set's name or the path of a file. A path is made absolute, so that a session can be resumed from
/// another folder.
pub(super) fn position_source(value: &Value) -> Result<PositionSource, String> {
    PositionSource::named_absolute(value.text().as_ref(), &PositionSet::NAMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_the_embedded_ones_or_a_file() {
        let embedded = openings_source(&OPENINGS.to_owned().into()).unwrap();
        assert_eq!(embedded, PositionSource::Embedded(OPENINGS.to_owned()));
        let file = openings_source(&"own.pgn".to_owned().into()).unwrap();
        assert!(
            matches!(file, PositionSource::File(path) if path.is_absolute() && path.ends_with("own.pgn"))
        );
    }
}
