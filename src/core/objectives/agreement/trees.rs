//! Quiescence trees that are searched once, for any number of organisms.
//!
//! The evaluation is linear, and the moves that a quiescence search visits do not depend on the organism. So the
//! 1-ply search of a position is a fixed min/max tree whose leaves are feature vectors, and the tree determines
//! whether an organism plays the grandmaster's move. Leaves are stored as differences from the position's reference
//! (the static evaluation after the grandmaster's move). These are mostly zero. They are stored in pairs of features,
//! as the SIMD multiply-add requires.
//!
//! A full tree has thousands of nodes, of which evolution visits a few dozen. So trees grow on demand: a node's
//! children are created when the first organism needs them. The result for an organism does not depend on how far a
//! tree has grown.

use std::ops::Range;
use std::sync::Arc;

use shakmaty::{Chess, Move, Position};

use super::contenders;
use super::node::{Kind, Node, PackedMove, Question, Rival, pair_count, pairs};
use crate::engine::evaluation::Weights;
use crate::engine::features::{FeatureSet, FeatureVector};
use crate::engine::one_ply::PlyScore;
use crate::engine::one_ply::{Ending, ordered_moves};
use crate::engine::quiescence;
use crate::positions::Example;

/// Where trees begin.
pub(super) enum Roots {
    /// After each legal move of each example. A move's score is found in this way.
    Moves(Arc<Vec<Example>>, PlyScore),
    /// With each position, whose score is that of a quiescence search.
    Positions(Vec<Chess>),
}

/// The data that all batches of a position set share.
pub(super) struct TreeContext {
    pub(super) roots: Roots,
    pub(super) set: FeatureSet,
    /// The weights that order likely refutations first. They do not affect any result.
    order: Weights,
}

impl TreeContext {
    pub(super) fn new(roots: Roots, set: FeatureSet) -> TreeContext {
        let order = Weights::textbook(set);
        TreeContext { roots, set, order }
    }

    /// Returns the number of positions.
    pub(super) fn positions(&self) -> usize {
        match &self.roots {
            Roots::Moves(examples, _) => examples.len(),
            Roots::Positions(positions) => positions.len(),
        }
    }

    /// Returns the position with this index.
    pub(super) fn position(&self, index: usize) -> &Chess {
        match &self.roots {
            Roots::Moves(examples, _) => &examples[index].position,
            Roots::Positions(positions) => &positions[index],
        }
    }

    /// Returns the number of questions about the position with this index.
    fn questions(&self, index: usize) -> usize {
        match &self.roots {
            Roots::Moves(examples, _) => examples[index].moves.len(),
            Roots::Positions(_) => 1,
        }
    }

    /// Returns 1 if White is the mover of the trees of a position, and −1 if Black is. The mover is the side that does not
    /// move at the root of a tree.
    pub(super) fn sign(&self, position: &Chess) -> i16 {
        let sign = position.turn().fold_wb(1, -1);
        match self.roots {
            Roots::Moves(..) => sign,
            Roots::Positions(_) => -sign,
        }
    }

    /// Returns the number of positions in a batch, which is a task: small enough to distribute evenly over threads, large
    /// enough to hide the cost of distribution.
    pub(super) fn batch_size(&self) -> usize {
        match self.roots {
            Roots::Moves(_, PlyScore::Quiescence) => 64,
            Roots::Positions(_) => 256,
            Roots::Moves(_, PlyScore::Static) => 512,
        }
    }

    /// Returns the ranges of positions of the batches, in order.
    pub(super) fn batch_ranges(&self) -> Vec<Range<usize>> {
        let (size, positions) = (self.batch_size(), self.positions());
        (0..positions).step_by(size).map(|first| first..positions.min(first + size)).collect()
    }

    /// Returns the maximum depth below a root, in plies.
    pub(super) fn depth(&self) -> u32 {
        match self.roots {
            Roots::Moves(_, PlyScore::Quiescence) | Roots::Positions(_) => quiescence::DEPTH,
            Roots::Moves(_, PlyScore::Static) => 0,
        }
    }
}

