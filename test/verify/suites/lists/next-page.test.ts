import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const PAGE: JsonObject = {
  type: "object",
  properties: {
    posts: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } },
    next_cursor: { type: ["string", "null"] },
    has_more: { type: "boolean" },
  },
};
const PATHS: JsonObject = {
  "/posts": {
    get: {
      parameters: [{ name: "cursor", in: "query", schema: { type: "string" } }],
      responses: {
        "200": { description: "Posts.", content: { "application/json": { schema: PAGE } } },
        "400": REJECTED,
      },
    },
  },
};
const POSTS = Array.from({ length: 6 }, (_, index): JsonObject => ({ id: `post-${index}` }));

/** A page from an item, by a server that knows the way to each page. */
interface Answer {
  posts: JsonObject[];
  next_cursor: string | null;
  has_more: boolean;
}

/** What a run of two suites finds at a server with pages of two items, and how many requests it sends. */
async function findingsWith(change: (page: Answer, from: number) => Answer | number, unknown = 400) {
  const { results, requests } = await verifyServer(
    PATHS,
    ({ url }, response) => {
      const cursor = new URL(url, "http://localhost").searchParams.get("cursor") ?? "0";
      if (!/^\d{1,3}$/.test(cursor)) return json(response, unknown, {});
      const from = Number(cursor);
      const has_more = from + 2 < POSTS.length;
      const page = { posts: POSTS.slice(from, from + 2), next_cursor: has_more ? String(from + 2) : null, has_more };
      json(response, 200, change(page, from));
    },
    { hasExampleData: false },
    { only: ["lists", "unknown-resources", "robustness"] },
  );
  return {
    failures: failuresOf(results),
    warnings: warningsOf(results).map(({ message }) => message),
    requests: requests.length,
  };
}

test.each<[title: string, warnings: string[], change: (page: Answer, from: number) => Answer]>([
  ["leads to each page", [], (page) => page],
  [
    "announces more items on its last page and does not lead to them",
    ["the page says that more items exist, and does not lead to them"],
    (page) => ({ ...page, has_more: true }),
  ],
  [
    "sends the first page again and again",
    ["the next page is the same page again"],
    () => ({ posts: POSTS.slice(0, 2), next_cursor: "2", has_more: true }),
  ],
])("a server that %s has the warnings %j, after few requests", async (_, warnings, change) => {
  const found = await findingsWith(change);
  expect(found.failures).toEqual([]);
  expect(found.warnings).toEqual(expect.arrayContaining(warnings));
  if (warnings.length === 0) expect(found.warnings).toEqual([]);
  expect(found.requests).toBeLessThan(60);
});

test("a server whose pages never end fails after few requests: a page has led to the next one before", async () => {
  const { failures, requests } = await findingsWith((page, from) => ({
    ...page,
    next_cursor: String(from + 2),
    has_more: true,
  }));
  expect(failures).toContainEqual(expect.stringContaining("the pages do not end"));
  expect(requests).toBeLessThan(60);
});

test.each([
  [400, []],
  [200, []],
  [
    500,
    ["GET /posts › responds to an unknown cursor", "GET /posts › responds to unusual values without a server error"],
  ],
])(
  "a server may respond with %i to cursors that it did not send, as names alone suggest them: failures %j",
  async (status, failures) => {
    const found = await findingsWith((page) => page, status);
    expect(found.failures.map((failure) => failure.split(":")[0])).toEqual(failures);
  },
);
