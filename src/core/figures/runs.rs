//! The results of a session's runs: a row for each run, the runs together, and what games decided about them.

use super::evolution::decimals;
use super::table::{Cell, Table, columns};
use super::values::mean_and_deviation;
use crate::objectives::details::match_report::FinalistOrigin;
use crate::objectives::measure::Measure;
use crate::session::{Champion, Evidence, LongerEvidence, Recorded, RunEntry};
use crate::statistics::mean_of;

/// Why no figure of a session has a time.
pub const NO_TIMES: &str = "A session records no times, so that the same seed gives the same bytes on every machine. Every \
                            run draws its random numbers from the seed of the session and from its own number.";

/// A score of a run, as a column.
struct Score {
    title: &'static str,
    measure: Measure,
    of: fn(&Champion, Option<&RunEntry>) -> Option<u64>,
}

impl Score {
    fn value(&self, champion: &Champion, result: Option<&RunEntry>) -> Option<f64> {
        (self.of)(champion, result).map(|score| self.measure.value(score as f64))
    }
}

/// Returns the scores that the runs of a session have.
fn scores(recorded: &Recorded) -> Vec<Score> {
    let (header, settings) = (&recorded.header, &recorded.header.settings);
    let train = settings.measure(header.largest_score());
    let test = settings.test_measure(header.largest_test_score());
    if settings.objective.properties().plays_opponents() {
        let mut scores = vec![Score {
            title: "result in the confirmation",
            measure: train,
            of: |_, result| result.map(|result| result.best_score),
        }];
        let of: fn(&Champion, Option<&RunEntry>) -> Option<u64> = |_, result| {
            result.filter(|result| result.details.final_match().is_some()).map(|result| result.test_score)
        };
        if recorded.results.iter().any(|result| result.details.final_match().is_some()) {
            scores.push(Score { title: "result in the final match", measure: test, of });
        }
        return scores;
    }
    let mut scores =
        vec![Score { title: "champion", measure: train, of: |champion, _| Some(champion.score) }];
    if header.test.positions > 0 {
        let of: fn(&Champion, Option<&RunEntry>) -> Option<u64> = |champion, _| champion.test_score;
        scores.push(Score { title: "champion on the test set", measure: test, of });
    }
    scores
}

fn result_of(recorded: &Recorded, run: u32) -> Option<&RunEntry> {
    recorded.results.iter().find(|result| result.run == run)
}

/// Returns the runs with their seeds, sizes and scores.
#[must_use]
pub fn table(recorded: &Recorded, champions: &[Champion]) -> Table {
    let scores = scores(recorded);
    let has_births = !recorded.header.settings.objective.properties().plays_opponents();
    let mut titles = vec![("run", ""), ("seed", ""), ("generations", ""), ("evaluations", "")];
    titles.extend(scores.iter().map(|score| (score.title, score.measure.unit)));
    titles.extend(has_births.then_some(("champion born", "generation")));
    titles.push(("state", ""));
    let row = |champion: &Champion| {
        let result = result_of(recorded, champion.run);
        let mut row = vec![
            Cell::count(champion.run + 1),
            // A seed may be larger than an integer of a table.
            i64::try_from(recorded.header.settings.seed)
                .map_or_else(|_| Cell::text(recorded.header.settings.seed.to_string()), Cell::Integer),
            Cell::count(champion.curve.len().saturating_sub(1)),
            Cell::count(champion.evaluations),
        ];
        row.extend(
            scores.iter().map(|score| Cell::number(score.value(champion, result), decimals(&score.measure))),
        );
        row.extend(has_births.then(|| Cell::count(champion.born)));
        row.push(Cell::text(if champion.complete { "complete" } else { "not complete" }));
        row
    };
    Table { columns: columns(&titles), rows: champions.iter().map(row).collect() }
}

