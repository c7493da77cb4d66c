import type { Report, RequirementState } from "../../../report/report.js";
import { sentence } from "../../../report/wording.js";
import { badge } from "../badges.js";
import { bidi, code, html, type Markup, prose } from "../markup.js";
import { type Section, table } from "../page.js";
import { requirementAnchor } from "../requirement-links.js";

/** Every requirement of the contract, and its state. */
export function requirements({ requirements: all }: Report): Section | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map(
    (each, index) =>
      html`<tr id="${requirementAnchor(index)}"><th scope="row">${bidi(each.id)}</th><td class="state">${badge(each.state)}</td><td class="text">${prose(each.requirement)}${note(each)}</td><td class="names">${each.operations.map((name) => html`<div>${code(name)}</div>`)}</td></tr>\n`,
  );
  const body = table("Requirements", ["Id", "State", "Requirement", "Operations"], rows);
  return { id: "requirements", title: "Requirements", count: all.length, body };
}

function note({ reason, state }: RequirementState): Markup | false {
  if (state === "failed") return html` <a class="note" href="#failures">see failures</a>`;
  return reason !== undefined && html` <span class="note">${bidi(sentence(reason))}</span>`;
}
