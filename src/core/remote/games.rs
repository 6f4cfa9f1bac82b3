//! Players and games on the wire.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Position};

use super::error::Error;
use super::protocol::{Answer, TaskKind};
use super::settable::SettableByProfile;
use super::setup::{self, check_engine};
use crate::arena::control::Control;
use crate::arena::game::{self, Adjudication, Played, Rules};
use crate::arena::opening::Opening;
use crate::arena::seats::Seats;
use crate::arena::settable_options::check_form;
use crate::arena::settings::MARGINS;
use crate::arena::{EnginePool, PlayerError, PlayerFactory, PooledEngine, Setup};
use crate::engine::evaluation::Weights;
use crate::engine::features::FeatureSet;
use crate::engine::search::{Engine, Game, SearchParameters, Signal};
use crate::positions::fen::into_position;
use crate::positions::moves;
use crate::strength::Strength;

/// The most plies of an opening.
const MAX_OPENING: usize = 1_000;
/// The most options of an engine.
const MAX_OPTIONS: usize = 200;

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum WirePlayer {
    /// An organism.
    Organism {
        /// Whether the features are the extended ones.
        extended: bool,
        /// The weights of the features, in their order.
        weights: Vec<i32>,
        /// The parameters of the search, in the order of their names.
        search: Vec<i32>,
        /// The size of the transposition table in MiB.
        hash: usize,
        /// What limits its strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
    },
    /// An engine with a profile on the worker.
    Engine {
        /// The name of the profile.
        profile: String,
        /// Options besides those of the profile.
        options: Vec<(String, String)>,
        /// The values of tuned options, which are set after the others.
        values: Vec<(String, String)>,
        /// The size of the transposition table in MiB.
        hash: usize,
    },
}

impl WirePlayer {
    /// Converts a player.
    ///
    /// # Errors
    /// Returns an error if the player is an engine without a profile.
    pub(super) fn of(factory: &PlayerFactory) -> Result<WirePlayer, Error> {
        match factory {
            PlayerFactory::Organism { strength: Some(Strength { style: Some(_), .. }), .. } => {
                Err(Error::Unfit(
                    "a persona stays on this machine, so workers cannot play in its style".to_owned(),
                ))
            }
            PlayerFactory::Organism { weights, parameters, hash, strength } => {
                let mut parameters = *parameters;
                let search = SearchParameters::NAMES.iter();
                Ok(WirePlayer::Organism {
                    extended: weights.set() == FeatureSet::Extended,
                    weights: weights.values().iter().map(|weight| i32::from(*weight)).collect(),
                    search: search.map(|name| parameters.get_mut(name).copied().unwrap_or(0)).collect(),
                    hash: *hash,
                    strength: strength.clone(),
                })
            }
            PlayerFactory::Pooled(engine) => {
                let mut wire = WirePlayer::of(engine.factory())?;
                if let WirePlayer::Engine { values, .. } = &mut wire {
                    check_forms(engine.options())?;
                    *values = engine.options().to_vec();
                }
                Ok(wire)
            }
            PlayerFactory::Uci(setup) | PlayerFactory::Xboard(setup) => WirePlayer::engine(setup),
        }
    }

    fn engine(setup: &Setup) -> Result<WirePlayer, Error> {
        let Some((profile, options)) = &setup.profile else {
            return Err(Error::Unfit(format!(
                "“{}”: workers run no command from the network, only engines with a profile; write a profile for the \
                 engine on each machine (engines/NAME.ron) and use its name",
                setup.command.join(" ")
            )));
        };
        check_engine(profile)?;
        check_forms(options)?;
        let hash = setup.hash.unwrap_or(Engine::HASH_RANGE.0);
        Ok(WirePlayer::Engine {
            profile: profile.clone(),
            options: options.clone(),
            values: Vec::new(),
            hash,
        })
    }

    /// Checks on the coordinator that workers with its profiles may set the options. A machine without the engine cannot
    /// tell.
    ///
    /// # Errors
    /// Returns an error if they may not.
    pub(super) fn check_options(&self, settable: &SettableByProfile) -> Result<(), Error> {
        let WirePlayer::Engine { profile, options, values, .. } = self else { return Ok(()) };
        if options.is_empty() && values.is_empty() {
            return Ok(());
        }
        let Ok(settable) = settable.of(profile) else { return Ok(()) };
        let checked = settable.check(options).and_then(|()| settable.check(values));
        checked.map_err(|error| Error::Unfit(format!("workers cannot play with this engine: {error}")))
    }

