//! `eyas pipeline`: complete pipelines, kills, and stages that are skipped, repeated, forked or replaced by given
//! organisms.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::support::sessions::{assert_content, content, lines, runs_until, survive_kills, written};
use crate::workspace::Workspace;
use eyas::organism::Organism;
use eyas::session::Session;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use serde_json::Value;

/// Flags of a pipeline that takes a few seconds.
const SHORT: &str = "--preset quick-2014 --runs 3 --population 10 --train train.epd --test test.epd --generations grandmaster=4 \
                     --generations coevolution=2 --generations tuning=3 --nodes 60 --games-per-pair 2 \
                     --confirmation-games 2 --milestone-games 2 --match-games 4 --positions 12 --node-limit 1500 --no-estimate";

const STAGES: [&str; 3] = ["1-grandmaster", "2-coevolution", "3-tuning"];

impl Workspace {
    /// Runs a pipeline to its end and returns its result.
    #[track_caller]
    fn run_json(&self, flags: &str) -> Value {
        serde_json::from_str(&self.run(&format!("{flags} --json"))).unwrap()
    }

    /// Runs a short pipeline to its end and returns its result.
    fn run_short(&self, session: &str) -> Value {
        self.run_json(&format!("{SHORT} --session {session}"))
    }

    fn organism(&self, path: &str) -> Organism {
        Organism::load(&self.path(path)).unwrap()
    }
}

#[test]
fn the_strong_pipeline_tunes_the_search_of_one_regression_by_games() {
    let workspace = Workspace::new("pipeline");
    let result = workspace.run_json(
        "--preset strong --generations grandmaster=1 --generations tuning=2 --nodes 60 --games-per-pair 2 \
         --confirmation-games 2 --match-games 4 --no-estimate --session p",
    );
    let stages = result["stages"].as_array().unwrap();
    let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
    assert_eq!(names, ["grandmaster", "tuning"]);
    assert_eq!(stages[1]["match_games"], 4);

    // The evaluation is the regression's; only margins and reductions of the untuned search may have changed.
    let [evolstar, tuned] =
        ["p/evolstar.ron", "p/3-tuning/champion.ron"].map(|path| workspace.organism(path));
    let first = workspace.organism("p/1-grandmaster/champion.ron");
    assert_eq!(evolstar.evaluation, first.evaluation);
    assert_eq!(evolstar.searches, tuned.searches);
    let reference = Organism::reference().unwrap();
    let [schema] =
        evolstar.searches.iter().map(|search| search.schema.clone()).collect::<Vec<_>>().try_into().unwrap();
    let (values, untuned) =
        (evolstar.search_values(&schema).unwrap(), reference.search_values(&schema).unwrap());
    for (parameter, (value, untuned)) in schema.parameters.iter().zip(values.iter().zip(&untuned)) {
        assert!(value == untuned || parameter.is_free(), "{} is {value}", parameter.name);
    }
}

#[test]
fn a_pipeline_evolves_evol0_and_evolstar() {
    let workspace = Workspace::new("pipeline");
    let result = workspace.run_short("p");
    assert_eq!(result["evol0"], "p/evol0.ron");
    assert_eq!(result["evolstar"], "p/evolstar.ron");
    let stages = result["stages"].as_array().unwrap();
    let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
    assert_eq!(names, ["grandmaster", "coevolution", "tuning"]);
    for (stage, folder) in stages.iter().zip(STAGES) {
        assert_eq!(stage["session"], format!("p/{folder}"));
        assert!(stage["wall_seconds"].as_f64().unwrap() > 0.0);
        assert!(Session::open_read_only(&workspace.path(&format!("p/{folder}"))).unwrap().finished());
    }

    // Both organisms have the tuned search. Their evaluations are the champions of the first and the second stage.
    let [evol0, evolstar] = ["p/evol0.ron", "p/evolstar.ron"].map(|path| workspace.organism(path));
    let [first, second, third] = STAGES.map(|stage| workspace.organism(&format!("p/{stage}/champion.ron")));
    assert_eq!((evol0.name.as_str(), evolstar.name.as_str()), ("Evol0", "Evol*"));
    assert_eq!(evol0.evaluation, first.evaluation);
    assert_eq!(evolstar.evaluation, second.evaluation);
    assert_eq!(third.evaluation, second.evaluation);
    assert_eq!(third.searches.len(), 1);
    assert_eq!(evol0.searches, third.searches);
    assert_eq!(evolstar.searches, third.searches);

    // A complete pipeline shows its result again, and its files do not change.
    let before = content(&workspace.path("p"));
    let again = workspace.run_json("--session p --resume");
    assert_eq!(again["evolstar"], result["evolstar"]);
    assert_eq!(again["stages"][1]["gain"], result["stages"][1]["gain"]);
    assert!(again["wall_seconds"].is_null());
    assert_content(&workspace.path("p"), &before);

    // A missing organism is restored from the sessions.
    fs::remove_file(workspace.path("p/evolstar.ron")).unwrap();
    workspace.run_json("--session p --resume");
    assert_content(&workspace.path("p"), &before);
}

