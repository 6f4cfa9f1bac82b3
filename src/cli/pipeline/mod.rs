//! `eyas pipeline`: runs all stages in sequence, each in its own session.

mod flags;
mod result;

use std::path::Path;

use eyas::pipeline::{self, Change, Conclusion, Estimate, Next, Pipeline, PipelinePlan, Stage, Start};
use eyas::trust::EngineUse;

pub(crate) use flags::PipelineArgs;
use flags::{Flag, StageArg};
use result::{Finished, plan_text};

use super::interrupt::Signals;
use super::progress::Bar;
use super::{Failure, Globals, Outcome, output, running};

/// The default preset.
const DEFAULT: &str = "paper-2014";

/// Runs `eyas pipeline`.
pub(crate) fn run(args: &PipelineArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let signals = Signals::install()?;
    let verb = Pipelining { args, globals, signals: &signals, flags: args.changes(globals)? };
    let threads = globals.threads.unwrap_or(0);
    if args.plan {
        let plan = match verb.existing()? {
            Some(pipeline) => pipeline.plan().clone(),
            None => verb.plan()?,
        };
        plan.validate().map_err(failure)?;
        let estimates = pipeline::estimates(&plan, threads, &signals.interrupt).map_err(failure)?;
        return Ok(result::planned(&plan, &estimates));
    }
    let pipeline = verb.open()?;
    let interrupted =
        format!("interrupted. Resume with: {}", running::resume_command("pipeline", pipeline.folder()));
    let message = interrupted.clone();
    signals.before_end(|| message);
    let next = pipeline.next().map_err(failure)?;
    let estimates = if args.no_estimate || next.is_none() {
        Vec::new()
    } else {
        pipeline::estimates(pipeline.plan(), threads, &signals.interrupt).map_err(|error| match error {
            pipeline::Error::Interrupted => Failure::Interrupted(interrupted),
            error => failure(error),
        })?
    };
    verb.drive(&pipeline, next, &estimates)
}

fn failure(error: pipeline::Error) -> Failure {
    let text = error.to_string();
    match error {
        pipeline::Error::Interrupted => Failure::Interrupted(text),
        error if error.is_input() => Failure::Input(text),
        _ => Failure::Runtime(text),
    }
}

struct Pipelining<'a> {
    args: &'a PipelineArgs,
    globals: &'a Globals,
    signals: &'a Signals,
    flags: Vec<Flag>,
}

