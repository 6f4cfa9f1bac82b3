//! The organisms of the open session: planted ones, those of the generation shown, and the champion.

use super::{Asked, Evolution};
use crate::job::report::Plant;
use crate::objectives::confirmation::Confirmation;
use crate::organism::chromosome::Chromosome;
use crate::session::PlantEntry;
use crate::tui::curve::Point;
use crate::tui::prelude::*;
use crate::tui::subject::Origin;

/// The length of a run, in generations, that is too short to say that it no longer improves.
const SHORT: u32 = 20;

impl Evolution {
    /// Returns the next generation of the run shown if an organism will be planted in it.
    pub(crate) fn pending_plant(&self) -> Option<u32> {
        let newest = self.latest()?;
        let waits = |plant: &&PlantEntry| plant.run == newest.run && self.is_unborn(plant);
        self.plants.iter().rev().find(waits).map(|plant| plant.generation)
    }

    /// Notes that the job is asked to plant an organism, or to withdraw it.
    pub(crate) fn ask(&mut self, plant: Plant, withdraws: bool) {
        self.asked.push(Asked { plant, withdraws });
    }

    /// Notes that the job has answered the oldest request about an organism.
    pub(super) fn answered(&mut self, chromosome: &Chromosome) {
        let found = self.asked.iter().position(|asked| asked.plant.chromosome == *chromosome);
        found.into_iter().for_each(|at| drop(self.asked.remove(at)));
    }

    /// Returns whether the generation of a planted organism is not measured yet.
    fn is_unborn(&self, plant: &PlantEntry) -> bool {
        let newest = self.runs.get(plant.run as usize).and_then(|run| run.latest.as_ref());
        newest.is_none_or(|newest| newest.generation < plant.generation)
    }

    /// Returns the planted organisms that are not born yet and can be withdrawn, oldest first.
    pub(crate) fn unborn(&self) -> Vec<Plant> {
        let recorded = self.plants.iter().filter(|plant| self.is_unborn(plant));
        let recorded =
            recorded.map(|plant| Plant { chromosome: plant.chromosome.clone(), name: plant.name.clone() });
        let mut unborn: Vec<Plant> = recorded.collect();
        for Asked { plant, withdraws } in &self.asked {
            let found = unborn.iter().rposition(|known| known.chromosome == plant.chromosome);
            match (withdraws, found) {
                (true, Some(at)) => drop(unborn.remove(at)),
                (false, None) => unborn.push(plant.clone()),
                _ => {}
            }
        }
        unborn
    }

    /// Returns the latest generation in which an organism was planted and born.
    pub(crate) fn born(&self, chromosome: &Chromosome) -> Option<u32> {
        let of_organism = |plant: &&PlantEntry| plant.chromosome == *chromosome && !self.is_unborn(plant);
        self.plants.iter().rev().find(of_organism).map(|plant| plant.generation)
    }

    /// Returns the generation shown: an earlier one, or the newest.
    pub(crate) fn record(&self) -> Option<&Arc<GenerationRecord>> {
        let earlier = self.earlier.as_ref().filter(|record| record.run as usize == self.shown);
        earlier.or_else(|| self.latest())
    }

    /// Returns the organism at a place of the generation shown.
    pub(crate) fn organism(&self, place: usize) -> Option<ShownOrganism> {
        self.organism_in(self.record()?, place)
    }

    /// Returns the champion: the organism that games confirmed, or the fittest of the newest generation.
    pub(crate) fn champion(&self) -> Option<ShownOrganism> {
        self.organism_in(self.latest()?, self.champion_place())
    }

    /// Returns the champion of the generation shown: while the newest one is shown, see [`Evolution::champion`].
    pub(crate) fn shown_champion(&self) -> Option<ShownOrganism> {
        let earlier = self.viewed_generation().filter(|_| self.looking_back());
        let earlier = earlier.and_then(|generation| self.champion_at(self.run()?.curve.at(generation)?));
        earlier.or_else(|| self.champion())
    }

    /// Returns the fittest organism of a generation of the run shown.
    pub(crate) fn champion_at(&self, point: &Point) -> Option<ShownOrganism> {
        let schema = self.schema.as_ref().filter(|schema| schema.len() == point.champion_values.len())?;
        Some(ShownOrganism {
            origin: Origin::Population {
                session: self.folder.clone(),
                run: self.shown as u32,
                generation: point.generation,
                place: 0,
            },
            score: Some(point.spread.best),
            schema: Arc::clone(schema),
            values: point.champion_values.clone(),
            searches: Vec::new(),
            evaluation: self.evaluation.clone(),
        })
    }

    /// Returns the generation in which the run shown improved for the last time, if that is at least half of its length ago
    /// and it still goes on. Scores of games depend on the opponents of a generation, so they say nothing of this.
    pub(crate) fn stagnant_since(&self) -> Option<u32> {
        let run = self.run().filter(|run| run.result.is_none())?;
        let is_comparable = self.settings.as_ref()?.objective.settings().properties().play.is_none();
        let (newest, since) = (run.latest.as_ref()?.generation, run.curve.last_gain()?);
        (is_comparable && newest >= SHORT && newest - since >= newest / 2).then_some(since)
    }

    /// Returns the champion's place in the newest generation.
    pub(crate) fn champion_place(&self) -> usize {
        self.confirmed_place().unwrap_or(0)
    }

    /// Returns the games that selected the champion of the run shown, once they are played.
    pub(crate) fn confirmation(&self) -> Option<&Confirmation> {
        self.run()?.result.as_ref()?.details.confirmation()
    }

    fn confirmed_place(&self) -> Option<usize> {
        let confirmation = self.confirmation()?;
        confirmation.players.get(confirmation.champion())?.place.map(|place| place as usize)
    }

    /// Returns the origin of the champion, if games confirmed it.
    pub(crate) fn confirmed(&self) -> Option<Origin> {
        Some(self.origin(self.latest()?, self.confirmed_place()?))
    }

    /// Returns the organism at a place of a generation.
    pub(crate) fn organism_in(&self, record: &GenerationRecord, place: usize) -> Option<ShownOrganism> {
        let (schema, evaluation) = (self.schema.as_ref()?, self.evaluation.clone());
        ShownOrganism::from_record(record, place, &self.folder, schema, evaluation)
    }

    fn origin(&self, record: &GenerationRecord, place: usize) -> Origin {
        let session = self.folder.clone();
        Origin::Population { session, run: record.run, generation: record.generation, place }
    }

    /// Returns whether an organism is at this place of the generation shown.
    pub(crate) fn is_at(&self, organism: &ShownOrganism, place: usize) -> bool {
        self.record().is_some_and(|record| organism.origin == self.origin(record, place))
    }
}
