//! Settings of the objective *self-play*, and what follows from them.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::league::League;
use super::scale::Scale;
use super::source::SelfPlaySource;
use crate::arena::control::Control;
use crate::arena::game::{DrawRule, ResignRule};
use crate::arena::settings;
use crate::arena::steering::Steering;
use crate::engine::one_ply::PlyScore;
use crate::engine::search::SearchMode;
use crate::evolution::record::{Founder, Individual};
use crate::evolution::setting::{Kind, Needs, Setting, SettingsError, Value, check_all};
use crate::numbers::{rounded, thousands};
use crate::objectives::details::Details;
use crate::objectives::game_store::GameStore;
use crate::objectives::measure::{Format, Measure};
use crate::objectives::proof::ProofSettings;
use crate::objectives::properties::{Comparable, Evolved, Play, Properties};
use crate::objectives::shared_settings::{self, OPENINGS, node_limit, position_source};
use crate::objectives::source::{FitnessSource, SetRole, SourceError};
use crate::objectives::{
    ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts, SetDigest, moves, start,
};
use crate::organism::FixedOrganism;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;

/// Maximum number of organisms that play each other, and of hall-of-fame members that they play. The games of a
/// generation grow with the square of the one and the product of both.
const MAX_PLAYERS: usize = 100;

/// Maximum number of games of a pair of organisms.
pub(super) const MAX_GAMES: u64 = 10_000;

/// Factors of scales, in percent.
const SCALE_PERCENT: RangeInclusive<u16> = 1..=400;

/// The assumed length of a game in plies.
pub const GAME_PLIES: u32 = 120;

/// The assumed nodes per second of a search that is limited by time.
const NODES_PER_SECOND: f64 = 1e6;

/// The assumed growth of a search per ply of depth.
const BRANCHING: f64 = 4.0;

/// How the organisms of a coevolution play each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlaySettings {
    /// The organism whose search is the start, if searches evolve: generation 0 begins near it, and the champion plays
    /// the final match against it. `None` for the embedded organism `reference`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<FixedOrganism>,
    /// The openings of the games.
    pub openings: PositionSource,
    /// The positions on which the champion's agreement with grandmasters' moves is measured once.
    pub test: PositionSource,
    /// How the score of a move is computed on the test positions.
    pub ply_score: PlyScore,
    /// Number of games of each pair of organisms in a generation.
    pub games_per_pair: u32,
    /// The limit of the search for each move.
    pub control: Control,
    /// Tolerated overrun of a clock, in milliseconds.
    pub margin: u64,
    /// The search of all players, if evaluations evolve. Its parameters are those of the embedded organism `reference`.
    pub search: SearchMode,
    /// Size of each player's transposition table in MiB.
    pub hash: usize,
    /// Maximum number of moves of each side, after which a game is a draw.
    pub max_moves: u32,
    /// When a player resigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// When players agree on a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// Number of games of each pair in the confirmation; an odd number is rounded up.
    pub confirmation_games: u32,
    /// Whether only the start and the optimizer's estimate take part in the confirmation, if there is an estimate.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub estimate_alone: bool,
    /// Number of games of each generation's fittest organism against each founder, played after the last generation. An
    /// odd number is rounded up; 0 for none.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub milestone_games: u32,
    /// Number of games of the champion against the best founder at the end, which measure the gain. An odd number is
    /// rounded up; 0 for none.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub match_games: u32,
    /// This match with a longer limit.
    #[serde(default = "ProofSettings::none", skip_serializing_if = "ProofSettings::is_none")]
    pub proof: ProofSettings,
    /// Maximum number of fittest organisms of earlier generations that each generation plays; 0 for none.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub hall_of_fame: u32,
    /// The initial scales of the founders. They are used cyclically, beginning with the first founder; empty to leave
    /// the founders unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<Scale>,
}

