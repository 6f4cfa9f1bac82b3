//! Draws the Race screen.

use ratatui::layout::Rect;

use super::state::State;
use super::task::Row;
use super::{Pane, Spot, chart, lists, sorting};
use crate::figures::chart::Role as Meaning;
use crate::race::{Comparison, Pair, Plan, ScoredSet, Standing, table};
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, duration, left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::chart::{mark, role};
use crate::tui::theme::Role;
use crate::tui::widgets::lines::paragraphs;
use crate::tui::widgets::pane;

/// The widths of the columns in the list of races.
const NAME: usize = 14;
const RUNS: usize = 12;
const AGE: usize = 12;

/// The widths of the columns in the table of optimizers.
const LABEL: usize = 14;
const DONE: usize = 7;
const MEDIAN: usize = 9;
const QUARTILES: usize = 18;
const RANK: usize = 5;

/// The width of the table of optimizers with the test set.
const WITH_TEST: u16 = 78;
/// The width of the inside of the table with the ranks.
const WITH_RANK: u16 = (3 + LABEL + 1 + DONE + 1 + MEDIAN + 1 + QUARTILES + 1 + RANK) as u16;
/// The minimum width of a screen with the chart beside the table.
const WIDE: u16 = 130;
/// The minimum height of a screen with all panes.
const TALL: u16 = 28;
/// The largest height of the list of races, with border and heading.
const RACES: u16 = 6;
/// The minimum height of the chart.
const CHART: u16 = 8;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(row) = state.selected() else { return races(draw, state, model, area) };
    let lines = row.contents.as_ref().map_or(0, |(plan, _)| plan.optimizers.len());
    let optimizers_height = u16::try_from(lines + 3).unwrap_or(u16::MAX);
    if area.height < TALL {
        return small(draw, state, model, area, optimizers_height);
    }
    let list = u16::try_from(state.list.rows().len() + 3).unwrap_or(RACES).clamp(4, RACES);
    races(draw, state, model, Rect { height: list, ..area });
    let below = Rect { y: area.y + list, height: area.height - list, ..area };
    let tests_height = (test_lines(state) + 2).clamp(4, below.height / 3);
    let middle = Rect { height: below.height - tests_height, ..below };
    if area.width >= WIDE {
        let table = Rect { width: WITH_TEST, ..middle };
        optimizers(draw, state, model, table);
        let beside = Rect { x: middle.x + WITH_TEST, width: middle.width - WITH_TEST, ..middle };
        chart::draw(draw, state, model, beside);
    } else {
        stacked(draw, state, model, middle, optimizers_height);
    }
    tests(draw, state, Rect { y: middle.bottom(), height: tests_height, ..below });
}

/// Draws the focused pane alone, or the optimizers with as much of the chart as fits.
fn small(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, optimizers_height: u16) {
    match state.pane {
        Pane::Races => races(draw, state, model, area),
        Pane::Tests => tests(draw, state, area),
        Pane::Optimizers => stacked(draw, state, model, area, optimizers_height),
    }
}

/// Draws the optimizers above the chart.
fn stacked(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, optimizers_height: u16) {
    if area.height < optimizers_height.saturating_add(CHART) {
        return optimizers(draw, state, model, area);
    }
    optimizers(draw, state, model, Rect { height: optimizers_height, ..area });
    let rest = Rect { y: area.y + optimizers_height, height: area.height - optimizers_height, ..area };
    chart::draw(draw, state, model, rest);
}

fn races(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let focus = state.pane == Pane::Races || state.selected().is_none();
    let note = model.sessions.root.display().to_string();
    let inner = pane::draw(draw, area, "Races of optimizers", &note, focus);
    if inner.height < 1 || inner.width < 20 {
        return;
    }
    match &state.list.read {
        None => return paragraphs(draw, inner, [("reading the saved races …", Role::Dim)]),
        Some(Err(why)) => return paragraphs(draw, inner, [(why, Role::Error)]),
        Some(Ok(_)) => {}
    }
    let headings = [
        Heading::gap(2),
        Heading::left("race", NAME).by(sorting::NAME),
        Heading::gap(1),
        Heading::left("complete", RUNS).by(sorting::COMPLETE),
        Heading::gap(1),
        Heading::right("changed", AGE).by(sorting::CHANGED),
        Heading::gap(2),
        Heading::left("objective", 20).by(sorting::ABOUT),
    ];
    draw.headings(Rect { height: 1, ..inner }, lists::RACES, &headings);
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    for (index, row, line) in draw.visible(body, lists::RACES, state.list.cursor.at, state.list.rows()) {
        let selected = index == state.list.cursor.at;
        draw.row(line, Target::own(Spot::Race(index)), selected);
        race(draw, state, line, row, selected);
    }
}

