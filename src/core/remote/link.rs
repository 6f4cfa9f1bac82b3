//! The coordinator's thread for the network. The rest of the program talks to it by channels.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::mpsc::{Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;

use super::error::Error;
use super::inputs::{Input, Inputs};
use super::nats::{self, Access, describe};
use super::protocol::{
    self, Bundle, Order, PRESENCE, RESULTS, ROLL_CALL, Reply, TASKS, is_token, result_subject, task_subject,
    worker_subject,
};
use super::roster::{Greeting, Roster};
use crate::threads::lock;

/// The interval at which workers are asked to announce themselves.
const ROLL_CALL_INTERVAL: Duration = Duration::from_secs(2);
/// The interval at which the coordinator checks whether the server still has its tasks.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);
/// The interval at which the coordinator checks whether inputs have to be stored again.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(60);

/// A command to the network thread.
pub(super) enum Command {
    /// Give a bundle to any worker.
    Publish {
        /// The batch.
        batch: u64,
        /// The identity of the message, by which the server recognizes a second copy.
        id: String,
        /// The bundle.
        payload: Vec<u8>,
    },
    /// Store an input unless the server has it, and report when it is stored.
    Blob {
        /// The input.
        input: Input,
        /// Receives the result.
        done: SyncSender<Result<(), Error>>,
        /// Nobody waits any more when its sender is dropped.
        wanted: oneshot::Receiver<Infallible>,
    },
    /// Store an input that the server lost, and report it to this batch.
    Restore(u64, Input),
    /// Remove an input that no task needs any more.
    Forget(String),
    /// Send a message to one worker.
    Order(String, Vec<u8>),
    /// Remove what is left on the server, and end.
    End(SyncSender<()>),
}

/// An event for a batch.
#[derive(Debug)]
pub(super) enum BatchEvent {
    /// Results of a worker.
    Reply(Reply),
    /// An input was stored again.
    Restored(String),
    /// No worker answered although these tasks were delivered several times.
    Undelivered(Vec<u64>),
    /// The server has no task of this coordinator any more.
    Lost,
}

/// What the network thread and the batches share.
pub(super) struct Shared {
    pub(super) instance: String,
    pub(super) signature: String,
    pub(super) roster: Mutex<Roster>,
    pub(super) batches: Mutex<HashMap<u64, Sender<BatchEvent>>>,
    pub(super) inputs: Mutex<Inputs>,
    pub(super) failure: Mutex<Option<String>>,
}

impl Shared {
    fn note(&self, text: String) {
        tracing::warn!("{text}");
        lock(&self.roster).note(text);
    }

    /// Records why no more work can be done.
    pub(super) fn fail(&self, error: &Error) {
        tracing::error!(%error, "the workers cannot be used further");
        lock(&self.failure).get_or_insert_with(|| error.to_string());
    }

    fn send(&self, batch: u64, event: BatchEvent) {
        if let Some(sender) = lock(&self.batches).get(&batch) {
            // A batch that has ended needs no events.
            let _ = sender.send(event);
        }
    }

    fn send_all(&self, event: impl Fn() -> BatchEvent) {
        lock(&self.batches).values().for_each(|sender| drop(sender.send(event())));
    }
}

/// The connection and what the tasks of the runtime share.
#[derive(Clone)]
struct Link {
    client: Client,
    context: Context,
    shared: Arc<Shared>,
    ack_wait: Duration,
}

/// Runs the network thread until [`Command::End`]. Reports to `ready` whether the connection succeeded.
pub(super) async fn run(
    access: Access,
    ack_wait: Duration,
    shared: Arc<Shared>,
    mut commands: UnboundedReceiver<Command>,
    ready: SyncSender<Result<(), Error>>,
) {
    let link = match connect(&access, ack_wait, shared).await {
        Ok(link) => link,
        Err(error) => {
            let _ = ready.send(Err(error));
            return;
        }
    };
    let _ = ready.send(Ok(()));
    let background = [
        tokio::spawn(link.clone().presences()),
        tokio::spawn(link.clone().results()),
        tokio::spawn(link.clone().advisories()),
        tokio::spawn(link.clone().look(access)),
        tokio::spawn(link.clone().renew()),
    ];
    while let Some(command) = commands.recv().await {
        match command {
            Command::Publish { batch, id, payload } => {
                let link = link.clone();
                tokio::spawn(async move { link.publish(batch, &id, payload).await });
            }
            Command::Blob { input, done, wanted } => {
                let link = link.clone();
                tokio::spawn(async move {
                    let note = |text| link.shared.note(text);
                    tokio::select! {
                        stored = nats::ensure_blob(&link.context, &input, &note) => drop(done.send(stored)),
                        _ = wanted => {}
                    }
                });
            }
            Command::Restore(batch, input) => {
                let link = link.clone();
                tokio::spawn(async move { link.restore(batch, &input).await });
            }
            Command::Forget(name) => {
                let link = link.clone();
                tokio::spawn(async move {
                    if let Ok(stream) = link.context.get_stream_no_info(protocol::BLOBS).await {
                        // The server removes old inputs anyway.
                        let _ = stream.purge().filter(format!("eyas.blob.{name}.>")).await;
                    }
                });
            }
            Command::Order(worker, payload) => {
                let _ = link.client.publish(worker_subject(&worker), payload.into()).await;
            }
            Command::End(done) => {
                background.iter().for_each(tokio::task::JoinHandle::abort);
                // A server that cannot be reached removes the rest when it is old.
                let _ = tokio::time::timeout(Duration::from_secs(2), link.clean()).await;
                let _ = done.send(());
                return;
            }
        }
    }
}

