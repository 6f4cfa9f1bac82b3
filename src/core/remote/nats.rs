//! The connection to the server, its streams, and inputs in them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::jetstream::consumer::{self, AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{CreateStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, LastRawMessageErrorKind, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use bytes::Bytes;

use super::blobs;
use super::error::Error;
use super::inputs::{Input, RENEWAL};
use super::protocol::{BLOBS, CHUNK, MAX_BLOB, RESULTS, TASKS, VERSION};
use crate::files;

/// The number of times that a task is delivered before the server gives up.
pub(super) const MAX_DELIVERIES: i64 = 5;
/// The time after which the server removes tasks, results and inputs that nobody asks for.
const TASK_AGE: Duration = Duration::from_secs(7 * 86_400);
const RESULT_AGE: Duration = Duration::from_secs(86_400);
const BLOB_AGE: Duration = Duration::from_secs(3 * RENEWAL.as_secs());
/// The number of times that a stream is asked for again after the server could not make its files: for 3 s in all.
const STREAM_RETRIES: usize = 6;
/// The longest wait between two attempts to reach the server.
const MAX_BACKOFF: Duration = Duration::from_secs(5);

/// How to reach the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Access {
    /// The address: `nats://HOST:PORT` or `tls://HOST:PORT`, several separated by commas.
    pub address: String,
    /// A NATS credentials file, or a file with a user and a password on two lines, or with a token on one.
    pub creds: Option<PathBuf>,
    /// Certificates of the authorities that signed the server's certificate.
    pub tls_ca: Vec<PathBuf>,
    /// The certificate of this machine and its key.
    pub tls_identity: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// Returns the addresses.
    fn servers(&self) -> Result<Vec<ServerAddr>, Error> {
        if self.address.contains('@') {
            return Err(Error::Password);
        }
        let parse = |one: &str| one.trim().parse::<ServerAddr>().map_err(|_| Error::Address(one.to_owned()));
        self.address.split(',').map(parse).collect()
    }

    /// Checks the address and the files without a connection.
    ///
    /// # Errors
    /// Returns an error if the address is not one, or if a file cannot be read.
    pub fn check(&self) -> Result<(), Error> {
        self.servers()?;
        self.options().map(drop)
    }

    fn options(&self) -> Result<ConnectOptions, Error> {
        let mut options = ConnectOptions::new()
            .name("eyas")
            .connection_timeout(Duration::from_secs(5))
            .ping_interval(Duration::from_secs(10))
            .reconnect_delay_callback(backoff);
        if let Some(file) = &self.creds {
            options = credentials(options, file)?;
        }
        for file in &self.tls_ca {
            read(file)?;
            options = options.add_root_certificates(file.clone());
        }
        if let Some((certificate, key)) = &self.tls_identity {
            read(certificate)?;
            read(key)?;
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        Ok(if self.tls_ca.is_empty() { options } else { options.require_tls(true) })
    }

    /// Connects.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached, or does not accept the credentials.
    pub(super) async fn connect(&self) -> Result<Client, Error> {
        let servers = self.servers()?;
        self.options()?.connect(servers).await.map_err(|error| match error.kind() {
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                Error::Credentials(self.address.clone())
            }
            _ => Error::Connect { address: self.address.clone(), why: error.to_string() },
        })
    }
}

/// Returns the wait before an attempt: longer after each failure.
pub(super) fn backoff(attempt: usize) -> Duration {
    let shift = u32::try_from(attempt.min(8)).unwrap_or(8);
    (Duration::from_millis(50) * 2_u32.pow(shift)).min(MAX_BACKOFF)
}

fn read(file: &Path) -> Result<String, Error> {
    files::read_text(file, files::HANDWRITTEN)
        .map_err(|cause| Error::File { file: file.to_owned(), why: cause.to_string() })
}

