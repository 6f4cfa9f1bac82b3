//! The PGN file of the games that a job plays on this machine, in the order in which they end.

use std::collections::HashMap;
use std::io;
use std::sync::Mutex;

use super::error::Error;
use super::{Opening, Request};
use crate::arena::game::Record;
use crate::arena::pgn::{self, Tags};
use crate::arena::plan::Fixture;
use crate::experiment::Experiment;
use crate::files::OwnFile;
use crate::objectives::event::RoundPurpose;
use crate::progress::LocalTime;
use crate::session;
use crate::threads::lock;

/// The file, and the games in progress.
pub(super) struct GameFile {
    file: Mutex<OwnFile>,
    experiment: Experiment,
    /// The games and the names of their openings, by board.
    playing: Mutex<HashMap<usize, (Fixture, Option<String>)>>,
}

impl GameFile {
    /// Opens the file of a job with these settings, if it has one. A new session replaces an existing file, and a resumed
    /// session continues it.
    pub(super) fn of(request: &Request, experiment: &Experiment) -> Result<Option<GameFile>, Error> {
        let Some(path) = &request.pgn else { return Ok(None) };
        let file = if matches!(request.opening, Opening::Resume) {
            OwnFile::append(path)
        } else {
            OwnFile::create(path)
        };
        let file = Mutex::new(file.map_err(session::Error::io("write", path))?);
        Ok(Some(GameFile { file, experiment: experiment.clone(), playing: Mutex::default() }))
    }

    /// A game begins on a board.
    pub(super) fn begins(&self, board: usize, fixture: Fixture, opening: Option<&str>) {
        lock(&self.playing).insert(board, (fixture, opening.map(str::to_owned)));
    }

    /// Writes the game that ended on a board. `hall` are the generations of the fittest organisms that play too.
    pub(super) fn ends(
        &self,
        board: usize,
        record: &Record,
        event: Option<RoundPurpose>,
        hall: &[u32],
    ) -> io::Result<()> {
        let known = lock(&self.playing).remove(&board);
        let (Some((fixture, opening)), Some(play)) = (known, self.experiment.objective.properties().play)
        else {
            return Ok(());
        };
        let control = if event == Some(RoundPurpose::Proof) { play.longer } else { play.control };
        let names = fixture.players.map(|player| self.name(player, hall));
        let event = match event {
            Some(RoundPurpose::Generation(generation)) => format!("generation {generation}"),
            Some(RoundPurpose::FinalMatch) => "final match".to_owned(),
            Some(RoundPurpose::Proof) => "proof".to_owned(),
            Some(RoundPurpose::Milestones) => "leaders against founders".to_owned(),
            Some(RoundPurpose::Confirmation) | None => "confirmation".to_owned(),
        };
        let tags = Tags {
            event: &event,
            date: &LocalTime::now().date(),
            round: format!("{}.{}", fixture.pair + 1, fixture.game % 2 + 1),
            players: [&names[0], &names[1]],
            opening: opening.as_deref(),
            control: &control.to_string(),
            adjudication: play.adjudication,
            timed: control.is_timed(),
            is_unfinished: false,
            more: &[],
        };
        // A game is one write, so that an interruption leaves whole games.
        pgn::write(record, &tags).map_or(Ok(()), |text| lock(&self.file).write(text.as_bytes()))
    }

    /// Returns the name of a player by its number.
    fn name(&self, player: usize, hall: &[u32]) -> String {
        let named = self.experiment.objective.settings().player_names(player + 1);
        if let Some(name) = named.get(player) {
            return name.clone();
        }
        let population = self.experiment.optimizer.population() as usize;
        let leader = player.checked_sub(population).and_then(|place| hall.get(place));
        match leader {
            Some(generation) => format!("fittest of generation {generation}"),
            None => format!("organism {}", player + 1),
        }
    }
}
