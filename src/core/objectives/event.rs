//! The purposes of the games that organisms play.

/// The purpose of some games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundPurpose {
    /// The fitness of a generation.
    Generation(u32),
    /// The selection of the run's champion.
    Confirmation,
    /// The strength of the fittest organisms of all generations against the founders.
    Milestones,
    /// The champion's gain over the best founder.
    FinalMatch,
    /// This gain with a longer limit.
    Proof,
}

impl RoundPurpose {
    /// Returns the generation, if the games measure a generation.
    #[must_use]
    pub fn generation(self) -> Option<u32> {
        match self {
            RoundPurpose::Generation(generation) => Some(generation),
            RoundPurpose::Confirmation
            | RoundPurpose::Milestones
            | RoundPurpose::FinalMatch
            | RoundPurpose::Proof => None,
        }
    }

    /// Returns whether the games are played after the last generation.
    #[must_use]
    pub fn concludes(self) -> bool {
        self.generation().is_none()
    }
}
