//! The one table of commands. Key dispatch, the bottom bar, the help, the palette and the mouse are all
//! made of it, so that none of them can tell a person something else than the others.

mod tables;

use shakmaty::Role as Kind;

use super::keys::Key;
use super::model::{Model, Popup};
use super::playing;
use super::screens::population::Pane;
use super::screens::{Screen, coevolution, genome, matches, pipeline, positions, sessions, suite, tuning};
use crate::job::report::State;
use tables::{GENERAL, POPUPS};

/// What a command does. `update` has one arm for each.
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
    Show(Screen),
    /// Make the organism under the cursor the subject.
    Subject,
    /// Make it the rival, or no longer.
    Rival,
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
    /// Show the generation before.
    Earlier,
    /// Show the generation after.
    Later,
    /// The form that goes to a generation.
    GoTo,
    /// The form that forks the open session at the generation looked at.
    Fork,
    /// The form that writes the subject to a file.
    Export,
    /// The subject's values as a popup.
    Values,
    /// The previous run of the ensemble.
    PreviousRun,
    /// The next run of the ensemble.
    NextRun,
    /// The next pane.
    NextPane,
    /// The pane before.
    PreviousPane,
    /// One pane alone, or all again.
    Zoom,
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
    /// Something of the Genome screen.
    Genome(genome::Act),
    /// Something of the Positions screen.
    Positions(positions::Act),
    /// Something of the Suite screen.
    Suite(suite::Act),
    /// Something of the Coevolution screen.
    Coevolution(coevolution::Act),
    /// Something of the Tuning screen.
    Tuning(tuning::Act),
    /// Something of the Match screen.
    Match(matches::Act),
    /// Something of a board to play on.
    Board(playing::Act),
    /// Promote to this piece.
    Choose(Kind),
    /// Something of the Sessions screen.
    Sessions(sessions::Act),
    /// Something of the Pipeline screen.
    Pipeline(pipeline::Act),
}

/// Where a command applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Always, popups included.
    Anywhere,
    /// On every screen, while no popup is open.
    Screens,
    /// On one screen.
    On(Screen),
    /// On every screen with a board.
    Boards,
    /// While moves are played on a board; then the screen’s own commands rest.
    Playing,
    /// Where a pawn promotes.
    Promoting,
    /// On one pane of the Population screen.
    In(Pane),
    /// In help and palette, where typing searches.
    Search,
    /// Where players are picked, and typing searches.
    Picking,
    /// In forms, where typing fills in.
    Form,
    /// In popups that only show.
    Reading,
    /// In questions.
    Asking,
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Command {
    /// What it does.
    pub(crate) action: Action,
    /// Its name in the palette.
    pub(crate) name: &'static str,
    /// One line on it.
    pub(crate) about: &'static str,
    /// Its keys by name; the first is the one shown.
    pub(crate) keys: &'static [&'static str],
    /// Where it applies.
    pub(crate) place: Place,
    /// Its word in the bottom bar; empty where it does not stand there.
    word: &'static str,
}

/// A row of the table; `word` is empty where the command does not stand in the bottom bar.
pub(crate) const fn command(
    action: Action,
    place: Place,
    keys: &'static [&'static str],
    word: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    Command { action, name, about, keys, place, word }
}

/// Defines `here`, which makes rows of the table of one screen: `here(act, keys, word, name, about)`.
macro_rules! here {
    ($action:path, $place:expr) => {
        const fn here(
            act: Act,
            keys: &'static [&'static str],
            word: &'static str,
            name: &'static str,
            about: &'static str,
        ) -> $crate::tui::commands::Command {
            $crate::tui::commands::command($action(act), $place, keys, word, name, about)
        }
    };
}
pub(crate) use here;

/// The tables, most useful commands first: the bottom bar shows them in this order.
static TABLES: &[&[Command]] = &[
    POPUPS,
    playing::PLAYING,
    genome::COMMANDS,
    suite::COMMANDS,
    coevolution::COMMANDS,
    tuning::COMMANDS,
    matches::COMMANDS,
    positions::FIRST,
    playing::BOARDS,
    positions::COMMANDS,
    sessions::COMMANDS,
    pipeline::COMMANDS,
    GENERAL,
];

/// All commands.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> + Clone {
    TABLES.iter().flat_map(|table| table.iter())
}

impl Command {
    /// Whether it applies where the person is.
    pub(crate) fn here(&self, model: &Model) -> bool {
        match (self.place, &model.popup) {
            (Place::Anywhere, _) => true,
            (Place::Screens, None) => true,
            (Place::On(screen), None) => model.screen == screen && !playing::plays(model),
            (Place::Boards, None) => playing::table(model).is_some(),
            (Place::Playing, None) => playing::plays(model),
            (Place::Promoting, Some(Popup::Promotion { .. })) => true,
            (Place::In(pane), None) => model.screen == Screen::Population && model.pane == pane,
            (Place::Search, Some(Popup::Palette(_) | Popup::Help(_))) => true,
            (Place::Picking, Some(Popup::Players(_))) => true,
            (Place::Form, Some(Popup::Form(_))) => true,
            (Place::Reading, Some(Popup::Values { .. } | Popup::Comparison { .. })) => true,
            (Place::Asking, Some(Popup::Confirm(_))) => true,
            _ => false,
        }
    }

