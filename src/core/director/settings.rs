//! The declared settings of a match: its flags, the fields of its form, and the ranges of a tournament file.

use super::MatchConfig;
use crate::arena::control::Control;
use crate::arena::game::MoveLimit;
use crate::arena::opening::Order;
use crate::arena::plan::Pairing;
use crate::arena::settings::HASH;
use crate::engine::search::Engine;
use crate::evolution::setting::{Kind, Setting, Value};
use crate::objectives::shared_settings::{self, node_limit};
use crate::positions::Variant;
use crate::statistics::sprt::{Model, Sprt};

/// The names of the limits of moves, of which a match has one.
pub const LIMITS: [&str; 4] = ["nodes", "tc", "movetime", "depth"];

/// The declared settings.
pub const SETTINGS: &[Setting<MatchConfig>] = &[
    Setting::<MatchConfig>::new(
        "gauntlet",
        "",
        Kind::Switch,
        "Play a against every --b: --a SPEC --b SPEC --b SPEC … --gauntlet. Each pairing plays --games games; \
         --search-b, --option-b, --limit-b and --hash-b apply to all opponents",
        |config| (config.event == Pairing::Gauntlet).then(|| "".into()),
        |config, _| {
            config.event = Pairing::Gauntlet;
            Ok(())
        },
    )
    .conflicting(&["tournament", "sprt"]),
    Setting::<MatchConfig>::new(
        "games",
        "N",
        Kind::Integer(1, 1_000_000),
        "Games of each pairing, rounded up to an even number: each opening is played with both colours",
        |config| Some(config.games.into()),
        |config, value| value.integer().map(|games| config.games = games),
    )
    .in_forms("of each pairing, in pairs with reversed colours; more measure more exactly"),
    shared_settings::clock(
        "Time control in seconds: BASE+INCREMENT or MOVES/BASE+INCREMENT, such as 10+0.1",
        |config: &MatchConfig| config.control.clock().map(|clock| clock.to_string().into()),
        |config, value| value.parsed().map(|clock| config.control = Control::Clock(clock)),
    )
    .in_forms("seconds: BASE+INCREMENT, or MOVES/BASE+INCREMENT"),
    shared_settings::nodes(
        "Nodes per move; the games are reproducible",
        |config: &MatchConfig| node_limit(&config.control),
        |config, value| value.integer().map(|nodes| config.control = Control::Nodes(nodes)),
    )
    .conflicting(&["tc", "movetime", "depth"]),
    shared_settings::move_time(
        |config: &MatchConfig| config.control.move_time().map(Into::into),
        |config, value| value.integer().map(|time| config.control = Control::MoveTime(time)),
    )
    .in_forms("milliseconds for each move; more play better, but take longer"),
    shared_settings::depth(
        "Search depth per move, in plies",
        |config: &MatchConfig| config.control.depth().map(Into::into),
        |config, value| value.integer().map(|plies| config.control = Control::Depth(plies)),
    )
    .in_forms("plies of each search; more play better, but take longer"),
    Setting::<MatchConfig>::new(
        "variant",
        "VARIANT",
        Kind::Choice(&[
            ("standard", "as in the openings; castling as usual"),
            ("chess960", "castling from any start"),
        ]),
        "Chess variant. Chess960 has its own embedded openings: the 960 start positions, then \
         start positions after one pawn move of each side. Positions in --openings whose castling rights require \
         Chess960 are played as Chess960 in either case",
        |config| Some(config.variant.to_string().into()),
        |config, value| {
            config.variant = if value.text() == "chess960" { Variant::Chess960 } else { Variant::Standard };
            Ok(())
        },
    ),
    Setting::<MatchConfig>::new(
        "openings",
        "FILE",
        Kind::Text,
        "Openings: PGN, EPD or FEN, also compressed (.zst, .gz; .xz and .bz2 with the feature archives), or a Polyglot \
         book (.bin). With --nodes or --depth each opening is played only once per colour [default: an embedded set of \
         34,700]",
        |config| config.openings.as_ref().map(|file| file.display().to_string().into()),
        |config, value| value.optional(Value::parsed).map(|file| config.openings = file),
    )
    .in_forms("PGN, EPD or Polyglot .bin, also compressed; empty: the embedded ones"),
    Setting::<MatchConfig>::new(
        "order",
        "ORDER",
        Kind::Choice(&[("random", "drawn by the seed"), ("sequential", "as in their file")]),
        "Order of the openings",
        |config| Some(config.order.to_string().into()),
        |config, value| {
            config.order = if value.text() == "sequential" { Order::Sequential } else { Order::Random };
            Ok(())
        },
    ),
    Setting::<MatchConfig>::new(
        "seed",
        "N",
        Kind::Integer(0, u64::MAX),
        "Seed of the random streams of the openings",
        |config| Some(config.seed.into()),
        |config, value| value.integer().map(|seed| config.seed = seed),
    )
    .in_forms("draws the openings: the same seed draws the same ones"),
    Setting::<MatchConfig>::new(
        "sprt",
        "ELO0,ELO1[,ALPHA,BETA]",
        Kind::Text,
        "Stop when a sequential probability ratio test (SPRT) accepts elo0 or elo1 as the Elo gain of a over b [default \
         of alpha and beta: 0.05]",
        |config| config.sprt.map(|test| test.to_string().into()),
        |config, value| value.parsed().map(|test: Sprt| config.sprt = Some(test)),
    ),
    Setting::<MatchConfig>::new(
        "normalized",
        "",
        Kind::Switch,
        "Use normalized Elo for --sprt",
        // A part of the test.
        |_| None,
        |config, _| {
            config.sprt = config.sprt.map(|test| test.with_model(Model::Normalized));
            Ok(())
        },
    ),
    shared_settings::margin(
        |config: &MatchConfig| Some(config.margin.into()),
        |config, value| value.integer().map(|margin| config.margin = margin),
    )
    .in_forms("milliseconds by which a move may exceed its time"),
    shared_settings::resign(
        |config: &MatchConfig| config.adjudication.resign.map(|rule| rule.to_string().into()),
        |config, value| value.optional(Value::parsed).map(|rule| config.adjudication.resign = rule),
    ),
    shared_settings::draw(
        |config: &MatchConfig| config.adjudication.draw.map(|rule| rule.to_string().into()),
        |config, value| value.optional(Value::parsed).map(|rule| config.adjudication.draw = rule),
    ),
    shared_settings::max_moves(
        |config: &MatchConfig| config.adjudication.moves.map(|MoveLimit(moves)| moves.into()),
        |config, value| {
            value.optional(Value::integer).map(|moves| config.adjudication.moves = moves.map(MoveLimit))
        },
    )
    .in_forms("moves of each side, then a draw; empty: no limit"),
    Setting::<MatchConfig>::new(
        "tablebases",
        "DIR[:DIR…]",
        Kind::Text,
        "Adjudicate games by the Syzygy tablebases in these folders, separated as in PATH",
        |config| config.tablebases.clone().map(Into::into),
        |config, value| value.optional(Value::parsed).map(|folders| config.tablebases = folders),
    )
    .in_forms("folders of Syzygy tables to end games, with colons; empty: none"),
    shared_settings::hash(
        "Transposition table of each player, in MiB",
        |config: &MatchConfig| Some((config.hash.unwrap_or(HASH) as u64).into()),
        |config, value| value.integer().and_then(Engine::check_hash).map(|size| config.hash = Some(size)),
    )
    .in_forms("MiB of the transposition table of each player"),
    Setting::<MatchConfig>::new(
        "pgn-detail",
        "",
        Kind::Switch,
        "Add depth, seldepth, score, time, nodes, clock and principal variation of each move to the PGN, as comments of \
         cutechess and fastchess and as [%eval], [%emt] and [%clk]",
        |config| config.pgn_detail.then(|| "".into()),
        |config, _| {
            config.pgn_detail = true;
            Ok(())
        },
    ),
];

/// Returns the setting of this name.
#[must_use]
pub fn setting(name: &str) -> Option<&'static Setting<MatchConfig>> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_of_a_choice_is_read_back() {
        for setting in SETTINGS {
            let Kind::Choice(names) = setting.kind else { continue };
            for (name, _) in names {
                let mut config = MatchConfig::default();
                (setting.set)(&mut config, (*name).into()).unwrap();
                assert_eq!((setting.get)(&config), Some((*name).into()), "{}", setting.name);
            }
        }
    }

    #[test]
    fn one_limit_of_moves_replaces_another() {
        let mut config = MatchConfig::default();
        for (name, value) in
            LIMITS.into_iter().zip([7_u64.into(), "10+0.1".into(), 8_u64.into(), 9_u64.into()])
        {
            (setting(name).unwrap().set)(&mut config, value).unwrap();
            let given = |name: &&str| (setting(name).unwrap().get)(&config).is_some();
            assert_eq!(LIMITS.iter().filter(|name| given(name)).collect::<Vec<_>>(), [&name]);
        }
    }
}
