//! What the screen shows, read from the model once a frame: values, diversity, how far a parameter settled.

use std::sync::Arc;

use super::{Locus, State};
use crate::engine::schema::{Parameter, Schema};
use crate::evolution::record::{GenerationRecord, Individual};
use crate::organism::chromosome::Chromosome;
use crate::tui::curve::Point;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;
use crate::tui::subject::{Origin, ShownOrganism};

/// The standard deviation of values spread evenly, over their range: what random genes have.
const RANDOM: f32 = 0.288_675;

/// A change of diversity below this is none.
const STEADY: f32 = 0.01;

/// How many generations back the trend looks.
const TREND: u32 = 10;

/// How far a parameter settled since generation 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Convergence {
    /// Less than a quarter of generation 0's diversity is left.
    Settled,
    /// Less than three quarters.
    Drifting,
    /// As good as all.
    Random,
}

impl Convergence {
    pub(super) fn word(self) -> &'static str {
        match self {
            Convergence::Settled => "settled",
            Convergence::Drifting => "drifting",
            Convergence::Random => "random",
        }
    }
}

/// Where the diversity of a parameter went over the last generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trend {
    Narrowing,
    Steady,
    Widening,
}

impl Trend {
    pub(super) fn mark(self) -> &'static str {
        match self {
            Trend::Narrowing => "▼",
            Trend::Steady => "·",
            Trend::Widening => "▲",
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Trend::Narrowing => "narrowing",
            Trend::Steady => "steady",
            Trend::Widening => "widening",
        }
    }
}

/// What the screen shows.
pub(super) struct Sheet<'a> {
    pub(super) state: &'a State,
    pub(super) model: &'a Model,
    pub(super) open: Option<&'a Evolution>,
    /// What the rows are.
    pub(super) schema: Arc<Schema>,
    pub(super) subject: Option<ShownOrganism>,
    /// The generation shown, where its chromosomes fit the schema.
    pub(super) record: Option<&'a GenerationRecord>,
    /// The history of the run shown.
    pub(super) points: Vec<&'a Point>,
    /// For each parameter, the first bit of its gene.
    offsets: Vec<usize>,
}

