import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const CUSTOMER = fields("id", "name");
const WITH_STATS: JsonObject = {
  type: "object",
  required: ["customer", "stats"],
  properties: { stats: { type: "object", properties: { paid: { type: "integer" } } }, customer: CUSTOMER },
};
const WITH_COUNT: JsonObject = {
  type: "object",
  required: ["customer", "count"],
  properties: { customer: CUSTOMER, count: { type: "integer" } },
};

const pathsOf = (one: JsonObject, item: JsonObject, made: JsonObject): JsonObject => ({
  "/customers": {
    get: { responses: { "200": shows({ type: "array", items: item }) } },
    post: {
      requestBody: { required: true, content: { "application/json": { schema: fields("name") } } },
      responses: { "201": shows(made) },
    },
  },
  "/customers/{id}": { parameters: named("id"), get: { responses: { "200": shows(one) } } },
});

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ["the response to a read", WITH_STATS, CUSTOMER, CUSTOMER],
  ["the items of a list", CUSTOMER, WITH_STATS, CUSTOMER],
  ["the response to a creation", CUSTOMER, CUSTOMER, WITH_STATS],
  ["the items of a list beside a number", CUSTOMER, WITH_COUNT, CUSTOMER],
])("a resource that has others beside it is found under its name in %s", async (_, one, item, made) => {
  mock = await startMock({ document: documentOf(pathsOf(one, item, made)), port: 0, state: true });
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"Zoe"}' };
  const created = await (await fetch(`${mock.url}/customers`, json)).json();
  const { id, name } = made === CUSTOMER ? created : created.customer;
  expect(name).toBe("Zoe");
  const read = await (await fetch(`${mock.url}/customers/${id}`)).json();
  expect(one === CUSTOMER ? read : read.customer).toEqual({ id, name });
  const listed = (await (await fetch(`${mock.url}/customers`)).json()).at(-1);
  expect(item === CUSTOMER ? listed : listed.customer).toEqual({ id, name });
});
