//! Look-up of commands: by key, for the bottom bar, for the help and the palette.

use super::{App, board, lists, perform, screen};
use crate::tui::command::keymap::{Commands, Keymap};
use crate::tui::keys::Key;
use crate::tui::place::{self, Running};
use crate::tui::prelude::*;
use crate::tui::screens::{COMMANDS, RUN, Screens, VIEWS};

/// Returns all commands.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> + Clone {
    COMMANDS.iter().flat_map(|group| group.commands.iter())
}

impl Command {
    /// Returns whether the command is available in the current popup, screen or board.
    pub(super) fn is_available(&self, app: &App) -> bool {
        match &app.model.popup {
            Some(popup) => self.scope == Scope::Anywhere || self.scope == popup.scope(),
            None => self.is_available_below(app),
        }
    }

    /// Returns whether the command is available in the current screen or board, below a popup if there is one.
    fn is_available_below(&self, app: &App) -> bool {
        let playing = || board(app).is_some_and(|board| board.is_playing());
        let exploring = || board(app).is_some_and(|board| board.is_playing() && !board.is_game());
        match self.scope {
            Scope::Anywhere | Scope::Screens => true,
            Scope::On(id) => app.model.screen == id && !exploring() && !self.is_behind_card(app),
            Scope::Boards => board(app).is_some() && !self.is_behind_card(app),
            Scope::Playing => playing(),
            _ => false,
        }
    }

    /// Returns the place to which the command belongs, or the current one.
    fn place<'a>(&self, app: &'a App) -> &'a dyn Place {
        match self.scope {
            Scope::On(id) => screen(&app.screens, id),
            _ => app.shown(),
        }
    }

    /// Returns whether a card covers the current screen and does not offer the command.
    fn is_behind_card(&self, app: &App) -> bool {
        let card = app.shown().status(&app.model).card;
        card.is_some_and(|card| !card.choices.iter().any(|(action, _)| *action == self.action))
    }

    /// Returns whether the command has an effect now.
    pub(crate) fn enabled(&self, app: &App) -> bool {
        let model = &app.model;
        match self.action {
            Action::Sort | Action::Reverse => lists::can_sort(app),
            Action::Find => lists::can_search(app),
            Action::ExportFigure if model.popup.is_some() => perform::popup_figures(model).is_some(),
            Action::Back => app.can_go_back(),
            Action::Show(RUN) => app.tab() != RUN || model.screen != model.home || app.next_view().is_some(),
            Action::Show(id) => model.screen != id || app.shown().about().is_overlay,
            Action::Own(act) => {
                Running::of(act).is_some_and(|run| run.available(self.place(app), model).is_ok())
            }
            _ => true,
        }
    }

    /// Returns the label of the command in the bottom bar, or `None` if the bar does not show it.
    pub(crate) fn bar_label(&self, app: &App) -> Option<&'static str> {
        let model = &app.model;
        let label = match self.action {
            Action::Show(RUN) if model.screen == model.home => app.next_view().map(|next| next.about().title),
            Action::Show(id) => app.place(id).status(model).bar_label,
            Action::Accept => model.popup.as_ref().and_then(|popup| popup.bar_label()),
            Action::Own(act) => Running::of(act).and_then(|run| run.label(self.place(app), model)),
            _ => None,
        };
        label.or_else(|| (!self.bar_label.is_empty()).then_some(self.bar_label))
    }

    /// Returns why the command has no effect now.
    pub(crate) fn why_not(&self, app: &App) -> Option<&'static str> {
        let model = &app.model;
        match self.action {
            Action::Back | Action::Show(_) => None,
            Action::Sort | Action::Reverse => {
                Some("the focused pane has no list to sort: Tab focuses another pane")
            }
            Action::Find => Some("the focused pane has no list to search: Tab focuses another pane"),
            Action::Own(act) => Running::of(act).and_then(|run| run.available(self.place(app), model).err()),
            _ => Some(place::not_measured(model)),
        }
    }
}

/// Returns the first key of the command with this action; empty if there is none.
pub(super) fn key_of(model: &Model, action: Action) -> &str {
    all()
        .find(|command| command.action == action && !command.scope.in_popup())
        .map_or("", |command| model.keymap.first(command))
}

/// Returns all commands for a keymap.
pub(crate) fn for_keymap() -> Commands {
    let screens = Screens::default();
    let with_board = screens.all().into_iter().filter(|screen| screen.board().is_some());
    Commands { all: all().collect(), with_board: with_board.map(|place| place.about().id).collect() }
}

/// Returns the available command of a key.
pub(crate) fn for_key(app: &App, key: Key) -> Option<&'static Command> {
    find(app, key, |command| command.is_available(app))
}

