//! Plays the round robins of a coevolution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rand::Rng;

use super::super::game_store::{GameStore, SessionGame, StoreError};
use super::round::{RUN, Round, identity};
use super::settings::SelfPlaySettings;
use crate::arena::PlayerError;
use crate::arena::game::{Record, RecordedMove, Rules};
use crate::arena::matches::{Finish, GameObserver, MatchEvent, NoObserver};
use crate::arena::node_counts::NodeCounts;
use crate::arena::opening::{Opening, OpeningError, Openings, Order};
use crate::arena::plan::{Fixture, Fixtures, Pairing as Format};
use crate::arena::standing::Standings;
use crate::arena::steering::Steering;
use crate::evolution::record::Scores;
use crate::evolution::run::Field;
use crate::objectives::event::RoundPurpose;
use crate::objectives::players::ValuePlayers;
use crate::objectives::source::SourceError;
use crate::objectives::{ObjectiveContext, ObjectiveSettings as _, PlayersError};
use crate::positions::PositionSource;
use crate::randomness::Randomness;
use crate::threads::Interrupt;

/// An error that prevents games.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The openings cannot be read.
    #[error("--openings: {0}")]
    Openings(#[from] OpeningError),
    /// More than one opening set is given.
    #[error("--openings: a coevolution uses one file of openings; merge the files into one")]
    Several,
    /// There are too few openings.
    #[error(
        "--openings: {found} openings are too few; {wanted} are required, because with a node or depth limit the same opening \
         would repeat the same game. Use more openings, fewer generations (--generations), fewer games (--games-per-pair, \
         --confirmation-games, --milestone-games, --match-games, --proof-games) or a smaller hall of fame (--hall-of-fame)"
    )]
    TooFew {
        /// The number of openings found.
        found: usize,
        /// The number that all games together need.
        wanted: u64,
    },
    /// A Polyglot book does not define how many openings it has.
    #[error(
        "--openings: {file} is a Polyglot book, which has no fixed number of openings; use games (PGN) or positions (EPD)", file = .0.display()
    )]
    Book(PathBuf),
    /// There are no players.
    #[error(transparent)]
    Players(Box<PlayersError>),
    /// The games cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// This engine plays differently from the one that played the session's games.
    #[error(
        "{folder}: a game of generation {generation} is not reproducible, because the session was started with another \
         version of Eyas. Resume it with that version, or start a new session",
        folder = .folder.display()
    )]
    Changed {
        /// The session's folder.
        folder: PathBuf,
        /// The last recorded generation.
        generation: u32,
    },
    /// A player cannot play.
    #[error("{0}")]
    Player(Box<PlayerError>),
}

impl From<PlayersError> for Error {
    fn from(error: PlayersError) -> Error {
        Error::Players(Box::new(error))
    }
}

impl From<Error> for SourceError {
    fn from(error: Error) -> SourceError {
        if error.is_input() { SourceError::input(error) } else { SourceError::Runtime(error.to_string()) }
    }
}

impl Error {
    /// Returns whether the input caused the error, rather than a temporary condition.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Store(error) => error.input,
            Error::Player(_) => false,
            _ => true,
        }
    }
}

/// Returns the rules of a coevolution's games.
#[must_use]
pub fn rules(settings: &SelfPlaySettings) -> Rules {
    Rules::new(settings.control, settings.margin, settings.resign, settings.draw, settings.max_moves)
}

/// Returns the number of openings that all games of a coevolution need.
fn openings_needed(games: &SelfPlaySettings, outline: &ObjectiveContext<'_>) -> u64 {
    games.openings_needed(outline.population, outline.initial.len(), outline.generations)
}

/// Loads the openings of a coevolution. If its games are reproducible, there must be enough for all games, so that none
/// is used twice.
///
/// # Errors
/// Returns an error if the openings cannot be read, or if there are too few.
pub fn openings(games: &SelfPlaySettings, outline: &ObjectiveContext<'_>) -> Result<Openings, Error> {
    let (openings, file) = match &games.openings {
        PositionSource::Embedded(name) => (Openings::embedded()?, PathBuf::from(name)),
        PositionSource::File(path) => (Openings::read(path)?, path.clone()),
        PositionSource::Multiple(_) => return Err(Error::Several),
    };
    let (wanted, repeatable) = (openings_needed(games, outline), !games.control.is_timed());
    match openings.count() {
        None => Err(Error::Book(file)),
        Some(found) if repeatable && (found as u64) < wanted => Err(Error::TooFew { found, wanted }),
        Some(_) => Ok(openings),
    }
}

