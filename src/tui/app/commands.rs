//! All commands, as they are looked up: by key, for the bottom bar, for help and palette.

use super::{App, board, owner, screen};
use crate::job::report::State;
use crate::tui::action::Action;
use crate::tui::command::{Command, Place};
use crate::tui::keys::Key;
use crate::tui::model::Model;
use crate::tui::screens::COMMANDS;

/// All commands.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> + Clone {
    COMMANDS.iter().flat_map(|table| table.iter())
}

impl Command {
    /// Whether it applies where the person is.
    pub(crate) fn here(&self, app: &App) -> bool {
        if let Some(popup) = &app.model.popup {
            return self.place == Place::Anywhere || self.place == popup.place();
        }
        let plays = || board(app).is_some_and(|board| board.is_playing());
        match self.place {
            Place::Anywhere | Place::Screens => true,
            Place::On(id) => app.model.screen == id && !plays() && self.applies(app),
            Place::Boards => board(app).is_some(),
            Place::Playing => plays(),
            _ => false,
        }
    }

    /// Whether it applies where the keys are on the screen.
    fn applies(&self, app: &App) -> bool {
        match self.action {
            Action::Own(act) => app.shown().applies(act),
            _ => true,
        }
    }

    /// Whether it would do something now.
    pub(crate) fn enabled(&self, app: &App) -> bool {
        let model = &app.model;
        let evolution = model.evolution.as_ref();
        let alive = evolution.is_some_and(|open| open.alive());
        match self.action {
            Action::Toggle | Action::Step | Action::StepTen => alive,
            Action::EditRates => alive && evolution.is_some_and(|open| open.algorithm().is_some()),
            Action::NextSeed => evolution.is_some_and(|open| open.settings.is_some()),
            Action::Values => model.subject().is_some(),
            Action::Champion => model.selection.chosen().is_some(),
            Action::Swap => model.rival().is_some() && model.subject().is_some(),
            Action::Plant => alive && model.subject().is_some(),
            Action::Undo | Action::Discard => model.selection.draft.is_some(),
            Action::Export => model.subject().is_some(),
            Action::PreviousRun | Action::NextRun => evolution.is_some_and(|open| open.runs.len() > 1),
            Action::Back => app.can_go_back(),
            Action::Show(id) => model.screen != id,
            Action::Own(_) if self.place.in_popup() => true,
            Action::Own(act) => {
                screen(&app.screens, owner(&app.screens, model.screen, act)).enabled(model, act)
            }
            _ => true,
        }
    }

    /// The word of the bottom bar; none where the command is not shown there.
    pub(crate) fn word(&self, app: &App) -> Option<&'static str> {
        let model = &app.model;
        let open = model.evolution.as_ref();
        let other = match self.action {
            Action::Toggle if open.is_some_and(|open| open.wanted_running()) => Some("pause"),
            Action::Show(id) => screen(&app.screens, id).show_word(model),
            Action::NextSeed if open.is_some_and(|open| open.state == State::Done) => Some("next seed"),
            Action::Champion if model.selection.chosen().is_some() => Some("champion"),
            Action::Plant if model.selection.draft.as_ref().is_some_and(|draft| draft.unsaved()) => {
                Some("plant")
            }
            Action::Undo if model.selection.draft.is_some() => Some("undo"),
            Action::Accept => model.popup.as_ref().and_then(|popup| popup.word()),
            Action::Own(act) if !self.place.in_popup() => {
                screen(&app.screens, owner(&app.screens, model.screen, act)).word(model, act)
            }
            _ => None,
        };
        other.or_else(|| (!self.word.is_empty()).then_some(self.word))
    }

    /// Why it would do nothing now.
    pub(crate) fn why_not(&self, app: &App) -> Option<&'static str> {
        let model = &app.model;
        match self.action {
            Action::Back | Action::Show(_) => None,
            Action::Undo | Action::Discard => Some("no value of the subject was changed"),
            Action::Swap => Some("there is no rival: r or R makes one"),
            Action::Champion => Some("the champion is the subject"),
            Action::Own(act) => {
                let owner = screen(&app.screens, owner(&app.screens, model.screen, act));
                owner.why_not(model, act).or_else(|| self.why_not_yet(model))
            }
            _ => self.why_not_yet(model),
        }
    }

    /// What of the session keeps it from doing something.
    fn why_not_yet(&self, model: &Model) -> Option<&'static str> {
        Some(match (self.action, model.evolution.as_ref().map(|open| open.state)) {
            (_, None) => "no session is open: n begins a run, o opens a saved one",
            (Action::PreviousRun | Action::NextRun, _) => "this session has one run: n begins an ensemble",
            (Action::Toggle | Action::Step | Action::StepTen | Action::EditRates, Some(State::Done)) => {
                "all generations are done: n begins another run, N the same with the next seed"
            }
            (_, Some(State::Failed | State::Stopped)) => {
                "the job has ended: o opens a session, n begins a run"
            }
            _ => "not before the first generation is measured",
        })
    }
}

