//! `eyas pipeline` from the outside: the whole road, the same for any kill, and what can be skipped, repeated, forked and
//! given to start from.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::support::sessions::{assert_content, content, lines, runs_until, survive_kills, written};
use eyas::organism::Organism;
use eyas::session::Session;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use serde_json::Value;

/// Flags of a road that takes seconds.
const SHORT: &str = "--preset quick --runs 3 --population 10 --train train.epd --test test.epd --generations grandmaster=4 \
                     --generations coevolution=2 --generations tuning=3 --nodes 60 --games-per-pair 2 \
                     --confirmation-games 2 --milestone-games 2 --match-games 4 --positions 12 --node-limit 1500 --no-estimate";

const STAGES: [&str; 3] = ["1-grandmaster", "2-coevolution", "3-tuning"];

struct Laboratory {
    folder: tempfile::TempDir,
}

impl Laboratory {
    fn new() -> Laboratory {
        let laboratory = Laboratory { folder: tempfile::tempdir().unwrap() };
        let sets = [
            ("train.epd", include_str!("../../positions/gm2600-train.epd")),
            ("test.epd", include_str!("../../positions/gm2600-test.epd")),
        ];
        for (name, shipped) in sets {
            let lines: Vec<&str> = shipped.lines().take(60).collect();
            fs::write(laboratory.path(name), lines.join("\n")).unwrap();
        }
        laboratory
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn eyas(&self, flags: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).arg("pipeline").args(flags.split_whitespace());
        command.args(["--cache", "cache"]).stdin(Stdio::null());
        command
    }

