use super::scan_worker::weights;
use super::*;
use crate::disagreement::testing::values;
use crate::experiment::presets;
use crate::objectives::scores::{self, MentorName};
use crate::positions::{embedded_records, epd};

fn player(seed: u64) -> Player {
    let schema = Schema::built_in("paper-2014").unwrap();
    Player { schema, values: values(seed), ply_score: PlyScore::Quiescence }
}

/// Writes 200 training positions to a file.
fn write_positions(folder: &std::path::Path) -> PositionSource {
    let path = folder.join("some.epd");
    let records = embedded_records("gm2600-train").unwrap();
    let records: Vec<_> = records.into_iter().step_by(25).map(|(_, record)| record).collect();
    epd::write_file(&path, &records).unwrap();
    PositionSource::File(path)
}

fn scan() -> PositionScan {
    PositionScan::new(ThreadPool::new(2).unwrap())
}

fn work(scan: &mut PositionScan, request: &ScanRequest) -> Vec<Finding> {
    let mut findings = Vec::new();
    scan.work(request, &mut |finding| findings.push(finding));
    findings
}

/// Returns the kinds of findings in order, with consecutive chunks of a scan merged.
fn kinds(findings: &[Finding]) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = findings
        .iter()
        .map(|finding| match finding {
            Finding::PositionBook { .. } => "book",
            Finding::Explained { .. } => "explained",
            Finding::Counterfactuals { counterfactuals, .. }
                if counterfactuals.iter().all(|counterfactual| counterfactual.cost.is_some()) =>
            {
                "costs"
            }
            Finding::Counterfactuals { .. } => "counterfactuals",
            Finding::Answers { role: OrganismRole::Subject, .. } => "subject",
            Finding::Answers { role: OrganismRole::Rival, .. } => "rival",
            Finding::Verdicts { .. } => "verdicts",
            Finding::Distances { .. } => "distances",
            Finding::NetGains { .. } => "net gains",
            Finding::Learning(_) => "learning",
            Finding::Turns { .. } => "turns",
            Finding::Failed(_) => "failed",
        })
        .collect();
    kinds.dedup();
    kinds
}

#[test]
fn findings_are_reported_once_and_quick_ones_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut scan = scan();
    let mut request = ScanRequest {
        positions: write_positions(folder.path()),
        subject: None,
        rival: None,
        entry: None,
        mentor_scores: None,
        net_gains: false,
        champions: None,
    };
    assert_eq!(kinds(&work(&mut scan, &request)), ["book"]);
    request.subject = Some(player(1));
    let findings = work(&mut scan, &request);
    assert_eq!(kinds(&findings), ["subject", "verdicts"]);
    let Finding::Answers { answers, .. } = &findings[0] else { panic!() };
    let correctable = (0..200).filter(|row| !answers.get(*row)).find(|row| {
        request.entry = Some(*row);
        let findings = work(&mut scan, &request);
        let reported = kinds(&findings);
        assert!(
            reported == ["explained", "counterfactuals", "costs"] || reported == ["explained", "costs"],
            "{reported:?}"
        );
        reported.len() == 3
    });
    assert!(correctable.is_some(), "no move can be corrected by a single value");
    request.rival = Some(player(2));
    assert_eq!(kinds(&work(&mut scan, &request)), ["rival"]);
    assert!(work(&mut scan, &request).is_empty(), "the request has not changed");
}

#[test]
fn counterfactuals_reported_again_get_their_costs_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut scan = scan();
    let request = |entry| ScanRequest {
        positions: write_positions(folder.path()),
        subject: Some(player(1)),
        rival: None,
        entry: Some(entry),
        mentor_scores: None,
        net_gains: false,
        champions: None,
    };
    let findings = work(&mut scan, &request(0));
    let answers = findings.iter().find_map(|finding| match finding {
        Finding::Answers { answers, .. } => Some(Arc::clone(answers)),
        _ => None,
    });
    let answers = answers.unwrap();
    let agreed = answers.iter().position(|agrees| agrees).unwrap();
    let reported = ["explained", "counterfactuals", "costs"];
    let correctable = (0..200).find(|row| kinds(&work(&mut scan, &request(*row))) == reported).unwrap();
    // For an agreement there are no costs to compute. The receiver then no longer has the costs of the earlier
    // position.
    assert_eq!(kinds(&work(&mut scan, &request(agreed))), ["explained", "costs"]);
    assert_eq!(kinds(&work(&mut scan, &request(correctable))), reported);
}

