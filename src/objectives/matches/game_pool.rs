//! Plays games in this process and remembers their results.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use shakmaty::Color;

use super::{MatchesSettings, OpeningBlocks};
use crate::arena::Player;
use crate::arena::game::{self, Adjudication, MoveLimit, Rules};
use crate::arena::opening::{Openings, Order};
use crate::engine::search::{Engine, Signal};
use crate::evolution::fitness::TaskProgress;
use crate::objectives::player_builder::{PlayerBuilder, PlayerParameters};
use crate::objectives::suite::memo::{self, Key, Memo};

/// The purpose of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A generation of a run.
    Generation {
        /// The run, 0 first.
        run: u32,
        /// The generation, 0 first.
        generation: u32,
    },
    /// The selection of the champion.
    Confirmation,
    /// The champion's match against the start.
    FinalMatch,
}

impl Event {
    /// Returns a number that no other event has.
    fn id(self) -> u64 {
        match self {
            Event::Generation { run, generation } => u64::from(run) << 32 | u64::from(generation),
            Event::Confirmation => u64::MAX,
            Event::FinalMatch => u64::MAX - 1,
        }
    }

    /// Returns the key of an organism's results in this event.
    #[must_use]
    pub fn key(self, values: &[i32]) -> Key {
        memo::key_of("eyas 2026 games of matches", &self.id().to_le_bytes(), values)
    }
}

/// The players and openings of all events, and the results so far.
pub struct GamePool {
    settings: MatchesSettings,
    builder: PlayerBuilder,
    opponents: Vec<PlayerParameters>,
    start: PlayerParameters,
    openings: Openings,
    blocks: OpeningBlocks,
    /// Seed of the permutation of the openings.
    seed: u64,
    rules: Rules,
    memo: Memo,
    /// Idle pairs of engines, kept because allocating a transposition table is expensive.
    engines: Mutex<Vec<[Engine; 2]>>,
    /// The values of [`GamePool::progress`], and the number of games played by this process.
    done: AtomicU64,
    total: AtomicU64,
    nodes: AtomicU64,
    played: AtomicU64,
}

/// What a pool needs besides the settings.
pub(super) struct Players {
    pub(super) builder: PlayerBuilder,
    pub(super) opponents: Vec<PlayerParameters>,
    pub(super) start: PlayerParameters,
}

impl GamePool {
    pub(super) fn new(
        settings: &MatchesSettings,
        Players { builder, opponents, start }: Players,
        openings: Openings,
        (blocks, seed): (OpeningBlocks, u64),
        memo: Memo,
    ) -> GamePool {
        GamePool {
            rules: rules(settings),
            settings: settings.clone(),
            builder,
            opponents,
            start,
            openings,
            blocks,
            seed,
            memo,
            engines: Mutex::default(),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            played: AtomicU64::new(0),
        }
    }

    pub(super) fn settings(&self) -> &MatchesSettings {
        &self.settings
    }

    pub(super) fn memo(&self) -> &Memo {
        &self.memo
    }

    /// Returns the number of games played by this process.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// Returns the number of pairs of each organism in an event.
    pub(super) fn pairs(&self, event: Event) -> usize {
        let pairs = match event {
            Event::Generation { .. } => self.settings.pairs.into(),
            Event::Confirmation => self.settings.confirmation_pairs.into(),
            Event::FinalMatch => self.settings.match_pairs(),
        };
        usize::try_from(pairs).unwrap_or(usize::MAX)
    }

    /// Returns the index of the opening of a pair.
    #[must_use]
    pub fn opening(&self, event: Event, pair: u64) -> u64 {
        match event {
            Event::Generation { run, generation } => self.blocks.generation(run, generation, pair),
            Event::Confirmation => self.blocks.confirmation(pair),
            Event::FinalMatch => self.blocks.final_match(pair),
        }
    }

    /// Returns the opponent of a pair. Opponents take turns.
    fn opponent(&self, event: Event, pair: usize) -> &PlayerParameters {
        match event {
            Event::Generation { .. } | Event::Confirmation => {
                self.opponents.get(pair % self.opponents.len().max(1)).unwrap_or(&self.start)
            }
            Event::FinalMatch => &self.start,
        }
    }

    /// Returns an organism's half points in a game of an event: 0, 1 or 2. Even numbers are games with White. A game
    /// that was played is not played again.
    pub(super) fn half_points(&self, event: Event, organism: &[i32], game: usize) -> u64 {
        let key = event.key(organism);
        if let Some(half_points) = self.memo.get(key, game) {
            return half_points.into();
        }
        let half_points = self.play(event, organism, game);
        self.memo.keep(key, game, half_points);
        self.done.fetch_add(1, Ordering::Relaxed);
        half_points.into()
    }

    fn play(&self, event: Event, organism: &[i32], game: usize) -> u32 {
        let (organism, opponent) = (self.builder.player(organism), self.opponent(event, game / 2));
        if organism == *opponent {
            // Two equal players play the same game with both colours, so each pair gives one point.
            return 1;
        }
        let opening = self.openings.nth(Order::Random, self.seed, self.opening(event, game as u64 / 2));
        let mut engines = self.engines_for(&organism, opponent);
        let [own, other] = &mut engines;
        let (own, other): (&mut dyn Player, &mut dyn Player) = (own, other);
        let (side, players) =
            if game.is_multiple_of(2) { (Color::White, [own, other]) } else { (Color::Black, [other, own]) };
        let mut nodes = 0;
        let played = game::play(players, &opening.game, &self.rules, &Signal::default(), &mut |event| {
            if let game::Event::Moved(_, _, recorded, _) = event {
                nodes += recorded.nodes;
            }
        });
        self.engines.lock().unwrap_or_else(PoisonError::into_inner).push(engines);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.played.fetch_add(1, Ordering::Relaxed);
        // Nothing stops the signal, so every game ends.
        played.map_or(1, |played| played.record.half_points(side) as u32)
    }

    /// Returns two idle engines with these players' parameters.
    fn engines_for(&self, organism: &PlayerParameters, opponent: &PlayerParameters) -> [Engine; 2] {
        let hash = self.settings.table();
        let idle = self.engines.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(mut engines) => {
                for (engine, player) in engines.iter_mut().zip([organism, opponent]) {
                    engine.set_organism(&player.weights, player.search);
                }
                engines
            }
            None => [organism, opponent].map(|player| Engine::new(&player.weights, player.search, hash)),
        }
    }

    /// Starts counting the progress of an event anew.
    pub(super) fn begin(&self, games: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
        self.total.store(games, Ordering::Relaxed);
    }

    /// Removes games from the total because nobody plays them.
    pub(super) fn cancel(&self, games: u64) {
        let left = |total: u64| Some(total.saturating_sub(games));
        let _ = self.total.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
    }

    pub(super) fn progress(&self) -> TaskProgress {
        TaskProgress {
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            nodes: self.nodes.load(Ordering::Relaxed),
        }
    }
}

/// Returns the rules of the games.
fn rules(settings: &MatchesSettings) -> Rules {
    Rules {
        control: settings.control,
        margin: Duration::ZERO,
        adjudication: Adjudication {
            resign: settings.resign,
            draw: settings.draw,
            moves: Some(MoveLimit(settings.max_moves)),
        },
        tablebases: None,
        detail: false,
    }
}
