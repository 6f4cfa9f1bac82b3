//! Which values of an organism matter: the score that other values lose, exact on the positions of the training set.

use std::path::Path;

use super::Error;
use crate::disagreement::with_value;
use crate::engine::schema::{Group, Schema};
use crate::evolution::fitness::{Fitness, measure};
use crate::experiment::Experiment;
use crate::figures::values::reported;
use crate::objectives::properties::Evolved;
use crate::objectives::source::{BuildContext, SetRole};
use crate::threads::{Interrupt, ThreadPool};

/// The number of pairs of parameters that are reported.
const PAIRS: usize = 10;
/// The largest number of values in a slice.
const SLICE: u32 = 64;
/// The largest number of values of each parameter of a landscape, besides the organism's own.
const SIDE: u32 = 24;
/// The number of parameters of which all pairs are measured.
const PAIRED: usize = 40;
/// The number of organisms that are measured at once. The interrupt is checked between them.
const BATCH: usize = 512;

/// Measures organisms on the whole training set of an experiment.
pub struct Probe<'a> {
    fitness: Box<dyn Fitness>,
    pool: &'a ThreadPool,
    /// The number of training positions.
    positions: u64,
}

/// Prepares the training set of an experiment, if its objective measures evaluations exactly and without games. Returns the
/// fitness on it and the number of its positions. `cache` is the folder of quiescence trees, `None` for the default one.
pub(super) fn training_set(
    experiment: &Experiment,
    cache: Option<&Path>,
    pool: &ThreadPool,
    progress: &(dyn Fn(u64, u64) + Sync),
    interrupt: &Interrupt,
) -> Result<(Box<dyn Fitness>, u64), Error> {
    let objective = experiment.objective.settings();
    let properties = objective.properties();
    let is_exact = properties.play.is_none() && properties.measures.contains(&Evolved::Evaluations);
    if !is_exact || experiment.target.engine().is_some() {
        return Err(Error::NotExact(experiment.objective.formula()));
    }
    let mut source = objective.source();
    let [train, _] = source.load(&experiment.outline())?;
    let context =
        BuildContext { cache, progress, ..BuildContext::new(experiment.outline(), pool, interrupt) };
    Ok((source.build(SetRole::Train, &context)?.fitness, train.positions))
}

/// What replaces a value to see how much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// The median of the population.
    Median(i32),
    /// 0, or the value of the range that is nearest to it.
    Zero(i32),
    /// The value that the paper prints.
    Paper(i32),
}

impl Replacement {
    /// Returns the value.
    #[must_use]
    pub fn value(self) -> i32 {
        match self {
            Replacement::Median(value) | Replacement::Zero(value) | Replacement::Paper(value) => value,
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Replacement::Median(_) => "median",
            Replacement::Zero(_) => "zero",
            Replacement::Paper(_) => "paper",
        }
    }
}

/// How much a parameter matters.
#[derive(Debug, Clone, PartialEq)]
pub struct Importance {
    /// The index of the parameter in the schema.
    pub parameter: usize,
    /// The value of the organism.
    pub value: i32,
    /// The scores with the value replaced.
    pub replaced: Vec<(Replacement, u64)>,
    /// The scores over the range, by ascending value; the organism's own value is among them.
    pub slice: Vec<(i32, u64)>,
}

impl Importance {
    /// Returns the difference between the best and the worst score of the slice.
    #[must_use]
    pub fn span(&self) -> u64 {
        let scores = || self.slice.iter().map(|(_, score)| *score);
        scores().max().unwrap_or(0) - scores().min().unwrap_or(0)
    }

    /// Returns the best score of the slice, and the value that has it, the nearest to the organism's own.
    #[must_use]
    pub fn best(&self) -> (i32, u64) {
        let best =
            self.slice.iter().max_by_key(|(value, score)| (*score, -i64::from(value.abs_diff(self.value))));
        best.copied().unwrap_or((self.value, 0))
    }
}

/// Two parameters that matter together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The indices of the parameters, the smaller first.
    pub parameters: [usize; 2],
    /// The score lost with both replaced by the medians, minus those lost with each alone. If it is positive, each makes up
    /// for the loss of the other; if it is negative, they lose the same.
    pub interaction: i64,
}

/// How much the parameters of a group matter together.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupImportance {
    /// The group.
    pub group: Group,
    /// The number of its parameters that can evolve.
    pub parameters: usize,
    /// The scores with all their values replaced.
    pub replaced: Vec<(&'static str, u64)>,
}

