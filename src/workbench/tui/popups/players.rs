//! The popup in which the players of a match, or the organisms of a new session, are selected, with a search field.

use crossterm::event::KeyCode;

use super::forms::FormParent;
use crate::arena::spec::PlayerSpec;

use crate::tui::prelude::*;
use crate::tui::table::contains_all;
use crate::tui::typing::{self, SearchInput, TextInput};

/// The selected players.
const SELECTED: List = List("players: selected");

/// A selected player, or several that are selected together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) origin: Origin,
    /// The schema of the evaluation, if it is known and a population needs it.
    pub(crate) schema: Option<Arc<Schema>>,
    /// The number of organisms; `None` if it is unknown.
    pub(crate) count: Option<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Origin {
    /// A name, a file or a command.
    Spec(PlayerSpec),
    /// The subject or the rival of the workbench.
    ShownOrganism(Box<ShownOrganism>),
    /// The initial organisms of the open session.
    Initial,
}

impl Player {
    /// Returns a player with a name, a file or a command.
    pub(crate) fn of_spec(name: String, spec: PlayerSpec) -> Player {
        Player { name, origin: Origin::Spec(spec), schema: None, count: None }
    }
}

/// The note that all players of a match are selected, while the popup is open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayersSelected;

/// A player that can be selected.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) player: Player,
    /// The kind of player, for example "organism".
    pub(crate) kind: &'static str,
    /// A remark or a problem.
    pub(crate) note: String,
    /// Whether no problem is known.
    pub(crate) ready: bool,
}

impl Entry {
    /// Returns the entry of an organism, an engine or a file with a name.
    pub(crate) fn named(name: &str, kind: &'static str, note: String, ready: bool) -> Entry {
        let player = Player::of_spec(name.to_owned(), PlayerSpec::Name(name.to_owned()));
        Entry { player, kind, note, ready }
    }

    /// Returns the entry of the subject or the rival.
    fn shown(model: &Model, organism: ShownOrganism, kind: &'static str) -> Entry {
        let ready = organism.organism().is_some();
        let note = if ready { "" } else { "a value is outside its range" }.to_owned();
        let (name, schema) = (model.name_of(&organism), Some(Arc::clone(organism.evaluated().0)));
        let origin = Origin::ShownOrganism(Box::new(organism));
        Entry { player: Player { name, origin, schema, count: Some(1) }, kind, note, ready }
    }

    /// Returns the organisms that can always be selected: the subject, the rival and the built-in ones.
    pub(crate) fn organisms(model: &Model) -> Vec<Entry> {
        let subject = model.subject().map(|subject| Entry::shown(model, subject, "subject"));
        let rival = model.rival().map(|rival| Entry::shown(model, rival.clone(), "rival"));
        let built_in = |name: &str| {
            let mut entry = Entry::named(name, "organism", "built-in".to_owned(), true);
            entry.player.schema =
                Organism::named_or_path(name).ok().map(|organism| organism.evaluation.schema);
            entry.player.count = Some(1);
            entry
        };
        subject.into_iter().chain(rival).chain(Organism::NAMES.map(built_in)).collect()
    }

    /// Returns the entry of a player that was entered as text.
    fn entered(spec: PlayerSpec) -> Entry {
        let player = Player::of_spec(spec.to_string(), spec);
        Entry { player, kind: "as entered", note: String::new(), ready: true }
    }
}

#[derive(Debug)]
enum Row<'a> {
    Entry(&'a Entry),
    /// The typed text as a player.
    Typed(PlayerSpec),
}

#[derive(Debug, Default)]
pub(crate) struct PlayerPicker {
    input: SearchInput,
    cursor: Cursor,
    entries: Vec<Entry>,
    pub(crate) selected: Vec<Player>,
    /// The fields of the form of the match that follows, if the user has returned from it.
    pub(crate) fields: Option<Vec<Field>>,
    /// The form for whose field organisms are selected; `None` for a match.
    form: Option<Box<Form>>,
}

impl FormParent for PlayerPicker {
    fn reopen(mut self: Box<Self>, fields: Vec<Field>) -> Box<dyn Popup> {
        self.fields = Some(fields);
        self
    }
}

impl PlayerPicker {
    /// Creates the popup for the players of a match.
    pub(crate) fn of_match(model: &Model, engines: Vec<Entry>) -> PlayerPicker {
        let mut entries = Entry::organisms(model);
        entries.extend(model.entered.iter().cloned().map(Entry::entered));
        let mut picker = PlayerPicker { entries, ..PlayerPicker::default() };
        picker.set_engines(engines);
        picker
    }

