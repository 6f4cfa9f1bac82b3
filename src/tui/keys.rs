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

    /// Returns the key with a name such as `Space`, `Ctrl-P`, `S` or `↑`.
    pub(crate) fn from_name(name: &str) -> Option<Key> {
        if let Some((_, code)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Some(Key { code: *code, ctrl: false });
        }
        let (ctrl, rest) = name.strip_prefix("Ctrl-").map_or((false, name), |rest| (true, rest));
        let mut characters = rest.chars();
        let character = characters.next().filter(|_| characters.next().is_none())?;
        let character = if ctrl { character.to_ascii_lowercase() } else { character };
        Some(Key { code: KeyCode::Char(character), ctrl })
    }

    /// Returns the typed character, if the key types one.
    pub(crate) fn character(self) -> Option<char> {
        match self.code {
            KeyCode::Char(character) if !self.ctrl => Some(character),
            _ => None,
        }
    }
}
