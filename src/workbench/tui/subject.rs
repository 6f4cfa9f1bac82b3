//! The organisms that the screens show: the subject (the organism under study), its edits, and the rival (the organism
//! that the subject is compared with).

use crate::engine::search::{SearchMode, SearchParameters};
use crate::job::report::Plant;
use crate::organism::chromosome::Chromosome;
use crate::organism::{self, Genome, OrganismError, SearchOrigin};
use crate::tui::prelude::*;

/// Where an organism comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A generation of a session.
    Population {
        /// The session's folder. Two sessions can have the same name in different folders.
        session: PathBuf,
        /// The run, 0 first.
        run: u32,
        generation: u32,
        /// The place in the generation; 0 is the fittest organism.
        place: usize,
    },
    /// An organism file or a built-in organism.
    Named(String),
    /// Another organism with values edited by the user.
    Edited {
        /// The origin of the unedited organism.
        base: Box<Origin>,
        /// The number of values that differ.
        changed: usize,
    },
}

impl Origin {
    /// Returns the name with that of the session's folder, for files.
    pub(crate) fn name(&self) -> String {
        self.name_on_screen(&|session| Some(session_name(session)), None)
    }

    /// Returns the name on screen. `title` returns the title of a session, or `None` if names omit it, as that of the
    /// open session. `confirmed` is the champion that games confirmed; the champion of all other generations is the
    /// fittest organism.
    pub(crate) fn name_on_screen(
        &self,
        title: &dyn Fn(&Path) -> Option<String>,
        confirmed: Option<&Origin>,
    ) -> String {
        match self {
            Origin::Population { session, run, generation, place } => {
                let champion_place = match confirmed {
                    Some(Origin::Population { session: of, run: in_run, generation: at, place })
                        if (of, in_run, at) == (session, run, generation) =>
                    {
                        *place
                    }
                    _ => 0,
                };
                let champion = *place == champion_place;
                let organism =
                    if champion { "champion".to_owned() } else { format!("organism {}", place + 1) };
                let prefix = title(session).map_or_else(String::new, |title| format!("{title} · "));
                format!("{prefix}{organism} · run {} · gen {generation}", run + 1)
            }
            Origin::Named(name) => name.clone(),
            Origin::Edited { base, changed } => {
                let values = if *changed == 1 { "1 value".to_owned() } else { format!("{changed} values") };
                format!("edited, {values} · {}", base.name_on_screen(title, confirmed))
            }
        }
    }
}

/// Returns the name of a session's folder, or the whole path if it has no last part, such as “..”.
pub(crate) fn session_name(folder: &Path) -> String {
    let name = files::name(folder);
    if name.is_empty() { folder.display().to_string() } else { name }
}

/// An organism that screens can show.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShownOrganism {
    /// Where the organism comes from.
    pub(crate) origin: Origin,
    /// The score on the training set of the organism's session.
    pub(crate) score: Option<u64>,
    /// The schema of the values.
    pub(crate) schema: Arc<Schema>,
    /// The parameter values, one for each parameter of the schema.
    pub(crate) values: Vec<i32>,
    /// The genomes of the organism's searches, which do not change while its evaluation is edited.
    pub(crate) searches: Vec<Genome>,
    /// The fixed evaluation of the organism, if `values` are search parameters.
    pub(crate) evaluation: Option<Genome>,
}

impl ShownOrganism {
    /// Returns the organism at a place of a generation; `None` if there is no such place or the bits belong to another
    /// schema.
    pub(crate) fn from_record(
        record: &GenerationRecord,
        place: usize,
        session: &Path,
        schema: &Arc<Schema>,
        evaluation: Option<Genome>,
    ) -> Option<ShownOrganism> {
        let individual = record.population.get(place)?;
        let origin = Origin::Population {
            session: session.to_owned(),
            run: record.run,
            generation: record.generation,
            place,
        };
        let organism = ShownOrganism::decoded(origin, &individual.chromosome, schema, evaluation)?;
        Some(ShownOrganism { score: Some(individual.score), ..organism })
    }

