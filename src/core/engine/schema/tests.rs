use rstest::rstest;

use super::*;
use crate::engine::features;
use crate::engine::search::{SearchMode, SearchParameters};

#[rstest]
#[case("paper-2014", 224)]
#[case("paper-2008", 230)]
fn built_in_schemas_are_the_papers(#[case] name: &str, #[case] bits: usize) {
    let schema = Schema::built_in(name).unwrap();
    assert_eq!(schema.name, name);
    assert_eq!(schema.bits(), bits);
    assert_eq!(schema.len(), features::paper::COUNT);
    assert!(!schema.is_empty());
    let names: Vec<&str> = schema.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, features::paper::NAMES);
    for parameter in &schema.parameters {
        assert!(!parameter.unit.is_empty() && !parameter.description.is_empty(), "{}", parameter.name);
        let (low, high) = parameter.range;
        assert_eq!(i64::from(high) - i64::from(low), (1 << parameter.bits) - 1, "{}", parameter.name);
    }
}

#[rstest]
#[case("search-paper", 18, 70)]
#[case("search-extended", 49, 246)]
#[case("search-full", 60, 301)]
fn search_schemas_name_the_search_s_parameters_in_order(
    #[case] name: &str,
    #[case] count: usize,
    #[case] bits: usize,
) {
    let schema = Schema::of(SchemaKind::Search, name).unwrap();
    assert_eq!(schema.name, name);
    assert_eq!((schema.len(), schema.bits()), (count, bits));
    let names: Vec<&str> = schema.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, SearchParameters::NAMES[..count]);
    for parameter in &schema.parameters {
        assert!(!parameter.unit.is_empty() && !parameter.description.is_empty(), "{}", parameter.name);
        let extension = parameter.group == Group::Extensions && parameter.unit == "quarter plies";
        let highest = if extension { 4 } else { (1 << parameter.bits) - 1 };
        assert_eq!(parameter.range, (0, highest), "{}", parameter.name);
    }
}

#[test]
fn each_search_schema_begins_with_the_one_before_and_the_last_is_complete() {
    let schemas = Schema::SEARCH_NAMES.map(|name| Schema::built_in(name).unwrap());
    for pair in schemas.windows(2) {
        assert_eq!(pair[1].parameters[..pair[0].len()], pair[0].parameters);
    }
    assert_eq!(schemas[2].len(), SearchParameters::NAMES.len());
}

/// Table I of the 2014 paper.
#[test]
fn the_paper_s_search_has_the_bits_of_table_i() {
    let bits =
        Schema::built_in("search-paper").unwrap().parameters.iter().map(|p| p.bits).collect::<Vec<u8>>();
    assert_eq!(bits, [1, 3, 1, 3, 2, 10, 10, 10, 1, 3, 3, 5, 3, 3, 3, 3, 3, 3]);
}

#[rstest]
#[case(
    SchemaKind::Evaluation,
    "search-paper",
    "unknown evaluation schema “search-paper”; use one of: paper-2014, paper-2008, extended, extended-medium, extended-small"
)]
#[case(
    SchemaKind::Search,
    "paper-2014",
    "unknown search schema “paper-2014”; use one of: search-paper, search-extended, search-full"
)]
fn schemas_serve_their_purpose_only(#[case] purpose: SchemaKind, #[case] name: &str, #[case] message: &str) {
    assert_eq!(Schema::of(purpose, name).unwrap_err().to_string(), message);
}

#[test]
fn the_search_refuses_what_it_does_not_have() {
    let message =
        SearchParameters::of(&Schema::parse("good", GOOD).unwrap(), &[0, 0]).unwrap_err().to_string();
    assert!(message.starts_with("schema good: parameter A: the search has no parameter"), "{message}");
    let paper = Schema::built_in("search-paper").unwrap();
    let parameters = SearchParameters::of(&paper, &(1..=18).collect::<Vec<i32>>()).unwrap();
    assert_eq!(
        (parameters.null_move_use, parameters.multi_cut_reduction, parameters.mate_threat_extension),
        (1, 10, 18)
    );
    assert_eq!(parameters.probcut_depth, 0);
    let search = Schema::built_in("search-extended").unwrap();
    assert!(crate::engine::evaluation::Layout::of(&search).is_err());
}

#[test]
fn search_modes_are_read_as_they_are_written() {
    for mode in SearchMode::ALL {
        assert_eq!(mode.to_string().parse(), Ok(mode));
        for schema in mode.schemas() {
            assert!(Schema::SEARCH_NAMES.contains(schema));
            assert_eq!(SearchMode::of_schema(schema), mode);
        }
    }
    assert_eq!(SearchMode::of_schema("my-engine"), SearchMode::Extended);
    let message = "Paper".parse::<SearchMode>().unwrap_err().to_string();
    assert_eq!(message, "unknown search “Paper”; use plain, paper or extended");
}

