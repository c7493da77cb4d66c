import type { Report } from "../report.js";
import { counted } from "../wording.js";
import { html, type Markup, prose, told } from "./markup.js";
import type { Section } from "./page.js";

type Observed = Report["observed"][number];

/** What the target was seen to do where the contract leaves it open: good to know, and no fault. */
export function silence({ observed }: Report): Section | undefined {
  const met = observed.filter(({ seen }) => seen.length > 0);
  if (met.length === 0) return undefined;
  const unmet = observed.filter(({ seen }) => seen.length === 0);
  const body = html`<p class="note">No fault of the server, whatever it does here: the contract leaves it open.</p>
${met.map(
  (point) => html`<h3>${told(point.id)} ${prose(point.open)}</h3>
<ul>
${answers(point)}</ul>
`,
)}${
  unmet.length > 0 &&
  html`<details><summary>${counted(unmet.length, "more open point")} that nothing was seen of</summary><dl class="points">
${unmet.map(
  ({ id, open }) => html`<div><dt>${told(id)}</dt><dd>${prose(open)}</dd></div>
`,
)}</dl></details>
`
}`;
  return { id: "silence", title: "Where the contract is silent", count: met.length, body };
}

/** Observations read `when: what`; the same answer on several occasions is told once. */
function answers({ seen }: Observed): Markup[] {
  const occasions = new Map<string, string[]>();
  for (const each of seen) {
    const [, when = "", what = each] = /^(.*?): (.*)$/s.exec(each) ?? [];
    occasions.set(what, [...(occasions.get(what) ?? []), when]);
  }
  return [...occasions].map(([what, all]) => {
    const whens = all.filter(Boolean);
    if (whens.length === 0)
      return html`<li>${told(what)}</li>
`;
    const [first = ""] = whens;
    if (whens.length === 1)
      return html`<li>${told(first)}: ${told(what)}</li>
`;
    return html`<li>${told(what)}<details><summary>on ${counted(whens.length, "occasion")}</summary><ul>${whens.map((when) => html`<li>${told(when)}</li>`)}</ul></details></li>
`;
  });
}
