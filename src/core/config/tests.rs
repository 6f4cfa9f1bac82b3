//! Tests of the settings.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use rstest::rstest;

use super::*;
use crate::TEST_TIMEOUT;

fn read(text: &str) -> Result<Config, String> {
    parse(Path::new("config.ron"), text.to_owned())
        .map(|loaded| loaded.config)
        .map_err(|error| error.to_string())
}

fn reference() -> Reference {
    Reference {
        themes: vec!["dark", "light"],
        colours: vec![("text", "plain text")],
        commands: vec![Group { title: "All", commands: vec![("step", vec!["s"]), ("help", vec!["?"])] }],
    }
}

const FULL: &str = r##"// mine
(
    preset: "quick",
    paths: (sessions: "/data/eyas \"1\"", cache: "trees"),
    theme: "night",
    themes: { "night": (based_on: "dark", colours: { "text": "#fFffff", "subject": "#010203" }) },
    keys: { "step": ["x", "Ctrl-X"], "help": [] },
    on_finish: (bell: true, command: ["notify-send", "{finished}"], after_seconds: 5),
    log_level: debug,
)"##;

#[test]
fn all_settings_are_read() {
    let config = read(FULL).unwrap();
    assert_eq!(config.preset, "quick");
    assert_eq!(config.paths.sessions, PathBuf::from("/data/eyas \"1\""));
    assert_eq!(config.paths.cache, Some(PathBuf::from("trees")));
    assert_eq!((config.theme.value.as_str(), config.theme.at), ("night", FULL.find("\"night\"").unwrap()));
    let theme = &config.themes[0];
    assert_eq!((theme.name.value.as_str(), theme.based_on.value.as_str()), ("night", "dark"));
    assert_eq!(theme.colours[1], (Located::nowhere("subject".to_owned()), 0x01_0203));
    let keys: Vec<&str> = config.keys[0].keys.iter().map(|key| key.value.as_str()).collect();
    assert_eq!((config.keys[0].command.value.as_str(), keys), ("step", vec!["x", "Ctrl-X"]));
    assert_eq!(config.keys[0].command.at, FULL.find("\"step\"").unwrap());
    assert!(config.keys[1].keys.is_empty());
    let command = ["notify-send", "{finished}"].map(str::to_owned).to_vec();
    assert_eq!(config.on_finish, OnFinish { bell: true, command, after_seconds: 5 });
    assert_eq!(config.log_level, LogLevel::Debug);
}

#[test]
fn settings_that_are_left_out_have_their_defaults() {
    assert_eq!(read("()").unwrap(), Config::default());
    assert_eq!(read("(theme: \"dark\")").unwrap().paths, Paths::default());
}

