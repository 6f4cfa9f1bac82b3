//! `eyas match`: plays matches and tournaments.

mod flags;
mod request;
mod result;
mod score_lines;

use std::path::{Path, PathBuf};

use eyas::arena::matches::{Finish, NoObserver};
use eyas::arena::settings::SEED;
use eyas::arena::spec::PlayerSpec;
use eyas::arena::steering::Steering;
use eyas::director::{Error, Fact, MatchSession, usual_threads};
use eyas::files;
use eyas::session::{self, MatchFolder, Occupancy};
use eyas::threads::{Interrupt, startable};
use eyas::trust::{self, EngineUse};

pub(crate) use flags::MatchArgs;
use result::Finished;
use score_lines::ScoreLines;

use super::interrupt::Signals;
use super::progress::Bar;
use super::running::resume_command;
use super::{Failure, Globals, Outcome, output, workers};

/// Runs `eyas match`.
pub(crate) fn run(args: &MatchArgs, globals: &Globals) -> Result<Outcome, Failure> {
    if let Some(path) = &args.pgn {
        output::check_file("--pgn", path)?;
    }
    let signals = Signals::install()?;
    let interrupt = &signals.interrupt;
    let match_session = match &globals.session {
        Some(folder) => in_folder(folder, args, globals, interrupt)?,
        None if globals.resume => {
            return Err(Failure::without_session("--resume", "the folder of the match"));
        }
        None => {
            let ready = request::ready(args, globals, SEED, interrupt)?;
            let folder = session::new_match_folder(globals.sessions()).map_err(Failure::of_session)?;
            MatchSession::begin(&folder, ready).map_err(failure)?
        }
    };
    play(match_session, args, globals, &signals)
}

/// Classifies an error of a match.
fn failure(error: Error) -> Failure {
    let text = error.to_string();
    match error {
        Error::Interrupted => Failure::Interrupted(text),
        _ if error.is_input() => Failure::Input(text),
        _ => Failure::Runtime(text),
    }
}

fn in_folder(
    folder: &Path,
    args: &MatchArgs,
    globals: &Globals,
    interrupt: &Interrupt,
) -> Result<MatchSession, Failure> {
    if !MatchFolder::is_match(folder) {
        return match session::occupancy(folder).map_err(Failure::of_session)? {
            Occupancy::Vacant => {
                let ready = request::ready(args, globals, SEED, interrupt)?;
                MatchSession::begin(folder, ready).map_err(failure)
            }
            Occupancy::Session | Occupancy::Other => Err(Failure::Input(format!(
                "{}: the folder contains other files but no match. Use --session with a new or empty folder",
                folder.display()
            ))),
        };
    }
    if !globals.resume {
        return Err(Failure::exists("match", folder));
    }
    let match_session = MatchSession::open(folder).map_err(failure)?;
    // Matches of earlier versions have paths that are relative to the current folder.
    let settings = match_session.settings().clone().absolute();
    let mut contradicting = args.contradictions(&settings, globals.seed)?;
    if args.tournament.is_some() {
        let ready = request::ready(args, globals, settings.seed, interrupt)?;
        trust::record_started(&EngineUse::of_match(&ready.header.settings));
        if ready.header.settings != settings {
            contradicting.push("the tournament file".to_owned());
        }
    }
    if !contradicting.is_empty() {
        return Err(Failure::contradicts("match", folder, &contradicting, ""));
    }
    globals.trust(&EngineUse::of_match(&settings))?;
    // Flags that name an engine are as good as at the start.
    let given = args.a.iter().map(|spec| (0, spec));
    let given = given.chain(args.b.iter().map(|spec| (1, spec)));
    let given = given.map(|(side, spec): (usize, &PlayerSpec)| {
        EngineUse::of_player(&spec.clone().absolute().to_string(), args.options()[side])
    });
    trust::record_started(&given.collect::<Vec<_>>());
    Ok(match_session)
}

