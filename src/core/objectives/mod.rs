//! Objectives: the quantities by which experiments measure organisms. Each objective has a folder with its settings, its
//! evaluator, its records, the names and formats of its scores, and its results.
//!
//! | objective | score | paper |
//! | --- | --- | --- |
//! | [`likelihood`] | how probable an organism makes the moves played | – |
//! | [`mod@matches`] | points in games against fixed opponents | |
//! | [`moves`] | positions in which an organism plays the grandmaster's move | 2009; 2014, section III.B |
//! | [`scores`] | closeness to the scores that a mentor gives to positions | 2008 |
//! | [`results`] | how well scores predict the results of games | – |
//! | [`self_play`] | points in games between the organisms | 2009, section 5; 2014, section III.C |
//! | [`suite`] | nodes that a search saves until it finds the best moves of a test suite | 2014, section IV |
//! | [`sum`] | a weighted sum of others | – |

pub mod agreement;
pub mod confirmation;
pub mod details;
pub mod engine_searches;
pub mod event;
pub mod game_store;
pub mod likelihood;
pub mod matches;
pub mod measure;
pub mod memo;
mod memoized;
pub mod moves;
pub mod paper;
pub mod player_builder;
mod players;
pub mod proof;
pub mod properties;
pub mod result_set;
pub mod results;
pub mod scores;
mod search_fault;
pub mod self_play;
mod sets;
pub(crate) mod shared_settings;
pub mod source;
pub mod start;
pub mod suite;
pub mod sum;

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::arena::control::Control;
use crate::arena::steering::Steering;
use crate::engine::schema::Schema;
use crate::engine_options::TunedEngine;
use crate::evolution::record::{Founder, Individual};
use crate::evolution::run::Run;
use crate::evolution::setting::{Declaration, SettingsError};
use crate::organism::FixedEvaluation;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;
use crate::progress::RunWork;
use details::{Details, match_report};
use game_store::GameStore;
use likelihood::LikelihoodSettings;
use matches::MatchesSettings;
use measure::Measure;
use moves::MovesSettings;
use paper::Paper;
pub use players::PlayersError;
use properties::{Properties, SessionFile};
use results::ResultsSettings;
use scores::ScoresSettings;
pub use scores::{Distance, MentorScores};
use self_play::SelfPlaySettings;
pub use self_play::{League, Round};
pub use shared_settings::OPENINGS;

use source::{FitnessSource, SetRole, SourceError};
use suite::SuiteSettings;
use sum::{Part, SumSettings};

/// The parts of an experiment that every objective may use.
#[derive(Debug, Clone, Copy)]
pub struct ObjectiveContext<'a> {
    /// The schema of the organisms.
    pub schema: &'a Arc<Schema>,
    /// Number of organisms per generation.
    pub population: u32,
    /// Number of generations after generation 0.
    pub generations: u32,
    /// Number of independent runs.
    pub runs: u32,
    /// Seed of all random streams.
    pub seed: u64,
    /// The given initial organisms.
    pub initial: &'a [Founder],
    /// The evaluation of all organisms, if it does not change.
    pub evaluation: Option<&'a FixedEvaluation>,
    /// The engine whose options are the parameters; `None` if organisms evolve.
    pub engine: Option<&'a TunedEngine>,
}

impl ObjectiveContext<'_> {
    /// Returns whether an evolution starts near one player rather than from several given ones: if searches or the
    /// options of an engine change.
    #[must_use]
    pub fn starts_alone(&self) -> bool {
        self.evaluation.is_some() || self.engine.is_some()
    }

    /// Returns the number of organisms evaluated in all runs, if `known` organisms of each generation but the first need
    /// no evaluation.
    #[must_use]
    pub fn evaluated(&self, known: u32) -> f64 {
        let bred = f64::from(self.population.saturating_sub(known)) * f64::from(self.generations);
        f64::from(self.runs) * (f64::from(self.population) + bred)
    }

    /// Returns the start of an engine's options; `None` if organisms evolve, or if initial organisms are given.
    fn engine_start(&self) -> Option<Chromosome> {
        let engine = self.engine.filter(|_| self.initial.is_empty())?;
        Chromosome::encode(self.schema, &engine.start())
    }
}

