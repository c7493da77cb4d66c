import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { verifyTarget } from "#verify/verify-target.js";
import { temporaryFolder } from "../temporary.js";

const OK = { responses: { 200: { description: "OK" } } };
const json = (media: JsonObject) => ({ description: "OK", content: { "application/json": media } });
const OBJECT = { schema: { type: "object" } };
const get = (responses: JsonObject, more: JsonObject = {}) => ({ get: { ...more, responses } });

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
