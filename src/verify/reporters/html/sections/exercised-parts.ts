import { type Coverage, coveragePercent } from "#verify/report/report.js";
import { formatNumber } from "#verify/report/wording.js";
import { bidi, code, html, type Markup } from "../markup.js";
import { table } from "../page.js";

/** A longer list hides the rest: report.json has every name. */
const MAX_NAMES = 30;

/** The share of the document that was exercised, and the parts that were not, folded. */
export function exercisedParts({ kinds, missing }: Coverage): Markup {
  const title = `${coveragePercent({ kinds })} % of the document was exercised`;
  const counts = kinds.map(
    ({ kind, exercised, total }) =>
      html`<tr><th scope="row">${kind}</th><td>${formatNumber(exercised)} of ${formatNumber(total)}</td></tr>\n`,
  );
  const rows = missing.map(
    ({ operation, kind, names, reason }) =>
      html`<tr><th scope="row">${code(operation)}</th><td>${kind}</td><td class="names">${names.slice(0, MAX_NAMES).map((name) => html`<div>${code(name)}</div>`)}${
        names.length > MAX_NAMES && html`<div>… and ${formatNumber(names.length - MAX_NAMES)} more</div>`
      }</td><td class="text">${bidi(reason)}</td></tr>\n`,
  );
  return html`<details><summary>${title}</summary><div class="cards">${table(title, ["Part", "Exercised"], counts)}${
    rows.length > 0 && table("Parts that were not exercised", ["Operation", "Part", "Names", "Reason"], rows)
  }</div></details>`;
}