/// The scores of an organism over the ranges of two parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Landscape {
    /// The values of the first parameter, ascending; the organism's own is among them.
    pub first: Vec<i32>,
    /// The values of the second.
    pub second: Vec<i32>,
    /// The scores, for each value of the first parameter those of all values of the second.
    pub scores: Vec<Vec<u64>>,
}

/// The importance of all parameters of an organism.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// The score of the organism on the whole training set.
    pub score: u64,
    /// The standard error of the score, if the score is a number of positions: that of a binomial distribution.
    pub standard_error: Option<f64>,
    /// The parameters, the most important first: by the score lost with the population's median.
    pub parameters: Vec<Importance>,
    /// The pairs with the strongest interaction, the strongest first, among the most important parameters.
    pub pairs: Vec<Pair>,
    /// The groups of parameters, the most important first.
    pub groups: Vec<GroupImportance>,
}

impl Ranking {
    /// Returns the score that an organism loses with another one.
    #[must_use]
    pub fn loss(&self, score: u64) -> i64 {
        self.score as i64 - score as i64
    }

    /// Returns whether a parameter is free: its whole range changes the score by less than a standard error.
    #[must_use]
    pub fn is_free(&self, importance: &Importance) -> bool {
        self.standard_error.is_some_and(|error| (importance.span() as f64) < error)
    }
}

impl<'a> Probe<'a> {
    /// Prepares the training set of an experiment. `cache` is the folder of quiescence trees, `None` for the default one.
    ///
    /// # Errors
    /// Returns an error if the objective plays games or searches, if the positions cannot be read, or if the interrupt was
    /// raised.
    pub fn new(
        experiment: &Experiment,
        cache: Option<&Path>,
        pool: &'a ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Probe<'a>, Error> {
        let (fitness, positions) = training_set(experiment, cache, pool, progress, interrupt)?;
        Ok(Probe { fitness, pool, positions })
    }

    /// Measures organisms.
    fn measure(
        &self,
        organisms: &[Vec<i32>],
        done: &mut u64,
        report: &dyn Fn(u64),
        interrupt: &Interrupt,
    ) -> Result<Vec<u64>, Error> {
        let mut scores = Vec::with_capacity(organisms.len());
        for batch in organisms.chunks(BATCH) {
            scores.extend(measure(&*self.fitness, self.pool, batch, interrupt).ok_or(Error::Interrupted)?);
            *done += batch.len() as u64;
            report(*done);
        }
        Ok(scores)
    }

    /// Ranks the parameters of an organism as [`Probe::rank`] does, with the medians of a population, the values that the paper
    /// prints, and the `PAIRS` strongest pairs.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    pub fn rank_in(
        &self,
        experiment: &Experiment,
        values: &[i32],
        population: &[Vec<i32>],
        progress: &dyn Fn(u64, u64),
        interrupt: &Interrupt,
    ) -> Result<Ranking, Error> {
        let paper = reported(experiment.schema());
        let others = (&*medians(population), paper.as_ref().map(|paper| paper.values.as_slice()));
        self.rank(experiment, values, others, PAIRS, progress, interrupt)
    }

