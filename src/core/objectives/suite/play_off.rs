//! The play-off of a tuning run: games decide whether a tuned search is better than the one it started from.
//!
//! A search that finds tactical moves with fewer nodes is not necessarily stronger in games. So the searches of the
//! last population, the run's champion and the untuned search play a round robin, all with the same evaluation. The
//! best tuned search then plays a final match against the untuned one, from openings of its own: the round robin
//! selected its winner from several, so its games overrate it. The result of the run is the tuned search only if it won
//! both ([`PlayOffResult`]).
//!
//! A game depends only on its number, the players and the settings. Finished games are kept beside the searches of the
//! session ([`Memo`]), so an interrupted play-off continues with the missing ones.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::arena::PlayerFactory;
use crate::arena::control::Control;
use crate::arena::game::Rules;
use crate::arena::matches::{GameService, Match, MatchEvent, NoObserver};
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::{Fixtures, Pairing};
use crate::arena::steering::Steering;
use crate::arena::tally::Tally;
use crate::engine::schema::Schema;
use crate::evolution::record::{Founder, Individual, Results, half_points};
use crate::objectives::confirmation::{Confirmation, FinalMatch, Finalist, Pairs, reversed};
use crate::objectives::memo::{self, Key, Memo};
use crate::objectives::self_play::{self, SelfPlaySettings};
use crate::objectives::source::SourceError;
use crate::threads::Interrupt;

/// How the play-off of a tuning run is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayOffSettings {
    /// Games of each pair of players in the round robin. An odd number is rounded up.
    pub games: u32,
    /// Nodes of each move.
    pub nodes: u32,
    /// Games of the final match. An odd number is rounded up.
    pub match_games: u32,
}

impl PlayOffSettings {
    /// Returns the number of openings of the round robin and the final match, if this number of organisms and the
    /// untuned search take part. Every pair of games has its own opening.
    #[must_use]
    pub fn openings_needed(&self, organisms: u32) -> u64 {
        let players = u64::from(organisms) + 1;
        let pairs = players * (players - 1) / 2 * u64::from(self.games.div_ceil(2));
        pairs + u64::from(self.match_games.div_ceil(2))
    }
}

impl Default for PlayOffSettings {
    fn default() -> PlayOffSettings {
        PlayOffSettings { games: 20, nodes: 5_000, match_games: 400 }
    }
}

/// What a play-off decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayOffResult {
    /// The best tuned search scored more points than the untuned search, and more than half of the final match.
    Tuned,
    /// No tuned search scored more points than the untuned search in the round robin.
    LostRoundRobin,
    /// The best tuned search scored no more than half of the final match.
    LostFinalMatch,
}

impl PlayOffResult {
    /// Returns the verdict of a complete play-off.
    #[must_use]
    pub fn of(play_off: &Confirmation) -> PlayOffResult {
        if ahead(play_off).is_none() {
            return PlayOffResult::LostRoundRobin;
        }
        match &play_off.final_match {
            Some(FinalMatch { results: [lost, _, won], .. }) if won > lost => PlayOffResult::Tuned,
            _ => PlayOffResult::LostFinalMatch,
        }
    }

    /// Returns whether the result of the run is a tuned search.
    #[must_use]
    pub fn is_tuned(self) -> bool {
        self == PlayOffResult::Tuned
    }
}

/// Returns the best tuned search of a play-off, as an index of its players; among equals, the one that was fitter in
/// the last population. `None` if all searches equal the untuned one.
#[must_use]
pub fn best_tuned(play_off: &Confirmation) -> Option<usize> {
    let points = half_points(&play_off.results);
    let tuned = (0..play_off.players.len()).filter(|player| play_off.players[*player].founder.is_none());
    tuned.reduce(|best, next| if points[next] > points[best] { next } else { best })
}

/// Returns the player that is the result of the run.
#[must_use]
pub fn winner(play_off: &Confirmation) -> Option<usize> {
    if PlayOffResult::of(play_off).is_tuned() { best_tuned(play_off) } else { play_off.best_founder() }
}

/// Returns the best tuned search if it scored more points than the untuned one.
fn ahead(play_off: &Confirmation) -> Option<usize> {
    let points = half_points(&play_off.results);
    let (tuned, untuned) = (best_tuned(play_off)?, play_off.best_founder()?);
    (points[tuned] > points[untuned]).then_some(tuned)
}

