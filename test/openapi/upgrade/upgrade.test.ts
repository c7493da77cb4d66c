import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { upgrade } from "#openapi/upgrade/upgrade.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { temporaryFolder } from "#test/temporary.js";

const NULL = { type: "null", const: null };
const IT = "#/components/schemas/It";

/** A document with a schema, and with others that it may refer to. */
function withSchema(It: Json, more: JsonObject = {}): OpenApiDocument {
  return { openapi: "3.0.3", paths: {}, components: { schemas: { It, ...more } } };
}
function upgraded<Document extends OpenApiDocument>(document: Document): Document {
  upgrade(document);
  return document;
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("a schema of OpenAPI 3.0 becomes a schema of OpenAPI 3.1", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["nullable adds to the type", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable: false has no effect", { type: "string", nullable: false }, { type: "string" }],
    [
      "nullable adds null to an enum without it",
      { type: "string", nullable: true, enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "an enum with null is unchanged",
      { type: "string", nullable: true, enum: [null, "a"] },
      { type: ["string", "null"], enum: [null, "a"] },
    ],
    ["nullable without a type has no effect", { nullable: true, enum: ["a"] }, { enum: ["a"] }],
    [
      "nullable without a type does not change a schema that admits null",
      { nullable: true, properties: {} },
      { properties: {} },
    ],
    [
      "nullable, allOf with a reference",
      { nullable: true, allOf: [ref("A")] },
      { allOf: [{ anyOf: [ref("A"), NULL] }] },
    ],
    [
      "nullable with a type, and allOf of which one part admits null",
      { type: "object", nullable: true, allOf: [ref("A"), { required: ["b"] }] },
      { type: ["object", "null"], allOf: [{ anyOf: [ref("A"), NULL] }, { required: ["b"] }] },
    ],
    ["nullable, anyOf", { nullable: true, anyOf: [ref("A"), ref("B")] }, { anyOf: [ref("A"), ref("B"), NULL] }],
    ["nullable, oneOf", { nullable: true, oneOf: [ref("A"), ref("B")] }, { oneOf: [ref("A"), ref("B"), NULL] }],
    [
      "nullable, oneOf of which one admits null: a second would make null match two",
      { nullable: true, oneOf: [ref("A"), ref("Nullable")] },
      { oneOf: [ref("A"), ref("Nullable")] },
    ],
    [
      "nullable, oneOf of which one will admit null",
      { nullable: true, oneOf: [ref("A"), ref("NullableChoice")] },
      { oneOf: [ref("A"), ref("NullableChoice")] },
    ],
    [
      "nullable, oneOf of which one is nullable without effect",
      { nullable: true, oneOf: [{ nullable: true, enum: ["a"] }] },
      { oneOf: [{ enum: ["a"] }, NULL] },
    ],
    [
      "nullable, and a reference that forbids null is used in two places",
      { nullable: true, oneOf: [ref("A"), { allOf: [ref("A")] }] },
      { oneOf: [ref("A"), { allOf: [ref("A")] }, NULL] },
    ],
    [
      "an exclusive minimum takes the place of the minimum",
      { type: "number", minimum: 0, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 0 },
    ],
    [
      "an exclusive maximum takes the place of the maximum",
      { maximum: 9, exclusiveMaximum: true },
      { exclusiveMaximum: 9 },
    ],
    ["limits that are not exclusive are unchanged", { minimum: 0, exclusiveMinimum: false }, { minimum: 0 }],
    ["exclusive without a limit has no effect", { exclusiveMinimum: true }, {}],
    ["an exclusive limit that is a number is unchanged", { exclusiveMinimum: 3 }, { exclusiveMinimum: 3 }],
    ["an example becomes the only one of examples", { example: null }, { examples: [null] }],
    [
      "byte becomes a content encoding",
      { type: "string", format: "byte" },
      { type: "string", format: "byte", contentEncoding: "base64" },
    ],
    [
      "binary becomes a content media type",
      { type: "string", format: "binary" },
      { type: "string", format: "binary", contentMediaType: "application/octet-stream" },
    ],
    [
      "nullable binary is both",
      { type: "string", format: "binary", nullable: true },
      { type: ["string", "null"], format: "binary", contentMediaType: "application/octet-stream" },
    ],
    ["siblings of a reference are ignored", { ...ref("A"), nullable: true, description: "no" }, ref("A")],
    ["a type that 3.0 does not have is unchanged", { type: "file" }, { type: "file" }],
    [
      "schemas in schemas are converted",
      {
        properties: { a: { type: "string", nullable: true }, $ref: { type: "string", example: "x" } },
        additionalProperties: { type: "string", nullable: true },
        items: { not: { type: "string", nullable: true } },
        allOf: [{ patternProperties: { "^a": { example: 1 } } }],
      },
      {
        properties: { a: { type: ["string", "null"] }, $ref: { type: "string", examples: ["x"] } },
        additionalProperties: { type: ["string", "null"] },
        items: { not: { type: ["string", "null"] } },
        allOf: [{ patternProperties: { "^a": { examples: [1] } } }],
      },
    ],
    [
      "properties may have the names of keywords",
      { properties: { nullable: { type: "boolean" }, example: { type: "string" }, properties: { nullable: true } } },
      { properties: { nullable: { type: "boolean" }, example: { type: "string" }, properties: {} } },
    ],
    [
      "data is unchanged",
      {
        enum: [{ type: "string", nullable: true }],
        default: { schema: { nullable: true } },
        example: { nullable: true, properties: { a: { example: 1 } } },
        "x-own": { nullable: true },
      },
      {
        enum: [{ type: "string", nullable: true }],
        default: { schema: { nullable: true } },
        examples: [{ nullable: true, properties: { a: { example: 1 } } }],
        "x-own": { nullable: true },
      },
    ],
  ])("%s", (_, schema, want) => {
    const others = {
      A: { type: "object" },
      B: { type: "string" },
      Nullable: { type: "string", nullable: true },
      NullableChoice: { nullable: true, oneOf: [ref("B")] },
    };
    expect(valueAt(upgraded(withSchema(schema, others)), IT)).toEqual(want);
  });

  test.each<[string, JsonObject, unknown, string[]]>([
    ["null is valid for a nullable allOf", { nullable: true, allOf: [ref("A")] }, null, []],
    ["null is valid for a nullable oneOf", { nullable: true, oneOf: [ref("A"), ref("B")] }, null, []],
    [
      "another value is explained by the target of the reference",
      { nullable: true, allOf: [ref("A")] },
      {},
      ["#/components/schemas/A/required"],
    ],
    ["an exclusive limit is not valid itself", { minimum: 0, exclusiveMinimum: true }, 0, [`${IT}/exclusiveMinimum`]],
    ["Base64 is still validated", { type: "string", format: "byte" }, "*", [`${IT}/format`]],
  ])("%s", (_, schema, value, keywords) => {
    const others = { A: { type: "object", required: ["a"] }, B: { type: "string" } };
    const validator = new SchemaValidator(upgraded(withSchema(schema, others)));
    expect(validator.errors(IT, value).map(({ keyword }) => keyword)).toEqual(keywords);
  });
});

