//! Runs the programs in `examples/`.

use std::error::Error;

#[path = "../examples/match_from_code.rs"]
mod match_from_code;
#[path = "../examples/own_evaluation.rs"]
mod own_evaluation;
#[path = "../examples/read_session.rs"]
mod read_session;

#[test]
fn an_own_evaluation_evolves() -> Result<(), Box<dyn Error>> {
    own_evaluation::main()
}

#[test]
fn a_match_is_played() -> Result<(), Box<dyn Error>> {
    match_from_code::main()
}

#[test]
fn a_session_is_read() -> Result<(), Box<dyn Error>> {
    read_session::main()
}
