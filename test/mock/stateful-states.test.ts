import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const TEXT: JsonObject = { type: "string" };
const FLAG: JsonObject = { type: "boolean" };
const ORDER: JsonObject = {
  type: "object",
  required: ["id", "name", "status", "order_type", "is_marked_difficult", "paid_at"],
  properties: {
    ...{ id: { ...TEXT, readOnly: true }, name: TEXT, status: TEXT, order_type: TEXT },
    ...{ is_marked_difficult: FLAG, paid_at: { type: ["string", "null"], format: "date-time" } },
  },
};
/** A response that says how a request went, and shows no resource. */
const DONE: JsonObject = { type: "object", required: ["ok"], properties: { ok: FLAG, message: TEXT } };

const sends = (properties: JsonObject): JsonObject => ({
  required: true,
  content: { "application/json": { schema: { type: "object", properties } } },
});
const acts = (method: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  parameters: named("id"),
  [method]: { responses: { "200": shows(schema) }, ...more },
});

/** The paths of orders, whose states stand at a parameter of their list. */
const documentWith = (description: string, actions: JsonObject = {}) => {
  const filter = { name: "status", in: "query", description, schema: { anyOf: [TEXT, { type: "null" }] } };
  return documentOf({
    "/orders": {
      get: { parameters: [filter], responses: { "200": shows({ type: "array", items: ORDER }) } },
      post: {
        requestBody: sends({ name: TEXT, orderType: { ...TEXT, enum: ["web", "shop"] } }),
        responses: { "201": shows(ORDER) },
      },
    },
    "/orders/{id}": { parameters: named("id"), get: { responses: { "200": shows(ORDER) } } },
    ...actions,
  });
};
const STATES = "Filter by status: all, open, paid, inactive, cancelled";

