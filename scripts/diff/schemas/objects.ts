import { isDeepStrictEqual } from "node:util";
import { asList, asObject, type Json } from "#openapi/document/document.js";
import { parentOf, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { SchemaAt } from "#values/rules/parts.js";
import { keywordOf } from "#values/rules/parts.js";
import { BREAKS_NOBODY, type Difference, NARROWED, WIDENED } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";
import { limitDifferences } from "./lengths.js";
import { type ObjectMembers, objectMembers, type Property } from "./object-members.js";
import type { CompareSchemas } from "./result.js";

/** The differences of two alternatives of objects, and of their properties. */
export function objectDifferences(pair: AlternativePair, compare: CompareSchemas): Difference[] {
  const was = objectMembers(pair.naming.base, pair.base, pair.direction);
  const is = objectMembers(pair.naming.revision, pair.revision, pair.direction);
  const members = { pair, was, is, compare };
  return [
    ...propertyDifferences(members),
    ...requiredDifferences(members),
    ...additionalDifferences(members),
    ...patternDifferences(members),
    ...limitDifferences(pair, "minProperties", "maxProperties"),
  ];
}

interface Members {
  pair: AlternativePair;
  was: ObjectMembers;
  is: ObjectMembers;
  compare: CompareSchemas;
}

function propertyDifferences({ pair, was, is, compare }: Members): Difference[] {
  const removed: Property[] = [];
  const added: Property[] = [];
  for (const [name, property] of was.properties) {
    const now = is.properties.get(name);
    if (now) compare(property.schemas, now.schemas);
    else if (is.extra.length > 0) compare(property.schemas, is.extra);
    else removed.push(property);
  }
  for (const [name, property] of is.properties) {
    if (was.properties.has(name)) continue;
    if (was.extra.length > 0) compare(was.extra, property.schemas);
    added.push(property);
  }
  const renames = renamesIn(removed, added);
  const isRenamed = (property: Property) => renames.some(({ from, to }) => from === property || to === property);
  return [
    ...renames.map(({ from, to }) => renamed(pair, is, from, to)),
    ...removed.filter((property) => !isRenamed(property)).map((property) => removedProperty(pair, is, property)),
    ...added.filter((property) => !isRenamed(property)).map((property) => addedProperty(pair, is, property)),
  ];
}

/**
 * A removed and an added property with the same content are one change, if there are no others with that content. A bare
 * type is the content of many properties: among several changes, the names have to share a word then.
 */
function renamesIn(removed: readonly Property[], added: readonly Property[]): { from: Property; to: Property }[] {
  const isOnlyChange = removed.length === 1 && added.length === 1;
  const same = (one: Property, other: Property) =>
    isDeepStrictEqual(one.content, other.content) &&
    (isOnlyChange || !one.content.every(isBareType) || shareWord(one.name, other.name));
  return removed.flatMap((from) => {
    const [to, ...others] = added.filter((property) => same(from, property));
    const isAlone = others.length === 0 && removed.filter((property) => same(from, property)).length === 1;
    return to && isAlone ? [{ from, to }] : [];
  });
}

function isBareType(schema: Json): boolean {
  return Object.keys(asObject(schema)).every((keyword) => keyword === "type" || keyword === "format");
}

function shareWord(one: string, other: string): boolean {
  const words = wordsOf(one);
  return wordsOf(other).some((word) => words.includes(word));
}

function renamed(pair: AlternativePair, is: ObjectMembers, from: Property, to: Property): Difference {
  const owner = ownerOf(pair, from.place);
  const message = `\`${from.name}\` was renamed to \`${to.name}\`${owner}.`;
  const breaks = { request: is.isClosed || is.required.has(to.name), response: true };
  return {
    rule: "property-renamed",
    message,
    place: from.place,
    breaks,
    otherwise: "minor",
    old: from.name,
    new: to.name,
  };
}

/** The component around a property, for a message that names the property itself. */
function ownerOf({ naming }: AlternativePair, place: string): string {
  const [, owner] = / of (`[^`]+`)$/.exec(naming.part(place)) ?? [];
  return owner === undefined ? "" : ` in ${owner}`;
}

/** Readers miss a removed property. Who sends it is refused by a closed object only. */
function removedProperty(pair: AlternativePair, is: ObjectMembers, property: Property): Difference {
  const isHidden = is.hidden.has(property.name);
  const isKept = !isHidden && valueAt(pair.naming.revision, property.place) !== undefined;
  // A component that still has it is not named: the operation has another one now.
  const part = pair.naming.subject(property.place, isKept);
  const flag = pair.direction === "request" ? "read-only" : "write-only";
  const message = isHidden ? `${part} became ${flag}.` : `${part} was removed.`;
  const breaks = { request: is.isClosed && !isHidden, response: true };
  const rule = isHidden ? "property-hidden" : "property-removed";
  return { rule, message, place: property.place, breaks, otherwise: "patch", old: undefined, new: undefined };
}

function addedProperty(pair: AlternativePair, is: ObjectMembers, property: Property): Difference {
  const isRequired = is.required.has(property.name);
  const name = pair.naming.part(property.place).replace(/^the property /, "");
  const isNeeded = isRequired && pair.direction === "request";
  const message = `New ${isNeeded ? "required " : ""}property: ${name}.`;
  const breaks = isRequired ? NARROWED : BREAKS_NOBODY;
  const rule = isNeeded ? "required-property-added" : "property-added";
  return { rule, message, place: property.place, breaks, otherwise: "minor", old: undefined, new: undefined };
}

function requiredDifferences({ pair, was, is }: Members): Difference[] {
  const isNew = (name: string) => is.properties.has(name) && !was.properties.has(name) && was.extra.length === 0;
  const isGone = (name: string) => was.properties.has(name) && !is.properties.has(name);
  const gained = [...is.required].filter((name) => !was.required.has(name) && !isNew(name));
  const lost = [...was.required].filter((name) => !is.required.has(name) && !isGone(name));
  const place = pair.place("required");
  // A component that requires what it required before has not changed: the operation has another one.
  const isKeptAt = (at: string, name: string) => {
    const [before, now] = [pair.naming.base, pair.naming.revision].map((document) =>
      asList(asObject(valueAt(document, parentOf(parentOf(at)))).required).includes(name),
    );
    return before === now && valueAt(pair.naming.revision, at) !== undefined;
  };
  const difference = (name: string, verb: string, breaks: Difference["breaks"]): Difference => {
    const at = was.properties.get(name)?.place ?? is.properties.get(name)?.place;
    const part = at === undefined ? `The property \`${name}\`` : pair.naming.subject(at, isKeptAt(at, name));
    const message = `${part} ${verb}.`;
    return {
      rule: "required",
      message,
      place: at ?? place,
      breaks,
      otherwise: "patch",
      old: undefined,
      new: undefined,
    };
  };
  return [
    ...gained.map((name) => difference(name, "became required", NARROWED)),
    ...lost.map((name) => difference(name, "is no longer required", WIDENED)),
  ];
}

