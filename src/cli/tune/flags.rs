//! The flags of `eyas tune`, as changes of a preset's settings.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use eyas::engine::search::SearchMode;
use eyas::evolution::settings::{EvolutionSettings, FixedEvaluation, TuningSettings};
use eyas::organism::Organism;
use eyas::positions::PositionSource;
use eyas::tuning;

use super::super::overrides::{Change, GaArgs, Override, source};
use super::super::{Failure, Globals, values};

/// The organism whose search is tuned unless another is named.
const ORGANISM: &str = "reference";

/// Arguments of `eyas tune`.
#[derive(Debug, Default, Args)]
pub(crate) struct TuneArgs {
    /// Whose evaluation the search is tuned for: an organism's file, or the name of an embedded one
    /// [default: reference]
    #[arg(long, value_name = "ORGANISM")]
    organism: Option<String>,
    #[command(flatten)]
    suite: SuiteArgs,
    /// Parameters that are tuned [default: paper]
    #[arg(long, value_enum)]
    schema: Option<SchemaArg>,
    /// The transposition table of each thread, MiB [default: room for the node limit, 16 MiB for 500,000]
    #[arg(long, value_name = "MIB", value_parser = values::hash)]
    hash: Option<usize>,
    #[command(flatten)]
    ga: GaArgs,
}

/// The flags of what searches are measured by that every verb has that tunes.
#[derive(Debug, Default, Args)]
pub(crate) struct SuiteArgs {
    /// Positions with best moves (bm) or moves to avoid (am), EPD; or an embedded set's name
    /// [default: the embedded ecm879]
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// How many positions of the suite are searched, taken at equal distances [default: the preset's]
    #[arg(long, value_name = "N")]
    positions: Option<u32>,
    /// Nodes after which a position counts as not solved [default: the preset's]
    #[arg(long, value_name = "N")]
    node_limit: Option<u32>,
    /// A suite that is not tuned on: at the end the champion and the untuned search are reported on it; may be given
    /// more than once
    #[arg(long, value_name = "FILE")]
    validate: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SchemaArg {
    /// The 18 parameters of the 2014 paper's Table I, 70 bits
    #[value(alias = "search-paper")]
    Paper,
    /// Those and the methods of later engines
    #[value(alias = "search-extended")]
    Extended,
}

impl SchemaArg {
    /// The schema's name.
    pub(in crate::cli) fn name(self) -> Option<&'static str> {
        match self {
            SchemaArg::Paper => SearchMode::Paper.schema(),
            SchemaArg::Extended => SearchMode::Extended.schema(),
        }
    }
}

/// The evaluation of the organism of that name or in that file.
fn evaluation_of(text: &str) -> Result<FixedEvaluation, Failure> {
    let organism =
        Organism::named_or_path(text).map_err(|error| Failure::Input(format!("--organism: {error}")))?;
    Ok(tuning::fixed(&organism))
}

impl SuiteArgs {
    /// Those that were given.
    pub(in crate::cli) fn overrides(&self) -> Result<Vec<Override>, Failure> {
        let mut given = Vec::new();
        let mut add = |flag, change: Change| given.push(Override { flag, change });
        if let Some(path) = &self.suite {
            let source = source(path)?;
            add("--suite", Box::new(move |settings| settings.train.clone_from(&source)));
        }
        if let Some(positions) = self.positions {
            add("--positions", tuning(move |tuning| tuning.positions = Some(positions)));
        }
        if let Some(limit) = self.node_limit {
            add("--node-limit", tuning(move |tuning| tuning.node_limit = limit));
        }
        if !self.validate.is_empty() {
            let sources = self.validate.iter().map(source).collect::<Result<Vec<_>, _>>()?;
            let test = PositionSource::Multiple(sources);
            add("--validate", Box::new(move |settings| settings.test.clone_from(&test)));
        }
        Ok(given)
    }
}

impl TuneArgs {
    /// The evaluation that settings begin with.
    pub(super) fn evaluation(&self) -> Result<FixedEvaluation, Failure> {
        evaluation_of(self.organism.as_deref().unwrap_or(ORGANISM))
    }

    /// The flags that were given, `--preset` apart.
    pub(super) fn overrides(&self, globals: &Globals) -> Result<Vec<Override>, Failure> {
        let mut given = Vec::new();
        let mut add = |flag, change: Change| given.push(Override { flag, change });
        if let Some(seed) = globals.seed {
            add("--seed", Box::new(move |settings| settings.seed = seed));
        }
        if let Some(organism) = &self.organism {
            let evaluation = evaluation_of(organism)?;
            add("--organism", tuning(move |tuning| tuning.evaluation.clone_from(&evaluation)));
        }
        if let Some(schema) = self.schema.and_then(SchemaArg::name) {
            add("--schema", Box::new(move |settings| schema.clone_into(&mut settings.schema)));
        }
        if let Some(hash) = self.hash {
            // What the flag allows fits.
            add("--hash", tuning(move |tuning| tuning.hash = u32::try_from(hash).ok()));
        }
        given.extend(self.suite.overrides()?);
        given.extend(self.ga.overrides()?);
        Ok(given)
    }
}

/// A change of what only this stage has.
fn tuning(change: impl Fn(&mut TuningSettings) + 'static) -> Change {
    Box::new(move |settings: &mut EvolutionSettings| {
        if let Some(tuning) = &mut settings.tuning {
            change(tuning);
        }
    })
}
