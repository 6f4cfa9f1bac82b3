//! Small RON files with a seal: a first line that names the format and the content's checksum.
//!
//! ```text
//! // eyas session format 1 · blake3 0f1e…
//! (eyas: "0.1.0", …)
//! ```
//!
//! The file is replaced at once: a new file beside it is written and synced, then renamed. Its name is
//! fixed (the folder's lock keeps other writers away), so that a kill leaves no litter.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::Error;
use super::FORMAT;

const START: &str = "// eyas session format ";
const MIDDLE: &str = " · blake3 ";

/// Checksum of a sealed file's content.
pub(super) type Seal = [u8; 32];

/// Name of the new file while it is being written.
pub(super) fn new_name(name: &str) -> String {
    format!("{name}.new")
}

/// Replaces the file by `content` and returns its seal.
pub(super) fn write(path: &Path, content: &impl Serialize) -> Result<Seal, Error> {
    let body = ron::ser::to_string_pretty(content, ron::ser::PrettyConfig::default())
        .map_err(|cause| Error::Io { doing: "write", path: path.to_owned(), cause: std::io::Error::other(cause) })?;
    let body = format!("{body}\n");
    let seal = blake3::hash(body.as_bytes());
    let text = format!("{START}{FORMAT}{MIDDLE}{}\n{body}", seal.to_hex());

    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let new = path.with_file_name(new_name(&name));
    let put = || {
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        sync_folder(path)
    };
    put().map_err(Error::io("write", path))?;
    Ok(*seal.as_bytes())
}

/// Makes a rename durable. Where folders cannot be opened as files, the system takes care of it.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => {
            File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?.sync_all()
        }
        _ => Ok(()),
    }
}

/// Reads a sealed file and checks its seal.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<(T, Seal), Error> {
    let text = fs::read(path).map_err(Error::io("read", path))?;
    let damaged = |what: &str| Error::Damaged { path: path.to_owned(), what: what.to_owned() };
    let text = String::from_utf8(text).map_err(|_| damaged("the file is damaged: it is not text"))?;
    let (head, body) =
        text.split_once('\n').ok_or_else(|| damaged("the file is damaged: its first line is missing"))?;
    let (format, seal) = head
        .strip_prefix(START)
        .and_then(|rest| rest.split_once(MIDDLE))
        .and_then(|(format, seal)| Some((format.parse::<u32>().ok()?, seal)))
        .ok_or_else(|| damaged("the file is damaged, or not eyas's: line 1 does not name its format"))?;
    if format > FORMAT {
        return Err(Error::Future { path: path.to_owned(), found: format });
    }
    let found = blake3::hash(body.as_bytes());
    if format != FORMAT || found.to_hex().as_str() != seal {
        return Err(damaged(
            "the file is damaged or was changed by hand: its content does not match the checksum in line 1. \
             Restore it from a copy, or begin a new session",
        ));
    }
    let content = ron::from_str(body).map_err(|cause| Error::Damaged {
        path: path.to_owned(),
        what: format!("line {}: {}", cause.span.start.line + 1, cause.code),
    })?;
    Ok((content, *found.as_bytes()))
}
