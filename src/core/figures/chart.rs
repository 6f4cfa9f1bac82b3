//! Charts: lines, bands, bars and points over one horizontal axis, in one panel for each unit.

use super::scale::Scale;
use crate::numbers::thousands;
use crate::objectives::measure::{Format, Measure};

/// A chart. Its panels have the same horizontal axis, and each has a vertical axis of its own: values of different units
/// never share an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The horizontal axis.
    pub x: Axis,
    /// The panels, from top to bottom.
    pub panels: Vec<Panel>,
}

/// A part of a chart with its own vertical axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn. Bands and bars are below lines, and later lines above earlier ones.
    pub layers: Vec<Layer>,
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    /// What the axis shows.
    pub title: String,
    /// The unit; empty if the title says it.
    pub unit: String,
    /// Whether equal ratios have equal distances.
    pub logarithmic: bool,
    /// Values that the whole axis includes besides those of the layers.
    pub whole: Option<[f64; 2]>,
    /// How numbers are written.
    pub labels: Labels,
}

/// How the numbers of an axis are written.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Labels {
    /// In full, with as many decimals as needed.
    #[default]
    Plain,
    /// Whole numbers.
    Counts,
    /// With a sign.
    Signed,
    /// As the scores of an objective.
    Measure(Box<Measure>),
}

/// A part of a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The name in the legend; empty for no entry.
    pub name: String,
    /// The meaning, which determines the colour.
    pub role: LayerRole,
    /// The values.
    pub shape: Shape,
}

/// The meaning of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerRole {
    /// The best organism, or the main line.
    Best,
    /// The mean of the population.
    Mean,
    /// Something that is shown for comparison, such as other runs.
    Other,
    /// A result of a paper, or a given organism.
    Paper,
    /// What a person did during a run.
    Event,
    /// The untuned search.
    Untuned,
    /// The subject of a comparison.
    Subject,
    /// The rival in a comparison.
    Rival,
    /// One of several equal things; the first is 0.
    Number(usize),
}

/// How a line is drawn, so that lines differ without colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// Thick and solid.
    Thick,
    /// Thin and solid.
    Thin,
    /// Thin and dashed.
    Dashed,
}

/// The values of a layer. Horizontal positions ascend.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line(Stroke, Vec<[f64; 2]>),
    /// For each horizontal position the lower and the upper end.
    Band(Vec<(f64, [f64; 2])>),
    /// A horizontal line.
    Level(f64),
    /// Single points.
    Points(Vec<[f64; 2]>),
    /// Bars of this width. Each begins at its position.
    Bars(f64, Vec<[f64; 2]>),
}

/// The part of the vertical axes that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zoom {
    /// From the lowest to the highest value of lines, bands and bars, and single points near them.
    #[default]
    Data,
    /// From the lowest to the highest value of all, however far single points are.
    Points,
    /// From zero, or the whole possible range.
    Whole,
}

/// How far a single point may lengthen an axis, relative to its length.
const REACH: f64 = 0.25;

/// The values of a layer at a horizontal position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reading {
    /// One value.
    Value(f64),
    /// The lower and the upper end of a band.
    Ends([f64; 2]),
}

impl Axis {
    /// Creates a linear axis.
    #[must_use]
    pub fn new(title: &str, unit: &str) -> Axis {
        Axis { title: title.to_owned(), unit: unit.to_owned(), ..Axis::default() }
    }

    /// Creates an axis that includes these values.
    #[must_use]
    pub fn whole(self, from: f64, to: f64) -> Axis {
        Axis { whole: Some([from, to]), ..self }
    }

    /// Returns the title with the unit.
    #[must_use]
    pub fn heading(&self) -> String {
        let said = self.title.to_lowercase().contains(&self.unit);
        match (self.title.is_empty(), said) {
            (true, _) => self.unit.clone(),
            (false, true) => self.title.clone(),
            (false, false) => format!("{} ({})", self.title, self.unit),
        }
    }

    /// Creates an axis of counts, whose ticks are whole numbers.
    #[must_use]
    pub fn counts(self) -> Axis {
        Axis { labels: Labels::Counts, ..self }
    }

    /// Returns the smallest distance of two ticks: counts have no fractions.
    #[must_use]
    pub fn least_step(&self) -> f64 {
        match &self.labels {
            Labels::Counts => 1.0,
            Labels::Measure(measure) if measure.format != Format::Fraction => 1.0,
            _ => 0.0,
        }
    }

    /// Writes a round number at the axis.
    #[must_use]
    pub fn tick(&self, value: f64) -> String {
        match &self.labels {
            Labels::Measure(measure) if value >= 0.0 => measure.tick(value),
            Labels::Signed if value > 0.0 => format!("+{}", plain(value)),
            _ => plain(value),
        }
    }

    /// Writes any value.
    #[must_use]
    pub fn value(&self, value: f64) -> String {
        match &self.labels {
            Labels::Measure(measure) if value >= 0.0 => measure.amount(value),
            Labels::Signed if value > 0.0 => format!("+{}", plain(value)),
            _ => plain(value),
        }
    }
}

/// Writes a number with separated thousands, and with decimals if it is small.
pub(crate) fn plain(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let sign = if value < 0.0 { "−" } else { "" };
    let size = value.abs();
    let text = match size {
        100.0.. => thousands(size.round() as u64),
        1.0..100.0 => trimmed(format!("{size:.1}")),
        _ => trimmed(format!("{size:.4}")),
    };
    if text == "0" { text } else { format!("{sign}{text}") }
}

/// Removes the zeros after a decimal point, and the point.
fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

impl Layer {
    /// Creates a layer.
    #[must_use]
    pub fn new(name: &str, role: LayerRole, shape: Shape) -> Layer {
        Layer { name: name.to_owned(), role, shape }
    }

