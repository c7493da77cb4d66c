import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { resourceOf, resourcesOf } from "#statements/resources/find-resources.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { endsInParameter, pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Contract } from "../model/contract.js";
import {
  FROM_RESPONSE,
  GENERATED,
  type ParameterValue,
  type RequestSpec,
  type ValueSource,
} from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { oncePerRun } from "../model/test-case/once-per-run.js";
import type { PlanContext } from "../model/test-case/request-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { resourceNamedBy } from "../relations/client-identity.js";
import { identifiedByStructure, identifiedItems, samplesOf } from "../relations/identified-items.js";
import { withPathIdentity } from "../requests/free-identity.js";
import { generatedBody, generatedParameter, requiredPageSize } from "../requests/generated-parts.js";
import {
  exampleBody,
  exampleValue,
  successExample,
  targetFileBody,
  targetFileValue,
  usedParameters,
} from "../requests/known-values.js";
import { missingValues } from "../requests/missing-values.js";
import { referenceFor } from "./created/create-resource.js";
import { createdFor, withSafeIdentity } from "./created/created-values.js";
import { linkedPath } from "./created/linked-path.js";
import { populatedPath } from "./created/populated-list.js";
import { scopeFor } from "./created/references.js";
import { readFirstPage, shownReference } from "./lists/first-page.js";
import type { FirstPage } from "./lists/read-list.js";
import { operandValues } from "./operand-values.js";
import { isRejected, PATH_TRIES, shownPaths, shownPathValues } from "./shown/shown-path.js";

/**
 * A request that should succeed. Its required parameters have values that exist on the target. Its body is the one that the
 * target accepted last, or that of the example, with new unique values. Optional parameters are omitted.
 *
 * @returns undefined if a value is missing, or would be consumed
 */
export async function validRequest(context: CaseContext, operation: Operation): Promise<RequestSpec | undefined> {
  const example = successExample(operation);
  const parameters: ParameterValue[] = [];
  for (const parameter of usedParameters(context, operation)) {
    const value = await existingValue(context, operation, parameter, example);
    if (value === undefined) return undefined;
    parameters.push(value);
  }
  const body =
    targetFileBody(context, operation, example?.key) ??
    (await withSafeIdentity(context, operation, context.accepted.bodyFor(operation) ?? exampleBody(context, example)));
  const isBodyless = context.accepted.has(operation) && !operation.requestBody?.required;
  if (operation.requestBody && !body && !isBodyless) return undefined;
  return withPathIdentity(context, { operation, parameters, body });
}

/**
 * A request that the document allows. It has the values that exist on the target and, in place of missing ones, generated
 * values that are valid. A server may reject it, because it may lack the data that generated values name. Path values are
 * not generated, unless the server keeps no state. Only a resource that exists shows anything.
 *
 * @returns undefined if the path has no value. Also if an unsafe method other than POST lacks a body, and the run did not
 * create its resource
 */
export async function allowedRequest(context: CaseContext, operation: Operation): Promise<RequestSpec | undefined> {
  const valid = await validRequest(context, operation);
  if (valid) return valid;
  const mayBeGenerated = isSafe(operation) || operation.method === "post" || !context.target.keepsState;
  const example = successExample(operation);
  const parameters: ParameterValue[] = [];
  for (const parameter of usedParameters(context, operation)) {
    const value =
      (await existingValue(context, operation, parameter, example)) ??
      generatedParameter(context, operation, parameter);
    if (value === undefined) return undefined;
    parameters.push(value);
  }
  // A resource of the target file is not changed to generated values.
  const isOfRun = parameters.some(({ source }) => source === FROM_RESPONSE) || isNamedInBody(context, operation);
  if (!mayBeGenerated && !isOfRun) return undefined;
  const body =
    targetFileBody(context, operation, example?.key) ??
    (await withSafeIdentity(
      context,
      operation,
      context.accepted.bodyFor(operation) ??
        exampleBody(context, example) ??
        (context.accepted.has(operation) ? undefined : generatedBody(context, operation)),
    ));
  return withPathIdentity(context, { operation, parameters, body });
}

/** Whether the body names the resource, so that it is one that the run created: `PUT /pets`. */
function isNamedInBody({ contract, target }: CaseContext, operation: Operation): boolean {
  return (
    !target.hasExampleData && !endsInParameter(operation.path) && resourceNamedBy(contract, operation) !== undefined
  );
}

/** @throws Skipped if there is no such request */
export async function requireAllowedRequest(context: CaseContext, operation: Operation): Promise<RequestSpec> {
  const request = await allowedRequest(context, operation);
  if (!request) throw new Skipped(missingValues(context, operation));
  return request;
}

