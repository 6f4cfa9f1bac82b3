//! The figures of a pipeline.

use std::path::Path;

use super::{Listed, Made, Refusal, listed};
use crate::figures::chart::{Chart, Layer, LayerRole, Panel, Shape, Stroke};
use crate::figures::evolution::{axis, generations};
use crate::figures::table::{Cell, Table, columns};
use crate::figures::{Content, Error, settings};
use crate::pipeline::{Pipeline, PipelinePlan, Progress, Stage, StageStatus};
use crate::session::{Recorded, Session};

/// The stages of a pipeline, with what their sessions have recorded.
#[derive(Debug)]
pub(super) struct Stages {
    plan: PipelinePlan,
    stages: Vec<(StageStatus, Option<Recorded>)>,
}

impl Stages {
    pub(super) fn read(folder: &Path) -> Result<Stages, Error> {
        let pipeline = Pipeline::open_read_only(folder)?;
        let statuses = pipeline.stage_statuses();
        let read = |status: StageStatus| -> Result<(StageStatus, Option<Recorded>), Error> {
            let begun = status.progress != Progress::Waiting;
            let recorded = begun.then(|| Session::open_read_only(&status.folder)).transpose()?;
            Ok((status, recorded))
        };
        let stages = statuses.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Stages { plan: pipeline.plan().clone(), stages })
    }

    /// Returns the stages with recorded generations.
    fn measured(&self) -> impl Iterator<Item = (Stage, &Recorded)> {
        let measured = |(status, recorded): &'_ (StageStatus, Option<Recorded>)| {
            let recorded = recorded.as_ref().filter(|recorded| !recorded.history.is_empty());
            recorded.map(|_| status.stage)
        };
        self.stages.iter().filter_map(move |stage| Some((measured(stage)?, stage.1.as_ref()?)))
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        if self.measured().next().is_none() {
            return Vec::new();
        }
        vec![
            listed("fitness", "best and mean of the scores of each stage over the generations"),
            listed("stages", "progress and results of the stages"),
            listed("settings", "the plan of the pipeline"),
        ]
    }

    pub(super) fn content(&self, name: &str) -> Result<Made, Refusal> {
        let made = |title: &str, content| Ok((title.to_owned(), String::new(), content));
        match name {
            "stages" => made("Stages of the pipeline", Content::Table(self.table())),
            "settings" => made("PipelinePlan", Content::Table(settings::of_pipeline(&self.plan))),
            _ => made("Scores of the stages", Content::Chart(self.chart())),
        }
    }

    fn chart(&self) -> Chart {
        let last = self.measured().map(|(_, recorded)| last(recorded)).max().unwrap_or(0);
        Chart {
            x: generations(last),
            panels: self.measured().map(|(stage, one)| panel(stage, one)).collect(),
        }
    }

    fn table(&self) -> Table {
        let row = |(status, recorded): &(StageStatus, Option<Recorded>)| {
            let (done, requested) = match (&status.progress, recorded) {
                (Progress::Begun { done, requested, .. }, _) => (Cell::count(*done), Cell::count(*requested)),
                (Progress::Complete, Some(recorded)) => {
                    let settings = &recorded.header.settings;
                    let all = u64::from(settings.generations) * u64::from(settings.runs);
                    (Cell::count(all), Cell::count(all))
                }
                _ => (Cell::Empty, Cell::Empty),
            };
            let best = recorded.as_ref().and_then(|recorded| {
                let measure = recorded.header.settings.measure(recorded.header.largest_score());
                let score = recorded.results.iter().map(|result| result.best_score).max()?;
                Some((measure.value(score as f64), measure.unit))
            });
            vec![
                Cell::text(status.stage.name()),
                Cell::text(match status.progress {
                    Progress::Waiting => "waiting",
                    Progress::Begun { .. } => "not complete",
                    Progress::Complete => "complete",
                    Progress::Damaged(_) => "damaged",
                }),
                done,
                requested,
                Cell::number(best.map(|(value, _)| value), 1),
                Cell::text(best.map_or("", |(_, unit)| unit)),
            ]
        };
        Table {
            columns: columns(&[
                ("stage", ""),
                ("state", ""),
                ("done", "generations"),
                ("requested", "generations"),
                ("best", ""),
                ("unit", ""),
            ]),
            rows: self.stages.iter().map(row).collect(),
        }
    }
}

fn last(recorded: &Recorded) -> u32 {
    let done = recorded.history.iter().map(|record| record.generation).max().unwrap_or(0);
    recorded.header.settings.generations.max(done)
}

fn panel(stage: Stage, recorded: &Recorded) -> Panel {
    let measure = recorded.header.settings.measure(recorded.header.largest_score());
    let mut y = axis(&measure);
    y.title = format!("{}: {}", stage.name(), measure.titles.last().map_or("", String::as_str));
    let mut layers = Vec::new();
    let several = recorded.header.settings.runs > 1;
    for run in recorded.history.chunk_by(|one, other| one.run == other.run) {
        let line = |score: fn(&crate::evolution::record::Spread) -> f64| {
            let point = |record: &std::sync::Arc<crate::evolution::record::GenerationRecord>| {
                [f64::from(record.generation), measure.value(score(&record.spread))]
            };
            run.iter().map(point).collect::<Vec<_>>()
        };
        let name = |what: &str| {
            if several {
                format!("{} run {} {what}", stage.name(), run[0].run + 1)
            } else {
                format!("{} {what}", stage.name())
            }
        };
        let (mean, best) = (line(|spread| spread.mean), line(|spread| spread.best as f64));
        layers.push(Layer::new(&name("mean"), LayerRole::Mean, Shape::Line(Stroke::Thin, mean)));
        layers.push(Layer::new(&name("best"), LayerRole::Best, Shape::Line(Stroke::Thick, best)));
    }
    Panel { y, layers }
}
