//! Draws a race.

use super::state::State;
use super::{CHART, OPTIMIZERS, PAIRS, TABLE, TESTS};
use crate::figures::chart::{LayerRole as Meaning, Shape};
use crate::figures::race::medians;
use crate::race::{Band, Comparison, Pair, RacePlan, ScoredSet, table};
use crate::tui::panes::chart::{self, Options, mark, role};
use crate::tui::prelude::*;

/// The width of the table of optimizers with the test set.
const WITH_TEST: u16 = 80;
/// The least width of the inside of the table with the ranks.
const WITH_RANK: u16 = 58;
/// The minimum width of a view with the chart beside the table.
const WIDE: u16 = 130;
/// The minimum height of a view with all panes.
const TALL: u16 = 28;
/// The minimum height of the chart.
const LEAST_CHART: u16 = 8;
/// The number of points of a curve.
const POINTS: u64 = 200;

/// Divides an area among the panes.
pub(super) fn places(state: &State, _model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = state.panes;
    let lines = state.standing().map_or(0, |standing| standing.plan().optimizers.len());
    let height =
        u16::try_from(lines + 4).unwrap_or(u16::MAX).min(area.height.saturating_sub(LEAST_CHART).max(4));
    let stacked = |area: Rect| {
        let [upper, lower] = split_top(area, height);
        vec![(TABLE, upper), (CHART, lower)]
    };
    if is_zoomed {
        return vec![(focus, area)];
    }
    if area.height < TALL {
        let both = focus != PAIRS && area.height >= height + LEAST_CHART;
        return if both { stacked(area) } else { vec![(focus, area)] };
    }
    let pairs =
        u16::try_from(lines * lines.saturating_sub(1) / 2 + 5).unwrap_or(u16::MAX).min(area.height / 3);
    let [middle, lower] = split_top(area, area.height - pairs);
    let mut places = match area.width >= WIDE {
        true => {
            let [left, right] = split_left(middle, WITH_TEST);
            vec![(TABLE, left), (CHART, right)]
        }
        false => stacked(middle),
    };
    places.push((PAIRS, lower));
    places
}

/// What the table shows of an optimizer.
struct Raced<'a> {
    number: usize,
    label: &'a str,
    /// The numbers of complete runs and of all.
    runs: [usize; 2],
    /// The scores after the latest evaluations.
    band: Option<Band>,
    /// The median and the mean rank, on the training set and on the test set.
    results: [Option<(f64, f64)>; 2],
}

/// Returns the table of the optimizers; `None` until the race is read.
pub(super) fn optimizer_table(state: &State) -> Option<Table<'_>> {
    let standing = state.standing()?;
    let sets = [ScoredSet::Train, ScoredSet::Test];
    let found = sets.map(|set| standing.comparison(set));
    let [train, test] = sets.map(|set| standing.measure(set));
    let raced = |number: usize| {
        let result = |comparison: &Option<Comparison>| {
            let summary = comparison.as_ref()?.summaries.get(number)?;
            Some((summary.spread.median, summary.mean_rank))
        };
        Raced {
            number,
            label: &standing.plan().optimizers[number].label,
            runs: [standing.complete(number), standing.plan().seeds.len()],
            band: standing.bands(number, 100).last().copied(),
            results: [result(&found[0]), result(&found[1])],
        }
    };
    let rows: Vec<Raced<'_>> = (0..standing.plan().optimizers.len()).map(raced).collect();
    let text = |text: Option<String>| (text.unwrap_or_default(), Role::Text);
    let rank = move |result: Option<(f64, f64)>| text(result.map(|(_, rank)| format!("{rank:.2}")));
    let key = |value: Option<f64>| value.map(Key::Number);
    let quartiles = train.clone();
    Some(
        Rows::new(OPTIMIZERS, rows, state.optimizer.at)
            .left("#", 1, |raced| (mark(raced.number), role(Meaning::Number(raced.number))))
            .gap(0)
            .natural()
            .left("optimizer", 14, move |raced| text(Some(raced.label.to_owned())))
            .sorted(|raced| Some(Key::text(raced.label)))
            .left("runs", 7, |raced| (format!("{}/{}", raced.runs[0], raced.runs[1]), Role::Text))
            .named("complete runs")
            .largest_first(|raced| Some(Key::count(raced.runs[0])))
            .right("median", 9, move |raced| text(raced.band.map(|band| table::number(&train, band.median))))
            .largest_first(move |raced| key(raced.band.map(|band| band.median)))
            .right("quartiles", 18, move |raced| {
                text(raced.band.map(|band| table::range(&quartiles, band.q25, band.q75)))
            })
            .right("rank", 5, move |raced| rank(raced.results[0]))
            .least_width(WITH_RANK)
            .sorted(move |raced| key(raced.results[0].map(|(_, rank)| rank)))
            .right("test", 9, move |raced| {
                text(raced.results[1].map(|(median, _)| table::number(&test, median)))
            })
            .named("median on the test set")
            .least_width(WITH_TEST - 2)
            .largest_first(move |raced| key(raced.results[1].map(|(median, _)| median)))
            .right("rank", 5, move |raced| rank(raced.results[1]))
            .named("rank on the test set")
            .least_width(WITH_TEST - 2)
            .sorted(move |raced| key(raced.results[1].map(|(_, rank)| rank)))
            .searched(|raced| raced.label.to_owned())
            .table(),
    )
}

