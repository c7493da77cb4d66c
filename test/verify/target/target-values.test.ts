import { expect, test } from "vitest";
import { UserError } from "#cli/user-error.js";
import type { JsonObject } from "#openapi/document/document.js";
import type { ReceivedRequest } from "#test/server.js";
import { settingPath } from "#verify/model/test-case/need.js";
import { additionsOf } from "#verify/report/additions.js";
import { settingsYaml, written } from "#verify/report/settings-yaml.js";
import { settingsReader } from "#verify/target/settings.js";
import { valuesOf } from "#verify/target/target-values.js";
import { failuresOf } from "../failures.js";
import { documentOf, REJECTED, verifyServer } from "../small-document.js";
import { failWithPlace } from "./read-target.js";

const BODY: JsonObject = {
  required: true,
  content: {
    "application/json": {
      schema: { type: "object", required: ["name"], properties: { name: { type: "string", maxLength: 40 } } },
    },
  },
};
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
const RESPONSES: JsonObject = { "200": { description: "Done." }, "404": REJECTED, "400": REJECTED };

/** Operations without examples, one of them without an operationId. */
const PATHS: JsonObject = {
  "/rooms/{id}": {
    parameters: [ID],
    get: { operationId: "rooms.get", responses: RESPONSES },
    put: { requestBody: BODY, responses: RESPONSES },
    delete: { operationId: "deleteRoom", responses: RESPONSES },
  },
  "/rooms": {
    get: {
      operationId: "listRooms",
      parameters: [
        { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
        { name: "filter", in: "query", style: "deepObject", schema: { type: "object" } },
      ],
      responses: RESPONSES,
    },
    post: {
      operationId: "createRoom",
      requestBody: BODY,
      responses: RESPONSES,
    },
  },
  "/reports": { post: { operationId: "sendReport", responses: RESPONSES } },
  "/plans": {
    post: {
      operationId: "uploadPlan",
      requestBody: { required: true, content: { "text/csv": { schema: { type: "string" } } } },
      responses: RESPONSES,
    },
  },
};

const read = (values: JsonObject) => valuesOf(values, settingsReader(documentOf(PATHS), {}, failWithPlace));

test.each<[part: string, values: JsonObject, want: unknown]>([
  ["an id", { "rooms.get": { id: "a" } }, { "rooms.get": { id: { "*": "a" } } }],
  ["a list of ids", { deleteRoom: { id: ["a", "b"] } }, { deleteRoom: { id: { "*": ["a", "b"] } } }],
  ["a list", { listRooms: { tags: ["a"] } }, { listRooms: { tags: { "*": ["a"] } } }],
  ["an object", { listRooms: { filter: { a: 1 } } }, { listRooms: { filter: { "*": { a: 1 } } } }],
  ["a body", { createRoom: { requestBody: { name: "x" } } }, { createRoom: { requestBody: { "*": { name: "x" } } } }],
  [
    "a body that the document forgets",
    { sendReport: { requestBody: { day: 1 } } },
    { sendReport: { requestBody: { "*": { day: 1 } } } },
  ],
])("a target file gives %s to every request of an operation", (_, values, want) => {
  expect(read(values)).toEqual(want);
});

test.each<[problem: string, values: JsonObject, message: string]>([
  [
    "a body of an operation without one",
    { deleteRoom: { requestBody: {} } },
    "deleteRoom has no parameter requestBody.",
  ],
  ["an object as an id", { deleteRoom: { id: { a: "b" } } }, "values.deleteRoom.id.a: deleteRoom has no example a."],
  ["a list of objects as ids", { deleteRoom: { id: [{}] } }, "values.deleteRoom.id: it is not a text or a number"],
  [
    "a placeholder",
    { createRoom: { requestBody: { name: "VALUE" } } },
    "values.createRoom.requestBody: it is still VALUE. Replace it by a value of the target, or remove it.",
  ],
  ["a name with a dot", { "rooms.gt": {} }, 'values."rooms.gt": the contract has no operation rooms.gt.'],
])("%s is a UserError that names the setting", (_, values, message) => {
  expect(() => read(values)).toThrow(UserError);
  expect(() => read(values)).toThrow(message);
});

const EXISTING = "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4";

/** Has one room that is not deleted, and any number that are. */
function respond({ method, url, headers, body }: ReceivedRequest): number {
  const id = /^\/rooms\/([^/]+)$/.exec(url.split("?")[0] ?? "")?.[1];
  if (id === undefined) return url.startsWith("/plans") && body === "" ? 400 : 200;
  if (!/^[0-9a-f-]{36}$/.test(id)) return 400;
  if (method === "DELETE") return id.startsWith("00000000") ? 200 : 404;
  if (id !== EXISTING) return 404;
  return method !== "PUT" || isRoom(headers["content-type"], body) ? 200 : 400;
}

function isRoom(type: string | undefined, body: string): boolean {
  try {
    const { name } = JSON.parse(body);
    return type === "application/json" && typeof name === "string" && [...name].length <= 40;
  } catch {
    return false;
  }
}

test("the settings that a run asks for, put into a target file, let the skipped test cases run", async () => {
  const target = { hasExampleData: false };
  const before = await verifyServer(PATHS, (request, response) => response.writeHead(respond(request)).end(), target);
  const { additions } = additionsOf(before.results);
  expect(additions.map(({ setting }) => settingPath(...setting))).toEqual([
    'values."PUT /rooms/{id}".id',
    'values."PUT /rooms/{id}".requestBody',
    'values."rooms.get".id',
    "values.deleteRoom.id",
  ]);
  const values: Record<string, JsonObject> = {
    "rooms.get": { id: EXISTING },
    "PUT /rooms/{id}": { id: EXISTING, requestBody: { name: "Room {unique}" } },
    deleteRoom: {
      id: Array.from({ length: 20 }, (_, index) => `00000000-0000-4000-a000-${String(index).padStart(12, "0")}`),
    },
    uploadPlan: { requestBody: "a,b\n1,2" },
  };
  expect(settingsYaml(additions.map(written)).join("\n")).toContain(
    "  PUT /rooms/{id}:\n    id: VALUE\n    requestBody: VALUE\n",
  );
  const after = await verifyServer(PATHS, (request, response) => response.writeHead(respond(request)).end(), {
    ...target,
    values: read(values),
  });
  const names = new Set(additions.flatMap(({ cases }) => cases));
  const ended = after.results.filter(({ name }) => names.has(name));
  expect(ended.filter(({ outcome }) => outcome.verdict === "skipped").map(({ name }) => name)).toEqual([]);
  expect(failuresOf(ended)).toEqual([]);
  const bodies = after.requests.filter(({ method, body }) => method === "PUT" && body.includes("Room "));
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(bodies.length);
  expect(after.requests.some(({ url, body }) => url === "/plans" && body === "a,b\n1,2")).toBe(true);
});

test("a body of the target file takes the place of the example's", async () => {
  const media = { "application/json": { schema: { type: "object" }, example: { customer: "example" } } };
  const post: JsonObject = {
    operationId: "order",
    requestBody: { required: true, content: media },
    responses: { "201": { description: "Done.", content: { "application/json": { schema: {}, example: {} } } } },
  };
  const values = { order: { requestBody: { "*": { customer: "c-1" } } } };
  const { requests } = await verifyServer(
    { "/orders": { post } },
    (_, response) => response.writeHead(201, { "content-type": "application/json" }).end("{}"),
    { values, hasExampleData: false },
    { only: ["examples"] },
  );
  expect(requests.map(({ body }) => body)).toEqual(['{"customer":"c-1"}']);
});
