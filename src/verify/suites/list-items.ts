import { asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import { securityPlaces } from "#openapi/document/places.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/schema/uuid.js";
import { undocumentedFields } from "../checks/undocumented-fields.js";
import { differenceFindings, unrelatedFields } from "../model/finding/differences.js";
import { type Exchange, isRejection, isSuccess, jsonOf } from "../model/request/exchange.js";
import { notFound, success } from "../model/request/expectation.js";
import { GENERATED, type RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { coversStated } from "../model/test-case/test-case.js";
import { listedValue } from "../resources/valid-request.js";
import { idOf, type PagedList, wholeList } from "./pagination/list-reader.js";
import { type Suite, testCase } from "./suite.js";

/** A path parameter that identifies a resource by one of its values, and the list of these resources. */
interface Identifier {
  list: PagedList;
  operation: Operation;
  parameter: Parameter;
  /** JSON pointer to the value in the resource. */
  pointer: string;
  /** Where the document declares it. */
  place: string;
}

/**
 * Retrieves the items of a list one by one, by each value that identifies them: each has the same fields as in the list, a
 * similar value finds nothing, and another team finds nothing.
 */
export const listItems: Suite = ({ contract }, operation) => {
  const parameter = operation.parameters.findLast((each) => each.in === "path");
  const list = contract.listBeside(operation);
  if (operation.method !== "get" || !list?.pagination || !parameter) return [];
  const paged: PagedList = { operation: list, pagination: list.pagination };
  return parameter.identifies.flatMap((pointer, index) => {
    const name = pointer.split("/").at(-1);
    const place = pointerTo(parameter.pointer, "x-identifies", index);
    const identifier: Identifier = { list: paged, operation, parameter, pointer, place };
    return [
      testCase("list-items", operation, `finds listed items by their ${name}`, {
        parameter,
        covers: [coversStated(operation, [place])],
        run: (context) => findsListed(context, identifier),
      }),
      testCase("list-items", operation, `finds nothing by a similar ${name}`, {
        parameter,
        run: (context) => findsNothingSimilar(context, identifier),
      }),
      testCase("list-items", operation, `hides listed items from another team, by their ${name}`, {
        parameter,
        actor: "otherTeam",
        run: (context) => hidesFromOthers(context, identifier),
      }),
    ];
  });
};

/** Requests for samples of the list. @throws Skipped if the list is empty */
async function sampleRequests(
  context: CaseContext,
  { list, operation, parameter, pointer }: Identifier,
  maximum?: number,
): Promise<{ item: JsonObject; request: RequestSpec }[]> {
  const samples = sampleOf((await wholeList(context, list)).items).slice(0, maximum);
  if (samples.length === 0) throw new Skipped("the list is empty");
  return samples.flatMap((item) => {
    const value = valueAt(item, pointer);
    if (value === undefined || value === null) return [];
    return [{ item, request: { operation, parameters: [listedValue(context, operation, parameter, value)] } }];
  });
}

async function findsListed(context: CaseContext, identifier: Identifier): Promise<void> {
  const { list, operation, place } = identifier;
  const { items } = await wholeList(context, list);
  for (const { item, request } of await sampleRequests(context, identifier)) {
    const found = await context.send(request);
    // Others may have deleted the item meanwhile.
    if (isRejection(found) && !(await isStillListed(context, list, item))) continue;
    await context.check(request, success(operation, "the list has it", { places: [place] }), found);
    if (isSuccess(found)) expectSameFields(context, identifier, items, item, found);
  }
}

/** The retrieved resource has the values of the list. */
function expectSameFields(
  context: CaseContext,
  { operation, parameter, pointer, place }: Identifier,
  items: readonly JsonObject[],
  item: JsonObject,
  found: Exchange,
): void {
  const body = jsonOf(found);
  // A representation without some of the listed fields may be another one, with other values.
  if (!isObject(body) || !Object.keys(item).every((name) => Object.hasOwn(body, name))) return;
  // Several items may have one value, and the request finds one of them.
  const [ownId = ""] = parameter.identifies;
  const same = items.filter((each) => each !== item && valueAt(each, pointer) === valueAt(item, pointer));
  if (pointer !== ownId && same.some((each) => valueAt(each, ownId) === valueAt(body, ownId))) return;
  const undocumented = undocumentedFields(context.contract.document, operation, found).map(({ at }) => at);
  // A list may shorten texts.
  const identifying = new Set(parameter.identifies.map((each) => pointerNames(each)[0] ?? ""));
  const differing = unrelatedFields(item, body, identifying).filter(
    ({ name }) => !undocumented.includes(pointerTo("", name)),
  );
  const findings = differenceFindings(differing, { check: "list-item", place, origin: "the list" });
  for (const finding of findings) context.fail(finding, found);
}

/** Reads the list again. */
async function isStillListed(context: CaseContext, list: PagedList, item: JsonObject): Promise<boolean> {
  context.shared.invalidate(`whole ${list.operation.id}`);
  const { ids } = await wholeList(context, list);
  return ids.includes(idOf(list.pagination, item));
}

/** Parts of a value, and patterns that match it: `_` and `%` are wildcards of SQL's LIKE. */
const SIMILAR: readonly ((value: string) => string)[] = [
  (value) => value.slice(0, -1),
  (value) => value.slice(1),
  (value) => `${value.slice(0, 1)}_${value.slice(2)}`,
  (value) => `${value.slice(0, 2)}%`,
];

async function findsNothingSimilar(context: CaseContext, identifier: Identifier): Promise<void> {
  const { list, operation, parameter, pointer, place } = identifier;
  const { items, complete } = await wholeList(context, list);
  const values = new Set(items.map((item) => String(valueAt(item, pointer)).toLowerCase()));
  const value = items[0] && valueAt(items[0], pointer);
  if (typeof value !== "string" || value.length < 4) throw new Skipped("the list has no text that identifies an item");
  if (!complete) throw new Skipped("the list was not read to its end, so a similar value may exist");
  // A pattern is rejected by the form of a UUID alone.
  const similar = SIMILAR.slice(0, isUuid(value) ? 1 : undefined).map((create) => create(value));
  for (const each of new Set(similar)) {
    if (values.has(each.toLowerCase())) continue;
    const request = { operation, parameters: [{ parameter, value: each, source: GENERATED }] };
    await context.expect(request, notFound(operation, "the list has no such item", { places: [place] }));
  }
}

async function hidesFromOthers(context: CaseContext, identifier: Identifier): Promise<void> {
  const { list, operation, parameter, pointer } = identifier;
  // All samples by the value that is unique, and one by each other value.
  const maximum = pointer === parameter.identifies[0] ? undefined : 1;
  for (const { item, request: own } of await sampleRequests(context, identifier, maximum)) {
    const request: RequestSpec = { ...own, credential: "otherTeam" };
    const found = await context.send(request);
    // The other team may have an item of its own with the same address.
    const isOwn = isSuccess(found) && idOf(list.pagination, asObject(jsonOf(found))) !== idOf(list.pagination, item);
    if (isOwn) continue;
    const places = securityPlaces(context.contract.document, operation.security.flat());
    await context.check(request, notFound(operation, "it belongs to another team", { places }), found);
  }
}

/** The first and the last item, and one for each value of short enumerations; eight items at most. */
function sampleOf(items: readonly JsonObject[]): JsonObject[] {
  const chosen = new Map<string, JsonObject>();
  for (const name of new Set(items.flatMap((item) => Object.keys(item)))) {
    const byValue = new Map(items.map((item) => [item[name], item]));
    if (byValue.size > 5) continue;
    for (const [value, item] of byValue) if (typeof value === "string") chosen.set(`${name} ${value}`, item);
  }
  return [...new Set([...items.slice(0, 1), ...chosen.values(), ...items.slice(-1)])].slice(0, 8);
}
