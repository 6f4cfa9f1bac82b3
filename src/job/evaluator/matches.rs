//! Selects the champion of a run by games against fixed opponents and against the start.

use std::sync::Mutex;

use super::EvaluationContext;
use super::positions::Positions;
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::job::error::Error;
use crate::job::reporter::Reporter;
use crate::objectives::matches::{MatchReport, MatchesSettings, report};
use crate::progress::LiveTimer;
use crate::session::RunEntry;

/// Measures organisms in one event, with progress reports. Returns `None` if the interrupt was raised.
fn played(
    positions: &Positions,
    fitness: &dyn Fitness,
    organisms: &[Vec<i32>],
    context: EvaluationContext<'_>,
) -> Option<Vec<(u64, Vec<u8>)>> {
    let EvaluationContext { pool, outbox, interrupt, .. } = context;
    let activities = positions.activities();
    let timer = &Mutex::new(LiveTimer::started());
    let reporter = Reporter { fitness, outbox, activities, generation: None, following: 0, timer, before: 0 };
    let scores = reporter.run(|| measure(fitness, pool, organisms, interrupt))?;
    let games = organisms.iter().map(|values| fitness.games(values).unwrap_or_default());
    Some(scores.into_iter().zip(games).collect())
}

/// Plays the confirmation and the final match after the last generation `last`. Returns `None` if the interrupt was
/// raised before the end.
pub(super) fn conclude(
    positions: &Positions,
    settings: &MatchesSettings,
    run: &Run,
    last: &GenerationRecord,
    context: EvaluationContext<'_>,
) -> Result<Option<RunEntry>, Error> {
    let (train, test) = positions.fitness();
    let schema = run.schema();
    let start = settings.start_chromosome(&positions.settings().outline())?;
    let leaders = run.leaders();
    let latest = &leaders[leaders.len().saturating_sub(settings.leaders as usize)..];
    let mut finalists = report::finalists(schema, start, run.estimate(), &last.population, latest);
    let values: Vec<Vec<i32>> = finalists.iter().map(|finalist| finalist.chromosome.decode(schema)).collect();
    let Some(confirmed) = played(positions, train, &values, context) else { return Ok(None) };
    let mut games = run.games_played();
    for (finalist, (score, half_points)) in finalists.iter_mut().zip(&confirmed) {
        finalist.record(*score, half_points);
        games += half_points.len() as u64;
    }
    let best = report::best(&finalists);
    let Some(mut finals) = played(positions, test, &values[best..=best], context) else { return Ok(None) };
    let (test_score, half_points) = finals.pop().unwrap_or_default();
    let final_match = (best > 0 && !half_points.is_empty()).then(|| report::final_match(&half_points));
    games += final_match.as_ref().map_or(0, |played| played.games());
    let report = MatchReport { finalists, best: best as u32, final_match, games };
    let Some(champion) = report.champion() else { return Ok(None) };
    let is_evolved = |one: &&crate::evolution::record::Individual| one.chromosome == champion.chromosome;
    let born = last.population.iter().find(is_evolved).map_or_else(
        || match champion.origin {
            report::FinalistOrigin::Leader(generation) => generation,
            report::FinalistOrigin::Start => 0,
            report::FinalistOrigin::Estimate | report::FinalistOrigin::Population(_) => run.next_generation(),
        },
        |individual| individual.born,
    );
    Ok(Some(RunEntry {
        run: run.index(),
        mean_score_first: run.mean_first(),
        best_score: champion.score,
        test_score,
        evaluations: run.evaluations(),
        champion_born: born,
        champion: champion.chromosome.clone(),
        confirmation: None,
        examinations: Vec::new(),
        mentor_report: None,
        match_report: Some(Box::new(report)),
    }))
}