/// Identifies the content of a position set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetDigest {
    /// The name of the set.
    pub name: String,
    /// The number of positions.
    pub positions: u64,
    /// The BLAKE3 hash of the positions and moves, in hexadecimal.
    pub blake3: String,
}

/// The settings of an objective: what they mean, and what is built from them.
pub trait ObjectiveSettings: ObjectiveMeasure + ObjectiveTexts + Debug + Send + Sync {
    /// Returns the properties of the objective.
    fn properties(&self) -> Properties;

    /// Returns the source of the fitness functions.
    fn source(&self) -> Box<dyn FitnessSource>;

    /// Checks the settings.
    ///
    /// # Errors
    /// Returns the first invalid setting.
    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError>;

    /// Returns the positions in which the moves of organisms can be compared with the moves played: the training set,
    /// unless its positions have no moves.
    fn shown_positions(&self) -> PositionSource;

    /// Returns all sets of positions and openings, so that they can be replaced by copies.
    fn sources_mut(&mut self) -> Vec<&mut PositionSource>;

    /// Returns the specifications of the engines that play or score positions.
    fn engines(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns the number of transposition tables that `threads` threads need, and the size of each in MiB.
    fn tables(&self, _threads: usize) -> (usize, usize) {
        (0, 0)
    }

    /// Returns the organism near which generation 0 begins if the initial population is not given; `None` for random
    /// organisms.
    ///
    /// # Errors
    /// Returns an error if the organism does not fit the schema.
    fn start(&self, outline: &ObjectiveContext<'_>) -> Result<Option<Chromosome>, SettingsError> {
        Ok(outline.engine_start())
    }

    /// Returns the initial population, if it is given.
    fn initial(&self, outline: &ObjectiveContext<'_>) -> Vec<Founder> {
        outline.initial.to_vec()
    }

    /// Returns the scores that mentors gave to positions, which a session in this folder keeps; `None` if there are no
    /// mentors.
    fn mentor_scores(&self, _folder: &Path) -> Option<MentorScores> {
        None
    }

    /// Returns the evaluation to be recovered, if there is one.
    fn original(&self) -> Option<&FixedEvaluation> {
        None
    }

    /// Prepares the games in which organisms play each other. They resume those of `store`; `steering` says how many are
    /// played at a time.
    ///
    /// # Errors
    /// Returns an error if the organisms do not play each other, or if the games cannot be played.
    fn league(
        &self,
        _outline: &ObjectiveContext<'_>,
        _steering: Steering,
        _store: Box<dyn GameStore>,
    ) -> Result<League, SourceError> {
        Err(SourceError::input("the organisms do not play each other"))
    }

    /// Returns the organisms of a complete run among which games against opponents select the champion, given the last
    /// population; none if the organisms play no opponents.
    ///
    /// # Errors
    /// Returns an error if the start does not fit the schema.
    fn finalists(
        &self,
        _outline: &ObjectiveContext<'_>,
        _run: &Run,
        _last: &[Individual],
    ) -> Result<Vec<match_report::Finalist>, SettingsError> {
        Ok(Vec::new())
    }

    /// Checks the files of a finished session. Returns a notice if one is missing or incomplete.
    ///
    /// # Errors
    /// Returns the path of a damaged file, and what is wrong with it.
    fn check_files(&self, _folder: &Path) -> Result<Option<String>, (PathBuf, String)> {
        Ok(None)
    }

    /// Returns [`Play::control`](properties::Play::control) and [`Play::pairs`](properties::Play::pairs), if games measure organisms.
    fn play_mut(&mut self) -> Option<(&mut Control, &mut u32)> {
        None
    }

    /// Multiplies the times that games have by a factor.
    fn scale_times(&mut self, factor: f64) {
        if let Some((control, _)) = self.play_mut() {
            *control = control.scaled(factor);
        }
    }

    /// Checks another number of games ([`Play::pairs`](properties::Play::pairs)), if there are `openings` openings.
    ///
    /// # Errors
    /// Returns the reason why the number is not possible.
    fn check_pairs(
        &self,
        _pairs: u32,
        _outline: &ObjectiveContext<'_>,
        _openings: u64,
    ) -> Result<(), String> {
        Err("the organisms play no games".to_owned())
    }
}

/// The measure of an objective: its scores, what they are worth to an optimizer, and how they are shown.
pub trait ObjectiveMeasure {
    /// Returns the largest possible score of an organism on the training set, or of a champion on the test set, given the
    /// population and the number of positions.
    fn largest_score(&self, role: SetRole, population: u32, positions: u64) -> u64;

