//! Tablebases through the mouth of `eyas uci`.

use std::fs;

use crate::support::clients::Engine;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
const ROOK: &str = "position fen 8/8/8/4k3/8/8/8/R3K3 w - - 0 1";

fn number(info: &str, name: &str) -> i64 {
    let mut words = info.split(' ').skip_while(|word| *word != name);
    words.nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {name} in “{info}”"))
}

/// The last `info` of a search.
fn last_info(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    let lines = engine.until("bestmove");
    lines.iter().rfind(|line| line.starts_with("info depth")).unwrap().clone()
}

#[test]
fn tables_are_found_and_asked_until_they_are_taken_away() {
    let mut engine = Engine::start(&["--hash", "4"]);
    engine.send(ROOK);
    assert_eq!(number(&last_info(&mut engine, "go nodes 500"), "tbhits"), 0);
    let told = engine.response(&format!("setoption name SyzygyPath value {FOLDER}"));
    assert!(told[0].contains("7 WDL and 6 DTZ tablebases of up to 4 pieces"), "{told:?}");
    let info = last_info(&mut engine, "go nodes 500");
    assert!(number(&info, "tbhits") > 0 && number(&info, "cp") > 30_000, "{info}");
    assert_eq!(engine.response("setoption name SyzygyPath value <empty>"), [""; 0]);
    assert_eq!(number(&last_info(&mut engine, "go nodes 500"), "tbhits"), 0);
}

#[test]
fn a_path_that_leads_nowhere_is_explained_and_the_tables_stay() {
    let mut engine = Engine::start(&["--hash", "4"]);
    engine.response(&format!("setoption name SyzygyPath value {FOLDER}"));
    let told = engine.response(&format!("setoption name SyzygyPath value {FOLDER}:/no/such/folder"));
    assert!(told.iter().all(|line| line.starts_with("info string ")), "{told:?}");
    assert!(told[0].contains("/no/such/folder") && told[1].contains("is unchanged"), "{told:?}");
    engine.send(ROOK);
    assert!(number(&last_info(&mut engine, "go nodes 500"), "tbhits") > 0);
}

#[test]
fn a_broken_table_is_named_and_the_others_answer() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["KRvK.rtbw", "KRvK.rtbz", "KQvK.rtbw"] {
        fs::copy(format!("{FOLDER}/{name}"), folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("KQvK.rtbz"), [0; 81]).unwrap();
    // Of a right size, and nonsense: it has no answer.
    fs::write(folder.path().join("KPvK.rtbw"), [0x5a; 80]).unwrap();
    let mut engine = Engine::start(&["--hash", "4"]);
    let told = engine.response(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    assert!(told[0].contains("KQvK.rtbz is skipped"), "{told:?}");
    engine.send(ROOK);
    assert!(number(&last_info(&mut engine, "go nodes 500"), "tbhits") > 0);
    engine.send("position fen 8/8/4k3/8/4K3/4P3/8/8 w - - 0 1");
    assert!(number(&last_info(&mut engine, "go nodes 500"), "nodes") == 500);
}
