//! The form of a new race.

use std::path::PathBuf;

use super::task::{NewRace, Task};
use crate::experiment::presets;
use crate::tui::background::BackgroundTask;
use crate::tui::model::Model;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number};

#[derive(Debug, Clone)]
struct RaceForm {
    root: PathBuf,
}

/// Creates the form of a new race.
pub(super) fn new_race(model: &Model) -> Form {
    let names = presets::PRESETS.map(|(name, _)| name);
    let fields = vec![
        Field::choice("preset", "agreement with grandmasters; others: eyas race", names, 0),
        Field::text(
            "optimizers",
            "a setting follows a colon: de:population=50",
            "ga,cma-es,de,pso,spsa,pattern",
        ),
        Field::text("seeds", "of each optimizer’s runs, such as 1-10 or 1,5,8-9", "1-10"),
        Field::text("evaluations", "organisms that each run measures", 20_000),
    ];
    Form::new(RaceForm { root: model.sessions.root.clone() }, fields)
}

impl FormSpec for RaceForm {
    fn title(&self) -> String {
        "New race: optimizers on one objective".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let shown = |field: usize| fields.get(field).map_or("", Field::shown).trim().to_owned();
        Ok(Outcome::BackgroundTask(BackgroundTask::new(Task::Create(NewRace {
            root: self.root.clone(),
            preset: shown(0),
            optimizers: shown(1),
            seeds: shown(2),
            evaluations: number(fields, 3, 1..=u64::from(u32::MAX), WHOLE)?,
        }))))
    }
}
