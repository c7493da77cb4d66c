import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { verifyCommand } from "#verify/command/command.js";
import { planRun, verify } from "#verify/verify.js";
import { awakeClock } from "../awake.js";
import { json, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { documentOf, jsonResponse, REJECTED } from "../verify/small-document.js";
import { testTarget } from "../verify/target.js";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function fileOf(document: JsonObject): Promise<string> {
  const file = join(await temporaryFolder("hostile"), "contract.json");
  await writeFile(file, JSON.stringify(document));
  return file;
}

async function mockOf(document: JsonObject): Promise<string> {
  const { url, close } = await startMock({ spec: await fileOf(document), port: 0 });
  closing.push(close);
  return url;
}

/** Schemas that each refer twice to the next one. */
function doubling(levels: number, keyword: string): JsonObject {
  const schemas: JsonObject = {
    [`S${levels}`]: { type: "object", properties: { a: { type: "string", minLength: 1 } } },
  };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/components/schemas/S${level + 1}` };
    schemas[`S${level}`] = { [keyword]: [next, next] };
  }
  const schema = { $ref: "#/components/schemas/S0" };
  const content = { "application/json": { schema, example: { a: "x" } } };
  const post = {
    requestBody: { required: true, content },
    responses: { "200": { description: "Done.", content }, "400": REJECTED },
  };
  return { ...documentOf({ "/things": { post } }), components: { schemas } };
}

describe("schemas that each refer twice to the next one", () => {
  test.each(["allOf", "anyOf", "oneOf"])("are reported if they are 30 levels of %s", async (keyword) => {
    const file = await fileOf(doubling(30, keyword));
    const message =
      "contract.json at #/components/schemas/S0: it has more than 5000 parts, because schemas refer several times to the same schema through allOf, anyOf or oneOf. Refer to each schema once.";
    await expect(loadDocument(file)).rejects.toThrow(message);
    await expect(startMock({ spec: file, port: 0 })).rejects.toThrow(message);
    await expect(verifyCommand(["--plan", "--spec", file])).rejects.toThrow(message);
  });

  test("are planned if they are 9 levels, and no keyword is violated twice in the same way", async () => {
    const contract = await loadDocument(await fileOf(doubling(9, "allOf")));
    const names = planRun({ contract, target: testTarget("http://127.0.0.1:9") }).map(({ testCase }) => testCase.name);
    expect(names.filter((name) => name.includes("a body a that is too short")).length).toBeLessThanOrEqual(1);
    expect(names.length).toBeLessThan(60);
  });

  test("are accepted where each refers once to itself below a property", async () => {
    const schemas = { S: { allOf: [{ properties: { child: { $ref: "#/components/schemas/S" } } }] } };
    const document = { ...documentOf({}), components: { schemas } };
    await expect(loadDocument(await fileOf(document))).resolves.toMatchObject({ components: { schemas } });
  });
});

describe("a chain of references", () => {
  const chain = (length: number): JsonObject => {
    const schemas: JsonObject = { [`S${length}`]: { type: "string" } };
    for (let at = 0; at < length; at += 1) schemas[`S${at}`] = { $ref: `#/components/schemas/S${at + 1}` };
    // A reference to another file: the document is bundled.
    const paths = { "/a": { get: { responses: { "200": { $ref: "other.json" } } } } };
    return { ...documentOf(paths), components: { schemas } };
  };

  test("of 20,000 in a document of several files is refused at once, with its beginning", async () => {
    const file = await fileOf(chain(20_000));
    await writeFile(join(file, "../other.json"), JSON.stringify(jsonResponse({}, {})));
    await expect(loadDocument(file)).rejects.toThrow(
      /contract\.json cannot be read\. The \$ref "#\/components\/schemas\/S\d+" leads to its target through more than 100 others\. Refer to the target itself\.$/,
    );
  });

  test("of 90 is followed", async () => {
    const file = await fileOf(chain(90));
    await writeFile(join(file, "../other.json"), JSON.stringify(jsonResponse({}, {})));
    await expect(loadDocument(file)).resolves.toBeDefined();
  });
});