#[test]
fn results_of_an_earlier_organism_are_cached() {
    let folder = tempfile::tempdir().unwrap();
    let mut scan = scan();
    let request = |seed: u64| ScanRequest {
        positions: write_positions(folder.path()),
        subject: Some(player(seed)),
        rival: None,
        entry: None,
        mentor_scores: None,
        net_gains: false,
        champions: None,
    };
    let verdicts = |findings: &[Finding]| -> Vec<Option<Choice>> {
        let chunk = |finding: &Finding| match finding {
            Finding::Verdicts { verdicts, .. } => verdicts.clone(),
            _ => Vec::new(),
        };
        findings.iter().flat_map(chunk).collect()
    };
    let first = verdicts(&work(&mut scan, &request(1)));
    assert_eq!(first.len(), 200);
    assert_ne!(verdicts(&work(&mut scan, &request(2))), first);
    let again = work(&mut scan, &request(1));
    assert_eq!(again.len(), 2, "the answers, and the scan in one chunk");
    assert_eq!(verdicts(&again), first);
}

#[test]
fn verdicts_agree_with_answers() {
    let folder = tempfile::tempdir().unwrap();
    for ply_score in [PlyScore::Quiescence, PlyScore::Static] {
        let subject = Player { ply_score, ..player(5) };
        let request = ScanRequest {
            positions: write_positions(folder.path()),
            subject: Some(subject),
            rival: None,
            entry: None,
            mentor_scores: None,
            net_gains: false,
            champions: None,
        };
        let findings = work(&mut scan(), &request);
        let mut scanned = Vec::new();
        let mut answers = None;
        for finding in &findings {
            match finding {
                Finding::Answers { answers: found, .. } => answers = Some(Arc::clone(found)),
                Finding::Verdicts { first, verdicts, .. } => {
                    assert_eq!(*first, scanned.len());
                    scanned.extend(verdicts.iter().map(|verdict| verdict.unwrap().agrees()));
                }
                _ => {}
            }
        }
        assert_eq!(answers.unwrap().iter().collect::<Vec<_>>(), scanned);
    }
}

#[test]
fn organisms_of_two_schemas_can_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let schema = Schema::built_in("paper-2008").unwrap();
    let values = schema.parameters.iter().map(|parameter| parameter.range.1 / 3).collect();
    let rival = Player { schema, values, ply_score: PlyScore::Quiescence };
    let request = ScanRequest {
        positions: write_positions(folder.path()),
        subject: Some(player(1)),
        rival: Some(rival.clone()),
        entry: None,
        mentor_scores: None,
        net_gains: false,
        champions: None,
    };
    let mut both = scan();
    let answers = |findings: Vec<Finding>, role: OrganismRole| {
        findings.into_iter().find_map(|finding| match finding {
            Finding::Answers { role: found, answers, .. } if found == role => Some(answers),
            _ => None,
        })
    };
    let together = answers(work(&mut both, &request), OrganismRole::Rival).unwrap();
    let alone = ScanRequest { subject: Some(rival), rival: None, ..request };
    assert_eq!(answers(work(&mut scan(), &alone), OrganismRole::Subject).unwrap(), together);
}

