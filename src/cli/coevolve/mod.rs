//! `eyas coevolve`: evolves organisms by games against each other, in a session.

mod flags;
mod result;

pub(crate) use flags::CoevolveArgs;
pub(super) use result::outcome;

use super::running::Verb;
use super::{Failure, Globals, Outcome};

/// Runs `eyas coevolve`.
pub(crate) fn run(args: &CoevolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let initial = args.initial()?;
    let overrides = args.overrides(globals, &initial)?;
    let preset = |name: Option<&str>| flags::preset(name, &initial);
    let verb = Verb {
        name: "coevolve",
        runs: &|experiment| experiment.stage() == "coevolution",
        overrides: &overrides,
        preset: &preset,
        pgn: None,
    };
    Ok(outcome(&verb.finished(globals)?))
}
