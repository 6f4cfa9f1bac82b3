//! A small part of the simulation, and the whole.

use rstest::rstest;

use super::{Claim, PAIRS, Quantity, matches, ratings, samples, selection, sequential, tunes};

/// Prints the table of `docs/calibration.md`.
#[test]
#[ignore = "minutes; prints the table of docs/calibration.md"]
fn table() {
    let parts: [&dyn Fn() -> Vec<Quantity>; 9] = [
        &|| PAIRS.into_iter().flat_map(|pairs| matches::quantities(pairs, 2_000)).collect(),
        &|| [5, 25].into_iter().flat_map(|pairs| ratings::quantities(pairs, 1_000)).collect(),
        &|| samples::means(10_000),
        &|| samples::ranks(2_000),
        &|| vec![samples::recognition(1_000)],
        &|| selection::quantities(2_000),
        &|| tunes::screenings(300),
        &|| tunes::tunes(300),
        &|| sequential::quantities(600),
    ];
    let (mut cells, mut off) = (0, [0; 2]);
    for quantity in parts.into_iter().flat_map(|part| part()) {
        eprintln!("{}", quantity.row());
        if let Some([bold, modest]) = quantity.off() {
            cells += quantity.cells.len();
            off = [off[0] + bold, off[1] + modest];
        }
    }
    let chance = 0.0228 * f64::from(u32::try_from(cells).unwrap());
    eprintln!(
        "{cells} cells with a claim: {} too bold, {} too modest; by chance {chance:.0} of each",
        off[0], off[1]
    );
}

/// Checks that the mean share of all cells is in a range, in percent.
fn check(quantities: &[Quantity], ranges: &[(&str, f64, f64)]) {
    for (name, low, high) in ranges {
        let mut found = quantities.iter().filter(|quantity| quantity.name.starts_with(name)).peekable();
        assert!(found.peek().is_some(), "{name}");
        for quantity in found {
            assert!((*low..=*high).contains(&quantity.mean()), "{}", quantity.row());
        }
    }
}

/// Bounds are four standard errors from what the whole simulation finds.
#[rstest]
#[case::of_a_match(
    matches::quantities(50, 100),
    &[("Elo ±", 95.4, 97.0), ("nElo ±", 95.2, 97.0), ("LOS", 2.9, 6.3), ("verdict `gain`", 1.1, 3.5), ("verdict `transfers`", 0.0, 0.6)]
)]
#[case::of_a_short_match(matches::quantities(10, 100), &[("Elo ±", 98.0, 99.2), ("LOS", 1.4, 4.2)])]
#[case::of_tournaments(ratings::quantities(25, 100), &[("ratings ±, from pairs", 93.4, 96.4)])]
#[case::of_seeds(samples::means(1_000), &[("mean ± over seeds or games, normal values", 93.7, 96.3)])]
#[case::of_races(samples::ranks(300), &[("race, Friedman", 3.0, 6.2), ("race, any", 1.0, 3.2)])]
#[case::of_recognition(vec![samples::recognition(100)], &[("share of recognised sets", 93.5, 99.5)])]
#[case::of_selection(selection::quantities(200), &[("play-off", 33.0, 42.0), ("a tune replaces", 43.5, 53.0), ("racing", 0.2, 2.3)])]
#[case::of_sequential_tests(sequential::quantities(30), &[("SPRT", 0.2, 9.5)])]
#[case::of_screenings(tunes::screenings(30), &[("screening, all", 85.0, 100.0), ("screening, a flat", 0.0, 12.0)])]
#[case::of_tunes(tunes::tunes(30), &[("tune, a best", 0.0, 5.0), ("tune, Elo", 88.0, 100.0), ("tune, drift", 1.0, 12.0)])]
fn intervals_and_tests_are_what_they_claim(
    #[case] quantities: Vec<Quantity>,
    #[case] ranges: &[(&str, f64, f64)],
) {
    check(&quantities, ranges);
    // The table counts what is off.
    assert!(
        quantities.iter().all(|quantity| (quantity.off().is_none()) == (quantity.claim == Claim::Nothing))
    );
}