/// Returns the scores of all complete runs together: their mean with its 95 % interval (Student's t-distribution), and their
/// spread.
#[must_use]
pub fn summary(recorded: &Recorded, champions: &[Champion]) -> Table {
    let row = |score: &Score| {
        let complete = champions.iter().filter(|champion| champion.complete);
        let values: Vec<f64> = complete
            .filter_map(|champion| score.value(champion, result_of(recorded, champion.run)))
            .collect();
        let estimate = mean_of(&values)?;
        let places = decimals(&score.measure).max(1);
        let ends = estimate.error.map(|_| estimate.ends());
        let deviation = estimate.error.map(|_| mean_and_deviation(&values).1);
        let end = |ends: fn(f64, f64) -> f64| values.iter().copied().reduce(ends);
        let mut row =
            vec![Cell::text(score.title), Cell::text(score.measure.unit), Cell::count(values.len())];
        let numbers = [
            Some(estimate.value),
            ends.map(|ends| ends[0]),
            ends.map(|ends| ends[1]),
            deviation,
            end(f64::min),
            end(f64::max),
        ];
        row.extend(numbers.map(|number| Cell::number(number, places)));
        Some(row)
    };
    Table {
        columns: columns(&[
            ("score", ""),
            ("unit", ""),
            ("runs", ""),
            ("mean", ""),
            ("mean low", "95 %"),
            ("mean high", "95 %"),
            ("standard deviation", ""),
            ("lowest", ""),
            ("highest", ""),
        ]),
        rows: scores(recorded).iter().filter_map(row).collect(),
    }
}

/// Returns whether games or the start's scores say what a run has gained.
#[must_use]
pub fn has_outcome(result: &RunEntry) -> bool {
    result.details.final_match().is_some()
        || result.details.keeps_start().is_some()
        || result.details.start_scores().is_some()
}

/// Returns what each run has gained: the verdict of its games, or its scores beside those of the start.
#[must_use]
pub fn outcomes(recorded: &Recorded) -> Table {
    let header = &recorded.header;
    let train = header.settings.measure(header.largest_score());
    let test = header.settings.test_measure(header.largest_test_score());
    let has_games = recorded.results.iter().any(|result| result.details.keeps_start().is_some());
    let has_starts = recorded.results.iter().any(|result| result.details.start_scores().is_some());
    let has_test = has_starts && header.test.positions > 0;
    let (low, high) = Evidence::HYPOTHESES;
    let ratio = format!("{high} against {low} Elo");
    let mut titles = vec![("run", "")];
    if has_games {
        titles.extend([
            ("verdict", ""),
            ("Elo", ""),
            ("Elo low", "95 %"),
            ("Elo high", "95 %"),
            ("final match", "games"),
            ("won", "games"),
            ("drawn", "games"),
            ("lost", "games"),
            ("LLR", ratio.as_str()),
            ("result", ""),
        ]);
    }
    let has_proof = recorded.results.iter().any(|result| result.details.proof().is_some());
    titles.extend(
        has_proof
            .then_some([
                ("transfer", ""),
                ("proof", "limit"),
                ("proof Elo", ""),
                ("proof Elo low", "95 %"),
                ("proof Elo high", "95 %"),
                ("proof", "games"),
            ])
            .into_iter()
            .flatten(),
    );
    titles.extend(
        has_starts.then_some([("training", train.unit), ("start in training", train.unit)]).iter().flatten(),
    );
    titles.extend(
        has_test.then_some([("test set", test.unit), ("start on the test set", test.unit)]).iter().flatten(),
    );
    let row = |run: &RunEntry| {
        let mut row = vec![Cell::count(run.run + 1)];
        if has_games {
            let evidence = Evidence::of(run);
            let ends = evidence.ends();
            row.extend([Cell::text(evidence.verdict()), Cell::number(evidence.elo, 1)]);
            row.extend([0, 1].map(|end| Cell::number(ends.map(|ends| ends[end]), 1)));
            let [lost, drawn, won] = run.details.final_match().map_or([0; 3], |played| played.results);
            row.extend([evidence.games, won.into(), drawn.into(), lost.into()].map(Cell::count));
            row.extend([
                Cell::number(evidence.llr, 2),
                Cell::text(origin(recorded, run).unwrap_or_default()),
            ]);
            if has_proof {
                let longer = evidence.proof.as_ref();
                let text =
                    |of: fn(&LongerEvidence) -> String| longer.map_or(Cell::Empty, |one| Cell::text(of(one)));
                let ends = longer.and_then(|one| one.evidence.ends());
                row.extend([text(|one| one.transfer.name().to_owned()), text(|one| one.control.to_string())]);
                row.push(Cell::number(longer.and_then(|one| one.evidence.elo), 1));
                row.extend([0, 1].map(|end| Cell::number(ends.map(|ends| ends[end]), 1)));
                row.push(Cell::count(longer.map_or(0, |one| one.evidence.games)));
            }
        }
        let starts = run.details.start_scores().map(|scores| scores.map(|score| score as f64));
        if has_starts {
            let numbers = [Some(run.best_score as f64), starts.map(|[start, _]| start)];
            row.extend(
                numbers.map(|score| Cell::number(score.map(|score| train.value(score)), decimals(&train))),
            );
        }
        if has_test {
            let numbers = [Some(run.test_score as f64), starts.map(|[_, start]| start)];
            row.extend(
                numbers.map(|score| Cell::number(score.map(|score| test.value(score)), decimals(&test))),
            );
        }
        row
    };
    Table { columns: columns(&titles), rows: recorded.results.iter().map(row).collect() }
}

