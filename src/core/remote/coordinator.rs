//! The coordinator: gives tasks to workers, checks their results, and works itself if it has threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::batch::Batch;
use super::drive::{Drive, End, Source};
use super::error::Error;
use super::inputs::Input;
use super::ledger::Ledger;
use super::link::{self, Command, Shared};
use super::nats::Access;
use super::protocol::MAX_BUNDLE;
use super::roster::Roster;
use super::signature::Signature;
use crate::job::{WorkerNote, WorkerStatus};
use crate::threads::lock;

/// The work of one bundle: long enough that the network does not matter.
const BUNDLE_MICROSECONDS: f64 = 50_000.0;
/// The interval at which a wait for the network thread looks whether it is over.
pub(super) const POLL: Duration = Duration::from_millis(20);

/// The settings of a coordinator.
#[derive(Debug, Clone, PartialEq)]
pub struct CoordinatorOptions {
    /// How to reach the server.
    pub access: Access,
    /// Whether the threads of the coordinator work, too.
    pub works_here: bool,
    /// The share of results that are computed twice.
    pub check_share: f64,
    /// The time without a sign of life after which a task is given to another worker.
    pub task_timeout: Duration,
    /// Whether time controls are scaled by the speed of each worker.
    pub scale_time: bool,
    /// The most tasks in one message. Short tasks travel together, so that the network does not matter.
    pub max_bundle: usize,
}

impl CoordinatorOptions {
    /// The default share of results that are computed twice.
    pub const CHECK_SHARE: f64 = 0.01;
    /// The default of `task_timeout`, in seconds.
    pub const TASK_TIMEOUT: u64 = 30;

    /// Returns the defaults for a server.
    #[must_use]
    pub fn new(access: Access) -> CoordinatorOptions {
        CoordinatorOptions {
            access,
            works_here: true,
            check_share: CoordinatorOptions::CHECK_SHARE,
            task_timeout: Duration::from_secs(CoordinatorOptions::TASK_TIMEOUT),
            scale_time: false,
            max_bundle: MAX_BUNDLE,
        }
    }
}

/// A coordinator with its connection.
pub struct Coordinator {
    pub(super) options: CoordinatorOptions,
    pub(super) signature: Signature,
    pub(super) shared: Arc<Shared>,
    commands: UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
    batches: AtomicU64,
    /// The number of messages sent, which makes the identity of each one.
    pub(super) messages: AtomicU64,
    /// Which steps hold unchecked results.
    pub(super) ledger: Mutex<Ledger>,
    /// The mean time of a task, in microseconds; 0 if it is not known.
    mean: Mutex<f64>,
}

