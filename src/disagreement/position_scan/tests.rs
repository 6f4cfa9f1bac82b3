use super::*;
use crate::disagreement::testing::values;
use crate::experiment::presets;
use crate::objectives::scores::MentorName;
use crate::positions::{embedded_records, epd};

fn player(seed: u64) -> Player {
    let schema = Schema::built_in("paper-2014").unwrap();
    Player { schema, values: values(seed), ply_score: PlyScore::Quiescence }
}

/// Writes a file of 200 training positions.
fn some(folder: &std::path::Path) -> PositionSource {
    let path = folder.join("some.epd");
    let records = embedded_records("gm2600-train").unwrap();
    let records: Vec<_> = records.into_iter().step_by(25).map(|(_, record)| record).collect();
    epd::write_file(&path, &records).unwrap();
    PositionSource::File(path)
}

fn scan() -> PositionScan {
    PositionScan::new(ThreadPool::new(2).unwrap())
}

fn work(scan: &mut PositionScan, wanted: &ScanRequest) -> Vec<Finding> {
    let mut findings = Vec::new();
    scan.work(wanted, &mut |finding| findings.push(finding));
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
            Finding::Answers { part: Part::Subject, .. } => "subject",
            Finding::Answers { part: Part::Rival, .. } => "rival",
            Finding::Verdicts { .. } => "verdicts",
            Finding::Distances { .. } => "distances",
            Finding::Failed(_) => "failed",
        })
        .collect();
    kinds.dedup();
    kinds
}

#[test]
fn everything_is_told_once_the_quick_before_the_slow() {
    let folder = tempfile::tempdir().unwrap();
    let mut scan = scan();
    let mut wanted =
        ScanRequest { positions: some(folder.path()), subject: None, rival: None, entry: None, heard: None };
    assert_eq!(kinds(&work(&mut scan, &wanted)), ["book"]);
    wanted.subject = Some(player(1));
    let findings = work(&mut scan, &wanted);
    assert_eq!(kinds(&findings), ["subject", "verdicts"]);
    let Finding::Answers { answers, .. } = &findings[0] else { panic!() };
    let curable = (0..200).filter(|row| !answers.get(*row)).find(|row| {
        wanted.entry = Some(*row);
        let findings = work(&mut scan, &wanted);
        let told = kinds(&findings);
        assert!(
            told == ["explained", "counterfactuals", "costs"] || told == ["explained", "costs"],
            "{told:?}"
        );
        told.len() == 3
    });
    assert!(curable.is_some(), "no single value would do anywhere");
    wanted.rival = Some(player(2));
    assert_eq!(kinds(&work(&mut scan, &wanted)), ["rival"]);
    assert!(work(&mut scan, &wanted).is_empty(), "nothing new is wished for");
}

#[test]
fn counterfactuals_reported_again_get_their_costs_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut scan = scan();
    let wish = |entry| ScanRequest {
        positions: some(folder.path()),
        subject: Some(player(1)),
        rival: None,
        entry: Some(entry),
        heard: None,
    };
    let findings = work(&mut scan, &wish(0));
    let answers = findings.iter().find_map(|finding| match finding {
        Finding::Answers { answers, .. } => Some(Arc::clone(answers)),
        _ => None,
    });
    let answers = answers.unwrap();
    let agreed = answers.iter().position(|agrees| agrees).unwrap();
    let told = ["explained", "counterfactuals", "costs"];
    let curable = (0..200).find(|row| kinds(&work(&mut scan, &wish(*row))) == told).unwrap();
    // Where the organism agrees there are no costs to compute; the listener has then lost the costs of the earlier
    // position.
    assert_eq!(kinds(&work(&mut scan, &wish(agreed))), ["explained", "costs"]);
    assert_eq!(kinds(&work(&mut scan, &wish(curable))), told);
}

#[test]
fn an_organism_that_comes_back_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut scan = scan();
    let wanted = |seed: u64| ScanRequest {
        positions: some(folder.path()),
        subject: Some(player(seed)),
        rival: None,
        entry: None,
        heard: None,
    };
    let verdicts = |findings: &[Finding]| -> Vec<Option<Verdict>> {
        let of = |finding: &Finding| match finding {
            Finding::Verdicts { verdicts, .. } => verdicts.clone(),
            _ => Vec::new(),
        };
        findings.iter().flat_map(of).collect()
    };
    let first = verdicts(&work(&mut scan, &wanted(1)));
    assert_eq!(first.len(), 200);
    assert_ne!(verdicts(&work(&mut scan, &wanted(2))), first);
    let again = work(&mut scan, &wanted(1));
    assert_eq!(again.len(), 2, "the answers, and the survey in one piece");
    assert_eq!(verdicts(&again), first);
}

