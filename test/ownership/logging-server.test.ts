import { afterEach, describe, expect, test } from "vitest";
import type { Kind } from "./api.js";
import { fixedApi } from "./fixed-api.js";
import { numberedIds } from "./ids.js";
import { type LoggingServer, startLoggingServer, violations } from "./logging-server.js";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function started(traits: Partial<Kind> = {}, ofParts: Partial<Kind> = {}): Promise<LoggingServer> {
  const server = await startLoggingServer(fixedApi(traits, ofParts));
  closing.push(server.close);
  return server;
}

/** Sends a request, such as `DELETE /things/1`, with a body of JSON or another text. */
async function send({ url }: LoggingServer, line: string, body?: unknown): Promise<Response> {
  const [method = "", path = ""] = line.split(" ");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(url + path, { method, redirect: "manual", ...(text === undefined ? {} : { body: text }) });
}

const ALL = ["thing/1", "thing/2", "thing/3"];
const PARTS = ["thing/part/1/1", "thing/part/1/2"];
const SETTINGS = ["/settings"];
const VALID = { title: "new" };

test.each<[given: string, body: unknown, want: string[]]>([
  ["DELETE /things/1", undefined, ["thing/1"]],
  ["DELETE /things/1/", undefined, ["thing/1"]],
  ["DELETE /things/%31?force=true", undefined, ["thing/1"]],
  ["DELETE /things/1", "{not JSON", ["thing/1"]],
  ["PATCH /things/2", VALID, ["thing/2"]],
  ["PATCH /things/2", { title: 5 }, ["thing/2"]],
  ["PUT /things/3", VALID, ["thing/3"]],
  ["PUT /things/3", undefined, ["thing/3"]],
  ["DELETE /things", undefined, ALL],
  ["DELETE /things/", undefined, ALL],
  ["DELETE /things?older_than=tomorrow", undefined, ALL],
  ["DELETE /things?id=2", undefined, ["thing/2"]],
  ["DELETE /things?id=99", undefined, ALL],
  ["PATCH /things", VALID, ALL],
  ["PUT /things", [], ALL],
  ["DELETE /things/by-title/Production", undefined, ["thing/2"]],
  ["POST /things/1/parts", VALID, ["thing/1"]],
  ["POST /things/1/parts", "invalid", ["thing/1"]],
  ["PUT /things/1/parts/9", VALID, ["thing/1"]],
  ["DELETE /things/1/parts/1", undefined, ["thing/part/1/1"]],
  ["DELETE /things/1/parts", undefined, PARTS],
  ["PUT /settings", {}, SETTINGS],
  ["PATCH /settings", {}, SETTINGS],
  ["DELETE /settings", undefined, SETTINGS],
  ["POST /things/1/cancel", undefined, ["thing/1"]],
  ["POST /things/1", VALID, ["thing/1"]],
  ["PUT /things/1/state", undefined, ["thing/1"]],
  ["DELETE /things/1/state", undefined, ["thing/1"]],
  ["POST /things.remove?thing=2", undefined, ["thing/2"]],
  ["POST /things/delete", { ids: [2, "3"] }, ["thing/2", "thing/3"]],
  ["POST /things.update", { id: 2 }, ["thing/2"]],
  ["POST /things.update", "id=2&title=x", ["thing/2"]],
  ["PUT /thing", { id: 2 }, ["thing/2"]],
])("%s with the body %j addresses existing data", async (line, body, want) => {
  const server = await started();
  await (await send(server, line, body)).arrayBuffer();
  expect(violations(server).map(({ addressed }) => addressed)).toEqual([want]);
});

test.each(["POST /delete-everything", "POST /reset"])("%s addresses all existing data", async (line) => {
  const server = await started();
  await send(server, line);
  expect(violations(server)[0]?.addressed).toEqual(expect.arrayContaining([...ALL, ...PARTS, ...SETTINGS]));
  expect(server.differences().length).toBeGreaterThan(ALL.length);
});

