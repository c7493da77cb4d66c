import { type CaseResult, type Report, reasonOf } from "#verify/report/report.js";
import { counted, formatNumber, sentence } from "#verify/report/wording.js";
import { badge } from "../badges.js";
import { bidi, html, type Markup } from "../markup.js";
import { type Section, table } from "../page.js";
import { requirementLinks } from "../requirement-links.js";

/** Every test case of the run. */
export function allCases({ cases, requirements }: Report): Section | undefined {
  if (cases.length === 0) return undefined;
  const rows = cases.map(
    ({ name, suite, covers, outcome }) =>
      html`<tr><td class="state">${badge(outcome.verdict)}</td><td class="short">${suite}</td><th scope="row" class="text">${bidi(name)}${note(outcome)}</th><td>${requirementLinks(requirements, covers, " ")}</td><td>${outcome.statuses.join(" ")}</td><td class="number">${"duration" in outcome && formatNumber(Math.round(outcome.duration))}</td></tr>\n`,
  );
  const columns = ["State", "Suite", "Test case", "Covers", "Statuses", { number: "ms" }];
  const body = html`<details><summary>Show ${counted(cases.length, "test case")}</summary>
${table("List of test cases", columns, rows)}</details>`;
  return { id: "all-cases", title: "All test cases", count: cases.length, body };
}

function note(outcome: CaseResult["outcome"]): Markup | false {
  const reason = reasonOf(outcome);
  return reason !== undefined && html` <span class="note">${bidi(sentence(reason))}</span>`;
}
