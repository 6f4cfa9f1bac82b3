use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::*;
use crate::TEST_TIMEOUT;
use crate::disagreement::Player;
use crate::disagreement::testing::values;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::positions::PositionSource;
use crate::positions::{embedded_records, epd};

fn request(folder: &std::path::Path, seed: u64, entry: usize) -> ScanRequest {
    let path = folder.join("some.epd");
    if !path.exists() {
        let records = embedded_records("gm2600-train").unwrap();
        let records: Vec<_> = records.into_iter().step_by(10).map(|(_, record)| record).collect();
        epd::write_file(&path, &records).unwrap();
    }
    let schema = Schema::built_in("paper-2014").unwrap();
    let subject = Player { schema, values: values(seed), ply_score: PlyScore::Quiescence };
    ScanRequest {
        positions: PositionSource::File(path),
        subject: Some(subject),
        rival: None,
        entry: Some(entry),
        mentor_scores: None,
        net_gains: false,
        champions: None,
    }
}

#[test]
fn only_the_latest_request_must_be_completed() {
    let folder = tempfile::tempdir().unwrap();
    let (sender, woken) = channel();
    let analyst = Analyst::start(2, None, move || {
        let _ = sender.send(());
    });
    for seed in 0..20 {
        analyst.request(request(folder.path(), seed, seed as usize));
    }
    let last = request(folder.path(), 77, 333);
    analyst.request(last.clone());
    let (mut explained, mut answered, mut scanned) = (false, false, 0);
    let started = Instant::now();
    while !(explained && answered && scanned == 500) {
        assert!(started.elapsed() < TEST_TIMEOUT, "{explained} {answered} {scanned}");
        let _ = woken.recv_timeout(Duration::from_millis(100));
        for finding in analyst.take().findings {
            match finding {
                Finding::Explained { entry, player, .. } => {
                    explained = entry == 333 && Some(player) == last.subject;
                }
                Finding::Answers { player, .. } => answered = Some(player) == last.subject,
                Finding::Verdicts { player, first, verdicts } => {
                    if first == 0 {
                        scanned = 0;
                    }
                    if Some(player) == last.subject {
                        assert_eq!(first, scanned);
                        scanned += verdicts.len();
                    }
                }
                Finding::Failed(why) => panic!("{why}"),
                Finding::PositionBook { book, .. } => assert_eq!(book.unwrap().entries.len(), 500),
                Finding::Counterfactuals { .. }
                | Finding::Distances { .. }
                | Finding::NetGains { .. }
                | Finding::Learning(_)
                | Finding::Turns { .. } => {}
            }
        }
    }
}

#[test]
fn dropping_an_analyst_ends_its_work() {
    let folder = tempfile::tempdir().unwrap();
    for pause in [0, 5, 50] {
        let analyst = Analyst::start(1, None, || {});
        analyst.request(request(folder.path(), 1, 1));
        std::thread::sleep(Duration::from_millis(pause));
        drop(analyst);
    }
}

#[test]
fn findings_refer_to_the_book_reported_last() {
    let folder = tempfile::tempdir().unwrap();
    let large = request(folder.path(), 1, 0);
    let path = folder.path().join("few.epd");
    let records: Vec<_> = embedded_records("ecm879").unwrap().into_iter().map(|(_, record)| record).collect();
    epd::write_file(&path, &records[..3]).unwrap();
    let few = ScanRequest { positions: PositionSource::File(path), ..large.clone() };
    let (sender, woken) = channel();
    let analyst = Analyst::start(2, None, move || {
        let _ = sender.send(());
    });
    let (mut size, mut answers) = (0, 0);
    for round in 0..40 {
        let (request, expected) = if round % 2 == 0 { (&large, 500) } else { (&few, 3) };
        analyst.request(request.clone());
        let started = Instant::now();
        // In every other round, the request changes before it is complete.
        while (size, answers) != (expected, expected) && (round % 4 != 2 || size != expected) {
            assert!(started.elapsed() < TEST_TIMEOUT, "{round} {size} {answers}");
            let _ = woken.recv_timeout(Duration::from_millis(100));
            for finding in analyst.take().findings {
                match finding {
                    Finding::PositionBook { book, .. } => (size, answers) = (book.unwrap().entries.len(), 0),
                    Finding::Answers { answers: found, .. } => {
                        assert_eq!(found.len(), size);
                        answers = size;
                    }
                    Finding::Verdicts { first, verdicts, .. } => assert!(first + verdicts.len() <= size),
                    Finding::Failed(why) => panic!("{why}"),
                    Finding::Explained { .. }
                    | Finding::Counterfactuals { .. }
                    | Finding::NetGains { .. }
                    | Finding::Learning(_)
                    | Finding::Turns { .. }
                    | Finding::Distances { .. } => {}
                }
            }
        }
    }
}

#[test]
fn counterfactuals_get_costs_after_any_changes_of_position() {
    let folder = tempfile::tempdir().unwrap();
    let (sender, woken) = channel();
    let analyst = Analyst::start(2, None, move || {
        let _ = sender.send(());
    });
    let mut costed = 0;
    for entry in [0, 1, 2, 3, 2, 1, 0, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4] {
        analyst.request(request(folder.path(), 1, entry + 1));
        analyst.request(request(folder.path(), 1, entry));
        let (started, mut ended) = (Instant::now(), false);
        let mut visit = 0;
        while !ended {
            assert!(started.elapsed() < TEST_TIMEOUT, "no costs for position {entry}");
            let _ = woken.recv_timeout(Duration::from_millis(100));
            for finding in analyst.take().findings {
                if let Finding::Counterfactuals { entry: at, counterfactuals, .. } = finding
                    && at == entry
                {
                    ended = counterfactuals.iter().all(|counterfactual| counterfactual.cost.is_some());
                    visit = counterfactuals.len();
                }
            }
        }
        costed += visit;
    }
    assert!(costed > 0, "no move can be corrected by a single value");
}
