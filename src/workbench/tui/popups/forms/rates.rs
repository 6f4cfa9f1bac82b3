//! The form that changes settings of a running experiment: those of its optimizer, the number of games, and bounds.

use super::bounds::BoundsFields;
use super::{Field, Fields, Form, FormSpec, Problem, Request, Value};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::setting::{Declaration, Kind};
use crate::job::report::NewSettings;
use crate::tui::changeable::Changeable;

/// A note with the new settings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewRates(pub(crate) NewSettings);

/// The settings that can change during a run: the optimizer, the setting, and the label of its field.
const CHANGEABLE: [(&str, &str, &str); 11] = [
    ("ga", "crossover", "crossover"),
    ("ga", "crossover-rate", "crossover rate"),
    ("ga", "mutation-rate", "mutation rate"),
    ("ga", "mutations", "mutations"),
    ("ga", "selection", "selection"),
    ("ga", "pressure", "pressure"),
    ("ga", "tournament-size", "tournament"),
    ("ga", "elite", "elite"),
    ("spsa", "first-step", "first step"),
    ("spsa", "perturbation", "perturbation"),
    ("spsa", "stability", "stability"),
];

/// The names of the selections in full, in the order of their declaration.
const SELECTIONS: [&str; 3] = ["fitness-proportional", "linear ranking", "tournament"];

#[derive(Debug)]
pub(crate) struct Rates {
    /// The settings before the change.
    optimizer: OptimizerSettings,
    /// The settings of the first fields.
    declared: Vec<Declaration<OptimizerSettings>>,
    /// The label of the number of games, if organisms play games.
    pairs: Option<&'static str>,
    bounds: BoundsFields,
}

impl Rates {
    pub(crate) fn form(changeable: &Changeable) -> Form {
        let NewSettings { optimizer, pairs, .. } = changeable.settings.clone();
        let mut declarations = OptimizerSettings::declarations();
        let (mut declared, mut fields) = (Vec::new(), Vec::new());
        for (of, name, label) in CHANGEABLE.into_iter().filter(|(of, ..)| *of == optimizer.name()) {
            let found = declarations.iter().position(|(member, known)| (*member, known.name) == (of, name));
            let Some((_, found)) = found.map(|found| declarations.swap_remove(found)) else { continue };
            let mut field = Field::declared(label, &found, (found.get)(&optimizer));
            if let ("selection", Value::Choice { names, .. }) = (name, &mut field.value) {
                *names = SELECTIONS.map(str::to_owned).to_vec();
            }
            fields.push(field);
            declared.push(found);
        }
        let label = if changeable.is_self_play { "games" } else { "pairs" };
        fields.extend(pairs.map(|pairs| match changeable.is_self_play {
            true => Field::text(
                label,
                "of each pair of organisms; more measure more exactly, but take longer",
                pairs,
            ),
            false => Field::text(
                label,
                "of games of each organism; more measure more exactly, but take longer",
                pairs,
            ),
        }));
        let bounds = BoundsFields::new(changeable);
        fields.extend(bounds.fields());
        Form::new(Rates { optimizer, declared, pairs: pairs.map(|_| label), bounds }, fields)
    }

    /// Returns the settings with the choices in the fields.
    fn chosen(&self, fields: &[Field]) -> OptimizerSettings {
        let mut optimizer = self.optimizer.clone();
        for (declared, field) in self.declared.iter().zip(fields) {
            if let Kind::Choice(names) = declared.kind
                && let Some((name, _)) = names.get(field.chosen())
            {
                // The names of the choice are valid.
                let _ = (declared.set)(&mut optimizer, (*name).into());
            }
        }
        optimizer
    }

    /// Returns the values that a setting accepts, of which some are limited by the size of the population.
    fn kind(&self, declared: &Declaration<OptimizerSettings>) -> Kind {
        let population = u64::from(self.optimizer.population());
        match (declared.name, declared.kind) {
            ("tournament-size", Kind::Integer(low, _)) => Kind::Integer(low, population),
            ("elite", Kind::Integer(low, _)) => Kind::Integer(low, population.saturating_sub(1)),
            (_, kind) => kind,
        }
    }

    /// Returns the settings in the fields.
    fn settings(&self, fields: &[Field]) -> Result<OptimizerSettings, Problem> {
        let mut optimizer = self.chosen(fields);
        for (index, (declared, field)) in self.declared.iter().zip(fields).enumerate() {
            if matches!(declared.kind, Kind::Choice(_)) || !self.applies(fields, index) {
                continue;
            }
            let problem = |text| Problem { field: index, text };
            let value = self.kind(declared).read(field.shown().trim()).map_err(problem)?;
            (declared.set)(&mut optimizer, value).map_err(problem)?;
        }
        // Perturbations of single parameters change in proportion.
        if let Some((old, new)) = self.optimizer.spsa().zip(optimizer.spsa_mut()) {
            let factor = new.perturbation / old.perturbation;
            new.perturbations.iter_mut().for_each(|units| *units *= factor);
        }
        Ok(optimizer)
    }
}

impl FormSpec for Rates {
    fn title(&self) -> String {
        let settings = match self.optimizer {
            OptimizerSettings::Ga(_) => "Genetic algorithm",
            OptimizerSettings::Spsa(_) => "SPSA",
            _ => "Settings",
        };
        format!("{settings}, from the next generation on")
    }

    fn applies(&self, fields: &[Field], field: usize) -> bool {
        match self.declared.get(field) {
            Some(declared) => (declared.get)(&self.chosen(fields)).is_some(),
            None => fields.get(field).is_none_or(|field| BoundsFields::applies(fields, field.label)),
        }
    }

    /// Fills the fields of settings that have a value only after the choice.
    fn choice_changed(&self, fields: &mut [Field], _field: usize) {
        let chosen = self.chosen(fields);
        for (declared, field) in self.declared.iter().zip(fields) {
            if field.shown().is_empty() && (declared.get)(&self.optimizer).is_none() {
                *field = Field::declared(field.label, declared, (declared.get)(&chosen));
            }
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Request, Problem> {
        let optimizer = self.settings(fields)?;
        let pairs = self.pairs.map(|label| fields.number(label, 1..=100_000)).transpose()?;
        let bounds = self.bounds.read(fields)?;
        Ok(Request::notify(NewRates(NewSettings { optimizer, pairs, bounds })))
    }
}