/** Callers ignore properties that they do not know, so an open response breaks no caller. A closed request refuses some. */
function additionalDifferences({ pair, was, is, compare }: Members): Difference[] {
  const hasExtra = was.extra.length > 0 || is.extra.length > 0;
  if (!was.isClosed && !is.isClosed) {
    if (hasExtra) compare(was.extra, is.extra);
    return [];
  }
  if (was.isClosed === is.isClosed) return [];
  const limit = (place: string | undefined, value: boolean) => (place === undefined ? undefined : { value, place });
  const breaks = { request: is.isClosed, response: is.isClosed && was.extra.length > 0 };
  return [
    pair.changed(limit(was.closedBy ?? was.extraPlace, false), limit(is.closedBy ?? is.extraPlace, false), breaks),
  ];
}

function patternDifferences({ pair, is, compare }: Members): Difference[] {
  const [before, after] = [pair.base, pair.revision].map(({ parts }) => {
    const all = keywordOf(parts, "patternProperties").flatMap(({ value, place }) =>
      Object.entries(asObject(value)).map(([pattern, schema]): [string, SchemaAt] => [
        pattern,
        { schema, pointer: pointerTo(place, pattern) },
      ]),
    );
    return new Map(all);
  });
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].flatMap((pattern): Difference[] => {
    const [was, now] = [before?.get(pattern), after?.get(pattern)];
    if (was && now) compare([was], [now]);
    if (was && now) return [];
    const breaks = was ? { request: is.isClosed, response: true } : NARROWED;
    const place = was?.pointer ?? now?.pointer ?? "#";
    const { message: _, ...difference } = pair.changed(undefined, undefined, breaks);
    const owner = pair.naming.part(place);
    const message = `The properties like \`${pattern}\` of ${owner} were ${was ? "removed" : "added"}.`;
    return [{ ...difference, rule: "patternProperties", place, message }];
  });
}
