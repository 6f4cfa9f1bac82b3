//! The popup in which the players of a match are selected, with a search field.

use crossterm::event::KeyCode;

use crate::arena::profile::{self, Profile, Protocol};
use crate::arena::resolved_player::PlayerOptions;
use crate::arena::spec::PlayerSpec;
use crate::director::{Candidate, PlayerSource};
use crate::organism::Organism;
use crate::tui::command::Scope;
use crate::tui::keys::Key;
use crate::tui::model::Popup;
use crate::tui::popups::forms::{Field, FormParent};
use crate::tui::popups::typing::SearchInput;
use crate::tui::popups::{frame, typing};
use crate::tui::prelude::*;
use crate::tui::subject::ShownOrganism;
use crate::tui::table::contains_all;

/// The players selected for a match.
const SELECTED: List = List("matches: selected");

/// A player selected for a match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SelectedPlayer {
    pub(crate) name: String,
    origin: Origin,
}

/// The note that all players of a match are selected, with the popup to which Esc returns.
#[derive(Debug, Clone)]
pub(super) struct PlayersSelected(pub(super) PlayerPicker);

#[derive(Debug, Clone, PartialEq)]
enum Origin {
    /// A name, a file or a command.
    Spec(PlayerSpec),
    /// The subject or the rival of the workbench.
    ShownOrganism(Box<ShownOrganism>),
}

impl SelectedPlayer {
    /// Returns the player for the director, or `None` for an organism that cannot play.
    pub(crate) fn candidate(&self, hash: usize) -> Option<Candidate> {
        let (source, name) = match &self.origin {
            Origin::Spec(spec) => (PlayerSource::Named(spec.clone()), None),
            Origin::ShownOrganism(organism) => {
                (PlayerSource::Organism(Box::new(organism.organism()?)), Some(self.name.clone()))
            }
        };
        Some(Candidate { source, name, options: PlayerOptions { search: None, hash, options: Vec::new() } })
    }
}

/// A player that can be selected.
#[derive(Debug, Clone)]
struct Entry {
    player: SelectedPlayer,
    /// The kind of player, for example "organism".
    kind: &'static str,
    /// A remark or a problem.
    note: String,
    /// Whether no problem is known.
    ready: bool,
}

fn named(name: &str, kind: &'static str, note: String, ready: bool) -> Entry {
    let origin = Origin::Spec(PlayerSpec::Name(name.to_owned()));
    Entry { player: SelectedPlayer { name: name.to_owned(), origin }, kind, note, ready }
}

/// An engine with a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Engine {
    /// The name of the profile.
    pub(crate) name: String,
    /// The kind of player with the protocol.
    pub(crate) kind: &'static str,
    /// Why the engine cannot be started, if known.
    pub(crate) problem: Option<String>,
}

impl Engine {
    /// Returns all engines with profiles, embedded or in the user's own folder.
    pub(crate) fn all() -> Vec<Engine> {
        let engine = |name: String| match Profile::find(&name) {
            Ok(profile) => profile.map(|profile| Engine {
                kind: match profile.protocol {
                    Protocol::Uci => "engine, UCI",
                    Protocol::Xboard(_) => "engine, xboard",
                },
                problem: (!profile.is_installed()).then(|| "its program is not in PATH".to_owned()),
                name,
            }),
            Err(error) => Some(Engine { name, kind: "engine", problem: Some(error.to_string()) }),
        };
        Profile::all_names(profile::folder().as_deref()).into_iter().filter_map(engine).collect()
    }
}

/// Finds the engines with profiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FindEngines;

/// The result of [`FindEngines`].
#[derive(Debug, Clone)]
pub(crate) struct Engines(pub(crate) Vec<Engine>);

impl Work for FindEngines {
    fn run(&self) -> TaskResult {
        TaskResult::found(Engines(Engine::all()))
    }
}

#[derive(Debug)]
enum Row<'a> {
    Entry(&'a Entry),
    /// The typed text as a player.
    Typed(PlayerSpec),
}

#[derive(Debug, Clone)]
pub(crate) struct PlayerPicker {
    input: SearchInput,
    pub(crate) cursor: Cursor,
    entries: Vec<Entry>,
    pub(crate) selected: Vec<SelectedPlayer>,
    /// The fields of the form that follows, if the user has returned from it.
    pub(super) fields: Option<Vec<Field>>,
}

