//! Selects the champion of a run by games against fixed opponents and against the start.

use super::EvaluationContext;
use super::positions::Positions;
use crate::evolution::fault::Fault;
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::job::error::Error;
use crate::objectives::details::{Detail, Details, MatchReport, Proof, match_report as report};
use crate::objectives::matches::MatchesSettings;
use crate::progress::{Following, Step};
use crate::session::RunEntry;

/// The result of an organism in one event.
#[derive(Default)]
struct Played {
    score: u64,
    /// The half points of each game.
    games: Vec<u8>,
    /// The games that ended by a fault.
    faults: Vec<Fault>,
}

/// Measures organisms in one event, with progress reports. Returns `None` if the interrupt was raised.
fn played(
    positions: &Positions,
    fitness: &dyn Fitness,
    organisms: &[Vec<i32>],
    step: (Step, &Run, Following),
    context: EvaluationContext<'_>,
) -> Result<Option<Vec<Played>>, Error> {
    let EvaluationContext { executor, interrupt, .. } = context;
    let reporter = positions.reporter(fitness, None, step, context);
    let scores = reporter.run(|| measure(fitness, executor, organisms, interrupt));
    positions.check()?;
    let played = |(score, values): (u64, &Vec<i32>)| Played {
        score,
        games: fitness.games(values).unwrap_or_default(),
        faults: fitness.faults(values),
    };
    Ok(scores.map(|scores| scores.into_iter().zip(organisms).map(played).collect()))
}

/// Plays the confirmation, the final match and its proof after the last generation `last`. Returns `None` if the interrupt was
/// raised before the end.
pub(super) fn conclude(
    positions: &Positions,
    (run, last): (&Run, &GenerationRecord),
    following: Following,
    context: EvaluationContext<'_>,
) -> Result<Option<RunEntry>, Error> {
    let (train, test) = positions.fitness();
    let schema = run.schema();
    let settings = positions.settings();
    let mut finalists =
        settings.objective.settings().finalists(&settings.outline(), run, &last.population)?;
    let values: Vec<Vec<i32>> = finalists.iter().map(|finalist| finalist.chromosome.decode(schema)).collect();
    let Some(confirmed) = played(positions, train, &values, (Step::Confirmation, run, following), context)?
    else {
        return Ok(None);
    };
    let (mut games, mut faults) = (run.games_played(), run.faults());
    let start_plays = settings.objective.matches().is_none_or(MatchesSettings::confirms_start);
    for (finalist, confirmed) in finalists.iter_mut().zip(&confirmed) {
        finalist.record(confirmed.score, &confirmed.games, &confirmed.faults);
        if start_plays || finalist.origin != report::FinalistOrigin::Start {
            games += confirmed.games.len() as u64;
        }
        faults += confirmed.faults.len() as u64;
    }
    let best = report::best(&finalists);
    let Some(mut finals) =
        played(positions, test, &values[best..=best], (Step::Last, run, following), context)?
    else {
        return Ok(None);
    };
    let last_event = finals.pop().unwrap_or_default();
    let half_points = last_event.games;
    let final_match = (best > 0 && !half_points.is_empty()).then(|| report::final_match(&half_points));
    games += final_match.as_ref().map_or(0, |played| played.games());
    faults += last_event.faults.len() as u64;
    let mut final_faults = report::own_faults(&half_points, &last_event.faults);
    let proof = match positions.proof(run.index()).filter(|_| final_match.is_some()) {
        None => None,
        Some((control, fitness)) => {
            let step = (Step::Proof, run, following);
            let Some(played) = played(positions, &*fitness, &values[best..=best], step, context)? else {
                return Ok(None);
            };
            let Played { games: half_points, faults: of_proof, .. } =
                played.into_iter().next().unwrap_or_default();
            games += half_points.len() as u64;
            faults += of_proof.len() as u64;
            final_faults.extend(report::own_faults(&half_points, &of_proof));
            Some(Proof { control, played: report::final_match(&half_points) })
        }
    };
    let test_score = last_event.score;
    let report =
        MatchReport { finalists, best: best as u32, final_match, proof, final_faults, games, faults };
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
        details: Details::from_iter([Detail::Matches(report)]),
    }))
}