    /// Creates the popup for the organisms in the focused field of a form, of which some are selected already.
    pub(super) fn of_form(form: Box<Form>, entries: Vec<Entry>, selected: Vec<Player>) -> PlayerPicker {
        let mut picker = PlayerPicker { selected, form: Some(form), ..PlayerPicker::default() };
        // A player that was entered as text gets a row of its own.
        let is_new = |player: &&Player| !entries.iter().any(|entry| entry.player == **player);
        let entered = picker.selected.iter().filter(is_new).cloned();
        picker.entries = entered
            .map(|player| Entry { player, kind: "as entered", note: String::new(), ready: true })
            .collect();
        picker.entries.extend(entries);
        picker
    }

    /// Replaces the engines of the list. Engines without problems come first.
    pub(crate) fn set_engines(&mut self, mut engines: Vec<Entry>) {
        if self.form.is_none() {
            self.entries.retain(|entry| !entry.kind.starts_with("engine"));
            engines.sort_by_key(|engine| !engine.ready);
            self.entries.extend(engines);
        }
    }

    /// Returns the schema of the selected organisms of a form: those of another schema cannot be selected with them.
    fn schema(&self) -> Option<&Arc<Schema>> {
        self.form.as_ref().and_then(|_| self.selected.iter().find_map(|player| player.schema.as_ref()))
    }

    /// Returns the entries that can be selected together with the selected players.
    fn offered(&self) -> impl Iterator<Item = &Entry> {
        let schema = self.schema();
        let fits = move |entry: &&Entry| match (schema, &entry.player.schema) {
            (Some(schema), Some(other)) => schema.name == other.name,
            _ => true,
        };
        self.entries.iter().filter(fits)
    }

    /// Returns the number of selected players, as far as it is known.
    fn count(&self) -> usize {
        self.selected.iter().map(|player| player.count.unwrap_or(1)).sum()
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let typed = self.input.text().trim();
        let words: Vec<String> = typed.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let matches = |entry: &&Entry| contains_all(&format!("{} {}", entry.player.name, entry.kind), &words);
        let found = self.offered().filter(matches).map(Row::Entry);
        let spec: Option<PlayerSpec> = (!typed.is_empty()).then(|| typed.parse().ok()).flatten();
        // Only a match has engines.
        let spec = spec.filter(|spec| self.form.is_none() || matches!(spec, PlayerSpec::Name(_)));
        let known = self.entries.iter().any(|entry| entry.player.name == typed);
        found.chain(spec.filter(|_| !known).map(Row::Typed)).collect()
    }

    /// Selects the player of the row at the cursor, or removes it from the selection. Then all players are listed, with
    /// the cursor on the same player.
    fn press(&mut self, model: &mut Model) {
        let player = match self.rows().into_iter().nth(self.cursor.at) {
            Some(Row::Entry(entry)) => entry.player.clone(),
            Some(Row::Typed(spec)) => {
                if self.form.is_none() {
                    model.entered.push(spec.clone());
                }
                // A player entered as text gets a row of its own.
                let entry = Entry::entered(spec);
                let engine = self.entries.iter().position(|entry| entry.kind.starts_with("engine"));
                self.entries.insert(engine.unwrap_or(self.entries.len()), entry.clone());
                entry.player
            }
            None => return,
        };
        self.input.clear();
        match self.selected.iter().position(|known| *known == player) {
            Some(known) => drop(self.selected.remove(known)),
            None => self.selected.push(player.clone()),
        }
        let at = self.offered().position(|entry| entry.player == player);
        self.cursor.at = at.unwrap_or(0);
    }

    /// Returns whether enough players are selected. A file or folder can contain any number of organisms.
    fn is_enough(&self) -> bool {
        self.count() > 1 || (self.form.is_some() && self.selected.iter().any(|player| player.count.is_none()))
    }
}

