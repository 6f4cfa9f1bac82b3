//! The form that chooses which positions are listed.

use shakmaty::Role;

use super::State;
use crate::disagreement::{Class, Filter, Outcome as Who, Phase};
use crate::tui::model::Model;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem};

/// The positions listed are to be these.
#[derive(Debug, Clone)]
pub(super) struct Listed(pub(super) Filter);

/// Which positions.
#[derive(Debug, Clone)]
pub(crate) struct Choose {
    /// The outcomes offered, in the order of the first field.
    outcomes: Vec<Who>,
}

impl Choose {
    const OUTCOME: usize = 0;
    const PHASE: usize = 1;
    const PIECE: usize = 2;
    const CAPTURE: usize = 3;
    const PLAYER: usize = 4;
    const TEXT: usize = 5;
}

/// The form of the positions' filter, filled in with the one in use.
pub(super) fn form(state: &State, model: &Model) -> Form {
    let now = &state.filter;
    let of_two = |who: &Who| matches!(who, Who::RivalOnly | Who::SubjectOnly);
    let offered = |who: &Who| model.rival().is_some() || !of_two(who) || *who == now.outcome;
    let outcomes: Vec<Who> = Who::ALL.into_iter().filter(offered).collect();
    let at = outcomes.iter().position(|who| *who == now.outcome).unwrap_or(0);
    let any = |names: Vec<&'static str>| [vec!["any"], names].concat();
    let place = |found: Option<usize>| found.map_or(0, |at| at + 1);
    let phase = place(Phase::ALL.iter().position(|phase| Some(*phase) == now.phase));
    let piece = place(Role::ALL.iter().position(|role| Some(*role) == now.role));
    let capture = place(now.capture.map(usize::from));
    let fields = vec![
        Field::choice("outcome", "who plays the right move", outcomes.iter().map(|who| who.name()), at),
        Field::choice(
            "phase",
            "by what stands on the board",
            any(Phase::ALL.map(Phase::name).to_vec()),
            phase,
        ),
        Field::choice(
            "piece",
            "that the right move moves",
            any(Role::ALL.map(|role| Class::Role(role).name()).to_vec()),
            piece,
        ),
        Field::choice("capture", "whether it takes or promotes", ["any", "quiet", "captures"], capture),
        Field::text("player", "to move; a part of the name", &now.player),
        Field::text("text", "in players, event, date, id or move", &now.text),
    ];
    Form::new(Choose { outcomes }, fields)
}

impl FormSpec for Choose {
    fn title(&self) -> String {
        "Positions listed".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let chosen = |field: usize| fields.get(field).map_or(0, Field::chosen);
        let one = |field: usize| chosen(field).checked_sub(1);
        let text = |field: usize| fields.get(field).map_or("", Field::shown).trim().to_owned();
        let filter = Filter {
            outcome: self.outcomes.get(chosen(Self::OUTCOME)).copied().unwrap_or_default(),
            phase: one(Self::PHASE).and_then(|at| Phase::ALL.get(at).copied()),
            role: one(Self::PIECE).and_then(|at| Role::ALL.get(at).copied()),
            capture: one(Self::CAPTURE).map(|at| at == 1),
            player: text(Self::PLAYER),
            text: text(Self::TEXT),
        };
        Ok(Outcome::notify(Listed(filter)))
    }
}
