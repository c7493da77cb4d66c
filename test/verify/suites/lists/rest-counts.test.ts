import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, messages, object, text } from "#test/verify/small-store.js";

const ITEMS = Array.from({ length: 9 }, (_, index): JsonObject => ({ id: `i${9 - index}`, name: `Item ${9 - index}` }));
const whole: JsonObject = { type: "integer", minimum: 0, maximum: 50 };

/** How the next page is requested. */
type Way = "address" | "cursor";

function pathsOf(way: Way): JsonObject {
  const page = object({
    items: { type: "array", items: object({ id: text, name: text }) },
    count: { type: "integer" },
    ...(way === "address" ? { next_url: text } : { next_cursor: text }),
  });
  const parameters = [
    { name: "limit", in: "query", schema: whole },
    { name: way === "address" ? "before_id" : "cursor", in: "query", schema: text },
  ];
  const answer = { description: "Done.", content: { "application/json": { schema: page } } };
  return { "/items": { get: { operationId: "listItems", parameters, responses: { "200": answer, ...ERRORS } } } };
}

/** Lists the items after one. @param count of a page, by the number of the items from its first one on */
function listing(way: Way, count: (rest: number, page: number) => number): Respond {
  return ({ url }, response) => {
    const query = new URL(url, "http://localhost").searchParams;
    const after = query.get("before_id") ?? query.get("cursor");
    const limit = Number(query.get("limit") ?? 50);
    if (!(limit >= 0 && limit <= 50)) return json(response, 400, {});
    const rest = ITEMS.slice(after === null ? 0 : ITEMS.findIndex(({ id }) => id === after) + 1);
    const items = rest.slice(0, limit);
    // A page of no items leads nowhere.
    const last = items.length > 0 && items.length < rest.length ? String(items.at(-1)?.id) : undefined;
    const next = way === "address" ? { next_url: `/items?limit=${limit}&before_id=${last}` } : { next_cursor: last };
    const shown: JsonObject = { items, count: count(rest.length, items.length) };
    json(response, 200, last === undefined ? shown : { ...shown, ...next });
  };
}

test.each<[what: string, way: Way, count: (rest: number, page: number) => number, warning: RegExp | undefined]>([
  ["counts the items from the page on, by addresses", "address", (rest) => rest, undefined],
  ["counts the items from the page on, by cursors", "cursor", (rest) => rest, undefined],
  ["counts all items on each page", "address", () => ITEMS.length, undefined],
  ["counts one item more from the page on", "address", (rest) => rest + 1, /count is \d+, and the list has 9 items/],
  ["counts all items wrong on each page", "cursor", () => 8, /count is 8, and the list has 9 items/],
])("a list that %s has the right warnings", async (_, way, count, warning) => {
  const { results } = await verifyServer(pathsOf(way), listing(way, count), data, {
    only: ["lists", "accepted-values"],
  });
  expect(failuresOf(results)).toEqual([]);
  const counts = messages(results).filter((message) => message.includes("count is"));
  if (warning) expect(counts.join("\n")).toMatch(warning);
  else expect(counts).toEqual([]);
});
