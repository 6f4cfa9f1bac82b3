//! The workers that a coordinator knows: which of them it accepts, which results it checks, and which workers were wrong.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::protocol::{Presence, TIME_SCALES, VERSION, shown};
use crate::job::{Acceptance, WorkerNote, WorkerStatus};

/// The number of results of each new worker that are all checked.
const PROBATION: u64 = 2;
/// A worker without a message for this time is not given tasks to check, and its cores are not counted.
pub(super) const ABSENT: Duration = Duration::from_secs(WorkerStatus::ABSENT_AFTER as u64);
/// The time over which the rate of tasks is measured.
const RATE: Duration = Duration::from_secs(60);
/// The most workers that a coordinator knows. Nobody can fill its memory.
const MAX_WORKERS: usize = 10_000;

/// A known worker.
#[derive(Debug)]
struct Known {
    presence: Presence,
    last_seen: Instant,
    since: Instant,
    tasks: u64,
    /// When the tasks of the last minute were completed: the start of each interval, and the number.
    recent: Vec<(Instant, u64)>,
    faults: u64,
    checked: u64,
    acceptance: Acceptance,
    time_scale: Option<f64>,
}

impl Known {
    fn is_accepted(&self) -> bool {
        self.acceptance == Acceptance::Accepted
    }

    /// Returns whether the worker can be given tasks.
    fn is_present(&self, now: Instant) -> bool {
        self.is_accepted() && now.duration_since(self.last_seen) < ABSENT
    }
}

/// What to do with a worker that announced itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Greeting {
    /// It is known already.
    Known,
    /// It is new and accepted.
    Welcome,
    /// It is not accepted, for this reason.
    Refused(String),
}

/// All known workers, by identity.
#[derive(Debug)]
pub(super) struct Roster {
    signature: String,
    workers: BTreeMap<String, Known>,
    /// The share of results that are checked, in millionths.
    share: u64,
    notes: Vec<WorkerNote>,
}

impl Roster {
    /// Creates an empty roster of a coordinator with this build signature. `share` of the results are checked.
    pub(super) fn new(signature: &str, share: f64) -> Roster {
        let share = (share.clamp(0.0, 1.0) * 1e6).round() as u64;
        Roster { signature: signature.to_owned(), workers: BTreeMap::new(), share, notes: Vec::new() }
    }

    /// Records an announcement.
    pub(super) fn greet(&mut self, presence: Presence, now: Instant) -> Greeting {
        let name = shown(&presence.name);
        if presence.leaving {
            let Some(known) = self.workers.get(&presence.worker) else { return Greeting::Known };
            let text = format!("the worker “{name}” left after {} tasks", known.tasks);
            self.notes.push(WorkerNote { text, is_problem: false });
            // A worker that was set aside stays known, because results of it may still arrive.
            if !matches!(known.acceptance, Acceptance::SetAside(_)) {
                self.workers.remove(&presence.worker);
            }
            return Greeting::Known;
        }
        if let Some(known) = self.workers.get_mut(&presence.worker) {
            known.last_seen = now;
            if let Some(why) = presence.problem.as_deref().filter(|_| known.presence.problem.is_none()) {
                let text =
                    format!("the results of “{name}” cannot be stored, and it tries again: {}", shown(why));
                self.notes.push(WorkerNote { text, is_problem: true });
            }
            known.presence.problem = presence.problem;
            return match &known.acceptance {
                Acceptance::Refused(why) => Greeting::Refused(why.clone()),
                Acceptance::Accepted | Acceptance::SetAside(_) => Greeting::Known,
            };
        }
        let refused = if presence.protocol != VERSION {
            Some(format!(
                "the worker “{name}” speaks version {} of the protocol, and the coordinator version {VERSION}; use the same \
                 version of Eyas on both",
                presence.protocol
            ))
        } else if presence.signature != self.signature {
            Some(format!(
                "the worker “{name}” has the build signature {}, and the coordinator {}; use the same version of Eyas on both",
                shown(&presence.signature),
                self.signature
            ))
        } else {
            None
        };
        if self.workers.len() >= MAX_WORKERS && (refused.is_some() || !self.evict(now)) {
            let full = format!("the coordinator already has {MAX_WORKERS} workers");
            return Greeting::Refused(refused.unwrap_or(full));
        }
        let text = match &refused {
            Some(why) => format!("a worker was refused: {why}"),
            None => match presence.threads {
                1 => format!("the worker “{name}” joined with 1 thread"),
                threads => format!("the worker “{name}” joined with {threads} threads"),
            },
        };
        self.notes.push(WorkerNote { text, is_problem: refused.is_some() });
        let worker = presence.worker.clone();
        let known = Known {
            presence,
            last_seen: now,
            since: now,
            tasks: 0,
            recent: Vec::new(),
            faults: 0,
            checked: 0,
            acceptance: refused.clone().map_or(Acceptance::Accepted, Acceptance::Refused),
            time_scale: None,
        };
        self.workers.insert(worker, known);
        refused.map_or(Greeting::Welcome, Greeting::Refused)
    }

