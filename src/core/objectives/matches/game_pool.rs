//! Plays the games of all events and remembers their results.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::board_games::{GameSetup, Games, Opponent};
use super::{MatchesSettings, OpeningBlocks};
use crate::arena::PlayerError;
use crate::arena::game::FaultKind;
use crate::arena::node_counts::NodeCounts;
use crate::evolution::fault;
use crate::objectives::event;
use crate::objectives::memo::{self, Key, Memo};
use crate::objectives::memoized::{Computed, Memoized};

/// The results of a game that ended by a fault of unknown kind: of the organism, or of its opponent. Those of a known kind
/// are larger by twice its code. Other results are the half points: 0, 1 or 2.
const OWN_FAULT: u32 = 3;
const OPPONENT_FAULT: u32 = 4;
pub(super) const LARGEST: u32 = OPPONENT_FAULT + 2 * fault::LARGEST_CODE;

pub(super) fn half_points(result: u32) -> u8 {
    match result.checked_sub(OWN_FAULT) {
        None => result as u8,
        Some(above) => 2 * (above % 2) as u8,
    }
}

/// Returns the kind of fault with which a game ended, which may be unknown; `None` if it ended without a fault.
pub(super) fn fault_kind(result: u32) -> Option<Option<FaultKind>> {
    Some(fault::kind(result.checked_sub(OWN_FAULT)? / 2))
}

/// Returns the result of a game by its half points and the kind of fault with which it ended, which may be unknown.
pub(super) fn result(half_points: u8, fault: Option<Option<FaultKind>>) -> u32 {
    let Some(kind) = fault else { return half_points.into() };
    let side = if half_points == 0 { OWN_FAULT } else { OPPONENT_FAULT };
    side + 2 * fault::code(kind)
}

/// The purpose of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GamesPurpose {
    /// A generation of a run.
    Generation {
        /// The run, 0 first.
        run: u32,
        /// The generation, 0 first.
        generation: u32,
        /// The number of pairs of each organism.
        pairs: u32,
    },
    /// The selection of the champion.
    Confirmation,
    /// The champion's match against the start.
    FinalMatch,
    /// This match with a longer limit.
    Proof,
}

impl GamesPurpose {
    /// Returns numbers that no other event has. They include the number of pairs, because the openings depend on it.
    fn id(self) -> [u64; 2] {
        match self {
            GamesPurpose::Generation { run, generation, pairs } => {
                [u64::from(run) << 32 | u64::from(generation), pairs.into()]
            }
            GamesPurpose::Confirmation => [u64::MAX, 0],
            GamesPurpose::FinalMatch => [u64::MAX - 1, 0],
            GamesPurpose::Proof => [u64::MAX - 2, 0],
        }
    }

    /// Returns the event as spectators know it.
    pub(super) fn of_games(self) -> event::RoundPurpose {
        match self {
            GamesPurpose::Generation { generation, .. } => event::RoundPurpose::Generation(generation),
            GamesPurpose::Confirmation => event::RoundPurpose::Confirmation,
            GamesPurpose::FinalMatch => event::RoundPurpose::FinalMatch,
            GamesPurpose::Proof => event::RoundPurpose::Proof,
        }
    }

    /// Returns the key of an organism's results in this event.
    #[must_use]
    pub fn key(self, values: &[i32]) -> Key {
        memo::key_of("eyas 2026 games of matches", &self.id().map(u64::to_le_bytes).concat(), values)
    }
}

/// A game of an organism.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) event: GamesPurpose,
    /// The values of the best organism before the event, if there is one.
    pub(super) best: Option<&'a [i32]>,
    pub(super) organism: &'a [i32],
    /// The place of the organism among those that are measured.
    pub(super) place: usize,
    /// The number among the organism's games of the event. Even numbers are games with White.
    pub(super) game: usize,
}

/// The games of all events, and their results so far.
pub struct GamePool {
    settings: MatchesSettings,
    games: Box<dyn Games>,
    blocks: OpeningBlocks,
    memoized: Memoized,
    /// The number of games played by this process.
    played: AtomicU64,
}

