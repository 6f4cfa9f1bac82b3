//! The flags of commands that can use workers on other machines.

use std::path::PathBuf;

use clap::Args;
use eyas::job::Workforce;

use super::Failure;
use super::headings::WORKERS;

/// How to reach a NATS server.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = WORKERS)]
pub(crate) struct ServerArgs {
    /// File with the credentials for the NATS server: a NATS credentials file, two lines with a user and a password, or
    /// one line with a token
    #[arg(long, value_name = "FILE")]
    pub(super) creds: Option<PathBuf>,
    /// File with the certificates of the authorities that signed the server's certificate; repeatable
    #[arg(long, value_name = "FILE")]
    pub(super) tls_ca: Vec<PathBuf>,
    /// File with the certificate of this machine
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(super) tls_cert: Option<PathBuf>,
    /// File with the key of --tls-cert
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(super) tls_key: Option<PathBuf>,
}

/// Flags of commands that can use workers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = WORKERS)]
pub(crate) struct WorkersArgs {
    /// NATS server of workers on other machines (see “eyas worker”): nats://HOST or tls://HOST. This machine works, too;
    /// not with --threads 0
    #[arg(long, value_name = "URL")]
    pub(super) workers: Option<String>,
    #[command(flatten)]
    pub(super) server: ServerArgs,
    /// Share of the results that are computed by two workers and compared [default: 0.01]
    #[arg(long, value_name = "SHARE", requires = "workers", value_parser = share)]
    check_share: Option<f64>,
    /// Seconds without a sign of life after which a task is given to another worker [default: 30]
    #[arg(long, value_name = "SECONDS", requires = "workers", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    task_timeout: Option<u64>,
    /// Scale the clocks of games by the speed of each worker, so that it searches as many nodes as this machine
    #[arg(long, requires = "workers")]
    scale_time: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "the share must be 0 to 1".to_owned())
}

/// The failure of a program that was built without the feature.
#[cfg(not(feature = "nats"))]
pub(super) fn not_built(what: &str) -> Failure {
    Failure::Input(format!(
        "{what}: this program was built without workers; build it with: cargo build --release --features nats"
    ))
}

impl WorkersArgs {
    /// Connects to the server, if there is one. `threads` is the value of --threads.
    #[cfg(feature = "nats")]
    pub(super) fn connect(&self, threads: Option<usize>) -> Result<Option<Workforce>, Failure> {
        use std::sync::Arc;
        use std::time::Duration;

        use eyas::remote::{Coordinator, CoordinatorOptions, NatsWorkers};

        let Some(address) = &self.workers else { return Ok(None) };
        let defaults = CoordinatorOptions::new(self.server.access(address));
        let options = CoordinatorOptions {
            works_here: threads != Some(0),
            check_share: self.check_share.unwrap_or(defaults.check_share),
            task_timeout: self.task_timeout.map_or(defaults.task_timeout, Duration::from_secs),
            scale_time: self.scale_time,
            ..defaults
        };
        let coordinator = Coordinator::connect(options).map_err(remote_failure)?;
        Ok(Some(Workforce(Arc::new(NatsWorkers::new(coordinator)))))
    }

    /// Refuses workers, because the program was built without them.
    #[cfg(not(feature = "nats"))]
    pub(super) fn connect(&self, _threads: Option<usize>) -> Result<Option<Workforce>, Failure> {
        match &self.workers {
            None => Ok(None),
            Some(_) => Err(not_built("--workers")),
        }
    }
}

#[cfg(feature = "nats")]
impl ServerArgs {
    /// Returns how to reach the server at this address.
    pub(super) fn access(&self, address: &str) -> eyas::remote::Access {
        eyas::remote::Access {
            address: address.to_owned(),
            creds: self.creds.clone(),
            tls_ca: self.tls_ca.clone(),
            tls_identity: self.tls_cert.clone().zip(self.tls_key.clone()),
        }
    }
}

/// Classifies an error of workers and coordinators.
#[cfg(feature = "nats")]
pub(super) fn remote_failure(error: eyas::remote::Error) -> Failure {
    use eyas::remote::Error;
    let text = error.to_string();
    match error {
        Error::Password | Error::Address(_) | Error::File { .. } => Failure::Input(text),
        _ => Failure::Runtime(text),
    }
}

/// Describes the present workers in a few words; `None` if there are none.
pub(super) fn summary(workers: &Workforce) -> Option<String> {
    let all = workers.0.status();
    let present: Vec<_> = all.iter().filter(|worker| worker.is_present()).collect();
    let threads: u32 = present.iter().map(|worker| worker.threads).fold(0, u32::saturating_add);
    (!present.is_empty()).then(|| format!("{} workers with {threads} threads", present.len()))
}

/// Describes what each worker did, one line each, after the work.
pub(super) fn report(workers: &Workforce) -> Vec<String> {
    let line = |worker: eyas::job::WorkerStatus| {
        let mut line = format!(
            "worker “{}”: {} tasks on {} threads at {:.2} Mnodes/s",
            worker.name,
            worker.tasks,
            worker.threads,
            worker.nodes_per_second as f64 / 1e6
        );
        if let Some(scale) = worker.time_scale {
            line += &format!(", clocks × {scale:.2}");
        }
        if worker.faults > 0 {
            line += &format!(", {} faults", worker.faults);
        }
        line
    };
    workers.0.status().into_iter().map(line).collect()
}
