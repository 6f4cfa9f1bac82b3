//! Long work: how long it has run, and what ended. The configuration says what happens then.

use crate::config::OnFinish;
use crate::tui::prelude::*;

/// LongWork that can take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LongWork {
    /// The runs of the open session.
    Run,
    Match,
    Pipeline,
    Race,
    Suite,
}

/// The number of kinds of work.
const KINDS: usize = 5;

/// LongWork that ended by itself: it is complete, or it has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finished {
    pub(crate) work: LongWork,
    /// What ended, such as `race complete`.
    pub(crate) what: String,
    /// The folder of its results, if it has one.
    pub(crate) folder: Option<PathBuf>,
}

/// The work in progress.
#[derive(Debug, Default)]
pub(crate) struct Works {
    /// When each kind of work began or was resumed; `None` for what does not run.
    since: [Option<Duration>; KINDS],
    ended: Vec<Finished>,
}

impl Works {
    /// Notes that work ended by itself.
    pub(crate) fn end(&mut self, work: LongWork, what: String, folder: Option<PathBuf>) {
        self.ended.push(Finished { work, what, folder });
    }

    /// Notes which work runs now. Returns the work that has ended after at least `long`, since it last began or was
    /// resumed. A stage of a pipeline is a part of the pipeline.
    pub(crate) fn settle(&mut self, now: Duration, running: &[LongWork], long: Duration) -> Vec<Finished> {
        let since = self.since;
        let took = |work: LongWork| since[work as usize].map(|since| now.saturating_sub(since));
        let is_stage = |work| work == LongWork::Run && since[LongWork::Pipeline as usize].is_some();
        let mut ended = std::mem::take(&mut self.ended);
        ended.retain(|finished| {
            !is_stage(finished.work) && took(finished.work).is_some_and(|took| took >= long)
        });
        for work in [LongWork::Run, LongWork::Match, LongWork::Pipeline, LongWork::Race, LongWork::Suite] {
            let since = &mut self.since[work as usize];
            *since = running.contains(&work).then(|| since.unwrap_or(now));
        }
        ended
    }
}

impl Finished {
    /// Returns the program of a configuration and its arguments; `None` if there is none.
    pub(crate) fn command(&self, on_finish: &OnFinish) -> Option<(String, Vec<String>)> {
        let (program, arguments) = on_finish.command.split_first()?;
        let session = self.session();
        let fill = |argument: &String| fill(argument, &[("{finished}", &self.what), ("{session}", &session)]);
        Some((program.clone(), arguments.iter().map(fill).collect()))
    }

    /// Returns the folder of the results as text; empty if there is none.
    pub(crate) fn session(&self) -> String {
        self.folder.as_ref().map(|folder| folder.display().to_string()).unwrap_or_default()
    }
}

/// Replaces names by values. Names in values stay.
fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((at, name, value)) = values
        .iter()
        .filter_map(|(name, value)| Some((rest.find(name)?, *name, *value)))
        .min_by_key(|found| found.0)
    {
        filled.push_str(&rest[..at]);
        filled.push_str(value);
        rest = &rest[at + name.len()..];
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn ended(works: &mut Works, seconds: u64, running: &[LongWork]) -> Vec<String> {
        works.settle(at(seconds), running, LONG).into_iter().map(|finished| finished.what).collect()
    }

    #[test]
    fn only_long_work_that_ended_is_reported_and_only_once() {
        let mut works = Works::default();
        assert!(ended(&mut works, 0, &[LongWork::Race]).is_empty());
        assert!(ended(&mut works, 40, &[LongWork::Race, LongWork::Match]).is_empty());
        works.end(LongWork::Race, "race".to_owned(), None);
        works.end(LongWork::Match, "match".to_owned(), None);
        works.end(LongWork::Suite, "never ran".to_owned(), None);
        assert_eq!(ended(&mut works, 60, &[]), ["race"]);
        assert!(ended(&mut works, 90, &[]).is_empty());
    }

    #[test]
    fn the_time_counts_from_the_last_resumption() {
        let mut works = Works::default();
        ended(&mut works, 0, &[LongWork::Run]);
        ended(&mut works, 100, &[]);
        ended(&mut works, 200, &[LongWork::Run]);
        works.end(LongWork::Run, "run".to_owned(), None);
        assert!(ended(&mut works, 229, &[]).is_empty());
    }

    #[test]
    fn a_stage_is_a_part_of_its_pipeline() {
        let mut works = Works::default();
        ended(&mut works, 0, &[LongWork::Run, LongWork::Pipeline]);
        works.end(LongWork::Run, "stage".to_owned(), None);
        assert!(ended(&mut works, 50, &[LongWork::Pipeline]).is_empty());
        works.end(LongWork::Pipeline, "pipeline".to_owned(), None);
        assert_eq!(ended(&mut works, 60, &[]), ["pipeline"]);
    }

    #[test]
    fn arguments_have_what_ended_and_where() {
        let command = ["say", "{finished}: {session}", "{finished}{x}"].map(str::to_owned).to_vec();
        let on_finish = OnFinish { command, ..OnFinish::default() };
        let what = "run {session} complete".to_owned();
        let finished = Finished { work: LongWork::Run, what, folder: Some(PathBuf::from("sessions/a")) };
        let (program, arguments) = finished.command(&on_finish).unwrap();
        assert_eq!(program, "say");
        assert_eq!(arguments, ["run {session} complete: sessions/a", "run {session} complete{x}"]);
        assert_eq!(finished.command(&OnFinish::default()), None);
    }
}
