//! The plan of a race.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::error::Error;
use crate::evolution::optimizers::OptimizerSettings;
use crate::experiment::Experiment;

/// The largest number of runs of a race.
const MAX_RUNS: usize = 10_000;

/// The experiment that all optimizers of a race solve, with the optimizers, the seeds and the number of evaluations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RacePlan {
    /// The version of Eyas that created the plan.
    pub eyas: String,
    /// The experiment. Each run has another optimizer or another seed, and the generations that the evaluations allow.
    pub base: Experiment,
    /// The optimizers.
    pub optimizers: Vec<RacedOptimizer>,
    /// The seeds. Each optimizer has one run with each.
    pub seeds: Vec<u64>,
    /// The largest number of organisms that a run measures, generation 0 included.
    pub evaluations: u64,
}

/// An optimizer of a race.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RacedOptimizer {
    /// The name in tables: that of the optimizer, with the settings that were given, such as `de:population=50`.
    pub label: String,
    /// The optimizer with all its settings.
    pub settings: OptimizerSettings,
}

/// A run of a race, by the indices of its optimizer and of its seed in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId {
    /// The index of the optimizer.
    pub optimizer: usize,
    /// The index of the seed.
    pub seed: usize,
}

impl RacedOptimizer {
    /// Reads an optimizer from a text such as `ga` or `de:population=50:best-share=0.1`. Other settings have their
    /// defaults, or those of `base` if that is the same optimizer.
    ///
    /// # Errors
    /// There is no such optimizer or setting, or a value is out of range.
    pub fn parse(text: &str, base: &Experiment) -> Result<RacedOptimizer, String> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default().trim();
        let is_same = base.optimizer.name() == name;
        let named = if is_same { Some(base.optimizer.clone()) } else { base.optimizer_named(name) };
        let mut settings = named.ok_or_else(|| {
            let known: Vec<&str> = OptimizerSettings::NAMES.iter().map(|(name, _)| *name).collect();
            format!("“{name}” is no optimizer; use some of: {}", known.join(", "))
        })?;
        for part in parts {
            set(&mut settings, part.trim())?;
        }
        Ok(RacedOptimizer { label: text.trim().to_owned(), settings })
    }
}

/// Changes a setting by a text such as `population=50`.
fn set(settings: &mut OptimizerSettings, text: &str) -> Result<(), String> {
    let optimizer = settings.name();
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("“{text}” is no setting; write {optimizer}:NAME=VALUE"))?;
    let own: Vec<_> =
        OptimizerSettings::declarations().into_iter().filter(|(owner, _)| *owner == optimizer).collect();
    let Some((_, declared)) = own.iter().find(|(_, declared)| declared.name == name) else {
        let known: Vec<&str> = own.iter().map(|(_, declared)| declared.name).collect();
        return Err(format!("{optimizer} has no setting “{name}”; its settings are {}", known.join(", ")));
    };
    declared.read(settings, value).map_err(|error| format!("{optimizer}:{name}: {error}"))
}

/// Reads seeds from a text such as `1-10` or `1,5,8-9`.
///
/// # Errors
/// The text is no list of whole numbers and ranges, or has too many.
pub fn parse_seeds(text: &str) -> Result<Vec<u64>, String> {
    let mut seeds = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let range = number(first).zip(number(last)).filter(|(first, last)| first <= last);
        let (first, last) =
            range.ok_or_else(|| format!("“{part}” is no seed; write seeds like 1-10 or 1,5,8-9"))?;
        if last - first >= MAX_RUNS as u64 || seeds.len() >= MAX_RUNS {
            return Err(format!("there are more than {MAX_RUNS} seeds; use fewer"));
        }
        seeds.extend(first..=last);
    }
    Ok(seeds)
}

impl RacePlan {
    /// Returns all runs. The runs of a seed are neighbours: so optimizers can be compared before all seeds are complete.
    pub fn runs(&self) -> impl Iterator<Item = RunId> + use<> {
        let (seeds, optimizers) = (self.seeds.len(), self.optimizers.len());
        (0..seeds).flat_map(move |seed| (0..optimizers).map(move |optimizer| RunId { optimizer, seed }))
    }

    /// Returns the experiment of a run. It has as many generations as the evaluations allow.
    #[must_use]
    pub fn experiment(&self, run: RunId) -> Experiment {
        let optimizer = self.optimizers[run.optimizer].settings.clone();
        Experiment {
            generations: self.generations(&optimizer),
            optimizer,
            runs: 1,
            seed: self.seeds[run.seed],
            ..self.base.clone()
        }
    }

    /// Returns the number of generations after generation 0 that the evaluations allow.
    #[must_use]
    pub fn generations(&self, optimizer: &OptimizerSettings) -> u32 {
        let all = self.evaluations / u64::from(optimizer.population().max(1));
        u32::try_from(all.saturating_sub(1)).unwrap_or(u32::MAX - 1)
    }

    /// Returns the name of the folder of a run's session.
    #[must_use]
    pub fn folder_name(&self, run: RunId) -> String {
        let name = self.optimizers[run.optimizer].settings.name();
        format!("{}-{name}-seed-{}", run.optimizer + 1, self.seeds[run.seed])
    }