    /// Ranks the parameters of an organism. `median` are the medians of its population; `paper` the values that the paper
    /// prints, if it prints values of these parameters. `strongest` is the number of pairs. `progress` receives the number
    /// of measured organisms and of all.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    pub fn rank(
        &self,
        experiment: &Experiment,
        values: &[i32],
        (median, paper): (&[i32], Option<&[i32]>),
        strongest: usize,
        progress: &dyn Fn(u64, u64),
        interrupt: &Interrupt,
    ) -> Result<Ranking, Error> {
        let schema = experiment.schema();
        let mut organisms = vec![values.to_vec()];
        let mut importances = Vec::new();
        for (parameter, spec) in schema.parameters.iter().enumerate() {
            let (low, high) = spec.range;
            if low == high {
                continue;
            }
            let mut replacements =
                vec![Replacement::Median(median[parameter]), Replacement::Zero(0.clamp(low, high))];
            replacements.extend(paper.map(|paper| Replacement::Paper(paper[parameter])));
            let slice = slice(spec.range, values[parameter], SLICE);
            let others = replacements.iter().map(|one| one.value()).chain(slice.iter().copied());
            organisms.extend(others.map(|value| with_value(values, parameter, value)));
            importances.push((parameter, replacements, slice));
        }
        let mut groups: Vec<(Group, Vec<usize>)> = Vec::new();
        for (parameter, ..) in &importances {
            let group = schema.parameters[*parameter].group;
            match groups.iter_mut().find(|(known, _)| *known == group) {
                Some((_, parameters)) => parameters.push(*parameter),
                None => groups.push((group, vec![*parameter])),
            }
        }
        let kinds: Vec<&'static str> = importances.first().map_or_else(Vec::new, |(_, replacements, _)| {
            replacements.iter().map(|one| one.name()).collect()
        });
        for (_, parameters) in &groups {
            for kind in 0..kinds.len() {
                let mut replaced = values.to_vec();
                let of_group = importances.iter().filter(|(parameter, ..)| parameters.contains(parameter));
                of_group.for_each(|(parameter, replacements, _)| {
                    replaced[*parameter] = replacements[kind].value();
                });
                organisms.push(replaced);
            }
        }
        let paired = importances.len().min(PAIRED);
        let all = organisms.len() + paired * paired.saturating_sub(1) / 2;
        let (mut done, report) = (0, |done| progress(done, all as u64));
        let mut scores = self.measure(&organisms, &mut done, &report, interrupt)?.into_iter();
        let score = scores.next().unwrap_or(0);
        let parameters = importances.into_iter().map(|(parameter, replacements, slice)| Importance {
            parameter,
            value: values[parameter],
            replaced: replacements.into_iter().zip(scores.by_ref()).collect(),
            slice: slice.into_iter().zip(scores.by_ref()).collect(),
        });
        let mut parameters: Vec<Importance> = parameters.collect();
        let groups = groups.into_iter().map(|(group, parameters)| GroupImportance {
            group,
            parameters: parameters.len(),
            replaced: kinds.iter().copied().zip(scores.by_ref()).collect(),
        });
        let mut groups: Vec<GroupImportance> = groups.collect();
        groups.sort_by_key(|group| group.replaced.first().map_or(0, |(_, score)| *score));
        // A parameter whose median is the organism's own value loses nothing by it: its slice decides.
        let lost = |one: &Importance| score as i64 - one.replaced[0].1 as i64;
        parameters.sort_by_key(|one| (-lost(one), -(one.span() as i64), one.parameter));
        let mut pairs = Vec::new();
        for (at, one) in parameters[..paired].iter().enumerate() {
            for other in &parameters[at + 1..paired] {
                let mut both = [one, other];
                both.sort_by_key(|one| one.parameter);
                pairs.push((both.map(|one| one.parameter), lost(one) + lost(other)));
            }
        }
        let replaced = |[one, other]: [usize; 2]| {
            with_value(&with_value(values, one, median[one]), other, median[other])
        };
        let organisms: Vec<Vec<i32>> = pairs.iter().map(|(parameters, _)| replaced(*parameters)).collect();
        let scores = self.measure(&organisms, &mut done, &report, interrupt)?;
        let pairs = pairs.into_iter().zip(scores).map(|((parameters, alone), together)| Pair {
            parameters,
            interaction: score as i64 - together as i64 - alone,
        });
        let mut pairs: Vec<Pair> = pairs.filter(|pair| pair.interaction != 0).collect();
        pairs.sort_by_key(|pair| (-pair.interaction.abs(), pair.parameters));
        pairs.truncate(strongest);
        let counts = experiment.objective.properties().counts_moves[0] && self.positions > 0;
        let standard_error = counts.then(|| {
            let share = score as f64 / self.positions as f64;
            (self.positions as f64 * share * (1.0 - share)).sqrt()
        });
        Ok(Ranking { score, standard_error, parameters, pairs, groups })
    }
}

impl Probe<'_> {
    /// Measures an organism with all values of two parameters, each in equal steps over its range. `progress` receives the
    /// number of measured organisms and of all.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    pub fn landscape(
        &self,
        schema: &Schema,
        values: &[i32],
        [first, second]: [usize; 2],
        progress: &dyn Fn(u64, u64),
        interrupt: &Interrupt,
    ) -> Result<Landscape, Error> {
        let steps = |parameter: usize| slice(schema.parameters[parameter].range, values[parameter], SIDE);
        let (rows, columns) = (steps(first), steps(second));
        let organism =
            |(row, column): (&i32, &i32)| with_value(&with_value(values, first, *row), second, *column);
        let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
        let organisms: Vec<Vec<i32>> = cells.map(organism).collect();
        let (mut done, all) = (0, organisms.len() as u64);
        let scores = self.measure(&organisms, &mut done, &|done| progress(done, all), interrupt)?;
        let scores = scores.chunks(columns.len()).map(<[u64]>::to_vec).collect();
        Ok(Landscape { first: rows, second: columns, scores })
    }
}

