import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";

const SITE: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const shown: JsonObject = { description: "The site.", content: { "application/json": { schema: SITE } } };
const missing: JsonObject = { description: "It is missing." };

/** A site that only PUT could create. */
function sitesDocument(put: JsonObject) {
  const requestBody = {
    content: { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } },
  };
  return documentOf({
    "/sites/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": shown, "404": missing } },
      put: { requestBody, ...put },
      delete: { responses: { "204": missing, "404": missing } },
    },
  });
}

/** A mock of such sites, and a change of one. */
async function changing(put: JsonObject, work: (site: string, change: () => Promise<Response>) => Promise<void>) {
  const mock = await startMock({
    document: sitesDocument(put),
    port: 0,
    state: true,
    seedData: { "/sites/b2": { id: "b2", name: "Old" } },
  });
  const headers = { "content-type": "application/json" };
  try {
    await work(`${mock.url}/sites/b2`, () =>
      fetch(`${mock.url}/sites/b2`, { method: "PUT", body: '{"name":"New"}', headers }),
    );
  } finally {
    await mock.close();
  }
}

test("a change gets its only documented success, also if that is 201 beside `default`", () =>
  changing({ responses: { "201": shown, default: missing } }, async (_, change) => {
    const response = await change();
    expect([response.status, await response.json()]).toEqual([201, { id: "b2", name: "New" }]);
  }));

test("a valid change is done also by an operation that documents errors alone", () =>
  changing({ responses: { "400": missing, "500": missing } }, async (site, change) => {
    expect((await change()).status).toBe(200);
    expect(await (await fetch(site)).json()).toEqual({ id: "b2", name: "New" });
  }));

test.each<[status: number, put: JsonObject]>([
  [201, { responses: { "200": shown, "201": shown, "404": missing } }],
  [200, { operationId: "upsertSite", responses: { "200": shown, "404": missing } }],
  [404, { operationId: "saveSite", responses: { "200": shown, "404": missing } }],
])("PUT of an unknown identifier gets %i by %j", async (status, put) => {
  const mock = await startMock({ document: sitesDocument(put), port: 0, state: true });
  try {
    const site = `${mock.url}/sites/a1`;
    const init = { method: "PUT", body: '{"name":"Home"}', headers: { "content-type": "application/json" } };
    expect((await fetch(site, init)).status).toBe(status);
    const read = await fetch(site);
    expect(read.status).toBe(status === 404 ? 404 : 200);
    if (status !== 404) expect(await read.json()).toEqual({ id: "a1", name: "Home" });
  } finally {
    await mock.close();
  }
});

test("POST at the path of a resource creates it, where the document has 201", async () => {
  const created: JsonObject = { ...shown, description: "Created." };
  const paths = sitesDocument({ operationId: "saveSite", responses: { "200": shown, "404": missing } }).paths;
  const item = Object(Object(paths)["/sites/{id}"]);
  const post = { requestBody: item.put.requestBody, responses: { "201": created, "409": missing } };
  const list = {
    get: {
      responses: {
        "200": { description: "", content: { "application/json": { schema: { type: "array", items: SITE } } } },
      },
    },
  };
  const document = documentOf({ "/sites": list, "/sites/{id}": { ...item, post } });
  const mock = await startMock({ document, port: 0, state: true });
  const send = (method: string, path: string, name?: string) =>
    fetch(mock.url + path, {
      method,
      ...(name !== undefined && { body: JSON.stringify({ name }), headers: { "content-type": "application/json" } }),
    });
  try {
    expect((await send("GET", "/sites/a1")).status).toBe(404);
    expect((await send("PUT", "/sites/a1", "Home")).status).toBe(404);
    expect((await send("POST", "/sites/a1", "Home")).status).toBe(201);
    expect((await send("POST", "/sites/a1", "Other")).status).toBe(409);
    expect((await send("PUT", "/sites/a1", "House")).status).toBe(200);
    expect(await (await send("GET", "/sites")).json()).toEqual([{ id: "a1", name: "House" }]);
    expect((await send("DELETE", "/sites/a1")).status).toBe(204);
    expect((await send("POST", "/sites/a1", "Again")).status).toBe(201);
  } finally {
    await mock.close();
  }
});
