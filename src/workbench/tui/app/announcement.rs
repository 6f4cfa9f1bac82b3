//! The program that the configuration names for the end of long work.

use std::process::{Child, Command, Stdio};
use std::thread;

use crate::config::OnFinish;
use crate::platform::lead_group;
use crate::tui::work::Finished;

/// Starts the program without a shell and without waiting for it. Its input is empty and its output is dropped. `warn`
/// is called if it cannot be started, or fails later.
pub(super) fn run(finished: &Finished, on_finish: &OnFinish, warn: impl Fn(String) + Send + 'static) {
    let Some((program, arguments)) = finished.command(on_finish) else { return };
    let mut command = Command::new(&program);
    command
        .args(arguments)
        .env("EYAS_FINISHED", &finished.what)
        .env("EYAS_SESSION", finished.session())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    match lead_group(&mut command).spawn() {
        Ok(child) => wait(child, program, warn),
        Err(error) => warn(format!("on_finish: {program} cannot be started: {error}")),
    }
}

/// Waits for the end of the program on a thread of its own, since the system keeps a process until somebody does.
fn wait(mut child: Child, program: String, warn: impl Fn(String) + Send + 'static) {
    let work = move || {
        let problem = match child.wait() {
            Ok(status) if status.success() => return,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        warn(format!("on_finish: {program} failed: {problem}"));
    };
    // Without a thread nothing is known of the end, and the program runs all the same.
    let _ = thread::Builder::new().name("eyas-finish".to_owned()).spawn(work);
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::sync::mpsc;

    use super::*;
    use crate::TEST_TIMEOUT;
    use crate::tui::work::LongWork;

    /// Runs a program and returns the warnings.
    fn warnings(command: &[&str]) -> Vec<String> {
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        let on_finish = OnFinish { command, ..OnFinish::default() };
        let folder = Some(PathBuf::from("sessions/a b"));
        let finished = Finished { work: LongWork::Run, what: "run $(complete)".to_owned(), folder };
        let (sender, warnings) = mpsc::channel();
        run(&finished, &on_finish, move |text| sender.send(text).unwrap());
        std::iter::from_fn(|| warnings.recv_timeout(TEST_TIMEOUT).ok()).collect()
    }

    #[test]
    fn the_program_knows_what_ended() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("seen");
        let script = "printf '%s|%s|%s' \"$2\" \"$EYAS_FINISHED\" \"$EYAS_SESSION\" > \"$1\"";
        let file_name = file.to_str().unwrap();
        let none = warnings(&["sh", "-c", script, "sh", file_name, "{finished} in {session}"]);
        assert_eq!(none, [""; 0]);
        let seen = fs::read_to_string(file).unwrap();
        assert_eq!(seen, "run $(complete) in sessions/a b|run $(complete)|sessions/a b");
    }

    #[test]
    fn a_program_that_fails_or_does_not_exist_is_a_warning() {
        let failed = warnings(&["false"]);
        assert!(failed.len() == 1 && failed[0].contains("false failed: exit status: 1"), "{failed:?}");
        let missing = warnings(&["/nowhere/eyas"]);
        assert!(missing.len() == 1 && missing[0].contains("/nowhere/eyas cannot be started"), "{missing:?}");
    }
}