/// The trees of a range of positions.
#[derive(Clone)]
pub(super) struct TreeBatch {
    pub(super) questions: Vec<Question>,
    /// For each question, the features of the reference from the perspective of the side to move, in pairs.
    pub(super) references: Vec<[i16; 2]>,
    pub(super) rivals: Vec<Rival>,
    pub(super) nodes: Vec<Node>,
    /// The index of the feature pair for each entry of `pair_values`.
    pub(super) pair_indices: Vec<u8>,
    /// The differences of the two features from the reference.
    pub(super) pair_values: Vec<[i16; 2]>,
    pub(super) context: Arc<TreeContext>,
}

/// The properties of a new node.
struct NewNode<'a> {
    parent: u32,
    by: PackedMove,
    features: &'a FeatureVector,
    reference: &'a [[i16; 2]],
    sign: i16,
    /// The remaining plies of quiescence search.
    depth: u32,
    /// Whether the side that made the organism's move is to move.
    mover: bool,
}

impl TreeBatch {
    /// Builds the trees of the examples in `range`: only the roots.
    pub(super) fn build(context: &Arc<TreeContext>, range: Range<usize>) -> TreeBatch {
        let mut batch = TreeBatch {
            questions: Vec::with_capacity(range.len()),
            references: Vec::with_capacity(range.len() * pair_count(context.set)),
            rivals: Vec::new(),
            nodes: Vec::new(),
            pair_indices: Vec::new(),
            pair_values: Vec::new(),
            context: Arc::clone(context),
        };
        for index in range {
            match &context.roots {
                Roots::Moves(examples, _) => {
                    examples[index].moves.iter().for_each(|played| batch.add_question(index, *played));
                }
                Roots::Positions(_) => batch.add_position(index),
            }
        }
        batch
    }

    /// Adds the tree of a position.
    fn add_position(&mut self, index: usize) {
        let context = Arc::clone(&self.context);
        let position = context.position(index);
        let sign = context.sign(position);
        let features = FeatureVector::of(context.set, position);
        let reference: Vec<[i16; 2]> = turned(&features, sign).collect();
        self.questions.push(Question {
            example: index as u32,
            node: self.nodes.len() as u32,
            first_rival: 0,
            rivals: 0,
            contenders: 0,
        });
        self.add_node(
            position,
            &NewNode {
                parent: Node::ROOT,
                by: PackedMove::NONE,
                features: &features,
                reference: &reference,
                sign,
                depth: context.depth(),
                mover: false,
            },
        );
        self.references.extend(reference);
    }

    fn add_question(&mut self, example: usize, played: Move) {
        let context = Arc::clone(&self.context);
        let position = context.position(example);
        let sign = context.sign(position);
        let features = FeatureVector::of(context.set, &quiescence::after(position, played));
        let reference: Vec<[i16; 2]> = turned(&features, sign).collect();
        let moves = ordered_moves(position);
        let place = moves.iter().position(|m| *m == played).unwrap_or(0);
        let node = self.root(position, played, &reference, sign).0;
        let mut rivals = Vec::with_capacity(moves.len());
        for (at, &m) in moves.iter().enumerate().filter(|(at, _)| *at != place) {
            let (node, estimate) = self.root(position, m, &reference, sign);
            rivals.push((
                std::cmp::Reverse(estimate),
                Rival { node, wins_ties: u32::from(at < place), hits: 0 },
            ));
        }
        rivals.sort_by_key(|(estimate, rival)| (*estimate, rival.node));
        let mut rivals: Vec<Rival> = rivals.into_iter().map(|(_, rival)| rival).collect();
        let contenders = contenders::move_to_front(self, &mut rivals);
        self.store_in_order(&mut rivals);
        self.questions.push(Question {
            example: example as u32,
            node,
            first_rival: self.rivals.len() as u32,
            rivals: rivals.len() as u32,
            contenders: contenders as u32,
        });
        self.references.extend(reference);
        self.rivals.extend(rivals);
    }

