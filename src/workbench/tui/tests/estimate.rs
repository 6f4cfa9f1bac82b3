//! The pane *Estimate*: what the optimizer knows about the options of an engine.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use rstest::rstest;

use super::fixture::Bench;
use crate::arena::control::Control;
use crate::arena::game::FaultKind;
use crate::arena::plan::Fixture;
use crate::director::Board;
use crate::engine::search::Game;
use crate::engine_options::{ParameterFile, TunedEngine};
use crate::evolution::fault::Fault;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Measured;
use crate::experiment::{Experiment, presets};
use crate::job::LiveRound;
use crate::job::report::{Command, Fact, RunResult, State};
use crate::objectives::details::{Detail, Details, FinalMatch, MatchReport, Proof};
use crate::objectives::event::RoundPurpose;
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::message::{Effect, Message};

const FOLDER: &str = "sessions/matches-0001";

const OPTIONS: &str = r#"(options: [
    (name: "King Safety", start: 20, min: 0, max: 200, c_end: 10),
    (name: "Futility Pruning", kind: Check, start: 0, min: 0, max: 1),
    (name: "Reduction Base", kind: Float, start: 0.75, min: 0.5, max: 1.5),
])"#;

fn settings(optimizer: &str) -> Experiment {
    let options = ParameterFile::parse("file", OPTIONS).unwrap().options().to_vec();
    let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), options).unwrap();
    let mut settings = presets::options("spsa", engine).unwrap();
    if optimizer != "spsa" {
        settings.optimizer = OptimizerSettings::named(optimizer).unwrap();
        settings.optimizer.set_population(6);
    }
    settings.generations = 40;
    settings
}

/// Opens a session of invented games: the nearer the options are to the upper ends of their ranges, the better.
fn opened(bench: &mut Bench, settings: &Experiment, generations: u32) {
    bench.send(Message::Started {
        folder: PathBuf::from(FOLDER),
        settings: Some(Box::new(settings.clone())),
        named: false,
    });
    bench.facts([
        Fact::State(State::Preparing),
        Fact::Opened {
            folder: PathBuf::from(FOLDER),
            settings: Box::new(settings.clone()),
            train_total: 1_000_000,
            test_total: 1_000_000,
            history: vec![],
            results: vec![],
            plants: vec![],
            interventions: vec![],
        },
        Fact::State(State::Running),
    ]);
    let mut run = settings.run(0).unwrap();
    for _ in 0..generations {
        let record = run.proposal_by(|field| {
            let score = |values: &Vec<i32>| {
                let shares = values.iter().zip(&settings.schema().parameters).map(|(value, known)| {
                    f64::from(value - known.range.0) / f64::from(known.range.1 - known.range.0)
                });
                (300_000.0 + 200_000.0 * shares.sum::<f64>()) as u64
            };
            Ok::<_, Infallible>(Some(Measured::Independent(field.organisms.iter().map(score).collect())))
        });
        let record = record.unwrap().unwrap();
        let wins = record.generation.min(12) as usize;
        let games: Vec<u8> = [vec![2; wins], vec![0; 16 - wins]].concat();
        let games = vec![games; record.population.len()];
        let faults = if record.generation == 3 {
            vec![[14, 15].map(|item| Fault { item, kind: Some(FaultKind::Crash) }).to_vec()]
        } else {
            Vec::new()
        };
        let record = Arc::new(GenerationRecord { games, faults, ..record });
        run.accept(&record);
        let reports = vec![run.report().unwrap()];
        bench.facts([Fact::Generation(record), Fact::Optimizer { run: 0, reports }]);
    }
}

#[rstest]
#[case("spsa", 80, 24)]
#[case("spsa", 120, 40)]
#[case("spsa", 200, 60)]
#[case("cma-es", 120, 40)]
fn the_pane_shows_what_the_optimizer_knows(#[case] optimizer: &str, #[case] width: u16, #[case] height: u16) {
    let mut bench = Bench::new(width, height);
    opened(&mut bench, &settings(optimizer), 30);
    bench.keys("Tab");
    let pane = bench.pane("Estimate");
    assert!(pane.contains("King Saf") && pane.contains("start") && pane.contains("now"), "{pane}");
    if height >= 40 {
        assert!(pane.contains("+182 ± ") && pane.contains("2 × crash"), "{pane}");
        assert_eq!(pane.contains("axes: deviation, main parameters"), optimizer == "cma-es", "{pane}");
    }
}

