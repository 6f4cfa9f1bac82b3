//! What the commands of a place do.

use std::any::Any;

use crate::job::report::State;
use crate::tui::action::Own;
use crate::tui::prelude::*;

/// Whether a command would have an effect now, or why not.
pub(crate) type Available = Result<(), &'static str>;

/// Returns why a command that needs an organism of a run is not available.
pub(crate) fn not_measured(model: &Model) -> &'static str {
    match model.evolution.as_ref().map(|open| open.state) {
        None => "no session is open: n starts a run, o opens a saved one",
        Some(State::Failed | State::Stopped) => "the session has stopped: o opens one, n starts a run",
        Some(_) => "available after the first generation is measured",
    }
}

/// What a command of a place with the state `S` does, or one of every place with [`AnyPlace`].
pub(crate) struct On<S: ?Sized> {
    /// Whether the command would have an effect now.
    pub(crate) available: fn(&S, &Model) -> Available,
    pub(crate) run: fn(&mut S, &mut Model) -> Vec<Effect>,
    /// The bottom bar's label, if it depends on the state.
    pub(crate) label: fn(&S, &Model) -> Option<&'static str>,
    /// Whether the command replaces the subject or the session, so that the subject's edits would be lost.
    pub(crate) drops_edits: bool,
}

/// The state of commands that every place has.
pub(crate) type AnyPlace = dyn Place;

impl<S: ?Sized> On<S> {
    /// A command that is always available and does nothing.
    pub(crate) const NOTHING: On<S> =
        On { available: |_, _| Ok(()), run: |_, _| Vec::new(), label: |_, _| None, drops_edits: false };
}

/// What a command does, for any place.
pub(crate) trait Run: Sync {
    fn available(&self, place: &AnyPlace, model: &Model) -> Available;
    fn run(&self, place: &mut AnyPlace, model: &mut Model) -> Vec<Effect>;

    /// Returns the bottom bar's label, if it depends on the state.
    fn label(&self, _place: &AnyPlace, _model: &Model) -> Option<&'static str> {
        None
    }

    /// Returns whether the subject's edits would be lost.
    fn drops_edits(&self) -> bool {
        false
    }
}

/// The reason of a command that belongs to another place.
const ELSEWHERE: &str = "not possible here";

impl<S: Any> Run for On<S> {
    fn available(&self, place: &AnyPlace, model: &Model) -> Available {
        let place: &dyn Any = place;
        place.downcast_ref().map_or(Err(ELSEWHERE), |state| (self.available)(state, model))
    }

    fn run(&self, place: &mut AnyPlace, model: &mut Model) -> Vec<Effect> {
        let place: &mut dyn Any = place;
        place.downcast_mut().map_or_else(Vec::new, |state| (self.run)(state, model))
    }

    fn label(&self, place: &AnyPlace, model: &Model) -> Option<&'static str> {
        let place: &dyn Any = place;
        place.downcast_ref().and_then(|state| (self.label)(state, model))
    }

    fn drops_edits(&self) -> bool {
        self.drops_edits
    }
}

impl Run for On<AnyPlace> {
    fn available(&self, place: &AnyPlace, model: &Model) -> Available {
        (self.available)(place, model)
    }

    fn run(&self, place: &mut AnyPlace, model: &mut Model) -> Vec<Effect> {
        (self.run)(place, model)
    }

    fn label(&self, place: &AnyPlace, model: &Model) -> Option<&'static str> {
        (self.label)(place, model)
    }

    fn drops_edits(&self) -> bool {
        self.drops_edits
    }
}

/// What a command does, as an action. It is a `static`: references to equal constants can differ.
pub(crate) struct Running(pub(crate) &'static dyn Run);

impl Running {
    /// Returns the action.
    pub(crate) const fn action(&'static self) -> Action {
        Action::Own(Own(self))
    }

    /// Returns what an action of places does.
    pub(crate) fn of(action: Own) -> Option<&'static dyn Run> {
        let action: &dyn Any = action.0;
        action.downcast_ref::<Running>().map(|running| running.0)
    }
}