/// Plays the round robins of a coevolution and records their games.
#[derive(Debug)]
pub struct League {
    settings: SelfPlaySettings,
    players: ValuePlayers,
    /// Whether the same game can be played again: not with a clock, and possibly not by engines in other processes.
    is_reproducible: bool,
    openings: Openings,
    /// Seed of the permutation of the openings.
    seed: u64,
    /// Number of openings of one generation, and of all generations.
    openings_per_generation: u64,
    generation_openings: u64,
    population: u32,
    steering: Steering,
    log: Box<dyn GameStore>,
}

impl League {
    /// Creates a league that resumes the games of `log`. `steering` says how many games it plays at a time.
    ///
    /// # Errors
    /// Returns an error if the settings are invalid.
    pub fn new(
        games: &SelfPlaySettings,
        outline: &ObjectiveContext<'_>,
        steering: Steering,
        log: Box<dyn GameStore>,
    ) -> Result<League, Error> {
        let openings_per_generation = games.openings_each(outline.population);
        let randomness = Randomness::new(outline.seed, games.properties().stage, RUN);
        Ok(League {
            players: ValuePlayers::new(outline, games.search, games.hash)?,
            is_reproducible: outline.engine.is_none() && !games.control.is_timed(),
            openings: openings(games, outline)?,
            seed: randomness.stream(0, "openings").next_u64(),
            openings_per_generation,
            generation_openings: openings_per_generation * (u64::from(outline.generations) + 1),
            population: outline.population,
            steering,
            settings: games.clone(),
            log,
        })
    }

    /// Returns how the organisms play each other.
    #[must_use]
    pub fn settings(&self) -> &SelfPlaySettings {
        &self.settings
    }

    /// Returns the nodes that engines reported so far.
    #[must_use]
    pub fn node_counts(&self) -> NodeCounts {
        self.players.node_counts()
    }

    /// Returns a warning if openings will be used more than once. If games are reproducible, that is an error of
    /// [`openings`]. With a clock, games hardly ever repeat.
    #[must_use]
    pub fn repetition_warning(&self, outline: &ObjectiveContext<'_>) -> Option<String> {
        let (found, wanted) = (self.openings.count()?, openings_needed(&self.settings, outline));
        ((found as u64) < wanted).then(|| {
            format!(
                "{found} openings are fewer than the {wanted} required for all games, so openings repeat, possibly between the \
                 same organisms; use more openings (--openings)"
            )
        })
    }

    /// Returns the round of a generation, whose organisms play each other and the members of the hall of fame.
    #[must_use]
    pub fn generation(&self, generation: u32, field: &Field) -> Round {
        self.generation_with(generation, field, None)
    }

    /// Like [`League::generation`], with another number of games of each pair. Its openings are the last ones, so that they
    /// are not those of other games, and the same in a fork with another number of generations.
    #[must_use]
    pub fn generation_with(&self, generation: u32, field: &Field, games_per_pair: Option<u32>) -> Round {
        let (players, guests) = (field.organisms.len(), field.hall.len());
        let changed = games_per_pair.map(|games| self.settings.with_games(games));
        let settings = changed.as_ref().unwrap_or(&self.settings);
        let plan = Fixtures::singles_with_guests(players, guests, settings.games_per_pair.into());
        let number = u64::from(generation);
        let opening = match &changed {
            Some(changed) => {
                let openings = self.openings.count().map_or(1, |count| count.max(1) as u64);
                openings - (number + 1) * changed.openings_each(self.population) % openings
            }
            None => number * self.openings_per_generation,
        };
        self.round(RoundPurpose::Generation(generation), plan, (0, opening), field)
    }

    /// Returns the confirmation, in which the organisms of the field play each other.
    #[must_use]
    pub fn confirmation(&self, field: &Field) -> Round {
        self.round(
            RoundPurpose::Confirmation,
            self.confirmation_plan(field),
            (0, self.generation_openings),
            field,
        )
    }