/// Returns at most `most` values of a range in equal steps, and the organism's own, in ascending order.
fn slice((low, high): (i32, i32), own: i32, most: u32) -> Vec<i32> {
    let steps = high.abs_diff(low).min(most - 1);
    let width = i64::from(high) - i64::from(low);
    let at = |step: u32| (i64::from(low) + width * i64::from(step) / i64::from(steps)) as i32;
    let mut values: Vec<i32> = (0..=steps).map(at).chain([own]).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Returns the median of each value of some organisms; of an even number, the lower one of the middle.
#[must_use]
pub fn medians(organisms: &[Vec<i32>]) -> Vec<i32> {
    let parameters = organisms.first().map_or(0, Vec::len);
    (0..parameters)
        .map(|parameter| {
            let mut values: Vec<i32> = organisms.iter().map(|values| values[parameter]).collect();
            values.sort_unstable();
            values[(values.len() - 1) / 2]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::record::Founder;
    use crate::experiment::presets;
    use crate::organism::Organism;
    use crate::organism::chromosome::Chromosome;
    use crate::session::Session;

    #[test]
    fn a_slice_has_both_ends_and_the_own_value() {
        assert_eq!(slice((0, 3), 2, SLICE), [0, 1, 2, 3]);
        let long = slice((0, 2047), 777, SLICE);
        assert_eq!((long.len(), long[0], *long.last().unwrap()), (65, 0, 2047));
        assert!(long.contains(&777) && long.is_sorted());
        assert_eq!(slice((i32::MIN, i32::MAX), 0, SLICE).len(), 65);
    }

    #[test]
    fn medians_are_values_of_organisms() {
        assert_eq!(medians(&[vec![1, 9], vec![3, 7], vec![2, 8], vec![4, 0]]), [2, 7]);
        assert!(medians(&[]).is_empty());
    }

    #[test]
    fn the_ranking_agrees_with_single_measures() {
        let recorded = Session::open_read_only(Path::new("sessions/example")).unwrap();
        let experiment = &recorded.header.settings;
        let last = recorded.history.last().unwrap();
        let schema = experiment.schema();
        let population: Vec<Vec<i32>> =
            last.population.iter().map(|one| one.chromosome.decode(schema)).collect();
        let (values, median) = (&last.champion_values, medians(&population));
        let interrupt = Interrupt::default();
        let pool = ThreadPool::new(2).unwrap();
        let probe = Probe::new(experiment, None, &pool, &|_, _| {}, &interrupt).unwrap();
        let ranking =
            probe.rank(experiment, values, (&median, Some(values)), 10, &|_, _| {}, &interrupt).unwrap();
        assert_eq!(ranking.score, last.spread.best);
        let measured =
            |organism: Vec<i32>| probe.measure(&[organism], &mut 0, &|_| {}, &interrupt).unwrap()[0];
        for importance in &ranking.parameters {
            // The values of the “paper” are the organism's own here.
            assert_eq!(importance.replaced[2].1, ranking.score);
            assert!(importance.slice.contains(&(importance.value, ranking.score)));
            assert!(
                importance.best().1 >= ranking.score
                    && importance.span() >= importance.best().1 - ranking.score
            );
        }
        assert!(ranking.parameters.is_sorted_by_key(|one| -ranking.loss(one.replaced[0].1)));
        let Pair { parameters: [one, other], interaction } = ranking.pairs[0];
        let lost = |replaced: &[(usize, i32)]| {
            let with =
                |values: Vec<i32>, (parameter, value): &(usize, i32)| with_value(&values, *parameter, *value);
            ranking.loss(measured(replaced.iter().fold(values.clone(), with)))
        };
        let [first, second] = [(one, median[one]), (other, median[other])];
        assert_eq!(interaction, lost(&[first, second]) - lost(&[first]) - lost(&[second]));
        let error = ranking.standard_error.unwrap();
        assert!((30.0..36.0).contains(&error), "{error}");
    }

    #[test]
    fn games_are_refused() {
        let organism = |name: &str| Organism::named_or_path(name).unwrap().evaluation;
        let founders = ["evol0", "evolstar"].map(|name| {
            let evaluation = organism(name);
            let chromosome = Chromosome::encode(&evaluation.schema, &evaluation.values).unwrap();
            Founder { name: name.to_owned(), chromosome }
        });
        let experiment = presets::coevolution("quick", founders.to_vec()).unwrap();
        let (pool, interrupt) = (ThreadPool::new(1).unwrap(), Interrupt::default());
        let error = Probe::new(&experiment, None, &pool, &|_, _| {}, &interrupt).err().unwrap();
        assert!(matches!(error, Error::NotExact(_)) && error.is_input(), "{error}");
    }
}
