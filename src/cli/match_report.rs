//! The output of a selection by games against the start.

use eyas::arena::control::Control;
use eyas::objectives::confirmation::FinalMatch;
use eyas::objectives::details::match_report::{Finalist, FinalistOrigin};
use eyas::objectives::details::{MatchReport, Proof};
use eyas::session::Evidence;
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
    let proof = report.proof.as_ref().map(|Proof { control, played }| {
        let [lost, drawn, won] = played.results;
        let elo = played.elo().map_or_else(String::new, |elo| format!(", {elo} Elo"));
        format!("  proof at {control}: {won} won, {drawn} drawn, {lost} lost{elo}")
    });
    let kept = "  no evolved organism beat the start, so the result is the start itself";
    Outcome::default()
        .lines(confirmation)
        .lines(played)
        .lines(proof)
        .lines(report.keeps_start().then(|| kept.to_owned()))
        .line(format!("  {} games in all", report.games))
        .values(json!({
            "games": report.games,
            "keeps_start": report.keeps_start(),
            "best": report.best,
            "confirmation": report.finalists.iter().map(finalist).collect::<Vec<Value>>(),
            "final_match": report.final_match.as_ref().map(final_match),
            "proof": report.proof.as_ref().map(proof_match),
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

/// Returns the proof, with its limit.
pub(super) fn proof_match(proof: &Proof) -> Value {
    json!({ "limit": proof.control.to_string(), "played": final_match(&proof.played) })
}

/// Returns the final match and its proof with their intervals, for each limit.
pub(super) fn proofs(evidence: &Evidence, tuning: Option<Control>) -> Option<Value> {
    let longer = evidence.proof.as_ref()?;
    let shown = |limit: Option<String>, evidence: &Evidence| {
        json!({
            "limit": limit,
            "games": evidence.games,
            "elo": evidence.elo,
            "elo_low": evidence.ends().map(|ends| ends[0]),
            "elo_high": evidence.ends().map(|ends| ends[1]),
            "llr": evidence.llr,
            "verdict": evidence.verdict(),
        })
    };
    let tuning = tuning.map(|control| control.to_string());
    Some(json!([shown(tuning, evidence), shown(Some(longer.control.to_string()), &longer.evidence)]))
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
