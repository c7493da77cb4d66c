import type { Report } from "../../../report/report.js";
import { sentence } from "../../../report/wording.js";
import { bidi, html } from "../markup.js";
import { column, type Section, table } from "../page.js";
import { RequirementIndex } from "../requirement-index.js";

/** The skipped test cases, and the requirements that are not verified, by a reason. */
interface Reason {
  cases: string[];
  requirements: Set<string>;
}

/** Skipped test cases and requirements that are not verified, by reason: the target file can settle most reasons. */
export function skipped({ cases, requirements }: Report): Section | undefined {
  const reasons = reasonsOf({ cases, requirements });
  if (reasons.size === 0) return undefined;
  const index = new RequirementIndex(requirements);
  const rows = [...reasons].map(
    ([reason, { cases: names, requirements: ids }]) =>
      html`<tr><th scope="row" class="text">${bidi(sentence(reason))}</th><td class="number">${names.length}</td><td class="text">${names.length > 0 && html`<ul>${names.map((name) => html`<li>${bidi(name)}</li>`)}</ul>`}</td><td>${index.links(ids)}</td></tr>
`,
  );
  const columns = [
    column("Reason"),
    column("Count", "number"),
    column("Test cases"),
    column("Requirements not verified"),
  ];
  const count = cases.filter(({ outcome }) => outcome.verdict === "skipped").length;
  const body = table("Skipped or not verified, by reason", columns, rows);
  return { id: "skipped", title: "Skipped or not verified", ...(count > 0 ? { count } : {}), body };
}

function reasonsOf({ cases, requirements }: Pick<Report, "cases" | "requirements">): Map<string, Reason> {
  const reasons = new Map<string, Reason>();
  const reasonOf = (text: string) => {
    const reason = reasons.get(text) ?? { cases: [], requirements: new Set() };
    reasons.set(text, reason);
    return reason;
  };
  const unverified = new Map(
    requirements.flatMap(({ id, state, reason }) => (state === "not verified" ? [[id, reason]] : [])),
  );
  const explained = new Set<string>();
  for (const { name, covers, outcome } of cases) {
    if (outcome.verdict !== "skipped") continue;
    const reason = reasonOf(outcome.reason);
    reason.cases.push(name);
    for (const id of covers.filter((each) => unverified.has(each))) {
      reason.requirements.add(id);
      explained.add(id);
    }
  }
  for (const [id, reason] of unverified) {
    if (!explained.has(id)) reasonOf(reason ?? "the reason is unknown").requirements.add(id);
  }
  return reasons;
}
