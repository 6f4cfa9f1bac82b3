//! A UCI engine as a child process that is talked to line by line.

#![allow(dead_code, reason = "each of its users needs another part")]

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

    /// The next lines up to the first that begins so, itself included.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        self.until_matching(|line| line.starts_with(start))
    }

    /// The next lines up to the first that is wanted, itself included.
    pub(crate) fn until_matching(&mut self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        loop {
            match self.lines.recv_timeout(AT_LAST) {
                Ok(line) => seen.push(line),
                Err(error) => panic!("{error}, after {seen:#?}"),
            }
            if seen.last().is_some_and(|line| is_wanted(line)) {
                return seen;
            }
        }
    }

    /// Sends a command and reads up to the line that begins so; returns that line.
    pub(crate) fn ask(&mut self, text: &str, start: &str) -> String {
        self.send(text);
        self.until(start).pop().unwrap()
    }

    /// What a command is answered with, up to the answer of an `isready` after it.
    pub(crate) fn told(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The placement on the board.
    pub(crate) fn fen(&mut self) -> String {
        self.ask("d", "FEN: ")
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Sends a signal, by its name.
    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Reads to the end; the exit code and what was still said.
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
        // Fails where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
