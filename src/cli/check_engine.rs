//! `eyas check-engine`: checks whether an engine keeps its protocol.

use clap::Args;
use eyas::arena::compliance::{self, Check, Verdict};
use eyas::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use eyas::arena::settings::HASH;
use eyas::arena::spec::PlayerSpec;
use eyas::engine::search::Signal;
use eyas::solving::interruptible;
use serde_json::json;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, values};

/// Arguments of `eyas check-engine`.
#[derive(Debug, Args)]
pub(crate) struct CheckEngineArgs {
    /// Engine to check: uci:COMMAND or xboard:COMMAND; or just the name of an engine profile, or the path of a UCI engine
    #[arg(value_name = "SPEC")]
    engine: PlayerSpec,
    /// Set an option of the engine; repeatable
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::option)]
    options: Vec<(String, String)>,
}

/// Runs `eyas check-engine`.
pub(crate) fn run(args: &CheckEngineArgs, _: &Globals) -> Result<Outcome, Failure> {
    let interrupt = interrupt::on_signals()?;
    let options = PlayerOptions { search: None, hash: HASH, options: args.options.clone() };
    let resolved = ResolvedPlayer::of(&args.engine, &options).map_err(Failure::input)?;
    let Some(protocol) = compliance::protocol(&resolved.factory) else {
        return Err(Failure::Input(format!(
            "{}: an organism has no protocol; write uci:COMMAND or xboard:COMMAND for an engine, such as \
             “uci:eyas uci --organism {}”",
            args.engine, resolved.name
        )));
    };
    let (bar, total) = (Bar::counted(), compliance::count(&resolved.factory));
    bar.count("checking", 0, total);
    let (signal, mut done) = (Signal::default(), 0);
    let checks = interruptible(&interrupt, &signal, || {
        compliance::examine(&resolved.factory, &signal, &mut |_| {
            done += 1;
            bar.count("checking", done, total);
        })
    });
    if signal.is_stopped() {
        return Err(Failure::Interrupted(format!("interrupted after {done} of {total} checks; no result")));
    }
    // An engine that cannot be started is bad input, not one that fails.
    let checks = checks.map_err(|error| Failure::Input(error.to_string()))?;
    Ok(outcome(&args.engine.to_string(), protocol, &checks))
}

/// Returns a line for each check, and the numbers of the verdicts.
fn outcome(engine: &str, protocol: &str, checks: &[Check]) -> Outcome {
    let count = |verdict| checks.iter().filter(|check| check.verdict == verdict).count();
    let [passed, warnings, failed, skipped] =
        [Verdict::Passed, Verdict::Warning, Verdict::Failed, Verdict::Skipped].map(count);
    let width = checks.iter().map(|check| check.name.chars().count()).max().unwrap_or(0);
    let line = |Check { name, verdict, seen, advice, .. }: &Check| {
        let advice = if advice.is_empty() { String::new() } else { format!("; {advice}") };
        format!("{:<8} {name:<width$}  {seen}{advice}", verdict.word())
    };
    let object = |check: &Check| {
        json!({
            "name": check.name,
            "verdict": check.verdict.word(),
            "seen": check.seen,
            "advice": check.advice,
            "lines": check.lines,
        })
    };
    Outcome::default()
        .lines(checks.iter().map(line))
        .line(format!("{passed} passed, {warnings} warnings, {failed} failed, {skipped} skipped"))
        .values(json!({
            "engine": engine,
            "protocol": protocol,
            "checks": checks.iter().map(object).collect::<Vec<_>>(),
            "passed": passed,
            "warnings": warnings,
            "failed": failed,
            "skipped": skipped,
        }))
        .failed_if(failed > 0)
}
