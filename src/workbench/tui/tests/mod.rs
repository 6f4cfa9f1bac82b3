//! Tests of the workbench without a terminal: they send keys and job reports, and check the model and the screens.

mod cards;
mod charts;
#[path = "../../../core/figures/check.rs"]
mod check;
mod coevolution;
mod coevolution_session;
mod estimate;
mod explanation;
mod fixture;
mod forms;
mod frame;
mod game;
mod genome;
mod input;
mod lists;
mod matches;
mod mentor;
mod new_run;
mod pipeline;
mod playing;
mod positions;
mod positions_files;
mod positions_groups;
mod positions_random;
mod race;
mod random_events;
mod scrolling;
mod sessions;
mod settings;
mod styles;
mod suite;
mod time;
mod tuning;
mod tuning_session;
mod views;
mod workers;
