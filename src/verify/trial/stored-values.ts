import { isObject, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import { sentLayer, shownResource } from "#statements/resources/envelope.js";
import { differenceFindings } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { COMPATIBLE, compare, type Difference, differingFields, RELATED } from "../model/finding/compare.js";
import { type Exchange, isGone, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import type { Shown } from "../resources/created/read-created.js";
import { readBack } from "./read-back.js";

/**
 * The values that a request stored are afterwards as they were sent, and as the response confirmed them. A server may have reasons
 * to differ that the document does not state, so these are warnings.
 *
 * @param reported the fields of which a difference is reported already; the function adds its own
 * @returns whether it was read
 */
export async function expectStoredValues(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  reported: Set<string>,
): Promise<boolean> {
  const { operation } = request;
  if (isSafe(operation) || operation.method === "delete" || exchange.status === 202 || !context.target.keepsState) {
    return false;
  }
  const wrong = (read: Shown) => unstoredFields(request, exchange, read);
  const read = await readBack(
    context,
    request,
    exchange,
    (shown) => !isGone(shown.exchange) && wrong(shown).length === 0,
  );
  if (!read) return false;
  const facts = { basis: "inferred", place: operation.pointer, operation: operation.id } as const;
  if (isGone(read.exchange) && operation.method === "post") {
    const breach = broken("accepted-resource-not-found", { operation: operation.id, read: read.exchange.operation });
    const expected = "a success for the identifier of the response";
    if (!reported.has(""))
      context.fail({ ...facts, ...breach, expected, received: String(read.exchange.status) }, read.exchange);
    reported.add("");
  }
  const fresh = wrong(read).filter(({ name }) => !reported.has(name));
  for (const { name } of fresh) reported.add(name);
  const stated = (field: string) => broken("sent-value-not-stored", { field, operation: operation.id });
  for (const finding of differenceFindings(fresh, facts, stated)) context.fail(finding, read.exchange);
  return true;
}

/**
 * The fields that are not as they were sent, without a replacement in the response. Or they are not as it confirmed them.
 */
function unstoredFields(request: RequestSpec, exchange: Exchange, read: Shown): Difference[] {
  const layer = sentLayer(structuredBody(request));
  if (!read.resource || !layer) return [];
  const { at, object: sent } = layer;
  // Requests and responses may have the same envelope.
  const contentOf = (shown: JsonObject) => {
    const content = valueAt(shown, at);
    return isObject(content) ? content : shown;
  };
  const resource = contentOf(read.resource);
  const confirmed = contentOf(shownResource(structuredBody(request), jsonOf(exchange)) ?? {});
  const lost = compare(sent, resource, { ...RELATED, except: differingFields(sent, confirmed, RELATED) });
  return [...lost, ...compare(confirmed, resource, { ...COMPATIBLE, except: lost.map(({ name }) => name) })];
}