#[test]
fn distances_are_differences_from_the_mentors_scores() {
    let folder = tempfile::tempdir().unwrap();
    let positions = write_positions(folder.path());
    let mentor = player(3);
    let names = vec![MentorName { spec: "somebody".to_owned(), evaluation: None }];
    let mut settings = presets::mentor("quick", names).unwrap().objective.scores().unwrap().clone();
    settings.train = positions.clone();
    // The mentor's scores, without every third position.
    let scores = folder.path().join("scores.txt");
    let mut book = scores::AnswerBook::resumed(&scores, scores::context(&settings));
    let set = crate::positions::PositionSet::load(&positions).unwrap();
    let mut places = scores::prepare_positions(&set.examples, true);
    for place in places.iter().step_by(3) {
        book.keep(0, place.key, scores::Answer::None(scores::Reason::Mate));
    }
    let weights = weights(&mentor).unwrap();
    for place in &mut places {
        if let (Ok(position), None) = (&place.position, book.get(0, place.key)) {
            let score = scores::score(position, &weights, PlyScore::Static);
            book.keep(0, place.key, scores::Answer::Score(score));
        }
    }
    book.complete().unwrap();
    let mentor_scores = MentorScores { scores, settings };
    let request = |subject: &Player| ScanRequest {
        positions: positions.clone(),
        subject: Some(subject.clone()),
        rival: None,
        entry: None,
        mentor_scores: Some(mentor_scores.clone()),
        net_gains: false,
        champions: None,
    };
    let mut scan = scan();
    let mut distances = |subject: &Player| {
        let findings = work(&mut scan, &request(subject));
        let found = findings.into_iter().find_map(|finding| match finding {
            Finding::Distances { distances, .. } => Some(distances),
            _ => None,
        });
        found.unwrap()
    };
    let own = distances(&mentor);
    let scored: Vec<Distance> = own.iter().flatten().copied().collect();
    assert!(own.len() == 200 && (100..=133).contains(&scored.len()), "{}", scored.len());
    assert!(own[0].is_none() && scored.iter().all(|distance| distance.apart() == 0));
    let other = distances(&player(4));
    assert!(other.iter().flatten().zip(&scored).all(|(other, own)| other.mentor == own.mentor));
    assert!(other.iter().flatten().filter(|distance| distance.apart() > 0).count() > 90);
}

#[test]
fn net_gains_are_reported_in_steps_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.epd");
    let records = embedded_records("gm2600-train").unwrap();
    let records: Vec<_> = records.into_iter().step_by(500).map(|(_, record)| record).collect();
    epd::write_file(&path, &records).unwrap();
    let mut scan = scan();
    let request = |seed: u64| ScanRequest {
        positions: PositionSource::File(path.clone()),
        subject: Some(player(seed)),
        rival: None,
        entry: None,
        mentor_scores: None,
        net_gains: true,
        champions: None,
    };
    let steps = |findings: &[Finding]| -> Vec<(usize, usize)> {
        let step = |finding: &Finding| match finding {
            Finding::NetGains { parameters, gains, changes, .. } => {
                assert_eq!([gains.len(), changes.len()], [records.len(); 2]);
                Some(*parameters)
            }
            _ => None,
        };
        findings.iter().filter_map(step).collect()
    };
    let first = steps(&work(&mut scan, &request(1)));
    let (done, all) = *first.last().unwrap();
    assert_eq!(done, all);
    assert!(first.len() <= 7 && first.is_sorted(), "{first:?}");
    assert!(steps(&work(&mut scan, &request(1))).is_empty(), "they are known already");
    assert_eq!(steps(&work(&mut scan, &request(2))).last(), Some(&(all, all)));
    // The gains of an organism that was scanned before are reported again at once.
    assert_eq!(steps(&work(&mut scan, &request(1))), [(all, all)]);
}

#[test]
fn unreadable_positions_are_reported_with_the_reason() {
    let positions = PositionSource::File("no/such.epd".into());
    let request = ScanRequest {
        positions,
        subject: Some(player(1)),
        rival: None,
        entry: Some(0),
        mentor_scores: None,
        net_gains: false,
        champions: None,
    };
    let findings = work(&mut scan(), &request);
    let [Finding::PositionBook { book: Err(why), .. }] = findings.as_slice() else { panic!("{findings:?}") };
    assert!(why.contains("no/such.epd"));
}

#[test]
fn a_repaired_file_is_read_at_the_next_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.epd");
    std::fs::write(&path, "no position").unwrap();
    let positions = PositionSource::File(path);
    let request = ScanRequest {
        positions,
        subject: None,
        rival: None,
        entry: None,
        mentor_scores: None,
        net_gains: false,
        champions: None,
    };
    let mut scan = scan();
    assert!(matches!(work(&mut scan, &request).as_slice(), [Finding::PositionBook { book: Err(_), .. }]));
    write_positions(folder.path());
    assert!(matches!(work(&mut scan, &request).as_slice(), [Finding::PositionBook { book: Ok(_), .. }]));
    assert!(work(&mut scan, &request).is_empty());
}
