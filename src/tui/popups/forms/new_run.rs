//! The form of a new run.

use super::{Field, Outcome, Problem, Purpose, WHOLE, number};
use crate::evolution::settings::{EvolutionSettings, OptimizerSettings};
use crate::tui::format::thousands;

/// A new run: the presets to choose from, with the settings in use first where there are any.
#[derive(Debug, Clone)]
pub(crate) struct NewRun {
    bases: Vec<EvolutionSettings>,
}

impl NewRun {
    const SEED: usize = 1;
    const GENERATIONS: usize = 2;
    const POPULATION: usize = 3;
    const RUNS: usize = 4;

    /// The form; none where there is no preset.
    pub(super) fn form(
        presets: &[EvolutionSettings],
        now: Option<&EvolutionSettings>,
    ) -> Option<(NewRun, Vec<Field>)> {
        let mut bases: Vec<EvolutionSettings> = presets.to_vec();
        let mut names: Vec<String> = presets.iter().map(|preset| preset.preset.clone()).collect();
        let mut seed = presets.first().map_or(1, |preset| preset.seed);
        if let Some(now) = now {
            seed = now.seed.wrapping_add(1);
            let as_preset =
                bases.iter().any(|base| EvolutionSettings { seed: now.seed, ..base.clone() } == *now);
            if !as_preset {
                bases.insert(0, now.clone());
                names.insert(0, format!("{}, as changed here", now.preset));
            }
        }
        let base = bases.first()?.clone();
        let OptimizerSettings::Ga(algorithm) = &base.optimizer;
        let fields = vec![
            Field::choice("preset", "the values below start from it", names, 0),
            Field::text("seed", "names every random stream", seed),
            Field::text("generations", "after generation 0", base.generations),
            Field::text("population", "organisms a generation", algorithm.population),
            Field::text("runs", "independent; more than one is an ensemble", base.runs),
        ];
        Some((NewRun { bases }, fields))
    }
}

impl Purpose for NewRun {
    fn title(&self) -> String {
        "New run".to_owned()
    }

    /// Fills the fields from the preset chosen; the seed stays.
    fn turned(&self, fields: &mut [Field], field: usize) {
        if field != 0 {
            return;
        }
        let Some(base) = fields.first().and_then(|field| self.bases.get(field.chosen())) else { return };
        let OptimizerSettings::Ga(algorithm) = &base.optimizer;
        let values = [
            (Self::GENERATIONS, base.generations),
            (Self::POPULATION, algorithm.population),
            (Self::RUNS, base.runs),
        ];
        for (index, value) in values {
            if let Some(field) = fields.get_mut(index) {
                *field = Field::text(field.label, field.hint.clone(), value);
            }
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let chosen = fields.first().map_or(0, Field::chosen);
        let Some(base) = self.bases.get(chosen) else {
            return Err(Problem { field: 0, text: "choose a preset".to_owned() });
        };
        let mut settings = base.clone();
        settings.seed = number(fields, Self::SEED, 0..=u64::MAX, WHOLE)?;
        settings.generations = number(fields, Self::GENERATIONS, 1..=1_000_000, WHOLE)?;
        settings.runs = number(fields, Self::RUNS, 1..=1000, WHOLE)?;
        let OptimizerSettings::Ga(algorithm) = &mut settings.optimizer;
        algorithm.population = number(fields, Self::POPULATION, 2..=100_000, WHOLE)?;
        if algorithm.elite >= algorithm.population {
            let text = format!("more than the {} that go on unchanged", thousands(algorithm.elite.into()));
            return Err(Problem { field: Self::POPULATION, text });
        }
        Ok(Outcome::Begin(Box::new(settings)))
    }
}
