//! The worker: connects, announces itself, obeys coordinators, and leaves.

mod leaving;
mod tasks;
mod threads;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::Context;
use futures_util::StreamExt;
use tokio::sync::Notify;
use tokio::task::LocalSet;

use self::leaving::Held;
use super::blobs::BlobCache;
use super::compute::{Computer, Fetch};
use super::error::Error;
use super::nats::{self, Access};
use super::protocol::{self, Answer, Order, PRESENCE, Presence, ROLL_CALL, Unit, VERSION, worker_subject};
use super::signature::Signature;
use crate::threads::{Interrupt, ThreadPool};

/// The interval of announcements.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(2);
/// The interval at which the worker looks whether it has to leave.
const LOOK: Duration = Duration::from_millis(20);
/// How long the worker waits for an input.
const FETCH_LIMIT: Duration = Duration::from_secs(600);

/// Changes answers before they are sent.
pub type Distortion = Arc<dyn Fn(&Unit, Answer) -> Answer + Send + Sync>;

/// The settings of a worker.
#[derive(Clone)]
pub struct WorkerOptions {
    /// How to reach the server.
    pub access: Access,
    /// The name for people.
    pub name: String,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
    /// The time without a task after which the worker ends; `None` to wait forever.
    pub exit_when_idle: Option<Duration>,
    /// The number of tasks after which the worker ends; `None` for no limit.
    pub max_tasks: Option<u64>,
    /// The folder of copies of inputs.
    pub cache: PathBuf,
    /// The folder of quiescence trees; `None` for the user's cache folder.
    pub trees: Option<PathBuf>,
    /// The protocol version and the build signature that the worker claims, instead of its own. For tests.
    pub claims: Option<(u32, String)>,
    /// Changes answers before they are sent, for tests of workers that compute wrong results.
    pub distortion: Option<Distortion>,
}

/// What a worker did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerSummary {
    /// The number of tasks.
    pub tasks: u64,
    /// Why it ended.
    pub reason: Leaving,
}

/// Why a worker ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// It was interrupted. The tasks in progress were returned.
    Interrupted,
    /// No task came for the configured time.
    Idle,
    /// It completed the configured number of tasks.
    Enough,
}

/// Works until the worker has to leave. Passes events to `report`.
///
/// # Errors
/// Returns an error if the server does not accept the credentials, or if a coordinator does not accept the worker.
pub fn work(
    options: &WorkerOptions,
    interrupt: &Interrupt,
    report: &dyn Fn(&str),
) -> Result<WorkerSummary, Error> {
    options.access.check()?;
    let signature = Signature::of_this_build()?;
    let pool = ThreadPool::new(options.threads).map_err(|error| Error::Unfit(error.to_string()))?;
    let cache = BlobCache::open(&options.cache)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Error::Thread)?;
    let local = LocalSet::new();
    let result = local.block_on(&runtime, async {
        let client = first_connection(options, interrupt, report).await?;
        let Some(client) = client else {
            return Ok(WorkerSummary { tasks: 0, reason: Leaving::Interrupted });
        };
        let worker = Worker::new(options, client, signature, pool, cache)?;
        worker.run(interrupt, report).await
    });
    // Threads that still compute are not waited for.
    runtime.shutdown_background();
    result
}

/// Connects. Waits for a server that does not run yet. Returns `None` if the interrupt was raised.
async fn first_connection(
    options: &WorkerOptions,
    interrupt: &Interrupt,
    report: &dyn Fn(&str),
) -> Result<Option<Client>, Error> {
    let mut attempt = 0;
    while !interrupt.raised() {
        match options.access.connect().await {
            Ok(client) => return Ok(Some(client)),
            Err(error @ Error::Connect { .. }) => {
                if attempt == 0 {
                    report(&format!("{error}; trying again"));
                }
            }
            Err(error) => return Err(error),
        }
        tokio::time::sleep(nats::backoff(attempt)).await;
        attempt += 1;
    }
    Ok(None)
}

struct Worker {
    options: WorkerOptions,
    client: Client,
    context: Context,
    presence: Presence,
    computer: Arc<Computer>,
    threads: usize,
    jobs: mpsc::Sender<threads::Job>,
    /// The messages of tasks in progress.
    held: RefCell<HashMap<u64, Held>>,
    next: Cell<u64>,
    tasks: Cell<u64>,
    /// Tasks that were received, so that no more than the limit are.
    received: Cell<u64>,
    last_task: Cell<Instant>,
    is_leaving: Cell<bool>,
    /// Wakes what waits for a task when the worker leaves.
    leaving: Notify,
    /// The messages that are requested or computed.
    occupied: Cell<usize>,
    /// Whether few tasks are left, by the last message.
    is_near_end: Cell<bool>,
    /// Wakes what waits until a thread has no message.
    vacancy: Notify,
    /// Wakes what waits to ask for tasks again, because a coordinator is there.
    called: Notify,
    was_welcome: Cell<bool>,
    refusal: RefCell<Option<String>>,
    /// Why results cannot be stored, as long as they cannot.
    problem: RefCell<Option<String>>,
    /// Why the worker could not compute a task, until it is reported.
    inability: RefCell<Option<String>>,
    /// The number of messages in a row whose tasks the worker could not compute.
    refusals: Cell<usize>,
    is_set_aside: Cell<bool>,
}