/** @throws Skipped if there is no valid request */
export async function requireValidRequest(context: CaseContext, operation: Operation): Promise<RequestSpec> {
  const request = await validRequest(context, operation);
  if (!request) throw new Skipped(missingValues(context, operation));
  return request;
}

/** A value of a required parameter that exists on the target. */
export async function existingValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
  example: ExamplePair | undefined,
): Promise<ParameterValue | undefined> {
  const fromFile = targetFileValue(context, operation, parameter, example?.key);
  if (fromFile) return fromFile;
  const fromExample = exampleValue(example, parameter);
  if (parameter.in !== "path") {
    const known = context.accepted.valueFor(operation, parameter) ?? fromExample;
    if (known || !isSafe(operation)) return known;
    return (
      (await existingReference(context, operation, parameter)) ??
      (parameter.required ? await requiredValue(context, operation, parameter) : undefined)
    );
  }
  // A server without state knows every identifier, and has nothing to lose.
  if (!context.target.keepsState && fromExample) return fromExample;
  // Never send an unsafe method to a resource that was not provided for it.
  if (!isSafe(operation)) return createdValue(context, operation, parameter);
  if (context.target.hasExampleData && fromExample) return fromExample;
  const filled = (await populatedPath(context, operation))?.[pathParameters(operation).indexOf(parameter)];
  if (filled) return { parameter, ...filled };
  // The list of the same resources: `/things` lists those of `/things/{thing}`. `x-identifies` names their values.
  const items = await listedItems(context, operation);
  const [listed] = items.flatMap((item) => parameter.identifies.flatMap((pointer) => valueAt(item, pointer) ?? []));
  if (listed !== undefined) return listedValue(context, operation, parameter, listed);
  return (
    (await relatedValue(context, operation, parameter)) ??
    (await shownPathValues(context, operation)).find((sent) => sent.parameter === parameter) ??
    (context.isSecondRun ? await createdValue(context, operation, parameter) : undefined) ??
    operandValue(context, operation, parameter)
  );
}

/** A value that needs no resource. It is the first member of a closed set, a page size, or one that the target accepted. */
async function requiredValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  const size = requiredPageSize(context, operation, parameter);
  const [first = size] = membersOf(context, parameter);
  return first === undefined
    ? operandValue(context, operation, parameter)
    : { parameter, value: first, source: GENERATED };
}

/** The members of the closed set of values that a parameter has; an empty list for any other parameter. */
function membersOf({ contract }: CaseContext, parameter: Parameter): Json[] {
  return asList(schemaOf(contract.document, parameter).enum);
}

/**
 * A value of a number or text that identifies nothing. The target accepted it with the other values of the operation.
 */
async function operandValue(
  context: CaseContext,
  operation: Operation,
  wanted: Parameter,
): Promise<ParameterValue | undefined> {
  return (await operandValues(context, operation)).find(({ parameter }) => parameter === wanted);
}

/**
 * An identifier that exists, for a parameter of a query or header: `?list=` of `/list-items`. A request that writes names a
 * resource that the run created.
 */
export async function existingReference(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  if (!["query", "header"].includes(parameter.in) || !context.target.keepsState) return undefined;
  if (!isSafe(operation)) {
    const value = await referenceFor(context, operation, parameter.name);
    const isOwn = value !== undefined && context.resources.hasIdentifier(String(value));
    return isOwn ? { parameter, value, source: FROM_RESPONSE } : undefined;
  }
  for (const { resource } of kindsNamed(context.contract, parameter.name)) {
    const isReadable = resource.list?.operation !== operation && resource.position === 0;
    const shown = await shownReference(
      context,
      resource,
      isReadable ? (list) => firstPageOf(context, list) : undefined,
    );
    if (shown) return { parameter, ...shown };
  }
  return undefined;
}

/** A value of the path of a resource that the run created for an unsafe operation. It may be the scope. */
async function createdValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  const path = (await createdFor(context, operation))?.path ?? (await linkedPath(context, operation));
  const index = pathParameters(operation).indexOf(parameter);
  const value = path?.[index] ?? (index === 0 ? await scopeFor(context, operation) : undefined);
  return value && { parameter, ...value };
}

/** The list of a resource, whose pages an extension describes: `GET /things` beside `/things/{thing}`. */
export function listBeside(contract: Contract, { path }: Operation): ListOperation | undefined {
  const list = resourcesOf(contract).get(pathKey(path))?.list;
  return list?.paging.basis === "stated" ? list : undefined;
}

