import { asObject, type JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { securityPlaces } from "#openapi/operations/places.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import type { ListOperation } from "#statements/list-items.js";
import { identifierIn } from "#statements/resources/identifying-values.js";
import type { Identified, Identifier, Resource } from "#statements/resources/resource.js";
import { undocumentedFields } from "#verify/checks/undocumented-fields.js";
import type { StatedIdentity } from "#verify/judges/lists/items.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { notFound, rejection } from "#verify/model/request/expectation.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { isInvalidParameterAsSent } from "#verify/requests/invalid/as-sent.js";
import { wholeList } from "#verify/resources/lists/known-lists.js";
import type { FirstPage } from "#verify/resources/lists/read-list.js";
import { idOf } from "#verify/resources/lists/read-pages.js";
import { itemRequest } from "#verify/resources/relation-check.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";

/** The items of a list, and the operation that retrieves them one by one. */
export interface ListedItems {
  resource: Resource;
  list: ListOperation;
  retrieve: Operation;
  parameter: Parameter;
}

/** Listed items that are identified by a field which `x-identifies` states, in a list whose pages an extension describes. */
export interface StatedItems extends ListedItems {
  identifier: Identifier;
  place: string;
}

/** The identified items of a list, and those that are retrieved. */
export interface Samples {
  read: FirstPage;
  known: Identified[];
  samples: Identified[];
}

/** @throws Skipped if the list has no item with the value */
export async function statedSamples(context: CaseContext, { list, identifier }: StatedItems): Promise<Samples> {
  const { items } = await wholeList(context, list);
  const request = await requireValidRequest(context, list.operation);
  const identified = (chosen: readonly JsonObject[]) =>
    chosen.flatMap((item): Identified[] => {
      const value = identifierIn(item, identifier);
      return value === undefined ? [] : [{ item, value, identifier }];
    });
  if (items.length === 0) throw new Skipped("the list is empty");
  return { read: { request, items }, known: identified(items), samples: identified(variedItems(items)) };
}

/** How a retrieved resource is compared with the items of the list. @param known all items of the list */
export function statedIdentity(
  { contract }: CaseContext,
  { resource, retrieve, parameter, identifier, place }: StatedItems,
  known: readonly Identified[],
  found: Exchange,
): StatedIdentity {
  const [own] = resource.identifiers();
  const undocumented = undocumentedFields(contract.document, retrieve, found).map(({ at }) => at);
  const exact = parameter.identifies.map((pointer) => pointerNames(pointer)[0] ?? "");
  return { identifier, place, own, known, exact, undocumented };
}

/** Parts of a value, and patterns that match it: `_` and `%` are wildcards of SQL's LIKE. */
const SIMILAR: readonly ((value: string) => string)[] = [
  (value) => value.slice(0, -1),
  (value) => value.slice(1),
  (value) => `${value.slice(0, 1)}_${value.slice(2)}`,
  (value) => `${value.slice(0, 2)}%`,
];

/** A value that is similar to that of an item finds nothing. One that the document does not admit gets any rejection. */
export async function findsNothingSimilar(context: CaseContext, stated: StatedItems): Promise<void> {
  const { resource, list, retrieve, parameter, place } = stated;
  const { isComplete } = await wholeList(context, list);
  const { read, known } = await statedSamples(context, stated);
  const values = new Set(known.map(({ value }) => String(value).toLowerCase()));
  const first = known[0]?.value;
  if (typeof first !== "string" || first.length < 4) throw new Skipped("the list has no text that identifies an item");
  if (!isComplete) throw new Skipped("the list was not read to its end, so a similar value may exist");
  // A pattern is rejected by the form of a UUID alone.
  const similar = SIMILAR.slice(0, isUuid(first) ? 1 : undefined).map((create) => create(first));
  for (const value of new Set(similar)) {
    if (values.has(value.toLowerCase())) continue;
    const request = itemRequest(context, resource, read, { value, source: GENERATED });
    if (!request) throw new Skipped("a further value of the path is missing");
    const expected = isInvalidParameterAsSent(context.contract, parameter, value)
      ? rejection(retrieve, `a value that ${parameter.name} does not admit`, { places: [place] })
      : notFound(retrieve, "the list has no such item", { places: [place] });
    await context.expect(request, expected);
  }
}

/** Another team finds no listed items. */
export async function hidesFromOthers(context: CaseContext, stated: StatedItems): Promise<void> {
  const { resource, list, retrieve, parameter, place } = stated;
  const { read, samples } = await statedSamples(context, stated);
  // The unique value is tested by all samples, and each other value by one.
  const isUnique = place === pointerTo(parameter.pointer, "x-identifies", 0);
  for (const sample of samples.slice(0, isUnique ? undefined : 1)) {
    const own = itemRequest(context, resource, read, sample);
    if (!own) throw new Skipped("a further value of the path is missing");
    const request: RequestSpec = { ...own, credential: "otherTeam" };
    const found = await context.send(request);
    // The other team may have an item of its own with the same address.
    const identify = (item: JsonObject) => idOf(context.contract, list, item);
    if (isSuccess(found) && identify(asObject(jsonOf(found))) !== identify(sample.item)) continue;
    const places = securityPlaces(context.contract.document, retrieve.security.flat());
    await context.check(request, notFound(retrieve, "it belongs to another team", { places }), found);
  }
}

/** The first and the last item, and one for each value of short enumerations; eight items at most. */
function variedItems(items: readonly JsonObject[]): JsonObject[] {
  const chosen = new Map<string, JsonObject>();
  for (const name of new Set(items.flatMap((item) => Object.keys(item)))) {
    const byValue = new Map(items.map((item) => [item[name], item]));
    if (byValue.size > 5) continue;
    for (const [value, item] of byValue) if (typeof value === "string") chosen.set(`${name} ${value}`, item);
  }
  return [...new Set([...items.slice(0, 1), ...chosen.values(), ...items.slice(-1)])].slice(0, 8);
}
