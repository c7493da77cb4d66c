import { afterAll, expect, test } from "vitest";
import { type Mock, type MockOptions, startMock } from "#mock/mock.js";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { PAGINGS, thingsDocument } from "#test/state/things.js";

const running: Mock[] = [];
afterAll(() => Promise.all(running.map((mock) => mock.close())));

interface Answer {
  status: number;
  headers: Headers;
  body: JsonObject;
  items: JsonObject[];
}

/** A stateful mock, and a function that sends it requests. */
async function started(options: Partial<MockOptions> = {}, document: OpenApiDocument = thingsDocument()) {
  const mock = await startMock({ document, port: 0, state: true, ...options });
  running.push(mock);
  const send = async (
    method: string,
    path: string,
    json?: Json,
    { key = "k", ...more }: Record<string, string> = {},
  ): Promise<Answer> => {
    const type = json === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${mock.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...type, ...more },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const body = text === "" ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, body, items: body.items ?? body };
  };
  /** Creates by a form. */
  const form = async (path: string, fields: Record<string, string>): Promise<Pick<Answer, "body" | "status">> => {
    const headers = { authorization: "Bearer k" };
    const response = await fetch(mock.url + path, { method: "POST", headers, body: new URLSearchParams(fields) });
    return { status: response.status, body: await response.json() };
  };
  return { mock, send, form };
}

test("what a client creates is shown, listed, changed, and gone after its deletion", async () => {
  const { send } = await started();
  const created = await send("POST", "/things", { name: "lamp", secret: "s3", archived: true });
  expect([created.status, created.body.name, created.body.color]).toEqual([201, "lamp", "red"]);
  const { id } = created.body;
  const path = `/things/${id}`;
  expect(created.headers.get("location")).toBe(path);
  const shown = await send("GET", path);
  expect(shown.body).toEqual(created.body);
  expect(shown.body.secret, "a writeOnly field is not shown").toBeUndefined();
  expect((await send("GET", "/things")).items).toEqual([created.body]);
  const replaced = await send("PUT", path, { name: "desk lamp", color: "blue" });
  expect([replaced.body.name, replaced.body.id, replaced.body.createdAt]).toEqual([
    "desk lamp",
    id,
    shown.body.createdAt,
  ]);
  expect((await send("GET", path)).body).toEqual(replaced.body);
  expect((await send("DELETE", path)).status).toBe(204);
  expect([(await send("GET", path)).status, (await send("DELETE", path)).status]).toEqual([404, 404]);
  expect((await send("GET", "/things")).items).toEqual([]);
});

test("a merge patch, a JSON Patch, an entity tag and a condition are those of their standards", async () => {
  const { send } = await started();
  const { body } = await send("POST", "/things", { name: "lamp", code: "L1" });
  const path = `/things/${body.id}`;
  const tag = (await send("GET", path)).headers.get("etag") ?? "";
  const merged = await send(
    "PATCH",
    path,
    { code: null, color: "green" },
    { "content-type": "application/merge-patch+json" },
  );
  expect([merged.body.code, merged.body.color]).toEqual([undefined, "green"]);
  const patch = [{ op: "replace", path: "/name", value: "torch" }];
  const patched = await send("PATCH", path, patch, { "content-type": "application/json-patch+json" });
  expect(patched.body.name).toBe("torch");
  const type = { "content-type": "application/merge-patch+json" };
  expect((await send("PATCH", path, { name: "x" }, { ...type, "if-match": tag })).status).toBe(412);
  const now = (await send("GET", path)).headers.get("etag") ?? "";
  expect(now).not.toBe(tag);
  expect((await send("PATCH", path, { name: "x" }, { ...type, "if-match": now })).status).toBe(200);
});

test("an action and its opposite show in the field that is named after them", async () => {
  const { send } = await started();
  const { body } = await send("POST", "/things", { name: "lamp" });
  const path = `/things/${body.id}`;
  expect((await send("POST", `${path}/archive`)).body.archived).toBe(true);
  expect((await send("GET", path)).body.archived).toBe(true);
  await send("DELETE", `${path}/archive`);
  expect((await send("GET", path)).body.archived).toBe(false);
});

