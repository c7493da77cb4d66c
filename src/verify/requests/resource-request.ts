import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { parentOf, valueAt, withValue } from "#openapi/document/pointer.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import {
  type BodySpec,
  bodyMediaType,
  type ParameterValue,
  type PathValue,
  type RequestSpec,
} from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { clientIdentities } from "../relations/client-identity.js";
import { withFreeIdentity, withPathIdentity } from "./free-identity.js";
import { generatedBody, generatedParameter, type Origins, valuesOf } from "./generated-parts.js";
import { exampleBody, exampleValue, successExample, targetFileBody, targetFileValue } from "./known-values.js";
import { withNewKeys } from "./new-keys.js";
import { tellingBody } from "./telling-body.js";

/**
 * A request to a resource whose path values are known. Other required parameters have values of the target file, of
 * examples, or generated ones.
 *
 * @returns undefined if the path has more parameters
 * @throws Skipped if a value cannot be generated
 */
export function resourceRequest(
  context: RequestContext,
  operation: Operation,
  values: readonly PathValue[],
  body?: BodySpec,
): RequestSpec | undefined {
  const example = successExample(operation);
  const path = pathParameters(operation);
  const parameters: ParameterValue[] = [];
  for (const parameter of operation.parameters) {
    const position = path.indexOf(parameter);
    const known = position < 0 ? undefined : values[position];
    if (known) parameters.push({ parameter, value: known.value, source: known.source });
    else if (parameter.required) {
      const value =
        targetFileValue(context, operation, parameter, example?.key ?? "") ??
        (parameter.in === "path" ? undefined : exampleValue(example, parameter)) ??
        generatedParameter(context, operation, parameter);
      if (!value) return undefined;
      parameters.push(value);
    }
  }
  return withPathIdentity(context, { operation, parameters, body });
}

/**
 * The bodies that an operation may accept: that of the target file alone. Without it, the first is its example. Generated
 * ones follow, with all properties and with the required ones, and none where it is optional. A body without a unique value
 * gets one in one of its texts. It shows later that the run created the resource. A given one is also sent without that.
 */
export function likelyBodies(context: RequestContext, operation: Operation): (BodySpec | undefined)[] {
  const example = successExample(operation);
  const given = targetFileBody(context, operation, example?.key);
  if (given) return withAndWithoutUnique(context, operation, given);
  return bodiesOfDocument(context, operation, example).map((body) => body && withNewKeys(context, operation, body));
}

/** @throws Skipped if no body can be generated, and one is required */
function bodiesOfDocument(
  context: RequestContext,
  operation: Operation,
  example: ExamplePair | undefined,
): (BodySpec | undefined)[] {
  const shown = exampleBody(context, example);
  if (!shown) return generatedBodies(context, operation);
  const known = withAndWithoutUnique(context, operation, withFreeIdentity(context, operation, shown));
  try {
    // The values of single properties may be right where the whole example is not.
    const from = { most: { composed: true }, least: { documented: false } };
    return [...known, ...generatedBodies(context, operation, from)];
  } catch (error) {
    // The example is enough.
    if (error instanceof Skipped) return known;
    throw error;
  }
}

function withAndWithoutUnique(context: RequestContext, operation: Operation, body: BodySpec): BodySpec[] {
  return hasUnique(context, body) ? [body] : [withUniqueText(context, operation, body), body];
}

/** @throws Skipped if no body can be generated, and one is required */
function generatedBodies(
  context: RequestContext,
  operation: Operation,
  from: Partial<Record<"most" | "least", Origins>> = {},
): (BodySpec | undefined)[] {
  const free = (body: BodySpec | undefined) => body && withFreeIdentity(context, operation, body);
  const least = free(generatedBody(context, operation, "none", from.least));
  const most = free(tellingBody(context, operation, generatedBody(context, operation, "all", from.most)));
  const generated = [most, least].flatMap((body) =>
    body ? [withUniqueText(context, operation, ofOneItem(context, operation, body))] : [],
  );
  const mayLackBody = !operation.requestBody?.required || generated.length === 0;
  return mayLackBody ? [...generated, undefined] : generated;
}

/**
 * The first item of a list, where the schema allows it in place of the list. Of a list of names, the first one alone. A
 * creation of one resource is followed more easily.
 */
function ofOneItem(context: RequestContext, operation: Operation, body: BodySpec): BodySpec {
  const mediaType = bodyMediaType(operation, body);
  if (!mediaType || !("value" in body)) return body;
  const isValid = (value: Json | undefined): value is Json =>
    value !== undefined && valuesOf(context).isValid(mediaType, value, "request");
  if (Array.isArray(body.value)) {
    const [value] = body.value;
    return isObject(value) && isValid(value) ? { ...body, value } : body;
  }
  const named = clientIdentities(context.contract, operation, body.value).map(({ pointer }) => parentOf(pointer));
  const value = [...new Set(named)].reduce<Json>((changed, at) => {
    const list = valueAt(changed, at);
    const one = Array.isArray(list) ? withValue(changed, at, list.slice(0, 1)) : undefined;
    return isValid(one) ? one : changed;
  }, body.value);
  return value === body.value ? body : { ...body, value };
}

/** Fields of which a server seldom demands certain values, the most likely ones first. */
export const FREE_TEXTS = [
  ...["name", "title", "label", "description", "subject", "note", "notes", "comment", "message", "text", "summary"],
  "reference",
];

function hasUnique({ generator }: RequestContext, body: BodySpec): boolean {
  return "value" in body && generator.isGenerated(jsonText(body.value));
}

/**
 * The body with a unique end of one of its texts, where the schema allows it. The same body if its most likely text has one.
 * A test case that leaves out other fields keeps this one.
 */
function withUniqueText(context: RequestContext, operation: Operation, body: BodySpec): BodySpec {
  const mediaType = bodyMediaType(operation, body);
  if (!mediaType || !("value" in body) || !isObject(body.value)) return body;
  const texts = Object.entries(body.value).filter(([, value]) => typeof value === "string");
  const rankOf = (name: string) =>
    (FREE_TEXTS.indexOf(name.toLowerCase()) + FREE_TEXTS.length + 1) % (FREE_TEXTS.length + 1);
  const likely = texts.toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  if (context.generator.isGenerated(jsonText(likely[0]?.[1] ?? ""))) return body;
  for (const [name, text] of likely) {
    const value = { ...body.value, [name]: `${text} ${context.generator.unique(6)}` };
    if (valuesOf(context).isValid(mediaType, value, "request")) return { ...body, value };
  }
  return body;
}