    /// Checks that the optimizers can be compared, and all settings.
    ///
    /// # Errors
    /// The plan is invalid.
    pub fn validate(&self) -> Result<(), Error> {
        let refuse = |reason: String| Err(Error::Plan(reason));
        if self.optimizers.len() < 2 {
            return refuse("a race needs at least two optimizers; name more with --optimizers".to_owned());
        }
        let labels: BTreeSet<&str> = self.optimizers.iter().map(|raced| raced.label.as_str()).collect();
        if labels.len() < self.optimizers.len() {
            return refuse(
                "--optimizers: two optimizers are equal; change a setting of one of them".to_owned(),
            );
        }
        let seeds: BTreeSet<u64> = self.seeds.iter().copied().collect();
        if seeds.is_empty() || seeds.len() < self.seeds.len() {
            return refuse("--seeds: a race needs at least one seed, and each only once".to_owned());
        }
        if self.seeds.len().saturating_mul(self.optimizers.len()) > MAX_RUNS {
            return refuse(format!("the race has more than {MAX_RUNS} runs; use fewer seeds or optimizers"));
        }
        if self.base.objective.properties().plays_itself() {
            return refuse(
                "points in games of one population say nothing about another; race on moves, scores or a suite".to_owned(),
            );
        }
        if self.base.objective.properties().depends_on_first {
            return refuse(
                "--drop-constant: runs of different first generations would drop different positions; race without it"
                    .to_owned(),
            );
        }
        for raced in &self.optimizers {
            let population = u64::from(raced.settings.population());
            if population > self.evaluations {
                return refuse(format!(
                    "--evaluations is {}, but the first generation of {} has {population} organisms; use more \
                     evaluations or a smaller population",
                    self.evaluations, raced.label
                ));
            }
        }
        let first_runs = (0..self.optimizers.len()).map(|optimizer| RunId { optimizer, seed: 0 });
        first_runs.map(|run| self.experiment(run)).try_for_each(|experiment| Ok(experiment.validate()?))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::experiment::presets;

    fn plan(evaluations: u64) -> RacePlan {
        let base = presets::named("quick").unwrap();
        let optimizers = ["ga", "de:population=40"].map(|text| RacedOptimizer::parse(text, &base).unwrap());
        RacePlan { eyas: String::new(), base, optimizers: optimizers.into(), seeds: vec![3, 4], evaluations }
    }

    #[test]
    fn no_run_exceeds_the_evaluations() {
        let plan = plan(210);
        let of = |optimizer| plan.experiment(RunId { optimizer, seed: 1 });
        assert_eq!((of(0).generations, of(0).optimizer.population()), (3, 50));
        assert_eq!((of(1).generations, of(1).optimizer.population()), (4, 40));
        assert_eq!((of(1).seed, of(1).runs), (4, 1));
        assert_eq!(plan.folder_name(RunId { optimizer: 1, seed: 0 }), "2-de-seed-3");
        plan.validate().unwrap();
    }

    #[rstest]
    #[case(|plan: &mut RacePlan| plan.evaluations = 49, "--evaluations is 49")]
    #[case(|plan: &mut RacePlan| plan.seeds = vec![1, 1], "--seeds")]
    #[case(|plan: &mut RacePlan| plan.seeds.clear(), "--seeds")]
    #[case(|plan: &mut RacePlan| plan.optimizers.truncate(1), "at least two optimizers")]
    #[case(|plan: &mut RacePlan| plan.optimizers[1] = plan.optimizers[0].clone(), "are equal")]
    fn impossible_plans_are_refused(#[case] change: fn(&mut RacePlan), #[case] message: &str) {
        let mut plan = plan(1000);
        change(&mut plan);
        let error = plan.validate().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }

    #[rstest]
    #[case("gaa", "no optimizer")]
    #[case("de:50", "write de:NAME=VALUE")]
    #[case("de:elite=2", "de has no setting “elite”")]
    #[case("de:population=1", "de:population: ")]
    fn wrong_optimizers_are_explained(#[case] text: &str, #[case] message: &str) {
        let base = presets::named("quick").unwrap();
        let error = RacedOptimizer::parse(text, &base).unwrap_err();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn defaults_are_those_for_the_objective() {
        let restarts = |base: &Experiment, text| {
            RacedOptimizer::parse(text, base).unwrap().settings.cma_es().unwrap().restarts
        };
        let moves = presets::named("quick").unwrap();
        let mentor = presets::mentor("quick", Vec::new()).unwrap();
        assert!(restarts(&moves, "cma-es") && !restarts(&mentor, "cma-es"));
        assert!(restarts(&mentor, "cma-es:restarts=doubled"));
    }

    #[test]
    fn seeds_are_numbers_and_ranges() {
        assert_eq!(parse_seeds("1-3, 8").unwrap(), [1, 2, 3, 8]);
        for wrong in ["", "3-1", "a", "1-", "0-99999999999"] {
            assert!(parse_seeds(wrong).is_err(), "{wrong}");
        }
    }
}