/// Returns where the result of a run comes from, if games selected it.
fn origin(recorded: &Recorded, run: &RunEntry) -> Option<String> {
    if let Some(report) = run.details.match_report() {
        let origin = report.champion()?.origin;
        return Some(match (origin, report.keeps_start()) {
            (FinalistOrigin::Start, _) | (_, true) => "the start itself, because nothing beat it".to_owned(),
            (origin, false) => origin.to_string(),
        });
    }
    let confirmation = run.details.confirmation()?;
    let player = confirmation.players.iter().find(|player| player.chromosome == run.champion)?;
    let founders = recorded.header.settings.founders();
    match (player.place, player.founder.and_then(|founder| founders.get(founder as usize))) {
        (_, Some(founder)) => Some(super::names::short(&founders, founder).to_owned()),
        (Some(place), None) => Some(format!("number {} of the last population", place + 1)),
        (None, None) => Some("the optimizer's estimate".to_owned()),
    }
}

/// Returns what comes first in a report of a session that was decided by games, or that tunes an engine: a sentence or several
/// for each run; empty for other sessions.
#[must_use]
pub fn lead(recorded: &Recorded) -> Vec<String> {
    let settings = &recorded.header.settings;
    let is_tune = settings.target.engine().is_some() || settings.objective.properties().plays_opponents();
    let has_games =
        settings.objective.properties().plays_opponents() || settings.objective.properties().plays_itself();
    if is_tune && has_games && !recorded.finished() {
        let done = recorded.results.len();
        let begun = if done == 0 { String::new() } else { format!(" of run {}", done + 1) };
        let waiting = format!(
            "There is no verdict{begun} yet: games decide after the last generation. Until then its values are the \
             optimizer's estimate, which is provisional."
        );
        return recorded
            .results
            .iter()
            .map(|run| sentence(recorded, run, is_tune))
            .chain([waiting])
            .collect();
    }
    let decided = recorded.results.iter().filter(|run| has_outcome(run));
    decided.map(|run| sentence(recorded, run, is_tune)).collect()
}

/// Describes what a run has gained.
fn sentence(recorded: &Recorded, run: &RunEntry, is_tune: bool) -> String {
    let header = &recorded.header;
    let of_run = if header.settings.runs > 1 { format!(" of run {}", run.run + 1) } else { String::new() };
    if let (None, Some([train_start, test_start])) =
        (run.details.keeps_start(), run.details.start_scores().copied())
    {
        let train = header.settings.measure(header.largest_score());
        let mut text = format!(
            "Result{of_run}: {}, the start {}.",
            train.summary(run.best_score),
            train.summary(train_start)
        );
        if header.test.positions > 0 {
            let test = header.settings.test_measure(header.largest_test_score());
            text += &format!(
                " On the test set: {}, the start {}.",
                test.summary(run.test_score),
                test.summary(test_start)
            );
        }
        return text;
    }
    let mut text = format!("Verdict{of_run}: {}.", Evidence::of(run).text());
    if let Some(played) = run.details.final_match() {
        let [lost, drawn, won] = played.results;
        let other = match (run.details.examinations(), is_tune) {
            (Some(_), _) => "the untuned search",
            (None, true) => "the start",
            (None, false) => "the best founder",
        };
        text += &format!(" Final match against {other}: {won} won, {drawn} drawn, {lost} lost.");
        if let Some(proof) = run.details.proof() {
            let [lost, drawn, won] = proof.played.results;
            text += &format!(" Proof at {}: {won} won, {drawn} drawn, {lost} lost.", proof.control);
        }
    }
    if let Some(origin) = origin(recorded, run).filter(|_| is_tune) {
        text += &format!(" The result is {origin}.");
    }
    text
}
