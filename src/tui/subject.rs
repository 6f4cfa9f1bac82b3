//! Whom the screens speak of: the subject, the rival beside it, and the subject as edited by hand.

use std::sync::Arc;

use crate::engine::schema::Schema;
use crate::engine::search::{SearchMode, SearchParameters};
use crate::evolution::record::GenerationRecord;
use crate::organism::{self, Genome, Organism, SearchOrigin};

/// Where an organism was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// In a generation of a session.
    Population {
        /// The session's name.
        session: String,
        /// Which run, 0 first.
        run: u32,
        /// Which generation.
        generation: u32,
        /// Its place there, 0 the fittest.
        place: usize,
    },
    /// In a file, or among those that come with Eyas.
    Named(String),
    /// Made here, from another, by changing values.
    Edited {
        /// The other.
        base: Box<Origin>,
        /// How many values differ.
        changed: usize,
    },
}

impl Origin {
    /// Its name on every screen; that of its session only where it is not `home`, the open one.
    pub(crate) fn name(&self, home: &str) -> String {
        self.name_beside(home, None)
    }

    /// The same where it is known which organism of its generation games confirmed as the champion; of other
    /// generations it is the fittest.
    pub(crate) fn name_beside(&self, home: &str, confirmed: Option<&Origin>) -> String {
        match self {
            Origin::Population { session, run, generation, place } => {
                let first = match confirmed {
                    Some(Origin::Population { session: of, run: in_run, generation: at, place })
                        if (of, in_run, at) == (session, run, generation) =>
                    {
                        *place
                    }
                    _ => 0,
                };
                let champion = *place == first;
                let who = if champion { "champion".to_owned() } else { format!("organism {}", place + 1) };
                let abroad = if session == home { String::new() } else { format!("{session} · ") };
                format!("{abroad}{who} · run {} · gen {generation}", run + 1)
            }
            Origin::Named(name) => name.clone(),
            Origin::Edited { base, changed } => {
                let values = if *changed == 1 { "1 value".to_owned() } else { format!("{changed} values") };
                format!("edited, {values} · {}", base.name_beside(home, confirmed))
            }
        }
    }
}

/// An organism that screens can speak of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShownOrganism {
    /// Where it was found.
    pub(crate) origin: Origin,
    /// Its measure on the training set of the session it comes from.
    pub(crate) score: Option<u64>,
    /// What its values mean.
    pub(crate) schema: Arc<Schema>,
    /// Its parameter values, as many as the schema has parameters.
    pub(crate) values: Vec<i32>,
    /// The genomes of its searches, which stay with it while its evaluation is edited.
    pub(crate) searches: Vec<Genome>,
    /// Where the values are those of a search: the evaluation it plays with, which stays as it is.
    pub(crate) evaluation: Option<Genome>,
}

impl ShownOrganism {
    /// The organism at a place of a generation; none where there is no such place, or bits of another schema.
    pub(crate) fn of(
        record: &GenerationRecord,
        place: usize,
        session: String,
        schema: &Arc<Schema>,
        evaluation: Option<Genome>,
    ) -> Option<ShownOrganism> {
        let individual = record.population.get(place)?;
        (individual.chromosome.len() == schema.bits()).then(|| ShownOrganism {
            origin: Origin::Population { session, run: record.run, generation: record.generation, place },
            score: Some(individual.score),
            schema: Arc::clone(schema),
            values: individual.chromosome.decode(schema),
            searches: Vec::new(),
            evaluation,
        })
    }

    /// The same as an organism that can play; `None` where a value is outside its range.
    pub(crate) fn organism(&self) -> Option<Organism> {
        let genome = Genome::from_values(Arc::clone(&self.schema), self.values.clone())?;
        let (evaluation, searches) = match &self.evaluation {
            Some(evaluation) => (evaluation.clone(), vec![genome]),
            None => (genome, self.searches.clone()),
        };
        let origin = organism::Origin::default();
        Some(Organism { name: self.origin.name(""), evaluation, searches, origin })
    }

    /// What positions are evaluated with: a schema and the values.
    pub(crate) fn evaluated(&self) -> (&Arc<Schema>, &[i32]) {
        let fixed = self.evaluation.as_ref().map(|genome| (&genome.schema, genome.values.as_slice()));
        fixed.unwrap_or((&self.schema, &self.values))
    }

    /// The parameters of its search in a mode, or in the richest it has, with whose they are in words.
    pub(crate) fn search(&self, mode: Option<SearchMode>) -> Option<(SearchParameters, String)> {
        let (parameters, origin) = self.organism()?.search_parameters(mode);
        let words = match origin {
            SearchOrigin::Plain => "plain search".to_owned(),
            SearchOrigin::Own(mode) => format!("its own {mode} search"),
            SearchOrigin::Reference(mode) => format!("{mode} search of “reference”"),
        };
        Some((parameters, words))
    }

    /// The value of the parameter of that name; schemas may differ.
    pub(crate) fn value(&self, parameter: &str) -> Option<i32> {
        self.values.get(self.schema.index_of(parameter)?).copied()
    }
}

/// An organism a paper prints, shown beside the subject on every screen that compares values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// How screens call it: the paper's year.
    pub name: String,
    /// Its values by parameter name.
    pub values: Vec<(String, i32)>,
}