    /// Forgets the worker that is least needed: a refused one, or else one that is absent. Returns false if there is none. A
    /// worker that was set aside stays known, because results of it may still arrive.
    fn evict(&mut self, now: Instant) -> bool {
        let rank = |known: &Known| match known.acceptance {
            Acceptance::Refused(_) => Some((0, known.last_seen)),
            Acceptance::Accepted if !known.is_present(now) => Some((1, known.last_seen)),
            Acceptance::Accepted | Acceptance::SetAside(_) => None,
        };
        let ranked = self.workers.iter().filter_map(|(worker, known)| Some((rank(known)?, worker)));
        let Some(worker) = ranked.min().map(|(_, worker)| worker.clone()) else { return false };
        self.workers.remove(&worker).is_some()
    }

    /// Returns whether results of this worker are accepted. Results of unknown workers are: their announcement may
    /// come later than a result, and only workers of the same version receive tasks.
    pub(super) fn accepts(&self, worker: &str) -> bool {
        self.workers.get(worker).is_none_or(Known::is_accepted)
    }

    /// Counts completed tasks.
    pub(super) fn completed(&mut self, worker: &str, tasks: u64, time_scale: Option<f64>, now: Instant) {
        let Some(known) = self.workers.get_mut(worker) else { return };
        known.tasks += tasks;
        known.last_seen = now;
        // A factor outside of these bounds is one that no worker has.
        known.time_scale = time_scale.filter(|scale| TIME_SCALES.contains(scale)).or(known.time_scale);
        known.recent.retain(|(at, _)| now.duration_since(*at) < RATE);
        match known.recent.last_mut() {
            Some((at, count)) if now.duration_since(*at) < RATE / 60 => *count += tasks,
            _ => known.recent.push((now, tasks)),
        }
    }

    /// Counts a task that a worker could not complete.
    pub(super) fn failed(&mut self, worker: &str) {
        if let Some(known) = self.workers.get_mut(worker) {
            known.faults += 1;
        }
    }

    /// Decides whether a result is checked: all of the first results of a worker, and later a share of them that
    /// depends only on the key.
    pub(super) fn should_check(&mut self, worker: &str, key: &str) -> bool {
        if self.share == 0 {
            return false;
        }
        let is_new = self.workers.get_mut(worker).is_none_or(|known| {
            known.checked += 1;
            known.checked <= PROBATION
        });
        let digits = key.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
        is_new || u64::from(digits) % 1_000_000 < self.share
    }

    /// Returns another worker that can check a result, or `None` if there is none.
    pub(super) fn other(&self, than: &str, key: &str, now: Instant) -> Option<String> {
        let others = self.workers.iter().filter(|(worker, known)| *worker != than && known.is_present(now));
        let others: Vec<&String> = others.map(|(worker, _)| worker).collect();
        let digits = key.get(8..16).and_then(|digits| usize::from_str_radix(digits, 16).ok()).unwrap_or(0);
        others.get(digits.checked_rem(others.len())?).map(|worker| (*worker).clone())
    }