test("a reference to a URL is not followed, and the message names its place", async () => {
  const server = await serve((_, response) => json(response, 200, { type: "object" }));
  closing.push(server.close);
  const schema = { $ref: `${server.url}/schema.json` };
  const get = { responses: { "200": jsonResponse(schema, {}) } };
  await expect(loadDocument(await fileOf(documentOf({ "/a": { get } })))).rejects.toThrow(
    `contract.json at #/paths/~1a/get/responses/200/content/application~1json/schema: The $ref "${schema.$ref}" cannot be resolved: it leads to another server`,
  );
  expect(server.seen).toEqual([]);
});

describe("a pattern", () => {
  const paths = (pattern: string, ofResponse = pattern): JsonObject => ({
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [{ name: "code", in: "query", schema: { type: "string", pattern }, example: "a" }],
        responses: { "200": jsonResponse({ properties: { name: { pattern: ofResponse } } }, {}), "400": REJECTED },
      },
    },
  });

  test("that is not a regular expression is reported with its file and its place", async () => {
    const spec = await fileOf(documentOf(paths("(")));
    await expect(verifyCommand(["--plan", "--strict-document", "--spec", spec])).rejects.toThrow(
      'contract.json at #/paths/~1things/get/parameters/0/schema/pattern (and 1 more place): pattern is "(", not a regular expression. It is ignored.',
    );
  });

  test("that takes too long with a response skips the test case, and the reason names it", async () => {
    const server = await serve((_, response) => json(response, 200, { name: `${"a".repeat(40)}!` }));
    closing.push(server.close);
    const { cases } = await verify({
      contract: documentOf(paths("^a$", "^(a+)+$")),
      target: testTarget(server.url, { credentials: {} }),
      only: ["examples"],
    });
    expect(cases.map(({ outcome }) => outcome)).toContainEqual(
      expect.objectContaining({
        verdict: "skipped",
        reason: expect.stringContaining('/properties/name/pattern: The pattern "^(a+)+$" could not be matched'),
      }),
    );
    expect(cases.filter(({ outcome }) => outcome.verdict === "error")).toEqual([]);
  });
});

describe("Prefer: dynamic=true", () => {
  test.each<[string, JsonObject]>([
    ["a text of 2,000,000,000 characters", { type: "string", minLength: 2e9 }],
    ["a field of 50,000,000 characters", { required: ["a"], properties: { a: { type: "string", minLength: 5e7 } } }],
    ["a list of 100,000,000 items", { type: "array", minItems: 1e8, items: { type: "integer" } }],
  ])("gets a response, or 500 with the reason, in time if the schema requires %s", async (_, schema) => {
    const document = documentOf({
      "/things": { get: { responses: { "200": { description: "", content: { "application/json": { schema } } } } } },
    });
    const url = await mockOf(document);
    const elapsed = awakeClock();
    const response = await fetch(`${url}/things`, { headers: { prefer: "dynamic=true" } });
    const text = await response.text();
    expect([200, 500]).toContain(response.status);
    if (response.status === 500)
      expect(JSON.parse(text).detail).toMatch(/no valid value|too complex|could not generate/);
    expect(elapsed()).toBeLessThan(10_000);
  });
});

test.runIf(process.platform !== "win32")("a reference to a device is not read, and the message says so", async () => {
  const spec = join(await temporaryFolder("device"), "openapi.yaml");
  await writeFile(spec, 'openapi: 3.1.1\ninfo: { title: D, version: "1" }\npaths: { /a: { $ref: /dev/zero } }\n');
  await expect(loadDocument(spec)).rejects.toThrow(/A \$ref leads to \/dev\/zero, which is not a file/);
});