impl FormParent for PlayerPicker {
    fn reopen(mut self: Box<Self>, fields: Vec<Field>) -> Box<dyn Popup> {
        self.fields = Some(fields);
        self
    }
}

impl PlayerPicker {
    /// Creates the popup with the subject, the rival, the built-in organisms and the engines.
    pub(crate) fn new(model: &Model, engines: &[Engine]) -> PlayerPicker {
        let organism = |organism: ShownOrganism, kind| {
            let name = model.name_of(&organism);
            let ready = organism.organism().is_some();
            let note = if ready { "" } else { "a value is outside its range" };
            let player = SelectedPlayer { name, origin: Origin::ShownOrganism(Box::new(organism)) };
            Entry { player, kind, note: note.to_owned(), ready }
        };
        let mut entries = Vec::new();
        entries.extend(model.subject().map(|subject| organism(subject, "subject")));
        entries.extend(model.rival().map(|rival| organism(rival.clone(), "rival")));
        entries.extend(Organism::NAMES.map(|name| named(name, "organism", "built-in".to_owned(), true)));
        let mut picker = PlayerPicker {
            input: SearchInput::default(),
            cursor: Cursor::default(),
            entries,
            selected: Vec::new(),
            fields: None,
        };
        picker.set_engines(engines);
        picker
    }

    /// Replaces the engines of the list. Engines without problems come first.
    pub(crate) fn set_engines(&mut self, engines: &[Engine]) {
        self.entries.retain(|entry| !entry.kind.starts_with("engine"));
        let mut engines: Vec<&Engine> = engines.iter().collect();
        engines.sort_by_key(|engine| engine.problem.is_some());
        self.entries.extend(engines.into_iter().map(|engine| {
            let Engine { name, kind, problem } = engine;
            named(name, kind, problem.clone().unwrap_or_default(), problem.is_none())
        }));
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let typed = self.input.text().trim();
        let words: Vec<String> = typed.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let matches = |entry: &&Entry| contains_all(&format!("{} {}", entry.player.name, entry.kind), &words);
        let found = self.entries.iter().filter(matches).map(Row::Entry);
        let spec = (!typed.is_empty()).then(|| typed.parse().ok()).flatten();
        let known = self.entries.iter().any(|entry| entry.player.name == typed);
        found.chain(spec.filter(|_| !known).map(Row::Typed)).collect()
    }

    /// Selects the player of the row at the cursor, or removes it from the selection. Then all players are listed, with
    /// the cursor on the same player.
    fn press(&mut self) {
        let player = match self.rows().into_iter().nth(self.cursor.at) {
            Some(Row::Entry(entry)) => entry.player.clone(),
            Some(Row::Typed(spec)) => SelectedPlayer { name: spec.to_string(), origin: Origin::Spec(spec) },
            None => return,
        };
        if !self.entries.iter().any(|entry| entry.player == player) {
            // A player entered as text gets a row of its own.
            let entry =
                Entry { player: player.clone(), kind: "as entered", note: String::new(), ready: true };
            self.entries.insert(0, entry);
        }
        self.input.clear();
        self.cursor.at = self.entries.iter().position(|entry| entry.player == player).unwrap_or(0);
        match self.selected.iter().position(|known| *known == player) {
            Some(known) => drop(self.selected.remove(known)),
            None => self.selected.push(player),
        }
    }

    fn remove_player(&mut self, index: usize) {
        if index < self.selected.len() {
            self.selected.remove(index);
        }
    }
}

