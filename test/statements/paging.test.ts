import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { filtersOf } from "#statements/filters.js";
import { withLikelySize } from "#statements/paging/page-size.js";
import { listOf } from "#statements/paging/paging.js";
import { contractOf, get, query } from "./document.js";

const ITEMS: JsonObject = {
  type: "array",
  items: {
    type: "object",
    properties: { status: { type: "string" }, size: { type: "integer" }, day: { type: "string" } },
  },
};

function list(schema: JsonObject, parameters: JsonObject[] = [], more: JsonObject = {}) {
  const { document, operations } = contractOf({ "/things": { get: get(schema, parameters, more) } });
  const [operation] = operations;
  if (!operation) throw new Error("The document has no operation.");
  return { document, operation };
}

const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

test.each<[where: string, schema: JsonObject, pointer: string | undefined]>([
  ["the body", ITEMS, ""],
  ["the only list of the body", object({ found: ITEMS, total: { type: "integer" } }), "/found"],
  ["the list with a usual name", object({ warnings: ITEMS, items: ITEMS }), "/items"],
  ["the list with the name of the path", object({ warnings: ITEMS, things: ITEMS }), "/things"],
  ["a wrapper", object({ data: object({ things: ITEMS }) }), "/data/things"],
  ["nothing, if it is unclear", object({ warnings: ITEMS, errors: ITEMS }), undefined],
  ["nothing, without a list", object({ name: { type: "string" } }), undefined],
])("the items of a list are found in %s", (_, schema, pointer) => {
  const { document, operation } = list(schema);
  expect(listOf(document, operation)?.paging.items).toBe(pointer);
});

/** The field at a pointer, with the objects around it. */
function within(pointer: string, field: JsonObject): JsonObject {
  const [, name = "", ...inner] = pointer.split("/");
  return { [name]: inner.length === 0 ? field : object(within(`/${inner.join("/")}`, field)) };
}

const TEXT = { type: ["string", "null"] };

