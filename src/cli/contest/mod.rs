//! `eyas match`: two players play games until it is known who is stronger.

mod begun;
mod flags;
mod result;

use std::path::{Path, PathBuf};

use eyas::arena::contest::{Finish, Nobody};
use eyas::arena::steering::Steering;
use eyas::director::{Error, Fact, Proceedings, usual_threads};
use eyas::files;
use eyas::job::report::Progress;
use eyas::session::{self, MatchFolder, Occupancy};
use eyas::threads::Interrupt;

pub(crate) use flags::MatchArgs;
use flags::Wishes;
use result::Finished;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, SESSIONS, interrupt, output};

/// Runs `eyas match`.
pub(crate) fn run(args: &MatchArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let interrupt = interrupt::on_signals()?;
    let wishes = args.wishes(globals);
    let proceedings = match &globals.session {
        Some(folder) => in_folder(folder, args, globals, &wishes, &interrupt)?,
        None if globals.resume => {
            return Err(Failure::Input("--resume: name the match's folder with --session DIR".to_owned()));
        }
        None => {
            let ready = begun::ready(args, &wishes, &interrupt)?;
            let folder = session::new_match_folder(Path::new(SESSIONS)).map_err(Failure::of_session)?;
            Proceedings::begin(&folder, ready).map_err(failure)?
        }
    };
    play(proceedings, args, globals, &interrupt)
}

/// What an error of a contest is.
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
    wishes: &Wishes,
    interrupt: &Interrupt,
) -> Result<Proceedings, Failure> {
    let shown = folder.display();
    if !MatchFolder::is_one(folder) {
        return match session::occupancy(folder).map_err(Failure::of_session)? {
            Occupancy::Vacant => {
                Proceedings::begin(folder, begun::ready(args, wishes, interrupt)?).map_err(failure)
            }
            Occupancy::Session | Occupancy::Other => Err(Failure::Input(format!(
                "{shown}: the folder holds other files and no match. Name an empty or a new folder with --session"
            ))),
        };
    }
    if !globals.resume {
        return Err(Failure::Input(format!(
            "{shown}: the folder holds a match already. Add --resume to go on with it, or name another folder \
             with --session to begin a new one"
        )));
    }
    let proceedings = Proceedings::open(folder).map_err(failure)?;
    let settings = proceedings.settings();
    let mut contradicting = wishes.contradictions(settings);
    if args.tournament.is_some() && begun::ready(args, wishes, interrupt)?.header.settings != *settings {
        contradicting.push("the tournament's file");
    }
    if args.openings.as_ref().is_some_and(|path| Some(path.display().to_string()) != settings.openings.file) {
        contradicting.push("--openings");
    }
    if !contradicting.is_empty() {
        return Err(Failure::Input(format!(
            "{shown}: the match was begun with other settings than {}. Leave these flags away to go on with it, \
             or name another folder with --session to begin a new one",
            contradicting.join(", ")
        )));
    }
    Ok(proceedings)
}

fn play(
    mut proceedings: Proceedings,
    args: &MatchArgs,
    globals: &Globals,
    interrupt: &Interrupt,
) -> Result<Outcome, Failure> {
    let threads = args.concurrency.or(globals.threads.filter(|threads| *threads > 0));
    let threads = threads.unwrap_or_else(|| usual_threads(proceedings.settings().control));
    // Of a match that goes on, the file has fewer games than there are at its end.
    let was_complete = proceedings.is_complete();
    let (mut done, total) = (proceedings.games().len() as u64, proceedings.plan().games());
    let bar = Bar::counted();
    for warning in result::warnings(proceedings.settings()) {
        bar.say(&format!("warning: {warning}"));
    }
    show(&bar, done, total);
    let steering = Steering::new(threads).pinned(args.pin);
    proceedings.limit_time_losses(args.max_time_losses);
    let played = proceedings.play(&steering, interrupt, &Nobody, &mut |fact| match fact {
        Fact::Over(..) => {
            done += 1;
            show(&bar, done, total);
        }
        Fact::Fault(fixture, player, error) => {
            bar.say(&format!("game {}: {player}: {}", fixture.game + 1, error.fault));
        }
        Fact::Warning(text) => bar.say(&format!("warning: {text}")),
    });
    // The games that are over are written whatever ended the contest.
    let pgn = write_pgn(&proceedings, args, was_complete);
    let finish = played.map_err(failure)?;
    let pgn = pgn?;
    if finish == Finish::Stopped {
        return Err(Failure::Interrupted(format!(
            "interrupted after {} of {total} games; go on with --session {} --resume",
            proceedings.games().len(),
            proceedings.folder().display()
        )));
    }
    Ok(Finished { proceedings: &proceedings, standings: &proceedings.standings(), pgn }.outcome())
}

/// Writes the games into the contest's folder and into the file asked for, which is named where there is one.
fn write_pgn(proceedings: &Proceedings, args: &MatchArgs, was_complete: bool) -> Result<PathBuf, Failure> {
    let text = proceedings.pgn();
    let is_wrong = was_complete && !proceedings.has_pgn(&text);
    let own = proceedings.write_pgn(&text).map_err(failure)?;
    if is_wrong {
        output::note(&format!(
            "{}: the file did not hold the games that were recorded; it was written again",
            own.display()
        ));
    }
    let Some(path) = &args.pgn else { return Ok(own) };
    files::replace(path, text.as_bytes()).map_err(|error| {
        Failure::Runtime(format!("{}: cannot be written: {error}{}", path.display(), files::advice(&error)))
    })?;
    Ok(path.clone())
}

fn show(bar: &Bar, done: u64, total: u64) {
    bar.show(&Progress {
        activity: "playing",
        done,
        total,
        organisms_per_second: 0.0,
        time_left: None,
        searches: None,
    });
}
