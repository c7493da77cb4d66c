import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, type Respond, verifyServer } from "../../small-document.js";

const TEXT: JsonObject = { type: "string" };
const NUMBER: JsonObject = { type: "integer" };
const ITEM: JsonObject = {
  type: "object",
  required: ["id", "name", "price", "shelf", "updatedAt"],
  properties: {
    ...{ id: TEXT, name: TEXT, price: NUMBER, updatedAt: { type: "string", format: "date-time" }, note: TEXT },
    shelf: { anyOf: [TEXT, { type: "object", properties: { id: TEXT, room: TEXT } }] },
  },
};
const query = (name: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  in: "query",
  schema,
  ...more,
});
const bound: JsonObject = { type: "integer", minimum: 0, maximum: 1000 };
const PATHS: JsonObject = {
  "/books": {
    get: {
      operationId: "listBooks",
      parameters: [
        query(
          "price",
          { type: "object", properties: { gte: bound, lt: bound } },
          { style: "deepObject", explode: true },
        ),
        query(
          "updatedSince",
          { type: "string", format: "date-time" },
          { description: "Changed at or after this moment." },
        ),
        query("sort", { type: "string", enum: ["name", "-name", "price", "-price"] }),
        query("expand", { type: "string", enum: ["shelf"] }),
        query("shelf", TEXT),
        query("limit", { type: "integer", minimum: 1, maximum: 50 }),
        query("offset", { type: "integer", minimum: 0 }),
      ],
      responses: {
        "200": {
          description: "Books.",
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { books: { type: "array", items: ITEM }, has_more: { type: "boolean" } },
              },
            },
          },
        },
        "400": REJECTED,
      },
    },
  },
};

interface Book extends JsonObject {
  id: string;
  name: string;
  price: number;
  shelf: string;
  updatedAt: string;
}

const BOOKS = Array.from({ length: 12 }, (_, index): Book => {
  const name = `${"dkblfmgahcie"[index]}-${index}`;
  const updatedAt = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2))).toISOString();
  return { id: `b${index}`, name, price: ((index * 7) % 12) * 10, shelf: `s${index % 3}`, updatedAt, note: "A note." };
});

interface Faults {
  /** Changes the query. */
  query?: (asked: URLSearchParams) => void;
  /** Keeps books, beside the honest filters. */
  keeps?: (book: Book, asked: URLSearchParams) => boolean;
  /** The sorted books. */
  sorts?: (books: Book[], sort: string) => Book[];
  expands?: (book: Book) => JsonObject;
  page?: (page: JsonObject[], asked: URLSearchParams) => JsonObject[];
  hasMore?: (isTrue: boolean, asked: URLSearchParams) => boolean;
}

function sorted(books: Book[], sort: string): Book[] {
  const field = sort.replace("-", "") === "price" ? "price" : "name";
  const ascending = books.toSorted((one, other) => (one[field] < other[field] ? -1 : 1));
  return sort.startsWith("-") ? ascending.toReversed() : ascending;
}

const isBook = (item: JsonObject): item is Book => BOOKS.some(({ id }) => id === item.id);

const shelfOf = ({ shelf }: Book): JsonObject => ({ id: shelf, room: "north" });

function serving(faults: Faults): Respond {
  return ({ url }, response) => {
    const asked = new URL(url, "http://localhost").searchParams;
    faults.query?.(asked);
    const [from, below] = [asked.get("price[gte]"), asked.get("price[lt]")];
    const since = asked.get("updatedSince");
    const shelf = asked.get("shelf");
    const kept = BOOKS.filter(
      (book) =>
        (from === null || book.price >= Number(from)) &&
        (below === null || book.price < Number(below)) &&
        (since === null || Date.parse(book.updatedAt) >= Date.parse(since)) &&
        (shelf === null || book.shelf === shelf) &&
        (faults.keeps?.(book, asked) ?? true),
    );
    const sort = asked.get("sort");
    const found = sort === null ? kept : (faults.sorts ?? sorted)(kept, sort);
    const [offset, limit] = [Number(asked.get("offset") ?? 0), Number(asked.get("limit") ?? 20)];
    const page = found.slice(offset, offset + limit);
    const shown =
      asked.get("expand") === "shelf"
        ? page.map(faults.expands ?? ((book) => ({ ...book, shelf: shelfOf(book) })))
        : page;
    const hasMore = offset + limit < found.length;
    json(response, 200, {
      books: faults.page?.(shown, asked) ?? shown,
      has_more: faults.hasMore?.(hasMore, asked) ?? hasMore,
    });
  };
}