/// Returns the command of a key among those for which `is_available` returns true.
fn find(app: &App, key: Key, is_available: impl Fn(&Command) -> bool) -> Option<&'static Command> {
    let matches = |command: &&'static Command| app.model.keymap.has(command, key) && is_available(command);
    // A key of a screen or a board takes precedence over the same key of all screens.
    let mut found = all().filter(matches);
    let first = found.next()?;
    if first.scope.is_screen_specific() {
        return Some(first);
    }
    Some(found.find(|command| command.scope.is_screen_specific()).unwrap_or(first))
}

/// Returns the keys of a command that have no other meaning among the commands for which `is_available` returns true.
fn own_keys<'a>(
    app: &'a App,
    command: &'static Command,
    is_available: impl Fn(&Command) -> bool + Copy + 'a,
) -> impl Iterator<Item = &'a str> {
    app.model.keymap.keys(command).filter(move |name| {
        let of_key = Key::from_name(name).and_then(|key| find(app, key, is_available));
        of_key.is_some_and(|of_key| std::ptr::eq(of_key, command))
    })
}

/// Returns the keys of a command of all screens that have no other meaning on the current screen.
pub(super) fn keys_here<'a>(app: &'a App, command: &'static Command) -> impl Iterator<Item = &'a str> {
    own_keys(app, command, move |other| other.is_available_below(app))
}

/// Returns the commands of the bottom bar with their labels, the most useful first.
pub(crate) fn bar(app: &App) -> Vec<(&'static Command, &'static str)> {
    let mut bar: Vec<_> = all()
        .filter(|command| command.is_available(app) && command.enabled(app))
        // Omits commands whose key has another meaning here.
        .filter(|command| {
            let first = app.model.keymap.first(command);
            own_keys(app, command, move |other| other.is_available(app)).any(|key| key == first)
        })
        .filter_map(|command| Some((command, command.bar_label(app)?)))
        .collect();
    let second = app.shown().status(&app.model).main_command;
    let at = second.and_then(|second| bar.iter().position(|(command, _)| command.action == second));
    if let Some(at) = at {
        let next = bar.remove(at);
        bar.insert(bar.len().min(1), next);
    }
    // The panes of a place are among the first things to know.
    if let Some(at) = bar.iter().position(|(command, _)| command.name == "next pane").filter(|at| *at > 2) {
        let pane = bar.remove(at);
        bar.insert(2, pane);
    }
    bar
}

/// Words that mean the same as words of names and descriptions.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("exit", &["quit"]),
    ("leave", &["quit", "back"]),
    ("save", &["export"]),
    ("write", &["export"]),
    ("pgn", &["match", "game"]),
    ("epd", &["positions"]),
    ("fen", &["position on the board"]),
    ("csv", &["export"]),
    ("svg", &["export figure"]),
    ("picture", &["export figure"]),
    ("dark", &["theme"]),
    ("light", &["theme"]),
    ("color", &["theme"]),
    ("colour", &["theme"]),
    ("play", &["match", "open position"]),
    ("tournament", &["match"]),
    ("engine", &["match"]),
    ("settings", &["edit rates", "new run"]),
    ("start", &["new"]),
    ("create", &["new"]),
    ("stop", &["pause"]),
    ("continue", &["run", "resume"]),
    ("compare", &["rival", "mark"]),
    ("insert", &["plant"]),
    ("search", &["filter"]),
    ("find", &["filter", "commands", "search"]),
    ("order", &["sort"]),
    ("sort", &["order"]),
    ("keys", &["help"]),
    ("shortcuts", &["help"]),
    ("glossary", &["help"]),
    ("remove", &["delete"]),
];

/// Returns the commands of the palette that match `query`, the best matches first and, of equal ones, those of the
/// current screen. Each word of the query must match the name or the description.
pub(super) fn search(app: &App, query: &str) -> Vec<&'static Command> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut found: Vec<(u32, &'static Command)> = all()
        .filter(|command| !command.scope.in_popup())
        .filter_map(|command| {
            let score = words.iter().try_fold(0, |score, word| Some(score + rank(command, word)?))?;
            // Names that start with the whole query come first.
            let score = if command.name.starts_with(&query) { 0 } else { score + 1 };
            Some((score, command))
        })
        .collect();
    let here = |command: &Command| match command.scope {
        Scope::On(screen) => screen == app.model.screen,
        Scope::Boards => board(app).is_some(),
        _ => false,
    };
    let everywhere = |command: &Command| matches!(command.scope, Scope::Screens | Scope::Anywhere);
    found.sort_by_key(|(score, command)| (*score, !here(command), !everywhere(command)));
    found.into_iter().map(|(_, command)| command).collect()
}