/// Describes what a play-off decided, in one sentence.
#[must_use]
pub fn summary(play_off: &Confirmation) -> String {
    let score = |player: Option<usize>| {
        let scores = play_off.scores();
        player.and_then(|player| scores.get(player).copied()).unwrap_or_default()
    };
    let ((tuned, games), (untuned, _)) = (score(best_tuned(play_off)), score(play_off.best_founder()));
    let elo = |found: &FinalMatch| found.elo().map_or_else(String::new, |elo| format!(", {elo} Elo"));
    let final_match = play_off.final_match.as_ref().map_or_else(String::new, |found| {
        let [lost, drawn, won] = found.results;
        format!("{won} won, {drawn} drawn and {lost} lost in the final match{}", elo(found))
    });
    match PlayOffResult::of(play_off) {
        PlayOffResult::Tuned => format!("the tuned search beat the untuned search: {final_match}"),
        PlayOffResult::LostFinalMatch => {
            format!("the untuned search, because the best tuned search did not beat it: {final_match}")
        }
        PlayOffResult::LostRoundRobin => format!(
            "the untuned search, because no tuned search beat it in the play-off: {untuned} points of {games}, the \
             best tuned search {tuned}"
        ),
    }
}

/// The conditions of a play-off.
pub(super) struct PlayOff<'a> {
    pub(super) settings: PlayOffSettings,
    /// Creates the player with the search of these values.
    pub(super) player: &'a dyn Fn(&[i32]) -> PlayerFactory,
    /// Seed of the permutation of the openings.
    pub(super) seed: u64,
    /// The number of concurrent games.
    pub(super) threads: usize,
    /// Plays games besides these threads.
    pub(super) service: Option<Arc<dyn GameService>>,
    pub(super) memo: &'a Memo,
    pub(super) interrupt: &'a Interrupt,
    /// Receives the activity, and the number of games played and in total.
    pub(super) progress: &'a dyn Fn(&'static str, u64, u64),
}

/// The games of one part of a play-off.
struct Round<'a> {
    activity: &'static str,
    plan: Fixtures,
    /// The values of the players.
    players: &'a [Vec<i32>],
    /// The index of the first opening.
    opening: u64,
}

