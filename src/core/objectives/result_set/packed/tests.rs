use std::fs;
use std::sync::LazyLock;

use proptest::prelude::*;
use rstest::rstest;

use super::super::EMBEDDED;
use super::*;

/// Two games with four positions of the embedded set, and one without.
static SET: LazyLock<ResultSet> = LazyLock::new(|| {
    let text = "eyas-results 1\ngame A – B\n\
                rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1-0\n\
                r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 1-0\n\
                game\n\
                game C – D\n\
                rnbqkbnr/ppp1pp1p/8/3pP1p1/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0.37\n\
                4k3/8/8/8/8/8/4P3/4K3 b - - 0-1\n";
    ResultSet::parse("set", text.as_bytes(), false).unwrap()
});

/// Splits a packed file into its second line and its content.
fn split(bytes: &[u8]) -> (String, Vec<u8>) {
    let mut parts = bytes.splitn(3, |byte| *byte == b'\n').skip(1);
    let summary = String::from_utf8(parts.next().unwrap().to_vec()).unwrap();
    (summary, parts.next().unwrap().to_vec())
}

/// Makes a packed file of a second line and a content, with the hash that belongs to the content.
fn join(summary: &str, body: &[u8]) -> Vec<u8> {
    let mut summary: serde_json::Value = serde_json::from_str(summary).unwrap();
    summary["check"] = check(body).into();
    [format!("{HEADER}\n{summary}\n").as_bytes(), body].concat()
}

fn problem(bytes: &[u8]) -> String {
    read("set.packed", bytes, false).unwrap_err().to_string()
}

/// Changes the second line of the packed set.
fn changed(from: &str, to: &str) -> Vec<u8> {
    let (summary, body) = split(&write(&SET).unwrap());
    assert!(summary.contains(from), "{summary} has no {from}");
    join(&summary.replacen(from, to, 1), &body)
}

#[test]
fn a_packed_set_is_read_back() {
    let bytes = write(&SET).unwrap();
    let set = read("set.packed", &bytes, false).unwrap();
    assert_eq!((&set.games, &set.positions), (&SET.games, &SET.positions));
    assert_eq!((set.name.as_str(), set.digest().blake3), ("set.packed", SET.digest().blake3));
    assert!(bytes.starts_with(b"eyas-results 2\n{\"positions\":4,"));
}

#[test]
fn every_damaged_byte_is_found() {
    let bytes = write(&SET).unwrap();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(ResultSet::parse("set.packed", &damaged, false).is_err(), "byte {at}");
        assert!(ResultSet::parse("set.packed", &bytes[..at], false).is_err(), "{at} bytes");
    }
}

#[rstest]
#[case::converted(b"eyas-results 2\r\n{}\r\n".to_vec(), "the first line was changed")]
#[case::one_line(b"eyas-results 2".to_vec(), "the first line was changed")]
#[case::no_summary(b"eyas-results 2\n{}".to_vec(), "the second line is missing")]
#[case::other_summary(b"eyas-results 2\n{}\n".to_vec(), "the second line is wrong: missing field")]
#[case::more_positions(changed("\"positions\":4", "\"positions\":5"), "the number of positions is wrong")]
#[case::fewer_positions(changed("\"positions\":4", "\"positions\":3"), "the number of positions is wrong")]
#[case::too_many(changed("\"positions\":4", "\"positions\":9000000"), "exceed the limit")]
#[case::games(changed("\"games\":3", "\"games\":4"), "the number of games is wrong")]
#[case::names(changed("\"names\":", "\"names\":1000"), "the names of the games are incomplete")]
#[case::unknown(changed("\"games\":3", "\"games\":3,\"moves\":1"), "the second line is wrong: unknown field")]
fn wrong_files_are_explained(#[case] bytes: Vec<u8>, #[case] expected: &str) {
    let error = ResultSet::parse("set.packed", &bytes, false).unwrap_err().to_string();
    assert!(error.starts_with("set.packed: ") && error.contains(expected), "{error}");
}

