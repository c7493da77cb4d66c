import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { resourceOf, resourcesOf } from "#statements/resources/find-resources.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Identified } from "#statements/resources/resource.js";
import {
  isConfused,
  itemAsListed,
  missingItem,
  otherItem,
  type RetrievedItem,
  statedItemAsListed,
} from "#verify/judges/lists/items.js";
import { type Exchange, isRejection, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse, success } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { skipFor } from "#verify/model/test-case/need.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { coversStated, type TestCase } from "#verify/model/test-case/test-case.js";
import { identifiedItems, samplesOf } from "#verify/relations/identified-items.js";
import { wholeList } from "#verify/resources/lists/known-lists.js";
import { forgetList } from "#verify/resources/lists/read-list.js";
import { itemRequest, type Retrieval, relationBasis, retrievalOf } from "#verify/resources/relation-check.js";
import { firstPageOf, requireValidRequest } from "#verify/resources/valid-request.js";
import { testCase } from "../suite.js";
import {
  findsNothingSimilar,
  hidesFromOthers,
  type ListedItems,
  type Samples,
  type StatedItems,
  statedIdentity,
  statedSamples,
} from "./stated-items.js";

/** How many items are retrieved where only names suggest that a path parameter identifies them. */
const SAMPLES = 3;

/** The items of a list are retrieved one by one, by each value that identifies them. */
export function itemCases({ contract }: PlanContext, operation: Operation): TestCase[] {
  const resource = resourcesOf(contract).get(pathKey(operation.path));
  const parameter = pathParameters(operation).at(-1);
  if (resource?.retrieve !== operation || !resource.list || !parameter) return [];
  const items: ListedItems = { resource, list: resource.list, retrieve: operation, parameter };
  if (parameter.identifies.length > 0 && resource.list.paging.basis === "stated") {
    return parameter.identifies.flatMap((_, index) => statedCases(items, index));
  }
  return [
    testCase("lists", operation, `finds the items of ${resource.list.operation.id}, one by one`, {
      parameter,
      covers: [coversStated(operation, [parameter.pointer])],
      run: (context) => findsListed(context, items),
    }),
  ];
}

/** Operations below an item, which have no example that the suite `examples` sends. */
export function nestedCases({ contract }: PlanContext, operation: Operation): TestCase[] {
  const parameter = pathParameters(operation).at(-1);
  const resource = parameter && resourceOf(contract, operation, parameter);
  if (!resource?.list || resource.retrieve === operation || examplePairs(operation).length > 0) return [];
  return [
    testCase("lists", operation, `responds for an item of ${resource.list.operation.id}`, {
      parameter,
      async run(context) {
        const request = await requireValidRequest(context, operation);
        await context.expect(request, anyResponse(operation, "the list has the item"));
      },
    }),
  ];
}

function statedCases(items: ListedItems, index: number): TestCase[] {
  const { resource, retrieve, parameter } = items;
  const pointer = parameter.identifies[index] ?? "";
  const place = pointerTo(parameter.pointer, "x-identifies", index);
  const stated = (): StatedItems => {
    // The resource may be wrapped in another object, where it is retrieved.
    const known = resource.identifiers().find(({ places }) => places.includes(place));
    return { ...items, identifier: known ?? { pointer, basis: "stated", places: [place] }, place };
  };
  const name = pointer.split("/").at(-1);
  return [
    testCase("lists", retrieve, `finds listed items by their ${name}`, {
      parameter,
      covers: [coversStated(retrieve, [place])],
      run: (context) => findsListed(context, items, stated()),
    }),
    testCase("lists", retrieve, `finds nothing by a similar ${name}`, {
      parameter,
      run: (context) => findsNothingSimilar(context, stated()),
    }),
    testCase("lists", retrieve, `hides listed items from another team, by their ${name}`, {
      parameter,
      actor: "otherTeam",
      run: (context) => hidesFromOthers(context, stated()),
    }),
  ];
}

/** A listed item that was retrieved. */
interface Retrieved extends RetrievedItem {
  retrieval: Retrieval;
}

/**
 * Listed items are found one by one, and each response has the item that was requested. Where the document states what
 * identifies them, it has the fields of the list as well.
 */
