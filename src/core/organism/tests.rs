use proptest::prelude::*;
use rand::SeedableRng;
use rstest::rstest;

use super::*;
use crate::engine::search::{SearchMode, SearchParameters};
use crate::text;

/// Returns an organism with an evaluation only.
fn evaluation_only() -> Organism {
    Organism { searches: Vec::new(), ..Organism::named_or_path("reference").unwrap() }
}

fn reference() -> String {
    evaluation_only().to_ron().unwrap()
}

/// Returns no search, one or both, in either order.
fn random_searches(seed: u64, rng: &mut impl rand::Rng) -> Vec<Genome> {
    let modes: &[SearchMode] = match seed / 2 % 5 {
        0 => &[],
        1 => &[SearchMode::Paper],
        2 => &[SearchMode::Extended],
        3 => &[SearchMode::Paper, SearchMode::Extended],
        _ => &[SearchMode::Extended, SearchMode::Paper],
    };
    let schemas = modes.iter().map(|mode| Schema::built_in(mode.schema().unwrap()).unwrap());
    schemas
        .map(|schema| {
            Genome::from_values(Arc::clone(&schema), Chromosome::random(schema.bits(), rng).decode(&schema))
                .unwrap()
        })
        .collect()
}

#[test]
fn embedded_organisms_are_valid_and_canonical() {
    for name in Organism::NAMES {
        let organism = Organism::named_or_path(name).unwrap();
        let path = format!("{}/data/assets/organisms/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(organism.name, name);
        let text = std::fs::read_to_string(path).unwrap();
        // A search may omit the chromosome if its values are written by hand.
        let searches = text.find("    search: [").unwrap_or(text.len());
        let written = organism.to_ron().unwrap();
        let kept = |line: &&str| !line.contains("chromosome") || text[..searches].contains(*line);
        let written: String = written.split_inclusive('\n').filter(kept).collect();
        assert_eq!(written, text.split_inclusive('\n').filter(kept).collect::<String>());
    }
}

#[test]
fn the_organisms_of_the_replication_are_the_results_of_its_pipeline() {
    for name in ["evol0", "evolstar"] {
        let embedded = Organism::named_or_path(name).unwrap();
        let path = format!("{}/../../sessions/paper-2014/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        let result = Organism::load(std::path::Path::new(&path)).unwrap();
        assert_eq!(
            (embedded.evaluation, embedded.searches),
            (result.evaluation, result.searches),
            "{name}: copy the file of the pipeline to assets/organisms"
        );
    }
}

#[test]
fn a_random_organism_depends_on_the_seed_only() {
    let random = |seed: u64| Organism::named_or_path(&format!("random:{seed}")).unwrap();
    let one = random(7);
    assert_eq!(one, random(7));
    assert_eq!((one.name.as_str(), one.searches[0].schema.name.as_str()), ("random:7", "search-paper"));
    assert_ne!(one.evaluation.chromosome, random(8).evaluation.chromosome);
    let organisms: Vec<Organism> = (0..200).map(random).collect();
    let set = |bit: usize| organisms.iter().filter(|one| one.evaluation.chromosome.bit(bit)).count();
    assert!((0..224).map(set).all(|set| (50..=150).contains(&set)), "each bit is random");
    assert!(Organism::named_or_path("random:").is_err() && Organism::named_or_path("random:x").is_err());
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
        // The schema has PAWN_ADVANCE_B before PAWN_ADVANCE_A, and otherwise the order of the figure.
        let mut in_order = organism.evaluation.values.clone();
        in_order.swap(5, 6);
        assert_eq!(in_order, values);
        let names = organism.evaluation.schema.parameters.iter().map(|parameter| parameter.name.as_str());
        assert_eq!(names.skip(5).take(2).collect::<Vec<_>>(), ["PAWN_ADVANCE_B", "PAWN_ADVANCE_A"]);
    }
}

#[test]
fn a_chromosome_may_be_omitted() {
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
    "format: 4",
    "the file has format 4, but this version of Eyas reads formats up to 3; use a newer version"
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
    "line 5, column 17: unknown evaluation schema “paper-1999”; use one of: paper-2014, paper-2008"
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
    "parameter BISHOP_PAIR occurs twice"
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
    "line 24, column 13: BISHOP_PAIR is 31, but the chromosome encodes 30"
)]
#[case::short(
    "chromosome: \"0",
    "chromosome: \"",
    "line 6, column 21: the chromosome has 223 bits, but schema paper-2014 has 224"
)]
#[case::not_a_bit(
    "chromosome: \"0",
    "chromosome: \"2",
    "a chromosome consists of 0 and 1, but column 1 contains “2”"
)]
fn invalid_files_are_rejected(#[case] valid: &str, #[case] invalid: &str, #[case] expected: &str) {
    let text = reference().replacen(valid, invalid, 1);
    let error = Organism::parse("my.ron", &text).unwrap_err().to_string();
    assert!(error.starts_with("my.ron") && error.contains(expected), "{error}");
}

