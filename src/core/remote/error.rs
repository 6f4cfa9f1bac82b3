//! Errors of workers and coordinators.

use std::path::PathBuf;

/// Why machines cannot work together.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address contains a password.
    #[error(
        "--workers: the address must not contain a user or a password; put them into a file and use --creds FILE"
    )]
    Password,
    /// The address is not that of a server.
    #[error("“{0}” is not the address of a NATS server; write nats://HOST, nats://HOST:PORT or tls://HOST")]
    Address(String),
    /// A file with credentials or certificates cannot be used.
    #[error("{}: {why}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The reason.
        why: String,
    },
    /// The server does not accept the credentials.
    #[error("{0}: the server does not accept the credentials; check the file of --creds")]
    Credentials(String),
    /// The server cannot be reached.
    #[error(
        "{address}: cannot connect to the NATS server: {why}; check that it runs and that the address is right"
    )]
    Connect {
        /// The address.
        address: String,
        /// The reason.
        why: String,
    },
    /// The server has no JetStream, or cannot create the streams.
    #[error(
        "the NATS server cannot store tasks: {0}; start it with JetStream (nats-server -js) and enough storage"
    )]
    Streams(String),
    /// The server cannot store more.
    #[error(
        "the NATS server cannot store more: {0}; free space where it stores its streams, or raise its limit, restart it, and resume"
    )]
    Full(String),
    /// The server did not answer.
    #[error("the NATS server does not answer: {0}")]
    Server(String),
    /// A message is larger than allowed.
    #[error("a message of {0} bytes is too large")]
    TooLarge(usize),
    /// A message cannot be read or written.
    #[error("a message is malformed: {0}")]
    Message(String),
    /// An input of a task is missing or damaged.
    #[error("the input {0} is missing or damaged")]
    Blob(String),
    /// A folder for copies of inputs cannot be written.
    #[error("{}: {cause}", folder.display())]
    Cache {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        cause: std::io::Error,
    },
    /// An experiment or a game cannot be given to workers.
    #[error("{0}")]
    Unfit(String),
    /// This machine cannot do a task that others can, such as a game of an engine that it does not have.
    #[error("{0}")]
    Unable(String),
    /// A coordinator does not accept this worker.
    #[error("{0}")]
    Refused(String),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}
