//! How a worker leaves: it returns the tasks in progress, and says goodbye.

use std::rc::Rc;
use std::time::Duration;

use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::Acker;
use tokio::task::JoinHandle;

use super::Worker;
use crate::remote::nats;
use crate::remote::protocol::{self, Answer, Bundle, Presence, Reply, result_subject};

/// How long a worker that leaves waits until its requests for tasks are retracted, and for its last messages.
const RETRACTION: Duration = Duration::from_millis(10);
const GOODBYE: Duration = Duration::from_secs(2);

/// A message whose tasks are in progress.
pub(super) struct Held {
    /// Acknowledges the message.
    pub(super) acker: Rc<Acker>,
    /// The coordinator.
    instance: String,
    /// The batch of the coordinator.
    batch: u64,
    /// The number and the key of each task.
    units: Vec<(u64, String)>,
}

impl Held {
    pub(super) fn new(acker: Acker, bundle: &Bundle) -> Held {
        let units = bundle.units.iter().map(|unit| (unit.index, unit.key.clone())).collect();
        Held { acker: Rc::new(acker), instance: bundle.instance.clone(), batch: bundle.batch, units }
    }
}

impl Worker {
    /// Returns the tasks in progress to their coordinators at once, and says goodbye.
    pub(super) async fn leave(self: &Rc<Worker>, slots: &[JoinHandle<()>]) {
        self.is_leaving.set(true);
        self.leaving.notify_waiters();
        self.computer.stop();
        // The requests for tasks end before any task is returned: this worker must not receive it again.
        tokio::time::sleep(RETRACTION).await;
        slots.iter().for_each(JoinHandle::abort);
        let _ = tokio::time::timeout(GOODBYE, self.client.flush()).await;
        let held: Vec<Held> = self.held.borrow_mut().drain().map(|(_, held)| held).collect();
        let returned: Vec<_> =
            held.into_iter().map(|held| tokio::task::spawn_local(Rc::clone(self).give_back(held))).collect();
        let all = async {
            for one in returned {
                let _ = one.await;
            }
        };
        let _ = tokio::time::timeout(GOODBYE, all).await;
        let goodbye = Presence { leaving: true, ..self.presence.clone() };
        self.say(&goodbye).await;
        let _ = tokio::time::timeout(GOODBYE, self.client.flush()).await;
        self.computer.clean();
    }

    /// Returns the tasks of a message to their coordinator, which gives them to others. The message ends here: the server
    /// counts its deliveries, and only workers that vanish may use them up.
    async fn give_back(self: Rc<Worker>, held: Held) {
        let Held { acker, instance, batch, units } = held;
        let reply = Reply {
            batch,
            worker: self.presence.worker.clone(),
            signature: self.presence.signature.clone(),
            microseconds: 0,
            time_scale: None,
            results: units.into_iter().map(|(index, key)| (index, key, Answer::Returned)).collect(),
        };
        let Ok(payload) = protocol::encode(&reply) else { return };
        let id = format!("{}-{}", self.presence.worker, self.next.replace(self.next.get() + 1));
        let note = |text: String| tracing::warn!("{text}");
        let stored = nats::store(&self.context, result_subject(&instance), payload, Some(&id), &note).await;
        // A server without space for the reply can still deliver the message again.
        let kind = if stored.is_ok() { AckKind::Ack } else { AckKind::Nak(None) };
        let _ = acker.ack_with(kind).await;
    }
}
