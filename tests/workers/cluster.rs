//! A NATS server, workers and a coordinator, all on this machine.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use eyas::remote::protocol::{Answer, Unit};
use eyas::remote::{self, Access, Distortion, WorkerOptions, WorkerSummary};
use eyas::threads::Interrupt;
use tempfile::TempDir;

use crate::support::programs::has_server;
use crate::support::waiting::wait_until;

/// How long a test may have a server. One that takes longer waits for what does not come.
const PATIENCE: Duration = Duration::from_mins(10);

/// A server with a store and a port of its own. Dropping it kills the server and removes the store.
pub(crate) struct Server {
    folder: TempDir,
    port: u16,
    /// The lines of its configuration.
    configuration: String,
    /// The largest size of its files, in blocks of `ulimit -f`; `None` for no limit.
    file_limit: Option<u32>,
    child: Option<Child>,
    /// Dropping it ends the watch over the test.
    _watch: Sender<()>,
}

/// Returns a port that nobody listens at. Connections to others never have such a port on Linux, as their ports begin
/// at 32,768: it stays free for a server that starts again.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + u16::try_from(std::process::id() % 8000).unwrap();
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed) % 4000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Ends all tests, with the logs in this folder, if the sender of the current test is not dropped in time.
fn watch(folder: &Path) -> Sender<()> {
    let (sender, end) = mpsc::channel();
    let (folder, test) = (folder.to_owned(), std::thread::current().name().unwrap_or_default().to_owned());
    std::thread::spawn(move || {
        if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            eprintln!("{test} did not end in {PATIENCE:?}");
            for entry in fs::read_dir(folder).unwrap().flatten() {
                let name = entry.file_name();
                if let Ok(text) = fs::read_to_string(entry.path()) {
                    eprintln!("\n{}:\n{text}", name.display());
                }
            }
            std::process::exit(1);
        }
    });
    sender
}

impl Server {
    /// Starts a server; `None`, with a message, if none is installed.
    pub(crate) fn start() -> Option<Server> {
        Server::configured("")
    }

    /// Starts a server with further lines in its configuration, in which `FOLDER` is its folder and `STORE` that of its
    /// store.
    pub(crate) fn configured(configuration: &str) -> Option<Server> {
        Server::in_folder(tempfile::tempdir().unwrap(), configuration, None)
    }

    /// Like [`Server::configured`], in a folder with files that the server needs.
    pub(crate) fn with_files(folder: TempDir, configuration: &str) -> Option<Server> {
        Server::in_folder(folder, configuration, None)
    }

    /// Starts a server that cannot write files of more than this number of blocks of `ulimit -f`, as on a full disk.
    pub(crate) fn almost_full(blocks: u32) -> Option<Server> {
        let configuration = "jetstream { store_dir: \"STORE\", max_file: 1GB }";
        Server::in_folder(tempfile::tempdir().unwrap(), configuration, Some(blocks))
    }

    fn in_folder(folder: TempDir, configuration: &str, file_limit: Option<u32>) -> Option<Server> {
        if !has_server() {
            return None;
        }
        let (port, watch) = (free_port(), watch(folder.path()));
        let configuration = configuration.to_owned();
        let mut server = Server { folder, port, configuration, file_limit, child: None, _watch: watch };
        server.begin();
        Some(server)
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The address for connections with TLS, by the name of this machine in certificates.
    pub(crate) fn tls_address(&self) -> String {
        format!("tls://localhost:{}", self.port)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the process.
    fn begin(&mut self) {
        let folder = self.folder.path();
        let store = folder.join("store");
        let placed = |text: &str| {
            text.replace("STORE", &store.display().to_string())
                .replace("FOLDER", &folder.display().to_string())
        };
        let jetstream = match self.configuration.contains("jetstream") {
            true => placed(&self.configuration),
            false => placed(&format!("jetstream {{ store_dir: \"STORE\" }}\n{}", self.configuration)),
        };
        let file = folder.join("server.conf");
        fs::write(&file, format!("host: 127.0.0.1\nport: {}\n{jetstream}\n", self.port)).unwrap();
        let log = File::options().create(true).append(true).open(folder.join("server.log")).unwrap();
        let mut command = match self.file_limit {
            None => Command::new("nats-server"),
            Some(blocks) => {
                // With the signal blocked, a write beyond the limit is an error, as one on a full disk.
                let script = format!("ulimit -f {blocks}; exec env --block-signal=XFSZ nats-server \"$@\"");
                let mut command = Command::new("sh");
                command.args(["-c", &script, "sh"]);
                command
            }
        };
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        command.arg("-c").arg(&file).env("PATH", path).stdout(Stdio::null()).stderr(log);
        let child = self.child.insert(command.spawn().unwrap());
        wait_until("the server answers", || {
            let ended = child.try_wait().unwrap();
            assert_eq!(ended, None, "{}", fs::read_to_string(folder.join("server.log")).unwrap());
            TcpStream::connect(("127.0.0.1", self.port)).is_ok()
        });
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Like [`Server::restart`], with other lines in its configuration.
    pub(crate) fn restart_with(&mut self, configuration: &str) {
        self.configuration = configuration.to_owned();
        self.restart();
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

/// `eyas` with a cache and a configuration of its own.
pub(crate) fn eyas(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    command.env("XDG_CONFIG_HOME", folder.join("config")).env("XDG_DATA_HOME", folder.join("data"));
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
        Worker::start_at(server, &server.address(), &server.folder().join("config"), name, flags)
    }

    /// Starts a worker without the engine profiles of the others.
    pub(crate) fn start_without_engines(server: &Server, name: &str) -> Worker {
        Worker::start_at(server, &server.address(), &server.folder().join("other-config"), name, &[])
    }

    /// Starts a worker with this address of the server and this folder of configurations.
    pub(crate) fn start_at(
        server: &Server,
        address: &str,
        config: &Path,
        name: &str,
        flags: &[&str],
    ) -> Worker {
        let folder = server.folder();
        let log = folder.join(format!("{name}.log"));
        let mut command = eyas(folder);
        command.env("XDG_CONFIG_HOME", config);
        command.args(["worker", address, "--threads", "1", "--name", name, "--inputs"]);
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