    /// Converts a player that came over the network. Processes of engines come from `pool`.
    ///
    /// # Errors
    /// Returns an error if the player is not valid, needs more memory than there is, is an engine without a profile on
    /// this machine, or has options that others may not set.
    pub(super) fn factory(
        self,
        pool: &Arc<EnginePool>,
        settable: &SettableByProfile,
    ) -> Result<PlayerFactory, Error> {
        let unfit = |why: &str| Err(Error::Unfit(format!("a player on the wire is not valid: {why}")));
        match self {
            WirePlayer::Organism { extended, weights, search, hash, strength } => {
                let set = if extended { FeatureSet::Extended } else { FeatureSet::Paper };
                if weights.len() != set.names().len() || search.len() != SearchParameters::NAMES.len() {
                    return unfit("it has another number of parameters");
                }
                let is_weight = |weight: &i32| i16::try_from(*weight).is_ok();
                let is_parameter = |value: &i32| u16::try_from(*value).is_ok();
                if !weights.iter().all(is_weight) || !search.iter().all(is_parameter) {
                    return unfit("a parameter is out of range");
                }
                if hash > Engine::HASH_RANGE.1 || !Engine::has_memory_for(hash) {
                    return unfit("its table is too large for this machine");
                }
                let value = |names: &[&str], values: &[i32], wanted: &str| {
                    names.iter().zip(values).find(|(name, _)| **name == wanted).map(|(_, value)| *value)
                };
                let weights = Weights::named(set, |name| value(set.names(), &weights, name));
                let parameters =
                    SearchParameters::named(|name| value(SearchParameters::NAMES, &search, name));
                Ok(PlayerFactory::Organism { weights, parameters, hash, strength })
            }
            WirePlayer::Engine { profile, options, values, hash } => {
                check_engine(&profile)?;
                if options.len() + values.len() > MAX_OPTIONS {
                    return unfit("it has too many options");
                }
                let (low, high) = Engine::HASH_RANGE;
                if !(low..=high).contains(&hash) {
                    return unfit("the size of its table is out of range");
                }
                if !Engine::has_memory_for(hash) {
                    return Err(Error::Unable("its table is too large for this machine".to_owned()));
                }
                check_forms(options.iter().chain(&values))?;
                settable.check(&profile, &options)?;
                settable.check(&profile, &values)?;
                let engine = setup::engine(&profile, hash, options)?;
                Ok(PlayerFactory::Pooled(PooledEngine::new(engine, values, Arc::clone(pool))))
            }
        }
    }
}

/// Checks that options can be options of an engine.
pub(super) fn check_forms<'a>(options: impl IntoIterator<Item = &'a (String, String)>) -> Result<(), Error> {
    let mut options = options.into_iter();
    options.try_for_each(|(name, value)| {
        check_form(name, value).map_err(|error| Error::Unfit(error.to_string()))
    })
}

/// Checks the numbers of a game that came over the network.
///
/// # Errors
/// Returns an error if one is out of range.
pub(super) fn check_limits(control: Control, margin: u64, adjudication: &Adjudication) -> Result<(), Error> {
    let unfit = |why: String| Error::Unfit(format!("a game on the wire is not valid: {why}"));
    control.check().map_err(unfit)?;
    adjudication.check().map_err(|error| unfit(error.to_string()))?;
    if MARGINS.contains(&margin) {
        return Ok(());
    }
    Err(unfit(format!("the margin must be {} to {} ms, not {margin}", MARGINS.start(), MARGINS.end())))
}

/// Converts a game to a task.
///
/// # Errors
/// Returns an error if workers cannot play by these rules.
pub(super) fn task(players: [String; 2], opening: &Opening, rules: &Rules) -> Result<TaskKind, Error> {
    if rules.tablebases.is_some() {
        return Err(Error::Unfit(
            "workers cannot adjudicate games by tablebases; remove --tablebases or --workers".to_owned(),
        ));
    }
    if rules.own.iter().any(Option::is_some) {
        return Err(Error::Unfit(
            "workers cannot play games of players with limits of their own; remove these limits or --workers"
                .to_owned(),
        ));
    }
    let start = opening.game.start();
    Ok(TaskKind::Game {
        players,
        start: moves::fen(start),
        opening: opening.game.moves().iter().map(|m| moves::uci(start, *m)).collect(),
        control: rules.control,
        margin: u64::try_from(rules.margin.as_millis()).unwrap_or(u64::MAX),
        adjudication: rules.adjudication,
        detail: rules.detail,
    })
}

