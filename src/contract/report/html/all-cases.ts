import type { CaseReport } from "../../verification.js";
import type { Report } from "../report.js";
import { counted, grouped, sentence } from "../wording.js";
import { badge } from "./marks.js";
import { html, joined, type Markup, told } from "./markup.js";
import { column, type Section, table } from "./page.js";
import { promiseLink } from "./promises.js";

/** Every case of the run, for looking one up. */
export function allCases({ cases, promises }: Report): Section | undefined {
  if (cases.length === 0) return undefined;
  const rows = cases.map(({ name, kind, proves, outcome }) => {
    const statuses = "statuses" in outcome ? outcome.statuses : [];
    return html`<tr><td class="state">${badge(outcome.verdict)}</td><td class="short">${kind}</td><th scope="row" class="text">${told(name)}${note(outcome)}</th><td>${joined(
      proves.map((id) => promiseLink(promises, id)),
      " ",
    )}</td><td>${statuses.join(" ")}</td><td class="number">${"duration" in outcome && grouped(Math.round(outcome.duration))}</td></tr>
`;
  });
  const columns = [
    ...["State", "Kind", "Case", "Proves", "Statuses"].map((name) => column(name)),
    column("ms", "number"),
  ];
  const body = html`<details><summary>Show ${counted(cases.length, "case")}</summary>
${table("All cases", columns, rows)}</details>`;
  return { id: "cases", title: "All cases", count: cases.length, body };
}

function note(outcome: CaseReport["outcome"]): Markup | false {
  return "reason" in outcome && html` <span class="note">${told(sentence(outcome.reason))}</span>`;
}