    /// Returns the milestones: the fittest organisms of all generations (the field's hall) play the founders (given as
    /// indices of its organisms). The field's organisms are those of the confirmation, and game and player numbers
    /// continue from there. No founder plays itself as a leader, because it would play the same game with both colours.
    #[must_use]
    pub fn milestones(&self, field: &Field, founders: &[usize]) -> Round {
        let players = field.organisms.len();
        let leaders = players..players + field.hall.len();
        let is_itself =
            |[host, guest]: &[usize; 2]| field.organisms[*host] == field.hall[*guest - players].values;
        let plan =
            Fixtures::visits(founders, leaders, self.settings.milestone_games.into()).without(is_itself);
        let confirmation_games = self.confirmation_plan(field).games();
        self.round(
            RoundPurpose::Milestones,
            plan,
            (confirmation_games, self.generation_openings + confirmation_games / 2),
            field,
        )
    }

    /// Returns the match of two of the confirmation's players: the champion and the best founder. Game numbers continue
    /// from the `milestones`, if any.
    #[must_use]
    pub fn final_match(&self, field: &Field, players: [usize; 2], milestones: u64) -> Round {
        let before = self.confirmation_plan(field).games() + milestones;
        self.last_match(RoundPurpose::FinalMatch, field, players, (before, self.settings.match_games.into()))
    }

    /// Returns the proof: the final match with a longer limit. Game numbers continue from those of the final match.
    #[must_use]
    pub fn proof(&self, field: &Field, players: [usize; 2], milestones: u64) -> Round {
        let SelfPlaySettings { match_games, proof, .. } = &self.settings;
        let earlier = self.confirmation_plan(field).games() + milestones;
        let before = earlier + u64::from(match_games.next_multiple_of(2));
        self.last_match(RoundPurpose::Proof, field, players, (before, 2 * proof.pairs(*match_games)))
    }

    /// Returns a match of this number of games of two players, with the number of games before it.
    fn last_match(
        &self,
        event: RoundPurpose,
        field: &Field,
        [champion, founder]: [usize; 2],
        (before, games): (u64, u64),
    ) -> Round {
        let (host, guest) = (champion.min(founder), champion.max(founder));
        let plan = Fixtures::visits(&[host], guest..guest + 1, games);
        self.round(event, plan, (before, self.generation_openings + before / 2), field)
    }

    fn confirmation_plan(&self, field: &Field) -> Fixtures {
        Fixtures::new(Format::RoundRobin, field.organisms.len(), self.settings.confirmation_games.into())
    }

    /// Creates a round with the number of its first game and the index of its first opening.
    fn round(
        &self,
        event: RoundPurpose,
        plan: Fixtures,
        (first, opening): (u64, u64),
        field: &Field,
    ) -> Round {
        let League { settings, players, .. } = self;
        let Field { organisms, hall } = field;
        let all = || organisms.iter().chain(hall.iter().map(|member| &member.values));
        let factory = |values: &Vec<i32>| players.factory(values, settings.hash);
        let mut rules = rules(settings);
        if event == RoundPurpose::Proof {
            rules.control = settings.proof.control(settings.control);
        }
        Round {
            event,
            plan,
            first,
            opening,
            factories: all().map(factory).collect(),
            identities: all().map(|values| identity(values)).collect(),
            organisms: organisms.len(),
            hall: hall.iter().map(|member| member.generation).collect(),
            rules,
        }
    }

