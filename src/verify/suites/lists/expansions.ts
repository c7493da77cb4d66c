import { isNumber } from "#openapi/document/long-integer.js";
import type { Expansion } from "#statements/expansions.js";
import { expandedField } from "#verify/judges/expanded.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { largestPage, sent } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, readPage } from "./list-check.js";

/**
 * The items of a list with an expanded field are those of the list without it. The field has the object that it names.
 */
export async function expandsItems(check: ListCheck, expansion: Expansion): Promise<void> {
  const { context, list, whole } = check;
  const known = new Map(whole.ids.map((id, index) => [id, whole.items[index]]));
  const { parameter, value, field } = expansion;
  if (!whole.items.some((item) => typeof item[field] === "string" || isNumber(item[field]))) {
    throw new Skipped(`no item of the list has an identifier in ${field}`);
  }
  const page = await readPage(check, [...largestPage(context, list), sent(parameter, value)]);
  if (!page) return;
  for (const [index, expanded] of page.items.entries()) {
    const plain = known.get(page.ids[index] ?? "");
    if (!plain) continue;
    if (!context.judge(expandedField(expansion, { plain, expanded, exchange: page.exchange }))) return;
  }
}
