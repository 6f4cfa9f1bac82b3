use std::fs;
use std::panic;
use std::path::Path;

use super::PARSERS;

#[test]
fn the_inputs_of_the_corpora_are_read_without_a_fault() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for (name, parser) in PARSERS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "fuzz/Cargo.toml lacks the target {name}");
        let (mut valid, mut invalid) = (0, 0);
        for entry in fs::read_dir(fuzz.join("corpus").join(name)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            match panic::catch_unwind(|| parser(&bytes)) {
                Ok(true) => valid += 1,
                Ok(false) => invalid += 1,
                Err(_) => panic!("{} is not read", path.display()),
            }
        }
        assert!(valid > 0 && invalid > 0, "{name}: {valid} valid inputs, {invalid} invalid ones");
    }
}
