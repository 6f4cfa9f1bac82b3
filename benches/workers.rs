//! The throughput of workers on one machine, as Markdown. Starts a server of its own, `nats-server`.
//!
//! Without an argument it measures tasks that compute nothing: for different numbers of simulated workers, and one by
//! one. With the argument `throughput` it compares two workers of one thread with two threads of this machine, in a
//! coevolution.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark fails by panicking and prints its result"
)]

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use eyas::remote::{self, Access, Coordinator, CoordinatorOptions, WorkerOptions};
use eyas::threads::Interrupt;
use tempfile::TempDir;

/// The numbers of workers, and the tasks that each measurement has.
const WORKERS: [usize; 8] = [1, 2, 5, 10, 20, 50, 100, 200];
const TASKS: u64 = 50_000;
/// The tasks of the last measurement.
const MANY: u64 = 1_000_000;
/// The tasks that are sent one by one.
const SINGLE: u64 = 5_000;
/// The number of times that both ways are measured, one after the other.
const REPETITIONS: usize = 3;
/// A coevolution of two organisms: 2,000 games at 2,000 nodes a move.
const COEVOLUTION: &str = "coevolve --from paper-2008-figure-3 reference --population 2 --generations 3 \
                           --games-per-pair 200 --nodes 2000 --confirmation-games 200 --milestone-games 0 \
                           --match-games 0";

/// A process that is killed when it is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server. Returns it, its address and its folder.
fn server() -> (Process, String, TempDir) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("nats-server");
    command
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder.path())
        .env("PATH", path);
    let server = Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(10));
    }
    (server, format!("nats://127.0.0.1:{port}"), folder)
}

/// The resident memory of a process in MiB: now, and the largest so far.
fn memory(process: &str) -> [u64; 2] {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    ["VmRSS:", "VmHWM:"].map(|field| {
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
    })
}

/// Simulated workers in this process.
struct Crew<'a> {
    access: Access,
    folder: &'a Path,
    interrupt: Interrupt,
    workers: Vec<JoinHandle<()>>,
}

impl Crew<'_> {
    /// Starts workers until there are `count`, and waits until the coordinator knows them.
    fn grow(&mut self, count: usize, coordinator: &Coordinator) {
        while self.workers.len() < count {
            let options = WorkerOptions {
                access: self.access.clone(),
                name: format!("worker-{}", self.workers.len()),
                threads: 1,
                exit_when_idle: None,
                max_tasks: None,
                cache: self.folder.join("inputs"),
                trees: None,
                claims: None,
                distortion: None,
            };
            let stop = self.interrupt.clone();
            self.workers.push(std::thread::spawn(move || drop(remote::work(&options, &stop, &|_| {}))));
        }
        while coordinator.status().len() < count {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Crew<'_> {
    fn drop(&mut self) {
        self.interrupt.raise();
        self.workers.drain(..).for_each(|worker| drop(worker.join()));
    }
}

/// Measures tasks and prints a line of the table.
fn measure(coordinator: &Coordinator, workers: &str, tasks: u64) {
    let started = Instant::now();
    coordinator.run_nothing(tasks).unwrap();
    let seconds = started.elapsed().as_secs_f64();
    let [now, most] = memory("self");
    println!(
        "| {workers} | {tasks} | {:.0} | {:.3} | {now} | {most} |",
        tasks as f64 / seconds,
        1000.0 * seconds / tasks as f64
    );
}

/// Measures tasks that compute nothing.
fn overhead() {
    let (server, address, folder) = server();
    let access = Access { address, ..Access::default() };
    let options = CoordinatorOptions::new(access.clone());
    let mut crew =
        Crew { access, folder: folder.path(), interrupt: Interrupt::default(), workers: Vec::new() };
    println!("| workers | tasks | tasks/s | ms a task | memory, MiB | largest, MiB |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: |");
    {
        let single = Coordinator::connect(CoordinatorOptions { max_bundle: 1, ..options.clone() }).unwrap();
        crew.grow(1, &single);
        measure(&single, "1, tasks one by one", SINGLE);
    }
    let coordinator = Coordinator::connect(options).unwrap();
    for count in WORKERS {
        crew.grow(count, &coordinator);
        measure(&coordinator, &count.to_string(), TASKS);
    }
    measure(&coordinator, &WORKERS[WORKERS.len() - 1].to_string(), MANY);
    let [_, most] = memory(&server.0.id().to_string());
    println!("\nThe server used {most} MiB. Memory is that of the coordinator and all workers together.");
}

/// Compares two workers of one thread with two threads of this machine.
fn throughput() {
    let (_server, address, folder) = server();
    let eyas = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let coevolve = |session: &str, flags: &[&str]| {
        let started = Instant::now();
        let mut command = eyas();
        command.args(COEVOLUTION.split_whitespace()).args(["--session", session]).args(flags);
        assert!(command.status().unwrap().success());
        started.elapsed().as_secs_f64()
    };
    let _workers = [1, 2].map(|number| {
        let name = format!("worker-{number}");
        let mut command = eyas();
        command.args(["worker", &address, "--threads", "1", "--name", &name, "--inputs", "inputs"]);
        Process(command.spawn().unwrap())
    });
    println!("| | two local threads, s | two workers, s | ratio |");
    println!("| --- | ---: | ---: | ---: |");
    let mut ratios: Vec<f64> = (1..=REPETITIONS)
        .map(|number| {
            let local = coevolve(&format!("local-{number}"), &["--threads", "2"]);
            let remote = coevolve(&format!("remote-{number}"), &["--threads", "0", "--workers", &address]);
            println!("| {number} | {local:.1} | {remote:.1} | {:.3} |", local / remote);
            local / remote
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("\nTwo workers reach {:.3} of two local threads (median).", ratios[REPETITIONS / 2]);
}

fn main() {
    match std::env::args().any(|argument| argument == "throughput") {
        true => throughput(),
        false => overhead(),
    }
}