    /// Returns all vertical values.
    fn values(&self) -> Vec<f64> {
        match &self.shape {
            Shape::Line(_, points) | Shape::Points(points) => points.iter().map(|point| point[1]).collect(),
            Shape::Band(ends) => ends.iter().flat_map(|(_, ends)| *ends).collect(),
            Shape::Level(value) => vec![*value],
            // A bar is as long as its value only if the axis begins at 0.
            Shape::Bars(_, bars) => bars.iter().map(|bar| bar[1]).chain([0.0]).collect(),
        }
    }

    /// Returns the horizontal positions at which the layer has values.
    fn positions(&self) -> Vec<f64> {
        match &self.shape {
            Shape::Line(_, points) | Shape::Points(points) => points.iter().map(|point| point[0]).collect(),
            Shape::Band(ends) => ends.iter().map(|(x, _)| *x).collect(),
            Shape::Level(_) => Vec::new(),
            Shape::Bars(_, bars) => bars.iter().map(|bar| bar[0]).collect(),
        }
    }

    /// Returns the value at a horizontal position, if the layer has one exactly there.
    #[must_use]
    pub fn at(&self, x: f64) -> Option<Reading> {
        let place = |points: &[[f64; 2]]| {
            let found = points.binary_search_by(|point| point[0].total_cmp(&x)).ok()?;
            Some(Reading::Value(points[found][1]))
        };
        match &self.shape {
            Shape::Line(_, points) | Shape::Bars(_, points) | Shape::Points(points) => place(points),
            Shape::Band(ends) => {
                let found = ends.binary_search_by(|(at, _)| at.total_cmp(&x)).ok()?;
                Some(Reading::Ends(ends[found].1))
            }
            Shape::Level(value) => Some(Reading::Value(*value)),
        }
    }

    /// Returns whether the layer belongs below the lines.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        matches!(self.shape, Shape::Band(_) | Shape::Bars(..))
    }
}

impl Panel {
    /// Returns the layers in the order in which they are drawn: bands and bars first.
    pub fn drawn(&self) -> impl Iterator<Item = &Layer> {
        let lines = self.layers.iter().filter(|layer| !layer.is_ground());
        self.layers.iter().filter(|layer| layer.is_ground()).chain(lines)
    }

    /// Returns the scale of the vertical axis. It contains every value, both ends of bands included; in [`Zoom::Data`]
    /// not the single points that would lengthen the axis by more than a quarter.
    #[must_use]
    pub fn scale(&self, zoom: Zoom, ticks: usize) -> Scale {
        let is_point = |layer: &&Layer| matches!(layer.shape, Shape::Points(_));
        let values = |layer: &Layer| layer.values().into_iter().filter(|value| value.is_finite());
        let mut all: Vec<f64> =
            self.layers.iter().filter(|layer| !is_point(layer)).flat_map(values).collect();
        let points = self.layers.iter().filter(is_point).flat_map(values);
        if zoom == Zoom::Data && !all.is_empty() {
            let data = self.scale_of(&all, zoom, ticks);
            all.extend(points.filter(|point| (-REACH..=1.0 + REACH).contains(&data.share(*point))));
        } else {
            all.extend(points);
        }
        self.scale_of(&all, zoom, ticks)
    }

    fn scale_of(&self, values: &[f64], zoom: Zoom, ticks: usize) -> Scale {
        let whole = match zoom {
            Zoom::Data | Zoom::Points => [f64::INFINITY, f64::NEG_INFINITY],
            Zoom::Whole => self.y.whole.unwrap_or([0.0, 0.0]),
        };
        let [low, high] = values.iter().fold(whole, |[low, high], value| [low.min(*value), high.max(*value)]);
        let [low, high] = if low <= high { [low, high] } else { [0.0, 1.0] };
        match zoom {
            Zoom::Data | Zoom::Points if self.y.logarithmic => Scale::logarithmic(low, high, ticks),
            _ => Scale::round(low, high, ticks, self.y.least_step()),
        }
    }
}

/// Returns finite numbers in ascending order without repetitions.
fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = numbers.filter(|x| x.is_finite()).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

impl Chart {
    /// Creates a chart with one panel.
    #[must_use]
    pub fn new(x: Axis, y: Axis, layers: Vec<Layer>) -> Chart {
        Chart { x, panels: vec![Panel { y, layers }] }
    }

    /// Returns the positions of the values, in ascending order without repetitions.
    #[must_use]
    pub fn positions(&self) -> Vec<f64> {
        let layers = self.panels.iter().flat_map(|panel| &panel.layers);
        sorted(layers.flat_map(Layer::positions))
    }

    /// Returns the positions of the lines, bands and bars: the places of a cursor.
    #[must_use]
    pub fn stops(&self) -> Vec<f64> {
        let layers = self.panels.iter().flat_map(|panel| &panel.layers);
        let drawn = layers.filter(|layer| !matches!(layer.shape, Shape::Points(_)));
        sorted(drawn.flat_map(Layer::positions))
    }

    /// Returns the ends of the horizontal axis.
    #[must_use]
    pub fn range(&self) -> [f64; 2] {
        let layers = || self.panels.iter().flat_map(|panel| &panel.layers);
        let ends = layers().filter_map(|layer| match &layer.shape {
            Shape::Bars(width, bars) => bars.last().map(|bar| bar[0] + width),
            _ => None,
        });
        let all = self.positions().into_iter().chain(ends).chain(self.x.whole.into_iter().flatten());
        let [low, high] =
            all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        match (low <= high, low < high) {
            (true, true) => [low, high],
            (true, false) => [low, low + 1.0],
            _ => [0.0, 1.0],
        }
    }
}
