import { afterAll, beforeAll, expect, test } from "vitest";
import { Draw } from "./draw.js";
import { NUMBERS, Resource } from "./resource.js";
import { type Item, Store } from "./store.js";
import { unnamedOf } from "./unnamed.js";
import { parameter, responses, type WorldOperation } from "./world.js";
import { startWorld, type WorldServer } from "./world-server.js";

const store = new Store();
const things = new Resource(new Draw("test", 1), store, { noun: { one: "thing", many: "things" }, naming: NUMBERS });
const enable: WorldOperation = {
  ...{ method: "post", path: "/auth/enable", responses: responses(200), parameters: [parameter("now", {})] },
  handle: (visit) => {
    visit.effect("enabled authentication");
    return { status: 200 };
  },
};
const purge = things.action(":purge", () => ({ status: 200 }));
let server: WorldServer;

beforeAll(async () => {
  server = await startWorld([...things.all(), enable, purge], store);
});
afterAll(() => server.close());

async function send(method: string, path: string, body?: object) {
  const init = body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {};
  const { status } = await fetch(server.url + path, { method, ...init });
  const { touched, created, changedOwn, rule } = server.unsafe.at(-1) ?? { touched: [], created: [] };
  return { status, touched, created: created.map(({ id }) => id), changedOwn, rule };
}

// The rows build on each other.
test.each([
  ["DELETE", "/things/9", undefined, 404, [], [], false],
  ["POST", "/things", { title: "New", size: 1 }, 201, [], ["4"], false],
  ["POST", "/things", { size: 1 }, 400, [], [], false],
  ["PATCH", "/things/4", { size: 2 }, 200, [], [], true],
  ["PATCH", "/things/1", { size: 2 }, 200, ["changed thing/1"], [], false],
  ["POST", "/things/4:purge", undefined, 200, [], [], true],
  ["POST", "/things/2:purge", undefined, 200, ["used thing/2"], [], false],
  ["DELETE", "/things/4", undefined, 204, [], [], true],
  ["DELETE", "/things/2", undefined, 204, ["removed thing/2"], [], false],
  ["POST", "/auth/enable", undefined, 200, ["enabled authentication"], [], false],
  ["PUT", "/things", undefined, 405, [], [], false],
  ["POST", "/nothing", undefined, 404, [], [], false],
])("%s %s %j gets %i, touches %j and creates %j; it changes what the run created: %s", async (...row) => {
  const [method, path, body, status, touched, created, changedOwn] = row;
  expect(await send(method, path, body)).toMatchObject({ status, touched, created, changedOwn });
});

test("differences are those of the data of others", () => {
  expect(store.differences()).toEqual(["thing/1 was changed", "thing/2 is gone"]);
});

const item = (id: string, title: string): Item => {
  return { kind: "thing", id, owner: "run", data: { title }, by: "POST /things", secret: false };
};
const left = [item("4", "title-one"), item("5", "title-two")];

test.each([
  ["no leftover", [], ["4", "5"]],
  ["the address of one", [{ operation: "x", resource: "/things/5" }], ["4"]],
  ["an address that begins with its id", [{ operation: "x", resource: "/things/55" }], ["4", "5"]],
  ["the text of one", [{ operation: "x", resource: "the one with title-one" }], ["5"]],
  ["the same twice", [1, 2].map(() => ({ operation: "x", resource: "/things/5" })), ["4"]],
  ["the operation of both, once", [{ operation: "POST /things", resource: "" }], ["5"]],
  ["another operation", [{ operation: "POST /others", resource: "" }], ["4", "5"]],
])("with %s, what is left and not named are the right ones", (_, leftovers, expected) => {
  const named = leftovers.map((leftover) => ({ ...leftover, reason: "" }));
  expect(unnamedOf(left, named, [...things.all()]).map(({ id }) => id)).toEqual(expected);
});
