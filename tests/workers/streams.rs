//! Access to the streams of a server without a worker or a coordinator.

use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, Context};
use eyas::remote::Signature;
use eyas::remote::protocol::VERSION;
use futures_util::StreamExt;

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
