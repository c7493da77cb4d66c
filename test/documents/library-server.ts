import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { Rejection, serveDocument, type Values } from "./serve-document.js";

/** The faults that the server of library.yaml can have, one at a time. */
export const LIBRARY_FAULTS = {
  "null-title": "fetchItem: the title of a magazine is null, which its schema forbids",
  "wrong-branch": "fetchItem: a magazine has the kind of a book, and the fields of a magazine",
  "no-location": "addItem: the required header Location is missing",
  "error-shape": "removeItem: the error that `default` describes has other fields",
  "lost-after-create": "addItem: the links of the response lead to an item that does not exist",
  "still-there": "removeItem: the response is 204, but the item still exists",
  "form-unchecked": "lendItem: a form without its required fields is accepted",
  "put-forgotten": "replaceItem: the response shows the sent item, but the old item is kept",
} as const;
export type LibraryFault = keyof typeof LIBRARY_FAULTS;

const KEY = "reader-7-of-the-library";

/** Starts a server that follows library.yaml, except for the fault. Each server has its own state. */
export async function startLibrary({ fault }: { fault?: LibraryFault } = {}) {
  const items = new Map(ITEMS.map((item) => [Number(item.id), item]));
  const loans = new Map<number, JsonObject>([
    [1, { id: 1, item: 3, member: "M0001", due: "2026-11-13", remind: false, fee: null }],
  ]);
  let lastItem = Math.max(...items.keys());
  let lastLoan = Math.max(...loans.keys());
  const itemOf = (id: Json | undefined): JsonObject => {
    const item = items.get(Number(id));
    if (!item) throw new Rejection(404, `There is no item ${id}.`);
    return item;
  };
  const shownItem = (item: JsonObject): JsonObject => {
    if (item.kind !== "magazine") return item;
    if (fault === "null-title") return { ...item, title: null };
    return fault === "wrong-branch" ? { ...item, kind: "book" } : item;
  };

  const server = await serveDocument("test/documents/library.yaml", {
    authorized: (_, headers) => headers["x-library-key"] === KEY,
    ignores: ({ id }, { keyword }) => fault === "form-unchecked" && id === "lendItem" && keyword.endsWith("/required"),
    handlers: {
      searchItems({ query, header, cookie }) {
        const found = [...items.values()].filter((item) => matches(item, { ...query, branches: header["X-Branches"] }));
        if (cookie.order === "title") found.sort((a, b) => String(a.title).localeCompare(String(b.title), "en"));
        const body = { items: found.slice(0, Number(query.limit ?? 20)) };
        return { status: 200, headers: { "X-Total": String(found.length) }, body };
      },
      addItem({ body }) {
        lastItem += 1;
        const item = completed(lastItem, asObject(body));
        if (fault !== "lost-after-create") items.set(lastItem, item);
        return { status: 201, headers: fault === "no-location" ? {} : { Location: `/items/${lastItem}` }, body: item };
      },
      fetchItem: ({ path }) => ({ status: 200, body: shownItem(itemOf(path.item)) }),
      replaceItem({ path, body }) {
        const item = completed(Number(itemOf(path.item).id), asObject(body));
        if (fault !== "put-forgotten") items.set(Number(item.id), item);
        return { status: 200, body: item };
      },
      removeItem({ path }) {
        if (fault === "error-shape" && !items.has(Number(path.item))) {
          return { status: 404, mediaType: "application/problem+json", body: { message: "not found" } };
        }
        const item = itemOf(path.item);
        if (fault !== "still-there") items.delete(Number(item.id));
        return { status: 204 };
      },
      listShelf({ path }) {
        const standing = [...items.values()].filter(({ shelf }) => shelf === path.shelf);
        if (standing.length === 0) throw new Rejection(404, `There is no shelf ${path.shelf}.`);
        return { status: 200, body: { items: standing } };
      },
      lendItem({ body }) {
        const { item = 1, member = "M0000", days = 1, remind = false } = asObject(body);
        if (!items.has(Number(item))) throw new Rejection(422, `There is no item ${item}.`);
        lastLoan += 1;
        const due = new Date(Date.now() + Number(days) * 86_400_000).toISOString().slice(0, 10);
        const loan = { id: lastLoan, item, member, due, remind, fee: null };
        loans.set(lastLoan, loan);
        return { status: 201, headers: { "Loan-Number": String(lastLoan) }, body: loan };
      },
      returnLoan({ path }) {
        if (!loans.delete(Number(path.loan))) throw new Rejection(404, `There is no loan ${path.loan}.`);
        return { status: 204 };
      },
    },
  });
  return { url: server.url, key: KEY, close: server.close };
}

/** The items of the examples: 1 and 2 are fetched, 3 is lent, 4 replaced, 5 removed. */
const ITEMS: JsonObject[] = [
  {
    ...{ id: 1, kind: "book", title: "Dune", language: "en", branch: "north", shelf: "B7" },
    ...{ subjects: ["desert", "politics"], note: null, condition: "worn" },
    ...{ publisher: { name: "Chilton", town: null }, pages: 412 },
  },
  completed(2, {
    ...{ kind: "magazine", title: "Letters", language: "fr", branch: "south", shelf: "C1", issue: 12 },
    ...{ subjects: ["letters"], note: "Cover torn.", publisher: { name: "Presses" } },
  }),
  completed(3, { kind: "book", title: "Momo", language: "de", branch: "north", shelf: "B8", pages: 304 }),
  completed(4, { kind: "book", title: "Emma", language: "en", branch: "south", shelf: "A2", pages: 470 }),
  completed(5, { kind: "book", title: "Atlas", language: "de", branch: "south", shelf: "C2", pages: 96 }),
];

/** The item for sent fields. Fields that were not sent are null or empty. */
function completed(id: number, sent: JsonObject): JsonObject {
  return { subjects: [], note: null, condition: null, publisher: null, ...sent, id };
}

function matches(item: JsonObject, { ids, languages, subjects, pages, branches }: Values): boolean {
  const isAmong = (wanted: Json | undefined, value: Json | undefined) =>
    wanted === undefined || (value !== undefined && asList(wanted).includes(value));
  const { over, under } = asObject(pages);
  return (
    isAmong(ids, item.id) &&
    isAmong(languages, item.language) &&
    isAmong(branches, item.branch) &&
    asList(subjects).every((subject) => asList(item.subjects).includes(subject)) &&
    (over === undefined || Number(item.pages) > Number(over)) &&
    (under === undefined || Number(item.pages) < Number(under))
  );
}
