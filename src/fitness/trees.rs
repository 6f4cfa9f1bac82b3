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

use std::ops::Range;
use std::sync::Arc;

use shakmaty::{Chess, Move, Position};

use super::node::{Kind, Node, PAIRS, PackedMove, Question, Rival, pairs};
use crate::engine::evaluation::Weights;
use crate::engine::features::FeatureVector;
use crate::engine::one_ply::PlyScore;
use crate::engine::one_ply::{Ending, ordered_moves};
use crate::engine::quiescence;
use crate::positions::Example;

/// What all groves of a position set have in common.
pub(super) struct Ground {
    pub(super) examples: Arc<Vec<Example>>,
    pub(super) ply_score: PlyScore,
    /// By these, likely refutations are put first; they do not change any answer.
    order: Weights,
}

impl Ground {
    pub(super) fn new(examples: Arc<Vec<Example>>, ply_score: PlyScore) -> Ground {
        let order = Weights::textbook();
        Ground { examples, ply_score, order }
    }

    /// Plies below a root.
    pub(super) fn depth(&self) -> u32 {
        match self.ply_score {
            PlyScore::Quiescence => quiescence::DEPTH,
            PlyScore::Static => 0,
        }
    }
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
    pub(super) ground: Arc<Ground>,
}

/// Where a new node comes from.
struct Branch<'a> {
    parent: u32,
    by: Move,
    reference: &'a [[i16; 2]; PAIRS],
    sign: i16,
    /// Plies of quiescence left.
    depth: u32,
    /// Whether the side that made the organism's move is to move.
    mover: bool,
}

impl Grove {
    /// Plants the trees of the examples in `range`: the roots, nothing below them.
    pub(super) fn plant(ground: &Arc<Ground>, range: Range<usize>) -> Grove {
        let mut grove = Grove {
            questions: Vec::with_capacity(range.len()),
            rivals: Vec::new(),
            nodes: Vec::new(),
            pair_indices: Vec::new(),
            pair_values: Vec::new(),
            ground: Arc::clone(ground),
        };
        for index in range {
            for played in &ground.examples[index].moves {
                grove.ask(index, *played);
            }
        }
        grove
    }

    fn ask(&mut self, example: usize, played: Move) {
        let ground = Arc::clone(&self.ground);
        let position = &ground.examples[example].position;
        let sign = position.turn().fold_wb(1, -1);
        let features = FeatureVector::of(quiescence::after(position, played).board());
        let reference = pairs(&features.0.map(|feature| feature * sign));
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
    fn root(&mut self, position: &Chess, m: Move, reference: &[[i16; 2]; PAIRS], sign: i16) -> (u32, i32) {
        let next = quiescence::after(position, m);
        let at = self.nodes.len() as u32;
        let promise = match Ending::of(&next) {
            Some(ending) => {
                let kind = if ending == Ending::Mate { Kind::Mate } else { Kind::Draw };
                self.constant(Node::ROOT, m, kind);
                ending.score()
            }
            None => self.sprout(
                &next,
                &Branch {
                    parent: Node::ROOT,
                    by: m,
                    reference,
                    sign,
                    depth: self.ground.depth(),
                    mover: false,
                },
            ),
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
    fn sprout(&mut self, position: &Chess, branch: &Branch<'_>) -> i32 {
        let in_check = branch.depth > 0 && position.is_check();
        if in_check && position.legal_moves().is_empty() {
            self.constant(branch.parent, branch.by, if branch.mover { Kind::Mated } else { Kind::Mate });
            return if branch.mover { -quiescence::MATE } else { quiescence::MATE };
        }
        let first_pair = self.pair_indices.len() as u32;
        let features = FeatureVector::of(position.board());
        if !in_check {
            self.differences(&features, branch.reference, branch.sign);
        }
        let kind = match branch.depth {
            0 => Kind::Leaf,
            _ if in_check => Kind::Evasions,
            _ => Kind::StandPat,
        };
        self.nodes.push(Node {
            first_pair,
            first_child: 0,
            parent: branch.parent,
            by: PackedMove::of(branch.by),
            pairs: (self.pair_indices.len() as u32 - first_pair) as u8,
            kind: kind as u8,
            children: if kind == Kind::Leaf { 0 } else { Node::UNGROWN },
        });
        i32::from(branch.sign) * self.ground.order.score(&features)
    }

    fn differences(&mut self, features: &FeatureVector, reference: &[[i16; 2]; PAIRS], sign: i16) {
        let leaf = pairs(&features.0.map(|feature| feature * sign));
        for (index, (here, there)) in leaf.into_iter().zip(reference).enumerate() {
            let value = [here[0] - there[0], here[1] - there[1]];
            if value != [0, 0] {
                self.pair_indices.push(index as u8);
                self.pair_values.push(value);
            }
        }
    }

    /// Notes that a rival refuted `hits` organisms, so that it is asked earlier next time.
    pub(super) fn credit(&mut self, at: usize, hits: u32, has_predecessor: bool) {
        self.rivals[at].hits = self.rivals[at].hits / 2 + hits;
        if has_predecessor && self.rivals[at].hits > self.rivals[at - 1].hits {
            self.rivals.swap(at, at - 1);
        }
    }

    /// Makes the children of a node `plies` below its root.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, question: usize, at: usize, plies: u32) {
        let ground = Arc::clone(&self.ground);
        let Question { example, reference, .. } = self.questions[question];
        let root = &ground.examples[example as usize].position;
        let sign = root.turn().fold_wb(1, -1);
        let position = self.position_of(root, at);
        let depth = ground.depth() - plies;
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
                let seen = i32::from(sign) * ground.order.evaluate(next.board());
                (if mover { -seen } else { seen }, m, next)
            })
            .collect();
        children.sort_by_key(|&(promise, ..)| promise);
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = children.len() as u16;
        for (_, m, next) in children {
            let parent = at as u32;
            self.sprout(
                &next,
                &Branch { parent, by: m, reference: &reference, sign, depth: depth - 1, mover: !mover },
            );
        }
    }

