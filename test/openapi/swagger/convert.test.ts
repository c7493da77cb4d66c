import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { writtenPlace } from "#openapi/document/written-place.js";
import { type Loaded, loadWithFiles } from "#openapi/load/load.js";
import { temporaryFolder } from "#test/temporary.js";

const OK = { 200: { description: "OK" } };

async function loaded(fields: JsonObject): Promise<Loaded> {
  const file = join(await temporaryFolder("swagger"), "api.json");
  await writeFile(file, JSON.stringify({ swagger: "2.0", info: { title: "T", version: "1" }, paths: {}, ...fields }));
  return loadWithFiles(file);
}
const withOperation = (operation: JsonObject, fields: JsonObject = {}) =>
  loaded({ paths: { "/a": { post: { responses: OK, ...operation } } }, ...fields });
const POST = "#/paths/~1a/post";

describe("a document of Swagger 2.0 is read as OpenAPI 3.1", () => {
  test.each<[string, JsonObject, Json]>([
    [
      "host, basePath and schemes",
      { host: "a.example", basePath: "/v1/", schemes: ["https", "wss"] },
      ["https://a.example/v1"],
    ],
    ["a host without schemes", { host: "a.example" }, ["https://a.example"]],
    ["a basePath without a host", { basePath: "/v1" }, ["/v1"]],
    ["neither", {}, []],
  ])("servers of %s", async (_, fields, urls) => {
    const { document } = await loaded(fields);
    expect(asList(document.servers).map((server) => asObject(server).url)).toEqual(urls);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["a value", { in: "query", type: "integer", maximum: 9 }, { schema: { type: "integer", maximum: 9 } }],
    ["x-example", { in: "query", type: "integer", "x-example": 3 }, { schema: { type: "integer" }, example: 3 }],
    ["x-nullable", { in: "query", type: "string", "x-nullable": true }, { schema: { type: ["string", "null"] } }],
    ...(
      [
        ["a list in a query", "query", undefined, { style: "form", explode: false }],
        ["csv", "query", "csv", { style: "form", explode: false }],
        ["multi", "query", "multi", { style: "form", explode: true }],
        ["ssv", "query", "ssv", { style: "spaceDelimited", explode: false }],
        ["pipes", "query", "pipes", { style: "pipeDelimited", explode: false }],
        ["csv in a header", "header", "csv", { style: "simple" }],
      ] satisfies [string, string, string | undefined, JsonObject][]
    ).map(([name, place, collectionFormat, style]): [string, JsonObject, JsonObject] => [
      name,
      { in: place, type: "array", items: { type: "string" }, ...(collectionFormat ? { collectionFormat } : {}) },
      { ...style, schema: { type: "array", items: { type: "string" } } },
    ]),
  ])("a parameter: %s", async (_, parameter, want) => {
    const { document, warnings } = await withOperation({ parameters: [{ name: "p", ...parameter }] });
    const { name: _name, in: _in, ...read } = asObject(valueAt(document, `${POST}/parameters/0`));
    expect({ read, warnings }).toEqual({ read: want, warnings: [] });
  });

  test("a list without an equivalent is a text, and a warning names its place", async () => {
    const { document, warnings } = await withOperation({
      parameters: [{ name: "p", in: "query", type: "array", items: { type: "string" }, collectionFormat: "tsv" }],
    });
    expect(valueAt(document, `${POST}/parameters/0/schema`)).toEqual({ type: "string" });
    expect(warnings).toMatchObject([{ pointer: `${POST}/parameters/0`, message: expect.stringContaining("tsv") }]);
  });

  test.each<[string, JsonObject, JsonObject, Json]>([
    [
      "a body, by the media types of the document",
      { parameters: [{ name: "b", in: "body", required: true, schema: { $ref: "#/definitions/B" } }] },
      { consumes: ["application/json", "application/xml"] },
      {
        required: true,
        content: {
          "application/json": { schema: { $ref: "#/components/schemas/B" } },
          "application/xml": { schema: { $ref: "#/components/schemas/B" } },
        },
      },
    ],
    [
      "a body without media types is JSON",
      { parameters: [{ name: "b", in: "body", schema: { type: "string" } }] },
      {},
      { required: false, content: { "application/json": { schema: { type: "string" } } } },
    ],
    [
      "a body that several operations share",
      { parameters: [{ $ref: "#/parameters/Body" }], consumes: ["text/plain"] },
      { parameters: { Body: { name: "b", in: "body", schema: { type: "string" } } } },
      { required: false, content: { "text/plain": { schema: { type: "string" } } } },
    ],
    [
      "a form",
      {
        parameters: [
          { name: "a", in: "formData", type: "string", required: true },
          { name: "b", in: "formData", type: "array", items: { type: "string" }, collectionFormat: "multi" },
        ],
      },
      {},
      {
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: {
              type: "object",
              properties: { a: { type: "string" }, b: { type: "array", items: { type: "string" } } },
              required: ["a"],
            },
            encoding: { b: { style: "form", explode: true } },
          },
        },
      },
    ],
    [
      "a file",
      { parameters: [{ name: "f", in: "formData", type: "file" }] },
      { consumes: ["application/x-www-form-urlencoded"] },
      {
        required: false,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              properties: { f: { type: "string", format: "binary", contentMediaType: "application/octet-stream" } },
            },
          },
        },
      },
    ],
  ])("%s", async (_, operation, fields, want) => {
    const { document } = await withOperation(operation, { definitions: { B: {} }, ...fields });
    expect(valueAt(document, `${POST}/requestBody`)).toEqual(want);
    expect(asList(valueAt(document, `${POST}/parameters`))).toEqual([]);
  });

  test("the responses have the media types, headers and examples of the operation", async () => {
    const response = {
      description: "OK",
      schema: { $ref: "#/definitions/Pet" },
      headers: { "X-Total": { type: "integer", description: "all" } },
      examples: { "application/json": { name: "Tom" } },
    };
    const { document } = await withOperation(
      { produces: ["application/json", "text/csv"], responses: { 200: response, 404: { $ref: "#/responses/Gone" } } },
      { definitions: { Pet: {} }, responses: { Gone: { description: "Gone", schema: { type: "string" } } } },
    );
    const Pet = { $ref: "#/components/schemas/Pet" };
    expect(valueAt(document, `${POST}/responses/200`)).toEqual({
      description: "OK",
      headers: { "X-Total": { description: "all", schema: { type: "integer" } } },
      content: { "application/json": { schema: Pet, example: { name: "Tom" } }, "text/csv": { schema: Pet } },
    });
    expect(valueAt(document, `${POST}/responses/404/content/text~1csv/schema`)).toEqual({ type: "string" });
    expect(valueAt(document, "#/components/responses/Gone/content")).toEqual({
      "application/json": { schema: { type: "string" } },
    });
  });

  test.each<[string, JsonObject, string[]]>([
    ["an object beside a picture may be JSON", { type: "object" }, ["image/png", "application/json"]],
    ["a file has the media types of the operation", { type: "file" }, ["image/png"]],
  ])("%s", async (_, schema, want) => {
    const { document } = await withOperation({
      produces: ["image/png"],
      responses: { 200: { description: "OK", schema } },
    });
    expect(Object.keys(asObject(valueAt(document, `${POST}/responses/200/content`)))).toEqual(want);
  });

  test.each<[string, string, JsonObject, string[]]>([
    [
      "an error object may be of a type of the document",
      "404",
      { type: "object" },
      ["application/yaml", "application/json"],
    ],
    ["any other error may be, too", "default", { type: "object" }, ["application/yaml", "application/json"]],
    ["a success has the types of the operation", "200", { type: "object" }, ["application/yaml"]],
    ["an error text has the types of the operation", "404", { type: "string" }, ["application/yaml"]],
  ])("where an operation has types of its own, %s", async (_, status, schema, want) => {
    const { document } = await withOperation(
      { produces: ["application/yaml"], responses: { [status]: { description: "A response", schema } } },
      { produces: ["application/json"] },
    );
    expect(Object.keys(asObject(valueAt(document, `${POST}/responses/${status}/content`)))).toEqual(want);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["basic", { type: "basic" }, { type: "http", scheme: "basic" }],
    ["apiKey", { type: "apiKey", in: "header", name: "K" }, { type: "apiKey", in: "header", name: "K" }],
    [
      "oauth2",
      { type: "oauth2", flow: "application", tokenUrl: "https://a.example/t", scopes: { r: "reads" } },
      {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://a.example/t", scopes: { r: "reads" } } },
      },
    ],
  ])("the security scheme %s", async (_, scheme, want) => {
    const { document } = await loaded({ securityDefinitions: { s: scheme }, security: [{ s: [] }] });
    expect(valueAt(document, "#/components/securitySchemes/s")).toEqual(want);
    expect(document.security).toEqual([{ s: [] }]);
  });

  test("a schema has its discriminator as an object, and x-nullable admits null, also beside a reference", async () => {
    const { document } = await loaded({
      definitions: {
        A: { type: "object", discriminator: "kind", properties: { kind: { type: "string" } } },
        B: { properties: { a: { $ref: "#/definitions/A", "x-nullable": true } } },
      },
    });
    expect(valueAt(document, "#/components/schemas/A/discriminator")).toEqual({ propertyName: "kind" });
    expect(JSON.stringify(valueAt(document, "#/components/schemas/B/properties/a"))).toMatch(/schemas\/A.*"null"/);
  });
});

