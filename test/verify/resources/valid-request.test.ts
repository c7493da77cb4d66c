import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { failuresOf } from "../failures.js";
import { verifyServer } from "../small-document.js";

/** A document without a single example. */
const PATHS: JsonObject = {
  "/reports": {
    get: {
      parameters: [
        { name: "from", in: "query", required: true, schema: { type: "string", format: "date" } },
        { name: "size", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
      ],
      responses: {
        "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } },
        "4XX": { description: "The request is rejected." },
      },
    },
  },
  "/things": {
    post: {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["name", "email"],
              properties: { name: { type: "string", maxLength: 20 }, email: { type: "string", format: "email" } },
            },
          },
        },
      },
      responses: { "201": { description: "Done." }, "4XX": { description: "The request is rejected." } },
    },
  },
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    put: { responses: { "200": { description: "Done." }, "4XX": { description: "The request is rejected." } } },
    delete: { responses: { "204": { description: "Done." }, "4XX": { description: "The request is rejected." } } },
  },
};

const isDate = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Whether the honest server accepts a request. */
function isAllowed(method: string, url: URL, body: string): boolean {
  if (method === "GET") {
    const size = Number(url.searchParams.get("size") ?? 1);
    return isDate(url.searchParams.get("from")) && Number.isInteger(size) && size >= 1 && size <= 50;
  }
  try {
    const { name, email } = JSON.parse(body);
    return typeof name === "string" && [...name].length <= 20 && typeof email === "string" && email.includes("@");
  } catch {
    return false;
  }
}

test.each([
  ["accepts what the document allows", 201],
  ["refuses every creation for a reason of its own", 409],
])("an honest server without examples passes, if it %s", async (_, created) => {
  const { results, requests } = await verifyServer(
    PATHS,
    ({ method, url, body, headers }, response) => {
      const isJson = method === "GET" || headers["content-type"]?.startsWith("application/json") === true;
      const allowed = isJson && isAllowed(method, new URL(url, "http://localhost"), body);
      if (url.startsWith("/things/")) json(response, 404, {});
      else json(response, allowed ? (method === "GET" ? 200 : created) : 422, {});
    },
    { writes: "creations" },
  );
  expect(failuresOf(results)).toEqual([]);
  // The constraints of both operations are tested with generated values for the rest of the request.
  expect(requests.some(({ method, body }) => method === "POST" && body.includes("@"))).toBe(true);
  expect(requests.some(({ url }) => isDate(new URL(url, "http://localhost").searchParams.get("from")))).toBe(true);
  const tested = results.filter(({ outcome }) => outcome.verdict === "passed").map(({ name }) => name);
  expect(tested.filter((name) => name.includes("size"))).not.toEqual([]);
});

test("an unsafe method is not sent to a path value that was generated to be valid, and no POST without permission", async () => {
  const { requests } = await verifyServer(PATHS, (_, response) => json(response, 422, {}), { writes: "none" });
  expect(requests.filter(({ method }) => !["GET", "HEAD", "OPTIONS"].includes(method))).toEqual([]);
});

test("a server that accepts a value outside the bounds fails, though the document has no example", async () => {
  const { results } = await verifyServer(PATHS, ({ method }, response) =>
    json(response, method === "GET" ? 200 : 422, {}),
  );
  expect(failuresOf(results).join()).toContain("size above the maximum");
});

describe("a server without state", () => {
  const STATELESS = { writes: "creations" as const, keepsState: false };
  const generated = (results: readonly CaseResult[]) =>
    results.filter(({ name }) => name.endsWith("› usual values")).map(({ outcome }) => outcome.verdict);

  test("gets generated path values and bodies with every method", async () => {
    const { results, requests } = await verifyServer(
      PATHS,
      ({ method }, response) => json(response, { GET: 200, POST: 201, DELETE: 204 }[method] ?? 200, {}),
      STATELESS,
    );
    expect(failuresOf(results)).toEqual([]);
    expect(generated(results)).toEqual(["passed", "passed", "passed", "passed"]);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^PUT \/things\/\d+$/),
        expect.stringMatching(/^DELETE \/things\/\d+$/),
      ]),
    );
    expect(results.some(({ outcome }) => "reason" in outcome && /no value exists/.test(outcome.reason))).toBe(false);
  });

  test("is not reported if it has no response for generated values", async () => {
    const { results } = await verifyServer(PATHS, (_, response) => json(response, 404, {}), {
      ...STATELESS,
      hasExampleData: false,
    });
    expect(failuresOf(results)).toEqual([]);
    expect(generated(results)).toEqual(["skipped", "skipped", "skipped", "skipped"]);
  });

  test("fails if its response to a generated request does not fit the schema", async () => {
    const { results } = await verifyServer(PATHS, (_, response) => json(response, 200, "text"), STATELESS);
    expect(failuresOf(results).join()).toContain("usual values");
  });
});

