import { type CaseResult, groupBy, type Report, reasonOf, stateOf } from "#verify/report/report.js";
import { counted, formatNumber, sentence } from "#verify/report/wording.js";
import { badge, stateCell } from "../badges.js";
import { bidi, code, html, joined, type Markup } from "../markup.js";
import { type Section, table } from "../page.js";
import { requirementLinks } from "./requirements.js";

/** The parameters that test cases concern, folded. */
export function parameters(cases: readonly CaseResult[]): Markup | undefined {
  const concerned = cases.filter(({ parameter }) => parameter !== undefined);
  if (concerned.length === 0) return undefined;
  const groups = groupBy(concerned, ({ operation, parameter }) => JSON.stringify([operation, parameter]));
  const rows = [...groups.values()].map((own) => {
    const [{ operation = "", parameter = "" } = {}] = own;
    const names = own.map((result) => bidi(shortName(result)));
    return html`<tr><th scope="row" class="name">${code(operation)}</th><td class="name">${code(parameter)}</td>${stateCell(own)}<td class="text note">${joined(names, "; ")}</td></tr>\n`;
  });
  return html`<details><summary>Test cases by parameter</summary>
${table("Parameters", ["Operation", "Parameter", { number: "Results" }, "Test cases"], rows)}</details>
`;
}

/** The statuses of the responses, folded. */
export function statuses(cases: readonly CaseResult[]): Markup | undefined {
  const rows = [...groupBy(cases, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const all = own.flatMap(({ outcome }) => outcome.statuses).toSorted((a, b) => a - b);
    if (all.length === 0) return [];
    const counts = [...groupBy(all, (status) => status)].map(
      ([status, { length }]) => html`<span class="status">${status} <span class="note">× ${length}</span></span>`,
    );
    return html`<tr><th scope="row" class="name">${code(operation)}</th><td class="text">${joined(counts, " ")}</td></tr>\n`;
  });
  if (rows.length === 0) return undefined;
  return html`<details><summary>Statuses by operation</summary>
<p class="note">Responses in the test cases of each operation. A test case may also call other operations, to see the effect of the first.</p>
${table("Statuses", ["Operation", "Statuses"], rows)}</details>
`;
}

/** The name of a test case without its operation. */
function shortName({ name, operation }: CaseResult): string {
  const prefix = `${operation} › `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Every test case of the run. */
export function allCases({ cases, requirements }: Report): Section | undefined {
  if (cases.length === 0) return undefined;
  const rows = cases.map(
    ({ name, suite, covers, outcome }) =>
      html`<tr><td class="state">${badge(stateOf(outcome))}</td><td class="short">${suite}</td><th scope="row" class="text">${bidi(name)}${note(outcome)}</th><td>${requirementLinks(requirements, covers, " ")}</td><td>${outcome.statuses.join(" ")}</td><td class="number">${"duration" in outcome && formatNumber(Math.round(outcome.duration))}</td></tr>\n`,
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
