//! The flags of `eyas race`, as a plan.

use std::path::PathBuf;

use clap::Args;
use eyas::experiment::Experiment;
use eyas::race::{RacePlan, RacedOptimizer, parse_seeds};

use super::super::evolve::{EvolveArgs, Presets};
use super::super::headings::{OPTIMIZER, OUTPUT, RUN};
use super::super::settings::Override;
use super::super::workers::WorkersArgs;
use super::super::{Failure, Globals};

/// The optimizers of a race by default: all.
const OPTIMIZERS: &str = "ga,cma-es,de,pso,spsa,pattern";
/// The seeds of a race by default.
const SEEDS: &str = "1-10";
/// The evaluations of each run by default.
const EVALUATIONS: u64 = 20_000;

/// Flags of `eyas evolve` that a race decides itself, with the flag to use.
const REPLACED: [(&str, &str); 3] =
    [("--optimizer", "--optimizers"), ("--generations", "--evaluations"), ("--runs", "--seeds")];

/// Arguments of `eyas race`.
#[derive(Debug, Args)]
#[command(next_help_heading = RUN)]
#[command(mut_args(hide_replaced))]
pub(crate) struct RaceArgs {
    /// Optimizers, separated by commas. A setting can follow after a colon, as in de:population=50. Flags such as
    /// --population apply to every optimizer that has the setting [default: ga,cma-es,de,pso,spsa,pattern]
    #[arg(long, value_name = "LIST", help_heading = OPTIMIZER)]
    optimizers: Option<String>,
    /// Seeds of the runs of each optimizer, as in 1-10 or 1,5,8-9 [default: 1-10]
    #[arg(long, value_name = "LIST")]
    seeds: Option<String>,
    /// Number of organisms that each run measures; each optimizer has as many whole generations as that allows, generation
    /// 0 included [default: 20000]
    #[arg(long, value_name = "N")]
    evaluations: Option<u64>,
    /// Write the median and the quartiles of each optimizer by evaluations to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) csv: Option<PathBuf>,
    #[command(flatten)]
    base: EvolveArgs,
}

/// Hides the flags of `eyas evolve` that a race replaces.
fn hide_replaced(arg: clap::Arg) -> clap::Arg {
    let hidden = REPLACED.iter().any(|(flag, _)| flag.strip_prefix("--") == arg.get_long());
    if hidden { arg.hide(true) } else { arg }
}

impl RaceArgs {
    /// Returns the flags about workers, which are those of `eyas evolve`.
    pub(crate) fn workers(&self) -> &WorkersArgs {
        &self.base.workers
    }

    /// Returns a new plan, or the plan that the flags make of a recorded one.
    pub(super) fn plan(&self, recorded: Option<&RacePlan>, globals: &Globals) -> Result<RacePlan, Failure> {
        let overrides = self.overrides(recorded, globals)?;
        self.plan_with(recorded, globals, &overrides)
    }

    fn overrides(&self, recorded: Option<&RacePlan>, globals: &Globals) -> Result<Vec<Override>, Failure> {
        let overrides = self.base.overrides(self.presets(recorded), globals)?;
        let replaced = |(flag, _): &&(&str, &str)| overrides.iter().any(|given| given.flag == *flag);
        match REPLACED.iter().find(replaced) {
            Some((flag, instead)) => Err(Failure::Input(format!("{flag}: use {instead} in a race"))),
            None => Ok(overrides),
        }
    }

    fn presets(&self, recorded: Option<&RacePlan>) -> Presets {
        let of_plan = recorded.map_or(Presets::Moves, |plan| Presets::of(&plan.base.objective));
        self.base.presets().unwrap_or(of_plan)
    }

