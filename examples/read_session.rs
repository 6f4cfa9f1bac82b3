//! Reads a session: its settings, the best score of each generation, and the champion.
//!
//! ```sh
//! cargo run --release --example read_session
//! ```
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::path::Path;

use eyas::experiment;
use eyas::session::Session;

/// The session that comes with Eyas. Replace it with the folder of your own session.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sessions/example");

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Opening it read-only neither changes nor locks the folder, so an evolution may run meanwhile. Damaged files are
    // an error.
    let session = Session::open_read_only(Path::new(FOLDER))?;

    println!("settings of the preset {}:", session.header.settings.preset);
    for (_, setting) in experiment::declarations() {
        if let Some(value) = (setting.get)(&session.header.settings) {
            println!("  {:16} {value}", setting.name);
        }
    }

    let measure = session.header.settings.measure(session.header.largest_score());
    println!("best score of each generation:");
    for generation in &session.history {
        println!("  {:4} {:6}", generation.generation, measure.value(generation.spread.best as f64));
    }

    for champion in session.champions() {
        println!("champion of run {}, {} of {}:", champion.run + 1, champion.score, champion.train_total);
        for (parameter, value) in champion.settings.schema().parameters.iter().zip(&champion.values) {
            println!("  {:32} {value:5}", parameter.name);
        }
    }
    Ok(())
}
