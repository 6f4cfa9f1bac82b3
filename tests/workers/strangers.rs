//! Tasks of somebody who may publish on the server, but is no coordinator: what they can make a worker do.

use std::fs;

use eyas::arena::control::Control;
use eyas::arena::game::Adjudication;
use eyas::remote::protocol::{Answer, TaskKind};
use eyas::remote::{Access, Coordinator, CoordinatorOptions};
use rstest::rstest;
use serde_json::{Value, json};

use crate::cluster::{Server, Worker, eyas};
use crate::streams::answer_to;
use crate::support::engines::TestEngine;
use crate::support::programs::has_engine;

/// An xboard engine that announces options of all types, writes what it receives to the file `received`, and resigns.
const ENGINE: &str = r#"
log=$1/received
while read -r l; do
    printf '%s\n' "$l" >> "$log"
    case $l in
        protover*) say 'feature ping=1 setboard=1 usermove=1 option="Skill -spin 1 0 9" option="Ponder -check 0"' \
            'option="Style -combo *Solid /// Risky" option="Reset -button" option="Log -string x" option="Book -string x" done=1';;
        ping*) say "pong ${l#ping }";;
        go|usermove*) say resign;;
        quit) exit 0;;
    esac
done
"#;

/// A coordinator, which makes the streams.
fn coordinator(server: &Server) -> Coordinator {
    let access = Access { address: server.address(), ..Access::default() };
    Coordinator::connect(CoordinatorOptions { works_here: false, ..CoordinatorOptions::new(access) }).unwrap()
}

fn game(players: [String; 2]) -> TaskKind {
    TaskKind::Game {
        players,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        opening: Vec::new(),
        control: Control::Depth(1),
        margin: 0,
        adjudication: Adjudication::default(),
        detail: false,
    }
}

fn player(options: &Value, values: &Value) -> Value {
    json!({"Engine": {"profile": "scripted", "options": options, "values": values, "hash": 1}})
}

#[rstest]
#[case::number("Skill", "3", "option Skill=3")]
#[case::flag("ponder", "true", "option Ponder=1")]
#[case::word("Style", "risky", "option Style=Risky")]
#[case::allowed_text("Book", "mine", "option Book=mine")]
#[case::raw_line("savegame victim.txt=", "", "")]
#[case::raw_pair("book", "off\nsavegame victim.txt", "")]
#[case::two_lines("Style", "Risky\nsavegame victim.txt", "")]
#[case::name_of_two_lines("Skill\nsavegame", "3", "")]
#[case::button("Reset", "", "")]
#[case::other_text("Log", "victim.txt", "")]
fn strangers_set_only_options_that_an_engine_announces(
    #[case] name: &str,
    #[case] value: &str,
    #[case] sent: &str,
) {
    let Some(server) = Server::start() else { return };
    let engine = TestEngine::scripted(ENGINE);
    let profiles = server.folder().join("config/eyas/engines");
    fs::create_dir_all(&profiles).unwrap();
    let command: Vec<String> = engine.command.iter().map(|word| format!("'{word}'")).collect();
    let profile = format!(
        "(protocol: Xboard(), command: \"{}\", options: [(\"own\", \"line\")], allowed_strings: [\"Book\"])",
        command.join(" ")
    );
    fs::write(profiles.join("scripted.ron"), profile).unwrap();
    let _coordinator = coordinator(&server);
    let _worker = Worker::start(&server, "one", &[]);
    let received = engine.folder.path().join("received");
    for (options, values) in [(json!([[name, value]]), json!([])), (json!([]), json!([[name, value]]))] {
        let _ = fs::remove_file(&received);
        let wire = player(&options, &values);
        let answer = answer_to(&server, &[&wire], |names| game([names[0].clone(), names[0].clone()]));
        let lines = fs::read_to_string(&received).unwrap_or_default();
        if sent.is_empty() {
            assert!(matches!(answer, Answer::Unable(_) | Answer::Failed(_)), "{answer:?}");
            assert!(!lines.contains("victim") && !lines.contains("option "), "{lines}");
        } else {
            assert!(matches!(answer, Answer::Game(..)), "{answer:?}");
            assert!(lines.lines().any(|line| line == sent), "{lines}");
            assert!(lines.lines().any(|line| line == "own line"), "the lines of the profile stay: {lines}");
        }
    }
}

#[test]
fn an_option_cannot_overwrite_a_file_on_a_worker() {
    let Some(server) = Server::start() else { return };
    if !has_engine("hoichess") {
        return;
    }
    let victim = server.folder().join("victim.txt");
    fs::write(&victim, "precious").unwrap();
    let line = format!("savegame {}", victim.display());
    let mut command = eyas(server.folder());
    command.args(["match", "--a", "hoichess", "--option-a", &format!("{line}="), "--b", "reference"]);
    command.args(["--depth", "1", "--games", "2", "--threads", "0", "--workers", &server.address()]);
    let output = command.output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert!(messages.contains("announces no option “savegame"), "{messages}");

    // Somebody who is no coordinator cannot do it either.
    let _coordinator = coordinator(&server);
    let _worker = Worker::start(&server, "one", &[]);
    let engine = json!({"Engine": {"profile": "hoichess", "options": [[line, ""]], "values": [], "hash": 1}});
    let answer = answer_to(&server, &[&engine], |names| game([names[0].clone(), names[0].clone()]));
    assert!(matches!(&answer, Answer::Unable(why) if why.contains("announces no option")), "{answer:?}");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
}

#[test]
fn numbers_of_strangers_are_checked_before_work_begins() {
    let Some(server) = Server::start() else { return };
    let _coordinator = coordinator(&server);
    let _worker = Worker::start(&server, "one", &[]);
    let wire = player(&json!([]), &json!([]));
    let changed = |change: &dyn Fn(&mut TaskKind)| {
        answer_to(&server, &[&wire], |names| {
            let mut work = game([names[0].clone(), names[0].clone()]);
            change(&mut work);
            work
        })
    };
    let limit = |new: Control| {
        changed(&|work| {
            if let TaskKind::Game { control, .. } = work {
                *control = new;
            }
        })
    };
    for control in [Control::MoveTime(u64::MAX), Control::Nodes(0), Control::Depth(u32::MAX)] {
        let answer = limit(control);
        assert!(
            matches!(&answer, Answer::Failed(why) if why.contains("a game on the wire is not valid")),
            "{answer:?}"
        );
    }
    let answer = changed(&|work| {
        if let TaskKind::Game { margin, .. } = work {
            *margin = u64::MAX;
        }
    });
    assert!(matches!(&answer, Answer::Failed(why) if why.contains("the margin must be")), "{answer:?}");
}
