import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { hiddenWhenListed } from "#statements/list-items.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { isOf } from "#statements/resources/identifiers.js";
import { listingOf } from "#statements/resources/resource.js";
import { disorderIn, statedOrder } from "#statements/stated-order.js";
import { COMPATIBLE, compare, isSame, isUnset } from "#verify/model/finding/compare.js";
import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { type Listing, readListOf } from "#verify/resources/lists/read-list.js";
import { inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { inferredEffect } from "./retrieve.js";

/** The items of a list, or of a page of it, that have the identifier of a created resource. */
export function itemsFor({ items }: Pick<Listing, "items">, created: Created): JsonObject[] {
  return items.filter((item) => isOf(item, created));
}

/** Whether a list has a created resource; undefined if it was not read to its end. */
export function isListedIn(listing: Listing, created: Created): boolean | undefined {
  if (itemsFor(listing, created).length > 0) return true;
  return listing.isComplete ? false : undefined;
}

/**
 * A created resource is listed, once, and the list shows it as its own `GET` does. Lists may be filtered by default, so these are
 * only warnings.
 *
 * @param shown the resource; undefined if the document has no `GET` for it
 * @returns the list that has it; undefined if none has
 */
export async function expectListed(
  context: CaseContext,
  created: Created,
  shown: JsonObject | undefined,
): Promise<Listing | undefined> {
  const listing = await readListOf(context, created, { isWanted: (read) => isListedIn(read, created) !== false });
  const list = listingOf(created.resource);
  if (!listing || !list || created.exchange.status === 202) return undefined;
  const { exchange } = listing;
  const own = itemsFor(listing, created);
  const operation = created.create.id;
  const identifying = `${jsonText(created.value)} at ${created.identifier.pointer}`;
  if (own.length === 0) {
    if (!listing.isComplete) return undefined;
    const breach = broken("created-resource-not-listed", { list: list.operation.id, create: operation });
    const received = `${listing.items.length} items without it`;
    const facts = { ...breach, expected: `an item with ${identifying}`, received, operation };
    failEffect(context, inferredEffect(created), facts, exchange);
    return undefined;
  }
  expectOrder(context, created, listing);
  if (own.length > 1 && created.resource.remove) {
    const breach = broken("identifier-listed-twice", { create: operation });
    const facts = {
      ...breach,
      expected: `one item with ${identifying}`,
      received: `${own.length} items`,
      operation,
    };
    failEffect(context, inferredEffect(created), facts, exchange);
  }
  const known = shown ?? resourceIn(jsonOf(created.exchange), created);
  const [item] = own;
  if (known && item && own.length === 1) expectListedAsShown(context, created, { item, known, exchange });
  return listing;
}

/** A new resource has its place in the order that the words of the list state. */
function expectOrder(context: CaseContext, created: Created, { items, exchange }: Listing): void {
  const operation = created.resource.list?.operation;
  const order = operation && statedOrder(operation);
  const disorder = order && disorderIn(items, order);
  if (!order || !disorder) return;
  const { expected, received } = disorder;
  const breach = broken("new-item-out-of-order", { order });
  failEffect(context, inferredEffect(created), { ...breach, expected, received, operation: operation.id }, exchange);
}

/** An item of a list, and the resource as another response shows it. */
interface SameResource {
  item: JsonObject;
  known: JsonObject;
  exchange: Exchange;
}

/** An item of a list has the values that other responses show. Only a warning: a list may have a summary of the resource. */
export function expectListedAsShown(
  context: CaseContext,
  created: Created,
  { item, known, exchange }: SameResource,
): void {
  const list = listingOf(created.resource);
  if (!list) return;
  const creation = resourceIn(jsonOf(created.exchange), created) ?? {};
  // A number that the response to the creation has too is not a count of visits. Such a value is not empty in a summary.
  const exact = Object.keys(item).filter((name) => {
    const isSteady = !isUnset(known[name]) && isSame(creation[name], known[name], "equal");
    return isSteady && (typeof known[name] === "number" || item[name] === null);
  });
  const except = hiddenWhenListed(context.contract.document, list);
  for (const { name, wanted, found } of compare(item, known, { ...COMPATIBLE, exact, except })) {
    const breach = broken("listed-field-differs", { operation: list.operation.id, field: name });
    failEffect(
      context,
      inferredEffect(created),
      { ...breach, ...inJson(found, wanted), operation: list.operation.id },
      exchange,
    );
  }
}
