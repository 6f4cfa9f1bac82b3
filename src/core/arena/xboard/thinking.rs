//! Parses search information: `PLY SCORE TIME NODES PV`. Accepts any text.

use crate::arena::info::{self, Info};
use crate::engine::search::{Bound, Value};

/// The base of mate scores. The excess is the number of moves to the mate.
const MATE: i64 = 100_000;

/// The maximum number of moves kept of a line.
const MAX_MOVES: usize = 200;

/// Parses a line. Returns `None` if it contains no search information. The selective depth, the nodes per second and the
/// tablebase hits may follow the nodes, before a tab and the moves.
pub(super) fn thinking(line: &str) -> Option<Info> {
    let (ply, rest) = split_word(line)?;
    let (score, rest) = split_word(rest)?;
    let (time, rest) = split_word(rest)?;
    let (nodes, rest) = split_word(rest).unwrap_or((rest.trim_start(), ""));
    // The ply can have a mark for an unfinished iteration, a fail high or a fail low.
    let (number, mark) = ply.split_at(ply.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(ply.len()));
    if mark.len() > 1 {
        return None;
    }
    let mut info = Info { depth: info::depth(number), ..Info::default() };
    info.depth?;
    info::count(time)?;
    info.nodes = Some(info::count(nodes)?);
    let (numbers, line) = rest.split_once('\t').unwrap_or(("", rest));
    let mut numbers = numbers.split_whitespace();
    info.selective_depth = numbers.next().and_then(info::depth);
    info.tablebase_hits = numbers.nth(1).and_then(info::count);
    let last = line.split_whitespace().next_back().unwrap_or("");
    let bound = match (mark, last) {
        ("+", _) | (_, "++") => Bound::Lower,
        ("-", _) | (_, "--") => Bound::Upper,
        (_, last) if last.ends_with('!') => Bound::Lower,
        (_, last) if last.ends_with('?') => Bound::Upper,
        _ => Bound::Exact,
    };
    info.value = Some((value(info::number(score)?)?, bound));
    info.moves = moves(line);
    Some(info)
}

/// Splits a text into its first word and the rest, including the space.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    text.find(char::is_whitespace).map(|end| text.split_at(end))
}

fn value(score: i64) -> Option<Value> {
    let moves = |beyond: i64| i32::try_from(beyond.max(1)).ok();
    if (MATE..=MATE + i64::from(info::MAX_DEPTH)).contains(&score) {
        return info::mate(moves(score - MATE)?);
    }
    if (-MATE - i64::from(info::MAX_DEPTH)..=-MATE).contains(&score) {
        return info::mate(-moves(-score - MATE)?);
    }
    info::centipawns(score)
}

/// Returns the words of a line without move numbers.
fn moves(line: &str) -> Vec<String> {
    let unnumbered = |word: &str| {
        let end = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if end.starts_with('.') { end.trim_start_matches('.').to_owned() } else { word.to_owned() }
    };
    let words = line.split_whitespace().map(unnumbered).filter(|word| !word.is_empty());
    words.take(MAX_MOVES).collect()
}
