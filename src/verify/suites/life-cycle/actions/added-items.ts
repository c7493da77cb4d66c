import { isObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { IDENTIFYING } from "#statements/names.js";
import { listOf } from "#statements/paging/paging.js";
import { isSameId } from "#statements/resources/identifiers.js";
import type { Breach } from "#verify/model/finding/breach.js";
import { COMPATIBLE, compare } from "#verify/model/finding/compare.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { isWholeList } from "#verify/relations/whole-list.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { inferredEffect } from "../created/retrieve.js";

/** A write that added something, and the request for the list of the same path. */
interface Addition {
  operation: Operation;
  exchange: Exchange;
  list: RequestSpec;
}

/**
 * An item that a write added below a created resource may have no path of its own. It is in the list of the same path, as
 * the response showed it. Names alone suggest this, so it is only a warning.
 */
export async function expectAdded(context: CaseContext, created: Created, addition: Addition): Promise<void> {
  const { operation, exchange, list } = addition;
  const paging = listOf(context.contract.document, list.operation);
  const added = jsonOf(exchange);
  const name = isObject(added) ? IDENTIFYING.find((candidate) => added[candidate] !== undefined) : undefined;
  if (!paging || !isObject(added) || name === undefined) return;
  const ownIn = (page: Exchange) => itemsOf(paging, page).find((item) => isSameId(item[name], added[name]));
  const page = await readSettled(context, list, (shown) => isSuccess(shown) && ownIn(shown) !== undefined);
  if (!isSuccess(page)) return;
  const item = ownIn(page);
  const warn = (breach: Breach, expected: string, received: string) =>
    failEffect(context, inferredEffect(created), { ...breach, expected, received, operation: operation.id }, page);
  const ids = { list: list.operation.id, operation: operation.id };
  if (item) {
    // A new item has no counts that change.
    const exact = Object.keys(added).filter(
      (field) => typeof added[field] === "number" && typeof item[field] === "number",
    );
    for (const { name: field, wanted, found } of compare(added, item, { ...COMPATIBLE, exact })) {
      warn(broken("added-item-listed-otherwise", { ...ids, field }), jsonText(wanted), jsonText(found));
    }
  } else if (isWholeList(context.contract.document, list, page)) {
    const wanted = `an item with ${name} ${jsonText(added[name])}`;
    warn(broken("added-item-not-listed", ids), wanted, `${itemsOf(paging, page).length} others`);
  }
}
