import { groupBy, type Report } from "../../../report/report.js";
import { sentence } from "../../../report/wording.js";
import { bidi, html } from "../markup.js";
import { type Section, table } from "../page.js";
import { requirementLinks } from "../requirement-links.js";

/** Skipped test cases and requirements that are not verified, by reason: the target file can settle most reasons. */
export function skipped({ cases, requirements }: Report): Section | undefined {
  const reasons = groupBy(reasonsOf(cases, requirements), ({ reason }) => reason);
  if (reasons.size === 0) return undefined;
  const rows = [...reasons].map(([reason, all]) => {
    const names = all.flatMap(({ name }) => name ?? []);
    const ids = new Set(all.flatMap((each) => each.ids));
    return html`<tr><th scope="row" class="text">${bidi(sentence(reason))}</th><td class="number">${names.length}</td><td class="text">${names.length > 0 && html`<ul>${names.map((name) => html`<li>${bidi(name)}</li>`)}</ul>`}</td><td>${requirementLinks(requirements, ids)}</td></tr>\n`;
  });
  const columns = ["Reason", { number: "Count" }, "Test cases", "Requirements not verified"];
  const body = table("Skipped or not verified, by reason", columns, rows);
  const count = cases.filter(({ outcome }) => outcome.verdict === "skipped").length;
  return { id: "skipped", title: "Skipped or not verified", count: count > 0 ? count : undefined, body };
}

/** The reason of each skipped test case, then of each requirement that no skipped test case covers. */
function reasonsOf(cases: Report["cases"], requirements: Report["requirements"]) {
  const unverified = requirements.filter(({ state }) => state === "not verified");
  const skippedCases = cases.flatMap(({ name, covers, outcome }) => {
    const ids = covers.filter((id) => unverified.some((each) => each.id === id));
    return outcome.verdict === "skipped" ? [{ reason: outcome.reason, name, ids }] : [];
  });
  const explained = new Set(skippedCases.flatMap(({ ids }) => ids));
  const others = unverified
    .filter(({ id }) => !explained.has(id))
    .map(({ id, reason = "the reason is unknown" }) => ({ reason, name: undefined, ids: [id] }));
  return [...skippedCases, ...others];
}