/** A value from the list beside an operation. */
export function listedValue(
  { contract }: PlanContext,
  operation: Operation,
  parameter: Parameter,
  value: Json,
): ParameterValue {
  const list = listBeside(contract, operation)?.operation ?? operation;
  return { parameter, value, source: { kind: "list", operation: list.id } };
}

/** The items on the first page of the list beside an operation. Empty if there is no such list. */
export async function listedItems(context: CaseContext, operation: Operation): Promise<JsonObject[]> {
  const list = listBeside(context.contract, operation);
  return list ? itemsOfList(context, list.operation) : [];
}

/** The items on the first page of a list whose pages an extension describes. */
export async function itemsOfList(context: CaseContext, operation: Operation): Promise<JsonObject[]> {
  const { paging } = operation;
  return (paging && (await firstPageOf(context, { operation, paging })))?.items ?? [];
}

/**
 * A value of a path parameter from the list of its resources, where no extension states the relation. The value is tried, and
 * used if the target does not reject it.
 */
async function relatedValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  return (await relatedValues(context, operation)).find((sent) => sent.parameter === parameter);
}

/**
 * Values of the whole path of an operation, for a request that only reads, whatever its method is. Empty if no list and no
 * response has shown any.
 */
export async function pathToRead(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  if (!context.target.keepsState) return [];
  const related = await relatedValues(context, operation);
  return related.length > 0 ? related : (shownPaths(context, operation)[0] ?? []);
}

const relatedOnes = oncePerRun<Operation, readonly ParameterValue[]>();

/** Values of all path parameters of an operation, found once. Empty if there are none, or the target rejects them. */
function relatedValues(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  return relatedOnes.get(context, operation, () => findRelatedValues(context, operation));
}

async function findRelatedValues(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  const parameters = pathParameters(operation);
  const last = parameters.at(-1);
  const resource = last && resourceOf(context.contract, operation, last);
  if (!last || !resource?.list) return [];
  const read = await firstPageOf(context, resource.list);
  if (!read) return [];
  const source: ValueSource = { kind: "list", operation: resource.list.operation.id };
  // The list of a nested resource belongs to one parent.
  const around = pathParameters(resource.list.operation).slice(0, resource.position);
  const outer = around.flatMap((wanted, index): ParameterValue[] => {
    const value = read.request.parameters.find(({ parameter }) => parameter === wanted)?.value;
    const parameter = parameters[index];
    return value === undefined || !parameter ? [] : [{ parameter, value, source }];
  });
  if (outer.length + 1 < parameters.length) return [];
  const byName = identifiedItems(resource, read.items);
  const identified = byName.length > 0 ? byName : identifiedByStructure(context.contract, resource, read.items);
  for (const { value } of samplesOf(identified, PATH_TRIES)) {
    const values = [...outer, { parameter: last, value, source }];
    if (!isSafe(operation) || !(await isRejected(context, operation, values))) return values;
  }
  return [];
}

/**
 * The first page of a list, read once for all test cases; undefined if it cannot be read. Where it belongs to a resource that has
 * no items, others are tried.
 */
export function firstPageOf(context: CaseContext, list: ListOperation): Promise<FirstPage | undefined> {
  return readFirstPage(context, list, async () => {
    const own = await validRequest(context, list.operation);
    return own ? [own, ...otherParents(context, own), ...otherMembers(context, own)] : [];
  });
}

/** The same request with the paths of other resources, unless the team gives the path. */
function otherParents(context: CaseContext, { operation, parameters, ...request }: RequestSpec): RequestSpec[] {
  const own = pathParameters(operation).flatMap(
    (wanted) => parameters.find(({ parameter }) => parameter === wanted) ?? [],
  );
  if (own.length === 0 || own.some(({ source: { kind } }) => kind === "target-file" || kind === "example")) return [];
  const others = parameters.filter((sent) => !own.includes(sent));
  return shownPaths(context, operation)
    .filter((path) => path.some(({ value }, index) => !isSameId(value, own[index]?.value)))
    .slice(0, PATH_TRIES)
    .map((path) => ({ operation, parameters: [...path, ...others], ...request }));
}

/** The same request with other members of a closed set. The list may have items of some only. */
function otherMembers(context: CaseContext, { parameters, ...request }: RequestSpec): RequestSpec[] {
  const chosen = parameters.find(
    ({ parameter, source }) =>
      parameter.in === "query" && source === GENERATED && membersOf(context, parameter).length > 1,
  );
  const members = chosen ? membersOf(context, chosen.parameter).filter((member) => member !== chosen.value) : [];
  return members.slice(0, PATH_TRIES).map((value) => ({
    ...request,
    parameters: parameters.map((sent) => (sent === chosen ? { ...sent, value } : sent)),
  }));
}
