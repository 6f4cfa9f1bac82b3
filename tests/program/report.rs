//! `eyas report` and `eyas average`: complete pages that fit screens, and the mean of champions.

use std::fs;
use std::path::Path;
use std::process::Command;

use eyas::organism::Organism;
use eyas::session;
use rstest::rstest;

use crate::options::{PARAMETERS, Tune};
use crate::support::programs::has_browser;
use crate::support::sessions::{assert_content, content};
use crate::workspace::Workspace;

const EVOLUTION: &str =
    "--preset quick --runs 3 --population 10 --generations 3 --train train.epd --test test.epd --session s";
const MATCH: &str = "--a reference --b paper-2008-figure-3 --hash 1 --nodes 100 --games 4 --session s";
const RACE: &str = "--optimizers ga,cma-es:population=15 --seeds 1-2 --evaluations 200 --preset quick --train train.epd \
                    --test test.epd --session s";
const PIPELINE: &str = "--preset quick-2014 --runs 3 --population 10 --train train.epd --test test.epd --generations grandmaster=4 \
                        --generations coevolution=2 --generations tuning=3 --nodes 60 --games-per-pair 2 --confirmation-games 2 \
                        --milestone-games 2 --match-games 4 --positions 12 --node-limit 1500 --no-estimate --session s";

/// What a report of each kind of folder says of it, in the same bytes each time, and without a change of the folder.
#[rstest]
#[case::session("evolve", EVOLUTION, &["Values of the champion", "2014 paper, Figure 3", "Repeat it", "mutation-rate"])]
#[case::a_match("match", MATCH, &["Standings", "Crosstable", "100 nodes per move", "paper-2008-figure-3"])]
#[case::race("race", RACE, &["Final scores of the optimizers", "cma-es:population=15"])]
#[case::pipeline("pipeline", PIPELINE, &["s: grandmaster", "s: coevolution", "s: tuning", "Tuned and untuned search"])]
fn a_report_shows_everything(#[case] command: &'static str, #[case] flags: &str, #[case] expected: &[&str]) {
    let workspace = Workspace::new(command);
    workspace.run(flags);
    let before = content(&workspace.path("s"));
    let result = workspace.json("report s --out one");
    assert_eq!(result["page"], "one/index.html");
    workspace.json("report s --out other");
    assert_content(&workspace.path("other"), &content(&workspace.path("one")));
    assert_content(&workspace.path("s"), &before);
    let page = fs::read_to_string(workspace.path("one/index.html")).unwrap();
    for text in expected.iter().chain(&["2014, Table IV", "eyas export s --figure"]) {
        assert!(page.contains(text), "{text} in {page}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf "), "{page}");
    assert!(page.contains("<p class=\"hint\">"), "narrow screens");
    for file in result["files"].as_array().unwrap() {
        assert!(fs::metadata(workspace.path(file.as_str().unwrap())).unwrap().len() > 0, "{file}");
    }
}

/// The best moves of both positions lose a piece for nothing.
const UNSOLVABLE: &str = "6k1/3r1ppp/8/8/8/8/5PPP/3Q2K1 w - - bm Qd2; id \"one\";
6k1/3q1ppp/8/8/8/8/5PPP/3R2K1 w - - bm h3; id \"two\";
";