describe("schemas are found", () => {
  const schema = { type: "string", nullable: true };
  const operation = (more: JsonObject): OpenApiDocument => ({ openapi: "3.0.0", paths: { "/a": { post: more } } });
  const at = (pointer: string, document: OpenApiDocument) => [pointer, document] as const;

  test.each([
    at("#/components/parameters/P/schema", { components: { parameters: { P: { schema } } } }),
    at("#/components/headers/x-total/schema", { components: { headers: { "x-total": { schema } } } }),
    at("#/components/schemas/x-odd", { components: { schemas: { "x-odd": schema } } }),
    at("#/paths/~1a/parameters/0/content/text~1plain/schema", {
      paths: { "/a": { parameters: [{ content: { "text/plain": { schema } } }] } },
    }),
    at(
      "#/paths/~1a/post/requestBody/content/a~1b/encoding/f/headers/H/schema",
      operation({ requestBody: { content: { "a/b": { encoding: { f: { headers: { H: { schema } } } } } } } }),
    ),
    at(
      "#/paths/~1a/post/responses/4XX/headers/H/schema",
      operation({ responses: { "4XX": { headers: { H: { schema } } } } }),
    ),
    at(
      "#/paths/~1a/post/callbacks/done/{$request.body#~1url}/post/responses/200/content/a~1b/schema",
      operation({
        callbacks: {
          done: { "{$request.body#/url}": { post: { responses: { 200: { content: { "a/b": { schema } } } } } } },
        },
      }),
    ),
    at("#/x-elsewhere/S", {
      paths: { "/a": { get: { parameters: [{ schema: { $ref: "#/x-elsewhere/S" } }] } } },
      "x-elsewhere": { S: schema },
    }),
    at("#/x-elsewhere/P/schema", {
      paths: { "/a": { get: { parameters: [{ $ref: "#/x-elsewhere/P" }] } } },
      "x-elsewhere": { P: { schema } },
    }),
  ])("at %s", (pointer, document) => {
    const copy = structuredClone({ openapi: "3.0.2", ...document });
    expect(valueAt(upgraded(copy), pointer)).toEqual({ type: ["string", "null"] });
  });

  test.each([
    at(
      "#/paths/~1a/post/requestBody/content/a~1b/example",
      operation({ requestBody: { content: { "a/b": { example: { schema } } } } }),
    ),
    at(
      "#/paths/~1a/post/responses/200/content/a~1b/examples/one/value",
      operation({ responses: { 200: { content: { "a/b": { examples: { one: { value: { schema } } } } } } } }),
    ),
    at("#/components/examples/One/value", { components: { examples: { One: { value: { schema } } } } }),
    at("#/paths/~1a/post/responses/x-own", operation({ responses: { "x-own": { content: { "a/b": { schema } } } } })),
    at("#/x-own", { "x-own": { schema } }),
    at(
      "#/paths/~1a/post/responses/200/links/l/parameters",
      operation({ responses: { 200: { links: { l: { parameters: { schema } } } } } }),
    ),
  ])("not at %s", (pointer, document) => {
    const copy = structuredClone({ openapi: "3.0.2", ...document });
    expect(valueAt(upgraded(copy), pointer)).toEqual(valueAt(document, pointer));
  });
});

