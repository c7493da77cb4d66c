import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { loadWithFiles, readDocument } from "#openapi/load/load.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { temporaryFolder } from "#test/temporary.js";

const IT = "#/components/schemas/It";

async function fileOf(fields: JsonObject): Promise<string> {
  const file = join(await temporaryFolder("defects"), "api.json");
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, ...fields }));
  return file;
}

/** The warnings of a schema, and the errors of a value by what is left of it. */
async function read(schema: Json, value: Json) {
  const { document, warnings } = await loadWithFiles(
    await fileOf({ components: { schemas: { It: schema, Other: {} } } }),
  );
  const errors = new SchemaValidator(document).errors(IT, value).map(({ message }) => message);
  return { errors, warnings: warnings.map(({ pointer, message }) => `${pointer}: ${message}`) };
}

describe("a keyword that no validator can use is ignored, and a warning names it:", () => {
  test.each<[schema: JsonObject, value: Json, warning: string]>([
    [{ type: "any" }, "x", '/type: type is "any", not a type of JSON, or a list of them. It is ignored.'],
    [{ type: ["string", "date"] }, 1, '/type: type is ["string","date"], not a type of JSON'],
    [{ properties: { a: { required: true } } }, {}, "/properties/a/required: required is true, not a list of names."],
    [{ minimum: "1" }, 0, '/minimum: minimum is "1", not a number.'],
    [{ items: [{ type: "any" }] }, ["x"], '/prefixItems/0/type: type is "any", not a type of JSON'],
    [
      { $ref: "#/components/schemas/Other", properties: { a: { type: "any" } } },
      { a: 1 },
      '/properties/a/type: type is "any", not a type of JSON',
    ],
    [{ maxLength: -1 }, "x", "/maxLength: maxLength is -1, not a whole number of 0 or more."],
    [{ enum: [] }, "x", "/enum: enum is [], not a list of values."],
    [{ format: 5 }, "x", "/format: format is 5, not a text."],
    [{ pattern: "(" }, "x", '/pattern: pattern is "(", not a regular expression.'],
    [
      { patternProperties: { "(": {} } },
      { a: 1 },
      "/patternProperties/(: the member of patternProperties is unusable.",
    ],
    [
      { properties: { a: null } },
      { a: 1 },
      "/properties/a: the member of properties is unusable. It may have any value.",
    ],
    [{ properties: ["a"] }, {}, '/properties: properties is ["a"], not a map of schemas.'],
    [
      { additionalProperties: "false" },
      { a: 1 },
      '/additionalProperties: additionalProperties is "false", not a schema.',
    ],
    [{ oneOf: [null] }, "x", "/oneOf: oneOf is [null], not a list of schemas."],
    [{ multipleOf: 0 }, 3, "/multipleOf: multipleOf is 0, not a number above 0."],
    [{ dependentRequired: { a: "b" } }, { a: 1 }, "/dependentRequired: dependentRequired is"],
    [{ uniqueItems: "true" }, [1, 1], "/uniqueItems: uniqueItems is"],
  ])("%j", async (schema, value, warning) => {
    const { errors, warnings } = await read(schema, value);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining(IT + warning)]);
  });
});

describe("a keyword that JSON Schema does not have is no defect:", () => {
  test.each<[schema: JsonObject, value: Json, errors: string[]]>([
    [{ id: "thing", type: "string" }, 1, ["must be string"]],
    [{ id: "https://example.com/thing", type: "string" }, "x", []],
    [{ $id: "Thing", properties: { a: { $ref: "#/components/schemas/Other" } } }, { a: 1 }, []],
    [{ $schema: "http://json-schema.org/draft-04/schema#", type: "string" }, 1, ["must be string"]],
    [{ formatMaximum: "2020-01-01" }, "x", []],
    [{ propertyOrder: 1, optional: true, discriminator: "kind" }, {}, []],
    [{ type: "array", items: [{ type: "string" }] }, [1], ["must be string"]],
    [{ type: "string", nullable: false }, "x", []],
  ])("%j", async (schema, value, errors) => {
    expect(await read(schema, value)).toEqual({ errors, warnings: [] });
  });
});

