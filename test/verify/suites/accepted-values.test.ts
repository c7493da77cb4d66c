import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import type { Target } from "#verify/model/target/target.js";
import { type CaseResult, findingsOf } from "#verify/model/test-case/outcome.js";
import { failuresOf } from "../failures.js";
import { REJECTED, verifyServer } from "../small-document.js";

const THING: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 20 },
    note: { type: ["string", "null"], maxLength: 10 },
    size: { type: "integer", minimum: 1, maximum: 50 },
    state: { enum: ["new", "used"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 3 },
  },
};
const DONE: JsonObject = { description: "Done.", content: { "application/json": { schema: THING } } };

const QUERY: JsonObject[] = [
  { name: "size", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
  { name: "kind", in: "query", schema: { enum: ["a", "b", "c"] } },
  { name: "q", in: "query", schema: { type: "string", maxLength: 20 } },
];

const PATHS: JsonObject = {
  "/things": {
    get: {
      operationId: "listThings",
      parameters: QUERY,
      responses: {
        "200": { description: "Done.", content: { "application/json": { schema: { type: "array", items: THING } } } },
        "400": REJECTED,
        "503": { description: "Later." },
      },
    },
    post: {
      operationId: "createThing",
      requestBody: { required: true, content: { "application/json": { schema: THING } } },
      responses: { "201": DONE, "400": REJECTED },
    },
  },
};

/** The content of a request, as the server reads it. */
interface Sent {
  query: URLSearchParams;
  body: JsonObject;
}

/** The response of a faulty server; undefined if the request does not show the fault. */
type Fault = (sent: Sent) => { status: number; body?: JsonObject | JsonObject[] } | undefined;

function read({ url, body }: ReceivedRequest): Sent {
  return { query: new URL(url, "http://localhost").searchParams, body: body ? JSON.parse(body) : {} };
}

interface Run {
  failures: string[];
  warnings: string[];
  results: CaseResult[];
  sent: Sent[];
}

/** Verifies a server by this suite alone. */
async function run(
  fault: Fault,
  paths: JsonObject = PATHS,
  settings: Partial<Target> = {},
  extensions: JsonObject = {},
): Promise<Run> {
  const { results, requests } = await verifyServer(
    paths,
    (request, response) => {
      const sent = read(request);
      const { status, body } = fault(sent) ?? {
        status: request.method === "POST" ? 201 : 200,
        body: request.method === "GET" ? [] : sent.body,
      };
      if (body) json(response, status, body);
      else response.writeHead(status).end();
    },
    settings,
    { only: ["accepted-values"], extensions },
  );
  return {
    failures: failuresOf(results),
    warnings: results.flatMap(({ operation, warnings }) => warnings.map(({ message }) => `${operation}: ${message}`)),
    results,
    sent: requests.map(read),
  };
}

const SERVER_ERROR = { status: 500 };

test("a server that accepts every documented value passes without a warning, with few requests", async () => {
  const { failures, warnings, results, sent } = await run(() => undefined);
  expect({ failures, warnings }).toEqual({ failures: [], warnings: [] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
  // Two of them read what was stored.
  expect(sent.length).toBeLessThanOrEqual(21);
});

test("every bound, member, length and optional part is sent", async () => {
  const { sent } = await run(() => undefined);
  const values = (name: string) => new Set(sent.map(({ query }) => query.get(name)));
  expect(values("size")).toEqual(new Set([null, "1", "2", "49", "50"]));
  expect(values("kind")).toEqual(new Set([null, "a", "b", "c"]));
  expect([...values("q")].map((text) => text && [...text].length)).toEqual(expect.arrayContaining([null, "", 1, 20]));
  const bodies = sent.map(({ body }) => body).filter(({ name }) => name !== undefined);
  expect(bodies.map(({ note }) => note)).toEqual(expect.arrayContaining([null, "", undefined]));
  expect(bodies.map(({ tags }) => Array.isArray(tags) && tags.length)).toEqual(
    expect.arrayContaining([0, 1, 3, false]),
  );
  expect(bodies.some(({ name }) => /[^\0-\x7f]/.test(String(name)))).toBe(true);
  expect(bodies.map((body) => Object.keys(body).length)).toEqual(expect.arrayContaining([1, 5]));
});

test.each<[fault: string, shows: Fault, value: string]>([
  ["for the largest number", ({ query }) => (query.get("size") === "50" ? SERVER_ERROR : undefined), "size maximum 50"],
  ["for one member of an enum", ({ query }) => (query.get("kind") === "b" ? SERVER_ERROR : undefined), 'kind "b"'],
  [
    "for text that is not ASCII",
    ({ query }) => (/[^\0-\x7f]/.test(query.get("q") ?? "") ? SERVER_ERROR : undefined),
    "q not ASCII",
  ],
  ["for an empty text", ({ query }) => (query.get("q") === "" ? SERVER_ERROR : undefined), "q empty"],
  ["for null", ({ body }) => (body.note === null ? SERVER_ERROR : undefined), "note null"],
  [
    "for the longest text",
    ({ body }) => (String(body.name).length === 20 ? SERVER_ERROR : undefined),
    "name maxLength 20",
  ],
  ["for an empty list", ({ body }) => (`${body.tags}` === "" ? SERVER_ERROR : undefined), "tags with 0 items"],
  [
    "for an absent optional field",
    ({ body }) => (body.name && !("size" in body) ? SERVER_ERROR : undefined),
    "usual values",
  ],
  ["for an optional field", ({ body }) => (body.state !== undefined ? SERVER_ERROR : undefined), 'state "new"'],
  [
    "for a body without optional fields",
    ({ body }) => (body.name && Object.keys(body).length === 1 ? SERVER_ERROR : undefined),
    "usual values",
  ],
])("a server that fails with 500 %s is reported, and the value is named alone", async (_, shows, value) => {
  const { results, failures } = await run(shows);
  const findings = results.flatMap(({ outcome }) => findingsOf(outcome));
  expect(failures).not.toEqual([]);
  expect(findings.every(({ message }) => message === "500, a server error")).toBe(true);
  expect(findings.map(({ expected }) => expected)).toContain(`a documented status (${value})`);
});

test("two faults of one operation are both reported", async () => {
  const { results } = await run(({ query }) =>
    query.get("size") === "50" || query.get("kind") === "c" ? SERVER_ERROR : undefined,
  );
  const expected = results.flatMap(({ outcome }) => findingsOf(outcome).map((each) => each.expected));
  expect(expected.toSorted()).toEqual(['a documented status (kind "c")', "a documented status (size maximum 50)"]);
});

test("a fault that only two values together show is reported with these two, and the request has no other", async () => {
  const { results } = await run(({ query }) =>
    query.get("size") === "1" && query.get("kind") === "a" ? SERVER_ERROR : undefined,
  );
  const [finding] = results.flatMap(({ outcome }) => findingsOf(outcome));
  expect(finding?.expected).toBe('a documented status (size minimum 1, kind "a")');
  expect(finding?.reproduce).toMatch(/things\?size=1&kind=a'/);
});

test("a failing request is reduced to the parts that it needs, and the last one that failed is reported", async () => {
  const example = { name: "Chair", note: "old", size: 3, state: "used", tags: ["wood"] };
  const content = { "application/json": { schema: THING, example } };
  const post = { operationId: "createThing", requestBody: { required: true, content }, responses: { "201": DONE } };
  const { results, sent } = await run(
    ({ body }) => (body.note === null && body.state !== undefined ? SERVER_ERROR : undefined),
    { "/things": { post } },
  );
  const findings = results.flatMap(({ outcome }) => findingsOf(outcome));
  expect(findings.map(({ expected }) => expected)).toEqual(["a documented status (note null)"]);
  expect(findings[0]?.reproduce).toContain(`'{"name":"Chair","note":null,"state":"used"}'`);
  expect(sent.length).toBeLessThanOrEqual(40);
});

test("a response that violates its schema is a failure, for one value too", async () => {
  const { failures } = await run(({ query }) =>
    query.get("kind") === "c" ? { status: 200, body: [{ name: "" }] } : undefined,
  );
  expect(failures).toEqual([expect.stringContaining("body at /0/name must NOT have fewer than 1 characters")]);
});

test("a documented value that is rejected is a warning, once for each constraint", async () => {
  const { failures, warnings } = await run(({ query, body }) =>
    Number(query.get("size")) > 40 || body.note === null ? { status: 400 } : undefined,
  );
  expect(failures).toEqual([]);
  expect(warnings.toSorted()).toEqual([
    "createThing: 400, although the document allows note null",
    "listThings: 400, although the document allows size maximum 50, size just inside maximum 50",
  ]);
});

test("a documented 503 for a documented value is a warning", async () => {
  const { failures, warnings } = await run(({ query }) => (query.get("kind") === "a" ? { status: 503 } : undefined));
  expect({ failures, warnings }).toEqual({
    failures: [],
    warnings: ['listThings: 503, although the document allows kind "a"'],
  });
});

test.each<[legal: string, fault: Fault]>([
  [
    "rejects some values together",
    ({ query }) => (query.get("q") !== null && query.get("kind") !== null ? { status: 400 } : undefined),
  ],
  ["has a conflict with other data", ({ body }) => (body.state === "used" ? { status: 409 } : undefined)],
  ["reserves a value for other keys", ({ body }) => (body.state === "used" ? { status: 403 } : undefined)],
])("a server that %s gets neither a failure nor a warning", async (_, fault) => {
  const { failures, warnings } = await run(fault);
  expect({ failures, warnings }).toEqual({ failures: [], warnings: [] });
});

test("a target that rejects usual values too is skipped with that reason", async () => {
  const { results } = await run(({ body }) => (body.name ? { status: 400 } : undefined));
  expect(results.find(({ operation }) => operation === "createThing")?.outcome).toMatchObject({
    verdict: "skipped",
    reason: "the target responded with 400 to the usual request too: referenced data may be missing",
  });
});

test.each([401, 403])("a target that denies access (%i) is the reason of a skipped test case", async (status) => {
  const { results } = await run(({ body }) => (body.name ? { status } : undefined));
  expect(results.find(({ operation }) => operation === "createThing")?.outcome).toMatchObject({
    verdict: "skipped",
    reason: `the target responded with ${status} to a request without a key`,
  });
});

test("a value of a place that the document leaves open is no warning if it is rejected", async () => {
  const open = { "x-unspecified": { U1: "Large pages may be rejected." } };
  const [size = {}, ...others] = QUERY;
  const get = { ...Object(PATHS["/things"]).get, parameters: [{ ...size, ...open }, ...others] };
  const { warnings } = await run(
    ({ query }) => (Number(query.get("size")) > 40 ? { status: 400 } : undefined),
    { "/things": { get } },
    {},
    { "x-open-points": { U1: { operations: ["listThings"], open: "The largest page." } } },
  );
  expect(warnings).toEqual([]);
});

test("requests that write are sent only if the target allows them", async () => {
  const { results, sent } = await run(() => undefined, PATHS, { writes: "none" });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "skipped"]);
  expect(sent.every(({ body }) => body.name === undefined)).toBe(true);
});

test("cursors get no values, excluded parameters are never together, and each idempotency key is new", async () => {
  const { sent } = await run(() => undefined, {
    "/things": {
      get: {
        operationId: "listThings",
        "x-pagination": { items: "", forward: { parameter: "after", item: "/id" } },
        "x-mutually-exclusive": [["size", "kind"]],
        parameters: [...QUERY, { name: "after", in: "query", schema: { type: "string" } }],
        responses: { "200": { description: "Done.", content: { "application/json": { schema: { type: "array" } } } } },
      },
    },
    "/orders": {
      post: {
        operationId: "order",
        parameters: [{ name: "Idempotency-Key", in: "header", required: true, schema: { type: "string" } }],
        requestBody: { required: true, content: { "application/json": { schema: THING } } },
        responses: { "201": DONE },
      },
    },
  });
  expect(sent.filter(({ query }) => query.has("after"))).toEqual([]);
  expect(sent.filter(({ query }) => query.has("size") && query.has("kind"))).toEqual([]);
  expect(sent.filter(({ query }) => query.has("kind")).length).toBe(3);
});

/** A form with an object of each way in which a form can carry one. */
const FORM: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 20 },
    labels: { type: "object", maxProperties: 3, additionalProperties: { type: "string", maxLength: 9 } },
    place: { type: "object", properties: { floor: { type: "integer", minimum: 1, maximum: 50 } } },
  },
};