test("a path value that the document makes empty is not sent: it would lead to another path", async () => {
  const id = { name: "id", in: "path", required: true, schema: { const: "" } };
  const paths = { "/things/{id}": { get: { parameters: [id], responses: { "200": { description: "Done." } } } } };
  const { requests } = await verifyServer(paths, (_, response) => json(response, 200, {}), { keepsState: false });
  expect(requests.filter(({ url }) => /^\/things\/?$/.test(url))).toEqual([]);
});

test("a required list or object is generated with parts, because an empty one would not be written", async () => {
  const [list, object] = [
    { type: "array", items: { type: "integer" } },
    { type: "object", properties: { a: { type: "integer" } } },
  ];
  const parameters = [
    { name: "ids", in: "path", required: true, schema: list },
    { name: "tags", in: "query", required: true, schema: list },
    { name: "by", in: "query", required: true, style: "deepObject", schema: object },
  ];
  const paths = { "/things/{ids}": { get: { parameters, responses: { "200": { description: "Done." } } } } };
  const { requests } = await verifyServer(paths, (_, response) => json(response, 200, {}), { keepsState: false });
  expect(requests[0]?.url).toMatch(/^\/things\/-?\d+(,-?\d+)*\?tags=-?\d+(&tags=-?\d+)*&by(\[|%5B)a(\]|%5D)=-?\d+$/);
});

test("an operation without responses is skipped, because every status would be undocumented", async () => {
  const { results } = await verifyServer({ "/a": { get: {} } }, (_, response) => json(response, 204, {}), {
    keepsState: false,
  });
  expect(results.map(({ outcome }) => outcome.verdict)).not.toContain("failed");
});

test.each(["get", "trace"])("a documented 407 of %s is judged like any other status", async (method) => {
  const paths = {
    "/a": { [method]: { responses: { "407": { description: "Proxy.", ...content({ example: {} }) } } } },
  };
  const { results } = await verifyServer(paths, (_, response) => json(response, 407, {}));
  const [replayed] = results.filter(({ suite }) => suite === "examples");
  expect(replayed?.outcome).toMatchObject({ verdict: "passed" });
});

test("a body of the target file is sent where no body can be generated, though a parameter is generated", async () => {
  const schema = { allOf: [{ type: "string" }, { type: "object" }] };
  const post = {
    operationId: "createThing",
    parameters: [{ name: "day", in: "query", required: true, schema: { type: "string", format: "date" } }],
    requestBody: { required: true, ...content({ schema }) },
    responses: { "201": { description: "Done." } },
  };
  const { requests } = await verifyServer({ "/a": { post } }, (_, response) => json(response, 201, {}), {
    writes: "creations",
    values: { createThing: { requestBody: { "*": { name: "ours" } } } },
  });
  const sent = requests.filter(({ method, body }) => method === "POST" && body === '{"name":"ours"}');
  expect(sent.length).toBeGreaterThan(0);
});

test("a body whose schemas exclude each other is a defect of the document, not a value that is missing", async () => {
  const schema = { allOf: [{ type: "string" }, { type: "object" }] };
  const post = {
    requestBody: { required: true, ...content({ schema }) },
    responses: { "201": { description: "Done." } },
  };
  const { results } = await verifyServer({ "/a": { post } }, (_, response) => json(response, 201, {}), {
    writes: "creations",
  });
  const reasons = results.map(({ outcome }) => ("reason" in outcome ? outcome.reason : outcome.verdict));
  const place = "#/paths/~1a/post/requestBody/content/application~1json/schema/allOf/1/type";
  expect(reasons).toContain(
    `no value is valid, because of ${place}: the types exclude each other: correct the document`,
  );
});

const content = (mediaType: JsonObject) => ({ content: { "application/json": mediaType } });
