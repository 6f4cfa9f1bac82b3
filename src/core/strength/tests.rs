use std::collections::BTreeSet;
use std::iter;

use rand::RngExt;
use rstest::rstest;
use shakmaty::{Position, Role};

use super::*;
use crate::organism::Organism;
use crate::players::persona::Persona;
use crate::players::rows::{self, Rows};
use crate::positions::PositionSet;
use crate::positions::fen::into_position;

/// Every rating at which the tables change, and some between.
const RATINGS: [u32; 9] = [1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600];

fn engine() -> Engine {
    let organism = Organism::named_or_path("eyas").unwrap();
    Engine::new(&organism.weights(), organism.search_parameters(None).0, 1)
}

/// Returns a game of random moves that has not ended.
fn random_game(seed: u64) -> Game {
    let mut random = Randomness::new(seed, "test", 0).stream(0, "game");
    let mut game = Game::default();
    for _ in 0..random.random_range(4..60) {
        let mut next = game.clone();
        let legal = next.position().legal_moves();
        next.play(legal[random.random_range(0..legal.len())]);
        if next.position().is_game_over() {
            break;
        }
        game = next;
    }
    game
}

fn game(fen: &str) -> Game {
    Game::new(into_position(fen.parse().unwrap()).unwrap())
}

/// Returns a strength with few nodes, so that tests are fast.
fn strength(elo: u32, seed: u64) -> Strength {
    let strength = Strength::of_elo(elo, seed);
    Strength { nodes: strength.nodes.min(Some(1000)), ..strength }
}

/// Searches without a limit besides that of the strength. Returns the move, and the lines of the last iteration.
fn search(strength: &Strength, game: &Game, limits: &Limits) -> (Move, Vec<Line>) {
    let mut lines = Vec::new();
    let mut listen = |report: &Report| {
        if report.index == 1 {
            lines.clear();
        }
        lines.push(report.line.clone());
        ControlFlow::Continue(())
    };
    let result = strength.search(&mut engine(), game, limits, &Signal::default(), &mut listen);
    (result.best.unwrap(), lines)
}

fn best_move(strength: &Strength, game: &Game) -> Move {
    search(strength, game, &Limits::default()).0
}

/// Returns by how much the chosen move loses against the best one, in centipawns. A mate loses nothing: it is played, or
/// avoided as long as possible.
fn loss(strength: &Strength, game: &Game) -> u32 {
    let limits = Limits { lines: LINES, ..Limits::default() };
    let (best, lines) = search(strength, game, &limits);
    let line = lines.iter().find(|line| line.moves[0] == best).unwrap();
    match (lines[0].value, line.value) {
        (Value::Centipawns(best), Value::Centipawns(score)) => (best - score).max(0) as u32,
        (best, score) => {
            assert_eq!(best, score, "{strength:?}");
            0
        }
    }
}

#[test]
fn no_move_loses_more_than_the_largest_loss() {
    for elo in RATINGS {
        let losses: Vec<u32> = (0..50).map(|seed| loss(&strength(elo, seed), &random_game(seed))).collect();
        assert!(losses.iter().all(|loss| *loss <= strength(elo, 0).largest_loss), "{elo}: {losses:?}");
        assert!(losses.iter().any(|loss| *loss > 0), "{elo}: always the best move");
    }
}

#[test]
#[ignore = "prints the losses of docs/strength.md"]
#[allow(clippy::print_stdout, reason = "the table is the result")]
fn table_of_losses() {
    let set = PositionSet::embedded("gm2600-test").unwrap();
    for elo in RATINGS.into_iter().filter(|elo| elo % 200 == 0 && CALIBRATED.contains(elo)) {
        let examples = set.examples.iter().step_by(25).zip(1..);
        let losses: Vec<u32> = examples
            .map(|(example, seed)| loss(&Strength::of_elo(elo, seed), &Game::new(example.position.clone())))
            .collect();
        let strength = Strength::of_elo(elo, 1);
        let mean = f64::from(losses.iter().sum::<u32>()) / losses.len() as f64;
        let largest = losses.iter().max().unwrap();
        println!("| {elo} | {} | {mean:.0} | {largest} | of {}", strength.largest_loss, losses.len());
    }
}

#[test]
fn the_seed_decides() {
    for elo in RATINGS {
        let moves = |seed| -> Vec<Move> {
            (0..10).map(|number| best_move(&strength(elo, seed), &random_game(number))).collect()
        };
        assert_eq!(moves(1), moves(1), "{elo}");
        if elo <= 2000 {
            assert_ne!(moves(1), moves(2), "{elo}");
        }
    }
    let strengths = (1..30).map(|seed| strength(1400, seed));
    let first: BTreeSet<String> =
        strengths.map(|strength| best_move(&strength, &Game::default()).to_string()).collect();
    assert!(first.len() > 2, "{first:?}");
}

#[test]
fn the_move_depends_on_no_earlier_search_and_no_thread() {
    let strength = strength(1800, 1);
    let (mut fresh, mut used) = (engine(), engine());
    let mut kept = fresh.fresh(HASH);
    used.set_threads(2);
    let mut ignore = |_: &Report| ControlFlow::Continue(());
    for seed in 0..5 {
        let game = random_game(seed);
        used.search(&game, &Limits::nodes(3000), &Signal::default(), &mut ignore);
        let [one, other] = [&mut fresh, &mut used].map(|engine| {
            strength.search(engine, &game, &Limits::default(), &Signal::default(), &mut |_| {
                ControlFlow::Continue(())
            })
        });
        assert_eq!((one.best, one.ponder, one.nodes), (other.best, other.ponder, other.nodes));
        let again = strength.search_in(&mut kept, &game, &Limits::default(), &Signal::default(), &mut |_| {
            ControlFlow::Continue(())
        });
        assert_eq!((one.best, one.ponder, one.nodes), (again.best, again.ponder, again.nodes));
    }
}

