//! Quiescence trees searched once, for any number of organisms.
//!
//! The evaluation is linear and which moves a quiescence search looks at does not depend on the
//! organism. So a position's 1-ply search is a fixed min/max tree whose leaves are feature vectors, and
//! whether an organism plays the grandmaster's move is a question to that tree. Leaves are kept as
//! differences to the position's reference (the static evaluation after the grandmaster's move), which
//! are mostly zero, in pairs of features as the SIMD multiply-add takes them.
//!
//! A full tree has thousands of nodes of which evolution visits a few dozen, so trees grow on
//! demand: a node's children are made when the first organism needs them. What a tree answers does not
//! depend on how far it has grown.

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use shakmaty::{Chess, Move, Position, Role, Square};

use crate::engine::evaluation::Weights;
use crate::engine::features::{self, FeatureVector};
use crate::engine::one_ply::{Ending, ordered_moves};
use crate::engine::quiescence;
use crate::evolution::settings::PlyScore;
use crate::positions::Example;

/// Number of feature pairs.
pub(super) const PAIRS: usize = features::COUNT.div_ceil(2);

/// What stands at a node of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// The static evaluation.
    Leaf,
    /// The best of the static evaluation and the children.
    StandPat,
    /// The best of the children.
    Evasions,
    /// The side that made the organism's move mates.
    Mate,
    /// The side that made the organism's move is mated.
    Mated,
    /// A draw.
    Draw,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Leaf, Kind::StandPat, Kind::Evasions, Kind::Mate, Kind::Mated, Kind::Draw];
}

/// A node of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Node {
    /// First of its feature pairs.
    pub(super) first_pair: u32,
    /// First of its children, which stand side by side.
    pub(super) first_child: u32,
    /// The node before, or [`Node::ROOT`].
    parent: u32,
    /// The move that led here.
    by: PackedMove,
    /// How many feature pairs differ from the reference.
    pub(super) pairs: u8,
    kind: u8,
    /// Number of children, or [`Node::UNGROWN`].
    pub(super) children: u16,
}

impl Node {
    const ROOT: u32 = u32::MAX;
    const UNGROWN: u16 = u16::MAX;

    pub(super) fn kind(&self) -> Kind {
        Kind::ALL[usize::from(self.kind)]
    }

    pub(super) fn is_grown(&self) -> bool {
        self.children != Node::UNGROWN
    }
}

/// A legal move in four bytes: origin, target, role that arrives, flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct PackedMove {
    from: u8,
    to: u8,
    promotion: u8,
    kind: u8,
}

impl PackedMove {
    fn of(m: Move) -> PackedMove {
        let kind = match m {
            Move::Normal { .. } | Move::Put { .. } => 0,
            Move::EnPassant { .. } => 1,
            Move::Castle { .. } => 2,
        };
        let from = m.from().unwrap_or(m.to());
        PackedMove {
            from: u8::from(from),
            to: u8::from(m.to()),
            promotion: m.promotion().map_or(0, |role| role as u8),
            kind,
        }
    }

    /// The move in the position it was packed in.
    fn unpack(self, position: &Chess) -> Option<Move> {
        let from = Square::try_from(self.from).ok()?;
        let to = Square::try_from(self.to).ok()?;
        Some(match self.kind {
            1 => Move::EnPassant { from, to },
            2 => Move::Castle { king: from, rook: to },
            _ => Move::Normal {
                role: position.board().role_at(from)?,
                from,
                capture: position.board().role_at(to),
                to,
                promotion: Role::try_from(u32::from(self.promotion)).ok(),
            },
        })
    }
}

/// A move that is not the grandmaster's: a refutation if its score is higher, or, for one that comes
/// first in the order of ties, at least as high.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Rival {
    /// Root of its tree.
    pub(super) node: u32,
    /// 1 where it wins ties against the grandmaster's move.
    pub(super) wins_ties: u32,
    hits: u32,
}

