//! Everything the workbench knows. `update` changes it, `view` reads it.

use std::any::Any;
use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::Rect;

use super::action::{Action, ScreenId};
use super::background::BackgroundTask;
use super::background::generation::ReadGeneration;
use super::command::Place;
use super::cursor::Cursor;
use super::draw::Draw;
use super::evolution::Evolution;
use super::hit_map::{HitMap, List};
use super::keys::Key;
use super::log::{Log, Severity};
use super::message::Effect;
use super::saved::Sessions;
use super::subject::{Draft, Paper, SelectedOrganisms, ShownOrganism};
use super::theme::Theme;
use super::thinking::Thinking;
use crate::experiment::Experiment;
use crate::job::report::Command;

/// What lies over the screen and takes the keys. It belongs to who opens it.
pub(crate) trait Popup: Any + Debug {
    /// Which commands it takes.
    fn place(&self) -> Place;

    /// Draws it over `area`.
    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect);

    /// Does what a command says. It is open again only where it puts itself back.
    fn perform(self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect>;

    /// A row of a list was clicked.
    fn clicked(self: Box<Self>, model: &mut Model, list: List, row: usize) -> Vec<Effect>;

    /// The word of the bottom bar for accepting, where it is another than usual.
    fn word(&self) -> Option<&'static str> {
        None
    }

    /// A character was typed.
    fn typed(&mut self, _character: char) {}

    /// An editing key was pressed.
    fn edit(&mut self, _key: Key) {}

    /// What it asked for cannot be: where, and why.
    fn refused(&mut self, _field: Option<usize>, _why: &str) {}
}

/// What new runs begin with.
#[derive(Debug, Clone)]
pub(crate) struct Choices {
    /// The presets there are, the default first.
    pub(crate) presets: Vec<Experiment>,
    /// The organisms the papers print, the newest paper's first.
    pub(crate) papers: Vec<Paper>,
}

/// Everything the workbench knows.
#[derive(Debug)]
pub(crate) struct Model {
    /// The screen to which Esc leads in the end.
    pub(crate) home: ScreenId,
    /// The screen shown.
    pub(crate) screen: ScreenId,
    /// What lies over it.
    pub(crate) popup: Option<Box<dyn Popup>>,
    /// The form of what is being begun: it comes back where that cannot be.
    pub(crate) asked: Option<Box<dyn Popup>>,
    /// The open session.
    pub(crate) evolution: Option<Evolution>,
    /// Whom the screens speak of.
    pub(crate) selection: SelectedOrganisms,
    /// What an engine thinks of the board shown.
    pub(crate) thinking: Thinking,
    /// The row of the subject’s values, on every screen that lists them.
    pub(crate) values: Cursor,
    /// The saved sessions.
    pub(crate) sessions: Sessions,
    /// What happened.
    pub(crate) log: Log,
    /// What new runs begin with.
    pub(crate) choices: Choices,
    /// What everything looks like.
    pub(crate) theme: Theme,
    /// Whether only ASCII may be drawn.
    pub(crate) ascii: bool,
    /// A word to the person, until the next key.
    pub(crate) notice: Option<(Severity, String)>,
    /// What the last view drew where.
    pub(crate) hits: HitMap,
    /// Time since the workbench was opened.
    pub(crate) now: Duration,
}

impl Model {
    /// The workbench before anything happened.
    pub(crate) fn new(home: ScreenId, theme: Theme, ascii: bool, root: PathBuf, choices: Choices) -> Model {
        Model {
            home,
            screen: home,
            popup: None,
            asked: None,
            evolution: None,
            selection: SelectedOrganisms::default(),
            thinking: Thinking::default(),
            values: Cursor::default(),
            sessions: Sessions { root, ..Sessions::default() },
            log: Log::default(),
            choices,
            theme,
            ascii,
            notice: None,
            hits: HitMap::default(),
            now: Duration::ZERO,
        }
    }

    /// Tells the person something, and keeps it in the log.
    pub(crate) fn show_notice(&mut self, severity: Severity, text: String) {
        self.log.add(self.now, severity, text.clone());
        self.notice = Some((severity, text));
    }

    /// Whether the open session would be dropped on closing: generation 0 of a new seed that nobody told
    /// anything is the same again whenever it is wanted.
    pub(crate) fn discards(&self) -> bool {
        self.evolution.as_ref().is_some_and(|open| !open.touched)
    }

    /// The organism all screens speak of.
    pub(crate) fn subject(&self) -> Option<ShownOrganism> {
        self.selection.chosen().cloned().or_else(|| self.evolution.as_ref()?.champion())
    }