impl<'a> Sheet<'a> {
    /// None where there is neither a session nor a subject.
    pub(super) fn of(state: &'a State, model: &'a Model) -> Option<Sheet<'a>> {
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
        let offsets = schema
            .parameters
            .iter()
            .scan(0, |at, known| {
                let first = *at;
                *at += usize::from(known.bits);
                Some(first)
            })
            .collect();
        Some(Sheet {
            state,
            model,
            open,
            schema,
            subject,
            record,
            points: points.unwrap_or_default(),
            offsets,
        })
    }

    pub(super) fn known(&self, parameter: usize) -> Option<&Parameter> {
        self.schema.parameters.get(parameter)
    }

    fn name(&self, parameter: usize) -> &str {
        self.known(parameter).map_or("", |known| &known.name)
    }

    pub(super) fn subject_value(&self, parameter: usize) -> Option<i32> {
        self.subject.as_ref()?.value(self.name(parameter))
    }

    /// The subject's value before it was edited, where it was.
    pub(super) fn before_edit(&self, parameter: usize) -> Option<i32> {
        let draft = self.model.selection.draft.as_ref()?;
        let name = self.name(parameter);
        draft.base().value(name).filter(|old| draft.now().value(name) != Some(*old))
    }

    pub(super) fn rival_value(&self, parameter: usize) -> Option<i32> {
        self.model.rival()?.value(self.name(parameter))
    }

    /// The value in the organism a paper prints, the newest paper being 0.
    pub(super) fn paper_value(&self, paper: usize, parameter: usize) -> Option<i32> {
        self.model.choices.papers.get(paper)?.value(self.name(parameter))
    }

    /// A value within its parameter's range, 0 to 1; none where the parameter is fixed.
    pub(super) fn share(&self, parameter: usize, value: i32) -> Option<f64> {
        let (low, high) = self.known(parameter)?.range;
        (low < high).then(|| (f64::from(value) - f64::from(low)) / (f64::from(high) - f64::from(low)))
    }

    /// The organisms of the generation shown, fittest first.
    pub(super) fn organisms(&self) -> &'a [Individual] {
        self.record.map_or(&[], |record| &record.population)
    }

    /// The first bit of a gene, on the chromosome.
    pub(super) fn first_bit(&self, parameter: usize) -> usize {
        self.offsets.get(parameter).copied().unwrap_or(0)
    }

    /// The bit of a row on the chromosome.
    pub(super) fn bit(&self, locus: Locus) -> Option<usize> {
        Some(self.first_bit(locus.parameter) + locus.bit?)
    }

    /// The bits of an organism of this schema.
    pub(super) fn chromosome(&self, organism: &ShownOrganism) -> Option<Chromosome> {
        (organism.schema == self.schema).then(|| Chromosome::encode(&self.schema, &organism.values))?
    }

    fn free(&self, parameter: usize) -> bool {
        self.known(parameter).is_some_and(|known| known.bits > 0)
    }

    /// The standard deviation over the range of a parameter, in the generation shown.
    pub(super) fn diversity(&self, parameter: usize) -> Option<f32> {
        self.record?.parameter_diversity.get(parameter).copied().filter(|_| self.free(parameter))
    }

    /// The same in generation 0; that of random genes where it is not known.
    pub(super) fn diversity_at_first(&self, parameter: usize) -> f32 {
        let first = self.points.first().filter(|point| point.generation == 0);
        let known = first.and_then(|point| point.parameter_diversity.get(parameter));
        known.copied().filter(|share| *share > 0.01).unwrap_or(RANDOM)
    }

    /// The share of generation 0's diversity that is gone, 0 to 1.
    pub(super) fn settled(&self, locus: Locus) -> Option<f64> {
        let (now, first) = match self.bit(locus) {
            Some(bit) => (*self.record?.bit_diversity.get(bit)?, 0.5),
            None => (self.diversity(locus.parameter)?, self.diversity_at_first(locus.parameter)),
        };
        Some((1.0 - f64::from(now) / f64::from(first)).clamp(0.0, 1.0))
    }

    /// The same as one of three words.
    pub(super) fn convergence(&self, locus: Locus) -> Option<Convergence> {
        self.settled(locus).map(|share| match share {
            0.75.. => Convergence::Settled,
            0.25.. => Convergence::Drifting,
            _ => Convergence::Random,
        })
    }

    /// Where the diversity went over the last ten generations.
    pub(super) fn trend(&self, parameter: usize) -> Option<Trend> {
        let now = self.diversity(parameter)?;
        let shown = self.record?.generation;
        let before = self.points.partition_point(|point| point.generation.saturating_add(TREND) <= shown);
        let before = self.points.get(before.saturating_sub(1)).filter(|point| point.generation < shown)?;
        let change = now - before.parameter_diversity.get(parameter)?;
        Some(match change {
            _ if change.abs() < STEADY => Trend::Steady,
            ..0.0 => Trend::Narrowing,
            _ => Trend::Widening,
        })
    }

    /// How far the best organism's value went since generation 0, in shares of its range.
    pub(super) fn moved(&self, parameter: usize) -> Option<f64> {
        let at = |point: &&Point| self.share(parameter, *point.champion_values.get(parameter)?);
        Some((at(self.points.last()?)? - at(self.points.first()?)?).abs())
    }

    /// The point of the history under the cursor.
    pub(super) fn point(&self) -> Option<(usize, &'a Point)> {
        let last = self.points.len().checked_sub(1)?;
        let index = self.state.generation.map_or(last, |generation| {
            self.points.partition_point(|point| point.generation < generation).min(last)
        });
        Some((index, self.points[index]))
    }

    /// The organism under the cursor.
    pub(super) fn organism(&self) -> Option<ShownOrganism> {
        let open = self.open?;
        if self.state.map != super::Map::Generations {
            return open.organism(self.place());
        }
        let (_, point) = self.point()?;
        let origin = Origin::Population {
            session: open.name(),
            run: open.shown as u32,
            generation: point.generation,
            place: 0,
        };
        (point.champion_values.len() == self.schema.len()).then(|| ShownOrganism {
            origin,
            score: Some(point.spread.best),
            schema: Arc::clone(&self.schema),
            values: point.champion_values.clone(),
            searches: Vec::new(),
            evaluation: open.evaluation.clone(),
        })
    }

    /// Whether the organism under the cursor is the champion, which is the subject where no other is chosen.
    pub(super) fn at_champion(&self) -> bool {
        let newest = self.open.and_then(|open| open.latest()).map(|record| record.generation);
        match self.state.map {
            super::Map::Generations => self.point().map(|(_, point)| point.generation) == newest,
            _ => self.place() == 0 && self.record.map(|record| record.generation) == newest,
        }
    }

    /// The place under the cursor; smaller than before where the population is.
    pub(super) fn place(&self) -> usize {
        self.state.place.min(self.organisms().len().saturating_sub(1))
    }
}
