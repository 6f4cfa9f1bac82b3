//! The parameters of the selective search, by name: the 18 of the 2014 paper's Table I and those of the
//! extended schema.

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

parameters! {
    /// Whether a side may pass: if passing still fails high, so would a move.
    null_move_use = "NULL_MOVE_USE",
    /// Plies by which the search after passing is reduced, besides the one for the pass.
    null_move_reduction = "NULL_MOVE_REDUCTION",
    /// Whether that reduction depends on depth (Heinz: adaptive null-move pruning).
    null_move_use_adaptivity = "NULL_MOVE_USE_ADAPTIVITY",
    /// With adaptivity: the reduction holds above this depth, at it and below it is one less.
    null_move_adaptivity_depth = "NULL_MOVE_ADAPTIVITY_DEPTH",
    /// Up to this depth quiet moves are left out whose static score lies below alpha by more than a threshold.
    futility_depth = "FUTILITY_DEPTH",
    /// The threshold at depth 1, centipawns.
    futility_threshold_depth_1 = "FUTILITY_THRESHOLD_DEPTH_1",
    /// The threshold at depth 2, centipawns.
    futility_threshold_depth_2 = "FUTILITY_THRESHOLD_DEPTH_2",
    /// The threshold at depth 3, centipawns.
    futility_threshold_depth_3 = "FUTILITY_THRESHOLD_DEPTH_3",
    /// Whether an expected cut node is cut when several of its first moves fail high in a reduced search.
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
    /// Extension of a passed pawn's move to the seventh rank, quarter plies.
    passed_pawn_extension = "PASSED_PAWN_EXTENSION",
    /// Extension of a node in which passing would be answered by mate, quarter plies.
    mate_threat_extension = "MATE_THREAT_EXTENSION",
    /// x
    aspiration_window = "ASPIRATION_WINDOW",
    /// x
    internal_iterative_reduction_depth = "INTERNAL_ITERATIVE_REDUCTION_DEPTH",
    /// x
    reverse_futility_depth = "REVERSE_FUTILITY_DEPTH",
    /// x
    reverse_futility_margin = "REVERSE_FUTILITY_MARGIN",
    /// x
    razoring_depth = "RAZORING_DEPTH",
    /// x
    razoring_margin = "RAZORING_MARGIN",
    /// x
    null_move_depth_divisor = "NULL_MOVE_DEPTH_DIVISOR",
    /// x
    null_move_value_divisor = "NULL_MOVE_VALUE_DIVISOR",
    /// x
    late_move_reduction_depth = "LATE_MOVE_REDUCTION_DEPTH",
    /// x
    late_move_reduction_move_num = "LATE_MOVE_REDUCTION_MOVE_NUM",
    /// x
    late_move_reduction_base = "LATE_MOVE_REDUCTION_BASE",
    /// x
    late_move_reduction_slope = "LATE_MOVE_REDUCTION_SLOPE",
    /// x
    late_move_reduction_history = "LATE_MOVE_REDUCTION_HISTORY",
    /// x
    late_move_pruning_depth = "LATE_MOVE_PRUNING_DEPTH",
    /// x
    late_move_pruning_base = "LATE_MOVE_PRUNING_BASE",
    /// x
    late_move_pruning_slope = "LATE_MOVE_PRUNING_SLOPE",
    /// x
    late_futility_depth = "LATE_FUTILITY_DEPTH",
    /// x
    late_futility_base = "LATE_FUTILITY_BASE",
    /// x
    late_futility_slope = "LATE_FUTILITY_SLOPE",
    /// x
    exchange_pruning_depth = "EXCHANGE_PRUNING_DEPTH",
    /// x
    exchange_pruning_quiet = "EXCHANGE_PRUNING_QUIET",
    /// x
    exchange_pruning_capture = "EXCHANGE_PRUNING_CAPTURE",
    /// x
    history_pruning_depth = "HISTORY_PRUNING_DEPTH",
    /// x
    history_pruning_threshold = "HISTORY_PRUNING_THRESHOLD",
    /// x
    singular_extension = "SINGULAR_EXTENSION",
    /// x
    singular_depth = "SINGULAR_DEPTH",
    /// x
    singular_margin = "SINGULAR_MARGIN",
    /// x
    probcut_depth = "PROBCUT_DEPTH",
    /// x
    probcut_margin = "PROBCUT_MARGIN",
    /// x
    delta_margin = "DELTA_MARGIN",
    /// x
    quiescence_checks = "QUIESCENCE_CHECKS",
}
