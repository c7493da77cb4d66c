import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { jsonResponse, REJECTED, verifyServer } from "../../small-document.js";

const UUIDS = ["0d2c6a3e-5b1f-4e8d-9a70-c41e2b6f7d95", "7be1f904-3c6a-4d52-8f13-a90d5e2c4b68"];
const CODES = ["AB12", "CD34"];
const WORDS = ["first book", "second book"];

function pathsOf(schema: JsonObject): JsonObject {
  const book: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const list: JsonObject = {
    type: "object",
    required: ["data", "has_more"],
    properties: { data: { type: "array", items: book }, has_more: { type: "boolean" } },
  };
  const after = { name: "after", in: "query", schema: { type: "string" } };
  const id = { name: "id", in: "path", required: true, schema, "x-identifies": ["/id"] };
  return {
    "/books": {
      get: {
        operationId: "listBooks",
        parameters: [after],
        "x-pagination": { items: "/data", hasMore: "/has_more", forward: { parameter: "after", item: "/id" } },
        responses: { "200": jsonResponse(list, { data: [], has_more: false }), "400": REJECTED },
      },
    },
    "/books/{id}": {
      get: {
        operationId: "getBook",
        parameters: [id],
        responses: { "200": jsonResponse(book, { id: "a" }), "404": REJECTED, "4XX": REJECTED },
      },
    },
  };
}

/** The failures of a server of books. @param isWritten whether a text may be the identifier of a book */
async function failuresOf(schema: JsonObject, ids: string[], isWritten: RegExp, isLoose = false): Promise<string[]> {
  const { titles } = await verifyServer(
    pathsOf(schema),
    ({ url }, response) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const [, , id] = pathname.split("/").map(decodeURIComponent);
      if (id !== undefined) {
        if (!isWritten.test(id)) return json(response, 422, {});
        const found = ids.find((known) => known === id || (isLoose && id.length > 2 && known.includes(id)));
        return found ? json(response, 200, { id: found }) : json(response, 404, {});
      }
      const after = searchParams.get("after");
      if (after !== null && !ids.includes(after)) return json(response, 400, {});
      return json(response, 200, {
        data: ids.slice(after === null ? 0 : ids.indexOf(after) + 1).map((own) => ({ id: own })),
        has_more: false,
      });
    },
    {},
    { only: ["lists"] },
  );
  return titles;
}

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;

test.each<[string, JsonObject, string[], RegExp]>([
  ["a format", { type: "string", format: "uuid" }, UUIDS, UUID],
  ["a pattern", { type: "string", pattern: "^[A-Z]{2}[0-9]{2}$" }, CODES, /^[A-Z]{2}\d\d$/],
  ["a length", { type: "string", minLength: 10, maxLength: 11 }, WORDS, /^.{10,11}$/],
])("a similar identifier that %s forbids may get any rejection", async (_, schema, ids, isWritten) => {
  expect(await failuresOf(schema, ids, isWritten)).toEqual([]);
});

test.each<[string, JsonObject, string[], RegExp]>([
  ["no schema forbids", { type: "string" }, WORDS, /./],
  ["its length admits", { type: "string", minLength: 9 }, WORDS, /.{9}/],
])("a server that finds a book by a similar identifier fails where %s", async (_, schema, ids, isWritten) => {
  expect(await failuresOf(schema, ids, isWritten, true)).not.toEqual([]);
});