/// One question: is the organism's move in this position this move?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Question {
    /// Index of the example in its position set.
    pub(super) example: u32,
    /// Root of the tree of the grandmaster's move.
    pub(super) node: u32,
    /// First of its rivals.
    pub(super) first_rival: u32,
    /// Number of rivals.
    pub(super) rivals: u32,
    /// The reference's features, as the side to move sees them, in pairs.
    pub(super) reference: [i16; 2 * PAIRS],
}

/// The trees of a run of positions.
pub(super) struct Grove {
    pub(super) questions: Vec<Question>,
    pub(super) rivals: Vec<Rival>,
    pub(super) nodes: Vec<Node>,
    /// Which feature pair, for each entry of `pair_values`.
    pub(super) pair_indices: Vec<u8>,
    /// The two features' differences to the reference.
    pub(super) pair_values: Vec<[i16; 2]>,
    examples: Arc<Vec<Example>>,
    depth: u32,
    order: Arc<Weights>,
}

impl Grove {
    /// Plants the trees of the examples in `range`. By `order`, likely refutations are put first; it does
    /// not change any answer.
    pub(super) fn plant(
        examples: &Arc<Vec<Example>>,
        range: std::ops::Range<usize>,
        ply_score: PlyScore,
        order: &Arc<Weights>,
    ) -> Grove {
        let depth = match ply_score {
            PlyScore::Quiescence => quiescence::DEPTH,
            PlyScore::Static => 0,
        };
        let mut grove = Grove {
            questions: Vec::with_capacity(range.len()),
            rivals: Vec::new(),
            nodes: Vec::new(),
            pair_indices: Vec::new(),
            pair_values: Vec::new(),
            examples: Arc::clone(examples),
            depth,
            order: Arc::clone(order),
        };
        for index in range {
            for at in 0..examples[index].moves.len() {
                grove.ask(index, examples[index].moves[at]);
            }
        }
        grove
    }

    fn ask(&mut self, example: usize, played: Move) {
        let examples = Arc::clone(&self.examples);
        let position = &examples[example].position;
        let sign = position.turn().fold_wb(1, -1);
        let features = FeatureVector::of(quiescence::after(position, played).board());
        let mut reference = [0; 2 * PAIRS];
        for (paired, feature) in reference.iter_mut().zip(features.0) {
            *paired = feature * sign;
        }
        let moves = ordered_moves(position);
        let place = moves.iter().position(|m| *m == played).unwrap_or(0);
        let node = self.root(position, played, &reference, sign).0;
        let mut rivals = Vec::with_capacity(moves.len());
        for (at, &m) in moves.iter().enumerate().filter(|(at, _)| *at != place) {
            let (node, promise) = self.root(position, m, &reference, sign);
            rivals.push((
                std::cmp::Reverse(promise),
                Rival { node, wins_ties: u32::from(at < place), hits: 0 },
            ));
        }
        rivals.sort_by_key(|(promise, rival)| (*promise, rival.node));
        self.questions.push(Question {
            example: example as u32,
            node,
            first_rival: self.rivals.len() as u32,
            rivals: rivals.len() as u32,
            reference,
        });
        self.rivals.extend(rivals.into_iter().map(|(_, rival)| rival));
    }

    /// Adds the root of a move's tree; also tells how promising the move looks.
    fn root(&mut self, position: &Chess, m: Move, reference: &[i16; 2 * PAIRS], sign: i16) -> (u32, i32) {
        let next = quiescence::after(position, m);
        let at = self.nodes.len() as u32;
        let promise = match Ending::of(&next) {
            Some(ending) => {
                let kind = if ending == Ending::Mate { Kind::Mate } else { Kind::Draw };
                self.constant(Node::ROOT, m, kind);
                ending.score()
            }
            None => self.sprout(&next, Node::ROOT, m, reference, sign, self.depth, false),
        };
        (at, promise)
    }

