//! Splits a line of EPD into tokens with their columns.

use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// A text without blanks and semicolons.
    Word(&'a str),
    /// A quoted text with escapes resolved.
    Quoted(String),
    /// The end of an operation.
    Semicolon,
}

/// A token with its start column, 1-based, in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) column: usize,
}

/// Tokenizer of one line.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    column: usize,
}

/// An unclosed quotation mark at this column.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclosed(pub(super) usize);

impl<'a> Lexer<'a> {
    pub(super) fn new(line: &'a str) -> Lexer<'a> {
        Lexer { rest: line, column: 1 }
    }

    /// Returns the column of the next character.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Consumes `bytes` bytes, which must end at a character boundary.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.column += taken.chars().count();
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start().len());
    }

    /// Returns the next field of the position: everything up to a blank.
    pub(super) fn field(&mut self) -> Option<(&'a str, usize)> {
        self.skip_blanks();
        let column = self.column;
        let field = self.take(self.rest.find(char::is_whitespace).unwrap_or(self.rest.len()));
        (!field.is_empty()).then_some((field, column))
    }

    /// Returns the next token, or `None` at the end of the line.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Unclosed> {
        self.skip_blanks();
        let column = self.column;
        let kind = match self.rest.chars().next() {
            None => return Ok(None),
            Some(';') => {
                self.take(1);
                TokenKind::Semicolon
            }
            Some('"') => {
                self.take(1);
                TokenKind::Quoted(self.quoted().ok_or(Unclosed(column))?)
            }
            Some(_) => {
                let end = self.rest.find(|c: char| c.is_whitespace() || c == ';');
                TokenKind::Word(self.take(end.unwrap_or(self.rest.len())))
            }
        };
        Ok(Some(Token { kind, column }))
    }

    /// Returns whether `word`, which was just read, starts an operation without a preceding semicolon. `c1`–`c8` are
    /// also squares, so they start an operation only before a quoted text.
    pub(super) fn starts_operation(&self, word: &str) -> bool {
        is_known_opcode(word) && (!is_comment(word) || self.rest.trim_start().starts_with('"'))
    }

    fn quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.take(at + 1);
                    return Some(text);
                }
                '\\' => match chars.next_if(|(_, next)| matches!(next, '"' | '\\')) {
                    Some((_, escaped)) => text.push(escaped),
                    None => text.push('\\'),
                },
                _ => text.push(c),
            }
        }
        None
    }
}

/// Returns the opcode of a word: a letter followed by at most 14 letters, digits or `_`. Known opcodes are converted to
/// lower case.
pub(super) fn opcode(word: &str) -> Option<Cow<'_, str>> {
    let is_valid = word.len() <= 15
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_valid || is_known_opcode(word) {
        return is_valid.then_some(Cow::Borrowed(word));
    }
    let lower = word.to_ascii_lowercase();
    Some(if is_known_opcode(&lower) { Cow::Owned(lower) } else { Cow::Borrowed(word) })
}

/// Returns whether the opcode is `c0`–`c9`.
pub(super) fn is_comment(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), [b'c', b'0'..=b'9'])
}

/// Returns whether the word is an opcode of the standard.
pub(super) fn is_known_opcode(word: &str) -> bool {
    const KNOWN: [&str; 24] = [
        "acd",
        "acn",
        "acs",
        "am",
        "bm",
        "ce",
        "dm",
        "draw_accept",
        "draw_claim",
        "draw_offer",
        "draw_reject",
        "eco",
        "fmvn",
        "hmvc",
        "id",
        "nic",
        "noop",
        "pm",
        "pv",
        "rc",
        "resign",
        "sm",
        "tcgs",
        "tcri",
    ];
    KNOWN.contains(&word) || is_comment(word)
}