    /// The organism the subject is compared with.
    pub(crate) fn rival(&self) -> Option<&ShownOrganism> {
        self.selection.rival.as_ref()
    }

    /// Changes a value of the subject, held inside its range; false where that changes nothing. The subject
    /// is from then on the edited organism.
    pub(crate) fn edit(&mut self, parameter: usize, value: i32) -> bool {
        let Some(subject) = self.subject() else { return false };
        let draft = self.selection.draft.get_or_insert_with(|| Draft::of(subject));
        let changed = draft.set(parameter, value);
        if !draft.changed() {
            self.selection.draft = None;
        }
        changed
    }

    /// Whether the subject's evaluation stays as it is, as only its search evolves; then says so.
    pub(crate) fn evaluation_stays(&mut self) -> bool {
        let stays = self.subject().is_some_and(|subject| subject.evaluation.is_some());
        if stays {
            let text = "only the search of this organism evolves: its evaluation stays as it is";
            self.notice = Some((Severity::Warning, text.to_owned()));
        }
        stays
    }

    /// The name of an organism as the screens show it.
    pub(crate) fn name_of(&self, organism: &ShownOrganism) -> String {
        let open = self.evolution.as_ref();
        let confirmed = open.and_then(Evolution::confirmed);
        organism.origin.name_beside(&open.map(Evolution::name).unwrap_or_default(), confirmed.as_ref())
    }

    /// Whether the subject is the organism at this place of the generation shown.
    pub(crate) fn is_subject(&self, place: usize) -> bool {
        let Some(open) = &self.evolution else { return false };
        match self.selection.chosen() {
            None => place == open.champion_place() && open.earlier.is_none(),
            Some(chosen) => open.is_at(chosen, place),
        }
    }

    /// Whether the rival is the organism at this place of the generation shown.
    pub(crate) fn is_rival(&self, place: usize) -> bool {
        let open = self.evolution.as_ref();
        self.rival().zip(open).is_some_and(|(rival, open)| open.is_at(rival, place))
    }

    /// Opens a popup; where there is none, whichever is open is closed.
    pub(crate) fn open(&mut self, popup: Option<impl Popup>) {
        self.popup = popup.map(|popup| -> Box<dyn Popup> { Box::new(popup) });
    }

    /// The popup that is open, where it is of this kind.
    pub(crate) fn popup<T: Popup>(&self) -> Option<&T> {
        let popup: &dyn Any = self.popup.as_deref()?;
        popup.downcast_ref()
    }

    /// The same, to be changed.
    pub(crate) fn popup_mut<T: Popup>(&mut self) -> Option<&mut T> {
        let popup: &mut dyn Any = self.popup.as_deref_mut()?;
        popup.downcast_mut()
    }

    /// Tells the job what the person wants; from now on the session is theirs.
    pub(crate) fn order(&mut self, command: Command) -> Vec<Effect> {
        if let Some(open) = &mut self.evolution {
            open.touched = true;
            open.run_when_ready &= !matches!(command, Command::Step(_));
        }
        vec![Effect::Send(command)]
    }

    /// Whether another subject may take the place of this one; where edits would be lost that is said.
    pub(crate) fn may_drop_edits(&mut self) -> bool {
        let unsaved = self.selection.draft.as_ref().is_some_and(Draft::unsaved);
        if unsaved {
            let text = "unplanted edits: P plants, E exports, U drops them";
            self.notice = Some((Severity::Warning, text.to_owned()));
        }
        !unsaved
    }

    /// Goes to the generation before or after the one shown.
    pub(crate) fn look(&mut self, later: bool) -> Vec<Effect> {
        let Some(at) = self.evolution.as_ref().and_then(|open| open.looked_at()) else { return Vec::new() };
        self.look_at(if later { at.saturating_add(1) } else { at.saturating_sub(1) })
    }

    /// Looks at a generation of the run shown, which may have to be read first.
    pub(crate) fn look_at(&mut self, generation: u32) -> Vec<Effect> {
        let Some(open) = &mut self.evolution else { return Vec::new() };
        let folder = open.folder.clone();
        let read = |(run, generation)| {
            Effect::BackgroundTask(BackgroundTask::new(ReadGeneration { folder, run, generation }))
        };
        open.wish(generation).map(read).into_iter().collect()
    }

    /// Shows the run of the ensemble before or after the one shown.
    pub(crate) fn turn(&mut self, on: bool) {
        let Some(open) = &mut self.evolution else { return };
        open.turn(if on { open.shown + 1 } else { open.shown.saturating_sub(1) });
    }
}