/// The command a key means where the person is, if it would do something.
pub(crate) fn for_key(app: &App, key: Key) -> Option<&'static Command> {
    let means = |command: &&Command| {
        command.here(app) && command.keys.iter().any(|name| Key::named(name) == Some(key))
    };
    // A screen's own key comes before one that holds everywhere.
    let meant = || all().filter(means);
    meant().find(|command| command.place.narrow()).or_else(|| meant().next())
}

/// The commands of the bottom bar, most useful first.
pub(crate) fn bar(app: &App) -> Vec<(&'static Command, &'static str)> {
    let mut bar: Vec<_> = all()
        .filter(|command| command.here(app) && command.enabled(app))
        // A key that means something nearer here is not offered for this.
        .filter(|command| {
            let meant =
                command.keys.first().and_then(|name| Key::named(name)).and_then(|key| for_key(app, key));
            meant.is_some_and(|meant| std::ptr::eq(meant, *command))
        })
        .filter_map(|command| Some((command, command.word(app)?)))
        .collect();
    let second = app.shown().second(&app.model);
    let at = second.and_then(|second| bar.iter().position(|(command, _)| command.action == second));
    if let Some(at) = at {
        let next = bar.remove(at);
        bar.insert(bar.len().min(1), next);
    }
    bar
}

/// The commands a palette or help lists, those a person may look for by name, filtered by `query`:
/// each word of it must occur in name, description or keys; names that begin so come first.
pub(crate) fn found(query: &str, keys_too: bool) -> Vec<&'static Command> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut found: Vec<(u32, &'static Command)> = all()
        .filter(|command| !command.place.in_popup())
        .filter_map(|command| {
            let keys = command.keys.join(" ").to_lowercase();
            let score = words.iter().try_fold(0, |score, word| {
                let this = rank(command, word, &keys, keys_too)?;
                Some(score + this)
            })?;
            // What is called exactly so far comes before what only has the words.
            let score = if command.name.starts_with(&query) { 0 } else { score + 1 };
            Some((score, command))
        })
        .collect();
    let everywhere = |command: &Command| matches!(command.place, Place::Screens | Place::Anywhere);
    found.sort_by_key(|(score, command)| (*score, !everywhere(command)));
    found.into_iter().map(|(_, command)| command).collect()
}

fn rank(command: &Command, word: &str, keys: &str, keys_too: bool) -> Option<u32> {
    if command.name.starts_with(word) {
        Some(0)
    } else if command.name.contains(word) || (keys_too && keys.split(' ').any(|key| key == word)) {
        Some(1)
    } else if command.about.to_lowercase().contains(word) {
        Some(2)
    } else {
        scattered(command.name, word).then_some(3)
    }
}

/// Whether the characters of `word` occur in `name` in this order.
fn scattered(name: &str, word: &str) -> bool {
    let mut characters = name.chars();
    word.chars().all(|wanted| characters.any(|character| character == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_name_that_is_understood() {
        for command in all() {
            for name in command.keys {
                assert!(Key::named(name).is_some(), "{name} of {}", command.name);
            }
        }
    }

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for (index, a) in all().enumerate() {
            for b in all().skip(index + 1) {
                if a.place == b.place {
                    assert!(!a.keys.iter().any(|key| b.keys.contains(key)), "{} and {}", a.name, b.name);
                }
            }
        }
    }

    #[test]
    fn every_tab_has_its_key() {
        for screen in crate::tui::screens::Screens::default().all() {
            let shows = |command: &&Command| command.action == Action::Show(screen.id());
            let key = screen.tab().0;
            assert_eq!(all().find(shows).map(|command| command.keys[0]), Some(key), "{screen:?}");
            // It leads there from every screen.
            let taken = all()
                .filter(|command| command.place.narrow() && command.place != Place::Playing)
                .find(|command| command.keys.contains(&key));
            assert!(taken.is_none(), "{key} of {screen:?} is taken by {taken:?}");
        }
    }

    #[test]
    fn search_finds_by_name_key_and_description() {
        let first = |query: &str| found(query, true).first().map(|command| command.name);
        assert_eq!(first("step"), Some("step"));
        assert_eq!(first("edrt"), Some("edit rates"));
        assert!(found("rates", true).iter().any(|command| command.action == Action::EditRates));
        assert!(found("ctrl-p", true).iter().any(|command| command.action == Action::Palette));
        assert!(found("zzzz", true).is_empty());
    }
}
