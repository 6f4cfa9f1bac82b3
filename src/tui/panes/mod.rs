//! Panes that several screens share: the curves of the open session and the parameter values of the subject.

pub(crate) mod chart;
pub(crate) mod curves;
mod legend;
pub(crate) mod values;
