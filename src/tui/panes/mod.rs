//! What several screens show of the open session: its curves, and the subject’s values beside others’.

pub(crate) mod curves;
mod paper;
pub(crate) mod scale;
pub(crate) mod values;