impl Pipelining<'_> {
    /// Returns the folder in --session, if it contains a pipeline.
    fn named(&self) -> Option<&Path> {
        self.globals.session.as_deref().filter(|folder| pipeline::is_pipeline(folder))
    }

    /// Opens the pipeline in the folder in --session, read-only.
    fn existing(&self) -> Result<Option<Pipeline>, Failure> {
        self.named().map(Pipeline::open_read_only).transpose().map_err(failure)
    }

    /// Returns a new plan.
    fn plan(&self) -> Result<PipelinePlan, Failure> {
        let Globals { preset, cache, .. } = self.globals;
        let mut plan = match (&self.args.fork, self.args.at) {
            (Some(folder), Some(at)) => {
                if preset.is_some() {
                    return Err(Failure::Input(
                        "--preset: a fork keeps the settings of its source; remove --preset and change single settings by flags"
                            .to_owned(),
                    ));
                }
                Pipeline::open_read_only(folder)
                    .and_then(|source| source.fork(at.stage()))
                    .map_err(failure)?
            }
            _ => {
                pipeline::preset(preset.as_deref().unwrap_or(DEFAULT)).map_err(Failure::about("--preset"))?
            }
        };
        if !self.args.from.is_empty() {
            let pool = self.globals.pool()?;
            let schema =
                self.args.schema.as_ref().map(|schema| flags::named("--schema", schema)).transpose()?;
            let start = Start::from_organisms(
                &self.args.from,
                schema.as_ref(),
                cache.as_deref(),
                &pool,
                &self.signals.interrupt,
            );
            plan.start_from(start.map_err(failure)?);
        }
        self.flags.iter().try_for_each(|flag| (flag.change)(&mut plan)).map_err(Failure::Input)?;
        Ok(plan)
    }

    /// Starts, resumes or partly repeats a pipeline.
    fn open(&self) -> Result<Pipeline, Failure> {
        if let Some(stage) = self.args.repeat {
            return self.repeat(stage);
        }
        let folder = match &self.globals.session {
            None if self.globals.resume => {
                return Err(Failure::without_session("--resume", "the folder of the pipeline"));
            }
            None => pipeline::new_folder(self.globals.sessions()).map_err(failure)?,
            Some(folder) => folder.clone(),
        };
        if self.named().is_none() {
            return Pipeline::create(&folder, self.plan()?).map_err(failure);
        }
        if !self.globals.resume {
            return Err(Failure::exists("pipeline", &folder));
        }
        let pipeline = Pipeline::open(&folder).map_err(failure)?;
        let contradicting = self.contradictions(pipeline.plan())?;
        if contradicting.is_empty() {
            let stages = pipeline.plan().stages.iter();
            self.globals.trust(&stages.flat_map(EngineUse::of_experiment).collect::<Vec<_>>())?;
            pipeline.mend().map_err(failure)?.iter().for_each(|notice| output::note(notice));
            return Ok(pipeline);
        }
        Err(Failure::contradicts("pipeline", &folder, &contradicting, ", repeat a stage with --repeat"))
    }

    /// Returns the given flags that differ from this plan.
    fn contradictions(&self, plan: &PipelinePlan) -> Result<Vec<&str>, Failure> {
        let other = |change: &Change| {
            let mut changed = plan.clone();
            change(&mut changed).is_err() || changed != *plan
        };
        let mut found: Vec<&str> =
            self.flags.iter().filter(|flag| other(&flag.change)).map(|flag| flag.flag.as_str()).collect();
        if self.globals.preset.as_ref().is_some_and(|preset| *preset != plan.preset) {
            found.push("--preset");
        }
        if !self.args.from.is_empty() && self.plan()?.start != plan.start {
            found.push("--from");
        }
        if self.args.fork.is_some() && self.plan()?.start != plan.start {
            found.push("--fork");
        }
        Ok(found)
    }

    fn repeat(&self, stage: StageArg) -> Result<Pipeline, Failure> {
        let Some(folder) = self.named() else {
            return Err(Failure::without_session("--repeat", "the folder of the pipeline"));
        };
        let mut pipeline = Pipeline::open(folder).map_err(failure)?;
        let changes: Vec<&Change> = self.flags.iter().map(|flag| &flag.change).collect();
        pipeline.repeat(stage.stage(), &changes).map_err(failure)?;
        Ok(pipeline)
    }

    /// Runs the incomplete stages, starting with `next`.
    fn drive(
        &self,
        pipeline: &Pipeline,
        mut next: Option<Next>,
        estimates: &[Estimate],
    ) -> Result<Outcome, Failure> {
        let folder = pipeline.folder();
        let bar = Bar::counted();
        if !estimates.is_empty() {
            bar.say(&format!(
                "{}\n{}",
                folder.display(),
                plan_text(pipeline.plan(), estimates, &pipeline.stage_statuses())
            ));
        }
        drop(bar);
        let resume_command = running::resume_command("pipeline", pipeline.folder());
        let mut seconds: Vec<(Stage, f64)> = Vec::new();
        while let Some(Next { stage, folder, opening }) = next {
            let done = running::work(&folder, opening, self.globals, None, self.signals, &resume_command)?;
            seconds.push((stage, done.seconds.0 + done.seconds.1));
            next = pipeline.next().map_err(failure)?;
        }
        let conclusion = pipeline.conclude().map_err(failure)?;
        let Conclusion { organisms, notices } = conclusion.ok_or_else(|| {
            Failure::Runtime("the pipeline has no final organism; resume it with --resume".to_owned())
        })?;
        notices.iter().for_each(|notice| output::note(notice));
        Finished { pipeline, organisms, seconds, estimates }.outcome()
    }
}
