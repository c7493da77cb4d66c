import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const ITEM: JsonObject = {
  type: "object",
  properties: {
    id: { type: "string" },
    name: { type: ["string", "null"] },
    created_at: { type: "string", format: "date-time" },
  },
};
const SORT: JsonObject = { name: "sort", in: "query", schema: { type: "string", enum: ["name", "created_at"] } };
const direction = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });
const ENUM: JsonObject = { type: "string", enum: ["asc", "desc"] };

const NAMES = ["b", "Ä", "a", null, "a", "Z", "z-2", "z-10"];
const ITEMS = NAMES.map((name, index) => ({
  id: `i${index}`,
  name,
  created_at: new Date(Date.UTC(2026, 0, 30 - index)).toISOString(),
}));
type Item = (typeof ITEMS)[number];

/** How a server sorts by a field. */
type Sorts = (items: Item[], field: "name" | "created_at", isDescending: boolean) => Item[];

/** By code points, in words, or by numbers in words; equal and missing names stay where they are. */
const honest =
  (compare: (one: string, other: string) => number): Sorts =>
  (items, field, isDescending) => {
    const named = items.filter((item) => item[field] !== null);
    const sorted = named.toSorted((one, other) => compare(one[field] ?? "", other[field] ?? ""));
    return [...(isDescending ? sorted.toReversed() : sorted), ...items.filter((item) => item[field] === null)];
  };
const byCodePoint = (one: string, other: string) => Number(one > other) - Number(one < other);

async function warningsWith(parameters: JsonObject[], sorts: Sorts): Promise<string[]> {
  const content = { "application/json": { schema: { type: "array", items: ITEM } } };
  const paths: JsonObject = {
    "/items": {
      get: {
        description: "Lists items, the newest first.",
        parameters,
        responses: { "200": { description: "Items.", content } },
      },
    },
  };
  const names = parameters.map(({ name }) => String(name)).filter((name) => name !== "sort");
  const { results } = await verifyServer(
    paths,
    ({ url }, response) => {
      const asked = new URL(url, "http://localhost").searchParams;
      const field = asked.get("sort") === "name" ? "name" : "created_at";
      const wanted = names.map((name) => asked.get(name)).find((value) => value !== null);
      const isSorted = asked.has("sort") || wanted !== undefined;
      json(response, 200, isSorted ? sorts(ITEMS, field, wanted === "desc") : ITEMS);
    },
    { hasExampleData: false },
    { only: ["lists"] },
  );
  expect(failuresOf(results)).toEqual([]);
  return warningsOf(results).map(({ message }) => message);
}

const ignoring: Sorts = (items, field) => honest(byCodePoint)(items, field, false);

test.each<[title: string, parameters: JsonObject[], sorts: Sorts, warnings: string[]]>([
  ["sorts by code points", [SORT, direction("direction", ENUM)], honest(byCodePoint), []],
  ["sorts as words", [SORT, direction("order", ENUM)], honest((one, other) => one.localeCompare(other)), []],
  ["sorts the newest as stated", [direction("order_dir", ENUM)], honest(byCodePoint), []],
  [
    "ignores `direction`",
    [SORT, direction("direction", ENUM)],
    ignoring,
    ['sort "name" and direction "desc" lists items in another order'],
  ],
  [
    "ignores `order`, whose values only the description has",
    [SORT, direction("order", { type: "string", description: "`asc` or `desc`." })],
    ignoring,
    ['sort "name" and order "desc" lists items in another order'],
  ],
  [
    "ignores `sort_order` alone, where an order is stated",
    [direction("sort_order", ENUM)],
    ignoring,
    ['sort_order "desc" lists items in another order'],
  ],
])("a server that %s", async (_, parameters, sorts, warnings) => {
  expect(await warningsWith(parameters, sorts)).toEqual(warnings);
});
