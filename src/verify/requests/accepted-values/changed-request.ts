import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { GENERATED, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { withFreeIdentity } from "../free-identity.js";
import { generatedMediaType, valuesOf } from "../generated-parts.js";
import { renewedValue } from "../generated-values.js";
import { withUniqueValues } from "../known-values.js";
import { withUniqueParameters } from "./parameters.js";

/** JSON pointers to the fields of objects that are not in a list, the outer ones first. */
export function fieldsIn(value: Json | undefined, at: string): string[] {
  if (!isObject(value)) return [];
  const own = Object.keys(value).map((name) => pointerTo(at, name));
  return [...own, ...Object.entries(value).flatMap(([name, member]) => fieldsIn(member, pointerTo(at, name)))];
}

/** The request with a body; undefined if the document does not allow the body. */
export function withBody(context: RequestContext, request: RequestSpec, value: Json): RequestSpec | undefined {
  const mediaType = generatedMediaType(request.operation);
  if (!mediaType || !valuesOf(context).isValid(mediaType, value, "request")) return undefined;
  return { ...request, body: { type: mediaType.name, value, source: GENERATED } };
}

/** The same request with new addresses, UUIDs, idempotency keys and generated texts, so that it can be sent again. */
export function withNewValues(context: RequestContext, request: RequestSpec): RequestSpec {
  const unique = withUniqueParameters(context.generator, request);
  const body = structuredBody(request);
  if (body === undefined) return unique;
  const renewed = renewedValue(context.generator, body);
  const changed = withBody(context, unique, withUniqueValues(context.generator, renewed));
  return changed?.body ? { ...changed, body: withFreeIdentity(context, request.operation, changed.body) } : unique;
}

/**
 * The same request with other generated texts, but for those that a name has.
 *
 * @returns undefined if the name has none of them, or all
 */
export function withEqualTexts(context: RequestContext, request: RequestSpec, name: string): RequestSpec | undefined {
  const { generator } = context;
  const body = structuredBody(request);
  if (body === undefined) return undefined;
  const texts = generator.generatedIn(jsonText(body));
  const others = texts.filter((text) => !name.includes(text));
  if (others.length === 0 || others.length === texts.length) return undefined;
  return withBody(context, withUniqueParameters(generator, request), renewedValue(generator, body, others));
}