pub(super) fn optimizers(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let name = state.folder.as_deref().map(files::name).unwrap_or_default();
    let room = usize::from(frame.area.width).saturating_sub(name.cells() + 12);
    let inner = frame.open(draw, &name, &progress(state, model, room));
    let (Some(standing), Some(table)) = (state.standing(), optimizer_table(state)) else {
        let (text, role) = match state.error() {
            Some(error) => (error, Role::Error),
            None => ("reading the runs …", Role::Dim),
        };
        return paragraphs(draw, inner, [(text, role)]);
    };
    let rest = paragraph(draw, inner, &about(standing.plan()), Role::Dim);
    table.draw(draw, rest, frame.focused);
}

/// Describes the experiment of a race.
fn about(plan: &RacePlan) -> String {
    let name = plan.base.objective.name();
    let (evaluations, seeds) = (thousands(plan.evaluations), plan.seeds.len());
    format!("{name} ({}) · {evaluations} evaluations · {seeds} seeds", plan.base.preset)
}

/// Describes the state of the race.
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

/// Returns the medians of all optimizers by evaluations, with the quartiles of the selected one; `None` before the first
/// generation.
pub(super) fn medians_of(state: &State) -> Option<Chart> {
    let mut chart = medians(state.standing()?, POINTS);
    let selected = Meaning::Number(state.optimizer.at);
    for panel in &mut chart.panels {
        // The bands of the others would hide each other, and their values the details of the selected one.
        panel.layers.retain(|layer| layer.role == selected || !matches!(layer.shape, Shape::Band(_)));
    }
    (!chart.stops().is_empty()).then_some(chart)
}

pub(super) fn chart(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let standing = state.standing();
    let measure = standing.map(|standing| standing.measure(ScoredSet::Train));
    let title =
        measure.as_ref().and_then(|measure| measure.titles.last()).map_or("Best score", String::as_str);
    let selected = standing.and_then(|standing| standing.plan().optimizers.get(state.optimizer.at));
    let note = selected.map_or_else(String::new, |raced| format!("band: quartiles of {}", raced.label));
    let inner = frame.open(draw, &format!("{title}: medians by evaluations"), &note);
    let Some(chart) = medians_of(state) else {
        return paragraphs(draw, inner, [("no generation yet", Role::Dim)]);
    };
    let options = Options {
        view: model.chart,
        focused: state.panes.at != PAIRS,
        ascii: model.ascii,
        entries: &[],
        selected: Some(state.optimizer.at),
    };
    chart::draw(draw, &chart, &options, inner);
}

/// Returns the table of the tests of pairs, the smallest probability on the training set first; `None` until every optimizer
/// has completed a seed.
pub(super) fn pair_table(state: &State) -> Option<Table<'_>> {
    let standing = state.standing()?;
    let train = standing.comparison(ScoredSet::Train)?;
    let test = standing.comparison(ScoredSet::Test);
    let mut order: Vec<usize> = (0..train.pairs.len()).collect();
    order.sort_by(|one, other| train.pairs[*one].corrected.total_cmp(&train.pairs[*other].corrected));
    let label = |index: usize| standing.plan().optimizers[index].label.as_str();
    let row = |at: usize| {
        let pair = table::oriented(&train.pairs[at]);
        // The same order of the two optimizers as on the training set.
        let turned = |tested: &Pair| match tested.wins {
            [won, lost] if tested.optimizers != pair.optimizers => Pair { wins: [lost, won], ..*tested },
            _ => *tested,
        };
        let name = format!("{} > {}", label(pair.optimizers[0]), label(pair.optimizers[1]));
        (name, pair, test.as_ref().map(|test| turned(&test.pairs[at])))
    };
    let rows: Vec<(String, Pair, Option<Pair>)> = order.into_iter().map(row).collect();
    let width = rows.iter().map(|(name, ..)| name.cells()).max().unwrap_or(0).max(14);
    let counts = |pair: Option<&Pair>| {
        let text = |pair: &Pair| {
            format!("{}:{}, {}", pair.wins[0], pair.wins[1], table::probability(pair.corrected))
        };
        (pair.map(text).unwrap_or_default(), Role::Text)
    };
    let table = Rows::new(TESTS, rows, state.pair.at)
        .left("better > worse", width, |(name, ..)| (name.clone(), Role::Text))
        .sorted(|(name, ..)| Some(Key::text(name)))
        .left("training seeds, Holm’s p", 25, move |(_, pair, _)| counts(Some(pair)))
        .gap(2)
        .sorted(|(_, pair, _)| Some(Key::Number(pair.corrected)));
    let table = match test.is_some() {
        true => table
            .left("test seeds, Holm’s p", 25, move |(.., tested)| counts(tested.as_ref()))
            .sorted(|(.., tested)| Some(Key::Number(tested.as_ref()?.corrected))),
        false => table,
    };
    Some(table.searched_by_cells().table())
}

/// Draws the rank tests: the Friedman test on each set, then the pairs.
pub(super) fn tests(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    let standing = state.standing();
    let train = standing.and_then(|standing| standing.comparison(ScoredSet::Train));
    let note = train.as_ref().map_or_else(String::new, |found| {
        format!("{} of {} seeds complete", found.seeds, standing.map_or(0, |found| found.plan().seeds.len()))
    });
    let inner = frame.open(draw, "Rank tests", &note);
    let (Some(standing), Some(train), Some(pairs)) = (standing, train, pair_table(state)) else {
        let text = "The tests begin when every optimizer has completed the run of one seed.";
        return paragraphs(draw, inner, [(text, Role::Dim)]);
    };
    let test = standing.comparison(ScoredSet::Test);
    let sets = [("training", Some(train)), ("test", test)].into_iter();
    let lines =
        sets.filter_map(|(name, found)| Some(format!("Friedman test, {name}: {}", table::friedman(&found?))));
    let rest = lines.fold(inner, |rest, line| paragraph(draw, rest, &line, Role::Text));
    pairs.draw(draw, rest, frame.focused);
}