#[test]
fn built_in_schemas_are_parsed_once() {
    let [first, second] = [(); 2].map(|()| Schema::built_in("paper-2014").unwrap());
    assert!(Arc::ptr_eq(&first, &second));
}

#[test]
fn the_pawn_is_fixed_in_2014_and_free_in_2008() {
    let pawn = |name| Schema::built_in(name).unwrap().parameters[0].clone();
    assert_eq!((pawn("paper-2014").bits, pawn("paper-2014").range), (0, (100, 100)));
    assert_eq!((pawn("paper-2008").bits, pawn("paper-2008").range), (10, (0, 1023)));
}

#[test]
fn parameters_are_found_by_name() {
    let schema = Schema::built_in("paper-2014").unwrap();
    assert_eq!(schema.index_of("QUEEN_VALUE"), Some(4));
    assert_eq!(schema.index_of("queen_value"), None);
}

#[test]
fn an_unknown_schema_is_reported_with_the_known_ones() {
    let message = Schema::built_in("paper-2010").unwrap_err().to_string();
    assert!(message.contains("“paper-2010”") && message.contains("paper-2014, paper-2008"), "{message}");
}

fn parameter(bits: u8, range: (i32, i32)) -> Parameter {
    Parameter {
        name: "X".to_owned(),
        bits,
        range,
        group: Group::Material,
        unit: String::new(),
        description: String::new(),
    }
}

#[rstest]
#[case::lowest(parameter(6, (0, 63)), 0, 0)]
#[case::highest(parameter(6, (0, 63)), 63, 63)]
#[case::offset(parameter(3, (-2, 5)), 3, 1)]
#[case::fixed(parameter(0, (100, 100)), 0, 100)]
#[case::last_before_saturation(parameter(3, (0, 4)), 4, 4)]
#[case::saturates(parameter(3, (0, 4)), 5, 4)]
#[case::saturates_at_the_top(parameter(3, (0, 4)), 7, 4)]
#[case::largest_integer(parameter(16, (0, i32::MAX)), u32::MAX, i32::MAX)]
fn genes_have_values(#[case] parameter: Parameter, #[case] raw: u32, #[case] value: i32) {
    assert_eq!(parameter.value_of(raw), value);
}

#[rstest]
#[case::within(parameter(3, (-2, 5)), 1, Some(3))]
#[case::upper_end(parameter(3, (0, 4)), 4, Some(4))]
#[case::above(parameter(3, (0, 4)), 5, None)]
#[case::below(parameter(3, (0, 4)), -1, None)]
#[case::fixed(parameter(0, (100, 100)), 100, Some(0))]
#[case::not_the_fixed_one(parameter(0, (100, 100)), 99, None)]
fn values_have_genes(#[case] parameter: Parameter, #[case] value: i32, #[case] raw: Option<u32>) {
    assert_eq!(parameter.raw_of(value), raw);
}

const GOOD: &str = r#"(
    name: "good",
    description: "two parameters",
    parameters: [
        (name: "A", bits: 3, range: (0, 4), group: King, unit: "cp", description: "a"),
        (name: "B", bits: 6, range: (-32, 31), group: Rooks, unit: "cp", description: "b"),
    ],
)"#;

#[test]
fn a_schema_is_read() {
    let schema = Schema::parse("good", GOOD).unwrap();
    assert_eq!((schema.len(), schema.bits()), (2, 9));
    assert_eq!(schema.parameters[1].range, (-32, 31));
    assert_eq!(schema.parameters[1].group.to_string(), "rooks");
}

/// The message contains the 1-based line of the error.
#[rstest]
#[case::missing_field(r#"unit: "cp", description: "b""#, r#"description: "b""#, 6)]
#[case::unknown_field(r#"unit: "cp", description: "a""#, r#"unite: "cp", description: "a""#, 5)]
#[case::unknown_group("Rooks", "Castles", 6)]
#[case::not_a_number("bits: 6", "bits: six", 6)]
#[case::too_many_bits_for_a_byte("bits: 6", "bits: 256", 6)]
#[case::comma_forgotten(r#""good","#, r#""good""#, 3)]
#[case::cut_off("],\n)", "],", 7)]
fn a_malformed_schema_is_reported_with_its_line(
    #[case] part: &str,
    #[case] wrong: &str,
    #[case] line: usize,
) {
    assert!(GOOD.contains(part));
    let error = Schema::parse("mine", &GOOD.replacen(part, wrong, 1)).unwrap_err();
    assert!(matches!(error, SchemaError::Syntax { .. }));
    let message = error.to_string();
    assert!(message.starts_with(&format!("schema mine, line {line}, column ")), "{message}");
}

