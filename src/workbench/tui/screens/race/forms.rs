//! The form of a new race.

use super::task::{NewRace, Task};
use crate::experiment::presets;
use crate::objectives::Objective;
use crate::objectives::properties::Evolved;
use crate::tui::prelude::*;

pub(super) const SCORES: &str = "scores";
/// A weighted sum, whose formula is entered.
const SUM: &str = "weighted sum";

/// The indices of fields of which the task reports problems.
pub(super) const OBJECTIVE: usize = 0;
pub(super) const PRESET: usize = 1;
pub(super) const RESULTS: usize = 3;
pub(super) const MENTORS: usize = 4;
pub(super) const OPTIMIZERS: usize = 5;
pub(super) const SEEDS: usize = 6;

/// The number of seeds of a new race.
const RUNS: u64 = 10;

#[derive(Debug, Clone)]
struct RaceForm {
    root: PathBuf,
}

/// Returns the objectives of the first field, with what organisms do: those that measure evaluations on positions.
fn objectives() -> Vec<(&'static str, &'static str)> {
    let all = Objective::single().into_iter().map(|objective| objective.properties());
    let measured = all.filter(|one| one.play.is_none() && one.measures.contains(&Evolved::Evaluations));
    let named = measured.map(|one| (one.name, one.about));
    named.chain([(SUM, "several objectives, each with its weight")]).collect()
}

/// Creates the form of a new race.
pub(super) fn new_race(model: &mut Model) -> Form {
    let results = Objective::named("results");
    let results = results.as_ref().and_then(Objective::results).map(|settings| settings.results.name());
    let first = model.seeds.draw();
    let seeds = format!("{first}-{}", first + RUNS - 1);
    let objectives = objectives();
    let first = preset(objectives[0].0);
    let fields = vec![
        Field::explained("objective", objectives, 0),
        first,
        Field::text("sum", "objectives with weights after colons", "moves+results:0.3"),
        Field::paths(
            "results",
            "games to predict: embedded sets or files, with commas",
            results.unwrap_or_default(),
        ),
        Field::paths(
            "mentors",
            "whose scores count: organisms, files or uci:COMMAND, with commas",
            "reference",
        ),
        Field::text(
            "optimizers",
            "with commas; a setting follows a colon: de:population=50",
            "ga,cma-es,de,pso,spsa,pattern",
        ),
        Field::text(
            "seeds",
            "one run of each optimizer for each: 1-10 or 1,5,8-9; more show chance better",
            seeds,
        ),
        Field::text(
            "evaluations",
            "organisms that each run measures; more improve further, but take longer",
            20_000,
        ),
    ];
    Form::new(RaceForm { root: model.sessions.root.clone() }, fields)
}

/// Returns the field of the presets of an objective.
fn preset(objective: &str) -> Field {
    let presets: &[(&str, &str)] =
        if objective == SCORES { &presets::MENTOR_PRESETS } else { &presets::PRESETS };
    Field::explained("preset", presets.iter().copied(), 0)
}

impl FormSpec for RaceForm {
    fn title(&self) -> String {
        "New race: optimizers on one objective".to_owned()
    }

    fn applies(&self, fields: &[Field], field: usize) -> bool {
        let objective = fields.shown("objective");
        match fields.label(field) {
            "sum" => objective == SUM,
            "results" => {
                objective == "results" || (objective == SUM && fields.shown("sum").contains("results"))
            }
            "mentors" => objective == SCORES,
            _ => true,
        }
    }

    fn choice_changed(&self, fields: &mut [Field], field: usize) {
        let presets = preset(fields.shown("objective"));
        if let (OBJECTIVE, Some(field)) = (field, fields.get_mut(PRESET)) {
            *field = presets;
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Request, Problem> {
        let text = |label: &str| fields.shown(label).to_owned();
        let given = |label: &str| {
            let applies = self.applies(fields, fields.place(label));
            if applies { fields.listed(label).join(",") } else { String::new() }
        };
        let is_sum = fields.shown("objective") == SUM;
        Ok(Request::BackgroundTask(BackgroundTask::new(Task::Create(NewRace {
            root: self.root.clone(),
            objective: text(if is_sum { "sum" } else { "objective" }),
            preset: text("preset"),
            results: given("results"),
            mentors: given("mentors"),
            optimizers: text("optimizers"),
            seeds: text("seeds"),
            evaluations: fields.number("evaluations", 1..=u64::from(u32::MAX))?,
        }))))
    }
}