function formPaths(encoding: JsonObject): JsonObject {
  const content = { "application/x-www-form-urlencoded": { schema: FORM, encoding } };
  return { "/things": { post: { operationId: "createThing", requestBody: { content }, responses: { "201": DONE } } } };
}

test.each<[how: string, encoding: JsonObject, empty: (form: URLSearchParams) => boolean]>([
  [
    "by deepObject",
    { labels: { style: "deepObject", explode: true }, place: { style: "deepObject", explode: true } },
    (form) => [...form].some(([name, text]) => name.startsWith("labels[") && text === ""),
  ],
  ["as JSON", {}, (form) => Object.values(JSON.parse(form.get("labels") ?? "{}")).includes("")],
])("the values inside the objects of a form are sent %s, and named", async (_, encoding, hasEmptyLabel) => {
  const forms: URLSearchParams[] = [];
  const { results } = await verifyServer(
    formPaths(encoding),
    ({ body }, response) => {
      const form = new URLSearchParams(body);
      forms.push(form);
      if (hasEmptyLabel(form)) response.writeHead(500).end();
      else json(response, 201, { name: form.get("name") ?? "none" });
    },
    {},
    { only: ["accepted-values"] },
  );
  const [finding] = results.flatMap(({ outcome }) => findingsOf(outcome));
  expect(finding).toMatchObject({
    message: "500, a server error",
    expected: expect.stringMatching(/labels\.\S+ empty/),
  });
  const floors = forms.map((form) => form.get("place[floor]") ?? /"floor":(\d+)/.exec(form.get("place") ?? "")?.[1]);
  expect(floors).toEqual(expect.arrayContaining([undefined, "1", "2", "49", "50"]));
});

