//! The workbench without a terminal: keys and job reports in, model and screens out.

mod coevolution;
mod driving;
mod fixture;
mod genome;
mod league;
mod matches;
mod mentor;
mod new_run;
mod pipeline;
mod playing;
mod positions;
mod positions_anyhow;
mod random_events;
mod sessions;
mod styles;
mod suite;
mod tuned;
mod tuning;
mod views;