#[rstest]
#[case::empty_range("(-32, 31)", "(31, -32)", "B", "range is empty")]
#[case::gene_too_short("bits: 6", "bits: 5", "B", "more bits than the gene has")]
#[case::gene_too_long("bits: 6", "bits: 17", "B", "at most 16 bits")]
#[case::whole_range("(-32, 31)", "(-2147483648, 2147483647)", "B", "more bits than the gene has")]
#[case::free_without_bits("bits: 3", "bits: 0", "A", "more bits than the gene has")]
#[case::name_twice(r#"name: "B""#, r#"name: "A""#, "A", "occurs twice")]
fn a_parameter_that_does_not_fit_is_named(
    #[case] part: &str,
    #[case] wrong: &str,
    #[case] name: &str,
    #[case] reason: &str,
) {
    assert!(GOOD.contains(part));
    let message = Schema::parse("mine", &GOOD.replacen(part, wrong, 1)).unwrap_err().to_string();
    assert!(message.starts_with(&format!("schema good: parameter {name}: ")), "{message}");
    assert!(message.contains(reason), "{message}");
}

#[test]
fn embedded_schemas_are_written_like_their_files() {
    for (name, definition) in &BUILT_IN {
        let written = Schema::built_in(name).unwrap().to_ron();
        assert_eq!(Schema::parse(name, &written).unwrap(), *Schema::built_in(name).unwrap());
        if let Definition::File(text) = definition {
            assert_eq!(written, *text, "{name}");
        }
    }
}

#[test]
fn a_written_schema_keeps_any_text() {
    let parameter = Parameter {
        name: "A \"B\" \\ C".to_owned(),
        bits: 3,
        range: (-4, 3),
        group: Group::KingAttack,
        unit: "cp\n\tper\u{0} \u{1f600}".to_owned(),
        description: "’".to_owned(),
    };
    let schema =
        Schema { name: "it's".to_owned(), description: "é\r".to_owned(), parameters: vec![parameter] };
    assert_eq!(Schema::parse("it's", &schema.to_ron()).unwrap(), schema);
}

#[rstest]
#[case(&["KingAttack"], 510 - 36)]
#[case(&["Squares"], 302)]
#[case(&["TEMPO"], 508)]
#[case(&["PAWN_SQUARE", "PAWN_SQUARE_A2_MG"], 510 - 48)]
#[case(&["Squares", "SHELTER", "KNIGHT_MG"], 302 - 28 - 1)]
fn groups_and_families_are_dropped(#[case] words: &[&str], #[case] left: usize) {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let schema = Schema::built_in("extended").unwrap().without(&words).unwrap();
    assert_eq!(schema.len(), left);
    assert!(schema.name.starts_with("extended-without-"), "{}", schema.name);
    schema.validate().unwrap();
}

#[rstest]
#[case(&["Kings"], "nothing is called “Kings”; give one of its groups, KingAttack, Material, Mobility,")]
#[case(&["TEMPO", "TEMP"], "nothing is called “TEMP”")]
#[case(&[""], "nothing is called “”")]
#[case(
    &["KingAttack", "Material", "Mobility", "PassedPawns", "Pawns", "Pieces", "Shelter", "Squares", "Threats"],
    "no parameter remains"
)]
fn words_that_cannot_be_dropped_are_explained(#[case] words: &[&str], #[case] reason: &str) {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let error = Schema::built_in("extended").unwrap().without(&words).unwrap_err().to_string();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn without_words_a_schema_stays_as_it_is() {
    let schema = Schema::built_in("extended").unwrap();
    assert_eq!(schema.without(&[]).unwrap(), *schema);
}

#[test]
fn genes_follow_each_other_to_the_end_of_the_chromosome() {
    for name in Schema::names() {
        let schema = Schema::built_in(name).unwrap();
        let mut end = 0;
        for (gene, parameter) in schema.genes().zip(&schema.parameters) {
            assert_eq!(
                (gene.start, gene.len()),
                (end, usize::from(parameter.bits)),
                "{name}: {}",
                parameter.name
            );
            end = gene.end;
        }
        assert_eq!(end, schema.bits(), "{name}");
        assert!(schema.is_built_in() && !schema.is_of_engine(), "{name}");
    }
}

#[test]
fn a_schema_of_its_own_is_not_built_in() {
    let mut schema = (*Schema::built_in("paper-2014").unwrap()).clone();
    "mine".clone_into(&mut schema.name);
    assert!(!schema.is_built_in() && !schema.is_of_engine());
    schema.parameters[1].group = Group::Options;
    assert!(schema.is_of_engine());
}
