//! Tests of champions where generations are measured on samples.

use super::*;
use crate::evolution::fitness::measure;
use crate::objectives::Objective;
use crate::objectives::scores::MentorName;
use crate::organism::chromosome::Chromosome;
use crate::threads::{Interrupt, ThreadPool};

/// A random search, so that the best organism of a run is rarely in its last generation.
fn random_search(seed: u64, objective: Objective) -> Experiment {
    let mut settings = settings(1);
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer else { panic!("not a genetic algorithm") };
    (ga.elite, ga.mutation_rate) = (0, 0.5);
    Experiment { seed, objective, ..settings }
}

fn results_with_share() -> Objective {
    let mut objective = Objective::named("results").unwrap();
    objective.results_mut().unwrap().share = 0.2;
    objective
}

fn scores_with_sample() -> Objective {
    let mut objective = Objective::named("scores").unwrap();
    let mentor = MentorName { spec: "toga2".to_owned(), evaluation: None };
    objective.scores_mut().unwrap().mentors = vec![mentor];
    objective
}

/// The scores on the whole training set of a run.
#[derive(Debug)]
struct Scores {
    champion: u64,
    /// The best of the last population.
    last: u64,
    /// The organism that was the fittest in its generation, of all generations.
    fittest: u64,
}

fn scores(seed: u64, objective: Objective, sampling: Sampling) -> Scores {
    let folder = tempfile::tempdir().unwrap();
    let settings = random_search(seed, objective);
    let schema = Arc::clone(settings.schema());
    let source = TestSource { sampling, ..TestSource::default() };
    let champion = results(&finish(request(folder.path(), new(settings), true), &source))[0].best_score;
    let whole = |chromosome: &Chromosome| {
        let (pool, organisms) = (ThreadPool::new(1).unwrap(), [chromosome.decode(&schema)]);
        measure(&Agreement { items: 300, salt: 0 }, &pool, &organisms, &Interrupt::default()).unwrap()[0]
    };
    let recorded = Session::open_read_only(folder.path()).unwrap();
    let generations = recorded.history.iter();
    let fittest =
        generations.reduce(|best, next| if next.spread.best > best.spread.best { next } else { best });
    let last = &recorded.history.last().unwrap().population;
    Scores {
        champion,
        last: last.iter().map(|one| whole(&one.chromosome)).max().unwrap(),
        fittest: whole(&fittest.unwrap().population[0].chromosome),
    }
}

#[rstest]
#[case::drawn_once_a_run(results_with_share(), Sampling::OfRun)]
#[case::a_sample_of_the_whole_set(scores_with_sample(), Sampling::Nothing)]
fn a_champion_of_equal_generations_comes_from_any(#[case] objective: Objective, #[case] sampling: Sampling) {
    let scores: Vec<Scores> = (1..=8).map(|seed| scores(seed, objective.clone(), sampling)).collect();
    assert!(scores.iter().all(|of| of.champion == of.last.max(of.fittest)), "{scores:?}");
    assert!(scores.iter().any(|of| of.fittest > of.last), "{scores:?}");
}

#[test]
fn a_champion_of_different_samples_comes_from_the_last_generation() {
    for seed in 1..=3 {
        let scores = scores(seed, scores_with_sample(), Sampling::OfGeneration);
        assert_eq!(scores.champion, scores.last, "{scores:?}");
    }
}
