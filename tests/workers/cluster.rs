//! A NATS server, workers and a coordinator, all on this machine.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;

use eyas::remote::protocol::{Answer, Unit};
use eyas::remote::{self, Access, Distortion, WorkerOptions, WorkerSummary};
use eyas::threads::Interrupt;
use tempfile::TempDir;

use crate::support::programs::has_server;
use crate::support::waiting::wait_until;

/// A server with a store and a port of its own. Dropping it kills the server and removes the store.
pub(crate) struct Server {
    folder: TempDir,
    port: u16,
    /// The lines of its configuration.
    configuration: String,
    /// The limit of the size of its files, in blocks of `ulimit -f`.
    file_limit: Option<u32>,
    child: Option<Child>,
}

impl Server {
    /// Starts a server; `None`, with a message, if none is installed.
    pub(crate) fn start() -> Option<Server> {
        Server::configured("", None)
    }

    /// Starts a server with further lines in its configuration.
    pub(crate) fn configured(configuration: &str, file_limit: Option<u32>) -> Option<Server> {
        if !has_server() {
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        let configuration = configuration.to_owned();
        let mut server = Server { folder, port, configuration, file_limit, child: None };
        server.begin();
        Some(server)
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn begin(&mut self) {
        let folder = self.folder.path();
        let store = folder.join("store");
        let jetstream = if self.configuration.contains("jetstream") {
            self.configuration.replace("STORE", &store.display().to_string())
        } else {
            format!("jetstream {{ store_dir: \"{}\" }}\n{}", store.display(), self.configuration)
        };
        let file = folder.join("server.conf");
        fs::write(&file, format!("host: 127.0.0.1\nport: {}\n{jetstream}\n", self.port)).unwrap();
        let log = File::options().create(true).append(true).open(folder.join("server.log")).unwrap();
        let mut command = match self.file_limit {
            None => Command::new("nats-server"),
            Some(blocks) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit -f {blocks}; exec nats-server \"$@\""), "sh"]);
                shell
            }
        };
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        command.arg("-c").arg(&file).env("PATH", path).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().unwrap());
        wait_until("the server answers", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Kills the server and starts it again with what it stored.
    pub(crate) fn restart(&mut self) {
        self.kill();
        self.begin();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// `eyas` with a cache of its own.
pub(crate) fn eyas(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    command.stdin(Stdio::null());
    command
}

/// A worker in a process of its own. Dropping it kills it.
pub(crate) struct Worker {
    pub(crate) child: Child,
    log: PathBuf,
}

impl Worker {
    pub(crate) fn start(server: &Server, name: &str, flags: &[&str]) -> Worker {
        let folder = server.folder();
        let log = folder.join(format!("{name}.log"));
        let mut command = eyas(folder);
        command.args(["worker", &server.address(), "--threads", "1", "--name", name, "--inputs"]);
        command.arg(folder.join("inputs")).args(flags);
        let output = File::create(&log).unwrap();
        command.stdout(output.try_clone().unwrap()).stderr(output);
        Worker { child: command.spawn().unwrap(), log }
    }

    /// What the worker wrote so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A worker in this process that changes its answers or claims another version. Dropping it interrupts it.
pub(crate) struct FalseWorker {
    interrupt: Interrupt,
    thread: Option<JoinHandle<Result<WorkerSummary, remote::Error>>>,
}

impl FalseWorker {
    pub(crate) fn start(
        server: &Server,
        name: &str,
        claims: Option<(u32, String)>,
        distortion: impl Fn(&Unit, Answer, &Interrupt) -> Answer + Send + Sync + 'static,
    ) -> FalseWorker {
        let interrupt = Interrupt::default();
        let raised = interrupt.clone();
        let distortion: Distortion = Arc::new(move |unit, answer| distortion(unit, answer, &raised));
        let options = WorkerOptions {
            access: Access { address: server.address(), ..Access::default() },
            name: name.to_owned(),
            threads: 1,
            exit_when_idle: None,
            max_tasks: None,
            cache: server.folder().join("inputs"),
            trees: Some(server.folder().join("trees")),
            claims,
            distortion: Some(distortion),
        };
        let stop = interrupt.clone();
        let thread = std::thread::spawn(move || remote::work(&options, &stop, &|_| {}));
        FalseWorker { interrupt, thread: Some(thread) }
    }

    /// A worker whose results are all slightly wrong.
    pub(crate) fn liar(server: &Server) -> FalseWorker {
        FalseWorker::start(server, "liar", None, |_, answer, _| match answer {
            Answer::Counts(mut counts) => {
                counts[0] += 1;
                Answer::Counts(counts)
            }
            Answer::Game(mut record, fault) => {
                record.winner = match record.winner {
                    Some(winner) => Some(winner.other()),
                    None => Some(shakmaty::Color::White),
                };
                Answer::Game(record, fault)
            }
            other => other,
        })
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits until the worker ends by itself.
    pub(crate) fn wait(mut self) -> Result<WorkerSummary, remote::Error> {
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for FalseWorker {
    fn drop(&mut self) {
        self.interrupt.raise();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
