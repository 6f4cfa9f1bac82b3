//! The data that the screen shows, read from the model once per frame: values, diversity and convergence.

use std::sync::Arc;

use super::{Locus, State};
use crate::engine::schema::{Parameter, Schema};
use crate::evolution::record::{GenerationRecord, Individual};
use crate::organism::chromosome::Chromosome;
use crate::tui::curve::Point;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;
use crate::tui::subject::{Origin, ShownOrganism};

/// The standard deviation of a uniform distribution as a share of its range: the diversity of random genes.
const RANDOM: f32 = 0.288_675;

/// The smallest change of diversity that counts as a trend.
const STEADY: f32 = 0.01;

/// The number of generations over which the trend is computed.
const TREND: u32 = 10;

/// The convergence of a parameter since generation 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Convergence {
    /// Less than a quarter of generation 0's diversity is left.
    Settled,
    /// Less than three quarters of it is left.
    Drifting,
    /// At least three quarters of it is left.
    Random,
}

impl Convergence {
    pub(super) fn label(self) -> &'static str {
        match self {
            Convergence::Settled => "settled",
            Convergence::Drifting => "drifting",
            Convergence::Random => "random",
        }
    }
}

/// The change of a parameter's diversity over the last generations.
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

    pub(super) fn label(self) -> &'static str {
        match self {
            Trend::Narrowing => "narrowing",
            Trend::Steady => "steady",
            Trend::Widening => "widening",
        }
    }
}

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
    /// For each parameter, the first bit of its gene.
    offsets: Vec<usize>,
}

impl<'a> Sheet<'a> {
    /// Reads the model; returns `None` without a session and a subject.
    pub(super) fn new(state: &'a State, model: &'a Model) -> Option<Sheet<'a>> {
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
            .scan(0, |at, spec| {
                let first = *at;
                *at += usize::from(spec.bits);
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

    pub(super) fn spec(&self, parameter: usize) -> Option<&Parameter> {
        self.schema.parameters.get(parameter)
    }

    fn name(&self, parameter: usize) -> &str {
        self.spec(parameter).map_or("", |spec| &spec.name)
    }

    pub(super) fn subject_value(&self, parameter: usize) -> Option<i32> {
        self.subject.as_ref()?.value(self.name(parameter))
    }

    /// Returns the subject's value before the edit, if the value was edited.
    pub(super) fn before_edit(&self, parameter: usize) -> Option<i32> {
        let draft = self.model.selection.draft.as_ref()?;
        let name = self.name(parameter);
        draft.base().value(name).filter(|old| draft.now().value(name) != Some(*old))
    }

    pub(super) fn rival_value(&self, parameter: usize) -> Option<i32> {
        self.model.rival()?.value(self.name(parameter))
    }

    /// Returns the value in the organism that a paper publishes; 0 is the newest paper.
    pub(super) fn paper_value(&self, paper: usize, parameter: usize) -> Option<i32> {
        self.model.choices.papers.get(paper)?.value(self.name(parameter))
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

    /// Returns the index of a gene's first bit on the chromosome.
    pub(super) fn first_bit(&self, parameter: usize) -> usize {
        self.offsets.get(parameter).copied().unwrap_or(0)
    }

    /// Returns the index of a row's bit on the chromosome.
    pub(super) fn bit(&self, locus: Locus) -> Option<usize> {
        Some(self.first_bit(locus.parameter) + locus.bit?)
    }

    /// Returns the chromosome of an organism, if the organism has the displayed schema.
    pub(super) fn chromosome(&self, organism: &ShownOrganism) -> Option<Chromosome> {
        (organism.schema == self.schema).then(|| Chromosome::encode(&self.schema, &organism.values))?
    }

    fn evolves(&self, parameter: usize) -> bool {
        self.spec(parameter).is_some_and(|spec| spec.bits > 0)
    }

    /// Returns a parameter's diversity in the displayed generation: standard deviation divided by range.
    pub(super) fn diversity(&self, parameter: usize) -> Option<f32> {
        self.record?.parameter_diversity.get(parameter).copied().filter(|_| self.evolves(parameter))
    }

    /// Returns a parameter's diversity in generation 0, or that of random genes if it is not recorded.
    pub(super) fn diversity_at_first(&self, parameter: usize) -> f32 {
        let first = self.points.first().filter(|point| point.generation == 0);
        let known = first.and_then(|point| point.parameter_diversity.get(parameter));
        known.copied().filter(|share| *share > 0.01).unwrap_or(RANDOM)
    }

    /// Returns the share of generation 0's diversity that was lost, 0 to 1.
    pub(super) fn settled(&self, locus: Locus) -> Option<f64> {
        let (now, first) = match self.bit(locus) {
            Some(bit) => (*self.record?.bit_diversity.get(bit)?, 0.5),
            None => (self.diversity(locus.parameter)?, self.diversity_at_first(locus.parameter)),
        };
        Some((1.0 - f64::from(now) / f64::from(first)).clamp(0.0, 1.0))
    }

    /// Classifies the share of diversity that was lost.
    pub(super) fn convergence(&self, locus: Locus) -> Option<Convergence> {
        self.settled(locus).map(|share| match share {
            0.75.. => Convergence::Settled,
            0.25.. => Convergence::Drifting,
            _ => Convergence::Random,
        })
    }

    /// Returns the trend of the diversity over the last [`TREND`] generations.
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

    /// Returns the distance between the champion's value now and in generation 0, as a share of the range.
    pub(super) fn moved(&self, parameter: usize) -> Option<f64> {
        let at = |point: &&Point| self.share(parameter, *point.champion_values.get(parameter)?);
        Some((at(self.points.last()?)? - at(self.points.first()?)?).abs())
    }

    /// Returns the index and the point of the generation under the cursor.
    pub(super) fn point(&self) -> Option<(usize, &'a Point)> {
        let last = self.points.len().checked_sub(1)?;
        let index = self.state.generation.map_or(last, |generation| {
            self.points.partition_point(|point| point.generation < generation).min(last)
        });
        Some((index, self.points[index]))
    }

    pub(super) fn organism(&self) -> Option<ShownOrganism> {
        let open = self.open?;
        if self.state.map != super::Map::Generations {
            return open.organism(self.place());
        }
        let (_, point) = self.point()?;
        let origin = Origin::Population {
            session: open.folder.clone(),
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

    /// Returns whether the organism under the cursor is the champion, which is the default subject.
    pub(super) fn at_champion(&self) -> bool {
        let newest = self.open.and_then(|open| open.latest()).map(|record| record.generation);
        match self.state.map {
            super::Map::Generations => self.point().map(|(_, point)| point.generation) == newest,
            _ => self.place() == 0 && self.record.map(|record| record.generation) == newest,
        }
    }

    /// Returns the place under the cursor, limited by the size of the population.
    pub(super) fn place(&self) -> usize {
        self.state.place.min(self.organisms().len().saturating_sub(1))
    }
}
