import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const TEXT: JsonObject = { type: "string" };
const NUMBER: JsonObject = { type: "integer" };
const objectOf = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: "object",
  required,
  properties,
});
const ORDER = objectOf({
  ...{ orderId: { ...NUMBER, readOnly: true }, title: TEXT, status: { ...TEXT, enum: ["open", "paid"] } },
  startAt: { ...TEXT, format: "date-time" },
});
const PAGE = objectOf({
  content: { type: "array", items: ORDER },
  ...{ totalElements: NUMBER, totalPages: NUMBER, number: NUMBER, size: NUMBER },
});
const COUNTED = ["page", "size"].map((name) => ({ name, in: "query", schema: { ...NUMBER, minimum: 0 } }));
const LIST: JsonObject = { type: "array", items: TEXT };
const FILTER = objectOf({ status: LIST, startDate: TEXT, endDate: TEXT }, []);
const sends = (schema: JsonObject) => ({ required: true, content: { "application/json": { schema } } });

const documentWith = (path: string, body: JsonObject, page: JsonObject = PAGE) => {
  const one = page !== WRAPPED ? ORDER : objectOf({ isSuccess: { type: "boolean" }, result: ORDER });
  return documentOf({
    "/orders": { post: { requestBody: sends(ORDER), responses: { "201": shows(ORDER) } } },
    "/orders/{orderId}": { parameters: named("orderId"), get: { responses: { "200": shows(one) } } },
    [path]: { post: { parameters: COUNTED, requestBody: sends(body), responses: { "200": shows(page) } } },
  });
};

async function post(path: string, json: JsonObject) {
  const body = { headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
  return (await fetch(`${mock?.url}${path}`, { method: "POST", ...body })).json();
}

const NESTED = objectOf({ keyword: TEXT, searchFilter: FILTER }, []);
const WRAPPED = objectOf({ isSuccess: { type: "boolean" }, result: PAGE });

test.each<[string, string, JsonObject, JsonObject]>([
  ["beside the creation", "/orders/search", NESTED, PAGE],
  ["below another segment", "/orders/my/search", NESTED, PAGE],
  ["called a query", "/orders/query", NESTED, PAGE],
  ["in an envelope", "/orders/search", NESTED, WRAPPED],
])("a POST that searches lists what was created, %s", async (_, path, body, page) => {
  mock = await startMock({ document: documentWith(path, body, page), port: 0, state: true, rows: 5 });
  const pageOf = async (query: string, json: JsonObject) => {
    const shown = await post(`${path}${query}`, json);
    return page === WRAPPED ? shown.result : shown;
  };
  const made = await post("/orders", { title: "Quark", status: "paid", startAt: "2031-02-03T09:00:00Z" });
  const all = await pageOf("?size=4", {});
  expect(all).toMatchObject({ totalElements: 6, totalPages: 2, number: 0, size: 4 });
  expect((await pageOf("?size=4&page=1", {})).content).toHaveLength(2);
  expect((await pageOf("", { keyword: "quark" })).content).toEqual([made]);
  expect((await pageOf("", { searchFilter: { status: [] } })).totalElements).toBe(6);
  const paid: JsonObject[] = (await pageOf("", { searchFilter: { status: ["paid"] } })).content;
  expect(paid).toContainEqual(made);
  expect(paid.every(({ status }) => status === "paid")).toBe(true);
  expect((await pageOf("", { searchFilter: { startDate: "2031-02-01" } })).content).toEqual([made]);
  expect((await pageOf("", { searchFilter: { endDate: "2031-02-01" } })).totalElements).toBe(5);
});

test("a POST that creates one is not a search", async () => {
  mock = await startMock({ document: documentWith("/orders/import", NESTED, ORDER), port: 0, state: true });
  const { orderId } = await post("/orders", { title: "Quark", status: "open", startAt: "2031-02-03T09:00:00Z" });
  expect((await (await fetch(`${mock.url}/orders/${orderId}`)).json()).title).toBe("Quark");
});