/// Returns the opening of a game on the wire.
pub(super) fn opening(start: &str, played: &[String]) -> Result<Game, Error> {
    let unfit = |why: String| Error::Unfit(format!("an opening on the wire is not valid: {why}"));
    if played.len() > MAX_OPENING {
        return Err(unfit("it is too long".to_owned()));
    }
    let fen: shakmaty::fen::Fen = start.parse().map_err(|_| unfit("its start is not a FEN".to_owned()))?;
    let mut game = Game::new(into_position(fen).map_err(|error| unfit(error.to_string()))?);
    for text in played {
        let uci: shakmaty::uci::UciMove =
            text.parse().map_err(|_| unfit("a move is not in UCI notation".to_owned()))?;
        let m = uci.to_move(game.position()).map_err(|_| unfit("a move is illegal".to_owned()))?;
        game.play(m);
    }
    if game.position().legal_moves().is_empty() {
        return Err(unfit("the game is over".to_owned()));
    }
    Ok(game)
}

/// Plays a game of two players with their names. `factor` scales its time control. Players that are at the board already
/// play on.
///
/// # Errors
/// Returns an error if a player cannot be started, or cannot play any game on this machine.
pub(super) fn play(
    players: [(String, PlayerFactory); 2],
    (start, played): (&str, &[String]),
    (control, margin): (Control, u64),
    adjudication: Adjudication,
    (detail, factor): (bool, f64),
    seats: &mut Seats<String>,
    signal: &Signal,
) -> Result<Answer, Error> {
    let game = opening(start, played)?;
    let rules = Rules {
        control: control.scaled(factor),
        own: [None; 2],
        margin: Duration::from_millis(margin),
        adjudication,
        tablebases: None,
        detail,
    };
    let unable = |error: PlayerError| Error::Unable(error.to_string());
    let names = [0, 1].map(|player| players[player].0.clone());
    let start = |name: &String| {
        let [(white, factory), (_, other)] = &players;
        if name == white { factory.player(signal) } else { other.player(signal) }
    };
    let seated = seats.seat(names.clone(), start).map_err(unable)?;
    let Some(Played { record, fault }) = game::play(seated, &game, &rules, signal, &mut |_| {}) else {
        return Err(Error::Unfit("the game was stopped".to_owned()));
    };
    if let Some((side, _)) = &fault {
        seats.vacate(&names[usize::from(side.is_black())]);
    }
    match fault {
        Some((_, error)) if error.fault.is_lasting() => Err(unable(error)),
        fault => {
            let fault = fault.map(|(side, error)| (side == Color::White, error.to_string()));
            Ok(Answer::Game(Box::new(record), fault))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
    use crate::arena::spec::PlayerSpec;
    use crate::organism::Organism;

    fn organism() -> PlayerFactory {
        let reference = Organism::named_or_path("reference").unwrap();
        PlayerFactory::Organism {
            weights: reference.weights(),
            parameters: reference.search_parameters(None).0,
            hash: 1,
            strength: None,
        }
    }

    #[test]
    fn organisms_come_back_as_they_were() {
        let wire = WirePlayer::of(&organism()).unwrap();
        let text = serde_json::to_string(&wire).unwrap();
        let back: WirePlayer = serde_json::from_str(&text).unwrap();
        assert_eq!(arrived(back).unwrap(), organism());
    }

    #[test]
    fn a_game_is_the_same_after_the_wire() {
        let mut game = Game::default();
        for text in ["e2e4", "c7c5"] {
            let m = text.parse::<shakmaty::uci::UciMove>().unwrap().to_move(game.position()).unwrap();
            game.play(m);
        }
        let opening = Opening { game, name: None };
        let adjudication = Adjudication::default();
        let (control, margin) = (Control::Nodes(50), Duration::ZERO);
        let rules = Rules { control, own: [None; 2], margin, adjudication, tablebases: None, detail: false };
        let work = task(["w".to_owned(), "b".to_owned()], &opening, &rules).unwrap();
        let TaskKind::Game { start, opening: played_moves, .. } = &work else { panic!("a game") };
        let signal = Signal::default();
        let mut seats = Seats::default();
        let mut away = || {
            let players = ["w", "b"].map(|name| (name.to_owned(), organism()));
            let limits = (control, 0);
            play(players, (start, played_moves), limits, adjudication, (false, 1.0), &mut seats, &signal)
                .unwrap()
        };
        let (away, again) = (away(), away());
        let [mut white, mut black] =
            [organism().player(&signal).unwrap(), organism().player(&signal).unwrap()];
        let here = game::play([white.as_mut(), black.as_mut()], &opening.game, &rules, &signal, &mut |_| {})
            .unwrap();
        assert!(away.agrees_with(&Answer::Game(Box::new(here.record), None)));
        assert!(away.agrees_with(&again), "the players at the board play as new ones");
        assert!(crate::remote::game_results::played(away, &work).is_some());
    }

    fn arrived(player: WirePlayer) -> Result<PlayerFactory, Error> {
        player.factory(&Arc::default(), &SettableByProfile::default())
    }

    fn engine(profile: &str, options: &[(String, String)], hash: usize) -> WirePlayer {
        let (profile, options) = (profile.to_owned(), options.to_vec());
        WirePlayer::Engine { profile, options, values: Vec::new(), hash }
    }

    #[test]
    fn tables_of_engines_have_the_sizes_of_the_command_line() {
        let (low, high) = Engine::HASH_RANGE;
        for (hash, is_valid) in [(low - 1, false), (low, true), (high + 1, false), (usize::MAX, false)] {
            assert_eq!(arrived(engine("stockfish", &[], hash)).is_ok(), is_valid, "{hash}");
        }
    }

    #[test]
    fn engines_without_a_profile_are_refused() {
        let command = PlayerFactory::Uci(Setup::new(vec!["/bin/sh".to_owned()]));
        assert!(WirePlayer::of(&command).unwrap_err().to_string().contains("/bin/sh"));
        assert!(matches!(arrived(engine("nobody", &[], 1)), Err(Error::Unable(_))));
    }

    #[test]
    fn options_of_several_lines_are_refused_before_an_engine_starts() {
        for (name, value) in [("Ponder\nquit", "true"), ("Ponder", "true\r"), ("Book", "\u{1b}[2J")] {
            let options = [(name.to_owned(), value.to_owned())];
            let player = engine("nobody", &options, 1);
            assert!(matches!(arrived(player.clone()), Err(Error::Unfit(_))), "{name}");
            let WirePlayer::Engine { profile, hash, .. } = player else { panic!("an engine") };
            let values = options.to_vec();
            let player = WirePlayer::Engine { profile, options: Vec::new(), values, hash };
            assert!(matches!(arrived(player), Err(Error::Unfit(_))), "{name}");
        }
    }

    #[test]
    fn parameters_of_organisms_have_the_ranges_of_schemas() {
        let changed = |weight: i32, parameter: i32| {
            let WirePlayer::Organism { extended, mut weights, mut search, hash, strength } =
                WirePlayer::of(&organism()).unwrap()
            else {
                panic!("an organism")
            };
            (weights[0], search[0]) = (weight, parameter);
            arrived(WirePlayer::Organism { extended, weights, search, hash, strength })
        };
        assert!(changed(i32::from(i16::MAX), 0).is_ok() && changed(-100, 1).is_ok());
        for (weight, parameter) in [(40_000, 0), (i32::MIN, 0), (0, -1), (0, i32::MAX)] {
            let error = changed(weight, parameter).unwrap_err().to_string();
            assert!(error.contains("out of range"), "{error}");
        }
    }

    #[test]
    fn numbers_of_games_have_the_ranges_of_the_command_line() {
        let rules = Adjudication::default();
        assert!(check_limits(Control::Nodes(1), 60_000, &rules).is_ok());
        for (control, margin) in [
            (Control::Nodes(0), 0),
            (Control::Depth(129), 0),
            (Control::MoveTime(u64::MAX), 0),
            (Control::Nodes(1), u64::MAX),
        ] {
            assert!(check_limits(control, margin, &rules).is_err(), "{control} {margin}");
        }
        let endless = Adjudication { moves: Some(game::MoveLimit(u32::MAX)), ..rules };
        assert!(check_limits(Control::Nodes(1), 0, &endless).is_err());
    }

    #[test]
    fn values_of_options_travel_beside_the_name_of_the_profile() {
        let values = vec![("Alpha".to_owned(), "7".to_owned())];
        let spec =
            PlayerOptions { search: None, hash: 4, options: vec![("Ponder".to_owned(), "false".to_owned())] };
        let engine = ResolvedPlayer::of(&PlayerSpec::Name("stockfish".to_owned()), &spec).unwrap().factory;
        let pooled = PlayerFactory::Pooled(PooledEngine::new(engine, values.clone(), Arc::default()));
        let wire = WirePlayer::of(&pooled).unwrap();
        let expected =
            WirePlayer::Engine { profile: "stockfish".to_owned(), options: spec.options, values, hash: 4 };
        assert_eq!(wire, expected);
    }

    #[test]
    fn invalid_openings_are_refused() {
        for (start, moves) in [
            ("nonsense", vec![]),
            ("8/8/8/8/8/8/8/8 w - - 0 1", vec![]),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", vec!["e2e5".to_owned()]),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", vec![]),
        ] {
            assert!(opening(start, &moves).is_err(), "{start}");
        }
    }
}
