//! The data that the screen shows, read from the model once per frame: values, diversity and convergence.

use std::rc::Rc;

use super::{Locus, Map, State};
use crate::engine::schema::{Parameter, Schema};
use crate::evolution::record::{GenerationRecord, Individual};
use crate::explain::family::Origin;
use crate::organism::chromosome::Chromosome;
use crate::tui::curve::Point;
use crate::tui::prelude::*;

/// The standard deviation of a uniform distribution as a share of its range: the diversity of random genes.
const RANDOM: f32 = 0.288_675;

/// What the share of diversity that was lost is called, and the limits between the words.
const WORDS: [&str; 3] = ["random", "drifting", "settled"];
const LIMITS: [f64; 2] = [0.25, 0.75];
/// How far beyond a limit the word changes.
const BAND: f64 = 0.05;

/// The smallest change of diversity that counts as a trend.
const STEADY: f32 = 0.01;

/// The number of generations over which the trend is computed.
const TREND: u32 = 10;

/// The data of one frame.
pub(super) struct Sheet<'a> {
    pub(super) state: &'a State,
    pub(super) model: &'a Model,
    pub(super) open: Option<&'a Evolution>,
    /// The schema whose parameters are the rows.
    pub(super) schema: Arc<Schema>,
    pub(super) subject: Option<ShownOrganism>,
    /// The displayed generation, if its chromosomes fit the schema.
    pub(super) record: Option<&'a GenerationRecord>,
    /// The history of the displayed run.
    pub(super) points: Vec<&'a Point>,
}

