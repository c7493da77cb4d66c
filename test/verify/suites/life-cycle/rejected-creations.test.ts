import { expect, test } from "vitest";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";

const BOX: JsonObject = {
  type: "object",
  required: ["size"],
  properties: { size: { type: "integer", minimum: 1, maximum: 90 } },
};
const SHOWN: JsonObject = { ...BOX, properties: { ...(BOX.properties as JsonObject), id: { type: "string" } } };
const EXAMPLE: JsonObject = { id: "b0", size: 3 };
const ID = pathParameter("id", { type: "string" }, "b0");

const PATHS: JsonObject = {
  "/boxes": {
    get: {
      responses: {
        "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: SHOWN } } } },
      },
    },
    post: {
      requestBody: { required: true, content: { "application/json": { schema: BOX } } },
      responses: { "201": jsonResponse(SHOWN, EXAMPLE), "400": REJECTED },
    },
  },
  "/boxes/{id}": {
    get: { parameters: [ID], responses: { "200": jsonResponse(SHOWN, EXAMPLE), "404": REJECTED } },
  },
};

/** When a server adds an item that no accepted request creates. */
type Adding = "never" | "with each rejection" | "with the first rejection" | "with each request";

/** The findings of the life of a box. No request for one has a text by which its item could be known. */
async function lifeOfBox(adding: Adding) {
  const boxes = new Map<string, JsonObject>([["b0", EXAMPLE]]);
  const next = numbers();
  let rejections = 0;
  const add = (values: JsonObject) => {
    const box = { ...values, id: `b${next()}` };
    boxes.set(box.id, box);
    return box;
  };
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      if (adding === "with each request") add({ size: 1 });
      const box = boxes.get(url.split("/")[2] ?? "");
      if (method === "GET" && url === "/boxes") return json(response, 200, [...boxes.values()]);
      if (method === "GET") return json(response, box ? 200 : 404, box ?? {});
      const sent: unknown = JSON.parse(body);
      const size = isObject(sent) ? sent.size : undefined;
      if (typeof size === "number" && Number.isInteger(size) && size > 0 && size <= 90)
        return json(response, 201, add({ size }));
      rejections += 1;
      if (adding === "with each rejection" || (adding === "with the first rejection" && rejections === 1))
        add({ size: 1 });
      json(response, 400, {});
    },
    { hasExampleData: false },
    { only: ["life-cycle"] },
  );
  return { failures: failuresOf(results), warnings: warningsOf(results).map(({ message }) => message) };
}

test.each<[Adding, string[]]>([
  ["never", []],
  ["with each rejection", ["POST /boxes rejected requests, and its list has more items each time"]],
  ["with the first rejection", []],
  ["with each request", []],
])("a server that adds items %s has the warnings %j", async (adding, warnings) => {
  expect(await lifeOfBox(adding)).toEqual({ failures: [], warnings });
});

const TEXT: JsonObject = { type: "string" };
const SHELF: JsonObject = { type: "object", required: ["id", "name"], properties: { id: TEXT, name: TEXT } };
const NOTE: JsonObject = { type: "object", required: ["id", "text"], properties: { id: TEXT, text: TEXT } };
const sentBody = (name: string, example: string, more: JsonObject = {}): JsonObject => {
  const properties = { [name]: { ...TEXT, ...more } };
  const schema = { type: "object", required: [name], properties, examples: [{ [name]: example }] };
  return { required: true, content: { "application/json": { schema } } };
};
const listed = (items: JsonObject): JsonObject => ({
  "200": { description: "All.", content: { "application/json": { schema: { type: "array", items } } } },
});
const SHELF_ID: JsonObject = { name: "shelfId", in: "path", required: true, schema: TEXT };
const NOTE_ID: JsonObject = { ...SHELF_ID, name: "noteId" };
const made = (schema: JsonObject, example: JsonObject): JsonObject => ({
  "201": jsonResponse(schema, example),
  "400": REJECTED,
});
const GONE: JsonObject = { "204": { description: "Gone." }, "404": REJECTED };
const notesOf = (limits: JsonObject): JsonObject => ({
  "/shelves": {
    get: { responses: listed(SHELF) },
    post: { requestBody: sentBody("name", "Upstairs"), responses: made(SHELF, { id: "s0", name: "Upstairs" }) },
  },
  "/shelves/{shelfId}": {
    parameters: [SHELF_ID],
    get: { responses: { "200": jsonResponse(SHELF, { id: "s0", name: "Upstairs" }), "404": REJECTED } },
    delete: { responses: GONE },
  },
  "/shelves/{shelfId}/notes": {
    parameters: [SHELF_ID],
    get: { responses: { ...listed(NOTE), "404": REJECTED } },
    post: {
      requestBody: sentBody("text", "This is a remark on a whole shelf of books.", limits),
      responses: made(NOTE, { id: "n0", text: "This is a remark on a whole shelf of books." }),
    },
  },
  "/shelves/{shelfId}/notes/{noteId}": { parameters: [SHELF_ID, NOTE_ID], delete: { responses: GONE } },
});

/** The findings of the life of a note below a shelf. Its example is long, and is sent in wrong places too. */
async function lifeOfNote(limits: JsonObject, stores: "accepted notes" | "also rejected notes") {
  const shelves = new Map<string, Map<string, JsonObject>>();
  const names = new Map<string, string>();
  let last = 0;
  const { results } = await verifyServer(
    notesOf(limits),
    ({ method, url, body }, response) => {
      const [, , shelfId = "", notes, noteId = ""] = (url.split("?")[0] ?? "").split("/");
      const shelf = shelves.get(shelfId);
      if (shelfId !== "" && !shelf) return json(response, 404, {});
      const items = notes === undefined ? shelves : shelf;
      const id = notes === undefined ? shelfId : noteId;
      if (id !== "" && !items?.has(id)) return json(response, 404, {});
      if (method === "DELETE" && items?.delete(id)) return void response.writeHead(204).end();
      if (method === "GET") {
        const shelfOf = (of: string) => ({ id: of, name: names.get(of) ?? "" });
        if (notes !== undefined) return json(response, 200, [...(shelf?.values() ?? [])]);
        return json(response, 200, id === "" ? [...shelves.keys()].map(shelfOf) : shelfOf(id));
      }
      if (method !== "POST" || id !== "") return json(response, 405, {});
      const sent: unknown = JSON.parse(body);
      const field = notes === undefined ? "name" : "text";
      const value = isObject(sent) ? sent[field] : undefined;
      last += 1;
      const isRight = typeof value === "string" && value.length <= Number(limits.maxLength ?? value.length);
      if (shelf && (isRight || stores === "also rejected notes"))
        shelf.set(`n${last}`, { id: `n${last}`, text: `${value}` });
      if (!isRight) return json(response, 400, {});
      if (!shelf) {
        shelves.set(`s${last}`, new Map());
        names.set(`s${last}`, value);
      }
      json(response, 201, shelf ? { id: `n${last}`, text: value } : { id: `s${last}`, name: value });
    },
    { hasExampleData: false, settle: 0, allowed: new Set() },
    { only: ["life-cycle"] },
  );
  return failuresOf(results).filter((failure) => failure.includes("rejected"));
}

test("a text of the document that is sent in a list is also that of another item, and a stored one is found", async () => {
  expect(await lifeOfNote({}, "accepted notes")).toEqual([]);
  expect(await lifeOfNote({ maxLength: 60 }, "accepted notes")).toEqual([]);
  expect(await lifeOfNote({ maxLength: 60 }, "also rejected notes")).not.toEqual([]);
});
