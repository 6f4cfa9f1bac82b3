//! The output of `eyas coevolve`.

use std::fmt::Write;
use std::path::PathBuf;

use eyas::evolution::record::Crosstable;
use eyas::experiment::Experiment;
use eyas::objectives::self_play::confirmation::{Confirmation, FinalMatch, Finalist, Milestone};
use eyas::session::{Recorded, RunEntry, Session};
use serde_json::{Value, json};

use super::super::Outcome;

/// A finished session.
pub(super) struct Finished {
    pub(super) folder: PathBuf,
    pub(super) recorded: Recorded,
    /// Seconds that this process spent; `None` if it only read the session.
    pub(super) seconds: Option<f64>,
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

impl Finished {
    pub(super) fn outcome(&self) -> Outcome {
        Outcome { text: self.text(), json: self.json() }
    }

    fn settings(&self) -> &Experiment {
        &self.recorded.header.settings
    }

    fn result(&self) -> Option<(&RunEntry, &Confirmation)> {
        let result = self.recorded.results.first()?;
        Some((result, result.confirmation.as_ref()?))
    }

    /// Returns the player that is the result: of a search, the start if no evolved search beat it.
    fn winner(&self, confirmation: &Confirmation) -> usize {
        confirmation.result(self.settings().outline().starts_alone())
    }

    /// Returns the number of games of all generations, without the confirmation.
    fn games(&self) -> u64 {
        let tables = self.recorded.history.iter().filter_map(|record| record.crosstable.as_ref());
        tables.map(Crosstable::games).sum()
    }

    fn json(&self) -> Value {
        let mut object = json!({
            "generations": self.settings().generations,
            "games": self.games(),
            "champion": Session::best_champion_path(&self.folder).display().to_string(),
            "session": self.folder.display().to_string(),
            "wall_seconds": self.seconds,
        });
        if let Some((result, confirmation)) = self.result() {
            let champion = self.winner(confirmation);
            let gain = confirmation.gain();
            let founders = self.settings().founders();
            let founder = |player: &Finalist| {
                let founder = founders.get(player.founder? as usize)?;
                Some(founder.name.clone())
            };
            let (scores, ratings) = (confirmation.scores(), confirmation.ratings());
            let player = |place: usize| {
                let player = &confirmation.players[place];
                json!({
                    "place": player.place.map(|place| place + 1),
                    "founder": founder(player),
                    "points": scores[place].0,
                    "games": scores[place].1,
                    "elo": ratings[place].map(|rating| rating.value),
                    "elo_error": ratings[place].and_then(|rating| rating.error),
                })
            };
            object["gain"] = json!(gain.map(|gain| gain.value));
            object["gain_error"] = json!(gain.and_then(|gain| gain.error));
            let final_match = confirmation.final_match.as_ref();
            object["match_games"] = json!(final_match.map(FinalMatch::games));
            for (key, end) in [("losses", 0), ("draws", 1), ("wins", 2)] {
                object[key] = json!(final_match.map(|found| found.results[end]));
            }
            object["pentanomial"] = json!(final_match.map(|found| found.pairs));
            object["repeated_games"] = json!(confirmation.repeated_games);
            object["champion_born"] = json!(result.champion_born);
            object["keeps_start"] = json!(champion != confirmation.champion());
            object["champion_founder"] = json!(founder(&confirmation.players[champion]));
            let best = confirmation.best_founder().map(|best| &confirmation.players[best]);
            object["best_founder"] = json!(best.and_then(founder));
            object["confirmation_games"] = json!(confirmation.games());
            object["confirmation"] = confirmation.order().into_iter().map(player).collect();
            object["milestones"] = confirmation.milestones.iter().map(milestone).collect();
            object["test_correct"] = json!(result.test_score);
            object["test_total"] = json!(self.recorded.header.test.positions);
        }
        object
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let Some((result, confirmation)) = self.result() else { return text };
        let (scores, ratings) = (confirmation.scores(), confirmation.ratings());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "confirmation ranking, {} games:\n{:>3}  {:>14}  {:>11}  player",
            confirmation.games(),
            "",
            "points",
            "Elo"
        );
        let winner = self.winner(confirmation);
        for (line, place) in (1..).zip(confirmation.order()) {
            let (points, games) = scores[place];
            let rating = ratings[place].map_or_else(String::new, |rating| rating.to_string());
            let mark = if place == winner { "  ← champion" } else { "" };
            let name = self.name_of(&confirmation.players[place]);
            let points = format!("{points} of {games}");
            let _ = writeln!(text, "{line:>3}  {points:>14}  {rating:>11}  {name}{mark}");
        }
        if !confirmation.milestones.is_empty() {
            let _ = writeln!(text, "Elo of new generation leaders against all founders:");
        }
        for milestone in &confirmation.milestones {
            let rating = milestone.elo().map_or_else(|| "Elo unknown".to_owned(), |elo| elo.to_string());
            let (score, games) = (milestone.score(), milestone.games());
            let points = format!("{score} of {games}");
            let _ = writeln!(text, "{:>3}  {points:>14}  {rating:>11}", milestone.generation);
        }
        let gain = match &confirmation.final_match {
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
        if let Some(repeated) = confirmation.repeated_games.filter(|repeated| *repeated > 0) {
            let _ = writeln!(text, "{repeated} games are identical to earlier games and add no information");
        }
        let total = self.recorded.header.test.positions;
        if winner == confirmation.champion() {
            let _ = writeln!(text, "gain of the champion over the best founder: {gain}");
        } else {
            let founder = self.name_of(&confirmation.players[winner]);
            let _ = writeln!(text, "gain of the best evolved search over {founder}: {gain}");
            let _ = writeln!(text, "the result is {founder}, because no evolved search beat it");
        }
        if total > 0 {
            let correct = result.test_score;
            let _ = writeln!(text, "agreement with grandmasters: {correct} of {total} test positions");
        }
        let _ = writeln!(text, "{}", Session::best_champion_path(&self.folder).display());
        if let Some(seconds) = self.seconds {
            let (generations, games) = (self.settings().generations, self.games());
            let _ = writeln!(
                text,
                "{generations} generations, {games} games and the confirmation in {seconds:.1} s"
            );
        }
        text
    }

    fn name_of(&self, player: &Finalist) -> String {
        let founders = self.settings().founders();
        let founder = player.founder.and_then(|founder| founders.get(founder as usize));
        match (player.place, founder) {
            (Some(place), None) => format!("last generation, place {}", place + 1),
            (Some(place), Some(founder)) => {
                format!("{} (last generation, place {})", founder.name, place + 1)
            }
            (None, Some(founder)) => founder.name.clone(),
            (None, None) => "the optimizer's estimate".to_owned(),
        }
    }
}
