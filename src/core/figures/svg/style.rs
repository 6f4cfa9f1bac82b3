//! The colours and lines of figures, on light backgrounds and, in pages of HTML, on dark ones.

use crate::figures::chart::LayerRole;

/// The number of different colours of equal things.
pub(super) const COLOURS: usize = 6;

pub(super) fn class(role: LayerRole) -> String {
    match role {
        LayerRole::Best => "best".to_owned(),
        LayerRole::Mean => "mean".to_owned(),
        LayerRole::Other => "other".to_owned(),
        LayerRole::Paper => "paper".to_owned(),
        LayerRole::Event => "event".to_owned(),
        LayerRole::Untuned => "untuned".to_owned(),
        LayerRole::Subject => "subject".to_owned(),
        LayerRole::Rival => "rival".to_owned(),
        LayerRole::Number(number) => format!("n{}", number % COLOURS + 1),
    }
}

/// The style sheet on a light background. Everything is below the class of the document, so that a page can contain several
/// figures.
pub(super) const LIGHT: &str = "
.eyas text { font: 12px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #2b3138 }
.eyas .title { font-size: 16px; font-weight: 600 }
.eyas .head { font-weight: 600 }
.eyas .dim { fill: #5d6772 }
.eyas .number { font-variant-numeric: tabular-nums }
.eyas .ground { fill: #ffffff }
.eyas .halo { stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; paint-order: stroke }
.eyas .grid { stroke: #e3e7eb; stroke-width: 1 }
.eyas .axis { stroke: #9aa4ae; stroke-width: 1 }
.eyas .stripe { fill: #f3f5f7 }
.eyas .line { fill: none; stroke-linejoin: round; stroke-linecap: round; stroke: currentColor }
.eyas .thick { stroke-width: 2.75 }
.eyas .thin { stroke-width: 1.25 }
.eyas .dashed { stroke-width: 1.25; stroke-dasharray: 6 4 }
.eyas .level { stroke-width: 1.25; stroke-dasharray: 2 3 }
.eyas .pointer { stroke-width: 0.75 }
.eyas .band { fill: currentColor; fill-opacity: 0.16; stroke: none }
.eyas .bar { fill: currentColor; fill-opacity: 0.75; stroke: none }
.eyas .point { fill: currentColor; stroke: none }
.eyas .heat { fill: #1f5fa8 }
.eyas .cells { stroke: #c9d0d7; stroke-width: 0.5 }
.eyas .best, .eyas .subject { color: #b35900 }
.eyas .mean { color: #1f6f8b }
.eyas .other { color: #8b949e }
.eyas .paper { color: #7b3fb5 }
.eyas .event { color: #2b3138 }
.eyas .untuned { color: #2e7d32 }
.eyas .rival { color: #7b3fb5 }
.eyas .n1 { color: #b35900 }
.eyas .n2 { color: #1f5fa8 }
.eyas .n3 { color: #2e7d32 }
.eyas .n4 { color: #7b3fb5 }
.eyas .n5 { color: #a3195b }
.eyas .n6 { color: #5d6772 }
.eyas text.best, .eyas text.subject, .eyas text.mean, .eyas text.other, .eyas text.paper, .eyas text.untuned,
.eyas text.rival, .eyas text.n1, .eyas text.n2, .eyas text.n3, .eyas text.n4, .eyas text.n5, .eyas text.n6 { fill: currentColor }
";

/// What differs for readers with a dark colour scheme.
pub(super) const DARK: &str = "
@media (prefers-color-scheme: dark) {
.eyas text { fill: #dfe4ea }
.eyas .dim { fill: #9aa4ae }
.eyas .ground { fill: #14181d }
.eyas .halo { stroke: #14181d }
.eyas .grid { stroke: #2a3138 }
.eyas .axis { stroke: #66717c }
.eyas .stripe { fill: #1b2026 }
.eyas .band { fill-opacity: 0.24 }
.eyas .heat { fill: #6fb1ff }
.eyas .cells { stroke: #3a434c }
.eyas .best, .eyas .subject { color: #ffb454 }
.eyas .mean { color: #6fc3df }
.eyas .other { color: #7d8791 }
.eyas .paper { color: #c9a2f2 }
.eyas .event { color: #dfe4ea }
.eyas .untuned { color: #7fd183 }
.eyas .rival { color: #c9a2f2 }
.eyas .n1 { color: #ffb454 }
.eyas .n2 { color: #6fb1ff }
.eyas .n3 { color: #7fd183 }
.eyas .n4 { color: #c9a2f2 }
.eyas .n5 { color: #ff8fb8 }
.eyas .n6 { color: #b9c2cb }
.eyas text.best, .eyas text.subject, .eyas text.mean, .eyas text.other, .eyas text.paper, .eyas text.untuned,
.eyas text.rival, .eyas text.n1, .eyas text.n2, .eyas text.n3, .eyas text.n4, .eyas text.n5, .eyas text.n6 { fill: currentColor }
}
";
