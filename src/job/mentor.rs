//! The fitness source of the mentor stage.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::sets::Sets;
use super::source::{Built, FitnessSource, Role, SourceError};
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;
use crate::engine::schema::Schema;
use crate::evolution::settings::{EvolutionSettings, MentorSettings};
use crate::mentor::Mentor as Scorer;
use crate::mentor::fit::{Fit, Method};
use crate::mentor::{
    BestFit, Book, LeftOut, MentorErrors, MentorFitness, MentorReport, Place, ScoringError, SetErrors,
    Target, context, hear, places, targets, weights,
};
use crate::positions::PositionSet;
use crate::session::{Recorded, Session, SetDigest};
use crate::threads::{Interrupt, ThreadPool};

/// Closeness to the scores of mentors.
#[derive(Default)]
pub(super) struct Mentor {
    sets: Sets,
    /// The mentors' answers.
    book: Book,
    /// The weight of each mentor.
    weights: Vec<f64>,
    /// The training set and the test set, once built.
    scored: [Option<ScoredSet>; 2],
}

/// A set whose positions all mentors have scored.
struct ScoredSet {
    fitness: Arc<MentorFitness>,
    left_out: Vec<LeftOut>,
    /// The scores of each mentor, in the order of the positions used.
    scores: Vec<Vec<Score>>,
}

fn input(error: impl ToString) -> SourceError {
    SourceError::Input(error.to_string())
}

fn source_error(error: ScoringError) -> SourceError {
    match error {
        ScoringError::Interrupted => SourceError::Interrupted,
        ScoringError::Player { ref cause, .. } if !cause.fault.is_lasting() => {
            SourceError::Runtime(error.to_string())
        }
        error => input(error),
    }
}

fn write_error(cause: io::Error) -> SourceError {
    SourceError::Runtime(format!("cannot write the mentor's scores to the session: {cause}"))
}

fn mentor(settings: &EvolutionSettings) -> Result<&MentorSettings, SourceError> {
    settings.mentor.as_ref().ok_or_else(|| input("the settings of the mentor stage are missing"))
}

impl FitnessSource for Mentor {
    fn load(&mut self, settings: &EvolutionSettings) -> Result<[SetDigest; 2], SourceError> {
        let settings_of_stage = mentor(settings)?;
        for named in &settings_of_stage.mentors {
            // Detects an unknown mentor before a session is created.
            Scorer::of(named, settings_of_stage.hearing).map_err(source_error)?;
        }
        self.sets.load(settings)
    }

    fn recall(&mut self, folder: &Path, recorded: &Recorded) {
        let Some(settings) = &recorded.header.settings.mentor else { return };
        if recorded.finished() {
            return;
        }
        self.book = Book::resumed(&Session::scores_path(folder), context(settings));
    }

    fn build(
        &mut self,
        role: Role,
        settings: &EvolutionSettings,
        _: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Built, SourceError> {
        let set = self.sets.take(role, settings)?;
        let stage = mentor(settings)?;
        let mentors: Vec<Scorer> = stage
            .mentors
            .iter()
            .map(|named| Scorer::of(named, stage.hearing))
            .collect::<Result<_, _>>()
            .map_err(source_error)?;
        let places = places(&set.examples, stage.white_to_move);
        hear(&mentors, &places, &mut self.book, pool, progress, interrupt).map_err(source_error)?;
        self.book.complete().map_err(write_error)?;
        if role == Role::Train {
            self.weights = weights(stage.combination, mentors.len(), &places, &self.book);
        }
        let targets = targets(stage.combination, &self.weights, &places, &self.book);
        let (scored, warning) = scored(&set, settings, &places, &targets)?;
        let fitness = Box::new(Arc::clone(&scored.fitness));
        self.scored[role as usize] = Some(scored);
        Ok(Built { fitness, warning })
    }

    fn mentor_report(
        &self,
        settings: &EvolutionSettings,
        champion: &[i32],
        population: &[Vec<i32>],
    ) -> Option<MentorReport> {
        let stage = settings.mentor.as_ref()?;
        let [Some(train), Some(test)] = &self.scored else { return None };
        let [near_train, near_test] = [train, test].map(|scored| scored.mean_errors(champion));
        let mentors = stage.mentors.iter().zip(&self.weights).zip(near_train.into_iter().zip(near_test));
        let mentors = mentors.map(|((named, weight), (train, test))| MentorErrors {
            name: named.spec.clone(),
            weight: *weight,
            train,
            test,
        });
        Some(MentorReport {
            train: train.errors(champion, population),
            test: test.errors(champion, population),
            mentors: mentors.collect(),
            fits: fits(&train.fitness, &test.fitness),
        })
    }
}

/// Returns the best fits of the schema.
fn fits(train: &MentorFitness, test: &MentorFitness) -> Vec<BestFit> {
    let fit = |method| {
        let fit = Fit::of(method, train.matrix(), train.goals());
        let errors = |of: &MentorFitness| fit.errors(of.matrix(), of.goals());
        BestFit { method, train: errors(train), test: errors(test), bound: fit.bound }
    };
    [Method::LeastSquares, Method::LeastAbsolute].map(fit).to_vec()
}

/// Builds the fitness on the positions with a target, and a warning about the others.
fn scored(
    set: &PositionSet,
    settings: &EvolutionSettings,
    places: &[Place],
    targets: &[Target],
) -> Result<(ScoredSet, Option<String>), SourceError> {
    let stage = mentor(settings)?;
    let left_out = LeftOut::of(targets);
    let warning = LeftOut::words(&set.name, targets.len(), &left_out);
    let mut examples = Vec::with_capacity(targets.len());
    let mut scores = vec![Vec::with_capacity(targets.len()); stage.mentors.len()];
    for (place, target) in places.iter().zip(targets) {
        if let (Ok(position), Ok((goal, all))) = (&place.position, target) {
            examples.push((position.clone(), *goal));
            scores.iter_mut().zip(all).for_each(|(of, score)| of.push(*score));
        }
    }
    if examples.is_empty() {
        return Err(input(format!(
            "{}; no positions remain: use other positions or another mentor",
            warning.unwrap_or_default()
        )));
    }
    let schema = Schema::built_in(&settings.schema).map_err(input)?;
    let fitness = MentorFitness::new(&schema, examples, stage.score, stage.sample as usize).map_err(input)?;
    Ok((ScoredSet { fitness: Arc::new(fitness), left_out, scores }, warning))
}

impl ScoredSet {
    /// Returns an organism's mean absolute error against each mentor, in centipawns.
    fn mean_errors(&self, values: &[i32]) -> Vec<f64> {
        let own = self.fitness.scores(values);
        let error = |scores: &Vec<Score>| {
            let sum: u64 = own.iter().zip(scores).map(|(own, score)| u64::from(own.abs_diff(*score))).sum();
            sum as f64 / (f64::from(ONE) * own.len().max(1) as f64)
        };
        self.scores.iter().map(error).collect()
    }

    fn errors(&self, champion: &[i32], population: &[Vec<i32>]) -> SetErrors {
        let all: f64 = population.iter().map(|values| self.fitness.errors(values).mean).sum();
        SetErrors {
            positions: self.fitness.positions() as u64,
            left_out: self.left_out.clone(),
            champion: self.fitness.errors(champion),
            population: all / population.len().max(1) as f64,
        }
    }
}
