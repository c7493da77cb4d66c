import type { Report, RequirementState } from "#verify/report/report.js";
import { counted, sentence } from "#verify/report/wording.js";
import { badge } from "../badges.js";
import { bidi, code, html, joined, type Markup, type Part, prose } from "../markup.js";
import { table } from "../page.js";

type Requirements = Report["requirements"];

/** Every requirement of the contract, and its state. Verified ones are folded. */
export function requirements(all: Requirements): Markup {
  const rowsOf = (isShown: (requirementState: RequirementState) => boolean) =>
    all.flatMap((requirementState, index) => (isShown(requirementState) ? [row(requirementState, index)] : []));
  const open = [...rowsOf(({ state }) => state === "failed"), ...rowsOf(({ state }) => state === "not verified")];
  const verified = rowsOf(({ state }) => state === "verified");
  const columns = ["Id", "State", "Requirement", "Operations"];
  return html`${open.length > 0 && html`<h3>Requirements that are not verified</h3>\n<div class="cards">${table("Requirements that are not verified", columns, open)}</div>`}${
    verified.length > 0 &&
    html`<details><summary>${counted(verified.length, "verified requirement")}</summary><div class="cards">${table("Verified requirements", columns, verified)}</div></details>`
  }`;
}

function row(requirementState: RequirementState, index: number): Markup {
  const { id, state, requirement, operations } = requirementState;
  return html`<tr id="${requirementAnchor(index)}"><th scope="row">${bidi(id)}</th><td class="state">${badge(state)}</td><td class="text">${prose(requirement)}${note(requirementState)}</td><td class="names">${operations.map((name) => html`<div>${code(name)}</div>`)}</td></tr>\n`;
}

function note({ reason, state }: RequirementState): Markup | false {
  if (state === "failed") return html` <a class="note" href="#causes">see causes</a>`;
  return reason !== undefined && html` <span class="note">${bidi(sentence(reason))}</span>`;
}

/** The anchor of a requirement's row. An id may have characters that a URL cannot hold; its place among all has none. */
function requirementAnchor(index: number): string {
  return `requirement-${index + 1}`;
}

/** Links to the rows of requirements. An id without a row is plain text. */
export function requirementLinks(all: Requirements, ids: Iterable<string>, separator = ", "): Part {
  const links = [...ids].map((id) => {
    const index = all.findIndex((state) => state.id === id);
    return index === -1 ? bidi(id) : html`<a href="#${requirementAnchor(index)}">${bidi(id)}</a>`;
  });
  return joined(links, separator);
}
