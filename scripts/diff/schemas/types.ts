import { asObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Type } from "#values/rules/limits.js";
import { keywordOf } from "#values/rules/parts.js";
import type { Difference } from "../difference.js";
import type { Naming } from "./naming.js";
import type { Alternative, SchemaForm } from "./normal-form.js";

type AnyType = Type | "any";

/** Whole numbers are numbers: the two are compared as one type. */
export function familyOf(type: AnyType): AnyType {
  return type === "integer" ? "number" : type;
}

/** The difference of the types that two schemas allow, as a list of at most one. */
export function typeDifferences(was: SchemaForm, is: SchemaForm, naming: Naming): Difference[] {
  const lost = was.alternatives.filter((alternative) => !isCovered(alternative, is));
  const gained = is.alternatives.filter((alternative) => !isCovered(alternative, was));
  const [old, now] = [typesOf(was), typesOf(is)];
  if (old.map(familyOf).join() === now.map(familyOf).join()) return [];
  const place = placeOf(was, is);
  const message = sentence(old, now, place, naming);
  const breaks = { request: lost.length > 0, response: gained.length > 0 };
  return [{ rule: "type", message, place, breaks, otherwise: "patch", old: old.join(", "), new: now.join(", ") }];
}

function typesOf({ alternatives }: SchemaForm): AnyType[] {
  return [...new Set(alternatives.map(({ type }) => type))].toSorted((one, other) => one.localeCompare(other));
}

/** Whether a schema allows values of the type of an alternative. On the wire, a number is also a text. */
function isCovered({ type }: Alternative, { alternatives, isText }: SchemaForm): boolean {
  return alternatives.some((other) => {
    if (other.type === "any" || familyOf(other.type) === familyOf(type)) return true;
    const isScalar = type === "number" || type === "integer" || type === "boolean";
    return isText && isScalar && other.type === "string" && isPlain(other);
  });
}

const LIMITS = ["minLength", "maxLength", "pattern", "format"];

function isPlain({ values, parts }: Alternative): boolean {
  return !values && LIMITS.every((keyword) => keywordOf(parts, keyword).length === 0);
}

function placeOf(was: SchemaForm, is: SchemaForm): string {
  const stated = was.schemas[0] ?? is.schemas[0];
  if (!stated) return "#";
  return asObject(stated.schema).type === undefined ? stated.pointer : pointerTo(stated.pointer, "type");
}

function sentence(old: readonly AnyType[], now: readonly AnyType[], place: string, naming: Naming): string {
  const subject = naming.subject(place);
  const withoutNull = (types: readonly AnyType[]) => types.filter((type) => type !== "null").join();
  if (withoutNull(old) === withoutNull(now)) {
    return now.includes("null") ? `${subject} may be null now.` : `${subject} can no longer be null.`;
  }
  return `The type of ${naming.part(place)} was changed from ${listed(old)} to ${listed(now)}.`;
}

function listed(types: readonly AnyType[]): string {
  return types.length === 0 ? "nothing" : types.join(" or ");
}
