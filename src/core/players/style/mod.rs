//! Features of moves beyond the evaluation: which piece moves where, what it captures, offers, threatens and leaves, and when.
//!
//! A feature is a combination of values of some properties (`axes`), such as “knight, middlegame”. Each family of features
//! is a row of the table `families!`: its name and its properties. A move has at most one feature of a family, so a move's
//! features are a short list of numbers. Squares are those from the mover's point of view.

mod axes;
mod moves;

use axes::Axis;
pub(crate) use moves::{Context, Scene, kind_of, material};

macro_rules! families {
    ($($name:ident $text:literal [$($axis:ident)*]),+ $(,)?) => {
        /// A family of features.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Family { $($name),+ }

        /// The names of the families with their properties, in the order of their features.
        const FAMILIES: &[(&str, &[Axis])] = &[$(($text, &[$(axes::$axis),*])),+];
    };
}

families! {
    Piece "piece" [PIECE PHASE],
    Kind "kind" [KIND TIME],
    KindBehind "kind at this balance" [KIND BALANCE],
    KindKings "kind with these kings" [KIND KINGS],
    KindDensity "kind in this structure" [KIND DENSITY PHASE],
    To "to" [PIECE SQUARE],
    From "from" [PIECE SQUARE],
    Zone "zone" [PIECE ZONE PHASE],
    ZoneTime "zone at this time" [ZONE TIME],
    Capture "capture" [PIECE VICTIM PHASE],
    CaptureExchange "capture by exchange" [EXCHANGE VICTIM],
    Exchange "exchange" [EXCHANGE PIECE PHASE],
    ExchangeBalance "exchange at this balance" [EXCHANGE BALANCE],
    Recapture "recapture" [PIECE PHASE],
    PassedBy "no recapture" [KIND],
    Declined "no capture" [PIECE COUNT],
    Check "check" [PIECE EXCHANGE],
    CheckPhase "check in this phase" [PHASE BALANCE],
    Direction "direction" [PIECE DIRECTION PHASE],
    Length "length" [PIECE LENGTH PHASE],
    DirectionBalance "direction at this balance" [DIRECTION BALANCE],
    Repeated "same piece again" [PIECE PHASE],
    Undone "back again" [PIECE PHASE],
    Near "distance to the last move" [DISTANCE PHASE],
    WingOfLast "wing and that of the last move" [WING WING PHASE],
    WingOfOwn "wing and that of the own last move" [WING WING PHASE],
    ToKing "to the other king" [PIECE NEARER PHASE],
    KingDistance "distance to the other king" [PIECE DISTANCE],
    FromOwnKing "to the own king" [PIECE NEARER PHASE],
    OwnKingDistance "distance to the own king" [PIECE DISTANCE],
    Centre "to the centre" [PIECE NEARER PHASE],
    Threats "threats" [PIECE COUNT PHASE],
    Hanging "left attacked" [COUNT PHASE BALANCE],
    HangingKind "left attacked by a move of" [KIND COUNT],
    Escape "leaves an attack" [PIECE PHASE],
    StaysAttacked "another piece moves" [KIND COUNT],
    Mobility "mobility" [PIECE CHANGE PHASE],
    Restricts "moves left to the other" [LEFT PHASE],
    RestrictsChange "change of the other's moves" [CHANGE KIND],
    Freedom "change of the own moves" [CHANGE KIND],
    Counterpart "target square" [PIECE COUNTERPART PHASE],
    Defended "target square defended" [PIECE COUNTERPART],
    Pawn "pawn" [FILE RANK PHASE],
    Lever "lever" [FILE PHASE],
    PawnKings "pawn with these kings" [WING KINGS WING],
    PawnTension "capture of a pawn by a pawn" [FILE PHASE],
    Castling "castling" [WING TIME],
    Shelter "pawn before the own king" [FILE KINGS],
    Storm "pawn before the other king" [RANK KINGS],
    Loss "loss by the evaluation" [LOSS PHASE],
    LossBalance "loss at this balance" [LOSS BALANCE],
    LossTime "loss at this time" [LOSS TIME],
    LossKind "loss by a move of" [LOSS KIND],
    Place "place by the evaluation" [PLACE PHASE],
    PlaceKind "place of a move of" [PLACE KIND],
    Queens "queens leave the board" [BALANCE PHASE],
    Trade "offer of a trade" [PIECE BALANCE],
    Minor "minor piece for minor piece" [VICTIM PIECE BALANCE],
    AfterOwn "kind after an own" [KIND KIND PHASE],
    AfterOther "kind after the other's" [KIND KIND PHASE],
    KindQueens "kind with these queens" [KIND QUEENS COLOUR],
    PawnColour "pawn of" [FILE RANK COLOUR],
    ZoneColour "zone of" [PIECE ZONE COLOUR],
    Journey "from zone to zone" [PIECE ZONE ZONE],
    AroundOther "around the other king" [PIECE ASIDE AHEAD],
    AroundOwn "around the own king" [PIECE ASIDE AHEAD],
    ExchangeQueens "exchange with these queens" [EXCHANGE QUEENS PIECE],
    Promotion "promotion" [PIECE],
    RookFile "rook to a file" [DENSITY PHASE],
    Battery "behind the own piece" [PIECE PIECE],
    Outpost "supported by a pawn" [PIECE RANK],
    Fianchetto "bishop on the long diagonal" [WING TIME],
    Colour "bishop's colour and pawns" [CHANGE PHASE],
}

