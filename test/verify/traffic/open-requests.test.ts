import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";

const LIST: JsonObject = { description: "Things.", content: { "application/json": { schema: { type: "array" } } } };
const size = { name: "size", in: "query", schema: { type: "integer" } };
const contract = new Contract({
  ...documentOf({
    "/things": { get: { parameters: [size], responses: { "200": LIST } } },
    "/open": { get: { security: [], responses: { "200": LIST } } },
  }),
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
});

/** How many test cases fail for a recorded request that was rejected. */
async function failuresOf(path: string, status: number, key: string | undefined): Promise<number> {
  const traffic = new Traffic({ contract, name: "traffic", baseUrl: "http://api.test", keyVariable: "KEY" });
  const headers = new Headers(key === undefined ? {} : { "x-key": key });
  await traffic.check({
    request: { method: "GET", url: new URL(path, "http://api.test"), headers, body: "" },
    response: { status, headers: new Headers({ "content-type": "application/json" }), body: "[]" },
    duration: 1,
  });
  return traffic.report().counts.failed;
}

// The document has no rejection at all.
test.each<[what: string, path: string, status: number, key: string | undefined, failures: number]>([
  ["401 for a request without its key, which recorders leave out", "/things", 401, undefined, 0],
  ["401 for a request whose key may be wrong", "/things", 401, "k", 0],
  ["403 for a request whose key may lack access", "/things", 403, "k", 0],
  ["422 for a parameter that was sent twice", "/things?size=1&size=2", 422, "k", 0],
  ["400 for a number in another notation", "/things?size=01", 400, "k", 0],
  ["401 where the operation needs no key", "/open", 401, undefined, 1],
  ["404 for a request that violates nothing", "/things?size=1", 404, "k", 1],
  ["500 for a parameter that was sent twice", "/things?size=1&size=2", 500, "k", 1],
])("a rejection in recorded traffic fails only if nothing allows it: %s", async (_, path, status, key, failures) => {
  expect(await failuresOf(path, status, key)).toBe(failures);
});
