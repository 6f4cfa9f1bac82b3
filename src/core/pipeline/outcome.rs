//! The final organisms of a pipeline.

use std::path::PathBuf;
use std::sync::Arc;

use super::plan::Start;
use super::{Error, Pipeline};
use crate::evolution::record::Founder;
use crate::job;
use crate::organism::{Genome, Organism, Origin};
use crate::session::{self, Occupancy, Recorded};

impl Pipeline {
    /// Writes Evol0 and Evol\*, and returns their paths. They have the evaluations of the first stage's fittest
    /// champion and of the coevolution's champion. Both have the search that was tuned with Evol\*'s evaluation, as
    /// in the 2014 paper. Returns `None` if a stage is not complete. Files with the right content are not written.
    ///
    /// # Errors
    /// A session is damaged, or the files cannot be written.
    pub fn conclude(&self) -> Result<Option<Conclusion>, Error> {
        let Some((start, tuned)) = self.results()? else { return Ok(None) };
        let paths = self.organisms();
        let mut notices = Vec::new();
        // If neither file exists, the pipeline has just become complete, and there is nothing to report.
        let is_repeated = paths.iter().any(|path| path.exists());
        for (path, organism) in paths.iter().zip(organisms(&start, tuned.as_ref())?) {
            let state = job::write_if_different(path, &organism.into())?;
            notices.extend(state.notice(path).filter(|_| is_repeated));
        }
        Ok(Some(Conclusion { organisms: paths, notices }))
    }

    /// Makes the derived files of all finished stages match their journals. Returns a message for each file that did
    /// not.
    ///
    /// # Errors
    /// A session is damaged, or its files cannot be written.
    pub fn mend(&self) -> Result<Vec<String>, Error> {
        let mut notices = Vec::new();
        for (stage, _) in self.plan().planned() {
            let folder = self.session(stage);
            if session::occupancy(&folder)? == Occupancy::Session {
                notices.extend(job::repair(&folder)?.notices);
            }
        }
        Ok(notices)
    }
}

/// The result of a pipeline.
#[derive(Debug)]
pub struct Conclusion {
    /// The files of Evol0 and Evol\*.
    pub organisms: [PathBuf; 2],
    /// A message for each file that was wrong and was written again.
    pub notices: Vec<String>,
}

fn organisms(start: &Start, tuned: Option<&Recorded>) -> Result<[Organism; 2], Error> {
    let (mut searches, mut description) = (Vec::new(), String::new());
    if let Some(recorded) = tuned {
        let runs = job::champions(recorded)?;
        let best = session::best(&recorded.results, |run| run.best_score).map_or(0, |best| best.run as usize);
        if let Some(champion) = runs.into_iter().nth(best) {
            description = format!("; {}", champion.origin.description);
            searches = champion.searches;
        }
    }
    let organism = |name: &str, founder: &Founder| Organism {
        name: name.to_owned(),
        evaluation: Genome::from_chromosome(Arc::clone(&start.schema), founder.chromosome.clone()),
        searches: searches.clone(),
        origin: Origin {
            description: format!("evaluation of {}{description}", founder.name),
            ..Origin::default()
        },
    };
    Ok([organism("Evol0", start.evol0()), organism("Evol*", start.evolstar())])
}
