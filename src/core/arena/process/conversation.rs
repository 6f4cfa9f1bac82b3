//! The last lines between Eyas and an engine, for error messages.

use std::collections::VecDeque;
use std::time::Duration;

/// The kind of a line. Each kind keeps a fixed number of lines, so no kind displaces another. A searching engine writes
/// a hundred lines for one command, and of its standard error the first lines matter as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A line to the engine.
    Input,
    /// A line from the engine's standard output.
    Output,
    /// A line from the engine's standard error.
    Errors,
}

impl LineKind {
    /// Returns how many of the last lines are kept.
    const fn kept(self) -> usize {
        match self {
            LineKind::Input => 12,
            LineKind::Output => 12,
            LineKind::Errors => 24,
        }
    }

    const fn sign(self) -> char {
        match self {
            LineKind::Input => '<',
            LineKind::Output => '>',
            LineKind::Errors => '!',
        }
    }
}

/// A recorded line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::arena) enum Recorded {
    /// A line to the engine.
    Input(String),
    /// A line from the engine.
    Output(String),
}

impl Recorded {
    /// Returns a line from the engine.
    pub(in crate::arena) fn output(&self) -> Option<&str> {
        if let Recorded::Output(line) = self { Some(line) } else { None }
    }
}

/// The maximum length of a kept line, in characters.
const MAX_LENGTH: usize = 200;

/// The last lines of each kind, each with its number in the conversation.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    lines: [VecDeque<(u64, String)>; 3],
    count: u64,
}

impl Conversation {
    /// Adds a line. `after` is the time since the start of the engine.
    pub(super) fn keep(&mut self, kind: LineKind, after: Duration, line: &str) {
        let kept = &mut self.lines[kind as usize];
        if kept.len() == kind.kept() {
            kept.pop_front();
        }
        let visible = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
        let line: String = line.chars().take(MAX_LENGTH).map(visible).collect();
        kept.push_back((self.count, format!("{} {:.3} {line}", kind.sign(), after.as_secs_f64())));
        self.count += 1;
    }

    /// Returns the kept lines in chronological order.
    pub(super) fn last(&self) -> Vec<String> {
        let mut lines: Vec<&(u64, String)> = self.lines.iter().flatten().collect();
        lines.sort_unstable_by_key(|(place, _)| *place);
        lines.into_iter().map(|(_, line)| line.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_kind_of_line_displaces_another() {
        let mut conversation = Conversation::default();
        let mut keep = |kind, line: &str| conversation.keep(kind, Duration::from_millis(1500), line);
        keep(LineKind::Errors, "out of\tluck");
        keep(LineKind::Input, "go");
        for depth in 0..1000 {
            keep(LineKind::Output, &format!("info depth {depth}"));
        }
        keep(LineKind::Input, &"x".repeat(5000));
        let last = conversation.last();
        assert_eq!(last[..3], ["! 1.500 out of\u{fffd}luck", "< 1.500 go", "> 1.500 info depth 988"]);
        assert_eq!((last.len(), last[14].len()), (15, "< 1.500 ".len() + MAX_LENGTH));
    }
}