async function findsListed(context: CaseContext, listed: ListedItems, stated?: StatedItems): Promise<void> {
  const { resource, list, retrieve } = listed;
  const { read, known, samples } = stated ? await statedSamples(context, stated) : await likelySamples(context, listed);
  const expected = stated
    ? success(retrieve, "the list has it", { places: [stated.place] })
    : anyResponse(retrieve, `${list.operation.id} lists it`);
  const retrieved: Retrieved[] = [];
  for (const sample of samples) {
    const request = itemRequest(context, resource, read, sample);
    if (!request) throw new Skipped("a further value of the path is missing");
    const exchange = await context.send(request);
    // Others may have deleted the item meanwhile.
    if (isRejection(exchange) && !(await isStillListed(context, list, sample))) continue;
    await context.check(request, expected, exchange);
    if (stated && isSuccess(exchange)) {
      const identity = statedIdentity(context, stated, known, exchange);
      context.judge(statedItemAsListed(identity, { ...sample, exchange }));
    } else if (!stated) {
      const retrieval = retrievalOf(context, resource, sample, exchange);
      retrieved.push({ ...sample, exchange, retrieval });
      if (retrieval === "found") await expectNoContradiction(context, listed, sample, exchange);
    }
  }
  for (const item of retrieved) {
    const basis = () => relationBasis(context, resource, item);
    if (item.retrieval === "missing") context.judge([missingItem(list.operation, item, await basis())]);
    if (item.retrieval !== "other") continue;
    if (isConfused(item, retrieved, known)) context.judge([otherItem(item, await basis())]);
    // Other items have the same identifier in both places, but this one may be an alias.
    else if (retrieved.some(({ retrieval }) => retrieval === "found")) context.judge([otherItem(item, "inferred")]);
  }
}

/** An item has the values of the list. The list and the item are read again first: somebody may have changed the item. */
async function expectNoContradiction(
  context: CaseContext,
  { resource, list, retrieve }: ListedItems,
  sample: Identified,
  first: Exchange,
): Promise<void> {
  if (itemAsListed(retrieve, { ...sample, exchange: first }).length === 0) return;
  forgetList(context, list.operation);
  const read = await firstPageOf(context, list);
  const again = identifiedItems(resource, read?.items ?? []).find(({ value }) => isSameId(value, sample.value));
  const request = read && again && itemRequest(context, resource, read, again);
  const exchange = request && (await context.send(request));
  if (again && exchange && isSuccess(exchange)) context.judge(itemAsListed(retrieve, { ...again, exchange }));
}

/** @throws Skipped if the list has no item that names suggest a field of */
async function likelySamples(context: CaseContext, { resource, list, parameter }: ListedItems): Promise<Samples> {
  const read = await firstPageOf(context, list);
  if (!read) {
    // It says which value is missing.
    await requireValidRequest(context, list.operation);
    throw new Skipped("the target rejected the request for the list");
  }
  if (read.items.length === 0) throw new Skipped(skipFor({ kind: "items", found: 0, wanted: 1 }));
  const identified = identifiedItems(resource, read.items);
  if (identified.length === 0) throw new Skipped("no field of the listed items identifies them");
  const known = identified.filter(({ value }) => mayBeSent(context, parameter, value));
  if (known.length === 0)
    throw new Skipped("the document does not admit the identifiers of the listed items in the path");
  // Life cycles show what becomes of created items.
  const created = known.filter(({ item }) => context.generator.isGenerated(jsonText(item)));
  const others = known.filter((item) => !created.includes(item));
  const samples = [others, created].flatMap((items) => samplesOf(items, SAMPLES));
  return { read, known, samples: samples.slice(0, SAMPLES) };
}

/** Whether a path may have a value, as a number or as a text. A list may have values that the parameter forbids: 0 of `minimum: 1`. */
function mayBeSent({ contract: { validator } }: CaseContext, { schemaPointer }: Parameter, value: Json): boolean {
  const forms: Json[] = [value, String(value), ...(typeof value === "string" ? [Number(value)] : [])];
  return forms.some((form) => validator.errors(schemaPointer, form).length === 0);
}

/** Reads the list again. */
async function isStillListed(
  context: CaseContext,
  list: ListOperation,
  { identifier, value }: Identified,
): Promise<boolean> {
  forgetList(context, list.operation);
  const items = list.paging.basis === "stated" ? (await wholeList(context, list)).items : undefined;
  const found = items ?? (await firstPageOf(context, list))?.items ?? [];
  return found.some((item) => isSameId(identifierIn(item, identifier), value));
}
