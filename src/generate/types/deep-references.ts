import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { parentOf, pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { unusedName } from "#openapi/document/unused-name.js";
import { walk } from "#openapi/document/walk.js";

const SCHEMAS = "#/components/schemas";

/**
 * A copy of the document in which each schema that is referred to by its place becomes a component.
 * `#/components/schemas/Team/properties/lead` is `TeamLead` then. openapi-typescript writes such a reference as a chain of
 * indexes. It does not compile if a part of it is optional or a list.
 */
export function withoutDeepReferences(document: OpenApiDocument): OpenApiDocument {
  const places = new Set(deepReferences(document).filter((place) => valueAt(document, place) !== undefined));
  if (places.size === 0) return document;
  const copy = structuredClone(document);
  const components = asObject(copy.components);
  const schemas = { ...asObject(components.schemas) };
  const moved = new Map<string, string>();
  // The innermost schema comes first, because a schema that is referred to may be inside another one.
  for (const place of [...places].toSorted((a, b) => pointerNames(b).length - pointerNames(a).length)) {
    const name = unusedName(nameOf(place), schemas);
    moved.set(place, pointerTo(SCHEMAS, name));
    schemas[name] = valueAt(copy, place) ?? {};
    const around = valueAt(copy, parentOf(place));
    Object.assign(asContainer(around), { [pointerNames(place).at(-1) ?? ""]: { $ref: place } });
  }
  const whole = { ...copy, components: { ...components, schemas } };
  visitReferences(whole, (node) => {
    const reference = moved.get(String(node.$ref));
    if (reference !== undefined) node.$ref = reference;
  });
  return whole;
}

function asContainer(value: Json | undefined): object {
  return typeof value === "object" && value !== null ? value : {};
}

function deepReferences(document: OpenApiDocument): string[] {
  const references: string[] = [];
  visitReferences(document, ({ $ref: reference }) => {
    if (typeof reference === "string" && isDeep(reference)) references.push(reference);
  });
  return references;
}

/** Whether a reference leads to a schema that is not a component. */
function isDeep(reference: string): boolean {
  const names = reference.startsWith("#") ? pointerNames(reference) : [];
  if (names[0] === "components" && names[1] === "schemas") return names.length > 3;
  // A component, a path or a webhook may have the name `schema`.
  return names.slice(names[0] === "components" ? 3 : 2).includes("schema");
}

function visitReferences(root: Json, visit: (node: JsonObject) => void): void {
  walk(root, ({ node, isMap }) => {
    if (!isMap && isObject(node) && typeof node.$ref === "string") visit(node);
  });
}

/** Words of places that say nothing about a schema. */
const STRUCTURE = ["components", "schemas", "paths", "requestBody", "requestBodies", "responses", "content", "schema"];
const KEYWORDS = ["properties", "allOf", "anyOf", "oneOf"];

function nameOf(place: string): string {
  const names = pointerNames(place).filter(
    (name) => ![...STRUCTURE, ...KEYWORDS].includes(name) && !name.includes("/json"),
  );
  return pascalCase(names.join(" ")) || "Schema";
}
