//! Files of result sets: plain or compressed with zstd, with a limited size.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::ResultSetError;

/// The largest accepted file, compressed or decompressed, in bytes. Files are read into memory.
pub const LARGEST: u64 = 512 << 20;

/// The first bytes of every zstd file.
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The level of compression: high, because sets are written rarely.
const LEVEL: i32 = 19;

/// Reads a file of at most [`LARGEST`] bytes.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, ResultSetError> {
    let name = || path.display().to_string();
    let unreadable = |cause| ResultSetError::Unreadable { file: name(), cause };
    let file = File::open(path).map_err(unreadable)?;
    limited(file, LARGEST).map_err(unreadable)?.ok_or_else(|| ResultSetError::TooLarge { file: name() })
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
    limited(decoder, largest)
        .map_err(damaged)?
        .ok_or_else(|| ResultSetError::TooLarge { file: file.to_owned() })
}

/// Compresses a text, with a checksum.
pub(super) fn pack(text: &str) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    io::Write::write_all(&mut encoder, text.as_bytes())?;
    encoder.finish()
}

/// Reads to the end; `None` if there are more than `largest` bytes.
fn limited(source: impl Read, largest: u64) -> io::Result<Option<Vec<u8>>> {
    let mut content = Vec::new();
    source.take(largest + 1).read_to_end(&mut content)?;
    Ok((content.len() as u64 <= largest).then_some(content))
}