fn play(
    mut match_session: MatchSession,
    args: &MatchArgs,
    globals: &Globals,
    signals: &Signals,
) -> Result<Outcome, Failure> {
    let control = match_session.settings().timing();
    // More threads do not let timed games compete for time.
    let given = globals.threads.filter(|threads| *threads > 0 && !control.is_timed());
    let wanted = args.concurrency.or(given).unwrap_or_else(|| usual_threads(control));
    let threads = startable(wanted).max(1);
    // The PGN file of an incomplete match has fewer games than the finished match.
    let was_complete = match_session.is_complete();
    let (mut done, total) = (match_session.finished(), match_session.plan().games());
    let bar = Bar::counted().with_workers(globals);
    for warning in result::warnings(match_session.settings()) {
        bar.say(&format!("warning: {warning}"));
    }
    if threads < wanted {
        bar.say(&format!(
            "warning: cannot start {wanted} threads; {threads} games are played at the same time"
        ));
    }
    bar.count("playing", done, total);
    let service = globals.workers.as_ref().map(|workers| workers.0.games());
    let steering = Steering::new(threads).pinned(args.pin).served(service);
    match_session.limit_time_losses(args.max_time_losses);
    let (save, folder, copy) = (match_session.saver(), match_session.folder().to_owned(), args.pgn.clone());
    signals.before_end(move || {
        let saved = save()
            .map_err(failure)
            .and_then(|(text, games)| copy.map_or(Ok(()), |path| write_copy(&path, &text)).map(|()| games));
        match saved {
            Ok(games) => interrupted(games, total, &folder),
            Err(Failure::Input(why) | Failure::Runtime(why) | Failure::Interrupted(why)) => {
                format!("interrupted, but {why}. Resume with: {}", resume_command("match", &folder))
            }
        }
    });
    let mut score = args.score_every.map(|every| ScoreLines::new(&match_session, every));
    let played = match_session.play(&steering, &signals.interrupt, &NoObserver, &mut |fact| match fact {
        Fact::Over(fixture, record) => {
            done += 1;
            bar.count("playing", done, total);
            if let Some(line) = score.as_mut().and_then(|score| score.add(fixture, record)) {
                bar.say(&line);
            }
        }
        Fact::Fault(fixture, player, error) => {
            bar.say(&format!("game {}: {player}: {}", fixture.game + 1, error.fault));
        }
        Fact::Warning(text) => bar.say(&format!("warning: {text}")),
    });
    signals.saving();
    // Completed games are written in any case, also after an error.
    let written = match_session.review().map_err(failure).and_then(|review| {
        write_pgn(&match_session, &review.pgn, args, was_complete).map(|path| (review, path))
    });
    bar.report_workers();
    let by_worker = globals.workers.as_ref().map(workers::report).unwrap_or_default();
    let finish = played.map_err(failure)?;
    let (review, pgn) = written?;
    if let Some(why) = globals.workers.as_ref().and_then(|workers| workers.0.failure())
        && finish == Finish::Stopped
    {
        return Err(Failure::Runtime(why));
    }
    if finish == Finish::Stopped {
        return Err(Failure::Interrupted(interrupted(review.finished, total, match_session.folder())));
    }
    let finished = Finished { match_session: &match_session, review: &review, pgn };
    let outcome = finished.outcome();
    if by_worker.is_empty() {
        return Ok(outcome);
    }
    Ok(outcome.line(format!("\n\n{}", by_worker.join("\n"))).value("workers", by_worker))
}

/// Writes the games to the match folder and to the `--pgn` file, and returns the path of the latter if there is one.
fn write_pgn(
    match_session: &MatchSession,
    text: &str,
    args: &MatchArgs,
    was_complete: bool,
) -> Result<PathBuf, Failure> {
    let is_wrong = was_complete && !match_session.has_pgn(text);
    let own = match_session.write_pgn(text).map_err(failure)?;
    if is_wrong {
        output::note(&format!(
            "{}: the file did not match the recorded games; it was written again",
            own.display()
        ));
    }
    let Some(path) = &args.pgn else { return Ok(own) };
    write_copy(path, text)?;
    Ok(path.clone())
}

/// Writes the games to the `--pgn` file.
fn write_copy(path: &Path, text: &str) -> Result<(), Failure> {
    files::replace(path, text.as_bytes()).map_err(|error| {
        Failure::Runtime(format!(
            "{}: cannot write the games: {error}{}",
            path.display(),
            files::advice(&error)
        ))
    })
}

/// Returns the message of an interrupted match.
fn interrupted(games: u64, total: u64, folder: &Path) -> String {
    format!("interrupted after {games} of {total} games. Resume with: {}", resume_command("match", folder))
}