    /// No longer accepts results of a worker. Returns the reason, or `None` if that was known.
    pub(super) fn set_aside(&mut self, worker: &str) -> Option<String> {
        let known = self.workers.get_mut(worker)?;
        if !known.is_accepted() {
            return None;
        }
        let name = shown(&known.presence.name);
        let why = format!(
            "the worker “{name}” was set aside, because it computed a different result than this machine; check its memory \
             and its program"
        );
        known.faults += 1;
        known.acceptance = Acceptance::SetAside(why.clone());
        self.notes.push(WorkerNote { text: why.clone(), is_problem: true });
        Some(why)
    }

    /// Adds a problem that a person should know, unless it was the last one.
    pub(super) fn note(&mut self, text: String) {
        let note = WorkerNote { text, is_problem: true };
        if self.notes.last() != Some(&note) {
            self.notes.push(note);
        }
    }

    /// Returns the events since the last call.
    pub(super) fn take_notes(&mut self) -> Vec<WorkerNote> {
        std::mem::take(&mut self.notes)
    }

    /// Returns the identities of all present workers.
    pub(super) fn present(&self, now: Instant) -> Vec<String> {
        let present = self.workers.iter().filter(|(_, known)| known.is_present(now));
        present.map(|(worker, _)| worker.clone()).collect()
    }

    /// Returns the number of threads of all present workers.
    pub(super) fn threads(&self, now: Instant) -> usize {
        let present = self.workers.values().filter(|known| known.is_present(now));
        present.map(|known| known.presence.threads as usize).sum()
    }

    /// Returns the name of a worker for people.
    pub(super) fn name(&self, worker: &str) -> String {
        self.workers.get(worker).map_or_else(|| shown(worker), |known| shown(&known.presence.name))
    }