fn race(draw: &mut Draw<'_>, state: &State, line: Rect, row: &Row, selected: bool) {
    let is_running = state.running.as_ref().is_some_and(|running| running.folder == row.folder);
    let (mark, role) = match (is_running, selected) {
        (true, _) => ("▶", Role::Good),
        (false, true) => ("▸", Role::Key),
        (false, false) => (" ", Role::Key),
    };
    draw.over(line.x, line.y, 1, mark, role, selected);
    let (text, role) = match &row.contents {
        Err(error) => (format!("{} {error}", left(&row.name(), NAME)), Role::Error),
        Ok((plan, listed)) => {
            let standing = state.standings.get(&row.folder).and_then(Option::as_ref);
            let complete = standing.and_then(|read| read.as_deref().ok()).map_or(*listed, complete);
            let total = plan.runs().count();
            let done = format!("{complete} of {total}{}", if complete == total { " ✓" } else { "" });
            let age = row.age.map_or_else(String::new, |age| format!("{} ago", duration(age)));
            (
                format!(
                    "{} {} {}  {}",
                    left(&row.name(), NAME),
                    left(&done, RUNS),
                    right(&age, AGE),
                    about(plan)
                ),
                Role::Text,
            )
        }
    };
    let width = line.width.saturating_sub(2);
    draw.over(line.x + 2, line.y, width, &cut(&text, usize::from(width)), role, selected);
}

/// Returns the number of complete runs.
pub(super) fn complete(standing: &Standing) -> usize {
    (0..standing.plan().optimizers.len()).map(|optimizer| standing.complete(optimizer)).sum()
}

/// Describes the experiment of a race.
pub(super) fn about(plan: &Plan) -> String {
    let name = plan.base.objective.settings().name();
    let (evaluations, seeds) = (thousands(plan.evaluations), plan.seeds.len());
    format!("{name} ({}) · {evaluations} evaluations · {seeds} seeds", plan.base.preset)
}

