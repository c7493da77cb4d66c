import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "#openapi/document/document.js";
import { pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { once } from "#statements/once.js";
import { hasKeyword } from "#statements/schema-fields.js";
import { edgesOf } from "#values/edges.js";
import { groupBy } from "../model/group-by.js";
import { type BodySpec, bodyMediaType } from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { generatedBody, valuesOf } from "./generated-parts.js";

/**
 * The body with values that show later whether they were stored. Lists of one item get a second one, because some servers
 * store the first one alone. Fields with a default get another value than that. All are valid by the document.
 */
export function tellingBody(
  context: RequestContext,
  operation: Operation,
  body: BodySpec | undefined,
): BodySpec | undefined {
  const mediaType = body && bodyMediaType(operation, body);
  if (!mediaType || !("value" in body)) return body;
  const others = otherValues(context, operation, mediaType);
  const isValid = (value: Json | undefined): value is Json =>
    value !== undefined && valuesOf(context).isValid(mediaType, value, "request");
  let { value } = body;
  for (const at of placesIn(value)) {
    const current = valueAt(value, at);
    const changes = Array.isArray(current)
      ? withSecondItem(current, others(`${at}/0`))
      : isObject(current) || current === undefined || !hasDefault(context, mediaType, at, current)
        ? []
        : others(at).filter((other) => typeof other === typeof current && other !== current);
    const changed = changes.map((change) => withValue(value, at, change)).find(isValid);
    if (changed !== undefined) value = changed;
  }
  return { ...body, value };
}

function hasDefault({ contract }: RequestContext, mediaType: MediaType, at: string, value: Json): boolean {
  return hasKeyword(contract.document, mediaType, at, "default", [value]);
}

/** A list of one item with a second one. */
function withSecondItem(items: readonly Json[], others: readonly Json[]): Json[] {
  const [first, ...more] = items;
  if (first === undefined || more.length > 0) return [];
  return others.filter((other) => !isDeepStrictEqual(other, first)).map((other) => [first, other]);
}

/** Other values for the places of a body: those of another body, and the edges of the schema. The items of lists are at `/0`. */
function otherValues(
  context: RequestContext,
  operation: Operation,
  mediaType: MediaType,
): (at: string) => readonly Json[] {
  // Most bodies need none.
  const known = once(() => ({
    other: generatedBody(context, operation, "all"),
    edges: groupBy(edgesOf(valuesOf(context), mediaType, { direction: "request" }).edges, ({ at }) => at),
  }));
  return (at) => {
    const { other, edges } = known();
    const made = other && "value" in other ? valueAt(other.value, at) : undefined;
    const own = (edges.get(firstItems(at)) ?? []).map(({ value }) => value);
    return made === undefined ? own : [made, ...own];
  };
}

/** The place with the first item of each list on its way. */
function firstItems(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, "/0");
}

/** The places of a value and of all that it has, the outer ones last. */
export function placesIn(value: Json, at = ""): string[] {
  const members = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [...members.flatMap(([name, member]) => placesIn(member, pointerTo(at, name))), at];
}
