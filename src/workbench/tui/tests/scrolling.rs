//! Tests of scroll bars, and of long lists.

use std::sync::Arc;

use crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Rect;

use super::fixture::{Bench, record};
use super::lists::log;
use crate::job::report::Fact;
use crate::tui::hit_map::Target;
use crate::tui::screens;

/// The rows of the scroll bar's thumb, and the rows between the upper and the lower end of the bar.
fn thumb(bench: &mut Bench) -> (Vec<u16>, std::ops::Range<u16>) {
    bench.draw();
    let area = bench.terminal.backend().buffer().area;
    let is_bar = |y: &u16| {
        let mut targets = bench.model.hits.at(area.width - 1, *y);
        targets.any(|target| matches!(target, Target::Scroll(..)))
    };
    let bar: Vec<u16> = (0..area.height).filter(is_bar).collect();
    let symbol = |y: u16| bench.terminal.backend().buffer()[(area.width - 1, y)].symbol().to_owned();
    let thumb = bar.iter().copied().filter(|y| symbol(*y) == "┃").collect();
    let ends = bar.first().zip(bar.last()).map_or(0..0, |(first, last)| *first..*last + 1);
    (thumb, ends)
}

#[test]
fn the_scroll_bar_is_at_its_ends_exactly_when_the_list_is() {
    let mut drawn = 0;
    for (width, height) in (40..130).step_by(9).flat_map(|w| (12..60).step_by(5).map(move |h| (w, h))) {
        for count in [5, 30, 400] {
            let mut bench = log(width, height, count);
            let page = bench.model.hits.page(screens::log::LIST);
            let (top, bar) = thumb(&mut bench);
            assert_eq!(!bar.is_empty(), page < count, "{width}×{height}, {count} entries, {page} rows");
            if bar.is_empty() {
                continue;
            }
            drawn += 1;
            assert_eq!(usize::from(bar.end - bar.start), page);
            let text = format!("1–{page} of {count}");
            assert!(bench.draw().contains(&text), "{text}\n{}", bench.draw());
            assert_eq!(top.first(), Some(&bar.start));
            assert!(top.len() == page || *top.last().unwrap() + 1 < bar.end);
            bench.keys("G");
            let (bottom, _) = thumb(&mut bench);
            assert_eq!(bottom.last(), Some(&(bar.end - 1)), "{width}×{height}, {count} entries");
            assert!(bottom[0] > bar.start);
            let text = format!("{}–{count} of {count}", count - page + 1);
            assert!(bench.draw().contains(&text), "{text}\n{}", bench.draw());
            bench.keys("k");
            if page > 3 && count == 400 {
                bench.keys("PgUp PgUp PgUp");
                let (middle, _) = thumb(&mut bench);
                assert!(
                    middle[0] > bar.start && *middle.last().unwrap() + 1 < bar.end,
                    "{middle:?} in {bar:?}"
                );
            }
        }
    }
    assert!(drawn > 50, "{drawn}");
}

#[test]
fn the_scroll_bar_can_be_clicked_and_dragged() {
    let mut bench = log(100, 30, 400);
    let (_, bar) = thumb(&mut bench);
    let x = bench.terminal.backend().buffer().area.width - 1;
    bench.click((x, bar.end - 1));
    assert!(bench.draw().contains("of 400") && bench.draw().contains("▸    0:00"), "{}", bench.draw());
    bench.mouse((x, bar.start), MouseEventKind::Drag(MouseButton::Left));
    assert!(bench.draw().contains("▸    6:39"), "{}", bench.draw());
    // Dragging elsewhere does nothing.
    bench.mouse((10, bar.start + 3), MouseEventKind::Drag(MouseButton::Left));
    assert!(bench.draw().contains("▸    6:39"), "{}", bench.draw());
}

#[test]
fn only_the_visible_rows_of_ten_thousand_are_drawn() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let mut large = (*record(0, 4)).clone();
    let one = large.population[0].clone();
    large.population = (0..10_000_u64)
        .map(|place| crate::evolution::record::Individual { score: 10_000 - place, ..one.clone() })
        .collect();
    bench.fact(Fact::Generation(Arc::new(large)));
    bench.draw();
    let rows = |bench: &Bench| {
        let area = Rect::new(0, 0, 120, 40);
        let is_row =
            |target: &&Target| matches!(target, Target::Row(list, _) if list.0 == "population: organisms");
        let at = |y: u16| bench.model.hits.at(area.width / 2, y).find(is_row).cloned();
        (0..area.height).filter_map(at).count()
    };
    let page = rows(&bench);
    assert!((5..20).contains(&page), "{page}");
    assert!(bench.draw().contains("of 10,000"), "{}", bench.draw());
    bench.keys("G");
    assert!(
        bench.draw().contains("–10,000 of 10,000") && bench.draw().contains("▸ 10000"),
        "{}",
        bench.draw()
    );
    // The smallest score is on top of the list that is sorted by it, and the cursor is still on it.
    bench.keys("i I");
    assert!(bench.draw().contains("1–") && bench.draw().contains("▸ 10000"), "{}", bench.draw());
    assert_eq!(rows(&bench), page);
}