async fn connect(access: &Access, ack_wait: Duration, shared: Arc<Shared>) -> Result<Link, Error> {
    let client = access.connect().await?;
    let context = nats::context(&client);
    nats::ensure_streams(&context).await?;
    nats::ensure_workers(&context, &shared.signature, ack_wait, &|text| shared.note(text)).await?;
    Ok(Link { client, context, shared, ack_wait })
}

impl Link {
    async fn publish(&self, batch: u64, id: &str, payload: Vec<u8>) {
        // A batch that has ended needs no tasks.
        if !lock(&self.shared.batches).contains_key(&batch) {
            return;
        }
        let subject = task_subject(&self.shared.signature, &self.shared.instance);
        let note = |text| self.shared.note(text);
        let ended = async {
            while lock(&self.shared.batches).contains_key(&batch) {
                tokio::time::sleep(LOOK_INTERVAL).await;
            }
        };
        tokio::select! {
            stored = nats::store(&self.context, subject, payload, Some(id), &note) => {
                if let Err(error) = stored {
                    self.shared.fail(&error);
                }
            }
            () = ended => {}
        }
    }

    /// Stores an input that the server lost.
    async fn restore(&self, batch: u64, input: &Input) {
        let note = |text| self.shared.note(text);
        match nats::put_blob(&self.context, input, &note).await {
            Ok(()) => {
                lock(&self.shared.inputs).stored(input, Instant::now());
                self.shared.send(batch, BatchEvent::Restored(input.name().to_owned()));
            }
            Err(error) => self.shared.fail(&error),
        }
    }

    /// Stores inputs in use again before the server removes them.
    async fn renew(self) {
        loop {
            tokio::time::sleep(RENEWAL_INTERVAL).await;
            let due = lock(&self.shared.inputs).due(Instant::now());
            for input in due {
                let note = |text| self.shared.note(text);
                match nats::ensure_blob(&self.context, &input, &note).await {
                    Ok(()) => lock(&self.shared.inputs).stored(&input, Instant::now()),
                    Err(error) => tracing::warn!(%error, "an input could not be stored again"),
                }
            }
        }
    }

    /// Receives the announcements of workers.
    async fn presences(self) {
        loop {
            let Ok(mut all) = self.client.subscribe(PRESENCE).await else {
                tokio::time::sleep(ROLL_CALL_INTERVAL).await;
                continue;
            };
            let mut ticks = tokio::time::interval(ROLL_CALL_INTERVAL);
            loop {
                tokio::select! {
                    message = all.next() => {
                        let Some(message) = message else { break };
                        self.greet(&message.payload).await;
                    }
                    _ = ticks.tick() => {
                        let _ = self.client.publish(ROLL_CALL, Vec::new().into()).await;
                    }
                }
            }
        }
    }

    async fn greet(&self, payload: &[u8]) {
        let Some(presence) = protocol::announcement(payload) else { return };
        let worker = presence.worker.clone();
        let greeting = lock(&self.shared.roster).greet(presence, Instant::now());
        let order = match greeting {
            Greeting::Known => return,
            Greeting::Welcome => Order::Welcome,
            Greeting::Refused(why) => Order::Refused(why),
        };
        if let Ok(payload) = protocol::encode(&order) {
            let _ = self.client.publish(worker_subject(&worker), payload.into()).await;
        }
    }

    /// Receives the results of this coordinator's tasks. A result is acknowledged when a batch has it.
    async fn results(self) {
        let mut attempt = 0;
        loop {
            match self.receive(&mut attempt).await {
                Ok(()) => {}
                Err(error) => tracing::debug!(%error, "the results cannot be received"),
            }
            tokio::time::sleep(nats::backoff(attempt)).await;
            attempt += 1;
        }
    }

