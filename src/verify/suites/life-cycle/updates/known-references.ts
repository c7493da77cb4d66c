import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { kindOfReference } from "#statements/resources/identifying-values.js";
import { type BodySpec, GENERATED } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { mediaTypeOf, valuesOf } from "#verify/requests/generated-parts.js";
import type { Created } from "#verify/resources/created/created.js";
import { kindsNamed } from "#verify/resources/shown/names-of-resources.js";

/**
 * A generated body of a change with the references of the creation. Other fields that may be references are left out, because
 * the target may have rejected them there.
 */
export function withKnownReferences(
  context: CaseContext,
  { request }: Pick<Created, "request">,
  operation: Operation,
  body: BodySpec,
): BodySpec {
  const created = request.body && "value" in request.body ? request.body.value : undefined;
  const mediaType = mediaTypeOf(operation, body);
  if (!mediaType || body.source !== GENERATED || !isObject(created)) return body;
  if (!("value" in body) || !isObject(body.value)) return body;
  const fields = Object.entries(body.value).flatMap(([name, value = null]): [string, Json][] => {
    const known = created[name];
    if (known === undefined) return mayRefer(value) ? [] : [[name, value]];
    return [[name, kindsNamed(context.contract, name).length > 0 ? known : value]];
  });
  const changed: JsonObject = Object.fromEntries(fields);
  return valuesOf(context).isValid(mediaType, changed, "request") ? { ...body, value: changed } : body;
}

/** Whether a value may name a resource, or has one that may. */
function mayRefer(value: Json): boolean {
  if (isObject(value)) return Object.values(value).some((member) => mayRefer(member ?? null));
  return kindOfReference(value) !== undefined;
}
