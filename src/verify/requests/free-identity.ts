import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { valueAt, withValue } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { OTHER_ALPHABETS } from "#openapi/patterns/alphabets.js";
import { isClosedSet } from "#statements/resources/closed-sets.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { endsInParameter } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { type BodySpec, bodyMediaType, type RequestSpec } from "../model/request/request-spec.js";
import { mayHaveDataOfOthers } from "../model/target/target.js";
import type { PlanContext, RequestContext, ValueGenerator } from "../model/test-case/request-context.js";
import { clientIdentities } from "../relations/client-identity.js";
import { valuesOf } from "./generated-parts.js";
import { hasUniqueText, UNIQUE_LENGTH } from "./generated-values.js";

/**
 * The body of a creation with another name of the new resource, where the client gives it. It is a new unique text, or none
 * if the schema demands neither. Something may have the name of an example, or a small number, and some servers would
 * replace it.
 */
export function withFreeIdentity(context: RequestContext, operation: Operation, body: BodySpec): BodySpec {
  const { contract, target, generator } = context;
  const mediaType = bodyMediaType(operation, body);
  const isCreation = operation.method === "post" && !endsInParameter(operation.path);
  if (!isCreation || !mayHaveDataOfOthers(target) || !mediaType || !("value" in body)) return body;
  let free = body.value;
  for (const { resource, pointer, value } of clientIdentities(contract, operation, body.value)) {
    if (hasUniqueText(generator, value)) continue;
    if (resource && isOneOfSet(contract.document, operation, resource)) continue;
    // Some servers read the number at the beginning of a text, and some cut off its end.
    const unique = `n${generator.unique(UNIQUE_LENGTH)}`;
    const texts: Json[] = typeof value === "string" ? [unique, generator.uuid(), `${value}-${unique}`] : [];
    const bodyWith = (text: Json | undefined): Json[] => {
      const next = withValue(free, pointer, text);
      const isOther = next !== undefined && valueAt(next, pointer) !== value;
      return isOther && valuesOf(context).isValid(mediaType, next, "request") ? [next] : [];
    };
    const [changed] = [...texts, undefined].flatMap(bodyWith);
    const other =
      changed === undefined && typeof value === "string"
        ? uniqueInOtherAlphabet(generator, (text) => bodyWith(text).length > 0)
        : undefined;
    free = changed ?? (other === undefined ? free : (bodyWith(other)[0] ?? free));
  }
  return free === body.value ? body : { ...body, value: free };
}

/**
 * Whether a new resource has one of a few names, below another one: a rule of a kind. Those of a new resource are free, and the read
 * of the document shows which ones are.
 */
function isOneOfSet(document: OpenApiDocument, { path }: Operation, resource: Resource): boolean {
  const parameter = identifyingParameter(resource);
  const isReadable = resource.retrieve !== undefined && path.includes("{");
  return isReadable && parameter !== undefined && isClosedSet(document, parameter);
}

/** A unique text for a pattern that admits no digits, or capital letters alone. Undefined if none of them is admitted. */
export function uniqueInOtherAlphabet(
  generator: ValueGenerator,
  isAdmitted: (text: string) => boolean,
): string | undefined {
  for (const alphabet of OTHER_ALPHABETS) {
    const text = generator.unique(UNIQUE_LENGTH, alphabet);
    if (isAdmitted(text)) return text;
  }
  return undefined;
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
