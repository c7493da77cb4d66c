import type { Json } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import { valueAt } from "../../openapi/pointer.js";
import { withValue } from "../../values/boundary-values.js";
import type { CaseContext } from "../model/case-context.js";
import type { BodySpec } from "../model/request-spec.js";
import { clientIdentities, resourceNamedBy } from "../relations/client-identity.js";
import { valuesOf } from "./body-values.js";
import { UNIQUE_LENGTH } from "./unique-length.js";

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
  const mediaType = operation.requestBody?.content.find(({ name }) => name === body.type);
  const isGuarded = target.keepsState && !target.hasExampleData && operation.method === "post";
  if (!isGuarded || !mediaType || !("value" in body)) return body;
  const [identity] = clientIdentities(contract, operation, body.value);
  if (!identity || generator.generatedIn(String(identity.value)).some(({ length }) => length >= UNIQUE_LENGTH))
    return body;
  const { pointer, value } = identity;
  const unique = generator.unique(UNIQUE_LENGTH);
  const texts: Json[] = typeof value === "string" ? [`${value}-${unique}`, unique, generator.uuid()] : [];
  for (const other of [...texts, undefined]) {
    const changed = withValue(body.value, pointer, other);
    if (changed === undefined || valueAt(changed, pointer) === value) continue;
    if (valuesOf(context).isValid(mediaType, changed, "request")) return { ...body, value: changed };
  }
  return body;
}

/**
 * The body of a PUT or PATCH without a path parameter, with the name of a resource that the run created for it: `PUT /pets`.
 * Any other body stays as it is.
 */
export async function withOwnIdentity(context: CaseContext, operation: Operation, body: BodySpec): Promise<BodySpec> {
  const { keepsState, hasExampleData } = context.target;
  const resource = operation.method === "post" ? undefined : resourceNamedBy(context.contract, operation);
  const mediaType = operation.requestBody?.content.find(({ name }) => name === body.type);
  if (!resource || !mediaType || !keepsState || hasExampleData || !("value" in body)) return body;
  const name = await context.createdName(operation);
  if (name === undefined) return body;
  const [identity] = clientIdentities(context.contract, operation, body.value);
  // An optional field of a generated body is left out.
  const pointers = identity ? [identity.pointer] : resource.identifiers().map(({ pointer }) => pointer);
  for (const pointer of pointers) {
    const value = withValue(body.value, pointer, name);
    if (value !== undefined && valuesOf(context).isValid(mediaType, value, "request")) return { ...body, value };
  }
  return body;
}