    /// Whether this is a forest whose every index points where it should: asked of what comes from a file.
    pub(super) fn is_sound(&self, examples: Range<usize>) -> bool {
        let within = |first: u32, count: usize, len: usize| {
            (first as usize).checked_add(count).is_some_and(|end| end <= len)
        };
        let depth_allowed = self.ground.depth();
        let mut plies = vec![u32::MAX; self.nodes.len()];
        let is_root = |node: u32| self.nodes.get(node as usize).is_some_and(|node| node.parent == Node::ROOT);
        let mut asked = examples.clone().flat_map(|example| {
            let moves = self.ground.examples[example].moves.len();
            std::iter::repeat_n(example as u32, moves)
        });
        let nodes_are_sound = self.nodes.iter().enumerate().all(|(at, node)| {
            if node.parent == Node::ROOT {
                plies[at] = 0;
            }
            let children = if node.is_grown() { usize::from(node.children) } else { 0 };
            let first = node.first_child as usize;
            let may_have_children =
                matches!(Kind::try_from_byte(node.kind), Some(Kind::StandPat | Kind::Evasions))
                    && plies[at] < depth_allowed;
            let sound = Kind::try_from_byte(node.kind).is_some()
                && plies[at] <= depth_allowed
                && within(node.first_pair, usize::from(node.pairs), self.pair_indices.len())
                && (may_have_children || (node.is_grown() && children == 0))
                && (children == 0 || (first > at && within(node.first_child, children, self.nodes.len())));
            if sound {
                for child in first..first + children {
                    if self.nodes[child].parent as usize != at {
                        return false;
                    }
                    plies[child] = plies[at] + 1;
                }
            }
            sound
        });
        nodes_are_sound
            && self.pair_indices.len() == self.pair_values.len()
            && self.pair_indices.iter().all(|pair| usize::from(*pair) < PAIRS)
            && self.rivals.iter().all(|rival| is_root(rival.node) && rival.wins_ties <= 1)
            && self.questions.iter().all(|question| {
                asked.next() == Some(question.example)
                    && is_root(question.node)
                    && within(question.first_rival, question.rivals as usize, self.rivals.len())
            })
            && asked.next().is_none()
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.questions.capacity() * size_of::<Question>()
            + self.rivals.capacity() * size_of::<Rival>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.pair_indices.capacity()
            + self.pair_values.capacity() * size_of::<[i16; 2]>()
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
