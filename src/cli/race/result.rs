//! The output of `eyas race`.

use std::fmt::Write;
use std::path::Path;

use eyas::objectives::measure::Measure;
use eyas::race::{Comparison, Pair, RacePlan, RunId, ScoredSet, Standing, table};
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
        .lines(table(standing))
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

/// Returns the final scores of the optimizers as lines.
fn table(standing: &Standing) -> Vec<String> {
    let labels = standing.plan().optimizers.iter().map(|raced| raced.label.chars().count());
    let width = labels.max().unwrap_or(0).max(9);
    let rows = table::rows(standing);
    let has_test = rows.iter().any(|row| row.cells[1].is_some());
    let sets = &SETS[..if has_test { 2 } else { 1 }];
    let columns =
        |median: &str, quartiles: &str, rank: &str| format!("  {median:>15}  {quartiles:>17}  {rank:>5}");
    let headings = sets.iter().map(|(_, name)| columns(&format!("{name} median"), "quartiles", "rank"));
    let heading = format!("{:width$}{}", "optimizer", headings.collect::<String>());
    let lines = rows.iter().map(|row| {
        let cells = row.cells.iter().flatten();
        let cells: String =
            cells.map(|cells| columns(&cells.median, &cells.quartiles, &cells.rank)).collect();
        format!("{:width$}{cells}", row.label)
    });
    [heading].into_iter().chain(lines).collect()
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
    let oriented: Vec<_> = found.pairs.iter().map(table::oriented).collect();
    let name = |[one, other]: [usize; 2]| format!("{} – {}", label(one), label(other));
    let width = oriented.iter().map(|pair| name(pair.optimizers).chars().count()).max().unwrap_or(0);
    let line = |pair: &Pair| {
        let ([won, lost], p) = (pair.wins, table::probability(pair.corrected));
        format!("  {:width$}  better with {won}, worse with {lost}; {p}", name(pair.optimizers))
    };
    Outcome::default()
        .line(format!("\nFriedman test, {set}: {}", table::friedman(found)))
        .lines(oriented.iter().map(line))
        .values(json!({ "seeds": found.seeds, "friedman": friedman, "pairs": pairs.collect::<Vec<Value>>() }))
}
