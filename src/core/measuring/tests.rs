use rstest::rstest;
use serde_json::{Value, json};

use super::parameters::Parameters;
use super::request::{self, Line, Request};
use super::*;
use crate::engine_options::{ParameterFile, TunedEngine};
use crate::experiment::{Experiment, presets};
use crate::threads::Interrupt;

const OPTIONS: &str = r#"(options: [
    (name: "id", start: 100, min: 0, max: 200),
    (name: "Aspiration", kind: Check, start: 1, min: 0, max: 1),
    (name: "Style", kind: Combo(["Solid", "Normal", "Risky"]), start: 1, min: 0, max: 2),
    (name: "Base", kind: Float, start: -0.5, min: -1, max: 0.25),
])"#;

/// Parameters of all types; one has the name of a field of requests.
fn options() -> Parameters {
    let options = ParameterFile::parse("file", OPTIONS).unwrap().options().to_vec();
    let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), options).unwrap();
    Parameters::of(&presets::options("quick", engine).unwrap()).unwrap()
}

fn one(line: &str) -> Request {
    match request::parse(line.as_bytes(), &options()) {
        Ok(Line::One(request)) => request,
        Ok(Line::Batch(_)) => panic!("{line} is one vector"),
        Err(error) => panic!("{line}: {error}"),
    }
}

#[rstest]
#[case("{}", &[100, 1, 1, -500])]
#[case(r#"{"Style": "Risky", "Aspiration": false}"#, &[100, 0, 2, -500])]
#[case(r#"{"Base": -0.1234, "Style": 0}"#, &[100, 1, 0, -123])]
#[case("[7.6, true, \"Solid\", 0.25]", &[8, 1, 0, 250])]
#[case(r#"{"values": {"id": 7}, "id": "seven", "generation": 3}"#, &[7, 1, 1, -500])]
#[case(r#"{"values": [1, 0, 2, -1]}"#, &[1, 0, 2, -1_000])]
fn vectors_are_read(#[case] line: &str, #[case] values: &[i32]) {
    assert_eq!(one(line).values.as_deref(), Ok(values));
}

#[rstest]
#[case(r#"{"Bas": 1}"#, "there is no parameter “Bas”; the most similar one is “Base”")]
#[case(r#"{"Base": 0.3}"#, "“Base” is 0.3; it must be -1.0 to 0.25")]
#[case(r#"{"Base": "x"}"#, "“Base” is “x”; it must be a number from -1.0 to 0.25")]
#[case(r#"{"Style": "Wild"}"#, "“Style” is “Wild”; it must be a number from 0 to 2")]
#[case(r#"{"Style": null}"#, "“Style” is null; it must be a number")]
#[case(r#"{"Base": 1e999}"#, "column ")]
#[case("[1, 2, 3]", "the array has 3 values; there are 4 parameters")]
#[case("7", "expected an object of names and values, or an array of values, found 7")]
#[case(r#"{"generation": 1.5}"#, "generation is 1.5; it must be an integer from 0")]
#[case(r#"{"values": {}, "Base": 0}"#, "“Base” must be inside “values”")]
#[case("{\"Base\": 0", "column 10: EOF while parsing an object")]
fn invalid_vectors_are_explained(#[case] line: &str, #[case] message: &str) {
    let error = match request::parse(line.as_bytes(), &options()) {
        Ok(Line::One(request)) => request.values.unwrap_err(),
        Ok(Line::Batch(_)) => panic!("{line} is no batch"),
        Err(error) => error,
    };
    assert!(error.contains(message), "{error}");
}

#[test]
fn a_batch_has_one_generation() {
    let line = br#"[{"id": 1}, {"generation": 4}, {"generation": 5, "id": 3}, [1, 2]]"#;
    let Ok(Line::Batch(requests)) = request::parse(line, &options()) else { panic!() };
    assert!(requests.iter().all(|request| request.generation == Some(4)));
    assert!(requests[0].values.is_ok() && requests[1].values.is_ok());
    let error = requests[2].values.as_ref().unwrap_err();
    assert_eq!(error, "generation is 5; all vectors of a batch have one generation, here 4");
    assert_eq!(requests[2].id, Some(json!(3)));
    assert!(requests[3].values.is_err());
}

