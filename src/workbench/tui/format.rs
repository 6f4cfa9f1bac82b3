//! Formatting of numbers, durations, names and texts for the screens.

use std::time::Duration;

use unicode::Width as _;

pub(crate) use crate::numbers::{compact, percent, rounded, significant, thousands};
pub(crate) use crate::progress::duration;
use crate::statistics::Estimate;

/// The width of texts in terminal cells.
pub(crate) mod unicode {
    use ratatui::text::Span;

    pub(crate) trait Width {
        /// Returns the number of terminal cells that the text takes.
        fn cells(&self) -> usize;
    }

    impl Width for str {
        fn cells(&self) -> usize {
            Span::raw(self).width()
        }
    }
}

/// Formats a number with its sign. The minus sign is as wide as the plus sign.
pub(crate) fn signed(number: i64) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}").replace('-', "−") }
}

/// Formats a number with decimals.
pub(crate) fn decimal(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "−")
}

/// Formats a number with its sign and decimals.
pub(crate) fn signed_decimal(value: f64, decimals: usize) -> String {
    format!("{value:+.decimals$}").replace('-', "−")
}

/// Formats points of games, with a half point where there is one.
pub(crate) fn points(points: f64) -> String {
    let halves = (points * 2.0).round() as u64;
    format!("{}{}", thousands(halves / 2), if halves.is_multiple_of(2) { "" } else { ".5" })
}

/// Formats a number with its error.
pub(crate) fn estimate(value: Option<f64>, error: Option<f64>) -> String {
    // Adding 0.0 turns −0 into 0.
    let value = value.map(|value| value.round() + 0.0);
    match (value, error) {
        (Some(value), Some(error)) => format!("{value:+.0} ± {error:.0}").replace('-', "−"),
        (Some(value), None) => format!("{value:+.0} ± ?").replace('-', "−"),
        (None, _) => "–".to_owned(),
    }
}

/// Formats an estimate with its error; `–` if there is none.
pub(crate) fn estimated(found: Option<Estimate>) -> String {
    estimate(found.map(|found| found.value), found.and_then(|found| found.error))
}

/// Formats a probability without trailing zeros.
pub(crate) fn rate(number: f64) -> String {
    format!("{number}")
}

/// Formats the time since the workbench was opened as `m:ss` or `h:mm:ss`.
pub(crate) fn clock(span: Duration) -> String {
    let seconds = span.as_secs();
    if seconds < 3600 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

/// Shortens a text to at most `width` cells. A shortened text ends with `…`.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.cells() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut cells = 0;
    for character in text.chars() {
        let wide = character.to_string().cells();
        if cells + wide + 1 > width {
            break;
        }
        cells += wide;
        kept.push(character);
    }
    if width > 0 {
        kept.push('…');
    }
    kept
}

/// Shortens a text to at most `width` cells, at its start, such as a path. A shortened text begins with `…`.
pub(crate) fn cut_start(text: &str, width: usize) -> String {
    if text.cells() <= width {
        return text.to_owned();
    }
    let mut kept = Vec::new();
    let mut cells = 0;
    for character in text.chars().rev() {
        cells += character.to_string().cells();
        if cells + 1 > width {
            break;
        }
        kept.push(character);
    }
    if width == 0 { String::new() } else { "…".chars().chain(kept.into_iter().rev()).collect() }
}

/// Pads a text on the right, or shortens it, to exactly `width` cells.
pub(crate) fn left(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let gap = width.saturating_sub(text.cells());
    text + &" ".repeat(gap)
}

/// Pads a text on the left, or shortens it, to exactly `width` cells.
pub(crate) fn right(text: &str, width: usize) -> String {
    let text = cut(text, width);
    " ".repeat(width.saturating_sub(text.cells())) + &text
}

