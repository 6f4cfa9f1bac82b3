//! Figures as SVG.
//!
//! Text is text, in whatever font the reader has; nothing is measured with a font, so that the bytes depend on the figure
//! alone. Classes give the colours. A document of its own has one size and one set of colours, for a light background,
//! whatever the reader prefers: it is made for papers. In a page there is a second set, for dark backgrounds.

mod chart;
mod heatmap;
mod style;
mod table;

use svg::Document;
use svg::node::Text as Characters;
use svg::node::element::{Description, Element, Group, Rectangle, Style, Text, Title};

use super::{Content, Figure};

/// The estimated width of a small letter.
const CHARACTER: f64 = 6.6;
/// The estimated width of a capital letter.
const CAPITAL: f64 = 8.6;
/// The distance between the border and the content.
const MARGIN: f64 = 16.0;
/// The height of the title.
const TITLE: f64 = 40.0;

/// Returns the style sheet of figures, for a page that contains several of them and follows its reader's colour scheme.
#[must_use]
pub fn page_css() -> String {
    format!("{}{}", style::LIGHT, style::DARK)
}

/// Returns a figure as an SVG document.
#[must_use]
pub fn write(figure: &Figure) -> String {
    document(figure, true)
}

/// Returns a figure as an SVG element for a page that has the style sheet [`page_css`] and shows the title itself. The name of
/// the figure must be unique in the page.
#[must_use]
pub fn inline(figure: &Figure) -> String {
    document(figure, false)
}

/// Returns a figure as SVG, `alone` with its style sheet and its title.
fn document(figure: &Figure, alone: bool) -> String {
    let mut canvas = Canvas::default();
    let top = if alone { TITLE } else { 0.0 };
    let [width, height] = match &figure.content {
        Content::Chart(chart) => chart::draw(&mut canvas, chart, top),
        Content::Heatmap(map) => heatmap::draw(&mut canvas, map, top),
        Content::Table(table) => table::draw(&mut canvas, table, top),
    };
    if alone {
        canvas.text(MARGIN, 26.0, "title", "start", &figure.title);
    }
    let width = width.max(MARGIN * 2.0 + figure.title.chars().count() as f64 * CHARACTER * 1.3);
    let ids = ["title", "description"].map(|part| format!("{part}-{}", identifier(&figure.name)));
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {} {}", number(width), number(height)))
        .set("width", number(width))
        .set("height", number(height))
        .set("role", "img")
        .set("class", "eyas")
        .set("aria-labelledby", format!("{} {}", ids[0], ids[1]))
        .add(Title::new(clean(&figure.title)).set("id", ids[0].as_str()))
        .add(described(&figure.description, &ids[1]));
    if alone {
        document = document.add(Style::new(style::LIGHT));
    }
    document = document.add(
        Rectangle::new()
            .set("class", "ground")
            .set("x", 0)
            .set("y", 0)
            .set("width", number(width))
            .set("height", number(height)),
    );
    for part in canvas.parts {
        document = document.add(part);
    }
    format!("{document}\n")
}

/// Returns the element with the description.
fn described(text: &str, id: &str) -> Description {
    Description::new().set("id", id).add(Characters::new(clean(text)))
}

/// Returns a name as an identifier of XML.
fn identifier(name: &str) -> String {
    name.chars().map(|sign| if sign.is_ascii_alphanumeric() || sign == '-' { sign } else { '-' }).collect()
}

/// Returns a text without the characters that XML forbids.
fn clean(text: &str) -> String {
    text.chars()
        .map(|sign| if sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}') { ' ' } else { sign })
        .collect()
}

/// Writes a coordinate with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{:.2}", if value.is_finite() { value } else { 0.0 });
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns the estimated width of a text.
fn width_of(text: &str) -> f64 {
    let wide = text.chars().filter(|sign| sign.is_uppercase() || *sign == '_').count() as f64;
    text.chars().count() as f64 * CHARACTER + wide * (CAPITAL - CHARACTER)
}

/// The elements of a document, in the order in which they are drawn.
#[derive(Default)]
struct Canvas {
    parts: Vec<Element>,
}

impl Canvas {
    fn add(&mut self, part: impl Into<Element>) {
        self.parts.push(part.into());
    }

    /// Adds a text. `anchor` is `start`, `middle` or `end`.
    fn text(&mut self, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
        let text = Text::new(clean(text)).set("x", number(x)).set("y", number(y)).set("class", class);
        self.add(if anchor == "start" { text } else { text.set("text-anchor", anchor) });
    }

    /// Adds a straight line.
    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        let line = svg::node::element::Line::new()
            .set("x1", number(x1))
            .set("y1", number(y1))
            .set("x2", number(x2))
            .set("y2", number(y2))
            .set("class", class);
        self.add(line);
    }

    /// Adds a rectangle.
    fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], class: &str) {
        self.add(rectangle([x, y], [width, height]).set("class", class));
    }

    /// Adds a group.
    fn group(&mut self, group: Group) {
        self.add(group);
    }
}

fn rectangle([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Rectangle {
    Rectangle::new()
        .set("x", number(x))
        .set("y", number(y))
        .set("width", number(width.max(0.0)))
        .set("height", number(height.max(0.0)))
}