impl Popup for PlayerPicker {
    fn scope(&self) -> Scope {
        Scope::Picking
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        let rows = self.rows();
        let note = format!("{} selected", self.count());
        let (title, hint) = match &self.form {
            None => ("Match: players", "search, or enter a file, uci:COMMAND or xboard:COMMAND"),
            Some(_) => ("Organisms", "search, or enter an organism file or the folder of a session"),
        };
        let inner = frame(draw, area, 100, area.height.min(26), title, &note);
        if inner.height < 4 || inner.width < 8 {
            return;
        }
        let [first, rest] = split_top(inner, 1);
        let [line, list] = split_top(rest, 1);
        draw_selected(draw, first, self);
        let text = match &self.form {
            _ if !self.is_enough() => String::new(),
            None => format!("Tab continues with {} players", self.selected.len()),
            Some(_) => "Tab takes them".to_owned(),
        };
        let width = (text.cells() as u16 + 1).min(line.width);
        let [line, rest] = split_left(line, line.width - width);
        typing::draw(draw, Rect { width: line.width.saturating_sub(1), ..line }, &self.input, hint);
        draw.text(rest.x, rest.y, rest.width, &text, Role::Key);
        if !text.is_empty() {
            draw.hits.note(rest, Target::Act(Action::NextField));
        }
        for (index, row, place) in draw.visible(list, List::POPUP, self.cursor.at, &rows) {
            let number = match row {
                Row::Entry(entry) => self.selected.iter().position(|player| *player == entry.player),
                Row::Typed(_) => None,
            };
            draw.row(place, Target::Row(List::POPUP, index), index == self.cursor.at);
            draw_row(draw, place, row, number, index == self.cursor.at);
        }
    }

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        match input {
            PopupInput::Command(Action::Accept) => self.press(model),
            PopupInput::Row(List::POPUP, row) => {
                self.cursor.at = row;
                self.press(model);
            }
            PopupInput::Row(SELECTED, player) if player < self.selected.len() => {
                self.selected.remove(player);
            }
            PopupInput::Row(..) => {}
            PopupInput::Command(Action::NextField) if self.is_enough() => match self.form.take() {
                Some(mut form) => {
                    form.set_players(self.selected);
                    return model.keep(form);
                }
                None => {
                    model.keep(self);
                    return vec![Effect::Notify(Note::new(PlayersSelected))];
                }
            },
            PopupInput::Command(Action::NextField) => {
                let text = match (&self.form, self.selected.len()) {
                    (Some(_), _) => {
                        "a population needs two organisms or more, such as the champions of a session"
                    }
                    (None, 1) => "a match needs two players: select one more",
                    (None, _) => "a match needs two players: select two",
                };
                model.warn(text);
            }
            PopupInput::Command(action) => {
                let rows = self.rows().len();
                self.cursor.move_in_list(action, model.hits.page(List::POPUP), rows);
            }
        }
        model.keep(self)
    }

    /// Returns to the form as it was.
    fn back(self: Box<Self>) -> Option<Box<dyn Popup>> {
        self.form.map(|form| -> Box<dyn Popup> { form })
    }

    fn search(&mut self) -> Option<(&mut SearchInput, &mut Cursor)> {
        Some((&mut self.input, &mut self.cursor))
    }

    fn write(&mut self, text: &TextInput<'_>) {
        if matches!(text, TextInput::Key(key) if key.code == KeyCode::Backspace)
            && self.input.text().is_empty()
        {
            self.selected.pop();
        }
        if self.input.handle(text) {
            self.cursor = Cursor::default();
        }
    }
}

/// The widths of the columns.
const NAME: usize = 34;
const KIND: usize = 15;

/// Draws a row. `number` is the index of the row's player among the selected ones.
fn draw_row(draw: &mut Draw<'_>, line: Rect, row: &Row<'_>, number: Option<usize>, selected: bool) {
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
            let at = 8 + NAME + KIND;
            put(at, &cut(note, usize::from(line.width).saturating_sub(at)), Role::Dim);
        }
    }
}

/// Draws the selected players, and how they are removed.
fn draw_selected(draw: &mut Draw<'_>, line: Rect, picker: &PlayerPicker) {
    if picker.selected.is_empty() {
        let hint = match &picker.form {
            None => "select two players, or more for a tournament",
            Some(_) => "select two organisms or more, or the champions of a session",
        };
        return draw.text(line.x + 1, line.y, line.width - 1, hint, Role::Dim);
    }
    let room = (usize::from(line.width) / picker.selected.len()).saturating_sub(8).max(16);
    let mut x = line.x + 1;
    for (index, player) in picker.selected.iter().enumerate() {
        let text = format!("{} {}", index + 1, cut(&player.name, room));
        let width = text.cells() as u16;
        if x + width > line.right() {
            return draw.text(line.right() - 1, line.y, 1, "…", Role::Dim);
        }
        draw.text(x, line.y, width, &text, if index == 0 { Role::Subject } else { Role::Rival });
        draw.hits.note(Rect { x, width, ..line }, Target::Row(SELECTED, index));
        x += width + 2;
    }
    let hint = "Backspace or a click removes";
    if x + (hint.cells() as u16) < line.right() {
        draw.text(line.right() - hint.cells() as u16 - 1, line.y, line.width, hint, Role::Dim);
    }
}
