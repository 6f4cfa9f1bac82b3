//! Tests of compressed files.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use flate2::write::GzEncoder;
use proptest::prelude::*;
use rstest::rstest;

use super::*;

/// The formats that this build reads.
const EXTENSIONS: &[&str] =
    if cfg!(feature = "archives") { &["zst", "gz", "xz", "bz2"] } else { &["zst", "gz"] };

/// Compresses bytes in the format of this extension.
fn packed(extension: &str, content: &[u8]) -> Vec<u8> {
    match extension {
        "zst" => zstd::encode_all(content, 3).unwrap(),
        "gz" => {
            let mut writer = GzEncoder::new(Vec::new(), flate2::Compression::default());
            writer.write_all(content).unwrap();
            writer.finish().unwrap()
        }
        #[cfg(feature = "archives")]
        "xz" => {
            let options = lzma_rust2::XzOptions::with_preset(6);
            let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            writer.write_all(content).unwrap();
            writer.finish().unwrap()
        }
        #[cfg(feature = "archives")]
        "bz2" => {
            let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
            writer.write_all(content).unwrap();
            writer.finish().unwrap()
        }
        other => panic!("{other}"),
    }
}

fn unpack(path: &Path, bytes: Vec<u8>) -> Result<(PathBuf, Vec<u8>), OpeningError> {
    archive::unpack(path, bytes, LARGEST)
}

/// The beginning of a file that xz compressed.
const XZ: &[u8] = b"\xfd7zXZ\x00\x00\x04rest";

const GAMES: &str = "[ECO \"C50\"]\n\n1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n";
const POSITIONS: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/4K1R1 w - - 0 1\n";

#[test]
fn a_compressed_file_is_the_file_inside() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let openings = Openings::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let count = openings.count().unwrap() as u64;
        let all: Vec<String> = (0..count).map(|at| end(&openings.nth(Order::Random, 5, at).game)).collect();
        (all, openings.fingerprint())
    };
    for (name, text) in [("games.pgn", GAMES), ("positions.epd", POSITIONS), ("positions.fen", POSITIONS)] {
        let plain = read(name, text.as_bytes());
        assert!(plain.0.len() >= 2);
        for extension in EXTENSIONS {
            let bytes = packed(extension, text.as_bytes());
            // With both extensions, with one, with none, and with a wrong one: the content identifies the compression.
            for name in [
                format!("{name}.{extension}"),
                format!("{name}.{}", extension.to_uppercase()),
                name.to_owned(),
                format!("openings.{extension}"),
                "openings".to_owned(),
                "openings.zip".to_owned(),
            ] {
                assert_eq!(read(&name, &bytes), plain, "{name}");
            }
            // Concatenated archives are read completely.
            let halves = text.split_at(text.len() / 2);
            let joined = [packed(extension, halves.0.as_bytes()), packed(extension, halves.1.as_bytes())];
            assert_eq!(read(&format!("{name}.{extension}"), &joined.concat()), plain, "{name}.{extension}");
        }
    }
}

#[test]
fn a_compressed_book_is_a_book() {
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend([0b0000_0011, 0b0001_1100, 0, 1, 0, 0, 0, 0]);
    let (name, content) = unpack(Path::new("book.bin.gz"), packed("gz", &entry)).unwrap();
    assert_eq!((file::kind(&name, &content), &content), (Kind::Book, &entry));
    // A file named as a book is never decompressed: its keys can look like any archive.
    let bytes = packed("gz", &entry);
    assert_eq!(unpack(Path::new("book.bin"), bytes.clone()).unwrap().1, bytes);
}

#[rstest]
#[case("zst")]
#[case("gz")]
#[cfg_attr(feature = "archives", case("xz"))]
#[cfg_attr(feature = "archives", case("bz2"))]
fn truncated_and_damaged_archives_are_explained(#[case] extension: &str) {
    // A text that does not compress to a few bytes.
    let text: String = (0..2000_u32).map(|i| format!("{:08x}\n", i.wrapping_mul(0x9e37_79b9))).collect();
    let whole = packed(extension, text.as_bytes());
    let name = format!("games.pgn.{extension}");
    let refused = |bytes: &[u8]| unpack(Path::new(&name), bytes.to_vec()).unwrap_err();
    for length in [8, 20, whole.len() / 2, whole.len() - 5, whole.len() - 1] {
        let error = refused(&whole[..length]);
        assert!(matches!(error, OpeningError::Damaged { .. }), "{length}: {error}");
        let text = error.to_string();
        assert!(text.starts_with(&name) && text.contains("damaged or truncated"), "{text}");
    }
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 0x40;
    if let Ok((_, content)) = unpack(Path::new(&name), flipped) {
        // By default zstd writes no checksum.
        assert!(extension == "zst" && content != text.as_bytes(), "{name}");
    }
}

#[rstest]
#[case("zst")]
#[case("gz")]
#[cfg_attr(feature = "archives", case("xz"))]
#[cfg_attr(feature = "archives", case("bz2"))]
fn a_decompression_bomb_is_refused(#[case] extension: &str) {
    let content = vec![b' '; 1 << 20];
    let bomb = packed(extension, &content);
    assert!(bomb.len() < 3000, "{}", bomb.len());
    let path = Path::new("bomb.pgn.x");
    let error = archive::unpack(path, bomb.clone(), (1 << 20) - 1).unwrap_err();
    assert!(error.to_string().contains("decompresses to more than the limit of 256 MiB"), "{error}");
    assert_eq!(archive::unpack(path, bomb, 1 << 20).unwrap().1, content);
}

#[test]
fn unsupported_compression_is_explained() {
    let refused = |name: &str, bytes: Vec<u8>| unpack(Path::new(name), bytes).unwrap_err().to_string();
    let twice = packed("gz", XZ);
    assert!(refused("games.pgn.xz.gz", twice).contains("compression with xz is not supported"));
    assert!(
        refused("games.zip", b"PK\x03\x04rest".to_vec()).contains("compression with zip is not supported")
    );
    assert!(refused("none.pgn.gz", packed("gz", b"")).contains("the file is empty"));
}

#[test]
#[cfg(not(feature = "archives"))]
fn bzip2_and_xz_need_a_feature() {
    for (bytes, name) in [(XZ, "xz"), (b"BZh91AY&SYrest", "bzip2")] {
        let error = unpack(Path::new("games.pgn"), bytes.to_vec()).unwrap_err();
        let text =
            format!("compression with {name} is not supported by this build; decompress the file first");
        assert!(error.to_string().contains(&text), "{error}");
    }
}

#[test]
#[cfg(feature = "archives")]
fn a_file_that_asks_for_much_memory_is_refused() {
    let refused = |name: &str, bytes: Vec<u8>| unpack(Path::new(name), bytes).unwrap_err().to_string();
    // A dictionary size of 4 GiB in the header of a small file.
    let mut greedy = packed("xz", GAMES.as_bytes());
    let at = greedy.windows(2).position(|pair| pair == [0x21, 0x01]).unwrap() + 2;
    greedy[at] = 40;
    assert!(refused("greedy.pgn.xz", greedy).contains("damaged or truncated"));
}

proptest! {
    #[test]
    fn arbitrary_archives_do_not_panic(
        which in 0..EXTENSIONS.len(),
        at in 0..200_usize,
        noise in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let mut bytes = packed(EXTENSIONS[which], GAMES.as_bytes());
        let at = at.min(bytes.len());
        bytes.splice(at..(at + 3).min(bytes.len()), noise);
        let _ = archive::unpack(Path::new("games.pgn"), bytes, 1 << 16);
    }
}
