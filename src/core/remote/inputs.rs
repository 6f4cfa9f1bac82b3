//! The inputs of tasks: since when the server has them, and their content as long as a task may need it.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::blobs;
use super::error::Error;

/// An input in use is stored again after this time. The server removes inputs that are three times as old.
pub(super) const RENEWAL: Duration = Duration::from_secs(86_400);

/// An input in the form in which it is stored.
#[derive(Debug)]
struct Packed {
    name: String,
    pieces: Vec<Bytes>,
}

/// An input in use: as long as a clone exists, it can be stored again.
#[derive(Debug, Clone)]
pub(super) struct Input(Arc<Packed>);

impl Input {
    /// Compresses an input with this name.
    ///
    /// # Errors
    /// Returns an error if the input is too large.
    fn new(name: String, content: &[u8]) -> Result<Input, Error> {
        let pieces = blobs::pack(content)?.into_iter().map(Bytes::from).collect();
        Ok(Input(Arc::new(Packed { name, pieces })))
    }

    /// Returns the name: the hash of the content.
    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the compressed content in pieces.
    pub(super) fn pieces(&self) -> &[Bytes] {
        &self.0.pieces
    }
}

/// An input that was stored.
#[derive(Debug)]
struct Stored {
    at: Instant,
    content: Weak<Packed>,
}

/// All inputs that were stored, by name.
#[derive(Debug, Default)]
pub(super) struct Inputs(HashMap<String, Stored>);

impl Inputs {
    /// Returns the input with this content, and whether the server has it already.
    ///
    /// # Errors
    /// Returns an error if the content is too large.
    pub(super) fn prepare(&mut self, content: &[u8], now: Instant) -> Result<(Input, bool), Error> {
        let name = blobs::name(content);
        let input = match self.in_use(&name) {
            Some(input) => input,
            None => Input::new(name, content)?,
        };
        let stored = self.0.get_mut(input.name()).filter(|stored| !is_old(stored, now));
        let is_stored = stored.is_some();
        if let Some(stored) = stored {
            stored.content = Arc::downgrade(&input.0);
        }
        Ok((input, is_stored))
    }

    /// Records that an input was stored.
    pub(super) fn stored(&mut self, input: &Input, now: Instant) {
        self.0.insert(input.name().to_owned(), Stored { at: now, content: Arc::downgrade(&input.0) });
    }

    /// Returns the input with this name if it is in use.
    pub(super) fn in_use(&self, name: &str) -> Option<Input> {
        self.0.get(name)?.content.upgrade().map(Input)
    }

    /// Returns the inputs in use that have to be stored again, and forgets the others of that age.
    pub(super) fn due(&mut self, now: Instant) -> Vec<Input> {
        self.0.retain(|_, stored| !is_old(stored, now) || stored.content.strong_count() > 0);
        let old = self.0.values().filter(|stored| is_old(stored, now));
        old.filter_map(|stored| stored.content.upgrade().map(Input)).collect()
    }

    /// Forgets an input.
    pub(super) fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }
}

fn is_old(stored: &Stored, now: Instant) -> bool {
    now.saturating_duration_since(stored.at) >= RENEWAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_in_use_is_stored_again_before_the_server_removes_it() {
        let (mut inputs, start) = (Inputs::default(), Instant::now());
        let (used, is_stored) = inputs.prepare(b"used", start).unwrap();
        let (unused, _) = inputs.prepare(b"unused", start).unwrap();
        assert!(!is_stored, "it is new");
        inputs.stored(&used, start);
        inputs.stored(&unused, start);
        drop(unused);
        assert!(inputs.prepare(b"used", start + RENEWAL / 2).unwrap().1, "the server has it");
        assert!(inputs.due(start + RENEWAL / 2).is_empty());

        let later = start + RENEWAL;
        assert!(!inputs.prepare(b"used", later).unwrap().1, "it is too old to be taken for stored");
        let due = inputs.due(later);
        assert_eq!(due.iter().map(Input::name).collect::<Vec<_>>(), [used.name()]);
        assert_eq!(inputs.0.len(), 1, "nobody needs the other one");
        inputs.stored(&due[0], later);
        assert!(inputs.due(later).is_empty());
        assert_eq!(blobs::unpack(used.name(), &due[0].pieces().concat()).unwrap(), b"used");
    }

    #[test]
    fn only_an_input_in_use_can_be_stored_again() {
        let (mut inputs, now) = (Inputs::default(), Instant::now());
        let (input, _) = inputs.prepare(b"content", now).unwrap();
        let name = input.name().to_owned();
        inputs.stored(&input, now);
        drop(input);
        assert!(inputs.in_use(&name).is_none());
        let (again, is_stored) = inputs.prepare(b"content", now).unwrap();
        assert!(is_stored && inputs.in_use(&name).is_some());
        inputs.forget(again.name());
        assert!(inputs.in_use(&name).is_none());
    }
}