async function send(method: string, path: string, json?: JsonObject) {
  const body = json && { headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
  return (await fetch(`${mock?.url}${path}`, { method, ...body })).json();
}

test.each([
  [STATES],
  ["Filter by status (all, open, paid, inactive, cancelled)."],
  ["One of `open`, `paid`, `inactive`, `cancelled`."],
  ["open | paid | inactive | cancelled"],
  ["Filter by status: 'open' | 'paid' | 'inactive' | 'cancelled'. Omit for all."],
])("generated rows have the states that a parameter of their list describes: %s", async (description) => {
  mock = await startMock({ document: documentWith(description), port: 0, state: true, rows: 20 });
  const rows: JsonObject[] = await send("GET", "/orders");
  const states = ["open", "paid", "inactive", "cancelled"];
  for (const { status } of rows) expect(states).toContain(status);
  for (const status of states) {
    const found: JsonObject[] = await send("GET", `/orders?status=${status}`);
    expect(found.length).toBe(rows.filter((row) => row.status === status).length);
  }
});

test("the parameter's word for all states selects all", async () => {
  mock = await startMock({ document: documentWith(STATES), port: 0, state: true, rows: 9 });
  expect(await send("GET", "/orders?status=all")).toHaveLength(9);
});

test("generated rows have the members that a field of a request lists under the same name in another case", async () => {
  mock = await startMock({ document: documentWith(STATES), port: 0, state: true, rows: 9 });
  for (const { order_type } of await send("GET", "/orders")) expect(["web", "shop"]).toContain(order_type);
});

test("a new resource is in the first of the states", async () => {
  mock = await startMock({ document: documentWith(STATES), port: 0, state: true });
  for (let made = 0; made < 5; made += 1) {
    expect((await send("POST", "/orders", { name: "lamp" })).status).toBe("open");
  }
});

test.each<[string, string, JsonObject]>([
  ["/cancel", "post", { status: "cancelled" }],
  ["/deactivate", "post", { status: "inactive" }],
  ["/mark-paid", "post", { status: "paid", paid_at: expect.stringMatching(/^\d{4}-/) }],
  ["/mark-as-paid", "put", { status: "paid" }],
  ["/difficult/mark", "patch", { is_marked_difficult: true }],
])("an action %s moves the resource, whether its response shows it or not", async (segment, method, expected) => {
  for (const shown of [ORDER, DONE]) {
    const document = documentWith(STATES, { [`/orders/{id}${segment}`]: acts(method, shown) });
    mock = await startMock({ document, port: 0, state: true });
    const { id } = await send("POST", "/orders", { name: "lamp" });
    await send(method.toUpperCase(), `/orders/${id}${segment}`);
    expect(await send("GET", `/orders/${id}`)).toMatchObject(expected);
    await mock.close();
  }
});

test("what an action moves is found by the filter, and not by that of its former state", async () => {
  const document = documentWith(STATES, { "/orders/{id}/deactivate": acts("post", DONE) });
  mock = await startMock({ document, port: 0, state: true });
  const { id } = await send("POST", "/orders", { name: "lamp" });
  expect(await send("POST", `/orders/${id}/deactivate`)).toMatchObject({ ok: expect.any(Boolean) });
  expect(await send("GET", "/orders?status=open")).toEqual([]);
  expect(await send("GET", "/orders?status=inactive")).toHaveLength(1);
});

test.each(["patch", "put"])("%s to a part of a path changes the field that its body has", async (method) => {
  const document = documentWith(STATES, {
    "/orders/{id}/name": acts(method, DONE, { requestBody: sends({ name: TEXT }) }),
  });
  mock = await startMock({ document, port: 0, state: true });
  const { id } = await send("POST", "/orders", { name: "lamp" });
  await send(method.toUpperCase(), `/orders/${id}/name`, { name: "desk" });
  expect(await send("GET", `/orders/${id}`)).toMatchObject({ name: "desk" });
});

test("a POST that makes something else does not change the resource by fields of the same name", async () => {
  const payment: JsonObject = {
    type: "object",
    required: ["paymentId", "name"],
    properties: { paymentId: TEXT, name: TEXT },
  };
  const document = documentWith(STATES, {
    "/orders/{id}/payments": acts("post", payment, { requestBody: sends({ name: TEXT }) }),
  });
  mock = await startMock({ document, port: 0, state: true });
  const { id } = await send("POST", "/orders", { name: "lamp" });
  await send("POST", `/orders/${id}/payments`, { name: "first" });
  expect(await send("GET", `/orders/${id}`)).toMatchObject({ name: "lamp" });
});

test("what only an action or a removal sets is null in a new resource, and a documented default counts", async () => {
  const document = documentWith(STATES, { "/orders/{id}/mark-paid": acts("post", DONE) });
  const version = structuredClone(ORDER);
  Object.assign(version, { required: [...(ORDER.required as string[]), "version"] });
  Object.assign(version.properties as JsonObject, { version: { type: "integer", default: 1 } });
  const one = (document.paths as JsonObject)["/orders/{id}"] as JsonObject;
  Object.assign(one, { get: { responses: { "200": shows(version) } } });
  mock = await startMock({ document, port: 0, state: true });
  for (let made = 0; made < 5; made += 1) {
    const { id } = await send("POST", "/orders", { name: "lamp" });
    expect(await send("GET", `/orders/${id}`)).toMatchObject({ paid_at: null, version: 1 });
  }
});

test.each([true, false])(
  "an action takes the stage to the next one, and leaves the status, with a stage: %s",
  async (has) => {
    const properties: JsonObject = {
      id: { ...TEXT, readOnly: true },
      name: TEXT,
      status: { ...TEXT, enum: ["open", "won", "lost"] },
    };
    if (has) properties.stage = { ...TEXT, enum: ["lead", "offer", "contract"] };
    const deal: JsonObject = { type: "object", required: Object.keys(properties), properties };
    const body = { requestBody: sends({ name: TEXT }) };
    mock = await startMock({
      document: documentOf({
        "/deals": { post: { ...body, responses: { "201": shows(deal) } } },
        "/deals/{id}": { parameters: named("id"), get: { responses: { "200": shows(deal) } } },
        "/deals/{id}/advance": acts("post", deal),
      }),
      ...{ port: 0, state: true },
    });
    const { id } = await send("POST", "/deals", { name: "lamp" });
    const after = await send("POST", `/deals/${id}/advance`);
    expect(after).toMatchObject(has ? { stage: "offer", status: "open" } : { status: "won" });
  },
);
