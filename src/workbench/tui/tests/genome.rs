//! Tests of the Genome screen: the description of a cell, row orders, edits, keys, mouse and colours.

use std::sync::Arc;

use ratatui::style::Color;

use super::fixture::{Bench, record};
use super::views::{frames, pane};
use crate::disagreement::Moments;
use crate::engine::features::FeatureSet;
use crate::engine::schema::Schema;
use crate::job::report::{Command, Fact, Plant, State};
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSet;
use crate::tui::background::TaskResult;
use crate::tui::message::{Effect, Message};
use crate::tui::screens::genome::Map;
use crate::tui::screens::genome::tasks::{FindSpread, Spread};
use crate::tui::subject::Origin;
use crate::tui::theme::{Colours, Shade, Theme};

fn genome(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 57);
    bench.keys("2");
    bench
}

fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2014").unwrap()
}

fn value(generation: u32, place: usize, parameter: &str) -> i32 {
    let schema = schema();
    record(0, generation).population[place].chromosome.decode(&schema)[schema.index_of(parameter).unwrap()]
}

fn says(bench: &mut Bench, wanted: &str) {
    let screen = bench.draw();
    assert!(screen.contains(wanted), "“{wanted}” is not on the screen:\n{screen}");
}

#[test]
fn the_cell_under_the_cursor_is_described() {
    let mut bench = genome(200, 60);
    bench.keys("j l l l");
    let bishop = value(57, 3, "BISHOP_VALUE");
    says(&mut bench, &format!("organism 4 · run 1 · gen 57: BISHOP_VALUE = {bishop} of 0–2,047"));
    let mut all: Vec<i32> = (0..100).map(|place| value(57, place, "BISHOP_VALUE")).collect();
    all.sort_unstable();
    let (low, median, high) = (all[0], all[50], all[99]);
    says(&mut bench, &format!("population of generation 57: {low}–{high}, median {median}"));
    says(&mut bench, "value of a bishop · cp");
    let correct = record(0, 57).population[3].score;
    says(&mut bench, &format!("agrees in {} positions", crate::tui::format::thousands(correct)));
    bench.keys("k");
    says(&mut bench, "◇ paper 2014 521  ◇ paper 2008 348");
    bench.keys("k");
    says(&mut bench, "PAWN_VALUE = 100, fixed");
}

#[test]
fn the_map_of_generations_shows_their_best_organisms() {
    let mut bench = genome(200, 60);
    bench.keys("Tab");
    assert_eq!(bench.screens.genome.map, Map::Generations);
    says(&mut bench, "Parameters × generations");
    let newest = value(57, 0, "KNIGHT_VALUE");
    says(&mut bench, &format!("champion · run 1 · gen 57: KNIGHT_VALUE = {newest} of"));
    bench.keys("← ←");
    let older = value(55, 0, "KNIGHT_VALUE");
    says(&mut bench, &format!("champion · run 1 · gen 55: KNIGHT_VALUE = {older} of"));
    bench.keys("^");
    says(&mut bench, &format!("champion · run 1 · gen 0: KNIGHT_VALUE = {} of", value(0, 0, "KNIGHT_VALUE")));
    bench.keys("Enter");
    let subject = bench.model.subject().unwrap();
    assert_eq!(subject.value("ROOK_OPEN_FILE"), Some(value(0, 0, "ROOK_OPEN_FILE")));
    assert_eq!(subject.score, Some(record(0, 0).spread.best));
    assert!(matches!(subject.origin, Origin::Population { generation: 0, place: 0, .. }));
    // The best organism of the newest generation is the champion, which is the subject by default.
    bench.keys("$ Enter");
    assert!(bench.model.selection.pinned.is_none());
    bench.fact(Fact::Generation(record(0, 58)));
    says(&mut bench, "champion · run 1 · gen 58: KNIGHT_VALUE");
}

#[test]
fn generations_are_sampled_when_they_exceed_the_columns() {
    let mut bench = Bench::paused(80, 24, 1, 300);
    bench.keys("2 Tab");
    says(&mut bench, "300 of 0–300, 29 shown");
    let mut bench = Bench::paused(120, 40, 1, 300);
    bench.keys("2 Tab");
    says(&mut bench, "best of gen 0–300, 52 of 301 shown");
    let shown: Vec<u32> = std::iter::from_fn(|| {
        let generation = bench.screens.genome.generation;
        bench.keys("h");
        (bench.screens.genome.generation != generation).then_some(bench.screens.genome.generation?)
    })
    .collect();
    assert_eq!(shown.last(), Some(&0), "h reaches generation 0: {shown:?}");
    assert!(shown.windows(2).all(|pair| pair[0] > pair[1]) && shown.len() > 20);
}

