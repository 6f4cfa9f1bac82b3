use rstest::rstest;

use super::*;
use crate::arena::EngineOption;

/// Lines as the wiki of OpenBench shows them.
const OPEN_BENCH: &str = "\
KnightValue, int, 300, 200, 400, 10, 0.002
LmrBase, float, 0.75, 0.5, 1.5, 0.05, 0.002
";

/// The file that the README of weather-factory describes, with a field that has no meaning here.
const WEATHER_FACTORY: &str = r#"{
    "TEST": {
        "value": 100,
        "min_value": 50,
        "max_value": 150,
        "step": 10
    },
    "Old one": {
        "value": 50,
        "min_value": -10,
        "max_value": 100,
        "step": 5.5,
        "elo_per_val": 0.2
    }
}
"#;

/// A file `config.json` without a newline at its end.
const WEATHER_FACTORY_CONFIG: &str = r#"{
    "Param": {
        "value": 50,
        "min_value": 0,
        "max_value": 100,
        "step": 5
    }
}"#;

/// Lines as the server of OpenBench returns its input (`spsa_original_input`): numbers of Python, no newline at the end.
const OPEN_BENCH_SERVER: &str =
    "KnightValue, int, 300.0, 200.0, 400.0, 10.0, 0.002\nLmrBase, float, 0.75, 0.5, 1.5, 0.05, 0.002";

const RON: &str = r#"(
    options: [
        (name: "King Safety", start: 100, min: 0, max: 200, c_end: 10, r_end: 0.002),
        (name: "Aspiration", kind: Check, start: 1, min: 0, max: 1),
        (name: "Style", kind: Combo(["Solid", "Normal", "Risky"]), start: 1, min: 0, max: 2),
        (name: "Base", kind: Float, start: -0.5, min: -1, max: 0.25),
    ],
)
"#;

fn parsed(text: &str) -> ParameterFile {
    ParameterFile::parse("file", text).unwrap()
}

