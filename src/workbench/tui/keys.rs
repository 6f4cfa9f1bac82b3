//! Keys and their names. The command tables, the screens and the tests use the same names.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers. Shift is part of the typed character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) code: KeyCode,
    /// Whether Ctrl is pressed.
    pub(crate) ctrl: bool,
}

const NAMED: [(&str, KeyCode); 15] = [
    ("Space", KeyCode::Char(' ')),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Shift-Tab", KeyCode::BackTab),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("↑", KeyCode::Up),
    ("↓", KeyCode::Down),
    ("←", KeyCode::Left),
    ("→", KeyCode::Right),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
];

/// Names that are easy to type, for keys whose names are arrows.
const ALIASES: [(&str, KeyCode); 4] =
    [("Up", KeyCode::Up), ("Down", KeyCode::Down), ("Left", KeyCode::Left), ("Right", KeyCode::Right)];

/// The function keys F1 to F12.
const FUNCTION_KEYS: std::ops::RangeInclusive<u8> = 1..=12;

impl Key {
    /// Returns the key of a terminal event.
    pub(crate) fn from_event(event: &KeyEvent) -> Key {
        let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        let code = match event.code {
            KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            KeyCode::Char(character) if ctrl => KeyCode::Char(character.to_ascii_lowercase()),
            code => code,
        };
        Key { code, ctrl }
    }

    /// Returns the key with a name such as `Space`, `F5`, `Ctrl-P`, `S` or `↑`.
    pub(crate) fn from_name(name: &str) -> Option<Key> {
        if let Some((_, code)) = NAMED.iter().chain(&ALIASES).find(|(known, _)| *known == name) {
            return Some(Key { code: *code, ctrl: false });
        }
        let function = name.strip_prefix('F').and_then(|number| number.parse().ok());
        if let Some(number) = function.filter(|number| FUNCTION_KEYS.contains(number)) {
            return Some(Key { code: KeyCode::F(number), ctrl: false });
        }
        let (ctrl, rest) = name.strip_prefix("Ctrl-").map_or((false, name), |rest| (true, rest));
        let mut characters = rest.chars();
        let character = characters.next().filter(|_| characters.next().is_none())?;
        // A blank is the key Space, and control characters come from keys with names.
        let is_key = !character.is_control() && !character.is_whitespace();
        let character = if ctrl { character.to_ascii_lowercase() } else { character };
        is_key.then_some(Key { code: KeyCode::Char(character), ctrl })
    }

    /// Returns the name of the key, which [`Key::from_name`] accepts.
    pub(crate) fn name(self) -> String {
        if let Some((name, _)) = NAMED.iter().find(|(_, code)| *code == self.code) {
            return (*name).to_owned();
        }
        match self.code {
            KeyCode::Char(character) if self.ctrl => format!("Ctrl-{}", character.to_ascii_uppercase()),
            KeyCode::Char(character) => character.to_string(),
            KeyCode::F(number) => format!("F{number}"),
            _ => String::new(),
        }
    }

    /// Returns the typed character, if the key types one.
    pub(crate) fn character(self) -> Option<char> {
        match self.code {
            KeyCode::Char(character) if !self.ctrl => Some(character),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_the_name_of_its_key() {
        let names = NAMED.iter().map(|(name, _)| (*name).to_owned());
        let others = ["x", "X", "?", "é", "Ctrl-P", "F1", "F12", "F"].map(str::to_owned);
        for name in names.chain(others) {
            assert_eq!(Key::from_name(&name).map(Key::name), Some(name));
        }
    }

    #[test]
    fn keys_have_names_that_are_easy_to_type() {
        for (easy, name) in [("Up", "↑"), ("Right", "→"), ("Ctrl-p", "Ctrl-P")] {
            assert_eq!(Key::from_name(easy).map(Key::name).as_deref(), Some(name));
        }
        for wrong in ["", "xy", "F0", "F13", "Ctrl-", "Ctrl-Enter", "space", " ", "\t", "\u{1b}"] {
            assert_eq!(Key::from_name(wrong), None, "{wrong:?}");
        }
    }
}
