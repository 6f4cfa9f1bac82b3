//! The form of a new run, of any stage.

mod given;

use super::{Field, FormSpec, Outcome, Problem, WHOLE, number};
use crate::arena::control::Control;
use crate::engine::search::SearchMode;
use crate::evolution::presets;
use crate::evolution::settings::{EvolutionSettings, FixedEvaluation, OptimizerSettings, ScoringMode, Stage};
use crate::pipeline;
use crate::tui::background::BackgroundTask;
use crate::tui::background::beginning::{Beginning, Given};
use crate::tui::format::thousands;
use crate::tui::model::Model;
use given::{Founders, Whose};

/// The stages in the order of the first field.
const STAGES: [Stage; 4] = [Stage::Grandmaster, Stage::Mentor, Stage::Coevolution, Stage::Tuning];

/// The searches whose parameters can be tuned, in the order of their field.
const SEARCHES: [SearchMode; 2] = [SearchMode::Paper, SearchMode::Extended];

const EVALUATION_NAMED: &str = "a file or folder";

/// A new run.
#[derive(Debug, Clone)]
pub(crate) struct NewRun {
    /// What the runs of each stage can start from: its presets, with the settings in use first where they are others.
    bases: [Vec<(String, EvolutionSettings)>; 4],
    /// The organisms offered to a coevolution.
    founders: Vec<Founders>,
    /// The evaluations offered to a tuning.
    evaluations: Vec<Whose>,
}

impl NewRun {
    const STAGE: usize = 0;
    const PRESET: usize = 1;
    const SEED: usize = 2;
    const GENERATIONS: usize = 3;
    const POPULATION: usize = 4;
    const RUNS: usize = 5;
    const FOUNDERS: usize = 6;
    const NAMES: usize = 7;
    const GAMES: usize = 8;
    const NODES: usize = 9;
    const EVALUATION: usize = 10;
    const PATH: usize = 11;
    const POSITIONS: usize = 12;
    const LIMIT: usize = 13;
    const SEARCH: usize = 14;
    const MENTORS: usize = 15;
    const DEPTH: usize = 16;
    const SAMPLE: usize = 17;

    /// The form; none where there is no preset.
    pub(super) fn form(model: &Model, shown: Option<Stage>) -> Option<(NewRun, Vec<Field>)> {
        let now = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
        let here = now.and_then(|now| now.tuning.as_ref()).map(|tuning| &tuning.evaluation);
        let many = now.filter(|now| now.coevolution.is_some()).map(|now| now.founders.len());
        let (whom, founders): (Vec<_>, Vec<_>) = given::founders(model, many).into_iter().unzip();
        let (whose, evaluations): (Vec<_>, Vec<_>) = given::evaluations(model, here).into_iter().unzip();
        let bases = STAGES.map(|stage| bases(&model.choices.presets, stage, now));
        let form = NewRun { bases, founders, evaluations };

        let stage = shown.unwrap_or(now.map_or(Stage::Grandmaster, |now| now.stage));
        let at = STAGES.iter().position(|other| *other == stage).unwrap_or(0);
        // What is in use, where it is a preset as it stands.
        let is_now = |(_, base): &(_, EvolutionSettings)| now.is_some_and(|now| same(base, now));
        let preset = form.bases[at].iter().position(is_now).unwrap_or(0);
        let first = model.choices.presets.first().map_or(1, |preset| preset.seed);
        let seed = now.map_or(first, |now| now.seed.wrapping_add(1));
        let mut fields = vec![
            Field::choice("stage", "what organisms are measured by", STAGES.map(Stage::name), at),
            Field::choice("preset", "the values below start from it", form.names(at), preset),
            Field::text("seed", "names every random stream", seed),
            Field::text("generations", "after generation 0", ""),
            Field::text("population", "organisms a generation", ""),
            Field::text("runs", "independent; several: an ensemble", ""),
            Field::choice("begin with", "a session’s champions, or by name", whom, 0),
            Field::text("organisms", "names, files, sessions, with commas", ""),
            Field::text("games a pair", "each with another opening", ""),
            Field::text("nodes a move", "games that repeat bit for bit", ""),
            Field::choice("evaluation", "stays as it is; its search evolves", whose, 0),
            Field::text("path", "an organism file, a session’s folder", ""),
            Field::text("positions", "evenly spread; empty: all of them", ""),
            Field::text("node limit", "a position counts as not solved then", ""),
            Field::choice("parameters", "Table I, or later methods too", ["paper", "extended"], 0),
            Field::text("mentors", "names, files, uci:COMMAND, with commas", mentors(now).join(", ")),
            Field::text("plies", "a mentor searches; 0: its evaluation alone", ""),
            Field::text("sample", "positions drawn anew each generation", ""),
        ];
        form.fill(&mut fields)?;
        Some((form, fields))
    }

