//! Reads the openings, and makes the players of the games.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::Rng;

use super::board_games::BoardGames;
use super::game_pool::result;
use super::openings::read;
use super::players::Players;
use super::{GamePool, GamesPurpose, MatchFitness, MatchesSettings};
use crate::arena::opening::Openings;
use crate::objectives::memo::{self, Memo};
use crate::objectives::source::{BuildContext, Built, FitnessSource, Past, SetRole, SourceError, Spectator};
use crate::objectives::{ObjectiveContext, ObjectiveSettings as _, SetDigest};
use crate::randomness::Randomness;

/// Number of games of the last recorded leader to repeat when a session is resumed: enough to detect a version that
/// plays differently, and fast.
const REPEATED_GAMES: usize = 4;

/// The file that records games while a generation is measured.
pub(super) const GAMES_IN_PROGRESS: &str = "matches.txt";

/// Returns the path of the file that records games while a generation is measured.
#[must_use]
pub fn games_path(folder: &Path) -> PathBuf {
    folder.join(GAMES_IN_PROGRESS)
}

/// Builds the fitness of games against fixed opponents.
pub(in crate::objectives) struct MatchesSource {
    settings: MatchesSettings,
    openings: Option<Openings>,
    /// Whether the same game can be played again: not with a clock, and possibly not by engines in other processes.
    is_reproducible: bool,
    /// Results that the session already has.
    memo: Option<Memo>,
    pool: Option<Arc<GamePool>>,
    spectator: Option<Arc<dyn Spectator>>,
}

impl MatchesSource {
    pub(in crate::objectives) fn new(settings: &MatchesSettings) -> MatchesSource {
        MatchesSource {
            settings: settings.clone(),
            openings: None,
            is_reproducible: false,
            memo: None,
            pool: None,
            spectator: None,
        }
    }

    /// Returns the pool of all games, which training and test share.
    fn pool(&mut self, outline: &ObjectiveContext<'_>) -> Result<Arc<GamePool>, SourceError> {
        if let Some(pool) = &self.pool {
            return Ok(Arc::clone(pool));
        }
        let openings = match self.openings.take() {
            Some(openings) => openings,
            None => read(&self.settings).map_err(SourceError::input)?,
        };
        let seed = Randomness::new(outline.seed, self.settings.properties().stage, 0)
            .stream(0, "openings")
            .next_u64();
        let memo = self.memo.take().unwrap_or_default();
        let players = Players::of(&self.settings, outline)?;
        let games = BoardGames::new(&self.settings, players, openings, seed, self.spectator.clone());
        let blocks = games.blocks(&self.settings, outline.generations);
        let pool = Arc::new(GamePool::new(&self.settings, Box::new(games), blocks, memo));
        Ok(Arc::clone(self.pool.insert(pool)))
    }
}

impl FitnessSource for MatchesSource {
    fn load(&mut self, outline: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        let openings = read(&self.settings).map_err(SourceError::input)?;
        Players::check(&self.settings, outline)?;
        let has_engines = outline.engine.is_some() || !self.settings.engines.is_empty();
        self.is_reproducible = !has_engines && !self.settings.control.is_timed();
        let digest = |name: String, positions: u64| SetDigest {
            name,
            positions,
            blake3: blake3::Hash::from_bytes(openings.fingerprint()).to_string(),
        };
        let train = digest(self.settings.openings.name(), openings.count().unwrap_or(0) as u64);
        let test = digest("final match".to_owned(), 2 * self.settings.match_pairs());
        self.openings = Some(openings);
        Ok([train, test])
    }

    fn watch(&mut self, spectator: Arc<dyn Spectator>) {
        self.spectator = Some(spectator);
    }

    fn recall(&mut self, past: &Past<'_>) {
        let path = games_path(past.folder);
        let hash = memo::session_hash("eyas 2026 games of a session", past);
        let Some(memo) = Memo::of_session(&path, hash, past) else { return };
        // Games of earlier generations are not needed again, because each generation has openings of its own.
        if let Some(last) = past.history.last() {
            let pairs = past.pairs.unwrap_or(self.settings.pairs);
            let event = GamesPurpose::Generation { run: last.run, generation: last.generation, pairs };
            for (place, (individual, games)) in last.population.iter().zip(&last.games).enumerate() {
                let faults = last.faults.get(place).map_or(&[][..], Vec::as_slice);
                let fault = |game| faults.iter().find(|fault| fault.item == game).map(|fault| fault.kind);
                let results: Vec<u32> =
                    (0..).zip(games).map(|(game, points)| result(*points, fault(game))).collect();
                memo.restore(event.key(&individual.chromosome.decode(past.outline.schema)), &results);
            }
            if self.is_reproducible {
                let games = last.games.first().map_or(0, Vec::len);
                let step = games.div_ceil(REPEATED_GAMES).max(1);
                memo.forget(event.key(&last.champion_values), (0..games).step_by(step));
            }
        }
        self.memo = Some(memo);
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        let event = match role {
            SetRole::Train => GamesPurpose::Confirmation,
            SetRole::Test => GamesPurpose::FinalMatch,
        };
        let fitness = MatchFitness::new(self.pool(&context.outline)?, event);
        Ok(Built { fitness: Box::new(fitness), warning: None })
    }
}
