//! `eyas schema`: the embedded schemas, and files made from them.

use std::fs;

use predicates::prelude::*;
use predicates::str::contains;
use rstest::rstest;

use crate::support::results;

fn eyas(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.args(arguments);
    command
}

#[test]
fn the_embedded_schemas_are_listed() {
    eyas(&["schema"]).assert().success().stderr("").stdout(
        contains("paper-2014        35 parameters   224 bits  ")
            .and(contains("extended         510 parameters")),
    );
    let listed = results::json(eyas(&["schema"]));
    assert_eq!(listed["schemas"].as_array().unwrap().len(), 8);
    assert_eq!(listed["schemas"][0]["name"], "paper-2014");
}

#[test]
fn a_printed_schema_can_be_evolved() {
    let folder = tempfile::tempdir().unwrap();
    let printed =
        eyas(&["schema", "extended-small", "--without", "Material,Mobility,PASSED"]).output().unwrap();
    let file = folder.path().join("few.ron");
    fs::write(&file, &printed.stdout).unwrap();
    let (file, session) = (file.to_str().unwrap(), folder.path().join("session"));
    // Printed again, the file is the same.
    let again = eyas(&["schema", file]).output().unwrap();
    assert_eq!(String::from_utf8(again.stdout).unwrap(), fs::read_to_string(file).unwrap());
    let schema = results::json(eyas(&["schema", file]));
    let names: Vec<&str> =
        schema["parameters"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"ISOLATED_MG"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("PAWN_MG") || name.starts_with("PASSED")), "{names:?}");

    let evolve = ["evolve", "--preset", "quick", "--schema", file, "--generations", "1", "--population", "4"];
    eyas(&evolve).arg("--session").arg(&session).assert().success();
    let champion = fs::read_to_string(session.join("champion.ron")).unwrap();
    assert!(champion.contains("extended-small-without-material-mobility-passed"), "{champion}");
    assert!(champion.contains("\"ISOLATED_MG\"") && !champion.contains("\"QUEEN_MG\""), "{champion}");
}

#[rstest]
#[case(&["schema", "no-such"], "unknown schema “no-such”; use one of: paper-2014")]
#[case(&["schema", "no/such.ron"], "no/such.ron: No such file")]
#[case(&["schema", "paper-2014", "--without", "Queens"], "nothing is called “Queens”; give one of its groups, King, ")]
#[case(&["schema", "--without", "Squares"], "<SCHEMA>")]
fn bad_names_are_explained(#[case] arguments: &[&str], #[case] reason: &str) {
    eyas(arguments).assert().code(2).stdout("").stderr(contains(reason));
}