    /// Moves the last nodes, which are the roots of the rivals, into the order of the rivals: roots that are tested one
    /// after the other are adjacent in memory.
    fn store_in_order(&mut self, rivals: &mut [Rival]) {
        let Some(first) = rivals.iter().map(|rival| rival.node).min() else { return };
        let first_pair = self.nodes[first as usize].first_pair as usize;
        let nodes = self.nodes.split_off(first as usize);
        let indices = self.pair_indices.split_off(first_pair);
        let values = self.pair_values.split_off(first_pair);
        for rival in rivals {
            let node = nodes[(rival.node - first) as usize];
            let start = node.first_pair as usize - first_pair;
            let pairs = start..start + usize::from(node.pairs);
            rival.node = self.nodes.len() as u32;
            self.nodes.push(Node { first_pair: self.pair_indices.len() as u32, ..node });
            self.pair_indices.extend(&indices[pairs.clone()]);
            self.pair_values.extend(&values[pairs]);
        }
    }

    /// Adds the root of a move's tree. Returns its index and an estimate of its value by the ordering weights.
    fn root(&mut self, position: &Chess, m: Move, reference: &[[i16; 2]], sign: i16) -> (u32, i32) {
        let next = quiescence::after(position, m);
        let at = self.nodes.len() as u32;
        let by = PackedMove::of(m);
        let estimate = match Ending::of(&next) {
            Some(ending) => {
                let kind = if ending == Ending::Mate { Kind::Mate } else { Kind::Draw };
                self.constant(Node::ROOT, by, kind);
                ending.score()
            }
            None => {
                let features = FeatureVector::of(self.context.set, &next);
                self.add_node(
                    &next,
                    &NewNode {
                        parent: Node::ROOT,
                        by,
                        features: &features,
                        reference,
                        sign,
                        depth: self.context.depth(),
                        mover: false,
                    },
                );
                i32::from(sign) * self.context.order.score(&features)
            }
        };
        (at, estimate)
    }

