import { asObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { namedPlace, schemaLayers } from "#statements/resources/envelope-schema.js";
import { contentPlace, hasKeyword, propertiesAt, successContents } from "#statements/schema-fields.js";
import type { Family, StatedDocument } from "./family.js";

/** A field of a resource, as one body describes it. */
export interface ViewField {
  name: string;
  /** The places of the schemas that apply to it. */
  schemas: readonly string[];
  isRequired: boolean;
}

/** How a body describes a resource: where it is, and which fields it has. */
export interface View {
  content: MediaType;
  /** JSON pointer to the resource in the body. */
  at: string;
  /** Empty if the schema leaves the fields open. */
  fields: readonly ViewField[];
}

/** The views of a response, by the place of the resource in it. */
const viewsByPlace = oncePer((_: MediaType) => new Map<string, View>());

/** How a response describes the resource at a place. A `writeOnly` field is not shown. */
export function viewAt(document: OpenApiDocument, content: MediaType, at: string): View {
  const remembered = viewsByPlace(content);
  let view = remembered.get(at);
  if (!view) {
    view = { content, at, fields: fieldsAt(document, content, at, "writeOnly") };
    remembered.set(at, view);
  }
  return view;
}

/** The fields at a place, without those that have a keyword: `readOnly` of requests, `writeOnly` of responses. */
export function fieldsAt(
  document: OpenApiDocument,
  content: MediaType,
  at: string,
  absent: "readOnly" | "writeOnly",
): ViewField[] {
  const around = schemasAt(document, content.schemaPointer, at).at(-1) ?? [];
  return propertiesAt(document, content, at).flatMap((name): ViewField[] => {
    const place = pointerTo(at, name);
    if (hasKeyword(document, content, place, absent, [true])) return [];
    const isRequired = hasKeyword(document, content, at, "required", [name]);
    // The schema of the property itself, not those in it, of which some may be alternatives.
    const schemas = around.flatMap((pointer) => {
      const own = pointerTo(pointer, "properties", name);
      return valueAt(document, own) === undefined ? [] : [own];
    });
    return [{ name, schemas, isRequired }];
  });
}

/**
 * The place of the resource in the body of a success. It is the layer that has the identifying field, or all that the body
 * has. Beside others, it is the member with the name of the resource.
 */
export function placeIn({ document }: StatedDocument, { identifiers }: Family, content: MediaType, at = ""): string {
  const names = identifiers.flatMap(({ pointer }) => pointerNames(pointer)[0] ?? []);
  const around = at === "" ? schemaLayers(document, content) : [at, contentPlace(document, content, at) ?? at];
  const [named] = identifiers.flatMap(({ of }) =>
    of === undefined ? [] : (namedPlace(document, content, of, at) ?? []),
  );
  const layers = named === undefined ? around : [...around, named];
  const has = (layer: string) => propertiesAt(document, content, layer).some((name) => names.includes(name));
  return layers.find(has) ?? contentPlace(document, content, at) ?? at;
}

/** How the successes of a family show its resources: alone, as items of its list, and after changes. */
export function viewsOf(stated: StatedDocument, family: Family): View[] {
  const { retrieve, list, create, replace, update } = family;
  const place = (operation: Operation | undefined, at = "") =>
    (operation ? successContents(operation).slice(0, 1) : []).map((content) =>
      viewAt(stated.document, content, placeIn(stated, family, content, at)),
    );
  return [
    ...place(retrieve),
    ...place(list?.operation, list && pointerTo(list.paging.items, 0)),
    ...[create, replace, update].flatMap((operation) => place(operation)),
  ];
}

/** Whether a field may have a value, by the schemas of a view. */
export function admits(validator: SchemaValidator, { schemas }: ViewField, value: Json): boolean {
  return schemas.every((pointer) => validator.errors(pointer, value, true).length === 0);
}

/**
 * A resource as a view shows it: the fields that the view has, with the values of the resource. A required field that the
 * resource lacks has the value of the template.
 *
 * @param isWanted whether a field has the value of the resource (default: always), or else that of the template
 */
export function shownIn(
  { fields }: View,
  value: JsonObject,
  template: Json | undefined,
  isWanted: (field: ViewField, stored: Json) => boolean = () => true,
): JsonObject {
  if (fields.length === 0) return value;
  const fallback = asObject(template);
  const shown: [string, Json][] = [];
  for (const field of fields) {
    const { name, isRequired } = field;
    const stored = value[name];
    const isOwn = stored !== undefined && isWanted(field, stored);
    const other = isOwn ? stored : isRequired ? fallback[name] : undefined;
    if (other !== undefined) shown.push([name, other]);
  }
  return Object.fromEntries(shown);
}