test.each<[title: string, schema: JsonObject, parameters: JsonObject[], next: object | undefined]>([
  ["by page", ITEMS, [query("page", "integer")], { kind: "page", first: 1 }],
  ["by a page from 0", ITEMS, [query("pageIndex", "integer", { minimum: 0 })], { kind: "page", first: 0 }],
  ["by offset", ITEMS, [query("offset", "integer"), query("limit", "integer")], { kind: "offset" }],
  ["by skip", ITEMS, [query("$skip", "integer"), query("$top", "integer")], { kind: "offset" }],
  [
    "by a cursor in the body",
    object({ items: ITEMS, next_cursor: TEXT }),
    [query("cursor", "string")],
    { kind: "cursor", pointer: "/next_cursor" },
  ],
  [
    "by a token in an object of the body",
    object({ items: ITEMS, pagination: object({ nextPageToken: TEXT }) }),
    [query("pageToken", "string")],
    { kind: "cursor", pointer: "/pagination/nextPageToken" },
  ],
  [
    "by a cursor that is a number",
    object({ items: ITEMS, nextCursor: { type: "integer" } }),
    [query("cursorId", "integer")],
    { kind: "cursor", pointer: "/nextCursor" },
  ],
  [
    "by the number of a cursor in an object of the body",
    object({ items: ITEMS, pagination: object({ next_cursor_id: { type: ["integer", "null"] } }) }),
    [query("cursor_id", "integer")],
    { kind: "cursor", pointer: "/pagination/next_cursor_id" },
  ],
  [
    "by a text beside a number that is not the next cursor",
    object({ items: ITEMS, cursor: { type: "integer" }, nextCursorId: TEXT }),
    [query("cursorId", "string")],
    { kind: "cursor", pointer: "/nextCursorId" },
  ],
  [
    "by nothing, if the number may be that of the next page",
    object({ items: ITEMS, next: { type: "integer" }, cursor: { type: "integer" } }),
    [query("cursor", "integer")],
    undefined,
  ],
  [
    "by nothing, if a text cannot have the number",
    object({ items: ITEMS, nextCursor: { type: "integer" } }),
    [query("cursor", "string")],
    undefined,
  ],
  ...["/meta/paginate/next_page", "/meta/paginate/next_cursor", "/meta/paginate/next", "/meta/pagination/cursors/next"]
    .concat("/response_metadata/next_cursor", "/paging/cursors/after", "/page_info/end_cursor", "/links/next/cursor")
    .map((pointer): [string, JsonObject, JsonObject[], object] => [
      `by a cursor at ${pointer}, however deep it is`,
      object({ items: ITEMS, ...within(pointer, TEXT) }),
      [query("cursor", "string")],
      { kind: "cursor", pointer },
    ]),
  [
    "by a cursor beside the items, in the object around them",
    object({ data: object({ things: ITEMS, next_cursor: TEXT }) }),
    [query("cursor", "string")],
    { kind: "cursor", pointer: "/data/next_cursor" },
  ],
  [
    "by the cursor among others, not by the address beside it",
    object({ items: ITEMS, paging: object({ next: TEXT, cursors: object({ before: TEXT, after: TEXT }) }) }),
    [query("after", "string"), query("before", "string")],
    { kind: "cursor", pointer: "/paging/cursors/after" },
  ],
  [
    "by nothing, if the object around a cursor says nothing of pages",
    object({ items: ITEMS, owner: object({ meta: object({ next_cursor: TEXT }) }) }),
    [query("cursor", "string")],
    undefined,
  ],
  ["by the last item", ITEMS, [query("starting_after", "string")], { kind: "item" }],
  [
    "by an address in the body",
    object({ items: ITEMS, links: object({ next: TEXT }) }),
    [],
    { kind: "address", pointer: "/links/next" },
  ],
  [
    "by an address, if a parameter with the name of a cursor has a moment",
    object({ items: ITEMS, next_url: TEXT }),
    [query("after", "string", { format: "date-time" }), query("before", "string", { format: "dateTime" })],
    { kind: "address", pointer: "/next_url" },
  ],
  ["by nothing, if it has a day", ITEMS, [query("after", "string", { format: "date" })], undefined],
  ["by nothing", ITEMS, [query("q", "string")], undefined],
  ["by nothing, if the page is a text", ITEMS, [query("page", "string")], undefined],
])("a list is paged %s", (_, schema, parameters, next) => {
  const { document, operation } = list(schema, parameters);
  const paging = listOf(document, operation)?.paging;
  expect(paging?.basis).toBe("inferred");
  if (next === undefined) expect(paging?.next).toBeUndefined();
  else expect(paging?.next).toMatchObject(next);
});

test.each<[extension: string, stated: JsonObject, paging: object]>([
  [
    "x-pagination",
    {
      items: "/found",
      hasMore: "/more",
      pageSize: "limit",
      forward: { parameter: "after", item: "/status" },
      backward: { parameter: "before", item: "/status" },
    },
    {
      ...{ basis: "stated", items: "/found", hasMore: "/more", pageSize: { name: "limit" } },
      next: { kind: "item", parameter: { name: "after" }, pointer: "/status" },
      previous: { kind: "item", parameter: { name: "before" }, pointer: "/status" },
    },
  ],
  [
    "x-numbered-pages",
    { items: "/found", parameter: "from", counts: "pages", first: 0 },
    {
      basis: "stated",
      items: "/found",
      pageSize: undefined,
      next: { kind: "page", parameter: { name: "from" }, first: 0 },
    },
  ],
])("%s states how a list is paged, whatever names suggest", (extension, stated, paging) => {
  const parameters = ["limit", "page", "from"].map((name) => query(name, "integer"));
  const schema = object({ items: ITEMS, found: ITEMS, more: { type: "boolean" } });
  const texts = ["after", "before"].map((name) => query(name, "string"));
  const definition = { ...get(schema, [...parameters, ...texts]), [extension]: stated };
  const { document, operations } = contractOf({ "/things": { get: definition } });
  const [found] = operations.flatMap((operation) => listOf(document, operation) ?? []);
  expect(found?.paging).toMatchObject(paging);
});

