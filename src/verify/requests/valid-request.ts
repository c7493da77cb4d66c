import { isJson } from "#http/media-type.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import { isSafe, isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/schema/uuid.js";
import { isSuccess, itemsOf } from "../model/request/exchange.js";
import { type BodySpec, GENERATED, type ParameterValue, type RequestSpec } from "../model/request/request-spec.js";
import { settingPath } from "../model/request/setting-path.js";
import { EVERY_EXAMPLE, REQUEST_BODY } from "../model/target/target.js";
import type { CaseContext, PlanContext, ValueGenerator } from "../model/test-case/case-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { pathParameters } from "../relations/path-parameters.js";
import { withPathIdentity, withSafeIdentity } from "./free-identity.js";
import { relatedValue } from "./related-values.js";

/** The first example of an operation with a successful response; one with `default` if there is no other. */
export function successExample(operation: Operation): ExamplePair | undefined {
  const pairs = examplePairs(operation);
  return (
    pairs.find(({ response }) => isSuccessKey(response)) ?? pairs.find(({ response }) => response.status === "default")
  );
}

/** The value of an example for a parameter. */
export function exampleValue(example: ExamplePair | undefined, parameter: Parameter): ParameterValue | undefined {
  const found = example?.parameters.find((each) => each.parameter === parameter);
  return example && found && { ...found, source: { kind: "example", key: example.key } };
}

/** The setting of the target file that gives a part of the requests of an operation, for an example or for every request. */
export function settingOf(operation: Operation, name: string, key: string | undefined): string {
  return settingPath("values", operation.id, name, ...(key === undefined || key === EVERY_EXAMPLE ? [] : [key]));
}

/** A value of the target file for an example, and where it stands there; undefined without one. */
function settingAt({ target }: PlanContext, operation: Operation, name: string, key: string | undefined) {
  const values = target.values[operation.id]?.[name];
  const found = key !== undefined && values?.[key] !== undefined ? key : EVERY_EXAMPLE;
  const value = values?.[found];
  if (value === undefined) return undefined;
  const source = { kind: "target-file", setting: settingOf(operation, name, found), consumable: false } as const;
  return { value, source };
}

/**
 * The value that the target file gives for a parameter, for an example or for every request; undefined for a list of
 * identifiers, whose values are consumed.
 */
export function targetFileValue(
  context: PlanContext,
  operation: Operation,
  parameter: Parameter,
  key: string | undefined,
): ParameterValue | undefined {
  const found = settingAt(context, operation, parameter.name, key);
  if (!found || (parameter.in === "path" && Array.isArray(found.value))) return undefined;
  return { parameter, ...found };
}

/** The body that the target file gives, for an example or for every request. Each `{unique}` in its texts is a new text. */
export function targetFileBody(
  context: PlanContext & Pick<CaseContext, "generator">,
  operation: Operation,
  key: string | undefined,
): BodySpec | undefined {
  const { requestBody, parameters } = operation;
  const isParameter = parameters.some(({ name }) => name === REQUEST_BODY);
  const mediaType = requestBody?.content.find(({ name }) => isJson(name)) ?? requestBody?.content[0];
  const found = mediaType && !isParameter ? settingAt(context, operation, REQUEST_BODY, key) : undefined;
  if (!mediaType || !found) return undefined;
  const text = JSON.stringify(found.value).replaceAll("{unique}", () => context.generator.unique());
  return { type: mediaType.name, value: JSON.parse(text), source: found.source };
}

/**
 * A request that should succeed: required parameters with values that exist on the target, and the example's body with new
 * unique values. Optional parameters are omitted.
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
    (await withSafeIdentity(context, operation, exampleBody(context, example)));
  if (operation.requestBody?.required && !body) return undefined;
  return withPathIdentity(context, { operation, parameters, body });
}

/** The required parameters, and those that have a value of the target file for every request. */
export function usedParameters({ target }: PlanContext, { id, parameters }: Operation): Parameter[] {
  return parameters.filter(
    ({ name, required }) => required || target.values[id]?.[name]?.[EVERY_EXAMPLE] !== undefined,
  );
}

