//! The state shared by all screens. `update` changes the model, `view` reads it.

use std::any::Any;
use std::fmt::Debug;

use super::background::generation::ReadGeneration;
use super::chart_view::View;
use super::command::keymap::Keymap;
use super::hit_map::HitMap;
use super::images::Images;
use super::log::Log;
use super::saved::Sessions;
use super::seeds::Seeds;
use super::subject::{Draft, Paper, SelectedOrganisms, Undoable};
use super::table::Tables;
use super::theme::palette::Themes;
use super::theme::{Shade, Theme};
use super::thinking::Thinking;
use super::typing::{SearchInput, TextInput};
use super::work::Works;
use super::workers::Workers;
use crate::arena::spec::PlayerSpec;
use crate::config::{AUTO, Config};
use crate::job::report::Command;
use crate::progress::{LocalTime, Timing};
use crate::tui::prelude::*;

/// A popup over the screen, which receives all keys.
pub(crate) trait Popup: Any + Debug {
    /// Returns the place of the commands that apply in the popup.
    fn scope(&self) -> Scope;

    /// Draws the popup over `area`, unless the app draws it.
    fn draw(&self, _draw: &mut Draw<'_>, _model: &Model, _area: Rect) {}

    /// Reacts to a command or a click. The popup is closed unless it stores itself in the model again.
    fn handle(self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect>;

    /// Goes one step back. Returns the popup that is open then.
    fn back(self: Box<Self>) -> Option<Box<dyn Popup>> {
        None
    }

    /// Returns the label of the accept command in the bottom bar, if it differs from the default.
    fn bar_label(&self) -> Option<&'static str> {
        None
    }

    /// Returns the figures that the popup shows, and the folder into which they are exported.
    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        None
    }

    /// Returns the text that is typed to find rows of a list, and the cursor of the list.
    fn search(&mut self) -> Option<(&mut SearchInput, &mut Cursor)> {
        None
    }

    /// Handles text input.
    fn write(&mut self, text: &TextInput<'_>) {
        if let Some((input, cursor)) = self.search()
            && input.handle(text)
        {
            *cursor = Cursor::default();
        }
    }

    /// Shows why the values of the popup are invalid. `None` refers to the focused field.
    fn show_error(&mut self, _field: Option<usize>, _why: &str) {}
}

/// What a popup reacts to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PopupInput {
    Command(Action),
    /// A click on a row of a list.
    Row(List, usize),
}

/// The presets and published organisms that are available.
#[derive(Debug, Clone)]
pub(crate) struct Choices {
    /// The presets for new runs, the default first.
    pub(crate) presets: Vec<Experiment>,
    /// The organisms published in the papers, newest paper first.
    pub(crate) papers: Vec<Paper>,
}

/// The state shared by all screens.
#[derive(Debug)]
pub(crate) struct Model {
    /// The view of Run that was shown last, to which Esc finally returns.
    pub(crate) home: ScreenId,
    /// The screen shown.
    pub(crate) screen: ScreenId,
    /// The screen below an overlay, to which Esc returns from it.
    pub(crate) below: ScreenId,
    /// The open popup.
    pub(crate) popup: Option<Box<dyn Popup>>,
    /// The form whose task is in progress. It opens again if the task rejects its values.
    pub(crate) pending_form: Option<Box<dyn Popup>>,
    /// The open session.
    pub(crate) evolution: Option<Evolution>,
    /// The subject and the rival.
    pub(crate) selection: SelectedOrganisms,
    /// The engine analysis of the position on the board.
    pub(crate) thinking: Thinking,
    /// What is selected in the focused chart.
    pub(crate) chart: View,
    /// The selected parameter, on every screen that lists the subject's values.
    pub(crate) values: Cursor,
    /// How the lists are sorted and searched.
    pub(crate) tables: Tables,
    pub(crate) sessions: Sessions,
    pub(crate) log: Log,
    /// The presets and published organisms.
    pub(crate) choices: Choices,
    /// The theme in use.
    pub(crate) theme: Theme,
    /// The images of boards, if the terminal shows images.
    pub(crate) images: Option<Images>,
    /// All themes.
    pub(crate) themes: Themes,
    /// The seeds that forms suggest.
    pub(crate) seeds: Seeds,
    /// The players of matches that were entered as text.
    pub(crate) entered: Vec<PlayerSpec>,
    /// The keys of the commands.
    pub(crate) keymap: Keymap,
    /// The settings of the person.
    pub(crate) config: Config,
    /// The shade that the terminal's background asks for.
    background: Shade,
    /// The workers on other machines; `None` if the workbench uses none.
    pub(crate) workers: Option<Workers>,
    /// The long work in progress.
    pub(crate) works: Works,
    /// Whether only ASCII characters are drawn.
    pub(crate) ascii: bool,
    /// Whether the card of the first start is shown, until the next key.
    pub(crate) welcome: bool,
    /// A short message, shown until the next key; an error until it is dismissed.
    pub(crate) notice: Option<(Severity, String)>,
    /// The click targets and list positions of the last frame.
    pub(crate) hits: HitMap,
    /// The time since the workbench was opened.
    pub(crate) now: Duration,
    /// The local time of day; `None` if it is unknown.
    pub(crate) clock: Option<LocalTime>,
    /// When the user began to play the run, if it is being played.
    pub(crate) playback: Option<Duration>,
}