    async fn receive(&self, attempt: &mut usize) -> Result<(), async_nats::Error> {
        let config = pull::Config {
            durable_name: Some(format!("results-{}", self.shared.instance)),
            filter_subject: result_subject(&self.shared.instance),
            ack_policy: AckPolicy::Explicit,
            max_ack_pending: 50_000,
            inactive_threshold: Duration::from_secs(86_400),
            ..pull::Config::default()
        };
        let note = |text| self.shared.note(text);
        let consumer = nats::ensure_consumer(&self.context, config, RESULTS, &note).await?;
        let mut messages = consumer
            .stream()
            .max_messages_per_batch(500)
            .expires(Duration::from_secs(10))
            .heartbeat(Duration::from_secs(2))
            .messages()
            .await?;
        while let Some(message) = messages.next().await {
            let message = message?;
            *attempt = 0;
            match protocol::decode::<Reply>(&message.payload) {
                Ok(reply) if reply.results.len() <= protocol::MAX_BUNDLE && is_token(&reply.worker) => {
                    self.shared.send(reply.batch, BatchEvent::Reply(reply));
                }
                Ok(_) | Err(_) => self.shared.note("a result that cannot be read was ignored".to_owned()),
            }
            message.ack().await?;
        }
        Ok(())
    }

    /// Receives which tasks the server no longer delivers.
    async fn advisories(self) {
        let subject = format!("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{TASKS}.*");
        loop {
            if let Ok(mut all) = self.client.subscribe(subject.clone()).await {
                while let Some(message) = all.next().await {
                    self.undelivered(&message.payload).await;
                }
            }
            tokio::time::sleep(ROLL_CALL_INTERVAL).await;
        }
    }

    async fn undelivered(&self, advisory: &[u8]) {
        #[derive(Deserialize)]
        struct Advisory {
            stream_seq: u64,
        }
        let Ok(Advisory { stream_seq }) = serde_json::from_slice(advisory) else { return };
        let Ok(stream) = self.context.get_stream_no_info(TASKS).await else { return };
        let Ok(message) = stream.get_raw_message(stream_seq).await else { return };
        let Ok(bundle) = protocol::decode::<Bundle>(&message.payload) else { return };
        if bundle.instance != self.shared.instance {
            return;
        }
        let _ = stream.delete_message(stream_seq).await;
        let units = bundle.units.iter().map(|unit| unit.index).collect();
        self.shared.send(bundle.batch, BatchEvent::Undelivered(units));
    }

    /// Checks whether the server still has the outstanding tasks. A server that lost its store has none. A server that does
    /// not accept the credentials any more ends the work: the client alone would try again and again.
    async fn look(self, access: Access) {
        let mut empty = 0;
        loop {
            tokio::time::sleep(LOOK_INTERVAL).await;
            match self.stored_tasks().await {
                Ok(0) => empty += 1,
                Ok(_) => empty = 0,
                Err(error) => {
                    empty = 0;
                    tracing::debug!(error = %error, "the server does not say what it has");
                    if self.client.connection_state() != State::Connected
                        && let Err(error @ Error::Credentials(_)) = access.connect().await
                    {
                        self.shared.fail(&error);
                        return;
                    }
                    let _ = nats::ensure_streams(&self.context).await;
                    let note = |text| self.shared.note(text);
                    let (signature, wait) = (&self.shared.signature, self.ack_wait);
                    let _ = nats::ensure_workers(&self.context, signature, wait, &note).await;
                }
            }
            if empty >= 2 {
                empty = 0;
                self.shared.send_all(|| BatchEvent::Lost);
            }
        }
    }

    /// Returns the number of outstanding tasks on the server.
    ///
    /// # Errors
    /// Returns an error if the server does not answer, or if no worker can receive the tasks: the consumer is missing, or
    /// ahead of its stream.
    async fn stored_tasks(&self) -> Result<usize, String> {
        let stream = self.context.get_stream_no_info(TASKS).await.map_err(|error| describe(&error))?;
        let subject = task_subject(&self.shared.signature, &self.shared.instance);
        let mut subjects = stream.info_with_subjects(subject).await.map_err(|error| describe(&error))?;
        let mut count = 0;
        while let Some(subject) = subjects.next().await {
            count += subject.map_err(|error| describe(&error))?.1;
        }
        let name = nats::consumer_name(&self.shared.signature);
        let consumer = stream.consumer_info(name).await.map_err(|error| describe(&error))?;
        // The stream after the consumer: it may grow between both.
        let last = stream.get_info().await.map_err(|error| describe(&error))?.state.last_sequence;
        if nats::is_ahead(&consumer, last) {
            return Err("the consumer is ahead of its stream".to_owned());
        }
        Ok(count)
    }

    /// Removes the tasks and results of this coordinator.
    async fn clean(&self) {
        if let Ok(stream) = self.context.get_stream_no_info(TASKS).await {
            let _ = stream.purge().filter(task_subject(&self.shared.signature, &self.shared.instance)).await;
        }
        if let Ok(stream) = self.context.get_stream_no_info(RESULTS).await {
            let _ = stream.delete_consumer(&format!("results-{}", self.shared.instance)).await;
            let _ = stream.purge().filter(result_subject(&self.shared.instance)).await;
        }
        let _ = self.client.flush().await;
    }
}
