import type { CaseReport } from "../../verification.js";
import type { Report } from "../report.js";
import { marks, statesOf, tone } from "./marks.js";
import { code, html, joined, type Markup, told } from "./markup.js";
import { column, type Section, table } from "./page.js";

/** The parameters that were in question, and the statuses that came back. */
export function byOperation({ cases }: Report): Section | undefined {
  const body = [parameters(cases), statuses(cases)].filter((each) => each !== undefined);
  return body.length === 0 ? undefined : { id: "by-operation", title: "Parameters and statuses", body: html`${body}` };
}

function parameters(cases: readonly CaseReport[]): Markup | undefined {
  const groups = new Map<string, CaseReport[]>();
  for (const each of cases) {
    if (each.parameter === undefined) continue;
    const key = JSON.stringify([each.operation, each.parameter]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  if (groups.size === 0) return undefined;
  const rows = [...groups.values()].map((own) => {
    const states = statesOf(own);
    return html`<tr><th scope="row" class="name">${code(own[0]?.operation ?? "")}</th><td class="name">${code(own[0]?.parameter ?? "")}</td><td class="number ${tone(states)}">${joined(marks(states), " ")}</td><td class="text note">${joined(
      own.map((each) => told(shortName(each))),
      "; ",
    )}</td></tr>
`;
  });
  const columns = [column("Operation"), column("Parameter"), column("Cases", "number"), column("What was tried")];
  return html`<h3>Parameters in question</h3>
${table("Parameters in question", columns, rows)}
`;
}

function statuses(cases: readonly CaseReport[]): Markup | undefined {
  const rows = [...new Set(cases.map(({ operation }) => operation))].flatMap((operation) => {
    const seen = new Map<number, number>();
    for (const { outcome } of cases.filter((each) => each.operation === operation)) {
      for (const status of "statuses" in outcome ? outcome.statuses : []) seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    if (seen.size === 0) return [];
    const list = [...seen]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => html`<span class="status">${status} <span class="note">× ${count}</span></span>`);
    return html`<tr><th scope="row" class="name">${code(operation)}</th><td class="text">${joined(list, " ")}</td></tr>
`;
  });
  if (rows.length === 0) return undefined;
  return html`<h3>Statuses seen</h3>
<p class="note">In the cases of each operation. A case may ask other operations too, to see what came of it.</p>
${table("Statuses seen", [column("Operation"), column("Statuses")], rows)}
`;
}

/** The name of a case where its operation is told already. */
export function shortName({ name, operation }: CaseReport): string {
  const prefix = `${operation} › `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