/// What a handler can return: effects, one effect, perhaps one, or none.
pub(crate) trait IntoEffects {
    fn into_effects(self) -> Vec<Effect>;
}

impl IntoEffects for () {
    fn into_effects(self) -> Vec<Effect> {
        Vec::new()
    }
}

impl IntoEffects for Effect {
    fn into_effects(self) -> Vec<Effect> {
        vec![self]
    }
}

impl IntoEffects for Option<Effect> {
    fn into_effects(self) -> Vec<Effect> {
        self.into_iter().collect()
    }
}

impl IntoEffects for Vec<Effect> {
    fn into_effects(self) -> Vec<Effect> {
        self
    }
}

/// Declares commands of one scope, of each its name, its keys, its label in the bottom bar (empty if it is not shown there)
/// and its description, then what it does.
///
/// ```ignore
/// commands! { pub(crate) static COMMANDS: State, Scope::On(ID);
///     "rename session" ["a"] "name" "give the session a name" => [rename, if selected]
/// }
/// ```
///
/// What it does is `fn(&mut State, &mut Model) -> impl IntoEffects`; the state of commands of every place is `AnyPlace`.
/// After it can follow `if` with a function that returns an error with the reason if the command has no effect now; `label`
/// with one that returns the label, if that depends on the state; and `; drops_edits` if the subject's edits would be lost.
/// `static` stands before a command that is declared elsewhere, `pane` before one that moves the focus, and `action` before
/// one that the app performs. In a table without a scope each row ends with its own.
macro_rules! commands {
    (
        $(#[$attribute:meta])*
        $visible:vis static $table:ident: $state:ident, $scope:expr;
        $($name:literal $keys:tt $bar_label:literal $about:literal => [$($run:tt)+])+
    ) => {
        $crate::tui::place::commands! {
            $(#[$attribute])*
            $visible static $table: $state;
            $($name $keys $bar_label $about => [$($run)+] in $scope;)+
        }
    };
    (
        $(#[$attribute:meta])*
        $visible:vis static $table:ident: $state:ident;
        $($name:literal $keys:tt $bar_label:literal $about:literal => [$($run:tt)+] in $scope:expr;)+
    ) => {
        $(#[$attribute])*
        $visible static $table: &[$crate::tui::command::Command] = &[$(
            $crate::tui::command::command(
                $crate::tui::place::run!($state; $($run)+),
                $scope,
                &$keys,
                $bar_label,
                $name,
                $about,
            ),
        )+];
    };
}
pub(crate) use commands;

/// What a command of [`commands`] does, as an action.
macro_rules! run {
    ($state:ident; action $action:expr) => {
        $action
    };
    ($state:ident; static $run:path) => {
        $run.action()
    };
    ($state:ident; pane $pane:expr) => {
        $crate::tui::place::run!(of PaneCommand: $pane)
    };
    (OnBoard; $run:expr $(, if $available:expr)? $(, label $label:expr)?) => {
        $crate::tui::place::run!(of OnBoard: OnBoard {
            $(available: $available,)?
            run: |board, model| $crate::tui::place::IntoEffects::into_effects(($run)(board, model)),
            $(label: $label,)?
            ..OnBoard::ALWAYS
        })
    };
    (of $kind:ty: $run:expr) => {{
        #[allow(clippy::needless_update, reason = "a command may have all parts")]
        static RUN: $kind = $run;
        static RUNNING: $crate::tui::place::Running = $crate::tui::place::Running(&RUN);
        RUNNING.action()
    }};
    ($state:ident; $run:expr $(, if $available:expr)? $(, label $label:expr)? $(; $drops_edits:ident)?) => {
        $crate::tui::place::run!(of $crate::tui::place::On<$state>: $crate::tui::place::On {
            $(available: |state, model| ($available)(state, model).map(drop),)?
            run: |state, model| $crate::tui::place::IntoEffects::into_effects(($run)(state, model)),
            $(label: $label,)?
            $($drops_edits: true,)?
            ..$crate::tui::place::On::NOTHING
        })
    };
}
pub(crate) use run;