    /// Returns the run, the generation and the place in it, if this is an organism of a session.
    pub(crate) fn place_in(&self, folder: &Path) -> Option<(u32, u32, usize)> {
        match &self.origin {
            Origin::Population { session, run, generation, place } if session == folder => {
                Some((*run, *generation, *place))
            }
            _ => None,
        }
    }

    /// Returns the organism of a chromosome; `None` if its bits belong to another schema.
    pub(crate) fn decoded(
        origin: Origin,
        chromosome: &Chromosome,
        schema: &Arc<Schema>,
        evaluation: Option<Genome>,
    ) -> Option<ShownOrganism> {
        (chromosome.len() == schema.bits()).then(|| ShownOrganism {
            origin,
            score: None,
            schema: Arc::clone(schema),
            values: chromosome.decode(schema),
            searches: Vec::new(),
            evaluation,
        })
    }

    /// Returns a built-in organism, or that of a file.
    pub(crate) fn named(name: &str) -> Result<ShownOrganism, OrganismError> {
        let organism = Organism::named_or_path(name)?;
        Ok(ShownOrganism {
            origin: Origin::Named(organism.name),
            score: organism.origin.train.map(|(correct, _)| correct),
            schema: organism.evaluation.schema,
            values: organism.evaluation.values,
            searches: organism.searches,
            evaluation: None,
        })
    }

    /// Converts to an organism that can play; `None` if a value is outside its range, or if the values are options of an
    /// engine.
    pub(crate) fn organism(&self) -> Option<Organism> {
        if self.schema.is_of_engine() {
            return None;
        }
        let genome = Genome::from_values(Arc::clone(&self.schema), self.values.clone())?;
        let (evaluation, searches) = match &self.evaluation {
            Some(evaluation) => (evaluation.clone(), vec![genome]),
            None => (genome, self.searches.clone()),
        };
        let origin = organism::Origin::default();
        Some(Organism { name: self.origin.name(), evaluation, searches, origin })
    }

    /// Returns the schema and the values of the evaluation.
    pub(crate) fn evaluated(&self) -> (&Arc<Schema>, &[i32]) {
        let fixed = self.evaluation.as_ref().map(|genome| (&genome.schema, genome.values.as_slice()));
        fixed.unwrap_or((&self.schema, &self.values))
    }

    /// Returns the search parameters in a mode, or in the most advanced mode of the organism, and their origin as text.
    pub(crate) fn search(&self, mode: Option<SearchMode>) -> Option<(SearchParameters, String)> {
        let (parameters, origin) = self.organism()?.search_parameters(mode);
        let label = match origin {
            SearchOrigin::Plain => "plain search".to_owned(),
            SearchOrigin::Own(mode) => format!("its own {mode} search"),
            SearchOrigin::Reference(mode) => format!("{mode} search of “reference”"),
        };
        Some((parameters, label))
    }

    /// Returns the chromosome under a schema, or why there is none.
    pub(crate) fn chromosome(&self, schema: &Schema) -> Result<Chromosome, String> {
        let mut values = Vec::with_capacity(schema.len());
        for parameter in &schema.parameters {
            let (low, high) = parameter.range;
            let value = self.value(&parameter.name).unwrap_or(low);
            if !(low..=high).contains(&value) {
                return Err(format!("{} is {value}, this session allows {low} to {high}", parameter.name));
            }
            values.push(value);
        }
        Chromosome::encode(schema, &values)
            .ok_or_else(|| "the subject does not fit the session’s schema".to_owned())
    }

    /// Returns the value of the parameter with this name, if the schema has one.
    pub(crate) fn value(&self, parameter: &str) -> Option<i32> {
        self.values.get(self.schema.index_of(parameter)?).copied()
    }
}

/// An organism published in a paper. Screens that compare values show it beside the subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// The name on screen: the paper's year.
    pub name: String,
    /// The names and values of the parameters.
    pub values: Vec<(String, i32)>,
}

