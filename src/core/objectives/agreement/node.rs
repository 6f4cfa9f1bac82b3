//! The components of trees, in the compact form used by the evaluation and by the cache file.

use bytemuck::{Pod, Zeroable};
use shakmaty::{Chess, Move, Position, Role, Square};

use crate::engine::features::{FeatureSet, paper};

/// The largest number of feature pairs of a set. An index of a pair has 8 bits.
pub(super) const MOST_PAIRS: usize = 256;

const _: () =
    assert!(pair_count(FeatureSet::Paper) < MOST_PAIRS && pair_count(FeatureSet::Extended) < MOST_PAIRS);

/// Returns the number of feature pairs of a set.
pub(super) const fn pair_count(set: FeatureSet) -> usize {
    set.count().div_ceil(2)
}

/// The order in which the papers' features are paired. Features that tend to change together are paired, so that fewer
/// pairs differ from the reference (6.2 instead of 7.6 per leaf on the training set).
const PAIRING: [u8; paper::COUNT] = [
    22, 28, 15, 34, 13, 5, 0, 9, 6, 11, 31, 30, 27, 24, 12, 7, 29, 32, 8, 25, 1, 33, 26, 10, 21, 3, 2, 16,
    18, 17, 4, 19, 14, 23, 20,
];

/// Arranges one number per feature in pairs. The two phases of an extended term are a pair.
pub(super) fn pairs(set: FeatureSet, of: &[i16]) -> impl Iterator<Item = [i16; 2]> + '_ {
    let at = move |place: usize| match set {
        FeatureSet::Paper => PAIRING.get(place).map_or(0, |feature| of[usize::from(*feature)]),
        FeatureSet::Extended => of[place],
    };
    (0..pair_count(set)).map(move |pair| [at(2 * pair), at(2 * pair + 1)])
}

/// The kind of a node, which determines its value.
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
    /// The game is drawn.
    Draw,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Leaf, Kind::StandPat, Kind::Evasions, Kind::Mate, Kind::Mated, Kind::Draw];

    pub(super) fn try_from_byte(byte: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(byte)).copied()
    }
}

/// A node of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Node {
    /// The index of its first feature pair.
    pub(super) first_pair: u32,
    /// The index of its first child. Children are adjacent.
    pub(super) first_child: u32,
    /// The index of its parent, or [`Node::ROOT`].
    pub(super) parent: u32,
    /// The move that leads to the node.
    pub(super) by: PackedMove,
    /// The number of feature pairs that differ from the reference.
    pub(super) pairs: u8,
    pub(super) kind: u8,
    /// The number of children, or [`Node::UNGROWN`].
    pub(super) children: u16,
}

impl Node {
    pub(super) const ROOT: u32 = u32::MAX;
    pub(super) const UNGROWN: u16 = u16::MAX;

    pub(super) fn kind(&self) -> Kind {
        Kind::ALL[usize::from(self.kind)]
    }

    /// Returns whether the node is known to have no children.
    pub(super) fn is_childless(&self) -> bool {
        self.children == 0
    }

    pub(super) fn is_grown(&self) -> bool {
        self.children != Node::UNGROWN
    }
}

/// A legal move in four bytes: origin, target, promotion role, kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct PackedMove {
    from: u8,
    to: u8,
    promotion: u8,
    kind: u8,
}

impl PackedMove {
    /// No move: the root of a tree that begins with the position itself.
    pub(super) const NONE: PackedMove = PackedMove { from: u8::MAX, to: u8::MAX, promotion: 0, kind: 0 };

    pub(super) fn of(m: Move) -> PackedMove {
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

    /// Returns the move, if there is one; `position` must be the one for which it was packed.
    pub(super) fn unpack(self, position: &Chess) -> Option<Move> {
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

/// A legal move other than the grandmaster's. It refutes an organism if its score is higher than that of the
/// grandmaster's move or, for a move that is earlier in the fixed move order, at least as high.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Rival {
    /// The index of the root of its tree.
    pub(super) node: u32,
    /// 1 if it wins ties against the grandmaster's move.
    pub(super) wins_ties: u32,
    /// A decaying count of the organisms that it refuted.
    pub(super) hits: u32,
}

/// A test whether the organism plays the grandmaster's move in a position. If trees begin with positions, it has no
/// rivals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Question {
    /// The index of the example in its position set.
    pub(super) example: u32,
    /// The index of the root of the tree of the grandmaster's move, or of the position.
    pub(super) node: u32,
    /// The index of its first rival.
    pub(super) first_rival: u32,
    /// The number of rivals.
    pub(super) rivals: u32,
    /// The number of the first rivals that decide the question for all organisms without negative weights: see
    /// [`super::contenders`].
    pub(super) contenders: u32,
}