impl Default for SelfPlaySettings {
    /// Returns the settings of the 2014 paper's second stage. Its organisms had 5 seconds per side per game,
    /// [`Control::Clock`] of `5+0`. The default limits nodes instead, which is reproducible.
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            start: None,
            openings: PositionSource::Embedded(OPENINGS.to_owned()),
            test: PositionSource::Embedded("gm2600-test".to_owned()),
            ply_score: PlyScore::Quiescence,
            games_per_pair: 4,
            control: Control::Nodes(10_000),
            margin: settings::MARGIN,
            search: SearchMode::Plain,
            hash: 8,
            max_moves: 200,
            resign: None,
            draw: None,
            confirmation_games: 20,
            estimate_alone: false,
            milestone_games: 4,
            match_games: 400,
            proof: ProofSettings::NONE,
            hall_of_fame: 0,
            scales: Vec::new(),
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<SelfPlaySettings>] = &[
    Setting::<SelfPlaySettings>::new(
        "start",
        "ORGANISM",
        Kind::Text,
        "Organism near whose search generation 0 begins, and against which the champion plays the final match: a file or \
         an embedded name",
        |games| Some(games.start.as_ref().map_or(start::START, FixedOrganism::name).into()),
        |games, value| {
            value.optional(|value| start::named(&value.text())).map(|start| games.start = start)
        },
    )
    .needing(Needs::Search),
    Setting::<SelfPlaySettings>::new(
        "games-per-pair",
        "N",
        Kind::Integer(1, MAX_GAMES),
        "Games of each pair of organisms in a generation, each from a different opening",
        |games| Some(games.games_per_pair.into()),
        |games, value| value.integer().map(|number| games.games_per_pair = number),
    )
    .in_forms("in each generation; more measure more exactly"),
    shared_settings::nodes(
        "Node limit of each move; games are then reproducible",
        |games: &SelfPlaySettings| node_limit(&games.control),
        |games, value| value.integer().map(|nodes| games.control = Control::Nodes(nodes)),
    )
    .conflicting(&["tc", "movetime"]),
    shared_settings::clock(
        "Time control of each side in seconds instead of a node limit; the papers used 5+0",
        |games: &SelfPlaySettings| games.control.clock().map(|clock| clock.to_string().into()),
        |games, value| value.parsed().map(|clock| games.control = Control::Clock(clock)),
    ),
    shared_settings::move_time(
        |games: &SelfPlaySettings| games.control.move_time().map(Into::into),
        |games, value| value.integer().map(|time| games.control = Control::MoveTime(time)),
    ),
    shared_settings::search(
        "Search of all players",
        |games: &SelfPlaySettings| Some(games.search.to_string().into()),
        |games, value| value.parsed().map(|mode| games.search = mode),
    ),
    Setting::<SelfPlaySettings>::new(
        "hall-of-fame",
        "N",
        Kind::Integer(0, MAX_PLAYERS as u64),
        "Maximum number of fittest organisms of earlier generations that each generation plays, drawn anew for each",
        |games| Some(games.hall_of_fame.into()),
        |games, value| value.integer().map(|number| games.hall_of_fame = number),
    ),
    Setting::<SelfPlaySettings>::new(
        "scales",
        "SCALE",
        Kind::CommaList,
        "Scales of the initial organisms, used cyclically: MATERIAL:POSITIONAL in percent of their values",
        |games| Some(games.scales.iter().map(ToString::to_string).collect::<Vec<_>>().into()),
        |games, value| {
            let scales: Result<Vec<Scale>, _> = value.list().iter().map(|text| text.parse()).collect();
            games.scales = scales.map_err(|error| format!("{error}"))?;
            Ok(())
        },
    ),
    Setting::<SelfPlaySettings>::new(
        "confirmation-games",
        "N",
        Kind::Integer(1, MAX_GAMES),
        "Games of each pair in the round robin that chooses the champion",
        |games| Some(games.confirmation_games.into()),
        |games, value| value.integer().map(|number| games.confirmation_games = number),
    ),
    shared_settings::finalists(
        |games: &SelfPlaySettings| Some(if games.estimate_alone { "estimate" } else { "all" }.into()),
        |games, value| {
            games.estimate_alone = value.text() == "estimate";
            Ok(())
        },
    ),
    Setting::<SelfPlaySettings>::new(
        "milestone-games",
        "N",
        Kind::Integer(0, MAX_GAMES),
        "Games of each generation's fittest organism against each initial organism, for the Elo by generation; 0 for none",
        |games| Some(games.milestone_games.into()),
        |games, value| value.integer().map(|number| games.milestone_games = number),
    ),
    shared_settings::match_games(
        MAX_GAMES,
        "Games of the champion against the best initial organism, which measure the gain; 0 for none",
        |games: &SelfPlaySettings| Some(games.match_games.into()),
        |games, value| value.integer().map(|number| games.match_games = number),
    ),
    shared_settings::proof_games(
        MAX_GAMES,
        |games: &SelfPlaySettings| games.proof.games.map(Into::into),
        |games, value| value.optional(Value::integer).map(|number| games.proof.games = number),
    ),
    shared_settings::proof_limit(
        |games: &SelfPlaySettings| games.proof.control.map(|control| control.plain().into()),
        |games, value| {
            let tuning = games.control;
            value.optional(|value| tuning.read_alike(&value.text())).map(|limit| games.proof.control = limit)
        },
    ),
    shared_settings::openings(
        |games: &SelfPlaySettings| Some(games.openings.name().into()),
        |games, value| {
            games.openings = shared_settings::openings_source(&value)?;
            Ok(())
        },
    ),
    Setting::<SelfPlaySettings>::new(
        "test",
        "FILE",
        Kind::Text,
        "Test positions for the champion: an EPD file or the name of an embedded set",
        |games| Some(games.test.name().into()),
        |games, value| position_source(&value).map(|source| games.test = source),
    ),
    shared_settings::margin(
        |games: &SelfPlaySettings| Some(games.margin.into()),
        |games, value| value.integer().map(|number| games.margin = number),
    ),
    shared_settings::hash(
        "Size of each player's transposition table in MiB",
        |games: &SelfPlaySettings| Some((games.hash as u64).into()),
        |games, value| value.integer().map(|number| games.hash = number),
    ),
    shared_settings::max_moves(
        |games: &SelfPlaySettings| Some(games.max_moves.into()),
        |games, value| value.integer().map(|number| games.max_moves = number),
    ),
    shared_settings::resign(
        |games: &SelfPlaySettings| games.resign.map(|rule| rule.to_string().into()),
        |games, value| value.optional(Value::parsed).map(|rule| games.resign = rule),
    ),
    shared_settings::draw(
        |games: &SelfPlaySettings| games.draw.map(|rule| rule.to_string().into()),
        |games, value| value.optional(Value::parsed).map(|rule| games.draw = rule),
    ),
];