impl Coordinator {
    /// Connects to the server.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached, does not accept the credentials, or cannot store tasks.
    pub fn connect(options: CoordinatorOptions) -> Result<Coordinator, Error> {
        options.access.check()?;
        let signature = Signature::of_this_build()?;
        let shared = Arc::new(Shared {
            instance: super::identity(),
            signature: signature.text(),
            roster: Mutex::new(Roster::new(&signature.text(), options.check_share)),
            batches: Mutex::default(),
            inputs: Mutex::default(),
            failure: Mutex::default(),
        });
        let (commands, receiver) = tokio::sync::mpsc::unbounded_channel();
        let (ready, is_ready) = mpsc::sync_channel(1);
        let (access, ack_wait) = (options.access.clone(), options.task_timeout);
        let of_thread = Arc::clone(&shared);
        let thread = Builder::new()
            .name("eyas-nats".to_owned())
            .spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                match runtime {
                    Ok(runtime) => runtime.block_on(link::run(access, ack_wait, of_thread, receiver, ready)),
                    Err(cause) => drop(ready.send(Err(Error::Thread(cause)))),
                }
            })
            .map_err(Error::Thread)?;
        is_ready.recv().map_err(|_| Error::Server("the network thread ended".to_owned()))??;
        Ok(Coordinator {
            options,
            signature,
            shared,
            commands,
            thread: Some(thread),
            batches: AtomicU64::new(0),
            messages: AtomicU64::new(0),
            ledger: Mutex::default(),
            mean: Mutex::new(0.0),
        })
    }

    /// Returns whether the threads of the coordinator work, too.
    #[must_use]
    pub fn works_here(&self) -> bool {
        self.options.works_here
    }

    /// Returns the address of the server.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.options.access.address
    }

    /// Returns why no more work can be done.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        lock(&self.shared.failure).clone()
    }

    /// Forgets why no more work could be done, so that later work is tried again.
    pub fn retry(&self) {
        lock(&self.shared.failure).take();
    }

    pub(super) fn fail(&self, error: &Error) {
        self.shared.fail(error);
    }

    /// Returns the known workers.
    #[must_use]
    pub fn status(&self) -> Vec<WorkerStatus> {
        lock(&self.shared.roster).status(Instant::now())
    }

    /// Returns the events since the last call that a person should know.
    #[must_use]
    pub fn take_notes(&self) -> Vec<WorkerNote> {
        lock(&self.shared.roster).take_notes()
    }

    /// Stores an input on the server, unless it has it. Waits for a server that cannot be reached. Returns `None` if
    /// `is_over` returns true before the input is stored.
    ///
    /// # Errors
    /// Returns an error if the input is too large, if the server has no space for it, or if no more work can be done.
    pub(super) fn publish_input(
        &self,
        content: &[u8],
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Input>, Error> {
        let (input, is_stored) = lock(&self.shared.inputs).prepare(content, Instant::now())?;
        if is_stored {
            return Ok(Some(input));
        }
        let (done, result) = mpsc::sync_channel(1);
        // Dropping this ends the attempts.
        let (_waiting, wanted) = oneshot::channel();
        self.command(Command::Blob { input: input.clone(), done, wanted });
        let Some(stored) = wait(&result, &|| is_over() || self.failure().is_some())? else {
            return self.failure().map_or(Ok(None), |why| Err(Error::Unfit(why)));
        };
        stored?;
        lock(&self.shared.inputs).stored(&input, Instant::now());
        Ok(Some(input))
    }

    /// Removes an input that no task needs any more.
    pub(super) fn forget_input(&self, input: &Input) {
        lock(&self.shared.inputs).forget(input.name());
        self.command(Command::Forget(input.name().to_owned()));
    }

    pub(super) fn command(&self, command: Command) {
        // The thread ends after this value only.
        let _ = self.commands.send(command);
    }

    /// Gives the tasks of a source to workers until all have results. `batch` is shared with threads of this machine
    /// that take outstanding tasks. `step` names the generation that needs the tasks.
    ///
    /// # Errors
    /// Returns an error if a task cannot be computed, or if the server cannot be used further.
    pub(super) fn run(&self, source: &dyn Source, batch: &Mutex<Batch>, step: &str) -> Result<End, Error> {
        let number = self.batches.fetch_add(1, Ordering::Relaxed);
        let (sender, events) = mpsc::channel();
        lock(&self.shared.batches).insert(number, sender);
        let end = Drive::new(self, source, batch, number, events).run();
        lock(&self.shared.batches).remove(&number);
        let mut ledger = lock(&self.ledger);
        lock(batch).unchecked_workers().into_iter().for_each(|worker| ledger.add(worker, step));
        end
    }

    /// Returns the number of tasks of a message, so that its work takes long enough.
    pub(super) fn bundle_size(&self) -> usize {
        let mean = *lock(&self.mean);
        let most = self.options.max_bundle.clamp(1, MAX_BUNDLE);
        if mean <= 0.0 { 1 } else { ((BUNDLE_MICROSECONDS / mean) as usize).clamp(1, most) }
    }

    /// Records how long the tasks of a message took.
    pub(super) fn measured(&self, microseconds: u64, tasks: usize) {
        let one = microseconds as f64 / tasks.max(1) as f64;
        let mut mean = lock(&self.mean);
        *mean = if *mean <= 0.0 { one.max(1.0) } else { 0.9 * *mean + 0.1 * one.max(1.0) };
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        let (done, is_done) = mpsc::sync_channel(1);
        self.command(Command::End(done));
        let _ = is_done.recv_timeout(Duration::from_secs(3));
        if let Some(thread) = self.thread.take()
            && thread.is_finished()
        {
            let _ = thread.join();
        }
    }
}

/// Waits for a result of the network thread. Returns `None` if `is_over` returns true before.
fn wait<T>(result: &Receiver<T>, is_over: &dyn Fn() -> bool) -> Result<Option<T>, Error> {
    loop {
        match result.recv_timeout(POLL) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) if is_over() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::Server("the network thread ended".to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_wait_ends_with_its_result_or_when_it_is_over() {
        let (sender, result) = mpsc::sync_channel(1);
        let looks = Cell::new(0);
        let is_over = || looks.replace(looks.get() + 1) == 2;
        assert!(matches!(wait(&result, &is_over), Ok(None)));
        assert_eq!(looks.get(), 3, "it looks regularly");
        sender.send(5).unwrap();
        assert!(matches!(wait(&result, &|| true), Ok(Some(5))));
        drop(sender);
        assert!(matches!(wait(&result, &|| false), Err(Error::Server(_))));
    }
}
