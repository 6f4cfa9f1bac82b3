//! The output of a selection by games against the start.

use std::fmt::Write;

use eyas::objectives::matches::{FinalistOrigin, LARGEST_SCORE, MatchReport};
use eyas::objectives::self_play::confirmation::FinalMatch;
use serde_json::{Value, json};

/// Returns the points of a score in percent.
fn percent(score: u64) -> f64 {
    100.0 * score as f64 / LARGEST_SCORE as f64
}

/// Returns the report as JSON.
pub(super) fn json(report: &MatchReport) -> Value {
    let confirmation = report.finalists.iter().map(|finalist| {
        let (origin, number) = origin(finalist.origin);
        json!({
            "origin": origin,
            "number": number,
            "points_percent": percent(finalist.score),
            "games": 2 * finalist.played(),
            "pairs": finalist.pairs,
        })
    });
    json!({
        "games": report.games,
        "keeps_start": report.keeps_start(),
        "best": report.best,
        "confirmation": confirmation.collect::<Vec<Value>>(),
        "final_match": report.final_match.as_ref().map(final_match),
    })
}

fn final_match(played: &FinalMatch) -> Value {
    let [lost, drawn, won] = played.results;
    json!({
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "games": played.games(),
        "points": f64::from(won) + f64::from(drawn) / 2.0,
        "pairs": played.pairs,
        "elo": played.elo().map(|elo| elo.value),
        "elo_error": played.elo().and_then(|elo| elo.error),
    })
}

/// Returns the name of an origin, and the place or the generation, if it has one.
fn origin(origin: FinalistOrigin) -> (&'static str, Option<u32>) {
    match origin {
        FinalistOrigin::Start => ("start", None),
        FinalistOrigin::Estimate => ("estimate", None),
        FinalistOrigin::Population(place) => ("population", Some(place)),
        FinalistOrigin::Leader(generation) => ("leader", Some(generation)),
    }
}

/// Returns the report as text, one line for the confirmation, one for the final match, and one if the start is kept.
pub(super) fn text(report: &MatchReport) -> String {
    let mut text = String::new();
    if let Some(best) = report.best() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  confirmation of {}: best {}, {:.1} % of the points in {} games",
            report.finalists.len(),
            best.origin,
            percent(best.score),
            2 * best.played()
        );
    }
    if let Some(played) = &report.final_match {
        let [lost, drawn, won] = played.results;
        let elo = played.elo().map_or_else(String::new, |elo| format!(", {elo} Elo"));
        let _ = writeln!(text, "  final match against the start: {won} won, {drawn} drawn, {lost} lost{elo}");
    }
    if report.keeps_start() {
        let _ = writeln!(text, "  no evolved organism beat the start, so the result is the start itself");
    }
    let _ = writeln!(text, "  {} games in all", report.games);
    text
}
