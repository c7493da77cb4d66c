import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { jsonResponse, REJECTED, verifyServer } from "#test/verify/small-document.js";

const LENGTHS: JsonObject = { type: "integer", minimum: 1, maximum: 90 };
const PARCEL: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    delivery: {
      type: "object",
      required: ["depot"],
      properties: {
        depot: { type: "string", enum: ["north"] },
        length: LENGTHS,
        width: LENGTHS,
        height: LENGTHS,
        weight: LENGTHS,
        isFragile: { type: "boolean" },
      },
    },
  },
};

/** Sends a status and a body for a parcel; undefined to accept it. */
type Reject = (parcel: JsonObject, count: number) => [status: number, body: JsonObject] | undefined;

/** The warnings about a server that rejects some parcels, and how many requests it received. */
async function warningsOf(reject: Reject) {
  let count = 0;
  const requestBody = { required: true, content: { "application/json": { schema: PARCEL, example: { name: "a" } } } };
  const { results, requests } = await verifyServer(
    {
      "/parcels": {
        post: {
          operationId: "createParcel",
          requestBody,
          responses: { "200": jsonResponse(true, {}), "4XX": REJECTED },
        },
      },
    },
    ({ body }, response) => {
      count += 1;
      const [status, content] = reject(JSON.parse(body), count) ?? [200, {}];
      json(response, status, content);
    },
    { hasExampleData: false },
    { only: ["accepted-values"] },
  );
  expect(results.map(({ outcome }) => outcome.verdict)).not.toContain("failed");
  return { warnings: results.flatMap((result) => result.warnings.map(({ message }) => message)), requests };
}

test("many fields beside one dead id are not reported: the id is, once, with the server's message", async () => {
  const { warnings, requests } = await warningsOf(({ delivery }) =>
    delivery ? [422, { title: "Rejected", detail: "The depot is closed." }] : undefined,
  );
  expect(warnings).toEqual(['422 "The depot is closed.", although the document allows delivery.depot "north"']);
  expect(requests.length).toBeLessThanOrEqual(45);
});

test("a value that is rejected alone is reported with the server's message", async () => {
  const { warnings } = await warningsOf(({ delivery }) =>
    Object(delivery).width === 90 ? [400, { error: "too wide" }] : undefined,
  );
  expect(warnings).toEqual(['400 "too wide", although the document allows delivery.width maximum 90']);
});

test("a value that is rejected with others only is reported with them", async () => {
  const { warnings } = await warningsOf(({ delivery }) => {
    const { width, isFragile } = Object(delivery);
    return isFragile === true && width !== undefined ? [400, { message: "too large" }] : undefined;
  });
  expect(warnings).toEqual([
    '400 "too large", although the document allows delivery.width 83 with delivery.isFragile true',
  ]);
});

test("a value that is not rejected again is not reported", async () => {
  const seen = new Set<string>();
  const { warnings } = await warningsOf(({ delivery }) => {
    const text = JSON.stringify(delivery ?? null);
    if (Object(delivery).width !== 90 || seen.has(text)) return undefined;
    seen.add(text);
    return [400, { error: "busy" }];
  });
  expect(warnings).toEqual([]);
});

test.each([409, 413, 414, 431])("a rejection with %s says nothing of the value", async (status) => {
  const { warnings } = await warningsOf(({ delivery }) => (Object(delivery).width === 90 ? [status, {}] : undefined));
  expect(warnings).toEqual([]);
});

test("a rejection after which usual values are rejected too is not reported", async () => {
  let isFull = false;
  const { warnings } = await warningsOf(({ delivery }) => {
    isFull ||= Object(delivery).width === 90;
    return isFull ? [400, { error: "The store is full." }] : undefined;
  });
  expect(warnings).toEqual([]);
});
