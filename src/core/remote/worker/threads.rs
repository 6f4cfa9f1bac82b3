//! The threads of a worker that compute tasks.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Instant;

use tokio::sync::oneshot;

use super::Distortion;
use crate::arena::seats::Seats;
use crate::remote::compute::Computer;
use crate::remote::error::Error;
use crate::remote::protocol::{Answer, Bundle};
use crate::threads::lock;

/// A bundle for a computing thread, and where its results go.
pub(super) type Job = (Bundle, oneshot::Sender<Computed>);

/// The results of a bundle.
pub(super) struct Computed {
    /// The time of the computation.
    pub(super) microseconds: u64,
    /// The factor of the time control of its games.
    pub(super) time_scale: Option<f64>,
    /// The number, the key and the answer of each task.
    pub(super) results: Vec<(u64, String, Answer)>,
}

/// Starts the threads that compute.
pub(super) fn start(
    threads: usize,
    computer: &Arc<Computer>,
    distortion: Option<Distortion>,
) -> Result<mpsc::Sender<Job>, Error> {
    let (sender, receiver) = mpsc::channel::<Job>();
    let receiver = Arc::new(Mutex::new(receiver));
    for index in 0..threads {
        let (receiver, computer, distortion) =
            (Arc::clone(&receiver), Arc::clone(computer), distortion.clone());
        let work = move || {
            let mut seats = Seats::default();
            loop {
                let next = lock(&receiver).recv();
                let Ok((bundle, done)) = next else { return };
                let started = Instant::now();
                let (time_scale, mut results) = computer.bundle(&bundle, &mut seats);
                let microseconds = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
                if let Some(distortion) = &distortion {
                    for (unit, (_, _, answer)) in bundle.units.iter().zip(&mut results) {
                        *answer = distortion(unit, answer.clone());
                    }
                }
                // The worker may be leaving.
                let _ = done.send(Computed { microseconds, time_scale, results });
            }
        };
        Builder::new().name(format!("eyas-worker-{index}")).spawn(work).map_err(Error::Thread)?;
    }
    Ok(sender)
}
