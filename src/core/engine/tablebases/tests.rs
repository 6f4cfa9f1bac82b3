//! Valid and corrupted tables.

use rand::RngExt;
use rstest::rstest;

use super::*;
use crate::engine::testing;
use crate::randomness::Randomness;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/syzygy");

fn board(fen: &str) -> Board {
    Board::new(&testing::position(fen))
}

fn open(folders: &[&Path]) -> Result<Tablebases, TablebaseError> {
    Tablebases::open(env::join_paths(folders).unwrap().to_str().unwrap())
}

fn copied(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        fs::copy(Path::new(FOLDER).join(name), folder.path().join(name)).unwrap();
    }
    folder
}

#[rstest]
#[case::rook("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", Wdl::Win, Some(1..=32))]
#[case::against_a_rook("8/8/8/4k3/8/8/8/R3K3 b - - 0 1", Wdl::Loss, Some(-32..=-1))]
#[case::the_rook_hangs("8/8/8/8/8/8/1k6/R3K3 b - - 0 1", Wdl::Draw, Some(0..=0))]
#[case::opposition("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", Wdl::Draw, Some(0..=0))]
#[case::no_opposition("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", Wdl::Loss, Some(-20..=-1))]
#[case::key_square("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win, Some(1..=20))]
#[case::black_pawn("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", Wdl::Win, Some(1..=20))]
#[case::mated("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", Wdl::Loss, Some(-1..=-1))]
#[case::wdl_only("8/8/8/4k3/8/8/8/1NB1K3 w - - 0 1", Wdl::Win, None)]
fn endings_are_known(
    #[case] fen: &str,
    #[case] outcome: Wdl,
    #[case] distance: Option<std::ops::RangeInclusive<i32>>,
) {
    let tables = Tablebases::open(FOLDER).unwrap();
    assert_eq!(tables.wdl(&board(fen)), Some(outcome));
    let found = tables.dtz(&board(fen)).map(|distance| distance.ignore_rounding().0);
    assert_eq!(found.is_some(), distance.is_some());
    assert!(found.is_none_or(|found| distance.as_ref().unwrap().contains(&found)), "{found:?}, {distance:?}");
}

#[rstest]
#[case::castling("8/8/8/4k3/8/8/8/R3K3 w Q - 0 1")]
#[case::no_such_table("8/8/8/4k3/8/8/8/N2QK3 w - - 0 1")]
#[case::too_many("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")]
fn what_no_table_says_has_no_answer(#[case] fen: &str) {
    let tables = Tablebases::open(FOLDER).unwrap();
    assert!(tables.wdl(&board(fen)).is_none() && tables.dtz(&board(fen)).is_none());
}

#[test]
fn folders_are_counted_together_and_equal_tables_once() {
    let (first, second) = (copied(&["KQvK.rtbw"]), copied(&["KQvK.rtbw", "KQvK.rtbz", "KRPvK.rtbw"]));
    fs::write(second.path().join("README.txt"), "no table").unwrap();
    let tables = open(&[first.path(), second.path()]).unwrap();
    assert_eq!(tables.to_string(), "2 WDL and 1 DTZ tablebases of up to 4 pieces");
    assert!(tables.faults().is_empty());
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(open(&[empty.path()]).unwrap().to_string(), "no tablebases found");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = open(&[Path::new(FOLDER), &folder.path().join("nowhere")]).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
}

#[test]
fn a_table_that_is_cut_off_is_left_out_and_named() {
    let folder = copied(&["KRvK.rtbw", "KQvK.rtbw"]);
    let table = fs::read(folder.path().join("KRvK.rtbw")).unwrap();
    fs::write(folder.path().join("KRvK.rtbw"), &table[..100]).unwrap();
    let tables = open(&[folder.path()]).unwrap();
    assert_eq!(tables.faults().len(), 1);
    assert!(tables.faults()[0].to_string().contains("KRvK.rtbw"));
    assert!(tables.wdl(&board("8/8/8/4k3/8/8/8/R3K3 w - - 0 1")).is_none());
    assert_eq!(tables.wdl(&board("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1")), Some(Wdl::Win));
}

#[test]
fn a_table_that_vanishes_has_no_answer() {
    let folder = copied(&["KQvK.rtbw"]);
    let tables = open(&[folder.path()]).unwrap();
    folder.close().unwrap();
    assert!(tables.wdl(&board("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1")).is_none());
}

#[rstest]
#[case("KRvK", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1")]
#[case("KPvK", "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1")]
#[case("KRPvK", "8/8/3k4/8/4K3/8/4P3/R7 w - - 0 1")]
fn broken_tables_never_panic(#[case] name: &str, #[case] fen: &str) {
    let files = ["rtbw", "rtbz"].map(|kind| format!("{name}.{kind}"));
    let tables = ["KQvK.rtbw", "KRvK.rtbw", "KPvK.rtbw", "KBvK.rtbw", "KNvK.rtbw", &files[0], &files[1]];
    let folder = copied(&tables);
    let mut rng = Randomness::new(1, "test", 0).stream(0, "tables");
    for file in &files {
        let path = folder.path().join(file);
        let whole = fs::read(&path).unwrap();
        for round in 0..200 {
            let mut broken = whole.clone();
            // Most data that controls the decoder is at the start of the file.
            let reach = if round % 2 == 0 { 200.min(whole.len()) } else { whole.len() };
            for _ in 0..rng.random_range(1..4) {
                broken[rng.random_range(4..reach)] = rng.random();
            }
            broken.truncate(if round % 8 == 7 {
                64 * rng.random_range(0..whole.len() / 64) + 16
            } else {
                reach.max(whole.len())
            });
            fs::write(&path, &broken).unwrap();
            let tables = open(&[folder.path()]).unwrap();
            let start = testing::position(fen);
            for m in shakmaty::Position::legal_moves(&start) {
                let next = board(fen).after(m.into());
                let _ = (tables.wdl(&next), tables.dtz(&next));
            }
        }
        fs::write(&path, &whole).unwrap();
    }
}