test("resources below another one belong to it, and end with it", async () => {
  const { send } = await started();
  const [one, other] = [
    (await send("POST", "/things", { name: "a" })).body,
    (await send("POST", "/things", { name: "b" })).body,
  ];
  const part = await send("POST", `/things/${one.id}/parts`, { label: "screw" });
  expect([part.status, part.body.thingId, part.body.label]).toEqual([201, one.id, "screw"]);
  expect((await send("GET", `/things/${one.id}/parts`)).items).toEqual([part.body]);
  expect((await send("GET", `/things/${other.id}/parts`)).items).toEqual([]);
  expect((await send("GET", `/things/${other.id}/parts/${part.body.id}`)).status).toBe(404);
  await send("DELETE", `/things/${one.id}`);
  expect((await send("GET", `/things/${one.id}/parts/${part.body.id}`)).status).toBe(404);
});

test("a unique field, a single resource, and a filter are as the document says", async () => {
  const { send } = await started();
  expect((await send("POST", "/things", { name: "a", code: "A", color: "blue" })).status).toBe(201);
  expect((await send("POST", "/things", { name: "b", code: "A" })).status).toBe(409);
  await send("POST", "/things", { name: "c", code: "C", color: "green" });
  const blue = await send("GET", "/things?color=blue");
  expect([blue.items.map(({ name }) => name), blue.body.total]).toEqual([["a"], 1]);
  await send("PATCH", "/settings", { theme: "dark" });
  expect((await send("GET", "/settings")).body.theme).toBe("dark");
});

test("a header says whether a response is from the state, and an operation that cannot be inferred is as without state", async () => {
  const { send } = await started();
  const [kept, documented] = [await send("GET", "/things"), await send("GET", "/weather")];
  expect([kept.headers.get("mock-state"), documented.headers.get("mock-state")]).toEqual(["kept", "documented"]);
  expect(kept.headers.get("x-mock-choice")).toBe("state of the mock");
  const preferred = await send("GET", `/things/${crypto.randomUUID()}`, undefined, { prefer: "code=200" });
  expect([preferred.status, preferred.headers.get("mock-state")]).toEqual([200, "documented"]);
});

test.each(Object.entries(PAGINGS))("a list that is paged by %s yields each resource once", async (kind, paging) => {
  const { send } = await started({ rows: 23 }, thingsDocument(paging));
  const ids: Json[] = [];
  let path: string | undefined = "/things?limit=5";
  for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
    const { body, items }: Answer = await send("GET", path);
    ids.push(...items.map(({ id = null }) => id));
    const isLast = items.length < 5;
    switch (kind) {
      case "page":
        expect([body.total, body.totalPages]).toEqual([23, 5]);
        path = isLast ? undefined : `/things?limit=5&page=${pages + 2}`;
        break;
      case "item":
        expect(body.has_more).toBe(!isLast);
        path = isLast ? undefined : `/things?limit=5&starting_after=${ids.at(-1)}`;
        break;
      case "cursor":
        path = body.nextCursor ? `/things?limit=5&cursor=${body.nextCursor}` : undefined;
        break;
      default:
        path = body.next ? String(body.next) : undefined;
    }
  }
  expect([ids.length, new Set(ids).size]).toEqual([23, 23]);
});

test("each key has data of its own, and another key is rejected", async () => {
  const { send } = await started({ keys: ["one", "two"] });
  const { body } = await send("POST", "/things", { name: "lamp" }, { key: "one" });
  const statuses = await Promise.all(
    ["one", "two", "three"].map(async (key) => (await send("GET", `/things/${body.id}`, undefined, { key })).status),
  );
  expect(statuses).toEqual([200, 404, 401]);
  const unknown = await send("GET", `/things/${body.id}`, undefined, { key: "three" });
  expect([unknown.body.title, unknown.body.detail ?? ""].join(": ")).toMatch(/The key is unknown/);
  expect(JSON.stringify(unknown.body)).not.toContain("missing");
});

test("the control plane resets, reads, writes and adds to the state, for its token alone", async () => {
  const id = crypto.randomUUID();
  const seedData = { "/things": [{ id, name: "seeded", createdAt: "2026-01-01T00:00:00Z" }] };
  const { mock, send } = await started({ control: true, seedData });
  const control = (method: string, path: string, json?: Json, more: Record<string, string> = {}) =>
    send(method, `/_mock${path}`, json, { key: mock.controlToken ?? "", ...more });
  const names = async () => (await send("GET", "/things")).items.map(({ name }) => name);
  await send("POST", "/things", { name: "new" });
  expect(await names()).toEqual(["seeded", "new"]);
  const { body: snapshot } = await control("GET", "/snapshot");
  expect((await control("POST", "/reset")).status).toBe(204);
  expect(await names()).toEqual(["seeded"]);
  expect((await control("PUT", "/snapshot", snapshot)).status).toBe(204);
  expect(await names()).toEqual(["seeded", "new"]);
  await control("POST", "/seed", { "/things": [{ name: "more" }], "/settings": { theme: "dark" } });
  expect(await names()).toEqual(["seeded", "new", "more"]);
  expect((await control("POST", "/seed", { "/nothing": [] })).status).toBe(422);
  expect((await control("POST", "/reset", undefined, { key: "wrong" })).status).toBe(401);
  expect((await control("POST", "/reset", undefined, { origin: "https://example.com" })).status).toBe(403);
});

