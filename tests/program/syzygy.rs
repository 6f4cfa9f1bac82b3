//! Tablebases in `eyas uci`.

use std::fs;

use crate::support::clients::Engine;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
const ROOK: &str = "position fen 8/8/8/4k3/8/8/8/R3K3 w - - 0 1";

fn number(info: &str, name: &str) -> i64 {
    let mut words = info.split(' ').skip_while(|word| *word != name);
    words.nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {name} in “{info}”"))
}

/// The last line with search information of a search.
fn last_info(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    let lines = engine.until("bestmove");
    lines.iter().rfind(|line| line.starts_with("info depth")).unwrap().clone()
}

#[test]
fn tablebases_are_used_until_they_are_removed() {
    let mut engine = Engine::start(&["--hash", "4"]);
    engine.send(ROOK);
    assert_eq!(number(&last_info(&mut engine, "go nodes 500"), "tbhits"), 0);
    let message = engine.response(&format!("setoption name SyzygyPath value {FOLDER}"));
    assert!(message[0].contains("7 WDL and 6 DTZ tablebases of up to 4 pieces"), "{message:?}");
    let info = last_info(&mut engine, "go nodes 500");
    assert!(number(&info, "tbhits") > 0 && number(&info, "cp") > 30_000, "{info}");
    for empty in [" value <empty>", " value", ""] {
        engine.response(&format!("setoption name SyzygyPath value {FOLDER}"));
        assert_eq!(engine.response(&format!("setoption name SyzygyPath{empty}")), [""; 0]);
        assert_eq!(number(&last_info(&mut engine, "go nodes 500"), "tbhits"), 0);
    }
}

#[test]
fn a_wrong_path_is_explained_and_keeps_the_tablebases() {
    let mut engine = Engine::start(&["--hash", "4"]);
    engine.response(&format!("setoption name SyzygyPath value {FOLDER}"));
    let message = engine.response(&format!("setoption name SyzygyPath value {FOLDER}:/no/such/folder"));
    assert!(message.iter().all(|line| line.starts_with("info string ")), "{message:?}");
    assert!(message[0].contains("/no/such/folder") && message[1].contains("is unchanged"), "{message:?}");
    engine.send(ROOK);
    assert!(number(&last_info(&mut engine, "go nodes 500"), "tbhits") > 0);
}

#[test]
fn a_damaged_tablebase_is_named_and_the_others_are_used() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["KRvK.rtbw", "KRvK.rtbz", "KQvK.rtbw"] {
        fs::copy(format!("{FOLDER}/{name}"), folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("KQvK.rtbz"), [0; 81]).unwrap();
    // A file of a valid size with invalid content gives no answer.
    fs::write(folder.path().join("KPvK.rtbw"), [0x5a; 80]).unwrap();
    let mut engine = Engine::start(&["--hash", "4"]);
    let message = engine.response(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    assert!(message[0].contains("KQvK.rtbz is skipped"), "{message:?}");
    engine.send(ROOK);
    assert!(number(&last_info(&mut engine, "go nodes 500"), "tbhits") > 0);
    engine.send("position fen 8/8/4k3/8/4K3/4P3/8/8 w - - 0 1");
    assert!(number(&last_info(&mut engine, "go nodes 500"), "nodes") == 500);
}