#[test]
fn contents_with_a_correct_hash_are_checked() {
    let (summary, body) = split(&write(&SET).unwrap());
    assert!(problem(&join(&summary, &[&*body, b"\0"].concat())).contains("it has bytes after its content"));
    assert!(problem(&join(&summary, &body[..body.len() - 1])).contains("its content is incomplete"));
    // The first position has no kings.
    let Content::Positions { names, .. } = serde_json::from_str::<Summary>(&summary).unwrap().content else {
        panic!("no positions")
    };
    let zeros = vec![0; 1000];
    let error = problem(&join(&summary, &[&body[..names], &zeros].concat()));
    assert!(error.contains("a position is not legal") || error.contains("larger than 1"), "{error}");
}

#[test]
fn points_of_an_embedded_set_refer_to_its_positions() {
    let embedded = ResultSet::embedded("gm2600-results").unwrap();
    let positions = embedded.positions.iter().step_by(3).take(1000).enumerate();
    let points = |place: usize| Points::of((place % 101) as f64 / 100.0).unwrap();
    let positions = positions.map(|(place, one)| ResultPosition { points: points(place), ..one.clone() });
    let set = ResultSet { positions: positions.collect(), ..embedded.clone() };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("points.PACKED");
    set.write_points("gm2600-results", &path).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.len() < 10_000, "{} bytes", bytes.len());
    let back = ResultSet::read(&path).unwrap();
    assert_eq!(back.positions.len(), 1000);
    assert_eq!((&back.games, back.digest().blake3), (&set.games, set.digest().blake3));

    let (summary, body) = split(&bytes);
    let other = summary.replace("gm2600-results", "self-play-results");
    assert!(
        problem(&join(&other, &body)).contains("other positions than those of the embedded set “self-play")
    );
    let unknown = summary.replace("gm2600-results", "gm2700-results");
    assert!(problem(&join(&unknown, &body)).contains("unknown embedded set of results “gm2700-results”"));
    assert!(problem(&join(&summary, &body[..body.len() / 2])).contains("its content is incomplete"));

    // Other positions, another order and names that are no packed files have positions of their own.
    let reversed = ResultSet { positions: set.positions[..2].iter().rev().cloned().collect(), ..set.clone() };
    for (set, file) in [(&*SET, "own.packed"), (&reversed, "reversed.packed"), (&set, "set.txt")] {
        let path = folder.path().join(file);
        set.write_points("gm2600-results", &path).unwrap();
        let back = ResultSet::read(&path).unwrap();
        assert_eq!(back.positions.len(), set.positions.len(), "{file}");
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert!(!text.contains("\"points\""), "{file}");
    }
}

/// Sessions know the sets by these hashes. The files of points refer to the positions of the others by their hashes.
#[rstest]
#[case("gm2600-results", 175_457, "bb8a8b718f4bacdac2dbf96934c80d71d782dcebabd8e632a51d6abaeaf45e8f")]
#[case("self-play-results", 353_609, "b8ae1a88d56cbe96ae05a92fdd98fd80925194c9d544da9023ebc0d43763698a")]
#[case("gm2600-points", 174_703, "dbb23760a7704bc36b397c166d0da0a1187785d9b102b5e9e51f5a6ddbaee3ec")]
#[case("self-play-points", 345_977, "2d5fe6934b22339f31380fcaca000b43ea4c3805aa2a0019f35a1e15f1b31e4e")]
fn embedded_sets_keep_their_identity(#[case] name: &str, #[case] positions: u64, #[case] blake3: &str) {
    let digest = ResultSet::embedded(name).unwrap().digest();
    assert_eq!((digest.name.as_str(), digest.positions, digest.blake3.as_str()), (name, positions, blake3));
}

#[rstest]
#[case("gm2600-points")]
#[case("self-play-points")]
fn embedded_points_belong_to_the_embedded_positions(#[case] name: &str) {
    let index = ResultSet::NAMES.iter().position(|known| *known == name).unwrap();
    let checked = read(name, EMBEDDED[index], false).unwrap();
    assert_eq!(checked.digest(), ResultSet::embedded(name).unwrap().digest());
}

proptest! {
    #[test]
    fn arbitrary_contents_do_not_panic(body in prop::collection::vec(any::<u8>(), 0..300), games in 0_usize..5) {
        let _ = positions(&body, games, 50);
        let _ = points(&body, SET.positions.clone());
    }
}
