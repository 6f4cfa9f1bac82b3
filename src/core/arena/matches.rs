//! Matches and tournaments: concurrent games with reproducible results.
//!
//! A game depends only on its number, the players and the rules. The thread and the time at which it is played decide
//! only when its record arrives. A match of organisms limited by nodes therefore has the same games for any number of
//! threads, and an interrupted, paused or steered match continues with the missing games.
//!
//! Events use two channels. [`MatchEvent`] must not be lost and waits in a queue. Everything else is only for display and
//! goes directly to an [`GameObserver`].

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use shakmaty::{Color, Move};

use super::control::Control;
use super::game::{self, FaultKind, Played, Record, RecordedMove, Rules};
use super::opening::Opening;
use super::plan::{Fixture, Fixtures};
use super::seats::Seats;
use super::steering::Steering;
use super::{Player, PlayerError, PlayerFactory};
use crate::engine::search::{Report, Signal};
use crate::platform::pin_to_core;
use crate::threads::{Interrupt, has_room};

/// The interval at which the interrupt is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The capacity of the event queue. A thread blocks while the queue is full, so no event is lost.
const QUEUE_CAPACITY: usize = 4096;

/// The games to play, and how to play them.
pub struct Match<'a> {
    /// The players, by number.
    pub factories: &'a [PlayerFactory],
    /// The schedule of the games.
    pub plan: &'a Fixtures,
    /// The rules of each game.
    pub rules: &'a Rules,
    /// The limits of players that have one of their own, by number; empty if none has.
    pub limits: &'a [Option<Control>],
    /// Returns the opening of a pair of games, by the number of the pair.
    pub opening: &'a (dyn Fn(u64) -> Opening + Sync),
}

/// An event of a match that must not be lost.
#[derive(Debug)]
pub enum MatchEvent {
    /// A game is over.
    Over(Fixture, Box<Record>),
    /// A player caused a fault, for which it lost by this verdict. It is restarted before its next game.
    Fault(Fixture, Color, FaultKind, Box<PlayerError>),
}

impl MatchEvent {
    /// Returns the event of a fault that ended the game of this record.
    fn of_fault(fixture: Fixture, record: &Record, (side, error): (Color, PlayerError)) -> MatchEvent {
        // Another machine reports the fault in words only, but the record has its kind.
        let verdict = record.forfeit().map_or_else(|| FaultKind::of(&error.fault), |(_, verdict, _)| verdict);
        MatchEvent::Fault(fixture, side, verdict, Box::new(error))
    }
}

/// Observes the boards of a match. The number of a board is the number of its thread.
///
/// The methods run on the threads that play the games. Time spent in [`GameObserver::thinks`] counts as thinking time of
/// the player.
pub trait GameObserver: Sync {
    /// A game starts.
    fn begins(&self, board: usize, fixture: Fixture, opening: &Opening);

    /// A player reports on its search.
    fn thinks(&self, board: usize, side: Color, report: &Report);

    /// A move was made. `left` is the time left on the mover's clock.
    fn moved(&self, board: usize, m: Move, recorded: &RecordedMove, left: Option<Duration>);

    /// A game resumes after a pause.
    fn resumes(&self, board: usize);

    /// A game is over.
    fn ends(&self, board: usize, record: &Record);
}

/// An observer that ignores every event.
#[derive(Debug, Clone, Copy)]
pub struct NoObserver;

impl GameObserver for NoObserver {
    fn begins(&self, _: usize, _: Fixture, _: &Opening) {}
    fn thinks(&self, _: usize, _: Color, _: &Report) {}
    fn moved(&self, _: usize, _: Move, _: &RecordedMove, _: Option<Duration>) {}
    fn resumes(&self, _: usize) {}
    fn ends(&self, _: usize, _: &Record) {}
}

/// How a match ended without an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The listener or the interrupt stopped the match.
    Stopped,
}

