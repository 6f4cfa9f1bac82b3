//! The style sheet of the page, for light and dark screens, narrow screens and paper.

/// The style sheet.
pub(super) const CSS: &str = "
:root { color-scheme: light dark; --text: #2b3138; --dim: #5d6772; --ground: #ffffff; --stripe: #f3f5f7; --rule: #c9d0d7; --link: #1f5fa8 }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 64rem; padding: 1rem 1.25rem 3rem; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; margin: .5rem 0 }
h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-top: .75rem; border-top: 2px solid var(--rule) }
h3 { font-size: 1.05rem; margin: 0 0 .5rem }
a { color: var(--link) }
p { max-width: 46rem; margin: .5rem 0 }
nav ul { padding-left: 1.1rem; margin: .25rem 0 }
nav ul.short { padding: 0; font-size: .875rem; list-style: none; display: flex; flex-wrap: wrap; gap: 0 1rem }
figure { margin: 2rem 0 0; break-inside: avoid }
.scroll { overflow-x: auto; max-width: 100% }
.scroll svg { display: block; max-width: 100%; height: auto }
.hint { display: none; font-size: .8125rem; color: var(--dim) }
.lead { font-size: 1.0625rem; font-weight: 600 }
.note { font-size: .875rem; color: var(--dim) }
.command { font-size: .8125rem; color: var(--dim); max-width: none }
code { font: .8125rem ui-monospace, Menlo, Consolas, monospace }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: normal }
th, td { padding: .2rem .75rem .2rem 0; text-align: left; vertical-align: top }
thead th { border-bottom: 1px solid var(--rule); vertical-align: bottom }
tbody tr:nth-child(even) { background: var(--stripe) }
td { max-width: 28rem }
.number { text-align: right; white-space: nowrap }
thead .number { white-space: normal }
@media (max-width: 40rem) {
.hint { display: block }
.scroll { border: 1px solid var(--rule) }
.scroll svg { max-width: none }
}
@media (prefers-color-scheme: dark) {
:root { --text: #dfe4ea; --dim: #9aa4ae; --ground: #14181d; --stripe: #1b2026; --rule: #3a434c; --link: #6fb1ff }
}
@media print {
body { max-width: none; font-size: 11pt; padding: 0 }
nav { display: none }
.scroll { overflow: visible }
table { font-size: 8pt }
}
";
