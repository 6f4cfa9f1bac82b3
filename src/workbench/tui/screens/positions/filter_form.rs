//! The form of the filter of positions.

use shakmaty::Role;

use super::State;
use crate::disagreement::{Class, Filter, Outcome as PositionOutcome, Phase};
use crate::tui::model::Model;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem};

/// The notification of a new filter.
#[derive(Debug, Clone)]
pub(super) struct FilterChosen(pub(super) Filter);

#[derive(Debug, Clone)]
pub(crate) struct FilterForm {
    /// The choices of the first field.
    outcomes: Vec<PositionOutcome>,
}

impl FilterForm {
    const OUTCOME: usize = 0;
    const PHASE: usize = 1;
    const PIECE: usize = 2;
    const CAPTURE: usize = 3;
    const PLAYER: usize = 4;
    const TEXT: usize = 5;
}

/// Creates the form, filled in with the current filter.
pub(super) fn form(state: &State, model: &Model) -> Form {
    let current = &state.filter;
    let needs_rival = |outcome| matches!(outcome, PositionOutcome::RivalOnly | PositionOutcome::SubjectOnly);
    let is_offered = |outcome: &PositionOutcome| {
        model.rival().is_some() || !needs_rival(*outcome) || *outcome == current.outcome
    };
    let outcomes: Vec<PositionOutcome> = PositionOutcome::ALL.into_iter().filter(is_offered).collect();
    let at = outcomes.iter().position(|outcome| *outcome == current.outcome).unwrap_or(0);
    let any = |names: Vec<&'static str>| [vec!["any"], names].concat();
    let choice = |found: Option<usize>| found.map_or(0, |at| at + 1);
    let phase = choice(Phase::ALL.iter().position(|phase| Some(*phase) == current.phase));
    let piece = choice(Role::ALL.iter().position(|role| Some(*role) == current.role));
    let capture = choice(current.capture.map(usize::from));
    let fields = vec![
        Field::choice(
            "outcome",
            "who plays the right move",
            outcomes.iter().map(|outcome| outcome.name()),
            at,
        ),
        Field::choice(
            "phase",
            "by the pieces on the board",
            any(Phase::ALL.map(Phase::name).to_vec()),
            phase,
        ),
        Field::choice(
            "piece",
            "moved by the right move",
            any(Role::ALL.map(|role| Class::Role(role).name()).to_vec()),
            piece,
        ),
        Field::choice("capture", "captures and promotions", ["any", "quiet", "captures"], capture),
        Field::text("player", "to move; part of the name", &current.player),
        Field::text("text", "in players, event, date, id or move", &current.text),
    ];
    Form::new(FilterForm { outcomes }, fields)
}

impl FormSpec for FilterForm {
    fn title(&self) -> String {
        "Filter positions".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let chosen = |field: usize| fields.get(field).map_or(0, Field::chosen);
        let not_any = |field: usize| chosen(field).checked_sub(1);
        let text = |field: usize| fields.get(field).map_or("", Field::shown).trim().to_owned();
        let filter = Filter {
            outcome: self.outcomes.get(chosen(Self::OUTCOME)).copied().unwrap_or_default(),
            phase: not_any(Self::PHASE).and_then(|at| Phase::ALL.get(at).copied()),
            role: not_any(Self::PIECE).and_then(|at| Role::ALL.get(at).copied()),
            capture: not_any(Self::CAPTURE).map(|at| at == 1),
            player: text(Self::PLAYER),
            text: text(Self::TEXT),
        };
        Ok(Outcome::notify(FilterChosen(filter)))
    }
}