/// Plays games elsewhere, such as on other machines, while the threads of the match play others.
pub trait GameService: Send + Sync {
    /// Plays games of a match until `next` has none left or the signal stops. Passes each finished game to
    /// `over`. If it returns an error, the match stops.
    ///
    /// # Errors
    /// Returns the reason why games can no longer be played.
    fn play(&self, supply: &GameSupply<'_>) -> Result<(), String>;

    /// Returns whether the threads of the match play as well.
    fn has_local_boards(&self) -> bool;

    /// Returns whether the player can play elsewhere.
    ///
    /// # Errors
    /// Returns the reason why it cannot.
    fn check(&self, player: &PlayerFactory) -> Result<(), String>;
}

/// The games that a [`GameService`] plays.
pub struct GameSupply<'a> {
    /// The match.
    pub matches: &'a Match<'a>,
    /// Takes the next game.
    pub next: &'a (dyn Fn() -> Option<Fixture> + Sync),
    /// Returns the number of games that nobody has taken.
    pub left: &'a (dyn Fn() -> usize + Sync),
    /// Stops when no game is needed any more.
    pub signal: &'a Signal,
    /// Receives a finished game.
    pub over: &'a (dyn Fn(Fixture, Played) + Sync),
}

/// A message from a playing thread.
enum Message {
    MatchEvent(MatchEvent),
    /// A player cannot be started, or cannot play any game.
    Failed(PlayerError),
    /// The service can play no more games, and has stored the reason.
    ServiceFailed,
    /// The thread ends.
    Ended,
}

impl Match<'_> {
    /// Returns the rules of a game.
    #[must_use]
    pub fn rules_of(&self, fixture: Fixture) -> Rules {
        let own = fixture.players.map(|player| self.limits.get(player).copied().flatten());
        Rules { own, ..self.rules.clone() }
    }

    /// Plays the games of these numbers and reports each event to `listen`.
    ///
    /// `steering` sets the number of concurrent games and can change it at any time. Games in progress are discarded
    /// when `listen` breaks, the interrupt is raised or a player fails. Games that have ended by then are still reported,
    /// unless `listen` broke.
    ///
    /// # Errors
    /// Returns an error if a player cannot be started, or cannot play any game.
    pub fn play(
        &self,
        games: &[u64],
        steering: &Steering,
        interrupt: &Interrupt,
        observer: &dyn GameObserver,
        listen: &mut dyn FnMut(MatchEvent) -> ControlFlow<()>,
    ) -> Result<Finish, PlayerError> {
        let (signal, next) = (Signal::default(), AtomicUsize::new(0));
        let shared = Shared { matches: self, games, next: &next, steering, signal: &signal, observer };
        let (sender, messages) = mpsc::sync_channel(QUEUE_CAPACITY);
        thread::scope(|scope| {
            let (mut boards, mut over) = (0, 0);
            let mut finish = Ok(Finish::Complete);
            let mut is_listening = true;
            // Others know the common limit only.
            let service =
                steering.service(self.factories).filter(|_| self.limits.iter().all(Option::is_none));
            let service = service.inspect(|service| {
                let (sender, service) = (sender.clone(), Arc::clone(service));
                scope.spawn(move || {
                    let _guard = EndGuard(&sender);
                    shared.serve(&*service, &sender);
                });
            });
            let has_boards = service.as_ref().is_none_or(|service| service.has_local_boards());
            let services = usize::from(service.is_some());
            let mut most = usize::MAX;
            loop {
                while has_boards
                    && boards < steering.threads().min(games.len()).min(most)
                    && !signal.is_stopped()
                {
                    let (sender, board) = (sender.clone(), boards);
                    let work = move || {
                        let _guard = EndGuard(&sender);
                        shared.work(board, &sender);
                    };
                    // The first board is started in any case.
                    if (boards > 0 && !has_room())
                        || thread::Builder::new().spawn_scoped(scope, work).is_err()
                    {
                        tracing::warn!(boards, "no more boards can be started");
                        most = boards.max(1);
                        break;
                    }
                    boards += 1;
                }
                if over == boards + services {
                    return finish;
                }
                match messages.recv_timeout(POLL_INTERVAL) {
                    Ok(Message::Ended) => over += 1,
                    // After a break the queue is only drained, so that no sender blocks.
                    Ok(Message::MatchEvent(event)) => {
                        if is_listening && listen(event).is_break() {
                            is_listening = false;
                            finish = finish.map(|_| Finish::Stopped);
                            signal.stop();
                        }
                    }
                    // A player that could not be started because of the stop has no fault.
                    Ok(_) if signal.is_stopped() => {}
                    Ok(Message::Failed(error)) => {
                        finish = Err(error);
                        signal.stop();
                    }
                    Ok(Message::ServiceFailed) => {
                        finish = Ok(Finish::Stopped);
                        signal.stop();
                    }
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                }
                if interrupt.raised() && !signal.is_stopped() {
                    finish = Ok(Finish::Stopped);
                    signal.stop();
                }
            }
        })
    }
}