/** @throws Skipped if there is no valid request */
export async function requireValidRequest(context: CaseContext, operation: Operation): Promise<RequestSpec> {
  const request = await validRequest(context, operation);
  if (!request) throw new Skipped(missingValueReason(context, operation));
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
  if (parameter.in !== "path") return fromExample;
  // A server without state knows every identifier, and has nothing to lose.
  if (!context.target.keepsState && fromExample) return fromExample;
  // Never send an unsafe method to a resource that was not provided for it.
  if (!isSafe(operation)) return createdValue(context, operation, parameter);
  if (context.target.hasExampleData && fromExample) return fromExample;
  // The list of the same resources: `/things` lists those of `/things/{thing}`. `x-identifies` names their values.
  const items = await listedItems(context, operation);
  const [listed] = items.flatMap((item) => parameter.identifies.flatMap((pointer) => valueAt(item, pointer) ?? []));
  if (listed !== undefined) return listedValue(context, operation, parameter, listed);
  return relatedValue(context, operation, parameter, validRequest);
}

/** A value of the path of a resource that the run created for an unsafe operation. */
async function createdValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  const path = await context.createdPath(operation);
  const created = path?.[pathParameters(operation).indexOf(parameter)];
  return created && { parameter, ...created };
}

/** A value from the list beside an operation. */
export function listedValue(
  { contract }: PlanContext,
  operation: Operation,
  parameter: Parameter,
  value: Json,
): ParameterValue {
  const list = contract.listBeside(operation) ?? operation;
  return { parameter, value, source: { kind: "list", operation: list.id } };
}

/** The items on the first page of the list beside an operation; an empty list if there is no such list. */
export async function listedItems(context: CaseContext, operation: Operation): Promise<JsonObject[]> {
  const list = context.contract.listBeside(operation);
  if (!list?.pagination) return [];
  const { pagination } = list;
  return context.shared.get(`items of ${list.id}`, async () => {
    const request = await validRequest(context, list);
    const exchange = request && (await context.send(request));
    return exchange && isSuccess(exchange) ? itemsOf(pagination, exchange) : [];
  });
}

/** Makes the next test case read an operation's list, and the list beside it, again. */
export function invalidateLists({ contract, shared }: CaseContext, operation: Operation): void {
  for (const id of [operation.id, contract.listBeside(operation)?.id]) {
    shared.invalidate(`items of ${id}`);
    shared.invalidate(`whole ${id}`);
  }
}

/** The body of an example, with new unique values; undefined if the example has no body. */
export function exampleBody(
  { generator }: Pick<CaseContext, "generator">,
  example: ExamplePair | undefined,
): BodySpec | undefined {
  if (!example?.body) return undefined;
  const { mediaType, value } = example.body;
  return { type: mediaType.name, value: withUniqueValues(generator, value), source: GENERATED };
}

/** A copy with new addresses and UUIDs, so that it can be sent more than once. */
export function withUniqueValues(generator: ValueGenerator, value: Json): Json {
  if (Array.isArray(value)) return value.map((each) => withUniqueValues(generator, each));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withUniqueValues(generator, each)]));
  }
  if (typeof value !== "string") return value;
  if (/^[^\s@/]+@[^\s@/]+$/.test(value)) return `verify-${generator.unique()}@${value.split("@").at(-1)}`;
  return isUuid(value) ? generator.uuid() : value;
}

/** Why there is no valid request, and what to add to the target file. */
export function missingValueReason(context: PlanContext, operation: Operation): string {
  const missing = missingParts(context, operation);
  const names = missing.map(({ name }) => (name === REQUEST_BODY ? "the body" : name));
  const settings = missing.map(({ setting }) => setting).join(" and ");
  if (missing.length === 0) return "no value exists for a required part: add an example to the contract";
  return `no value exists for ${names.join(" and ")}: add ${missing.length > 1 ? "each" : "one"} to the target file, ${settings}`;
}

/** The settings of the target file for the parts that each request needs, and that neither the document nor the file gives. */
export function missingParts(context: PlanContext, operation: Operation): { name: string; setting: string }[] {
  const example = successExample(operation);
  const partOf = (name: string) => ({ name, setting: settingOf(operation, name, example?.key) });
  const missing = operation.parameters.filter(({ name, required, in: place }) => {
    if (context.target.values[operation.id]?.[name] !== undefined) return false;
    return place === "path" || (required && !example?.parameters.some(({ parameter }) => parameter.name === name));
  });
  const hasBody = example?.body !== undefined || context.target.values[operation.id]?.[REQUEST_BODY] !== undefined;
  const needsBody = operation.requestBody?.required === true && !hasBody;
  return [...missing.map(({ name }) => partOf(name)), ...(needsBody ? [partOf(REQUEST_BODY)] : [])];
}
