//! `eyas compress`: finished sessions become smaller and stay readable.

use std::fs;
use std::path::Path;

use crate::support::sessions::{assert_content, content};
use crate::workspace::Workspace;

const PIPELINE: &str = "--preset quick-2014 --runs 2 --population 10 --train train.epd --test test.epd --generations grandmaster=4 \
                        --generations coevolution=2 --generations tuning=2 --nodes 60 --games-per-pair 2 --confirmation-games 2 \
                        --match-games 4 --positions 12 --node-limit 1500 --no-estimate --session s";

fn journal(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("journal.jsonl")).unwrap()
}

#[test]
fn a_compressed_pipeline_gives_the_same_results() {
    let workspace = Workspace::new("pipeline");
    workspace.run(PIPELINE);
    let results =
        ["evolve --session s/1-grandmaster --resume", "coevolve --session s/2-coevolution --resume"];
    let before = results.map(|command| workspace.json(command));
    workspace.json("report s --out before");
    let text = journal(&workspace.path("s/1-grandmaster"));

    let compressed = workspace.json("compress s");
    let sessions = compressed["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 3, "{compressed}");
    assert!(
        sessions.iter().all(|session| session["after"].as_u64() < session["before"].as_u64()),
        "{compressed}"
    );
    let stages = ["s/1-grandmaster", "s/2-coevolution", "s/3-tuning"].map(|stage| workspace.path(stage));
    let files = stages.each_ref().map(|stage| content(stage));
    assert!(files.iter().flat_map(|files| files.keys()).all(|name| !name.ends_with(".jsonl")), "{files:?}");

    assert_eq!(results.map(|command| workspace.json(command)), before);
    workspace.json("report s --out after");
    assert_content(&workspace.path("after"), &content(&workspace.path("before")));
    workspace.json("pipeline --session s --resume");
    for (stage, files) in stages.iter().zip(&files) {
        assert_content(stage, files);
    }
    let packed = fs::read(workspace.path("s/1-grandmaster/journal.jsonl.zst")).unwrap();
    assert_eq!(zstd::decode_all(&*packed).unwrap(), text);
}

#[test]
fn a_folder_without_sessions_and_an_unfinished_session_are_refused() {
    let workspace = Workspace::new("compress");
    assert!(workspace.refused(".").contains("contains no session"));
    let evolution =
        "evolve --preset quick --population 10 --generations 3 --train train.epd --test test.epd --session s";
    workspace.json(evolution);
    // The journal without its last line, the result.
    let session = workspace.path("s");
    let text = journal(&session);
    let end = text[..text.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(session.join("journal.jsonl"), &text[..end]).unwrap();
    fs::remove_file(session.join("checkpoint.ron")).unwrap();
    assert!(workspace.refused("s").contains("not finished"));
    assert_eq!(journal(&session), &text[..end]);
}
