import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "../../failures.js";
import { verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

const ITEM = object({ id: text, title: text, note: text }, ["id", "title"]);
const NEW = object({ title: { ...text, minLength: 1 }, note: { ...text, minLength: 1 } }, ["title", "note"]);

/** How a server searches. */
interface Search {
  /** The fields in which it searches. */
  fields: readonly string[];
  /** Whether it finds the items of others (default: it does). */
  findsOld?: boolean;
  /** Whether a search finds an item of the run. */
  finds?: (item: JsonObject, text: string) => boolean;
}

/** What a run says of a list with a search. */
async function findingsOf(
  parameter: string,
  { fields, finds = () => true, findsOld = true }: Search,
): Promise<string[]> {
  const page = object({ results: { type: "array", items: ITEM } }, ["results"]);
  const paths: JsonObject = {
    "/notes": {
      ...get("listNotes", page, { parameters: [{ name: parameter, in: "query", schema: text }] }),
      post: {
        operationId: "addNote",
        requestBody: { required: true, content: { "application/json": { schema: NEW } } },
        responses: { "201": { description: "Made.", content: { "application/json": { schema: ITEM } } }, ...ERRORS },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      ...get("readNote", ITEM),
      delete: { operationId: "dropNote", responses: { "204": { description: "Gone." }, ...ERRORS } },
    },
  };
  const items = new Map<string, JsonObject>(
    ["Shopping list", "Holiday plans"].map((title, index) => [
      `old${index}`,
      { id: `old${index}`, title, note: `Number ${index}` },
    ]),
  );
  let last = 0;
  const { results } = await verifyServer(
    paths,
    ({ method, url, body }, response) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const [, , id] = pathname.split("/");
      const sought = searchParams.get(parameter);
      if (id === undefined && method === "GET") {
        const found = [...items.values()].filter((item) => {
          const has = (name: string) => String(item[name]).toLowerCase().includes(String(sought).toLowerCase());
          const isNew = !String(item.id).startsWith("old");
          return sought === null || (fields.some(has) && (isNew ? finds(item, sought) : findsOld));
        });
        return json(response, 200, { results: found });
      }
      if (id === undefined) {
        const given = objectIn(body);
        const isValid = [given?.title, given?.note].every((value) => typeof value === "string" && value !== "");
        if (method !== "POST") return json(response, 405, {});
        if (!given || !isValid) return json(response, 400, {});
        last += 1;
        const item = { id: `note${last}x`, title: given.title ?? "", note: given.note ?? "" };
        items.set(item.id, item);
        return json(response, 201, item);
      }
      const item = items.get(id);
      if (!item) return json(response, 404, {});
      if (method === "GET") return json(response, 200, item);
      if (method !== "DELETE") return json(response, 405, {});
      items.delete(id);
      response.writeHead(204).end();
    },
    { ...data, settle: 20 },
    { only: ["the created resource lives"] },
  );
  return [...failuresOf(results), ...messages(results)];
}

test.each<[what: string, parameter: string, Search]>([
  ["finds new items by all of their texts", "q", { fields: ["title", "note"] }],
  ["searches in one field alone", "search", { fields: ["note"] }],
  ["finds nothing at all", "query", { fields: [] }],
  ["finds no old items", "q", { fields: ["title", "note"], findsOld: false }],
])("a search that %s has no finding", async (_, parameter, search) => {
  expect(await findingsOf(parameter, search)).toEqual([]);
});

test.each<[what: string, parameter: string, Search]>([
  ["does not find new items", "q", { fields: ["title", "note"], finds: () => false }],
  [
    "finds new items by a part of their texts alone",
    "search",
    { fields: ["title"], finds: (_, sought) => sought.length < 4 },
  ],
  [
    "finds new items by their other field alone",
    "query",
    { fields: ["title"], finds: ({ note }, sought) => note === sought },
  ],
])("a search that %s is found", async (_, parameter, search) => {
  expect((await findingsOf(parameter, search)).join("\n")).toMatch(/listNotes does not list a resource by its \w+/);
});