/// Reports the end of a thread, even after a panic.
struct EndGuard<'a>(&'a SyncSender<Message>);

impl Drop for EndGuard<'_> {
    fn drop(&mut self) {
        // The receiver lives as long as any thread.
        let _ = self.0.send(Message::Ended);
    }
}

/// What all boards of a match share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    matches: &'a Match<'a>,
    games: &'a [u64],
    /// The index into `games` of the next game.
    next: &'a AtomicUsize,
    steering: &'a Steering,
    signal: &'a Signal,
    observer: &'a dyn GameObserver,
}

impl Shared<'_> {
    /// Plays games on one thread until none are left.
    fn work(&self, board: usize, sender: &SyncSender<Message>) {
        if self.steering.is_pinned() {
            pin_to_core(board);
        }
        let mut seats = Seats::default();
        while self.steering.admits(board, &|| self.is_over()) {
            let number = self.games.get(self.next.fetch_add(1, Ordering::Relaxed));
            let Some(fixture) = number.and_then(|number| self.matches.plan.fixture(*number)) else { return };
            // A failed send means that the match is over.
            let send = |event| drop(sender.send(Message::MatchEvent(event)));
            let start = |player: &usize| self.matches.factories[*player].player(self.signal);
            let players = match seats.seat(fixture.players, start) {
                Ok(players) => players,
                Err(error) => {
                    drop(sender.send(Message::Failed(error)));
                    return;
                }
            };
            let Some(Played { record, fault }) = self.game(board, fixture, players) else { return };
            if let Some((side, error)) = fault {
                if error.fault.is_lasting() {
                    drop(sender.send(Message::Failed(error)));
                    return;
                }
                seats.vacate(&fixture.player(side));
                send(MatchEvent::of_fault(fixture, &record, (side, error)));
            }
            send(MatchEvent::Over(fixture, Box::new(record)));
        }
    }

    /// Lets the service play games until none are left.
    fn serve(&self, service: &dyn GameService, sender: &SyncSender<Message>) {
        let next = || {
            let number = self.games.get(self.next.fetch_add(1, Ordering::Relaxed));
            number.and_then(|number| self.matches.plan.fixture(*number))
        };
        let over = |fixture, Played { record, fault }: Played| {
            if let Some(fault) = fault {
                let event = MatchEvent::of_fault(fixture, &record, fault);
                drop(sender.send(Message::MatchEvent(event)));
            }
            drop(sender.send(Message::MatchEvent(MatchEvent::Over(fixture, Box::new(record)))));
        };
        let left = || self.left();
        let supply =
            GameSupply { matches: self.matches, next: &next, left: &left, signal: self.signal, over: &over };
        if let Err(why) = service.play(&supply) {
            tracing::error!(%why, "the workers can play no more games");
            drop(sender.send(Message::ServiceFailed));
        }
    }

    /// Returns whether no game is left to play.
    fn is_over(&self) -> bool {
        self.signal.is_stopped() || self.left() == 0
    }

    /// Returns the number of games that nobody has taken.
    fn left(&self) -> usize {
        self.games.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    fn game(&self, board: usize, fixture: Fixture, players: [&mut dyn Player; 2]) -> Option<Played> {
        let opening = (self.matches.opening)(fixture.pair);
        self.observer.begins(board, fixture, &opening);
        let stopped = || self.signal.is_stopped();
        let rules = self.matches.rules_of(fixture);
        let played = game::play(players, &opening.game, &rules, self.signal, &mut |event| match event {
            game::GameEvent::Thinks(side, report) => self.observer.thinks(board, *side, report),
            game::GameEvent::Moved(_, m, recorded, left) => {
                self.observer.moved(board, *m, recorded, *left);
                // No clock runs between two moves.
                if self.steering.wait_while_paused(&stopped) {
                    self.observer.resumes(board);
                }
            }
        })?;
        self.observer.ends(board, &played.record);
        Some(played)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::TEST_TIMEOUT;
    use crate::arena::Fault;
    use crate::arena::game::Ending;
    use crate::arena::plan::Pairing;
    use crate::engine::search::Game;
    use crate::organism::Organism;
    use crate::positions::Variant;

    /// Counts the games that ended.
    #[derive(Default)]
    struct Ends(AtomicUsize);

    impl GameObserver for Ends {
        fn begins(&self, _: usize, _: Fixture, _: &Opening) {}
        fn thinks(&self, _: usize, _: Color, _: &Report) {}
        fn moved(&self, _: usize, _: Move, _: &RecordedMove, _: Option<Duration>) {}
        fn resumes(&self, _: usize) {}
        fn ends(&self, _: usize, _: &Record) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn the_verdict_of_a_fault_is_that_of_the_record() {
        let record = |ending| Record {
            variant: Variant::Standard,
            start: None,
            opening: Vec::new(),
            moves: Vec::new(),
            winner: Some(Color::White),
            ending,
        };
        let error = |fault| PlayerError { engine: "x".to_owned(), fault, last: Vec::new() };
        let crash = Ending::Forfeit { verdict: FaultKind::Crash, reason: String::new() };
        let fixture = Fixtures::new(Pairing::RoundRobin, 2, 2).fixture(0).unwrap();
        for (ending, fault, expected) in [
            (crash, Fault::Reported("it exited".to_owned()), FaultKind::Crash),
            (Ending::Checkmate, Fault::Mute, FaultKind::Stall),
        ] {
            let event = MatchEvent::of_fault(fixture, &record(ending), (Color::Black, error(fault)));
            assert!(matches!(event, MatchEvent::Fault(_, Color::Black, verdict, _) if verdict == expected));
        }
    }

    #[test]
    fn games_that_ended_before_an_interrupt_are_reported() {
        let reference = Organism::named_or_path("reference").unwrap();
        let (weights, parameters) = (reference.weights(), reference.search_parameters(None).0);
        let factories = vec![PlayerFactory::Organism { weights, parameters, hash: 1, strength: None }; 2];
        let plan = Fixtures::new(Pairing::RoundRobin, 2, 20);
        let rules = Rules::new(Control::Nodes(20), 0, None, None, 3);
        let opening = |_| Opening { game: Game::default(), name: None };
        let matches =
            Match { factories: &factories, plan: &plan, rules: &rules, limits: &[], opening: &opening };
        let (ends, interrupt, started) = (Ends::default(), Interrupt::default(), Instant::now());
        let mut reported = 0;
        let games: Vec<u64> = (0..plan.games()).collect();
        let finish = matches.play(&games, &Steering::new(1), &interrupt, &ends, &mut |_| {
            reported += 1;
            interrupt.raise();
            // The next game ends, and its event waits in the queue.
            while ends.0.load(Ordering::Relaxed) < 2 && started.elapsed() < TEST_TIMEOUT {
                std::thread::yield_now();
            }
            ControlFlow::Continue(())
        });
        assert_eq!(finish, Ok(Finish::Stopped));
        assert_eq!(reported, ends.0.load(Ordering::Relaxed));
        assert!(reported >= 2);
    }
}
