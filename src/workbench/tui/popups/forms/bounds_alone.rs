//! The form that changes the bounds and the number of games, for optimizers without settings that change during a run.

use super::bounds::BoundsFields;
use super::rates::{NewRates, PAIRS, pairs_field};
use super::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number};
use crate::evolution::optimizers::OptimizerSettings;
use crate::job::report::NewSettings;
use crate::tui::changeable::Changeable;

#[derive(Debug, Clone)]
pub(super) struct BoundsAlone {
    optimizer: OptimizerSettings,
    /// Whether organisms play games.
    has_pairs: bool,
    bounds: BoundsFields,
}

impl BoundsAlone {
    pub(super) fn form(changeable: &Changeable) -> Form {
        let mut fields: Vec<Field> =
            changeable.settings.pairs.map(|pairs| pairs_field(pairs, changeable)).into_iter().collect();
        let bounds = BoundsFields::new(changeable, fields.len());
        fields.extend(bounds.fields());
        let (optimizer, has_pairs) =
            (changeable.settings.optimizer.clone(), changeable.settings.pairs.is_some());
        Form::new(BoundsAlone { optimizer, has_pairs, bounds }, fields)
    }
}

impl FormSpec for BoundsAlone {
    fn title(&self) -> String {
        "Settings, from the next generation on".to_owned()
    }

    fn matters(&self, fields: &[Field], index: usize) -> bool {
        self.bounds.matters(fields, index).unwrap_or(true)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let pairs = self.has_pairs.then(|| number(fields, 0, PAIRS, WHOLE)).transpose()?;
        let bounds = self.bounds.read(fields)?;
        Ok(Outcome::notify(NewRates(NewSettings { optimizer: self.optimizer.clone(), pairs, bounds })))
    }
}