#[rstest]
#[case("spsa", 80, 24)]
#[case("spsa", 200, 60)]
#[case("cma-es", 120, 40)]
fn a_zoomed_pane_adds_the_course_and_the_elo(
    #[case] optimizer: &str,
    #[case] width: u16,
    #[case] height: u16,
) {
    let mut bench = Bench::new(width, height);
    opened(&mut bench, &settings(optimizer), 30);
    bench.keys("Tab z");
    let pane = bench.pane("Estimate");
    let column = if optimizer == "spsa" { "slope" } else { "±" };
    assert!(pane.contains("King Safety") && pane.contains(column), "{pane}");
    if width >= 120 {
        assert!(pane.contains("course in the range") && pane.contains("Elo in the latest"), "{pane}");
    }
}

#[rstest]
#[case(80, 24, "2")]
#[case(200, 60, "2 × crash")]
fn the_list_has_the_faults_of_each_organism(#[case] width: u16, #[case] height: u16, #[case] text: &str) {
    let mut bench = Bench::new(width, height);
    opened(&mut bench, &settings("spsa"), 3);
    assert!(!bench.pane("Organisms").contains("faults"));
    // Where the pane has no room, its key is shown.
    assert_eq!(bench.draw().contains("Tab: estimate"), height == 24);
    opened(&mut bench, &settings("spsa"), 4);
    let pane = bench.pane("Organisms");
    let rows: Vec<&str> = pane.lines().skip_while(|line| !line.contains("faults")).skip(1).collect();
    assert!(rows[0].contains(text) && rows[1].contains('·'), "{pane}");
}

#[test]
fn all_figures_of_the_pane_are_exported() {
    for (optimizer, expected) in [
        ("spsa", ["estimate", "estimates", "games-elo"].as_slice()),
        ("cma-es", &["estimate", "estimates", "axes", "games-elo"]),
    ] {
        let mut bench = Bench::new(120, 40);
        opened(&mut bench, &settings(optimizer), 30);
        bench.effects.clear();
        bench.keys("Tab X");
        let [Effect::BackgroundTask(task)] = bench.effects.as_slice() else { panic!("{:?}", bench.effects) };
        let wanted = &task.get::<ExportFigures>().unwrap().wanted;
        let expected: Vec<Wanted> =
            expected.iter().map(|name| Wanted::of_generation(name, 0, None)).collect();
        assert_eq!(*wanted, expected);
    }
}

#[test]
fn bounds_are_edited_in_units_of_the_option_and_shown() {
    let mut bench = Bench::new(120, 40);
    opened(&mut bench, &settings("spsa"), 5);
    bench.fact(Fact::State(State::Paused));
    bench.effects.clear();
    let to_bounds = "e Tab Tab Tab Tab";
    bench.keys(&format!("{to_bounds} r e d u c t i o n Space b a s e Tab 0 . 6 Tab 1 . 2 Enter"));
    let commands = bench.commands();
    let [Command::Settings(new)] = commands.as_slice() else { panic!("{commands:?}") };
    let named = new.bounds.clone().unwrap();
    let schema = bench.model.evolution.as_ref().unwrap().schema.clone().unwrap();
    let range = schema.parameters[2].range;
    let [low, high] = named["Reduction Base"];
    assert!(range.0 < low && low < high && high < range.1, "{named:?} within {range:?}");
    bench.fact(Fact::Settings { run: 0, generation: 6, settings: new.clone() });
    bench.keys("Tab z");
    let pane = bench.pane("Estimate");
    assert!(pane.contains("bounds of Reduction Base: 0.6") && pane.contains("to 1.2"), "{pane}");
    // Bounds wider than the range of the session are refused, and the whole range removes bounds.
    bench.keys(&format!("{to_bounds} K i n g Space S a f e t y Tab Tab 3 0 0 Enter"));
    assert!(bench.draw().contains("0 to 200 is allowed"), "{}", bench.draw());
    bench.keys("Esc");
    bench.effects.clear();
    bench.keys(&format!("{to_bounds} R e d u c t i o n Space B a s e Enter"));
    let commands = bench.commands();
    let [Command::Settings(new)] = commands.as_slice() else { panic!("{commands:?}") };
    assert!(new.bounds.as_ref().unwrap().is_empty(), "{:?}", new.bounds);
}

/// Returns the board of a game before its first move.
fn board(game: u64, players: [usize; 2]) -> Board {
    Board {
        fixture: Fixture { game, pair: game / 2, pairing: 0, players },
        opening: None,
        game: Game::default(),
        moves: Vec::new(),
        left: [None; 2],
        thoughts: [None, None],
        since: Instant::now(),
        end: None,
    }
}