impl Paper {
    /// The value of the parameter of that name.
    pub(crate) fn value(&self, parameter: &str) -> Option<i32> {
        self.values.iter().find(|(name, _)| name == parameter).map(|(_, value)| *value)
    }
}

/// An organism while it is edited by hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draft {
    base: ShownOrganism,
    now: ShownOrganism,
    undo: Vec<(usize, i32)>,
    /// That it was planted as it is now.
    planted: bool,
}

impl Draft {
    /// Nothing is changed yet.
    pub(crate) fn of(base: ShownOrganism) -> Draft {
        Draft { now: base.clone(), base, undo: Vec::new(), planted: false }
    }

    /// What the editing began with.
    pub(crate) fn base(&self) -> &ShownOrganism {
        &self.base
    }

    /// The organism as it is now.
    pub(crate) fn now(&self) -> &ShownOrganism {
        &self.now
    }

    /// Changes a value, held inside its range; false where that changes nothing.
    pub(crate) fn set(&mut self, parameter: usize, value: i32) -> bool {
        let Some((known, now)) =
            self.now.schema.parameters.get(parameter).zip(self.now.values.get(parameter).copied())
        else {
            return false;
        };
        let value = value.clamp(known.range.0, known.range.1);
        if value == now {
            return false;
        }
        self.undo.push((parameter, now));
        self.put(parameter, value);
        true
    }

    /// Takes the last change back; which parameter it was.
    pub(crate) fn undo(&mut self) -> Option<usize> {
        let (parameter, value) = self.undo.pop()?;
        self.put(parameter, value);
        Some(parameter)
    }

    fn put(&mut self, parameter: usize, value: i32) {
        self.planted = false;
        self.now.values[parameter] = value;
        let changed = self.base.values.iter().zip(&self.now.values).filter(|(a, b)| a != b).count();
        self.now.score = None;
        self.now.origin = Origin::Edited { base: Box::new(self.base.origin.clone()), changed };
        if changed == 0 {
            self.now = self.base.clone();
        }
    }

    /// Whether it differs from what the editing began with.
    pub(crate) fn changed(&self) -> bool {
        self.now.values != self.base.values
    }

    /// Notes that it was planted as it is now.
    pub(crate) fn note_planted(&mut self) {
        self.planted = true;
    }

    /// Whether leaving would lose something.
    pub(crate) fn unsaved(&self) -> bool {
        self.changed() && !self.planted
    }
}

/// Who is who.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct SelectedOrganisms {
    /// The organism made the subject; none while the champion of the run shown is.
    pub(crate) pinned: Option<ShownOrganism>,
    /// The organism it is compared with.
    pub(crate) rival: Option<ShownOrganism>,
    /// The subject as edited by hand; it is then the subject.
    pub(crate) draft: Option<Draft>,
}

impl SelectedOrganisms {
    /// The subject where it is not simply the champion.
    pub(crate) fn chosen(&self) -> Option<&ShownOrganism> {
        self.draft.as_ref().map(Draft::now).or(self.pinned.as_ref())
    }

    /// Makes an organism the subject, or with `None` the champion; edits are dropped.
    pub(crate) fn choose(&mut self, organism: Option<ShownOrganism>) {
        self.draft = None;
        self.pinned = organism;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn organism() -> ShownOrganism {
        let schema = Schema::built_in("paper-2014").unwrap();
        let values = schema.parameters.iter().map(|parameter| parameter.range.0).collect();
        let origin = Origin::Population { session: "gm-1".to_owned(), run: 0, generation: 57, place: 0 };
        ShownOrganism { origin, score: Some(1487), schema, values, searches: Vec::new(), evaluation: None }
    }

    #[test]
    fn edits_stay_in_range_and_are_taken_back_one_by_one() {
        let mut draft = Draft::of(organism());
        let knight = organism().schema.index_of("KNIGHT_VALUE").unwrap();
        assert!(draft.set(knight, 100_000));
        let high = organism().schema.parameters[knight].range.1;
        assert_eq!(draft.now().values[knight], high);
        assert!(!draft.set(knight, high), "the same again changes nothing");
        assert!(draft.set(knight, 300) && draft.unsaved());
        assert_eq!(draft.now().origin.name("gm-1"), "edited, 1 value · champion · run 1 · gen 57");
        assert_eq!((draft.undo(), draft.now().values[knight]), (Some(knight), high));
        assert_eq!(draft.undo(), Some(knight));
        assert_eq!((draft.undo(), draft.now()), (None, &organism()));
    }

    #[test]
    fn a_fixed_parameter_cannot_be_edited() {
        let mut draft = Draft::of(organism());
        let pawn = organism().schema.index_of("PAWN_VALUE").unwrap();
        assert!(!draft.set(pawn, 300) && !draft.changed());
    }

    #[test]
    fn the_champion_is_the_one_that_games_confirmed() {
        let at = |place| Origin::Population { session: "co-1".to_owned(), run: 0, generation: 50, place };
        let named = |place| at(place).name_beside("co-1", Some(&at(3)));
        assert_eq!(named(3), "champion · run 1 · gen 50");
        assert_eq!(named(0), "organism 1 · run 1 · gen 50");
        let other = organism().origin.name_beside("co-1", Some(&at(3)));
        assert_eq!(other, "gm-1 · champion · run 1 · gen 57");
    }

    #[test]
    fn an_organism_of_another_session_says_so() {
        assert_eq!(organism().origin.name("gm-2"), "gm-1 · champion · run 1 · gen 57");
    }
}
