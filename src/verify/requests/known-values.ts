import { preferredOffer } from "#http/negotiate.js";
import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import { isRedirectKey, isSuccessKey, mayBeGivenBody } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { type BodySpec, GENERATED, type ParameterValue } from "../model/request/request-spec.js";
import { EVERY_EXAMPLE, REQUEST_BODY } from "../model/target/target.js";
import { settingPath, sharedSetting, valueSetting } from "../model/test-case/need.js";
import type { PlanContext, RequestContext, ValueGenerator } from "../model/test-case/request-context.js";
import { harmlessAddress, harmlessUrl, isAddress } from "./addresses.js";
import { sharedValue } from "./shared-values.js";

/**
 * The first example of an operation with a successful response. If there is none, one with a redirection or `default`.
 */
export function successExample(operation: Operation): ExamplePair | undefined {
  const pairs = examplePairs(operation);
  return (
    pairs.find(({ response }) => isSuccessKey(response)) ??
    pairs.find(({ response }) => isRedirectKey(response)) ??
    pairs.find(({ response }) => response.status === "default")
  );
}

/** The value of an example for a parameter. */
export function exampleValue(example: ExamplePair | undefined, parameter: Parameter): ParameterValue | undefined {
  const found = example?.parameters.find((pair) => pair.parameter === parameter);
  return example && found && { ...found, source: { kind: "example", key: example.key } };
}

/** A value of the target file for an example, and where it stands there; undefined without one. */
function settingAt({ target }: PlanContext, operation: Operation, name: string, key: string | undefined) {
  const values = target.values[operation.id]?.[name];
  const found = key !== undefined && values?.[key] !== undefined ? key : EVERY_EXAMPLE;
  const value = values?.[found];
  if (value === undefined) return undefined;
  const source = {
    kind: "target-file",
    setting: settingPath(...valueSetting(operation.id, name, found)),
    consumable: false,
  } as const;
  return { value, source };
}

/**
 * The value that the target file gives for a parameter, for an example or for every request. Undefined for a list of
 * identifiers, whose values are consumed.
 */
export function targetFileValue(
  context: PlanContext,
  operation: Operation,
  parameter: Parameter,
  key: string | undefined,
): ParameterValue | undefined {
  const found = settingAt(context, operation, parameter.name, key);
  if (found) return parameter.in === "path" && Array.isArray(found.value) ? undefined : { parameter, ...found };
  const value = sharedValue(context, operation, parameter, key);
  if (value === undefined) return undefined;
  const setting = settingPath(...sharedSetting(parameter.name));
  return { parameter, value, source: { kind: "target-file", setting, consumable: false } };
}

/**
 * The body that the target file gives, for an example or for every request. Each `{unique}` in its texts is a new text. It is JSON
 * where the document describes no body.
 */
export function targetFileBody(
  context: RequestContext,
  operation: Operation,
  key: string | undefined,
): BodySpec | undefined {
  const { requestBody, parameters } = operation;
  const isParameter = parameters.some(({ name }) => name === REQUEST_BODY);
  const isDescribed = requestBody !== undefined || !mayBeGivenBody(operation);
  const type = isDescribed ? preferredOffer(requestBody?.content ?? [])?.name : "application/json";
  const found = type !== undefined && !isParameter ? settingAt(context, operation, REQUEST_BODY, key) : undefined;
  if (type === undefined || !found) return undefined;
  const text = jsonText(found.value).replaceAll("{unique}", () => context.generator.unique());
  return { type, value: JSON.parse(text), source: found.source };
}

/** The required parameters, and those that have a value of the target file for every request. */
export function usedParameters(context: PlanContext, operation: Operation): Parameter[] {
  const own = context.target.values[operation.id];
  return operation.parameters.filter((parameter) => {
    const isGiven = own?.[parameter.name]?.[EVERY_EXAMPLE] !== undefined;
    return parameter.required || isGiven || sharedValue(context, operation, parameter, undefined) !== undefined;
  });
}

/** The body of an example, with new unique values; undefined if the example has no body. */
export function exampleBody(
  { generator }: Pick<RequestContext, "generator">,
  example: ExamplePair | undefined,
): BodySpec | undefined {
  if (!example?.body) return undefined;
  const { mediaType, value } = example.body;
  return { type: mediaType.name, value: withUniqueValues(generator, value), source: GENERATED };
}

/** A copy with new addresses and UUIDs, so that it can be sent more than once, and reaches no person. */
export function withUniqueValues(generator: ValueGenerator, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withUniqueValues(generator, item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withUniqueValues(generator, member)]),
    );
  }
  if (typeof value !== "string") return value;
  if (/^[^\s@/]+@[^\s@/]+$/.test(value)) return harmlessAddress(value, generator.unique());
  if (isAddress(value)) return harmlessUrl(value);
  return isUuid(value) ? generator.uuid() : value;
}
