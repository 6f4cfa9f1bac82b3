//! `eyas score --results`: how well an organism predicts the results of games.

use eyas::objectives::result_set::{Part, ResultPosition, ResultSet};
use eyas::objectives::results::{self, ResultsFitness, ResultsSettings};
use eyas::organism::Organism;
use eyas::positions::PositionSource;
use serde_json::json;

use super::super::{Failure, Outcome};

/// Measures an organism on files or embedded sets, separated by commas.
pub(super) fn outcome(organism: &Organism, list: &str) -> Result<Outcome, Failure> {
    let source = PositionSource::listed_absolute(list, &ResultSet::NAMES).map_err(Failure::input)?;
    let settings = ResultsSettings { results: source, ..ResultsSettings::default() };
    let set = ResultSet::load(&settings.results).map_err(Failure::input)?;
    let logistic = results::model(&set, &settings).map_err(Failure::input)?;
    let genome = &organism.evaluation;
    let mean = |part| {
        let positions: Vec<&ResultPosition> = set.part(part).collect();
        let fitness = ResultsFitness::new(&genome.schema, &positions, logistic, &settings, None);
        let fitness = fitness.map_err(Failure::input)?;
        Ok((positions.len(), fitness.mean_loss(&genome.values)))
    };
    let [train, validation, test] = [mean(Part::Train)?, mean(Part::Validation)?, mean(Part::Test)?];
    Ok(Outcome::new(
        format!(
            "{}: loss {:.5} nats on {} training, {:.5} on {} validation, {:.5} on {} test positions of {} \
             (scale {:.1}, tempo {:.1}, White's advantage {:.1} centipawns)",
            organism.name,
            train.1,
            train.0,
            validation.1,
            validation.0,
            test.1,
            test.0,
            set.name,
            logistic.scale,
            logistic.tempo,
            logistic.bias
        ),
        json!({
            "organism": organism.name,
            "results": set.name,
            "loss_train": train.1,
            "loss_validation": validation.1,
            "loss_test": test.1,
            "positions": [train.0, validation.0, test.0],
            "scale": logistic.scale,
            "tempo": logistic.tempo,
            "bias": logistic.bias,
        }),
    ))
}