const fn size(axes: &[Axis]) -> usize {
    let (mut size, mut index) = (1, 0);
    while index < axes.len() {
        size *= axes[index].values.len();
        index += 1;
    }
    size
}

/// The first feature of each family.
const FIRST: [u16; FAMILIES.len() + 1] = {
    let mut first = [0; FAMILIES.len() + 1];
    let mut index = 0;
    while index < FAMILIES.len() {
        first[index + 1] = first[index] + size(FAMILIES[index].1) as u16;
        index += 1;
    }
    first
};

/// The number of features of a move.
pub const COUNT: usize = FIRST[FAMILIES.len()] as usize;

/// The features that a move has.
#[derive(Debug, Default)]
pub(crate) struct Tally(pub(crate) Vec<u16>);

impl Tally {
    /// Adds the feature of a family with these values of its properties. Values that are too large count as the last one.
    #[inline]
    fn add<const N: usize>(&mut self, family: Family, values: [usize; N]) {
        let (_, axes) = FAMILIES[family as usize];
        debug_assert_eq!(axes.len(), N, "one value a property");
        let mut index = 0;
        for (axis, value) in axes.iter().zip(values) {
            index = index * axis.values.len() + value.min(axis.values.len() - 1);
        }
        self.0.push(FIRST[family as usize] + index as u16);
    }
}

/// Returns the number of a feature's family.
pub(crate) fn family(feature: usize) -> usize {
    FIRST.iter().rposition(|first| usize::from(*first) <= feature).unwrap_or(0)
}

/// Returns the name of a feature, such as “capture: knight, pawn, middlegame”.
#[must_use]
pub fn name(feature: usize) -> String {
    let (name, values) = values_of(feature);
    described(name, &values)
}

/// Returns the name of a feature without its phase, and the number of the phase if it has one.
pub(crate) fn by_phase(feature: usize) -> (String, Option<usize>) {
    let (name, mut values) = values_of(feature);
    let phase = values.iter().find(|(axis, _)| *axis == axes::PHASE).map(|(_, value)| *value);
    values.retain(|(axis, _)| *axis != axes::PHASE);
    (if values.is_empty() { name.to_owned() } else { described(name, &values) }, phase)
}

fn described(name: &str, values: &[(Axis, usize)]) -> String {
    let values: Vec<&str> = values.iter().map(|(axis, value)| axis.values[*value]).collect();
    format!("{name}: {}", values.join(", "))
}

/// Returns the family of a feature, and the number of its value on each axis.
fn values_of(feature: usize) -> (&'static str, Vec<(Axis, usize)>) {
    let family = family(feature);
    let Some((name, axes)) = FAMILIES.get(family) else { return ("unknown", Vec::new()) };
    let mut rest = feature - usize::from(FIRST[family]);
    let mut values = Vec::new();
    for axis in axes.iter().rev() {
        values.push((*axis, rest % axis.values.len()));
        rest /= axis.values.len();
    }
    values.reverse();
    (name, values)
}