/// Restores the state after a kill between the record of a stage's result and the last files of its job, or while an
/// organism is written.
#[test]
fn a_kill_at_the_end_of_a_stage_does_not_change_the_files() {
    let workspace = Workspace::new("pipeline");
    workspace.run_short("p");
    let before = content(&workspace.path("p"));
    let remove = |name: &str| fs::remove_file(workspace.path(&format!("p/{name}"))).unwrap();
    for name in ["evol0.ron", "evolstar.ron", "1-grandmaster/champion-2.ron"] {
        remove(name);
    }
    for stage in STAGES {
        remove(&format!("{stage}/checkpoint.ron"));
        remove(&format!("{stage}/champion.ron"));
    }
    fs::write(workspace.path("p/3-tuning/searches.txt"), "searches that stand in the journal now").unwrap();
    fs::write(workspace.path("p/.eyas-Xy12"), "half an organi").unwrap();
    workspace.run_json("--session p --resume");
    assert_content(&workspace.path("p"), &before);
}

fn survive(kills: u32) {
    let workspace = Workspace::new("pipeline");
    workspace.run_short("expected");
    let [killed, expected] = ["killed", "expected"].map(|session| workspace.path(session));
    // The progress of each stage is the share of its files that is written, in thousandths.
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
            let mut command = workspace.eyas(&format!("{SHORT} --resume --session killed"));
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command
        },
        shares,
        || {
            count += 1;
            let started = STAGES.iter().filter(|stage| killed.join(stage).exists()).count();
            in_stage[started.saturating_sub(1)] += 1;
            count >= kills && in_stage.iter().all(|count| *count > 0)
        },
    );
}

#[test]
fn ten_kills_do_not_change_the_files() {
    survive(10);
}

#[test]
#[ignore = "takes minutes; run it with `cargo test --release --test program pipeline:: -- --ignored`"]
fn a_hundred_kills_do_not_change_the_files() {
    survive(100);
}

#[test]
fn a_signal_writes_a_checkpoint_and_prints_how_to_resume() {
    let workspace = Workspace::new("pipeline");
    let flags = format!("{SHORT} --generations grandmaster=1000000 --session p");
    let mut child = workspace.eyas(&flags).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let journal = workspace.path("p/1-grandmaster/journal.jsonl");
    assert!(runs_until(&mut child, || lines(&journal) > 5), "a million generations must not end");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(130));
    let text = String::from_utf8(stderr).unwrap();
    assert!(text.contains("Resume with: eyas pipeline --session p --resume"), "{text}");
}

#[test]
fn plan_prints_estimates_and_starts_nothing() {
    let workspace = Workspace::new("pipeline");
    let flags = SHORT.replace("--no-estimate", "--plan");
    let result = workspace.run_json(&format!("{flags} --session p"));
    assert!(!workspace.path("p").exists());
    assert_eq!(result["preset"], "quick-2014");
    let stages = result["stages"].as_array().unwrap();
    assert_eq!(stages.len(), 3);
    for stage in stages {
        let seconds = stage["estimate_seconds"].as_f64().unwrap();
        // A generous limit, because the machine may be busy.
        assert!(seconds > 0.0 && seconds < 24.0 * 3600.0, "{stage}");
    }
    let papers =
        workspace.eyas("--preset paper-2009 --plan --runs 2 --population 4 --nodes 50").output().unwrap();
    let text = String::from_utf8(papers.stdout).unwrap();
    assert!(text.contains("coevolution") && !text.contains("tuning"), "{text}");
}

#[test]
fn stages_can_be_skipped() {
    let workspace = Workspace::new("pipeline");
    workspace.run_json(&format!("{SHORT} --skip tuning --session untuned"));
    let evolstar = workspace.organism("untuned/evolstar.ron");
    assert!(evolstar.searches.is_empty());
    assert_eq!(evolstar.evaluation, workspace.organism("untuned/2-coevolution/champion.ron").evaluation);

    workspace.run_json(&format!("{SHORT} --skip coevolution --session alone"));
    let [evol0, evolstar] = ["alone/evol0.ron", "alone/evolstar.ron"].map(|path| workspace.organism(path));
    assert_eq!(evol0.evaluation, evolstar.evaluation);
    assert_eq!(evolstar.searches.len(), 1);
    assert!(!workspace.path("alone/2-coevolution").exists());
}

#[test]
fn given_organisms_replace_the_first_stage() {
    let workspace = Workspace::new("pipeline");
    let flags = format!("{SHORT} --skip tuning --session p --from reference paper-2014-figure-3");
    let result = workspace.run_json(&flags);
    assert_eq!(result["stages"].as_array().unwrap().len(), 1);
    assert!(!workspace.path("p/1-grandmaster").exists());
    let recorded = Session::open_read_only(&workspace.path("p/2-coevolution")).unwrap();
    let founders: Vec<&str> =
        recorded.header.settings.initial.iter().map(|founder| founder.name.as_str()).collect();
    assert_eq!(founders.len(), 2);
    // Evol0 is the given organism that agrees with grandmasters more often.
    let score = |organism: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(workspace.folder.path()).args(["score", organism, "--positions", "gm2600-train"]);
        let output = command.args(["--json", "--cache", "cache"]).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["correct"].as_u64().unwrap()
    };
    let better = ["reference", "paper-2014-figure-3"].into_iter().max_by_key(|name| score(name)).unwrap();
    let better = Organism::named_or_path(better).unwrap().evaluation;
    let evol0 = workspace.organism("p/evol0.ron").evaluation;
    assert!(better.schema.parameters.iter().all(|own| evol0.value(&own.name) == better.value(&own.name)));

    let text = workspace.refused(&format!("{SHORT} --resume --session p --skip tuning --from reference"));
    assert!(text.contains("--from"), "{text}");
}

