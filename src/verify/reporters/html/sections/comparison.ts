import { comparisonText } from "#verify/report/comparison-text.js";
import type { Report } from "#verify/report/report.js";
import { bidi, html } from "../markup.js";
import type { Section } from "../page.js";

/** The differences to another run. */
export function comparison(report: Report): Section | undefined {
  if (report.comparison === undefined) return undefined;
  const { base, counts, causes, coverage } = comparisonText(report.comparison, report);
  const lines = [
    ...causes.map(({ sign, text }) => `${sign === "+" ? "New" : "Fixed"}: ${text}`),
    ...coverage.map((line) => `Coverage: ${line}`),
  ];
  const body = html`<p>${bidi(`Compared with ${base}: ${counts}.`)}</p>
${lines.length > 0 && html`<ul>\n${lines.map((line) => html`<li>${bidi(line)}</li>\n`)}</ul>`}`;
  return { id: "comparison", title: "Compared with another run", body };
}
