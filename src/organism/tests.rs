use proptest::prelude::*;
use rand::SeedableRng;
use rstest::rstest;

use super::*;

fn reference() -> String {
    Organism::named_or_path("reference").unwrap().to_ron().unwrap()
}

#[test]
fn the_embedded_organisms_are_sound_and_canonical() {
    for name in Organism::NAMES {
        let organism = Organism::named_or_path(name).unwrap();
        let path = format!("{}/assets/organisms/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(organism.name, name);
        assert_eq!(organism.to_ron().unwrap(), std::fs::read_to_string(path).unwrap());
    }
}

#[test]
fn the_papers_organisms_have_the_papers_values() {
    let figure_3_of_2014 = [
        100, 521, 572, 824, 1710, 3, 6, 10, 14, 8, 3, 5, 7, 6, 9, 4, 28, 51, 8, 26, 30, 6, 4, 40, 27, 11, 15,
        6, 2, 35, 10, 6, 17, 9, 4,
    ];
    let figure_3_of_2008 = [
        83, 322, 323, 478, 954, 2, 4, 5, 21, 10, 3, 7, 5, 7, 8, 5, 44, 30, 1, 21, 32, 2, 2, 48, 12, 6, 7, 3,
        0, 27, 17, 12, 11, 3, 8,
    ];
    for (name, schema, values) in [
        ("paper-2014-figure-3", "paper-2014", figure_3_of_2014),
        ("paper-2008-figure-3", "paper-2008", figure_3_of_2008),
    ] {
        let organism = Organism::named_or_path(name).unwrap();
        assert_eq!(organism.evaluation.schema.name, schema);
        assert_eq!(organism.evaluation.values, values);
    }
}

#[test]
fn a_chromosome_may_be_left_out() {
    let full = reference();
    let without: String =
        full.lines().filter(|line| !line.contains("chromosome")).map(|line| format!("{line}\n")).collect();
    assert_ne!(without, full);
    assert_eq!(Organism::parse("x", &without).unwrap().to_ron().unwrap(), full);
}

#[rstest]
#[case::not_ron("(", "{", "line 1, column 1: Expected")]
#[case::newer(
    "format: 1",
    "format: 2",
    "the file has format 2, this version of Eyas reads up to 1; use a newer Eyas"
)]
#[case::newer_with_new_fields("format: 1", "format: 7, wings: true", "the file has format 7")]
#[case::unknown_field(
    "format: 1",
    "format: 1, wings: true",
    "line 2, column 16: Unexpected field named `wings`"
)]
#[case::unknown_schema(
    "paper-2014",
    "paper-1999",
    "line 5, column 17: no schema is called “paper-1999”; known are paper-2014"
)]
#[case::unknown_parameter(
    "BISHOP_PAIR",
    "BISHOP_PEAR",
    "line 24, column 13: schema paper-2014 has no parameter BISHOP_PEAR"
)]
#[case::missing_parameter(
    "            \"BISHOP_PAIR\": 30,\n",
    "",
    "parameter BISHOP_PAIR of schema paper-2014 is missing"
)]
#[case::twice(
    "\"BISHOP_PAIR\"",
    "\"BISHOP_PAIR\": 30, \"BISHOP_PAIR\"",
    "parameter BISHOP_PAIR stands twice"
)]
#[case::out_of_range(
    "\"BISHOP_PAIR\": 30",
    "\"BISHOP_PAIR\": 64",
    "line 24, column 13: BISHOP_PAIR is 64, outside its range from 0 to 63 in schema paper-2014"
)]
#[case::fixed(
    "\"PAWN_VALUE\": 100",
    "\"PAWN_VALUE\": 99",
    "PAWN_VALUE is 99, outside its range from 100 to 100"
)]
#[case::no_number("\"BISHOP_PAIR\": 30", "\"BISHOP_PAIR\": \"x\"", "line 24, column 27: ")]
#[case::too_large("\"BISHOP_PAIR\": 30", "\"BISHOP_PAIR\": 99999999999", "line 24, column")]
#[case::disagreement(
    "\"BISHOP_PAIR\": 30",
    "\"BISHOP_PAIR\": 31",
    "line 24, column 13: BISHOP_PAIR is 31, but the chromosome says 30"
)]
#[case::short(
    "chromosome: \"0",
    "chromosome: \"",
    "line 6, column 21: the chromosome has 223 bits, schema paper-2014 has 224"
)]
#[case::not_a_bit(
    "chromosome: \"0",
    "chromosome: \"2",
    "a chromosome is written with 0 and 1; “2” stands at column 1"
)]
fn unsound_files_are_refused(#[case] sound: &str, #[case] unsound: &str, #[case] expected: &str) {
    let text = reference().replacen(sound, unsound, 1);
    let error = Organism::parse("my.ron", &text).unwrap_err().to_string();
    assert!(error.starts_with("my.ron") && error.contains(expected), "{error}");
}

#[test]
fn names_come_before_paths_and_errors_list_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let organism = Organism::named_or_path("paper-2008-figure-3").unwrap();
    organism.save(&path).unwrap();
    assert_eq!(Organism::named_or_path(path.to_str().unwrap()).unwrap(), organism);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let error = Organism::named_or_path("refrence").unwrap_err().to_string();
    assert!(error.contains("refrence") && error.contains("reference, paper-2014-figure-3"), "{error}");
    assert!(matches!(Organism::load(folder.path()), Err(OrganismError::Read { .. })));
    assert!(matches!(organism.save(&folder.path().join("no/such.ron")), Err(OrganismError::Write { .. })));
}

proptest! {
    #[test]
    fn what_is_saved_is_loaded(seed in any::<u64>(), name in any::<String>(), described in any::<String>(), counts in any::<Option<(u64, u64)>>()) {
        let schema = Schema::built_in(if seed % 2 == 0 { "paper-2014" } else { "paper-2008" }).unwrap();
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let chromosome = Chromosome::random(schema.bits(), &mut rng);
        let origin = Origin { description: described, session: Some(name.clone()), seed: Some(seed), train: counts, ..Origin::default() };
        let organism = Organism { name, evaluation: Genome::from_chromosome(schema, chromosome), origin };
        prop_assert_eq!(Organism::parse("x", &organism.to_ron().unwrap()).unwrap(), organism);
    }

    #[test]
    fn no_text_makes_it_panic(at in 0usize..2000, noise in "\\PC{0,5}") {
        let mut text = reference();
        let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.insert_str(at, &noise);
        let _ = Organism::parse("x", &text);
    }
}