fn values(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[rstest]
#[case(OPEN_BENCH)]
#[case(OPEN_BENCH_SERVER)]
#[case(WEATHER_FACTORY)]
#[case(WEATHER_FACTORY_CONFIG)]
#[case(RON)]
fn files_are_written_as_they_were(#[case] text: &str) {
    let file = parsed(text);
    assert_eq!(file.with_values(&[]), text);
    let same: Vec<(String, String)> =
        file.options().iter().map(|option| (option.name.clone(), option.start.to_string())).collect();
    assert_eq!(file.with_values(&same), text.replace("300.0", "300"));
}

#[test]
fn new_values_replace_only_the_values() {
    let tuned = values(&[("KnightValue", "317"), ("LmrBase", "0.8125"), ("other", "1")]);
    let text =
        parsed(&OPEN_BENCH.replace("KnightValue, int", "# pieces\nKnightValue,int")).with_values(&tuned);
    let expected = "# pieces\nKnightValue,int, 317, 200, 400, 10, 0.002\nLmrBase, float, 0.8125, 0.5, 1.5, 0.05, 0.002\n";
    assert_eq!(text, expected);
    let text = parsed(WEATHER_FACTORY).with_values(&values(&[("Old one", "-3")]));
    assert_eq!(text, WEATHER_FACTORY.replace("\"value\": 50", "\"value\": -3"));
    let text = parsed(RON).with_values(&values(&[("Style", "2"), ("Base", "0.125")]));
    assert_eq!(
        text,
        RON.replace("start: 1, min: 0, max: 2)", "start: 2, min: 0, max: 2)").replace("-0.5", "0.125")
    );
}

#[test]
fn the_formats_have_the_same_parameters() {
    let file = parsed(WEATHER_FACTORY);
    let [test, old] = file.options() else { panic!() };
    assert_eq!((test.start, test.min, test.max, test.c_end), (100.0, 50.0, 150.0, Some(10.0)));
    assert_eq!(
        (old.name.as_str(), old.min, old.c_end, &old.kind),
        ("Old one", -10.0, Some(5.5), &OptionType::Int)
    );
    let file = parsed(OPEN_BENCH);
    let [knight, base] = file.options() else { panic!() };
    assert_eq!((knight.c_end, knight.r_end, &knight.kind), (Some(10.0), Some(0.002), &OptionType::Int));
    assert_eq!((base.start, &base.kind), (0.75, &OptionType::Float));
    assert_eq!(parsed("\u{feff}A, int, 93.6, 0, 100, 1, 0.002").options()[0].start, 94.0, "OpenBench rounds");
}

#[rstest]
#[case("", 1, 1, "the file has no parameters")]
#[case("A, int, 1, 0, 2, 1\n", 1, 1, "the line has 6 fields; a parameter file has lines of OpenBench (name,")]
#[case("A, int, 1, 0, 2, 1, 1\n\nB, bool, 1, 0, 2, 1, 1", 3, 4, "“bool” is not a type; use int or float")]
#[case("A, int, 1, 0, two, 1, 1", 1, 15, "max is “two”; it must be a number")]
#[case("A, int, 5, 0, 2, 1, 1", 1, 1, "“A”: start is 5; it must be 0 to 2")]
#[case("A, int, 0, 0, 2, 1, 1\na, int, 0, 0, 2, 1, 1", 2, 1, "“a”: the option occurs twice")]
#[case("A, int, 0, 0, 2.5, 1, 1", 1, 1, "“A”: max is 2.5, but the option has integers")]
#[case("A, int, 3, 3, 3, 1, 1", 1, 1, "“A”: min is 3 and max is 3; min must be less than max")]
#[case("A, int, 0, 0, 65536, 1, 1", 1, 1, "has more than 65,536 values; narrow it")]
#[case("A, float, 0, 0, inf, 1, 1", 1, 1, "max is inf; it must be a finite number")]
#[case("A, float, 0.00001, 0, 1, 1, 1", 1, 1, "write fewer decimals")]
#[case("A, int, 1, 0, 2, 1, NaN", 1, 1, "r_end is NaN; it must be a finite number")]
#[case("A, int, 0, 0, 2, 0, 1", 1, 1, "c_end or step is 0; it must be greater than 0")]
#[case("{\n  \"A\": {\"value\": 1, \"min_value\": 0}\n}", 2, 3, "“A” has no max_value; add it")]
#[case("{\n  \"A\": {\"value\": true, \"min_value\": 0}\n}", 2, 3, "value is “true”; it must be a number")]
#[case(
    "{\n  \"A\": 1\n}",
    2,
    3,
    "“A” is 1, but each entry of a JSON file must be an object with value, min_value,"
)]
#[case(
    "{\n  \"A\": {\"value\": 1, \"min_value\": 0, \"max_value\": 50}\n}",
    2,
    3,
    "“A” has no step; add it, such as \"step\": 2.5: the perturbation at the end of the tune"
)]
#[case(
    "{\n  \"engines\": [{\"command\": \"a\"}],\n  \"parameter_ranges\": {\"A\": \"Real(0.0, 1.0)\"}\n}",
    3,
    3,
    "this is a configuration of chess-tuning-tools, which has ranges without starts and steps; write each entry of \
     parameter_ranges as a line “NAME, int, START, MIN, MAX, STEP, 0.002”"
)]
#[case("(options: [\n (name: \"A\", start: 1, min: 0)])", 2, 30, "Unexpected missing field named `max`")]
#[case("// own\n(options: [\n (name: \"A\", start: 9, min: 0, max: 3)])", 3, 9, "“A”: start is 9")]
#[case(
    "(options: [(name: \"A\", kind: Check, start: 0, min: 0, max: 3)])",
    1,
    19,
    "has 2 values; use 0 to 1"
)]
fn invalid_files_are_refused(
    #[case] text: &str,
    #[case] line: usize,
    #[case] column: usize,
    #[case] hint: &str,
) {
    let message = ParameterFile::parse("tune.txt", text).unwrap_err().to_string();
    let place = format!("tune.txt, line {line}, column {column}: ");
    assert!(message.starts_with(&place) && message.contains(hint), "{message}");
}

#[test]
fn options_become_integers_and_texts() {
    let engine =
        TunedEngine::new("uci:engine".to_owned(), Vec::new(), parsed(RON).options().to_vec()).unwrap();
    let ranges: Vec<(i32, i32)> =
        engine.schema().parameters.iter().map(|parameter| parameter.range).collect();
    assert_eq!(ranges, [(0, 200), (0, 1), (0, 2), (-1_000, 250)]);
    engine.schema().validate().unwrap();
    assert_eq!(engine.start(), [100, 1, 1, -500]);
    let commands = "setoption name King Safety value 100\nsetoption name Aspiration value true\n\
                    setoption name Style value Normal\nsetoption name Base value -0.500\n";
    assert_eq!(engine.commands(&engine.start()), commands);
    assert_eq!(engine.numbers(&[7, 0, 2, 33])[3].1, "0.033");
    assert_eq!(engine.perturbations(), [10.0, 0.05, 0.1, 62.5]);
    // The file of other values has the same options.
    let again = ParameterFile::parse("file", &engine.file(&[7, 0, 2, -33])).unwrap();
    let again = TunedEngine::new("uci:engine".to_owned(), Vec::new(), again.options().to_vec()).unwrap();
    assert_eq!((again.schema(), again.start()), (engine.schema(), vec![7, 0, 2, -33]));
    let stored = ron::to_string(&engine).unwrap();
    assert_eq!(ron::from_str::<TunedEngine>(&stored).unwrap(), engine);
}

