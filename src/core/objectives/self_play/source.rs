//! The fitness source of the objective *self-play*: openings, and the positions on which the champion is tested.

use std::time::Duration;

use shakmaty::Color;

use super::{SelfPlaySettings, openings};
use crate::arena::control::Clocks;
use crate::objectives::moves::source::MovesSource;
use crate::objectives::players::check_engine;
use crate::objectives::sets;
use crate::objectives::source::{BuildContext, Built, FitnessSource, NoItems, SetRole, SourceError};
use crate::objectives::{ObjectiveContext, SetDigest};

/// Openings for the games, and agreement with grandmasters' moves for the champion.
#[derive(Debug)]
pub(in crate::objectives) struct SelfPlaySource {
    settings: SelfPlaySettings,
    test: MovesSource,
}

impl SelfPlaySource {
    pub(in crate::objectives) fn new(settings: &SelfPlaySettings) -> SelfPlaySource {
        let test = settings.test.clone();
        SelfPlaySource {
            settings: settings.clone(),
            test: MovesSource::on(test.clone(), test, settings.ply_score),
        }
    }
}

impl FitnessSource for SelfPlaySource {
    fn load(&mut self, outline: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        let openings = openings(&self.settings, outline).map_err(SourceError::input)?;
        let digest = SetDigest {
            name: self.settings.openings.name(),
            positions: openings.count().unwrap_or(0) as u64,
            blake3: blake3::Hash::from_bytes(openings.fingerprint()).to_string(),
        };
        let limits = Clocks::new(self.settings.control, Duration::ZERO).limits(Color::White);
        check_engine(outline, &limits, self.settings.hash)?;
        if outline.starts_alone() {
            // Searches and engines are not measured by single moves.
            let nothing = blake3::hash(&[]).to_string();
            return Ok([digest, SetDigest { name: "none".to_owned(), positions: 0, blake3: nothing }]);
        }
        let (_, test) = sets::load(&self.settings.test)?;
        Ok([digest, test])
    }

    /// Builds the fitness of the test set, which is empty if searches or options evolve. The other measures are games.
    fn build(&mut self, _: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        if context.outline.starts_alone() {
            return Ok(Built { fitness: Box::new(NoItems), warning: None });
        }
        self.test.build(SetRole::Test, context)
    }
}
