//! The form of a new run.

mod bases;
mod sources;

use std::path::PathBuf;
use std::sync::Arc;

use super::{Field, Form, FormSpec, Outcome, Problem, listed, path};
use crate::evolution::setting::{Declaration, SettingsError, Value};
use crate::experiment::{self, Experiment, Target};
use crate::objectives::results::set::ResultSet;
use crate::objectives::self_play::OPENINGS;
use crate::positions::PositionSet;
use crate::tui::background::BackgroundTask;
use crate::tui::background::new_session::{PrepareSession, SessionOrganisms};
use crate::tui::model::Model;
use bases::{bases, is_same_but_seed};
use sources::{EvaluationSource, FounderSource};

/// The stages in the first field, with the names of the papers.
const STAGES: [&str; 6] = [GRANDMASTER, MENTOR, COEVOLUTION, TUNING, RESULTS, MATCHES];
const GRANDMASTER: &str = "grandmaster";
const MENTOR: &str = "mentor";
const COEVOLUTION: &str = "coevolution";
const TUNING: &str = "tuning";
/// Objectives without a stage in the papers.
const RESULTS: &str = "results";
const MATCHES: &str = "matches";

/// The name of the setting that chooses the optimizer, and of the one that follows from it.
const OPTIMIZER: &str = "optimizer";
const GENERATIONS: &str = "generations";

/// The name of the values that are paths of files.
const FILE: &str = "FILE";

/// The content of a field of the form.
#[derive(Debug)]
enum Item {
    Stage,
    Preset,
    /// A declared setting of an objective or optimizer by its name, or of every experiment if the name is empty.
    Declared(&'static str, Declaration<Experiment>),
    /// The source of the initial organisms of a coevolution.
    Initial,
    /// The names of the initial organisms.
    Names,
    /// The source of the evaluation with which all searches play.
    Evaluation,
    /// The file of the evaluation.
    Path,
    Mentors,
}

#[derive(Debug, Clone)]
pub(super) struct NewRun {
    /// The contents of the fields.
    items: Arc<Vec<Item>>,
    /// The presets of each stage by name, after the current settings if these differ from all presets.
    bases: [Vec<(String, Experiment)>; STAGES.len()],
    /// The choices of the initial organisms of a coevolution.
    founders: Vec<FounderSource>,
    /// The choices of the evaluation with which all searches play.
    evaluations: Vec<EvaluationSource>,
}

/// Returns the items of the form. Organisms and players precede the settings of their objective.
fn items() -> Vec<Item> {
    let mut items = vec![Item::Stage, Item::Preset];
    let mut last = "";
    for (member, declared) in experiment::declarations().into_iter().filter(|(_, declared)| declared.in_forms)
    {
        match member {
            "self-play" if member != last => items.extend([Item::Initial, Item::Names]),
            // The first objective that measures searches.
            "matches" if member != last => items.extend([Item::Evaluation, Item::Path]),
            "scores" if member != last => items.push(Item::Mentors),
            _ => {}
        }
        last = member;
        items.push(Item::Declared(member, declared));
    }
    items
}

impl NewRun {
    const STAGE: usize = 0;
    const PRESET: usize = 1;