#[test]
fn the_bit_map_shows_the_gray_coded_gene() {
    let mut bench = genome(200, 60);
    bench.keys("Tab Tab l j j j");
    assert_eq!(bench.screens.genome.map, Map::Bits);
    let organism = &record(0, 57).population[1];
    let gene: String = (0..11).map(|bit| if organism.chromosome.bit(bit) { '1' } else { '0' }).collect();
    let digit = gene.chars().nth(2).unwrap();
    let knight = value(57, 1, "KNIGHT_VALUE");
    says(
        &mut bench,
        &format!(
            "organism 2 · run 1 · gen 57: KNIGHT_VALUE bit 3 of 11 = {digit}; gene {gene} (Gray code) = {knight}"
        ),
    );
    let ones = record(0, 57).population.iter().filter(|organism| organism.chromosome.bit(2)).count();
    says(&mut bench, &format!("1 in {ones} of 100 organisms"));
    // A map without bits keeps the cursor on the parameter.
    bench.keys("Tab");
    says(&mut bench, "KNIGHT_VALUE = ");
}

#[test]
fn enter_and_r_select_the_subject_and_the_rival() {
    let mut bench = genome(120, 40);
    bench.keys("l l Enter l r");
    assert!(bench.model.is_subject(2) && bench.model.is_rival(3));
    says(&mut bench, "● organism 3 · run 1 · gen 57");
    bench.keys("r");
    assert!(bench.model.rival().is_none());
    bench.keys("^ Enter");
    assert!(
        bench.model.selection.chosen().is_none(),
        "the best organism of the newest generation is the champion"
    );
}

#[test]
fn rows_can_be_ordered_by_group_name_diversity_and_paper() {
    let mut bench = genome(200, 60);
    let row = |bench: &mut Bench, name: &str| bench.find(name).1;
    assert!(row(&mut bench, "knight value") < row(&mut bench, "bishop value"));
    says(&mut bench, "chromosome order, by group");
    bench.keys("w i");
    says(&mut bench, "name ▲ order");
    assert!(!bench.draw().contains("minor pieces"), "no group headings");
    assert!(row(&mut bench, "backward pawn") < row(&mut bench, "bishop value"));
    assert!(row(&mut bench, "bishop value") < row(&mut bench, "weak square"));
    bench.keys("I");
    assert!(row(&mut bench, "weak square") < row(&mut bench, "bishop value"));
    // The invented diversity rises along the chromosome. A click on the heading sorts the largest to the top.
    let at = bench.find("diversity");
    bench.click(at);
    says(&mut bench, "diversity ▼ order");
    assert!(row(&mut bench, "king pressure mult") < row(&mut bench, "pawn advance a"));
    assert!(row(&mut bench, "pawn advance a") < row(&mut bench, "pawn value"), "the fixed parameter is last");
    bench.click(at);
    assert!(row(&mut bench, "pawn advance a") < row(&mut bench, "king pressure mult"));
    assert!(row(&mut bench, "king pressure mult") < row(&mut bench, "pawn value"), "still last");
    // Difference between subject and paper: the invented paper has values for two parameters only.
    bench.keys("i i i i");
    says(&mut bench, "subject − paper ▼ order");
    let known = row(&mut bench, "knight value").max(row(&mut bench, "pawn advance a"));
    assert!(known < row(&mut bench, "bishop value"));
    bench.keys("i");
    says(&mut bench, "chromosome order");
}

#[test]
fn a_search_without_results_keeps_the_screen_and_is_cleared_by_esc() {
    let mut bench = genome(120, 40);
    bench.keys("/ z z z Enter");
    says(&mut bench, "nothing found; Esc lists all");
    bench.keys("Esc");
    says(&mut bench, "knight value");
    says(&mut bench, "KNIGHT_VALUE = ");
}

#[test]
fn the_order_by_rival_puts_the_largest_difference_first() {
    let mut bench = genome(200, 60);
    bench.keys("l r b");
    while !bench.draw().contains("subject − rival ▼ order") {
        bench.keys("i");
    }
    let schema = schema();
    let difference = |name: &str| {
        let known = &schema.parameters[schema.index_of(name).unwrap()];
        f64::from((value(57, 0, name) - value(57, 1, name)).abs()) / f64::from(known.range.1 - known.range.0)
    };
    let mut names: Vec<&str> = schema.parameters[1..].iter().map(|known| known.name.as_str()).collect();
    names.sort_by(|a, b| difference(b).total_cmp(&difference(a)));
    let first = crate::tui::format::parameter_name(names[0]);
    let last = crate::tui::format::parameter_name(names.last().unwrap());
    assert!(bench.find(&format!("{first}  ")).1 < bench.find(&format!("{last}  ")).1);
}

