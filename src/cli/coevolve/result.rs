//! The output of `eyas coevolve`.

use eyas::evolution::record::Crosstable;
use eyas::objectives::confirmation::{Confirmation, FinalMatch, Finalist, Milestone};
use eyas::objectives::details::Transfer;
use serde_json::{Value, json};

use super::super::Outcome;
use super::super::match_report::proof_match;
use super::super::running::Finished;

/// Returns the result of a finished session.
pub(in crate::cli) fn outcome(finished: &Finished) -> Outcome {
    let recorded = &finished.recorded;
    let tables = recorded.history.iter().filter_map(|record| record.crosstable.as_ref());
    // Those of all generations, without the confirmation.
    let games: u64 = tables.map(Crosstable::games).sum();
    let (generations, seconds) = (finished.generations(), finished.seconds);
    let seconds = seconds.map(|(build, wall)| build + wall);
    let outcome =
        Outcome::default().values(finished.values()).value("games", games).value("wall_seconds", seconds);
    let Some((result, confirmation)) =
        recorded.results.first().and_then(|result| Some((result, result.details.confirmation()?)))
    else {
        return outcome;
    };
    let time = seconds
        .map(|time| format!("{generations} generations, {games} games and the confirmation in {time:.1} s"));
    // Of a search, the start is the result if no evolved search beat it.
    let winner = confirmation.result(finished.settings().outline().starts_alone());
    let confirmed = Confirmed { finished, confirmation, winner };
    let (test, total) = (result.test_score, recorded.header.test.positions);
    outcome
        .with(confirmed.ranking())
        .with(confirmed.milestones())
        .with(confirmed.gain())
        .lines((total > 0).then(|| format!("agreement with grandmasters: {test} of {total} test positions")))
        .line(finished.champion())
        .lines(finished.stops())
        .lines(time)
        .values(json!({ "champion_born": result.champion_born, "test_correct": test, "test_total": total }))
}

/// The games that selected the champion.
struct Confirmed<'a> {
    finished: &'a Finished,
    confirmation: &'a Confirmation,
    /// The player that is the result.
    winner: usize,
}

fn milestone(milestone: &Milestone) -> Value {
    let elo = milestone.elo();
    json!({
        "generation": milestone.generation,
        "points": milestone.score(),
        "games": milestone.games(),
        "elo": elo.map(|elo| elo.value),
        "elo_error": elo.and_then(|elo| elo.error),
    })
}