fn credentials(options: ConnectOptions, file: &Path) -> Result<ConnectOptions, Error> {
    let text = read(file)?;
    if text.contains("-----BEGIN NATS USER JWT-----") {
        return options
            .credentials(&text)
            .map_err(|cause| Error::File { file: file.to_owned(), why: cause.to_string() });
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines[..] {
        [token] => Ok(options.token(token.to_owned())),
        [user, password] => Ok(options.user_and_password(user.to_owned(), password.to_owned())),
        _ => Err(Error::File {
            file: file.to_owned(),
            why: "it is neither a NATS credentials file, nor two lines with a user and a password, nor one line with a \
                  token"
                .to_owned(),
        }),
    }
}

/// Creates the streams that are missing.
pub(super) async fn ensure_streams(context: &Context) -> Result<(), Error> {
    let stream = |name: &str, subjects: &str, retention, max_age| Config {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        retention,
        storage: StorageType::File,
        max_age,
        ..Config::default()
    };
    let queue = RetentionPolicy::WorkQueue;
    let blobs = Config {
        max_messages_per_subject: 1,
        ..stream(BLOBS, "eyas.blob.>", RetentionPolicy::Limits, BLOB_AGE)
    };
    let all = [
        stream(TASKS, "eyas.task.>", queue, TASK_AGE),
        stream(RESULTS, "eyas.result.>", queue, RESULT_AGE),
        blobs,
    ];
    for config in all {
        ensure_stream(context, config).await?;
    }
    Ok(())
}

/// Creates a stream if it is missing.
///
/// The server makes the folder of an account, and removes it again, when its first client connects. A stream that
/// another client asks for in that moment can lose its folder, and the server refuses it; it creates it when asked again.
async fn ensure_stream(context: &Context, config: Config) -> Result<(), Error> {
    let mut attempt = 0;
    loop {
        let Err(error) = context.get_or_create_stream(config.clone()).await else { return Ok(()) };
        let code = match error.kind() {
            CreateStreamErrorKind::JetStream(cause) => Some(cause.error_code()),
            _ => None,
        };
        if code != Some(ErrorCode::STREAM_CREATE) || attempt == STREAM_RETRIES {
            return Err(Error::Streams(error.to_string()));
        }
        tokio::time::sleep(backoff(attempt)).await;
        attempt += 1;
    }
}

/// Returns the name of the consumer that all workers of this signature share.
pub(super) fn consumer_name(signature: &str) -> String {
    format!("workers-{VERSION}-{signature}")
}

/// Creates the consumer of tasks for workers of this signature, or changes the time after which tasks are given to
/// another worker. `note` receives that the consumer had to be created again.
pub(super) async fn ensure_workers(
    context: &Context,
    signature: &str,
    ack_wait: Duration,
    note: &(dyn Fn(String) + Sync),
) -> Result<PullConsumer, Error> {
    let config = pull::Config {
        durable_name: Some(consumer_name(signature)),
        filter_subject: super::protocol::task_subject(signature, "*"),
        ack_policy: AckPolicy::Explicit,
        ack_wait,
        max_deliver: MAX_DELIVERIES,
        max_ack_pending: 50_000,
        max_waiting: 8_192,
        ..pull::Config::default()
    };
    ensure_consumer(context, config, TASKS, note).await.map_err(|error| Error::Streams(error.to_string()))
}

/// Creates a durable consumer of a stream, or changes its settings. A consumer that is ahead of its stream is created again.
/// `note` receives that.
pub(super) async fn ensure_consumer(
    context: &Context,
    config: pull::Config,
    stream: &str,
    note: &(dyn Fn(String) + Sync),
) -> Result<PullConsumer, async_nats::Error> {
    let consumer = context.create_consumer_on_stream(config.clone(), stream).await?;
    // The stream after the consumer: it may grow between both.
    let last = context.get_stream(stream).await?.cached_info().state.last_sequence;
    let info = consumer.cached_info();
    if !is_ahead(info, last) {
        return Ok(consumer);
    }
    note(format!(
        "the NATS server lost messages of the stream {stream}: its consumer {} is at message {}, and the last one is {last}; \
         the consumer is created again",
        info.name, info.delivered.stream_sequence
    ));
    context.delete_consumer_from_stream(&info.name, stream).await?;
    Ok(context.create_consumer_on_stream(config, stream).await?)
}

/// Returns whether a consumer has delivered messages that its stream does not have yet, so that it delivers nothing until
/// the stream has caught up. This happens when a server loses the messages of a stream, but not the state of its consumers.
/// `last` is the number of the stream's last message.
pub(super) fn is_ahead(consumer: &consumer::Info, last: u64) -> bool {
    consumer.delivered.stream_sequence > last
}

/// Whether an error of the server means that its storage is full.
fn is_full(text: &str) -> bool {
    let text = text.to_lowercase();
    ["insufficient", "maximum", "no space", "store failed", "file too large"]
        .iter()
        .any(|sign| text.contains(sign))
}

/// Stores a message in a stream, and waits until the server confirms it. Retries until the server can be reached.
/// `note` receives why it waits.
///
/// # Errors
/// Returns an error if the server has no space, or the message is too large.
pub(super) async fn store(
    context: &Context,
    subject: String,
    payload: impl Into<Bytes>,
    id: Option<&str>,
    note: &(dyn Fn(String) + Sync),
) -> Result<(), Error> {
    let payload = payload.into();
    let mut attempt = 0;
    loop {
        let mut message = PublishMessage::build().payload(payload.clone());
        if let Some(id) = id {
            message = message.message_id(id);
        }
        let published = match context.send_publish(subject.clone(), message).await {
            Ok(confirmation) => confirmation.await,
            Err(error) => Err(error),
        };
        let Err(error) = published else { return Ok(()) };
        let text = describe(&error);
        match error.kind() {
            PublishErrorKind::MaxPayloadExceeded => return Err(Error::TooLarge(payload.len())),
            PublishErrorKind::Other if is_full(&text) => return Err(Error::Full(text)),
            PublishErrorKind::StreamNotFound => match ensure_streams(context).await {
                Err(Error::Streams(text)) if is_full(&text) => return Err(Error::Full(text)),
                _ => {}
            },
            _ => {}
        }
        // A stream that is missing was created now.
        if attempt == if error.kind() == PublishErrorKind::StreamNotFound { 4 } else { 0 } {
            note(waiting(&text));
        }
        tokio::time::sleep(backoff(attempt)).await;
        attempt += 1;
    }
}

/// Returns what a person should know while the server does not answer.
fn waiting(why: &str) -> String {
    format!(
        "waiting for the NATS server: {why}; check that it runs, and that the disk of its store is not full"
    )
}

/// Returns an error with its causes.
pub(super) fn describe(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let more = next.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = next.source();
    }
    text
}

