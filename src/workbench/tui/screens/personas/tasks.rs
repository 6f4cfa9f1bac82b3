//! The background tasks of Personas: finding the files, and comparing two personas.

use crate::players::contrast::{Contrast, POSITIONS, contrast, of_records};
use crate::players::map::{PersonaMap, map};
use crate::players::persona::Persona;
use crate::positions::embedded_records;
use crate::threads::Interrupt;
use crate::tui::prelude::*;

/// The end of the names of personas' files.
const ENDING: &str = "persona";

/// Finds the personas in a folder and in the one above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FindPersonas(pub(crate) PathBuf);

/// A persona with its files.
#[derive(Debug, Clone)]
pub(crate) struct FoundPersonas {
    pub(crate) persona: Arc<Persona>,
    /// The file of the organism that plays in its style, if it is beside it.
    pub(crate) organism: Option<PathBuf>,
}

/// The result of [`FindPersonas`].
#[derive(Debug)]
pub(crate) struct Found {
    /// The personas, by the names of the players.
    pub(crate) personas: Vec<FoundPersonas>,
    /// Their map, or why there is none.
    pub(crate) map: Result<PersonaMap, String>,
    /// Why files cannot be read.
    pub(crate) refused: Vec<String>,
}

impl Found {
    /// Returns these personas with their map, and why other files cannot be read.
    pub(crate) fn of(mut personas: Vec<FoundPersonas>, refused: Vec<String>) -> Found {
        personas.sort_by(|one, other| one.persona.player.cmp(&other.persona.player));
        let all: Vec<&Persona> = personas.iter().map(|found| &*found.persona).collect();
        Found { map: map(&all).map_err(|error| error.to_string()), personas, refused }
    }
}

impl TaskWork for FindPersonas {
    fn run(&self) -> TaskResult {
        let above = match self.0.parent() {
            Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
            parent => parent.unwrap_or(&self.0).to_owned(),
        };
        let (mut personas, mut refused) = (Vec::new(), Vec::new());
        for folder in [&self.0, &above] {
            // Without the folder nothing is found there.
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.extension().is_none_or(|ending| ending != ENDING) {
                    continue;
                }
                match Persona::load(&path) {
                    Ok(persona) => {
                        let organism = Some(path.with_extension("")).filter(|organism| organism.is_file());
                        personas.push(FoundPersonas { persona: Arc::new(persona), organism });
                    }
                    Err(error) => refused.push(error.to_string()),
                }
            }
        }
        TaskResult::found(Arc::new(Found::of(personas, refused)))
    }
}

/// Compares two personas.
#[derive(Debug, Clone)]
pub(crate) struct CompareTwo {
    /// Their numbers in the list.
    pub(crate) chosen: [usize; 2],
    pub(crate) personas: [Arc<Persona>; 2],
}

/// The result of [`CompareTwo`].
#[derive(Debug, Clone)]
pub(crate) struct ComparedTwo {
    pub(crate) chosen: [usize; 2],
    pub(crate) contrast: Result<Arc<Contrast>, String>,
}

impl TaskWork for CompareTwo {
    fn run(&self) -> TaskResult {
        let [one, other] = &self.personas;
        let compared = embedded_records(POSITIONS).map_err(|error| error.to_string()).and_then(|records| {
            let situations = of_records(&records);
            contrast([one, other], &situations, &Interrupt::default(), &|| ())
                .map_err(|error| error.to_string())
        });
        TaskResult::found(ComparedTwo { chosen: self.chosen, contrast: compared.map(Arc::new) })
    }
}
