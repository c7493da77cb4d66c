import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "../server.js";
import { failuresOf, warningsOf } from "./failures.js";
import { pathParameter, REJECTED, type Respond, verifyServer } from "./small-document.js";

const ERRORS: JsonObject = { "400": REJECTED, "404": REJECTED };
const get = (operationId: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  get: {
    operationId,
    responses: { "200": { description: "Done.", content: { "application/json": { schema } } }, ...ERRORS },
    ...more,
  },
});
const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  required,
  properties,
});
const text: JsonObject = { type: "string" };
/** Responds to GET with JSON, and to everything else with 405. */
const reading =
  (respondWith: (url: URL, request: ReceivedRequest) => Json | undefined): Respond =>
  (request, response) => {
    if (request.method !== "GET") return json(response, 405, {});
    const value = respondWith(new URL(request.url, "http://localhost"), request);
    json(response, value === undefined ? 404 : 200, value ?? {});
  };
const data = { hasExampleData: false } as const;
const messages = (results: Parameters<typeof warningsOf>[0]) =>
  warningsOf(results).map(({ operation, message }) => `${operation}: ${message}`);

describe("a path parameter of a function names no resource", () => {
  const FUNCTIONS: JsonObject = Object.fromEntries(
    ["holidays", "squares", "synonyms"].map((name) => [
      `/${name}/{value}`,
      {
        parameters: [{ ...pathParameter("value", text, "2026-01-01") }],
        ...get(`get_${name}`, object({ result: text })),
      },
    ]),
  );
  test("legal: a server that rejects no value", async () => {
    const { results, titles } = await verifyServer(
      FUNCTIONS,
      reading(() => ({ result: "x" })),
      data,
    );
    expect(failuresOf(results)).toEqual([]);
    expect(titles.length).toBeLessThanOrEqual(1);
  });
  test("faulty: a server that rejects unknown values at other operations", async () => {
    const { results } = await verifyServer(
      FUNCTIONS,
      reading((url) =>
        url.pathname.startsWith("/holidays") || url.pathname.endsWith("2026-01-01") ? { result: "x" } : undefined,
      ),
      data,
    );
    expect(failuresOf(results).join()).toContain("get_holidays");
  });
});

describe("an order by an enum may be that of its declaration", () => {
  const PRIORITIES = ["low", "medium", "high"];
  const TASK = object({ id: { type: "integer" }, priority: { type: "string", enum: PRIORITIES } }, ["id", "priority"]);
  const sort = { name: "sort", in: "query", schema: { type: "string", enum: ["priority", "-priority"] } };
  const paths = { "/tasks": get("listTasks", { type: "array", items: TASK }, { parameters: [sort] }) };
  const tasks = [2, 0, 1, 2, 0, 1].map((rank, index) => ({ id: index, priority: PRIORITIES[rank] ?? "" }));
  const sorted = (rankOf: (priority: string) => number): Respond =>
    reading((url) => {
      const by = url.searchParams.get("sort");
      if (by !== null && !/^-?priority$/.test(by)) return undefined;
      const inOrder = tasks.toSorted((one, other) => rankOf(one.priority) - rankOf(other.priority));
      return by === null ? tasks : by.startsWith("-") ? inOrder.toReversed() : inOrder;
    });
  test("legal: the declared order", async () => {
    const { results } = await verifyServer(
      paths,
      sorted((priority) => PRIORITIES.indexOf(priority)),
      data,
    );
    expect([...failuresOf(results), ...messages(results)]).toEqual([]);
  });
  test("faulty: no order", async () => {
    const { results } = await verifyServer(
      paths,
      reading(() => tasks),
      data,
    );
    expect([...failuresOf(results), ...messages(results)].join()).toContain("order");
  });
});

describe("a limit above the maximum is clamped only where a response shows it", () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 5 } };
  const paths = {
    "/items": get(
      "listItems",
      { type: "array", items: object({ id: { type: "integer" } }, ["id"]) },
      { parameters: [limit] },
    ),
  };
  const listing =
    (count: number, maximum: number): Respond =>
    (request, response) => {
      const asked = new URL(request.url, "http://localhost").searchParams.get("limit") ?? "5";
      if (request.method !== "GET") return json(response, 405, {});
      if (!/^\d+$/.test(asked) || Number(asked) < 1) return json(response, 400, {});
      json(
        response,
        200,
        Array.from({ length: Math.min(count, Number(asked), maximum) }, (_, id) => ({ id })),
      );
    };
  test("legal: as many items as the maximum, of more", async () => {
    const { results } = await verifyServer(paths, listing(12, 5), data);
    expect(failuresOf(results)).toEqual([]);
  });
  test("faulty: the list is shorter than the maximum", async () => {
    const { results } = await verifyServer(paths, listing(3, 100), data);
    expect(messages(results).join()).toContain("limit above the maximum was accepted; the list is too short");
    expect(messages(results).join()).not.toContain("brought into the range");
  });
  test("faulty: no maximum is applied", async () => {
    const { results } = await verifyServer(paths, listing(12, 100), data);
    expect(failuresOf(results).join()).toContain("limit");
  });
});

describe("a method that the document does not have", () => {
  const paths = {
    "/users/{id}": { parameters: [pathParameter("id", text, "a")], ...get("getUser", object({ id: text })) },
  };
  test("faulty: is named as such", async () => {
    const { titles } = await verifyServer(
      paths,
      ({ method }, response) => json(response, method === "DELETE" ? 500 : 200, { id: "a" }),
      data,
    );
    expect(titles.join("\n")).not.toMatch(/contract documents $|valid request \(\)|documents ;/m);
  });
});

describe("secrets are texts", () => {
  const paths = {
    "/settings": get("getSettings", object({ passwordAuthEnabled: { type: "boolean" }, password: text })),
  };
  test("legal: a boolean with such a name", async () => {
    const { results } = await verifyServer(
      paths,
      reading(() => ({ passwordAuthEnabled: true })),
      data,
    );
    expect(messages(results)).toEqual([]);
  });
});