#[test]
fn the_survey_says_what_the_answers_say() {
    let folder = tempfile::tempdir().unwrap();
    for ply_score in [PlyScore::Quiescence, PlyScore::Static] {
        let subject = Player { ply_score, ..player(5) };
        let wanted = ScanRequest {
            positions: some(folder.path()),
            subject: Some(subject),
            rival: None,
            entry: None,
            heard: None,
        };
        let findings = work(&mut scan(), &wanted);
        let mut survey = Vec::new();
        let mut answers = None;
        for finding in &findings {
            match finding {
                Finding::Answers { answers: found, .. } => answers = Some(Arc::clone(found)),
                Finding::Verdicts { first, verdicts, .. } => {
                    assert_eq!(*first, survey.len());
                    survey.extend(verdicts.iter().map(|verdict| verdict.unwrap().agrees()));
                }
                _ => {}
            }
        }
        assert_eq!(answers.unwrap().iter().collect::<Vec<_>>(), survey);
    }
}

#[test]
fn organisms_of_two_schemas_can_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let schema = Schema::built_in("paper-2008").unwrap();
    let values = schema.parameters.iter().map(|parameter| parameter.range.1 / 3).collect();
    let rival = Player { schema, values, ply_score: PlyScore::Quiescence };
    let wanted = ScanRequest {
        positions: some(folder.path()),
        subject: Some(player(1)),
        rival: Some(rival.clone()),
        entry: None,
        heard: None,
    };
    let mut both = scan();
    let answers = |findings: Vec<Finding>, wanted: Part| {
        findings.into_iter().find_map(|finding| match finding {
            Finding::Answers { part, answers, .. } if part == wanted => Some(answers),
            _ => None,
        })
    };
    let beside = answers(work(&mut both, &wanted), Part::Rival).unwrap();
    let alone = ScanRequest { subject: Some(rival), rival: None, ..wanted };
    assert_eq!(answers(work(&mut scan(), &alone), Part::Subject).unwrap(), beside);
}

#[test]
fn an_organism_is_as_far_from_its_mentor_as_their_scores() {
    let folder = tempfile::tempdir().unwrap();
    let positions = some(folder.path());
    let mentor = player(3);
    let names = vec![MentorName { spec: "somebody".to_owned(), evaluation: None }];
    let settings = presets::mentor("quick", names).unwrap().objective.scores().unwrap().clone();
    // The mentor's scores, without every third position.
    let scores = folder.path().join("scores.txt");
    let mut said = scores::Book::resumed(&scores, scores::context(&settings));
    let set = crate::positions::PositionSet::load(&positions).unwrap();
    let mut places = scores::places(&set.examples, true);
    for place in places.iter().step_by(3) {
        said.keep(0, place.key, scores::Answer::None(scores::Reason::Mate));
    }
    let weights = weights(&mentor).unwrap();
    for place in &mut places {
        if let (Ok(position), None) = (&place.position, said.get(0, place.key)) {
            let score = scores::score(position, &weights, PlyScore::Static);
            said.keep(0, place.key, scores::Answer::Score(score));
        }
    }
    said.complete().unwrap();
    let heard = MentorScores { scores, settings, train: positions.clone() };
    let wanted = |subject: &Player| ScanRequest {
        positions: positions.clone(),
        subject: Some(subject.clone()),
        rival: None,
        entry: None,
        heard: Some(heard.clone()),
    };
    let mut scan = scan();
    let mut distances = |subject: &Player| {
        let findings = work(&mut scan, &wanted(subject));
        let found = findings.into_iter().find_map(|finding| match finding {
            Finding::Distances { distances, .. } => Some(distances),
            _ => None,
        });
        found.unwrap()
    };
    let own = distances(&mentor);
    let known: Vec<Distance> = own.iter().flatten().copied().collect();
    assert!(own.len() == 200 && (100..=133).contains(&known.len()), "{}", known.len());
    assert!(own[0].is_none() && known.iter().all(|distance| distance.apart() == 0));
    let other = distances(&player(4));
    assert!(other.iter().flatten().zip(&known).all(|(other, own)| other.mentor == own.mentor));
    assert!(other.iter().flatten().filter(|distance| distance.apart() > 0).count() > 90);
}

#[test]
fn positions_that_cannot_be_read_say_why() {
    let positions = PositionSource::File("no/such.epd".into());
    let wanted =
        ScanRequest { positions, subject: Some(player(1)), rival: None, entry: Some(0), heard: None };
    let findings = work(&mut scan(), &wanted);
    let [Finding::PositionBook { book: Err(why), .. }] = findings.as_slice() else { panic!("{findings:?}") };
    assert!(why.contains("no/such.epd"));
}

#[test]
fn a_file_that_was_mended_is_read_when_it_is_wished_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.epd");
    std::fs::write(&path, "no position").unwrap();
    let positions = PositionSource::File(path);
    let wanted = ScanRequest { positions, subject: None, rival: None, entry: None, heard: None };
    let mut scan = scan();
    assert!(matches!(work(&mut scan, &wanted).as_slice(), [Finding::PositionBook { book: Err(_), .. }]));
    some(folder.path());
    assert!(matches!(work(&mut scan, &wanted).as_slice(), [Finding::PositionBook { book: Ok(_), .. }]));
    assert!(work(&mut scan, &wanted).is_empty());
}
