//! The fitness source of the objective *results*.

use super::ResultsSettings;
use super::fitness::{Prior, ResultsFitness, fitted};
use super::logistic::Logistic;
use crate::objectives::result_set::{Part, ResultPosition, ResultSet};
use crate::objectives::source::{BuildContext, Built, FitnessSource, SetRole, SourceError};
use crate::objectives::{ObjectiveContext, SetDigest};
use crate::organism::{FixedEvaluation, Organism};

/// Positions with the results of their games.
#[derive(Debug)]
pub(in crate::objectives) struct ResultsSource {
    settings: ResultsSettings,
    /// The set and the fitted model, once loaded.
    loaded: Option<(ResultSet, Logistic)>,
}

impl ResultsSource {
    pub(in crate::objectives) fn new(settings: &ResultsSettings) -> ResultsSource {
        ResultsSource { settings: settings.clone(), loaded: None }
    }

    fn loaded(&mut self) -> Result<&(ResultSet, Logistic), SourceError> {
        if self.loaded.is_none() {
            let set = ResultSet::load(&self.settings.results).map_err(SourceError::input)?;
            let logistic = model(&set, &self.settings)?;
            self.loaded = Some((set, logistic));
        }
        self.loaded.as_ref().ok_or_else(|| SourceError::input("the set of results is missing"))
    }
}

/// Returns the logistic model of a set: tempo and bias fitted to the scores of `reference`, and the scale of the
/// settings or the fitted one.
///
/// # Errors
/// Returns an error if `reference` does not predict the results of the training part.
pub fn model(set: &ResultSet, settings: &ResultsSettings) -> Result<Logistic, SourceError> {
    let reference = reference()?;
    let positions: Vec<&ResultPosition> = set.part(Part::Train).collect();
    let fitted = fitted(&reference.weights(), &positions, settings).ok_or_else(|| {
        SourceError::input(format!(
            "{}: the results of the training games do not depend on the scores of the organism “reference”, so the scale \
             of the loss is unknown; use more games",
            set.name
        ))
    })?;
    Ok(Logistic { scale: settings.scale.unwrap_or(fitted.scale), ..fitted })
}

fn reference() -> Result<&'static Organism, SourceError> {
    Organism::reference().map_err(SourceError::input)
}

impl FitnessSource for ResultsSource {
    fn load(&mut self, _: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        let (set, _) = self.loaded()?;
        let whole = set.digest();
        let digest = |part| SetDigest { positions: set.part(part).count() as u64, ..whole.clone() };
        Ok([digest(Part::Train), digest(Part::Test)])
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        let (settings, schema) = (self.settings.clone(), context.outline.schema);
        let prior = match (role, settings.prior) {
            (SetRole::Train, Some(deviation)) => {
                Some(Prior::around(&FixedEvaluation::of(reference()?), schema, deviation))
            }
            _ => None,
        };
        let (set, logistic) = self.loaded()?;
        let part = match role {
            SetRole::Train => Part::Train,
            SetRole::Test => Part::Test,
        };
        let positions: Vec<&ResultPosition> = set.part(part).collect();
        let fitness = ResultsFitness::new(schema, &positions, *logistic, &settings, prior)
            .map_err(SourceError::input)?;
        Ok(Built { fitness: Box::new(fitness), warning: None })
    }
}
