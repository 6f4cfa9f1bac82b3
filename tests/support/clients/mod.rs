//! `eyas uci` as a child process: tests send commands and read its output line by line.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::waiting::AT_LAST;

pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.arg("uci").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { child, input, lines }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// Reads lines up to and including the first that starts with `start`.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        self.until_matching(|line| line.starts_with(start))
    }

    /// Reads lines up to and including the first that satisfies a condition.
    pub(crate) fn until_matching(&mut self, condition: impl Fn(&str) -> bool) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        loop {
            match self.lines.recv_timeout(AT_LAST) {
                Ok(line) => seen.push(line),
                Err(error) => panic!("{error}, after {seen:#?}"),
            }
            if seen.last().is_some_and(|line| condition(line)) {
                return seen;
            }
        }
    }

    /// Sends a command and returns the first line that starts with `start`.
    pub(crate) fn ask(&mut self, text: &str, start: &str) -> String {
        self.send(text);
        self.until(start).pop().unwrap()
    }

    /// Sends a command and an `isready`, and returns the lines before `readyok`.
    pub(crate) fn response(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The line of the command `d` with the FEN of the position.
    pub(crate) fn fen(&mut self) -> String {
        self.ask("d", "FEN: ")
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Sends a signal by its name, such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Waits for the end of the process. Returns its exit code and the remaining lines.
    pub(crate) fn end(mut self) -> (Option<i32>, Vec<String>) {
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(AT_LAST) {
            rest.push(line);
        }
        (self.child.wait().unwrap().code(), rest)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Fails if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
