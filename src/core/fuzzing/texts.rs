//! Files that a person writes or receives, in RON and the formats of other programs.

use std::path::Path;
use std::str;

use crate::arena::profile::Profile;
use crate::config;
use crate::director::MatchConfig;
use crate::engine::schema::Schema;
use crate::engine_options::{ParameterFile, TunedEngine};
use crate::experiment::Experiment;
use crate::organism::Organism;
use crate::organism::chromosome::Chromosome;
use crate::players::persona::Persona;

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

/// Settings of a person.
pub fn config(bytes: &[u8]) -> bool {
    config::parse(Path::new("input"), text(bytes).to_owned()).is_ok()
}

/// Experiments. Valid ones begin a run.
pub fn experiment(bytes: &[u8]) -> bool {
    let Ok(experiment) = ron::from_str::<Experiment>(text(bytes)) else { return false };
    // What is not a number, and thus not equal to itself, is not valid.
    if experiment.validate().is_err() {
        return false;
    }
    let written = ron::to_string(&experiment).unwrap_or_default();
    let again = ron::from_str::<Experiment>(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again, experiment);
    true
}

/// Organisms.
pub fn organism(bytes: &[u8]) -> bool {
    let Ok(organism) = Organism::parse("input", text(bytes)) else { return false };
    let written = organism.to_ron().unwrap_or_default();
    let again = Organism::parse("written", &written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again, organism);
    true
}

/// Options of engines, in the three formats.
pub fn parameters(bytes: &[u8]) -> bool {
    let Ok(file) = ParameterFile::parse("input", text(bytes)) else { return false };
    let options = file.options().to_vec();
    let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), options);
    let engine = engine.unwrap_or_else(|error| panic!("{error}"));
    let start = engine.start();
    let written = [file.with_values(&engine.numbers(&start)), engine.file(&start)];
    for written in written {
        let again = ParameterFile::parse("written", &written);
        let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again.options(), file.options(), "{written}");
    }
    let _ = (engine.commands(&start), engine.perturbations());
    true
}

/// Models of players.
pub fn persona(bytes: &[u8]) -> bool {
    Persona::parse(Path::new("input"), text(bytes)).is_ok()
}

/// Profiles of engines.
pub fn profile(bytes: &[u8]) -> bool {
    Profile::parse("input", text(bytes)).is_ok()
}

/// Schemas. Valid ones decode a chromosome.
pub fn schema(bytes: &[u8]) -> bool {
    let Ok(schema) = Schema::parse("input", text(bytes)) else { return false };
    let chromosome = Chromosome::from_words(schema.bits(), || u64::MAX);
    assert!(schema.has_values(&chromosome.decode(&schema)), "values outside their ranges");
    true
}

/// Tournaments.
pub fn tournament(bytes: &[u8]) -> bool {
    MatchConfig::parse(Path::new("input.ron"), text(bytes)).is_ok()
}
