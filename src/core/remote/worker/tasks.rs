//! How a worker receives tasks, computes them, and sends their results.

use std::rc::Rc;
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Acker;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::oneshot;

use super::Worker;
use super::leaving::Held;
use super::threads::Computed;
use crate::remote::error::Error;
use crate::remote::nats;
use crate::remote::protocol::{self, Answer, Bundle, Reply, TASKS, is_token, result_subject};

/// How long the server may wait for a task before it answers that there is none.
const WAIT: Duration = Duration::from_secs(2);

/// A message that is requested or computed, until it is dropped.
struct Occupied<'w>(&'w Worker);

impl Drop for Occupied<'_> {
    fn drop(&mut self) {
        self.0.occupied.set(self.0.occupied.get() - 1);
        self.0.vacancy.notify_waiters();
    }
}

impl Worker {
    /// Computes the tasks of a check, and sends their results.
    pub(super) async fn check(&self, bundle: Bundle) {
        let instance = bundle.instance.clone();
        if !is_token(&instance) {
            return;
        }
        if let Some(reply) = self.compute(bundle, None).await {
            self.send(&instance, reply).await;
        }
    }

    /// Receives and computes tasks, one message at a time.
    pub(super) async fn serve(self: Rc<Worker>) {
        let mut attempt = 0;
        while !self.is_leaving.get() && !self.has_enough() {
            match self.receive().await {
                Ok(true) => attempt = 0,
                Ok(false) => {}
                Err(error) => {
                    tracing::debug!(error = %error, "no task can be received");
                    // A coordinator that calls has made what was missing.
                    let () = tokio::select! {
                        () = tokio::time::sleep(nats::backoff(attempt)) => {}
                        () = self.called.notified() => {}
                    };
                    attempt += 1;
                }
            }
        }
    }