describe("a part of the converted document has a place in the written one", () => {
  test.each<[string, string]>([
    ["#/components/schemas/Pet/properties/id/type", "#/definitions/Pet/properties/id/type"],
    ["#/paths/~1pets/post/requestBody/content/application~1json/schema", "#/parameters/NewPet/schema"],
    [
      "#/paths/~1pets~1{id}~1photo/post/requestBody/content/multipart~1form-data/schema/properties/tags/items/type",
      "#/paths/~1pets~1{id}~1photo/post/parameters/1/items/type",
    ],
    ["#/components/parameters/Limit/schema/maximum", "#/parameters/Limit/maximum"],
    ["#/paths/~1pets/get/responses/200/content/application~1json", "#/paths/~1pets/get/responses/200"],
    [
      "#/paths/~1pets/get/responses/200/headers/X-Total/schema/type",
      "#/paths/~1pets/get/responses/200/headers/X-Total/type",
    ],
    ["#/paths/~1pets~1{id}/get/responses/404/content/application~1xml/schema", "#/responses/NotFound/schema"],
    ["#/components/securitySchemes/key", "#/securityDefinitions/key"],
    ["#/components/schemas/Pet/maxProperties", "#/definitions/Pet/maxProperties"],
  ])("%s is %s", async (pointer, written) => {
    const { document } = await loadWithFiles("test/documents/pets.yaml");
    expect(writtenPlace(document, pointer)).toBe(written);
  });

  test("a document of OpenAPI 3 keeps its places", async () => {
    const { document } = await loadWithFiles("test/documents/library.yaml");
    expect(writtenPlace(document, "#/components/schemas/None")).toBe("#/components/schemas/None");
  });
});

test.each(["1.2", "3.0"])("a document of Swagger %s is refused with its version", async (version) => {
  await expect(loaded({ swagger: version })).rejects.toThrow(
    `is not a document of OpenAPI 3 or Swagger 2.0: \`swagger\` is "${version}"`,
  );
});