    /// Returns the form with a seed; `None` if there is no preset.
    pub(super) fn form(model: &Model, objective: Option<&str>, seed: u64) -> Option<Form> {
        let current = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
        let evaluation = current.and_then(|current| current.target.evaluation());
        let initial = current
            .filter(|current| current.objective.self_play().is_some())
            .map(|current| current.initial.len());
        let (founder_names, founders): (Vec<_>, Vec<_>) =
            sources::founders(model, initial).into_iter().unzip();
        let (evaluation_names, evaluations): (Vec<_>, Vec<_>) =
            sources::evaluations(model, evaluation).into_iter().unzip();
        let bases = STAGES.map(|stage| bases(&model.choices.presets, stage, current));
        let form = NewRun { items: Arc::new(items()), bases, founders, evaluations };

        let wanted = objective.or_else(|| current.map(|current| current.objective.settings().name()));
        let is_wanted = |bases: &Vec<(String, Experiment)>| {
            bases.first().map(|(_, base)| base.objective.settings().name()) == wanted
        };
        let stage = form.bases.iter().position(is_wanted).unwrap_or(0);
        // The preset of the open session, if its settings differ only in the seed.
        let is_current =
            |(_, base): &(_, Experiment)| current.is_some_and(|current| is_same_but_seed(base, current));
        let preset = form.bases[stage].iter().position(is_current).unwrap_or(0);
        let field = |item: &Item| match item {
            Item::Stage => Field::choice("stage", "determines the objective", STAGES, stage),
            Item::Preset => Field::choice("preset", "source of the values below", form.names(stage), preset),
            Item::Declared(_, declared) => declared_field(declared, None),
            Item::Initial => {
                Field::choice("start with", "a session’s champions, or by name", founder_names.clone(), 0)
            }
            Item::Names => Field::paths("organisms", "names, files, sessions; with commas", ""),
            Item::Evaluation => {
                Field::choice("evaluation", "fixed; only the search is tuned", evaluation_names.clone(), 0)
            }
            Item::Path => Field::path("path", "organism file or session folder", ""),
            Item::Mentors => {
                Field::paths("mentors", "names, files, uci:COMMAND; with commas", mentors(current).join(", "))
            }
        };
        let mut fields: Vec<Field> = form.items.iter().map(field).collect();
        form.fill(&mut fields, |_, _| true)?;
        if let Some(field) = form.setting_index("seed").and_then(|index| fields.get_mut(index)) {
            *field = Field::text(field.label, field.hint.clone(), seed);
        }
        Some(Form::new(form, fields))
    }

    /// Returns the index of a declared setting.
    fn setting_index(&self, name: &str) -> Option<usize> {
        self.items
            .iter()
            .position(|item| matches!(item, Item::Declared(_, declared) if declared.name == name))
    }

    /// Returns the index of a declared setting whose field is shown.
    fn visible_setting(&self, fields: &[Field], name: &str) -> Option<usize> {
        self.items.iter().enumerate().position(|(index, item)| {
            matches!(item, Item::Declared(_, declared) if declared.name == name)
                && self.matters(fields, index)
        })
    }

    /// Returns the index of an item that is not a declared setting.
    fn item_index(&self, is_wanted: fn(&Item) -> bool) -> usize {
        self.items.iter().position(is_wanted).unwrap_or(Self::STAGE)
    }