#[test]
fn games_against_opponents_are_watched_live() {
    let mut bench = Bench::new(120, 40);
    opened(&mut bench, &settings("spsa"), 2);
    bench.keys("@coevolution");
    assert!(bench.draw().contains("the first games start"), "{}", bench.draw());
    let boards = vec![board(0, [0, 2]), board(1, [3, 0])];
    let event = Some(RoundPurpose::Generation(2));
    bench.send(Message::LiveRound(LiveRound { event, boards, ..LiveRound::default() }));
    let screen = bench.draw();
    for text in ["generation 2", "start", "organism 1", "organism 2"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    assert!(!screen.contains("Crosstable") && !screen.contains("Standings"), "{screen}");
    bench.keys("→ Enter f z");
    assert!(bench.draw().contains("organism 2"));
}

#[test]
fn optimizers_without_a_report_have_no_pane() {
    let mut bench = Bench::new(120, 40);
    bench.facts([Fact::State(State::Preparing)]);
    opened(&mut bench, &settings("spsa"), 1);
    assert!(bench.draw().contains("Estimate"));
    let mut bench = Bench::new(120, 40);
    opened(&mut bench, &settings("spsa"), 0);
    assert!(!bench.draw().contains("Estimate"));
}

#[test]
fn options_of_an_engine_are_exported_in_a_choice_of_formats() {
    let mut bench = Bench::new(120, 40);
    opened(&mut bench, &settings("spsa"), 2);
    bench.keys("E");
    let form = bench.draw();
    assert!(form.contains("format") && form.contains("parameter file of Eyas"), "{form}");
}

#[test]
fn a_long_list_of_estimates_scrolls() {
    let option = |number| format!("(name: \"Option {number:02}\", start: 0, min: 0, max: 200, c_end: 10),");
    let options: String = (0..40).map(option).collect();
    let file = ParameterFile::parse("file", &format!("(options: [{options}])")).unwrap();
    let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), file.options().to_vec()).unwrap();
    let mut settings = presets::options("spsa", engine).unwrap();
    settings.generations = 40;
    let mut bench = Bench::new(120, 40);
    opened(&mut bench, &settings, 3);
    bench.keys("Tab");
    assert!(bench.pane("Estimate").contains("more; z shows"));
    bench.keys("End");
    assert!(bench.pane("Estimate").contains("▸Option 39"), "{}", bench.draw());
    bench.keys("z");
    let pane = bench.pane("Estimate");
    assert!(pane.contains("▸Option 39") && pane.contains(" of 40 ") && !pane.contains("z shows"), "{pane}");
    bench.keys("Home");
    assert!(bench.pane("Estimate").contains("▸Option 00"));
}

/// The final match and its proof are two rows, and the log has a line with both.
#[rstest]
#[case([5, 10, 50, 60, 75], "verdict: transfers, 400 games against the start", "transfers")]
#[case([40, 10, 100, 20, 30], "verdict: only at short control", "only at short control")]
fn a_complete_tune_shows_its_proof(#[case] longer: [u32; 5], #[case] verdict: &str, #[case] name: &str) {
    let mut bench = Bench::new(200, 60);
    opened(&mut bench, &settings("spsa"), 30);
    bench.keys("Tab");
    assert!(!bench.pane("Estimate").contains("verdict"), "{}", bench.pane("Estimate"));
    let played = |pairs: [u32; 5]| FinalMatch { results: [40, 60, 100], pairs };
    let report = MatchReport {
        finalists: Vec::new(),
        best: 1,
        final_match: Some(played([5, 10, 20, 30, 35])),
        proof: Some(Proof { control: Control::Nodes(20_000), played: played(longer) }),
        games: 1_000,
        final_faults: Vec::new(),
        faults: 0,
    };
    bench.fact(Fact::RunFinished(RunResult {
        run: 0,
        mean_score_first: 500_000.0,
        best_score: 600_000,
        train_total: 1_000_000,
        test_score: 650_000,
        test_total: 1_000_000,
        evaluations: 62,
        champion: PathBuf::from("champion.ron"),
        details: Details::from_iter([Detail::Matches(report)]),
    }));
    let pane = bench.pane("Estimate");
    let short: String = verdict.chars().take(17).collect();
    assert!(pane.contains(&short), "{pane}");
    let has_bar = |name: &str| pane.lines().any(|line| line.contains(name) && line.contains('█'));
    assert!(has_bar("final ") && has_bar("proof "), "{pane}");
    bench.keys("z");
    let pane = bench.pane("Estimate");
    assert!(pane.contains(verdict), "{pane}");
    let row = |limit: &str| pane.lines().find(|line| line.contains(limit)).unwrap_or_default().to_owned();
    for limit in ["5000 nodes per move", "20000 nodes per move"] {
        assert!(row(limit).contains(" ± ") && row(limit).contains(" −2.94 █"), "{pane}");
    }
    // The test accepts the gain where it exists, and the bar ends there.
    let filled = |limit: &str| row(limit).matches('█').count();
    assert!(filled("20000 nodes") < filled("5000 nodes") || name == "transfers", "{pane}");
    bench.keys("L");
    let log = bench.draw();
    assert!(log.contains("proof at 20000 nodes per move") && log.contains(name), "{log}");
}