/// The time in which a whole run is played.
pub(crate) const PLAYBACK: Duration = Duration::from_secs(10);

impl Model {
    /// Returns the state at the start.
    pub(crate) fn new(home: ScreenId, theme: Theme, ascii: bool, root: PathBuf, choices: Choices) -> Model {
        Model {
            home,
            screen: home,
            below: home,
            popup: None,
            pending_form: None,
            evolution: None,
            selection: SelectedOrganisms::default(),
            thinking: Thinking::default(),
            chart: View::default(),
            values: Cursor::default(),
            tables: Tables::default(),
            sessions: Sessions { root, ..Sessions::default() },
            log: Log::default(),
            choices,
            theme,
            images: None,
            themes: Themes::default(),
            seeds: Seeds::default(),
            entered: Vec::new(),
            keymap: Keymap::default(),
            config: Config::default(),
            background: theme.shade(),
            workers: None,
            works: Works::default(),
            ascii,
            welcome: false,
            notice: None,
            hits: HitMap::default(),
            now: Duration::ZERO,
            clock: None,
            playback: None,
        }
    }

    /// Returns the effect that shows the screen of the open session's objective, or the first screen without a session.
    pub(crate) fn show_session(&self) -> Effect {
        let settings = self.evolution.as_ref().and_then(|open| open.settings.as_ref());
        settings.map_or(Effect::Show(self.home), |settings| Effect::ShowObjective(settings.objective.name()))
    }

    /// Moves a cursor in the order of a list on screen. The list has `len` rows.
    pub(crate) fn step(&self, list: List, cursor: &mut Cursor, action: Action, len: usize) {
        self.tables.step(list, cursor, action, self.hits.page(list), len);
    }

    /// Shows a message and adds it to the log.
    pub(crate) fn show_notice(&mut self, severity: Severity, text: String) {
        self.log.add(self.now, severity, text.clone());
        self.notice = Some((severity, text));
    }

