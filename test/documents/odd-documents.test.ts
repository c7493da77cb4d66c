import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { schemaFile } from "#generate/types/schema-file.js";
import { startMock } from "#mock/mock.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { loadWithFiles, readDocument } from "#openapi/load/load.js";
import { lossesOf } from "#openapi/load/losses.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { diffCommand } from "#scripts/diff/command.js";
import { docsCommand } from "#scripts/docs/command.js";
import { generateCommand } from "#scripts/generate/command.js";
import { verifyCommand } from "#verify/command/command.js";
import { verifyTarget } from "#verify/verify-target.js";
import { initCommand } from "../../src/init/command.js";
import { runHere } from "../run-here.js";
import { temporaryFolder } from "../temporary.js";

const OK = { responses: { 200: { description: "OK" } } };
const json = (media: JsonObject) => ({ description: "OK", content: { "application/json": media } });
const OBJECT = { schema: { type: "object" } };
const get = (responses: JsonObject, more: JsonObject = {}) => ({ get: { ...more, responses } });

const parameter = (name: string, place: string) => ({ name, in: place, required: true, schema: { type: "string" } });

const derived = (kty: string) => ({
  allOf: [{ $ref: "#/components/schemas/Key" }],
  type: "object",
  required: ["kty"],
  properties: { kty: { type: "string", enum: [kty] } },
});

const UNTYPED = { allOf: [{ type: "object", required: ["a"], properties: { a: { type: "string" } } }] };
const FORM_OF_OBJECTS = {
  type: "object",
  required: ["list"],
  properties: { list: { type: "array", items: UNTYPED }, single: UNTYPED },
};