impl Paper {
    /// Returns the value of the parameter with this name.
    pub(crate) fn value(&self, parameter: &str) -> Option<i32> {
        self.values.iter().find(|(name, _)| name == parameter).map(|(_, value)| *value)
    }
}

/// An organism with edits of the user.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draft {
    base: ShownOrganism,
    now: ShownOrganism,
    /// The changed parameters and their previous values, oldest first.
    undo: Vec<(usize, i32)>,
    /// Whether the organism was planted or exported after the last edit.
    saved: bool,
}

impl Draft {
    /// Returns a draft without edits.
    pub(crate) fn new(base: ShownOrganism) -> Draft {
        Draft { now: base.clone(), base, undo: Vec::new(), saved: false }
    }

    /// Returns the organism without the edits.
    pub(crate) fn base(&self) -> &ShownOrganism {
        &self.base
    }

    /// Returns the organism with the edits.
    pub(crate) fn now(&self) -> &ShownOrganism {
        &self.now
    }

    /// Changes a value within its range and returns whether the value changed.
    pub(crate) fn set(&mut self, parameter: usize, value: i32) -> bool {
        let Some((definition, now)) =
            self.now.schema.parameters.get(parameter).zip(self.now.values.get(parameter).copied())
        else {
            return false;
        };
        let value = value.clamp(definition.range.0, definition.range.1);
        if value == now {
            return false;
        }
        self.undo.push((parameter, now));
        self.put(parameter, value);
        true
    }

    /// Undoes the last edit and returns its parameter.
    pub(crate) fn undo(&mut self) -> Option<usize> {
        let (parameter, value) = self.undo.pop()?;
        self.put(parameter, value);
        Some(parameter)
    }

    fn put(&mut self, parameter: usize, value: i32) {
        self.saved = false;
        self.now.values[parameter] = value;
        let changed = self.base.values.iter().zip(&self.now.values).filter(|(a, b)| a != b).count();
        self.now.score = None;
        self.now.origin = Origin::Edited { base: Box::new(self.base.origin.clone()), changed };
        if changed == 0 {
            self.now = self.base.clone();
        }
    }

    /// Returns whether the edited organism differs from the original.
    pub(crate) fn changed(&self) -> bool {
        self.now.values != self.base.values
    }

    /// Marks the current edits as neither planted nor exported.
    pub(crate) fn mark_unsaved(&mut self) {
        self.saved = false;
    }

    /// Marks the current edits as planted or exported.
    pub(crate) fn mark_saved(&mut self) {
        self.saved = true;
    }

    /// Returns whether there are edits that were neither planted nor exported.
    pub(crate) fn unsaved(&self) -> bool {
        self.changed() && !self.saved
    }
}

/// What undoing takes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undoable {
    /// The last edit of the subject.
    Edit,
    /// A planted organism that is not born yet.
    Plant(Plant),
}

/// The subject and the rival.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct SelectedOrganisms {
    /// The organism selected as the subject; `None` if the champion of the run shown is the subject.
    pub(crate) pinned: Option<ShownOrganism>,
    /// The organism that the subject is compared with.
    pub(crate) rival: Option<ShownOrganism>,
    /// The edited organism, which replaces the subject.
    pub(crate) draft: Option<Draft>,
    /// Whether the next session to open is a fork, which keeps the subject and its edits.
    pub(crate) stays: bool,
}

impl SelectedOrganisms {
    /// Returns the subject if it is not the champion.
    pub(crate) fn chosen(&self) -> Option<&ShownOrganism> {
        self.draft.as_ref().map(Draft::now).or(self.pinned.as_ref())
    }

    /// Changes a value of the subject within its range and returns whether the value changed.
    pub(crate) fn edit(&mut self, subject: ShownOrganism, parameter: usize, value: i32) -> bool {
        let draft = self.draft.get_or_insert_with(|| Draft::new(subject));
        let changed = draft.set(parameter, value);
        self.drop_unchanged();
        changed
    }