async function warningsOf(faults: Faults): Promise<string[]> {
  const { results } = await verifyServer(PATHS, serving(faults), { hasExampleData: false }, { only: ["lists"] });
  expect(results.filter(({ outcome }) => outcome.verdict === "failed")).toEqual([]);
  return results.flatMap(({ warnings }) => warnings.map(({ message }) => message));
}

test("a server that selects, sorts and expands as its names say has no warning", async () => {
  expect(await warningsOf({})).toEqual([]);
});

test.each<[what: string, warning: RegExp, faults: Faults]>([
  [
    "ignores a lower bound",
    /price\[gte\] \d+ lists an item beyond it/,
    { query: (asked) => asked.delete("price[gte]") },
  ],
  [
    "leaves out the items at an inclusive bound",
    /price\[gte\] \d+ does not list an item that is within it/,
    { keeps: ({ price }, asked) => String(price) !== asked.get("price[gte]") },
  ],
  [
    "lists the items at an exclusive bound",
    /price\[lt\] \d+ lists an item beyond it/,
    {
      query(asked) {
        const below = asked.get("price[lt]");
        if (below !== null) asked.set("price[lt]", String(Number(below) + 1));
      },
    },
  ],
  [
    "ignores a moment",
    /updatedSince "[^"]+" lists an item beyond it/,
    { query: (asked) => asked.delete("updatedSince") },
  ],
  [
    "leaves out what was changed at the moment",
    /updatedSince "[^"]+" does not list an item that is within it/,
    {
      keeps: ({ updatedAt }, asked) =>
        !asked.has("updatedSince") || Date.parse(updatedAt) !== Date.parse(asked.get("updatedSince") ?? ""),
    },
  ],
  [
    "sorts in one direction only",
    /sort "-name" lists items in another order/,
    { sorts: (books, sort) => sorted(books, sort.replace("-", "")) },
  ],
  [
    "sorts each page alone",
    /sort "name" lists items in another order/,
    {
      sorts: (books) => books,
      page: (page, asked) => (asked.has("sort") ? sorted(page.filter(isBook), asked.get("sort") ?? "") : page),
    },
  ],
  ["does not expand", /listBooks does not expand \/shelf with expand/, { expands: (book) => book }],
  [
    "expands another object",
    /listBooks expands \/shelf with expand as another object/,
    { expands: (book) => ({ ...book, shelf: { id: "s9", room: "south" } }) },
  ],
  [
    "leaves out a field beside the expanded one",
    /listBooks leaves out \/note beside \/shelf with expand/,
    { expands: ({ note: _, ...book }) => ({ ...book, shelf: { id: String(book.shelf), room: "north" } }) },
  ],
  [
    "forgets a filter on later pages",
    /a page with shelf "s\d" has an item that the first page does not select/,
    { query: (asked) => void (Number(asked.get("offset") ?? 0) > 0 && asked.delete("shelf")) },
  ],
])("a server that %s has a warning", async (_, warning, faults) => {
  const warnings = await warningsOf(faults);
  expect(warnings).toContainEqual(expect.stringMatching(warning));
});

test("a server that announces more items of a filtered list than exist fails", async () => {
  const hasMore: Faults["hasMore"] = (isTrue, asked) => isTrue || (asked.has("shelf") && !asked.has("offset"));
  const { results } = await verifyServer(PATHS, serving({ hasMore }), { hasExampleData: false }, { only: ["lists"] });
  expect(failuresOf(results)).toContainEqual(
    expect.stringMatching(/the page says that more items exist, but none exist/),
  );
});
