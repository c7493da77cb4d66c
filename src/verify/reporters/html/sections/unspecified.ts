import { groupBy, type Report } from "#verify/report/report.js";
import { counted } from "#verify/report/wording.js";
import { bidi, definitions, html, type Markup, prose } from "../markup.js";
import type { Section } from "../page.js";

/** The behavior that was observed where the contract leaves it open. */
export function unspecified({ observations }: Report): Section | undefined {
  const observed = observations.filter(({ seen }) => seen.length > 0);
  if (observed.length === 0) return undefined;
  const unseen = observations.filter(({ seen }) => seen.length === 0);
  const body = html`<details><summary>Show ${counted(observed.length, "open point")}</summary>
<p class="note">The contract leaves these points open, so no behavior listed here is a fault of the server.</p>
${observed.map(({ id, open, seen }) => html`<h3>${bidi(id)} ${prose(open)}</h3>\n<ul>\n${behaviors(seen)}</ul>\n`)}${
  unseen.length > 0 &&
  html`<details><summary>${counted(unseen.length, "more open point")} without observations</summary><dl class="points">
${definitions(unseen.map(({ id, open }) => [bidi(id), prose(open)]))}</dl></details>
`
}</details>`;
  return { id: "unspecified", title: "Unspecified behavior", count: observed.length, body };
}

/** Observations have the form `situation: behavior`. Situations with the same behavior are merged. */
function behaviors(seen: readonly string[]): Markup[] {
  const observations = seen.map((text) => {
    const [, situation = "", behavior = text] = /^(.*?): (.*)$/s.exec(text) ?? [];
    return { situation, behavior };
  });
  return [...groupBy(observations, ({ behavior }) => behavior)].map(([behavior, all]) => {
    const situations = all.map(({ situation }) => situation).filter(Boolean);
    const [first = ""] = situations;
    if (situations.length < 2) return html`<li>${first !== "" && html`${bidi(first)}: `}${bidi(behavior)}</li>\n`;
    return html`<li>${bidi(behavior)}<details><summary>in ${counted(situations.length, "situation")}</summary><ul>${situations.map((situation) => html`<li>${bidi(situation)}</li>`)}</ul></details></li>\n`;
  });
}
