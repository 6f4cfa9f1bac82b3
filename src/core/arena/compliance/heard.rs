//! What an engine wrote during all checks, as far as it deviates from the protocol.

use crate::arena::process::Recorded;

/// The number of characters of a line that a message shows.
const SHOWN: usize = 80;

/// The bytes on standard error that are still a log, and not a flood.
const MOST_ERRORS: u64 = 1 << 20;

/// The first line of each deviation, and how much else was heard.
#[derive(Debug, Default)]
pub(in crate::arena) struct Heard {
    /// The lines of the first handshake.
    pub(in crate::arena) greeting: Vec<String>,
    /// The searches so far.
    pub(in crate::arena) searches: u64,
    /// The lines of search information so far.
    pub(in crate::arena) infos: u64,
    /// A timed search without search information.
    pub(in crate::arena) silent_search: Option<String>,
    /// A timed search without a score.
    pub(in crate::arena) without_score: Option<String>,
    /// Search information with a number that is not an integer.
    pub(in crate::arena) bad_number: Option<String>,
    /// A line with an illegal move.
    pub(in crate::arena) bad_line: Option<String>,
    /// A second move for a search.
    pub(in crate::arena) extra_move: Option<String>,
    /// A line with bytes that are not text.
    pub(in crate::arena) odd: Option<String>,
    /// A feature that the protocol does not have.
    pub(in crate::arena) unknown_feature: Option<String>,
    /// The most bytes that a process wrote to standard error.
    pub(in crate::arena) error_bytes: u64,
}

impl Heard {
    /// Keeps a line as the first of its kind.
    pub(in crate::arena) fn keep(place: &mut Option<String>, line: &str) {
        place.get_or_insert_with(|| line.chars().take(SHOWN).collect());
    }

    /// Counts the searches and keeps the first move that is not the only one of its search. `begins` is whether a line to the
    /// engine begins a search or allows a move, `moves` whether a line from it is a move.
    pub(in crate::arena) fn watch_moves(
        &mut self,
        lines: &[Recorded],
        begins: impl Fn(&str) -> bool,
        moves: impl Fn(&str) -> bool,
    ) {
        let mut may_move = false;
        for line in lines {
            match line {
                Recorded::Input(line) if begins(line) => {
                    self.searches += 1;
                    may_move = true;
                }
                Recorded::Output(line) if moves(line) && !std::mem::take(&mut may_move) => {
                    Heard::keep(&mut self.extra_move, line);
                }
                Recorded::Input(_) | Recorded::Output(_) => {}
            }
        }
    }

    /// Keeps the first line with bytes that are not text.
    pub(super) fn watch_text(&mut self, lines: &[Recorded]) {
        let is_odd =
            |letter: char| letter == char::REPLACEMENT_CHARACTER || letter.is_control() && letter != '\t';
        if let Some(line) = lines.iter().filter_map(Recorded::output).find(|line| line.contains(is_odd)) {
            let visible: String =
                line.chars().map(|c| if is_odd(c) { char::REPLACEMENT_CHARACTER } else { c }).collect();
            Heard::keep(&mut self.odd, &visible);
        }
    }

    /// Returns whether the engine floods standard error.
    pub(super) fn is_flooded(&self) -> bool {
        self.error_bytes > MOST_ERRORS
    }
}
