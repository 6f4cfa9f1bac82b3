//! The parameters of the selective search: the 18 of the 2014 paper's Table I and those of the extended schema.

use crate::engine::schema::{Schema, SchemaError};

/// Declares the parameters: each is a field with its name in schemas.
macro_rules! parameters {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)*) => {
        /// The parameters of the selective search. Each is a non-negative integer, and 0 switches its method off. The
        /// default is the *plain* search: alpha-beta with quiescence and nothing selective.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct SearchParameters {
            $($(#[$doc])* pub $field: i32,)*
        }

        impl SearchParameters {
            /// The names of all parameters, in the order of the extended schema.
            pub const NAMES: &[&str] = &[$($name,)*];

            /// Returns the parameters from values by name. A parameter without a value is 0.
            #[must_use]
            pub fn named(value: impl Fn(&str) -> Option<i32>) -> SearchParameters {
                SearchParameters { $($field: value($name).unwrap_or(0),)* }
            }

            /// Returns a mutable reference to the parameter with this name.
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
    /// Returns the parameters from the values of `schema`, one per parameter. Parameters that the schema does not name
    /// are 0.
    ///
    /// # Errors
    /// Returns an error if the schema names a parameter that the search does not have.
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
    /// Null move pruning: if passing still fails high, so would a move. Not used in check, in the principal variation,
    /// twice in a row, with a static score below beta, or with at most a minor piece.
    null_move_use = "NULL_MOVE_USE",
    /// Reduction of the null move search in plies, in addition to the ply of the null move.
    null_move_reduction = "NULL_MOVE_REDUCTION",
    /// Whether that reduction depends on the depth (Heinz: adaptive null-move pruning).
    null_move_use_adaptivity = "NULL_MOVE_USE_ADAPTIVITY",
    /// Depth for adaptivity: the full reduction applies above this depth, one ply less at or below it.
    null_move_adaptivity_depth = "NULL_MOVE_ADAPTIVITY_DEPTH",
    /// Maximum depth of futility pruning: skip a move that does not give check if the static score plus the captured
    /// value stays below alpha by a threshold (Heinz: extended futility pruning).
    futility_depth = "FUTILITY_DEPTH",
    /// The threshold at depth 1, centipawns.
    futility_threshold_depth_1 = "FUTILITY_THRESHOLD_DEPTH_1",
    /// The threshold at depth 2, centipawns.
    futility_threshold_depth_2 = "FUTILITY_THRESHOLD_DEPTH_2",
    /// The threshold at depth 3, centipawns.
    futility_threshold_depth_3 = "FUTILITY_THRESHOLD_DEPTH_3",
    /// Multi-cut: prune an expected cut node if several of its first moves fail high in a reduced search (Björnsson and
    /// Marsland).
    multi_cut_use = "MULTI_CUT_USE",
    /// Reduction of the multi-cut search in plies.
    multi_cut_reduction = "MULTI_CUT_REDUCTION",
    /// Minimum depth of multi-cut.
    multi_cut_depth = "MULTI_CUT_DEPTH",
    /// Number of moves that multi-cut tries.
    multi_cut_move_num = "MULTI_CUT_MOVE_NUM",
    /// Number of those moves that must fail high.
    multi_cut_cut_num = "MULTI_CUT_CUT_NUM",
    /// Extension of a move that gives check, in quarter plies.
    check_extension = "CHECK_EXTENSION",
    /// Extension of the only legal move, in quarter plies.
    one_reply_extension = "ONE_REPLY_EXTENSION",
    /// Extension of a recapture on the square of the last capture, in quarter plies.
    recapture_extension = "RECAPTURE_EXTENSION",
    /// Extension of a pawn move to the seventh rank, where the pawn is passed, in quarter plies.
    passed_pawn_extension = "PASSED_PAWN_EXTENSION",
    /// Extension of a node whose null move is answered by mate, in quarter plies. Requires null moves. It is added to the
    /// extensions of moves and does not count for the line.
    mate_threat_extension = "MATE_THREAT_EXTENSION",
    /// Half-width of the first aspiration window around the last iteration's score at the root, in centipawns; 0: a
    /// full window.
    aspiration_window = "ASPIRATION_WINDOW",
    /// Minimum depth at which a node of the principal variation or an expected cut node is searched one ply less if it
    /// has no hash move; 0: in the principal variation, a shallower search finds a move first (internal iterative
    /// deepening).
    internal_iterative_reduction_depth = "INTERNAL_ITERATIVE_REDUCTION_DEPTH",
    /// Maximum depth of reverse futility pruning: prune a node whose static score exceeds beta by a margin.
    reverse_futility_depth = "REVERSE_FUTILITY_DEPTH",
    /// The reverse futility margin, in centipawns per ply of depth.
    reverse_futility_margin = "REVERSE_FUTILITY_MARGIN",
    /// Maximum depth of razoring: if the static score is below alpha by a margin and the quiescence score does not
    /// reach alpha either, return the quiescence score.
    razoring_depth = "RAZORING_DEPTH",
    /// The razoring margin, in centipawns per ply of depth.
    razoring_margin = "RAZORING_MARGIN",
    /// Further null move reduction: depth divided by this value; 0: none.
    null_move_depth_divisor = "NULL_MOVE_DEPTH_DIVISOR",
    /// Further null move reduction: (static score − beta) in centipawns divided by this value, at most 3 plies; 0:
    /// none.
    null_move_value_divisor = "NULL_MOVE_VALUE_DIVISOR",
    /// Minimum depth of late move reductions, at the root at least 3; 0: never.
    late_move_reduction_depth = "LATE_MOVE_REDUCTION_DEPTH",
    /// Number of moves of a node searched at full depth before reductions; one more at the root and in the principal
    /// variation.
    late_move_reduction_move_num = "LATE_MOVE_REDUCTION_MOVE_NUM",
    /// Constant part of the reduction, in hundredths of a ply.
    late_move_reduction_base = "LATE_MOVE_REDUCTION_BASE",
    /// Growing part of the reduction, in hundredths of a ply: times ln(depth) times ln(move number).
    late_move_reduction_slope = "LATE_MOVE_REDUCTION_SLOPE",
    /// Decrease of the reduction for a move with the greatest history, and increase for one with the least, in 64ths of
    /// a ply; linear between them.
    late_move_reduction_history = "LATE_MOVE_REDUCTION_HISTORY",
    /// Maximum depth of late move pruning: skip the quiet moves of a node after a number of them.
    late_move_pruning_depth = "LATE_MOVE_PRUNING_DEPTH",
    /// Constant part of that number.
    late_move_pruning_base = "LATE_MOVE_PRUNING_BASE",
    /// Growing part of that number, in eighths of a move: the number is base + slope · depth² / 8.
    late_move_pruning_slope = "LATE_MOVE_PRUNING_SLOPE",
    /// Maximum depth, after the late move reduction, at which quiet moves are skipped if the static score is below
    /// alpha by a margin.
    late_futility_depth = "LATE_FUTILITY_DEPTH",
    /// Constant part of that margin, in centipawns.
    late_futility_base = "LATE_FUTILITY_BASE",
    /// Growing part of that margin, in centipawns per ply of the reduced depth.
    late_futility_slope = "LATE_FUTILITY_SLOPE",
    /// Maximum depth at which moves are skipped that lose more than a margin by static exchange.
    exchange_pruning_depth = "EXCHANGE_PRUNING_DEPTH",
    /// That margin for a quiet move, in centipawns per ply of depth.
    exchange_pruning_quiet = "EXCHANGE_PRUNING_QUIET",
    /// That margin for a capture, in centipawns per ply of depth.
    exchange_pruning_capture = "EXCHANGE_PRUNING_CAPTURE",
    /// Maximum depth at which quiet moves are skipped if their history is below the negative of a threshold.
    history_pruning_depth = "HISTORY_PRUNING_DEPTH",
    /// That threshold, in 128ths of the greatest history per ply of depth.
    history_pruning_threshold = "HISTORY_PRUNING_THRESHOLD",
    /// Extension of a hash move, in quarter plies, if the node without it fails low below its score by a margin
    /// (singular extension).
    singular_extension = "SINGULAR_EXTENSION",
    /// Minimum depth of singular extensions, at least 4.
    singular_depth = "SINGULAR_DEPTH",
    /// That margin, in quarter centipawns per ply of depth.
    singular_margin = "SINGULAR_MARGIN",
    /// Minimum depth of ProbCut: prune a node if a capture exceeds beta by a margin in a reduced search.
    probcut_depth = "PROBCUT_DEPTH",
    /// The ProbCut margin, in centipawns.
    probcut_margin = "PROBCUT_MARGIN",
    /// Delta pruning margin: quiescence skips captures that do not reach alpha with this much added, in centipawns; 0:
    /// none.
    delta_margin = "DELTA_MARGIN",
    /// Number of quiescence plies that also search quiet checks.
    quiescence_checks = "QUIESCENCE_CHECKS",
    /// Correction history by the squares of the pawns: the share of the known error that is added to the static
    /// evaluation, in hundredths.
    correction_pawns = "CORRECTION_PAWNS",
    /// The same by the squares of each side's other pieces.
    correction_pieces = "CORRECTION_PIECES",
    /// The same by the last two moves.
    correction_moves = "CORRECTION_MOVES",
    /// Further late move reduction in an expected cut node, in quarter plies.
    late_move_reduction_cut = "LATE_MOVE_REDUCTION_CUT",
    /// Further late move reduction if the static score is not better than two plies before, in quarter plies.
    late_move_reduction_worsening = "LATE_MOVE_REDUCTION_WORSENING",
    /// Further late move reduction if the hash move is a capture or a promotion, in quarter plies.
    late_move_reduction_capture = "LATE_MOVE_REDUCTION_CAPTURE",
    /// Outside the principal variation, a singular hash move is extended by two plies if the other moves score lower by
    /// this further margin, in centipawns; 0: never.
    singular_double_margin = "SINGULAR_DOUBLE_MARGIN",
    /// Reduction of a hash move that is not singular although its score exceeds beta, in quarter plies.
    singular_reduction = "SINGULAR_REDUCTION",
    /// Whether quiescence uses the score of the transposition table instead of the static score where its bound allows
    /// it.
    quiescence_table_score = "QUIESCENCE_TABLE_SCORE",
    /// With a clock: how much more time a move gets whose best move has few of the nodes, in hundredths. The time is
    /// multiplied by 1 + this · (1 − the best move's share of the nodes).
    time_effort = "TIME_EFFORT",
    /// With a clock: how much more time a move gets whose score falls, in hundredths per 100 centipawns. Falls of more
    /// than 60 centipawns count as 60.
    time_drop = "TIME_DROP",
}
