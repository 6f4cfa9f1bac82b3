//! The log file of `--log`: events of the library with their times. Without the flag nothing is written.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use eyas::config::LogLevel;
use eyas::files::{self, OwnFile};
use tracing::level_filters::LevelFilter;

use super::{Failure, Globals};

/// The size at which a file is full, in bytes.
const FULL: u64 = 10_000_000;

/// The number of full files that are kept: `FILE.1` is the newest.
const KEPT: usize = 5;

/// Begins the log file, if there shall be one.
pub(super) fn start(globals: &Globals) -> Result<(), Failure> {
    let Some(path) = &globals.log else { return Ok(()) };
    let level = globals.log_level.unwrap_or(globals.config.config.log_level);
    let file = open(path, FULL).map_err(|why| Failure::Input(format!("--log {}: {why}", path.display())))?;
    let subscriber = tracing_subscriber::fmt()
        .with_writer(Mutex::new(file))
        .with_max_level(filter(level))
        .with_ansi(false)
        // A full disk must not write over the workbench.
        .log_internal_errors(false)
        .finish();
    tracing::subscriber::set_global_default(subscriber).map_err(Failure::runtime)?;
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        process = std::process::id(),
        ?arguments,
        "eyas started"
    );
    Ok(())
}

/// A file of bounded size. When it is full it becomes `FILE.1`, the one before `FILE.2`, and so on.
struct LogFile {
    path: PathBuf,
    file: OwnFile,
    /// The number of bytes in the file, and how many make it full.
    size: u64,
    full: u64,
}

/// Opens a file that is replaced when it has `full` bytes or more. Returns what is wrong with the path.
fn open(path: &Path, full: u64) -> Result<LogFile, String> {
    if path.is_dir() {
        return Err("this is a folder; name a file".to_owned());
    }
    // Absolute, because the program may change its folder later.
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    let opened = OwnFile::append(&path).and_then(|file| file.size().map(|size| (file, size)));
    let (file, size) = opened.map_err(|error| error.to_string())?;
    Ok(LogFile { path, file, size, full })
}

impl LogFile {
    /// The path of an earlier full file; 1 is the newest.
    fn earlier(&self, number: usize) -> PathBuf {
        let mut name = OsString::from(&self.path);
        name.push(format!(".{number}"));
        name.into()
    }

    /// Begins a new file. An earlier file that is missing leaves a gap.
    fn rotate(&mut self) -> io::Result<()> {
        for number in (1..KEPT).rev() {
            let _ = files::rename(&self.earlier(number), &self.earlier(number + 1));
        }
        files::rename(&self.path, &self.earlier(1))?;
        self.file = OwnFile::append(&self.path)?;
        Ok(())
    }
}

impl Write for LogFile {
    /// Each call has one event, which stays in one file. If no new file can be begun, the full one grows by as much again.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        if self.size >= self.full {
            let _ = self.rotate();
            self.size = 0;
        }
        self.file.write(event)?;
        self.size += event.len() as u64;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn filter(level: LogLevel) -> LevelFilter {
    match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    }
}

/// Parses the name of a level.
pub(super) fn level(text: &str) -> Result<LogLevel, String> {
    let names = || LogLevel::ALL.map(|(_, name)| name).join(", ");
    let found = LogLevel::ALL.into_iter().find(|(_, name)| *name == text);
    found.map(|(level, _)| level).ok_or_else(|| format!("the levels are {}", names()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_full_file_is_replaced_and_a_few_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eyas.log");
        fs::write(&path, "from earlier\n").unwrap();
        let mut file = open(&path, 100).unwrap();
        for line in 0..200 {
            file.write_all(format!("line {line}\n").as_bytes()).unwrap();
        }
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["eyas.log", "eyas.log.1", "eyas.log.2", "eyas.log.3", "eyas.log.4", "eyas.log.5"]);
        let newest = fs::read_to_string(&path).unwrap()
            + &fs::read_to_string(folder.path().join("eyas.log.1")).unwrap();
        assert!(newest.contains("line 199\n"));
        for name in names {
            assert!(fs::metadata(folder.path().join(&name)).unwrap().len() < 120, "{name}");
        }
    }

    #[test]
    fn an_earlier_log_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eyas.log");
        fs::write(&path, "from earlier\n").unwrap();
        writeln!(open(&path, 1000).unwrap(), "now").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "from earlier\nnow\n");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(open(folder.path(), 100).is_err());
        assert!(open(&folder.path().join("no/such/eyas.log"), 100).is_err());
    }
}
