import { isObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { listOf } from "#statements/paging/paging.js";
import { addedIsListed, identifyingField, itemLike } from "#verify/judges/life-cycle/actions.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { isWholeList } from "#verify/relations/whole-list.js";
import type { Created } from "#verify/resources/created/created.js";
import { readSettled } from "#verify/resources/read-settled.js";

/** A write that added something, and the request for the list of the same path. */
interface Addition {
  operation: Operation;
  exchange: Exchange;
  list: RequestSpec;
}

/** Looks for an item that a write added below a created resource in the list of the same path. */
export async function expectAdded(context: CaseContext, created: Created, addition: Addition): Promise<void> {
  const { operation, exchange, list } = addition;
  const paging = listOf(context.contract.document, list.operation);
  const added = jsonOf(exchange);
  if (!paging || !isObject(added) || identifyingField(added) === undefined) return;
  const isIn = (page: Exchange) => itemLike(added, itemsOf(paging, page)) !== undefined;
  const page = await readSettled(context, list, (shown) => isSuccess(shown) && isIn(shown));
  if (!isSuccess(page)) return;
  const isWhole = isWholeList(context.contract.document, list, page);
  const facts = { operation, added, list: list.operation, items: itemsOf(paging, page), isWhole, page };
  context.judge(addedIsListed(created, facts));
}