fn piece_subject(name: &str, piece: &str) -> String {
    format!("eyas.blob.{name}.{piece}")
}

/// The last message of an input says how many pieces it has.
const END: &str = "end";

/// Stores an input, unless the server has it and will keep it long enough.
pub(super) async fn ensure_blob(
    context: &Context,
    input: &Input,
    note: &(dyn Fn(String) + Sync),
) -> Result<(), Error> {
    if has_blob(context, input.name(), note).await { Ok(()) } else { put_blob(context, input, note).await }
}

/// Returns whether the server has an input that is not old.
async fn has_blob(context: &Context, name: &str, note: &(dyn Fn(String) + Sync)) -> bool {
    let Ok(stream) = context.get_stream_no_info(BLOBS).await else { return false };
    match stream.get_last_raw_message_by_subject(&piece_subject(name, END)).await {
        Ok(end) => now_seconds().saturating_sub(end.time.unix_timestamp()) < RENEWAL.as_secs() as i64,
        Err(error) => {
            if matches!(error.kind(), LastRawMessageErrorKind::Other) {
                note(waiting(&describe(&error)));
            }
            false
        }
    }
}

/// Stores an input. Retries until the server can be reached.
pub(super) async fn put_blob(
    context: &Context,
    input: &Input,
    note: &(dyn Fn(String) + Sync),
) -> Result<(), Error> {
    for (index, piece) in input.pieces().iter().enumerate() {
        store(context, piece_subject(input.name(), &index.to_string()), piece.clone(), None, note).await?;
    }
    let count = input.pieces().len().to_string().into_bytes();
    store(context, piece_subject(input.name(), END), count, None, note).await
}

