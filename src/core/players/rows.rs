//! From a position to the rows of its moves: the terms of the evaluation, and the features of style.
//!
//! The terms of a move are those of the position at the end of the captures that follow it, minus those before the move. The
//! captures are those of a quiescence search with textbook values, so they do not depend on an organism, and the score of a
//! move is linear in the values.

use std::collections::HashMap;
use std::sync::OnceLock;

use shakmaty::{Chess, Move, Position};

use super::choices::Row;
use super::style::{self, Context, Scene, Tally};
use crate::engine::evaluation::Weights;
use crate::engine::features::{FeatureSet, FeatureVector, ONE};
use crate::engine::one_ply::Ending;
use crate::engine::quiescence::{self, MATE, Node};

/// Plies of captures after a move.
const DEPTH: u32 = 4;

fn material(position: &Chess) -> i32 {
    let turn = position.turn();
    style::material(position.board(), turn) - style::material(position.board(), turn.other())
}

/// Returns the material for the side to move after the best captures, and the position after them.
fn settle(position: &Chess, depth: u32, mut alpha: i32, beta: i32) -> (i32, Option<Chess>) {
    let (mut best, moves) = match quiescence::node(position, depth) {
        Node::Mated => return (-MATE, None),
        Node::Leaf => return (material(position), None),
        Node::StandPat(moves) => (material(position), moves),
        Node::Evasions(moves) => (-MATE, moves),
    };
    let mut leaf = None;
    alpha = alpha.max(best);
    for m in moves {
        if alpha >= beta {
            break;
        }
        let next = quiescence::after(position, m);
        let (score, end) = settle(&next, depth - 1, -beta, -alpha);
        if -score > best {
            best = -score;
            leaf = Some(end.unwrap_or(next));
            alpha = alpha.max(best);
        }
    }
    (best, leaf)
}

/// The terms of a position from White's view, before a move.
pub(crate) struct Terms {
    set: FeatureSet,
    sign: i16,
    before: FeatureVector,
}

impl Terms {
    pub(crate) fn of(set: FeatureSet, position: &Chess) -> Terms {
        Terms { set, sign: position.turn().fold_wb(1, -1), before: FeatureVector::of(set, position) }
    }

    /// Returns what a move changes for the side that makes it, in sixteenths, and the terms after the captures that follow;
    /// nothing if the move ends the game. `after` is the position after the move.
    pub(crate) fn changes(&self, after: &Chess) -> (Vec<(u16, i16)>, Result<FeatureVector, Ending>) {
        if let Some(ending) = Ending::of(after) {
            return (Vec::new(), Err(ending));
        }
        let end = settle(after, DEPTH, -MATE, MATE).1;
        let there = FeatureVector::of(self.set, end.as_ref().unwrap_or(after));
        let both = there.values.iter().zip(&self.before.values).enumerate();
        let changed = both.filter(|(_, (to, from))| to != from);
        let values = changed.map(|(index, (to, from))| (index as u16, self.sign * (to - from))).collect();
        (values, Ok(there))
    }
}

/// Returns the name of a feature of a row.
pub(crate) fn name(feature: usize) -> String {
    let names = FeatureSet::Extended.names();
    names.get(feature).map_or_else(|| style::name(feature - names.len()), |name| (*name).to_owned())
}

/// Returns the feature with this name.
pub(crate) fn index_of(name: &str) -> Option<usize> {
    static INDEX: OnceLock<HashMap<String, usize>> = OnceLock::new();
    INDEX
        .get_or_init(|| (0..Rows::COUNT).map(|feature| (self::name(feature), feature)).collect())
        .get(name)
        .copied()
}

/// Makes the rows of positions.
pub(crate) struct Rows {
    /// The evaluation by whose losses moves are described.
    judge: Weights,
    tally: Tally,
}

impl Rows {
    pub(crate) fn new(judge: Weights) -> Rows {
        Rows { judge, tally: Tally::default() }
    }

    /// The number of features of a row.
    pub(crate) const COUNT: usize = FeatureSet::Extended.count() + style::COUNT;

    /// Returns the row of each legal move.
    pub(crate) fn of(&mut self, position: &Chess, moves: &[Move], context: Context) -> Vec<Row> {
        let set = FeatureSet::Extended;
        let sign = position.turn().fold_wb(1, -1);
        let terms = Terms::of(set, position);
        let mut scores = Vec::with_capacity(moves.len());
        let mut rows: Vec<(Chess, Row)> = Vec::with_capacity(moves.len());
        for m in moves {
            let after = quiescence::after(position, *m);
            let (values, end) = terms.changes(&after);
            scores.push(match end {
                Err(ending) => ending.score() / ONE,
                Ok(there) => sign * self.judge.score(&there) / ONE,
            });
            rows.push((after, Row { ones: Vec::new(), values }));
        }
        let best = scores.iter().copied().max().unwrap_or(0);
        let scene = Scene::new(position, moves, context);
        let mut finished = Vec::with_capacity(rows.len());
        for ((m, score), (after, mut row)) in moves.iter().zip(&scores).zip(rows) {
            let place = scores.iter().filter(|other| *other > score).count();
            self.tally.0.clear();
            scene.features(*m, &after, best - score, place, &mut self.tally);
            row.ones.extend(self.tally.0.iter().map(|index| index + set.count() as u16));
            finished.push(row);
        }
        finished
    }
}