test.each<[given: string, body: unknown]>([
  ["POST /things", VALID],
  ["POST /things", { title: "", id: 1 }],
  ["DELETE /things/99", undefined],
  ["DELETE /things/01", undefined],
  ["DELETE /THINGS/1", undefined],
  ["PUT /things/99", VALID],
  ["POST /things/99/parts", VALID],
  ["POST /things/delete", { ids: [99] }],
  ["POST /things/search", {}],
  ["POST /login", {}],
])("%s with the body %j addresses no existing data", async (line, body) => {
  const server = await started();
  await send(server, line, body);
  expect(server.unsafe).toHaveLength(1);
  expect(violations(server)).toEqual([]);
  expect(server.differences()).toEqual([]);
});

describe("where the API is of another kind,", () => {
  test.each<[given: string, traits: Partial<Kind>, line: string, body: unknown, want: string]>([
    ["the client chooses an id that exists", { clientIds: "optional" }, "POST /things", { id: 2 }, "thing/2"],
    ["an item is found below any parent", { ignoresParent: true }, "DELETE /things/99/parts/2", undefined, "part/2/2"],
    [
      "every id exists",
      { ids: { ...numberedIds(3), allTaken: /^\d{10}$/ } },
      "DELETE /things/4123456789",
      undefined,
      "4123456789",
    ],
    ["the document lacks PATCH", { verbs: new Set(["create"]) }, "PATCH /things/1", VALID, "thing/1"],
    ["PUT does not create", { upserts: false }, "PUT /things/1", VALID, "thing/1"],
  ])("a violation is logged if %s", async (_, traits, line, body, want) => {
    const server = await started(traits);
    await send(server, line, body);
    expect(violations(server)[0]?.addressed.join()).toContain(want);
  });
});

test.each<[given: string, body: unknown, want: string]>([
  ["DELETE /things/1", undefined, "thing/1 is gone"],
  ["PATCH /things/2", VALID, "thing/2 was changed"],
  ["PUT /settings", { theme: "light" }, "/settings/ was changed"],
  ["POST /things/1/parts", VALID, "thing/part/1/3 was added to existing data"],
])("after %s with the body %j, the existing data is known to differ", async (line, body, want) => {
  const server = await started();
  await send(server, line, body);
  expect(server.differences()).toContain(want);
});

test("a resource of the run may be changed and deleted, and things may be created below it", async () => {
  const server = await started();
  const created: unknown = await (await send(server, "POST /things", VALID)).json();
  expect(created).toEqual({ id: 4 });
  for (const line of ["PATCH /things/4", "POST /things/4/parts", "DELETE /things/4/parts/1", "DELETE /things/4"]) {
    expect((await send(server, line, VALID)).ok).toBe(true);
  }
  expect(server.unsafe.map(({ effect }) => effect)).toEqual([
    ...["created", "changed own", "created", "changed own", "changed own"],
  ]);
  expect([violations(server), server.differences()]).toEqual([[], []]);
});

test("an id that the run created and deleted belongs to nobody, also where all other ids exist", async () => {
  const ids = { ...numberedIds(2), allTaken: /^\d+$/ };
  const server = await started({ ids }, { ids, ignoresParent: true });
  for (const line of ["POST /things", "POST /things/3/parts", "DELETE /things/3/parts/3", "DELETE /things/3/parts/3"]) {
    await send(server, line, VALID);
  }
  for (const line of ["DELETE /things/3", "DELETE /things/3"]) await send(server, line);
  expect(server.unsafe.map(({ status }) => status)).toEqual([201, 201, 204, 404, 204, 404]);
  expect(violations(server)).toEqual([]);
});

test("a resource that the client overwrites where items are found below any parent is gone", async () => {
  const server = await started({}, { ignoresParent: true, clientIds: "optional" });
  await send(server, "POST /things", VALID);
  await send(server, "POST /things/4/parts", { ...VALID, id: 1 });
  expect(violations(server).map(({ addressed }) => addressed)).toEqual([["thing/part/1/1"]]);
  expect(server.differences()).toEqual(["thing/part/1/1 is gone"]);
});

test("a new resource is no existing one that is gone, also where all other ids exist", async () => {
  const server = await started({ ids: { ...numberedIds(2), allTaken: /^\d+$/ } });
  for (const line of ["POST /things", "DELETE /things/3"]) expect((await send(server, line, VALID)).ok).toBe(true);
  expect([violations(server), server.differences()]).toEqual([[], []]);
});
