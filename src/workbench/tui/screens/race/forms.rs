//! The form of a new race.

use std::path::PathBuf;

use super::task::{NewRace, Task};
use crate::experiment::presets;
use crate::objectives::Objective;
use crate::tui::background::BackgroundTask;
use crate::tui::model::Model;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, listed, number};

/// The objectives of the first field.
const OBJECTIVES: [&str; 4] = ["moves", "results", SCORES, SUM];
pub(super) const SCORES: &str = "scores";
/// A weighted sum, whose formula is entered.
const SUM: &str = "weighted sum";

/// Indices of the fields.
pub(super) const OBJECTIVE: usize = 0;
pub(super) const PRESET: usize = 1;
const FORMULA: usize = 2;
pub(super) const RESULTS: usize = 3;
pub(super) const MENTORS: usize = 4;
pub(super) const OPTIMIZERS: usize = 5;
pub(super) const SEEDS: usize = 6;
const EVALUATIONS: usize = 7;

/// The number of seeds of a new race.
const RUNS: u64 = 10;

#[derive(Debug, Clone)]
struct RaceForm {
    root: PathBuf,
}

/// Creates the form of a new race.
pub(super) fn new_race(model: &mut Model) -> Form {
    let results = Objective::named("results");
    let results = results.as_ref().and_then(Objective::results).map(|settings| settings.results.name());
    let first = model.seeds.draw();
    let seeds = format!("{first}-{}", first + RUNS - 1);
    let fields = vec![
        Field::choice("objective", "what all optimizers maximize", OBJECTIVES, 0),
        Field::choice("preset", "the other settings", names(OBJECTIVES[0]), 0),
        Field::text("sum", "objectives with weights", "moves+results:0.3"),
        Field::paths("results", "results of games: files or embedded sets", results.unwrap_or_default()),
        Field::paths("mentors", "names, files, uci:COMMAND; with commas", "reference"),
        Field::text(
            "optimizers",
            "a setting follows a colon: de:population=50",
            "ga,cma-es,de,pso,spsa,pattern",
        ),
        Field::text("seeds", "of each optimizer’s runs, such as 1-10 or 1,5,8-9", seeds),
        Field::text("evaluations", "organisms that each run measures", 20_000),
    ];
    Form::new(RaceForm { root: model.sessions.root.clone() }, fields)
}

/// Returns the names of the presets of an objective.
fn names(objective: &str) -> Vec<&'static str> {
    let presets: &[(&str, &str)] =
        if objective == SCORES { &presets::MENTOR_PRESETS } else { &presets::PRESETS };
    presets.iter().map(|(name, _)| *name).collect()
}

fn shown(fields: &[Field], field: usize) -> &str {
    fields.get(field).map_or("", Field::shown).trim()
}

impl FormSpec for RaceForm {
    fn title(&self) -> String {
        "New race: optimizers on one objective".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        let objective = shown(fields, OBJECTIVE);
        match field {
            FORMULA => objective == SUM,
            RESULTS => {
                objective == "results" || (objective == SUM && shown(fields, FORMULA).contains("results"))
            }
            MENTORS => objective == SCORES,
            _ => true,
        }
    }

    fn choice_changed(&self, fields: &mut [Field], field: usize) {
        let names = names(shown(fields, OBJECTIVE));
        if let (OBJECTIVE, Some(preset)) = (field, fields.get_mut(PRESET)) {
            *preset = Field::choice(preset.label, preset.hint.clone(), names, 0);
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let text = |field: usize| shown(fields, field).to_owned();
        let given = |field: usize| {
            if self.matters(fields, field) { listed(fields, field).join(",") } else { String::new() }
        };
        let is_sum = shown(fields, OBJECTIVE) == SUM;
        Ok(Outcome::BackgroundTask(BackgroundTask::new(Task::Create(NewRace {
            root: self.root.clone(),
            objective: text(if is_sum { FORMULA } else { OBJECTIVE }),
            preset: text(PRESET),
            results: given(RESULTS),
            mentors: given(MENTORS),
            optimizers: text(OPTIMIZERS),
            seeds: text(SEEDS),
            evaluations: number(fields, EVALUATIONS, 1..=u64::from(u32::MAX), WHOLE)?,
        }))))
    }
}
