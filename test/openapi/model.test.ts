import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { covers, isJson } from "../../src/http/media-type.js";
import type { JsonObject } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { pointerNames, pointerTo, valueAt } from "../../src/openapi/pointer.js";
import { responseFor } from "../../src/openapi/status.js";
import { SchemaValidator } from "../../src/openapi/validator.js";
import { temporaryFolder } from "../temporary.js";

function withSchema(schema: JsonObject): SchemaValidator {
  return new SchemaValidator({ openapi: "3.1.1", components: { schemas: { It: schema } } });
}
const IT = "#/components/schemas/It";

describe("SchemaValidator", () => {
  test.each<[string, JsonObject, unknown, string[]]>([
    [
      "a UUID with a URN prefix is no UUID",
      { format: "uuid" },
      "urn:uuid:8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e",
      ["/format"],
    ],
    ["an address with letters beyond ASCII is an address", { format: "idn-email" }, "jörg@exämple.com", []],
    ["text without an @ is no address", { format: "idn-email" }, "jo.example.com", ["/format"]],
    ["a day that does not exist is no date-time", { format: "date-time" }, "2026-02-30T00:00:00.000Z", ["/format"]],
    [
      "prefixItems counts (2020-12)",
      { prefixItems: [{ type: "number" }], items: false },
      ["x"],
      ["/prefixItems/0/type"],
    ],
    ["dependentRequired counts (2020-12)", { dependentRequired: { a: ["b"] } }, { a: 1 }, ["/dependentRequired"]],
    ["an unknown format and an unknown keyword are no hindrance", { format: "made-up", "x-own": 1 }, "y", []],
    [
      "of a choice, the branch that was meant explains",
      {
        oneOf: [
          { properties: { kind: { const: "a" }, size: { type: "number" } } },
          { properties: { kind: { const: "b" }, size: { type: "null" } } },
        ],
      },
      { kind: "a", size: "x" },
      ["/oneOf/0/properties/size/type"],
    ],
    ["a choice whose branches all mismatch is told as a whole", { oneOf: [{ const: 1 }, { const: 2 }] }, 3, ["/oneOf"]],
    [
      "what `then` says is told, `if` is not",
      { if: { type: "object" }, then: { required: ["a"] } },
      {},
      ["/then/required"],
    ],
  ])("%s", (_, schema, value, keywords) => {
    expect(
      withSchema(schema)
        .errors(IT, value)
        .map(({ keyword }) => keyword),
    ).toEqual(keywords.map((each) => IT + each));
  });

  test("tells where in the value and where in the document, through references", () => {
    const validator = new SchemaValidator({
      openapi: "3.1.1",
      components: {
        schemas: { It: { properties: { "a/b": { $ref: "#/components/schemas/Day" } } }, Day: { type: "string" } },
      },
    });
    expect(validator.errors(IT, { "a/b": 1 })).toEqual([
      { at: "/a~1b", keyword: "#/components/schemas/Day/type", message: "must be string", wanted: "string" },
    ]);
  });
});

describe("JSON pointers (RFC 6901)", () => {
  test("are written and read back", () => {
    const pointer = pointerTo("#", "paths", "/a~b/{id}", 0);
    expect(pointer).toBe("#/paths/~1a~0b~1{id}/0");
    expect(pointerNames(pointer)).toEqual(["paths", "/a~b/{id}", "0"]);
    expect(valueAt({ paths: { "/a~b/{id}": ["here"] } }, pointer)).toBe("here");
    expect(valueAt({ a: 1 }, "#/toString")).toBeUndefined();
  });
});

test.each([
  ["application/json", "application/json; charset=utf-8", true],
  ["application/*", "application/problem+json", true],
  ["*/*", "text/html", true],
  ["application/json", "text/html", false],
  ["application/json", "application/problem+json", false],
])("the media type %s covers %s: %s", (documented, received, want) => {
  expect(covers(documented, received)).toBe(want);
});

test("problem+json is JSON, and jsonp is not", () => {
  expect(isJson("application/problem+json; charset=utf-8")).toBe(true);
  expect(isJson("application/jsonp")).toBe(false);
});

describe("operationsOf", () => {
  const list = (more: JsonObject): JsonObject => ({
    openapi: "3.1.1",
    paths: {
      "/things": {
        parameters: [{ name: "after", in: "query", required: true, schema: {} }],
        get: {
          parameters: [{ name: "after", in: "query", schema: {} }],
          responses: { "2xx": {}, 404: {}, default: {} },
          ...more,
        },
      },
    },
  });

  test("lets an operation's parameter override that of its path", () => {
    const [operation] = operationsOf(list({}));
    expect(operation?.parameters.map(({ name, required }) => ({ name, required }))).toEqual([
      { name: "after", required: false },
    ]);
  });

  test.each([
    [200, "2XX"],
    [404, "404"],
    [500, "default"],
  ])("finds for status %i the response %s", (status, want) => {
    const [operation] = operationsOf(list({}));
    expect(operation && responseFor(operation, status)?.status).toBe(want);
  });

  test.each([
    [
      { "x-mutually-exclusive": [["after", "befor"]] },
      "x-mutually-exclusive/0 names `befor`, but the query parameters are after.",
    ],
    [{ "x-pagination": { forward: { parameter: "after", item: "/id" } } }, "x-pagination lacks `items`"],
    [{ "x-pagination": { items: "/data", forward: { parameter: "next", item: "/id" } } }, "names `next`"],
    [{ "x-pagination": { items: "/data", forward: { parameter: "after" } } }, "needs either `item` or `body`"],
    [
      { parameters: [{ $ref: "#/components/parameters/Nope" }] },
      "refers to #/components/parameters/Nope, where nothing stands",
    ],
  ])("says what is wrong with %j", (more, message) => {
    expect(() => operationsOf(list(more))).toThrow(message);
  });
});

describe("loadDocument", () => {
  test.each([
    ["is not there", undefined, /nope\.yaml is not there\. Name the file/],
    ["is no YAML", "openapi: [", /doc\.yaml/],
    ["is no OpenAPI 3", "swagger: '2.0'\ninfo: {}\n", /OpenAPI 3|Unsupported|specification/i],
    [
      "refers to a missing file",
      "openapi: 3.1.1\ninfo: {title: t, version: '1'}\npaths: {/a: {$ref: gone.yaml}}\n",
      /gone\.yaml|resolve/,
    ],
  ])("says which document %s", async (_, content, message) => {
    const folder = await temporaryFolder("load");
    const file = join(folder, content === undefined ? "nope.yaml" : "doc.yaml");
    if (content !== undefined) await writeFile(file, content);
    await expect(loadDocument(file)).rejects.toThrow(message);
  });
});
