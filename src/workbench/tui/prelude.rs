//! What nearly every place uses.

pub(crate) use ratatui::layout::Rect;

pub(crate) use super::action::{Action, ScreenId};
pub(crate) use super::background::{BackgroundTask, TaskResult, Work};
pub(crate) use super::command::{Command, Scope, show};
pub(crate) use super::cursor::{Cursor, PaneFocus, next_of};
pub(crate) use super::draw::Draw;
pub(crate) use super::erased::Note;
pub(crate) use super::format::unicode::Width as _;
pub(crate) use super::format::{cut, left, percent, right, thousands, wrap};
pub(crate) use super::hit_map::{List, Target};
pub(crate) use super::log::Severity;
pub(crate) use super::message::{Effect, Message};
pub(crate) use super::model::Model;
pub(crate) use super::place::{About, Available, Input, Pane, Panes, Place, Status, commands, next_row};
pub(crate) use super::table::{Key, Rows, Table};
pub(crate) use super::theme::Role;
pub(crate) use super::widgets::areas::{below, split_left, split_top};
pub(crate) use super::widgets::lines::paragraph;
pub(crate) use super::widgets::pane::Frame;
pub(crate) use super::widgets::{bars, pane};
