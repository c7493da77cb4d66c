import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named, shows } from "./placed-shapes.js";

const ID: JsonObject = { type: "integer", minimum: 1 };

/** Orders whose parts name them. @param field the name of the field of a part @param id the schema of identifiers */
function ordersPaths(field: string, id: JsonObject): JsonObject {
  const item = {
    type: "object",
    required: ["label", field],
    properties: { label: { type: "string" }, [field]: id, customerId: id },
  };
  const sent = { type: "object", properties: { note: { type: "string" }, items: { type: "array", items: item } } };
  const order = {
    type: "object",
    required: ["id", "items", "invoice"],
    properties: { id, note: { type: "string" }, items: { type: "array", minItems: 2, items: item }, invoice: item },
  };
  const content = (schema: JsonObject) => ({ description: "Done.", content: { "application/json": { schema } } });
  return {
    "/orders": {
      post: {
        requestBody: { content: { "application/json": { schema: sent } } },
        responses: { "201": content(order) },
      },
      get: { responses: { "200": content({ type: "array", items: order }) } },
    },
    "/orders/{order_id}": {
      parameters: [{ name: "order_id", in: "path", required: true, schema: id }],
      get: { responses: { "200": content(order), "404": { description: "None." } } },
    },
  };
}

test.each([
  ["orderId", ID],
  ["order_id", ID],
  ["orderId", { type: "string", format: "uuid" }],
] as const)(
  "the parts of a new resource that name it by %s have its identifier, unless they were sent so",
  async (field, id) => {
    const document = { openapi: "3.1.0", info: { title: "Orders", version: "1" }, paths: ordersPaths(field, id) };
    const mock = await startMock({ document, port: 0, state: true, rows: 2 });
    const create = async (body: JsonObject): Promise<JsonObject> => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${mock.url}/orders`, { method: "POST", headers, body: JSON.stringify(body) });
      return response.json();
    };
    try {
      const made = await create({ note: "soon" });
      expect(made).toMatchObject({ note: "soon", invoice: { [field]: made.id } });
      expect(made.items).toEqual([
        expect.objectContaining({ [field]: made.id }),
        expect.objectContaining({ [field]: made.id }),
      ]);
      expect(Object(made.invoice).customerId).not.toBe(made.id);
      const [own, other] =
        id.type === "integer"
          ? [77, 78]
          : ["0b6ff0a6-8d6c-4c3a-9b0b-0d3a7a4f7f11", "0b6ff0a6-8d6c-4c3a-9b0b-0d3a7a4f7f12"];
      const sent = await create({
        items: [
          { label: "a", [field]: own },
          { label: "b", [field]: other },
        ],
      });
      expect(sent.items).toMatchObject([{ [field]: own }, { [field]: other }]);
      const listed: JsonObject[] = await (await fetch(`${mock.url}/orders`)).json();
      expect(listed.length).toBeGreaterThan(2);
      for (const order of listed) expect(order.invoice).toMatchObject({ [field]: order.id });
    } finally {
      await mock.close();
    }
  },
);

test("a list of other things than the resources of its path has things of its own, each once", async () => {
  const operation = fields("method", "name", "path");
  // Without a type, a generated service may be a text.
  const service: JsonObject = {
    required: ["id"],
    properties: { id: { type: "string" }, operations: { type: "array", items: operation } },
  };
  const page = ["page", "size"].map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const document = documentOf({
    "/services": { get: { parameters: page, responses: { "200": shows(service) } } },
    "/services/{id}": { parameters: named("id"), get: { responses: { "200": shows(service) } } },
  });
  const mock = await startMock({ document, port: 0, state: true, rows: 20 });
  try {
    const { operations } = await (await fetch(`${mock.url}/services`)).json();
    const different = new Set(operations.map((item: object) => JSON.stringify(item)));
    expect([operations.length, different.size]).toEqual([20, 20]);
  } finally {
    await mock.close();
  }
});

test("objects with any fields are created and found, and an example that is a text of JSON is not sent in their place", async () => {
  const free: JsonObject = { type: "object", example: '{"id": "text"}' };
  const document = documentOf({
    ...kind("/collections", "/collections/{name}", fields("name"), named("name")),
    "/collections/{name}/documents": {
      parameters: named("name"),
      post: { requestBody: { content: { "application/json": { schema: free } } }, responses: { "201": shows(free) } },
    },
    "/collections/{name}/documents/{id}": {
      parameters: named("name", "id"),
      get: { responses: { "200": shows(free), "404": { description: "" } } },
      delete: { responses: { "204": { description: "" } } },
    },
  });
  const mock = await startMock({ document, port: 0, state: true });
  const send = async (method: string, path: string, sent?: JsonObject) => {
    const body = sent && { headers: { "content-type": "application/json" }, body: JSON.stringify(sent) };
    const response = await fetch(`${mock.url}${path}`, { method, ...body });
    return [response.status, JSON.parse((await response.text()) || "null")];
  };
  try {
    await send("POST", "/collections", { name: "c" });
    const [, made] = await send("POST", "/collections/c/documents", { title: "First" });
    expect(made).toEqual({ id: expect.any(String), title: "First" });
    expect(await send("GET", `/collections/c/documents/${made.id}`)).toEqual([200, made]);
    expect((await send("POST", "/collections/c/documents", { id: "own", n: 1 }))[1]).toEqual({ id: "own", n: 1 });
    expect(await send("GET", "/collections/c/documents/own")).toEqual([200, { id: "own", n: 1 }]);
    await send("DELETE", "/collections/c/documents/own");
    expect((await send("GET", "/collections/c/documents/own"))[0]).toBe(404);
  } finally {
    await mock.close();
  }
});

test("a list whose items and whose resource show no identifier has what a creation made", async () => {
  const inData = (data: JsonObject): JsonObject => ({
    type: "object",
    required: ["data"],
    properties: { status: { type: "string" }, data },
  });
  const link = fields("url", "scope");
  const requestBody = { content: { "application/json": { schema: link } } };
  const document = documentOf({
    "/links": {
      get: { responses: { "200": shows(inData({ type: "array", items: link })) } },
      post: { requestBody, responses: { "201": shows(inData(fields("id"))) } },
    },
    "/links/{id}": {
      parameters: named("id"),
      get: { responses: { "200": shows(inData(link)), "404": { description: "" } } },
    },
  });
  const mock = await startMock({ document, port: 0, state: true });
  try {
    const headers = { "content-type": "application/json" };
    await fetch(`${mock.url}/links`, { method: "POST", headers, body: '{"url":"a"}' });
    expect((await (await fetch(`${mock.url}/links`)).json()).data).toEqual([{ url: "a" }]);
  } finally {
    await mock.close();
  }
});

test("a POST that only reads an object with any fields creates none", async () => {
  const free: JsonObject = { type: "object" };
  const requestBody = { content: { "application/json": { schema: { type: "array", items: { type: "string" } } } } };
  const document = documentOf({
    "/genes": { post: { operationId: "getGenesUsingPOST", requestBody, responses: { "201": shows(free) } } },
    "/genes/{id}": { parameters: named("id"), get: { operationId: "getGene", responses: { "200": shows(free) } } },
  });
  const mock = await startMock({ document, port: 0, state: true });
  try {
    const headers = { "content-type": "application/json" };
    const found = await fetch(`${mock.url}/genes`, { method: "POST", headers, body: '["a"]' });
    expect([found.status, found.headers.get("mock-state")]).toEqual([201, "documented"]);
  } finally {
    await mock.close();
  }
});