    /// Returns how scores on the training set, or on the test set, are shown, if the largest is `largest`.
    fn measure(&self, role: SetRole, largest: u64) -> Measure;

    /// Returns the fitness that the optimizer receives for organisms with these scores, best first. It is not negative,
    /// and a larger fitness is better.
    fn fitness(&self, scores: &[u64]) -> Vec<f64>;

    /// Returns the value of the largest score in a weighted sum, in the objective's own unit: 1 for a share, nats for a
    /// loss. `None` if the objective cannot be part of a sum.
    fn sum_value(&self) -> Option<f64> {
        None
    }

    /// Returns how much work a generation of this many organisms is: their number or, if games measure them, that of the
    /// games. They also play `hall` fittest organisms of earlier generations.
    fn generation_work(&self, population: u32, _hall: u32) -> u64 {
        population.into()
    }

    /// Returns the expected cost of all runs in nodes of a search, if `elite` organisms of each generation but the first are
    /// known. It is rough, and can be compared with that of other objectives.
    fn expected_nodes(&self, outline: &ObjectiveContext<'_>, _elite: u32) -> f64 {
        // The preparation of the positions, and the cost of an organism, as organisms are measured many at a time.
        5e6 + 250.0 * outline.evaluated(0)
    }

    /// Returns what a run has to do at most, in games or searches, if a generation needs `searches` searches.
    fn run_work(&self, _outline: &ObjectiveContext<'_>, _run: &Run, searches: u64) -> RunWork {
        RunWork { generation: searches as f64, ..RunWork::default() }
    }
}

/// What an objective says about itself and about the result of a run.
pub trait ObjectiveTexts {
    /// Describes the training set and the test set, given the largest scores on the training set and the test set.
    fn sizes(&self, train: u64, test: u64) -> String;