#[test]
fn values_are_edited_undone_and_planted() {
    let mut bench = genome(120, 40);
    let old = value(57, 0, "KNIGHT_VALUE");
    bench.effects.clear();
    bench.keys("+ + *");
    assert_eq!(bench.model.subject().unwrap().value("KNIGHT_VALUE"), Some(old + 12));
    says(&mut bench, &format!("✎{}", old + 12));
    says(&mut bench, &format!("✎ edited, was {old}"));
    bench.keys("u");
    assert_eq!(bench.model.subject().unwrap().value("KNIGHT_VALUE"), Some(old + 2));
    bench.keys("- -");
    assert!(bench.model.selection.draft.is_none(), "the value is the original one");
    bench.keys("= Ctrl-U 7 7 7 Enter");
    assert_eq!(bench.model.subject().unwrap().value("KNIGHT_VALUE"), Some(777));
    // Another subject would lose the edit, so it is refused.
    bench.keys("l l Enter");
    assert_eq!(bench.model.subject().unwrap().value("KNIGHT_VALUE"), Some(777));
    bench.keys("P");
    let commands = bench.commands();
    let [Command::Plant(plant)] = commands.as_slice() else { panic!("{commands:?}") };
    let mut values = record(0, 57).population[0].chromosome.decode(&schema());
    values[1] = 777;
    assert_eq!(plant.chromosome, Chromosome::encode(&schema(), &values).unwrap());
    bench.keys("Enter");
    assert!(bench.model.is_subject(2), "a planted edit is not lost");
}

#[test]
fn an_undone_edit_leaves_no_edited_subject() {
    let mut bench = genome(200, 60);
    bench.keys("+");
    says(&mut bench, "u undo");
    bench.keys("u");
    assert!(bench.model.selection.draft.is_none());
    // The champion of the next generation is the subject, and there is nothing to undo.
    bench.facts([Fact::Generation(record(0, 58)), Fact::State(State::Paused)]);
    let screen = bench.draw();
    assert!(screen.contains("● champion · run 1 · gen 58") && !screen.contains("u undo"), "{screen}");
    bench.keys("u");
    says(&mut bench, "the subject has no edits");
}