describe("an example that its schema rejects is a warning:", () => {
  const json = (schema: JsonObject, more: JsonObject) => ({ content: { "application/json": { schema, ...more } } });
  const operation = (parts: JsonObject) => ({
    paths: { "/a": { post: { responses: { 200: { description: "OK" } }, ...parts } } },
  });
  const POST = "#/paths/~1a/post";

  async function linesOf(fields: JsonObject): Promise<string[]> {
    const lines: string[] = [];
    await readDocument({ spec: await fileOf(fields) }, (line) =>
      lines.push(line.replace(/^Warning: .*?api\.json at /, "")),
    );
    return lines;
  }

  test.each<[name: string, parts: JsonObject, line: string | undefined]>([
    [
      "of a parameter",
      { parameters: [{ name: "p", in: "query", schema: { type: "integer" }, example: "x" }] },
      `${POST}/parameters/0/example: the schema rejects the example: it must be integer.`,
    ],
    [
      "of a body",
      { requestBody: json({ required: ["a"] }, { examples: { one: { value: {} } } }) },
      `${POST}/requestBody/content/application~1json/examples/one: the schema rejects the example: it must have required property 'a'.`,
    ],
    [
      "of a response, at its place",
      {
        responses: {
          200: { description: "OK", ...json({ properties: { a: { type: "string" } } }, { example: { a: 1 } }) },
        },
      },
      `${POST}/responses/200/content/application~1json/example: the schema rejects the example: /a must be string.`,
    ],
    [
      "a response need not have writeOnly properties",
      {
        responses: {
          200: {
            description: "OK",
            ...json({ required: ["a"], properties: { a: { writeOnly: true } } }, { example: {} }),
          },
        },
      },
      undefined,
    ],
    [
      "a text is no JSON",
      { requestBody: { content: { "application/xml": { schema: { type: "object" }, example: "<a/>" } } } },
      undefined,
    ],
  ])("%s", async (_, parts, line) => {
    expect(await linesOf(operation(parts))).toEqual(line === undefined ? [] : [line]);
  });

  test("very many defects are 20 lines and their number, and --strict-document has all", async () => {
    const parameters = Array.from({ length: 50 }, (_, index) => ({
      name: `p${index}`,
      in: "query",
      schema: { const: index },
      example: "x",
    }));
    const fields = operation({ parameters });
    const lines = await linesOf(fields);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe("Warning: 30 more defects. --strict-document lists all of them.");
    const error: unknown = await readDocument({ spec: await fileOf(fields), strictDocument: true }, () => {}).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error).split("\n")).toHaveLength(50);
  });
});

test.each<[version: string, schema: JsonObject, pointer: string | undefined]>([
  ["3.0.3", { $ref: "#/components/schemas/Other", nullable: true }, "/nullable"],
  ["3.0.3", { properties: { a: { $ref: "#/components/schemas/Other", nullable: true } } }, "/properties/a/nullable"],
  ["3.1.0", { type: "string", nullable: true }, "/nullable"],
  ["3.0.3", { type: "string", nullable: true }, undefined],
  ["3.0.3", { $ref: "#/components/schemas/Other", nullable: false }, undefined],
  ["3.1.0", { type: ["string", "null"], nullable: true }, undefined],
  ["3.1.0", { $ref: "#/components/schemas/Other", nullable: true }, undefined],
])("a warning names a nullable that has no effect: in %s, %j at %s", async (openapi, It, pointer) => {
  const { warnings } = await loadWithFiles(await fileOf({ openapi, components: { schemas: { It, Other: {} } } }));
  expect(warnings.map((warning) => warning.pointer)).toEqual(pointer === undefined ? [] : [IT + pointer]);
});

test("the place of a defect in a Swagger document is that in the document as it was written", async () => {
  const file = join(await temporaryFolder("defects"), "api.json");
  const definitions = { It: { type: "any" } };
  await writeFile(file, JSON.stringify({ swagger: "2.0", info: { title: "T", version: "1" }, paths: {}, definitions }));
  const { document, warnings } = await loadWithFiles(file);
  expect(warnings.map(({ pointer }) => pointer)).toEqual(["#/definitions/It/type"]);
  expect(asObject(asObject(document.components).schemas).It).toEqual({});
});

test("a warning has the line of its place, or of the part that is around it", async () => {
  const file = join(await temporaryFolder("defects"), "api.yaml");
  const text = `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a/{id}:
    get: {responses: {200: {description: OK}}}
components:
  schemas:
    It:
      type: any
`;
  await writeFile(file, text);
  const lines: string[] = [];
  await readDocument({ spec: file }, (line) => lines.push(line.replace(/^.*?(?=api\.yaml)/, "")));
  expect(lines).toEqual([
    expect.stringMatching(/^api\.yaml:9 at #\/components\/schemas\/It\/type: /),
    expect.stringMatching(/^api\.yaml:5 at #\/paths\/~1a~1\{id\}\/get: /),
  ]);
});

test("a reference to something beside a $ref, which OpenAPI 3.0 ignores, leaves out what depends on it, and a warning names it", async () => {
  const whole = { $ref: "#/components/schemas/Other", allOf: { 3: { properties: { part: {} } } } };
  const It = { properties: { a: { $ref: "#/components/schemas/Whole/allOf/3/properties/part" } } };
  const file = await fileOf({ openapi: "3.0.0", components: { schemas: { Other: {}, Whole: whole, It } } });
  const { document, warnings } = await loadWithFiles(file);
  expect(warnings.map(({ pointer, message }) => [pointer, message])).toEqual([
    ["#/components/schemas/It/properties/a", expect.stringContaining("which OpenAPI 3.0 ignores")],
  ]);
  expect(new SchemaValidator(document).errors(IT, { a: 1 })).toEqual([]);
});
