use super::*;
use crate::disagreement::testing::{organism, values};
use crate::disagreement::totals::{Class, Totals};
use crate::disagreement::verdict::verdict;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::objectives::agreement::Agreement;
use crate::positions::embedded_records;
use crate::threads::{Interrupt, ThreadPool};

struct Fixture {
    book: PositionBook,
    subject: Answers,
    rival: Answers,
    verdicts: Vec<Option<Choice>>,
    distances: Vec<Option<Distance>>,
}

/// Returns two random organisms on 150 positions, of which the first 100 have verdicts.
fn fixture() -> Fixture {
    let records = embedded_records("gm2600-train").unwrap();
    let book =
        PositionBook::from_records("some", records.into_iter().step_by(33).take(150).collect()).unwrap();
    let schema = Schema::built_in("paper-2014").unwrap();
    let pool = ThreadPool::new(1).unwrap();
    let fitness = Agreement::build(
        book.set(),
        &schema,
        PlyScore::Quiescence,
        None,
        &pool,
        &|_, _| {},
        &Interrupt::default(),
    )
    .unwrap();
    let weights = organism(1, 1);
    let verdicts = book
        .entries
        .iter()
        .enumerate()
        .map(|(row, entry)| {
            let found = verdict(entry.position(), &entry.moves, &weights, PlyScore::Quiescence);
            found.filter(|_| row < 100)
        })
        .collect();
    let [subject, rival] = [1, 2].map(|seed| fitness.answers(&values(seed)));
    let distance = |row: i32| Distance { mentor: 10 * row, own: 10 * row + (row * 37) % 101 - 50 };
    let distances = (0..150).map(|row| (row % 7 > 0).then(|| distance(row))).collect();
    Fixture { book, subject, rival, verdicts, distances }
}

impl Fixture {
    fn known(&self) -> KnownResults<'_> {
        KnownResults {
            subject: Some(&self.subject),
            rival: Some(&self.rival),
            verdicts: &self.verdicts,
            distances: &self.distances,
            net_gains: &[],
        }
    }
}

#[test]
fn verdicts_agree_with_answers() {
    let fixture = fixture();
    for (row, verdict) in fixture.verdicts.iter().take(100).enumerate() {
        assert_eq!(verdict.unwrap().agrees(), fixture.subject.get(row));
    }
}

#[test]
fn each_outcome_selects_the_matching_positions() {
    let fixture = fixture();
    for outcome in AgreementFilter::ALL {
        let filter = Filter { outcome, ..Filter::default() };
        let rows = select(&fixture.book, fixture.known(), &filter, Order::File);
        let has_outcome = |row: &u32| {
            let (subject, rival) = (fixture.subject.get(*row as usize), fixture.rival.get(*row as usize));
            match outcome {
                AgreementFilter::All => true,
                AgreementFilter::Disagree => !subject,
                AgreementFilter::Agree => subject,
                AgreementFilter::RivalOnly => rival && !subject,
                AgreementFilter::SubjectOnly => subject && !rival,
            }
        };
        let expected: Vec<u32> = (0..150).filter(has_outcome).collect();
        assert_eq!(rows, expected);
        assert!(!expected.is_empty(), "{}", outcome.name());
    }
    let rival = Filter { outcome: AgreementFilter::RivalOnly, ..Filter::default() };
    let unknown = KnownResults { rival: None, ..fixture.known() };
    assert!(select(&fixture.book, unknown, &rival, Order::File).is_empty());
}

