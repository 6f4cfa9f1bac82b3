//! Panes that several screens share: the curves of the open session and the parameter values of the subject.

pub(crate) mod curves;
mod paper;
pub(crate) mod scale;
pub(crate) mod values;