/** Forms that public documents have, and that a mock and `verify` read in the same way. */
const DOCUMENTS: Record<string, { paths: JsonObject; components?: Json }> = {
  "an example with an $id that is no URI": {
    paths: {
      "/a": {
        get: {
          responses: {
            200: {
              description: "OK",
              content: {
                "application/json": { ...OBJECT, examples: { schema: { $ref: "#/components/examples/Schema" } } },
              },
            },
          },
        },
        // A schema without a definition of its own is compiled from its place.
        post: {
          requestBody: {
            required: true,
            content: { "application/json": { schema: { oneOf: [{ $ref: "#/components/schemas/Key" }] } } },
          },
          ...OK,
        },
      },
    },
    components: {
      examples: { Schema: { value: { $id: "http://{yourDomain}/schemas/log", type: "object" } } },
      schemas: { Key: { allOf: [UNTYPED, { properties: { b: { type: "string" } } }] } },
    },
  },
  "media types that differ by a parameter": {
    paths: {
      "/a": {
        post: {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: { type: "array", items: OBJECT.schema }, example: [{ a: "1" }] },
              "application/json;simple": { schema: UNTYPED, example: { a: "1" } },
            },
          },
          ...OK,
        },
      },
    },
  },
  "content of a 204, which HTTP forbids": { paths: { "/a": get({ 204: json(OBJECT) }) } },
  "content of a 304, which HTTP forbids": { paths: { "/a": get({ 200: json(OBJECT), 304: json(OBJECT) }) } },
  "content of the response to HEAD, which HTTP forbids": {
    paths: { "/a": { head: { responses: { 200: json(OBJECT) } } } },
  },
  "a media type without a schema": { paths: { "/a": get({ 200: json({}) }) } },
  "a path item in an extension of paths": { paths: { "x-not-a-path": get({ 200: json(OBJECT) }), "/a": { get: OK } } },
  "an extension of responses that is null": { paths: { "/a": get({ "x-note": null, 200: json(OBJECT) }) } },
  "an extension of components that has a list": {
    paths: { "/a": { get: OK } },
    components: { "x-policy": { all: [1] } },
  },
  "a response header that is named Content-Type": {
    paths: {
      "/a": get({
        200: { ...json(OBJECT), headers: { "content-Type": { schema: { type: "string" }, example: "image/png" } } },
      }),
    },
  },
  "a reference in an example, which is data": {
    paths: { "/a": get({ 200: json({ ...OBJECT, example: { events: [{ $ref: "./missing.yaml" }] } }) }) },
  },
  "a required object in a query, composed by allOf": {
    paths: {
      "/a": get(
        { 200: json(OBJECT) },
        {
          parameters: [
            { name: "p", in: "query", required: true, schema: { allOf: [{ $ref: "#/components/schemas/P" }] } },
          ],
        },
      ),
    },
    components: { schemas: { P: { type: "object", required: ["q"], properties: { q: { type: "string" } } } } },
  },
  "a path parameter that the path does not have": {
    paths: { "/a/{x}": get({ 200: json(OBJECT) }, { parameters: [parameter("x", "path"), parameter("y", "path")] }) },
  },
  "an operationId that GET and HEAD share": {
    paths: { "/a": { get: { operationId: "a", ...OK }, head: { operationId: "a", ...OK } } },
  },
  "a path that refers to an extension of paths": {
    paths: { "x-shared": get({ 200: json(OBJECT) }), "/a": { $ref: "#/paths/x-shared" } },
  },
  "parameters with neither a schema nor content": {
    paths: {
      "/a/{x}": get(
        { 200: json(OBJECT) },
        {
          parameters: [
            { name: "x", in: "path", required: true, type: "string" },
            { name: "y", in: "query", type: "integer" },
          ],
        },
      ),
    },
  },
  "a form that is a text": {
    paths: {
      "/a": {
        post: {
          requestBody: {
            required: true,
            content: { "application/x-www-form-urlencoded": { schema: { type: "string", format: "binary" } } },
          },
          ...OK,
        },
      },
    },
  },
  "response headers with a pattern, numbers, lists and lists of objects": {
    paths: {
      "/a": get({
        200: {
          ...json({ ...OBJECT, example: {} }),
          headers: {
            Link: { required: true, schema: { type: "string", pattern: '^<.+>; rel="(first|next)"$' } },
            "X-Rate-Limit": { schema: { type: "integer" } },
            "X-Teams": { schema: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } } },
            "X-Tags": { schema: { type: "array", items: { type: "string", minLength: 9 } } },
          },
        },
      }),
    },
  },
  "a base whose oneOf has the schemas that include it": {
    paths: {
      "/a": {
        post: {
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Key" }, example: { kty: "EC" } } },
          },
          responses: { 200: json({ schema: { $ref: "#/components/schemas/Key" }, example: { kty: "EC" } }) },
        },
      },
    },
    components: {
      schemas: {
        Key: {
          type: "object",
          properties: { use: { type: "string" } },
          oneOf: [{ $ref: "#/components/schemas/Ec" }, { $ref: "#/components/schemas/Rsa" }],
        },
        Ec: derived("EC"),
        Rsa: derived("RSA"),
      },
    },
  },
  "objects in a form whose schema has no type of its own": {
    paths: {
      "/a": {
        post: {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              ["multipart/form-data", "application/x-www-form-urlencoded"].map((type) => [
                type,
                { schema: FORM_OF_OBJECTS, example: { list: [{ a: "1" }, { a: "2" }], single: { a: "3" } } },
              ]),
            ),
          },
          ...OK,
        },
      },
    },
  },
  "a parameter that is required only beside its reference": {
    paths: {
      "/a": get({ 200: json(OBJECT) }, { parameters: [{ $ref: "#/components/parameters/Filter", required: true }] }),
    },
    components: { parameters: { Filter: { ...parameter("filter", "query"), required: false } } },
  },
};

async function verified(paths: JsonObject, components: Json = {}) {
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  await writeFile(spec, JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths, components }));
  return verifyTarget({ spec, embedded: "mock" }, {});
}

