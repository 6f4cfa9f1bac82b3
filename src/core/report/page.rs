//! The page of a report.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::section::{PAPERS, Section, Shown};
use super::{PICTURES, Report, TABLES, style};
use crate::figures::table::{Cell, Column};
use crate::figures::{Content, Table, svg};
use crate::numbers::thousands;
use crate::text;

/// The most rows of a table in the page; the file has them all.
const ROWS: usize = 60;

/// The most lines of values that a page shows at once.
const PASTED: usize = 30;

/// The most cells of a heatmap in the page. Larger ones are only in their files: a page of tens of megabytes is of no
/// use.
const CELLS: usize = 12_000;

/// Returns the page.
pub(super) fn html(report: &Report) -> String {
    let names: Vec<&str> =
        report.sections.iter().filter(|one| one.id != PAPERS).map(|one| one.title.as_str()).collect();
    let title = format!("Eyas report: {}", names.join(", "));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("eyas ", env!("CARGO_PKG_VERSION")));
                title { (line(&title)) }
                style { (PreEscaped(style::CSS)) (PreEscaped(svg::page_css())) }
            }
            body {
                header {
                    h1 { "Eyas report" }
                    p {
                        @let folders = report.sections.len() - 1;
                        "Figures and tables of " (folders) @if folders == 1 { " folder" } @else { " folders" } ", written by Eyas "
                        (env!("CARGO_PKG_VERSION")) ". The same content gives the same report. "
                        @match &report.machine {
                            Some(machine) => { "Times were measured on: " (line(machine)) "." }
                            None => {
                                "Evolutions and games with limits of nodes have the same results on every machine. The \
                                 machine on which games with clocks were played is not recorded."
                            }
                        }
                    }
                    nav aria-label="Contents" {
                        ul {
                            @for section in &report.sections {
                                li {
                                    a href=(format!("#{}", section.anchor())) { (line(&section.title)) }
                                    @if !section.figures.is_empty() { (contents(section)) }
                                }
                            }
                        }
                    }
                }
                main { @for section in &report.sections { (of_section(section)) } }
            }
        }
    };
    page.into_string() + "\n"
}

/// Returns a text of a file as one line.
fn line(text: &str) -> String {
    text::line(text).into_owned()
}

fn contents(section: &Section) -> Markup {
    html! {
        ul class="short" {
            @for shown in &section.figures {
                li { a href=(format!("#{}", shown.anchor())) { (line(short(&shown.figure.title))) } }
            }
        }
    }
}

/// Returns the title of a figure without the name of its source.
fn short(title: &str) -> &str {
    title.rsplit_once(" · ").map_or(title, |(title, _)| title)
}

fn of_section(section: &Section) -> Markup {
    html! {
        section id=(section.anchor()) {
            h2 { (line(&section.title)) }
            @if let Some(why) = &section.suspect { p class="suspect" { strong { "Suspect: " } (line(why)) } }
            @for sentence in &section.lead { p class="lead" { (line(sentence)) } }
            @for (title, text) in &section.values {
                details open[text.lines().count() <= PASTED] {
                    summary { (line(title)) }
                    div class="scroll" tabindex="0" { pre { (text::message(text)) } }
                }
            }
            p { (line(&section.about)) }
            @if section.experiment.is_some() {
                p class="command" {
                    "Repeat it: " code { "eyas run " (section.experiment_path().display()) }
                }
            }
            @for shown in &section.figures { (of_figure(shown)) }
        }
    }
}

fn of_figure(shown: &Shown) -> Markup {
    let figure = &shown.figure;
    let table = format!("{TABLES}/{}.csv", figure.name);
    let picture = format!("{PICTURES}/{}.svg", figure.name);
    let title = if shown.command.is_some() { short(&figure.title) } else { figure.title.as_str() };
    html! {
        figure id=(shown.anchor()) {
            figcaption { h3 { (line(title)) } }
            @match &figure.content {
                Content::Table(table) => { (of_table(table)) }
                Content::Heatmap(map) if map.rows.len() * map.columns.len() > CELLS => {
                    p {
                        "This heatmap has " (thousands((map.rows.len() * map.columns.len()) as u64)) " cells: it is in "
                        a href=(picture) { (picture) } "."
                    }
                }
                Content::Chart(_) | Content::Heatmap(_) => {
                    (hint("picture"))
                    div class="scroll" tabindex="0" { (PreEscaped(svg::inline(figure))) }
                }
            }
            @if !figure.note.is_empty() { p class="note" { (figure.note) } }
            p class="command" {
                @if !matches!(figure.content, Content::Table(_)) { a href=(picture) { "SVG" } " · " }
                a href=(table) { "CSV" }
                @if let Some(command) = &shown.command { " · " code { (line(command)) } }
            }
        }
    }
}

/// Returns the line that tells readers with a narrow screen that a part of a picture or of a table is beyond its edge.
fn hint(what: &str) -> Markup {
    html! { p class="hint" { "↔ This " (what) " is wider than the screen: move it sideways to see the rest." } }
}

/// The width of a character of a table, and of the distance between columns, in pixels. Estimated, because nothing is measured
/// with a font.
const CHARACTER: (usize, usize) = (7, 12);

/// The width of a telephone's screen without the margins of the page, in pixels.
const NARROW: usize = 350;

/// Returns whether a table is wider than a narrow screen.
fn is_wide(table: &Table) -> bool {
    let length = |text: &str| text.chars().count().min(64);
    let word = |heading: &str| heading.split(' ').map(length).max().unwrap_or(0);
    let width = |(column, heading): (usize, &Column)| {
        let cells = table.rows.iter().take(ROWS).filter_map(|row| row.get(column));
        cells.map(|cell| length(&cell.shown())).fold(word(&heading.heading()), usize::max)
    };
    let widths = table.columns.iter().enumerate().map(width);
    widths.map(|width| width * CHARACTER.0 + CHARACTER.1).sum::<usize>() > NARROW
}

fn of_table(table: &Table) -> Markup {
    let numeric: Vec<bool> = (0..table.columns.len()).map(|column| is_numeric(table, column)).collect();
    let class = |column: usize| numeric.get(column).copied().unwrap_or(false).then_some("number");
    html! {
        @if is_wide(table) { (hint("table")) }
        div class="scroll" tabindex="0" {
            table {
                thead {
                    tr {
                        @for (column, heading) in table.columns.iter().enumerate() {
                            th scope="col" class=[class(column)] { (line(&Column::heading(heading))) }
                        }
                    }
                }
                tbody {
                    @for row in table.rows.iter().take(ROWS) {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                td class=[class(column)] { (line(&cell.shown())) }
                            }
                        }
                    }
                }
            }
        }
        @if table.rows.len() > ROWS {
            p { "The first " (ROWS) " of " (table.rows.len()) " rows; the file has all." }
        }
    }
}

fn is_numeric(table: &Table, column: usize) -> bool {
    let mut cells = table.rows.iter().filter_map(|row| row.get(column));
    cells.all(|cell| cell.is_number() || *cell == Cell::Empty)
}