test("the state begins with the examples of the document", async () => {
  const document = thingsDocument();
  const id = crypto.randomUUID();
  const example = { id, name: "of the document", createdAt: "2026-01-01T00:00:00Z" };
  const list = JSON.stringify(document).replace('"total"]', '"total"],"examples":[]');
  const changed: OpenApiDocument = JSON.parse(list);
  const content = Object(changed).paths["/things"].get.responses["200"].content["application/json"];
  content.examples = { usual: { value: { items: [example], total: 1 } } };
  const { send } = await started({}, changed);
  expect((await send("GET", `/things/${id}`)).body.name).toBe("of the document");
  const { send: empty } = await started({ seedData: {} }, changed);
  expect((await empty("GET", "/things")).items).toEqual([]);
});

test("options of the state need a state, and the control plane needs loopback", async () => {
  const document = thingsDocument();
  await expect(startMock({ document, port: 0, faults: ["lost-field"] })).rejects.toThrow("Add --stateful");
  await expect(startMock({ document, port: 0, state: true, control: true, host: "0.0.0.0" })).rejects.toThrow(
    "loopback",
  );
  await expect(startMock({ document, port: 0, state: true, seedData: { "/nothing": {} } })).rejects.toThrow("/nothing");
});

test("a field is shown as the resource that it names where a request asks for it, in one resource and in lists", async () => {
  const document = await loadDocument("test/servers/orders/orders.yaml");
  const { send, form } = await started({ seedData: {} }, document);
  const { body: customer } = await form("/v1/customers", { name: "Kim", email: "kim@example.com" });
  const { body: order } = await form("/v1/orders", {
    customer: String(customer.id),
    currency: "eur",
    "items[0][sku]": "LAMP",
    "items[0][unit_amount]": "500",
  });
  expect(order.customer).toBe(customer.id);
  const expanded = await send("GET", `/v1/orders/${order.id}?expand[0]=customer`);
  expect(expanded.body).toMatchObject({ id: order.id, customer });
  const { body } = await send("GET", "/v1/orders?expand[0]=data.customer");
  expect(body.data).toMatchObject([{ id: order.id, customer }]);
  expect((await send("GET", `/v1/orders/${order.id}`)).body.customer).toBe(customer.id);
});

test("a response that is not ready says where its state is, and that address shows it", async () => {
  const { send } = await started({ seedData: {} }, await loadDocument("test/servers/archive/archive.yaml"));
  const { body } = await send("POST", "/projects", { name: "Lamps", ownerId: crypto.randomUUID() });
  const { id } = Object(body.data);
  const begun = await send("POST", `/projects/${id}/exports`, { format: "csv" });
  expect(begun.status).toBe(202);
  const shown = await send("GET", begun.headers.get("location") ?? "");
  expect(shown.status).toBe(200);
  expect(shown.body).toEqual(begun.body);
});

test("a list whose items nothing can create keeps its items, and shows each once", async () => {
  const event = {
    type: "object",
    properties: { text: { type: "string" }, at: { type: "string", format: "date-time" } },
  };
  const get = {
    parameters: [
      { name: "offset", in: "query", schema: { type: "integer", default: 0 } },
      { name: "limit", in: "query", schema: { type: "integer" } },
    ],
    responses: {
      "200": {
        description: "Events.",
        content: {
          "application/json": { schema: { type: "object", properties: { items: { type: "array", items: event } } } },
        },
      },
    },
  };
  const { send } = await started({ rows: 5 }, thingsDocument(undefined, { "/events": { get } }));
  const pages = [await send("GET", "/events?limit=3"), await send("GET", "/events?limit=3&offset=3")];
  const all = (await send("GET", "/events?limit=9")).items;
  expect(all).toHaveLength(5);
  expect(pages.flatMap(({ items }) => items)).toEqual(all);
  expect(new Set(all.map((item) => JSON.stringify(item))).size).toBe(5);
});

