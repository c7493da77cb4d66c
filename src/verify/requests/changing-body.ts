import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { parentOf, pointerNames, valueAt, withValue } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { IDENTIFYING, plainName } from "#statements/names.js";
import { sentLayer, sentResource } from "#statements/resources/envelope.js";
import { kindOfReference } from "#statements/resources/identifying-values.js";
import { isPartial } from "#statements/resources/partial-updates.js";
import { hasKeyword, propertiesAt } from "#statements/schema-fields.js";
import { edgesOf } from "#values/edges.js";
import { compare, EQUAL, RELATED } from "../model/finding/compare.js";
import { type BodySpec, bodyMediaType } from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { generatedBody, valuesOf } from "./generated-parts.js";
import { exampleBody, successExample } from "./known-values.js";
import { FREE_TEXTS } from "./resource-request.js";
import { placesIn } from "./telling-body.js";

/** How many bodies are generated, of which the one with most changes is sent. */
const BODY_TRIES = 4;

/** How many fields of a value differ from the resource. */
export type Changes = (value: JsonObject) => number;

/** Counts the fields of a body that the server cannot have made of those of a resource. */
export function changesFrom(resource: JsonObject): Changes {
  return (value) => compare(sentResource(value, resource) ?? {}, resource, RELATED).length;
}

/**
 * The body with the fewest fields, if it lacks some that the resource has: a replacement removes these. Undefined otherwise.
 */
function reducingBody(context: RequestContext, operation: Operation, resource: JsonObject): BodySpec | undefined {
  const least = exampleBody(context, successExample(operation)) ?? generatedBody(context, operation);
  const mediaType = least && bodyMediaType(operation, least);
  const sent = least && "value" in least ? sentLayer(least.value, resource) : undefined;
  if (!mediaType || !sent) return undefined;
  const isLacking = (name: string) => Object.hasOwn(resource, name) && !Object.hasOwn(sent.object, name);
  return propertiesAt(context.contract.document, mediaType, sent.at).some(isLacking) ? least : undefined;
}

/** Counts the fields of a body that a resource lacks. Many servers leave out fields without a value. */
function additionsTo(resource: JsonObject): Changes {
  return (value) => compare(sentResource(value, resource) ?? {}, resource, { same: "present", mayLack: false }).length;
}

/**
 * A body that changes a few fields of a resource, or adds some if it changes none. Of all fields, it does both.
 *
 * @param fields as of `changingBody`; `fewest` is a body that lacks fields of the resource
 */
export function updatingBody(
  context: RequestContext,
  operation: Operation,
  resource: JsonObject,
  fields: ChangedFields | "fewest" = "few",
): BodySpec | undefined {
  if (fields === "fewest") return reducingBody(context, operation, resource);
  const [changes, additions] = [changesFrom(resource), additionsTo(resource)];
  if (fields !== "few") return changingBody(context, operation, (value) => changes(value) + additions(value), fields);
  return changingBody(context, operation, changes) ?? changingBody(context, operation, additions);
}

/** Counts the fields of a body whose values another one does not have. */
export function changedFields(body: JsonObject): Changes {
  return (other) => compare(body, other, EQUAL).length;
}

/** Which fields a body changes: few of them, all of its example, or those that the example lacks as well. */
export type ChangedFields = "few" | "all" | "further";

/**
 * The changes of a resource, one after the other. A replacement lacks fields that the resource has by then. Those after it give
 * them back, because filters are tested by them.
 */
export function updateSteps(operation: Operation): readonly (ChangedFields | "fewest")[] {
  return isPartial(operation) ? ["few", "all", "further"] : ["few", "all", "further", "fewest", "all", "further"];
}

/**
 * A body that changes a resource. It is the operation's example, or a generated one with few properties, most of which
 * differ. The example of a change is often that of the creation, so all fields have other values than there.
 *
 * @returns undefined if none was found. Also if more fields are wanted, and the body with fewer has them already
 */
