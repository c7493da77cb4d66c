import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { loadWithFiles } from "#openapi/load/load.js";
import { isSafe } from "#openapi/operations/methods.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { diffCommand } from "#scripts/diff/command.js";
import { docsCommand } from "#scripts/docs/command.js";
import { generateCommand } from "#scripts/generate/command.js";
import { verifyTarget } from "#verify/verify-target.js";
import { run } from "../command-line.js";
import { runHere } from "../run-here.js";
import { temporaryFolder } from "../temporary.js";

const STREAMS = "test/documents/streams.yaml";

describe("a document of OpenAPI 3.2", () => {
  test("has operations of every method, and only QUERY and GET are safe", async () => {
    const { document, warnings } = await loadWithFiles(STREAMS);
    expect(warnings).toEqual([]);
    const operations = operationsOf(document).map((operation) => [operation.id, operation.method, isSafe(operation)]);
    expect(operations).toEqual([
      ["queryThings", "query", true],
      ["searchThings", "get", true],
      ["copyThings", "copy", false],
      ["getAny", "get", true],
      ["streamLogs", "get", true],
      ["streamEvents", "get", true],
    ]);
  });

  test("is served by the mock, which passes verify", async () => {
    const { verdict, cases } = await verifyTarget({ spec: STREAMS, embedded: "mock" }, {});
    expect(cases.filter(({ outcome }) => outcome.verdict === "failed" || outcome.verdict === "error")).toEqual([]);
    expect(verdict).toBe("passed");
  });

  test("has a mock that reads the whole query string, and streams items", async () => {
    const mock = await startMock({ spec: STREAMS, port: 0 });
    try {
      const get = (path: string, init?: RequestInit) => fetch(mock.url + path, init);
      expect((await get("/things?limit=2&tags=a&tags=b")).status).toBe(200);
      expect((await get("/things?limit=0")).status).toBe(422);
      expect(await (await get("/logs")).text()).toMatch(/^\{"level":-?\d+.*\}\n$/);
      expect(await (await get("/events")).text()).toMatch(/^data: .*\n\n$/s);
      const headers = { "content-type": "application/json" };
      expect((await get("/things", { method: "QUERY", headers, body: '{"kind":"a"}' })).status).toBe(200);
      expect((await get("/things", { method: "QUERY", headers, body: "{}" })).status).toBe(422);
      expect((await get("/things", { method: "COPY" })).status).toBe(204);
    } finally {
      await mock.close();
    }
  });

  test("becomes code with a type for the items of a stream", async () => {
    const out = await temporaryFolder("streams");
    const spec = join(out, "inline.yaml");
    const text = await readFile(STREAMS, "utf8");
    await writeFile(
      spec,
      text.replace(
        "{itemSchema: {$ref: '#/components/schemas/Log'}}",
        "{itemSchema: {type: object, properties: {line: {type: string}}}}",
      ),
    );
    expect(await runHere(generateCommand, ["--spec", spec, "--out", out])).toMatchObject({ code: 0, stderr: "" });
    const schema = await readFile(join(out, "schema.ts"), "utf8");
    expect(schema).toContain("export type StreamLogsItem = ");
    expect(schema).toContain("export type Event = ");
    expect(schema).toMatch(/queryThings: \{\s+parameters/);
    expect(await readFile(join(out, "operations.ts"), "utf8")).toMatch(
      /const queryThings: .* singleCall\(\{ method: "QUERY", path: "\/things"/,
    );
  });

  test("becomes a page, is compared, and is linted", async () => {
    const out = await temporaryFolder("streams");
    expect(await runHere(docsCommand, ["--spec", STREAMS, "--out", out])).toMatchObject({ code: 0, stderr: "" });
    expect(await runHere(diffCommand, [STREAMS, "--spec", STREAMS])).toMatchObject({ code: 0 });
    const { stdout, stderr } = await run(["scripts/lint.ts", "--spec", STREAMS, "--format=summary"]);
    expect(stdout + stderr).toMatch(/^warning +security-defined: \d+$/m);
    expect(stderr).toMatch(/^Validation failed with \d+ errors?\b/m);
  });

  test("may have references to other files in its new parts", async () => {
    const folder = await temporaryFolder("streams");
    const content = (mediaType: JsonObject) => ({ description: "OK", content: { "application/jsonl": mediaType } });
    const ref = { $ref: "parts.json#/Log" };
    const paths = {
      "/a": {
        query: { responses: { 200: content({ itemSchema: ref }) } },
        additionalOperations: { COPY: { responses: { 200: content({ $ref: "parts.json#/Logs" }) } } },
      },
    };
    await writeFile(
      join(folder, "api.json"),
      JSON.stringify({ openapi: "3.2.0", info: { title: "T", version: "1" }, paths }),
    );
    await writeFile(
      join(folder, "parts.json"),
      JSON.stringify({ Log: { type: "object" }, Logs: { itemSchema: { $ref: "#/Log" } } }),
    );
    const { document } = await loadWithFiles(join(folder, "api.json"));
    const [query, copy] = operationsOf(document).map(({ responses }) => responses[0]?.content[0]?.itemSchema);
    expect([query, copy]).toEqual([{ $ref: "#/components/schemas/Log" }, { $ref: "#/components/schemas/Log" }]);
    expect(asObject(document.components).schemas).toEqual({ Log: { type: "object" } });
  });
});