test("the resource of an example has the identifier of its path, also where its body has another one", async () => {
  const document = thingsDocument();
  const [named, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const item = Object(document).paths["/things/{id}"];
  item.parameters[0].example = named;
  item.get.responses["200"].content["application/json"].example = {
    id: other,
    name: "lamp",
    createdAt: "2026-01-01T00:00:00Z",
  };
  const { send } = await started({}, document);
  expect((await send("GET", `/things/${named}`)).body).toMatchObject({ id: named, name: "lamp" });
});

test("Location is in the form that the document describes", async () => {
  const document = thingsDocument();
  const { paths } = Object(document);
  const created = paths["/things"].post.responses["201"];
  created.headers.Location.schema = { type: "string", pattern: "^/things/" };
  Object.assign(document, {
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [`/api/v1${path}`, item])),
  });
  const { send } = await started({}, document);
  const { body, headers } = await send("POST", "/api/v1/things", { name: "lamp" });
  expect(headers.get("location")).toBe(`/things/${body.id}`);
});

test("an uploaded file comes back with its bytes, type and name, in parts too, and ends with its resource", async () => {
  const { mock } = await started({ seedData: {} }, await loadDocument("test/servers/archive/archive.yaml"));
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const authorization = "Bearer k";
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(mock.url + path, { ...init, headers: { authorization, ...init.headers } });
  const form = new FormData();
  form.set("title", "Every byte");
  form.set("file", new File([bytes], "every é.bin", { type: "application/x-every" }));
  const created = await ask("/files", { method: "POST", body: form });
  const { data } = await created.json();
  expect(data).toMatchObject({ title: "Every byte", contentType: "application/x-every", size: 256 });
  const download = await ask(`/files/${data.id}/content`);
  expect([download.status, download.headers.get("content-type"), download.headers.get("mock-state")]).toEqual([
    200,
    "application/x-every",
    "kept",
  ]);
  expect(new Uint8Array(await download.arrayBuffer())).toEqual(bytes);
  expect((await ask(`/files/${data.id}`, { method: "DELETE" })).status).toBe(204);
  expect((await ask(`/files/${data.id}/content`)).status).toBe(404);
});

test("bytes at a path are there after their upload, replaced by the next one, and removed with what is around them", async () => {
  const document = structuredClone(await loadDocument("test/servers/archive/archive.yaml"));
  const { get } = Object(document).paths["/projects/{projectId}/cover"];
  get.responses["206"] = { ...get.responses["200"], description: "A part." };
  const { mock, send } = await started({ seedData: {}, control: true }, document);
  const { body } = await send("POST", "/projects", { name: "Lamps", ownerId: crypto.randomUUID() });
  const path = `/projects/${Object(body.data).id}/cover`;
  const ask = (init: RequestInit = {}) =>
    fetch(mock.url + path, { ...init, headers: { authorization: "Bearer k", ...init.headers } });
  const put = (type: string, text: string) => ask({ method: "PUT", body: text, headers: { "content-type": type } });
  expect((await ask()).status).toBe(404);
  expect([(await put("image/png", "first")).status, (await put("application/octet-stream", "second")).status]).toEqual([
    201, 204,
  ]);
  const shown = await ask();
  expect([shown.headers.get("content-type"), await shown.text()]).toEqual(["application/octet-stream", "second"]);
  const part = await ask({ headers: { range: "bytes=2-" } });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 2-5/6", "cond"]);
  expect((await ask({ headers: { range: "bytes=9-" } })).status).toBe(416);
  const control = (method: string, at: string, json?: Json) =>
    send(method, `/_mock${at}`, json, { key: mock.controlToken ?? "" });
  const { body: snapshot } = await control("GET", "/snapshot");
  await send("DELETE", path.replace("/cover", ""));
  expect((await ask()).status).toBe(404);
  await control("PUT", "/snapshot", snapshot);
  expect(await (await ask()).text()).toBe("second");
});

test("the resources that the examples of paths name exist at the start, and rows are generated beside them", async () => {
  const document = thingsDocument();
  const id = crypto.randomUUID();
  const { paths } = Object(document);
  paths["/things/{id}/parts"].parameters = [{ ...paths["/things/{id}/parts"].parameters[0], example: id }];
  const { send } = await started({}, document);
  expect((await send("GET", `/things/${id}/parts`)).status).toBe(200);
  expect((await send("GET", `/things/${id}`)).body).toMatchObject({ id });
  const { send: sendToMany } = await started({ rows: 5 }, document);
  const { items } = await sendToMany("GET", "/things");
  expect([items.length, items.some((item) => item.id === id)]).toEqual([5, true]);
});
