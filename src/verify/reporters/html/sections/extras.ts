import { exclusionExtent, REASONS, type Report, settingPath } from "#verify/report/report.js";
import { counted, formatNumber, leftoverName, sentence } from "#verify/report/wording.js";
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

/** The parts that settings exclude. */
export function excluded({ excluded: exclusions = [] }: Report): Section | undefined {
  if (exclusions.length === 0) return undefined;
  const rows = exclusions.map(
    (exclusion) =>
      html`<tr><th scope="row" class="text">${code(settingPath(...exclusion.setting))}</th><td class="text">${bidi(exclusion.reason ?? "off")}</td><td class="text">${exclusionExtent(exclusion)}</td><td class="text">${exclusion.operations.map((id) => html`<div>${code(id)}</div>`)}</td></tr>\n`,
  );
  const body = html`<p class="note">Settings exclude these parts, so the verdict says nothing about them.</p>
<div class="cards">${table("Excluded parts", ["Setting", "Reason", "Extent", "Operations"], rows)}</div>`;
  return { id: "excluded", title: "Excluded by settings", count: exclusions.length, body };
}

/** Resources that the run created and did not remove. */
export function leftovers({ leftovers: resources }: Report): Section | undefined {
  if (resources.length === 0) return undefined;
  const rows = resources.map(
    (leftover) =>
      html`<tr><th scope="row" class="name">${code(leftover.operation)}</th><td class="text">${code(leftoverName(leftover))}</td><td class="text">${bidi(sentence(leftover.reason))}</td></tr>\n`,
  );
  const list = html`<div class="cards">${table("Resources that remain", ["Created by", "Resource", "Reason"], rows)}</div>`;
  const body = html`<p class="note">The run created these resources, or seems to have created them, and did not remove them.</p>
${rows.length > MAX_SHOWN ? html`<details><summary>Show ${counted(rows.length, "resource")}</summary>${list}</details>` : list}`;
  return { id: "leftovers", title: "Not removed from the target", count: rows.length, body };
}

/** The unsafe requests of the run, and why each was allowed. */
export function unsafeRequests({ unsafe = [] }: Report): Section | undefined {
  if (unsafe.length === 0) return undefined;
  const rows = unsafe.map(
    ({ operation, method, because, count }) =>
      html`<tr><th scope="row" class="name">${code(operation)}</th><td>${method}</td><td class="number">${formatNumber(count)}</td><td class="text">${sentence(REASONS[because])}</td></tr>\n`,
  );
  const total = unsafe.reduce((sum, { count }) => sum + count, 0);
  const body = html`<p class="note">The run changes and deletes only what it created, and what the target gives for this.</p>
<details><summary>Show ${counted(total, "unsafe request")}</summary><div class="cards">${table("Unsafe requests by operation and reason", ["Operation", "Method", { number: "Count" }, "Sent"], rows)}</div></details>`;
  return { id: "unsafe-requests", title: "Unsafe requests", count: total, body };
}
