//! The throughput of workers on one machine: tasks that compute nothing, for different numbers of simulated workers, as
//! Markdown. Starts a server of its own, `nats-server`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark fails by panicking and prints its result"
)]

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use eyas::remote::{self, Access, Coordinator, CoordinatorOptions, WorkerOptions};
use eyas::threads::Interrupt;

/// The numbers of workers, and the tasks that each measurement has.
const WORKERS: [usize; 8] = [1, 2, 5, 10, 20, 50, 100, 200];
const TASKS: u64 = 50_000;
/// The tasks of the last measurement.
const MANY: u64 = 1_000_000;

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The resident memory of a process in MiB: now, and the largest so far.
fn memory(process: &str) -> [u64; 2] {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    ["VmRSS:", "VmHWM:"].map(|field| {
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
    })
}

fn main() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("nats-server");
    command
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder.path())
        .env("PATH", path);
    let server = Server(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let access = Access { address: format!("nats://127.0.0.1:{port}"), ..Access::default() };
    let coordinator = Coordinator::connect(CoordinatorOptions::new(access.clone())).unwrap();
    let interrupt = Interrupt::default();
    let mut workers: Vec<JoinHandle<()>> = Vec::new();
    let mut measure = |count: usize, tasks: u64| {
        while workers.len() < count {
            let options = WorkerOptions {
                access: access.clone(),
                name: format!("worker-{}", workers.len()),
                threads: 1,
                exit_when_idle: None,
                max_tasks: None,
                cache: folder.path().join("inputs"),
                trees: None,
                claims: None,
                distortion: None,
            };
            let stop = interrupt.clone();
            workers.push(std::thread::spawn(move || drop(remote::work(&options, &stop, &|_| {}))));
        }
        while coordinator.status().len() < count {
            std::thread::sleep(Duration::from_millis(10));
        }
        let started = Instant::now();
        coordinator.run_nothing(tasks).unwrap();
        let seconds = started.elapsed().as_secs_f64();
        let [now, most] = memory("self");
        println!(
            "| {count} | {tasks} | {:.0} | {:.3} | {now} | {most} |",
            tasks as f64 / seconds,
            1000.0 * seconds / tasks as f64
        );
    };
    println!("| workers | tasks | tasks/s | ms a task | memory, MiB | largest, MiB |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: |");
    WORKERS.into_iter().for_each(|count| measure(count, TASKS));
    measure(WORKERS[WORKERS.len() - 1], MANY);
    let [_, most] = memory(&server.0.id().to_string());
    println!("\nThe server used {most} MiB. Memory is that of the coordinator and all workers together.");
    interrupt.raise();
    workers.into_iter().for_each(|worker| drop(worker.join()));
}