    /// Waits until a thread has no message. Does not wait if many tasks are left: then there is one message more than there
    /// are threads, so that no thread waits for the network.
    async fn vacancy(&self) -> Occupied<'_> {
        while self.is_near_end.get() && self.occupied.get() >= self.threads && !self.is_leaving.get() {
            tokio::select! {
                () = self.vacancy.notified() => {}
                () = self.leaving.notified() => {}
            }
        }
        self.occupied.set(self.occupied.get() + 1);
        Occupied(self)
    }

    /// Returns whether the worker received as many tasks as it may.
    pub(super) fn has_enough(&self) -> bool {
        self.options.max_tasks.is_some_and(|limit| self.received.get() >= limit)
    }

    async fn consumer(&self) -> Result<PullConsumer, async_nats::Error> {
        let name = nats::consumer_name(&self.presence.signature);
        Ok(self.context.get_consumer_from_stream(name, TASKS).await?)
    }

    /// Receives one message and computes its tasks. Returns whether there was one.
    async fn receive(self: &Rc<Worker>) -> Result<bool, async_nats::Error> {
        let consumer = self.consumer().await?;
        let ack_wait = consumer.cached_info().config.ack_wait;
        loop {
            let _occupied = self.vacancy().await;
            if self.is_leaving.get() || self.has_enough() {
                return Ok(true);
            }
            let mut messages = consumer.batch().max_messages(1).expires(WAIT).messages().await?;
            let next = tokio::select! {
                next = messages.next() => next,
                // A task that arrived already is returned.
                () = self.leaving.notified() => messages.next().now_or_never().flatten(),
            };
            let Some(message) = next else { continue };
            let (message, acker) = message?.split();
            let bundle = match protocol::decode::<Bundle>(&message.payload) {
                Ok(bundle) if bundle.units.len() <= protocol::MAX_BUNDLE && is_token(&bundle.instance) => {
                    bundle
                }
                Ok(_) | Err(_) => {
                    tracing::warn!("a task that cannot be read was removed");
                    let _ = acker.ack_with(AckKind::Term).await;
                    continue;
                }
            };
            if self.is_leaving.get() {
                self.hold(acker, &bundle);
                return Ok(true);
            }
            self.message(bundle, acker, ack_wait).await;
        }
    }

    /// Keeps a message, so that its tasks are returned when the worker leaves. Returns the number of the message.
    fn hold(&self, acker: Acker, bundle: &Bundle) -> u64 {
        let id = self.next.replace(self.next.get() + 1);
        self.held.borrow_mut().insert(id, Held::new(acker, bundle));
        id
    }

    async fn message(&self, bundle: Bundle, acker: Acker, ack_wait: Duration) {
        let (instance, count) = (bundle.instance.clone(), bundle.units.len() as u64);
        self.is_near_end.set(bundle.is_near_end);
        if !bundle.is_near_end {
            self.vacancy.notify_waiters();
        }
        self.received.set(self.received.get() + count);
        let waiting_since = self.last_task.replace(Instant::now());
        let id = self.hold(acker, &bundle);
        let Some(reply) = self.compute(bundle, Some((id, ack_wait))).await else { return };
        let inability = reply.results.iter().find_map(|(_, _, answer)| match answer {
            Answer::Unable(why) => Some(why.clone()),
            Answer::Missing(name) => Some(Error::Blob(name.clone()).to_string()),
            _ => None,
        });
        self.send(&instance, reply).await;
        // While the worker leaves, the message is returned.
        let held = self.held.borrow_mut().remove(&id);
        if let Some(held) = held
            && let Err(error) = held.acker.double_ack().await
        {
            // The server delivers the task again, and its coordinator ignores the second result.
            tracing::debug!(error = %error, "a task was not acknowledged");
        }
        if let Some(why) = inability {
            // The coordinator gives the tasks to another worker, which needs time to ask for them.
            self.received.set(self.received.get().saturating_sub(count));
            self.last_task.set(waiting_since);
            *self.inability.borrow_mut() = Some(why);
            let refusals = self.refusals.replace(self.refusals.get() + 1);
            tokio::time::sleep(nats::backoff(refusals)).await;
            return;
        }
        self.refusals.set(0);
        self.tasks.set(self.tasks.get() + count);
        self.last_task.set(Instant::now());
    }

    /// Computes a bundle on a thread, and regularly reports to the server that the work on its message, if it has one, is in
    /// progress.
    async fn compute(&self, bundle: Bundle, message: Option<(u64, Duration)>) -> Option<Reply> {
        let batch = bundle.batch;
        let beat = message.map_or(Duration::from_secs(10), |(_, ack_wait)| ack_wait / 3);
        let (sender, mut receiver) = oneshot::channel();
        self.jobs.send((bundle, sender)).ok()?;
        let mut beats = tokio::time::interval(beat.max(Duration::from_millis(50)));
        beats.tick().await;
        let computed = loop {
            tokio::select! {
                computed = &mut receiver => break computed.ok()?,
                _ = beats.tick() => if let Some((id, _)) = message {
                    self.progress(id).await;
                },
            }
        };
        if self.is_leaving.get() {
            return None;
        }
        let Computed { microseconds, time_scale, results } = computed;
        let (worker, signature) = (self.presence.worker.clone(), self.presence.signature.clone());
        Some(Reply { batch, worker, signature, microseconds, time_scale, results })
    }

    async fn progress(&self, id: u64) {
        // The messages must not be borrowed while the network is awaited.
        let acker = self.held.borrow().get(&id).map(|held| Rc::clone(&held.acker));
        if let Some(acker) = acker {
            let _ = acker.ack_with(AckKind::Progress).await;
        }
    }

    /// Sends results. Waits until the server has stored them.
    async fn send(&self, instance: &str, reply: Reply) {
        let (batch, worker, microseconds) = (reply.batch, reply.worker.clone(), reply.microseconds);
        let too_large = |error: Error| {
            let failed = |(index, key, _)| (index, key, Answer::Failed(error.to_string()));
            Reply {
                batch,
                worker: worker.clone(),
                signature: reply.signature.clone(),
                microseconds,
                time_scale: None,
                results: reply.results.iter().cloned().map(failed).collect(),
            }
        };
        let payload = match protocol::encode(&reply) {
            Ok(payload) => payload,
            Err(error) => match protocol::encode(&too_large(error)) {
                Ok(payload) => payload,
                Err(_) => return,
            },
        };
        let number = self.next.replace(self.next.get() + 1);
        let id = format!("{worker}-{number}");
        let note = |text: String| tracing::warn!("{text}");
        let mut attempt = 0;
        while !self.is_leaving.get() {
            let subject = result_subject(instance);
            match nats::store(&self.context, subject, payload.clone(), Some(&id), &note).await {
                Ok(()) => {
                    self.problem.replace(None);
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, "a result could not be stored; trying again");
                    self.problem.replace(Some(error.to_string()));
                    tokio::time::sleep(nats::backoff(attempt)).await;
                    attempt += 1;
                }
            }
        }
    }
}