    /// Returns a label and a value that describe how organisms are measured, for a table of settings.
    fn basis(&self) -> (&'static str, String);

    /// Describes the amount of work.
    fn amount(&self, outline: &ObjectiveContext<'_>) -> String {
        let ObjectiveContext { runs, population, generations, .. } = outline;
        format!("{runs} runs of {population} organisms, {generations} generations")
    }

    /// Describes how organisms evolve, if there is more to say than what they do ([`Properties::about`]).
    fn method(&self) -> Option<String> {
        None
    }

    /// Describes what proportional selection is proportional to, such as “fitness²”.
    fn weight(&self) -> String;

    /// Returns the names of the players by their numbers for spectators, with this number of organisms, if these play fixed
    /// opponents.
    fn player_names(&self, _organisms: usize) -> Vec<String> {
        Vec::new()
    }

    /// Returns what a paper reports for this objective and the schema with this name. `largest` is the largest possible
    /// score.
    fn paper(&self, _schema: &str, _largest: u64) -> Option<Paper> {
        None
    }

    /// Names the champion of a run (0 first).
    fn champion_name(&self, preset: &str, outline: &ObjectiveContext<'_>, run: u32) -> String {
        format!("{preset}, seed {}, run {}", outline.seed, run + 1)
    }

    /// Describes how a champion with this score on the training set evolved, given the details about it; `None` if there is
    /// nothing to say but the stage.
    fn champion_description(&self, _score: u64, _train: &SetDigest, _details: &Details) -> Option<String> {
        None
    }
}

/// Defines [`Objective`]: one line registers an objective.
macro_rules! objectives {
    ($(#[doc = $doc:literal] $variant:ident($settings:ty) $module:ident $get:ident $get_mut:ident,)*) => {
        /// The objective of an experiment, with its settings.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub enum Objective {
            $(#[doc = $doc] $variant($settings),)*
        }

        impl Objective {
            /// Returns the settings of the objective.
            #[must_use]
            pub fn settings(&self) -> &dyn ObjectiveSettings {
                match self {
                    $(Objective::$variant(settings) => settings,)*
                }
            }

            /// Returns what the objective measures, in a few words.
            #[must_use]
            pub fn summary(&self) -> &'static str {
                match self {
                    $(Objective::$variant(_) => $doc.trim().trim_end_matches('.'),)*
                }
            }

            /// Returns the mutable settings of the objective.
            pub fn settings_mut(&mut self) -> &mut dyn ObjectiveSettings {
                match self {
                    $(Objective::$variant(settings) => settings,)*
                }
            }

            /// Returns all objectives with their default settings.
            fn all() -> Vec<Objective> {
                vec![$(Objective::$variant(<$settings>::default()),)*]
            }

            /// Returns the declared settings of every objective, with the objective's name.
            #[must_use]
            pub fn declarations() -> Vec<(&'static str, Declaration<Objective>)> {
                let mut all = Vec::new();
                $(
                    let name = Objective::$variant(<$settings>::default()).name();
                    all.extend($module::settings::SETTINGS.iter().map(|setting| {
                        (name, Declaration::within(setting, Objective::$get, Objective::$get_mut))
                    }));
                )*
                all
            }

            $(
                #[doc = concat!("Returns the settings of the objective `", stringify!($module), "`, also as a part of a sum; `None` for another objective.")]
                #[must_use]
                pub fn $get(&self) -> Option<&$settings> {
                    match self {
                        Objective::$variant(settings) => Some(settings),
                        #[allow(unreachable_patterns, reason = "the sum itself has an arm already")]
                        Objective::Sum(sum) => sum.parts.iter().find_map(|part| part.objective.$get()),
                        _ => None,
                    }
                }

                #[doc = concat!("Like [`Objective::", stringify!($get), "`], with mutable settings.")]
                pub fn $get_mut(&mut self) -> Option<&mut $settings> {
                    match self {
                        Objective::$variant(settings) => Some(settings),
                        #[allow(unreachable_patterns, reason = "the sum itself has an arm already")]
                        Objective::Sum(sum) => sum.parts.iter_mut().find_map(|part| part.objective.$get_mut()),
                        _ => None,
                    }
                }
            )*
        }
    };
}

objectives! {
    /// The probability of the moves that grandmasters played.
    Likelihood(LikelihoodSettings) likelihood likelihood likelihood_mut,
    /// Points in games against fixed opponents.
    Matches(MatchesSettings) matches matches matches_mut,
    /// Agreement with the moves that grandmasters played.
    Moves(MovesSettings) moves moves moves_mut,
    /// Closeness to the scores of mentors.
    Scores(ScoresSettings) scores scores scores_mut,
    /// Predictions of the results of games.
    Results(ResultsSettings) results results results_mut,
    /// Points in games between the organisms.
    SelfPlay(SelfPlaySettings) self_play self_play self_play_mut,
    /// Nodes until a search finds the best moves of a test suite.
    Suite(SuiteSettings) suite suite suite_mut,
    /// A weighted sum of other objectives.
    Sum(SumSettings) sum sum sum_mut,
}

impl Objective {
    /// Returns all objectives with their default settings, except a sum, which has no defaults. Those of the papers come
    /// first.
    #[must_use]
    pub fn single() -> Vec<Objective> {
        let mut single = Objective::all();
        single.retain(|objective| objective.sum().is_none());
        single.sort_by_key(|objective| objective.properties().stage == objective.name());
        single
    }

