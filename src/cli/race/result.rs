//! The output of `eyas race`.

use std::fmt::Write;
use std::path::Path;

use eyas::figures::race::tests;
use eyas::figures::table::{Cell, Table, columns};
use eyas::objectives::measure::Measure;
use eyas::race::{Comparison, RacePlan, RunId, ScoredSet, Standing, Summary, table};
use serde_json::{Value, json};

use super::super::Outcome;

/// The number of points of a curve in the output.
const STEPS: u64 = 200;

/// The sets on which champions are compared, with their names.
const SETS: [(ScoredSet, &str); 2] = [(ScoredSet::Train, "training"), (ScoredSet::Test, "test")];

/// Returns the result of a complete race. It has no times, so it is equal for equal races.
pub(super) fn outcome(folder: &Path, standing: &Standing) -> Outcome {
    let plan = standing.plan();
    let RacePlan { base, seeds, evaluations, optimizers, .. } = plan;
    let objective = base.objective.name();
    let (count, noun) = (seeds.len(), if seeds.len() == 1 { "seed" } else { "seeds" });
    let described: Vec<Value> =
        (0..optimizers.len()).map(|index| optimizer(folder, standing, index)).collect();
    let race = Outcome::default()
        .line(format!("{objective}: {evaluations} evaluations, {count} {noun}\n\n"))
        .lines(table(standing).lines())
        .values(json!({
            "session": folder.display().to_string(),
            "objective": objective,
            "evaluations": evaluations,
            "seeds": seeds,
            "optimizers": described,
        }));
    SETS.into_iter().fold(race, |race, (set, name)| {
        race.under(name, standing.comparison(set).map(|found| comparison(plan, &found, name)))
    })
}

/// Returns the median and the quartiles of each optimizer by evaluations, as comma-separated values.
pub(super) fn csv(standing: &Standing) -> String {
    let measure = standing.measure(ScoredSet::Train);
    let mut text = "optimizer,evaluations,runs,lower_quartile,median,upper_quartile\n".to_owned();
    for (optimizer, raced) in standing.plan().optimizers.iter().enumerate() {
        for band in standing.bands(optimizer, STEPS) {
            let [low, median, high] = shown(&measure, [band.q25, band.median, band.q75]);
            let (label, evaluations, runs) = (&raced.label, band.evaluations, band.runs);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{label},{evaluations},{runs},{low},{median},{high}");
        }
    }
    text
}

/// Returns quartiles and median in the unit of the measure, the smallest number first.
fn shown(measure: &Measure, scores: [f64; 3]) -> [f64; 3] {
    let mut values = scores.map(|score| measure.value(score));
    values.sort_by(f64::total_cmp);
    values
}

/// Returns the final scores of the optimizers, the best mean rank on the training set first. Without rows until all
/// optimizers have completed a seed.
fn table(standing: &Standing) -> Table {
    let order = standing.comparison(ScoredSet::Train).map_or_else(Vec::new, |train| table::order(&train));
    let label = |optimizer: &usize| vec![Cell::text(&standing.plan().optimizers[*optimizer].label)];
    let mut table = Table { columns: columns(&[("optimizer", "")]), rows: order.iter().map(label).collect() };
    for (set, name) in SETS {
        let Some(found) = standing.comparison(set) else { continue };
        let measure = standing.measure(set);
        let median = format!("{name} median");
        table.columns.extend(columns(&[(&*median, ""), ("quartiles", ""), ("rank", "")]));
        for (row, optimizer) in table.rows.iter_mut().zip(&order) {
            let Summary { spread, mean_rank } = &found.summaries[*optimizer];
            row.extend([
                Cell::text(table::number(&measure, spread.median)),
                Cell::text(table::range(&measure, spread.q25, spread.q75)),
                Cell::Number(*mean_rank, 2),
            ]);
        }
    }
    table
}

fn optimizer(folder: &Path, standing: &Standing, index: usize) -> Value {
    let plan = standing.plan();
    let raced = &plan.optimizers[index];
    let measure = standing.measure(ScoredSet::Train);
    let curve: Vec<Value> = standing
        .bands(index, STEPS)
        .into_iter()
        .map(|band| {
            let [low, median, high] = shown(&measure, [band.q25, band.median, band.q75]);
            json!([band.evaluations, low, median, high])
        })
        .collect();
    let run = |seed: usize| {
        let id = RunId { optimizer: index, seed };
        let run = standing.run(id);
        let score = |set| {
            let value = |score: u64| standing.measure(set).value(score as f64);
            run.score.filter(|_| standing.comparison(set).is_some()).map(|score| value(score.on(set)))
        };
        json!({
            "seed": plan.seeds[seed],
            "evaluations": run.evaluations(),
            "training": score(ScoredSet::Train),
            "test": score(ScoredSet::Test),
            "session": folder.join(plan.folder_name(id)).display().to_string(),
        })
    };
    let mut object = json!({
        "optimizer": raced.label,
        "population": raced.settings.population(),
        "generations": plan.generations(&raced.settings),
        "runs": (0..plan.seeds.len()).map(run).collect::<Vec<Value>>(),
        "curve": curve,
    });
    for (set, name) in SETS {
        object[name] = standing.comparison(set).map_or(Value::Null, |found| {
            let summary = &found.summaries[index];
            let spread = &summary.spread;
            let measure = standing.measure(set);
            let [low, median, high] = shown(&measure, [spread.q25, spread.median, spread.q75]);
            let [lowest, _, highest] =
                shown(&measure, [spread.worst, spread.best, spread.best].map(|x| x as f64));
            json!({
                "lowest": lowest, "lower_quartile": low, "median": median, "upper_quartile": high,
                "highest": highest, "mean_rank": summary.mean_rank,
            })
        });
    }
    object
}

/// Returns the tests on a set.
fn comparison(plan: &RacePlan, found: &Comparison, set: &str) -> Outcome {
    let label = |index: usize| plan.optimizers[index].label.as_str();
    let friedman = found.friedman.map(|test| {
        json!({
            "statistic": test.statistic, "degrees_of_freedom": test.degrees, "p": test.p, "exact": test.exact,
        })
    });
    let pairs = found.pairs.iter().map(|pair| {
        let [first, second] = pair.optimizers.map(label);
        let [wins_first, wins_second] = pair.wins;
        json!({
            "first": first, "second": second, "wins_first": wins_first, "wins_second": wins_second,
            "p": pair.p, "p_holm": pair.corrected,
        })
    });
    Outcome::default()
        .line(format!("\nFriedman test, {set}: {}", table::friedman(found)))
        .lines(tests(plan, found).lines())
        .values(json!({ "seeds": found.seeds, "friedman": friedman, "pairs": pairs.collect::<Vec<Value>>() }))
}