#[rstest]
#[case::no_ron("(\n  preset = 3)", "config.ron: line 2, column 9: Expected colon")]
#[case::unknown("(\n  pathes: ())", "line 2, column 3: Unexpected field named `pathes` in `Config`")]
#[case::nearest("(\n  pathes: ())", "did you mean `paths`?")]
#[case::nested("(on_finish: (\n\tbel: true))", "line 2, column 2: Unexpected field named `bel`")]
#[case::type_of_a_value("(\n\n on_finish: (after_seconds: \"x\"))", "line 3, column 28: Expected integer")]
#[case::level("(log_level: loud)", "line 1, column 13: Unexpected variant")]
#[case::preset("(\n preset: \"qick\")", "line 2, column 10: ")]
#[case::colour(
    "(themes: { \"é\": (based_on: \"dark\",\n colours: { \"text\": \"red\" }) })",
    "line 2, column 21: “red” is no colour"
)]
#[case::colour_with_a_sign(
    "(themes: { \"a\": (based_on: \"dark\", colours: { \"text\": \"#+12345\" }) })",
    "“#+12345” is no colour"
)]
#[case::auto("(themes: { \"auto\": (based_on: \"dark\") })", "line 1, column 12: “auto” cannot be the name")]
#[case::base("(themes: { \"a\": () })", "missing field named `based_on`")]
#[case::key_of_the_wrong_type("(keys: {\"step\": [\n3]})", "line 2, column 1: Expected string")]
#[case::twice("(keys: {\n\"step\": [\"x\"],\n  \"step\": [\"y\"]})", "line 3, column 3: “step” occurs twice")]
#[case::after_wide_letters("(keys: {\"ä♞\": [\"é\", 3]})", "line 1, column 21: Expected string")]
fn errors_say_where_and_what(#[case] text: &str, #[case] expected: &str) {
    let error = read(text).unwrap_err();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn printed_settings_are_the_same_settings() {
    for text in ["()", FULL] {
        let config = read(text).unwrap();
        let printed = print(&config, &reference());
        assert_eq!(read(&printed).unwrap(), config, "{printed}");
    }
    let odd = Config {
        paths: Paths { sessions: PathBuf::from("a\\b\n\"c\" {d} // e\u{1b}"), cache: None },
        ..Config::default()
    };
    assert_eq!(read(&print(&odd, &reference())).unwrap(), odd);
}

#[test]
fn the_commented_keys_are_settings_too() {
    let printed = print(&Config::default(), &reference());
    let config = read(&printed.replace("//     \"step\"", "\"step\"")).unwrap();
    assert_eq!(config.keys.len(), 1, "{printed}");
    assert_eq!(config.keys[0].keys[0].value, "s");
}

#[test]
fn only_a_file_that_was_named_must_exist() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing.ron");
    let optional = Location { path: path.clone(), required: false };
    assert_eq!(optional.load().unwrap().config, Config::default());
    let error = Location { path: path.clone(), required: true }.load().unwrap_err().to_string();
    assert!(error.contains("missing.ron"), "{error}");
    fs::write(&path, "x".repeat(files::HANDWRITTEN as usize + 1)).unwrap();
    let error = optional.load().unwrap_err().to_string();
    assert!(
        error.ends_with("missing.ron: cannot read the configuration: the file is larger than 1 MiB"),
        "{error}"
    );
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(matches!(optional.load(), Err(Error::Unreadable { .. })));
}

#[test]
fn every_change_of_the_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location { path: folder.path().join("config.ron"), required: false };
    let (sender, changes) = mpsc::channel();
    let report = move |loaded: Result<Loaded, Error>| {
        sender.send(loaded.map(|loaded| loaded.config.preset).map_err(|error| error.to_string())).unwrap();
    };
    let watcher = watch(&location, &Loaded::default(), report).unwrap();
    let next = || changes.recv_timeout(TEST_TIMEOUT).unwrap();
    fs::write(&location.path, "(preset: \"quick\")").unwrap();
    assert_eq!(next().unwrap(), "quick");
    fs::write(&location.path, "(preset: \"quick\"").unwrap();
    assert!(next().unwrap_err().contains("config.ron: line 1, column "));
    // As editors do: a new file takes the place of the old one.
    crate::files::replace(&location.path, b"(preset: \"extended\")").unwrap();
    assert_eq!(next().unwrap(), "extended");
    fs::remove_file(&location.path).unwrap();
    assert_eq!(next().unwrap(), Config::default().preset);
    drop(watcher);
    // The thread ends, and with it the sender.
    assert!(changes.recv_timeout(TEST_TIMEOUT).is_err());
}

#[test]
fn the_file_behind_a_link_is_watched() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = elsewhere.path().join("mine.ron");
    fs::write(&file, "()").unwrap();
    let location = Location { path: folder.path().join("config.ron"), required: true };
    std::os::unix::fs::symlink(&file, &location.path).unwrap();
    let (sender, changes) = mpsc::channel();
    let report = move |loaded: Result<Loaded, Error>| sender.send(loaded.unwrap().config.preset).unwrap();
    let _watcher = watch(&location, &location.load().unwrap(), report).unwrap();
    fs::write(&file, "(preset: \"quick\")").unwrap();
    assert_eq!(changes.recv_timeout(TEST_TIMEOUT).unwrap(), "quick");
}