    /// Returns the objective with this name and its default settings; `None` for a sum, which has no defaults.
    #[must_use]
    pub fn named(name: &str) -> Option<Objective> {
        Objective::single().into_iter().find(|objective| objective.name() == name)
    }

    /// Returns the name of the objective.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.properties().name
    }

    /// Returns the properties of the objective.
    #[must_use]
    pub fn properties(&self) -> Properties {
        self.settings().properties()
    }

    /// Returns the number of games of a generation that may change during a run ([`Play::pairs`](properties::Play::pairs)); `None` if no games
    /// measure organisms.
    #[must_use]
    pub fn pairs(&self) -> Option<u32> {
        self.properties().play.map(|play| play.pairs)
    }

    /// Sets the number that [`Objective::pairs`] returns.
    pub fn set_pairs(&mut self, pairs: u32) {
        if let Some((_, own)) = self.settings_mut().play_mut() {
            *own = pairs;
        }
    }

    /// Returns the files that objectives keep in the folder of a session.
    pub fn files() -> impl Iterator<Item = &'static SessionFile> {
        Objective::all().into_iter().flat_map(|objective| objective.properties().files)
    }

    /// Returns the names of the objectives with these properties.
    #[must_use]
    pub fn having(property: impl Fn(&Properties) -> bool) -> Vec<&'static str> {
        let all = Objective::all().into_iter().map(|objective| objective.properties());
        all.filter(property).map(|properties| properties.name).collect()
    }

    /// Returns the names of the objective and, for a sum, of its parts.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let parts = self.sum().into_iter().flat_map(|sum| &sum.parts);
        std::iter::once(self.name()).chain(parts.map(|part| part.objective.name())).collect()
    }

    /// Returns the objective in the syntax of `--objective`: `moves`, or `moves+results:0.3` for a weighted sum.
    #[must_use]
    pub fn formula(&self) -> String {
        self.sum().map_or_else(|| self.name().to_owned(), SumSettings::formula)
    }

    /// Replaces the objective by that of a formula ([`Objective::formula`]). An objective that occurs in both keeps its
    /// settings.
    ///
    /// # Errors
    /// Returns an error if the formula has an unknown name or an invalid weight.
    pub fn set_formula(&mut self, formula: &str) -> Result<(), String> {
        let parts = formula.split('+').map(|part| self.part(part)).collect::<Result<Vec<_>, _>>()?;
        *self = match <[Part; 1]>::try_from(parts) {
            Ok([Part { weight: 1.0, objective }]) => objective,
            Ok([_]) => return Err(format!("{formula}: a single objective has no weight")),
            Err(parts) => Objective::Sum(SumSettings { parts }),
        };
        Ok(())
    }

    /// Reads a part of a formula: a name, or a name and a weight.
    fn part(&self, text: &str) -> Result<Part, String> {
        let (name, weight) = text.split_once(':').unwrap_or((text, "1"));
        let weight = weight.parse().map_err(|_| format!("{text}: the weight “{weight}” is not a number"))?;
        let own = self.sum().into_iter().flat_map(|sum| &sum.parts).map(|part| &part.objective);
        let same = std::iter::once(self).chain(own).find(|objective| objective.name() == name);
        let objective = same.cloned().or_else(|| Objective::named(name)).ok_or_else(|| {
            let known: Vec<&str> = Objective::single().iter().map(Objective::name).collect();
            format!("{name}: unknown objective; use one of: {}", known.join(", "))
        })?;
        Ok(Part { weight, objective })
    }
}
