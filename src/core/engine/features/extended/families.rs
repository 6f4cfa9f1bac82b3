//! The families of terms: each term is counted for one side, and has a parameter for the middlegame and one for the
//! endgame.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::engine::schema::{Group, Parameter, Schema};

/// The terms of a family.
enum Terms {
    /// One term.
    One,
    /// A term for each of these labels, which is appended to the family's name.
    Labels(&'static [&'static str]),
}

impl Terms {
    const fn count(&self) -> usize {
        match self {
            Terms::One => 1,
            Terms::Labels(labels) => labels.len(),
        }
    }
}

/// All ranks.
const BY_RANK: Terms = Terms::Labels(&["1", "2", "3", "4", "5", "6", "7", "8"]);
/// Files, counted from the nearer edge.
const BY_FILE: Terms = Terms::Labels(&["AH", "BG", "CF", "DE"]);
/// The ranks of pawns.
const BY_PAWN_RANK: Terms = Terms::Labels(&["RANK_2", "RANK_3", "RANK_4", "RANK_5", "RANK_6", "RANK_7"]);
/// The ranks of pawns that another pawn can defend.
const BY_HIGHER_RANK: Terms = Terms::Labels(&["RANK_3", "RANK_4", "RANK_5", "RANK_6", "RANK_7"]);
/// The ranks of pawns that are not passed.
const BY_LOWER_RANK: Terms = Terms::Labels(&["RANK_2", "RANK_3", "RANK_4", "RANK_5", "RANK_6"]);
/// The rank of the nearest pawn, or none.
const BY_NEAREST: Terms =
    Terms::Labels(&["NONE", "RANK_2", "RANK_3", "RANK_4", "RANK_5", "RANK_6", "RANK_7"]);
/// Squares of pawns by rank and file, files counted from the nearer edge.
const BY_PAWN_SQUARE: Terms = Terms::Labels(&[
    "A2", "B2", "C2", "D2", "A3", "B3", "C3", "D3", "A4", "B4", "C4", "D4", "A5", "B5", "C5", "D5", "A6",
    "B6", "C6", "D6", "A7", "B7", "C7", "D7",
]);
/// Squares by rank and file, files counted from the nearer edge.
const BY_SQUARE: Terms = Terms::Labels(&[
    "A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "C3", "D3", "A4", "B4", "C4", "D4", "A5",
    "B5", "C5", "D5", "A6", "B6", "C6", "D6", "A7", "B7", "C7", "D7", "A8", "B8", "C8", "D8",
]);
/// Knights, bishops, rooks and queens.
const BY_PIECE: Terms = Terms::Labels(&["KNIGHT", "BISHOP", "ROOK", "QUEEN"]);

/// The gene of a parameter.
#[derive(Clone, Copy)]
enum Gene {
    /// The value of a piece: 0 to 2,047.
    Piece,
    /// The value of a pawn: 0 to 255.
    Pawn,
    /// −128 to 127.
    Byte,
    /// −256 to 255.
    Wide,
}

impl Gene {
    fn bits_and_range(self) -> (u8, (i32, i32)) {
        match self {
            Gene::Piece => (11, (0, 2047)),
            Gene::Pawn => (8, (0, 255)),
            Gene::Byte => (8, (-128, 127)),
            Gene::Wide => (9, (-256, 255)),
        }
    }
}

/// The smallest schema that has a family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Small,
    Medium,
    Full,
}

/// Terms that are counted alike.
struct Family {
    name: &'static str,
    terms: Terms,
    group: Group,
    gene: Gene,
    size: Size,
    unit: &'static str,
    description: &'static str,
}

/// Declares the families, and for each a constant with the index of its first term.
macro_rules! families {
    ($($name:ident: $terms:expr, $group:ident, $gene:ident, $size:ident, $unit:literal, $text:literal;)*) => {
        /// The families in the order of their terms.
        const FAMILIES: &[Family] = &[$(Family {
            name: stringify!($name),
            terms: $terms,
            group: Group::$group,
            gene: Gene::$gene,
            size: Size::$size,
            unit: $unit,
            description: $text,
        },)*];

        /// The places of the families in [`FAMILIES`].
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of parameters")]
        enum Place {
            $($name),*
        }

        /// The index of the first term of each family.
        pub(super) mod first {
            use super::{Place, first_term};

            $(pub(in super::super) const $name: usize = first_term(Place::$name as usize);)*
        }
    };
}