impl<'a> Sheet<'a> {
    /// Reads the model; returns `None` without a session and a subject.
    pub(super) fn new(state: &'a State, model: &'a Model) -> Option<Rc<Sheet<'a>>> {
        let open = model.evolution.as_ref();
        let subject = model.subject();
        let of_subject = || subject.as_ref().map(|subject| Arc::clone(&subject.schema));
        let schema = open.and_then(|open| open.schema.clone()).or_else(of_subject)?;
        let bits = schema.bits();
        let fits = |record: &&GenerationRecord| {
            record.population.iter().all(|organism| organism.chromosome.len() == bits)
        };
        let record = open.and_then(|open| open.record()).map(|record| record.as_ref()).filter(fits);
        let points = open.and_then(|open| open.run()).map(|run| run.curve.points().collect());
        let points = points.unwrap_or_default();
        Some(Rc::new(Sheet { state, model, open, schema, subject, record, points }))
    }

    pub(super) fn spec(&self, parameter: usize) -> Option<&Parameter> {
        self.schema.parameters.get(parameter)
    }

    /// Returns whether the genes have bits for a parameter, so that it is not fixed.
    pub(super) fn evolves(&self, parameter: usize) -> bool {
        self.spec(parameter).is_some_and(|spec| spec.bits > 0)
    }

    pub(super) fn name(&self, parameter: usize) -> &str {
        self.spec(parameter).map_or("", |spec| &spec.name)
    }

    /// Returns an organism's value of a parameter, or its bit, if the organism has the displayed schema.
    fn value(&self, organism: Option<&ShownOrganism>, locus: Locus) -> Option<i32> {
        let organism = organism?;
        let Some(bit) = self.bit(locus) else { return organism.value(self.name(locus.parameter)) };
        let has_bits = organism.schema == self.schema;
        let chromosome = has_bits.then(|| Chromosome::encode(&self.schema, &organism.values))??;
        Some(i32::from(chromosome.bit(bit)))
    }

    pub(super) fn subject_value(&self, locus: Locus) -> Option<i32> {
        self.value(self.subject.as_ref(), locus)
    }

    pub(super) fn rival_value(&self, locus: Locus) -> Option<i32> {
        self.value(self.model.rival(), locus)
    }

    /// Returns the value in the organism that a paper publishes, which has no bits; 0 is the newest paper.
    pub(super) fn paper_value(&self, paper: usize, locus: Locus) -> Option<i32> {
        let paper = self.model.choices.papers.get(paper).filter(|_| locus.bit.is_none())?;
        paper.value(self.name(locus.parameter))
    }

    /// Returns the subject's value before the edit, if the value was edited.
    pub(super) fn before_edit(&self, locus: Locus) -> Option<i32> {
        let draft = self.model.selection.draft.as_ref().filter(|_| locus.bit.is_none())?;
        let name = self.name(locus.parameter);
        draft.base().value(name).filter(|old| draft.now().value(name) != Some(*old))
    }

    /// Returns the position of a value in its parameter's range, 0 to 1; `None` for a fixed parameter.
    pub(super) fn share(&self, parameter: usize, value: i32) -> Option<f64> {
        let (low, high) = self.spec(parameter)?.range;
        (low < high).then(|| (f64::from(value) - f64::from(low)) / (f64::from(high) - f64::from(low)))
    }

    /// Returns the organisms of the displayed generation, fittest first.
    pub(super) fn organisms(&self) -> &'a [Individual] {
        self.record.map_or(&[], |record| &record.population)
    }

    /// Returns the index of a row's bit on the chromosome.
    pub(super) fn bit(&self, locus: Locus) -> Option<usize> {
        let before = self.schema.parameters.iter().take(locus.parameter);
        Some(before.map(|spec| usize::from(spec.bits)).sum::<usize>() + locus.bit?)
    }

    /// Returns the diversity of a parameter in the displayed generation, which is its standard deviation divided by its
    /// range, or that of a bit.
    pub(super) fn diversity(&self, locus: Locus) -> Option<f32> {
        let share = match self.bit(locus) {
            Some(bit) => self.record?.bit_diversity.get(bit),
            None => self.record?.parameter_diversity.get(locus.parameter),
        };
        share.copied().filter(|_| self.evolves(locus.parameter))
    }

    /// Returns the diversity in generation 0, or that of random genes if it is not recorded.
    pub(super) fn diversity_at_first(&self, locus: Locus) -> f32 {
        if locus.bit.is_some() {
            return 0.5;
        }
        let first = self.points.first().filter(|point| point.generation == 0);
        let known = first.and_then(|point| point.parameter_diversity.get(locus.parameter));
        known.copied().filter(|share| *share > 0.01).unwrap_or(RANDOM)
    }

    /// Returns the share of generation 0's diversity that was lost, 0 to 1.
    pub(super) fn settled(&self, locus: Locus) -> Option<f64> {
        Some(lost(self.diversity(locus)?, self.diversity_at_first(locus)))
    }

    /// Describes the share of a parameter's diversity that was lost. The word changes only where the share is beyond the
    /// limit by [`BAND`], so that it does not flicker from generation to generation.
    pub(super) fn convergence(&self, parameter: usize) -> Option<&'static str> {
        let locus = Locus { parameter, bit: None };
        let (first, now) = (self.diversity_at_first(locus), self.settled(locus)?);
        let shown = self.record?.generation;
        let before = self.points.iter().take_while(|point| point.generation < shown);
        let shares = before.filter_map(|point| Some(lost(*point.parameter_diversity.get(parameter)?, first)));
        WORDS.get(steady_word(shares.chain([now]))).copied()
    }

    /// Returns the name of the trend of a parameter's diversity over the last [`TREND`] generations.
    pub(super) fn trend(&self, parameter: usize) -> Option<&'static str> {
        let record = self.record.filter(|_| self.evolves(parameter))?;
        let (now, shown) = (record.parameter_diversity.get(parameter)?, record.generation);
        let before = self.points.partition_point(|point| point.generation.saturating_add(TREND) <= shown);
        let before = self.points.get(before.saturating_sub(1)).filter(|point| point.generation < shown)?;
        let change = now - before.parameter_diversity.get(parameter)?;
        Some(match change {
            _ if change.abs() < STEADY => "steady",
            ..0.0 => "narrowing",
            _ => "widening",
        })
    }

    /// Returns the distance between the champion's value now and in generation 0, as a share of the range.
    pub(super) fn moved(&self, locus: Locus) -> Option<f64> {
        let at = |point: &&Point| self.share(locus.parameter, *point.champion_values.get(locus.parameter)?);
        Some((at(self.points.last()?)? - at(self.points.first()?)?).abs())
    }

    /// Returns the number of organisms or generations in the heatmap.
    pub(super) fn len(&self) -> usize {
        match self.state.map {
            Map::Generations => self.points.len(),
            Map::Organisms | Map::Bits | Map::Origins => self.organisms().len(),
        }
    }

    /// Returns the origins of the values of the displayed generation's organisms, once they are read.
    pub(super) fn origins(&self) -> Option<Result<&'a [Vec<Origin>], &'a str>> {
        let (request, found) = self.state.origins.as_ref()?;
        let record = self.record.filter(|record| {
            (record.run, record.generation) == (request.run, request.generation)
                && self.open.is_some_and(|open| open.folder == request.folder)
        });
        record?;
        Some(found.as_ref()?.as_ref().map(|origins| origins.as_slice()).map_err(String::as_str))
    }

    /// Returns the index of the organism or the generation under the cursor.
    pub(super) fn at(&self) -> Option<usize> {
        let last = self.len().checked_sub(1)?;
        let before = |generation| self.points.partition_point(|point| point.generation < generation);
        Some(match self.state.map {
            Map::Generations => self.state.generation.map_or(last, before).min(last),
            Map::Organisms | Map::Bits | Map::Origins => self.state.place.min(last),
        })
    }

    /// Returns the generation at an index, for the cursor; `None` for the newest, which the cursor follows.
    pub(super) fn generation(&self, index: usize) -> Option<u32> {
        self.points.get(index).filter(|_| index + 1 < self.points.len()).map(|point| point.generation)
    }

    /// Returns the generation under the cursor in the heatmap of generations.
    pub(super) fn point(&self) -> Option<&'a Point> {
        self.points.get(self.at()?).copied()
    }

    /// Returns the organism under the cursor.
    pub(super) fn organism(&self) -> Option<ShownOrganism> {
        let open = self.open?;
        if self.state.map != Map::Generations {
            return open.organism(self.at().unwrap_or(0));
        }
        open.champion_at(self.point()?)
    }

    /// Returns whether the organism under the cursor is the champion, which is the default subject.
    pub(super) fn at_champion(&self) -> bool {
        let newest = self.open.and_then(|open| open.latest()).map(|record| record.generation);
        match self.state.map {
            Map::Generations => self.point().map(|point| point.generation) == newest,
            Map::Organisms | Map::Bits | Map::Origins => {
                self.at().is_none_or(|at| at == 0) && self.record.map(|record| record.generation) == newest
            }
        }
    }
}

/// Returns the share of the first diversity that was lost.
fn lost(now: f32, first: f32) -> f64 {
    (1.0 - f64::from(now) / f64::from(first)).clamp(0.0, 1.0)
}

/// Returns the index of the word for the last of these shares of the diversity that were lost. It follows a share only as
/// far as that is beyond a limit by [`BAND`].
fn steady_word(shares: impl Iterator<Item = f64>) -> usize {
    let word = |share: f64| LIMITS.iter().filter(|limit| share >= **limit).count();
    shares.fold(0, |at, share| at.clamp(word(share - BAND), word(share + BAND)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_changes_only_beyond_the_band() {
        let word = |distances: &[f64]| steady_word(distances.iter().map(|distance| LIMITS[0] + distance));
        assert_eq!(word(&[0.04]), 0);
        assert_eq!(word(&[0.06]), 1);
        assert_eq!(word(&[0.06, -0.04, 0.01]), 1, "it does not flicker");
        assert_eq!(word(&[0.06, -0.06]), 0);
    }
}
