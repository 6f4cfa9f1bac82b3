//! Tests of the objective *results*.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::fitness::Prior;
use super::logistic::Logistic;
use super::tempo::SetTempo;
use super::{ResultsFitness, ResultsSettings, model};
use crate::engine::schema::Schema;
use crate::evolution::fitness::{Model, measure};
use crate::experiment::{Experiment, declarations, presets};
use crate::objectives::result_set::{Part, Points, ResultPosition, ResultSet};
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedEvaluation, Organism};
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};

const LOGISTIC: Logistic = Logistic { scale: 160.0, tempo: 10.0, bias: 20.0 };

#[test]
fn prior_and_scale_can_be_removed() {
    let mut experiment = presets::named("extended").unwrap();
    let declared = |name| declarations().into_iter().find(|(_, setting)| setting.name == name).unwrap().1;
    let [prior, scale] = ["prior", "scale"].map(declared);
    let optional = |experiment: &Experiment| {
        let settings = experiment.objective.results().unwrap();
        (settings.prior, settings.scale)
    };
    scale.read(&mut experiment, "170.5").unwrap();
    assert_eq!(optional(&experiment), (Some(15.0), Some(170.5)));
    // By a flag, and by emptying the field of a form.
    prior.read(&mut experiment, "none").unwrap();
    (scale.set)(&mut experiment, "".into()).unwrap();
    assert_eq!(optional(&experiment), (None, None));
    for (text, error) in
        [("0", "0.01 to 1000000, or none is allowed"), ("x", "“x” is neither a number nor “none”")]
    {
        assert_eq!(prior.read(&mut experiment, text).unwrap_err(), error);
    }
}

/// Some positions of the embedded set, from all parts of it.
fn some(count: usize) -> Vec<ResultPosition> {
    let set = ResultSet::embedded("gm2600-results").unwrap();
    let step = set.positions.len() / count;
    set.positions.into_iter().step_by(step).take(count).collect()
}

fn fitness(positions: &[ResultPosition], settings: &ResultsSettings, prior: Option<Prior>) -> ResultsFitness {
    let schema = Schema::built_in("paper-2014").unwrap();
    ResultsFitness::new(&schema, &positions.iter().collect::<Vec<_>>(), LOGISTIC, settings, prior).unwrap()
}

fn reference() -> Organism {
    Organism::named_or_path("reference").unwrap()
}

fn random(count: usize) -> Vec<Vec<i32>> {
    let schema = Schema::built_in("paper-2014").unwrap();
    let mut rng = Randomness::new(7, "test", 0).stream(0, "organisms");
    (0..count).map(|_| Chromosome::random(schema.bits(), &mut rng).decode(&schema)).collect()
}

#[test]
fn scores_are_mean_losses_of_the_logistic_model() {
    let positions = some(333);
    let fitness = fitness(&positions, &ResultsSettings::default(), None);
    let organisms: Vec<Vec<i32>> = random(10).into_iter().chain([reference().evaluation.values]).collect();
    let pool = ThreadPool::new(1).unwrap();
    let scores = measure(&fitness, &pool, &organisms, &Interrupt::default()).unwrap();
    for (values, score) in organisms.iter().zip(scores) {
        let weights = Schema::built_in("paper-2014")
            .and_then(|schema| crate::engine::evaluation::Weights::new(&schema, values))
            .unwrap();
        let loss = |one: &ResultPosition| {
            use shakmaty::Position;
            let turn = if one.position.turn().is_white() { 1.0 } else { -1.0 };
            let centipawns = f64::from(weights.evaluate(&one.position)) / 16.0;
            let x = (centipawns.clamp(-4_095.0, 4_095.0) + 10.0 * turn + 20.0) / 160.0;
            let probability = 1.0 / (1.0 + (-x).exp());
            let points = one.points.value();
            (1.0 - points) * (x.exp() + 1.0).ln() - points * probability.ln()
        };
        let exact = positions.iter().map(loss).sum::<f64>() / positions.len() as f64;
        let found = ResultsSettings::loss(score as f64);
        assert!((found - exact).abs() < 1e-3, "{found} instead of {exact}");
        assert!((fitness.mean_loss(values) - found).abs() < 1e-8);
    }
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let fitness = fitness(&some(1_000), &ResultsSettings::default(), None);
    let organisms = random(37);
    let values: Vec<f64> = organisms[0].iter().map(|value| f64::from(*value)).collect();
    let [one, three] = [1, 3].map(|threads| {
        let pool = ThreadPool::new(threads).unwrap();
        let derivatives = pool.install(|| fitness.derivatives(&values));
        (measure(&fitness, &pool, &organisms, &Interrupt::default()).unwrap(), derivatives)
    });
    assert_eq!(one, three);
}

