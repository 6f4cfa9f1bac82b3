//! The form of a new run, of any stage.

mod given;

use std::sync::Arc;

use super::{Field, FormSpec, Outcome, Problem};
use crate::engine::schema::Schema;
use crate::evolution::setting::Declaration;
use crate::experiment::presets;
use crate::experiment::{self, Experiment, Target};
use crate::organism::FixedEvaluation;
use crate::pipeline;
use crate::tui::background::BackgroundTask;
use crate::tui::background::new_session::{PrepareSession, SessionOrganisms};
use crate::tui::model::Model;
use given::{Founders, Whose};

/// What a run can be, in the order of the first field: the papers' names of their stages.
const STAGES: [&str; 4] = [GRANDMASTER, MENTOR, COEVOLUTION, TUNING];
const GRANDMASTER: &str = "grandmaster";
const MENTOR: &str = "mentor";
const COEVOLUTION: &str = "coevolution";
const TUNING: &str = "tuning";

const EVALUATION_NAMED: &str = "a file or folder";

/// What a field of the form sets.
#[derive(Debug)]
enum Item {
    /// The stage.
    Stage,
    /// The preset.
    Preset,
    /// A declared setting of a member of an axis; of every experiment, if the member is empty.
    Declared(&'static str, Declaration<Experiment>),
    /// The initial organisms of a coevolution.
    Initial,
    /// Their names.
    Names,
    /// The evaluation of the organisms whose search is tuned.
    Evaluation,
    /// The file of that evaluation.
    Path,
    /// The mentors.
    Mentors,
}

/// A new run.
#[derive(Debug, Clone)]
pub(crate) struct NewRun {
    /// What the fields set, in their order.
    items: Arc<Vec<Item>>,
    /// What the runs of each stage can start from: its presets, and the settings in use first if they differ from all
    /// presets.
    bases: [Vec<(String, Experiment)>; 4],
    /// The organisms offered to a coevolution.
    founders: Vec<Founders>,
    /// The evaluations offered to a tuning.
    evaluations: Vec<Whose>,
}

/// Returns the items of the form. Those that need organisms or players precede the settings of their objective.
fn items() -> Vec<Item> {
    let mut items = vec![Item::Stage, Item::Preset];
    let mut last = "";
    for (member, declared) in experiment::declarations().into_iter().filter(|(_, declared)| declared.in_forms)
    {
        match member {
            "self-play" if member != last => items.extend([Item::Initial, Item::Names]),
            "suite" if member != last => items.extend([Item::Evaluation, Item::Path]),
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

    /// Returns the form; `None` if there is no preset.
    pub(super) fn form(model: &Model, objective: Option<&str>) -> Option<(NewRun, Vec<Field>)> {
        let now = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
        let here = now.and_then(|now| now.target.evaluation());
        let many = now.filter(|now| now.objective.self_play().is_some()).map(|now| now.initial.len());
        let (whom, founders): (Vec<_>, Vec<_>) = given::founders(model, many).into_iter().unzip();
        let (whose, evaluations): (Vec<_>, Vec<_>) = given::evaluations(model, here).into_iter().unzip();
        let bases = STAGES.map(|stage| bases(&model.choices.presets, stage, now));
        let form = NewRun { items: Arc::new(items()), bases, founders, evaluations };

        let wanted = objective.or_else(|| now.map(|now| now.objective.settings().name()));
        let measures = |bases: &Vec<(String, Experiment)>| {
            bases.first().map(|(_, base)| base.objective.settings().name()) == wanted
        };
        let at = form.bases.iter().position(measures).unwrap_or(0);
        // The preset in use, if nothing but the seed differs from it.
        let is_now = |(_, base): &(_, Experiment)| now.is_some_and(|now| same(base, now));
        let preset = form.bases[at].iter().position(is_now).unwrap_or(0);
        let field = |item: &Item| match item {
            Item::Stage => Field::choice("stage", "what organisms are measured by", STAGES, at),
            Item::Preset => Field::choice("preset", "the values below start from it", form.names(at), preset),
            Item::Declared(_, declared) => Field::text(declared.name, declared.help, ""),
            Item::Initial => {
                Field::choice("begin with", "a session’s champions, or by name", whom.clone(), 0)
            }
            Item::Names => Field::text("organisms", "names, files, sessions, with commas", ""),
            Item::Evaluation => {
                Field::choice("evaluation", "does not change; its search evolves", whose.clone(), 0)
            }
            Item::Path => Field::text("path", "an organism file, a session’s folder", ""),
            Item::Mentors => {
                Field::text("mentors", "names, files, uci:COMMAND, with commas", mentors(now).join(", "))
            }
        };
        let mut fields: Vec<Field> = form.items.iter().map(field).collect();
        let first = model.choices.presets.first().map_or(1, |preset| preset.seed);
        let seed = now.map_or(first, |now| now.seed.wrapping_add(1));
        form.fill(&mut fields)?;
        if let Some(place) = form.place("seed") {
            let Field { label, hint, .. } = fields.swap_remove(place);
            fields.push(Field::text(label, hint, seed));
            let last = fields.len() - 1;
            fields.swap(place, last);
        }
        Some((form, fields))
    }

    /// Returns the index of the field of a declared setting.
    fn place(&self, name: &str) -> Option<usize> {
        self.items
            .iter()
            .position(|item| matches!(item, Item::Declared(_, declared) if declared.name == name))
    }

    /// Returns the index of a field that is not a declared setting.
    fn place_of(&self, wanted: fn(&Item) -> bool) -> usize {
        self.items.iter().position(wanted).unwrap_or(Self::STAGE)
    }

    fn names(&self, stage: usize) -> Vec<String> {
        self.bases.get(stage).into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    fn base(&self, fields: &[Field]) -> Option<&Experiment> {
        let bases = self.bases.get(fields.get(Self::STAGE)?.chosen())?;
        bases.get(fields.get(Self::PRESET)?.chosen()).map(|(_, base)| base)
    }

    /// Fills the fields of declared settings from the chosen preset. The seed does not change.
    fn fill(&self, fields: &mut [Field]) -> Option<()> {
        let base = self.base(fields)?;
        for (item, field) in self.items.iter().zip(fields.iter_mut()) {
            if let Item::Declared(_, declared) = item
                && declared.name != "seed"
            {
                let value = (declared.get)(base).map_or_else(String::new, |value| value.to_string());
                *field = Field::text(field.label, field.hint.clone(), value);
            }
        }
        Some(())
    }

    fn stage(fields: &[Field]) -> &'static str {
        let at = fields.get(Self::STAGE).map_or(0, Field::chosen);
        STAGES.get(at).copied().unwrap_or(GRANDMASTER)
    }

    fn founders(&self, fields: &[Field]) -> Option<&Founders> {
        let place = self.place_of(|item| matches!(item, Item::Initial));
        self.founders.get(fields.get(place)?.chosen())
    }

    fn evaluation(&self, fields: &[Field]) -> Option<&Whose> {
        let place = self.place_of(|item| matches!(item, Item::Evaluation));
        self.evaluations.get(fields.get(place)?.chosen())
    }

    /// Returns the settings of the fields.
    fn settings(&self, fields: &[Field]) -> Result<Experiment, Problem> {
        let unchosen = || Problem { field: Self::PRESET, text: "choose a preset".to_owned() };
        let mut settings = self.base(fields).ok_or_else(unchosen)?.clone();
        for (place, (item, field)) in self.items.iter().zip(fields).enumerate() {
            let Item::Declared(_, declared) = item else { continue };
            if !self.matters(fields, place) {
                continue;
            }
            let text = field.shown().trim();
            let read = match (text.is_empty(), (declared.get)(&settings)) {
                // A setting that the preset does not have stays as it is, such as the nodes of games with a clock.
                (true, None) => continue,
                (true, Some(_)) => (declared.set)(&mut settings, "".into()),
                (false, _) => declared.read(&mut settings, text),
            };
            read.map_err(|text| Problem { field: place, text })?;
        }
        // The population of a coevolution follows from its initial organisms.
        if let (Err(error), Some(field)) = (settings.optimizer.validate(), self.place("population"))
            && self.matters(fields, field)
        {
            return Err(Problem { field, text: error.to_string() });
        }
        Ok(settings)
    }

    fn coevolution(&self, fields: &[Field]) -> Result<Option<SessionOrganisms>, Problem> {
        let place = self.place_of(|item| matches!(item, Item::Names));
        let names = match self.founders(fields) {
            Some(Founders::Here) => return Ok(None),
            Some(Founders::Session(folder)) => vec![folder.display().to_string()],
            Some(Founders::Named) | None => listed(fields, place),
        };
        if names.is_empty() {
            let text = "name 2 or more: files, names of embedded ones, folders of sessions".to_owned();
            return Err(Problem { field: place, text });
        }
        Ok(Some(SessionOrganisms::Founders(names)))
    }

    fn mentor(&self, fields: &[Field]) -> Result<Option<SessionOrganisms>, Problem> {
        let place = self.place_of(|item| matches!(item, Item::Mentors));
        let names = listed(fields, place);
        if names.is_empty() {
            let text = "name 1 or more: reference, toga2, a file, uci:COMMAND".to_owned();
            return Err(Problem { field: place, text });
        }
        Ok(Some(SessionOrganisms::Mentors(names)))
    }

    fn tuning(
        &self,
        fields: &[Field],
        settings: &mut Experiment,
    ) -> Result<Option<SessionOrganisms>, Problem> {
        let place = self.place_of(|item| matches!(item, Item::Path));
        let from = match self.evaluation(fields) {
            Some(Whose::Known(known)) => {
                if let Target::Search { evaluation, .. } = &mut settings.target {
                    *evaluation = (**known).clone();
                }
                return Ok(None);
            }
            Some(Whose::From(name)) => name.clone(),
            Some(Whose::Named) | None => fields.get(place).map_or("", Field::shown).trim().to_owned(),
        };
        if from.is_empty() {
            return Err(Problem { field: place, text: "name a file or a folder".to_owned() });
        }
        Ok(Some(SessionOrganisms::Evaluation(from)))
    }
}

/// What the mentors of a session are called.
fn mentors(now: Option<&Experiment>) -> Vec<String> {
    let stage = now.and_then(|now| now.objective.scores());
    stage.map_or_else(Vec::new, |stage| stage.mentors.iter().map(|mentor| mentor.spec.clone()).collect())
}

/// What a field lists, with commas.
fn listed(fields: &[Field], field: usize) -> Vec<String> {
    let text = fields.get(field).map_or("", Field::shown);
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Whether settings are the same but for the seed.
fn same(base: &Experiment, now: &Experiment) -> bool {
    Experiment { seed: now.seed, ..base.clone() } == *now
}

/// What the runs of a stage can start from, by name.
fn bases(grandmaster: &[Experiment], stage: &str, now: Option<&Experiment>) -> Vec<(String, Experiment)> {
    let now = now.filter(|now| now.stage() == stage);
    let mut bases: Vec<Experiment> = match stage {
        MENTOR => {
            let mentors = now.and_then(|now| now.objective.scores()).map(|stage| stage.mentors.clone());
            let mentors = mentors.unwrap_or_default();
            let preset = |(name, _): &(&str, &str)| presets::mentor(name, mentors.clone()).ok();
            presets::MENTOR_PRESETS.iter().filter_map(preset).collect()
        }
        COEVOLUTION => {
            let preset = |(name, _): &(&str, &str)| presets::coevolution(name, Vec::new()).ok();
            let begun = |preset: Experiment| match now {
                Some(now) => pipeline::with_founders(&preset, now.schema(), &now.initial),
                None => preset,
            };
            presets::COEVOLUTION_PRESETS.iter().filter_map(preset).map(begun).collect()
        }
        TUNING => {
            let evaluation = now.and_then(|now| now.target.evaluation()).cloned();
            let nobody = FixedEvaluation {
                organism: String::new(),
                schema: Arc::<Schema>::default().into(),
                values: Vec::new(),
            };
            let evaluation = evaluation.unwrap_or(nobody);
            let preset = |(name, _): &(&str, &str)| presets::tuning(name, evaluation.clone()).ok();
            presets::TUNING_PRESETS.iter().filter_map(preset).collect()
        }
        _ => grandmaster.to_vec(),
    };
    let mut names: Vec<String> = bases.iter().map(|base| base.preset.clone()).collect();
    if let Some(now) = now
        && !bases.iter().any(|base| same(base, now))
    {
        bases.insert(0, now.clone());
        names.insert(0, format!("{}, as changed here", now.preset));
    }
    names.into_iter().zip(bases).collect()
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
                ["", base.optimizer.name(), objective.name()].contains(member)
                    && !objective.implied().contains(&declared.name)
            }
            Item::Initial => Self::stage(fields) == COEVOLUTION,
            Item::Names => {
                Self::stage(fields) == COEVOLUTION && matches!(self.founders(fields), Some(Founders::Named))
            }
            Item::Evaluation => Self::stage(fields) == TUNING,
            Item::Path => {
                Self::stage(fields) == TUNING && matches!(self.evaluation(fields), Some(Whose::Named))
            }
            Item::Mentors => Self::stage(fields) == MENTOR,
        }
    }

    fn turned(&self, fields: &mut [Field], field: usize) {
        if field == Self::STAGE {
            let names = self.names(fields.get(field).map_or(0, Field::chosen));
            if let Some(field) = fields.get_mut(Self::PRESET) {
                *field = Field::choice(field.label, field.hint.clone(), names, 0);
            }
        }
        if field <= Self::PRESET {
            let _ = self.fill(fields);
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let mut settings = self.settings(fields)?;
        let given = match Self::stage(fields) {
            MENTOR => self.mentor(fields)?,
            COEVOLUTION => self.coevolution(fields)?,
            TUNING => self.tuning(fields, &mut settings)?,
            _ => None,
        };
        let settings = Box::new(settings);
        Ok(match given {
            None => Outcome::Begin(settings),
            Some(given) => {
                Outcome::BackgroundTask(BackgroundTask::new(PrepareSession { settings, organisms: given }))
            }
        })
    }
}