#[rstest]
#[case::back_rank("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "Re1-e8")]
#[case::smothered("6rk/6pp/7N/8/8/8/8/6QK w - - 0 1", "Nh6-f7")]
#[case::scholars("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qh5xf7")]
fn a_mate_in_one_is_played_at_every_level(#[case] fen: &str, #[case] expected: &str) {
    for (elo, seed) in RATINGS.into_iter().flat_map(|elo| (1..6).map(move |seed| (elo, seed))) {
        assert_eq!(best_move(&Strength::of_elo(elo, seed), &game(fen)).to_string(), expected, "{elo}");
    }
}

#[test]
fn the_move_does_not_depend_on_how_often_reports_are_wanted() {
    let rare = Limits { report_interval: Duration::from_secs(3600), ..Limits::default() };
    let moves = |limits: &Limits| -> Vec<Move> {
        (0..20).map(|seed| search(&strength(1400, seed), &random_game(seed), limits).0).collect()
    };
    assert_eq!(moves(&rare), moves(&Limits::default()));
}

#[test]
fn limits_of_the_search_hold_too() {
    let strength = Strength { nodes: Some(5000), ..Strength::of_elo(1400, 1) };
    let start = Game::default();
    let nodes = |limits: &Limits| {
        let signal = Signal::default();
        strength.search(&mut engine(), &start, limits, &signal, &mut |_| ControlFlow::Continue(())).nodes
    };
    assert_eq!(nodes(&Limits::nodes(700)), 700);
    assert_eq!(nodes(&Limits::nodes(1 << 30)), 5000);
    let one = start.position().legal_moves()[3];
    let limits = Limits { moves: vec![one], ..Limits::default() };
    assert_eq!(search(&strength, &start, &limits).0, one);
    for lines in [1, 3, 8] {
        let (_, reported) = search(&strength, &start, &Limits { lines, ..Limits::default() });
        assert_eq!(reported.len(), lines);
    }
}

#[test]
fn a_temperature_of_0_plays_the_best_move() {
    let strength = Strength { nodes: Some(2000), temperature: 0, largest_loss: 500, seed: 3, style: None };
    for seed in 0..10 {
        let game = random_game(seed);
        let plain = engine()
            .search(&game, &Limits::nodes(2000), &Signal::default(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(Some(best_move(&strength, &game)), plain.best);
    }
}

/// Returns the style of a player who is twenty times as likely to move a knight as another piece.
fn knights(weight: u32) -> Option<Style> {
    let is_knight = |feature| rows::name(feature).starts_with("piece: knight");
    let weights: Vec<f64> =
        (0..Rows::COUNT).map(|feature| if is_knight(feature) { 3.0 } else { 0.0 }).collect();
    assert!(weights.contains(&3.0));
    let persona = Persona::new("Knight", [1, 1], 0, 1.0, [&weights, &weights]);
    Some(Style { taste: Arc::new(Taste::of(&persona).unwrap()), weight })
}

#[test]
fn a_style_decides_among_moves_that_lose_little() {
    let style = |weight, largest_loss| Strength {
        nodes: Some(2000),
        temperature: 0,
        largest_loss,
        seed: 1,
        style: knights(weight),
    };
    let mut moved = [0; 3];
    for seed in 0..20 {
        let game = random_game(seed);
        let limits = Limits { lines: LINES, ..Limits::default() };
        for (count, style) in moved.iter_mut().zip([style(1, 200), style(100, 200), style(100, 0)]) {
            let best = search(&style, &game, &limits).0;
            *count += usize::from(best.role() == Role::Knight);
        }
    }
    assert!(moved[1] > moved[0] && moved[1] > moved[2], "{moved:?}");
}

#[test]
fn a_higher_rating_searches_more_and_chooses_more_narrowly() {
    let strengths: Vec<Strength> =
        (ELO_RANGE.0..=ELO_RANGE.1).step_by(25).map(|elo| Strength::of_elo(elo, 1)).collect();
    for (low, high) in iter::zip(&strengths, &strengths[1..]) {
        assert!(low.nodes < high.nodes, "{low:?} {high:?}");
        assert!(low.temperature >= high.temperature && low.largest_loss >= high.largest_loss);
    }
}

#[test]
fn options_say_what_limits_a_player() {
    let options = |pairs: &[(&str, &str)]| {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        StrengthOptions::of(&pairs.iter().map(owned).collect::<Vec<_>>())
    };
    assert_eq!(options(&[]).unwrap().strength(1), None);
    assert_eq!(options(&[("UCI_Elo", "1500"), ("seed", "4")]).unwrap().strength(1), None);
    let limited = options(&[("uci_limitstrength", "TRUE"), ("UCI_Elo", "1500"), ("Nodes", "9")]).unwrap();
    assert_eq!((limited.strength(7), limited.warning()), (Some(Strength::of_elo(1500, 7)), None));
    let own = options(&[("Temperature", "25"), ("Seed", "3")]).unwrap().strength(1).unwrap();
    assert_eq!((own.nodes, own.temperature, own.seed), (None, 25, 3));
    for (name, value, message) in [
        ("UCI_LimitStrength", "yes", "true or false, not “yes”"),
        ("UCI_Elo", "-5", "an integer from"),
        ("Hash", "4", "no option “Hash”"),
    ] {
        let error = options(&[(name, value)]).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    for (elo, doubtful) in [("1399", true), ("1400", false), ("2400", false), ("2401", true)] {
        let options = options(&[("UCI_LimitStrength", "true"), ("UCI_Elo", elo)]).unwrap();
        assert_eq!(options.warning().is_some(), doubtful, "{elo}");
    }
}