/// Returns the index of the first term of a family.
const fn first_term(place: usize) -> usize {
    let (mut index, mut family) = (0, 0);
    while family < place {
        index += FAMILIES[family].terms.count();
        family += 1;
    }
    index
}

/// Number of terms.
pub(super) const TERMS: usize = first_term(FAMILIES.len());

/// Phases of a game with a parameter for each term.
const PHASES: [&str; 2] = ["MG", "EG"];

// Each family: name; terms; theme; gene; the smallest schema that has it; unit; description. The counts are defined in
// the modules beside this one.
families! {
    PAWN: Terms::One, Material, Pawn, Small, "cp", "value of a pawn";
    KNIGHT: Terms::One, Material, Piece, Small, "cp", "value of a knight";
    BISHOP: Terms::One, Material, Piece, Small, "cp", "value of a bishop";
    ROOK: Terms::One, Material, Piece, Small, "cp", "value of a rook";
    QUEEN: Terms::One, Material, Piece, Small, "cp", "value of a queen";
    BISHOP_PAIR: Terms::One, Material, Byte, Small, "cp", "two or more bishops";
    KNIGHT_PAIR: Terms::One, Material, Byte, Medium, "cp", "two or more knights";
    ROOK_PAIR: Terms::One, Material, Byte, Medium, "cp", "two or more rooks";
    KNIGHT_PAWNS: Terms::One, Material, Byte, Medium, "cp per pawn", "own pawns above five, for each knight";
    ROOK_PAWNS: Terms::One, Material, Byte, Medium, "cp per pawn", "own pawns above five, for each rook";
    PAWNLESS: Terms::One, Material, Byte, Medium, "cp", "no own pawn";
    ENDING_PAWNS: Terms::Labels(&["BISHOPS", "BISHOPS_AND_PIECES", "ROOKS"]), Material, Byte, Medium, "cp per pawn", "own pawns with bishops of opposite colours only, with these and other pieces, or with rooks only";
    TEMPO: Terms::One, Material, Byte, Small, "cp", "the right to move";

    PAWN_SQUARE: BY_PAWN_SQUARE, Squares, Byte, Full, "cp", "pawn on this square, or its mirror image";
    KNIGHT_RANK: BY_RANK, Squares, Byte, Full, "cp", "knight on this rank";
    KNIGHT_FILE: BY_FILE, Squares, Byte, Full, "cp", "knight on one of these files";
    BISHOP_RANK: BY_RANK, Squares, Byte, Full, "cp", "bishop on this rank";
    BISHOP_FILE: BY_FILE, Squares, Byte, Full, "cp", "bishop on one of these files";
    ROOK_RANK: BY_RANK, Squares, Byte, Full, "cp", "rook on this rank";
    ROOK_FILE: BY_FILE, Squares, Byte, Full, "cp", "rook on one of these files";
    QUEEN_RANK: BY_RANK, Squares, Byte, Full, "cp", "queen on this rank";
    QUEEN_FILE: BY_FILE, Squares, Byte, Full, "cp", "queen on one of these files";
    KING_SQUARE: BY_SQUARE, Squares, Byte, Full, "cp", "king on this square, or its mirror image";

    MOBILITY: BY_PIECE, Mobility, Byte, Small, "cp per square", "squares that the piece can move to";
    FIRST_MOBILITY: BY_PIECE, Mobility, Byte, Small, "cp per square", "squares that the piece can move to, up to half of the usual number";
    LOW_MOBILITY: BY_PIECE, Mobility, Byte, Medium, "cp", "at most one square to move to";

    PAWN_THREAT: Terms::Labels(&["MINOR", "ROOK", "QUEEN"]), Threats, Byte, Small, "cp", "a pawn attacks this piece";
    MINOR_THREAT: Terms::Labels(&["PAWN", "MINOR", "ROOK", "QUEEN"]), Threats, Byte, Medium, "cp", "a knight or bishop attacks this piece; of pawns and minor pieces those that no pawn defends";
    ROOK_THREAT: Terms::Labels(&["PAWN", "MINOR", "QUEEN"]), Threats, Byte, Medium, "cp", "a rook attacks this piece; of pawns and minor pieces those that no pawn defends";
    QUEEN_THREAT: Terms::One, Threats, Byte, Medium, "cp", "the queen attacks a weak piece or pawn";
    KING_THREAT: Terms::One, Threats, Byte, Medium, "cp", "the king attacks a weak piece or pawn";
    HANGING_PIECE: Terms::One, Threats, Byte, Small, "cp", "an attacked enemy piece without a defender";
    HANGING_PAWN: Terms::One, Threats, Byte, Medium, "cp", "an attacked enemy pawn without a defender";
    PUSH_THREAT: Terms::One, Threats, Byte, Small, "cp", "a safe pawn advance attacks a piece";
    RESTRICTION: Terms::One, Threats, Byte, Medium, "cp per square", "squares attacked by both sides that the enemy does not hold";

    ZONE: BY_PIECE, KingAttack, Byte, Small, "cp per square", "squares around the enemy king that the piece attacks";
    ATTACKERS: Terms::Labels(&["TWO", "THREE", "FOUR"]), KingAttack, Byte, Small, "cp", "pieces that attack the squares around the enemy king, with a queen";
    ATTACKERS_WITHOUT_QUEEN: Terms::One, KingAttack, Byte, Medium, "cp per piece", "pieces that attack the squares around the enemy king, without a queen";
    ATTACK_PRODUCT: Terms::One, KingAttack, Byte, Medium, "cp per unit", "attackers of the enemy king times attacked squares around it, in quarters";
    WEAK_ZONE: Terms::One, KingAttack, Byte, Small, "cp per square", "attacked squares beside the enemy king that only king or queen defend";
    WEAK_ZONE_PRODUCT: Terms::One, KingAttack, Byte, Medium, "cp per unit", "these squares times the number of attackers";
    SAFE_CHECK: BY_PIECE, KingAttack, Byte, Small, "cp per square", "squares from which the piece could give check safely";
    UNSAFE_CHECK: Terms::One, KingAttack, Byte, Medium, "cp per square", "other squares from which a piece could give check";
    FLANK_ATTACK: Terms::One, KingAttack, Byte, Medium, "cp per square", "attacked squares of the enemy king's flank in the enemy's half";
    FLANK_DEFENCE: Terms::One, KingAttack, Byte, Medium, "cp per square", "defended squares of the own king's flank in the own half";

    SHELTER: BY_NEAREST, Shelter, Byte, Medium, "cp", "nearest own pawn before the king on its file";
    SHELTER_BESIDE: BY_NEAREST, Shelter, Byte, Medium, "cp", "nearest own pawn before the king on an adjacent file";
    STORM: BY_NEAREST, Shelter, Byte, Medium, "cp", "nearest enemy pawn before the king on its file";
    STORM_BESIDE: BY_NEAREST, Shelter, Byte, Medium, "cp", "nearest enemy pawn before the king on an adjacent file";
    STORM_BLOCKED: Terms::One, Shelter, Byte, Medium, "cp", "that enemy pawn stands before an own pawn";
    PAWN_DISTANCE: Terms::One, Shelter, Byte, Medium, "cp per square", "distance from the king to the nearest own pawn";

    PASSED: BY_PAWN_RANK, PassedPawns, Wide, Small, "cp", "passed pawn on this rank";
    PASSED_EDGE: Terms::One, PassedPawns, Byte, Medium, "cp per file", "files from a passed pawn to the nearer edge";
    PASSED_OWN_KING: Terms::One, PassedPawns, Byte, Small, "cp per square", "distance of the own king from a passed pawn, times the pawn's steps from the third rank";
    PASSED_ENEMY_KING: Terms::One, PassedPawns, Byte, Small, "cp per square", "distance of the enemy king from a passed pawn, times the pawn's steps";
    PASSED_CONNECTED: Terms::One, PassedPawns, Byte, Medium, "cp per step", "passed pawn beside another one";
    PASSED_FREE_STOP: Terms::One, PassedPawns, Byte, Medium, "cp per step", "no piece before the passed pawn";
    PASSED_ENEMY_STOP: Terms::One, PassedPawns, Byte, Medium, "cp per step", "an enemy piece before the passed pawn";
    PASSED_SAFE_STOP: Terms::One, PassedPawns, Byte, Medium, "cp per step", "no enemy attack on the square before the passed pawn";
    PASSED_HELD_STOP: Terms::One, PassedPawns, Byte, Medium, "cp per step", "an own attack on the square before the passed pawn";
    PASSED_FREE_PATH: Terms::One, PassedPawns, Byte, Medium, "cp per step", "no piece on the path of the passed pawn";
    PASSED_SAFE_PATH: Terms::One, PassedPawns, Byte, Medium, "cp per step", "no enemy attack on the path of the passed pawn";
    PASSED_ROOK_BEHIND: Terms::One, PassedPawns, Byte, Medium, "cp per step", "an own rook or queen behind the passed pawn";
    PASSED_ENEMY_BEHIND: Terms::One, PassedPawns, Byte, Medium, "cp per step", "an enemy rook or queen behind the passed pawn";
    PASSED_UNSTOPPABLE: Terms::One, PassedPawns, Wide, Medium, "cp", "passed pawn that a lone king cannot catch";
    CANDIDATE: BY_LOWER_RANK, PassedPawns, Byte, Medium, "cp", "pawn on this rank that can become a passed pawn";

    ISOLATED: Terms::One, Pawns, Byte, Small, "cp per pawn", "no own pawn on the adjacent files";
    ISOLATED_OPEN: Terms::One, Pawns, Byte, Medium, "cp per pawn", "isolated pawn without an enemy pawn before it";
    DOUBLED: Terms::One, Pawns, Byte, Small, "cp per pawn", "pawn behind an own pawn";
    DOUBLED_ISOLATED: Terms::One, Pawns, Byte, Medium, "cp per pawn", "isolated pawn behind an own pawn";
    BACKWARD: Terms::One, Pawns, Byte, Medium, "cp per pawn", "pawn that no pawn can defend and that cannot advance safely";
    BACKWARD_OPEN: Terms::One, Pawns, Byte, Medium, "cp per pawn", "backward pawn without an enemy pawn before it";
    SUPPORTED: BY_HIGHER_RANK, Pawns, Byte, Medium, "cp per pawn", "pawn on this rank that a pawn defends";
    PHALANX: BY_PAWN_RANK, Pawns, Byte, Medium, "cp per pawn", "pawn on this rank beside another one";
    PAWN_ISLANDS: Terms::One, Pawns, Byte, Medium, "cp per island", "groups of adjacent files with own pawns";
    LEVER: Terms::One, Pawns, Byte, Medium, "cp per pawn", "pawn that attacks a pawn";
    BLOCKED_PAWN: Terms::One, Pawns, Byte, Medium, "cp per pawn", "pawn on the fifth or sixth rank before an enemy pawn";

    KNIGHT_OUTPOST: Terms::One, Pieces, Byte, Small, "cp", "knight defended by a pawn on a square that no enemy pawn can attack";
    BISHOP_OUTPOST: Terms::One, Pieces, Byte, Medium, "cp", "bishop on such a square";
    REACHABLE_OUTPOST: Terms::One, Pieces, Byte, Medium, "cp", "knight that can move to such a square";
    MINOR_BEHIND_PAWN: Terms::One, Pieces, Byte, Medium, "cp", "knight or bishop behind a pawn";
    BISHOP_OWN_PAWNS: Terms::One, Pieces, Byte, Medium, "cp per pawn", "own pawns on the colour of a bishop's squares";
    BISHOP_ENEMY_PAWNS: Terms::One, Pieces, Byte, Medium, "cp per pawn", "enemy pawns on the colour of a bishop's squares";
    LONG_DIAGONAL: Terms::One, Pieces, Byte, Medium, "cp", "bishop that sees two squares of the centre";
    ROOK_OPEN_FILE: Terms::One, Pieces, Byte, Small, "cp", "rook on a file without pawns";
    ROOK_HALF_OPEN_FILE: Terms::One, Pieces, Byte, Small, "cp", "rook on a file with enemy pawns only";
    ROOK_QUEEN_FILE: Terms::One, Pieces, Byte, Medium, "cp", "rook on the file of a queen";
    ROOK_KING_FILE: Terms::One, Pieces, Byte, Medium, "cp", "rook on the enemy king's file or beside it, without an own pawn on its file";
    DOUBLED_ROOKS: Terms::One, Pieces, Byte, Medium, "cp", "two rooks on a file";
    TRAPPED_ROOK: Terms::One, Pieces, Byte, Medium, "cp", "rook that its king confines to a wing";
    ROOK_SEVENTH: Terms::One, Pieces, Byte, Medium, "cp", "rook on the seventh rank, with the enemy king on the eighth or enemy pawns on the seventh";
    QUEEN_ENEMY_KING: Terms::One, Pieces, Byte, Medium, "cp per square", "distance of a queen from the enemy king";
    QUEEN_BEFORE_SLIDER: Terms::One, Pieces, Byte, Medium, "cp", "a bishop or rook attacks the enemy queen through one piece";
}

