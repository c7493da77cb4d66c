import type { Report } from "../../../report/report.js";
import { counted } from "../../../report/wording.js";
import { bidi, code, html } from "../markup.js";
import { type Section, table } from "../page.js";

/** A longer list is folded. */
const MAX_SHOWN = 5;

/** Fields that the server sends, and the contract does not have. */
export function undocumentedFields({ undocumentedFields: fields }: Report): Section | undefined {
  if (fields.length === 0) return undefined;
  const rows = fields.map(
    ({ operation, at }) =>
      html`<tr><th scope="row" class="name">${code(operation)}</th><td class="text">${code(at)}</td></tr>\n`,
  );
  const body = html`<p class="note">The server sends these fields. They are not faults where the contract allows other fields, but clients cannot rely on them.</p>
${table("List of undocumented fields", ["Operation", "Field"], rows)}`;
  return { id: "undocumented-fields", title: "Undocumented fields", count: fields.length, body };
}

/** Resources that the run created and did not remove. */
export function leftovers({ leftovers: names }: Report): Section | undefined {
  if (names.length === 0) return undefined;
  const list = html`<ul>${names.map((each) => html`<li>${bidi(each)}</li>`)}</ul>`;
  const body = html`<p class="note">The run created these resources, and could not remove them.</p>
${names.length > MAX_SHOWN ? html`<details><summary>Show ${counted(names.length, "resource")}</summary>${list}</details>` : list}`;
  return { id: "leftovers", title: "Not removed from the target", count: names.length, body };
}