#[test]
fn long_lines_and_batches_are_refused() {
    let error = |line: &[u8]| request::parse(line, &options()).err().unwrap_or_default();
    assert!(error(&vec![b' '; LONGEST_LINE + 1]).contains("longer than"));
    let batch = format!("[{}]", vec!["{}"; MOST_VECTORS + 1].join(","));
    assert!(error(batch.as_bytes()).contains("may have at most 10000"));
}

fn suite() -> Experiment {
    let reference = crate::organism::Organism::named_or_path("reference").unwrap();
    let mut experiment = presets::tuning("quick", crate::organism::FixedEvaluation::of(&reference)).unwrap();
    let suite = experiment.objective.suite_mut().unwrap();
    (suite.node_limit, suite.positions) = (200, Some(6));
    experiment
}

fn answers(experiment: &Experiment, lines: &[&str], threads: usize) -> Vec<Value> {
    let never = Interrupt::default();
    let mut measurer = Measurer::new(experiment.clone(), None, threads, &never).unwrap();
    let answer =
        |(number, line): (u64, &&str)| measurer.answer(line.as_bytes(), number, &never).unwrap().unwrap();
    (1..).zip(lines).map(answer).collect()
}

#[test]
fn a_search_is_measured_alike_on_any_number_of_threads() {
    let lines =
        [r#"{"NULL_MOVE_USE": 1, "id": "a"}"#, "[{}, {\"FUTILITY_DEPTH\": 9}, {\"FUTILITY_DEPTH\": 2}]", "x"];
    let single = answers(&suite(), &lines, 1);
    assert_eq!(answers(&suite(), &lines, 3), single);
    // The value of this objective is the number of nodes, of which fewer are better.
    let [first, batch, error] = single.as_slice() else { panic!() };
    let (score, total) = (first["score"].as_f64().unwrap(), first["total"].as_f64().unwrap());
    assert_eq!((first["id"].as_str(), first["value"].as_f64()), (Some("a"), Some(total - score)));
    assert!(first.get("generation").is_none() && first.get("games").is_none(), "{first}");
    assert!(
        batch[1]["error"].as_str().unwrap().starts_with("line 2: “FUTILITY_DEPTH” is 9; it must be 0 to 3")
    );
    assert!(batch[0]["score"].is_u64() && batch[2]["score"].is_u64());
    assert_eq!(error["line"], 3);
}

#[test]
fn organisms_of_a_batch_play_each_other() {
    let reference = crate::organism::Organism::named_or_path("reference").unwrap();
    let evaluation = crate::organism::FixedEvaluation::of(&reference);
    let mut experiment = presets::search_self_play("quick", evaluation).unwrap();
    let games = experiment.objective.self_play_mut().unwrap();
    (games.games_per_pair, games.max_moves) = (2, 10);
    games.control = crate::arena::control::Control::Nodes(20);
    let lines = ["{}", "[{\"NULL_MOVE_USE\": 0}, {}, {\"NULL_MOVE_USE\": 1}]"];
    let single = answers(&experiment, &lines, 1);
    assert_eq!(answers(&experiment, &lines, 2), single);
    assert!(single[0]["error"].as_str().unwrap().contains("needs a batch of at least two"), "{}", single[0]);
    let points: Vec<f64> = (0..3).map(|place| single[1][place]["value"].as_f64().unwrap()).collect();
    assert_eq!((points.iter().sum::<f64>(), &single[1][0]["total"]), (6.0, &json!(8)));
}

#[test]
fn measures_that_depend_on_earlier_ones_are_refused() {
    let mut experiment = suite();
    experiment.objective.suite_mut().unwrap().drop_constant = true;
    let error = Measurer::new(experiment, None, 1, &Interrupt::default()).err().unwrap();
    assert!(error.is_input() && error.to_string().contains("--drop-constant"));
}
