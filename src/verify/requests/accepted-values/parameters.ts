import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo, withValue } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isCursor } from "#statements/paging/paging.js";
import { edgesOf } from "#values/edges.js";
import type { Values } from "#values/values.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import type { TargetFacts, ValueGenerator } from "#verify/model/test-case/request-context.js";
import { withUniqueValues } from "../known-values.js";
import { type AllowedValue, valueInWords } from "./allowed-value.js";

/** The facts of a target on which the parts of its requests depend. */
export type SentTarget = Pick<TargetFacts, "keepsState" | "hasExampleData" | "allowed">;

/**
 * Whether a request may have optional parameters. With an unsafe method, they may reach what others have (`?cascade=true`,
 * `X-Scope: all`). So only a server of the run gets them, and an operation that the target file allows.
 */
function mayCarryOptional(operation: Operation, target: SentTarget): boolean {
  return isSafe(operation) || !mayHaveDataOfOthers(target) || target.allowed?.has(operation.id) === true;
}

/** Headers whose value must fit the state of the resource (RFC 9110, 13 and 14), or that are not parameters (OpenAPI 3.1, 4.8.12.2). */
const OTHER_HEADERS = /^(if-.*|(content-)?range|accept|content-type|authorization|cookie|host|content-length)$/i;

/** Parameters of which no two requests may have the same value. */
const UNIQUE = /idempotency|nonce|request-?id|correlation-?id/i;
const UNIQUE_LENGTH = 6;

/**
 * The parameters with documented values. A path parameter counts only if the schema lists its values and the method only
 * reads. Other values identify resources. A cursor names an item, so it has no values of its own.
 *
 * @param target to which the values are sent (default: any)
 */
export function variableParameters(operation: Operation, target?: SentTarget): Parameter[] {
  const hasOptional = target === undefined || mayCarryOptional(operation, target);
  return operation.parameters.filter((parameter) => {
    if (parameter.in !== "path" && !parameter.required && !hasOptional) return false;
    const { name, in: place, schema } = parameter;
    if (!isObject(schema) || isCursor(operation, parameter)) return false;
    if (place === "path") return isSafe(operation) && (schema.enum !== undefined || schema.$ref !== undefined);
    return place !== "header" || !OTHER_HEADERS.test(name);
  });
}

/** The documented values of the parameters of an operation. */
export function parameterValues(values: Values, operation: Operation, target?: SentTarget): AllowedValue[] {
  return variableParameters(operation, target).flatMap((parameter) => {
    const { bases, edges } = edgesOf(values, parameter, { direction: "request" });
    const found = new Map<string, AllowedValue>();
    for (const { label, place, at, value, isAlone } of edges) {
      const whole = bases.map((base) => withValue(base, at, value)).find((candidate) => candidate !== undefined);
      if (isAlone || whole === undefined || !isExpressible(parameter, whole)) continue;
      if (parameter.in === "path" && !place.endsWith("/enum")) continue;
      if (!values.isValid(parameter, whole, "request")) continue;
      const known = { what: `${parameter.name} ${label}`, place };
      found.set(jsonText(whole), parameterValue(values, parameter, { ...known, value: whole }));
    }
    return [...found.values()];
  });
}

/** A generated value of a parameter that has more than one; undefined if it cannot be sent. */
export function randomParameterValue(values: Values, parameter: Parameter): AllowedValue | undefined {
  const options = { direction: "request", optional: "random", documented: false } as const;
  const made = parameter.in === "path" ? undefined : values.value(parameter, options);
  if (!made || !("value" in made)) return undefined;
  const facts = { what: parameter.name, place: parameter.schemaPointer, value: made.value };
  return parameterValue(values, parameter, facts).withOther?.(made.value);
}

/** A value of a parameter that the document allows; undefined if it cannot be sent in its place. */
export function allowedParameterValue(values: Values, parameter: Parameter, value: Json): AllowedValue | undefined {
  const facts = { what: parameter.name, place: parameter.schemaPointer, value };
  const changed = parameterValue(values, parameter, facts).withOther?.(value);
  return isExpressible(parameter, value) && values.isValid(parameter, value, "request") ? changed : undefined;
}

/** A value of a parameter. Another value in place of it has to fit the schema, and one way to write it. */
function parameterValue(
  values: Values,
  parameter: Parameter,
  { place, value, ...words }: Pick<AllowedValue, "what" | "plain" | "place"> & { value: Json },
): AllowedValue {
  const isAllowed = (another: Json) =>
    isExpressible(parameter, another) && values.isValid(parameter, another, "request");
  return {
    ...words,
    place,
    permission: "allowed",
    whole: parameter.pointer,
    part: pointerTo("", parameter.in, parameter.name),
    value,
    apply: (request) => withParameter(request, parameter, value),
    withOther: (another) => ({
      ...parameterValue(values, parameter, {
        ...valueInWords(parameter.name, another),
        place,
        value: another,
      }),
      ...(isAllowed(another) ? {} : { apply: () => undefined }),
    }),
  };
}

/** The request with another value of a parameter; undefined if it has a parameter that excludes this one. */
function withParameter(request: RequestSpec, parameter: Parameter, value: Json): RequestSpec | undefined {
  const rest = request.parameters.filter((sent) => sent.parameter !== parameter);
  const excluded = request.operation.mutuallyExclusive.filter((names) => names.includes(parameter.name)).flat();
  if (rest.some((sent) => sent.parameter.in === "query" && excluded.includes(sent.parameter.name))) return undefined;
  return { ...request, parameters: [...rest, { parameter, value, source: GENERATED }] };
}

/** The same request with new values of the parameters of which no two requests may have the same value. */
export function withUniqueParameters(generator: ValueGenerator, request: RequestSpec): RequestSpec {
  const parameters = request.parameters.map((sent) => {
    const { parameter, value } = sent;
    const changed = UNIQUE.test(parameter.name) ? withUniqueValues(generator, value) : value;
    const unique = changed === value ? uniqueValue(generator, parameter, value) : changed;
    return unique === value ? sent : { parameter, value: unique, source: GENERATED };
  });
  return { ...request, parameters };
}

/** A value with another end, for a parameter of which no two requests may have the same value. */
function uniqueValue(generator: ValueGenerator, { name, schema }: Parameter, value: Json): Json {
  const isPlain = isObject(schema) && schema.pattern === undefined && schema.enum === undefined;
  if (!UNIQUE.test(name) || !isPlain || typeof value !== "string" || value.length < UNIQUE_LENGTH) return value;
  return value.slice(0, -UNIQUE_LENGTH) + generator.unique(UNIQUE_LENGTH);
}

/** Whether a value can be written in the place of a parameter, and every server reads it as the same. */
function isExpressible({ name, in: place, mediaType }: Parameter, value: Json): boolean {
  if (value === null) return false;
  if (UNIQUE.test(name) && String(value).length < UNIQUE_LENGTH) return false;
  if (mediaType !== undefined) return place === "query";
  if (typeof value === "object") {
    const members = Object.values(value);
    return members.length > 0 && members.every((member) => typeof member !== "object" && isWord(member));
  }
  if (place === "header") return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(String(value));
  return place === "query" || isWord(value);
}

/** Whether a value consists of characters that no style of serialization uses (OpenAPI 3.1, 4.8.12.4). */
function isWord(value: Json): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(String(value));
}
