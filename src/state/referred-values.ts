import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import { IDENTIFYING, plainName } from "#statements/names.js";
import { shownName } from "#statements/resources/described-names.js";
import type { Family } from "./family.js";
import { type Known, namedFamily } from "./generated-references.js";
import type { Tenant } from "./tenants.js";
import { isName } from "./unique-fields.js";

/**
 * A resource whose fields show what the resources that it names show: `vendor_name` beside `vendor_id`, and the object
 * `vendor`. Fields that a client sent stay as they are.
 *
 * @param references the names of the fields that name others
 */
export function withReferredValues(
  engine: Known,
  tenant: Tenant,
  family: Family,
  value: JsonObject,
  { sent, references }: { sent: JsonObject; references: readonly string[] },
): JsonObject {
  let shown = withFullName(embedding(family, value, sent), sent);
  for (const name of references) {
    const id = value[name];
    const target = isName(id) ? namedFamily(engine, family, name) : undefined;
    if (!target) continue;
    engine.giveTo(tenant, target, []);
    const referred = engine.tenants.recordsOf(tenant, target).get([], String(id))?.value;
    if (!referred) continue;
    const stem = wordsOf(name).slice(0, -1);
    const others = Object.entries(shown).map(([field, own]): [string, Json] => {
      if (field === name || Object.hasOwn(sent, field)) return [field, own];
      const other = referredValue({ field, own, stem }, referred);
      return [field, other !== undefined && engine.maker.admits(family, field, other) ? other : own];
    });
    shown = Object.fromEntries(others);
  }
  return shown;
}

/** The value that a field has of the resource that another field names; undefined if it has none of it. */
function referredValue(
  { field, own, stem }: { field: string; own: Json; stem: readonly string[] },
  referred: JsonObject,
): Json | undefined {
  const words = wordsOf(field);
  const isAfter = stem.every((word, index) => words[index] === word);
  if (isObject(own))
    return isAfter && words.length === stem.length ? { ...own, ...partOf(own, referred, stem) } : undefined;
  if (typeof own !== "string" && own !== null) return undefined;
  const names = Object.keys(referred);
  const rest = isAfter ? words.slice(stem.length).join("_") : "";
  const same = names.find((name) => plainName(name) === plainName(field) && words.length > 1 && /name$/i.test(name));
  const part = rest === "" ? undefined : names.find((name) => plainName(name) === plainName(rest));
  const found = same ?? part;
  if (found !== undefined) return referred[found];
  return rest === "name" ? nameOf(referred) : undefined;
}

/** The members of an object that the resource has which it shows. */
function partOf(own: JsonObject, referred: JsonObject, stem: readonly string[]): JsonObject {
  const members = Object.keys(own).flatMap((member): [string, Json][] => {
    const name = shownName(member, Object.keys(referred), plainName(stem.join("")));
    const value = name === undefined ? undefined : referred[name];
    return value === undefined ? [] : [[member, value]];
  });
  return Object.fromEntries(members);
}

/** Plain names of fields with the name of a resource for people, the most usual one first. */
const NAMES = ["name", "displayname", "fullname", "title", "label", "companyname"];

/** The name of a resource for people. */
function nameOf(value: JsonObject): Json | undefined {
  const names = NAMES.flatMap((plain) => Object.keys(value).filter((name) => plainName(name) === plain));
  const [first] = names.filter((name) => typeof value[name] === "string");
  return first === undefined ? fullNameOf(value) : value[first];
}

/** The first and the last name of a person; undefined if one is missing. */
function fullNameOf(value: JsonObject): string | undefined {
  const textOf = (...plain: string[]) => {
    const name = Object.keys(value).find((candidate) => plain.includes(plainName(candidate)));
    const text = name === undefined ? undefined : value[name];
    return typeof text === "string" ? text : undefined;
  };
  const [first, last] = [textOf("firstname", "givenname"), textOf("lastname", "familyname", "surname")];
  return first === undefined || last === undefined ? undefined : `${first} ${last}`;
}

/** A person whose full name is the first and the last name. */
function withFullName(value: JsonObject, sent: JsonObject): JsonObject {
  const full = fullNameOf(value);
  const names = Object.keys(value).filter((name) => ["displayname", "fullname"].includes(plainName(name)));
  const unsent = full === undefined ? [] : names.filter((name) => !Object.hasOwn(sent, name));
  return { ...value, ...Object.fromEntries(unsent.map((name): [string, Json] => [name, full ?? null])) };
}

/** A resource that shows as an object what a client sent as an identifier: `owner` of `ownerId`. */
function embedding({ identifiers }: Family, value: JsonObject, sent: JsonObject): JsonObject {
  const own = identifiers.map(({ pointer }) => pointerNames(pointer)[0]);
  const objects = Object.entries(sent).flatMap(([name, id]): [string, Json][] => {
    const words = wordsOf(name);
    const isReference =
      IDENTIFYING.includes(words.at(-1) ?? "") && words.length > 1 && !own.includes(name) && isName(id);
    const field = isReference ? shownName(words.slice(0, -1).join("_"), Object.keys(value), "") : undefined;
    const object = field === undefined ? undefined : value[field];
    if (field === undefined || !isObject(object) || Object.hasOwn(sent, field)) return [];
    const member = IDENTIFYING.find((candidate) => typeof object[candidate] === typeof id);
    return member === undefined ? [] : [[field, { ...object, [member]: id }]];
  });
  return { ...value, ...Object.fromEntries(objects) };
}