fn optimizers(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(row) = state.selected() else { return };
    let room = usize::from(area.width).saturating_sub(row.name().len() + 12);
    let progress = progress(state, model, room);
    let inner = pane::draw(draw, area, &row.name(), &progress, state.pane == Pane::Optimizers);
    if inner.height < 1 || inner.width < 20 {
        return;
    }
    if let Some(error) = state.error() {
        return paragraphs(draw, inner, [(error, Role::Error)]);
    }
    let Some(standing) = state.standing() else {
        return paragraphs(draw, inner, [("reading the runs …", Role::Dim)]);
    };
    let [train, test] = [ScoredSet::Train, ScoredSet::Test].map(|set| standing.comparison(set));
    let has_test = inner.width + 2 >= WITH_TEST && test.is_some();
    let rank = if inner.width >= WITH_RANK { RANK + 1 } else { 0 };
    let [test_median, test_rank] = if has_test { [MEDIAN, RANK + 1] } else { [0, 0] };
    let headings = [
        Heading::right("#", 2).natural(),
        Heading::gap(1),
        Heading::left("optimizer", LABEL).by(sorting::OPTIMIZER),
        Heading::gap(1),
        Heading::left("runs", DONE).by(sorting::RUNS),
        Heading::gap(1),
        Heading::right("median", MEDIAN).by(sorting::MEDIAN),
        Heading::right("quartiles", QUARTILES + 1),
        Heading::right("rank", rank).by(sorting::RANK),
        Heading::right("test", test_median).by(sorting::TEST),
        Heading::right("rank", test_rank).by(sorting::TEST_RANK),
    ];
    draw.headings(Rect { height: 1, ..inner }, lists::OPTIMIZERS, &headings);
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let len = standing.plan().optimizers.len();
    for (index, line) in draw.visible_rows(body, lists::OPTIMIZERS, state.optimizer.at, len) {
        draw.hits.note(line, Target::own(Spot::Optimizer(index)));
        let selected = index == state.optimizer.at;
        if selected {
            draw.fill(line, Role::Cursor);
        }
        draw.over(line.x, line.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
        draw.over(line.x + 1, line.y, 1, &mark(index), role(Meaning::Number(index)), selected);
        let text = optimizer(
            standing,
            index,
            train.as_ref().filter(|_| rank > 0),
            test.as_ref().filter(|_| has_test),
        );
        draw.over(line.x + 3, line.y, line.width.saturating_sub(3), &text, Role::Text, selected);
    }
}

/// Describes the state of the selected race.
fn progress(state: &State, model: &Model, width: usize) -> String {
    let Some(standing) = state.standing() else { return String::new() };
    let (done, total) = standing.evaluations();
    let share = format!("{} %", 100 * done / total.max(1));
    match &state.running {
        _ if standing.is_complete() => "complete ✓".to_owned(),
        Some(running) if state.is_running() && running.stopping => format!("stopping · {share}"),
        Some(running) if state.is_running() => {
            let text = format!("▶ running · {share}");
            let times =
                model.times(&running.timing(standing, model.now), width.saturating_sub(text.cells() + 3));
            if times.is_empty() { text } else { format!("{text} · {times}") }
        }
        _ => format!("‖ paused · {share}"),
    }
}

/// Describes the scores of an optimizer.
fn optimizer(
    standing: &Standing,
    index: usize,
    train: Option<&Comparison>,
    test: Option<&Comparison>,
) -> String {
    let plan = standing.plan();
    let measure = standing.measure(ScoredSet::Train);
    let latest = standing.bands(index, 100).last().copied();
    let number = |score: f64| table::number(&measure, score);
    let (median, quartiles) = latest.map_or_else(Default::default, |band| {
        (number(band.median), table::range(&measure, band.q25, band.q75))
    });
    let rank = |comparison: Option<&Comparison>| {
        comparison.map_or_else(String::new, |found| format!("{:.2}", found.summaries[index].mean_rank))
    };
    let done = format!("{}/{}", standing.complete(index), plan.seeds.len());
    let tested = test.map_or_else(String::new, |found| {
        let median = found.summaries[index].spread.median;
        let shown = table::number(&standing.measure(ScoredSet::Test), median);
        format!("{} {}", right(&shown, MEDIAN), right(&rank(test), RANK))
    });
    format!(
        "{} {} {} {} {}{tested}",
        left(&plan.optimizers[index].label, LABEL),
        left(&done, DONE),
        right(&median, MEDIAN),
        right(&quartiles, QUARTILES),
        right(&rank(train), RANK),
    )
}

/// Returns the number of lines of the rank tests.
fn test_lines(state: &State) -> u16 {
    let optimizers = state.standing().map_or(0, |standing| standing.plan().optimizers.len());
    let pairs = optimizers * optimizers.saturating_sub(1) / 2;
    u16::try_from(pairs + 3).unwrap_or(u16::MAX - 2)
}

/// Draws the rank tests: the Friedman test on each set, then the pairs.
fn tests(draw: &mut Draw<'_>, state: &State, area: Rect) {
    draw.hits.note(area, Target::own(Spot::Tests));
    let standing = state.standing();
    let train = standing.and_then(|standing| standing.comparison(ScoredSet::Train));
    let note = train.as_ref().map_or_else(String::new, |found| {
        format!("{} of {} seeds complete", found.seeds, standing.map_or(0, |found| found.plan().seeds.len()))
    });
    let inner = pane::draw(draw, area, "Rank tests", &note, state.pane == Pane::Tests);
    if inner.height < 1 || inner.width < 20 {
        return;
    }
    let (Some(standing), Some(train)) = (standing, train) else {
        let text = "The tests begin when every optimizer has completed the run of one seed.";
        return paragraphs(draw, inner, [(text, Role::Dim)]);
    };
    let test = standing.comparison(ScoredSet::Test);
    let mut y = inner.y;
    for (name, found) in [("training", Some(&train)), ("test", test.as_ref())] {
        if let Some(found) = found.filter(|_| y < inner.bottom()) {
            let text = format!("Friedman test, {name}: {}", table::friedman(found));
            draw.text(inner.x + 1, y, inner.width - 1, &text, Role::Text);
            y += 1;
        }
    }
    let rest = Rect { y, height: inner.bottom() - y, x: inner.x + 1, width: inner.width - 1 };
    pairs(draw, state, standing.plan(), (&train, test.as_ref()), rest);
}

/// Draws the tests of pairs, the smallest probability on the training set first.
fn pairs(
    draw: &mut Draw<'_>,
    state: &State,
    plan: &Plan,
    (train, test): (&Comparison, Option<&Comparison>),
    area: Rect,
) {
    if area.height < 2 {
        return;
    }
    let mut order: Vec<usize> = (0..train.pairs.len()).collect();
    order.sort_by(|one, other| train.pairs[*one].corrected.total_cmp(&train.pairs[*other].corrected));
    let label = |index: usize| plan.optimizers[index].label.as_str();
    let name = |pair: &Pair| format!("{} > {}", label(pair.optimizers[0]), label(pair.optimizers[1]));
    let oriented: Vec<(Pair, Option<&Pair>)> = order
        .iter()
        .map(|at| (table::oriented(&train.pairs[*at]), test.map(|test| &test.pairs[*at])))
        .collect();
    let width = oriented.iter().map(|(pair, _)| name(pair).chars().count()).max().unwrap_or(0).max(12);
    let heading = format!(
        "{}  {}  {}",
        left("better > worse", width.max(14)),
        left("training seeds, Holm’s p", 25),
        if test.is_some() { "test seeds, Holm’s p" } else { "" }
    );
    draw.text(area.x, area.y, area.width, &heading, Role::Dim);
    let page = usize::from(area.height - 1);
    let first = draw.hits.scroll(lists::TESTS, state.test.at, page, oriented.len());
    for (line, (pair, tested)) in oriented.iter().skip(first).take(page).enumerate() {
        let counts = |wins: [usize; 2], p: f64| format!("{}:{}, {}", wins[0], wins[1], table::probability(p));
        let tested = tested.map_or_else(String::new, |tested| {
            // The same order of the two optimizers as on the training set.
            let [won, lost] = tested.wins;
            let is_turned = tested.optimizers != pair.optimizers;
            counts(if is_turned { [lost, won] } else { [won, lost] }, tested.corrected)
        });
        let text = format!(
            "{}  {}  {tested}",
            left(&name(pair), width.max(14)),
            left(&counts(pair.wins, pair.corrected), 25)
        );
        draw.text(area.x, area.y + 1 + line as u16, area.width, &text, Role::Text);
    }
}