/// The answer of the job to a command that plants or withdraws an organism.
fn answer(command: &Command, generation: u32) -> Fact {
    match command.clone() {
        Command::Plant(Plant { chromosome, name }) => Fact::Planted { run: 0, generation, name, chromosome },
        Command::Withdraw(Plant { chromosome, name }) => {
            Fact::Withdrawn { run: 0, generation, name, chromosome }
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn undo_withdraws_a_planted_organism_before_it_undoes_the_edit() {
    for is_answered in [true, false] {
        let mut bench = genome(120, 40);
        let old = value(57, 0, "KNIGHT_VALUE");
        bench.commands();
        bench.keys("+ P");
        let [planted] = &bench.commands()[..] else { panic!() };
        if is_answered {
            bench.fact(answer(planted, 58));
        }
        bench.keys("u");
        assert_eq!(bench.model.subject().unwrap().value("KNIGHT_VALUE"), Some(old + 1), "the edit stays");
        let [withdrawn] = &bench.commands()[..] else { panic!() };
        let (Command::Plant(plant), Command::Withdraw(other)) = (planted, withdrawn) else {
            panic!("{withdrawn:?}")
        };
        assert_eq!(plant, other);
        if is_answered {
            bench.fact(answer(withdrawn, 58));
            says(&mut bench, "withdrawn from generation 58 of run 1: edited, 1 value");
            bench.keys("1");
            assert!(!bench.draw().contains("waiting: planted"));
            bench.keys("2");
        }
        // It can be planted again, and the next undo withdraws it again.
        bench.keys("P u");
        assert_eq!(bench.commands().len(), 2);
        bench.keys("u");
        assert!(bench.commands().is_empty() && bench.model.selection.draft.is_none());
    }
}

#[test]
fn undo_withdraws_an_organism_that_was_planted_without_edits() {
    let mut bench = genome(200, 60);
    bench.commands();
    bench.keys("P");
    let [planted] = &bench.commands()[..] else { panic!() };
    bench.fact(answer(planted, 58));
    assert!(bench.draw().contains("u undo"));
    bench.keys("u");
    assert!(matches!(&bench.commands()[..], [Command::Withdraw(_)]));
}

#[test]
fn undo_says_that_a_planted_organism_was_born() {
    let mut bench = genome(120, 40);
    bench.commands();
    bench.keys("+ P");
    let [planted] = &bench.commands()[..] else { panic!() };
    bench.facts([answer(planted, 58), Fact::Generation(record(0, 58)), Fact::State(State::Paused)]);
    bench.keys("u");
    says(&mut bench, "the edit is undone, but the organism planted in generation 58 stays");
    assert!(bench.commands().is_empty() && bench.model.selection.draft.is_none());
    // Where the job was too late to withdraw it, its answer says so.
    let Command::Plant(Plant { chromosome, .. }) = planted.clone() else { panic!() };
    let why = "mine: not withdrawn, it is not planted in generation 59; what was born stays".to_owned();
    bench.fact(Fact::Refused { chromosome, why });
    says(&mut bench, "what was born stays");
}

#[test]
fn edits_stay_in_range_and_fixed_parameters_are_not_edited() {
    let mut bench = genome(120, 40);
    bench.keys("= Ctrl-U 2 0 4 5 Enter *");
    assert_eq!(bench.model.subject().unwrap().value("KNIGHT_VALUE"), Some(2047));
    bench.keys("+");
    says(&mut bench, "the end of its range");
    bench.keys("U k +");
    says(&mut bench, "PAWN_VALUE is fixed at 100");
    bench.keys("=");
    assert!(bench.model.popup.is_none() && bench.model.selection.draft.is_none());
}

#[test]
fn tabs_orders_cells_and_hints_react_to_clicks() {
    let mut bench = genome(200, 60);
    let at = bench.find("Generations");
    bench.click(at);
    assert_eq!(bench.screens.genome.map, Map::Generations);
    let at = bench.find("Organisms");
    bench.click(at);
    let at = bench.find("order: chromosome");
    bench.click(at);
    says(&mut bench, "order: name ▲");
    let at = bench.find("by group: yes");
    bench.click(at);
    assert!(!bench.screens.genome.grouped);
    // The ▼ is above the column of the cursor, which is the first.
    let (column, _) = bench.find("▼1");
    let row = bench.find("rook value").1;
    bench.click((column + 5, row));
    says(&mut bench, &format!("organism 6 · run 1 · gen 57: ROOK_VALUE = {}", value(57, 5, "ROOK_VALUE")));
    bench.click((column + 5, row));
    assert!(bench.model.is_subject(5), "a second click selects the subject");
    let at = bench.find("+ +1");
    bench.click(at);
    let rook = value(57, 5, "ROOK_VALUE");
    assert_eq!(bench.model.subject().unwrap().value("ROOK_VALUE"), Some(rook + 1));
    let at = bench.find(&format!("✎{}", rook + 1));
    bench.click(at);
    assert!(bench.model.popup.is_some(), "a click on the subject's value opens the form to set it");
}

#[test]
fn home_end_and_arrows_reach_every_row() {
    let mut bench = genome(80, 24);
    bench.keys("End");
    says(&mut bench, "KING_PRESSURE_MULT = ");
    bench.keys("Home");
    says(&mut bench, "PAWN_VALUE = ");
    bench.keys("PgDn PgUp");
    says(&mut bench, "PAWN_VALUE = ");
    // Down visits every row once and skips the headings.
    let mut seen = vec![0];
    for _ in 0..40 {
        bench.keys("j");
        let at = bench.screens.genome.locus.parameter;
        if seen.last() != Some(&at) {
            seen.push(at);
        }
    }
    assert_eq!(seen, (0..35).collect::<Vec<usize>>());
    for _ in 0..40 {
        bench.keys("k");
    }
    assert_eq!(bench.screens.genome.locus.parameter, 0);
}

/// The symbols and colours of the cells of the lowest and the highest value of a parameter.
fn low_and_high(theme: Theme, ascii: bool) -> [(String, Color, Color); 2] {
    let mut bench = genome(200, 60);
    (bench.model.theme, bench.model.ascii) = (theme, ascii);
    bench.keys("G");
    let schema = schema();
    let rook = schema.index_of("ROOK_VALUE").unwrap();
    let values: Vec<i32> =
        record(0, 57).population.iter().map(|organism| organism.chromosome.decode(&schema)[rook]).collect();
    // The first 60 columns are on the screen.
    let extreme =
        |of: fn((usize, &i32)) -> i32| (0..60).max_by_key(|place| of((*place, &values[*place]))).unwrap();
    let (low, high) = (extreme(|(_, value)| -value), extreme(|(_, value)| *value));
    let (column, _) = bench.find(if ascii { "V1" } else { "▼1" });
    let row = bench.find("rook value").1;
    let buffer = bench.terminal.backend().buffer();
    [low, high].map(|place| {
        let cell = &buffer[(column + place as u16, row)];
        (cell.symbol().to_owned(), cell.fg, cell.bg)
    })
}

#[test]
fn low_and_high_values_look_different_in_every_theme() {
    for shade in [Shade::Dark, Shade::Light] {
        for colours in [Colours::TrueColour, Colours::Xterm256, Colours::Ansi16, Colours::None] {
            for ascii in [false, true] {
                let [low, high] = low_and_high(Theme::new(shade, colours), ascii);
                assert_ne!(low, high, "{shade:?} {colours:?} ascii {ascii}");
                if ascii || matches!(colours, Colours::None | Colours::Ansi16) {
                    assert_ne!(low.0, high.0, "{shade:?} {colours:?} ascii {ascii}: the symbols must differ");
                }
            }
        }
    }
}

#[test]
fn ascii_mode_draws_only_ascii_and_no_colour_mode_sets_no_colour() {
    let mut bench = genome(120, 40);
    bench.model.theme.colours = Colours::None;
    for keys in ["l r + +", "Tab", "Tab o", "b"] {
        bench.keys(keys);
        for cell in &bench.terminal.backend().buffer().content {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{}", cell.symbol());
        }
        bench.model.ascii = true;
        assert!(bench.draw().is_ascii(), "after {keys}");
        bench.model.ascii = false;
    }
}

#[test]
fn the_genome_screen_can_be_drawn_at_every_size() {
    let mut bench = Bench::paused(80, 24, 2, 5);
    bench.keys("2 + l r");
    for keys in ["Tab", "Tab", "Tab b", "$ G"] {
        bench.keys(keys);
        for width in (1..130).chain((130..=500).step_by(37)) {
            let heights = (1..60).chain((60..=200).step_by(43));
            for height in heights.filter(|height| (width + height) % 7 == 0) {
                bench.resize(width, height);
                bench.draw();
            }
        }
    }
}

#[test]
fn frames_and_panes_equal_their_snapshots() {
    frames("genome", |width, height| {
        let mut bench = genome(width, height);
        bench.keys("j l l l r");
        bench
    });
    let mut bench = genome(120, 40);
    bench.keys("Tab h h h i i");
    pane("genome-generations", "Parameters × generations", &mut bench);
    let mut bench = genome(120, 40);
    bench.keys("Shift-Tab Shift-Tab j j l");
    pane("genome-bits", "Bits × organisms", &mut bench);
    let mut bench = genome(120, 40);
    bench.model.theme.colours = Colours::None;
    bench.keys("* + b");
    pane("genome-edited", "Parameters × organisms", &mut bench);
    assert!(bench.draw().contains("● edited, 1 value · champion · run 1 · gen 57"));
}

#[test]
fn panes_without_data_equal_their_snapshots() {
    let mut bench = Bench::new(80, 24);
    bench.keys("2");
    pane("genome-nothing-open", "Genome", &mut bench);
    let mut bench = Bench::new(120, 40);
    bench.start_session(1);
    bench.keys("2");
    pane("genome-not-measured", "Parameters × organisms", &mut bench);
    let mut bench = Bench::paused(120, 40, 1, 0);
    bench.keys("2 Tab");
    pane("genome-one-generation", "Parameters × generations", &mut bench);
}

#[test]
fn the_positional_spread_is_requested_once_and_shown() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.effects.clear();
    bench.keys("2 1 2");
    let requests: Vec<&Effect> =
        bench.effects.iter().filter(|effect| effect.task::<FindSpread>().is_some()).collect();
    let [effect] = requests.as_slice() else { panic!("{requests:?}") };
    let request: FindSpread = effect.task().cloned().unwrap();
    assert!(!bench.draw().contains("positional spread"));
    let moments = Moments::of(&PositionSet::embedded("ecm879").unwrap(), FeatureSet::Paper);
    let subject = bench.model.subject().unwrap();
    let spread = moments.positional_spread(&subject.schema, &subject.values).unwrap().unwrap();
    bench.send(Message::TaskResult(TaskResult::found(Spread { request, moments: Arc::new(moments) })));
    let screen = bench.draw();
    assert!(screen.contains(&format!("positional spread in pawns ± ● {spread:.2}")), "{screen}");
}