    pub(super) fn status(&self, now: Instant) -> Vec<WorkerStatus> {
        let status = |(id, known): (&String, &Known)| {
            let recent: u64 = known
                .recent
                .iter()
                .filter(|(at, _)| now.duration_since(*at) < RATE)
                .map(|(_, tasks)| tasks)
                .sum();
            let time = now.duration_since(known.since).min(RATE).as_secs_f64().max(1.0);
            WorkerStatus {
                id: id.clone(),
                name: shown(&known.presence.name),
                threads: known.presence.threads,
                nodes_per_second: known.presence.nodes_per_second,
                tasks: known.tasks,
                tasks_per_second: recent as f64 / time,
                last_seen: now.duration_since(known.last_seen).as_secs_f64(),
                faults: known.faults,
                acceptance: known.acceptance.clone(),
                time_scale: known.time_scale,
            }
        };
        self.workers.iter().map(status).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn presence(worker: &str, signature: &str) -> Presence {
        Presence {
            worker: worker.to_owned(),
            name: format!("name of {worker}"),
            protocol: VERSION,
            signature: signature.to_owned(),
            threads: 4,
            nodes_per_second: 1_000_000,
            leaving: false,
            problem: None,
        }
    }

    #[test]
    fn other_versions_are_refused_with_both_values() {
        let (mut roster, now) = (Roster::new("1234", 0.01), Instant::now());
        assert_eq!(roster.greet(presence("a", "1234"), now), Greeting::Welcome);
        assert_eq!(roster.greet(presence("a", "1234"), now), Greeting::Known);
        let Greeting::Refused(why) = roster.greet(presence("b", "99"), now) else {
            panic!("another signature")
        };
        assert!(why.contains("99") && why.contains("1234"), "{why}");
        let old = Presence { protocol: 0, ..presence("c", "1234") };
        let Greeting::Refused(why) = roster.greet(old, now) else { panic!("another protocol") };
        assert!(why.contains("version 0") && why.contains(&format!("version {VERSION}")), "{why}");
        assert!(roster.accepts("a") && !roster.accepts("b") && !roster.accepts("c"));
        assert_eq!(roster.threads(now), 4);
        assert_eq!(roster.take_notes().len(), 3);
    }

    #[test]
    fn workers_that_are_gone_make_room_for_others() {
        let (mut roster, now) = (Roster::new("1", 0.01), Instant::now());
        for worker in 0..MAX_WORKERS {
            let signature = if worker == 7 { "2" } else { "1" };
            roster.greet(presence(&format!("w{worker}"), signature), now);
        }
        assert_eq!(roster.workers.len(), MAX_WORKERS);
        assert!(matches!(roster.greet(presence("other build", "2"), now), Greeting::Refused(_)));
        assert_eq!(
            roster.greet(presence("new", "1"), now),
            Greeting::Welcome,
            "in the place of the refused one"
        );
        assert!(!roster.workers.contains_key("w7"));
        let Greeting::Refused(why) = roster.greet(presence("next", "1"), now) else {
            panic!("all are present")
        };
        assert!(why.contains("already has"), "{why}");

        let later = now + ABSENT;
        assert!(roster.set_aside("w0").is_some());
        for worker in 0..100 {
            assert_eq!(roster.greet(presence(&format!("later{worker}"), "1"), later), Greeting::Welcome);
        }
        assert_eq!((roster.workers.len(), roster.threads(later)), (MAX_WORKERS, 400));
        assert!(!roster.accepts("w0"), "a worker that was set aside is not forgotten");
    }

    #[test]
    fn a_worker_whose_results_cannot_be_stored_is_reported_once() {
        let (mut roster, now) = (Roster::new("1", 0.01), Instant::now());
        roster.greet(presence("a", "1"), now);
        roster.take_notes();
        let full = Presence { problem: Some("no space".to_owned()), ..presence("a", "1") };
        for present in [&full, &full, &presence("a", "1"), &full] {
            roster.greet(present.clone(), now);
        }
        let notes = roster.take_notes();
        assert!(notes.iter().all(|note| note.is_problem && note.text.contains("no space")), "{notes:?}");
        assert_eq!(notes.len(), 2, "{notes:?}");
    }

    #[test]
    fn the_first_results_and_a_share_of_all_are_checked() {
        let (mut roster, now) = (Roster::new("1", 0.01), Instant::now());
        roster.greet(presence("a", "1"), now);
        let keys: Vec<String> =
            (0..20_000_u32).map(|n| blake3::hash(&n.to_le_bytes()).to_hex().to_string()).collect();
        let checked: Vec<bool> = keys.iter().map(|key| roster.should_check("a", key)).collect();
        assert!(checked[0] && checked[1]);
        let count = checked.iter().filter(|checked| **checked).count();
        assert!((130..=270).contains(&count), "{count} of 20,000");
        let mut never = Roster::new("1", 0.0);
        assert!(!keys.iter().any(|key| never.should_check("a", key)));
        let mut always = Roster::new("1", 1.0);
        assert!(keys.iter().all(|key| always.should_check("a", key)));
    }

    #[test]
    fn a_worker_that_disagrees_is_set_aside_by_name() {
        let (mut roster, now) = (Roster::new("1", 0.01), Instant::now());
        for worker in ["a", "b", "c"] {
            roster.greet(presence(worker, "1"), now);
        }
        roster.take_notes();
        assert!(roster.set_aside("b").is_some_and(|why| why.contains("name of b")));
        assert_eq!(roster.set_aside("b"), None);
        assert!(!roster.accepts("b"));
        for key in ["0000000000000000", "0000000000000001", "ffffffffffffffff"] {
            assert_eq!(roster.other("a", key, now).as_deref(), Some("c"));
        }
        assert_eq!(roster.other("a", "0", now + ABSENT), None, "nobody is present");
        assert_eq!(roster.take_notes().len(), 1);
        // Results that were sent before the worker left are not accepted either.
        for worker in ["a", "b"] {
            roster.greet(Presence { leaving: true, ..presence(worker, "1") }, now);
        }
        assert!(!roster.accepts("b"));
        assert_eq!(roster.status(now).len(), 2);
    }
}