    fn constant(&mut self, parent: u32, m: Move, kind: Kind) {
        let first_pair = self.pair_indices.len() as u32;
        let by = PackedMove::of(m);
        self.nodes.push(Node {
            first_pair,
            first_child: 0,
            parent,
            by,
            pairs: 0,
            kind: kind as u8,
            children: 0,
        });
    }

    /// Adds a node without children; also tells its static score by the ordering weights.
    fn sprout(
        &mut self,
        position: &Chess,
        parent: u32,
        m: Move,
        reference: &[i16; 2 * PAIRS],
        sign: i16,
        depth: u32,
        mover: bool,
    ) -> i32 {
        let in_check = depth > 0 && position.is_check();
        if in_check && position.legal_moves().is_empty() {
            self.constant(parent, m, if mover { Kind::Mated } else { Kind::Mate });
            return if mover { -quiescence::MATE } else { quiescence::MATE };
        }
        let first_pair = self.pair_indices.len() as u32;
        let features = FeatureVector::of(position.board());
        if !in_check {
            self.differences(&features, reference, sign);
        }
        self.nodes.push(Node {
            first_pair,
            first_child: 0,
            parent,
            by: PackedMove::of(m),
            pairs: (self.pair_indices.len() as u32 - first_pair) as u8,
            kind: if depth == 0 {
                Kind::Leaf
            } else if in_check {
                Kind::Evasions
            } else {
                Kind::StandPat
            } as u8,
            children: if depth == 0 { 0 } else { Node::UNGROWN },
        });
        i32::from(sign) * self.order.score(&features)
    }

    fn differences(&mut self, features: &FeatureVector, reference: &[i16; 2 * PAIRS], sign: i16) {
        for pair in 0..PAIRS {
            let difference =
                |index: usize| features.0.get(index).map_or(0, |feature| feature * sign - reference[index]);
            let value = [difference(2 * pair), difference(2 * pair + 1)];
            if value != [0, 0] {
                self.pair_indices.push(pair as u8);
                self.pair_values.push(value);
            }
        }
    }

    /// Notes that a rival refuted `hits` organisms, so that it is asked earlier next time.
    pub(super) fn credit(&mut self, at: usize, hits: u32, has_predecessor: bool) {
        self.rivals[at].hits = self.rivals[at].hits.saturating_add(hits);
        if has_predecessor && self.rivals[at].hits > self.rivals[at - 1].hits {
            self.rivals.swap(at, at - 1);
        }
    }

    /// Makes the children of a node `plies` below its root.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, question: usize, at: usize, plies: u32) {
        let examples = Arc::clone(&self.examples);
        let Question { example, reference, .. } = self.questions[question];
        let root = &examples[example as usize].position;
        let sign = root.turn().fold_wb(1, -1);
        let position = self.position_of(root, at);
        let depth = self.depth - plies;
        let mover = plies % 2 == 1;
        let moves = match quiescence::node(&position, depth) {
            quiescence::Node::StandPat(moves) | quiescence::Node::Evasions(moves) => moves,
            quiescence::Node::Leaf | quiescence::Node::Mated => {
                self.nodes[at].children = 0;
                self.nodes[at].kind = Kind::Leaf as u8;
                return;
            }
        };
        // The most promising first, for the side to move: the sooner the answer is known.
        let mut children: Vec<_> = moves
            .into_iter()
            .map(|m| {
                let next = quiescence::after(&position, m);
                let seen = i32::from(sign) * self.order.evaluate(next.board());
                (if mover { -seen } else { seen }, m, next)
            })
            .collect();
        children.sort_by_key(|&(promise, ..)| promise);
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = children.len() as u16;
        for (_, m, next) in children {
            self.sprout(&next, at as u32, m, &reference, sign, depth - 1, !mover);
        }
    }

    fn position_of(&self, root: &Chess, at: usize) -> Chess {
        let node = &self.nodes[at];
        let before = if node.parent == Node::ROOT {
            root.clone()
        } else {
            self.position_of(root, node.parent as usize)
        };
        match node.by.unpack(&before) {
            Some(m) => quiescence::after(&before, m),
            None => before,
        }
    }
}
