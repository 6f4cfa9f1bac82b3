//! The form of a new run.

mod bases;
mod sources;

use super::field::{FILE, listed};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::Founder;
use crate::evolution::setting::{Declaration, Kind, SettingsError, Value};
use crate::experiment::presets;
use crate::experiment::{self, Target};
use crate::objectives::result_set::ResultSet;
use crate::objectives::{OPENINGS, Objective};
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSet;
use crate::tui::background::new_session::{PrepareSession, SessionOrganisms};
use crate::tui::popups::players::{Entry, Origin, Player};
use crate::tui::prelude::*;
use bases::{bases, is_same_but_seed, meaning};
use sources::EvaluationSource;

/// The stages that have organisms, presets or players of their own.
const MENTOR: &str = "mentor";
const COEVOLUTION: &str = "coevolution";
const TUNING: &str = "tuning";
const MATCHES: &str = "matches";

/// The name of the setting that chooses the optimizer, and of the one that follows from it.
const OPTIMIZER: &str = "optimizer";
const GENERATIONS: &str = "generations";

/// The fields with the organisms of a coevolution, and with the mentors.
const ORGANISMS: &str = "organisms";
const MENTORS: &str = "mentors";

/// The settings that are rarely changed. Forms fold them, as those of optimizers.
const FOLDED: [&str; 10] = [
    "seed",
    "schema",
    "prior",
    "sample",
    "racing",
    "match-games",
    "quiet",
    "patience",
    "target-score",
    "minutes",
];

