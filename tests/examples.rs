//! Runs the programs in `examples`.

use std::error::Error;

#[path = "../examples/match_from_code.rs"]
mod match_from_code;
#[path = "../examples/own_evaluation.rs"]
mod own_evaluation;
#[path = "../examples/read_session.rs"]
mod read_session;

#[test]
fn the_example_own_evaluation_runs() -> Result<(), Box<dyn Error>> {
    own_evaluation::main()
}

#[test]
fn the_example_match_from_code_runs() -> Result<(), Box<dyn Error>> {
    match_from_code::main()
}

#[test]
fn the_example_read_session_runs() -> Result<(), Box<dyn Error>> {
    read_session::main()
}