#[test]
fn a_suite_that_no_organism_solves_has_a_report() {
    let workspace = Workspace::new("tune");
    fs::write(workspace.path("hard.epd"), UNSOLVABLE).unwrap();
    workspace.run("--suite hard.epd --node-limit 200 --generations 1 --population 3 --session s");
    let listed = workspace.json("export s --list");
    let listed = listed["figures"].as_array().unwrap();
    let names: Vec<&str> = listed.iter().map(|figure| figure["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"genome") && !names.contains(&"positions"), "{names:?}");
    workspace.json("report s --out report");
    for name in names {
        assert!(workspace.path(&format!("report/tables/s-{name}.csv")).is_file(), "{name}");
    }
}

#[test]
fn the_experiment_of_a_report_repeats_the_session() {
    let workspace = Workspace::new("evolve");
    workspace.run(EVOLUTION);
    workspace.json("report s --out report");
    workspace.json("run report/experiments/s.ron --cache cache --session again");
    let journal = |folder: &str| fs::read(workspace.path(folder).join("journal.jsonl")).unwrap();
    assert_eq!(journal("again"), journal("s"));
}

#[test]
fn a_report_explains_the_fittest_organism() {
    let workspace = Workspace::new("evolve");
    workspace.run(EVOLUTION);
    workspace.json("report s --out report --importance --cache cache");
    for name in ["origins", "descent", "importance", "importance-groups", "importance-pairs"] {
        let table = fs::read_to_string(workspace.path(&format!("report/tables/s-{name}.csv"))).unwrap();
        assert!(
            table.contains("parameter") || table.contains("group") || table.contains("generation"),
            "{table}"
        );
    }
    let page = fs::read_to_string(workspace.path("report/index.html")).unwrap();
    assert!(page.contains("eyas explain s --importance --run 1"), "{page}");
}

#[test]
fn wrong_requests_are_explained() {
    let workspace = Workspace::new("report");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions/example").display().to_string();
    for (flags, part) in [
        (". --out report".to_owned(), "holds no session, match, race or pipeline"),
        (format!("{example} missing --out report"), "missing"),
        (example, "--out"),
    ] {
        let text = workspace.refused(&flags);
        assert!(text.contains(part), "{flags}: {text}");
        assert!(!workspace.path("report").exists(), "{flags}");
    }
}

/// A tune: the verdict first, the estimate as what it is, and nothing of a test set that it does not have.
#[test]
fn a_report_of_a_tune_begins_with_its_verdict() {
    let tune = Tune::new("", PARAMETERS);
    let result = tune.result("--generations 20 --pairs 6 --first-step 0.04 --calibration 5 --confirmation-pairs 10 --match-games 20 --session s");
    let eyas = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(tune.folder.path()).args(arguments).assert().success();
    };
    eyas(&["report", "s", "--out", "report"]);
    let page = fs::read_to_string(tune.path("report/index.html")).unwrap();
    let (_, section) = page.split_once("<section ").unwrap();
    let (section, _) = section.split_once("</section>").unwrap();
    let verdict = format!("Verdict: {}: ", result["transfer"].as_str().unwrap());
    let place = |text: &str| section.find(text).unwrap_or_else(|| panic!("{text} in {section}"));
    let places = [
        verdict.as_str(),
        "<summary>Values to paste</summary>",
        "setoption name Alpha value ",
        "<summary>Parameter file with the new values</summary>",
        "<figure id=\"figure-s-result\"",
        "<figure id=\"figure-s-courses\"",
        "<figure id=\"figure-s-estimate\"",
        "<figure id=\"figure-s-fitness\"",
    ];
    assert!(places.map(place).is_sorted(), "{section}");
    for text in [
        "Final match against the start: ",
        " The result is ",
        "estimate of the optimizer",
        "the options of uci:",
    ] {
        place(text);
    }
    let (_, estimates) = section.split_once("<figure id=\"figure-s-estimates\"").unwrap();
    let (estimates, _) = estimates.split_once("</figure>").unwrap();
    assert!(!estimates.contains("fittest organism"), "{estimates}");
    assert!(!section.contains("on the test set"), "{section}");
    assert!(!section.contains("figure-s-distribution"), "two organisms have no histogram: {section}");
    let table = fs::read_to_string(tune.path("report/tables/s-result.csv")).unwrap();
    let columns = "run,verdict,Elo,Elo_low_95_percent,Elo_high_95_percent,final_match_games,won_games,drawn_games,lost_games,\
                   LLR_5_against_0_Elo,result,transfer,proof_limit,proof_Elo,proof_Elo_low_95_percent,\
                   proof_Elo_high_95_percent,proof_games\n";
    assert!(table.starts_with(columns), "{table}");

    let digest = |session: &str| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(tune.folder.path()).args(["report", session, "--digest"]);
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    };
    let text = digest("s");
    for part in [
        "s\ngeneration 20 of 20\nVerdict: ",
        " drifted beyond noise",
        " games show ",
        "by the games so far the estimate is ",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let table = fs::read_to_string(tune.path("report/tables/s-response.csv")).unwrap();
    assert!(table.contains(",slope_at_the_start_Elo_per_range,") && table.contains("\nAlpha,"), "{table}");

    // Before its end a tune has no verdict.
    session::fork(&tune.path("s"), 0, 2, None, &tune.path("part")).unwrap();
    eyas(&["report", "part", "--out", "partial"]);
    assert!(
        digest("part").starts_with("part\ngeneration 2 of 20\nThere is no verdict yet"),
        "{}",
        digest("part")
    );
    let page = fs::read_to_string(tune.path("partial/index.html")).unwrap();
    assert!(page.contains("There is no verdict yet") && !page.contains("Verdict:"), "{page}");
    assert!(page.contains("<summary>Values to paste, provisional: the optimizer's estimate after"), "{page}");
}

/// Opens a page in Chromium and returns its content after scripts have run, and what it logged.
fn browse(page: &Path) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new("chromium");
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    command.args(["--window-size=1400,1000", "--virtual-time-budget=10000"]);
    command.arg(format!("file://{}", page.display()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr))
}

