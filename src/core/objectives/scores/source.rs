//! The fitness source of the objective *scores*.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shakmaty::Chess;

use super::engine::TargetScores;
use super::fit::{Fit, Method};
use super::{
    AnswerBook, BestFit, LeftOut, Mentor, MentorErrors, MentorReport, PreparedPosition, ScoresFitness,
    ScoresSettings, ScoringError, SetErrors, Target, context, prepare_positions, score_positions, targets,
    weights,
};
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;
use crate::engine::schema::Schema;
use crate::objectives::details::Detail;
use crate::objectives::engine_searches::{EngineFitness, Known};
use crate::objectives::players::check_engine;
use crate::objectives::sets::Sets;
use crate::objectives::source::{BuildContext, Built, Examiner, FitnessSource, Past, SetRole, SourceError};
use crate::objectives::{ObjectiveContext, SetDigest};
use crate::positions::PositionSet;

/// Closeness to the scores of mentors.
pub(in crate::objectives) struct ScoresSource {
    settings: ScoresSettings,
    sets: Sets,
    /// The mentors' answers.
    book: AnswerBook,
    /// The weight of each mentor.
    weights: Vec<f64>,
    /// The training set and the test set; `None` until they are built.
    scored: [Option<ScoredSet>; 2],
    /// What a session that measures an engine knows already.
    known: Option<Known>,
}

/// A set whose positions all mentors have scored.
struct ScoredSet {
    fitness: Arc<ScoresFitness>,
    left_out: Vec<LeftOut>,
    /// The scores of each mentor, in the order of the positions used.
    scores: Vec<Vec<Score>>,
}

fn source_error(error: ScoringError) -> SourceError {
    match error {
        ScoringError::Interrupted => SourceError::Interrupted,
        ScoringError::Player { ref cause, .. } if !cause.fault.is_lasting() => {
            SourceError::Runtime(error.to_string())
        }
        error => SourceError::input(error),
    }
}

fn write_error(cause: io::Error) -> SourceError {
    SourceError::Runtime(format!("cannot write the mentor's scores to the session: {cause}"))
}

/// The file of the mentors' scores.
pub(super) const SCORES: &str = "scores.txt";

/// Returns the path of the file of the mentors' scores.
#[must_use]
pub fn scores_path(folder: &Path) -> PathBuf {
    folder.join(SCORES)
}

impl ScoresSource {
    pub(in crate::objectives) fn new(settings: &ScoresSettings) -> ScoresSource {
        ScoresSource {
            settings: settings.clone(),
            sets: Sets::new(settings.train.clone(), settings.test.clone()),
            book: AnswerBook::default(),
            weights: Vec::new(),
            scored: [None, None],
            known: None,
        }
    }
}

impl FitnessSource for ScoresSource {
    fn load(&mut self, outline: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        let engine = &self.settings.engine;
        check_engine(outline, &engine.limits(), engine.table())?;
        for named in &self.settings.mentors {
            // Detects an unknown mentor before a session is created.
            Mentor::of(named, self.settings.mode).map_err(source_error)?;
        }
        self.sets.load()
    }

    fn recall(&mut self, past: &Past<'_>) {
        if !past.finished {
            self.book = AnswerBook::resumed(&scores_path(past.folder), context(&self.settings));
        }
        self.known = Some(Known::of_session(past));
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        let BuildContext { outline, pool, progress, interrupt, .. } = *context;
        let set = self.sets.take(role)?;
        let stage = &self.settings;
        let set = match outline.engine {
            None => set,
            Some(_) => PositionSet { examples: stage.engine.sample(&set.examples).into(), ..set },
        };
        let mentors: Vec<Mentor> = stage
            .mentors
            .iter()
            .map(|named| Mentor::of(named, stage.mode))
            .collect::<Result<_, _>>()
            .map_err(source_error)?;
        let positions = prepare_positions(&set.examples, stage.white_to_move);
        score_positions(&mentors, &positions, &mut self.book, pool, progress, interrupt)
            .map_err(source_error)?;
        self.book.complete().map_err(write_error)?;
        if role == SetRole::Train {
            self.weights = weights(stage.combination, mentors.len(), &positions, &self.book);
        }
        let targets = targets(stage.combination, &self.weights, &positions, &self.book);
        if outline.engine.is_some() {
            let (examples, _, warning) = examples(&set, mentors.len(), &positions, &targets)?;
            let known = self.known.take().filter(|_| role == SetRole::Train).unwrap_or_default();
            let fitness =
                EngineFitness::new(&self.settings.engine, &outline, TargetScores::of(examples), known)?;
            return Ok(Built { fitness: Box::new(fitness), warning });
        }
        let (scored, warning) = scored(&set, &self.settings, outline.schema, &positions, &targets)?;
        let fitness = Box::new(Arc::clone(&scored.fitness));
        self.scored[role as usize] = Some(scored);
        Ok(Built { fitness, warning })
    }