    /// What a road that comes to its end tells.
    #[track_caller]
    fn told(&self, flags: &str) -> Value {
        let output = self.eyas(flags).arg("--json").output().unwrap();
        assert!(output.status.success(), "{flags}: {output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// A short road to its end.
    fn short(&self, session: &str) -> Value {
        self.told(&format!("{SHORT} --session {session}"))
    }

    /// What is said when something is refused.
    #[track_caller]
    fn refused(&self, flags: &str) -> String {
        let Output { status, stderr, stdout } = self.eyas(flags).output().unwrap();
        let text = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{flags}: {text}");
        assert!(stdout.is_empty(), "{flags}");
        text
    }

    fn organism(&self, path: &str) -> Organism {
        Organism::load(&self.path(path)).unwrap()
    }
}

#[test]
fn from_random_bits_to_evol0_and_evolstar() {
    let laboratory = Laboratory::new();
    let told = laboratory.short("p");
    assert_eq!(told["evol0"], "p/evol0.ron");
    assert_eq!(told["evolstar"], "p/evolstar.ron");
    let stages = told["stages"].as_array().unwrap();
    let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
    assert_eq!(names, ["grandmaster", "coevolution", "tuning"]);
    for (stage, folder) in stages.iter().zip(STAGES) {
        assert_eq!(stage["session"], format!("p/{folder}"));
        assert!(stage["wall_seconds"].as_f64().unwrap() > 0.0);
        assert!(Session::open_read_only(&laboratory.path(&format!("p/{folder}"))).unwrap().finished());
    }

    // Both have the search that was tuned with the coevolution's champion; their evaluations are those of the stages.
    let [evol0, evolstar] = ["p/evol0.ron", "p/evolstar.ron"].map(|path| laboratory.organism(path));
    let [first, second, third] = STAGES.map(|stage| laboratory.organism(&format!("p/{stage}/champion.ron")));
    assert_eq!((evol0.name.as_str(), evolstar.name.as_str()), ("Evol0", "Evol*"));
    assert_eq!(evol0.evaluation, first.evaluation);
    assert_eq!(evolstar.evaluation, second.evaluation);
    assert_eq!(third.evaluation, second.evaluation);
    assert_eq!(third.searches.len(), 1);
    assert_eq!(evol0.searches, third.searches);
    assert_eq!(evolstar.searches, third.searches);

    // What is complete is told again, and stays as it is.
    let before = content(&laboratory.path("p"));
    let again = laboratory.told("--session p --resume");
    assert_eq!(again["evolstar"], told["evolstar"]);
    assert_eq!(again["stages"][1]["gain"], told["stages"][1]["gain"]);
    assert!(again["wall_seconds"].is_null());
    assert_content(&laboratory.path("p"), &before);

    // An organism that was lost is made again from the sessions.
    fs::remove_file(laboratory.path("p/evolstar.ron")).unwrap();
    laboratory.told("--session p --resume");
    assert_content(&laboratory.path("p"), &before);
}

/// A kill between the record of a stage's result and what its job does after it, or while an organism is written.
#[test]
fn a_kill_at_the_very_end_of_a_stage_changes_nothing() {
    let laboratory = Laboratory::new();
    laboratory.short("p");
    let before = content(&laboratory.path("p"));
    let remove = |name: &str| fs::remove_file(laboratory.path(&format!("p/{name}"))).unwrap();
    for name in ["evol0.ron", "evolstar.ron", "1-grandmaster/champion-2.ron"] {
        remove(name);
    }
    for stage in STAGES {
        remove(&format!("{stage}/checkpoint.ron"));
        remove(&format!("{stage}/champion.ron"));
    }
    fs::write(laboratory.path("p/3-tuning/searches.txt"), "searches that stand in the journal now").unwrap();
    fs::write(laboratory.path("p/.eyas-Xy12"), "half an organi").unwrap();
    laboratory.told("--session p --resume");
    assert_content(&laboratory.path("p"), &before);
}

fn survive(kills: u32) {
    let laboratory = Laboratory::new();
    laboratory.short("expected");
    let [killed, expected] = ["killed", "expected"].map(|session| laboratory.path(session));
    // Each stage gets on by the same share of what it writes, however long that takes it.
    let shares = || {
        let share = |stage: &str| 1000 * written(&killed.join(stage)) / written(&expected.join(stage));
        STAGES.iter().map(|stage| share(stage)).sum()
    };
    let (mut count, mut in_stage) = (0, [0; STAGES.len()]);
    survive_kills(
        (&killed, &expected),
        &mut ChaCha8Rng::seed_from_u64(11),
        700,
        || (),
        |_| {
            let mut command = laboratory.eyas(&format!("{SHORT} --resume --session killed"));
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command
        },
        shares,
        || {
            count += 1;
            let begun = STAGES.iter().filter(|stage| killed.join(stage).exists()).count();
            in_stage[begun.saturating_sub(1)] += 1;
            count >= kills && in_stage.iter().all(|count| *count > 0)
        },
    );
}

#[test]
fn ten_kills_change_nothing() {
    survive(10);
}

/// `cargo test --release --test pipeline -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn a_hundred_kills_change_nothing() {
    survive(100);
}

#[test]
fn a_signal_checkpoints_and_says_how_to_go_on() {
    let laboratory = Laboratory::new();
    let flags = format!("{SHORT} --generations grandmaster=1000000 --session p");
    let mut child = laboratory.eyas(&flags).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let journal = laboratory.path("p/1-grandmaster/journal.jsonl");
    assert!(runs_until(&mut child, || lines(&journal) > 5), "a million generations do not end");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(130));
    let text = String::from_utf8(stderr).unwrap();
    assert!(text.contains("Resume with: eyas pipeline --session p --resume"), "{text}");
}