#[test]
fn repeating_a_stage_keeps_the_old_files_in_a_subfolder() {
    let workspace = Workspace::new("pipeline");
    workspace.run_short("p");
    let before = content(&workspace.path("p"));
    workspace.run_json("--session p --repeat coevolution --seed 2 --no-estimate");
    let after = content(&workspace.path("p"));
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
        |stage: &str| Session::header_of(&workspace.path(&format!("p/{stage}"))).unwrap().settings.seed;
    assert_eq!(STAGES.map(seed), [1, 2, 2]);
    assert!(after["2-coevolution/games.jsonl"] != before["2-coevolution/games.jsonl"]);
    workspace.run_json("--session p --repeat tuning --generations tuning=1 --no-estimate");
    assert!(workspace.path("p/repeated-0002/3-tuning").is_dir());
}

#[test]
fn a_fork_at_a_stage_reuses_the_stages_before_it() {
    let workspace = Workspace::new("pipeline");
    workspace.run_short("p");
    workspace.run_json("--fork p --at tuning --generations tuning=1 --session fork --no-estimate");
    assert!(!workspace.path("fork/1-grandmaster").exists() && !workspace.path("fork/2-coevolution").exists());
    for name in ["evol0.ron", "evolstar.ron"] {
        let [fork, source] = ["fork", "p"].map(|folder| workspace.organism(&format!("{folder}/{name}")));
        assert_eq!(fork.evaluation, source.evaluation, "{name}");
    }
    // A fork with the same settings has the same results.
    workspace.run_json("--fork p --at coevolution --session same --no-estimate");
    for name in
        ["2-coevolution/games.jsonl", "2-coevolution/champion.ron", "3-tuning/champion.ron", "evolstar.ron"]
    {
        let [fork, source] =
            ["same", "p"].map(|folder| fs::read(workspace.path(&format!("{folder}/{name}"))).unwrap());
        assert!(fork == source, "{name}");
    }
}

#[rstest]
#[case(
    "--preset nonsense",
    "unknown preset “nonsense”; use one of: paper-2014, paper-2009, quick, strong, quick-2014"
)]
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
fn invalid_flags_are_refused_and_start_nothing(#[case] flags: &str, #[case] message: &str) {
    let workspace = Workspace::new("pipeline");
    let text = workspace.refused(flags);
    assert!(text.contains(message), "{text}");
    assert!(!workspace.path("sessions").exists());
}

#[test]
fn a_resumed_pipeline_refuses_other_settings_and_foreign_files() {
    let workspace = Workspace::new("pipeline");
    workspace.run_short("p");
    let text = workspace.refused(&format!("{SHORT} --session p"));
    assert!(text.contains("Add --resume to resume it"), "{text}");
    let text = workspace.refused("--session p --resume --node-limit 77 --seed 3");
    assert!(text.contains("other settings than --seed, --node-limit"), "{text}");
    let text = workspace.refused("--session p --resume --preset paper-2014");
    assert!(text.contains("--preset"), "{text}");

    // The session of another stage in the folder of a stage is refused.
    fs::remove_dir_all(workspace.path("p/3-tuning")).unwrap();
    fs::create_dir(workspace.path("p/3-tuning")).unwrap();
    for entry in fs::read_dir(workspace.path("p/1-grandmaster")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, workspace.path("p/3-tuning").join(path.file_name().unwrap())).unwrap();
    }
    let text = workspace.refused("--session p --resume");
    assert!(text.contains("--repeat tuning"), "{text}");
    workspace.run_json("--session p --repeat tuning --no-estimate");

    // An edited plan is refused.
    let plan = workspace.path("p/pipeline.ron");
    let text = fs::read_to_string(&plan).unwrap().replace("seed: 1", "seed: 2");
    fs::write(&plan, text).unwrap();
    let text = workspace.refused("--session p --resume");
    assert!(text.contains("pipeline.ron") && text.contains("checksum"), "{text}");
}

#[test]
fn a_pipeline_needs_a_folder_of_its_own() {
    let workspace = Workspace::new("pipeline");
    fs::create_dir(workspace.path("notes")).unwrap();
    fs::write(workspace.path("notes/notes.txt"), "mine").unwrap();
    let text = workspace.refused(&format!("{SHORT} --session notes"));
    assert!(text.contains("the folder is not empty; use another folder for the pipeline"), "{text}");
    assert_eq!(fs::read_dir(workspace.path("notes")).unwrap().count(), 1);
}
