//! What a person did during the runs of a session.

use super::read::Recorded;

/// Something a person did to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Intervention {
    /// The run; the first is 0.
    pub run: u32,
    /// The first generation that it affects.
    pub generation: u32,
    /// What was done.
    pub kind: InterventionKind,
}

/// What a person can do to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InterventionKind {
    /// The run was forked from another session. Its later generations are its own.
    Forked,
    /// An organism was planted.
    Planted,
    /// Settings were changed, such as rates.
    Settings,
}

impl InterventionKind {
    /// All kinds.
    pub const ALL: [InterventionKind; 3] =
        [InterventionKind::Forked, InterventionKind::Planted, InterventionKind::Settings];

    /// Returns what a mark on a curve says.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            InterventionKind::Forked => "forked",
            InterventionKind::Planted => "planted",
            InterventionKind::Settings => "new settings",
        }
    }
}

impl Recorded {
    /// Returns what a person did during the runs.
    #[must_use]
    pub fn interventions(&self) -> Vec<Intervention> {
        let fork =
            self.header.forked_from.iter().map(|fork| (fork.run, fork.generation, InterventionKind::Forked));
        let plants = self.plants.iter().map(|plant| (plant.run, plant.generation, InterventionKind::Planted));
        let changes =
            self.changes.iter().map(|change| (change.run, change.generation, InterventionKind::Settings));
        let all = fork.chain(plants).chain(changes);
        all.map(|(run, generation, kind)| Intervention { run, generation, kind }).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::session::{Fork, PlantEntry, Session, SettingsChange};

    #[test]
    fn forks_plants_and_changes_are_interventions() {
        let mut recorded = Session::open_read_only(Path::new("sessions/example")).unwrap();
        assert_eq!(recorded.interventions(), []);
        let chromosome = recorded.history[0].population[0].chromosome.clone();
        recorded.header.forked_from = Some(Fork { session: "parent".to_owned(), run: 0, generation: 2 });
        recorded.plants.push(PlantEntry { run: 0, generation: 5, chromosome, name: "planted".to_owned() });
        let optimizer = recorded.header.settings.optimizer.clone();
        let change = SettingsChange { run: 0, generation: 7, optimizer, pairs: None, bounds: None };
        recorded.changes.push(change);
        let found = recorded.interventions();
        let found: Vec<_> = found.iter().map(|one| (one.generation, one.kind.name())).collect();
        assert_eq!(found, [(2, "forked"), (5, "planted"), (7, "new settings")]);
    }
}
