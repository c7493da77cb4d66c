import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { resourceListedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { contractOf, get } from "./document.js";

const THING: JsonObject = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const ID: JsonObject = { name: "thingId", in: "path", required: true, schema: { type: "string" } };
const DONE: JsonObject = { responses: { "204": { description: "Done." } } };
const LIST: JsonObject = { type: "object", properties: { things: { type: "array", items: THING } } };

const PATHS: JsonObject = {
  "/things": { get: { operationId: "list", ...get(LIST) }, post: { operationId: "create", ...get(THING) } },
  "/things/{thingId}": {
    parameters: [ID],
    get: { operationId: "retrieve", ...get(THING) },
    delete: { operationId: "remove", ...DONE },
  },
  "/things/{id}/archive": {
    post: { operationId: "archive", parameters: [{ ...ID, name: "id" }], ...DONE },
  },
};

function resource(paths: JsonObject = PATHS) {
  const found = resourcesOf(contractOf(paths)).get("/things/{}");
  if (!found) throw new Error("The document has no such resource.");
  return found;
}

test("a resource has the operations of its path, of its collection, and of the paths below it", () => {
  const { list, create, retrieve, replace, update, remove, nested } = resource();
  expect(list).toMatchObject({ operation: { id: "list" }, paging: { items: "/things" } });
  expect([create?.id, retrieve?.id, replace, update, remove?.id]).toEqual([
    "create",
    "retrieve",
    undefined,
    undefined,
    "remove",
  ]);
  expect(nested.map(({ id }) => id)).toEqual(["archive"]);
});

test("a slash at the ends of paths changes nothing", () => {
  const slashed = Object.fromEntries(Object.entries(PATHS).map(([path, item]) => [`${path}/`, item ?? null]));
  const idsOf = (paths: JsonObject) => {
    const { list, create, retrieve, remove, nested, position } = resource(paths);
    return { ids: [list?.operation, create, retrieve, remove, ...nested].map((operation) => operation?.id), position };
  };
  expect(idsOf(slashed)).toEqual(idsOf(PATHS));
  expect(
    resource(slashed)
      .identifiers()
      .map(({ pointer }) => pointer),
  ).toEqual(["/id"]);
});

test("names suggest the field that identifies a resource", () => {
  expect(resource().identifiers()).toMatchObject([{ pointer: "/id", basis: "inferred" }]);
});

const SERVED: JsonObject = { type: "string", readOnly: true };

test.each<[title: string, properties: JsonObject, pointers: string[]]>([
  ["a title calls it ID", { sysnum: { ...SERVED, title: "ID" } }, ["/sysnum"]],
  [
    "a description calls it the identifier of the resource",
    { gid: { ...SERVED, description: "Globally unique identifier of the resource, as a string." } },
    ["/gid"],
  ],
  ["a description names the resource", { ref: { ...SERVED, description: "The unique ID of the thing" } }, ["/ref"]],
  ["a description names another resource", { box: { ...SERVED, description: "The unique ID of the box." } }, []],
  ["a client gives it", { gid: { type: "string", title: "ID" } }, []],
  ["id comes first", { sysnum: { ...SERVED, title: "ID" }, id: { type: "string" } }, ["/id", "/sysnum"]],
])("a field that the server gives identifies a resource by its words: %s", (_, properties, pointers) => {
  const schema = { type: "object", properties };
  const content = { "application/json": { schema } };
  const paths: JsonObject = {
    "/things": { post: { operationId: "create", requestBody: { content }, ...get(schema) } },
    "/things/{thing_id}": { get: get(schema, [{ ...ID, name: "thing_id" }]) },
  };
  expect(
    resource(paths)
      .identifiers()
      .map(({ pointer }) => pointer),
  ).toEqual(pointers);
});

const TEXT: JsonObject = { type: "string" };
const NUMBER: JsonObject = { type: "integer" };

test.each<[title: string, parameter: JsonObject, properties: JsonObject, pointers: string[]]>([
  ["a name, for an id", { name: "rule_id", schema: TEXT }, { name: TEXT, size: NUMBER }, ["/name"]],
  ["a name, for a word that is not of the path", { name: "entryField", schema: TEXT }, { name: TEXT }, ["/name"]],
  ["a key", { name: "thing_id", schema: TEXT }, { key: TEXT, title: TEXT }, ["/key"]],
  ["not a text, for a number", { name: "thing_id", schema: NUMBER }, { name: TEXT }, []],
  ["not a text, for a UUID", { name: "thing_id", schema: { ...TEXT, format: "uuid" } }, { name: TEXT }, []],
  ["not one of two", { name: "thing_id", schema: TEXT }, { code: TEXT, name: TEXT }, []],
  ["not beside an id", { name: "thing_id", schema: TEXT }, { name: TEXT, id: NUMBER }, ["/id"]],
  ["not for an enum", { name: "thing_id", schema: { ...TEXT, enum: ["a"] } }, { name: TEXT }, []],
  ["not a word of no key", { name: "thing_id", schema: TEXT }, { title: TEXT }, []],
])("the only usual key of a resource identifies it, where no name fits: %s", (_, parameter, properties, pointers) => {
  const schema = { type: "object", properties };
  const path = { ...parameter, in: "path", required: true };
  const paths: JsonObject = {
    "/things": {
      post: { operationId: "create", requestBody: { content: { "application/json": { schema } } }, ...get(schema) },
    },
    [`/things/{${String(parameter.name)}}`]: { get: get(schema, [path]) },
  };
  const all = resource(paths).identifiers();
  expect(all.map(({ pointer }) => pointer)).toEqual(pointers);
  const unnamed = { ...paths, "/things": { post: { operationId: "create", ...get(schema) } } };
  const served = resource(unnamed).identifiers();
  expect(served.map(({ pointer }) => pointer)).toEqual(pointers.filter((pointer) => pointer === "/id"));
});

test("x-identifies states the field that identifies a resource", () => {
  const paths: JsonObject = {
    ...PATHS,
    "/things/{thingId}": { get: get(THING, [{ ...ID, "x-identifies": ["/name"] }]) },
  };
  expect(resource(paths).identifiers()).toMatchObject([
    { pointer: "/name", basis: "stated" },
    { pointer: "/id", basis: "inferred" },
  ]);
});

test("a link states the field that identifies a resource", () => {
  const links = { Retrieve: { operationId: "retrieve", parameters: { thingId: "$response.body#/id" } } };
  const create = { operationId: "create", ...get(THING, [], { links }) };
  expect(resource({ ...PATHS, "/things": { post: create } }).identifiers()).toMatchObject([
    { pointer: "/id", basis: "stated" },
  ]);
});

test("a pair of examples states the field that identifies a resource", () => {
  const content = { "application/json": { schema: THING, examples: { pen: { value: { id: "p1", name: "Pen" } } } } };
  const retrieve = {
    parameters: [{ ...ID, examples: { pen: { value: "p1" } } }],
    responses: { "200": { description: "Done.", content } },
  };
  expect(resource({ ...PATHS, "/things/{thingId}": { get: retrieve } }).identifiers()).toMatchObject([
    { pointer: "/id", basis: "stated" },
  ]);
});

const FLAT: JsonObject = {
  "/shelves/{id}/things": {
    get: { operationId: "list", ...get(LIST) },
    post: { operationId: "create", ...get(THING) },
  },
  "/things/{thingId}": { parameters: [ID], get: { operationId: "retrieve", ...get(THING) } },
};

test("items of a path without a collection belong to a collection of their name below another resource", () => {
  const { list, create, position } = resource(FLAT);
  expect([list?.operation.id, create?.id, position]).toEqual(["list", "create", 0]);
  const post = { operationId: "add", ...get(THING) };
  expect(resource({ ...FLAT, "/things": { post } }).create?.id).toBe("add");
});

const OF_USER = { operationId: "list", ...get(LIST) };
const BELOW: JsonObject = {
  "/t/{thing_id}/notes": { get: { operationId: "notes", ...get(LIST, [{ ...ID, name: "thing_id" }]) } },
};

test.each<[JsonObject, string | undefined]>([
  [{ "/user/things": { get: OF_USER } }, "list"],
  [{ "/user/thing": { get: OF_USER } }, undefined],
  [{ "/user/pens": { get: OF_USER } }, undefined],
  [{ "/user/things": { get: OF_USER }, "/things": { get: { operationId: "all", ...get(LIST) } } }, undefined],
  [{ "/user/things": { get: { operationId: "list", ...get(LIST, [{ ...ID, in: "query" }]) } } }, undefined],
  [{ "/user/things": { get: { operationId: "list", ...get(THING) } } }, undefined],
])("with %j, the resources of a path without a collection are listed by %s", (paths, operation) => {
  const found = resourcesOf(contractOf({ ...paths, ...BELOW })).get("/t/{}");
  expect(found?.list?.operation.id).toBe(operation);
});

test("a list of two resources is that of the resource below its own path", () => {
  const contract = contractOf({ ...PATHS, ...BELOW });
  const [listed] = contract.operations.filter(({ id }) => id === "list");
  expect(resourcesOf(contract).get("/t/{}")?.list?.operation.id).toBe("list");
  expect(listed && resourceListedBy(contract, listed)?.key).toBe("/things/{}");
});

test("a creation may respond with the resource beside others, and the field of a kind may have its name", () => {
  const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
  const text: JsonObject = { type: "string" };
  const both = object({ thing: object({ id: text, name: text }), receipt: object({ number: text }) });
  const pointersOf = (paths: JsonObject) =>
    resource(paths)
      .identifiers()
      .map(({ pointer, of }) => [pointer, of]);
  const create = { operationId: "create", ...get(both) };
  expect(
    pointersOf({ "/things": { post: create }, "/things/{thingId}": { delete: { parameters: [ID], ...DONE } } }),
  ).toEqual([["/id", "thing"]]);
  const expression = { ...ID, name: "thingExpression" };
  const named = { operationId: "create", ...get(object({ name: text, thing: text })) };
  const paths = {
    "/things": { post: named },
    "/things/{thingExpression}": { delete: { parameters: [expression], ...DONE } },
  };
  expect(pointersOf(paths)).toEqual([["/thing", "thing"]]);
});

/** A resource that has a number of the server's own, and a text of the client's. */
const NUMBERED: JsonObject = {
  type: "object",
  properties: { id: { type: "integer" }, code: { type: "string" }, name: { type: "string" } },
};

test.each([
  ["The code of the thing to be read.", "/code"],
  ["Code of a thing", "/code"],
  ["Thing code", "/code"],
  ["The thing's name", "/name"],
  ["The thing", "/id"],
  ["The code of the region", "/id"],
  ["Thing code and name", "/id"],
  ["", "/id"],
])("the description of the path parameter may name the field: %j is %s", (description, pointer) => {
  const paths: JsonObject = {
    "/things": { post: { operationId: "create", ...get(NUMBERED) } },
    "/things/{thingId}": { parameters: [{ ...ID, description }], get: { operationId: "retrieve", ...get(NUMBERED) } },
  };
  expect(resource(paths).identifiers()[0]).toMatchObject({ pointer, basis: "inferred" });
});

test.each([
  ["/user/things", LIST, "mine"],
  ["/users/me/things", LIST, "mine"],
  // These may show some things only.
  ["/featured/things", LIST, undefined],
  ["/users/{user}/things", LIST, undefined],
  ["/user/things", { ...LIST, properties: { things: { type: "array", items: NUMBERED } } }, undefined],
  ["/user/thing", LIST, undefined],
])("GET %s lists the things that the client created, if it has the same fields: %#", (path, list, listed) => {
  const paths: JsonObject = {
    "/things": { post: { operationId: "create", ...get(THING) } },
    "/things/{thingId}": { parameters: [ID], get: { operationId: "retrieve", ...get(THING) } },
    [path]: { get: { operationId: "mine", ...get(list) } },
  };
  expect(resource(paths).list?.operation.id).toBe(listed);
});

const SEVERAL = (name: string, items: JsonObject): JsonObject => ({
  type: "object",
  properties: { [name]: { type: "array", items } },
});

test.each([
  ["ids", { type: "string" }, "/ids/0"],
  ["thingIds", { type: "integer" }, "/thingIds/0"],
  ["uuids", { type: "string" }, "/uuids/0"],
  ["ownerIds", { type: "string" }, undefined],
  ["ids", THING, undefined],
])("a creation may respond with the identifiers alone: %s of %j have %s", (name, items, pointer) => {
  const paths: JsonObject = {
    "/things": { post: { operationId: "create", ...get(SEVERAL(name, items)) } },
    "/things/{thingId}": { parameters: [ID], get: { operationId: "retrieve", ...get(THING) } },
  };
  const pointers = resource(paths)
    .identifiers()
    .map((identifier) => identifier.pointer);
  expect(pointers.filter((found) => found.endsWith("/0"))).toEqual(pointer === undefined ? [] : [pointer]);
  expect(pointers[0]).toBe("/id");
});

const OWNER: JsonObject = { name: "teamId", in: "path", required: true, schema: { type: "string" } };

test.each([
  ["/teams/{teamId}/things", "teamId", LIST, "below"],
  ["/teams/{teamId}/things", "ownerId", LIST, undefined],
  ["/teams/{teamId}/others", "teamId", LIST, undefined],
  [
    "/teams/{teamId}/things",
    "teamId",
    { ...LIST, properties: { things: { type: "array", items: NUMBERED } } },
    undefined,
  ],
])("GET %s lists what was created with %s, if it has the same fields: %#", (path, field, list, listed) => {
  const body: JsonObject = { type: "object", properties: { [field]: { type: "string" } } };
  const requestBody: JsonObject = { content: { "application/json": { schema: body } } };
  const paths: JsonObject = {
    "/things": { post: { operationId: "create", requestBody, ...get(THING) } },
    "/things/{thingId}": { parameters: [ID], get: { operationId: "retrieve", ...get(THING) } },
    [path]: { parameters: [OWNER], get: { operationId: "below", ...get(list) } },
  };
  expect(resource(paths).list?.operation.id).toBe(listed);
});