#[test]
fn the_most_instructive_positions_come_first_and_ties_last() {
    let fixture = fixture();
    let filter = Filter::default();
    // The larger gains are farther back in the file.
    let gains: Vec<Option<i32>> = (0..150).map(|row| (row % 3 == 0).then_some(row / 10)).collect();
    let known = KnownResults { net_gains: &gains, ..fixture.known() };
    let rows = select(&fixture.book, known, &filter, Order::Instructive);
    let verdict = |row: u32| fixture.verdicts[row as usize];
    let is_tie = |row: u32| verdict(row).is_some_and(|verdict| centipawns(verdict.margin) == 0);
    let gain = |row: u32| gains[row as usize].filter(|_| !is_tie(row));
    let with_gain = rows.iter().take_while(|row| gain(**row).is_some()).count();
    assert!(with_gain > 10 && rows[with_gain..].iter().all(|row| gain(*row).is_none()), "{with_gain}");
    assert!(rows[..with_gain].is_sorted_by(|one, next| gain(*one) >= gain(*next)));
    let ties = rows.iter().rev().take_while(|row| is_tie(**row)).count();
    assert!(ties > 0 && rows[..rows.len() - ties].iter().all(|row| !is_tie(*row)), "{ties}");
    // The positions without a gain are in the order of their margins; unknown margins follow.
    let others = &rows[with_gain..rows.len() - ties];
    let margin = |row: &u32| verdict(*row).map_or(i32::MAX, |verdict| verdict.margin);
    assert!(others.is_sorted_by_key(margin) && others.iter().any(|row| verdict(*row).is_none()));
}

#[test]
fn each_condition_narrows_the_selection() {
    let fixture = fixture();
    let count = |filter: &Filter| select(&fixture.book, fixture.known(), filter, Order::File).len();
    let all = Filter { outcome: AgreementFilter::All, ..Filter::default() };
    let queens = Filter { role: Some(Role::Queen), ..all.clone() };
    let quiet = Filter { capture: Some(false), ..queens.clone() };
    assert!(count(&all) > count(&queens) && count(&queens) > count(&quiet) && count(&quiet) > 0);
    let name = fixture.book.entries[5].mover().unwrap().to_uppercase();
    let by = Filter { player: format!(" {name} "), ..all.clone() };
    assert!((1..150).contains(&count(&by)));
    let move_ = Filter { text: fixture.book.entries[5].san.clone(), ..by.clone() };
    assert!((1..=count(&by)).contains(&count(&move_)));
    assert_eq!(quiet.describe(), "all positions · queen · quiet");
}

#[test]
fn totals_add_up() {
    let fixture = fixture();
    let Totals(totals) = Totals::of(&fixture.book, &fixture.subject, Some(&fixture.rival));
    let all = totals[0];
    assert_eq!((all.class, all.positions as usize), (Class::All, 150));
    assert_eq!(
        (all.subject as usize, all.rival),
        (fixture.subject.count(), Some(fixture.rival.count() as u32))
    );
    for kind in [1..7, 7..10, 10..12] {
        let sum = |of: fn(&crate::disagreement::totals::Total) -> u32| {
            totals[kind.clone()].iter().map(of).sum::<u32>()
        };
        assert_eq!((sum(|total| total.positions), sum(|total| total.subject)), (150, all.subject));
    }
    for total in &totals {
        let filter = total.class.narrow(&Filter { outcome: AgreementFilter::All, ..Filter::default() });
        let rows = select(&fixture.book, fixture.known(), &filter, Order::File);
        assert_eq!(rows.len(), total.positions as usize);
        assert_eq!(
            total.class.narrow(&filter),
            Filter { outcome: AgreementFilter::All, ..Filter::default() }
        );
    }
}

#[test]
fn the_largest_distance_from_the_mentor_comes_first() {
    let fixture = fixture();
    let all = Filter { outcome: AgreementFilter::All, ..Filter::default() };
    let rows = select(&fixture.book, fixture.known(), &all, Order::Mentor);
    let apart: Vec<Option<i32>> =
        rows.iter().map(|row| fixture.distances[*row as usize].map(|distance| distance.apart())).collect();
    let known = apart.iter().take_while(|apart| apart.is_some()).count();
    assert_eq!((known, apart.len()), (128, 150), "positions without a score come last");
    assert!(apart[..known].is_sorted_by(|one, next| one >= next) && apart[0] > Some(45));
}