#[test]
fn a_tuned_option_is_not_fixed() {
    let fixed = vec![("king safety".to_owned(), "1".to_owned())];
    let error = TunedEngine::new("uci:engine".to_owned(), fixed, parsed(RON).options().to_vec()).unwrap_err();
    assert!(error.to_string().contains("“King Safety”: the option is tuned"), "{error}");
}

#[test]
fn proposals_leave_out_what_is_no_parameter() {
    let lines = [
        "option name Hash type spin default 16 min 1 max 4096",
        "option name UCI_LimitStrength type check default false",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Clear type button",
        "option name King Safety type spin default 100 min 0 max 200",
        "option name Futility Pruning type check default true",
        "option name Style type combo default Normal var Solid var Normal var Risky",
        "option name Seed type spin default 0 min 0 max 1000000",
        "option name Logistic Slope type spin default 3 min 1 max 9",
        "option name Search Time type spin default 0 min 0 max 3600",
    ];
    let options: Vec<EngineOption> = lines.iter().filter_map(|line| EngineOption::parse(line)).collect();
    let proposal = proposal::of_options(&options);
    let left_out = ["Hash", "UCI_LimitStrength", "Move Overhead", "Clear", "Seed", "Search Time"];
    assert_eq!(proposal.left_out, left_out);
    let text = proposal.text();
    let expected = "        (name: \"King Safety\", start: 100, min: 0, max: 200, c_end: 10, r_end: 0.002),\n        \
                    (name: \"Futility Pruning\", kind: Check, start: 1, min: 0, max: 1),\n        \
                    (name: \"Style\", kind: Combo([\"Solid\",\"Normal\",\"Risky\"]), start: 1, min: 0, max: 2),\n";
    assert!(text.replace("\", \"", "\",\"").contains(expected), "{text}");
    assert_eq!(parsed(&text).options(), proposal.options);
}

#[rstest]
#[case("default 20 min 0 max 1000000", [0.0, 84.0, 4.2])]
#[case("default -300 min -30000 max 30000", [-600.0, 0.0, 30.0])]
#[case("default 3 min 1 max 9", [1.0, 9.0, 0.5])]
#[case("default 0", [-64.0, 64.0, 6.4])]
fn a_proposed_range_is_around_the_default_within_that_of_the_engine(
    #[case] range: &str,
    #[case] expected: [f64; 3],
) {
    let option = EngineOption::parse(&format!("option name Margin type spin {range}")).unwrap();
    let proposal = proposal::of_options(&[option]);
    let [TunableOption { min, max, c_end: Some(c_end), .. }] = proposal.options[..] else {
        panic!("{proposal:?}")
    };
    assert_eq!([min, max, c_end], expected);
}

fn engine_of(text: &str) -> TunedEngine {
    TunedEngine::new("uci:engine */ x".to_owned(), Vec::new(), parsed(text).options().to_vec()).unwrap()
}

