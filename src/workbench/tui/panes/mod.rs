//! Panes that several screens share: the curves of the open session, the parameter values of the subject, its explanations,
//! and the reason not to trust the results.

pub(crate) mod chart;
pub(crate) mod curves;
pub(crate) mod explanation;
mod legend;
pub(crate) mod proof;
pub(crate) mod suspect;
pub(crate) mod values;
pub(crate) mod what_if;
