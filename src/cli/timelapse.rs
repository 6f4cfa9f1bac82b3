//! `eyas timelapse`: a finished run as a recording of ten seconds.

use std::path::PathBuf;

use clap::Args;
use eyas::files;
use eyas::tui::timelapse::{self, Recording};
use serde_json::json;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt};

/// Arguments of `eyas timelapse`.
#[derive(Debug, Args)]
pub(crate) struct TimelapseArgs {
    /// Folder of a session
    #[arg(value_name = "SESSION")]
    folder: PathBuf,
    /// Run of an ensemble, 1 for the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    run: u32,
    /// File of the recording, replacing an older one: .cast for asciinema, .svg for an animated picture
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs `eyas timelapse`.
pub(crate) fn run(args: &TimelapseArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let extension = args.out.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let write = match extension {
        "cast" => cast,
        "svg" => |recording: &Recording, title: &str| recording.svg(title),
        _ => {
            let out = args.out.display();
            return Err(Failure::Input(format!(
                "--out {out}: the name of the file must end with .cast or .svg"
            )));
        }
    };
    let interrupt = interrupt::on_signals()?;
    let bar = Bar::counted();
    let count = |done, total| bar.count("preparing the positions", done, total);
    let pool = globals.pool()?;
    let recorded =
        timelapse::record(&args.folder, args.run - 1, globals.cache.as_deref(), &pool, &count, &interrupt);
    let recording = recorded.map_err(|error| match error {
        timelapse::Error::Explain(eyas::explain::Error::Interrupted) => {
            Failure::Interrupted(error.to_string())
        }
        _ => Failure::of(error.is_input(), error),
    })?;
    drop(bar);
    let name = args.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = write(&recording, &format!("eyas · {name}, run {}", args.run));
    files::replace(&args.out, text.as_bytes()).map_err(|error| {
        Failure::Input(format!("{}: {error}{}", args.out.display(), files::advice(&error)))
    })?;
    Ok(Outcome::new(
        format!("{}: {} frames, {:.0} s", args.out.display(), recording.frames(), recording.seconds()),
        json!({ "frames": recording.frames(), "seconds": recording.seconds(), "out": args.out }),
    ))
}

/// Returns the recording in the format asciicast v2: a line with the size, then one for each part of the output.
fn cast(recording: &Recording, title: &str) -> String {
    let (width, height) = recording.size();
    let mut lines =
        vec![json!({ "version": 2, "width": width, "height": height, "title": title }).to_string()];
    let events = recording.output();
    lines.extend(events.iter().map(|(time, text)| json!([time, "o", text]).to_string()));
    // The last frame stays until an empty output ends the recording.
    lines.push(json!([recording.seconds(), "o", ""]).to_string());
    lines.join("\n") + "\n"
}