#[test]
fn values_are_exported_in_every_format() {
    let engine = engine_of(RON);
    let values = [120, 0, 2, -33];
    let export = |format| engine.export(&values, format, None).unwrap();
    assert_eq!(parsed(&export(ValueFormat::Eyas)).options()[0].start, 120.0);
    assert_eq!(export(ValueFormat::SetOption).lines().next(), Some("setoption name King Safety value 120"));
    let json = "{\n  \"King Safety\": 120,\n  \"Aspiration\": false,\n  \"Style\": \"Risky\",\n  \"Base\": -0.033\n}\n";
    assert_eq!(export(ValueFormat::Json), json);
    let lines = "King Safety, int, 120, 0, 200, 10, 0.002\nAspiration, int, 0, 0, 1, 0.05, 0.002\n\
                 Style, int, 2, 0, 2, 0.1, 0.002\nBase, float, -0.033, -1, 0.25, 0.0625, 0.002\n";
    assert_eq!(export(ValueFormat::OpenBench), lines);
    let header = "#define TUNED_KING_SAFETY (120) /* King Safety: 0 to 200, start 100 */\n\
                  #define TUNED_ASPIRATION (0) /* Aspiration: 0 to 1, start 1 */\n\
                  #define TUNED_STYLE \"Risky\" /* Style: 0 to 2, start 1 */\n\
                  #define TUNED_BASE (-0.033) /* Base: -1 to 0.25, start -0.5 */\n";
    assert!(export(ValueFormat::C).contains(header), "{}", export(ValueFormat::C));
    let constants = "/// King Safety: 0 to 200, start 100\npub const KING_SAFETY: i32 = 120;\n\
                     /// Aspiration: 0 to 1, start 1\npub const ASPIRATION: bool = false;\n\
                     /// Style: 0 to 2, start 1\npub const STYLE: &str = \"Risky\";\n\
                     /// Base: -1 to 0.25, start -0.5\npub const BASE: f64 = -0.033;\n";
    assert!(export(ValueFormat::Rust).contains(constants), "{}", export(ValueFormat::Rust));
    let error = engine.export(&values, ValueFormat::WeatherFactory, None).unwrap_err();
    assert_eq!(error, ExportError::Decimals("Base".to_owned()));
    let file = engine_of(WEATHER_FACTORY);
    let exported = file.export(&[101, -3], ValueFormat::WeatherFactory, None).unwrap();
    let options = parsed(&exported);
    let starts: Vec<f64> = options.options().iter().map(|option| option.start).collect();
    assert_eq!((starts, options.options()[1].c_end), (vec![101.0, -3.0], Some(5.5)));
}

#[test]
fn provisional_values_are_marked_where_the_format_allows_it() {
    let engine = engine_of(RON);
    let export = |format| engine.export(&[120, 0, 2, -33], format, Some("measured in haste")).unwrap();
    let line = "// provisional: measured in haste\n";
    assert!(export(ValueFormat::Eyas).starts_with(line) && export(ValueFormat::Rust).starts_with(line));
    assert_eq!(parsed(&export(ValueFormat::Eyas)).options()[0].start, 120.0);
    assert!(export(ValueFormat::C).starts_with("/* provisional: measured in haste */\n"));
    let json: serde_json::Value = serde_json::from_str(&export(ValueFormat::Json)).unwrap();
    assert_eq!(json["provisional"], "measured in haste");
    for format in [ValueFormat::SetOption, ValueFormat::OpenBench] {
        assert!(!export(format).contains("haste"), "{format:?} has no comments");
    }
}

/// Names and words that would end a comment or a string, or begin another line.
const HOSTILE: &str = r#"(options: [
    (name: "*/ int a; /* \" ??/", start: 1, min: 0, max: 3),
    (name: "a`] \\", start: 1, min: 0, max: 3),
    (name: "A", kind: Combo(["\"; #include \"x\" \\", "ü\u{202e}"]), start: 0, min: 0, max: 1),
    (name: "a b", kind: Float, start: 1, min: 0, max: 3),
])"#;

#[rstest]
#[case(ValueFormat::C, "cc", &["-x", "c", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-trigraphs"])]
#[case(ValueFormat::Rust, "rustc", &["--crate-type=lib", "--emit=metadata", "-Dwarnings", "--edition=2024"])]
fn exported_source_compiles_whatever_the_names_are(
    #[case] format: ValueFormat,
    #[case] compiler: &str,
    #[case] flags: &[&str],
) {
    let folder = tempfile::tempdir().unwrap();
    for (text, values) in [(HOSTILE, [1, 2, 0, 5]), (HOSTILE, [1, 2, 1, 5]), (RON, [1, 0, 1, -9])] {
        let path = folder.path().join(format!("tuned.{}", format.extension()));
        std::fs::write(&path, engine_of(text).export(&values, format, Some("*/ why ü\n")).unwrap()).unwrap();
        let output = std::process::Command::new(compiler)
            .current_dir(folder.path())
            .args(flags)
            .arg(&path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn lines_of_open_bench_have_no_names_that_change_their_meaning() {
    for name in ["a, b", "# a", "// a"] {
        let engine = engine_of(&format!("(options: [(name: \"{name}\", start: 1, min: 0, max: 3)])"));
        let error = engine.export(&[1], ValueFormat::OpenBench, None).unwrap_err();
        assert_eq!(error, ExportError::Name(name.to_owned()));
    }
    let words = "(options: [(name: \"a\", kind: Combo([\"x\\nquit\", \"y\"]), start: 1, min: 0, max: 1)])";
    let error = ParameterFile::parse("file", words).unwrap_err().to_string();
    assert!(error.contains("a word has a line break"), "{error}");
}