test("a list is paged by the header Link", () => {
  const { document, operation } = list(ITEMS, [], { headers: { Link: { schema: { type: "string" } } } });
  expect(listOf(document, operation)?.paging.next).toEqual({ kind: "address", pointer: undefined });
});

test.each(["limit", "per_page", "perPage", "pageSize", "page_size", "size", "max_results", "$top"])(
  "%s sets the size of a page",
  (name) => {
    const { document, operation } = list(ITEMS, [query(name, "integer")]);
    expect(listOf(document, operation)?.paging.pageSize?.name).toBe(name);
  },
);

test.each<[name: string, beside: string[], size: string | undefined]>([
  ["per", ["page"], "per"],
  ["pp", ["offset"], "pp"],
  ["per", [], undefined],
  ["num", ["page"], undefined],
  ["results", ["page"], undefined],
])("%s beside %j is a page size only where the list has pages: %s", (name, beside, size) => {
  const { document, operation } = list(
    ITEMS,
    [name, ...beside].map((parameter) => query(parameter, "integer")),
  );
  expect(listOf(document, operation)?.paging.pageSize?.name).toBe(size);
});

test.each<[name: string, more: JsonObject, size: string | undefined]>([
  ["num", { description: "The number of things to return" }, "num"],
  ["results", { description: "Results per page." }, "results"],
  ["n", { schema: { type: "integer", default: 20, maximum: 100 } }, "n"],
  ["num", { description: "The number of guests." }, undefined],
  ["amount", { schema: { type: "integer", default: 2, maximum: 8 } }, undefined],
])(
  "%s is served as a page size where words or its schema say it, and verify does not rely on it: %j",
  (name, more, size) => {
    const { document, operation } = list(ITEMS, [{ ...query(name, "integer"), ...more }, query("page", "integer")]);
    const found = listOf(document, operation);
    expect(found?.paging.pageSize).toBeUndefined();
    expect(found && withLikelySize(document, found).paging.pageSize?.name).toBe(size);
  },
);

test.each<[stated: JsonObject, size: string | undefined]>([
  [{}, "limit"],
  [{ pageSize: "rows" }, "rows"],
  [{ forward: { parameter: "limit", body: "/next" } }, "rows"],
])("a stated paging keeps the page size that names suggest, if it names none: %j", (stated, size) => {
  const parameters = [query("cursor", "string"), query("limit", "integer"), query("rows", "integer")];
  const schema = object({ items: ITEMS, next: TEXT });
  const forward = { parameter: "cursor", body: "/next" };
  const definition = { ...get(schema, parameters), "x-pagination": { items: "/items", forward, ...stated } };
  const { document, operations } = contractOf({ "/things": { get: definition } });
  const [found] = operations.flatMap((operation) => listOf(document, operation) ?? []);
  expect(found && withLikelySize(document, found).paging).toMatchObject({ basis: "stated", pageSize: { name: size } });
});

test("a filter has the name of a property; numbers and dates may be limits", () => {
  const parameters = [query("status", "string"), query("size", "integer"), query("day", "string", { format: "date" })];
  const { document, operation } = list(ITEMS, [...parameters, query("sort", "string")]);
  const found = listOf(document, operation);
  const filters = found ? filtersOf(document, found) : [];
  expect(filters.map(({ basis, property }) => [basis, property])).toEqual([["inferred", "status"]]);
});

test.each<[what: string, parameter: JsonObject, item: JsonObject, filters: string[]]>([
  ["has the pattern of the property", { pattern: "^ord_" }, { pattern: "^ord_" }, ["order"]],
  ["has the format of the property", { format: "uuid" }, { format: "uuid" }, ["order"]],
  ["names a direction", { enum: ["asc", "desc"] }, { pattern: "^ord_" }, []],
  ["is any text", {}, {}, []],
])("a parameter order is a filter if it has the form of that property: it %s", (_, parameter, item, expected) => {
  const items: JsonObject = { type: "array", items: object({ order: { type: "string", ...item } }) };
  const { document, operation } = list(items, [query("order", "string", parameter)]);
  const found = listOf(document, operation);
  expect(found && filtersOf(document, found).map(({ property }) => property)).toEqual(expected);
});