impl Popup for PlayerPicker {
    fn scope(&self) -> Scope {
        Scope::Picking
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        let rows = self.rows();
        let note = format!("{} selected", self.selected.len());
        let inner = frame(draw, area, 92, area.height.min(26), "Match: players", &note);
        if inner.height < 4 || inner.width < 8 {
            return;
        }
        let [first, rest] = split_top(inner, 1);
        let [line, list] = split_top(rest, 1);
        draw_selected(draw, first, self);
        let hint = "search, or enter a file, uci:COMMAND or xboard:COMMAND";
        typing::draw(draw, line, &self.input, hint);
        if self.selected.len() > 1 {
            let text = format!("Tab continues with {} players", self.selected.len());
            let width = text.cells() as u16;
            let x = line.right().saturating_sub(width + 1).max(line.x);
            draw.text(x, line.y, line.right() - x, &text, Role::Key);
            draw.hits.note(Rect { x, width, ..line }, Target::Act(Action::NextField));
        }
        for (index, row, place) in draw.visible(list, List::POPUP, self.cursor.at, &rows) {
            draw.hits.note(place, Target::Row(List::POPUP, index));
            let number = match row {
                Row::Entry(entry) => self.selected.iter().position(|player| *player == entry.player),
                Row::Typed(_) => None,
            };
            draw_row(draw, place, row, number, index == self.cursor.at);
        }
    }

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        match (action, self.selected.len()) {
            (Action::Accept, _) => self.press(),
            (Action::NextField, 2..) => {
                return vec![Effect::Notify(Note::new(PlayersSelected(*self)))];
            }
            (Action::NextField, count) => {
                let more = if count == 1 { "one more" } else { "two" };
                let text = format!("a match needs two players: select {more}");
                model.notice = Some((Severity::Warning, text));
            }
            _ => {
                let rows = self.rows().len();
                self.cursor.move_in_list(action, model.hits.page(List::POPUP), rows);
            }
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn clicked(mut self: Box<Self>, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == List::POPUP {
            self.cursor.at = row;
            return self.perform(model, Action::Accept);
        }
        if list == SELECTED {
            self.remove_player(row);
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn typed(&mut self, character: char) {
        self.input.typed(character);
        self.cursor = Cursor::default();
    }

    fn pasted(&mut self, text: &str) {
        self.input.pasted(text);
        self.cursor = Cursor::default();
    }

    /// Handles an editing key. A backspace in an empty field removes the last player.
    fn edit(&mut self, key: Key) {
        if key.code == KeyCode::Backspace && self.input.text().is_empty() {
            self.selected.pop();
        }
        if self.input.edit(key) {
            self.cursor = Cursor::default();
        }
    }
}

/// The widths of the columns.
const NAME: usize = 38;
const KIND: usize = 15;

/// Draws a row. `number` is the index of the row's player among the selected ones.
fn draw_row(draw: &mut Draw<'_>, line: Rect, row: &Row<'_>, number: Option<usize>, selected: bool) {
    if selected {
        draw.fill(line, Role::Cursor);
    }
    let mut put = |at: usize, text: &str, role: Role| {
        let at = at as u16;
        draw.over(line.x + at, line.y, line.width.saturating_sub(at), text, role, selected);
    };
    put(0, if selected { "▸" } else { " " }, Role::Key);
    match row {
        Row::Typed(spec) => put(2, &format!("[ ] “{spec}” as entered"), Role::Text),
        Row::Entry(Entry { player, kind, note, ready }) => {
            match number {
                Some(number) => put(2, &format!("[{}]", number + 1), Role::Key),
                None => put(2, "[ ]", Role::Dim),
            }
            put(6, &left(&player.name, NAME), if *ready { Role::Text } else { Role::Dim });
            put(7 + NAME, &left(kind, KIND), Role::Dim);
            put(8 + NAME + KIND, note, Role::Dim);
        }
    }
}

/// Draws the selected players. A click removes a player.
fn draw_selected(draw: &mut Draw<'_>, line: Rect, picker: &PlayerPicker) {
    if picker.selected.is_empty() {
        let hint = "select two players, or more for a tournament";
        return draw.text(line.x + 1, line.y, line.width - 1, hint, Role::Dim);
    }
    let mut x = line.x + 1;
    for (index, player) in picker.selected.iter().enumerate() {
        let text = format!("{} {} ✗", index + 1, cut(&player.name, 24));
        let width = text.cells() as u16;
        if x + width > line.right() {
            return;
        }
        draw.text(x, line.y, width, &text, if index == 0 { Role::Subject } else { Role::Rival });
        draw.hits.note(Rect { x, width, ..line }, Target::Row(SELECTED, index));
        x += width + 2;
    }
}