#[test]
fn derivatives_are_those_of_the_loss() {
    let settings = ResultsSettings { draw_weight: 0.5, endgame_weight: 2.0, ..ResultsSettings::default() };
    let schema = Schema::built_in("paper-2014").unwrap();
    let prior = Prior::around(&FixedEvaluation::of(&reference()), &schema, 15.0);
    let fitness = fitness(&some(500), &settings, Some(prior));
    let values: Vec<f64> = reference().evaluation.values.iter().map(|value| f64::from(value + 3)).collect();
    let all = fitness.derivatives(&values);
    let at = |index: usize, change: f64| {
        let mut values = values.clone();
        values[index] += change;
        fitness.derivatives(&values)
    };
    for index in [0, 1, 4, 7, 16, 34] {
        let (below, above) = (at(index, -0.01), at(index, 0.01));
        let slope = (above.loss - below.loss) / 0.02;
        let expected = all.gradient[index];
        assert!((slope - expected).abs() < 1e-4 * expected.abs().max(0.1), "{index}: {slope}, {expected}");
        for other in [1, 7, 34] {
            let curvature = (above.gradient[other] - below.gradient[other]) / 0.02;
            let expected = all.hessian[index * values.len() + other];
            assert!((curvature - expected).abs() < 1e-4 * expected.abs().max(1e-3), "{index} {other}");
        }
    }
}

#[test]
fn weights_multiply_the_losses() {
    let positions = some(400);
    let (draws, decided): (Vec<_>, Vec<_>) =
        positions.iter().cloned().partition(|one| one.points == Points::DRAW);
    let plain = ResultsSettings::default();
    let values = reference().evaluation.values;
    let [all, only_draws, only_decided] = [&positions, &draws, &decided]
        .map(|some| fitness(some, &plain, None).mean_loss(&values) * some.len() as f64);
    assert!((all - only_draws - only_decided).abs() < 1e-6);
    let half = ResultsSettings { draw_weight: 0.5, ..plain };
    let weighted = fitness(&positions, &half, None).mean_loss(&values);
    let expected = (0.5 * only_draws + only_decided) / (0.5 * draws.len() as f64 + decided.len() as f64);
    assert!((weighted - expected).abs() < 1e-9);
}

#[test]
fn the_tempo_of_a_set_is_added_to_that_of_the_evaluation() {
    let (positions, schema) = (some(300), Schema::built_in("extended-small").unwrap());
    let positions: Vec<&ResultPosition> = positions.iter().collect();
    let fitness = |tempo| {
        let settings = ResultsSettings { tempo, ..ResultsSettings::default() };
        ResultsFitness::new(&schema, &positions, LOGISTIC, &settings, None).unwrap()
    };
    let [without, with] = [None, Some(SetTempo { middlegame: 52, endgame: 31 })].map(fitness);
    let evaluation = FixedEvaluation::of(&Organism::named_or_path("eyas").unwrap());
    let values: Vec<i32> = evaluation.under(&schema).into_iter().map(Option::unwrap).collect();
    let mut raised = values.clone();
    for (name, added) in [("TEMPO_MG", 52), ("TEMPO_EG", 31)] {
        raised[schema.index_of(name).unwrap()] += added;
    }
    assert_eq!(with.mean_loss(&values).to_bits(), without.mean_loss(&raised).to_bits());
    assert_ne!(with.mean_loss(&values).to_bits(), without.mean_loss(&values).to_bits());
    let real = |values: &[i32]| values.iter().map(|value| f64::from(*value)).collect::<Vec<_>>();
    assert_eq!(with.derivatives(&real(&values)), without.derivatives(&real(&raised)));
    // A run that draws a part of the games adds it, too.
    let half: Vec<usize> = (0..150).collect();
    assert_eq!(with.on(&half).mean_loss(&values).to_bits(), without.on(&half).mean_loss(&raised).to_bits());
}

