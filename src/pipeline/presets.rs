//! The preset plans: their names, descriptions and stages.

use super::plan::Plan;
use crate::engine::schema::Schema;
use crate::evolution::setting::SettingsError;
use crate::experiment::Experiment;
use crate::experiment::presets::{self, coevolution, named, tuning};
use crate::organism::FixedEvaluation;

/// The number of champions of the first stage (2009 and 2014: the best of ten runs).
const CHAMPIONS: u32 = 10;

/// The names of the presets, each with a one-line description.
pub const PRESETS: [(&str, &str); 3] = [
    (
        "paper-2014",
        "the 2014 paper: ten runs of 200 generations, 50 generations of coevolution, 50 of tuning",
    ),
    ("paper-2009", "the 2009 paper: ten runs, coevolution with the full search, no search tuning"),
    (
        "quick",
        "all stages in less than ten minutes: smaller numbers, the extended search, initial organisms at several scales",
    ),
];

/// Returns the preset plan with this name, which starts from random bits.
///
/// # Errors
/// [`SettingsError::Preset`] if there is no preset with this name.
pub fn preset(name: &str) -> Result<Plan, SettingsError> {
    let stages = match name {
        "paper-2014" => vec![
            Experiment { runs: CHAMPIONS, ..named("paper-2014")? },
            coevolution("paper-2014", Vec::new())?,
            tuning("paper-2014", placeholder()?)?,
        ],
        "paper-2009" => vec![
            Experiment { runs: CHAMPIONS, ..named("paper-2014")? },
            coevolution("paper-2009", Vec::new())?,
        ],
        "quick" => vec![
            Experiment { runs: CHAMPIONS, generations: 100, ..named("paper-2014")? },
            coevolution("quick", Vec::new())?,
            quick_tuning()?,
        ],
        _ => {
            let known = PRESETS.map(|(known, _)| known).join(", ");
            return Err(SettingsError::Preset { name: name.to_owned(), known });
        }
    };
    let mut plan =
        Plan { eyas: env!("CARGO_PKG_VERSION").to_owned(), preset: name.to_owned(), start: None, stages };
    let champions = plan.founders() as u32;
    for settings in &mut plan.stages {
        name.clone_into(&mut settings.preset);
        if settings.objective.self_play().is_some() {
            settings.optimizer.set_population(champions);
        }
    }
    Ok(plan)
}

fn quick_tuning() -> Result<Experiment, SettingsError> {
    let mut settings = tuning(presets::TUNING_DEFAULT, placeholder()?)?;
    settings.generations = 12;
    settings.target.set_schema(Schema::built_in("search-extended")?);
    if let Some(tuning) = settings.objective.suite_mut() {
        (tuning.node_limit, tuning.positions) = (20_000, Some(300));
    }
    Ok(settings)
}

/// Returns a placeholder for the evaluation that the previous stage provides.
fn placeholder() -> Result<FixedEvaluation, SettingsError> {
    let schema = Schema::built_in("paper-2014")?.into();
    Ok(FixedEvaluation { organism: String::new(), schema, values: Vec::new() })
}
