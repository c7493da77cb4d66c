import { type Addition, additionsOf, type Unaided } from "#verify/report/additions.js";
import { countOutcomes, type Report, settingPath } from "#verify/report/report.js";
import { settingsYaml, written } from "#verify/report/settings-yaml.js";
import { counted, formatNumber, sentence } from "#verify/report/wording.js";
import { bidi, code, copyable, html, type Markup } from "../markup.js";
import { type Section, table } from "../page.js";

/** Skipped test cases by the setting that they need, with the settings to paste; then those that no setting helps. */
export function skipped({ cases }: Report): Section | undefined {
  const { additions, unaided } = additionsOf(cases);
  if (additions.length + unaided.length === 0) return undefined;
  const body = html`${additions.length > 0 && toAdd(additions)}${unaided.length > 0 && others(unaided, additions.length > 0)}`;
  return { id: "skipped", title: "Skipped test cases", count: countOutcomes(cases).skipped, body };
}

function toAdd(additions: readonly Addition[]): Markup {
  const rows = additions.map(
    ({ setting, reasons, cases }) =>
      html`<tr><th scope="row" class="text">${code(settingPath(...setting))}<span class="note">${bidi(reasons.join("; "))}</span></th><td class="number">${formatNumber(cases.length)}</td><td class="text">${names(cases)}</td></tr>\n`,
  );
  return html`<h3>To verify more, add to the target file</h3>
${copyable(settingsYaml(additions.map(written)).join("\n"), "settings for the target file")}
<div class="cards">${table("Settings to add", ["Setting", { number: "Count" }, "Test cases"], rows)}</div>
`;
}

function others(unaided: readonly Unaided[], isRest: boolean): Markup {
  const rows = unaided.map(
    ({ reason, cases }) =>
      html`<tr><th scope="row" class="text">${bidi(sentence(reason))}</th><td class="number">${formatNumber(cases.length)}</td><td class="text">${names(cases)}</td></tr>\n`,
  );
  return html`<h3>${isRest ? "Other reasons" : "Reasons"}</h3>
<div class="cards">${table("Reasons of skipped test cases", ["Reason", { number: "Count" }, "Test cases"], rows)}</div>
`;
}

function names(cases: readonly string[]): Markup {
  const list = html`<ul>${cases.map((name) => html`<li>${bidi(name)}</li>`)}</ul>`;
  return cases.length > 3
    ? html`<details><summary>${counted(cases.length, "test case")}</summary>${list}</details>`
    : list;
}
