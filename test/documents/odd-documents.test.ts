import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { readDocument } from "#openapi/load/load.js";
import { verifyTarget } from "#verify/verify-target.js";
import { temporaryFolder } from "../temporary.js";

const OK = { responses: { 200: { description: "OK" } } };
const json = (media: JsonObject) => ({ description: "OK", content: { "application/json": media } });
const OBJECT = { schema: { type: "object" } };
const get = (responses: JsonObject, more: JsonObject = {}) => ({ get: { ...more, responses } });

const parameter = (name: string, place: string) => ({ name, in: place, required: true, schema: { type: "string" } });

/** Forms that public documents have, and that a mock and `verify` read in the same way. */
const DOCUMENTS: Record<string, { paths: JsonObject; components?: Json }> = {
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
  "a path parameter that the path does not have": {
    paths: { "/a/{x}": get({ 200: json(OBJECT) }, { parameters: [parameter("x", "path"), parameter("y", "path")] }) },
  },
  "an operationId that GET and HEAD share": {
    paths: { "/a": { get: { operationId: "a", ...OK }, head: { operationId: "a", ...OK } } },
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
  };
  await writeFile(spec, JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths }));
  const lines: string[] = [];
  await readDocument({ spec }, (line) => lines.push(line.replace(/^.*(?=#)/, "")));
  expect(lines).toEqual([
    "#/paths/~1a/head/operationId: another operation has the operationId a. This one is called a2.",
    "#/paths/~1a/head/responses/204/content: a response to HEAD has no content. It is ignored.",
    "#/paths/~1b/get/responses/204/content (and 1 more place): a response with status 204 has no content. It is ignored.",
    "#/paths/~1d~1{id}/get: the path has {id}, which is not declared as a parameter. The operation is not tested.",
    "#/paths/~1d~1{id}/get: the path parameter Id is not in the path. It is ignored.",
  ]);
  await expect(readDocument({ spec, strictDocument: true }, () => {})).rejects.toThrow("This one is called a2.");
});
