import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { identifierIn, isSameId } from "#verify/relations/identifiers.js";
import { itemsAt } from "#verify/relations/list-items.js";
import type { Identified, ListOperation, Resource } from "#verify/relations/resource.js";
import { itemRequest, type Retrieval, relationBasis, retrievalOf } from "#verify/resources/relation-check.js";
import { identifiedItems, type ListReading, readList, samplesOf } from "#verify/resources/valid-request.js";

/** How many items are retrieved. */
const SAMPLES = 3;

/** A listed item that was retrieved. */
interface Retrieved extends Identified {
  exchange: Exchange;
  retrieval: Retrieval;
}

/** Listed items are found one by one, and each response has the item that was requested. */
export async function findsListedItems(context: CaseContext, resource: Resource): Promise<void> {
  const { list, retrieve } = resource;
  const read = list && (await readList(context, list));
  if (!read || !retrieve) throw new Skipped("the list could not be read");
  const items = identifiedItems(resource, read.items);
  if (items.length === 0) throw new Skipped("the list is empty, or its items have no field that identifies them");
  const retrieved: Retrieved[] = [];
  for (const each of samplesOf(items, SAMPLES)) {
    const request = itemRequest(context, resource, read, each);
    if (!request) throw new Skipped("a further value of the path is missing");
    const exchange = await context.send(request);
    await context.check(request, anyResponse(retrieve, `${list.operation.id} lists it`), exchange);
    retrieved.push({ ...each, exchange, retrieval: retrievalOf(context, resource, each, exchange) });
  }
  for (const each of retrieved) {
    if (each.retrieval === "missing") await failMissing(context, resource, { ...each, list, read });
    if (each.retrieval === "other" && isConfused(each, retrieved, items)) await failOther(context, resource, each);
  }
}

/** Others may have deleted an item meanwhile. */
async function failMissing(
  context: CaseContext,
  resource: Resource,
  { list, read, exchange, ...item }: Retrieved & { list: ListOperation; read: ListReading },
): Promise<void> {
  const again = itemsAt(jsonOf(await context.send(read.request)), list.items);
  if (!again.some((each) => isSameId(identifierIn(each, item.identifier), item.value))) return;
  context.fail(
    {
      check: "relation",
      basis: await relationBasis(context, resource, item),
      message: `an item of ${list.operation.id} is not found by its ${item.identifier.pointer.slice(1)}`,
      place: item.identifier.places[0] ?? list.operation.pointer,
      expected: `a success for ${JSON.stringify(item.value)}, which the list has`,
      received: String(exchange.status),
    },
    exchange,
  );
}

async function failOther(
  context: CaseContext,
  resource: Resource,
  { identifier, value, exchange }: Retrieved,
): Promise<void> {
  context.fail(
    {
      check: "relation",
      basis: await relationBasis(context, resource, { identifier, value }),
      message: "the response has another resource than the requested one",
      place: identifier.places[0] ?? "#",
      expected: `${JSON.stringify(value)} at ${identifier.pointer}`,
      received: JSON.stringify(identifierIn(jsonOf(exchange), identifier)),
    },
    exchange,
  );
}

/**
 * Whether a response confuses resources: it has the identifier of another item, or that of another response. A server may
 * write identifiers in two ways, if each is written in its own.
 */
function isConfused(
  { value, identifier, exchange }: Retrieved,
  retrieved: readonly Retrieved[],
  items: readonly Identified[],
): boolean {
  if (identifier.origin === "stated") return true;
  const found = identifierIn(jsonOf(exchange), identifier);
  const hasId = (each: Retrieved) => isSameId(identifierIn(jsonOf(each.exchange), identifier), found);
  return (
    items.some((each) => isSameId(each.value, found)) ||
    retrieved.some((each) => !isSameId(each.value, value) && hasId(each))
  );
}