impl Worker {
    fn new(
        options: &WorkerOptions,
        client: Client,
        signature: Signature,
        pool: ThreadPool,
        cache: BlobCache,
    ) -> Result<Rc<Worker>, Error> {
        let context = nats::context(&client);
        let threads = pool.threads();
        let (version, text) = options.claims.clone().unwrap_or((VERSION, signature.text()));
        let presence = Presence {
            worker: super::identity(),
            name: protocol::shown(&options.name),
            protocol: version,
            signature: text,
            threads: u32::try_from(threads).unwrap_or(u32::MAX),
            nodes_per_second: signature.nodes_per_second,
            leaving: false,
            problem: None,
        };
        let folder = cache.experiments(&presence.worker);
        let (handle, of_fetch) = (tokio::runtime::Handle::current(), context.clone());
        let fetch: Fetch = Box::new(move |name: &str| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let (context, name) = (of_fetch.clone(), name.to_owned());
            handle.spawn(async move { drop(sender.send(nats::get_blob(&context, &name).await)) });
            receiver
                .recv_timeout(FETCH_LIMIT)
                .map_err(|_| Error::Server("an input did not arrive".to_owned()))?
        });
        let speed = signature.nodes_per_second;
        let computer = Arc::new(Computer::new(cache, folder, options.trees.clone(), fetch, pool, speed));
        let jobs = threads::start(threads, &computer, options.distortion.clone())?;
        Ok(Rc::new(Worker {
            options: options.clone(),
            client,
            context,
            presence,
            computer,
            threads,
            jobs,
            held: RefCell::default(),
            next: Cell::new(0),
            tasks: Cell::new(0),
            received: Cell::new(0),
            last_task: Cell::new(Instant::now()),
            is_leaving: Cell::new(false),
            leaving: Notify::new(),
            occupied: Cell::new(0),
            is_near_end: Cell::new(false),
            vacancy: Notify::new(),
            called: Notify::new(),
            was_welcome: Cell::new(false),
            refusal: RefCell::default(),
            problem: RefCell::default(),
            inability: RefCell::default(),
            refusals: Cell::new(0),
            is_set_aside: Cell::new(false),
        }))
    }

    async fn run(
        self: Rc<Worker>,
        interrupt: &Interrupt,
        report: &dyn Fn(&str),
    ) -> Result<WorkerSummary, Error> {
        tokio::task::spawn_local(Rc::clone(&self).announce());
        tokio::task::spawn_local(Rc::clone(&self).obey());
        // One more than there are threads, so that a thread need not wait for the network.
        let slots: Vec<_> =
            (0..=self.threads).map(|_| tokio::task::spawn_local(Rc::clone(&self).serve())).collect();
        report(&format!("the worker “{}” waits for tasks on {} threads", self.presence.name, self.threads));
        let (mut inability, mut problem) = (None, None);
        let reason = loop {
            tokio::time::sleep(LOOK).await;
            let now = self.inability.borrow_mut().take();
            if now.is_some() && now != inability {
                now.iter().for_each(|why| report(&format!("other workers get a task: {why}")));
                inability = now;
            }
            let now = self.problem.borrow().clone();
            if now.is_some() && problem.is_none() {
                now.iter().for_each(|why| report(&format!("a result cannot be stored; trying again: {why}")));
            }
            problem = now;
            if interrupt.raised() {
                break Leaving::Interrupted;
            }
            let refusal = self.refusal.borrow_mut().take();
            if let Some(why) = refusal {
                if self.is_set_aside.get() || !self.was_welcome.get() {
                    self.leave(&slots).await;
                    return Err(Error::Refused(why));
                }
                report(&why);
            }
            let is_idle = self.held.borrow().is_empty();
            if is_idle && self.has_enough() {
                break Leaving::Enough;
            }
            let idle = self.last_task.get().elapsed();
            if is_idle && self.options.exit_when_idle.is_some_and(|limit| idle >= limit) {
                break Leaving::Idle;
            }
        };
        self.leave(&slots).await;
        Ok(WorkerSummary { tasks: self.tasks.get(), reason })
    }

    async fn say(&self, presence: &Presence) {
        if let Ok(payload) = protocol::encode(presence) {
            // The next announcement follows in any case.
            let _ = self.client.publish(PRESENCE, payload.into()).await;
        }
    }

    /// Announces the worker, regularly and on request.
    async fn announce(self: Rc<Worker>) {
        let mut ticks = tokio::time::interval(PRESENCE_INTERVAL);
        let mut calls = self.client.subscribe(ROLL_CALL).await.ok();
        while !self.is_leaving.get() {
            let problem = self.problem.borrow().as_deref().map(protocol::shown);
            let presence = Presence { problem, ..self.presence.clone() };
            self.say(&presence).await;
            match &mut calls {
                Some(calls) => tokio::select! {
                    _ = ticks.tick() => {}
                    call = calls.next() => match call {
                        Some(_) => self.called.notify_waiters(),
                        None => drop(ticks.tick().await),
                    },
                },
                None => drop(ticks.tick().await),
            }
        }
    }

    /// Handles the messages for this worker.
    async fn obey(self: Rc<Worker>) {
        let Ok(mut orders) = self.client.subscribe(worker_subject(&self.presence.worker)).await else {
            return;
        };
        while let Some(message) = orders.next().await {
            match protocol::decode::<Order>(&message.payload) {
                Ok(Order::Welcome) => self.was_welcome.set(true),
                Ok(Order::Refused(why)) => *self.refusal.borrow_mut() = Some(protocol::shown(&why)),
                Ok(Order::SetAside(why)) => {
                    self.is_set_aside.set(true);
                    *self.refusal.borrow_mut() = Some(protocol::shown(&why));
                }
                Ok(Order::Check(bundle)) => {
                    let worker = Rc::clone(&self);
                    tokio::task::spawn_local(async move { worker.check(bundle).await });
                }
                Err(error) => tracing::warn!(%error, "an order was ignored"),
            }
        }
    }
}
