import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, REJECTED, type Respond, verifyServer } from "#test/verify/small-document.js";

const TARGET = { hasExampleData: false, settle: 50 };
const DEAD: JsonObject = { example: { zone: "dead" } };
const TEXT: JsonObject = { type: "string" };
const RESPONSES: JsonObject = {
  "201": jsonResponse({ type: "object", properties: { id: TEXT } }, { id: "p-1" }),
  "400": REJECTED,
  "409": REJECTED,
  "422": REJECTED,
};

/** `POST /parcels` with an example that servers may reject. */
function creationOf(properties: JsonObject, examples: JsonObject, schema: JsonObject = {}): JsonObject {
  const content = { "application/json": { schema: { type: "object", properties, ...schema }, ...examples } };
  return {
    "/parcels": {
      post: { operationId: "createParcel", requestBody: { required: true, content }, responses: RESPONSES },
    },
  };
}

/** The bodies of the requests that create something. */
function bodiesOf(requests: readonly Pick<ReceivedRequest, "method" | "body">[]): JsonObject[] {
  const bodies = requests.map(({ method, body }) => (method === "POST" ? parseJson(body)?.value : undefined));
  return bodies.filter((body) => isObject(body));
}

/** A server that accepts a zone and a size from 1 to 9. */
function accepting(isZone: (zone: unknown) => boolean): Respond {
  return ({ body }, response) => {
    const { zone, size } = asObject(parseJson(body)?.value);
    json(response, isZone(zone) && Number.isInteger(size) && Number(size) >= 1 && Number(size) <= 9 ? 201 : 422, {
      id: "p-1",
    });
  };
}

/** The requests whose size is too large by one, and that have an otherwise valid body. */
const tooLarge = (requests: readonly ReceivedRequest[]) => bodiesOf(requests).filter(({ size }) => size === 10);

test.each([400, 409, 422])("after an example that is rejected with %i, a generated body is sent", async (status) => {
  const respond: Respond = ({ body }, response) =>
    json(response, String(JSON.parse(body).zone).startsWith("dead") ? status : 201, { id: "p-1" });
  const { requests, results } = await verifyServer(creationOf({ zone: TEXT }, DEAD), respond, TARGET, {
    only: ["examples"],
  });
  const bodies = bodiesOf(requests);
  expect(bodies[0]).toEqual({ zone: "dead" });
  expect(bodies.at(-1)).toEqual({ zone: expect.not.stringMatching(/^dead/) });
  expect(bodies.length).toBeLessThanOrEqual(10);
  expect(failuresOf(results)).toEqual([]);
  // The example itself proves nothing.
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["skipped"]);
});

const SIZED: JsonObject = { zone: TEXT, size: { type: "integer", minimum: 1, maximum: 9 } };
const REQUIRED: JsonObject = { required: ["zone", "size"] };
const ONLY = { only: ["examples", "invalid-requests"] };

test("the body that is accepted in place of an example is the base of the other test cases", async () => {
  const { requests, results } = await verifyServer(
    creationOf(SIZED, { example: { zone: "dead", size: 2 } }, REQUIRED),
    accepting((zone) => typeof zone === "string" && !zone.startsWith("dead")),
    TARGET,
    ONLY,
  );
  expect(tooLarge(requests)).not.toEqual([]);
  for (const { zone } of tooLarge(requests)) expect(zone).not.toMatch(/^dead/);
  expect(failuresOf(results)).toEqual([]);
});

test("an example that is accepted after a rejected one is the base of the other test cases", async () => {
  const examples = { first: { value: { zone: "dead", size: 2 } }, second: { value: { zone: "north", size: 2 } } };
  const { requests, results } = await verifyServer(
    creationOf(SIZED, { examples }, REQUIRED),
    accepting((zone) => zone === "north"),
    TARGET,
    ONLY,
  );
  expect(tooLarge(requests)).not.toEqual([]);
  for (const { zone } of tooLarge(requests)) expect(zone).toBe("north");
  expect(failuresOf(results)).toEqual([]);
});

test("the body of the target file is not varied after a rejection", async () => {
  const { requests } = await verifyServer(
    creationOf({ zone: TEXT }, DEAD),
    (_, response) => json(response, 422, {}),
    { ...TARGET, values: { createParcel: { requestBody: { "*": { zone: "ours" } } } } },
    { only: ["examples"] },
  );
  expect(bodiesOf(requests)).toEqual([{ zone: "ours" }]);
});

test("a server that certainly has the data of the examples fails if it rejects one, and gets no other body", async () => {
  const { requests, results } = await verifyServer(
    creationOf({ zone: TEXT }, DEAD),
    (_, response) => json(response, 422, {}),
    {},
    { only: ["examples"] },
  );
  expect(failuresOf(results)).not.toEqual([]);
  expect(bodiesOf(requests).every(({ zone }) => zone === "dead")).toBe(true);
});
