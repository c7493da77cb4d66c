import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import { isPathOfPerson } from "#statements/people.js";
import { isFullName } from "#statements/resources/outer-fields.js";
import { isSegment, pathParameters } from "#statements/resources/path-parameters.js";
import { type Families, type Family, itemOperation, type StatedDocument } from "./family.js";
import { admitsInPath } from "./resource-keys.js";
import type { Tenant, Tenants } from "./tenants.js";
import { isName } from "./unique-fields.js";

/** The parts of an engine that know the person of the key. */
interface Owners {
  stated: StatedDocument;
  families: Families;
  tenants: Tenants;
  giveTo(tenant: Tenant, family: Family, values: readonly string[]): void;
}

/** The owner of what a client creates, where no path shows the person of the key. */
const OWNERS: readonly Json[] = ["me", 1];

/**
 * The values of the path of a new resource before its own one. The path of its creation has the first of them, or none. The
 * client may have sent others, and the person of the key owns the rest.
 *
 * @param collection the values of the path of its creation
 */
export function outerValues(
  engine: Owners,
  tenant: Tenant,
  family: Family,
  collection: readonly string[],
  sent: JsonObject,
): readonly string[] {
  const operation = itemOperation(family);
  if (!family.outerFields || !operation) return collection;
  const parameters = pathParameters(operation);
  return family.outerFields.map((pointer, index) => {
    const owner = personOf(engine, tenant)?.[pointerNames(pointer).at(-1) ?? ""];
    const candidates = [collection[index], valueAt(sent, pointer), owner, ...OWNERS];
    const isFit = (value: Json) =>
      isName(value) && isSegment(value) && admitsInPath(engine.stated.validator, parameters[index], value);
    return String(candidates.find((value) => value !== undefined && isFit(value)) ?? OWNERS[0]);
  });
}

/** The person of the key, whom a path such as `/user` shows. */
function personOf(engine: Owners, tenant: Tenant): JsonObject | undefined {
  const family = engine.families.all.find(
    ({ resource, retrieve, position }) => !resource && position === 0 && retrieve && isPathOfPerson(retrieve.path),
  );
  if (!family) return undefined;
  engine.giveTo(tenant, family, []);
  return engine.tenants.recordsOf(tenant, family).get([], "")?.value;
}

/** A resource whose fields have the values of its path. @param names the names of its fields @param path with its own value */
export function withOuterFields(
  { outerFields = [] }: Family,
  made: JsonObject,
  names: readonly string[],
  path: readonly string[],
): JsonObject {
  let value = made;
  const write = (pointer: string, own: string) => {
    const [name = "", ...inner] = pointerNames(pointer);
    const form = typeof valueAt(value, pointer) === "number" ? Number(own) : own;
    const base = inner.length > 0 && !isObject(value[name]) ? { ...value, [name]: {} } : value;
    const changed = withValue(base, pointer, form);
    if (isObject(changed)) value = changed;
  };
  for (const [index, pointer] of outerFields.entries()) write(pointer, path[index] ?? "");
  for (const name of outerFields.length > 0 ? names.filter(isFullName) : []) write(pointerTo("", name), path.join("/"));
  return value;
}