    /// Plays a round. Recorded games are not played again. Passes the number of finished games to `progress`. Returns
    /// `None` if the interrupt was raised before the end.
    ///
    /// # Errors
    /// Returns an error if a game cannot be recorded.
    pub fn play(
        &mut self,
        round: &Round,
        interrupt: &Interrupt,
        observer: &dyn GameObserver,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Standings>, Error> {
        let mut records = Vec::new();
        while let Some(fixture) = round.plan.fixture(records.len() as u64) {
            let opening = self.opening(round, fixture.pair);
            match self.log.recall(&round.id(fixture), &opening)? {
                Some(record) => records.push(record),
                None => break,
            }
        }
        progress(records.len() as u64);
        if !self.play_missing(round, &mut records, interrupt, observer, progress)? {
            return Ok(None);
        }
        self.log.sync()?;
        Ok(Some(round.standings(&records)))
    }

    /// Plays the games that follow `records`. Returns whether all were played.
    fn play_missing(
        &mut self,
        round: &Round,
        records: &mut Vec<Record>,
        interrupt: &Interrupt,
        observer: &dyn GameObserver,
        progress: &mut dyn FnMut(u64),
    ) -> Result<bool, Error> {
        let League { openings, steering, log, seed, .. } = self;
        let missing: Vec<u64> = (records.len() as u64..round.plan.games()).collect();
        let opening = |pair| openings.nth(Order::Random, *seed, round.opening + pair);
        let matches = round.matches(&opening);
        // Finished games that follow a game in progress.
        let mut waiting: BTreeMap<u64, (Fixture, Record)> = BTreeMap::new();
        let mut finished = records.len() as u64;
        let mut log_error = None;
        let played = matches.play(&missing, steering, interrupt, observer, &mut |event| {
            // A player with a fault has lost, and the record of the game says so.
            let (fixture, record) = match event {
                MatchEvent::Over(fixture, record) => (fixture, record),
                MatchEvent::Fault(_, _, _, error) => {
                    tracing::warn!(%error, "a player lost a game by a fault");
                    return ControlFlow::Continue(());
                }
            };
            finished += 1;
            progress(finished);
            waiting.insert(fixture.game, (fixture, *record));
            while let Some((fixture, record)) = waiting.remove(&(records.len() as u64)) {
                let game = SessionGame { id: round.id(fixture), record: without_search_data(record) };
                if let Err(error) = log.append(&game) {
                    log_error = Some(error);
                    return ControlFlow::Break(());
                }
                records.push(game.record);
            }
            ControlFlow::Continue(())
        });
        if let Some(error) = log_error {
            return Err(error.into());
        }
        let finish = played.map_err(|error| Error::Player(Box::new(error)))?;
        if finish == Finish::Stopped {
            log.sync()?;
        }
        Ok(records.len() as u64 == round.plan.games())
    }

    /// Returns the results of a generation from its recorded games in a session's folder, or `None` if games are missing
    /// or had other players. If games are reproducible, the first is played again as a check. `games_per_pair` is the number
    /// of games of each pair, if the user changed it.
    ///
    /// # Errors
    /// Returns an error if the first game has a different result now.
    pub fn recorded(
        &self,
        folder: &Path,
        games: Vec<SessionGame>,
        generation: u32,
        field: &Field,
        games_per_pair: Option<u32>,
    ) -> Result<Option<Scores>, Error> {
        let round = self.generation_with(generation, field, games_per_pair);
        let matches = |game: &SessionGame| {
            round.plan.fixture(game.id.game).is_some_and(|fixture| round.id(fixture) == game.id)
        };
        if games.len() as u64 != round.plan.games() || !games.iter().all(matches) {
            return Ok(None);
        }
        let records: Vec<Record> = games.into_iter().map(|game| game.record).collect();
        if self.is_reproducible && self.replay_first_game(&round)? != records.first().cloned() {
            return Err(Error::Changed { folder: folder.to_owned(), generation });
        }
        Ok(Some(round.scores(&round.standings(&records))))
    }

    /// Returns the opening of a pair of games of a round.
    fn opening(&self, round: &Round, pair: u64) -> Opening {
        self.openings.nth(Order::Random, self.seed, round.opening + pair)
    }

    /// Plays the first game of a round again.
    fn replay_first_game(&self, round: &Round) -> Result<Option<Record>, Error> {
        let opening = |pair| self.opening(round, pair);
        let mut found = None;
        let on_event = &mut |event| {
            if let MatchEvent::Over(_, record) = event {
                found = Some(without_search_data(*record));
            }
            ControlFlow::Continue(())
        };
        let played = round.matches(&opening).play(
            &[0],
            &Steering::new(1),
            &Interrupt::default(),
            &NoObserver,
            on_event,
        );
        played.map_err(|error| Error::Player(Box::new(error)))?;
        Ok(found)
    }
}

/// Removes what is not recorded: time is not reproducible, and depth and nodes are not needed to replay a game.
fn without_search_data(record: Record) -> Record {
    let strip = |m| RecordedMove { depth: None, nodes: 0, microseconds: 0, ready: None, detail: None, ..m };
    Record { moves: record.moves.into_iter().map(strip).collect(), ..record }
}
