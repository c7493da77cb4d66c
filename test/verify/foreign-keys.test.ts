import { expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "../server.js";
import { failuresOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";
import { data, ERRORS, get, object, text } from "./small-store.js";

const uuid: JsonObject = { type: "string", format: "uuid" };
const room = object({ id: uuid, name: text }, ["id", "name"]);
const book = object({ id: text, title: text, room: uuid }, ["id", "title", "room"]);
const answer = (schema: JsonObject) => ({ description: "Done.", content: { "application/json": { schema } } });
const sent = object({ title: { ...text, minLength: 1 }, room: uuid }, ["title", "room"]);
const paths: JsonObject = {
  "/rooms": get("listRooms", { type: "array", items: room }),
  "/rooms/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: uuid }],
    ...get("getRoom", room),
  },
  "/books": {
    post: {
      operationId: "createBook",
      requestBody: { required: true, content: { "application/json": { schema: sent } } },
      responses: { "201": answer(book), ...ERRORS },
    },
  },
  "/books/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: text }],
    ...get("getBook", book),
    delete: { operationId: "deleteBook", responses: { "204": { description: "Deleted." }, ...ERRORS } },
  },
};

/** Has one room, and rejects a book of any other, as its database says it. */
function library(status: number, message: string, isAccepted = (_: JsonObject) => true): Respond {
  const rooms = [{ id: "5c1f9d0e-6f3a-4c57-9a55-0f4f5d1c7b21", name: "Sea" }];
  const books = new Map<string, JsonObject>();
  const next = numbers();
  const read = (body: string): JsonObject => {
    try {
      return asObject(JSON.parse(body));
    } catch {
      return {};
    }
  };
  return ({ method, url, body }, response) => {
    const [, kind, id = ""] = (url.split("?")[0] ?? "").split("/");
    const found = kind === "rooms" ? rooms.find((each) => each.id === id) : books.get(id);
    if (id !== "" && !found) return json(response, 404, {});
    if (method === "GET") return json(response, 200, found ?? rooms);
    if (method === "DELETE" && kind === "books") {
      books.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== "POST" || kind !== "books" || id !== "") return json(response, 405, {});
    const { title, room: place } = read(body);
    if (!isAccepted(read(body))) return json(response, 403, { errors: [{ message: "You have no permission." }] });
    if (typeof title !== "string" || title === "" || typeof place !== "string") return json(response, 400, {});
    if (!rooms.some((each) => each.id === place)) return json(response, status, { errors: [{ message }] });
    const made = { id: `b${next()}`, title, room: place };
    books.set(made.id, made);
    json(response, 201, made);
  };
}

test.each([
  [400, "Invalid foreign key."],
  [409, "insert or update on table books violates foreign key constraint"],
  [400, "Cannot add or update a child row: a foreign key constraint fails"],
  [422, "A referenced record does not exist"],
])(
  "a body that is rejected with %i and %j, which name no field, gets a resource that exists",
  async (status, message) => {
    const { results } = await verifyServer(paths, library(status, message), data);
    const lives = results.filter(({ suite, operation }) => suite === "life-cycle" && operation === "createBook");
    expect(failuresOf(results)).toEqual([]);
    expect(lives.map(({ outcome }) => outcome)).toMatchObject([{ verdict: "passed" }]);
  },
);

test("each body that is tried gets the resource that exists, also after one that had it in vain", async () => {
  const example = { title: "Sea", room: "0d3c9f6a-2c1f-4a3e-8d6f-6f9a1d0c7b11", note: "n" };
  const withNote = object({ title: { ...text, minLength: 1 }, room: uuid, note: text }, ["title", "room"]);
  const operation = asObject(asObject(paths["/books"]).post);
  const content = { "application/json": { schema: withNote, example } };
  const document = { ...paths, "/books": { post: { ...operation, requestBody: { required: true, content } } } };
  const respond = library(400, "Invalid foreign key.", ({ note }) => note === undefined);
  const { results } = await verifyServer(document, respond, data);
  const lives = results.filter(({ suite, operation: id }) => suite === "life-cycle" && id === "createBook");
  expect(lives.map(({ outcome }) => outcome)).toMatchObject([{ verdict: "passed" }]);
});

