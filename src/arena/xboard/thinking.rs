//! How engines think aloud: `PLY SCORE TIME NODES PV`. Reads any text whatever.

use std::time::Duration;

use crate::arena::info::{self, Info};
use crate::engine::search::{Bound, Value};

/// Scores from here on are mates: so many moves beyond it.
const MATE: i64 = 100_000;

/// Moves of a line that are kept.
const MOST_MOVES: usize = 200;

/// Reads a line; `None` where it tells nothing of a search. Times are in centiseconds. Between the nodes and a tab
/// before the moves there may stand the longest line's plies, nodes a second and positions found in tablebases.
pub(super) fn thinking(line: &str) -> Option<Info> {
    let (ply, rest) = cut(line)?;
    let (score, rest) = cut(rest)?;
    let (time, rest) = cut(rest)?;
    let (nodes, rest) = cut(rest).unwrap_or((rest.trim_start(), ""));
    // The iteration may be marked as unfinished, or as failing high or low.
    let (number, mark) = ply.split_at(ply.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(ply.len()));
    if mark.len() > 1 {
        return None;
    }
    let mut info = Info { depth: info::depth(number), ..Info::default() };
    info.depth?;
    info.time = Some(Duration::from_millis(info::count(time)?.checked_mul(10)?));
    info.nodes = Some(info::count(nodes)?);
    let (numbers, line) = rest.split_once('\t').unwrap_or(("", rest));
    let mut numbers = numbers.split_whitespace();
    info.selective_depth = numbers.next().and_then(info::depth);
    info.nodes_per_second = numbers.next().and_then(info::count);
    info.tablebase_hits = numbers.next().and_then(info::count);
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

/// The first word, and the rest with the blank before it.
fn cut(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    text.find(char::is_whitespace).map(|end| text.split_at(end))
}

fn value(score: i64) -> Option<Value> {
    let moves = |beyond: i64| i32::try_from(beyond.max(1)).ok();
    if (MATE..=MATE + i64::from(info::DEEPEST)).contains(&score) {
        return info::mate(moves(score - MATE)?);
    }
    if (-MATE - i64::from(info::DEEPEST)..=-MATE).contains(&score) {
        return info::mate(-moves(-score - MATE)?);
    }
    info::centipawns(score)
}

/// The words of a line without the numbers of its moves.
fn moves(line: &str) -> Vec<String> {
    let unnumbered = |word: &str| {
        let end = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if end.starts_with('.') { end.trim_start_matches('.').to_owned() } else { word.to_owned() }
    };
    let words = line.split_whitespace().map(unnumbered).filter(|word| !word.is_empty());
    words.take(MOST_MOVES).collect()
}