    /// Returns the name of the chosen optimizer.
    fn optimizer<'a>(&self, fields: &'a [Field]) -> &'a str {
        self.setting_index(OPTIMIZER).and_then(|index| fields.get(index)).map_or("", Field::shown)
    }

    fn names(&self, stage: usize) -> Vec<String> {
        self.bases.get(stage).into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    fn base(&self, fields: &[Field]) -> Option<&Experiment> {
        let bases = self.bases.get(fields.get(Self::STAGE)?.chosen())?;
        bases.get(fields.get(Self::PRESET)?.chosen()).map(|(_, base)| base)
    }

    /// Returns the chosen preset with the chosen optimizer. Another optimizer than that of the preset has its default
    /// settings and its own population; the number of generations follows ([`Experiment::replace_optimizer`]).
    fn experiment(&self, fields: &[Field]) -> Option<Experiment> {
        let mut experiment = self.base(fields)?.clone();
        if let Some(index) = self.setting_index(OPTIMIZER)
            && let (Item::Declared(_, declared), Some(field)) = (&self.items[index], fields.get(index))
        {
            // The names of the choice are valid.
            let _ = declared.read(&mut experiment, field.shown());
        }
        Some(experiment)
    }

    /// Fills the fields of the declared settings that are wanted, by their objective or optimizer and their name, from the
    /// chosen preset and optimizer. The seed does not change.
    fn fill(&self, fields: &mut [Field], is_wanted: impl Fn(&str, &str) -> bool) -> Option<()> {
        let experiment = self.experiment(fields)?;
        for (item, field) in self.items.iter().zip(fields.iter_mut()) {
            if let Item::Declared(member, declared) = item
                && declared.name != "seed"
                && is_wanted(member, declared.name)
            {
                *field = declared_field(declared, (declared.get)(&experiment));
            }
        }
        Some(())
    }

    /// Chooses the optimizer of the chosen preset.
    fn reset_optimizer(&self, fields: &mut [Field]) {
        let value = self.base(fields).map(|base| base.optimizer.name().into());
        if let Some(index) = self.setting_index(OPTIMIZER)
            && let (Item::Declared(_, declared), Some(field)) = (&self.items[index], fields.get_mut(index))
        {
            *field = declared_field(declared, value);
        }
    }

    fn founders(&self, fields: &[Field]) -> Option<&FounderSource> {
        let index = self.item_index(|item| matches!(item, Item::Initial));
        self.founders.get(fields.get(index)?.chosen())
    }

    fn evaluation(&self, fields: &[Field]) -> Option<&EvaluationSource> {
        let index = self.item_index(|item| matches!(item, Item::Evaluation));
        self.evaluations.get(fields.get(index)?.chosen())
    }

    /// Returns the settings in the fields.
    fn settings(&self, fields: &[Field]) -> Result<Experiment, Problem> {
        let no_preset = || Problem { field: Self::PRESET, text: "choose a preset".to_owned() };
        let mut settings = self.experiment(fields).ok_or_else(no_preset)?;
        for (index, (item, field)) in self.items.iter().zip(fields).enumerate() {
            let Item::Declared(_, declared) = item else { continue };
            if !self.matters(fields, index) {
                continue;
            }
            let text = match declared.value_name {
                FILE => &listed(fields, index).join(","),
                _ => field.shown().trim(),
            };
            let result = match (text.is_empty(), (declared.get)(&settings)) {
                // An empty field keeps a setting without a value, such as the nodes of games with a clock.
                (true, None) => continue,
                (true, Some(_)) => (declared.set)(&mut settings, "".into()),
                (false, _) => declared.read(&mut settings, text),
            };
            result.map_err(|text| Problem { field: index, text })?;
        }
        // The population of a coevolution follows from its initial organisms.
        if let (Err(error), Some(field)) =
            (settings.optimizer.validate(), self.visible_setting(fields, "population"))
        {
            return Err(Problem { field, text: error.to_string() });
        }
        Ok(settings)
    }

    /// Returns the files that are named in the fields, with the fields. The other names are those of embedded sets.
    fn files(&self, fields: &[Field]) -> Vec<(usize, PathBuf)> {
        let is_embedded = |name: &String| {
            let sets = PositionSet::NAMES.iter().chain(&ResultSet::NAMES);
            name == OPENINGS || sets.into_iter().any(|set| set == name)
        };
        let mut files = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            if matches!(item, Item::Declared(_, declared) if declared.value_name == FILE)
                && self.matters(fields, index)
            {
                let names = listed(fields, index).into_iter().filter(|name| !is_embedded(name));
                files.extend(names.map(|name| (index, name.into())));
            }
        }
        files
    }

    /// Checks complete settings. The problem is shown beside the field of the setting, if it has one.
    fn check(&self, fields: &[Field], settings: &Experiment) -> Result<(), Problem> {
        settings.validate().map_err(|error| {
            let text = error.to_string();
            let name = match error {
                SettingsError::OutOfRange { name, .. } | SettingsError::Invalid { name, .. } => name,
                SettingsError::Combination(_) => OPTIMIZER,
                _ => "",
            };
            Problem { field: self.visible_setting(fields, name).unwrap_or(Self::PRESET), text }
        })
    }

    fn coevolution(&self, fields: &[Field]) -> Result<Option<SessionOrganisms>, Problem> {
        let index = self.item_index(|item| matches!(item, Item::Names));
        let names = match self.founders(fields) {
            Some(FounderSource::OpenSession) => return Ok(None),
            Some(FounderSource::Session(folder)) => vec![folder.display().to_string()],
            Some(FounderSource::Entered) | None => listed(fields, index),
        };
        if names.is_empty() {
            let text = "name 2 or more: files, built-in organisms, session folders".to_owned();
            return Err(Problem { field: index, text });
        }
        Ok(Some(SessionOrganisms::Founders(names)))
    }

    fn mentor(&self, fields: &[Field]) -> Result<Option<SessionOrganisms>, Problem> {
        let index = self.item_index(|item| matches!(item, Item::Mentors));
        let names = listed(fields, index);
        if names.is_empty() {
            let text = "name 1 or more: reference, toga2, a file, uci:COMMAND".to_owned();
            return Err(Problem { field: index, text });
        }
        Ok(Some(SessionOrganisms::Mentors(names)))
    }

    fn tuning(
        &self,
        fields: &[Field],
        settings: &mut Experiment,
    ) -> Result<Option<SessionOrganisms>, Problem> {
        let index = self.item_index(|item| matches!(item, Item::Path));
        let name = match self.evaluation(fields) {
            Some(EvaluationSource::Known(known)) => {
                if let Target::Search { evaluation, .. } = &mut settings.target {
                    *evaluation = (**known).clone();
                }
                return Ok(None);
            }
            Some(EvaluationSource::Named(name)) => name.clone(),
            Some(EvaluationSource::Entered) | None => {
                path(fields, index, "or the folder of a session")?.display().to_string()
            }
        };
        Ok(Some(SessionOrganisms::Evaluation(name)))
    }
}

