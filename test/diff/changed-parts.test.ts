import { expect, test } from "vitest";
import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { changedParts } from "#scripts/diff/changed-parts.js";
import { compare } from "#scripts/diff/compare.js";
import { compareContracts } from "#scripts/diff/contract/compare-contracts.js";
import { findImporterChanges } from "#scripts/diff/importers/importer-changes.js";
import { usersOf } from "#scripts/diff/users.js";
import { fc } from "#test/property.js";
import { isRelease, thorough } from "../sample.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const read = (id: string, schema: Json): JsonObject => ({
  get: { operationId: id, responses: { 200: { description: "OK", ...json(schema) } } },
});
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const TEXT = { type: "string" };

/** Orders have lines, pets are cats or dogs, and labels stand alone. */
function documentOf(schemas: JsonObject = {}, more: JsonObject = {}): OpenApiDocument {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1.0.0" },
    paths: {
      "/orders": read("listOrders", ref("Order")),
      "/labels": read("listLabels", ref("Label")),
      "/pets": read("listPets", ref("Pet")),
    },
    components: {
      securitySchemes: { Key: { type: "http", scheme: "bearer" } },
      schemas: {
        Order: object({ line: ref("Line") }),
        Line: object({ unit: ref("Unit") }),
        Unit: TEXT,
        Label: object({ text: TEXT }),
        Pet: { ...object({ kind: TEXT }), discriminator: { propertyName: "kind" }, required: ["kind"] },
        Cat: { allOf: [ref("Pet"), object({ lives: { type: "integer" } })] },
        ...schemas,
      },
    },
    ...more,
  };
}

const partsOf = ({ paths, components }: OpenApiDocument) => [
  ...Object.keys(asObject(paths)),
  ...Object.keys(asObject(asObject(components).schemas)),
];
const ALL = partsOf(documentOf());

test.each<[string, OpenApiDocument, OpenApiDocument, string[]]>([
  ["nothing", documentOf(), documentOf({}, { info: { title: "Shop", version: "2.0.0" } }), []],
  [
    "texts about all of it",
    documentOf(),
    documentOf({}, { tags: [{ name: "Orders" }], externalDocs: { url: "https://example.com" } }),
    [],
  ],
  ["a schema alone", documentOf(), documentOf({ Label: TEXT }), ["/labels", "Label"]],
  [
    "a schema that others lead to, and what it leads to",
    documentOf(),
    documentOf({ Line: object({ unit: ref("Unit"), count: TEXT }) }),
    ["/orders", "Order", "Line", "Unit"],
  ],
  [
    "a schema that extends one with a discriminator",
    documentOf(),
    documentOf({ Cat: { allOf: [ref("Pet")] } }),
    ["/pets", "Pet", "Cat"],
  ],
  [
    "a new schema, and those that are spelled alike",
    documentOf(),
    documentOf({ unit: TEXT }),
    ["/orders", ...["Order", "Line", "Unit"]],
  ],
  [
    "the title, which names the client",
    documentOf(),
    documentOf({}, { info: { title: "Store", version: "1.0.0" } }),
    ALL,
  ],
  [
    "a security scheme",
    documentOf(),
    documentOf({}, { components: { ...asObject(documentOf().components), securitySchemes: {} } }),
    ALL,
  ],
  ["the security of all operations", documentOf(), documentOf({}, { security: [{ Key: [] }] }), ALL],
])("of two documents that differ in %s, the parts that may have other types are left", (_, base, revision, parts) => {
  const changed = changedParts({ base, revision });
  expect(partsOf(changed.base)).toEqual(parts);
  expect(asObject(changed.base.components).securitySchemes).toEqual(asObject(base.components).securitySchemes);
});

const documents = [await loadDocument("openapi/openapi.yaml"), await loadDocument("test/servers/stories/stories.yaml")];