#[test]
fn an_organism_without_a_search_is_written_in_the_first_format() {
    let text = reference();
    assert!(text.starts_with("(\n    format: 1,\n") && !text.contains("search"), "{text}");
    let both = Organism::named_or_path("reference").unwrap();
    assert!(both.to_ron().unwrap().starts_with("(\n    format: 2,\n"));
    assert_eq!(Organism::parse("x", &both.to_ron().unwrap()).unwrap(), both);
}

/// Both searches have the same parameter names, so a message must point to the right search.
#[rstest]
#[case::out_of_range(
    1,
    "\"CHECK_EXTENSION\": 4",
    "\"CHECK_EXTENSION\": 5",
    "17: CHECK_EXTENSION is 5, outside its range from 0 to 4 in schema search-extended"
)]
#[case::unknown(
    1,
    "RAZORING_DEPTH",
    "RAZOR_DEPTH",
    "17: schema search-extended has no parameter RAZOR_DEPTH; remove it"
)]
#[case::modern(
    0,
    "CHECK_EXTENSION",
    "RAZORING_DEPTH",
    "17: schema search-paper has no parameter RAZORING_DEPTH; remove it"
)]
#[case::missing(
    0,
    "\"CHECK_EXTENSION\": 4,",
    "",
    "21: parameter CHECK_EXTENSION of schema search-paper is missing; add it"
)]
#[case::an_evaluation(
    0,
    "\"search-paper\"",
    "\"paper-2008\"",
    "21: unknown search schema “paper-2008”; use one of: search-paper, search-extended, search-full"
)]
#[case::short(
    1,
    "chromosome: \"1",
    "chromosome: \"",
    "25: the chromosome has 245 bits, but schema search-extended has 246"
)]
#[case::disagreement(
    1,
    "\"NULL_MOVE_USE\": 1",
    "\"NULL_MOVE_USE\": 0",
    "17: NULL_MOVE_USE is 0, but the chromosome encodes 1"
)]
#[case::twice(
    1,
    "\"NULL_MOVE_USE\": 1",
    "\"NULL_MOVE_USE\": 1, \"NULL_MOVE_USE\": 1",
    "NULL_MOVE_USE occurs twice"
)]
fn invalid_searches_are_rejected_with_their_position(
    #[case] index: usize,
    #[case] valid: &str,
    #[case] invalid: &str,
    #[case] expected: &str,
) {
    let text = Organism::named_or_path("reference").unwrap().to_ron().unwrap();
    // Parentheses and names in comments and strings must be ignored.
    let text = text.replace("    search: [", "    // search: ((\n    search: [ /* \" ( */");
    let text = text.replace("name: \"reference\"", "name: \"search: [( \\\" ((\"");
    let schema = ["\"search-paper\"", "\"search-extended\""][index];
    let from = text.find(schema).unwrap();
    let at = from + text[from..].find(valid).unwrap();
    let line = text[..at].matches('\n').count() + 1;
    let text = format!("{}{}", &text[..at], text[at..].replacen(valid, invalid, 1));
    let error = Organism::parse("my.ron", &text).unwrap_err().to_string();
    let line = if expected.contains("missing") { text[..from].matches('\n').count() + 1 } else { line };
    assert!(error.starts_with(&format!("my.ron, line {line}, column ")), "line {line}: {error}");
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_search_schema_is_not_an_evaluation_and_occurs_at_most_once() {
    let text = reference().replace("\"paper-2014\"", "\"search-paper\"");
    let error = Organism::parse("my.ron", &text).unwrap_err().to_string();
    assert!(error.contains("line 5, column 17: unknown evaluation schema “search-paper”"), "{error}");
    let mut organism = Organism::named_or_path("paper-2014-figure-3").unwrap();
    organism.searches.push(organism.searches[0].clone());
    let text = organism.to_ron().unwrap();
    let line = text[..text.rfind("\"search-paper\"").unwrap()].matches('\n').count() + 1;
    let error = Organism::parse("my.ron", &text).unwrap_err().to_string();
    assert!(error.starts_with(&format!("my.ron, line {line}, column 21: a second search with")), "{error}");
}

#[test]
fn the_papers_search_has_the_values_of_table_ii() {
    let organism = Organism::named_or_path("paper-2014-figure-3").unwrap();
    let [search] = organism.searches.as_slice() else { panic!("one search") };
    assert_eq!(search.schema.name, "search-paper");
    assert_eq!(search.values, [1, 4, 1, 6, 3, 112, 227, 506, 1, 4, 6, 15, 3, 4, 4, 2, 3, 2]);
    assert!(Organism::named_or_path("paper-2008-figure-3").unwrap().searches.is_empty());
}

#[test]
fn search_values_follow_the_schema_and_name_what_is_missing() {
    let reference = Organism::reference().unwrap();
    let paper = Schema::built_in("search-paper").unwrap();
    assert_eq!(reference.search_values(&paper).unwrap(), reference.search(SearchMode::Paper).unwrap().values);
    let evaluation = Schema::built_in("paper-2014").unwrap();
    assert_eq!(reference.search_values(&evaluation), Err(evaluation.parameters[0].name.as_str()));
}

#[test]
fn organisms_without_a_search_use_that_of_the_reference() {
    let reference = Organism::named_or_path("reference").unwrap();
    let figure = Organism::named_or_path("paper-2014-figure-3").unwrap();
    let without = evaluation_only();
    for mode in [SearchMode::Paper, SearchMode::Extended] {
        let (parameters, origin) = reference.search_parameters(Some(mode));
        assert_eq!(origin, SearchOrigin::Own(mode));
        assert_eq!(without.search_parameters(Some(mode)), (parameters, SearchOrigin::Reference(mode)));
        let own = SearchParameters::of(
            &reference.search(mode).unwrap().schema,
            &reference.search(mode).unwrap().values,
        );
        assert_eq!(own.unwrap(), parameters);
        assert_eq!(parameters.probcut_margin > 0, mode == SearchMode::Extended);
    }
    let plain = (SearchParameters::default(), SearchOrigin::Plain);
    assert_eq!(reference.search_parameters(Some(SearchMode::Plain)), plain);
    // Without a mode, an organism uses its most selective search.
    assert_eq!(reference.search_parameters(None).1, SearchOrigin::Own(SearchMode::Extended));
    assert_eq!(figure.search_parameters(None).1, SearchOrigin::Own(SearchMode::Paper));
    assert_eq!(figure.search_parameters(None).0.multi_cut_move_num, 15);
    assert_eq!(without.search_parameters(None).1, SearchOrigin::Reference(SearchMode::Extended));
    let lacking = figure.search_parameters(Some(SearchMode::Extended)).1;
    assert_eq!(lacking.mode(), SearchMode::Extended);
    assert!(lacking.to_string().contains("“reference”"), "{lacking}");
}

#[test]
fn weights_have_the_values_of_the_evaluation() {
    for name in Organism::NAMES {
        let organism = Organism::named_or_path(name).unwrap();
        let Genome { schema, values, .. } = &organism.evaluation;
        assert_eq!(organism.weights(), crate::engine::evaluation::Weights::new(schema, values).unwrap());
    }
}

#[test]
fn names_precede_paths_and_errors_list_the_names() {
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
    fn saved_organisms_are_loaded_unchanged(seed in any::<u64>(), name in any::<String>(), described in any::<String>(), counts in any::<Option<(u64, u64)>>()) {
        let schema = Schema::built_in(if seed % 2 == 0 { "paper-2014" } else { "paper-2008" }).unwrap();
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let chromosome = Chromosome::random(schema.bits(), &mut rng);
        let origin = Origin { description: described, session: Some(name.clone()), seed: Some(seed), train: counts, ..Origin::default() };
        let searches = random_searches(seed, &mut rng);
        let mut organism = Organism { name, evaluation: Genome::from_chromosome(schema, chromosome), searches, origin };
        let loaded = Organism::parse("x", &organism.to_ron().unwrap()).unwrap();
        // Control characters are escaped when the file is read.
        organism.name = text::name(&organism.name).into_owned();
        let description = &mut organism.origin.description;
        *description = text::truncated(description, text::LONGEST_DESCRIPTION).into_owned();
        prop_assert_eq!(loaded, organism);
    }

    #[test]
    fn no_text_causes_a_panic(at in 0usize..8000, noise in "\\PC{0,5}") {
        let mut text = Organism::named_or_path("reference").unwrap().to_ron().unwrap();
        let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.insert_str(at, &noise);
        let _ = Organism::parse("x", &text);
    }
}
