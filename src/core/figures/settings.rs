//! The settings of what a folder holds, as tables.

use super::table::{Cell, Table, columns};
use crate::arena::plan::Pairing;
use crate::director::{self, LIMITS, SETTINGS};
use crate::evolution::optimizers::OptimizerSettings;
use crate::experiment::{Experiment, declarations};
use crate::race::RacedOptimizer;
use crate::{pipeline, race, session};

/// The rows of a table of settings.
struct Rows(Vec<Vec<Cell>>);

impl Rows {
    fn new(version: &str) -> Rows {
        let mut rows = Rows(Vec::new());
        rows.add("Eyas", version, "Version that began this");
        rows
    }

    fn add(&mut self, name: &str, value: impl Into<String>, meaning: &str) {
        self.0.push(vec![Cell::text(name), Cell::text(value), Cell::text(meaning)]);
    }

    /// Adds the settings that apply to an experiment, by their names on the command line.
    fn add_experiment(&mut self, experiment: &Experiment) {
        self.add("preset", &experiment.preset, "Preset from which the values started");
        for (_, setting) in declarations() {
            if let Some(value) = experiment.value(&setting).filter(|value| !value.to_string().is_empty()) {
                self.add(setting.name, value.to_string(), setting.help);
            }
        }
    }

    fn table(self) -> Table {
        Table { columns: columns(&[("setting", ""), ("value", ""), ("meaning", "")]), rows: self.0 }
    }
}

/// Returns the settings of a session.
#[must_use]
pub fn of_session(header: &session::Header) -> Table {
    let mut rows = Rows::new(&header.eyas);
    rows.add_experiment(&header.settings);
    for (name, set) in [("training set", &header.train), ("test set", &header.test)] {
        if set.positions > 0 {
            rows.add(name, format!("{}, {} positions, BLAKE3 {}", set.name, set.positions, set.blake3), "");
        }
    }
    if let Some(fork) = &header.forked_from {
        let parent = format!("{}, run {}, generation {}", fork.session, fork.run + 1, fork.generation);
        rows.add("forked from", parent, "Session with the same beginning");
    }
    for blocked in &header.blocked {
        rows.add(
            "without",
            blocked.text(header.settings.schema()),
            "What does not happen in this twin of a run",
        );
    }
    rows.table()
}

/// Returns the settings of a match.
#[must_use]
pub fn of_match(header: &director::Header) -> Table {
    let settings = &header.settings;
    let mut rows = Rows::new(&header.eyas);
    rows.add("date", &header.date, "Day on which the match began, UTC");
    for (number, player) in settings.players.iter().enumerate() {
        let options: String =
            player.options.iter().map(|(name, value)| format!(", {name}={value}")).collect();
        let limit = player.control.map(|control| format!(", {control}")).unwrap_or_default();
        let text = format!("{} ({}), {} MiB{limit}{options}", player.name, player.spec, player.hash);
        rows.add(
            &format!("player {}", number + 1),
            text,
            "Name, specification, transposition table, limit of its own, options",
        );
    }
    let event = match settings.event {
        Pairing::RoundRobin => "round robin",
        Pairing::Gauntlet => "gauntlet",
    };
    rows.add("event", event, "Which players meet");
    rows.add("limit", settings.control.to_string(), "Limit of each move");
    let openings = &settings.openings;
    let file = openings.file.as_deref().unwrap_or("built in");
    rows.add("openings", format!("{file}, BLAKE3 {}", openings.blake3), "File of the openings");
    let request = settings.request();
    let is_shown = |name| name == "openings" || LIMITS.contains(&name);
    for setting in SETTINGS.iter().filter(|setting| !is_shown(setting.name)) {
        let value = (setting.get)(&request).map(|value| value.to_string());
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            rows.add(setting.name, value, setting.help);
        }
    }
    rows.table()
}

/// Returns the settings of a race.
#[must_use]
pub fn of_race(plan: &race::RacePlan) -> Table {
    let mut rows = Rows::new(&plan.eyas);
    let labels: Vec<&str> = plan.optimizers.iter().map(|raced| raced.label.as_str()).collect();
    rows.add("optimizers", labels.join(", "), "Optimizers that are compared");
    let seeds: Vec<String> = plan.seeds.iter().map(u64::to_string).collect();
    rows.add("seeds", seeds.join(", "), "Seeds of the runs of each optimizer");
    rows.add("evaluations", plan.evaluations.to_string(), "Largest number of organisms that a run measures");
    let of_optimizers = |owner: &str| OptimizerSettings::NAMES.iter().any(|(name, _)| *name == owner);
    // A setting of the objective counts if one of the optimizers uses it.
    let raced = |optimizer: &RacedOptimizer| Experiment {
        optimizer: optimizer.settings.clone(),
        ..plan.base.clone()
    };
    let raced: Vec<Experiment> = plan.optimizers.iter().map(raced).collect();
    for (owner, setting) in declarations() {
        // The race decides these itself.
        let decided = ["seed", "runs", "generations", "optimizer"].contains(&setting.name);
        if decided || of_optimizers(owner) {
            continue;
        }
        let value = raced.iter().find_map(|experiment| experiment.value(&setting));
        if let Some(value) = value.filter(|value| !value.to_string().is_empty()) {
            rows.add(setting.name, value.to_string(), setting.help);
        }
    }
    rows.table()
}

/// Returns the settings of a pipeline as a whole. Each stage has its own.
#[must_use]
pub fn of_pipeline(plan: &pipeline::PipelinePlan) -> Table {
    let mut rows = Rows::new(&plan.eyas);
    rows.add("preset", &plan.preset, "Preset from which the values started");
    let start = plan.start.as_ref().map_or("random bits", |start| start.from.as_str());
    rows.add("start", start, "Organisms from which the pipeline starts");
    for (stage, settings) in plan.planned() {
        let runs = if settings.runs == 1 { String::new() } else { format!("{} runs, ", settings.runs) };
        let text = format!(
            "{} organisms, generations 0 to {}, {runs}seed {}",
            settings.optimizer.population(),
            settings.generations,
            settings.seed
        );
        rows.add(stage.name(), text, "Settings of the stage");
    }
    rows.table()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::presets;

    /// Returns the names of the settings that are listed for an experiment.
    fn listed(experiment: &Experiment) -> Vec<String> {
        let mut rows = Rows::new("");
        rows.add_experiment(experiment);
        rows.0.iter().map(|row| row[0].shown()).collect()
    }

    #[test]
    fn settings_without_effect_are_not_listed() {
        let moves = listed(&presets::named("paper-2014").unwrap());
        assert!(moves.iter().any(|name| name == "move-score"), "{moves:?}");
        for (name, needs) in [("temperature", "derivatives"), ("nodes", "an engine"), ("hash", "an engine")] {
            assert!(!moves.iter().any(|listed| listed == name), "{name} needs {needs}");
        }
        let mut regression = presets::named("paper-2014").unwrap();
        regression.optimizer = presets::named("extended").unwrap().optimizer;
        assert!(listed(&regression).iter().any(|name| name == "temperature"));
    }
}
