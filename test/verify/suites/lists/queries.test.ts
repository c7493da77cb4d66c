import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { applyOverlay } from "#openapi/overlay/apply-overlay.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { documentOf, REJECTED, type Respond, verifyServer } from "../../small-document.js";

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
const pathsPagedBy = (next: JsonObject): JsonObject => ({
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
        query("shelf", { type: "string", pattern: "^s[0-9]{1,12}$" }),
        query("limit", { type: "integer", minimum: 1, maximum: 50 }),
        next,
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
});
const PATHS = pathsPagedBy(query("offset", { type: "integer", minimum: 0 }));
const CURSOR_PATHS = pathsPagedBy(query("after", TEXT));

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

const LAST = Math.max(...BOOKS.map(({ updatedAt }) => Date.parse(updatedAt)));

interface Faults {
  /** Changes the query. */
  query?: (asked: URLSearchParams) => void;
  /** Keeps books, beside the honest filters. */
  keeps?: (book: Book, asked: URLSearchParams) => boolean;
  /** The sorted books. */
  sorts?: (books: Book[], sort: string) => Book[];
  /** Whether the server accepts a shelf. */
  isShelf?: (shelf: string) => boolean;
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
    const isKnown = shelf === null || (faults.isShelf?.(shelf) ?? /^s\d{1,12}$/.test(shelf));
    if (!isKnown) return json(response, 400, { error: "shelf" });
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
    const after = asked.get("after");
    const start = after === null ? Number(asked.get("offset") ?? 0) : found.findIndex(({ id }) => id === after) + 1;
    const limit = Number(asked.get("limit") ?? 20);
    const page = found.slice(start, start + limit);
    const shown =
      asked.get("expand") === "shelf"
        ? page.map(faults.expands ?? ((book) => ({ ...book, shelf: shelfOf(book) })))
        : page;
    const hasMore = start + limit < found.length;
    json(response, 200, {
      books: faults.page?.(shown, asked) ?? shown,
      has_more: faults.hasMore?.(hasMore, asked) ?? hasMore,
    });
  };
}

async function warningsOf(faults: Faults): Promise<string[]> {
  return (await resultsOf(PATHS, faults)).warnings;
}

async function resultsOf(paths: JsonObject, faults: Faults) {
  const run = await verifyServer(paths, serving(faults), { hasExampleData: false }, { only: ["lists"] });
  expect(failuresOf(run.results)).toEqual([]);
  const warnings = run.results.flatMap((result) => result.warnings.map(({ message }) => message));
  return { warnings, overlay: run.overlay };
}

test("a server that selects, sorts and expands as its names say has no warning", async () => {
  expect(await warningsOf({})).toEqual([]);
});

test.each<[what: string, faults: Faults]>([
  ["a value that the document does not allow", {}],
  ["a value that no item has", { isShelf: (shelf) => BOOKS.some((book) => book.shelf === shelf) }],
])("a server that rejects %s for a filter does not fail, also where an overlay states its pages", async (_, faults) => {
  const { overlay, warnings } = await resultsOf(CURSOR_PATHS, faults);
  expect(warnings).toEqual([]);
  if (!overlay) throw new Error("The run suggests no overlay.");
  const { paths } = await applyOverlay(documentOf(CURSOR_PATHS), overlay, "the overlay");
  expect(JSON.stringify(paths)).toContain("x-pagination");
  expect((await resultsOf(asObject(paths), faults)).warnings).toEqual([]);
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
    "lists all for a price above all others",
    /price\[gte\] 111 lists an item beyond it/,
    {
      query: (asked) => void (Number(asked.get("price[gte]") ?? 0) > 110 && asked.delete("price[gte]")),
    },
  ],
  [
    "lists all for a moment after all others",
    /updatedSince "2026-01-07T00:00:00.000Z" lists an item beyond it/,
    {
      query: (asked) => void (Date.parse(asked.get("updatedSince") ?? "") > LAST && asked.delete("updatedSince")),
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
    "lists all for a value that no item has",
    /shelf "s\d{2,12}" lists an item with another value/,
    {
      query(asked) {
        if (BOOKS.every(({ shelf }) => shelf !== asked.get("shelf"))) asked.delete("shelf");
      },
    },
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
