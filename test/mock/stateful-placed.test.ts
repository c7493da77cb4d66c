import { join } from "node:path";
import Database from "libsql";
import { setupServer } from "msw/node";
import { afterEach, expect, test } from "vitest";
import { type Mock, type MockOptions, startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { temporaryFolder } from "#test/temporary.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named, SHAPES, type Shape } from "./placed-shapes.js";

const ROWS: [string, Shape][] = Object.entries(SHAPES);

const running = new Set<Mock>();
afterEach(async () => {
  for (const mock of running) await mock.close();
  running.clear();
});

type Send = (method: string, path: string, json?: JsonObject) => Promise<{ status: number; body: never; at: string }>;

function sender(url: string): Send {
  return async (method, path, json) => {
    const body = json && { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
    const response = await fetch(`${url}${path}`, { method, ...body });
    const text = await response.text();
    const at = response.headers.get("location") ?? "";
    return { status: response.status, body: JSON.parse(text || "null") as never, at };
  };
}

async function started(document: OpenApiDocument, options: Partial<MockOptions> = {}) {
  const mock = await startMock({ document, port: 0, state: true, ...options });
  running.add(mock);
  return { mock, send: sender(mock.url) };
}

/** Creates a resource, and says its identifier. */
async function create(send: Send, collection: string, json: JsonObject): Promise<string> {
  const { status, at } = await send("POST", collection, json);
  expect(status).toBe(201);
  return decodeURIComponent(at.split("/").at(-1) ?? "");
}

/** What a collection below a resource does in its life. */
async function live(send: Send, { top, key, below, field }: Shape): Promise<void> {
  const [one, other] = [await create(send, top, { [key]: "A" }), await create(send, top, { [key]: "B" })];
  expect((await send("POST", below("missing"), {})).status).toBe(422);
  const own = await send("POST", below(one), { id: "x", noteId: "x" });
  expect(own).toMatchObject({ status: 201, at: `${below(one)}/x`, body: field ? { [field]: one } : {} });
  expect((await send("GET", `${below(one)}/x`)).status).toBe(200);
  expect((await send("GET", `${below(other)}/x`)).status).toBe(404);
  expect((await send("GET", below(one))).body).toHaveLength(1);
  expect((await send("GET", below(other))).body).toEqual([]);
  for (const [method, path, json] of [
    ["GET", below("missing")],
    ["POST", below("missing"), { id: "y", noteId: "y" }],
    ["GET", `${below("missing")}/x`],
    ["DELETE", `${below("missing")}/x`],
  ] as const) {
    expect([method, path, (await send(method, path, json)).status]).toEqual([method, path, 404]);
  }
  await create(send, below(other), { id: "x", noteId: "x" });
  expect((await send("DELETE", `${top}/${one}`)).status).toBe(204);
  expect((await send("GET", `${below(one)}/x`)).status).toBe(404);
  await create(send, top, { [key]: one });
  expect((await send("GET", below(one))).body, "nothing comes back").toEqual([]);
  expect((await send("GET", `${below(other)}/x`)).status).toBe(200);
}

test.each(ROWS)("what a path names before the resource around it lives below that: %s", async (_, shape) => {
  const { send } = await started(shape.document);
  await live(send, shape);
});

test.each(ROWS)("and in handlers of MSW: %s", async (_, shape) => {
  const places = Object.fromEntries(
    operationsOf(shape.document).map(({ id, method, path }) => [id, [method, path] as const]),
  );
  const handlers = contractHandlers<Record<string, never>>(shape.document, places).handlers({}, { state: true });
  const server = setupServer(...handlers);
  server.listen({ onUnhandledRequest: "error" });
  try {
    await live(sender("https://api.example.com"), shape);
  } finally {
    server.close();
  }
});

test("seed data, snapshots, addresses and messages have the paths that the document writes", async () => {
  const shape = SHAPES["with resources below its own"];
  const seedData = {
    "/project": [{ code: "A", title: "first" }],
    "/suite/A": [{ id: "s", title: "login" }],
    "/suite/A/s/steps": [{ stepId: "1", text: "open" }],
  };
  const { mock, send } = await started(shape.document, { seedData, control: true, controlToken: "token" });
  expect((await send("GET", "/suite/A")).body).toEqual(seedData["/suite/A"]);
  expect((await send("GET", "/suite/A/s/steps/1")).body).toEqual({ stepId: "1", text: "open" });
  expect((await send("GET", "/suite/B/s/steps/1")).body).toMatchObject({
    detail: expect.stringContaining("/project/…"),
  });
  expect((await send("GET", "/suite/A/t/steps/1")).body).toMatchObject({
    detail: expect.stringContaining("/suite/…/…"),
  });
  expect((await send("GET", "/nothing")).body).toMatchObject({
    detail: expect.stringContaining("/suite/{projectCode}"),
  });
  const headers = { authorization: "Bearer token" };
  const snapshot = await (await fetch(`${mock.url}/_mock/snapshot`, { headers })).json();
  expect(Object.values(Object(snapshot))).toEqual([seedData]);
  await expect(started(shape.document, { seedData: { "/project/A/suite": [] } })).rejects.toThrow(
    "Resources live at /project/…, /suite/…/…, /suite/…/…/steps/….",
  );
});

test("examples of a path seed the resource around, and a mock that starts again has what is below it", async () => {
  const persist = join(await temporaryFolder("placed"), "state.sqlite");
  const shape = SHAPES["by the name of its parameter"];
  const paths = structuredClone(shape.document.paths ?? {});
  Object(paths)["/comments/{post_id}"].parameters[0].example = "p";
  const document = { ...shape.document, paths };
  const first = await started(document, { persist });
  expect((await first.send("GET", "/posts/p")).status).toBe(200);
  await create(first.send, "/comments/p", { id: "x" });
  running.delete(first.mock);
  await first.mock.close();
  const { send } = await started(document, { persist });
  expect((await send("GET", "/comments/p")).body).toEqual([{ id: "x", post_id: "p" }]);
  expect((await send("PATCH", "/comments/p/x", { id: "x", text: "new" })).body).toMatchObject({ text: "new" });
  await send("DELETE", "/posts/p");
  expect((await send("GET", "/comments/p/x")).status).toBe(404);
});

test("a state that a version before the places has kept is read, changed and removed", async () => {
  const persist = join(await temporaryFolder("placed"), "state.sqlite");
  const { document } = SHAPES["by the name of its parameter"];
  const first = await started(document, { persist });
  await create(first.send, "/posts", { id: "p" });
  for (const id of ["x", "y"]) await create(first.send, "/comments/p", { id });
  running.delete(first.mock);
  await first.mock.close();
  const file = new Database(persist);
  const former = "UPDATE mock_resources SET family = '/comments/{}/{}' WHERE family = '/posts/{}/comments/{}'";
  expect(file.prepare(former).run().changes).toBe(2);
  file.close();
  const second = await started(document, { persist });
  expect((await second.send("GET", "/comments/p")).body).toHaveLength(2);
  await second.send("PATCH", "/comments/p/y", { id: "y", text: "new" });
  expect((await second.send("DELETE", "/comments/p/x")).status).toBe(204);
  running.delete(second.mock);
  await second.mock.close();
  const { send } = await started(document, { persist });
  expect((await send("GET", "/comments/p")).body).toEqual([{ id: "y", text: "new", post_id: "p" }]);
});

test.each(["PUT", "POST"])(
  "a field that names the resource around is there after %s, also if it is not sent",
  async (method) => {
    const note = fields("id", "text", "listId");
    const paths = kind("/lists/{listId}/notes", "/lists/{listId}/notes/{id}", note, named("listId", "id"));
    const item = Object(paths["/lists/{listId}/notes/{id}"]);
    item.put = item.patch;
    const { send } = await started(
      documentOf({ ...kind("/lists", "/lists/{id}", fields("id"), named("id")), ...paths }),
    );
    await create(send, "/lists", { id: "a" });
    await create(send, "/lists/a/notes", { id: "n" });
    const sent = method === "PUT" ? await send("PUT", "/lists/a/notes/n", { id: "n", text: "t" }) : undefined;
    expect(sent?.status ?? 200).toBe(200);
    expect((await send("GET", "/lists/a/notes/n")).body).toMatchObject({ listId: "a" });
    expect((await send("PATCH", "/lists/a/notes/n", { id: "n", listId: "b" })).body).toMatchObject({ listId: "b" });
  },
);

test("an override of MSW has the operation of its path", async () => {
  const { document } = SHAPES["by the name of its parameter"];
  const places = { listComments: ["get", "/comments/{post_id}"] } as const;
  const made = contractHandlers<Record<string, never>>(document, places);
  const override: Record<string, never> = Object({ listComments: { status: 200, body: [{ id: "own" }] } });
  const server = setupServer(...made.handlers(override));
  server.listen({ onUnhandledRequest: "error" });
  try {
    expect((await sender("https://api.example.com")("GET", "/comments/a")).body).toEqual([{ id: "own" }]);
  } finally {
    server.close();
  }
});
