//! Small RON files with a seal: a first line with the format and the checksum of the content.
//!
//! ```text
//! // eyas session format 2 · blake3 0f1e…
//! (eyas: "0.1.0", …)
//! ```
//!
//! The first line is parsed before the content, so files of another format can be distinguished from damaged files.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::FORMAT;
use super::error::Error;
use crate::files;

const START: &str = "// eyas session format ";
const ADVICE: &str = ". Restore it from a backup, or start a new session";
const MIDDLE: &str = " · blake3 ";

/// The checksum of a sealed file's content.
pub(crate) type Seal = [u8; 32];

/// Formats a file with this content, and returns its text and its seal. `path` appears in errors only.
pub(super) fn text(path: &Path, content: &impl Serialize) -> Result<(String, Seal), Error> {
    let body = ron::ser::to_string_pretty(content, ron::ser::PrettyConfig::default())
        .map_err(|cause| Error::io("write", path)(std::io::Error::other(cause)))?
        + "\n";
    Ok(sealed(&body))
}

/// Returns a file with this content and its seal.
pub(super) fn sealed(body: &str) -> (String, Seal) {
    let seal = blake3::hash(body.as_bytes());
    (format!("{START}{FORMAT}{MIDDLE}{}\n{body}", seal.to_hex()), *seal.as_bytes())
}

/// Replaces the file with `content` and returns its seal.
pub(crate) fn write(path: &Path, content: &impl Serialize) -> Result<Seal, Error> {
    let (text, seal) = text(path, content)?;
    files::replace(path, text.as_bytes()).map_err(Error::io("write", path))?;
    Ok(seal)
}

/// Reads a sealed file and verifies its seal.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<(T, Seal), Error> {
    let text = files::read_own(path).map_err(Error::io("read", path))?;
    let damaged = |what: &str| Error::Damaged { path: path.to_owned(), what: what.to_owned() + ADVICE };
    let text = String::from_utf8(text).map_err(|_| damaged("the file is damaged: it is not text"))?;
    let (head, body) =
        text.split_once('\n').ok_or_else(|| damaged("the file is damaged: the first line is missing"))?;
    let (format, seal) = head
        .strip_prefix(START)
        .and_then(|rest| rest.split_once(MIDDLE))
        .and_then(|(format, seal)| Some((format.parse::<u32>().ok()?, seal)))
        .ok_or_else(|| {
            damaged("the file is damaged or is not an Eyas file: line 1 does not contain its format")
        })?;
    if format > FORMAT {
        return Err(Error::Future { path: path.to_owned(), found: format });
    }
    if format < FORMAT {
        return Err(Error::Past { path: path.to_owned(), found: format });
    }
    let found = blake3::hash(body.as_bytes());
    let content = ron::from_str(body).map_err(|cause| {
        // The first line is not part of the parsed text.
        let start = cause.span.start;
        format!("line {}, column {}: {}", start.line + 1, start.col, cause.code)
    });
    if found.to_hex().as_str() != seal {
        let error = content.err().map_or_else(String::new, |error| format!(" ({error})"));
        return Err(damaged(&format!(
            "the content does not match the checksum in line 1, because the file was damaged or edited{error}"
        )));
    }
    let content = content.map_err(|what| Error::Damaged { path: path.to_owned(), what })?;
    Ok((content, *found.as_bytes()))
}
