import type { Json } from "#openapi/document/document.js";
import { valueAt, withValue } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { endsInParameter } from "#statements/resources/path-parameters.js";
import type { BodySpec, RequestSpec } from "../model/request/request-spec.js";
import { mayHaveDataOfOthers } from "../model/target/target.js";
import type { PlanContext, RequestContext } from "../model/test-case/request-context.js";
import { clientIdentities } from "../relations/client-identity.js";
import { mediaTypeOf, valuesOf } from "./generated-parts.js";
import { hasUniqueText, UNIQUE_LENGTH } from "./generated-values.js";

/**
 * The body of a creation with another name of the new resource, where the client gives it. It is a new unique text, or none
 * if the schema demands neither. Something may have the name of an example, or a small number, and some servers would
 * replace it.
 */
export function withFreeIdentity(context: RequestContext, operation: Operation, body: BodySpec): BodySpec {
  const { contract, target, generator } = context;
  const mediaType = mediaTypeOf(operation, body);
  const isCreation = operation.method === "post" && !endsInParameter(operation.path);
  if (!isCreation || !mayHaveDataOfOthers(target) || !mediaType || !("value" in body)) return body;
  let free = body.value;
  for (const { pointer, value } of clientIdentities(contract, operation, body.value)) {
    if (hasUniqueText(generator, value)) continue;
    // Some servers read the number at the beginning of a text, and some cut off its end.
    const unique = `n${generator.unique(UNIQUE_LENGTH)}`;
    const texts: Json[] = typeof value === "string" ? [unique, generator.uuid(), `${value}-${unique}`] : [];
    const changed = [...texts, undefined].map((text) => withValue(free, pointer, text));
    const isOther = (next: Json | undefined): next is Json => next !== undefined && valueAt(next, pointer) !== value;
    free = changed.filter(isOther).find((next) => valuesOf(context).isValid(mediaType, next, "request")) ?? free;
  }
  return free === body.value ? body : { ...body, value: free };
}

/**
 * The request to an item, with the identifier of its path in the body too, where that has it. Some servers store by the
 * body.
 */
export function withPathIdentity(context: PlanContext, request: RequestSpec): RequestSpec {
  const { operation, parameters, body } = request;
  const value = parameters.findLast(({ parameter }) => parameter.in === "path")?.value;
  if (
    !endsInParameter(operation.path) ||
    context.target.hasExampleData ||
    !body ||
    !("value" in body) ||
    value === undefined
  )
    return request;
  const identities = clientIdentities(context.contract, operation, body.value);
  const changed = identities.reduce<Json>((known, { pointer, value: own }) => {
    const same = typeof own === "number" && Number.isFinite(Number(value)) ? Number(value) : value;
    return withValue(known, pointer, same) ?? known;
  }, body.value);
  return { ...request, body: { ...body, value: changed } };
}
