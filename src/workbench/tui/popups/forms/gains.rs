//! The form that changes the settings of SPSA.

use super::bounds::BoundsFields;
use super::rates::{NewRates, PAIRS, pairs_field};
use super::{Field, Form, FormSpec, NUMBER, Outcome, Problem, WHOLE, number};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::spsa::SpsaSettings;
use crate::job::report::NewSettings;
use crate::tui::changeable::Changeable;

#[derive(Debug, Clone)]
pub(super) struct Gains {
    /// The settings before the change.
    settings: SpsaSettings,
    /// Whether organisms play games.
    has_pairs: bool,
    bounds: BoundsFields,
}

impl Gains {
    const FIRST_STEP: usize = 0;
    const PERTURBATION: usize = 1;
    const STABILITY: usize = 2;
    const PAIRS: usize = 3;

    pub(super) fn form(settings: &SpsaSettings, changeable: &Changeable) -> Form {
        let mut fields = vec![
            Field::text("first step", "mean first change, as a share of the range", settings.first_step),
            Field::text("perturbation", "in generation 0, as a share of the range", settings.perturbation),
            Field::text("stability", "generations of equal steps", settings.stability),
        ];
        let pairs = changeable.settings.pairs;
        fields.extend(pairs.map(|pairs| pairs_field(pairs, changeable)));
        let bounds = BoundsFields::new(changeable, fields.len());
        fields.extend(bounds.fields());
        Form::new(Gains { settings: settings.clone(), has_pairs: pairs.is_some(), bounds }, fields)
    }
}

impl FormSpec for Gains {
    fn title(&self) -> String {
        "SPSA, from the next generation on".to_owned()
    }

    fn matters(&self, fields: &[Field], index: usize) -> bool {
        self.bounds.matters(fields, index).unwrap_or(true)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let share = 0.0001..=0.5;
        let perturbation: f64 = number(fields, Self::PERTURBATION, share.clone(), NUMBER)?;
        // Perturbations of single parameters change in proportion.
        let factor = perturbation / self.settings.perturbation;
        let perturbations = self.settings.perturbations.iter().map(|units| units * factor).collect();
        let spsa = SpsaSettings {
            first_step: number(fields, Self::FIRST_STEP, share, NUMBER)?,
            perturbation,
            stability: number(fields, Self::STABILITY, 0..=u32::MAX, WHOLE)?,
            perturbations,
            ..self.settings.clone()
        };
        let pairs = self.has_pairs.then(|| number(fields, Self::PAIRS, PAIRS, WHOLE)).transpose()?;
        let bounds = self.bounds.read(fields)?;
        Ok(Outcome::notify(NewRates(NewSettings { optimizer: OptimizerSettings::Spsa(spsa), pairs, bounds })))
    }
}
