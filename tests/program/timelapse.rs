//! `eyas timelapse`: a run as a recording.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::command::eyas;
use rstest::rstest;
use serde_json::Value;

const SESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sessions/example");

fn timelapse(folder: &Path, flags: &str) -> Output {
    eyas(folder, &format!("timelapse {flags}")).output().unwrap()
}

#[test]
fn the_same_session_gives_the_same_recording() {
    let folder = tempfile::tempdir().unwrap();
    let output = timelapse(folder.path(), &format!("{SESSION} --out one.cast --threads 1 --json"));
    assert!(output.status.success(), "{output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(timelapse(folder.path(), &format!("{SESSION} --out other.cast --threads 3")).status.success());
    let [one, other] =
        ["one.cast", "other.cast"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert_eq!(one, other);
    // A terminal shows the last champion on the board.
    let mut lines = one.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    let size = |name: &str| header[name].as_u64().unwrap() as u16;
    assert_eq!(header["version"], 2);
    let cells = |cells: u16| std::num::NonZero::new(cells).unwrap();
    let mut parser = vt100::Parser::new(cells(size("height")), cells(size("width")), 0);
    let (mut parts, mut time) = (0, 0.0);
    for event in lines {
        let now = event[0].as_f64().unwrap();
        assert!(now >= time, "{now} follows {time}");
        (parts, time) = (parts + 1, now);
        parser.process(event[2].as_str().unwrap().as_bytes());
    }
    assert_eq!((told["frames"].as_u64(), told["seconds"].as_f64()), (Some(parts - 1), Some(time)));
    let screen = parser.screen().contents();
    for text in ["[ ] organism", "Time: who plays", "Moves equal to the grandmasters", "fittest first"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
}

#[test]
fn a_picture_is_well_formed() {
    let folder = tempfile::tempdir().unwrap();
    assert!(timelapse(folder.path(), &format!("{SESSION} --out run.svg")).status.success());
    let text = fs::read_to_string(folder.path().join("run.svg")).unwrap();
    let picture = roxmltree::Document::parse(&text).unwrap();
    assert!(picture.descendants().any(|node| node.has_tag_name("animate")));
}

#[rstest]
#[case::unknown_format("--out run.gif", ".cast")]
#[case::unknown_run("--out run.cast --run 9", "run 9")]
fn what_cannot_be_recorded_is_refused(#[case] flags: &str, #[case] words: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = timelapse(folder.path(), &format!("{SESSION} {flags}"));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(words), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