impl SelfPlaySettings {
    /// Returns the organisms of the last population that take part in the confirmation: none beside an estimate that is
    /// confirmed alone.
    #[must_use]
    pub fn confirmed<'p>(&self, population: &'p [Individual], has_estimate: bool) -> &'p [Individual] {
        if self.estimate_alone && has_estimate { &[] } else { population }
    }
}

impl ObjectiveSettings for SelfPlaySettings {
    fn properties(&self) -> Properties {
        Properties {
            about: "play each other",
            stage: "coevolution",
            measures: &[Evolved::Evaluations, Evolved::Searches, Evolved::Options],
            comparable: Comparable::InGames,
            is_distributable: false,
            counts_moves: [false, true],
            play: Some(Play {
                each_other: true,
                control: self.control,
                longer: self.proof.control(self.control),
                adjudication: super::rules(self).adjudication,
                pairs: self.games_per_pair,
                hall_of_fame: self.hall_of_fame,
            }),
            ply_score: self.ply_score,
            implied: &["population", "runs", "schema"],
            ..Properties::of("self-play")
        }
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(SelfPlaySource::new(self))
    }

    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        if outline.runs != 1 {
            return Err(SettingsError::out_of_range("runs", outline.runs, "1 in a coevolution"));
        }
        let initial = outline.initial.len();
        let starts_alone = outline.starts_alone();
        start::check_engine(self.start.as_ref(), outline)?;
        self.proof.check(self.control)?;
        if self.start.is_some() && !starts_alone {
            let reason = "only a search has a start; evaluations have initial organisms (--from)".to_owned();
            return Err(SettingsError::Invalid { name: "start", reason });
        }
        if starts_alone && initial == 0 {
            let population = outline.population;
            if !(2..=MAX_PLAYERS).contains(&(population as usize)) {
                return Err(SettingsError::out_of_range("population", population, "2 to 100"));
            }
            self.start(outline)?;
        } else if !(2..=MAX_PLAYERS).contains(&initial) {
            return Err(SettingsError::out_of_range("from", initial, "2 to 100 organisms"));
        }
        if starts_alone && !self.scales.is_empty() {
            let reason = "only evaluations have scales; leave them out".to_owned();
            return Err(SettingsError::Invalid { name: "scales", reason });
        }
        check_all(SETTINGS, self)?;
        if self.scales.len() > MAX_PLAYERS {
            return Err(SettingsError::out_of_range("scales", self.scales.len(), "at most 100"));
        }
        let is_out_of_range = |scale: &&Scale| {
            !(SCALE_PERCENT.contains(&scale.material) && SCALE_PERCENT.contains(&scale.positional))
        };
        match self.scales.iter().find(is_out_of_range) {
            Some(scale) => Err(SettingsError::out_of_range("scales", scale, "1 to 400 percent each")),
            None => Ok(()),
        }
    }

    fn shown_positions(&self) -> PositionSource {
        self.openings.clone()
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        vec![&mut self.openings, &mut self.test]
    }

    fn tables(&self, threads: usize) -> (usize, usize) {
        (2 * threads, self.hash)
    }

    /// Returns the search of the start if searches evolve, and the start of an engine's options; nothing if evaluations
    /// evolve, as those play only given organisms.
    fn start(&self, outline: &ObjectiveContext<'_>) -> Result<Option<Chromosome>, SettingsError> {
        if !outline.starts_alone() || !outline.initial.is_empty() {
            return Ok(None);
        }
        start::chromosome(self.start.as_ref(), outline).map(Some)
    }

    fn initial(&self, outline: &ObjectiveContext<'_>) -> Vec<Founder> {
        if self.scales.is_empty() {
            return outline.initial.to_vec();
        }
        let scaled =
            |(founder, scale): (&Founder, &Scale)| match scale.apply(outline.schema, &founder.chromosome) {
                same if same == founder.chromosome => founder.clone(),
                chromosome => Founder { name: format!("{}, {scale}", founder.name), chromosome },
            };
        outline.initial.iter().zip(self.scales.iter().cycle()).map(scaled).collect()
    }

    fn league(
        &self,
        outline: &ObjectiveContext<'_>,
        steering: Steering,
        store: Box<dyn GameStore>,
    ) -> Result<League, SourceError> {
        Ok(League::new(self, outline, steering, store)?)
    }

    fn play_mut(&mut self) -> Option<(&mut Control, &mut u32)> {
        Some((&mut self.control, &mut self.games_per_pair))
    }

    fn check_pairs(&self, pairs: u32, outline: &ObjectiveContext<'_>, openings: u64) -> Result<(), String> {
        self.check_games(pairs, outline, openings)
    }
}

