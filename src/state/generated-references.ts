import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import { IDENTIFYING, singularOf } from "#statements/names.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import type { Families, Family, StatedDocument } from "./family.js";
import type { ResourceMaker } from "./make-resource.js";
import type { Stored } from "./store.js";
import type { Tenant, Tenants } from "./tenants.js";
import { isName } from "./unique-fields.js";
import { admits } from "./view.js";

/** The parts of an engine that know which resources exist. */
export interface Known {
  stated: StatedDocument;
  families: Families;
  tenants: Tenants;
  maker: ResourceMaker;
  giveTo(tenant: Tenant, family: Family, values: readonly string[]): void;
}

/**
 * A generated resource whose fields refer to resources that exist, where they name some: `chat_id` is that of a chat. Several
 * resources refer to different ones.
 *
 * @param place of the resource among those of its collection
 */
export function withReferences(
  engine: Known,
  tenant: Tenant,
  family: Family,
  made: JsonObject,
  place: number,
): JsonObject {
  const fields = engine.maker.viewsOf(family).flatMap((view) => view.fields);
  const isAdmitted = (name: string, value: Json) =>
    fields.every((field) => field.name !== name || admits(engine.stated.validator, field, value));
  const members = Object.entries(made).map(([name, value]): [string, Json] => {
    const target = namedFamily(engine, family, name);
    const keys = target ? keysOf(engine, tenant, target) : [];
    const referring = keys.length > 0 ? formsOf(value, keys, place) : [];
    return [name, referring.find((form) => isAdmitted(name, form)) ?? value];
  });
  return Object.fromEntries(members);
}

/** The family whose resources a field names by an identifier, at no other resource; undefined if it names none. */
export function namedFamily({ stated, families }: Known, family: Family, field: string): Family | undefined {
  const isOwn = family.identifiers.some(({ pointer }) => pointerNames(pointer)[0] === field);
  if (isOwn || !IDENTIFYING.includes(singularOf(wordsOf(field).at(-1) ?? ""))) return undefined;
  const keys = kindsNamed(stated, field).map(({ resource }) => resource.key);
  return families.all.find(({ key, resource, position }) => resource && position === 0 && keys.includes(key));
}

/** The identifiers of the resources of a family. */
function keysOf(engine: Known, tenant: Tenant, family: Family): Json[] {
  engine.giveTo(tenant, family, []);
  const pointer = family.identifiers[0]?.pointer ?? "";
  const keyOf = ({ key, value }: Stored): Json => {
    const shown = valueAt(value, pointer);
    return isName(shown) ? shown : key;
  };
  return engine.tenants.recordsOf(tenant, family).in([]).map(keyOf);
}

/** A value with another identifier, or a list with different ones, in the forms that a field may have. */
function formsOf(value: Json, keys: readonly Json[], place: number): Json[] {
  const keyAt = (index: number): Json => keys[index % keys.length] ?? null;
  const chosen = Array.isArray(value)
    ? [...new Set(value.map((_, index) => keyAt(place + index)))]
    : isName(value)
      ? keyAt(place)
      : undefined;
  if (chosen === undefined) return [];
  const as = (form: (key: Json) => Json): Json => (Array.isArray(chosen) ? chosen.map(form) : form(chosen));
  return [chosen, as(String), as(Number)];
}
