import type { Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { withValue } from "#values/limits/boundary-values.js";
import type { BodySpec, RequestSpec } from "../model/request/request-spec.js";
import { mayHaveDataOfOthers } from "../model/target/target.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { clientIdentities, declaresName, isOfItem, resourceNamedBy } from "../relations/client-identity.js";
import { mediaTypeOf, valuesOf } from "./body-values.js";
import { hasUniqueText, UNIQUE_LENGTH } from "./unique-texts.js";

/**
 * The body of a creation with another name of the new resource, where the client gives it: a new unique text, or none if the
 * schema demands neither. Something may have the name of an example, or a small number, and some servers would replace it.
 */
export function withFreeIdentity(
  context: Pick<CaseContext, "contract" | "target" | "generator">,
  operation: Operation,
  body: BodySpec,
): BodySpec {
  const { contract, target, generator } = context;
  const mediaType = mediaTypeOf(operation, body);
  const isCreation = operation.method === "post" && !isOfItem(operation);
  if (!isCreation || !mayHaveDataOfOthers(target) || !mediaType || !("value" in body)) return body;
  let free = body.value;
  for (const { pointer, value } of clientIdentities(contract, operation, body.value)) {
    if (hasUniqueText(generator, value)) continue;
    // Some servers read the number at the beginning of a text, and some cut off its end.
    const unique = `n${generator.unique(UNIQUE_LENGTH)}`;
    const texts: Json[] = typeof value === "string" ? [unique, generator.uuid(), `${value}-${unique}`] : [];
    const changed = [...texts, undefined].map((other) => withValue(free, pointer, other));
    const isOther = (next: Json | undefined): next is Json => next !== undefined && valueAt(next, pointer) !== value;
    free = changed.filter(isOther).find((next) => valuesOf(context).isValid(mediaType, next, "request")) ?? free;
  }
  return free === body.value ? body : { ...body, value: free };
}

/** The body with a name that is certainly that of no resource of others: a free one, or that of a resource of the run. */
export async function withSafeIdentity(
  context: CaseContext,
  operation: Operation,
  body: BodySpec | undefined,
): Promise<BodySpec | undefined> {
  return body && withOwnIdentity(context, operation, withFreeIdentity(context, operation, body));
}

/**
 * The body of a PUT or PATCH without a path parameter, with the name of a resource that the run created for it: `PUT /pets`.
 * Any other body stays as it is.
 */
async function withOwnIdentity(context: CaseContext, operation: Operation, body: BodySpec): Promise<BodySpec> {
  const isNamed = operation.method !== "post" && !isOfItem(operation);
  const resource = isNamed ? resourceNamedBy(context.contract, operation) : undefined;
  const mediaType = mediaTypeOf(operation, body);
  if (!resource || !mediaType || !mayHaveDataOfOthers(context.target) || !("value" in body)) return body;
  const name = await context.createdName(operation);
  if (name === undefined) return body;
  const [identity] = clientIdentities(context.contract, operation, body.value);
  // An optional field of a generated body is left out.
  const pointers = identity ? [identity.pointer] : resource.identifiers().map(({ pointer }) => pointer);
  for (const pointer of pointers) {
    const value = withValue(body.value, pointer, name);
    if (value === undefined || !declaresName(context.contract, operation, value, pointer)) continue;
    if (valuesOf(context).isValid(mediaType, value, "request")) return { ...body, value };
  }
  return body;
}

/** The request to an item with the identifier of its path in the body too, where the body has it: some servers store by the body. */
export function withPathIdentity(context: Pick<CaseContext, "contract" | "target">, request: RequestSpec): RequestSpec {
  const { operation, parameters, body } = request;
  const value = parameters.findLast(({ parameter }) => parameter.in === "path")?.value;
  if (!isOfItem(operation) || context.target.hasExampleData || !body || !("value" in body) || value === undefined)
    return request;
  const identities = clientIdentities(context.contract, operation, body.value);
  const changed = identities.reduce<Json>((known, { pointer, value: own }) => {
    const same = typeof own === "number" && Number.isFinite(Number(value)) ? Number(value) : value;
    return withValue(known, pointer, same) ?? known;
  }, body.value);
  return { ...request, body: { ...body, value: changed } };
}
