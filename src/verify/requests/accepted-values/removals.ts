import { isObject, type Json } from "#openapi/document/document.js";
import { isWithin, pointerTo } from "#openapi/document/pointer.js";
import { withValue } from "#values/limits/boundary-values.js";
import { GENERATED, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { withFreeIdentity } from "../free-identity.js";
import { valuesOf } from "../generated-parts.js";
import { withUniqueValues } from "../known-values.js";
import { generatedMediaType } from "./bodies.js";
import { withUniqueParameters } from "./parameters.js";

/** Removes an optional part of a request. Returns undefined if the document does not allow the rest. */
export type Removal = (request: RequestSpec) => RequestSpec | undefined;

/**
 * The optional parts of a request: parameters, and fields of its body.
 *
 * @param kept parts that stay, as JSON pointers: `/query/limit`, `/body/guest/name`
 */
export function removals(context: RequestContext, request: RequestSpec, kept: readonly string[]): Removal[] {
  const isKept = (part: string) => kept.some((each) => isWithin(each, part) || isWithin(part, each));
  const parameters = request.parameters
    .filter(({ parameter }) => !parameter.required && !isKept(pointerTo("", parameter.in, parameter.name)))
    .map(
      ({ parameter }): Removal =>
        (from) => ({ ...from, parameters: from.parameters.filter((each) => each.parameter !== parameter) }),
    );
  const fields = fieldsIn(structuredBody(request), "").filter((at) => !isKept(`/body${at}`));
  return [
    ...parameters,
    ...fields.map(
      (at): Removal =>
        (from) =>
          withoutField(context, from, at),
    ),
  ];
}

/** JSON pointers to the fields of objects that are not in a list, the outer ones first. */
export function fieldsIn(value: Json | undefined, at: string): string[] {
  if (!isObject(value)) return [];
  const own = Object.keys(value).map((name) => pointerTo(at, name));
  return [...own, ...Object.entries(value).flatMap(([name, each]) => fieldsIn(each, pointerTo(at, name)))];
}

function withoutField(context: RequestContext, request: RequestSpec, at: string): RequestSpec | undefined {
  const body = structuredBody(request);
  return body === undefined ? undefined : withBody(context, request, withValue(body, at, undefined) ?? body);
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
  const renewed: Json = JSON.parse(context.generator.renewed(JSON.stringify(body)));
  const changed = withBody(context, unique, withUniqueValues(context.generator, renewed));
  return changed?.body ? { ...changed, body: withFreeIdentity(context, request.operation, changed.body) } : unique;
}
