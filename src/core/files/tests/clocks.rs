//! Every work while the wall clock goes wrong: it ends with the same bytes.

use std::env;
use std::process::Command;

use super::faults::Reference;
use super::works::{self, Work};
use crate::platform::clock::testing::{Course, looks, set};
use crate::progress::{LocalTime, timestamp};

const WORKS: [(&str, Work); 6] = [
    ("evolution", works::evolution),
    ("coevolution", works::coevolution),
    ("match", works::game_match),
    ("race", works::whole_race),
    ("report", works::report),
    ("care of sessions", works::care),
];

#[test]
fn a_wrong_clock_changes_no_result() {
    // The clock is that of a process, and other tests have a true one.
    let this = env::current_exe().unwrap();
    let name = "files::tests::clocks::works_under_wrong_clocks";
    let output = Command::new(this).args(["--exact", name, "--ignored", "--nocapture"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{output:?}");
}

#[test]
#[ignore = "runs in a process of its own"]
fn works_under_wrong_clocks() {
    let courses = [Course::StandsStill, Course::GoesBack, Course::Leaps, Course::Absurd];
    for (name, work) in WORKS {
        let reference = Reference::of(work);
        for course in courses {
            set(course);
            let done = reference.repeat();
            assert!(name != "match" || looks() > 0, "a match has a date");
            set(Course::True);
            assert_eq!(done, Ok(()), "{name}, {course:?}");
        }
    }
    for course in courses {
        set(course);
        assert!(
            !LocalTime::now().date().is_empty() && timestamp() == timestamp()
                || course != Course::StandsStill
        );
    }
}