export function changingBody(
  context: RequestContext,
  operation: Operation,
  changes: Changes,
  fields: ChangedFields = "few",
): BodySpec | undefined {
  const changesOf = (body: BodySpec | undefined) =>
    body && "value" in body && isObject(body.value) ? changes(body.value) : 0;
  const example = exampleBody(context, successExample(operation));
  if (fields === "further") {
    const known = example ?? generatedBody(context, operation, "all");
    const whole = known && withFurtherFields(context, operation, known);
    const further = whole && withOtherMembers(context, operation, whole, changes);
    return changesOf(further) > 0 ? further : undefined;
  }
  if (example && fields === "few") return changesOf(example) > 0 ? example : undefined;
  if (fields === "all") {
    const least = example ?? generatedBody(context, operation);
    const most = example ?? generatedBody(context, operation, "all");
    // A generated body may be an example of the document, too.
    const other = most && changesOf(most) <= changesOf(least) ? withOtherValues(context, operation, most) : most;
    const changed = other && withOtherMembers(context, operation, other, changes);
    return changesOf(changed) > changesOf(least) ? changed : undefined;
  }
  const fewest = Array.from({ length: BODY_TRIES }, () => generatedBody(context, operation));
  const [best] = fewest.toSorted((one, other) => changesOf(other) - changesOf(one));
  const changed = best && withOtherMembers(context, operation, best, changes);
  if (changesOf(changed) > 0) return changed;
  const more = (["random", "random", "all"] as const).map((optional) => generatedBody(context, operation, optional));
  const found = more.find((body) => changesOf(body) > 0);
  const whole = more.at(-1);
  if (found || !whole) return found;
  // The examples of the document may be the values that the resource has.
  const other = withOtherValues(context, operation, whole);
  return changesOf(other) > 0 ? other : undefined;
}

/** A body with generated values for the fields that it lacks. Undefined if it lacks none, or the document does not allow it. */
function withFurtherFields(context: RequestContext, operation: Operation, example: BodySpec): BodySpec | undefined {
  const mediaType = bodyMediaType(operation, example);
  const most = generatedBody(context, operation, "all", { composed: true });
  if (!mediaType || !most || !("value" in example) || !("value" in most)) return undefined;
  if (!isObject(example.value) || !isObject(most.value)) return undefined;
  const value = { ...most.value, ...example.value };
  const isMore = Object.keys(value).length > Object.keys(example.value).length;
  if (!isMore || !valuesOf(context).isValid(mediaType, value, "request")) return undefined;
  return withOtherValues(context, operation, { ...example, value });
}

/** The body with other numbers, and other texts where any text is one. Identifiers stay, because they name what exists. */
function withOtherValues(context: RequestContext, operation: Operation, body: BodySpec): BodySpec {
  const mediaType = bodyMediaType(operation, body);
  if (!mediaType || !("value" in body)) return body;
  let { value } = body;
  const { document } = context.contract;
  // A member of a map, and a value without a type, may be anything.
  const isOpen = (at: string) =>
    (parentOf(at) !== at && propertiesAt(document, mediaType, parentOf(at)).length === 0) ||
    !["type", "enum", "const"].some((keyword) => hasKeyword(document, mediaType, at, keyword));
  for (const at of placesIn(value)) {
    const others = othersOf(pointerNames(at).at(-1) ?? "", valueAt(value, at), isOpen(at));
    const changed = others.map((other) => withValue(value, at, other));
    const isValid = (next: Json | undefined): next is Json =>
      next !== undefined && valuesOf(context).isValid(mediaType, next, "request");
    value = changed.find(isValid) ?? value;
  }
  return { ...body, value };
}

/** Values near that of a field. A server may lose the fraction of the first number. @param isOpen whether it may have any text */
function othersOf(name: string, value: Json | undefined, isOpen: boolean): Json[] {
  const isIdentifier = IDENTIFYING.some((end) => plainName(name).endsWith(end));
  if (typeof value === "number" && !isIdentifier) return [value + 1.25, value + 1, value - 1];
  const isFree = typeof value === "string" && (isOpen || FREE_TEXTS.includes(name.toLowerCase()));
  return isFree && kindOfReference(value) === undefined ? [`${value} b`.trim()] : [];
}

/**
 * The body with other members of enums, and other booleans, where these are more changes. Most generated ones are the first.
 */
export function withOtherMembers(
  context: RequestContext,
  operation: Operation,
  body: BodySpec,
  changes: Changes,
): BodySpec {
  const mediaType = bodyMediaType(operation, body);
  if (!mediaType || !("value" in body) || !isObject(body.value)) return body;
  const { document } = context.contract;
  const values = valuesOf(context);
  const members = Object.values(body.value);
  // The resource may be the only member of the body.
  const depth = members.length === 1 && isObject(members[0]) ? 2 : 1;
  let value = body.value;
  for (const { at, value: member } of edgesOf(values, mediaType, { direction: "request" }).edges) {
    const hasFixedValues = typeof member === "boolean" || hasKeyword(document, mediaType, at, "enum");
    if (!hasFixedValues || pointerNames(at).length < depth || valueAt(value, at) === undefined) continue;
    const changed = withValue(value, at, member);
    if (!isObject(changed) || changes(changed) <= changes(value)) continue;
    if (values.isValid(mediaType, changed, "request")) value = changed;
  }
  return { ...body, value };
}