    fn constant(&mut self, parent: u32, by: PackedMove, kind: Kind) {
        let first_pair = self.pair_indices.len() as u32;
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

    /// Adds a node without children.
    fn add_node(&mut self, position: &Chess, new: &NewNode<'_>) {
        let in_check = new.depth > 0 && position.is_check();
        if in_check && position.legal_moves().is_empty() {
            self.constant(new.parent, new.by, if new.mover { Kind::Mated } else { Kind::Mate });
            return;
        }
        let first_pair = self.pair_indices.len() as u32;
        if !in_check {
            self.differences(new.features, new.reference, new.sign);
        }
        let kind = match new.depth {
            0 => Kind::Leaf,
            _ if in_check => Kind::Evasions,
            _ => Kind::StandPat,
        };
        self.nodes.push(Node {
            first_pair,
            first_child: 0,
            parent: new.parent,
            by: new.by,
            pairs: (self.pair_indices.len() as u32 - first_pair) as u8,
            kind: kind as u8,
            children: if kind == Kind::Leaf { 0 } else { Node::UNGROWN },
        });
    }

    fn differences(&mut self, features: &FeatureVector, reference: &[[i16; 2]], sign: i16) {
        for (index, (here, there)) in turned(features, sign).zip(reference).enumerate() {
            let value = [here[0] - there[0], here[1] - there[1]];
            if value != [0, 0] {
                self.pair_indices.push(index as u8);
                self.pair_values.push(value);
            }
        }
    }

    /// Records that a rival of a question refuted `hits` organisms, so that it is tested earlier next time. Contenders
    /// stay in front of the other rivals.
    pub(super) fn credit(&mut self, question: usize, at: usize, hits: u32) {
        let Question { first_rival, contenders, .. } = self.questions[question];
        let place = at as u32 - first_rival;
        self.rivals[at].hits = self.rivals[at].hits / 2 + hits;
        if place != 0 && place != contenders && self.rivals[at].hits > self.rivals[at - 1].hits {
            self.rivals.swap(at, at - 1);
        }
    }

    /// Creates the children of a node that is `plies` below its root.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, question: usize, at: usize, plies: u32) {
        let context = Arc::clone(&self.context);
        let Question { example, .. } = self.questions[question];
        let reference = self.reference(question).to_vec();
        let root = context.position(example as usize);
        let sign = context.sign(root);
        let position = self.position_of(root, at);
        let depth = context.depth() - plies;
        let mover = plies % 2 == 1;
        let moves = match quiescence::node(&position, depth) {
            quiescence::Node::StandPat(moves) | quiescence::Node::Evasions(moves) => moves,
            quiescence::Node::Leaf | quiescence::Node::Mated => {
                self.nodes[at].children = 0;
                self.nodes[at].kind = Kind::Leaf as u8;
                return;
            }
        };
        // Sort by the estimate for the side to move, best first: this decides questions early.
        let mut children: Vec<_> = moves
            .into_iter()
            .map(|m| {
                let next = quiescence::after(&position, m);
                let features = FeatureVector::of(context.set, &next);
                let seen = i32::from(sign) * context.order.score(&features);
                (if mover { -seen } else { seen }, m, next, features)
            })
            .collect();
        children.sort_by_key(|&(estimate, ..)| estimate);
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = children.len() as u16;
        for (_, m, next, features) in children {
            let parent = at as u32;
            self.add_node(
                &next,
                &NewNode {
                    parent,
                    by: PackedMove::of(m),
                    features: &features,
                    reference: &reference,
                    sign,
                    depth: depth - 1,
                    mover: !mover,
                },
            );
        }
    }

    /// Returns whether the trees are valid, with all indices in range. Used for trees that were loaded from a file.
    pub(super) fn is_sound(&self, examples: Range<usize>) -> bool {
        let within = |first: u32, count: usize, len: usize| {
            (first as usize).checked_add(count).is_some_and(|end| end <= len)
        };
        let depth_allowed = self.context.depth();
        let mut plies = vec![u32::MAX; self.nodes.len()];
        let is_root = |node: u32| self.nodes.get(node as usize).is_some_and(|node| node.parent == Node::ROOT);
        let mut asked = examples
            .clone()
            .flat_map(|example| std::iter::repeat_n(example as u32, self.context.questions(example)));
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
            && self.pair_indices.iter().all(|pair| usize::from(*pair) < pair_count(self.context.set))
            && self.references.len() == self.questions.len() * pair_count(self.context.set)
            && self.rivals.iter().all(|rival| is_root(rival.node) && rival.wins_ties <= 1)
            && self.questions.iter().all(|question| {
                asked.next() == Some(question.example)
                    && is_root(question.node)
                    && within(question.first_rival, question.rivals as usize, self.rivals.len())
                    && question.contenders <= question.rivals
            })
            && asked.next().is_none()
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.questions.capacity() * size_of::<Question>()
            + self.references.capacity() * size_of::<[i16; 2]>()
            + self.rivals.capacity() * size_of::<Rival>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.pair_indices.capacity()
            + self.pair_values.capacity() * size_of::<[i16; 2]>()
    }

    /// Returns the features of a question's reference, in pairs.
    pub(super) fn reference(&self, question: usize) -> &[[i16; 2]] {
        let size = pair_count(self.context.set);
        &self.references[question * size..(question + 1) * size]
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

/// Returns the features in pairs, from the perspective of White (1) or Black (−1).
fn turned(features: &FeatureVector, sign: i16) -> impl Iterator<Item = [i16; 2]> + '_ {
    pairs(features.set, &features.values).map(move |pair| pair.map(|feature| feature * sign))
}