    fn examine(
        &self,
        examiner: &Examiner<'_>,
        champion: &[i32],
        population: &[Vec<i32>],
    ) -> Result<Option<Detail>, SourceError> {
        let stage = &self.settings;
        let [Some(train), Some(test)] = &self.scored else { return Ok(None) };
        let ([near_train, near_test], [train_errors, test_errors]) = examiner.pool.install(|| {
            let both = [train, test];
            let near = both.map(|scored| scored.mean_errors(champion));
            (near, both.map(|scored| scored.errors(champion, population)))
        });
        let mentors = stage.mentors.iter().zip(&self.weights).zip(near_train.into_iter().zip(near_test));
        let mentors = mentors.map(|((named, weight), (train, test))| MentorErrors {
            name: named.spec.clone(),
            weight: *weight,
            train,
            test,
        });
        Ok(Some(Detail::Mentors(MentorReport {
            train: train_errors,
            test: test_errors,
            mentors: mentors.collect(),
            fits: fits(&train.fitness, &test.fitness),
        })))
    }
}

/// Returns the best fits of the schema.
fn fits(train: &ScoresFitness, test: &ScoresFitness) -> Vec<BestFit> {
    let fit = |method| {
        let fit = Fit::of(method, train.matrix(), train.goals());
        let errors = |of: &ScoresFitness| fit.errors(of.matrix(), of.goals());
        BestFit { method, train: errors(train), test: errors(test), bound: fit.bound }
    };
    [Method::LeastSquares, Method::LeastAbsolute].map(fit).to_vec()
}

/// Builds the fitness on the positions with a target, and a warning about the others.
fn scored(
    set: &PositionSet,
    stage: &ScoresSettings,
    schema: &Arc<Schema>,
    positions: &[PreparedPosition],
    targets: &[Target],
) -> Result<(ScoredSet, Option<String>), SourceError> {
    let left_out = LeftOut::of(targets);
    let (examples, scores, warning) = examples(set, stage.mentors.len(), positions, targets)?;
    let fitness = ScoresFitness::new(schema, examples, stage.score, stage.sample as usize)
        .map_err(SourceError::input)?
        .with_loss(stage.loss);
    Ok((ScoredSet { fitness: Arc::new(fitness), left_out, scores }, warning))
}

/// The positions with a target, each mentor's scores of them, and a warning about the other positions.
type Examples = (Vec<(Chess, Score)>, Vec<Vec<Score>>, Option<String>);

/// Returns the positions with a target. There must be at least one.
fn examples(
    set: &PositionSet,
    mentors: usize,
    positions: &[PreparedPosition],
    targets: &[Target],
) -> Result<Examples, SourceError> {
    let warning = LeftOut::describe(&set.name, targets.len(), &LeftOut::of(targets));
    let mut examples = Vec::with_capacity(targets.len());
    let mut scores = vec![Vec::with_capacity(targets.len()); mentors];
    for (prepared, target) in positions.iter().zip(targets) {
        if let (Ok(position), Ok((goal, all))) = (&prepared.position, target) {
            examples.push((position.clone(), *goal));
            scores.iter_mut().zip(all).for_each(|(of, score)| of.push(*score));
        }
    }
    if examples.is_empty() {
        return Err(SourceError::input(format!(
            "{}; no positions remain: use other positions or another mentor",
            warning.unwrap_or_default()
        )));
    }
    Ok((examples, scores, warning))
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
        let all: f64 = self.fitness.population_errors(population).iter().sum();
        SetErrors {
            positions: self.fitness.positions() as u64,
            left_out: self.left_out.clone(),
            champion: self.fitness.errors(champion),
            population: all / population.len().max(1) as f64,
        }
    }
}
