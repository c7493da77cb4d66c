import { type CaseResult, groupBy, type Report } from "../../../report/report.js";
import { countMarks, statesOf, toneOf } from "../badges.js";
import { bidi, code, html, joined, type Markup } from "../markup.js";
import { column, type Section, table } from "../page.js";

/** The parameters that test cases concern, and the statuses of the responses. */
export function byOperation({ cases }: Report): Section | undefined {
  const body = [parameters(cases), statuses(cases)].filter((each) => each !== undefined);
  return body.length === 0 ? undefined : { id: "by-operation", title: "Parameters and statuses", body: html`${body}` };
}

function parameters(cases: readonly CaseResult[]): Markup | undefined {
  const concerned = cases.filter(({ parameter }) => parameter !== undefined);
  if (concerned.length === 0) return undefined;
  const groups = groupBy(concerned, ({ operation, parameter }) => JSON.stringify([operation, parameter]));
  const rows = [...groups.values()].map((own) => {
    const states = statesOf(own);
    return html`<tr><th scope="row" class="name">${code(own[0]?.operation ?? "")}</th><td class="name">${code(own[0]?.parameter ?? "")}</td><td class="number ${toneOf(states)}">${joined(countMarks(states), " ")}</td><td class="text note">${joined(
      own.map((each) => bidi(shortName(each))),
      "; ",
    )}</td></tr>
`;
  });
  const columns = [column("Operation"), column("Parameter"), column("Results", "number"), column("Test cases")];
  return html`<h3>Parameters</h3>
${table("Parameters", columns, rows)}
`;
}

function statuses(cases: readonly CaseResult[]): Markup | undefined {
  const rows = [...groupBy(cases, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const groups = groupBy(
      own.flatMap(({ outcome }) => outcome.statuses),
      (status) => status,
    );
    if (groups.size === 0) return [];
    const counts = [...groups]
      .toSorted(([a], [b]) => a - b)
      .map(([status, all]) => html`<span class="status">${status} <span class="note">× ${all.length}</span></span>`);
    return html`<tr><th scope="row" class="name">${code(operation)}</th><td class="text">${joined(counts, " ")}</td></tr>
`;
  });
  if (rows.length === 0) return undefined;
  return html`<h3>Statuses</h3>
<p class="note">Responses in the test cases of each operation. A test case may also call other operations, to see the effect of the first.</p>
${table("Statuses", [column("Operation"), column("Statuses")], rows)}
`;
}

/** The name of a test case without its operation. */
function shortName({ name, operation }: CaseResult): string {
  const prefix = `${operation} › `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