/// Converts a parameter's name to lower-case words: `KNIGHT_OUTPOST_MULT` becomes `knight outpost mult`. The phase of an
/// extended parameter comes first, because a column may be too narrow for all words: `KNIGHT_OUTPOST_MG` becomes
/// `mg knight outpost`. A name that is not in capitals, such as that of an engine's option, remains.
pub(crate) fn parameter_name(name: &str) -> String {
    if name.chars().any(char::is_lowercase) {
        return name.to_owned();
    }
    let words = name.to_lowercase().replace('_', " ");
    let phase = [" mg", " eg"].into_iter().find_map(|phase| Some((phase, words.strip_suffix(phase)?)));
    phase.map_or_else(|| words.clone(), |(phase, term)| format!("{} {term}", phase.trim_start()))
}

/// Cuts a parameter's name to `width` cells. The last word stays if it is short, because it distinguishes similar names,
/// such as `pawn advance a` and `pawn advance b`.
pub(crate) fn cut_name(name: &str, width: usize) -> String {
    const SHORT: usize = 3;
    match name.rsplit_once(' ') {
        Some((start, end)) if name.cells() > width && end.cells() <= SHORT && width > end.cells() + 4 => {
            format!("{} {end}", cut(start, width - end.cells() - 1))
        }
        _ => cut(name, width),
    }
}

/// The largest width of a column heading, in characters.
const HEADING: usize = 11;

/// Shortens a parameter's name to a column heading. Drops a last word that only names the kind of number, then clips
/// every word of a name that is still too long.
pub(crate) fn parameter_heading(name: &str) -> String {
    let words = parameter_name(name);
    let short = [" value", " mult", " penalty", " bonus"]
        .iter()
        .find_map(|ending| words.strip_suffix(ending))
        .unwrap_or(&words);
    if short.len() <= HEADING {
        return short.to_owned();
    }
    let clipped = |letters: usize| {
        let words: Vec<String> = short.split(' ').map(|word| word.chars().take(letters).collect()).collect();
        words.join(" ")
    };
    (1..=4).rev().map(clipped).find(|text| text.len() <= HEADING).unwrap_or_else(|| cut(&clipped(1), HEADING))
}

/// Breaks a text into lines of at most `width` cells at spaces. A longer word is split.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.cells() + 1 + word.cells() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for character in word.chars() {
                if line.cells() >= width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(character);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_names_stay_distinct() {
        assert_eq!(cut_name("pawn advance a", 20), "pawn advance a");
        assert_eq!(cut_name("pawn advance a", 12), "pawn adva… a");
        assert_eq!(cut_name("knight mobility", 9), "knight m…");
        assert_eq!(cut_name("a b", 2), "a…");
    }

    #[test]
    fn texts_fit_their_width() {
        for width in 0..12 {
            assert_eq!(left("grandmaster", width).cells(), width);
            assert_eq!(right("grandmaster", width).cells(), width);
        }
        assert_eq!(cut("grandmaster", 6), "grand…");
        assert_eq!(cut_start("sessions/games.pgn", 8), "…mes.pgn");
        assert_eq!([cut_start("a", 0), cut_start("ab", 1)], ["", "…"]);
        assert_eq!(wrap("a pen and anotherverylongword", 7), ["a pen", "and", "another", "verylon", "gword"]);
    }

    #[test]
    fn headings_are_short() {
        assert_eq!(parameter_name("KNIGHT_OUTPOST_EG"), "eg knight outpost");
        assert_eq!(parameter_name("King Safety"), "King Safety");
        assert_eq!(parameter_heading("KNIGHT_VALUE"), "knight");
        assert_eq!(parameter_heading("PAWN_ADVANCE_A"), "pawn adva a");
        assert_eq!(parameter_heading("DOUBLED_PAWN_PENALTY"), "doub pawn");
        assert_eq!(parameter_heading("NULL_MOVE_REDUCTION"), "nul mov red");
        assert!(parameter_heading("PASSED_PAWN_ENEMY_KING_DIST").cells() <= HEADING);
    }
}