    fn plan_with(
        &self,
        recorded: Option<&RacePlan>,
        globals: &Globals,
        overrides: &[Override],
    ) -> Result<RacePlan, Failure> {
        let base = match recorded {
            Some(plan) => plan.base.clone(),
            None => self.presets(None).named(globals.preset.as_deref())?,
        };
        let texts = match (&self.optimizers, recorded) {
            (Some(texts), _) => texts.clone(),
            (None, Some(plan)) => {
                plan.optimizers.iter().map(|raced| raced.label.as_str()).collect::<Vec<_>>().join(",")
            }
            (None, None) => OPTIMIZERS.to_owned(),
        };
        let seeds = match (&self.seeds, recorded) {
            (None, Some(plan)) => plan.seeds.clone(),
            (given, _) => {
                parse_seeds(given.as_deref().unwrap_or(SEEDS)).map_err(Failure::about("--seeds"))?
            }
        };
        let (mut experiments, mut optimizers) = (Vec::new(), Vec::new());
        for text in texts.split(',') {
            let (experiment, raced) = raced(text, &base, recorded, overrides)?;
            experiments.push(experiment);
            optimizers.push(raced);
        }
        let is_unused = |given: &&Override| !experiments.iter().any(|one| given.applies_to(one));
        let unused = overrides.iter().find(is_unused);
        let mut first = experiments.swap_remove(0);
        // The error says to which optimizers the flag applies.
        unused.map_or(Ok(()), |given| given.apply(&mut first))?;
        Ok(RacePlan {
            eyas: recorded.map_or(env!("CARGO_PKG_VERSION"), |plan| plan.eyas.as_str()).to_owned(),
            base: Experiment {
                optimizer: base.optimizer,
                seed: base.seed,
                generations: base.generations,
                runs: 1,
                ..first
            },
            optimizers,
            seeds,
            evaluations: self.evaluations.or(recorded.map(|plan| plan.evaluations)).unwrap_or(EVALUATIONS),
        })
    }

    /// Returns the given flags that differ from a recorded plan.
    pub(super) fn contradictions(&self, plan: &RacePlan, globals: &Globals) -> Result<Vec<String>, Failure> {
        let mut found = Vec::new();
        let is_other_preset = globals.preset.as_ref().is_some_and(|preset| *preset != plan.base.preset);
        let is_other_stage =
            self.base.presets().is_some_and(|presets| presets != Presets::of(&plan.base.objective));
        let other_seeds = self.seeds.as_ref().map(|text| parse_seeds(text).as_ref() != Ok(&plan.seeds));
        let other_evaluations = self.evaluations.is_some_and(|number| number != plan.evaluations);
        for (flag, is_other) in [
            ("--preset", is_other_preset),
            ("--stage", is_other_stage),
            ("--seeds", other_seeds == Some(true)),
            ("--evaluations", other_evaluations),
        ] {
            found.extend(is_other.then(|| flag.to_owned()));
        }
        if !found.is_empty() {
            return Ok(found);
        }
        for given in self.overrides(Some(plan), globals)? {
            let flag = given.flag.clone();
            if self.plan_with(Some(plan), globals, &[given])? != *plan {
                found.push(flag);
            }
        }
        if found.is_empty() && self.plan(Some(plan), globals)? != *plan {
            found.push("--optimizers".to_owned());
        }
        Ok(found)
    }
}

/// Returns an optimizer of a race with its experiment. The settings in `text` have precedence over the flags.
fn raced(
    text: &str,
    base: &Experiment,
    recorded: Option<&RacePlan>,
    overrides: &[Override],
) -> Result<(Experiment, RacedOptimizer), Failure> {
    let name = text.split(':').next().unwrap_or_default();
    let mut experiment = base.clone();
    experiment.optimizer =
        RacedOptimizer::parse(name, base).map_err(Failure::about("--optimizers"))?.settings;
    let same = recorded.and_then(|plan| plan.optimizers.iter().find(|raced| raced.label == text.trim()));
    if let Some(same) = same {
        experiment.optimizer.clone_from(&same.settings);
    }
    for given in overrides {
        if given.applies_to(&experiment) {
            given.apply(&mut experiment)?;
        }
    }
    let raced = RacedOptimizer::parse(text, &experiment).map_err(Failure::about("--optimizers"))?;
    Ok((experiment, raced))
}
