import { asList, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { parentField } from "#statements/resources/parent-field.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Family, StatedDocument } from "./family.js";
import type { ResourceMaker } from "./make-resource.js";
import { withOuterFields } from "./outer-values.js";
import { admits, type View } from "./view.js";

/** The identifiers of a resource. */
interface Identity {
  key: Json;
  /** The values of the path of its collection. */
  around: readonly string[];
  /** The fields of a new resource that were sent; undefined for a change. */
  sent?: JsonObject | undefined;
}

/**
 * A resource with its identifier, in the fields that show it, and with those of the resources around it. Its parts that name
 * it have its identifier too, unless they were sent with another one.
 *
 * @param operation whose path is that of its collection
 */
export function identified(
  { stated: { validator }, maker }: { stated: StatedDocument; maker: ResourceMaker },
  family: Family,
  operation: Operation | undefined,
  made: JsonObject,
  { key, around, sent }: Identity,
): JsonObject {
  const views = maker.viewsOf(family);
  const fields = views.flatMap((view) => view.fields);
  let value: JsonObject = sent ? withOwner(family, made, key, sent) : made;
  const isAdmitted = (name: string, candidate: Json) =>
    fields.every((field) => field.name !== name || admits(validator, field, candidate));
  const write = (pointer: string, candidate: Json | undefined) => {
    const changed = candidate === undefined ? undefined : withValue(value, pointer, candidate);
    if (isObject(changed)) value = changed;
  };
  for (const pointer of identifierPlaces(family, views)) {
    const [name = "", ...inner] = pointerNames(pointer);
    const forms = [key, String(key), Number(key)];
    write(pointer, inner.length > 0 ? key : (forms.find((form) => isAdmitted(name, form)) ?? key));
  }
  const names = [...Object.keys(value), ...fields.map(({ name }) => name)];
  if (around.length > 0)
    value = withOuterFields(family, value, names, [...around.slice(0, family.position), String(key)]);
  const parameters = operation ? pathParameters(operation) : [];
  for (const [index, outer] of around.entries()) {
    const parameter = parameters[index]?.name;
    const field = parameter === undefined ? undefined : parentField(operation?.path ?? "", parameter, names);
    // A change may move a resource to another one.
    if (field === undefined || (!sent && value[field] !== undefined)) continue;
    const form = [outer, Number(outer)].find((candidate) => isAdmitted(field, candidate));
    write(pointerTo("", field), form ?? (value[field] === undefined ? undefined : outer));
  }
  return value;
}

/** The field that identifies a resource, and those that identify it in views without that one. */
function identifierPlaces({ identifiers }: Family, views: readonly View[]): string[] {
  const [first, ...others] = identifiers;
  if (!first) return [];
  const names = ({ fields }: View) => fields.map(({ name }) => name);
  const nameOf = (pointer: string) => pointerNames(pointer)[0] ?? "";
  const elsewhere = views.flatMap((view) => {
    if (view.fields.length === 0 || names(view).includes(nameOf(first.pointer))) return [];
    return others.filter(({ pointer }) => names(view).includes(nameOf(pointer))).slice(0, 1);
  });
  return [...new Set([first, ...elsewhere].map(({ pointer }) => pointer))];
}

/** A new resource whose parts name it, as each item of an order has `orderId`. */
function withOwner({ resource }: Family, made: JsonObject, key: Json, sent: JsonObject): JsonObject {
  const { path = "" } = resource?.retrieve ?? resource?.replace ?? resource?.remove ?? {};
  const parameter = resource && identifyingParameter(resource);
  if (!parameter) return made;
  const owned = (part: Json, given: Json | undefined): Json => {
    if (!isObject(part)) return part;
    const field = parentField(path, parameter.name, Object.keys(part));
    if (field === undefined || valueAt(given, pointerTo("", field)) !== undefined) return part;
    const named = typeof part[field] === "number" ? Number(key) : String(key);
    return typeof part[field] === typeof named ? { ...part, [field]: named } : part;
  };
  const parts = Object.entries(made).map(([name, part]): [string, Json] => {
    const given = sent[name];
    return [name, Array.isArray(part) ? part.map((item, at) => owned(item, asList(given)[at])) : owned(part, given)];
  });
  return Object.fromEntries(parts);
}