test("when the resources that a request names are used up, others are created, and no value is blamed", async () => {
  const text: JsonObject = { type: "string" };
  const order: JsonObject = { type: "object", required: ["id", "text"], properties: { id: text, text } };
  const newOrder: JsonObject = { type: "object", required: ["text"], properties: { text } };
  const refund: JsonObject = {
    type: "object",
    required: ["order", "name"],
    properties: { ...Object(THING.properties), order: { type: "string", pattern: "^ord-\\d+$" } },
  };
  const post = (operationId: string, sent: JsonObject, shown: JsonObject): JsonObject => ({
    operationId,
    requestBody: { required: true, content: { "application/json": { schema: sent } } },
    responses: { "201": { ...DONE, content: { "application/json": { schema: shown } } }, "400": REJECTED },
  });
  const get = {
    operationId: "retrieveOrder",
    parameters: [{ name: "order", in: "path", required: true, schema: text }],
    responses: { "200": { ...DONE, content: { "application/json": { schema: order } } }, "404": REJECTED },
  };
  const paths: JsonObject = {
    "/orders": { post: post("createOrder", newOrder, order) },
    "/orders/{order}": { get },
    "/refunds": { post: post("createRefund", refund, refund) },
  };
  const orders = new Map<string, { id: string; text: string; refunds: number }>();
  const { results } = await verifyServer(
    paths,
    ({ method, url, body }, response) => {
      const known = orders.get(url.split("/")[2] ?? "");
      if (method === "GET") return json(response, known ? 200 : 404, known ?? {});
      const sent = JSON.parse(body);
      if (url === "/orders") {
        const created = { id: `ord-${orders.size}`, text: sent.text, refunds: 0 };
        orders.set(created.id, created);
        return json(response, 201, created);
      }
      const refunded = orders.get(sent.order);
      if (!refunded || refunded.refunds === 6) return json(response, 400, { error: "no such order", param: "order" });
      refunded.refunds += 1;
      json(response, 201, sent);
    },
    {},
    { only: ["examples", "accepted-values"] },
  );
  const own = results.filter(({ operation }) => operation === "createRefund");
  expect(own.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
  expect(own.flatMap(({ warnings }) => warnings.map(({ message }) => message))).toEqual([]);
  expect([...orders.values()].filter(({ refunds }) => refunds === 6).length).toBeGreaterThan(1);
});