#[test]
fn a_plan_is_told_before_anything_is_begun() {
    let laboratory = Laboratory::new();
    let flags = SHORT.replace("--no-estimate", "--plan");
    let told = laboratory.told(&format!("{flags} --session p"));
    assert!(!laboratory.path("p").exists());
    assert_eq!(told["preset"], "quick");
    let stages = told["stages"].as_array().unwrap();
    assert_eq!(stages.len(), 3);
    for stage in stages {
        let seconds = stage["estimate_seconds"].as_f64().unwrap();
        // Seconds, or minutes where the machine has much else to do.
        assert!(seconds > 0.0 && seconds < 24.0 * 3600.0, "{stage}");
    }
    let papers =
        laboratory.eyas("--preset paper-2009 --plan --runs 2 --population 4 --nodes 50").output().unwrap();
    let text = String::from_utf8(papers.stdout).unwrap();
    assert!(text.contains("coevolution") && !text.contains("tuning"), "{text}");
}

#[test]
fn stages_can_be_left_out() {
    let laboratory = Laboratory::new();
    laboratory.told(&format!("{SHORT} --skip tuning --session untuned"));
    let evolstar = laboratory.organism("untuned/evolstar.ron");
    assert!(evolstar.searches.is_empty());
    assert_eq!(evolstar.evaluation, laboratory.organism("untuned/2-coevolution/champion.ron").evaluation);

    laboratory.told(&format!("{SHORT} --skip coevolution --session alone"));
    let [evol0, evolstar] = ["alone/evol0.ron", "alone/evolstar.ron"].map(|path| laboratory.organism(path));
    assert_eq!(evol0.evaluation, evolstar.evaluation);
    assert_eq!(evolstar.searches.len(), 1);
    assert!(!laboratory.path("alone/2-coevolution").exists());
}

#[test]
fn given_organisms_take_the_place_of_random_ones() {
    let laboratory = Laboratory::new();
    let flags = format!("{SHORT} --skip tuning --session p --from reference paper-2014-figure-3");
    let told = laboratory.told(&flags);
    assert_eq!(told["stages"].as_array().unwrap().len(), 1);
    assert!(!laboratory.path("p/1-grandmaster").exists());
    let recorded = Session::open_read_only(&laboratory.path("p/2-coevolution")).unwrap();
    let founders: Vec<&str> =
        recorded.header.settings.initial.iter().map(|founder| founder.name.as_str()).collect();
    assert_eq!(founders.len(), 2);
    // Evol0 is the one that agrees with grandmasters more often, as `eyas score` says.
    let score = |organism: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(laboratory.folder.path()).args([
            "score",
            organism,
            "--positions",
            "gm2600-train",
        ]);
        let output = command.args(["--json", "--cache", "cache"]).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["correct"].as_u64().unwrap()
    };
    let better = ["reference", "paper-2014-figure-3"].into_iter().max_by_key(|name| score(name)).unwrap();
    let better = Organism::named_or_path(better).unwrap().evaluation;
    let evol0 = laboratory.organism("p/evol0.ron").evaluation;
    assert!(better.schema.parameters.iter().all(|own| evol0.value(&own.name) == better.value(&own.name)));

    let text = laboratory.refused(&format!("{SHORT} --resume --session p --skip tuning --from reference"));
    assert!(text.contains("--from"), "{text}");
}

#[test]
fn a_stage_is_repeated_and_what_it_had_led_to_is_kept() {
    let laboratory = Laboratory::new();
    laboratory.short("p");
    let before = content(&laboratory.path("p"));
    laboratory.told("--session p --repeat coevolution --seed 2 --no-estimate");
    let after = content(&laboratory.path("p"));
    for (name, bytes) in &before {
        match name.split('/').next().unwrap() {
            "1-grandmaster" => assert!(after[name] == *bytes, "{name} has changed"),
            "2-coevolution" | "3-tuning" | "evol0.ron" | "evolstar.ron" => {
                assert!(after[&format!("repeated-0001/{name}")] == *bytes, "{name} was not kept");
            }
            _ => {}
        }
    }
    let seed =
        |stage: &str| Session::header_of(&laboratory.path(&format!("p/{stage}"))).unwrap().settings.seed;
    assert_eq!(STAGES.map(seed), [1, 2, 2]);
    assert!(after["2-coevolution/games.jsonl"] != before["2-coevolution/games.jsonl"]);
    laboratory.told("--session p --repeat tuning --generations tuning=1 --no-estimate");
    assert!(laboratory.path("p/repeated-0002/3-tuning").is_dir());
}