/// Returns the field of a declared setting with this value.
fn declared_field(declared: &Declaration<Experiment>, value: Option<Value>) -> Field {
    match declared.value_name {
        FILE => {
            let value = value.map_or_else(String::new, |value| value.text());
            Field::paths(declared.name, declared.help, value)
        }
        _ => Field::of_kind(declared.name, declared.help, declared.kind, value),
    }
}

/// Returns whether the initial organisms are given. The initial organisms of searches begin near the start.
fn has_founders(settings: &Experiment) -> bool {
    settings.objective.self_play().is_some() && !settings.target.is_search()
}

/// Returns the names of a session's mentors.
fn mentors(current: Option<&Experiment>) -> Vec<String> {
    let stage = current.and_then(|current| current.objective.scores());
    stage.map_or_else(Vec::new, |stage| stage.mentors.iter().map(|mentor| mentor.spec.clone()).collect())
}

impl FormSpec for NewRun {
    fn title(&self) -> String {
        "New run".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        let (Some(item), Some(base)) = (self.items.get(field), self.base(fields)) else { return true };
        let objective = base.objective.settings();
        match item {
            Item::Stage | Item::Preset => true,
            Item::Declared(member, declared) => {
                ["", self.optimizer(fields), objective.name()].contains(member)
                    && !objective.implied().contains(&declared.name)
            }
            Item::Initial => has_founders(base),
            Item::Names => {
                has_founders(base) && matches!(self.founders(fields), Some(FounderSource::Entered))
            }
            Item::Evaluation => base.target.is_search(),
            Item::Path => {
                base.target.is_search() && matches!(self.evaluation(fields), Some(EvaluationSource::Entered))
            }
            Item::Mentors => base.objective.scores().is_some(),
        }
    }

    fn choice_changed(&self, fields: &mut [Field], field: usize) {
        if field == Self::STAGE {
            let names = self.names(fields.get(field).map_or(0, Field::chosen));
            if let Some(field) = fields.get_mut(Self::PRESET) {
                *field = Field::choice(field.label, field.hint.clone(), names, 0);
            }
        }
        if field <= Self::PRESET {
            self.reset_optimizer(fields);
            let _ = self.fill(fields, |_, _| true);
        } else if self.setting_index(OPTIMIZER) == Some(field) {
            let optimizer = self.optimizer(fields).to_owned();
            let _ = self.fill(fields, |member, name| member == optimizer || name == GENERATIONS);
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let mut settings = self.settings(fields)?;
        let given = if settings.objective.scores().is_some() {
            self.mentor(fields)?
        } else if has_founders(&settings) {
            self.coevolution(fields)?
        } else if settings.target.is_search() {
            self.tuning(fields, &mut settings)?
        } else {
            None
        };
        if given.is_none() {
            self.check(fields, &settings)?;
        }
        let settings = Box::new(settings);
        let files = self.files(fields);
        if given.is_none() && files.is_empty() {
            return Ok(Outcome::Start(settings));
        }
        let names = |item: &Item| match &given {
            Some(SessionOrganisms::Founders(_)) => matches!(item, Item::Initial | Item::Names),
            Some(SessionOrganisms::Evaluation(_)) => matches!(item, Item::Evaluation | Item::Path),
            Some(SessionOrganisms::Mentors(_)) => matches!(item, Item::Mentors),
            None => false,
        };
        let shown =
            |(index, item): (usize, &Item)| (names(item) && self.matters(fields, index)).then_some(index);
        let field = self.items.iter().enumerate().filter_map(shown).next_back().unwrap_or(0);
        let work = PrepareSession { settings, organisms: given, field, files };
        Ok(Outcome::BackgroundTask(BackgroundTask::new(work)))
    }
}