/// The content of a field of the form.
#[derive(Debug)]
enum Item {
    Stage,
    Preset,
    /// A declared setting of an objective or optimizer by its name, or of every experiment if the name is empty.
    Declared(&'static str, Declaration<Experiment>),
    /// The initial organisms of a coevolution.
    Founders,
    /// The source of the evaluation with which all searches play.
    Evaluation,
    /// The file of the evaluation.
    Path,
    Mentors,
}

#[derive(Debug, Clone)]
pub(crate) struct NewRun {
    /// The contents of the fields.
    items: Arc<Vec<Item>>,
    /// The presets of each stage by name, after the current settings if these differ from all presets.
    bases: Vec<Vec<(String, Experiment)>>,
    /// The choices of the evaluation with which all searches play.
    evaluations: Vec<EvaluationSource>,
}

/// Returns the stages in the first field, with the names of the papers, and what organisms do in them.
fn stages() -> Vec<(&'static str, &'static str)> {
    let all = Objective::single().into_iter().map(|objective| objective.properties());
    all.map(|objective| (objective.stage, objective.about)).collect()
}

/// Returns the items of the form. Organisms and players precede the settings of their objective.
fn items() -> Vec<Item> {
    let mut items = vec![Item::Stage, Item::Preset];
    let mut last = "";
    for (member, declared) in
        experiment::declarations().into_iter().filter(|(_, declared)| declared.hint.is_some())
    {
        match member {
            "self-play" if member != last => items.push(Item::Founders),
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
    pub(crate) fn form(model: &Model, objective: Option<&str>, seed: u64) -> Option<Form> {
        let current = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
        let evaluation = current.and_then(|current| current.target.evaluation());
        let (evaluation_names, evaluations): (Vec<_>, Vec<_>) =
            sources::evaluations(model, evaluation).into_iter().unzip();
        let bases =
            stages().into_iter().map(|(stage, _)| bases(&model.choices.presets, stage, current)).collect();
        let form = NewRun { items: Arc::new(items()), bases, evaluations };

        let wanted = objective.or_else(|| current.map(|current| current.objective.name()));
        let is_wanted = |bases: &Vec<(String, Experiment)>| {
            bases.first().map(|(_, base)| base.objective.name()) == wanted
        };
        let stage = form.bases.iter().position(is_wanted).unwrap_or(0);
        // The preset of the open session, if its settings differ only in the seed.
        let is_current =
            |(_, base): &(_, Experiment)| current.is_some_and(|current| is_same_but_seed(base, current));
        let preset = form.bases[stage].iter().position(is_current).unwrap_or(0);
        let field = |item: &Item| match item {
            Item::Stage => Field::explained("stage", stages(), stage),
            Item::Preset => form.presets(stage, preset),
            Item::Declared(member, declared) => field_of(member, declared, None),
            Item::Founders => Field::players(ORGANISMS, sources::first(model)),
            Item::Evaluation => Field::choice(
                "evaluation",
                "of all players; only their search evolves",
                evaluation_names.clone(),
                0,
            ),
            Item::Path => Field::path("path", "organism file or session folder", ""),
            Item::Mentors => Field::paths(
                MENTORS,
                "whose scores count: organisms, files or uci:COMMAND, with commas",
                mentors(current).join(", "),
            ),
        };
        let mut fields: Vec<Field> = form.items.iter().map(field).collect();
        form.fill(&mut fields, |_, _| true)?;
        let place = fields.place("seed");
        if let Some(field) = fields.get_mut(place) {
            field.value = Field::text("seed", "", seed).value;
        }
        Some(Form::new(form, fields))
    }

    /// Returns the index of a declared setting whose field is shown.
    fn visible_setting(&self, fields: &[Field], name: &str) -> Option<usize> {
        self.items.iter().enumerate().position(|(index, item)| {
            matches!(item, Item::Declared(_, declared) if declared.name == name)
                && self.applies(fields, index)
        })
    }

    /// Returns the field of the presets of a stage, of which one is chosen.
    fn presets(&self, stage: usize, at: usize) -> Field {
        let of_stage = stages().get(stage).map_or("", |(name, _)| *name);
        let names = self.bases.get(stage).into_iter().flatten();
        Field::explained("preset", names.map(|(name, _)| (name.clone(), meaning(of_stage, name))), at)
    }

    fn base(&self, fields: &[Field]) -> Option<&Experiment> {
        let bases = self.bases.get(fields.get(Self::STAGE)?.chosen())?;
        bases.get(fields.get(Self::PRESET)?.chosen()).map(|(_, base)| base)
    }

    /// Returns the chosen preset with the chosen optimizer. Another optimizer than that of the preset has its default
    /// settings and its own population; the number of generations follows ([`Experiment::replace_optimizer`]).
    fn experiment(&self, fields: &[Field]) -> Option<Experiment> {
        let mut experiment = self.base(fields)?.clone();
        if let Some(Item::Declared(_, declared)) = self.items.get(fields.place(OPTIMIZER)) {
            // The names of the choice are valid.
            let _ = declared.read(&mut experiment, fields.shown(OPTIMIZER));
        }
        Some(experiment)
    }

    /// Returns the chosen experiment with the choices among the settings of its optimizer, on which others depend.
    fn chosen(&self, fields: &[Field]) -> Option<Experiment> {
        let mut experiment = self.experiment(fields)?;
        for (item, field) in self.items.iter().zip(fields) {
            if let Item::Declared(member, declared) = item
                && *member == experiment.optimizer.name()
                && matches!(declared.kind, Kind::Choice(_))
            {
                // The names of the choice are valid.
                let _ = declared.read(&mut experiment, field.shown());
            }
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
                *field = field_of(member, declared, (declared.get)(&experiment));
            }
        }
        Some(())
    }

    /// Chooses the optimizer of the chosen preset.
    fn reset_optimizer(&self, fields: &mut [Field]) {
        let value = self.base(fields).map(|base| base.optimizer.name().into());
        let place = fields.place(OPTIMIZER);
        if let (Some(Item::Declared(member, declared)), Some(field)) =
            (self.items.get(place), fields.get_mut(place))
        {
            *field = field_of(member, declared, value);
        }
    }

    fn evaluation(&self, fields: &[Field]) -> Option<&EvaluationSource> {
        self.evaluations.get(fields.chosen("evaluation"))
    }

    /// Returns the settings in the fields.
    fn settings(&self, fields: &[Field]) -> Result<Experiment, Problem> {
        let no_preset = || Problem { field: Self::PRESET, text: "choose a preset".to_owned() };
        let mut settings = self.experiment(fields).ok_or_else(no_preset)?;
        for (index, (item, field)) in self.items.iter().zip(fields).enumerate() {
            let Item::Declared(_, declared) = item else { continue };
            if !self.applies(fields, index) {
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
                && self.applies(fields, index)
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
        let players = fields.players(ORGANISMS);
        if players.is_empty() {
            return Err(fields.problem(ORGANISMS, "choose two organisms or more: Enter lists them"));
        }
        // The settings of the open session contain them.
        if matches!(players, [Player { origin: Origin::Initial, .. }]) {
            return Ok(None);
        }
        let (mut schema, mut given, mut names) = (None, Vec::new(), Vec::new());
        for player in players {
            match &player.origin {
                Origin::Spec(spec) => names.push(spec.to_string()),
                Origin::Initial => {
                    let base = self.base(fields);
                    given.extend(base.into_iter().flat_map(|base| base.initial.iter().cloned()));
                    schema = base.map(|base| Arc::clone(base.schema()));
                }
                Origin::ShownOrganism(organism) => {
                    let (own, values) = organism.evaluated();
                    let chromosome = Chromosome::encode(own, values).ok_or_else(|| {
                        fields
                            .problem(ORGANISMS, format!("a value of “{}” is outside its range", player.name))
                    })?;
                    given.push(Founder { name: player.name.clone(), chromosome });
                    schema = Some(Arc::clone(own));
                }
            }
        }
        Ok(Some(SessionOrganisms::Founders { schema, given, names }))
    }

    /// Returns how many games the organisms of a coevolution play; `None` if their number is unknown.
    fn games(&self, fields: &[Field]) -> Option<String> {
        let counts = fields.players(ORGANISMS).iter().map(|player| player.count);
        let count: usize = counts.sum::<Option<usize>>().filter(|count| *count > 1)?;
        let settings = self.settings(fields).ok().or_else(|| self.base(fields).cloned())?;
        let (games, population) = (settings.objective.self_play()?, count as u32);
        let each = thousands(games.games(population, games.hall_of_fame.into()));
        let after = games.most_games_after(population, count, settings.generations);
        let [confirmation, milestones, last, proof] = after.map(thousands);
        let proof = if after[3] > 0 { format!(", its proof {proof}") } else { String::new() };
        Some(format!(
            "{each} games a generation; the confirmation adds up to {confirmation}, milestones {milestones}, final match \
             {last}{proof}"
        ))
    }

    fn mentor(&self, fields: &[Field]) -> Result<Option<SessionOrganisms>, Problem> {
        let names = fields.listed(MENTORS);
        if names.is_empty() {
            return Err(fields.problem(MENTORS, "name 1 or more: reference, toga2, a file, uci:COMMAND"));
        }
        Ok(Some(SessionOrganisms::Mentors(names)))
    }

    fn tuning(
        &self,
        fields: &[Field],
        settings: &mut Experiment,
    ) -> Result<Option<SessionOrganisms>, Problem> {
        let name = match self.evaluation(fields) {
            Some(EvaluationSource::Known(known)) => {
                if let Target::Search { evaluation, .. } = &mut settings.target {
                    *evaluation = (**known).clone();
                }
                return Ok(None);
            }
            Some(EvaluationSource::Named(name)) => name.clone(),
            Some(EvaluationSource::Entered) | None => {
                fields.path("path", "or the folder of a session")?.display().to_string()
            }
        };
        Ok(Some(SessionOrganisms::Evaluation(name)))
    }
}

/// Returns the field of a declared setting with this value.
fn field_of(member: &str, declared: &Declaration<Experiment>, value: Option<Value>) -> Field {
    let field = Field::declared(declared.name, declared, value);
    let is_of_optimizer = OptimizerSettings::named(member).is_some() && declared.name != "population";
    if is_of_optimizer || FOLDED.contains(&declared.name) { field.folded() } else { field }
}

/// Returns whether the initial organisms are given. The initial organisms of searches begin near the start.
fn has_founders(settings: &Experiment) -> bool {
    settings.objective.properties().plays_itself() && !settings.target.is_search()
}

/// Returns the names of a session's mentors.
fn mentors(current: Option<&Experiment>) -> Vec<String> {
    let mentors = current.and_then(presets::mentors_of).unwrap_or_default();
    mentors.iter().map(|mentor| mentor.spec.clone()).collect()
}

impl FormSpec for NewRun {
    fn title(&self) -> String {
        "New run".to_owned()
    }

    fn applies(&self, fields: &[Field], field: usize) -> bool {
        let (Some(item), Some(base)) = (self.items.get(field), self.base(fields)) else { return true };
        let objective = base.objective.properties();
        match item {
            Item::Stage | Item::Preset => true,
            Item::Declared(member, declared) if *member == fields.shown(OPTIMIZER) => {
                !objective.implied.contains(&declared.name)
                    && self.chosen(fields).is_none_or(|chosen| (declared.get)(&chosen).is_some())
            }
            Item::Declared(member, declared) => {
                ["", objective.name].contains(member) && !objective.implied.contains(&declared.name)
            }
            Item::Founders => has_founders(base),
            Item::Evaluation => base.target.is_search(),
            Item::Path => {
                base.target.is_search() && matches!(self.evaluation(fields), Some(EvaluationSource::Entered))
            }
            Item::Mentors => presets::mentors_of(base).is_some(),
        }
    }

    fn choice_changed(&self, fields: &mut [Field], field: usize) {
        if field == Self::STAGE {
            let presets = self.presets(fields.get(field).map_or(0, Field::chosen), 0);
            if let Some(field) = fields.get_mut(Self::PRESET) {
                *field = presets;
            }
        }
        if field <= Self::PRESET {
            self.reset_optimizer(fields);
            let _ = self.fill(fields, |_, _| true);
        } else if fields.label(field) == OPTIMIZER {
            let optimizer = fields.shown(OPTIMIZER).to_owned();
            let _ = self.fill(fields, |member, name| member == optimizer || name == GENERATIONS);
        } else if let Some(chosen) = self.chosen(fields) {
            // Fills the fields of settings that have a value only after the choice.
            for (item, field) in self.items.iter().zip(fields) {
                if let Item::Declared(member, declared) = item
                    && *member == chosen.optimizer.name()
                    && field.shown().is_empty()
                {
                    *field = field_of(member, declared, (declared.get)(&chosen));
                }
            }
        }
    }

    fn hint(&self, fields: &[Field], field: usize) -> Option<String> {
        let is_founders = matches!(self.items.get(field), Some(Item::Founders));
        is_founders.then(|| {
            self.games(fields).unwrap_or_else(|| "which play each other: Enter lists them".to_owned())
        })
    }

    fn players(&self, model: &Model) -> Vec<Entry> {
        sources::founders(model)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Request, Problem> {
        let mut settings = self.settings(fields)?;
        let given = if presets::mentors_of(&settings).is_some() {
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
            return Ok(Request::Start(settings));
        }
        let field = match (&given, self.evaluation(fields)) {
            (Some(SessionOrganisms::Founders { .. }), _) => ORGANISMS,
            (Some(SessionOrganisms::Mentors(_)), _) => MENTORS,
            (Some(SessionOrganisms::Evaluation(_)), Some(EvaluationSource::Entered)) => "path",
            (Some(SessionOrganisms::Evaluation(_)), _) => "evaluation",
            (None, _) => "stage",
        };
        let field = fields.place(field);
        let work = PrepareSession { settings, organisms: given, field, files };
        Ok(Request::task(work))
    }
}