impl ObjectiveMeasure for SelfPlaySettings {
    /// Returns the half points of all games, or the number of test positions: the champion is tested by its agreement with
    /// grandmasters.
    fn largest_score(&self, role: SetRole, population: u32, positions: u64) -> u64 {
        match role {
            SetRole::Train => 2 * u64::from(self.games_per_pair) * self.opponents(population),
            SetRole::Test => positions,
        }
    }

    fn measure(&self, role: SetRole, largest: u64) -> Measure {
        if role == SetRole::Test {
            return moves::settings::measure(largest);
        }
        let all = rounded(largest as f64 / 2.0);
        Measure {
            largest,
            factor: 0.5,
            format: Format::Decimal,
            titles: vec![format!("Points of {all} in the games of a generation"), format!("Points of {all}")],
            unit: "points",
            heading: "points",
            histogram: "Points",
            phrase: format!("{{number}} of {all} points, {{share}} %"),
            predicate: "scores {number} points, {share} %",
            ..Measure::default()
        }
    }

    /// Returns the points: a win counts 1, a draw ½.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        scores.iter().map(|score| *score as f64 / 2.0).collect()
    }

    fn generation_work(&self, population: u32, hall: u32) -> u64 {
        self.games(population, hall.into())
    }

    fn expected_nodes(&self, outline: &ObjectiveContext<'_>, _: u32) -> f64 {
        let nodes = match self.control {
            Control::Nodes(nodes) => nodes as f64,
            Control::Depth(depth) => BRANCHING.powf(f64::from(depth)),
            Control::MoveTime(each) => each as f64 / 1e3 * NODES_PER_SECOND,
            Control::Clock(clock) => {
                let moves = GAME_PLIES / 2;
                clock.in_all(moves).as_secs_f64() / f64::from(moves) * NODES_PER_SECOND
            }
        };
        self.most_games_in_all(outline) as f64 * f64::from(GAME_PLIES) * nodes
    }
}

