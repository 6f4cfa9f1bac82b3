//! The flags of `eyas measure`.

use std::path::PathBuf;

use clap::Args;
use eyas::experiment::{Experiment, presets};

use super::super::evolve::Presets;
use super::super::headings::{MEASURED, OUTPUT};
use super::super::settings::{FlagSet, Override, SettingFlags, seed};
use super::super::tune::{
    ORGANISM, engine_preset, evaluation_of, measures_searches, read_engine, search_preset,
};
use super::super::{Failure, Globals, experiment, values};

/// Arguments of `eyas measure`.
#[derive(Debug, Args)]
#[command(
    next_help_heading = MEASURED,
    after_help = "The objectives suite, matches and self-play measure the search of --organism; the others measure \
                        an evaluation, with the parameters of --schema. With --player the parameters are options of an \
                        engine. --experiment measures anything that an experiment file can describe."
)]
pub(crate) struct MeasureArgs {
    /// Experiment file (RON), as for eyas run, instead of all other settings; its optimizer has no effect
    #[arg(long, value_name = "FILE", conflicts_with_all = ["player", "organism"])]
    experiment: Option<PathBuf>,
    /// UCI engine whose options are the parameters: uci:COMMAND or the name of a profile
    #[arg(long, value_name = "SPEC", conflicts_with = "organism", requires = "params")]
    player: Option<String>,
    /// Parameter file of the engine: Eyas' own format, SPSA lines of OpenBench, or the JSON of weather-factory
    #[arg(long, value_name = "FILE", requires = "player")]
    params: Option<PathBuf>,
    /// Option of the engine that has this value always, such as Hash=16; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::option, requires = "player")]
    options: Vec<(String, String)>,
    /// Organism whose search is measured; its evaluation does not change: a file or an embedded name [default: reference]
    #[arg(long, value_name = "ORGANISM")]
    organism: Option<String>,
    /// Print the parameters and the objective as JSON, and measure nothing
    #[arg(long, help_heading = OUTPUT)]
    pub(super) describe: bool,
    #[command(flatten)]
    settings: SettingFlags<MeasureFlags>,
}

/// The settings that are flags of `eyas measure`.
#[derive(Debug, Clone)]
struct MeasureFlags;

impl FlagSet for MeasureFlags {
    const MEMBERS: &'static [&'static str] =
        &["", "matches", "moves", "results", "scores", "self-play", "suite"];

    const TARGET: &'static str = MEASURED;

    // Nothing evolves: there is no optimizer, and no champion that games select or that is tested.
    const EXCEPT: &'static [&'static str] = &[
        "seed",
        "optimizer",
        "generations",
        "runs",
        "patience",
        "tolerance",
        "target-score",
        "minutes",
        "drop-constant",
        "confirmation-pairs",
        "confirmation-games",
        "milestone-games",
        "hall-of-fame",
        "leaders",
        "match-games",
        "play-off",
        "play-off-match",
        "play-off-nodes",
        "scales",
        "test",
        "validate",
    ];

    fn presets() -> Vec<Experiment> {
        let moves = presets::named(presets::DEFAULT);
        let scores = presets::mentor(presets::MENTOR_DEFAULT, Vec::new());
        let evaluation = evaluation_of(ORGANISM).ok();
        let searches = evaluation.into_iter().flat_map(|evaluation| {
            [
                presets::tuning(presets::TUNING_DEFAULT, evaluation.clone()),
                presets::games(presets::GAMES_DEFAULT, evaluation.clone()),
                presets::search_self_play(presets::GAMES_DEFAULT, evaluation),
            ]
        });
        [moves, scores].into_iter().chain(searches).flatten().collect()
    }
}

impl MeasureArgs {
    /// Returns the experiment whose objective measures.
    pub(super) fn experiment(&self, globals: &Globals) -> Result<Experiment, Failure> {
        let mut overrides: Vec<Override> = seed(globals).into_iter().collect();
        let mut experiment = match &self.experiment {
            Some(file) => {
                if let Some(given) = self.settings.overrides().first() {
                    return Err(Failure::Input(format!(
                        "{}: the experiment file has all settings",
                        given.flag
                    )));
                }
                experiment::read(file)?
            }
            None => self.preset(globals.preset.as_deref())?,
        };
        overrides.extend(self.settings.overrides());
        overrides.iter().try_for_each(|given| given.apply(&mut experiment))?;
        Ok(experiment)
    }

    /// Returns the preset of the objective.
    fn preset(&self, name: Option<&str>) -> Result<Experiment, Failure> {
        if let (Some(player), Some(params)) = (&self.player, &self.params) {
            let source = read_engine(player, params, &self.options, &[])?;
            return engine_preset(presets::OPTIONS_OBJECTIVE, name, source.engine);
        }
        let objective = self.settings.text("objective").unwrap_or_default();
        if measures_searches(&objective) {
            let evaluation = evaluation_of(self.organism.as_deref().unwrap_or(ORGANISM))?;
            return search_preset(&objective, name, evaluation);
        }
        if self.organism.is_some() {
            let message =
                "--organism: applies to the objectives suite, matches and self-play; add --objective";
            return Err(Failure::Input(message.to_owned()));
        }
        Presets::of_formula(&objective).named(name)
    }
}
