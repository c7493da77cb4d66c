import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerTo, withValue } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { sentResource } from "#statements/resources/envelope.js";
import { sentResourceAt } from "#statements/resources/envelope-schema.js";
import { hasMergedFields } from "#statements/resources/partial-updates.js";
import { edgesOf } from "#values/edges.js";
import { lacks } from "#verify/judges/patches.js";
import { type BodySpec, bodyMediaType } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { withOtherMembers } from "#verify/requests/changing-body.js";
import { generatedBody, valuesOf } from "#verify/requests/generated-parts.js";

/** Further fields are not sent. */
const MAX_FIELDS = 16;

/**
 * Bodies with a part of the fields of an update each. Every field is once sent without each other one. A server that changes
 * what was not sent shows it. Then one without any field, and one with null where the document allows it.
 *
 * @param before the resource
 */
export function partialBodies(
  context: CaseContext,
  operation: Operation,
  before: JsonObject,
  changes: (value: JsonObject) => number,
): BodySpec[] {
  const made = generatedBody(context, operation, "all");
  const full = made && withOtherMembers(context, operation, made, changes);
  const mediaType = full && bodyMediaType(operation, full);
  if (!mediaType || !("value" in full)) return [];
  const at = sentResourceAt(context.contract.document, mediaType, before);
  const all = sentResource(full.value, before) ?? {};
  const names = Object.keys(all)
    .filter((name) => Object.hasOwn(before, name))
    .slice(0, MAX_FIELDS);
  const bodyOf = (fields: JsonObject): BodySpec[] => {
    const value: Json | undefined = at === "" ? fields : withValue({}, at, fields);
    const isValid = value !== undefined && valuesOf(context).isValid(mediaType, value, "request");
    return isValid ? [{ ...full, value }] : [];
  };
  const pick = (chosen: readonly string[]) =>
    Object.fromEntries(chosen.map((name) => [name, partOf(operation, name, all[name] ?? null, before[name])]));
  const halves = halvesOf(names).flatMap((half) => bodyOf(pick(half)));
  const nullable = names.filter((name) => !lacks(before, name) && bodyOf({ [name]: null }).length > 0);
  const cleared = nullable.length === 0 ? [] : bodyOf(Object.fromEntries(nullable.map((name) => [name, null])));
  const added = names.flatMap((name) => {
    const renamed = withOtherNames(operation, name, all[name] ?? null);
    return renamed === undefined ? [] : bodyOf({ [name]: renamed });
  });
  const long = longTexts(context, mediaType, at, names);
  const longest = Object.keys(long).length === 0 ? [] : bodyOf(long);
  return [...halves, ...added.slice(0, MAX_ADDED), ...bodyOf({}), ...longest, ...cleared];
}

/** The longest texts that the document allows: a server may store a part of them. */
function longTexts(context: CaseContext, mediaType: MediaType, at: string, names: readonly string[]): JsonObject {
  const { edges } = edgesOf(valuesOf(context), mediaType, { direction: "request" });
  return Object.fromEntries(
    names.flatMap((name) => {
      const texts = edges.flatMap(({ at: place, value }) =>
        place === at + pointerTo("", name) && typeof value === "string" ? [value] : [],
      );
      const [longest = ""] = texts.toSorted((one, other) => other.length - one.length);
      return longest.length >= MIN_LONG ? [[name, longest]] : [];
    }),
  );
}

/** Shorter texts are stored by every server. */
const MIN_LONG = 40;

/** So many objects get members of other names. */
const MAX_ADDED = 2;

/** An object of which the words say that it is merged, with other names: then the stored members stay. */
function withOtherNames(operation: Operation, name: string, value: Json): JsonObject | undefined {
  if (!isObject(value) || !hasMergedFields(operation, name)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [`${key}2`, member]));
}

/** An object of which the words say that it is merged has a part of its fields alone. */
function partOf(operation: Operation, name: string, value: Json, before: Json | undefined): Json {
  if (!isObject(value) || !isObject(before) || !hasMergedFields(operation, name)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.slice(0, Math.ceil(members.length / 2)));
}

/** Halves of a set such that for each two members one half has the first one without the second one. */
function halvesOf(names: readonly string[]): string[][] {
  const bits = Math.ceil(Math.log2(Math.max(names.length, 1)));
  return Array.from({ length: bits }).flatMap((_, bit) => {
    const [zeros, ones] = [0, 1].map((digit) => names.filter((_, index) => ((index >> bit) & 1) === digit));
    return [zeros ?? [], ones ?? []].filter((half) => half.length > 0);
  });
}