impl PlayOff<'_> {
    /// Plays the round robin and the final match. `organisms` are the last population, and after its first `population`
    /// organisms those that are not part of it.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised before the end, or if a game cannot be played.
    pub(super) fn play(
        &self,
        organisms: &[Individual],
        population: usize,
        untuned: &Founder,
        schema: &Schema,
    ) -> Result<Confirmation, SourceError> {
        let mut players = Confirmation::finalists(schema, organisms, std::slice::from_ref(untuned));
        for player in &mut players {
            player.place = player.place.filter(|place| (*place as usize) < population);
        }
        let values: Vec<Vec<i32>> = players.iter().map(|player| player.chromosome.decode(schema)).collect();
        let plan = Fixtures::new(Pairing::RoundRobin, values.len(), self.settings.games.into());
        let openings = plan.games() / 2;
        let round = Round { activity: "playing the play-off", plan, players: &values, opening: 0 };
        let tallies = self.games(&round)?;
        let (results, pairs) = tables(&round.plan, &tallies, values.len());
        let mut play_off = confirmation(players, results, pairs);
        if let (Some(tuned), Some(untuned)) = (ahead(&play_off), play_off.best_founder()) {
            play_off.final_match = self.final_match([&values[tuned], &values[untuned]], openings)?;
        }
        Ok(play_off)
    }

    /// Plays the final match of the tuned search with the untuned one, from the opening with this index on.
    fn final_match(&self, players: [&Vec<i32>; 2], opening: u64) -> Result<Option<FinalMatch>, SourceError> {
        let players = players.map(Clone::clone);
        let plan = Fixtures::new(Pairing::RoundRobin, players.len(), self.settings.match_games.into());
        let round = Round { activity: "playing the final match", plan, players: &players, opening };
        let tallies = self.games(&round)?;
        Ok(tallies
            .first()
            .map(|tally| FinalMatch { results: tally.games().map(count), pairs: tally.pairs().map(count) }))
    }

    /// Plays the games of a round that are not known yet. Returns the results of each pairing.
    fn games(&self, round: &Round<'_>) -> Result<Vec<Tally>, SourceError> {
        let runtime = |error: &dyn std::fmt::Display| SourceError::Runtime(error.to_string());
        let openings = Openings::embedded().map_err(|error| runtime(&error))?;
        let factories: Vec<PlayerFactory> =
            round.players.iter().map(|values| (self.player)(values)).collect();
        let (key, total) = (self.key(round), round.plan.games());
        let known = |game: &u64| index(*game).and_then(|item| self.memo.get(key, item));
        let missing: Vec<u64> = (0..total).filter(|game| known(game).is_none()).collect();
        let mut done = total - missing.len() as u64;
        (self.progress)(round.activity, done, total);
        let (seed, first) = (self.seed, round.opening);
        let matches = Match {
            factories: &factories,
            plan: &round.plan,
            rules: &rules(&self.settings),
            limits: &[],
            opening: &|pair| openings.nth(Order::Random, seed, first + pair),
        };
        let listen = &mut |event| {
            if let MatchEvent::Over(fixture, record) = event
                && let Some(item) = index(fixture.game)
            {
                let first = if fixture.first_has_white() { Color::White } else { Color::Black };
                self.memo.keep(key, item, count(record.half_points(first) as u64));
                done += 1;
                (self.progress)(round.activity, done, total);
            }
            ControlFlow::Continue(())
        };
        let steering = Steering::new(self.threads).served(self.service.clone());
        matches
            .play(&missing, &steering, self.interrupt, &NoObserver, listen)
            .map_err(|error| runtime(&error))?;
        self.tallies(round, key).ok_or(SourceError::Interrupted)
    }

    /// Returns the results of each pairing, or `None` if a game was not played.
    fn tallies(&self, round: &Round<'_>, key: Key) -> Option<Vec<Tally>> {
        let mut tallies = vec![Tally::default(); round.plan.pairings().len()];
        for game in 0..round.plan.games() {
            let fixture = round.plan.fixture(game)?;
            let half_points = self.memo.get(key, index(game)?)?;
            tallies.get_mut(fixture.pairing)?.add(fixture.pair, half_points as usize);
        }
        Some(tallies)
    }

    /// Returns the key of a round's games in the memory: a hash of all that decides them, except the settings of the
    /// session, which the memory checks itself.
    fn key(&self, round: &Round<'_>) -> Key {
        let [seed, opening] = [self.seed, round.opening].map(u64::to_le_bytes);
        let conditions = [round.activity.as_bytes(), &seed, &opening].concat();
        memo::key_of("eyas 2026 play-off", &conditions, round.players.iter().flatten())
    }
}

/// Returns the rules of the games: those of self-play, with the node limit of the play-off.
fn rules(settings: &PlayOffSettings) -> Rules {
    let control = Control::Nodes(settings.nodes.into());
    self_play::rules(&SelfPlaySettings { control, ..SelfPlaySettings::default() })
}

fn index(game: u64) -> Option<usize> {
    game.try_into().ok()
}

fn count(games: u64) -> u32 {
    games.try_into().unwrap_or(u32::MAX)
}

fn confirmation(players: Vec<Finalist>, results: Results, pairs: Pairs) -> Confirmation {
    Confirmation {
        players,
        results,
        pairs,
        milestones: Vec::new(),
        final_match: None,
        proof: None,
        repeated_games: None,
        faults: 0,
    }
}

/// Returns the results of all players against each other, by games and by pairs of games.
fn tables(plan: &Fixtures, tallies: &[Tally], players: usize) -> (Results, Pairs) {
    let mut results: Results = vec![vec![[0; 3]; players]; players];
    let mut pairs: Pairs = vec![vec![[0; 5]; players]; players];
    for (&[first, second], tally) in plan.pairings().iter().zip(tallies) {
        results[first][second] = tally.games().map(count);
        results[second][first] = reversed(results[first][second]);
        pairs[first][second] = tally.pairs().map(count);
        pairs[second][first] = reversed(pairs[first][second]);
    }
    (results, pairs)
}

#[cfg(test)]
mod tests;
