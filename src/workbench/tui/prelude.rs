//! What nearly every place uses.

pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::sync::Arc;
pub(crate) use std::time::Duration;

pub(crate) use ratatui::layout::Rect;
pub(crate) use shakmaty::{Chess, Color, Move, Position};

pub(crate) use super::action::{Action, ScreenId};
pub(crate) use super::background::figures::{ExportFigures, Wanted};
pub(crate) use super::background::{BackgroundTask, TaskResult, TaskWork};
pub(crate) use super::card::Card;
pub(crate) use super::command::{Command, Scope};
pub(crate) use super::cursor::{Cursor, PaneFocus, next_of};
pub(crate) use super::draw::Draw;
pub(crate) use super::evolution::Evolution;
pub(crate) use super::format::unicode::Width as _;
pub(crate) use super::format::{
    cut, decimal, duration, left, parameter_name, percent, right, signed, signed_decimal, thousands, wrap,
};
pub(crate) use super::hit_map::{List, Target};
pub(crate) use super::log::Severity;
pub(crate) use super::message::{Effect, Message};
pub(crate) use super::model::{Model, Popup, PopupInput};
pub(crate) use super::notes::Note;
pub(crate) use super::place::{
    About, Available, Input, IntoEffects, Pane, Place, Status, commands, next_row, opens, panes, parts,
};
pub(crate) use super::playing::{BoardHost, Focus};
pub(crate) use super::popups::forms::{self, Field, Fields, Form, FormSpec, Problem, Request};
pub(crate) use super::popups::frame;
pub(crate) use super::saved::SessionRow;
pub(crate) use super::screens::action;
pub(crate) use super::subject::ShownOrganism;
pub(crate) use super::table::{Cell, Key, Rows, Table};
pub(crate) use super::theme::Role;
pub(crate) use super::theme::board::SquareMark;
pub(crate) use super::widgets::areas::{below, split_left, split_top, stack};
pub(crate) use super::widgets::board::MarkedMove;
pub(crate) use super::widgets::board::Size;
pub(crate) use super::widgets::lines::{Lines, paragraph, paragraphs, pieces};
pub(crate) use super::widgets::pane::Frame;
pub(crate) use super::widgets::{bars, pane};
pub(crate) use crate::disagreement::OrganismRole;
pub(crate) use crate::engine::schema::Schema;
pub(crate) use crate::evolution::record::GenerationRecord;
pub(crate) use crate::experiment::Experiment;
pub(crate) use crate::figures::Chart;
pub(crate) use crate::files;
pub(crate) use crate::organism::Organism;
pub(crate) use crate::positions::{PositionSource, moves};
pub(crate) use crate::progress::Timing;