    /// Shows a message that the log does not need.
    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some((Severity::Info, text.into()));
    }

    /// Shows a warning that the log does not need.
    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some((Severity::Warning, text.into()));
    }

    /// Removes the message, unless it is an error: an error stays until Esc dismisses it.
    pub(crate) fn dismiss_notice(&mut self) {
        self.notice.take_if(|(severity, _)| *severity != Severity::Error);
    }

    /// Formats the times of work in progress, as far as they fit in `width` cells, the time left first.
    pub(crate) fn times(&self, timing: &Timing, width: usize) -> String {
        let line = self.time_lines(timing, width).into_iter().next();
        line.filter(|line| line.cells() <= width).unwrap_or_default()
    }

    /// Formats the times of work in progress as lines of at most `width` cells, the time left first.
    pub(crate) fn time_lines(&self, timing: &Timing, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for part in timing.parts(self.clock.as_ref()) {
            match lines.last_mut() {
                Some(line) if line.cells() + 3 + part.cells() <= width => *line += &format!(" · {part}"),
                _ => lines.push(part),
            }
        }
        lines
    }

    /// Uses the theme with a name, or with [`AUTO`] the one of the terminal's background. Returns false if there is no
    /// such theme.
    pub(crate) fn use_theme(&mut self, name: &str) -> bool {
        let name = match (name, self.background) {
            (AUTO, Shade::Dark) => "dark",
            (AUTO, Shade::Light) => "light",
            (name, _) => name,
        };
        let found = self.themes.select(name);
        if let Some(palette) = found {
            self.theme.palette = palette;
        }
        found.is_some()
    }

    /// Uses the next theme and shows its name.
    pub(crate) fn use_next_theme(&mut self) {
        self.themes.select_next();
        self.theme.palette = self.themes.palette();
        self.tell(format!("theme: {}", self.themes.name()));
    }

    /// Returns whether the open session is deleted when it is closed. A session that the user did not change can be
    /// created again from its seed.
    pub(crate) fn discards(&self) -> bool {
        self.evolution.as_ref().is_some_and(|open| !open.worth_keeping)
    }

    /// Returns the organism under study: the selected organism or the champion.
    pub(crate) fn subject(&self) -> Option<ShownOrganism> {
        self.selection.chosen().cloned().or_else(|| self.evolution.as_ref()?.shown_champion())
    }

    /// Returns the organism that the subject is compared with.
    pub(crate) fn rival(&self) -> Option<&ShownOrganism> {
        self.selection.rival.as_ref()
    }

    /// Changes a value of the subject within its range and returns whether the value changed. The edited organism
    /// becomes the subject.
    pub(crate) fn edit(&mut self, parameter: usize, value: i32) -> bool {
        let Some(subject) = self.subject() else { return false };
        self.selection.edit(subject, parameter, value)
    }

    /// Returns what undoing takes back now; `None` if there is nothing.
    pub(crate) fn undoable(&self) -> Option<Undoable> {
        let open = self.evolution.as_ref().filter(|open| open.alive());
        let mut unborn = open.map_or_else(Vec::new, Evolution::unborn);
        let schema = open.and_then(|open| open.schema.as_ref());
        let bits = schema.zip(self.subject()).and_then(|(schema, subject)| subject.chromosome(schema).ok());
        let of_subject = unborn.iter().rposition(|plant| Some(&plant.chromosome) == bits.as_ref());
        match of_subject {
            Some(at) => Some(Undoable::Plant(unborn.swap_remove(at))),
            None if self.selection.draft.is_some() => Some(Undoable::Edit),
            None => unborn.pop().map(Undoable::Plant),
        }
    }

    /// Withdraws the planted organism that was not born yet, or undoes the last edit of the subject. The latest of the two
    /// comes first.
    pub(crate) fn undo(&mut self) -> Vec<Effect> {
        match self.undoable() {
            Some(Undoable::Plant(plant)) => {
                if let Some(draft) = &mut self.selection.draft {
                    draft.mark_unsaved();
                }
                if let Some(open) = &mut self.evolution {
                    open.ask(plant.clone(), true);
                }
                self.send(Command::Withdraw(plant))
            }
            Some(Undoable::Edit) => {
                let born =
                    self.evolution.as_ref().zip(self.subject()).and_then(|(open, subject)| {
                        open.born(&subject.chromosome(open.schema.as_ref()?).ok()?)
                    });
                self.selection.undo();
                if let Some(generation) = born {
                    let text = format!(
                        "the edit is undone, but the organism planted in generation {generation} stays"
                    );
                    self.tell(text);
                }
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// Returns whether the subject's evaluation cannot be edited because only its search evolves, and shows a message.
    pub(crate) fn evaluation_is_fixed(&mut self) -> bool {
        let fixed = self.subject().is_some_and(|subject| subject.evaluation.is_some());
        if fixed {
            self.warn("only this organism's search evolves: its evaluation is fixed");
        }
        fixed
    }

    /// Returns the name of an organism as shown on screen.
    pub(crate) fn name_of(&self, organism: &ShownOrganism) -> String {
        let open = self.evolution.as_ref();
        let confirmed = open.and_then(Evolution::confirmed);
        let is_open = |folder: &Path| open.is_some_and(|open| open.folder == folder);
        let title = |folder: &Path| (!is_open(folder)).then(|| self.sessions.title(folder));
        organism.origin.name_on_screen(&title, confirmed.as_ref())
    }

    /// Returns whether the subject is the organism at this place of the generation shown.
    pub(crate) fn is_subject(&self, place: usize) -> bool {
        let Some(open) = &self.evolution else { return false };
        match self.selection.chosen() {
            None => place == open.champion_place() && open.earlier.is_none(),
            Some(chosen) => open.is_at(chosen, place),
        }
    }

    /// Returns whether the rival is the organism at this place of the generation shown.
    pub(crate) fn is_rival(&self, place: usize) -> bool {
        let open = self.evolution.as_ref();
        self.rival().zip(open).is_some_and(|(rival, open)| open.is_at(rival, place))
    }

    /// Returns the mark of the subject, of the rival or of another organism, and its role.
    pub(crate) fn mark_of(&self, place: usize) -> (&'static str, Role) {
        match (self.is_subject(place), self.is_rival(place)) {
            (true, _) => ("●", Role::Subject),
            (_, true) => ("○", Role::Rival),
            _ => (" ", Role::Text),
        }
    }

    /// Makes the organism at this place of the generation shown the subject. The champion is it by default.
    pub(crate) fn choose_subject(&mut self, place: usize) {
        let Some(open) = &self.evolution else { return };
        let is_champion = place == open.champion_place() && open.earlier.is_none();
        let chosen = if is_champion { None } else { open.organism(place) };
        self.selection.choose(chosen);
    }

    /// Makes the organism at this place of the generation shown the rival, or removes this rival.
    pub(crate) fn toggle_rival(&mut self, place: usize) {
        let chosen = self.evolution.as_ref().and_then(|open| open.organism(place));
        self.selection.rival = chosen.filter(|_| !self.is_rival(place));
    }

    /// Opens a popup; `None` closes the open one.
    pub(crate) fn open(&mut self, popup: Option<impl Popup>) {
        self.popup = popup.map(|popup| -> Box<dyn Popup> { Box::new(popup) });
    }

    /// Keeps a popup open.
    pub(crate) fn keep(&mut self, popup: Box<impl Popup>) -> Vec<Effect> {
        self.popup = Some(popup);
        Vec::new()
    }

    /// Returns the open popup if it is of this type.
    pub(crate) fn popup<T: Popup>(&self) -> Option<&T> {
        let popup: &dyn Any = self.popup.as_deref()?;
        popup.downcast_ref()
    }

    /// Returns the open popup for a change if it is of this type.
    pub(crate) fn popup_mut<T: Popup>(&mut self) -> Option<&mut T> {
        let popup: &mut dyn Any = self.popup.as_deref_mut()?;
        popup.downcast_mut()
    }

    /// Sends a command of the user to the job. The session is kept from now on.
    pub(crate) fn send(&mut self, command: Command) -> Vec<Effect> {
        if let Some(open) = &mut self.evolution {
            open.worth_keeping = true;
            open.run_when_ready &= !matches!(command, Command::Step(_));
            open.pausing = matches!(command, Command::Pause);
        }
        vec![Effect::Send(command)]
    }

    /// Returns whether the subject may be replaced. If edits would be lost, shows a message instead.
    pub(crate) fn may_drop_edits(&mut self) -> bool {
        let unsaved = self.selection.draft.as_ref().is_some_and(Draft::unsaved);
        if unsaved {
            let can_plant = self.evolution.as_ref().is_some_and(Evolution::alive);
            let text = match can_plant {
                true => "unsaved edits: P plants, E exports, U discards them",
                false => "unsaved edits: E exports, U discards them",
            };
            self.warn(text);
        }
        !unsaved
    }

    /// Shows the generation after the one shown, or before it if `later` is false.
    pub(crate) fn look_at_next(&mut self, later: bool) -> Vec<Effect> {
        let next = self.evolution.as_ref().and_then(|open| open.generation_beside(later));
        next.map(|generation| self.look_at(generation)).unwrap_or_default()
    }

    /// Shows a generation of the run shown, which may have to be read first.
    pub(crate) fn look_at(&mut self, generation: u32) -> Vec<Effect> {
        let Some(open) = &mut self.evolution else { return Vec::new() };
        let folder = open.folder.clone();
        let read = |(run, generation)| Effect::background(ReadGeneration { folder, run, generation });
        open.request_generation(generation).map(read).into_iter().collect()
    }

    /// Starts to play all generations of the run shown, or stops at the one that is shown.
    pub(crate) fn play_or_stop(&mut self) {
        self.playback = if self.playback.is_none() { Some(self.now) } else { None };
    }

    /// While a run is played, shows the generation of this moment. The newest one ends it.
    pub(crate) fn play(&mut self) -> Vec<Effect> {
        let newest = self.evolution.as_ref().and_then(|open| Some(open.latest()?.generation));
        let Some((newest, started)) = newest.zip(self.playback) else {
            self.playback = None;
            return Vec::new();
        };
        let share = self.now.saturating_sub(started).as_secs_f64() / PLAYBACK.as_secs_f64();
        let generation = (f64::from(newest) * share) as u32;
        if generation >= newest {
            self.playback = None;
        }
        self.look_at(generation)
    }

    /// Shows the run after the one shown, or before it if `on` is false.
    pub(crate) fn show_next_run(&mut self, on: bool) {
        let Some(open) = &mut self.evolution else { return };
        open.show_run(if on { open.shown + 1 } else { open.shown.saturating_sub(1) });
    }
}
