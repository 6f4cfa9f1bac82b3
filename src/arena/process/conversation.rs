//! The last lines between Eyas and an engine, for error messages.

use std::collections::VecDeque;
use std::time::Duration;

/// The kind of a line. Each kind keeps a fixed number of lines, so no kind displaces another. A searching engine writes
/// a hundred lines for one command, and of its standard error the first lines matter as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speech {
    /// A line to the engine.
    Told,
    /// A line from the engine's standard output.
    Said,
    /// A line from the engine's standard error.
    Complained,
}

impl Speech {
    /// Returns how many of the last lines are kept.
    const fn kept(self) -> usize {
        match self {
            Speech::Told => 12,
            Speech::Said => 12,
            Speech::Complained => 24,
        }
    }

    const fn sign(self) -> char {
        match self {
            Speech::Told => '<',
            Speech::Said => '>',
            Speech::Complained => '!',
        }
    }
}

/// The maximum length of a kept line, in characters.
const LETTERS: usize = 200;

/// The last lines of each kind, each with its number in the conversation.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    lines: [VecDeque<(u64, String)>; 3],
    count: u64,
}

impl Conversation {
    /// Adds a line. `after` is the time since the start of the engine.
    pub(super) fn keep(&mut self, speech: Speech, after: Duration, line: &str) {
        let kept = &mut self.lines[speech as usize];
        if kept.len() == speech.kept() {
            kept.pop_front();
        }
        let visible = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
        let line: String = line.chars().take(LETTERS).map(visible).collect();
        kept.push_back((self.count, format!("{} {:.3} {line}", speech.sign(), after.as_secs_f64())));
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
    fn no_kind_of_line_drives_out_another() {
        let mut conversation = Conversation::default();
        let mut keep = |speech, line: &str| conversation.keep(speech, Duration::from_millis(1500), line);
        keep(Speech::Complained, "out of\tluck");
        keep(Speech::Told, "go");
        for depth in 0..1000 {
            keep(Speech::Said, &format!("info depth {depth}"));
        }
        keep(Speech::Told, &"x".repeat(5000));
        let last = conversation.last();
        assert_eq!(last[..3], ["! 1.500 out of\u{fffd}luck", "< 1.500 go", "> 1.500 info depth 988"]);
        assert_eq!((last.len(), last[14].len()), (15, "< 1.500 ".len() + LETTERS));
    }
}
