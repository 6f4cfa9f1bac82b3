//! What a person can ask for.

use super::erased::{Constant, Erased};

/// The name by which the workbench knows a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScreenId(pub(crate) &'static str);

/// What a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Run or pause.
    Toggle,
    /// One generation.
    Step,
    /// Ten generations.
    StepTen,
    /// The form of a new run.
    NewRun,
    /// The same run with the next seed.
    NextSeed,
    /// The form of the genetic algorithm's settings.
    EditRates,
    /// Show a screen.
    Show(ScreenId),
    /// The champion is the subject again.
    Champion,
    /// Any organism as the subject: of a file, of a session.
    ChooseSubject,
    /// Any organism as the rival.
    ChooseRival,
    /// The rival is the subject and the subject the rival.
    Swap,
    /// Put the subject into the population.
    Plant,
    /// Take the last edit of the subject back.
    Undo,
    /// Drop all edits of the subject.
    Discard,
    /// The form that writes the subject to a file.
    Export,
    /// The subject's values as a popup.
    Values,
    /// The previous run of the ensemble.
    PreviousRun,
    /// The next run of the ensemble.
    NextRun,
    /// Dark or light.
    Shade,
    /// The palette of commands.
    Palette,
    /// All keys.
    Help,
    /// One step back.
    Back,
    /// Leave the workbench.
    Quit,
    /// Back to the shell for a while.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Move the cursor.
    Up,
    /// Move the cursor.
    Down,
    /// Move sideways.
    Left,
    /// Move sideways.
    Right,
    /// A screenful back.
    PageUp,
    /// A screenful on.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// Accept what a popup shows.
    Accept,
    /// The next field of a form.
    NextField,
    /// The field before.
    PreviousField,
    /// The choice before.
    PreviousChoice,
    /// The next choice.
    NextChoice,
    /// Something that only its owner knows: a screen, a board, a popup.
    Own(Constant),
}

impl Action {
    /// Something of a screen, a board or a popup.
    pub(crate) const fn own<T: Erased>(act: &'static T) -> Action {
        Action::Own(Constant::new(act))
    }
}
