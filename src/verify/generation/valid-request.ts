import type { Json, JsonObject } from "../../openapi/document.js";
import { type ExamplePair, examplePairs } from "../../openapi/example-pairs.js";
import { isSafe, isSuccessKey } from "../../openapi/methods.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { isUuid } from "../../openapi/uuid.js";
import type { CaseContext, PlanContext, ValueGenerator } from "../model/case-context.js";
import { isSuccess, itemsOf } from "../model/exchange.js";
import { type BodySpec, GENERATED, type ParameterValue, type RequestSpec } from "../model/request-spec.js";
import { Skipped } from "../model/skipped.js";

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

/** The setting of the target file that gives the value of an example's parameter. */
export function settingOf(operation: Operation, { name }: Parameter, key: string): string {
  return pointerTo("", "values", operation.id, name, key).slice(1).replaceAll("/", ".");
}

/** The value that the target file gives for an example's parameter; undefined for a list, whose values are consumed. */
export function targetFileValue(
  { target }: PlanContext,
  operation: Operation,
  parameter: Parameter,
  key: string,
): ParameterValue | undefined {
  const value = target.values[operation.id]?.[parameter.name]?.[key];
  if (value === undefined || Array.isArray(value)) return undefined;
  const source = { kind: "target-file", setting: settingOf(operation, parameter, key), consumable: false } as const;
  return { parameter, value, source };
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
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = await existingValue(context, operation, parameter, example);
    if (value === undefined) return undefined;
    parameters.push(value);
  }
  if (operation.requestBody?.required && !example?.body) return undefined;
  return { operation, parameters, body: exampleBody(context, example) };
}

/** @throws Skipped if there is no valid request */
export async function requireValidRequest(context: CaseContext, operation: Operation): Promise<RequestSpec> {
  const request = await validRequest(context, operation);
  if (!request) throw new Skipped(missingValueReason(operation));
  return request;
}

/** A value of a required parameter that exists on the target. */
export async function existingValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
  example: ExamplePair | undefined,
): Promise<ParameterValue | undefined> {
  const fromFile = targetFileValue(context, operation, parameter, example?.key ?? "");
  if (fromFile) return fromFile;
  const fromExample = exampleValue(example, parameter);
  if (parameter.in !== "path") return fromExample;
  // Never send an unsafe method to a resource that was not provided for it.
  if (!isSafe(operation)) return undefined;
  if (context.target.hasExampleData) return fromExample;
  // The list of the same resources: `/things` lists those of `/things/{thing}`. `x-identifies` names their values.
  const items = await listedItems(context, operation);
  const [listed] = items.flatMap((item) => parameter.identifies.flatMap((pointer) => valueAt(item, pointer) ?? []));
  return listed === undefined ? undefined : listedValue(context, operation, parameter, listed);
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
export function missingValueReason(operation: Operation): string {
  const names = operation.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  const setting = missingSetting(operation);
  const remedy = setting === undefined ? "add an example to the contract" : `add one to the target file, ${setting}`;
  return `no value exists for ${names.join(" and ") || "a required part"}: ${remedy}`;
}

/** The setting of the target file for the first path parameter. A target file has values for examples only. */
export function missingSetting(operation: Operation): string | undefined {
  const parameter = operation.parameters.find((each) => each.in === "path");
  const example = successExample(operation);
  return parameter && example && settingOf(operation, parameter, example.key);
}