impl GamePool {
    pub(super) fn new(
        settings: &MatchesSettings,
        games: Box<dyn Games>,
        blocks: OpeningBlocks,
        memo: Memo,
    ) -> GamePool {
        GamePool {
            settings: settings.clone(),
            games,
            blocks,
            memoized: Memoized::new(Arc::new(memo)),
            played: AtomicU64::new(0),
        }
    }

    pub(super) fn settings(&self) -> &MatchesSettings {
        &self.settings
    }

    /// Returns the results of the games.
    pub(super) fn memoized(&self) -> &Memoized {
        &self.memoized
    }

    /// Returns the number of games played by this process.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// Returns the number of pairs of each organism in an event.
    pub(super) fn pairs(&self, event: GamesPurpose) -> usize {
        let pairs = match event {
            GamesPurpose::Generation { pairs, .. } => pairs.into(),
            GamesPurpose::Confirmation => self.settings.confirmation_pairs.into(),
            GamesPurpose::FinalMatch => self.settings.match_pairs(),
            GamesPurpose::Proof => self.settings.proof_pairs(),
        };
        usize::try_from(pairs).unwrap_or(usize::MAX)
    }

    /// Returns the index of the opening of a pair.
    #[must_use]
    pub fn opening(&self, event: GamesPurpose, pair: u64) -> u64 {
        match event {
            GamesPurpose::Generation { run, generation, pairs } => {
                self.blocks.generation(run, generation, pairs, pair)
            }
            GamesPurpose::Confirmation => self.blocks.confirmation(pair),
            GamesPurpose::FinalMatch => self.blocks.final_match(pair),
            GamesPurpose::Proof => self.blocks.proof(pair),
        }
    }

    /// Returns the opponent of a pair. Opponents take turns. `best` are the values of the best organism so far, if
    /// there is one.
    fn opponent<'a>(&self, event: GamesPurpose, pair: usize, best: Option<&'a [i32]>) -> Opponent<'a> {
        let fixed = self.settings.opponents.len() + self.settings.engines.len();
        match (event, best) {
            (GamesPurpose::FinalMatch | GamesPurpose::Proof, _) => Opponent::Start,
            (GamesPurpose::Generation { .. }, Some(best)) if self.settings.against_best => {
                Opponent::Values(best)
            }
            _ if fixed == 0 => Opponent::Start,
            _ => Opponent::Fixed(pair % fixed),
        }
    }

    /// Returns an organism's half points in a game: 0, 1 or 2. A game that was played is not played again. After a failure
    /// no game is played.
    pub(super) fn half_points(&self, wanted: &Wanted<'_>) -> u64 {
        let key = wanted.event.key(wanted.organism);
        let result = self.memoized.result(key, wanted.game, || self.play(wanted));
        result.map_or(0, |result| half_points(result).into())
    }

    /// Plays a game without storing its result. Returns `None` if no game can be played, and stores the reason.
    pub(super) fn compute(&self, wanted: &Wanted<'_>) -> Option<Computed> {
        self.memoized.noted(self.play(wanted))
    }

    fn play(&self, wanted: &Wanted<'_>) -> Result<Computed, PlayerError> {
        let Wanted { event, best, organism, place, game } = *wanted;
        let pair = game / 2;
        let setup = GameSetup {
            organism,
            place,
            game,
            opponent: self.opponent(event, pair, best),
            opening: self.opening(event, pair as u64),
            is_proof: event == GamesPurpose::Proof,
        };
        let played = self.games.play(&setup)?;
        self.played.fetch_add(played.is_played.into(), Ordering::Relaxed);
        let result = result(played.half_points, played.fault.map(Some));
        Ok(Computed { result, nodes: played.nodes, is_work: played.is_played })
    }

    /// Starts an event of this number of games, and counts its progress anew.
    pub(super) fn begin(&self, event: GamesPurpose, games: usize) {
        self.games.begin(event);
        self.memoized.begin(games);
    }

    pub(super) fn node_counts(&self) -> NodeCounts {
        self.games.node_counts()
    }
}
