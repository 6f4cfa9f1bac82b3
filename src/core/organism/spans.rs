//! The positions of the genomes in the text of an organism file. Two genomes may have parameters with the same names,
//! and an error message must point to the right one.

use std::ops::Range;

/// The byte ranges of the genomes in an organism's text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GenomeSpans {
    pub evaluation: Range<usize>,
    /// The ranges of the searches, in file order.
    pub searches: Vec<Range<usize>>,
}

impl GenomeSpans {
    /// Finds the genomes in a text that is valid RON of an organism. Recognizes field names at the top level only and
    /// skips strings and comments.
    pub(super) fn of(text: &str) -> GenomeSpans {
        let mut spans = GenomeSpans::default();
        let mut field = "";
        let mut depth = 0;
        let mut start = 0;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let at = text.len() - rest.len();
            let length = token(rest);
            match first {
                '(' | '[' | '{' => {
                    depth += 1;
                    if depth == if field == "search" { 3 } else { 2 } {
                        start = at;
                    }
                }
                ')' | ']' | '}' => {
                    match (field, depth) {
                        ("evaluation", 2) => spans.evaluation = start..at,
                        ("search", 3) => spans.searches.push(start..at),
                        _ => {}
                    }
                    depth -= 1;
                }
                'a'..='z' if depth == 1 => field = &rest[..length],
                _ => {}
            }
            rest = &rest[length..];
        }
        spans
    }
}

/// Returns the length of the string, comment, word or single character at the start of the text.
fn token(text: &str) -> usize {
    let until =
        |end: &str, from: usize| text[from..].find(end).map_or(text.len(), |at| from + at + end.len());
    if text.starts_with("//") {
        return until("\n", 2);
    }
    if text.starts_with("/*") {
        return comment(text);
    }
    if text.starts_with('"') {
        return string(text);
    }
    if let Some(rest) = text.strip_prefix('r') {
        let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
        if rest[hashes..].starts_with('"') {
            return until(&format!("\"{}", "#".repeat(hashes)), hashes + 2);
        }
    }
    let word = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    word.max(text.chars().next().map_or(0, char::len_utf8))
}

/// Returns the length of the comment at the start of the text. Comments can contain others.
fn comment(text: &str) -> usize {
    let (bytes, mut at, mut depth) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        let step = match &bytes[at..] {
            [b'/', b'*', ..] => 1,
            [b'*', b'/', ..] => -1,
            _ => 0,
        };
        at += if step == 0 { 1 } else { 2 };
        depth += step;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Returns the length of the quoted string at the start of the text.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_letters_may_stand_outside_strings() {
        let spans = GenomeSpans::of("(ӭ evaluation: (x), r: r#\"(\"#, é)");
        assert_eq!(spans, GenomeSpans { evaluation: 16..18, searches: Vec::new() });
        let spans = GenomeSpans::of("(/* ( /* ( */ é ( */ evaluation: (x))");
        assert_eq!(spans, GenomeSpans { evaluation: 34..36, searches: Vec::new() });
    }
}
