//! Access to the streams of a server without a worker or a coordinator.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, Context};
use eyas::remote::Signature;
use eyas::remote::protocol::{Answer, Bundle, Reply, TaskKind, Unit, VERSION};
use futures_util::StreamExt;
use rand::{Rng, RngExt};

use crate::cluster::Server;

fn with_streams<T>(server: &Server, work: impl AsyncFnOnce(Context) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.address()).await.unwrap();
        work(jetstream::new(client)).await
    })
}

/// The number of tasks on the server.
pub(crate) fn stored_tasks(server: &Server) -> u64 {
    with_streams(server, async |streams| match streams.get_stream("EYAS_TASKS").await {
        Ok(stream) => stream.cached_info().state.messages,
        Err(_) => 0,
    })
}

/// Removes all inputs. Returns the number of their pieces.
pub(crate) fn remove_inputs(server: &Server) -> u64 {
    with_streams(server, async |streams| {
        let stream = streams.get_stream("EYAS_BLOBS").await.unwrap();
        stream.purge().await.unwrap().purged
    })
}

/// Receives tasks, and neither computes nor returns them, as workers that lose their network, until `is_over`.
pub(crate) fn vanish_with_tasks(server: &Server, mut is_over: impl FnMut() -> bool) {
    let name = format!("workers-{VERSION}-{}", Signature::of_this_build().unwrap().text());
    with_streams(server, async |streams| {
        while !is_over() {
            let consumer: Result<PullConsumer, _> =
                streams.get_consumer_from_stream(name.clone(), "EYAS_TASKS").await;
            if let Ok(consumer) = consumer
                && let Ok(mut tasks) =
                    consumer.batch().max_messages(8).expires(Duration::from_millis(200)).messages().await
            {
                while let Some(task) = tasks.next().await {
                    drop(task);
                }
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
}

/// Gives a task to the workers as somebody who may publish, but is no coordinator of Eyas: with these inputs, and the work
/// that `work` makes of their names. Returns the answer. A coordinator has made the streams.
pub(crate) fn answer_to(
    server: &Server,
    inputs: &[&serde_json::Value],
    work: impl FnOnce(Vec<String>) -> TaskKind,
) -> Answer {
    let signature = Signature::of_this_build().unwrap().text();
    with_streams(server, async |streams| {
        let mut names = Vec::new();
        for input in inputs {
            let content = serde_json::to_vec(input).unwrap();
            let name = blake3::hash(&content).to_hex().to_string();
            for (piece, payload) in
                [("0", zstd::bulk::compress(&content, 3).unwrap()), ("end", b"1".to_vec())]
            {
                let subject = format!("eyas.blob.{name}.{piece}");
                streams.publish(subject, payload.into()).await.unwrap().await.unwrap();
            }
            names.push(name);
        }
        let unit = Unit { index: 0, key: "key".to_owned(), work: work(names) };
        let instance = "stranger".to_owned();
        let bundle = Bundle {
            instance: instance.clone(),
            batch: 0,
            scale_to: None,
            is_near_end: false,
            units: vec![unit],
        };
        let task = serde_json::to_vec(&bundle).unwrap();
        let subject = format!("eyas.task.{VERSION}.{signature}.{instance}");
        streams.publish(subject, task.into()).await.unwrap().await.unwrap();
        let results = streams.get_stream("EYAS_RESULTS").await.unwrap();
        let subject = format!("eyas.result.{instance}");
        loop {
            if let Ok(message) = results.get_last_raw_message_by_subject(&subject).await {
                results.purge().filter(&subject).await.unwrap();
                let reply: Reply = serde_json::from_slice(&message.payload).unwrap();
                return reply.results.into_iter().next().unwrap().2;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
}

/// The most messages that an eavesdropper keeps.
const MOST_HEARD: usize = 2000;

/// A subject and what was sent to it.
type Heard = (String, Vec<u8>);

/// Somebody who hears all messages of coordinators and workers, and sends some of them again, or noise in their place.
pub(crate) struct Eavesdropper {
    heard: Arc<Mutex<Vec<Heard>>>,
    /// Dropping it ends the thread.
    _end: tokio::sync::oneshot::Sender<()>,
}

impl Eavesdropper {
    pub(crate) fn start(server: &Server) -> Eavesdropper {
        let heard = Arc::new(Mutex::new(Vec::<Heard>::new()));
        let (kept, address) = (Arc::clone(&heard), server.address());
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let (ready, started) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let listen = async {
                let client = async_nats::connect(address).await.unwrap();
                let mut messages = client.subscribe("eyas.>").await.unwrap();
                client.flush().await.unwrap();
                ready.send(()).unwrap();
                while let Some(message) = messages.next().await {
                    let mut kept = kept.lock().unwrap();
                    if kept.len() < MOST_HEARD {
                        kept.push((message.subject.to_string(), message.payload.to_vec()));
                    }
                }
            };
            runtime.block_on(async {
                tokio::select! { () = listen => {}, _ = ended => {} }
            });
        });
        started.recv().unwrap();
        Eavesdropper { heard, _end: end }
    }

    /// Sends messages again that were heard before.
    pub(crate) fn repeat(&self, server: &Server, rng: &mut impl Rng) {
        self.send(server, rng, |_, payload| payload);
    }

    /// Sends noise to the subjects that were heard: random bytes, and messages that are cut off.
    pub(crate) fn flood(&self, server: &Server, rng: &mut impl Rng) {
        self.send(server, rng, |rng, mut payload| {
            if rng.random_bool(0.5) {
                payload.truncate(rng.random_range(0..=payload.len().saturating_sub(1)));
            } else {
                payload.resize(rng.random_range(0..50_000), 0);
                rng.fill_bytes(&mut payload);
            }
            payload
        });
    }

    fn send<R: Rng>(&self, server: &Server, rng: &mut R, change: impl Fn(&mut R, Vec<u8>) -> Vec<u8>) {
        let heard = self.heard.lock().unwrap().clone();
        if heard.is_empty() {
            return;
        }
        with_streams(server, async |streams| {
            for _ in 0..100 {
                let (subject, payload) = heard[rng.random_range(0..heard.len())].clone();
                // A stream may refuse a message; without its answer the next one is sent.
                let _ = streams.client().publish(subject, change(rng, payload).into()).await;
            }
            let _ = streams.client().flush().await;
        });
    }
}