describe("upgrade", () => {
  test.each<[string, JsonObject, unknown, unknown]>([
    ["nullable beside a reference", { ...ref("A"), nullable: true }, null, 1],
    ["nullable beside anyOf", { anyOf: [ref("A")], nullable: true }, null, 1],
    ["nullable beside nothing", { nullable: true }, null, undefined],
    ["nullable: false without a type", { nullable: false, allOf: [ref("A")] }, "a", null],
    ["a boolean exclusiveMinimum", { type: "number", minimum: 0, exclusiveMinimum: true }, 1, 0],
    ["an exclusiveMaximum without effect", { type: "number", maximum: 0, exclusiveMaximum: false }, 0, 1],
  ])("gives %s in a document of OpenAPI 3.1 its meaning of 3.0", (_, schema, valid, invalid) => {
    const document = upgraded({ ...withSchema(schema, { A: { type: "string" } }), openapi: "3.1.1" });
    const validator = new SchemaValidator(document);
    expect(validator.errors(IT, valid)).toEqual([]);
    if (invalid !== undefined) expect(validator.errors(IT, invalid)).not.toEqual([]);
  });

  test("sets the version 3.1.0, and does not change documents of other versions", () => {
    expect(upgraded({ openapi: "3.0.4" })).toEqual({ openapi: "3.1.0" });
    const newer = { ...withSchema({ type: "string", example: 1 }), openapi: "3.1.1" };
    expect(upgraded(structuredClone(newer))).toEqual(newer);
    const left = { ...withSchema({ type: "string", nullable: true }), openapi: "3.1.1" };
    expect(upgraded(left)).toEqual({ ...withSchema({ type: ["string", "null"] }), openapi: "3.1.1" });
  });

  test("converts a schema that is shared in memory once, and copies a list that a schema without nullable shares", () => {
    const parts: Json[] = [ref("A")];
    const shared = { type: "number", minimum: 1, exclusiveMinimum: true, nullable: true };
    const { components } = upgraded(
      withSchema(
        { properties: { a: shared, b: shared } },
        { A: { type: "object" }, Maybe: { nullable: true, allOf: parts }, Always: { allOf: parts } },
      ),
    );
    expect(asObject(components).schemas).toEqual({
      It: {
        properties: {
          a: { type: ["number", "null"], exclusiveMinimum: 1 },
          b: { type: ["number", "null"], exclusiveMinimum: 1 },
        },
      },
      A: { type: "object" },
      Maybe: { allOf: [{ anyOf: [ref("A"), NULL] }] },
      Always: { allOf: [ref("A")] },
    });
  });

  test("ends for references in a cycle, and for objects that contain themselves", () => {
    const node: JsonObject = { type: "object", nullable: true };
    node.properties = { next: node };
    const document = withSchema(node, {
      A: ref("B"),
      B: ref("A"),
      Tree: { nullable: true, oneOf: [ref("A"), { allOf: [ref("Tree")] }] },
      Gone: { nullable: true, allOf: [ref("Nowhere"), { $ref: "other.yaml#/a" }] },
    });
    upgrade(document);
    expect(node.type).toEqual(["object", "null"]);
    expect(valueAt(document, "#/components/schemas/Gone/allOf/0")).toEqual({ anyOf: [ref("Nowhere"), NULL] });
  });

  test("ends at any depth", () => {
    let schema: JsonObject = { type: "string", nullable: true };
    const deepest = schema;
    for (let depth = 0; depth < 50_000; depth += 1) schema = { items: schema };
    upgrade(withSchema(schema));
    expect(deepest).toEqual({ type: ["string", "null"] });
  });

  test("is part of loading a document", async () => {
    const file = join(await temporaryFolder("upgrade"), "doc.json");
    await writeFile(
      file,
      JSON.stringify({ ...withSchema({ type: "string", nullable: true }), info: { title: "T", version: "1" } }),
    );
    const document = await loadDocument(file);
    expect(document.openapi).toBe("3.1.0");
    expect(valueAt(document, IT)).toEqual({ type: ["string", "null"] });
  });
});
