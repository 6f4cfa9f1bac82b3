//! Files of result sets: plain or compressed with zstd, with a limited size.

use std::io;
use std::path::Path;

use super::ResultSetError;
use crate::files;

/// The largest accepted file, compressed or decompressed, in bytes. Files are read into memory.
pub const LARGEST: u64 = 512 << 20;

/// The first bytes of every zstd file.
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The level of compression: high, because sets are written rarely.
const LEVEL: i32 = 19;

/// Reads a file of at most [`LARGEST`] bytes.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, ResultSetError> {
    let name = || path.display().to_string();
    files::read(path, LARGEST).map_err(|cause| match cause.kind() {
        io::ErrorKind::FileTooLarge => ResultSetError::TooLarge { file: name() },
        _ => ResultSetError::Unreadable { file: name(), cause },
    })
}

/// Decompresses the content of a file if it is compressed.
pub(super) fn unpack(file: &str, bytes: &[u8]) -> Result<Vec<u8>, ResultSetError> {
    unpack_up_to(LARGEST, file, bytes)
}

/// Decompresses as [`unpack`] does, with at most `largest` bytes of content.
pub(super) fn unpack_up_to(largest: u64, file: &str, bytes: &[u8]) -> Result<Vec<u8>, ResultSetError> {
    if !bytes.starts_with(ZSTD) {
        return Ok(bytes.to_vec());
    }
    let damaged = |cause| ResultSetError::Damaged { file: file.to_owned(), cause };
    let decoder = zstd::Decoder::with_buffer(bytes).map_err(damaged)?;
    files::read_all(decoder, largest).map_err(|cause| match cause.kind() {
        io::ErrorKind::FileTooLarge => ResultSetError::TooLarge { file: file.to_owned() },
        _ => damaged(cause),
    })
}

/// Compresses a text, with a checksum.
pub(super) fn pack(text: &str) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    io::Write::write_all(&mut encoder, text.as_bytes())?;
    encoder.finish()
}