#[test]
fn a_pipeline_is_forked_at_a_stage() {
    let laboratory = Laboratory::new();
    laboratory.short("p");
    laboratory.told("--fork p --at tuning --generations tuning=1 --session fork --no-estimate");
    assert!(
        !laboratory.path("fork/1-grandmaster").exists() && !laboratory.path("fork/2-coevolution").exists()
    );
    for name in ["evol0.ron", "evolstar.ron"] {
        let [fork, source] = ["fork", "p"].map(|folder| laboratory.organism(&format!("{folder}/{name}")));
        assert_eq!(fork.evaluation, source.evaluation, "{name}");
    }
    // The same settings lead to the same.
    laboratory.told("--fork p --at coevolution --session same --no-estimate");
    for name in
        ["2-coevolution/games.jsonl", "2-coevolution/champion.ron", "3-tuning/champion.ron", "evolstar.ron"]
    {
        let [fork, source] =
            ["same", "p"].map(|folder| fs::read(laboratory.path(&format!("{folder}/{name}"))).unwrap());
        assert!(fork == source, "{name}");
    }
}

#[rstest]
#[case("--preset nonsense", "unknown preset “nonsense”; use one of: paper-2014, paper-2009, quick")]
#[case("--skip grandmaster", "add them with --from")]
#[case("--skip grandmaster --skip coevolution --skip tuning", "skip fewer")]
#[case("--from nobody.ron", "--from: ")]
#[case("--from reference paper-2014-figure-3 --nodes 0", "--nodes is 0")]
#[case("--generations tuning", "write STAGE=N")]
#[case("--node-limit 0", "--node-limit is 0")]
#[case("--runs 0", "--runs is 0")]
#[case("--resume", "add --session DIR to specify the folder of the pipeline")]
#[case("--repeat tuning", "add --session DIR to specify the folder of the pipeline")]
#[case("--fork nowhere --at tuning", "the folder contains no pipeline")]
fn what_cannot_be_is_refused_and_begins_nothing(#[case] flags: &str, #[case] told: &str) {
    let laboratory = Laboratory::new();
    let text = laboratory.refused(flags);
    assert!(text.contains(told), "{text}");
    assert!(!laboratory.path("sessions").exists());
}

#[test]
fn a_pipeline_is_gone_on_with_as_it_was_begun() {
    let laboratory = Laboratory::new();
    laboratory.short("p");
    let text = laboratory.refused(&format!("{SHORT} --session p"));
    assert!(text.contains("Add --resume to resume it"), "{text}");
    let text = laboratory.refused("--session p --resume --node-limit 77 --seed 3");
    assert!(text.contains("other settings than --seed, --node-limit"), "{text}");
    let text = laboratory.refused("--session p --resume --preset paper-2014");
    assert!(text.contains("--preset"), "{text}");

    // A foreign session in a stage's place is not gone on with.
    fs::remove_dir_all(laboratory.path("p/3-tuning")).unwrap();
    fs::create_dir(laboratory.path("p/3-tuning")).unwrap();
    for entry in fs::read_dir(laboratory.path("p/1-grandmaster")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, laboratory.path("p/3-tuning").join(path.file_name().unwrap())).unwrap();
    }
    let text = laboratory.refused("--session p --resume");
    assert!(text.contains("--repeat tuning"), "{text}");
    laboratory.told("--session p --repeat tuning --no-estimate");

    // A damaged plan is told as that.
    let plan = laboratory.path("p/pipeline.ron");
    let text = fs::read_to_string(&plan).unwrap().replace("seed: 1", "seed: 2");
    fs::write(&plan, text).unwrap();
    let text = laboratory.refused("--session p --resume");
    assert!(text.contains("pipeline.ron") && text.contains("checksum"), "{text}");
}
