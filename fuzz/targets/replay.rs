//! Reads inputs with a parser, without a fuzzer: `replay PARSER FILE...`. Files in folders are read, too.

use std::path::Path;
use std::process::ExitCode;

use eyas_core::fuzzing::{PARSERS, Parser};

fn read(parser: Parser, path: &Path) -> std::io::Result<u64> {
    if !path.is_dir() {
        parser(&std::fs::read(path)?);
        return Ok(1);
    }
    std::fs::read_dir(path)?.map(|entry| read(parser, &entry?.path())).sum()
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some((_, parser)) = PARSERS.iter().find(|(known, _)| *known == name) else {
        eprintln!(
            "replay: “{name}” is not one of {}",
            PARSERS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        );
        return ExitCode::from(2);
    };
    match arguments.map(|path| read(*parser, Path::new(&path))).sum::<std::io::Result<u64>>() {
        Ok(inputs) => println!("{name}: {inputs} inputs"),
        Err(error) => {
            eprintln!("replay: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