/// No part of the page is wider than the screen, and the browser has nothing to complain about.
#[test]
fn the_page_fits_desktops_and_phones() {
    if !has_browser() {
        return;
    }
    let workspace = Workspace::new("pipeline");
    workspace.run(PIPELINE);
    workspace.json("report s --out report");
    let page = fs::read_to_string(workspace.path("report/index.html")).unwrap();
    // The page itself has no script. This one measures it and tells the page around it, because a window of Chromium is
    // never as narrow as a phone.
    let measured = page.replace(
        "</body>",
        "<script>console.log('measured'); parent.postMessage([document.documentElement.scrollWidth, innerWidth], '*')\
         </script></body>",
    );
    assert_ne!(measured, page);
    fs::write(workspace.path("report/measured.html"), measured).unwrap();
    let frame = workspace.path("report/frame.html");
    for width in [1280, 390] {
        let around = format!(
            "<!doctype html><script>onmessage = event => document.documentElement.dataset.found = event.data</script>\
             <iframe src='measured.html' width='{width}' height='900' style='border: 0'></iframe>"
        );
        fs::write(&frame, around).unwrap();
        let (content, log) = browse(&frame);
        let found = content.split("data-found=\"").nth(1).and_then(|rest| rest.split('"').next());
        let found: Vec<u32> =
            found.unwrap_or_else(|| panic!("{log}")).split(',').map(|one| one.parse().unwrap()).collect();
        assert_eq!(found[1], width);
        assert!(found[0] <= found[1], "{} on {width}", found[0]);
        let said: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
        assert!(said.len() == 1 && said[0].contains("measured"), "{said:?}");
    }
}

#[test]
fn the_average_is_the_mean_of_the_champions_of_all_runs() {
    let workspace = Workspace::new("evolve");
    workspace.run(EVOLUTION);
    let result = workspace.json("average s --out mean.ron");
    assert_eq!(result["organisms"].as_array().unwrap().len(), 3);
    let load = |name: &str| Organism::load(&workspace.path(name)).unwrap().evaluation.values;
    let champions = [1, 2, 3].map(|run| load(&format!("s/champion-{run}.ron")));
    for (index, value) in load("mean.ron").into_iter().enumerate() {
        let sum: i32 = champions.iter().map(|values| values[index]).sum();
        assert!((f64::from(sum) / 3.0 - f64::from(value)).abs() <= 0.5, "{index}");
    }
    assert_eq!(Organism::load(&workspace.path("mean.ron")).unwrap().name, "mean");
    let refused = Workspace::new("average");
    let text = refused.refused("paper-2014-figure-3 paper-2008-figure-3 --out mean.ron");
    assert!(text.contains("schema paper-2014") && text.contains("schema paper-2008"), "{text}");
    assert!(!refused.path("mean.ron").exists());
}
