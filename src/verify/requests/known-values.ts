import { isJson } from "#http/media-type.js";
import type { Json } from "#openapi/document/document.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import { isRedirectKey, isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/schema/uuid.js";
import { type BodySpec, GENERATED, type ParameterValue } from "../model/request/request-spec.js";
import { EVERY_EXAMPLE, REQUEST_BODY } from "../model/target/target.js";
import { type Skip, settingPath, valueSetting } from "../model/test-case/need.js";
import type { PlanContext, RequestContext, ValueGenerator } from "../model/test-case/request-context.js";

/** The first example of an operation with a successful response; one with a redirection or `default` if there is no other. */
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
  context: RequestContext,
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

/** The required parameters, and those that have a value of the target file for every request. */
export function usedParameters({ target }: PlanContext, { id, parameters }: Operation): Parameter[] {
  return parameters.filter(
    ({ name, required }) => required || target.values[id]?.[name]?.[EVERY_EXAMPLE] !== undefined,
  );
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

/** A copy with new addresses and UUIDs, so that it can be sent more than once. */
export function withUniqueValues(generator: ValueGenerator, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withUniqueValues(generator, item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withUniqueValues(generator, member)]),
    );
  }
  if (typeof value !== "string") return value;
  if (/^[^\s@/]+@[^\s@/]+$/.test(value)) return `verify-${generator.unique()}@${value.split("@").at(-1)}`;
  return isUuid(value) ? generator.uuid() : value;
}

/** Why there is no valid request. */
export function missingValues(context: PlanContext, operation: Operation): Skip {
  const missing = missingParts(context, operation);
  if (missing.length === 0)
    return { reason: "no value exists for a required part: add an example to the contract", needs: [] };
  const names = missing.map(({ name }) => (name === REQUEST_BODY ? "the body" : name));
  return {
    reason: `no value exists for ${names.join(" and ")}`,
    needs: missing.map(({ setting }) => ({ kind: "value", setting, isList: false })),
  };
}

/** Why no request is sent that would consume a value. */
export function missingConsumable(setting: readonly string[]): Skip {
  return { reason: "it needs a value to consume", needs: [{ kind: "value", setting, isList: true }] };
}

/** The settings of the target file for the parts that each request needs, and that neither the document nor the file gives. */
export function missingParts(context: PlanContext, operation: Operation): { name: string; setting: string[] }[] {
  const example = successExample(operation);
  const partOf = (name: string) => ({ name, setting: valueSetting(operation.id, name, example?.key) });
  const missing = operation.parameters.filter(({ name, required, in: place }) => {
    if (context.target.values[operation.id]?.[name] !== undefined) return false;
    return place === "path" || (required && !example?.parameters.some(({ parameter }) => parameter.name === name));
  });
  const hasBody = example?.body !== undefined || context.target.values[operation.id]?.[REQUEST_BODY] !== undefined;
  const needsBody = operation.requestBody?.required === true && !hasBody;
  return [...missing.map(({ name }) => partOf(name)), ...(needsBody ? [partOf(REQUEST_BODY)] : [])];
}