/** The places of all schemas with properties, in components and path items. */
function objectsIn(document: OpenApiDocument): string[] {
  const found: string[] = [];
  const visit = (node: Json, pointer: string): void => {
    if (Array.isArray(node)) node.forEach((item, index) => void visit(item, pointerTo(pointer, String(index))));
    if (!isObject(node)) return;
    if (isObject(node.properties)) found.push(pointer);
    for (const [name, member] of Object.entries(node)) {
      if (!name.startsWith("example")) visit(member, pointerTo(pointer, name));
    }
  };
  visit(asObject(document.components), "#/components");
  visit(asObject(document.paths), "#/paths");
  return found;
}

type Mutation = (schema: JsonObject, properties: JsonObject, name: string) => void;

const MUTATIONS: readonly Mutation[] = [
  (_, properties, name) => void Reflect.deleteProperty(properties, name),
  (_, properties, name) => void Object.assign(properties, { [name]: { type: "boolean" } }),
  (_, properties) => void Object.assign(properties, { added: { type: "string" } }),
  (schema, properties) => void Object.assign(schema, { required: Object.keys(properties) }),
  (schema) => void Object.assign(schema, { required: [] }),
];

thorough(
  "random changes are the same in the changed parts as in the whole documents, for callers and importers",
  async () => {
    const change = fc.record({ place: fc.nat(), property: fc.nat(), mutate: fc.constantFrom(...MUTATIONS) });
    const changes = fc.array(change, { minLength: 1, maxLength: 3 });
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...documents), changes, async (base, list) => {
        const revision = structuredClone(base);
        const places = objectsIn(base);
        for (const { place, property, mutate } of list) {
          const schema = asObject(valueAt(revision, places[place % places.length] ?? ""));
          const properties = asObject(schema.properties);
          const names = Object.keys(properties);
          mutate(schema, properties, names[property % names.length] ?? "added");
        }
        const whole = await (await findImporterChanges(base, revision, { base, revision }))();
        const parts = await (await findImporterChanges(base, revision, changedParts({ base, revision })))();
        expect(parts).toEqual(whole);
        const users = { base: usersOf(base), revision: usersOf(revision) };
        const changed = changedParts({ base, revision });
        expect(compareContracts(changed.base, changed.revision, users)).toEqual(
          compareContracts(base, revision, users),
        );
        broken += whole.length;
      }),
      // Each run compiles four times.
      { numRuns: isRelease ? 20 : 6, seed: 5 },
    );
    expect(broken).toBeGreaterThan(0);
  },
);

/** Variables of three kinds, each an extension of one schema. The compiler calls a list of them incompatible with itself. */
const variable = (kind: string, properties: JsonObject): JsonObject => ({
  allOf: [
    ref("Variable"),
    object({
      configuration: object({ type: { type: "string", enum: [kind] }, ...properties }),
      conditions: { type: "array", items: object({ expression: TEXT }) },
    }),
  ],
});

test("a type that the compiler calls incompatible with itself is no break", async () => {
  const kinds = {
    Recent: { source: TEXT, regex: TEXT },
    Counted: { seconds: { type: "integer" } },
    External: { data: TEXT },
  };
  const schemas = {
    Variable: { ...object({ id: TEXT }), required: ["configuration"] },
    ...Object.fromEntries(Object.entries(kinds).map(([name, own]) => [name, variable(name, own)])),
    Label: object({ variables: { type: "array", items: { oneOf: Object.keys(kinds).map(ref) } } }),
  };
  const base = documentOf(schemas);
  const described = { ...schemas, Label: { ...schemas.Label, description: "A label of variables." } };
  const revision = documentOf(described);
  const broken = await (await findImporterChanges(base, revision, { base, revision }))();
  expect(broken).toEqual([]);
  const changed = { ...schemas, Counted: variable("Counted", { seconds: TEXT }) };
  // The contracts show the change.
  expect((await compare(base, documentOf(changed))).impact).toBe("major");
});