    /// Undoes the last edit.
    pub(crate) fn undo(&mut self) {
        if let Some(draft) = &mut self.draft {
            draft.undo();
        }
        self.drop_unchanged();
    }

    /// Drops a draft without edits, so that the champion is the subject again if it was before.
    fn drop_unchanged(&mut self) {
        self.draft.take_if(|draft| !draft.changed());
    }

    /// Makes an organism the subject, or the champion if `organism` is `None`. Discards the edits.
    pub(crate) fn choose(&mut self, organism: Option<ShownOrganism>) {
        self.draft = None;
        self.pinned = organism;
    }

    /// Makes an organism the rival, or removes the rival if it is this organism.
    pub(crate) fn toggle_rival(&mut self, organism: Option<ShownOrganism>) {
        let both = organism.as_ref().zip(self.rival.as_ref());
        let is_again = both.is_some_and(|(organism, rival)| organism.origin == rival.origin);
        self.rival = organism.filter(|_| !is_again);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn organism() -> ShownOrganism {
        let schema = Schema::built_in("paper-2014").unwrap();
        let values = schema.parameters.iter().map(|parameter| parameter.range.0).collect();
        let origin = Origin::Population { session: "sessions/gm-1".into(), run: 0, generation: 57, place: 0 };
        ShownOrganism { origin, score: Some(1487), schema, values, searches: Vec::new(), evaluation: None }
    }

    /// The name on screen while the session `sessions/gm-1` is open.
    fn on_screen(origin: &Origin, confirmed: Option<&Origin>) -> String {
        let title = |session: &Path| {
            let others = session.strip_prefix("sessions").unwrap().display().to_string();
            (session != Path::new("sessions/gm-1")).then_some(others)
        };
        origin.name_on_screen(&title, confirmed)
    }

    #[test]
    fn edits_stay_in_range_and_are_undone_one_by_one() {
        let mut draft = Draft::new(organism());
        let knight = organism().schema.index_of("KNIGHT_VALUE").unwrap();
        assert!(draft.set(knight, 100_000));
        let high = organism().schema.parameters[knight].range.1;
        assert_eq!(draft.now().values[knight], high);
        assert!(!draft.set(knight, high), "an equal value is no change");
        assert!(draft.set(knight, 300) && draft.unsaved());
        assert_eq!(on_screen(&draft.now().origin, None), "edited, 1 value · champion · run 1 · gen 57");
        assert_eq!((draft.undo(), draft.now().values[knight]), (Some(knight), high));
        assert_eq!(draft.undo(), Some(knight));
        assert_eq!((draft.undo(), draft.now()), (None, &organism()));
    }

    #[test]
    fn a_fixed_parameter_cannot_be_edited() {
        let mut draft = Draft::new(organism());
        let pawn = organism().schema.index_of("PAWN_VALUE").unwrap();
        assert!(!draft.set(pawn, 300) && !draft.changed());
    }

    #[test]
    fn the_champion_is_the_confirmed_organism() {
        let at =
            |place| Origin::Population { session: "sessions/gm-1".into(), run: 0, generation: 50, place };
        let named = |place| on_screen(&at(place), Some(&at(3)));
        assert_eq!(named(3), "champion · run 1 · gen 50");
        assert_eq!(named(0), "organism 1 · run 1 · gen 50");
    }

    #[test]
    fn the_name_includes_another_session_even_if_its_folder_has_the_same_name() {
        assert_eq!(organism().origin.name(), "gm-1 · champion · run 1 · gen 57");
        let session = PathBuf::from("sessions/pipeline/gm-1");
        let other = Origin::Population { session, run: 0, generation: 57, place: 3 };
        let at =
            |place| Origin::Population { session: "sessions/gm-1".into(), run: 0, generation: 57, place };
        assert_eq!(on_screen(&other, Some(&at(3))), "pipeline/gm-1 · organism 4 · run 1 · gen 57");
    }
}