const shelf = object({ name: text, sort: { type: "integer" } }, ["name", "sort"]);
const placed = object({ title: { ...text, minLength: 1 }, shelf: text }, ["title", "shelf"]);
const placedBook = object({ id: text, title: text, shelf: text }, ["id", "title", "shelf"]);
const sorting: JsonObject = {
  "/sort/{shelf}": {
    parameters: [{ name: "shelf", in: "path", required: true, schema: text }],
    post: { operationId: "sortShelf", responses: { "204": { description: "Sorted." }, ...ERRORS } },
  },
};
const shelves: JsonObject = {
  "/shelves": get("listShelves", { type: "array", items: shelf }),
  "/shelves/{name}": {
    parameters: [{ name: "name", in: "path", required: true, schema: text }],
    ...get("getShelf", shelf),
  },
};
const books: JsonObject = {
  "/books": {
    ...get("listBooks", { type: "array", items: placedBook }),
    post: {
      operationId: "createBook",
      requestBody: { required: true, content: { "application/json": { schema: placed } } },
      responses: { "201": answer(placedBook), ...ERRORS },
    },
  },
  "/books/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: text }],
    ...get("getBook", placedBook),
    delete: { operationId: "deleteBook", responses: { "204": { description: "Deleted." }, ...ERRORS } },
  },
};

/** Has shelves in an order of their own, and rejects a book on any other one. Shows it in its books as well. */
function sortedLibrary(names: readonly string[], sent: string[]): Respond {
  const all = names.map((name, index) => ({ name, sort: index + 1 }));
  const made = new Map<string, JsonObject>([["old", { id: "old", title: "Old", shelf: names.at(-1) ?? "" }]]);
  let last = 0;
  return ({ method, url, body }, response) => {
    const [, kind, id = ""] = (url.split("?")[0] ?? "").split("/");
    const found = kind === "shelves" ? all.find(({ name }) => name === id) : made.get(id);
    if (id !== "" && !found) return json(response, 404, {});
    if (method === "GET" && kind !== "sort") {
      return json(response, 200, found ?? (kind === "shelves" ? all : [...made.values()]));
    }
    if (method === "DELETE" && kind === "books") {
      made.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== "POST" || kind !== "books" || id !== "") return json(response, 405, {});
    const given = asObject(parsed(body));
    if (typeof given.title !== "string" || given.title === "" || typeof given.shelf !== "string")
      return json(response, 400, {});
    if (!names.includes(given.shelf)) return json(response, 422, { message: "Invalid foreign key." });
    sent.push(given.shelf);
    last += 1;
    const created = { id: `b${last}`, title: given.title, shelf: given.shelf };
    made.set(created.id, created);
    json(response, 201, created);
  };
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

test.each([
  ["after an action whose parameter has its name", { ...sorting, ...shelves, ...books }],
  ["before it", { ...books, ...shelves, ...sorting }],
])("a body names what the list of its field shows first, %s, in each run", async (_, document) => {
  const chosen = new Set<string>();
  for (const parallel of [1, 8]) {
    const sent: string[] = [];
    const { results } = await verifyServer(document, sortedLibrary(["blue", "green", "red"], sent), data, { parallel });
    expect(failuresOf(results)).toEqual([]);
    expect(results.filter(({ operation }) => operation === "createBook")).not.toEqual([]);
    for (const name of sent) chosen.add(name);
  }
  expect([...chosen]).toEqual(["blue"]);
});

test("a field with the name of an action is not a value of its path", async () => {
  const { requests } = await verifyServer(
    {
      ...shelves,
      "/sort/{shelf}": {
        parameters: [{ name: "shelf", in: "path", required: true, schema: text }],
        ...get("sortedShelf", shelf),
      },
    },
    sortedLibrary(["blue", "green", "red"], []),
    data,
  );
  expect(requests.map(({ url }) => url).filter((url) => /^\/sort\/\d$/.test(url))).toEqual([]);
});