    /// Whether it would do something now.
    pub(crate) fn enabled(&self, model: &Model) -> bool {
        let evolution = model.evolution.as_ref();
        let alive = evolution.is_some_and(|open| open.alive());
        match self.action {
            Action::Toggle | Action::Step | Action::StepTen => alive,
            Action::EditRates => alive && evolution.is_some_and(|open| open.algorithm().is_some()),
            Action::NextSeed => evolution.is_some_and(|open| open.settings.is_some()),
            Action::Subject | Action::Rival => evolution.is_some_and(|open| open.record().is_some()),
            Action::Values => model.subject().is_some(),
            Action::Champion => model.cast.chosen().is_some(),
            Action::Swap => model.rival().is_some() && model.subject().is_some(),
            Action::Plant => alive && model.subject().is_some(),
            Action::Undo | Action::Discard => model.cast.draft.is_some(),
            Action::Earlier => {
                evolution.and_then(|open| open.looked_at()).is_some_and(|generation| generation > 0)
            }
            Action::GoTo | Action::Fork => evolution.and_then(|open| open.record()).is_some(),
            Action::Export => model.subject().is_some(),
            Action::Later => evolution.is_some_and(|open| open.looking_back()),
            Action::Genome(act) => genome::enabled(model, act),
            Action::Positions(act) => positions::enabled(model, act),
            Action::Board(act) => playing::enabled(model, act),
            Action::Suite(act) => suite::enabled(model, act),
            Action::Coevolution(act) => coevolution::enabled(model, act),
            Action::Tuning(act) => tuning::enabled(model, act),
            Action::Match(act) => matches::enabled(model, act),
            Action::Sessions(act) => sessions::enabled(model, act),
            Action::Pipeline(act) => pipeline::enabled(model, act),
            Action::PreviousRun | Action::NextRun => evolution.is_some_and(|open| open.runs.len() > 1),
            Action::Back => model.can_go_back(),
            Action::PreviousField | Action::NextField => true,
            Action::NextChoice | Action::PreviousChoice => true,
            Action::Show(screen) => model.screen != screen,
            _ => true,
        }
    }

    /// The word of the bottom bar; none where the command does not stand there.
    pub(crate) fn word(&self, model: &Model) -> Option<&'static str> {
        let running = model.evolution.as_ref().is_some_and(|open| open.wanted_running());
        match self.action {
            Action::Toggle if running => Some("pause"),
            Action::Show(Screen::Sessions) if model.evolution.is_none() => Some("open a session"),
            Action::NextSeed if model.evolution.as_ref().is_some_and(|open| open.state == State::Done) => {
                Some("next seed")
            }
            Action::Champion if model.cast.chosen().is_some() => Some("champion"),
            Action::Plant if model.cast.draft.as_ref().is_some_and(|draft| draft.unsaved()) => Some("plant"),
            Action::Undo if model.cast.draft.is_some() => Some("undo"),
            Action::Accept => Some(match &model.popup {
                Some(Popup::Comparison { .. }) => "positions gained and lost",
                Some(Popup::Values { .. }) => "close",
                _ => self.word,
            }),
            Action::Positions(act) if positions::word(model, act).is_some() => positions::word(model, act),
            Action::Suite(act) if suite::word(model, act).is_some() => suite::word(model, act),
            Action::Coevolution(act) if coevolution::word(model, act).is_some() => {
                coevolution::word(model, act)
            }
            Action::Tuning(act) if tuning::word(model, act).is_some() => tuning::word(model, act),
            Action::Match(act) if matches::word(model, act).is_some() => matches::word(model, act),
            Action::Pipeline(act) if pipeline::word(model, act).is_some() => pipeline::word(model, act),
            Action::Board(act) if playing::word(model, act).is_some() => playing::word(model, act),
            _ => (!self.word.is_empty()).then_some(self.word),
        }
    }
}

/// The command a key means where the person is, if it would do something.
pub(crate) fn for_key(model: &Model, key: Key) -> Option<&'static Command> {
    let means = |command: &&Command| {
        command.here(model) && command.keys.iter().any(|name| Key::named(name) == Some(key))
    };
    // A pane's or screen's own key comes before one that holds everywhere.
    let narrow = |place: Place| matches!(place, Place::In(_) | Place::On(_) | Place::Boards | Place::Playing);
    let meant = || all().filter(means);
    meant().find(|command| narrow(command.place)).or_else(|| meant().next())
}

/// The commands of the bottom bar, most useful first.
pub(crate) fn bar(model: &Model) -> Vec<(&'static Command, &'static str)> {
    let mut bar: Vec<_> = all()
        .filter(|command| command.here(model) && command.enabled(model))
        // A key that means something nearer here is not offered for this.
        .filter(|command| {
            let meant =
                command.keys.first().and_then(|name| Key::named(name)).and_then(|key| for_key(model, key));
            meant.is_some_and(|meant| std::ptr::eq(meant, *command))
        })
        .filter_map(|command| Some((command, command.word(model)?)))
        .collect();
    // Where one pane is shown at a time, the key to the others matters more.
    if let ([_], Some(at)) =
        (model.seen.panes.as_slice(), bar.iter().position(|(command, _)| command.action == Action::NextPane))
    {
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
        .filter(|command| {
            !matches!(
                command.place,
                Place::Search
                    | Place::Picking
                    | Place::Form
                    | Place::Reading
                    | Place::Asking
                    | Place::Promoting
            )
        })
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
        for screen in Screen::ALL {
            let shows = |command: &&Command| command.action == Action::Show(screen);
            let key = screen.tab().0;
            assert_eq!(all().find(shows).map(|command| command.keys[0]), Some(key), "{screen:?}");
            // It leads there from every screen.
            let narrow =
                |command: &&Command| matches!(command.place, Place::On(_) | Place::In(_) | Place::Boards);
            let taken = all().filter(narrow).find(|command| command.keys.contains(&key));
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