fn now_seconds() -> i64 {
    crate::platform::wall_clock()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |time| time.as_secs() as i64)
}

/// Fetches an input. Retries until the server can be reached.
///
/// # Errors
/// Returns an error if the server does not have the input, or if it is damaged or too large.
pub(super) async fn get_blob(context: &Context, name: &str) -> Result<Vec<u8>, Error> {
    let end = get_piece(context, name, END).await?;
    let count: usize = std::str::from_utf8(&end)
        .ok()
        .and_then(|text| text.parse().ok())
        .filter(|count| *count <= MAX_BLOB / CHUNK + 1)
        .ok_or_else(|| Error::Blob(name.to_owned()))?;
    let mut packed = Vec::new();
    for index in 0..count {
        packed.extend(get_piece(context, name, &index.to_string()).await?);
        if packed.len() > MAX_BLOB {
            return Err(Error::TooLarge(packed.len()));
        }
    }
    blobs::unpack(name, &packed)
}

async fn get_piece(context: &Context, name: &str, piece: &str) -> Result<Vec<u8>, Error> {
    let subject = piece_subject(name, piece);
    let mut attempt = 0;
    loop {
        let found = match context.get_stream_no_info(BLOBS).await {
            Ok(stream) => stream.get_last_raw_message_by_subject(&subject).await,
            Err(error) => return Err(Error::Server(error.to_string())),
        };
        match found {
            Ok(message) => return Ok(message.payload.to_vec()),
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => {
                return Err(Error::Blob(name.to_owned()));
            }
            Err(error) if attempt >= 20 => return Err(Error::Server(describe(&error))),
            Err(_) => tokio::time::sleep(backoff(attempt)).await,
        }
        attempt += 1;
    }
}

/// Starts JetStream's interface on a connection.
pub(super) fn context(client: &Client) -> Context {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(Duration::from_secs(10));
    context
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn access(address: &str) -> Access {
        Access { address: address.to_owned(), ..Access::default() }
    }

    #[test]
    fn a_password_in_the_address_is_refused() {
        assert!(matches!(access("nats://me:secret@host").check(), Err(Error::Password)));
        assert!(access("nats://host:4222,nats://other").check().is_ok());
        assert!(access("host").check().is_ok());
        assert!(matches!(access("nats://host:port").check(), Err(Error::Address(_))));
    }

    #[test]
    fn credentials_are_read_from_files_of_three_kinds() {
        let folder = tempfile::tempdir().unwrap();
        let with = |text: &str| {
            let file = folder.path().join("creds");
            fs::write(&file, text).unwrap();
            Access { creds: Some(file), ..access("nats://host") }.check()
        };
        assert!(with("user\npassword\n").is_ok() && with("token\n").is_ok());
        assert!(with("a\nb\nc\n").unwrap_err().to_string().contains("neither"));
        let missing = Access { creds: Some(folder.path().join("none")), ..access("nats://host") };
        assert!(missing.check().unwrap_err().to_string().contains("none"));
    }

    #[test]
    fn waits_grow_to_a_limit() {
        assert_eq!(backoff(0), Duration::from_millis(50));
        assert!((0..30).all(|attempt| backoff(attempt) <= backoff(attempt + 1)));
        assert_eq!(backoff(99), MAX_BACKOFF);
    }

    #[test]
    fn errors_of_a_full_server_are_recognized() {
        for text in
            ["insufficient storage resources available", "maximum bytes exceeded", "No space left on device"]
        {
            assert!(is_full(text), "{text}");
        }
        assert!(!is_full("no responders"));
    }
}