describe("the mock passes verify for a document with", () => {
  test.each(Object.entries(DOCUMENTS))("%s", async (_, { paths, components }) => {
    const { verdict, counts, cases } = await verified(paths, components);
    expect(cases.filter(({ outcome }) => outcome.verdict === "failed" || outcome.verdict === "error")).toEqual([]);
    expect({ verdict, failed: counts.failed }).toEqual({ verdict: "passed", failed: 0 });
  });
});

test("defects of a document are warnings, a line for each kind, and --strict-document refuses it", async () => {
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  const paths = {
    "/a": { get: { operationId: "a", ...OK }, head: { operationId: "a", responses: { 204: json(OBJECT) } } },
    "/b": get({ 204: json(OBJECT) }),
    "/c": get({ 204: json(OBJECT) }),
    "/d/{id}": get({ 200: json(OBJECT) }, { parameters: [parameter("Id", "path")] }),
    "/e": get({ 200: json(OBJECT) }, { parameters: [parameter("q", "body")] }),
    "/f": { get: { operationId: "A", ...OK } },
    "/h-i": { get: OK },
    "/h/i": { get: OK },
    "/g/{id}": get({ 200: json(OBJECT) }, { parameters: [parameter("id", "path")] }),
    "/g/{name}": {
      ...get({ 200: json(OBJECT) }, { parameters: [parameter("name", "path")] }),
      delete: { parameters: [parameter("name", "path")], responses: { 204: { description: "Deleted." } } },
    },
  };
  await writeFile(spec, JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths }));
  const lines: string[] = [];
  await readDocument({ spec }, (line) => lines.push(line.replace(/^.*(?=#)/, "")));
  expect(lines).toEqual([
    "#/paths/~1a/head/operationId: another operation has the operationId a. This one is called a2.",
    "#/paths/~1f/get/operationId: the operationId a gives the same name of a function. This one is called A3.",
    "#/paths/~1h~1i/get: the path gives the same name of a function as another one, getHI. This one is called getHI2.",
    "#/paths/~1d~1{id}/get: the path has {id}, which is not declared as a parameter. It is read as a required text.",
    "#/paths/~1g~1{name}/get: /g/{id} is the same path, with another name of a parameter. The operation is left out.",
    "#/paths/~1a/head/responses/204/content: a response to HEAD has no content. It is ignored.",
    "#/paths/~1b/get/responses/204/content (and 1 more place): a response with status 204 has no content. It is ignored.",
    "#/paths/~1d~1{id}/get: the path parameter Id is not in the path. It is ignored.",
    '#/paths/~1e/get: the parameter q is in "body", not in path, query, querystring, header or cookie. It is ignored.',
  ]);
  const operationsWith = async (keepsTwins: boolean) =>
    operationsOf(await readDocument({ spec, keepsTwins }, () => {}));
  const kept = (await operationsWith(true)).map(({ path, method }) => `${method} ${path}`);
  expect(kept).toEqual(expect.arrayContaining(["get /d/{id}", "get /g/{id}", "get /g/{name}", "delete /g/{name}"]));
  expect((await operationsWith(false)).length).toBe(kept.length - 1);
  await expect(readDocument({ spec, strictDocument: true }, () => {})).rejects.toThrow("This one is called a2.");
});

test("what stands in place of a schema and is not one is a warning, and any value fits it", async () => {
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  const content = (schema: Json) => ({ description: "ok", content: { "application/json": { schema } } });
  const responses = {
    200: content([{ $ref: "#/components/schemas/B" }]),
    400: content({ $ref: "#/components/schemas/A" }),
  };
  const own = { type: "object", properties: { schema: { type: "string" } }, "x-own": { schema: "text" } };
  const components = { schemas: { A: "text", B: own, C: null } };
  const parameters = [{ name: "q", in: "query", schema: "string" }];
  const paths = { "/a": { get: { parameters, responses } } };
  await writeFile(spec, JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths, components }));
  const lines: string[] = [];
  const document = await readDocument({ spec }, (line) => lines.push(line.replace(/^.*(?=#)/, "")));
  expect(lines).toEqual([
    "#/paths/~1a/get/parameters/0/schema (and 1 more place): a text is not a schema. Any value fits it.",
    "#/paths/~1a/get/responses/200/content/application~1json/schema: a list is not a schema. Any value fits it.",
    "#/components/schemas/C: null is not a schema. Any value fits it.",
  ]);
  expect(lossesOf(document)).toHaveLength(4);
  expect(schemaFile(document)).toContain("A: unknown;");
});

test("a key of content that is not a media type is a warning", async () => {
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  const requestBody = { content: { "": OBJECT, "application/json": OBJECT } };
  const paths = {
    "/a": { post: { requestBody, responses: { 200: { description: "ok", content: { json: OBJECT } } } } },
  };
  await writeFile(spec, JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths }));
  const lines: string[] = [];
  await readDocument({ spec }, (line) => lines.push(line.replace(/^.*(?=#)/, "")));
  expect(lines).toEqual([
    '#/paths/~1a/post/requestBody/content/: "" is not a media type. It is read as any.',
    '#/paths/~1a/post/responses/200/content/json: "json" is not a media type. It is read as any.',
  ]);
});

test("a style that OpenAPI does not define is one warning for a document", async () => {
  const list = { type: "array", items: { type: "object", properties: { a: { type: "integer" } } } };
  const inQuery = (name: string, more: JsonObject) => ({ name, in: "query", ...more });
  const parameters = [
    inQuery("list", { schema: { $ref: "#/components/schemas/List" } }),
    inQuery("object", { schema: { allOf: [{ type: "object", properties: { list } }] } }),
    inQuery("deep", { style: "deepObject", explode: true, schema: { type: "object", properties: { list } } }),
    inQuery("content", { content: { "application/json": { schema: list } } }),
    inQuery("plain", { schema: { type: "array", items: { type: "string" } } }),
  ];
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  const components = { schemas: { List: list } };
  const paths = { "/a": get({ 200: json(OBJECT) }, { parameters }) };
  await writeFile(spec, JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths, components }));
  const lines: string[] = [];
  await readDocument({ spec }, (line) => lines.push(line.replace(/^.*(?=#)/, "")));
  expect(lines).toEqual([
    "#/paths/~1a/get/parameters/0 (and 1 more place): OpenAPI does not define how lists and objects inside of a list or an object are written in a parameter of this style. A list in an exploded query repeats its name, and all else is written as JSON.",
  ]);
});

describe("a reference that leads nowhere", () => {
  const GONE = { $ref: "#/components/schemas/Gone" };
  const paths = {
    "/a": get(
      { 200: json({ schema: { type: "object", properties: { a: GONE, b: { type: "string" } } } }) },
      { parameters: [{ $ref: "./gone.yaml" }, parameter("q", "query")] },
    ),
    "/b": get({ 200: json({ ...OBJECT, examples: { one: { $ref: "./gone.json" }, two: { value: { a: 1 } } } }) }),
    "/c": { $ref: "./gone.yaml" },
  };
  const components = {
    schemas: { Drink: { type: "object", discriminator: { propertyName: "kind", mapping: { tea: "some value" } } } },
  };
  const written = async () => {
    const spec = join(await temporaryFolder("odd"), "openapi.yaml");
    await writeFile(spec, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components }));
    return spec;
  };

  test("is a warning with its place, and only what depends on it is left out", async () => {
    const { document, warnings } = await loadWithFiles(await written());
    expect(warnings.map(({ pointer }) => pointer).toSorted()).toEqual([
      "#/components/schemas/Drink/discriminator/mapping/tea",
      "#/paths/~1a/get/parameters/0",
      "#/paths/~1a/get/responses/200/content/application~1json/schema/properties/a",
      "#/paths/~1b/get/responses/200/content/application~1json/examples/one",
      "#/paths/~1c",
    ]);
    const [a, b, ...more] = operationsOf(document);
    expect(more).toEqual([]);
    expect(a?.parameters.map(({ name }) => name)).toEqual(["q"]);
    expect(a?.responses[0]?.content[0]?.schema).toMatchObject({ properties: { a: {}, b: { type: "string" } } });
    expect([...(b?.responses[0]?.content[0]?.examples.named.keys() ?? [])]).toEqual(["two"]);
  });

  test.each<[string, (spec: string, folder: string) => Promise<{ stderr: string }>]>([
    ["docs", (spec, out) => runHere(docsCommand, ["--spec", spec, "--out", out])],
    ["diff", (spec) => runHere(diffCommand, [spec, "--spec", spec])],
    ["init", (spec, out) => runHere(initCommand, ["--spec", spec, "--out", out])],
    ["generate", (spec, out) => runHere(generateCommand, ["--spec", spec, "--out", out])],
    [
      "verify --har",
      (spec, folder) =>
        runHere(verifyCommand, ["--har", join(folder, "traffic.har"), "--spec", spec, "--reports", folder]),
    ],
  ])("does not stop %s, which prints it", async (_, start) => {
    const folder = await temporaryFolder("odd");
    const har = join(folder, "traffic.har");
    const request = { method: "GET", url: "https://a.example/a?q=1", headers: [] };
    const response = { status: 200, headers: [], content: { mimeType: "application/json", text: "{}" } };
    await writeFile(har, JSON.stringify({ log: { version: "1.2", entries: [{ request, response }] } }));
    const result = await start(await written(), folder);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stderr).toContain(
      'openapi.yaml at #/paths/~1a/get/parameters/0 (and 1 more place): The $ref "./gone.yaml" cannot be resolved',
    );
  });

  test("is an error with --strict-document", async () => {
    await expect(readDocument({ spec: await written(), strictDocument: true }, () => {})).rejects.toThrow(
      'The $ref "some value" cannot be resolved',
    );
  });

  test("does not stop the mock", async () => {
    const mock = await startMock({ spec: await written(), port: 0 });
    expect((await fetch(`${mock.url}/a?q=1`)).status).toBe(200);
    await mock.close();
  });
});

test("a pattern that is valid only without Unicode is a warning, and the body is validated", async () => {
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  const schema = {
    type: "object",
    properties: { a: { type: "string", pattern: "^[\\w\\!.-]*$" }, b: { type: "integer" } },
  };
  const paths = { "/a": { post: { requestBody: { content: { "application/json": { schema } } }, ...OK } } };
  await writeFile(spec, JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths }));
  const lines: string[] = [];
  const mock = await startMock({ spec, port: 0, onWarning: (line) => lines.push(line) });
  const post = (body: Json) =>
    fetch(`${mock.url}/a`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await post({ b: "text" })).status).toBe(422);
  expect((await post({ a: "a-b" })).status).toBe(200);
  expect(lines.join()).toContain("is valid only without Unicode. It is matched without it.");
  await mock.close();
});

test("an example file that is missing is a warning with its name", async () => {
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  const paths = { "/a": get({ 200: json({ ...OBJECT, examples: { one: { externalValue: "./gone.json" } } }) }) };
  await writeFile(spec, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths }));
  const { warnings } = await loadWithFiles(spec);
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('The externalValue "./gone.json" cannot be resolved'),
  ]);
});

test.each([{}, { paths: {} }])("a document with webhooks only has no operations to serve (%j)", async (fields) => {
  const spec = join(await temporaryFolder("odd"), "openapi.yaml");
  await writeFile(
    spec,
    JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, ...fields, webhooks: { a: { post: OK } } }),
  );
  await expect(startMock({ spec, port: 0 })).rejects.toThrow("has no operations to serve: it describes webhooks only.");
  await expect(verifyCommand(["--spec", spec])).rejects.toThrow(
    "has no operations to test: it describes webhooks only.",
  );
});
