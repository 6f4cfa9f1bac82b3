//! Compressed opening files.
//!
//! The content identifies the compression. The name without the extension of the compression, such as `book.pgn` for
//! `book.pgn.xz`, then identifies the format. The formats bzip2 and xz need the cargo feature `archives`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::error::OpeningError;
use crate::files::{self, has_extension};

/// The memory limit of the xz decoder, in KiB. The highest preset needs 65 MiB.
#[cfg(feature = "archives")]
const XZ_MEMORY: u32 = 256 << 10;

/// A compression format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    Xz,
    Zstd,
    Gzip,
    Bzip2,
    Zip,
}

impl Compression {
    const ALL: [Compression; 5] =
        [Compression::Xz, Compression::Zstd, Compression::Gzip, Compression::Bzip2, Compression::Zip];

    /// Returns the compression of these bytes, if any.
    pub(super) fn detect(bytes: &[u8]) -> Option<Compression> {
        Compression::ALL.into_iter().find(|compression| bytes.starts_with(compression.magic()))
    }

    /// Returns the first bytes of every file in this format.
    fn magic(self) -> &'static [u8] {
        match self {
            Compression::Xz => b"\xfd7zXZ\0",
            Compression::Zstd => b"\x28\xb5\x2f\xfd",
            Compression::Gzip => b"\x1f\x8b",
            Compression::Bzip2 => b"BZh",
            Compression::Zip => b"PK\x03\x04",
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Zip => "zip",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Compression::Xz => "xz",
            Compression::Zstd => "zst",
            Compression::Gzip => "gz",
            Compression::Bzip2 => "bz2",
            Compression::Zip => "zip",
        }
    }
}

/// Returns the name without the compression's extension, and the decompressed content of at most `largest` bytes. Files that
/// are not compressed, or are named `.bin`, are returned unchanged.
pub(super) fn unpack(path: &Path, bytes: Vec<u8>, largest: u64) -> Result<(PathBuf, Vec<u8>), OpeningError> {
    let file = || path.display().to_string();
    // A Polyglot book can start with any bytes.
    let found = Compression::detect(&bytes).filter(|_| !has_extension(path, "bin"));
    let Some(compression) = found else { return Ok((path.to_owned(), bytes)) };
    let damaged = |cause| OpeningError::Damaged { file: file(), with: compression.name(), cause };
    let decoder: Box<dyn Read + '_> = match compression {
        #[cfg(feature = "archives")]
        Compression::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(&*bytes, true, XZ_MEMORY)),
        #[cfg(feature = "archives")]
        Compression::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(&*bytes)),
        Compression::Zstd => Box::new(zstd::Decoder::new(&*bytes).map_err(damaged)?),
        Compression::Gzip => Box::new(MultiGzDecoder::new(&*bytes)),
        _ => return Err(OpeningError::Compressed { file: file(), with: compression.name() }),
    };
    let content = files::read_all(decoder, largest).map_err(|cause| match cause.kind() {
        io::ErrorKind::FileTooLarge => OpeningError::Expands { file: file(), with: compression.name() },
        _ => damaged(cause),
    })?;
    if content.is_empty() {
        return Err(OpeningError::Empty { file: file() });
    }
    let inner =
        if has_extension(path, compression.extension()) { path.with_extension("") } else { path.to_owned() };
    if let Some(again) = Compression::detect(&content).filter(|_| !has_extension(&inner, "bin")) {
        return Err(OpeningError::Compressed { file: file(), with: again.name() });
    }
    Ok((inner, content))
}

/// Returns the text of a built-in set, which is compressed with zstd.
pub(super) fn embedded(file: &str, packed: &[u8]) -> Result<String, OpeningError> {
    let damaged = |cause| OpeningError::Damaged { file: file.to_owned(), with: "zstd", cause };
    files::embedded_text(packed).map_err(damaged)
}
