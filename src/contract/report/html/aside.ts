import type { Report } from "../report.js";
import { code, html, told } from "./markup.js";
import { column, type Section, table } from "./page.js";

/** Fields that the server sends, and the contract does not have. */
export function undocumentedFields({ undocumented }: Report): Section | undefined {
  if (undocumented.length === 0) return undefined;
  const rows = undocumented.map(
    ({
      operation,
      at,
    }) => html`<tr><th scope="row" class="name">${code(operation)}</th><td class="text">${code(at)}</td></tr>
`,
  );
  const body = html`<p class="note">Sent by the server. Where the contract does not forbid them they are no fault, and no client can rely on them.</p>
${table("Fields that the contract does not have", [column("Operation"), column("Field")], rows)}`;
  return { id: "undocumented", title: "Fields that the contract does not have", count: undocumented.length, body };
}

/** What the run made and could not remove. */
export function leftovers({ leftovers: left }: Report): Section | undefined {
  if (left.length === 0) return undefined;
  const body = html`<p class="note">Made by this run, and removed by nothing.</p>
<ul>${left.map((each) => html`<li>${told(each)}</li>`)}</ul>`;
  return { id: "leftovers", title: "Left on the target", count: left.length, body };
}
