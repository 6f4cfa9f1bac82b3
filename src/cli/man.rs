//! `eyas man`: the manual pages.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use eyas::files;
use serde_json::json;

use super::{Failure, Outcome, output};

/// The end of the page of the program.
const PROGRAM_END: &str = "\
.SH \"EXIT STATUS\"
.TP
0
Success.
.TP
1
A failure at run time.
.TP
2
Bad usage or bad input. The message says what is wrong, where, and what to do.
.TP
130
Interrupted by Ctrl\\-C, SIGTERM or a closed terminal, after a checkpoint.
";

/// The end of the page of a command.
const COMMAND_END: &str = ".SH \"SEE ALSO\"\n.BR eyas (1)\n";

/// Arguments of `eyas man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Folder to write the pages to, replacing older ones; created if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs `eyas man`. `command` is the declaration of the command line.
pub(crate) fn run(args: &ManArgs, command: Command) -> Result<Outcome, Failure> {
    let pages = pages(command).map_err(|cause| Failure::Runtime(format!("the manual pages: {cause}")))?;
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    output::check_folder("DIR", &args.folder, &names)?;
    let failure = |path: &Path, cause: io::Error| Failure::Runtime(format!("{}: {cause}", path.display()));
    files::create_folder(&args.folder).map_err(|cause| failure(&args.folder, cause))?;
    let mut written = Vec::new();
    for (name, page) in &pages {
        let path = args.folder.join(name);
        files::replace(&path, page).map_err(|cause| failure(&path, cause))?;
        written.push(path);
    }
    let (count, folder) = (written.len(), args.folder.display());
    Ok(Outcome::new(
        format!("{count} manual pages written to {folder}; man -l {folder}/eyas.1 shows the first"),
        json!({ "files": written }),
    ))
}

/// Returns the names and contents of all pages: one for the program, and one for each command.
fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = vec![page(command.clone(), PROGRAM_END)?];
    for verb in command.get_subcommands() {
        pages.push(page(verb.clone(), COMMAND_END)?);
    }
    Ok(pages)
}

/// Returns the name and the content of the page of a command.
fn page(command: Command, end: &str) -> io::Result<(String, Vec<u8>)> {
    // No date: the version says more. An empty one would shift the fields after it.
    let man =
        Man::new(command).date(" ").source(concat!("eyas ", env!("CARGO_PKG_VERSION"))).manual("Eyas manual");
    let mut page = Vec::new();
    man.render(&mut page)?;
    page.extend_from_slice(end.as_bytes());
    Ok((man.get_filename(), page))
}
