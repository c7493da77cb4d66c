import { Markup } from "./markup.js";

/** Fonts of the system, colors by the preference of the reader. On paper, all details are open. */
export const STYLE = new Markup(`
:root { color-scheme: light dark;
  --page: #f4f5f7; --card: #fff; --ink: #1c2128; --soft: #59636e; --line: #d5dae0; --link: #0a58b5; --code: #eef0f3;
  --success: #19692f; --success-tint: #e3f4e6; --failure: #b3202a; --failure-tint: #fde8e8; --warning: #7d5200; --warning-tint: #fbf0d3; }
@media screen and (prefers-color-scheme: dark) { :root {
  --page: #0f1318; --card: #181d24; --ink: #e4e8ed; --soft: #9ba6b2; --line: #323a45; --link: #7db4ff; --code: #242b34;
  --success: #6fcf87; --success-tint: #15301d; --failure: #ff8f8f; --failure-tint: #3d1a1d; --warning: #e8ba58; --warning-tint: #352a10; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 76rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
h1, h2, h3, h4, p, dl, dd, ul { margin: 0; }
h2 { font-size: 1.375rem; line-height: 1.25; margin-bottom: .75rem; }
h3 { font-size: 1rem; line-height: 1.4; margin: 1.5rem 0 .5rem; }
h2 + h3, .note + h3 { margin-top: .75rem; }
ul { padding-left: 1.25rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.note, .route { color: var(--soft); font-size: .875rem; font-weight: 400; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.success { --tone: var(--success); --tint: var(--success-tint); }
.failure { --tone: var(--failure); --tint: var(--failure-tint); }
.warning { --tone: var(--warning); --tint: var(--warning-tint); }

header, section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem; }
section { margin-top: 1rem; }
header { border-top: .375rem solid var(--tone); }
.kicker { color: var(--soft); font-size: .875rem; margin-bottom: .75rem; }
.verdict { display: flex; gap: 1rem; align-items: center; padding: 1rem; border-radius: .5rem; background: var(--tint); }
.verdict > div { min-width: 0; }
.verdict h1 { font-size: clamp(1.375rem, 4vw, 1.875rem); line-height: 1.2; color: var(--tone); }
.verdict p { margin-top: .25rem; }
.sign { flex: none; width: 3rem; height: 3rem; border-radius: 50%; border: .1875rem solid var(--tone);
  color: var(--tone); font-size: 1.625rem; font-weight: 700; line-height: 2.625rem; text-align: center; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; margin-top: 1.25rem; font-variant-numeric: tabular-nums; }
dt { color: var(--soft); font-size: .875rem; }
nav { margin-top: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .375rem 1.25rem; list-style: none; padding: 0 .25rem; font-size: .9375rem; }
.count { color: var(--soft); font-size: .8125rem; }

.strip { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem 1.5rem; }
.tally dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .5rem; }
.tally dl > div { padding: .5rem .625rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--tint, transparent); }
.tally dt, .tally dd { color: var(--tone, inherit); }
.tally dt { overflow-wrap: normal; font-size: .8125rem; }
.tally dd { font-size: 1.625rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tally .none dt, .tally .none dd { color: var(--soft); }
.bar { display: flex; gap: 2px; height: .375rem; margin-top: .5rem; }
.bar span { flex: 0 1 0; min-width: 3px; background: var(--tone); border-radius: 1px; }

.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { padding: .4375rem .625rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 400; min-width: 2.5rem; }
th:first-child, td:first-child { padding-left: .25rem; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 600; white-space: nowrap; border-bottom: 2px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
tfoot th, tfoot td { border-top: 2px solid var(--line); border-bottom: 0; font-weight: 600; }
tr:target > * { background: var(--warning-tint); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th code { overflow-wrap: anywhere; }
td.text, th.text { min-width: 12rem; }
.name { min-width: 12.5rem; }
.short { white-space: nowrap; }
td.names { min-width: 13rem; }
td.text > .note, th .note, th .route { display: block; }
td ul { padding-left: 1rem; }
.matrix thead th { white-space: normal; overflow-wrap: normal; vertical-align: bottom; font-size: .75rem; }
.matrix .number { padding-left: .375rem; padding-right: .375rem; }
.matrix th[scope=row] { min-width: 14.5rem; }
.matrix td { background: var(--tint, transparent); border-left: 2px solid var(--card); }
.matrix tbody > tr > *, .matrix tfoot > tr > * { vertical-align: middle; }
.mark { color: var(--tone); font-weight: 600; position: relative; }
.matrix .mark { display: block; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--tint); color: var(--tone);
  font-size: .8125rem; font-weight: 600; line-height: 1.5rem; max-width: 100%; }
td .badge { white-space: nowrap; }
.status { display: inline-block; margin-right: .75rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
p.legend { margin-top: .75rem; }
dl.legend { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: .125rem 1.5rem; margin-top: .5rem; font-size: .875rem; }
dl.legend > div { display: flex; gap: .5rem; }
dl.legend dt { flex: 0 0 11rem; overflow-wrap: normal; color: var(--ink); font-weight: 600; }
dl.legend dd { color: var(--soft); }

article { border: 1px solid var(--line); border-left: .25rem solid var(--tone); border-radius: .375rem; padding: .875rem 1rem; margin-top: .75rem;
  content-visibility: auto; contain-intrinsic-size: auto 18rem; }
article.warning { contain-intrinsic-size: auto 6rem; }
article h3 { font-size: 1.0625rem; line-height: 1.5; margin: 0; }
.what { margin-top: .25rem; }
.what .route { display: block; }
article dl { margin: .625rem 0; display: grid; gap: .25rem; }
article dl > div { display: grid; grid-template-columns: 6.25rem minmax(0, 1fr); gap: .75rem; }
article dt { line-height: 1.5rem; }
article dd, pre { white-space: pre-wrap; }
article .sides { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .5rem; }
article .sides > div { display: block; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--code); }
.sides dd { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875rem; }
mark { color: inherit; border-radius: .125rem; padding: 0 .125rem; font-weight: 600; background: var(--success-tint); box-shadow: inset 0 -2px var(--success); }
.sides > :last-child mark { background: var(--failure-tint); box-shadow: inset 0 -2px var(--failure); }
pre { margin: 0; line-height: 1.5; }
.command { position: relative; display: flex; gap: .5rem; align-items: start; justify-content: space-between; padding: .5rem .5rem .5rem .75rem; background: var(--code); border-radius: .375rem; }
.command + .note { margin-top: .375rem; }
.command pre { min-width: 0; flex: 1; }
.copy { flex: none; min-width: 4.5rem; min-height: 1.75rem; padding: .125rem .625rem; border: 1px solid var(--soft); border-radius: .25rem; background: var(--card); color: var(--ink); font: 600 .8125rem/1.5 system-ui, sans-serif; cursor: pointer; }
details { margin-top: .75rem; }
summary { cursor: pointer; color: var(--link); }
li details { margin: 0; font-size: .9375rem; }
details > ul { margin-top: .375rem; }
li { margin: .125rem 0; }
article li { margin: .5rem 0; }
li .command { margin-top: .25rem; }
section > .command { margin-bottom: 1rem; }
.points { margin-top: .5rem; display: grid; gap: .25rem; }
.points > div { display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: .5rem; }

@media (max-width: 40rem) {
  body { padding: .5rem .5rem 2rem; }
  header, section { padding: 1rem .875rem; }
  .verdict { gap: .75rem; padding: .75rem; }
  .facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; }
  .tally dl { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  article .sides { grid-template-columns: minmax(0, 1fr); }
  .command { flex-direction: column; align-items: stretch; }
  .copy { align-self: end; min-height: 2.25rem; }
  th, td { padding: .4375rem .375rem; }
  td.text, th.text { min-width: 11rem; }
  .name { min-width: 8rem; }
  .matrix th[scope=row] { min-width: 9rem; }
  dl.legend > div { display: block; margin-bottom: .25rem; }
  article dl > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .cards :is(table, tbody) { display: block; }
  .cards thead { display: none; }
  .cards tr { display: flex; flex-wrap: wrap; gap: 0 .5rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .cards :is(th, td) { display: block; border: 0; padding: 0; }
  .cards :is(.text, .names) { flex: 1 0 100%; min-width: 0; }
  .names div { display: inline-block; margin-right: .5rem; }
  article dd { margin-bottom: .375rem; }
}
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000; --code: #f2f2f2; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { max-width: none; padding: 0; font-size: .8125rem; }
  header, section { border-radius: 0; border-width: 0 0 1px; padding: .75rem 0; }
  header { border-top-width: .375rem; }
  nav, .copy { display: none; }
  article { content-visibility: visible; }
  a { text-decoration: none; }
  .scroll { overflow: visible; }
  table { font-size: .75rem; }
  th, td { padding: .25rem .375rem; }
  .name, td.names { min-width: 8rem; }
  .matrix th[scope=row] { min-width: 6.5rem; }
  td.text, th.text { min-width: 9rem; }
  .matrix { font-size: .6875rem; }
  .matrix .number { min-width: 2rem; padding-left: 0; padding-right: .125rem; }
  .matrix thead .number { writing-mode: vertical-rl; white-space: nowrap; text-align: left; transform: rotate(180deg); }
  thead { display: table-header-group; }
  tr, article, .tally, .verdict { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`);
