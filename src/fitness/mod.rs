//! Agreement with the moves played, fast.