impl Confirmed<'_> {
    /// Returns the players of the confirmation, the best first.
    fn ranking(&self) -> Outcome {
        let Confirmed { confirmation, winner, .. } = *self;
        let (scores, ratings) = (confirmation.scores(), confirmation.ratings());
        let line = |(line, place): (usize, usize)| {
            let (points, games) = scores[place];
            let rating = ratings[place].map_or_else(String::new, |rating| rating.to_string());
            let mark = if place == winner { "  ← champion" } else { "" };
            let name = self.name_of(&confirmation.players[place]);
            let points = format!("{points} of {games}");
            format!("{line:>3}  {points:>14}  {rating:>11}  {name}{mark}")
        };
        let player = |place: usize| {
            let player = &confirmation.players[place];
            json!({
                "place": player.place.map(|place| place + 1),
                "founder": self.founder(player),
                "points": scores[place].0,
                "games": scores[place].1,
                "elo": ratings[place].map(|rating| rating.value),
                "elo_error": ratings[place].and_then(|rating| rating.error),
            })
        };
        let best = confirmation.best_founder().map(|best| &confirmation.players[best]);
        Outcome::default()
            .line(format!("confirmation ranking, {} games:", confirmation.games()))
            .line(format!("{:>3}  {:>14}  {:>11}  player", "", "points", "Elo"))
            .lines((1..).zip(confirmation.order()).map(line))
            .values(json!({
                "confirmation_games": confirmation.games(),
                "confirmation": confirmation.order().into_iter().map(player).collect::<Vec<Value>>(),
                "champion_founder": self.founder(&confirmation.players[winner]),
                "best_founder": best.and_then(|best| self.founder(best)),
            }))
    }

    /// Returns the ratings of the leaders of generations.
    fn milestones(&self) -> Outcome {
        let milestones = &self.confirmation.milestones;
        let heading = "Elo of new generation leaders against all founders:";
        let line = |milestone: &Milestone| {
            let rating = milestone.elo().map_or_else(|| "Elo unknown".to_owned(), |elo| elo.to_string());
            let points = format!("{} of {}", milestone.score(), milestone.games());
            format!("{:>3}  {points:>14}  {rating:>11}", milestone.generation)
        };
        Outcome::default()
            .lines((!milestones.is_empty()).then(|| heading.to_owned()))
            .lines(milestones.iter().map(line))
            .value("milestones", milestones.iter().map(milestone).collect::<Vec<Value>>())
    }

    /// Returns the final match of the champion with the best founder.
    fn gain(&self) -> Outcome {
        let Confirmed { confirmation, winner, .. } = *self;
        let played = confirmation.final_match.as_ref();
        let gain = match played {
            _ if confirmation.is_founder() => {
                "none; the best founder is the champion, so no match was played".to_owned()
            }
            Some(played) => {
                let elo = played.elo().map_or_else(|| "Elo unknown".to_owned(), |elo| format!("{elo} Elo"));
                let (games, [lost, drawn, won]) = (played.games(), played.results);
                format!("{elo} in a final match of {games} games: {won} won, {drawn} drawn, {lost} lost")
            }
            None => "not measured; --match-games sets the number of games".to_owned(),
        };
        let keeps_start = winner != confirmation.champion();
        let gain = if keeps_start {
            let founder = self.name_of(&confirmation.players[winner]);
            format!(
                "gain of the best evolved search over {founder}: {gain}\n\
                 the result is {founder}, because no evolved search beat it"
            )
        } else {
            format!("gain of the champion over the best founder: {gain}")
        };
        let proof = confirmation.proof.as_ref().zip(played).map(|(proof, played)| {
            let elo = proof.elo().map_or_else(|| "Elo unknown".to_owned(), |elo| format!("{elo} Elo"));
            let (games, transfer) = (proof.played.games(), Transfer::of(played, proof));
            (format!("proof at {}: {elo} in {games} games; {}", proof.control, transfer.name()), transfer)
        });
        let transfer = proof.as_ref().map(|(_, transfer)| transfer.name());
        let repeated = confirmation.repeated_games.filter(|repeated| *repeated > 0);
        let copies = |copies| format!("{copies} games are identical to earlier games and add no information");
        let elo = confirmation.gain();
        let results = |end: usize| played.map(|played| played.results[end]);
        Outcome::default().lines(repeated.map(copies)).line(gain).lines(proof.map(|(text, _)| text)).values(
            json!({
                "transfer": transfer,
                "proof": confirmation.proof.as_ref().map(proof_match),
                "gain": elo.map(|elo| elo.value),
                "gain_error": elo.and_then(|elo| elo.error),
                "match_games": played.map(FinalMatch::games),
                "losses": results(0),
                "draws": results(1),
                "wins": results(2),
                "pentanomial": played.map(|played| played.pairs),
                "repeated_games": confirmation.repeated_games,
                "keeps_start": keeps_start,
            }),
        )
    }

    /// Returns the name of the founder that a player is; `None` if it evolved.
    fn founder(&self, player: &Finalist) -> Option<String> {
        let founders = self.finished.settings().founders();
        founders.get(player.founder? as usize).map(|founder| founder.name.clone())
    }

    fn name_of(&self, player: &Finalist) -> String {
        match (player.place, self.founder(player)) {
            (Some(place), None) => format!("last generation, place {}", place + 1),
            (Some(place), Some(founder)) => format!("{founder} (last generation, place {})", place + 1),
            (None, Some(founder)) => founder,
            (None, None) => "the optimizer's estimate".to_owned(),
        }
    }
}
