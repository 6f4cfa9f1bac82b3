//! The parameters of the selective search, by name: the 18 of the 2014 paper's Table I and those of the
//! extended schema.

use crate::engine::schema::{Schema, SchemaError};

/// Declares the parameters: each is a field and has the name it bears in schemas.
macro_rules! parameters {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)*) => {
        /// What governs the selective search. Every parameter is a non-negative integer, and 0 means that
        /// there is no such method: the default is the *plain* search, alpha-beta with quiescence and nothing
        /// selective.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct SearchParameters {
            $($(#[$doc])* pub $field: i32,)*
        }

        impl SearchParameters {
            /// The names of all parameters, in the order of the extended schema.
            pub const NAMES: &[&str] = &[$($name,)*];

            /// The parameters of these values by name; a parameter without one is 0.
            #[must_use]
            pub fn named(value: impl Fn(&str) -> Option<i32>) -> SearchParameters {
                SearchParameters { $($field: value($name).unwrap_or(0),)* }
            }

            /// The parameter of that name, to be set.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

impl SearchParameters {
    /// The parameters of these values of `schema`, as many as it has. What the schema does not name is 0.
    ///
    /// # Errors
    /// When the schema names a parameter that the search does not have.
    pub fn of(schema: &Schema, values: &[i32]) -> Result<SearchParameters, SchemaError> {
        debug_assert_eq!(schema.len(), values.len(), "one value a parameter");
        let unknown = |name: &str| !SearchParameters::NAMES.contains(&name);
        if let Some(parameter) = schema.parameters.iter().find(|parameter| unknown(&parameter.name)) {
            return Err(SchemaError::Parameter {
                schema: schema.name.clone(),
                parameter: parameter.name.clone(),
                reason: "the search has no parameter of that name".to_owned(),
            });
        }
        Ok(SearchParameters::named(|name| schema.index_of(name).map(|index| values[index])))
    }
}

parameters! {
    /// Whether a side may pass: if passing still fails high, so would a move. Not in check, nor in a principal
    /// variation, twice in a row, with a static score below beta, or with no more than a minor piece.
    null_move_use = "NULL_MOVE_USE",
    /// Plies by which the search after passing is reduced, besides the one for the pass.
    null_move_reduction = "NULL_MOVE_REDUCTION",
    /// Whether that reduction depends on depth (Heinz: adaptive null-move pruning).
    null_move_use_adaptivity = "NULL_MOVE_USE_ADAPTIVITY",
    /// With adaptivity: the reduction holds above this depth, at it and below it is one less.
    null_move_adaptivity_depth = "NULL_MOVE_ADAPTIVITY_DEPTH",
    /// Up to this depth a move that gives no check is left out if the static score with what it captures added
    /// does not come within a threshold of alpha (Heinz: extended futility pruning).
    futility_depth = "FUTILITY_DEPTH",
    /// The threshold at depth 1, centipawns.
    futility_threshold_depth_1 = "FUTILITY_THRESHOLD_DEPTH_1",
    /// The threshold at depth 2, centipawns.
    futility_threshold_depth_2 = "FUTILITY_THRESHOLD_DEPTH_2",
    /// The threshold at depth 3, centipawns.
    futility_threshold_depth_3 = "FUTILITY_THRESHOLD_DEPTH_3",
    /// Whether an expected cut node is cut when several of its first moves fail high in a reduced search
    /// (Björnsson and Marsland).
    multi_cut_use = "MULTI_CUT_USE",
    /// Plies by which that search is reduced.
    multi_cut_reduction = "MULTI_CUT_REDUCTION",
    /// The least depth at which it is tried.
    multi_cut_depth = "MULTI_CUT_DEPTH",
    /// How many moves are tried.
    multi_cut_move_num = "MULTI_CUT_MOVE_NUM",
    /// How many of them must fail high.
    multi_cut_cut_num = "MULTI_CUT_CUT_NUM",
    /// Extension of a move that gives check, quarter plies.
    check_extension = "CHECK_EXTENSION",
    /// Extension of the only legal move, quarter plies.
    one_reply_extension = "ONE_REPLY_EXTENSION",
    /// Extension of a recapture on the square of the last capture, quarter plies.
    recapture_extension = "RECAPTURE_EXTENSION",
    /// Extension of a pawn's move to the seventh rank, where it is passed, quarter plies.
    passed_pawn_extension = "PASSED_PAWN_EXTENSION",
    /// Extension of a node in which the null move is answered by mate, quarter plies; without null moves there
    /// is none.
    mate_threat_extension = "MATE_THREAT_EXTENSION",
    /// Half-width of the first window around the last iteration's value at the root, centipawns; 0: a full
    /// window.
    aspiration_window = "ASPIRATION_WINDOW",
    /// From this depth on a node without a hash move is searched one ply less deeply.
    internal_iterative_reduction_depth = "INTERNAL_ITERATIVE_REDUCTION_DEPTH",
    /// Up to this depth a node is cut whose static score lies above beta by a margin.
    reverse_futility_depth = "REVERSE_FUTILITY_DEPTH",
    /// That margin, centipawns per ply of depth.
    reverse_futility_margin = "REVERSE_FUTILITY_MARGIN",
    /// Up to this depth a node whose static score lies below alpha by a margin is left to quiescence, if that
    /// does not reach alpha either.
    razoring_depth = "RAZORING_DEPTH",
    /// That margin, centipawns per ply of depth.
    razoring_margin = "RAZORING_MARGIN",
    /// Passing is reduced further by the depth divided by this; 0: it is not.
    null_move_depth_divisor = "NULL_MOVE_DEPTH_DIVISOR",
    /// Passing is reduced further by (static score − beta) divided by this, in centipawns, at most 3 plies;
    /// 0: it is not.
    null_move_value_divisor = "NULL_MOVE_VALUE_DIVISOR",
    /// The least depth at which late moves are reduced; 0: they never are.
    late_move_reduction_depth = "LATE_MOVE_REDUCTION_DEPTH",
    /// How many moves of a node are searched in full before.
    late_move_reduction_move_num = "LATE_MOVE_REDUCTION_MOVE_NUM",
    /// The constant part of the reduction, hundredths of a ply.
    late_move_reduction_base = "LATE_MOVE_REDUCTION_BASE",
    /// The part that grows, hundredths of a ply: times ln(depth) times ln(move number).
    late_move_reduction_slope = "LATE_MOVE_REDUCTION_SLOPE",
    /// How much a move with the greatest history is reduced less, and one with the least more, 64ths of a
    /// ply; in proportion between them.
    late_move_reduction_history = "LATE_MOVE_REDUCTION_HISTORY",
    /// Up to this depth the quiet moves of a node are left out after a number of them.
    late_move_pruning_depth = "LATE_MOVE_PRUNING_DEPTH",
    /// The constant part of that number.
    late_move_pruning_base = "LATE_MOVE_PRUNING_BASE",
    /// The part that grows, eighths of a move: the number is base + slope · depth² / 8.
    late_move_pruning_slope = "LATE_MOVE_PRUNING_SLOPE",
    /// Up to this depth, counted after the late move's reduction, quiet moves are left out whose static score
    /// lies below alpha by a margin.
    late_futility_depth = "LATE_FUTILITY_DEPTH",
    /// The constant part of that margin, centipawns.
    late_futility_base = "LATE_FUTILITY_BASE",
    /// The part that grows, centipawns per ply of the reduced depth.
    late_futility_slope = "LATE_FUTILITY_SLOPE",
    /// Up to this depth moves are left out that lose more than a margin by static exchange.
    exchange_pruning_depth = "EXCHANGE_PRUNING_DEPTH",
    /// That margin of a quiet move, centipawns per ply of depth.
    exchange_pruning_quiet = "EXCHANGE_PRUNING_QUIET",
    /// That margin of a capture, centipawns per ply of depth.
    exchange_pruning_capture = "EXCHANGE_PRUNING_CAPTURE",
    /// Up to this depth quiet moves are left out whose history lies below the negative of a threshold.
    history_pruning_depth = "HISTORY_PRUNING_DEPTH",
    /// That threshold, 128ths of the greatest history per ply of depth.
    history_pruning_threshold = "HISTORY_PRUNING_THRESHOLD",
    /// Extension of a hash move when without it the node fails low below its value by a margin, quarter
    /// plies.
    singular_extension = "SINGULAR_EXTENSION",
    /// The least depth at which that is tried.
    singular_depth = "SINGULAR_DEPTH",
    /// That margin, quarter centipawns per ply of depth.
    singular_margin = "SINGULAR_MARGIN",
    /// From this depth on a node is cut when a capture lies above beta by a margin in a reduced search.
    probcut_depth = "PROBCUT_DEPTH",
    /// That margin, centipawns.
    probcut_margin = "PROBCUT_MARGIN",
    /// Quiescence leaves out captures that do not reach alpha with this much added, centipawns; 0: none.
    delta_margin = "DELTA_MARGIN",
    /// For how many plies quiescence looks at quiet moves that give check as well.
    quiescence_checks = "QUIESCENCE_CHECKS",
}
