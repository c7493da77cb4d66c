import type { Report } from "#verify/report/report.js";
import { distinctWarnings, type Warning } from "#verify/report/warnings.js";
import { html, type Markup } from "../markup.js";
import type { Section } from "../page.js";
import { caseName, details, type Facts, kind, statement } from "./finding.js";

/** Observations that do not count against the server. Each is folded, except its statement. */
export function warnings(report: Report): Section | undefined {
  const all = distinctWarnings(report.cases);
  if (all.length === 0) return undefined;
  const body = html`<p class="note">The server may do this. No statement of the contract forbids it.</p>\n${all.map((each) => article(each, report))}`;
  return { id: "warnings", title: "Warnings", count: all.length, body };
}

function article(warning: Warning, facts: Facts & Pick<Report, "cases">): Markup {
  const { cases } = warning;
  const [name = ""] = cases;
  return html`<article class="warning">
<h3>${kind("warning", warning)} ${caseName(name, cases.length)}</h3>
${statement(warning, warning)}
<details><summary>Details</summary>${details(warning, facts)}</details>
</article>
`;
}