/// Number of features: each term has one for the middlegame and one for the endgame.
pub const COUNT: usize = 2 * TERMS;

/// Returns all parameters with the smallest schema that has each, in the order of the features.
fn parameters() -> impl Iterator<Item = (Size, Parameter)> {
    FAMILIES.iter().flat_map(|family| {
        let labels: Vec<String> = match family.terms {
            Terms::One => vec![String::new()],
            Terms::Labels(labels) => labels.iter().map(|label| format!("_{label}")).collect(),
        };
        let of_label = move |label: String| PHASES.map(|phase| parameter(family, &label, phase));
        labels.into_iter().flat_map(of_label).map(|parameter| (family.size, parameter))
    })
}

fn parameter(family: &Family, label: &str, phase: &str) -> Parameter {
    let (bits, range) = family.gene.bits_and_range();
    let during = if phase == PHASES[0] { "middlegame" } else { "endgame" };
    Parameter {
        name: format!("{}{label}_{phase}", family.name),
        bits,
        range,
        group: family.group,
        unit: family.unit.to_owned(),
        description: format!("{}; {during}", family.description),
    }
}

/// Returns the names of the features.
#[must_use]
pub fn names() -> &'static [&'static str] {
    static NAMES: OnceLock<Vec<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| parameters().map(|(_, parameter)| &*parameter.name.leak()).collect())
}

/// Returns the index of the feature with this name.
#[must_use]
pub fn index_of(name: &str) -> Option<usize> {
    static INDICES: OnceLock<HashMap<&'static str, usize>> = OnceLock::new();
    let indices =
        INDICES.get_or_init(|| names().iter().enumerate().map(|(index, name)| (*name, index)).collect());
    indices.get(name).copied()
}

/// Returns the schema with all parameters.
#[must_use]
pub fn full_schema() -> Schema {
    schema("extended", "extended evaluation: all features", Size::Full)
}

/// Returns the schema without squares.
#[must_use]
pub fn medium_schema() -> Schema {
    schema("extended-medium", "extended evaluation without squares", Size::Medium)
}

/// Returns the schema with the most important features.
#[must_use]
pub fn small_schema() -> Schema {
    schema("extended-small", "extended evaluation, the most important features", Size::Small)
}

fn schema(name: &str, description: &str, largest: Size) -> Schema {
    let parameters =
        parameters().filter(|(size, _)| *size <= largest).map(|(_, parameter)| parameter).collect();
    Schema { name: name.to_owned(), description: description.to_owned(), parameters }
}
