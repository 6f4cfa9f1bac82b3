//! The output of a selection by games against the start.

use eyas::objectives::confirmation::FinalMatch;
use eyas::objectives::details::MatchReport;
use eyas::objectives::details::match_report::{Finalist, FinalistOrigin};
use serde_json::{Value, json};

use super::Outcome;

/// Returns the report: a line for the confirmation, one for the final match, and one if the start is kept.
pub(super) fn outcome(report: &MatchReport) -> Outcome {
    let confirmation = report.best().map(|best| {
        let (count, points, games) = (report.finalists.len(), best.percent(), 2 * best.played());
        format!(
            "  confirmation of {count}: best {}, {points:.1} % of the points in {games} games",
            best.origin
        )
    });
    let played = report.final_match.as_ref().map(|played| {
        let [lost, drawn, won] = played.results;
        let elo = played.elo().map_or_else(String::new, |elo| format!(", {elo} Elo"));
        format!("  final match against the start: {won} won, {drawn} drawn, {lost} lost{elo}")
    });
    let kept = "  no evolved organism beat the start, so the result is the start itself";
    Outcome::default()
        .lines(confirmation)
        .lines(played)
        .lines(report.keeps_start().then(|| kept.to_owned()))
        .line(format!("  {} games in all", report.games))
        .values(json!({
            "games": report.games,
            "keeps_start": report.keeps_start(),
            "best": report.best,
            "confirmation": report.finalists.iter().map(finalist).collect::<Vec<Value>>(),
            "final_match": report.final_match.as_ref().map(final_match),
        }))
}

fn finalist(finalist: &Finalist) -> Value {
    let (origin, number) = origin(finalist.origin);
    json!({
        "origin": origin,
        "number": number,
        "points_percent": finalist.percent(),
        "games": 2 * finalist.played(),
        "pairs": finalist.pairs,
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