impl ObjectiveTexts for SelfPlaySettings {
    fn sizes(&self, train: u64, test: u64) -> String {
        let games = rounded(train as f64 / 2.0);
        format!("{games} games per organism, {} test positions for the champion", thousands(test))
    }

    fn basis(&self) -> (&'static str, String) {
        ("games", format!("{} a pair, {} search", self.games_per_pair, self.search))
    }

    fn amount(&self, outline: &ObjectiveContext<'_>) -> String {
        let ObjectiveContext { population, generations, .. } = outline;
        let games = self.most_games(*population, 0..=*generations);
        format!("{population} organisms, {generations} generations, {games} games, confirmation")
    }

    fn method(&self) -> Option<String> {
        Some(format!(
            "The champions play each other: {} games per pair and generation, each with another opening, {}; {} games per \
             pair confirm the best of the last generation{}{}.",
            self.games_per_pair,
            self.control,
            self.confirmation_games,
            match self.milestone_games {
                0 => String::new(),
                each => format!(", and the leader of each generation plays {each} games with each founder"),
            },
            match self.match_games {
                0 => String::new(),
                games => format!("; a match of {games} games with the best founder measures the gain"),
            } + &match self.proof.pairs(self.match_games) {
                0 => String::new(),
                pairs =>
                    format!(", and another of {} games with {}", 2 * pairs, self.proof.control(self.control)),
            }
        ))
    }

    fn weight(&self) -> String {
        "points".to_owned()
    }

    fn champion_name(&self, preset: &str, outline: &ObjectiveContext<'_>, _: u32) -> String {
        let method = if outline.starts_alone() { "self-play" } else { "coevolution" };
        format!("{method} {preset}, seed {}", outline.seed)
    }

    fn champion_description(&self, _: u64, _: &SetDigest, details: &Details) -> Option<String> {
        let found = details.final_match()?;
        let (stage, games) = (self.properties().stage, thousands(found.games()));
        let gain = format!("{} Elo against the best initial organism, in {games} games", found.elo()?);
        Some(format!("evolved, {stage} stage; {gain}"))
    }
}
