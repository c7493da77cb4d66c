import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { withValue } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { sentLayer } from "#statements/resources/envelope.js";
import { kindOfReference } from "#statements/resources/identifying-values.js";
import { type BodySpec, bodyMediaType, GENERATED } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import type { Created } from "#verify/resources/created/created.js";
import { kindsNamed } from "#verify/resources/shown/names-of-resources.js";

/** A body of a change of a resource. */
interface Change {
  operation: Operation;
  body: BodySpec;
  created: Pick<Created, "request">;
  /** The resource before. */
  before: JsonObject;
}

/**
 * A generated body of a change with the references of the creation, or of the resource before. Other fields that may be
 * references are left out, because the target may have rejected them there.
 */
export function withKnownReferences(context: CaseContext, { operation, body, created, before }: Change): BodySpec {
  const { body: first } = created.request;
  const made = first && "value" in first ? first.value : undefined;
  const mediaType = bodyMediaType(operation, body);
  if (!mediaType || body.source !== GENERATED || !isObject(made)) return body;
  if (!("value" in body) || !isObject(body.value)) return body;
  const fields = Object.entries(body.value).flatMap(([name, value = null]): [string, Json][] => {
    const isNamed = kindsNamed(context.contract, name).length > 0;
    const known = made[name] ?? (isNamed && !isObject(before[name]) ? before[name] : undefined);
    if (known === undefined) return mayRefer(value) ? [] : [[name, value]];
    return [[name, isNamed || (isObject(value) && mayRefer(value, true)) ? known : value]];
  });
  const changed: JsonObject = Object.fromEntries(fields);
  return valuesOf(context).isValid(mediaType, changed, "request") ? { ...body, value: changed } : body;
}

/** A body with the values that the resource has, without the fields that it does not show. Undefined if that is not allowed. */
export function withValuesOf(
  context: CaseContext,
  operation: Operation,
  body: BodySpec,
  before: JsonObject,
): BodySpec | undefined {
  const mediaType = bodyMediaType(operation, body);
  const sent = "value" in body ? sentLayer(body.value, before) : undefined;
  if (!mediaType || !sent || !("value" in body)) return undefined;
  const value = withValue(body.value, sent.at, picked(before, Object.keys(sent.object)));
  const isAllowed = value !== undefined && valuesOf(context).isValid(mediaType, value, "request");
  return isAllowed ? { ...body, value } : undefined;
}

function picked(resource: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => names.includes(name)));
}

/** Whether a value may name a resource, or has one that may. @param isSure whether numbers do not, which count things too */
function mayRefer(value: Json, isSure = false): boolean {
  if (isObject(value)) return Object.values(value).some((member) => mayRefer(member ?? null, isSure));
  return kindOfReference(value) !== undefined && !(isSure && typeof value === "number");
}