#[test]
fn a_schema_without_a_tempo_refuses_one() {
    let mut experiment = crate::experiment::presets::named("extended").unwrap();
    experiment.target.set_schema(Schema::built_in("paper-2014").unwrap());
    let mut validate = |tempo| {
        if let crate::objectives::Objective::Results(results) = &mut experiment.objective {
            results.tempo = tempo;
        }
        experiment.validate().map_err(|error| error.to_string())
    };
    let error = validate(Some(SetTempo::OF_EXPECTED_POINTS)).unwrap_err();
    assert!(error.starts_with("--tempo: the schema paper-2014 has no value of the move"), "{error}");
    assert_eq!([None, Some(SetTempo::NONE)].map(validate), [Ok(()), Ok(())]);
}

#[test]
fn a_prior_prefers_its_means() {
    let (positions, settings) = (some(200), ResultsSettings::default());
    let schema = Schema::built_in("paper-2014").unwrap();
    let prior = |deviation| Some(Prior::around(&FixedEvaluation::of(&reference()), &schema, deviation));
    let [none, strong] = [None, prior(1.0)].map(|prior| fitness(&positions, &settings, prior));
    let mean = reference().evaluation.values;
    let mut other = mean.clone();
    other[1] += 20;
    let score = |fitness: &ResultsFitness, values: &[i32]| {
        let pool = ThreadPool::new(1).unwrap();
        measure(fitness, &pool, &[values.to_vec()], &Interrupt::default()).unwrap()[0]
    };
    assert_eq!(score(&none, &mean), score(&strong, &mean));
    let penalty = ResultsSettings::loss(score(&strong, &other) as f64)
        - ResultsSettings::loss(score(&none, &other) as f64);
    assert!((penalty - 0.5 * 400.0 / 200.0).abs() < 1e-6, "{penalty}");
}

#[test]
fn the_model_is_fitted_to_the_reference() {
    let set = ResultSet::embedded("gm2600-results").unwrap();
    let fitted = model(&set, &ResultsSettings::default()).unwrap();
    assert!((80.0..400.0).contains(&fitted.scale), "{fitted:?}");
    assert!((0.0..60.0).contains(&fitted.tempo) && (0.0..60.0).contains(&fitted.bias), "{fitted:?}");
    let given = ResultsSettings { scale: Some(200.0), ..ResultsSettings::default() };
    assert_eq!(model(&set, &given).unwrap(), Logistic { scale: 200.0, ..fitted });
}

#[test]
fn a_set_without_decided_games_has_no_scale() {
    let position: Chess = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        .parse::<Fen>()
        .unwrap()
        .into_position(CastlingMode::Standard)
        .unwrap();
    let draw = ResultPosition { position, points: Points::DRAW, game: 5 };
    let set = ResultSet { name: "draws".to_owned(), games: Vec::new(), positions: vec![draw; 10] };
    assert_eq!(set.part(Part::Train).count(), 10);
    let error = model(&set, &ResultsSettings::default()).unwrap_err().to_string();
    assert!(error.starts_with("draws: the results of the training games do not depend"), "{error}");
}