/// Returns whether the name, the description or a key of a command contains a text in lower case.
pub(super) fn matches(keymap: &Keymap, command: &Command, text: &str) -> bool {
    let has_key = keymap.keys(command).any(|key| key.to_lowercase() == text);
    has_key || command.name.to_lowercase().contains(text) || command.about.to_lowercase().contains(text)
}

/// Returns the title of the screen that a command belongs to; empty if it works on all screens.
pub(super) fn screen_title(app: &App, command: &Command) -> &'static str {
    match command.scope {
        Scope::On(id) if VIEWS.contains(&id) => "Run",
        Scope::On(id) => app.place(id).about().title,
        Scope::Boards | Scope::Playing => "boards",
        _ => "",
    }
}

/// Returns how well a command matches a word: 0 is the best match.
fn rank(command: &Command, word: &str) -> Option<u32> {
    let about = command.about.to_lowercase();
    let has_synonym = || {
        let known = SYNONYMS.iter().filter(|(known, _)| known.starts_with(word) && word.len() > 2);
        known.flat_map(|(_, others)| others.iter()).any(|other| command.name.contains(other))
    };
    if command.name.starts_with(word) {
        Some(0)
    } else if command.name.contains(word) {
        Some(1)
    } else if has_synonym() {
        Some(2)
    } else if about.contains(word) {
        Some(3)
    } else {
        scattered(command.name, word).then_some(4)
    }
}

/// Returns whether `name` contains the characters of `word` in this order.
fn scattered(name: &str, word: &str) -> bool {
    let mut characters = name.chars();
    word.chars().all(|wanted| characters.any(|character| character == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::model::Choices;
    use crate::tui::screens::TABS;
    use crate::tui::theme::{Colours, Shade, Theme};

    fn empty_app() -> App {
        let theme = Theme::new(Shade::Dark, Colours::None);
        App::new(theme, false, "sessions".into(), Choices { presets: Vec::new(), papers: Vec::new() })
    }

    #[test]
    fn all_key_names_are_known() {
        for command in all() {
            for name in command.keys {
                assert!(Key::from_name(name).is_some(), "{name} of {}", command.name);
            }
        }
    }

    #[test]
    fn a_key_has_one_command_in_each_place() {
        for (index, a) in all().enumerate() {
            for b in all().skip(index + 1) {
                if a.scope == b.scope {
                    assert!(!a.keys.iter().any(|key| b.keys.contains(key)), "{} and {}", a.name, b.name);
                }
            }
        }
    }

    #[test]
    fn the_key_of_a_tab_shows_its_screen() {
        let app = empty_app();
        for (screen, ..) in TABS {
            let key = key_of(&app.model, Action::Show(screen));
            assert_eq!(key.chars().count(), 1, "{screen:?}");
            // The key must work on every screen.
            let conflict = all()
                .filter(|command| command.scope.is_screen_specific() && command.scope != Scope::Playing)
                .find(|command| command.keys.contains(&key));
            assert!(conflict.is_none(), "{key} of {screen:?} is a key of {conflict:?}");
        }
    }

    #[test]
    fn no_two_rows_of_the_palette_have_the_same_name() {
        let listed: Vec<&Command> = all().filter(|command| !command.scope.in_popup()).collect();
        for (index, a) in listed.iter().enumerate() {
            let other = listed[index + 1..].iter().find(|b| b.name == a.name);
            assert!(other.is_none(), "{} of {:?} and {:?}", a.name, a.scope, other.map(|b| b.scope));
        }
    }

    #[test]
    fn search_finds_by_name_description_and_synonym() {
        let app = empty_app();
        let first = |query: &str| search(&app, query).first().map(|command| command.name);
        assert_eq!(first("step"), Some("step"));
        assert_eq!(first("edrt"), Some("edit rates"));
        assert_eq!(first("exit"), Some("quit"));
        assert_eq!(first("theme"), Some("next theme"));
        assert_eq!(first("color"), Some("next theme"));
        assert!(search(&app, "rates").iter().any(|command| command.name == "edit rates"));
        assert!(search(&app, "pgn").iter().any(|command| command.name == "new match"));
        assert!(search(&app, "zzzz").is_empty());
    }

    #[test]
    fn commands_of_the_current_screen_come_first() {
        let mut app = empty_app();
        app.model.screen = crate::tui::screens::sessions::ID;
        let found = search(&app, "");
        assert_eq!(found[0].scope, Scope::On(crate::tui::screens::sessions::ID), "{:?}", found[0]);
    }
}
