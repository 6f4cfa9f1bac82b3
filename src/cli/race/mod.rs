//! `eyas race`: compares optimizers on one objective.

mod flags;
mod result;

use std::path::{Path, PathBuf};
use std::time::Duration;

use eyas::files;
use eyas::job::report::Progress;
use eyas::progress::LiveTimer;
use eyas::race::{self, Driver, Race, Standing, Update};
use eyas::threads::Interrupt;
use eyas::trust::{self, EngineUse};

pub(crate) use flags::RaceArgs;

use super::interrupt::Signals;
use super::progress::Bar;
use super::running::resume_command;
use super::{Failure, Globals, Outcome, output};

/// The interval between two looks at a race in progress.
const LOOK: Duration = Duration::from_millis(50);

/// Runs `eyas race`.
pub(crate) fn run(args: &RaceArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let signals = Signals::install()?;
    if let Some(path) = &args.csv {
        output::check_file("--csv", path)?;
    }
    let race = open(args, globals)?;
    let folder = race.folder().to_owned();
    let standing = race.standing().map_err(failure)?;
    let message = format!("interrupted. Resume with: {}", resume_command("race", &folder));
    signals.before_end(|| message);
    if !work(race, standing, globals, &signals.interrupt)? {
        let standing = read(&folder)?;
        let complete: usize =
            (0..standing.plan().optimizers.len()).map(|index| standing.complete(index)).sum();
        return Err(Failure::Interrupted(format!(
            "interrupted; {complete} of {} runs are complete. Resume with: {}",
            standing.plan().runs().count(),
            resume_command("race", &folder)
        )));
    }
    let standing = read(&folder)?;
    if let Some(path) = &args.csv {
        files::replace(path, result::csv(&standing).as_bytes())
            .map_err(|cause| Failure::Runtime(format!("--csv: cannot write {}: {cause}", path.display())))?;
    }
    Ok(result::outcome(&folder, &standing))
}

fn failure(error: race::Error) -> Failure {
    Failure::of(error.is_input(), error)
}

fn read(folder: &Path) -> Result<Standing, Failure> {
    Race::open_read_only(folder).and_then(|race| race.standing()).map_err(failure)
}

/// Starts or resumes a race.
fn open(args: &RaceArgs, globals: &Globals) -> Result<Race, Failure> {
    let folder: PathBuf = match &globals.session {
        None if globals.resume => {
            return Err(Failure::without_session("--resume", "the folder of the race"));
        }
        None => race::new_folder(globals.sessions()).map_err(failure)?,
        Some(folder) => folder.clone(),
    };
    if !race::is_race(&folder) {
        let plan = args.plan(None, globals)?;
        trust::record_started(&EngineUse::of_experiment(&plan.base));
        return Race::create(&folder, plan).map_err(failure);
    }
    if !globals.resume {
        return Err(Failure::exists("race", &folder));
    }
    let race = Race::open(&folder).map_err(failure)?;
    let contradicting = args.contradictions(race.plan(), globals)?;
    if !contradicting.is_empty() {
        return Err(Failure::contradicts("race", &folder, &contradicting, ""));
    }
    globals.trust(&EngineUse::of_experiment(&race.plan().base))?;
    race.mend().map_err(failure)?.iter().for_each(|notice| output::note(notice));
    Ok(race)
}

/// Runs the incomplete runs and shows the progress. Returns false if a signal stopped them.
fn work(race: Race, mut standing: Standing, globals: &Globals, signals: &Interrupt) -> Result<bool, Failure> {
    let threads = globals.threads.unwrap_or(0);
    let driver = Driver::start(
        || Ok(race),
        threads,
        globals.cache.as_deref(),
        globals.workers.clone(),
        signals.clone(),
        || {},
    );
    let driver = driver.map_err(failure)?;
    let bar = Bar::counted().with_workers(globals);
    let mut timer = LiveTimer::default();
    timer.start();
    loop {
        // The end is checked first, so that no update is lost.
        let ended = driver.ended();
        for update in driver.take() {
            if let Update::Warning(text) = &update {
                bar.say(text);
            }
            standing.update(&update);
        }
        if ended {
            break;
        }
        bar.report_workers();
        let (done, total) = standing.evaluations();
        timer.record(done as f64);
        bar.show(&Progress {
            activity: "racing",
            done,
            total,
            organisms_per_second: timer.rate().unwrap_or(0.0),
            time_left: timer.left(total as f64),
            searches: None,
        });
        std::thread::sleep(LOOK);
    }
    driver.finish().map_err(failure)
}