    fn names(&self, stage: usize) -> Vec<String> {
        self.bases.get(stage).into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    fn base(&self, fields: &[Field]) -> Option<&EvolutionSettings> {
        let bases = self.bases.get(fields.get(Self::STAGE)?.chosen())?;
        bases.get(fields.get(Self::PRESET)?.chosen()).map(|(_, base)| base)
    }

    /// Fills the fields from the preset chosen; the seed and what the run is given stay.
    fn fill(&self, fields: &mut [Field]) -> Option<()> {
        let base = self.base(fields)?;
        let mut values = vec![
            (Self::GENERATIONS, base.generations.to_string()),
            (Self::POPULATION, base.optimizer.population().to_string()),
            (Self::RUNS, base.runs.to_string()),
        ];
        if let Some(games) = &base.coevolution {
            let nodes = match games.control {
                Control::Nodes(nodes) => nodes.to_string(),
                _ => String::new(),
            };
            values.extend([(Self::GAMES, games.games_per_pair.to_string()), (Self::NODES, nodes)]);
        }
        if let Some(tuning) = &base.tuning {
            let positions = tuning.positions.map_or_else(String::new, |positions| positions.to_string());
            values.extend([(Self::POSITIONS, positions), (Self::LIMIT, tuning.node_limit.to_string())]);
            let at = SEARCHES.iter().position(|mode| mode.schema() == Some(&base.schema)).unwrap_or(0);
            let field = fields.get_mut(Self::SEARCH)?;
            *field = Field::choice(field.label, field.hint.clone(), ["paper", "extended"], at);
        }
        if let Some(stage) = &base.mentor {
            let plies = match stage.hearing {
                ScoringMode::Depth(plies) => plies.to_string(),
                ScoringMode::Static => "0".to_owned(),
                ScoringMode::Nodes(_) => String::new(),
            };
            values.extend([(Self::DEPTH, plies), (Self::SAMPLE, stage.sample.to_string())]);
        }
        for (index, value) in values {
            let field = fields.get_mut(index)?;
            *field = Field::text(field.label, field.hint.clone(), value);
        }
        Some(())
    }

    fn stage(fields: &[Field]) -> Stage {
        let at = fields.get(Self::STAGE).map_or(0, Field::chosen);
        STAGES.get(at).copied().unwrap_or(Stage::Grandmaster)
    }

    fn founders(&self, fields: &[Field]) -> Option<&Founders> {
        self.founders.get(fields.get(Self::FOUNDERS)?.chosen())
    }

    fn evaluation(&self, fields: &[Field]) -> Option<&Whose> {
        self.evaluations.get(fields.get(Self::EVALUATION)?.chosen())
    }

    /// What the fields of all stages say.
    fn settings(&self, fields: &[Field]) -> Result<EvolutionSettings, Problem> {
        let unchosen = || Problem { field: Self::PRESET, text: "choose a preset".to_owned() };
        let mut settings = self.base(fields).ok_or_else(unchosen)?.clone();
        settings.seed = number(fields, Self::SEED, 0..=u64::MAX, WHOLE)?;
        settings.generations = number(fields, Self::GENERATIONS, 1..=1_000_000, WHOLE)?;
        if settings.stage != Stage::Coevolution {
            settings.runs = number(fields, Self::RUNS, 1..=1000, WHOLE)?;
            let OptimizerSettings::Ga(algorithm) = &mut settings.optimizer;
            algorithm.population = number(fields, Self::POPULATION, 2..=100_000, WHOLE)?;
            if algorithm.elite >= algorithm.population {
                let text =
                    format!("more than the {} that go on unchanged", thousands(algorithm.elite.into()));
                return Err(Problem { field: Self::POPULATION, text });
            }
        }
        Ok(settings)
    }

    fn coevolution(
        &self,
        fields: &[Field],
        mut settings: EvolutionSettings,
    ) -> Result<(EvolutionSettings, Option<Given>), Problem> {
        if let Some(games) = &mut settings.coevolution {
            games.games_per_pair = number(fields, Self::GAMES, 1..=10_000, WHOLE)?;
            // Games by the clock stay so where no nodes are asked for.
            if matches!(games.control, Control::Nodes(_)) || is_given(fields, Self::NODES) {
                games.control = Control::Nodes(number(fields, Self::NODES, 1..=1_000_000_000, WHOLE)?);
            }
        }
        let names = match self.founders(fields) {
            Some(Founders::Here) => return Ok((settings, None)),
            Some(Founders::Session(folder)) => vec![folder.display().to_string()],
            Some(Founders::Named) | None => listed(fields, Self::NAMES),
        };
        if names.is_empty() {
            let text = "name 2 or more: files, names of embedded ones, folders of sessions".to_owned();
            return Err(Problem { field: Self::NAMES, text });
        }
        Ok((settings, Some(Given::Founders(names))))
    }

    fn mentor(
        fields: &[Field],
        mut settings: EvolutionSettings,
    ) -> Result<(EvolutionSettings, Option<Given>), Problem> {
        if let Some(stage) = &mut settings.mentor {
            stage.sample = number(fields, Self::SAMPLE, 1..=1_000_000, WHOLE)?;
            // A search of so many nodes stays so where no plies are asked for.
            if !matches!(stage.hearing, ScoringMode::Nodes(_)) || is_given(fields, Self::DEPTH) {
                stage.hearing = match number(fields, Self::DEPTH, 0..=100, WHOLE)? {
                    0 => ScoringMode::Static,
                    plies => ScoringMode::Depth(plies),
                };
            }
        }
        let names = listed(fields, Self::MENTORS);
        if names.is_empty() {
            let text = "name 1 or more: reference, toga2, a file, uci:COMMAND".to_owned();
            return Err(Problem { field: Self::MENTORS, text });
        }
        Ok((settings, Some(Given::Mentors(names))))
    }

    fn tuning(
        &self,
        fields: &[Field],
        mut settings: EvolutionSettings,
    ) -> Result<(EvolutionSettings, Option<Given>), Problem> {
        let mode = SEARCHES.get(fields.get(Self::SEARCH).map_or(0, Field::chosen));
        if let Some(schema) = mode.and_then(|mode| mode.schema()) {
            schema.clone_into(&mut settings.schema);
        }
        let Some(tuning) = &mut settings.tuning else { return Ok((settings, None)) };
        let positions = is_given(fields, Self::POSITIONS);
        tuning.positions =
            positions.then(|| number(fields, Self::POSITIONS, 1..=1_000_000, WHOLE)).transpose()?;
        tuning.node_limit = number(fields, Self::LIMIT, 1..=100_000_000, WHOLE)?;
        let from = match self.evaluation(fields) {
            Some(Whose::Known(known)) => {
                tuning.evaluation = (**known).clone();
                return Ok((settings, None));
            }
            Some(Whose::From(name)) => name.clone(),
            Some(Whose::Named) | None => fields.get(Self::PATH).map_or("", Field::shown).trim().to_owned(),
        };
        if from.is_empty() {
            return Err(Problem { field: Self::PATH, text: "name a file or a folder".to_owned() });
        }
        Ok((settings, Some(Given::Evaluation(from))))
    }
}

/// What the mentors of a session are called.
fn mentors(now: Option<&EvolutionSettings>) -> Vec<String> {
    let stage = now.and_then(|now| now.mentor.as_ref());
    stage.map_or_else(Vec::new, |stage| stage.mentors.iter().map(|mentor| mentor.spec.clone()).collect())
}

/// Whether anything stands in a field.
fn is_given(fields: &[Field], field: usize) -> bool {
    fields.get(field).is_some_and(|field| !field.shown().trim().is_empty())
}

/// What a field lists, with commas.
fn listed(fields: &[Field], field: usize) -> Vec<String> {
    let text = fields.get(field).map_or("", Field::shown);
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Whether settings are the same but for the seed.
fn same(base: &EvolutionSettings, now: &EvolutionSettings) -> bool {
    EvolutionSettings { seed: now.seed, ..base.clone() } == *now
}

/// What the runs of a stage can start from, by name.
fn bases(
    grandmaster: &[EvolutionSettings],
    stage: Stage,
    now: Option<&EvolutionSettings>,
) -> Vec<(String, EvolutionSettings)> {
    let now = now.filter(|now| now.stage == stage);
    let mut bases: Vec<EvolutionSettings> = match stage {
        Stage::Grandmaster => grandmaster.to_vec(),
        Stage::Mentor => {
            let mentors = now.and_then(|now| now.mentor.as_ref()).map(|stage| stage.mentors.clone());
            let mentors = mentors.unwrap_or_default();
            let preset = |(name, _): &(&str, &str)| presets::mentor(name, mentors.clone()).ok();
            presets::MENTOR_PRESETS.iter().filter_map(preset).collect()
        }
        Stage::Coevolution => {
            let given = now.map_or_else(Default::default, |now| (now.schema.clone(), now.founders.clone()));
            let preset = |(name, _): &(&str, &str)| presets::coevolution(name, Vec::new()).ok();
            let begun = |preset: EvolutionSettings| pipeline::with_founders(&preset, &given.0, &given.1);
            presets::COEVOLUTION_PRESETS.iter().filter_map(preset).map(begun).collect()
        }
        Stage::Tuning => {
            let evaluation = now.and_then(|now| now.tuning.as_ref()).map(|tuning| tuning.evaluation.clone());
            let nobody =
                FixedEvaluation { organism: String::new(), schema: String::new(), values: Vec::new() };
            let evaluation = evaluation.unwrap_or(nobody);
            let preset = |(name, _): &(&str, &str)| presets::tuning(name, evaluation.clone()).ok();
            presets::TUNING_PRESETS.iter().filter_map(preset).collect()
        }
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
        let stage = Self::stage(fields);
        match field {
            Self::POPULATION | Self::RUNS => stage != Stage::Coevolution,
            Self::NAMES => {
                stage == Stage::Coevolution && matches!(self.founders(fields), Some(Founders::Named))
            }
            Self::FOUNDERS | Self::GAMES | Self::NODES => stage == Stage::Coevolution,
            Self::PATH => stage == Stage::Tuning && matches!(self.evaluation(fields), Some(Whose::Named)),
            Self::EVALUATION | Self::POSITIONS | Self::LIMIT | Self::SEARCH => stage == Stage::Tuning,
            Self::MENTORS | Self::DEPTH | Self::SAMPLE => stage == Stage::Mentor,
            _ => true,
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
        let settings = self.settings(fields)?;
        let (settings, given) = match settings.stage {
            Stage::Grandmaster => (settings, None),
            Stage::Mentor => Self::mentor(fields, settings)?,
            Stage::Coevolution => self.coevolution(fields, settings)?,
            Stage::Tuning => self.tuning(fields, settings)?,
        };
        let settings = Box::new(settings);
        Ok(match given {
            None => Outcome::Begin(settings),
            Some(given) => Outcome::BackgroundTask(BackgroundTask::new(Beginning { settings, given })),
        })
    }
}
